//! The points of constraints as they are seen from where these are given, and the halfspaces that they stay apart from.
//!
//! A point `p` of a link A is at `T_B⁻¹ T_A p` in the frame of B, or at `T_A p` in the world. Joints lead there as they
//! lead from B to A: those up from B to the frame that carries both in the opposite sense, then those down to A. Of an
//! axis `a`, `R_B⁻¹ R_A a` is where the point `a` comes to if nothing but rotations is left of all poses and joints.
//! So there is a robot with the variables of the first one whose links are these points, and no other: its proofs are
//! those of the constraints.

use clearance::{Point, Pose3, Vec3, Vector};
use clearance_world::Body;

use super::{Constraint, ConstraintKind};
use crate::cell::obstacle::{LinkRule, Obstacle};
use crate::error::RobotError;
use crate::kinematics::compose;
use crate::model::joint::Joint;
use crate::model::link::{Link, LinkShape};
use crate::model::robot::{Frame, Robot};

/// A step on the way from a frame to a link.
enum Step<'r> {
    Fixed(Pose3<f64>),
    Forwards(&'r Joint),
    Backwards(&'r Joint),
}

/// The robot of points and its halfspaces. Each is checked against its own point only.
pub(in crate::cell) fn relative(robot: &Robot, all: &[Constraint]) -> Result<(Robot, Vec<Obstacle>), RobotError> {
    let still = |joint: &Joint| Joint { parent: 0, child: 0, ..joint.clone() };
    let mut points = Robot {
        name: robot.name.clone(),
        base: Pose3::IDENTITY,
        links: vec![link(String::new(), (0, Pose3::IDENTITY), vec![])],
        joints: robot.joints.iter().map(still).collect(),
        frames: vec![Frame { joint: 0, parent: 0, origin: Pose3::IDENTITY }],
        variables: robot.variables.clone(),
        srdf: None,
        allowed: Vec::new(),
        pins: Vec::new(),
    };
    let mut walls = Vec::new();
    for (i, constraint) in all.iter().enumerate() {
        let named = |error: RobotError| error.within(format_args!("constraint {:?}", constraint.name));
        constraint.check(robot).map_err(named)?;
        if all[..i].iter().any(|other| other.name == constraint.name) {
            return Err(named(RobotError::new("another one has the name already")));
        }
        points.add_point(robot, constraint).map_err(named)?;
        let others = || all.iter().filter(|other| other.name != constraint.name);
        for wall in constraint.walls().map_err(named)? {
            let rules = others().map(|other| LinkRule { link: other.name.clone(), margin: None }).collect();
            let body = Body::halfspace(wall.halfspace);
            walls.push(Obstacle { rules, ..Obstacle::of(wall.name, body, Pose3::IDENTITY) });
        }
        points.allowed.extend(all[..i].iter().map(|other| [other.name.clone(), constraint.name.clone()]));
    }
    Ok((points, walls))
}

impl Robot {
    /// Adds the point of a constraint on another robot, with the joints that move it.
    fn add_point(&mut self, robot: &Robot, constraint: &Constraint) -> Result<(), RobotError> {
        let (mut steps, only_turns, point) = match constraint.kind {
            ConstraintKind::Axis { axis, .. } => (Vec::new(), true, axis.normalized()),
            ConstraintKind::Point { point, pose, .. } => (vec![Step::Fixed(pose.inverse())], false, point),
        };
        steps.extend(robot.steps(constraint)?);
        let turns = |step: &Step| match step {
            Step::Fixed(_) => true,
            Step::Forwards(joint) | Step::Backwards(joint) => !only_turns || joint.kind.turns(),
        };
        let (mut frame, mut pose) = (0, Pose3::IDENTITY);
        for step in steps.into_iter().filter(turns) {
            let joint = match step {
                Step::Fixed(fixed) if only_turns => {
                    let turned = Pose3::computed(*fixed.matrix(), Vec3::ZERO, fixed.rotation_error(), 0.0);
                    pose = compose(&pose, &turned);
                    continue;
                }
                Step::Fixed(fixed) => {
                    pose = compose(&pose, &fixed);
                    continue;
                }
                Step::Forwards(joint) => joint.clone(),
                Step::Backwards(joint) => Joint { axis: -joint.axis, ..joint.clone() },
            };
            let name = format!("{} of {}", joint.name, constraint.name);
            self.joints.push(Joint { name, parent: 0, child: 0, ..joint });
            self.frames.push(Frame { joint: self.joints.len() - 1, parent: frame, origin: pose });
            (frame, pose) = (self.frames.len() - 1, Pose3::IDENTITY);
        }
        if frame == 0 {
            return Err(RobotError::new(format!("no joint moves what it says of {:?}", constraint.link)));
        }
        let at = Pose3::from_translation(point).map_err(|error| RobotError::new(error.to_string()))?;
        let shapes = vec![LinkShape::new(Point::new(), at)];
        self.links.push(link(constraint.name.clone(), (frame, pose), shapes));
        Ok(())
    }

    /// The steps from where a constraint is given to its link.
    fn steps(&self, constraint: &Constraint) -> Result<Vec<Step<'_>>, RobotError> {
        let own = &self.links[self.find_link(&constraint.link)?];
        let joint = |frame: usize| &self.joints[self.frames[frame].joint];
        let (mut steps, mut common) = (Vec::new(), 0);
        match &constraint.of {
            None => steps.push(Step::Fixed(self.base)),
            Some(of) => {
                let from = &self.links[self.find_link(of)?];
                common = self.common_frame(from.frame, own.frame);
                steps.push(Step::Fixed(from.pose.inverse()));
                for frame in self.frames_to(from.frame, common) {
                    steps.push(Step::Backwards(joint(frame)));
                    steps.push(Step::Fixed(self.frames[frame].origin.inverse()));
                }
            }
        }
        for &frame in self.frames_to(own.frame, common).iter().rev() {
            steps.push(Step::Fixed(self.frames[frame].origin));
            steps.push(Step::Forwards(joint(frame)));
        }
        steps.push(Step::Fixed(own.pose));
        Ok(steps)
    }
}

fn link(name: String, (frame, pose): (usize, Pose3<f64>), shapes: Vec<LinkShape>) -> Link {
    Link { name, shapes, parent: None, frame, pose, padding: 0.0, is_held: false, taken: None }
}
