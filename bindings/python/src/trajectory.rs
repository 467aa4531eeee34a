//! What robots execute: trajectories, as texts in JSON.

use std::path::PathBuf;

use clearance::Pose3;
use clearance_models::{PathFormat, trajectory_texts};
use clearance_robot::certificate::{Certificate, Subject};
use clearance_robot::edge::Found;
use clearance_robot::edge::{Checker, EdgeOptions, Mode};
use clearance_robot::timing::{TimingOptions, timed};
use clearance_robot::{Execution, RateLimits, Trajectory};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::numbers::{Triple, triple};
use crate::pose::Pose;
use crate::robot::{Broken, Robot, broken, length};

/// The bracket of the time, the pair, normal and witness points; joint values, poses of bodies that move, whether any
/// of them is off.
type Contact = (((f64, f64), (String, String), (Triple, Triple, Triple)), (Vec<f64>, Vec<(String, Pose)>, bool));
/// The result, bounds of the least clearance of one that is free; else the contact; the certificate if one was wanted
/// and it is free; where a constraint is violated.
type Checked = (&'static str, Option<(f64, f64)>, Option<Contact>, Option<String>, Option<Broken>);
/// Joint, quantity, limit, bounds of the value, time, whether it is proven.
type Breach = (String, &'static str, f64, (f64, f64), f64, bool);

/// A trajectory of a robot; `rest` gives the joints that it does not name.
fn read(robot: &Robot, text: &str, rest: Option<&str>) -> PyResult<Trajectory> {
    let rest = robot.rest_of(rest)?;
    Trajectory::from_json(text, robot.robot(), &rest).map_err(value_error)
}

pub fn execution(robot: &Robot, text: &str, rest: Option<&str>) -> PyResult<Execution> {
    Execution::new(&robot.cell, &read(robot, text, rest)?).map_err(value_error)
}

fn options((margin, tolerance, least): Limits) -> PyResult<EdgeOptions> {
    let tolerance = tolerance.map(|tolerance| length("tolerance", tolerance)).transpose()?;
    let mode = match (tolerance, least) {
        (Some(tolerance), _) => Mode::LeastClearance { tolerance },
        (None, Some(_)) => Mode::AnyHit,
        (None, None) => Mode::FirstHit,
    };
    Ok(EdgeOptions { mode, margin: length("margin", margin)?, ..above(least)? })
}

/// What no signed distance may be at or below.
pub fn above(least: Option<f64>) -> PyResult<EdgeOptions> {
    match least {
        Some(least) if !least.is_finite() => Err(value_error(format!("least must be finite, got {least}"))),
        Some(least) => Ok(EdgeOptions::above(least)),
        None => Ok(EdgeOptions::default()),
    }
}

/// A margin, a tolerance of the least clearance, and what no signed distance may be at or below.
type Limits = (f64, Option<f64>, Option<f64>);

/// What is known of a trajectory, with its certificate if one is wanted.
#[pyfunction]
pub fn trajectory_check(
    robot: &Bound<'_, Robot>,
    text: &str,
    rest: Option<&str>,
    limits: Limits,
    certify: bool,
) -> PyResult<Checked> {
    let (execution, options) = (execution(robot.get(), text, rest)?, options(limits)?);
    let work = || if certify { execution.certify(&options) } else { Ok((execution.check(&options)?, None)) };
    let (found, certificate) = robot.py().detach(work).map_err(value_error)?;
    checked(found, certificate)
}

/// What is known of a trajectory.
fn checked(found: Found, certificate: Option<Certificate>) -> PyResult<Checked> {
    let line = certificate.map(|certificate| certificate.to_line("trajectory"));
    let result = found.name();
    let contact = match found {
        Found::Free { lower, upper } => return Ok((result, Some((lower, upper)), None, line, None)),
        Found::Violated(violation) => return Ok((result, None, None, None, Some(broken(violation)))),
        Found::Hit(contact) | Found::Undecided(contact) => contact,
    };
    let proximity = &contact.proximity;
    let vectors = (triple(proximity.normal), triple(proximity.witness_a), triple(proximity.witness_b));
    let bodies = poses(&contact.bodies)?;
    let hit = ((contact.time.lower, contact.time.upper), contact.pair.into(), vectors);
    Ok((result, None, Some((hit, (contact.values, bodies, contact.off))), None, None))
}

/// Limits of velocities, accelerations and jerks of all values.
pub type Rates = (Vec<Option<f64>>, Vec<Option<f64>>, Vec<Option<f64>>);

/// A trajectory in JSON, what is known of it, the corners that are rounded and those with a stop.
type Timed = (String, Checked, (usize, usize));

/// The fastest trajectory along a path; the lists are the limits of velocities, accelerations and jerks of all values.
#[pyfunction]
pub fn robot_times(
    robot: &Bound<'_, Robot>,
    path: Vec<Bound<'_, PyAny>>,
    rates: Rates,
    deviation: f64,
) -> PyResult<Timed> {
    let inner = robot.get();
    let points = path.iter().map(|q| inner.configuration(q)).collect::<PyResult<Vec<_>>>()?;
    let (velocities, accelerations, jerks) = rates;
    let limits = RateLimits { velocities, accelerations, jerks, ..RateLimits::default() };
    let options = TimingOptions { deviation, ..TimingOptions::default() };
    let checker = Checker::new(&inner.cell).map_err(value_error)?;
    let found = robot.py().detach(|| timed(&checker, &points, &limits, &options)).map_err(value_error)?;
    let text = found.trajectory.to_json(inner.robot()).to_string();
    Ok((text, checked(found.executed, found.certificate)?, (found.rounded, found.stops)))
}

/// The poses of bodies, with their names.
pub fn poses(bodies: &[(String, Pose3<f64>)]) -> PyResult<Vec<(String, Pose)>> {
    bodies.iter().map(|(name, pose)| Ok((name.clone(), Pose::computed(pose.rotor(), pose.translation())?))).collect()
}

/// The largest factor of all that may be off that is proven free, of those that are tried by halving.
#[pyfunction]
pub fn trajectory_scale(
    robot: &Bound<'_, Robot>,
    text: &str,
    rest: Option<&str>,
    margin: f64,
    halvings: u32,
) -> PyResult<Option<f64>> {
    let (execution, options) = (execution(robot.get(), text, rest)?, options((margin, None, None))?);
    robot.py().detach(|| execution.largest_scale(&options, halvings)).map_err(value_error)
}

/// The limits that a trajectory does not keep; the lists are velocities, accelerations and jerks of all values.
#[pyfunction]
pub fn trajectory_limits(
    robot: &Bound<'_, Robot>,
    text: &str,
    rest: Option<&str>,
    rates: Rates,
    tolerance: f64,
) -> PyResult<Vec<Breach>> {
    let robot = robot.get();
    let (velocities, accelerations, jerks) = rates;
    let limits = RateLimits { velocities, accelerations, jerks, tolerance };
    let name = |joint: usize| robot.robot().joints()[robot.robot().variables()[joint]].name.clone();
    let found = read(robot, text, rest)?.beyond_limits(robot.robot(), &limits);
    let row = |breach: &clearance_robot::LimitBreach| {
        let value = (breach.value.lower, breach.value.upper);
        (name(breach.joint), breach.quantity.name(), breach.limit, value, breach.time, breach.proven)
    };
    Ok(found.iter().map(row).collect())
}

/// When a trajectory begins and ends, its jumps (joint, time, derivative, by how much), and a derivative of all joint
/// values at some times.
type Sampled = ((f64, f64), Vec<(String, f64, usize, f64)>, Vec<Vec<f64>>);

/// A trajectory at some times.
#[pyfunction]
pub fn trajectory_at(
    robot: &Bound<'_, Robot>,
    text: &str,
    rest: Option<&str>,
    times: Vec<f64>,
    order: usize,
) -> PyResult<Sampled> {
    if order > 3 {
        return Err(value_error(format!("derivative must be from 0 to 3, got {order}")));
    }
    let robot = robot.get();
    let trajectory = read(robot, text, rest)?;
    let name = |joint: usize| robot.robot().joints()[robot.robot().variables()[joint]].name.clone();
    let jumps = trajectory.jumps().iter().map(|jump| (name(jump.joint), jump.time, jump.order, jump.by)).collect();
    Ok((trajectory.span().into(), jumps, times.iter().map(|time| trajectory.rates_at(*time, order)).collect()))
}

/// The trajectories of a file, each as a text in JSON.
#[pyfunction]
pub fn trajectory_file(path: PathBuf) -> PyResult<Vec<String>> {
    let text = std::fs::read_to_string(&path).map_err(|error| value_error(format!("{}: {error}", path.display())))?;
    let format = PathFormat::of(&path, &text);
    trajectory_texts(&text, format).map_err(|error| value_error(error.within(path.display())))
}

/// The clearance that the certificate of a trajectory proves, or why it is refused; and how many pairs it proves. If a
/// trajectory is given it must be that.
#[pyfunction]
pub fn trajectory_verify(
    robot: &Bound<'_, Robot>,
    certificate: &str,
    about: Option<&str>,
) -> PyResult<(Option<f64>, Option<String>, usize)> {
    let certificate = Certificate::read(certificate).map_err(value_error)?;
    if !matches!(certificate.subject, Subject::Trajectory(_)) {
        let what = certificate.subject.name();
        return Err(value_error(format!("expected the certificate of a trajectory, got that of a {what}")));
    }
    let inner = robot.get();
    let about = about.map(|text| read(inner, text, None)).transpose()?;
    let is_about = about.map_or(Ok(()), |trajectory| certificate.check_trajectory(&trajectory, inner.robot()));
    let cell = &inner.cell;
    let found = robot.py().detach(|| is_about.and_then(|()| certificate.verify(cell)));
    let (lower, why) = found.map_or_else(|why| (None, Some(why.to_string())), |lower| (Some(lower), None));
    Ok((lower, why, certificate.pairs.len()))
}
