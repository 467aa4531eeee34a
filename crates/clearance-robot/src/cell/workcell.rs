//! A robot among the bodies of its world: what every question is about.

use std::sync::{Arc, OnceLock};

use super::balls::chain::Chain;
use super::obstacle::Obstacle;
use crate::error::RobotError;
use crate::model::robot::Robot;

/// A robot among bodies, shared by all that ask about it: clearances, proofs, ranges, plans, monitors, certificates.
///
/// Copies are cheap and share the robot and the bodies. A proof that was made for one workcell cannot be
/// checked against the bodies of another by mistake: whoever makes a proof and whoever checks it takes the workcell,
/// and nothing else.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3};
/// use clearance_robot::edge::{Checker, Edge, EdgeOptions};
/// use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, Workcell};
/// let at = |x: f64, y: f64| Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap();
/// let hand = LinkShape::new(Ball::new(0.25).unwrap(), at(2.0, 0.0));
/// let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm").axis(Vec3::new(0.0, 0.0, 1.0));
/// let robot = Robot::builder("arm").link("base", vec![]).link("arm", vec![hand]).joint(turn).build().unwrap();
/// let cell = Workcell::new(robot, &[Obstacle::new("cup", Ball::new(0.5).unwrap(), at(0.0, 3.0))]).unwrap();
/// // A quarter turn ends 1 m below the cup, less both radii.
/// let edge = Checker::new(&cell).unwrap().edge(&[0.0], &[core::f64::consts::FRAC_PI_2], &EdgeOptions::default()).unwrap();
/// assert!(matches!(edge, Edge::Free { lower } if lower <= 0.25));
/// ```
#[derive(Clone, Debug)]
pub struct Workcell {
    robot: Arc<Robot>,
    world: Arc<[Obstacle]>,
    /// The number of bodies that move, which come first in the world.
    movers: usize,
    kept: Arc<Kept>,
}

/// Parts of answers that are found when they are first needed, and kept for all copies of a workcell.
#[derive(Debug, Default)]
struct Kept {
    /// The digest of robot and movers.
    robot_digest: OnceLock<String>,
    balls: OnceLock<Arc<Chain>>,
}

/// A robot that is borrowed is copied; one that is given, or in an [`Arc`], is not.
impl From<&Robot> for Arc<Robot> {
    fn from(robot: &Robot) -> Self {
        Arc::new(robot.clone())
    }
}

impl Workcell {
    /// A robot among bodies. Refuses a body that has the name of a link: rules, contacts and certificates name both.
    pub fn new(robot: impl Into<Arc<Robot>>, world: &[Obstacle]) -> Result<Self, RobotError> {
        let robot = robot.into();
        if let Some(body) = world.iter().find(|body| robot.link_named(&body.name).is_some()) {
            return Err(RobotError::new(format!("{:?} is the name of a link and of a body of the world", body.name)));
        }
        Ok(Workcell { robot, world: world.into(), movers: 0, kept: Arc::default() })
    }

    /// The cell in which some bodies move: they come first in the world, in the order of their names here, and their
    /// poses are those of [configurations](crate::path::Configuration::carried).
    pub(crate) fn with_movers<'n>(&self, names: impl Iterator<Item = &'n str> + Clone) -> Result<Self, RobotError> {
        let moving = names.clone().map(|name| self.mover(name)).collect::<Result<Vec<_>, _>>()?;
        let still = self.world.iter().filter(|body| names.clone().all(|name| *name != body.name));
        let movers = moving.len();
        let world = moving.into_iter().chain(still).cloned().collect();
        Ok(Workcell { robot: self.robot.clone(), world, movers, kept: Arc::default() })
    }

    /// The body of a name, if it can move.
    fn mover(&self, name: &str) -> Result<&Obstacle, RobotError> {
        let Some(body) = self.world.iter().find(|body| body.name == name) else {
            let names: Vec<&str> = self.world.iter().map(|body| body.name.as_str()).collect();
            let hint = clearance_world::hint(name, &names);
            return Err(RobotError::new(format!("no body of the scene is named {name:?}{hint}")));
        };
        if !body.body.is_bounded() {
            return Err(RobotError::new(format!("{name:?}: a halfspace cannot move, nor be off")));
        }
        Ok(body)
    }

    /// The robot.
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// The robot, shared.
    pub(crate) fn shared_robot(&self) -> Arc<Robot> {
        self.robot.clone()
    }

    /// The bodies of the world.
    pub fn world(&self) -> &[Obstacle] {
        &self.world
    }

    /// The bodies of the world that move.
    pub(crate) fn movers(&self) -> &[Obstacle] {
        &self.world[..self.movers]
    }

    /// The frame that a body of the world is rigid in, by its index: those of movers come after the robot's, all others
    /// are in frame 0.
    pub(crate) fn frame_of_body(&self, body: usize) -> usize {
        if body < self.movers { self.robot.frames().len() + body } else { 0 }
    }

    /// The digest of robot and movers, found once.
    pub(crate) fn robot_digest(&self, find: impl FnOnce() -> String) -> String {
        self.kept.robot_digest.get_or_init(find).clone()
    }

    /// The balls of the links' shapes, made once.
    pub(crate) fn balls(&self) -> Arc<Chain> {
        self.kept.balls.get_or_init(|| Arc::new(Chain::new(&self.robot))).clone()
    }

    /// The index of the mover of a frame; `None` for a frame of the robot or the world.
    pub(crate) fn mover_of(&self, frame: usize) -> Option<usize> {
        frame.checked_sub(self.robot.frames().len())
    }
}

#[cfg(test)]
mod tests {
    use clearance::{Ball, Pose3};

    use super::*;
    use crate::model::link::LinkShape;

    #[test]
    fn a_body_with_the_name_of_a_link_is_refused() {
        let ball = Ball::new(0.25).unwrap();
        let robot = Robot::builder("r").link("cup", vec![LinkShape::new(ball, Pose3::IDENTITY)]).build().unwrap();
        let body = |name: &str| [Obstacle::new(name, ball, Pose3::from_xyz(0.3, 1.7, -0.2).unwrap())];
        let why = Workcell::new(&robot, &body("cup")).unwrap_err().to_string();
        assert_eq!(why, "\"cup\" is the name of a link and of a body of the world");
        let cell = Workcell::new(&robot, &body("mug")).unwrap();
        assert_eq!((cell.robot().links().len(), cell.world()[0].name.as_str()), (1, "mug"));
    }
}
