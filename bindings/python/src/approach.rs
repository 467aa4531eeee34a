//! The closest approaches of robots: paths, and trajectories as texts in JSON.

use std::sync::atomic::AtomicBool;

use clearance_robot::RobotError;
use clearance_robot::edge::{Approach, ApproachOptions, Checker, EdgeOptions, TimesBelow};
use clearance_robot::path::Path;
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;

use crate::error::value_error;
use crate::interrupt::heeding_signals;
use crate::moving::{Stretch, stretches};
use crate::numbers::{Triple, triple};
use crate::pose::Pose;
use crate::robot::{Robot, length};
use crate::trajectory::{execution, poses};

/// Bounds of the least distance, of the times at which it is attained, and a time; the pair and its witness points;
/// joint values and poses of bodies that move; whether the bounds are as near as within.
type Found = (((f64, f64), (f64, f64), f64), ((String, String), Triple, Triple), (Vec<f64>, Vec<(String, Pose)>), bool);

fn options(within: f64) -> PyResult<ApproachOptions> {
    Ok(ApproachOptions { within: length("within", within)?, ..ApproachOptions::default() })
}

/// The closest approach of straight segments between configurations. Ctrl-C ends it.
#[pyfunction]
pub fn robot_approach(robot: &Bound<'_, Robot>, path: Vec<Bound<'_, PyAny>>, within: f64) -> PyResult<Option<Found>> {
    let (inner, options) = (robot.get(), options(within)?);
    let (path, stop) = (inner.path(&path)?, AtomicBool::new(false));
    let work = || -> Result<Option<Approach>, RobotError> {
        inner.cell.refuse_constraints("closest approaches")?;
        Ok(Checker::new(&inner.cell)?.until(&stop).closest_approach(&path, &options))
    };
    let found = robot.py().detach(|| heeding_signals(&stop, work))?.map_err(value_error)?;
    found.map(described).transpose()
}

/// The closest approach of a trajectory, within its tube and its boxes of poses.
#[pyfunction]
pub fn trajectory_approach(
    robot: &Bound<'_, Robot>,
    text: &str,
    rest: Option<&str>,
    within: f64,
) -> PyResult<Option<Found>> {
    robot.get().cell.refuse_constraints("closest approaches").map_err(value_error)?;
    let (execution, options) = (execution(robot.get(), text, rest)?, options(within)?);
    let found = robot.py().detach(|| execution.closest_approach(&options)).map_err(value_error)?;
    found.map(described).transpose()
}

/// What is known of an episode: free, hit or undecided; bounds of its least clearance, when the upper one is attained
/// and by which pair; the bracket of its first contact and the pair. Times are in segments.
type Episode = (&'static str, Option<((f64, f64), f64, (String, String))>, Option<((f64, f64), (String, String))>);

/// The closest approaches of recorded motions, with the padding of links and bodies subtracted; and where they are not
/// free, their first contacts. Joints move in straight lines between the rows.
#[pyfunction]
pub fn robot_episodes(
    robot: &Bound<'_, Robot>,
    paths: Vec<PyReadonlyArray2<'_, f64>>,
    within: f64,
) -> PyResult<Vec<Episode>> {
    let (inner, options) = (robot.get(), ApproachOptions { padded: true, ..options(within)? });
    let points = |rows: &PyReadonlyArray2<'_, f64>| rows.as_array().outer_iter().map(|row| row.to_vec()).collect();
    let paths: Vec<Vec<Vec<f64>>> = paths.iter().map(points).collect();
    let work = || -> Result<Vec<Episode>, RobotError> {
        inner.cell.refuse_constraints("episodes")?;
        let checker = Checker::new(&inner.cell)?;
        paths
            .iter()
            .map(|points| {
                episode(
                    &checker,
                    &Path::through(points, inner.robot().dof()).map_err(|error| RobotError::new(error.to_string()))?,
                    &options,
                )
            })
            .collect()
    };
    robot.py().detach(work).map_err(value_error)
}

fn episode(checker: &Checker, path: &Path, options: &ApproachOptions) -> Result<Episode, RobotError> {
    let Some(found) = checker.closest_approach(path, options) else { return Ok(("free", None, None)) };
    let least = Some(((found.least.lower, found.least.upper), found.time, found.pair.into()));
    if found.least.lower > 0.0 {
        return Ok(("free", least, None));
    }
    let found = checker.path(path, &EdgeOptions::default());
    let contact =
        found.contact().map(|contact| ((contact.time.lower, contact.time.upper), contact.pair.clone().into()));
    Ok((found.name(), least, contact))
}

/// All times at which a pair is within a distance on straight segments between configurations. Ctrl-C ends it.
#[pyfunction]
pub fn robot_times_below(
    robot: &Bound<'_, Robot>,
    path: Vec<Bound<'_, PyAny>>,
    distance: f64,
    within: f64,
) -> PyResult<Vec<Stretch>> {
    let (inner, options) = (robot.get(), options(within)?);
    let (path, stop) = (inner.path(&path)?, AtomicBool::new(false));
    let work = || -> Result<Vec<TimesBelow<f64>>, RobotError> {
        Ok(Checker::new(&inner.cell)?.until(&stop).times_below(&path, distance, &options))
    };
    robot.py().detach(|| heeding_signals(&stop, work))?.map(stretches).map_err(value_error)
}

/// All times, in seconds, at which a pair may be within a distance on a trajectory.
#[pyfunction]
pub fn trajectory_times_below(
    robot: &Bound<'_, Robot>,
    text: &str,
    rest: Option<&str>,
    distance: f64,
    within: f64,
) -> PyResult<Vec<Stretch>> {
    let (execution, options) = (execution(robot.get(), text, rest)?, options(within)?);
    robot.py().detach(|| execution.times_below(distance, &options)).map(stretches).map_err(value_error)
}

fn described(found: Approach) -> PyResult<Found> {
    let Approach { least, times, time, pair, proximity, values, bodies, complete, .. } = found;
    let bodies = poses(&bodies)?;
    let place = (pair.into(), triple(proximity.witness_a), triple(proximity.witness_b));
    Ok((((least.lower, least.upper), (times.lower, times.upper), time), place, (values, bodies), complete))
}
