//! A robot that executes a trajectory among bodies that move: proofs over all of its time.
//!
//! Bodies that move, or whose poses may deviate, are movers of the workcell: their poses are coordinates beside the
//! joints' values. The trajectory is cut at the break times of all joints and bodies; over each stretch the [prover of
//! edges](crate::prove::time) does the work.

/// Values of the joints, and poses of bodies by their names.
pub type Corner = (Vec<f64>, Vec<(String, Pose3<f64>)>);

use clearance::Pose3;

pub(crate) use super::course::MotionProof;
use super::course::{Course, check_joints};
use super::runs::LONG;
use super::{Checker, EdgeOptions, Found, Nearest};
use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::path::Path;
use crate::trajectory::Trajectory;

/// A robot, the bodies of its world, and what it executes.
///
/// ```
/// use clearance::{Ball, Pose3};
/// use clearance_robot::edge::{EdgeOptions, Found, Mode};
/// use clearance_robot::{Execution, Interpolation, JointKind, JointSpec, LinkShape, Obstacle, Robot};
/// use clearance_robot::{TimedPoint, Trajectory, Workcell};
/// let ball = |radius| Ball::new(radius).unwrap();
/// let along = |x| Pose3::from_xyz(x, 0.0, 0.0).unwrap();
/// let joint = JointSpec::new("slide", JointKind::Prismatic, "base", "hand");
/// let hand = LinkShape::new(ball(0.25), Pose3::IDENTITY);
/// let robot = Robot::builder("r").link("base", vec![]).link("hand", vec![hand]).joint(joint).build().unwrap();
/// let point = |time, x| TimedPoint::at(time, vec![x]);
/// let slow = Trajectory::through(&[point(0.0, 0.0), point(4.0, 1.0)], Interpolation::Linear).unwrap();
/// // From 0 to 1 m in 4 s towards a ball 1.2 m away: they touch where the hand is at 0.7 m.
/// let world = [Obstacle::new("ball", ball(0.25), along(1.2))];
/// let execution = Execution::new(&Workcell::new(&robot, &world).unwrap(), &slow).unwrap();
/// let options = EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() };
/// let Found::Hit(contact) = execution.check(&options).unwrap() else { panic!() };
/// assert!(contact.time.lower < 2.8 + 1e-9 && contact.time.upper > 2.8 - 1e-9 && contact.time.width() < 1e-9);
/// ```
#[derive(Clone, Debug)]
pub struct Execution {
    cell: Workcell,
    course: Course,
}

impl Execution {
    /// A robot that executes a trajectory among the bodies of a scene, of which some may move.
    pub fn new(cell: &Workcell, trajectory: &Trajectory) -> Result<Self, RobotError> {
        check_joints(cell.robot(), trajectory)?;
        let cell = cell.with_movers(trajectory.bodies().iter().map(|body| body.name.as_str()))?;
        let scene: Vec<Pose3<f64>> = cell.movers().iter().map(|body| body.pose).collect();
        Ok(Execution { course: Course::new(trajectory, &scene), cell })
    }

    /// The robot, its world and the pairs that must stay apart; poses of bodies that move are not in it.
    pub fn checker(&self) -> Result<Checker<'_>, RobotError> {
        Checker::new(&self.cell)
    }

    /// The robot among the bodies, of which some move.
    pub(crate) fn cell(&self) -> &Workcell {
        &self.cell
    }

    /// The trajectory.
    pub fn trajectory(&self) -> &Trajectory {
        self.course.trajectory()
    }

    /// The path that is proven: a segment between two break times.
    pub fn path(&self) -> &Path {
        self.course.path()
    }

    /// What is known, with times in stretches between break times, as those of [paths](Path) are.
    pub fn in_segments(&self, found: &Found) -> Found {
        self.course.in_segments(found)
    }

    /// The break times, seconds.
    pub fn break_times(&self) -> &[f64] {
        self.course.times()
    }

    /// The poses of bodies that move or have tolerances, at a time; rounded.
    pub fn bodies_at(&self, time: f64) -> Vec<(String, Pose3<f64>)> {
        self.course.bodies_at(time)
    }

    /// Corners of the tolerances of joints and bodies at a time, at most `count`. For pictures.
    pub fn corners_at(&self, time: f64, count: usize) -> Vec<Corner> {
        self.course.corners_at(time, count)
    }

    /// The least signed distance of all pairs at a time at which nothing has a tolerance, with the pair's names; `None`
    /// without pairs.
    pub fn nearest_at(&self, checker: &Checker, time: f64) -> Option<Nearest> {
        let (piece, x) = self.course.place(time);
        checker.nearest_on(&self.path().segments()[piece], x)
    }

    /// What is known over all of the time. With [`Mode::LeastClearance`](super::Mode::LeastClearance) bounds of
    /// the least signed distance are within its tolerance; unless it is [`Mode::AnyHit`](super::Mode::AnyHit),
    /// the contact of a trajectory that is not free is the first.
    pub fn check(&self, options: &EdgeOptions) -> Result<Found, RobotError> {
        Ok(self.course.prove(&self.checker()?, options, None))
    }

    /// The largest factor of all tubes and boxes of poses that is proven free, of those that are tried by halving; none
    /// if the trajectory itself is not.
    pub fn largest_scale(&self, options: &EdgeOptions, halvings: u32) -> Result<Option<f64>, RobotError> {
        Ok(self.course.largest_scale(&self.checker()?, options, halvings))
    }

    /// Whether its certificates have entries that hold over many stretches.
    pub(crate) fn is_long(&self) -> bool {
        self.path().len() >= LONG
    }

    /// What is known without constraints, by a checker of this execution or of its constraints, with the proof.
    pub(crate) fn prove(&self, checker: &Checker, options: &EdgeOptions, proof: &mut MotionProof) -> Found {
        self.course.prove_apart(checker, options, Some(proof))
    }
}

#[cfg(test)]
mod tests;
