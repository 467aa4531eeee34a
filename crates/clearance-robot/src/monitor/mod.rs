//! A monitor for the loop of a controller: how near a robot may come to people, to itself and to its world within the
//! time that it needs to stop, proven.
//!
//! **Setting.** The joints are in intervals, by a sample of them and by what they may do [ahead](Ahead): the middle
//! `q`, and half lengths `H_k`. A body that is watched is where it was seen, and no point of it is faster than `K`:
//! until the end of the horizon it is within `K (age + horizon)` of there.
//!
//! **Bounds of a pair**, from cheap to dear, each a proof: balls; ball and box; the gap along the axis that was best a
//! tick ago; the gap along the normal of the distance. From the first two the way of all points is taken, `Σ H_k R_k`;
//! from gaps what moves along the axis, to first and second order (`bound/curvature.rs`). Then the reach of a body and
//! the margin.
//!
//! **Search.** The pair with the least bound gets its next one, until the least bound is a last one, or the budget of
//! support evaluations is spent: then the bounds that there are are the answer, proven, only wider. After set-up
//! nothing is allocated.

mod ahead;
mod reading;
mod search;
mod sets;
mod watch;

pub use ahead::Ahead;
pub use reading::{Fault, Least, Reading, Verdict};
pub use sets::{Sample, Seen, Stop};
pub use watch::{MonitorOptions, Watched};

use clearance::Real;

use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::model::robot::Robot;
use search::MonitorSearch;
use sets::Sets;
use watch::Cast;

/// A robot, its world and the bodies that are watched, ready for ticks.
///
/// Links have their collision shapes, and hulls of meshes are not refined. Bodies are watched against links that no
/// joint moves too. Closed meshes that are not convex are refused.
///
/// ```
/// use clearance::{Ball, Capsule, Pose3, Vec3};
/// use clearance_robot::monitor::{Ahead, Monitor, MonitorOptions, Sample, Seen, Verdict, Watched};
/// use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, Workcell};
/// let slide = JointSpec::new("slide", JointKind::Prismatic, "base", "hand");
/// let hand = LinkShape::new(Ball::new(0.25).unwrap(), Pose3::IDENTITY);
/// let robot = Robot::builder("r").link("base", vec![]).link("hand", vec![hand]).joint(slide).build().unwrap();
/// let arm = Capsule::between(Vec3::new(0.0, 0.0, -0.25), Vec3::new(0.0, 0.0, 0.25), 0.125).unwrap();
/// let arm = Watched::new(Obstacle::new("arm", arm, Pose3::IDENTITY), 1.5);
/// let ahead = Ahead::Accelerations { horizon: 0.25, most: vec![8.0] };
/// let mut monitor = Monitor::new(&Workcell::new(&robot, &[]).unwrap(), &[arm], MonitorOptions::new(1, ahead)).unwrap();
/// let seen = [Seen { taken: 7.0, pose: Pose3::from_xyz(2.0, 0.0, 0.0).unwrap() }];
/// let sample = Sample { now: 7.0, taken: 7.0, configuration: &[0.0], velocity: &[1.0], bodies: &seen, stop: None };
/// let reading = monitor.tick(&sample);
/// // 2 m minus 0.25 and 0.125; the hand comes nearer by 1 · 0.25 + 8 · 0.25² / 2 = 0.5, the arm by 1.5 · 0.25 = 0.375.
/// assert_eq!(reading.verdict, Verdict::Free);
/// assert!(reading.watched.lower <= 0.75 && reading.watched.lower > 0.75 - 1e-9);
/// assert_eq!(monitor.names(reading.watched.pair.unwrap()), ["hand", "arm"]);
/// ```
#[derive(Clone, Debug)]
pub struct Monitor {
    cast: Cast,
    options: MonitorOptions,
    sets: Sets,
    search: MonitorSearch,
}

impl Monitor {
    /// A robot in a world, with bodies that are watched. Refuses a cell with constraints.
    pub fn new(cell: &Workcell, watched: &[Watched], options: MonitorOptions) -> Result<Self, RobotError> {
        options.check(cell.robot().dof())?;
        cell.refuse_constraints("a monitor")?;
        let cast = Cast::new(cell, watched)?;
        let (sets, search) = (Sets::new(&cast)?, MonitorSearch::new(&cast));
        Ok(Monitor { cast, options, sets, search })
    }

    /// How near everything may come within the horizon. Never fails and never allocates: of a sample that cannot be
    /// used nothing is known, and the verdict is the fault.
    pub fn tick(&mut self, sample: &Sample) -> Reading {
        match self.sets.place(&self.cast, &self.options, sample) {
            Ok(horizon) => {
                let found = self.search.run(&self.cast, &self.sets, self.options.budget);
                Reading { horizon, ..found }
            }
            Err(fault) => Reading::fault(fault),
        }
    }

    /// The names of the link and the body of a pair, or of both links.
    pub fn names(&self, pair: usize) -> [&str; 2] {
        self.cast.pairs[pair].bodies.map(|body| self.cast.bodies[body].name.as_str())
    }

    /// The names of the bodies that are watched, in the order in which samples have them.
    pub fn watched(&self) -> impl ExactSizeIterator<Item = &str> {
        self.cast.watched.iter().map(|body| body.name.as_str())
    }

    /// The robot.
    pub fn robot(&self) -> &Robot {
        &self.cast.robot
    }

    /// What it was set up with.
    pub fn options(&self) -> &MonitorOptions {
        &self.options
    }

    /// How many pairs are evaluated.
    pub fn pairs(&self) -> usize {
        self.cast.pairs.len()
    }
}

/// A length less what is taken from it, none of it negative, rounded down.
fn less(length: f64, taken: f64) -> f64 {
    (length - taken * (1.0 + 8.0 * f64::UNIT)).next_down()
}

#[cfg(test)]
mod tests;
