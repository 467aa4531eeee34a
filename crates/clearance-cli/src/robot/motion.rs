//! A motion of `clearance robot approach`: a path or a trajectory, and what is found of it.

use clearance_robot::certificate::Certificate;
use clearance_robot::edge::{Approach, ApproachOptions, Checker, EdgeOptions};
use clearance_robot::path::Path;
use clearance_robot::{Execution, RobotError};

/// A motion of a robot.
pub enum Motion {
    /// Straight segments; times count them.
    Path(Path),
    /// What is executed; times are in seconds.
    Trajectory(Box<Execution>),
}

impl Motion {
    /// What its times count.
    pub fn unit(&self) -> &'static str {
        match self {
            Motion::Path(_) => "segments",
            Motion::Trajectory(_) => "s",
        }
    }

    /// A certificate that no signed distance is at or below a distance, if the motion is free and its pairs keep their
    /// margins.
    pub fn certificate(&self, checker: &Checker, least: f64) -> Result<Option<Certificate>, RobotError> {
        Ok(match self {
            Motion::Path(path) => checker.certify(path, &EdgeOptions::above(least)).1,
            Motion::Trajectory(execution) => execution.certify(&EdgeOptions::above(least))?.1,
        })
    }

    /// The closest approaches between each two samples, with the times of these.
    pub fn profile(
        &self,
        checker: &Checker,
        options: &ApproachOptions,
    ) -> Result<Vec<([f64; 2], Approach)>, RobotError> {
        let (times, found): (Vec<f64>, _) = match self {
            Motion::Path(path) => ((0..=path.len()).map(|i| i as f64).collect(), checker.approaches(path, options)),
            Motion::Trajectory(execution) => (execution.break_times().to_vec(), execution.approaches(options)?),
        };
        Ok(times.windows(2).map(|ends| [ends[0], ends[1]]).zip(found.into_iter().flatten()).collect())
    }
}
