//! Plans and certificates of robots.

use std::sync::atomic::AtomicBool;

use clearance_robot::certificate::Certificate;
use clearance_robot::edge::{Checker, EdgeOptions};
use clearance_robot::plan::{Effort, Goal, NoPlan, Plan, PlanOptions};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::interrupt::heeding_signals;
use crate::motion::{TargetGiven, TipGiven, target_of};
use crate::robot::{Robot, length};
use crate::trajectory::above;

/// When a search gives up.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Limits {
    seed: u64,
    iterations: u32,
    /// Seconds.
    time_limit: Option<f64>,
    /// Names of joints, each with its weight.
    weights: Vec<(String, f64)>,
}

/// The path, its length, a lower bound of its clearance, the place of its goal, and the whole turns beyond it; else why
/// there is none; samples, edges, nodes.
type Planned = (Option<(Vec<Vec<f64>>, f64, f64, usize, Vec<f64>)>, Option<String>, (u32, u32, u32));

/// A proven path from a configuration to one of several, or to where a point of a link shall be.
#[pyfunction]
pub fn robot_plan(
    robot: &Bound<'_, Robot>,
    start: &Bound<'_, PyAny>,
    goals: Vec<Bound<'_, PyAny>>,
    target: Option<(TipGiven<'_>, TargetGiven<'_>)>,
    limits: Limits,
) -> PyResult<Planned> {
    let inner = robot.get();
    let start = inner.configuration(start)?;
    let goal = match target {
        Some((tip, target)) => Goal::Tip(target_of(inner.robot(), tip, target)?),
        None => Goal::Configurations(goals.iter().map(|goal| inner.configuration(goal)).collect::<PyResult<_>>()?),
    };
    let time_limit = limits.time_limit.map(|seconds| length("time_limit", seconds)).transpose()?;
    let mut options = PlanOptions { seed: limits.seed, max_iterations: limits.iterations, ..PlanOptions::default() };
    if !limits.weights.is_empty() {
        let named = limits.weights.iter().map(|(joint, weight)| (joint.as_str(), *weight));
        options.weights = Some(inner.robot().weights(named).map_err(value_error)?);
    }
    let options = options.within(time_limit);
    let stop = AtomicBool::new(false);
    let checker = Checker::new(&inner.cell).map_err(value_error)?.until(&stop);
    let search = || checker.plan(&start, &goal, &options);
    let found = robot.py().detach(|| heeding_signals(&stop, search))?.map_err(value_error)?;
    Ok(match found {
        Ok(found) => {
            let (length, effort) = (found.plan.length(), found.plan.effort);
            let Plan { path, goal, turns, .. } = found.plan;
            (Some((path, length, found.lower, goal, turns)), None, counts(effort))
        }
        Err(why) => {
            let effort = if let NoPlan::NotFound(effort) = why { effort } else { Effort::default() };
            (None, Some(checker.reason(&why, &start, &goal)), counts(effort))
        }
    })
}

fn counts(effort: Effort) -> (u32, u32, u32) {
    (effort.iterations, effort.edges, effort.nodes)
}

/// The line of a certificate that a path is free by more than a margin, and that no signed distance is at or below
/// `least`; none if it is not proven free.
#[pyfunction]
pub fn robot_certificate(
    robot: &Bound<'_, Robot>,
    path: Vec<Bound<'_, PyAny>>,
    margin: f64,
    least: Option<f64>,
) -> PyResult<Option<String>> {
    let inner = robot.get();
    let path = inner.path(&path)?;
    let stop = AtomicBool::new(false);
    let checker = Checker::new(&inner.cell).map_err(value_error)?.until(&stop);
    let options = EdgeOptions { margin: length("margin", margin)?, ..above(least)? };
    let (_, certificate) = robot.py().detach(|| heeding_signals(&stop, || checker.certify(&path, &options)))?;
    Ok(certificate.map(|certificate| certificate.to_line("path")))
}

/// The clearance that a certificate proves, or why it is refused; then its first and last configuration and how many
/// pairs it proves.
type Verified = (Option<f64>, Option<String>, Vec<f64>, Vec<f64>, usize);

/// What a certificate proves: of a path, if one is given, of that very path.
#[pyfunction]
pub fn robot_verify(
    robot: &Bound<'_, Robot>,
    certificate: &str,
    path: Option<Vec<Bound<'_, PyAny>>>,
) -> PyResult<Verified> {
    let inner = robot.get();
    let certificate = Certificate::read(certificate).map_err(value_error)?;
    let path = path.map(|points| inner.path(&points)).transpose()?;
    let is_about = path.as_ref().map_or(Ok(()), |path| certificate.check_path(path));
    let cell = &inner.cell;
    let found = robot.py().detach(|| is_about.and_then(|()| certificate.verify(cell)));
    let (lower, why) = found.map_or_else(|why| (None, Some(why.to_string())), |lower| (Some(lower), None));
    let points = certificate.subject.points();
    let [start, end] = [points.first(), points.last()].map(|q| q.cloned().unwrap_or_default());
    Ok((lower, why, start, end, certificate.pairs.len()))
}

/// The pairs with shapes that are not checked, and the rule that says so.
#[pyfunction]
pub fn robot_not_checked(robot: &Bound<'_, Robot>) -> PyResult<Vec<((String, String), String)>> {
    let inner = robot.get();
    let checker = Checker::new(&inner.cell).map_err(value_error)?;
    Ok(checker.not_checked().into_iter().map(|(pair, why)| (pair.into(), why.to_string())).collect())
}
