//! A robot with what its file says beside it.

use clearance::Vec3;
use clearance::enclosure::point_in_frame;
use clearance_world::hint;

use super::obstacle::Obstacle;
use crate::error::RobotError;
use crate::model::base::{BASE, Base};
use crate::model::notes::Notes;
use crate::model::pin::Pin;
use crate::model::robot::Robot;
use crate::model::srdf::{Srdf, VirtualJoint};

/// A robot as a file describes it, with the bodies of the world and the remarks that come with it.
///
/// A [`Workcell`](crate::Workcell) takes it whole, so that no body of the file is left out.
#[derive(Clone, Debug)]
pub struct RobotModel {
    /// The robot.
    pub robot: Robot,
    /// Bodies of the world: the planes of an MJCF file, the bodies of an assembly that no joint moves.
    pub fixtures: Vec<Obstacle>,
    /// Remarks of the reader, one line a kind: joints that are held, limits that are missing.
    pub notes: Vec<String>,
    /// How the root was asked to move; without, as the [virtual joint](Srdf::virtual_joints) of an SRDF says.
    pub base: Option<Base>,
}

/// A robot that no file describes has no bodies and no remarks beside it.
impl From<Robot> for RobotModel {
    fn from(robot: Robot) -> Self {
        RobotModel { robot, fixtures: Vec::new(), notes: Vec::new(), base: None }
    }
}

/// A copy.
impl From<&Robot> for RobotModel {
    fn from(robot: &Robot) -> Self {
        robot.clone().into()
    }
}

/// A copy.
impl From<&RobotModel> for RobotModel {
    fn from(model: &RobotModel) -> Self {
        model.clone()
    }
}

impl RobotModel {
    /// The robot [on a base](Robot::on_base) whose joint is called [`BASE`], until an SRDF gives it a name; what it
    /// moves against is called `world`, or `world of ROOT` if a link has that name.
    ///
    /// [`Base::Fixed`] leaves the robot where it is, whatever an SRDF says.
    pub fn on_base(mut self, base: Base) -> Result<Self, RobotError> {
        let robot = &self.robot;
        let root = robot.links().iter().find(|link| link.parent.is_none()).map_or("", |link| &link.name);
        let world = if robot.link_named("world").is_none() { "world".into() } else { format!("world of {root}") };
        self.robot = self.robot.on_base(base, BASE, &world)?;
        Ok(RobotModel { base: Some(base), ..self })
    }

    /// The robot [with an SRDF file](Robot::with_srdf). A planar virtual joint to its root is its base, [unless another
    /// one was given](Self::on_base): then that one takes the name of the joint. A floating one is held, with a note,
    /// unless a base is given: many SRDF files have one for arms that stand on the floor. Rows that name unknown links
    /// may mean bodies of the world; they are kept, with a note.
    pub fn with_srdf(mut self, srdf: Srdf) -> Self {
        self.notes.extend(srdf.notes.iter().cloned());
        let mut notes = Notes::default();
        srdf.virtual_joints.iter().for_each(|joint| self.stand_on(joint, &mut notes));
        for row in &srdf.disabled {
            if let Some(name) = row.links.iter().find(|name| self.robot.link_named(name).is_none()) {
                notes.add("pairs disabled by the SRDF with names that are no links of the robot", name);
            }
        }
        self.notes.extend(notes.lines());
        RobotModel { robot: self.robot.with_srdf(srdf), ..self }
    }

    /// Moves the root as a virtual joint says, or says why not.
    fn stand_on(&mut self, joint: &VirtualJoint, notes: &mut Notes) {
        let kind = Base::from_name(&joint.kind).unwrap_or(Base::Fixed);
        if kind == Base::Fixed || !self.robot.joints_called(&joint.name).is_empty() {
            return;
        }
        match self.base {
            Some(Base::Fixed) => {
                notes.add(format!("{} virtual joints of the SRDF, held at their origins", joint.kind), &joint.name);
            }
            Some(_) => self.robot.rename_base(BASE, &joint.name),
            None if kind == Base::Floating => {
                let what = "virtual joints of the SRDF, held at their origins; base floating moves the robot freely";
                notes.add(format!("{} {what}", joint.kind), &joint.name);
            }
            None => {
                let root = self.robot.link_named(&joint.child_link);
                let is_root = root.is_some_and(|link| self.robot.links()[link].parent.is_none());
                match self.robot.clone().on_base(kind, &joint.name, &joint.parent_frame) {
                    Ok(robot) if is_root => {
                        self.robot = robot;
                        let what = "virtual joints of the SRDF have values of their own; base fixed holds them";
                        notes.add(format!("{} {what}", joint.kind), &joint.name);
                    }
                    Ok(_) => notes.add("virtual joints of the SRDF to links that are no roots, not kept", &joint.name),
                    Err(error) => notes.add(format!("virtual joints of the SRDF not kept: {error}"), &joint.name),
                }
            }
        }
    }

    /// The model with a remark about links whose meshes are not closed: they have no inside.
    pub fn noting_surfaces(mut self) -> Self {
        let mut notes = Notes::default();
        for link in self.robot.links() {
            let meshes = link.shapes.iter().filter_map(|shape| shape.mesh.as_ref());
            for _ in meshes.filter(|mesh| mesh.is_surface()) {
                notes.add("meshes of links that are not closed: nothing is inside of them", &link.name);
            }
        }
        self.notes.extend(notes.lines());
        self
    }

    /// Closes a loop: two links have a point of the world in common when all joints are at zero, and stay together
    /// there; the two are no longer checked against one another. A fixture is one with the world.
    ///
    /// The point is written in the frames of both links; where these are not those of the world, its numbers are
    /// rounded there, and the points that they say stay together.
    pub fn close_loop(&mut self, [a, b]: [&str; 2], point: Vec3<f64>, drive: usize) -> Result<(), RobotError> {
        self.check_names(&[a, b])?;
        let robot = &mut self.robot;
        if drive >= robot.dof() {
            return Err(RobotError::new(format!("expected the place of a value below {}, got {drive}", robot.dof())));
        }
        let links = [a, b].map(|name| robot.link_named(name).unwrap_or(0));
        let placement = robot.place(&vec![0.0; robot.dof()])?;
        let points = links.map(|link| point_in_frame(&robot.link_pose(&placement, link), point).0);
        robot.allow(a, b);
        robot.add_pin(Pin { links, points, drive });
        Ok(())
    }

    /// Refuses names that are neither links nor fixtures.
    pub fn check_names(&self, names: &[&str]) -> Result<(), RobotError> {
        let mut known = self.robot.link_names();
        known.extend(self.fixtures.iter().map(|body| body.name.as_str()));
        match names.iter().find(|name| !known.contains(*name)) {
            None => Ok(()),
            Some(name) => Err(RobotError::new(format!("no body is named {name:?}{}", hint(name, &known)))),
        }
    }
}
