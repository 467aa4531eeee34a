//! Constraints: what holds on all of a motion, beside that nothing collides.
//!
//! An axis of a link stays within an angle of a direction, as that of a cup that is carried upright; or a point of a
//! link stays in a box. Both are heights above planes. The angle between `R a` and `d`, all of length 1, is below `θ`
//! if `d·(R a) > cos θ`; a point is in a box if it is above the planes of all faces. So a constraint is a point and
//! some halfspaces that must stay apart from it, and the proofs of motions, which know points and halfspaces, prove it
//! too: see `relative.rs`.

mod relative;

pub(super) use relative::relative;

use clearance::math::sin_cos;
use clearance::{Halfspace, Pose3, Real, Rotor3, Vec3, Vector};
use serde::{Deserialize, Serialize};

use crate::error::RobotError;
use crate::model::robot::Robot;

/// What holds on all of a motion.
///
/// ```
/// use clearance::Vec3;
/// use clearance_robot::edge::{Checker, EdgeOptions, Found};
/// use clearance_robot::{Constraint, JointKind, JointSpec, Robot, Workcell};
/// let turn = JointSpec::new("turn", JointKind::Continuous, "base", "cup");
/// let robot = Robot::builder("r").link("base", vec![]).link("cup", vec![]).joint(turn).build().unwrap();
/// // The joint turns about x, so it tilts the cup.
/// let upright = Constraint::axis("upright", "cup", Vec3::axis(2), Vec3::axis(2), 0.25);
/// let cell = Workcell::new(robot, &[]).unwrap().keep(upright).unwrap();
/// let checker = Checker::new(&cell).unwrap();
/// assert!(checker.edge(&[-0.2], &[0.2], &EdgeOptions::default()).unwrap().is_free());
/// let Found::Violated(tilted) = checker.edge(&[0.0], &[0.5], &EdgeOptions::default()).unwrap() else { panic!() };
/// // Halfway the cup is tilted by 0.25.
/// assert!((tilted.time.upper - 0.5).abs() < 1e-9 && (tilted.value - 0.25).abs() < 1e-9);
/// # use clearance::Vector;
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Constraint {
    /// Its name, which no other constraint of a cell has.
    pub name: String,
    /// The link that it is about.
    pub link: String,
    /// The link in whose frame the direction or the box is given; `None` for the world.
    pub of: Option<String>,
    /// What holds.
    pub kind: ConstraintKind,
}

/// What a constraint says of its link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConstraintKind {
    /// An axis of the link is within an angle of a direction.
    Axis {
        /// In the link's frame, of any length but zero.
        axis: Vec3<f64>,
        /// In the frame in which it is given, of any length but zero.
        direction: Vec3<f64>,
        /// Radians, between 0 and π.
        angle: f64,
    },
    /// A point of the link is in the interior of a box.
    Point {
        /// In the link's frame.
        point: Vec3<f64>,
        /// Where the centre of the box is, and how its sides lie.
        pose: Pose3<f64>,
        /// Half the length of each side, metres; `None` for a side without ends.
        half: [Option<f64>; 3],
    },
}

impl Constraint {
    /// An axis of a link within an angle of a direction of the world, radians.
    pub fn axis(
        name: impl Into<String>,
        link: impl Into<String>,
        axis: Vec3<f64>,
        direction: Vec3<f64>,
        angle: f64,
    ) -> Self {
        let kind = ConstraintKind::Axis { axis, direction, angle };
        Constraint { name: name.into(), link: link.into(), of: None, kind }
    }

    /// A point of a link in a box of the world, by half the lengths of its sides.
    pub fn point(
        name: impl Into<String>,
        link: impl Into<String>,
        point: Vec3<f64>,
        pose: Pose3<f64>,
        half: [Option<f64>; 3],
    ) -> Self {
        let kind = ConstraintKind::Point { point, pose, half };
        Constraint { name: name.into(), link: link.into(), of: None, kind }
    }

    /// A point of a link within a radius of a straight segment of the world.
    ///
    /// What holds is more: the point is in a box that all lies within the radius. Its sides are 0.6 radii from the
    /// segment, and its ends half a radius behind those of the segment, since `0.6² + 0.6² + 0.5² < 1`.
    pub fn tube(
        name: impl Into<String>,
        link: impl Into<String>,
        point: Vec3<f64>,
        [from, to]: [Vec3<f64>; 2],
        radius: f64,
    ) -> Result<Self, RobotError> {
        let refused = |what: String| RobotError::new(what);
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(refused(format!("the radius of a tube must be positive, got {radius}")));
        }
        let way = to - from;
        // The shortest rotation from x to the segment, taken in the sense in which that is at most a quarter of a turn:
        // the box is the same in both.
        let along = match way.normalized() {
            _ if way.norm() == 0.0 => Vec3::axis(0),
            along if along.x < 0.0 => -along,
            along => along,
        };
        let rotor = Rotor3::from_wxyz([1.0 + along.x, 0.0, -along.z, along.y]);
        let middle = from + way * 0.5;
        let pose = rotor.and_then(|rotor| Pose3::new(rotor, middle)).map_err(|error| refused(error.to_string()))?;
        let half = [0.5 * way.norm() + 0.5 * radius, 0.6 * radius, 0.6 * radius].map(Some);
        Ok(Self::point(name, link, point, pose, half))
    }

    /// The constraint with its direction or box given in the frame of a link.
    pub fn seen_from(self, link: impl Into<String>) -> Self {
        Constraint { of: Some(link.into()), ..self }
    }

    /// The constraint with a pose that is its numbers, as certificates write them.
    pub(super) fn written(self) -> Result<Self, RobotError> {
        let ConstraintKind::Point { point, pose, half } = self.kind else { return Ok(self) };
        let pose = Pose3::new(pose.rotor(), pose.translation()).map_err(|error| RobotError::new(error.to_string()))?;
        Ok(Constraint { kind: ConstraintKind::Point { point, pose, half }, ..self })
    }

    /// Refuses numbers that are none of a constraint, and names that are none of the robot.
    pub(super) fn check(&self, robot: &Robot) -> Result<(), RobotError> {
        let refuse = |what: String| Err(RobotError::new(what));
        robot.find_link(&self.link)?;
        self.of.as_ref().map(|of| robot.find_link(of)).transpose()?;
        if self.name.is_empty() {
            return refuse("a constraint must have a name, got an empty one".into());
        }
        let has_direction = |v: Vec3<f64>| v.max_abs() > 0.0 && v.max_abs() < f64::INFINITY;
        match self.kind {
            ConstraintKind::Axis { axis, direction, .. } if !(has_direction(axis) && has_direction(direction)) => {
                refuse("axis and direction must be finite and not zero".into())
            }
            ConstraintKind::Axis { angle, .. } if !(angle > 0.0 && angle < core::f64::consts::PI) => {
                refuse(format!("the angle must be between 0 and π, radians, got {angle}"))
            }
            ConstraintKind::Point { half, .. } => match half.into_iter().flatten().find(|half| !(*half > 0.0)) {
                Some(half) => refuse(format!("half the length of a side must be positive, got {half}")),
                None if half == [None; 3] => refuse("a box must have a side with ends".into()),
                None => Ok(()),
            },
            ConstraintKind::Axis { .. } => Ok(()),
        }
    }

    /// The value at the image of the axis or the point, where it is given: the angle in radians, or how far the point
    /// is outside of the box in metres, below zero inside; rounded. The constraint holds below its
    /// [limit](Self::limit).
    pub(crate) fn value(&self, image: Vec3<f64>) -> f64 {
        match self.kind {
            ConstraintKind::Axis { direction, .. } => image.cross(direction).norm().atan2(image.dot(direction)),
            ConstraintKind::Point { half, .. } => {
                let beyond = |i: usize| half[i].map_or(f64::NEG_INFINITY, |half| image[i].abs() - half);
                beyond(0).max(beyond(1)).max(beyond(2))
            }
        }
    }

    /// What its value stays below.
    pub fn limit(&self) -> f64 {
        match self.kind {
            ConstraintKind::Axis { angle, .. } => angle,
            ConstraintKind::Point { .. } => 0.0,
        }
    }

    /// The halfspaces that the image stays apart from, by their names, and how far it is from each at most.
    ///
    /// Axis and direction are rounded by `5u` each and the cosine by less than `2u`, so the offset is above the cosine
    /// by more than all of that: what is proven is a little more than what is said.
    pub(crate) fn walls(&self) -> Result<Vec<Wall>, RobotError> {
        let wall = |what: &str, normal: Vec3<f64>, offset: f64, depth: f64| {
            let halfspace = Halfspace::new(normal, offset).map_err(|error| RobotError::new(error.to_string()))?;
            Ok(Wall { name: format!("{} {what}", self.name), halfspace, depth })
        };
        match self.kind {
            ConstraintKind::Axis { direction, angle, .. } => {
                let cosine = sin_cos(angle).1;
                Ok(vec![wall("limit", direction.normalized(), cosine + 64.0 * f64::UNIT, 1.0 - cosine)?])
            }
            ConstraintKind::Point { half, .. } => {
                let faces = ["-x", "-y", "-z", "+x", "+y", "+z"].into_iter().enumerate();
                let all = faces.filter_map(|(face, name)| {
                    let (i, half) = (face % 3, half[face % 3]?);
                    let inwards = if face < 3 { Vec3::axis(i) } else { -Vec3::axis(i) };
                    Some(wall(name, inwards, -half, half))
                });
                all.collect()
            }
        }
    }
}

/// A halfspace that the image of an axis or a point stays apart from.
pub(crate) struct Wall {
    pub name: String,
    pub halfspace: Halfspace<Vec3<f64>>,
    /// How far the image is from it at most, while the constraint holds.
    pub depth: f64,
}

/// A constraint as files and certificates have it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    link: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    axis: Option<[f64; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    direction: Option<[f64; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    angle: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    point: Option<[f64; 3]>,
    #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
    sides: Option<WrittenBox>,
    #[serde(default, skip_serializing)]
    segment: Option<[[f64; 3]; 2]>,
    #[serde(default, skip_serializing)]
    radius: Option<f64>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenBox {
    half: [Option<f64>; 3],
    #[serde(default)]
    translation: [f64; 3],
    #[serde(default = "no_rotation")]
    quaternion: [f64; 4],
}

fn no_rotation() -> [f64; 4] {
    [1.0, 0.0, 0.0, 0.0]
}

impl From<Constraint> for Written {
    fn from(Constraint { name, link, of, kind }: Constraint) -> Self {
        let (axis, direction, angle, point) = (None, None, None, None);
        let (sides, segment, radius) = (None, None, None);
        let head = Written { name, link, of, axis, direction, angle, point, sides, segment, radius };
        match kind {
            ConstraintKind::Axis { axis, direction, angle } => {
                Written { axis: Some(axis.into()), direction: Some(direction.into()), angle: Some(angle), ..head }
            }
            ConstraintKind::Point { point, pose, half } => {
                let quaternion = pose.rotor().to_wxyz();
                let sides = WrittenBox { half, translation: pose.translation().into(), quaternion };
                Written { point: Some(point.into()), sides: Some(sides), ..head }
            }
        }
    }
}

impl TryFrom<Written> for Constraint {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let Written { name, link, of, axis, direction, angle, point, sides, segment, radius } = written;
        let named = |what: String| format!("constraint {name:?}: {what}");
        let made = match (axis, point, sides, segment) {
            (Some(axis), None, None, None) => match (angle, radius) {
                // Upright, where nothing is said.
                (Some(angle), None) => {
                    let direction = direction.unwrap_or([0.0, 0.0, 1.0]).into();
                    Ok(Self::axis(name.clone(), link, axis.into(), direction, angle))
                }
                _ => Err("an axis has an \"angle\", and no \"radius\"".into()),
            },
            (None, Some(point), Some(sides), None) => {
                let rotor = Rotor3::from_wxyz(sides.quaternion);
                let pose = rotor.and_then(|rotor| Pose3::new(rotor, sides.translation.into()));
                let pose = pose.map_err(|error| named(error.to_string()))?;
                Ok(Self::point(name.clone(), link, point.into(), pose, sides.half))
            }
            (None, Some(point), None, Some(ends)) => {
                let radius = radius.ok_or_else(|| named("a \"segment\" has a \"radius\"".into()))?;
                Self::tube(name.clone(), link, point.into(), ends.map(Vec3::from), radius).map_err(|e| e.to_string())
            }
            _ => Err("expected \"axis\" and \"angle\", \"point\" and \"box\", or \"point\" and \"segment\"".into()),
        };
        Ok(Constraint { of, ..made.map_err(named)? })
    }
}

#[cfg(test)]
mod tests;
