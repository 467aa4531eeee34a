//! Joints of several values, which become chains of joints of one value each: bases on wheels, bodies that fly, balls.
//!
//! A planar joint is two slides and a turn, `JOINT/x`, `JOINT/y`, `JOINT/theta`; a floating one three slides and three
//! turns, `JOINT/x`, `/y`, `/z`, `/roll`, `/pitch`, `/yaw`; a spherical one these three turns. The links between them
//! have no shapes. So every bound, proof and certificate of motions holds for them as it is.
//!
//! The rotation is `Rz(yaw) Ry(pitch) Rx(roll)`, as in URDF. Pitch is limited to a quarter turn to both sides, which
//! leaves no rotation out. At its limits yaw and roll turn about one line, so a rotation there has many values; what is
//! proven of a motion through it holds, since each turn is a joint.

use core::f64::consts::FRAC_PI_2;

use clearance::{Pose3, Vec3, Vector};

use super::joint::{Joint, JointKind, JointSpec, Mimic};
use super::link::Link;
use super::pin::Pin;
use super::robot::{Frame, Robot};
use crate::error::RobotError;

/// How the root of a robot moves in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Not at all, and planar, floating and spherical joints of the robot's files are held at their origins.
    Fixed,
    /// In the plane z = 0, turning about z.
    Planar,
    /// Freely.
    Floating,
}

/// The name of the joint of a base that no file names.
pub const BASE: &str = "base";

/// The names of the values of joints that have several.
const COORDINATES: [&str; 7] = ["x", "y", "z", "roll", "pitch", "yaw", "theta"];

impl Base {
    /// The base of a name: `"fixed"`, `"planar"` or `"floating"`.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Fixed, Self::Planar, Self::Floating].into_iter().find(|base| base.kind().name() == name)
    }

    /// The joint between the world and the root.
    pub fn kind(self) -> JointKind {
        match self {
            Self::Fixed => JointKind::Fixed,
            Self::Planar => JointKind::Planar,
            Self::Floating => JointKind::Floating,
        }
    }
}

impl JointKind {
    /// The chain of a joint of several values, from parent to child: names, kinds, and the places of their axes.
    fn chain(self) -> &'static [(&'static str, JointKind, usize)] {
        use JointKind::{Continuous, Prismatic, Revolute};
        const FREE: [(&str, JointKind, usize); 6] = [
            ("x", Prismatic, 0),
            ("y", Prismatic, 1),
            ("z", Prismatic, 2),
            ("yaw", Continuous, 2),
            ("pitch", Revolute, 1),
            ("roll", Continuous, 0),
        ];
        match self {
            Self::Planar => &[("x", Prismatic, 0), ("y", Prismatic, 1), ("theta", Continuous, 2)],
            Self::Floating => &FREE,
            Self::Spherical => &FREE[3..],
            _ => &[],
        }
    }
}

/// The roll, pitch and yaw of a rotation: `Rz(yaw) Ry(pitch) Rx(roll)`, rounded. Where the pitch is a quarter turn,
/// roll is zero.
///
/// ```
/// use clearance::{Pose3, Vec3};
/// let pose = Pose3::from_rpy([0.25, -0.5, 2.0], Vec3::new(0.0, 0.0, 0.0)).unwrap();
/// let [roll, pitch, yaw] = clearance_robot::roll_pitch_yaw(&pose);
/// assert!((roll - 0.25).abs() + (pitch + 0.5).abs() + (yaw - 2.0).abs() < 1e-14);
/// ```
pub fn roll_pitch_yaw(pose: &Pose3<f64>) -> [f64; 3] {
    let column = |i: usize| pose.vector(Vec3::axis(i));
    let [x, y, z] = [0, 1, 2].map(column);
    let level = (x.x * x.x + x.y * x.y).sqrt();
    let pitch = (-x.z).atan2(level);
    if level == 0.0 { [0.0, pitch, (-y.x).atan2(y.y)] } else { [y.z.atan2(z.z), pitch, x.y.atan2(x.x)] }
}

/// The axes of a plane with a normal: where the least turn from z to the normal takes x, y and z; from z to its
/// opposite, a half turn about x.
fn plane_axes(normal: Vec3<f64>) -> [Vec3<f64>; 3] {
    if !normal.is_finite() || normal == Vec3::ZERO {
        return [normal; 3];
    }
    let n = normal.normalized();
    let aside = n.x * n.x + n.y * n.y;
    if aside == 0.0 {
        return [Vec3::axis(0), Vec3::axis(1) * n.z, Vec3::axis(2) * n.z];
    }
    // 1 + z without cancellation.
    let above = if n.z > 0.0 { 1.0 + n.z } else { aside / (1.0 - n.z) };
    let across = -n.x * n.y / above;
    [Vec3::new(1.0 - n.x * n.x / above, across, -n.x), Vec3::new(across, 1.0 - n.y * n.y / above, -n.y), normal]
}

impl JointSpec {
    /// The links and joints of a joint of several values; of one value the joint itself.
    pub(super) fn coordinates(self) -> (Vec<String>, Vec<JointSpec>) {
        let chain = self.kind.chain();
        let Some(last) = chain.len().checked_sub(1) else { return (Vec::new(), vec![self]) };
        let is_planar = self.kind == JointKind::Planar;
        let axes = if is_planar { plane_axes(self.axis) } else { [0, 1, 2].map(Vec3::axis) };
        let named = |i: usize| format!("{}/{}", self.name, chain[i].0);
        let [parent, child] = &self.links;
        let joint = |(i, &(name, kind, axis)): (usize, &(&str, JointKind, usize))| {
            let from = if i == 0 { parent.clone() } else { named(i - 1) };
            let to = if i == last { child.clone() } else { named(i) };
            let spec = JointSpec::new(named(i), kind, from, to).axis(axes[axis]);
            let spec = if i == 0 { spec.at(self.origin) } else { spec };
            let spec = if i == last { spec.followed_by(self.after) } else { spec };
            if name == "pitch" { spec.limited(-FRAC_PI_2, FRAC_PI_2) } else { spec }
        };
        let mut joints: Vec<JointSpec> = chain.iter().enumerate().map(joint).collect();
        // Values are in the order x, y, z, roll, pitch, yaw.
        if !is_planar {
            joints[last - 2..].reverse();
        }
        ((0..last).map(named).collect(), joints)
    }
}

/// Whether a name is that of a joint, or of one of the values of a joint of several.
pub(super) fn is_of(name: &str, joint: &str) -> bool {
    let coordinate = name.strip_prefix(joint).map(|rest| rest.strip_prefix('/'));
    name == joint || coordinate.flatten().is_some_and(|rest| COORDINATES.contains(&rest))
}

impl Robot {
    /// The robot whose root moves against a new link, the world or a floor, by a joint of a name. Its values come first
    /// in configurations; the new link stands where the root stood.
    ///
    /// ```
    /// use clearance_robot::{Base, Robot};
    /// let cart = Robot::builder("cart").link("body", vec![]).build().unwrap();
    /// let cart = cart.on_base(Base::Planar, "base", "floor").unwrap();
    /// // A quarter turn at (3, 2): the body's x axis is y.
    /// let placement = cart.place(&[3.0, 2.0, core::f64::consts::FRAC_PI_2]).unwrap();
    /// let tip = cart.link_pose(&placement, cart.link_named("body").unwrap()).point(clearance::Vec3::new(1.0, 0.0, 0.0));
    /// assert!((tip.x - 3.0).abs() < 1e-15 && tip.y == 3.0 && tip.z == 0.0);
    /// ```
    pub fn on_base(self, base: Base, joint: &str, parent: &str) -> Result<Self, RobotError> {
        if base == Base::Fixed {
            return Ok(self);
        }
        if self.link_named(parent).is_some() {
            return Err(RobotError::new(format!("a link is named {parent:?} already")));
        }
        let Some(root) = self.links.iter().position(|link| link.parent.is_none()) else { return Ok(self) };
        let name = &self.links[root].name;
        let spec = JointSpec::new(joint, base.kind(), parent, name).axis(Vec3::new(0.0, 0.0, 1.0));
        // The root itself comes with the robot, so it is last here.
        let chain =
            Robot::builder(&self.name).at(self.base).link(parent, vec![]).joint(spec).link(name, vec![]).build()?;
        for link in &chain.links[..chain.links.len() - 1] {
            if self.link_named(&link.name).is_some() {
                return Err(RobotError::new(format!("a link is named {:?} already", link.name)));
            }
        }
        if let Some(twice) = chain.joints.iter().find(|joint| self.joint_named(&joint.name).is_some()) {
            return Err(RobotError::new(format!("a joint is named {:?} already", twice.name)));
        }
        Ok(self.behind(chain, root))
    }

    /// A chain of joints whose last link is the root of this robot, and the robot.
    fn behind(self, mut chain: Robot, root: usize) -> Self {
        let (links, joints, frames) = (chain.links.len() - 1, chain.joints.len(), chain.frames.len() - 1);
        let above = chain.links.pop().and_then(|link| link.parent);
        let variables = chain.variables.len();
        for joint in chain.joints.iter_mut().filter(|joint| joint.child == links) {
            joint.child = links + root;
        }
        chain.links.extend(self.links.into_iter().map(|link| Link {
            parent: link.parent.map_or(above, |joint| Some(joint + joints)),
            frame: link.frame + frames,
            ..link
        }));
        chain.joints.extend(self.joints.into_iter().map(|mut joint| {
            (joint.parent, joint.child) = (joint.parent + links, joint.child + links);
            joint.drive.variable = joint.drive.variable.map(|variable| variable + variables);
            joint
        }));
        chain.frames.extend(self.frames.into_iter().skip(1).map(|frame| Frame {
            joint: frame.joint + joints,
            parent: frame.parent + frames,
            ..frame
        }));
        chain.variables.extend(self.variables.into_iter().map(|joint| joint + joints));
        chain.pins.extend(self.pins.into_iter().map(|pin| Pin {
            links: pin.links.map(|link| link + links),
            drive: pin.drive + variables,
            ..pin
        }));
        Robot { srdf: self.srdf, allowed: self.allowed, ..chain }
    }

    /// Gives the joint of a base another name.
    pub(crate) fn rename_base(&mut self, from: &str, to: &str) {
        let renamed = |name: &mut String| {
            if name != from && is_of(name, from) {
                *name = format!("{to}{}", &name[from.len()..]);
            }
        };
        self.joints.iter_mut().for_each(|joint: &mut Joint| renamed(&mut joint.name));
        self.links.iter_mut().for_each(|link| renamed(&mut link.name));
        let mimics = self.joints.iter_mut().filter_map(|joint| joint.mimic.as_mut());
        mimics.for_each(|mimic: &mut Mimic| renamed(&mut mimic.joint));
    }

    /// The joint of a name, or those of the values of a joint of several; empty if there is none.
    pub(crate) fn joints_called(&self, name: &str) -> Vec<usize> {
        match self.joint_named(name) {
            Some(joint) => vec![joint],
            None => (0..self.joints.len()).filter(|&joint| is_of(&self.joints[joint].name, name)).collect(),
        }
    }
}
