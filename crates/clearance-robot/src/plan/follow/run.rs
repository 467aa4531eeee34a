//! A motion as a planner made it, step by step, and the proof of all that lies between the steps.

use clearance::Vec3;

use crate::certificate::Certificate;
use crate::error::RobotError;
use crate::path::Path;
use crate::prove::time::{Checker, EdgeOptions, Found, Mode, Nearest};

/// A motion as it was integrated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The times of the steps.
    pub times: Vec<f64>,
    /// The configuration at each.
    pub configurations: Vec<Vec<f64>>,
    /// Where the tip is at each.
    pub tips: Vec<Vec3<f64>>,
}

/// A step of a motion, with what is nearest there.
#[derive(Clone, Debug)]
pub struct Step<'r> {
    /// When.
    pub time: f64,
    /// The configuration.
    pub configuration: &'r [f64],
    /// Where the tip is.
    pub tip: Vec3<f64>,
    /// The least signed distance, and between whom; `None` without pairs.
    pub nearest: Option<Nearest>,
    /// The joints outside of their limits, by name.
    pub beyond_limits: Vec<&'r str>,
}

/// Tolerance of the least clearance of the whole motion, in metres.
const TOLERANCE: f64 = 1e-4;

impl Run {
    /// Adds a step.
    pub fn push(&mut self, time: f64, configuration: &[f64], tip: Vec3<f64>) {
        self.times.push(time);
        self.configurations.push(configuration.to_vec());
        self.tips.push(tip);
    }

    /// All steps, in order, up to where the checker was stopped.
    pub fn steps<'r>(&'r self, checker: &'r Checker) -> impl Iterator<Item = Result<Step<'r>, RobotError>> + 'r {
        let robot = checker.robot();
        (0..self.times.len()).take_while(|_| !checker.is_stopped()).map(move |i| {
            let configuration = self.configurations[i].as_slice();
            Ok(Step {
                time: self.times[i],
                configuration,
                tip: self.tips[i],
                nearest: checker.nearest(configuration)?,
                beyond_limits: robot.names_beyond_limits(configuration),
            })
        })
    }

    /// The straight segments between the steps.
    pub fn path(&self, checker: &Checker) -> Result<Path, RobotError> {
        let path = Path::through(&self.configurations, checker.robot().dof());
        path.map_err(|error| RobotError::new(error.to_string()))
    }

    /// What is known of the motion between all steps: that it is free, with the least clearance to 0.1 mm and a
    /// certificate, or its first contact.
    pub fn proof(&self, checker: &Checker) -> Result<(Found, Option<Certificate>), RobotError> {
        let path = self.path(checker)?;
        let options = EdgeOptions { mode: Mode::LeastClearance { tolerance: TOLERANCE }, ..EdgeOptions::default() };
        Ok(match checker.certify(&path, &options) {
            free @ (Found::Free { .. }, _) => free,
            // When the first contact is, not when one was seen.
            _ => (checker.path(&path, &EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() }), None),
        })
    }
}
