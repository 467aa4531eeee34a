//! Plans and certificates of robots.

use std::time::Duration;

use clearance_robot::certificate::Certificate;
use clearance_robot::edge::{Checker, EdgeOptions};
use clearance_robot::path::Path;
use clearance_robot::plan::PlanOptions;
use pyo3::prelude::*;

use crate::error::value_error;
use crate::robot::Robot;

/// A century, which no search lasts.
const LONGEST: f64 = 3e9;

/// The path, its length, a lower bound of its clearance, and the line of its certificate; else why there is none.
type Planned = (Option<(Vec<Vec<f64>>, f64, f64, String)>, Option<String>);

/// A proven path between two configurations.
#[pyfunction]
pub fn robot_plan(
    robot: &Bound<'_, Robot>,
    ends: (Bound<'_, PyAny>, Bound<'_, PyAny>),
    limits: (u64, u32),
    time_limit: Option<f64>,
) -> PyResult<Planned> {
    if !time_limit.is_none_or(|limit| limit >= 0.0) {
        return Err(value_error("time_limit must be a number of seconds that is not negative"));
    }
    let ((seed, max_iterations), inner) = (limits, robot.get());
    let (start, goal) = (inner.configuration(&ends.0)?, inner.configuration(&ends.1)?);
    let time_limit = time_limit.map(|limit| Duration::from_secs_f64(limit.min(LONGEST)));
    let options = PlanOptions { seed, max_iterations, time_limit, ..PlanOptions::default() };
    let checker = Checker::new(&inner.robot, &inner.world).map_err(value_error)?;
    Ok(match robot.py().detach(|| checker.plan(&start, &goal, &options)) {
        Ok(found) => {
            let length = found.plan.length();
            (Some((found.plan.path, length, found.lower, found.certificate.to_line("plan"))), None)
        }
        Err(why) => (None, Some(why.to_string())),
    })
}

/// The line of a certificate that a path is free by more than a margin; none if it is not proven free.
#[pyfunction]
pub fn robot_certificate(
    robot: &Bound<'_, Robot>,
    path: Vec<Bound<'_, PyAny>>,
    margin: f64,
) -> PyResult<Option<String>> {
    let inner = robot.get();
    let points = path.iter().map(|q| inner.configuration(q)).collect::<PyResult<Vec<_>>>()?;
    let path = Path::through(&points, inner.robot.dof()).map_err(value_error)?;
    let checker = Checker::new(&inner.robot, &inner.world).map_err(value_error)?;
    let options = EdgeOptions { margin, ..EdgeOptions::default() };
    let (_, certificate) = robot.py().detach(|| checker.certify(&path, &options));
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
