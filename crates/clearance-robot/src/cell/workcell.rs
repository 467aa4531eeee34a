//! A robot among the bodies of its world: what every question is about.

use std::sync::Arc;

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
        Ok(Workcell { robot, world: world.into() })
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
