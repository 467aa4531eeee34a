//! A link of a robot on a segment of a path, as a [`Motion`] of the core: its time of impact is a proof.

use clearance::enclosure::Ball;
use clearance::query::motion::Motion;
use clearance::{Pose3, Vec3};

use super::Segment;
use crate::bound::moving::{frame_poses, moving_joints};
use crate::bound::swing::swing;
use crate::kinematics::compose;
use crate::model::robot::Robot;

/// A link on a segment of a path, over `0 ≤ t ≤ 1`.
///
/// ```
/// use clearance::query::motion::Motion;
/// use clearance::Vec3;
/// use clearance_robot::{JointKind, JointSpec, Robot, motion::LinkMotion, path::Segment};
/// let turn = JointSpec::new("turn", JointKind::Revolute, "base", "arm").axis(Vec3::new(0.0, 0.0, 1.0));
/// let robot = Robot::builder("r").link("base", vec![]).link("arm", vec![]).joint(turn).build().unwrap();
/// let half = Segment::Straight { from: vec![0.0], to: vec![core::f64::consts::PI] };
/// let arm = LinkMotion::new(&robot, 1, &half);
/// // A point 2 from the axis turns by π in the unit of time: its path bends by 2 π².
/// let bend = arm.bend(Vec3::new(1.0, 0.0, 0.0), 2.0);
/// assert!(bend >= 19.739 && bend < 19.740);
/// ```
pub struct LinkMotion<'r> {
    robot: &'r Robot,
    link: usize,
    segment: &'r Segment,
    /// The frames from the link to the base.
    frames: Vec<usize>,
}

impl<'r> LinkMotion<'r> {
    /// The motion of a link by its index in [`Robot::links`], on a segment with as many joints as the robot has values.
    pub fn new(robot: &'r Robot, link: usize, segment: &'r Segment) -> Self {
        let first = robot.links()[link].frame;
        let above = |frame: &usize| Some(robot.frames()[*frame].parent);
        let frames = core::iter::successors(Some(first), above).take_while(|frame| *frame != 0);
        LinkMotion { robot, link, segment, frames: frames.collect() }
    }
}

impl Motion<Vec3<f64>> for LinkMotion<'_> {
    fn pose_at(&self, t: f64) -> Pose3<f64> {
        let link = &self.robot.links()[self.link];
        let poses = frame_poses(self.robot, &self.segment.at(t));
        compose(&poses[link.frame], &link.pose)
    }

    fn bend(&self, _: Vec3<f64>, reach: f64) -> f64 {
        let poses = frame_poses(self.robot, &self.segment.at(0.5));
        let joints = moving_joints(self.robot, &poses, &self.segment.rates([0.0, 1.0]), &[]);
        let link = &self.robot.links()[self.link];
        let body = Ball { center: Vec3::new(0.0, 0.0, 0.0), radius: reach };
        let body = body.posed(&compose(&poses[link.frame], &link.pose));
        swing(self.frames.iter().map(|frame| &joints[*frame]), &body, 0.0, 0.5).bend
    }
}
