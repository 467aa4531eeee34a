//! Plans and certificates of robots.

use std::sync::atomic::AtomicBool;

use clearance_robot::certificate::Certificate;
use clearance_robot::edge::{Checker, EdgeOptions};
use clearance_robot::plan::{Effort, NoPlan, PlanOptions};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::interrupt::heeding_signals;
use crate::robot::{Robot, length};

/// When a search gives up.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Limits {
    seed: u64,
    iterations: u32,
    /// Seconds.
    time_limit: Option<f64>,
}

/// The path, its length, a lower bound of its clearance, and the line of its certificate; else why there is none; samples, edges, nodes.
type Planned = (Option<(Vec<Vec<f64>>, f64, f64, String)>, Option<String>, (u32, u32, u32));

/// A proven path between two configurations.
#[pyfunction]
pub fn robot_plan(
    robot: &Bound<'_, Robot>,
    start: &Bound<'_, PyAny>,
    goal: &Bound<'_, PyAny>,
    limits: Limits,
) -> PyResult<Planned> {
    let inner = robot.get();
    let (start, goal) = (inner.configuration(start)?, inner.configuration(goal)?);
    let time_limit = limits.time_limit.map(|seconds| length("time_limit", seconds)).transpose()?;
    let options = PlanOptions { seed: limits.seed, max_iterations: limits.iterations, ..PlanOptions::default() };
    let options = options.within(time_limit);
    let stop = AtomicBool::new(false);
    let checker = Checker::new(&inner.robot, &inner.world).map_err(value_error)?.until(&stop);
    let search = || checker.plan(&start, &goal, &options);
    Ok(match robot.py().detach(|| heeding_signals(&stop, search))? {
        Ok(found) => {
            let (length, effort) = (found.plan.length(), found.plan.effort);
            (Some((found.plan.path, length, found.lower, found.certificate.to_line("plan"))), None, counts(effort))
        }
        Err(why) => {
            let effort = if let NoPlan::NotFound(effort) = why { effort } else { Effort::default() };
            (None, Some(checker.reason(&why, [&start, &goal])), counts(effort))
        }
    })
}

fn counts(effort: Effort) -> (u32, u32, u32) {
    (effort.iterations, effort.edges, effort.nodes)
}

/// The line of a certificate that a path is free by more than a margin; none if it is not proven free.
#[pyfunction]
pub fn robot_certificate(
    robot: &Bound<'_, Robot>,
    path: Vec<Bound<'_, PyAny>>,
    margin: f64,
) -> PyResult<Option<String>> {
    let inner = robot.get();
    let path = inner.path(&path)?;
    let stop = AtomicBool::new(false);
    let checker = Checker::new(&inner.robot, &inner.world).map_err(value_error)?.until(&stop);
    let options = EdgeOptions { margin: length("margin", margin)?, ..EdgeOptions::default() };
    let (_, certificate) = robot.py().detach(|| heeding_signals(&stop, || checker.certify(&path, &options)))?;
    Ok(certificate.map(|certificate| certificate.to_line("path")))
}

/// The clearance that a certificate proves; else why it is refused.
#[pyfunction]
pub fn robot_verify(robot: &Bound<'_, Robot>, certificate: &str) -> PyResult<(Option<f64>, Option<String>)> {
    let certificate: Certificate =
        serde_json::from_str(certificate).map_err(|error| value_error(format!("no certificate: {error}")))?;
    let inner = robot.get();
    let checker = Checker::new(&inner.robot, &inner.world).map_err(value_error)?;
    Ok(match robot.py().detach(|| certificate.verify(&checker)) {
        Ok(lower) => (Some(lower), None),
        Err(why) => (None, Some(why.to_string())),
    })
}
