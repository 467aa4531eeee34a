//! Many configurations of a robot: columns that are filled in place, without the interpreter's lock.
//!
//! A row's answer depends on that row alone: what the question before left behind is forgotten, so that neither the cut
//! into batches nor the number of threads changes a bit. Batches are cut, and threads are started, by the caller.

use std::sync::atomic::{AtomicBool, Ordering};

use clearance::{Proximity, Status, Vec3};
use clearance_robot::edge::{Checker, EdgeOptions, Found};
use clearance_robot::path::Path;
use clearance_robot::{Clearance, RobotClearance, RobotError};
use numpy::{PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::batch::{Borrowed, Columns, borrow};
use crate::error::value_error;
use crate::interrupt::heeding_signals;
use crate::proximity::{ERROR, OVERLAPPING, SEPARATED, UNDECIDED};
use crate::robot::{Robot, check_path, length};

/// No pair: a row that was refused.
const NO_PAIR: i32 = -1;

/// Rows of joint values.
type Configurations<'py> = PyReadonlyArray2<'py, f64>;
/// Rows that were refused, as (row, what is wrong).
type Refused = Vec<(usize, String)>;
/// Columns by their names.
type Given<'py> = Vec<(String, Bound<'py, PyAny>)>;

/// Fills columns with the clearances of rows of configurations, and `pair` with the places of the closest pairs among
/// `robot_pairs`; returns the rows that were refused, as (row, what is wrong).
#[pyfunction]
pub fn robot_clearances<'py>(
    py: Python<'py>,
    robot: &Bound<'py, Robot>,
    qs: Configurations<'py>,
    columns: Given<'py>,
    mut pair: PyReadwriteArray1<'py, i32>,
) -> PyResult<Refused> {
    let mut asked = robot.get().asked()?;
    let rows = rows(asked.robot(), &qs, pair.len())?;
    without_margins(&asked)?;
    let mut borrowed = borrowed(&columns, rows.len())?;
    let mut columns = Columns::new(&mut borrowed, rows.len())?;
    let pairs = pair.as_slice_mut().map_err(value_error)?;
    Ok(py.detach(|| {
        let mut refused = Vec::new();
        for (row, (q, pair)) in rows.iter().zip(pairs).enumerate() {
            match answer(&mut asked, q) {
                Ok(found) => {
                    columns.write(row, &proximity(&found));
                    *pair = i32::try_from(found.pair).unwrap_or(NO_PAIR);
                }
                Err(what) => {
                    columns.refuse(row);
                    *pair = NO_PAIR;
                    refused.push((row, what));
                }
            }
        }
        refused
    }))
}

/// Fills columns and `pair` as [`robot_clearances`] does, `rates` with the derivatives by the joints and whether they
/// are unique.
#[pyfunction]
pub fn robot_gradients<'py>(
    py: Python<'py>,
    robot: &Bound<'py, Robot>,
    qs: Configurations<'py>,
    columns: Given<'py>,
    mut pair: PyReadwriteArray1<'py, i32>,
    rates: (PyReadwriteArray2<'py, f64>, PyReadwriteArray1<'py, bool>),
) -> PyResult<Refused> {
    let (mut gradient, mut differentiable) = rates;
    let mut asked = robot.get().asked()?;
    let rows = rows(asked.robot(), &qs, pair.len())?;
    without_margins(&asked)?;
    let width = asked.robot().dof();
    if gradient.shape() != [rows.len(), width] || !gradient.is_c_contiguous() || differentiable.len() != rows.len() {
        return Err(value_error(format!("gradient must be {} x {width} in C order", rows.len())));
    }
    let mut borrowed = borrowed(&columns, rows.len())?;
    let mut columns = Columns::new(&mut borrowed, rows.len())?;
    let pairs = pair.as_slice_mut().map_err(value_error)?;
    let gradient = gradient.as_slice_mut().map_err(value_error)?;
    let smooth = differentiable.as_slice_mut().map_err(value_error)?;
    Ok(py.detach(|| {
        let mut refused = Vec::new();
        for (row, q) in rows.iter().enumerate() {
            let rates = &mut gradient[row * width..(row + 1) * width];
            asked.forget();
            let found = asked.gradient_at(q).map_err(|error| error.to_string());
            match found.and_then(|found| found.ok_or_else(no_pairs)) {
                Ok(found) => {
                    columns.write(row, &proximity(&found.clearance));
                    pairs[row] = i32::try_from(found.clearance.pair).unwrap_or(NO_PAIR);
                    rates.copy_from_slice(&found.gradient);
                    smooth[row] = found.differentiable;
                }
                Err(what) => {
                    columns.refuse(row);
                    pairs[row] = NO_PAIR;
                    rates.fill(f64::NAN);
                    smooth[row] = false;
                    refused.push((row, what));
                }
            }
        }
        refused
    }))
}

/// Fills arrays with the smoothed clearances of rows of configurations, how far they may be from the clearances, and
/// their derivatives by the joints.
#[pyfunction]
pub fn robot_smoothed<'py>(
    py: Python<'py>,
    robot: &Bound<'py, Robot>,
    qs: Configurations<'py>,
    blur: f64,
    filled: (PyReadwriteArray1<'py, f64>, PyReadwriteArray1<'py, f64>, PyReadwriteArray2<'py, f64>),
) -> PyResult<Refused> {
    let (mut values, mut gaps, mut gradient) = filled;
    let mut asked = robot.get().asked()?;
    let rows = rows(asked.robot(), &qs, values.len())?;
    let width = asked.robot().dof();
    if gradient.shape() != [rows.len(), width] || !gradient.is_c_contiguous() || gaps.len() != rows.len() {
        return Err(value_error(format!("gradient must be {} x {width} in C order", rows.len())));
    }
    let (values, gaps) = (values.as_slice_mut().map_err(value_error)?, gaps.as_slice_mut().map_err(value_error)?);
    let gradient = gradient.as_slice_mut().map_err(value_error)?;
    Ok(py.detach(|| {
        let mut refused = Vec::new();
        for (row, q) in rows.iter().enumerate() {
            let rates = &mut gradient[row * width..(row + 1) * width];
            asked.forget();
            let found = asked.smoothed_at(q, blur).map_err(|error| error.to_string());
            match found.and_then(|found| found.ok_or_else(no_pairs)) {
                Ok(found) => {
                    (values[row], gaps[row]) = (found.value, found.gap);
                    rates.copy_from_slice(&found.gradient);
                }
                Err(what) => {
                    (values[row], gaps[row]) = (f64::NAN, f64::NAN);
                    rates.fill(f64::NAN);
                    refused.push((row, what));
                }
            }
        }
        refused
    }))
}

/// Fills `status` with whether configurations are in contact, margins aside: 1 free, -1 in contact, -2 undecided, -128
/// refused.
#[pyfunction]
pub fn robot_collisions<'py>(
    py: Python<'py>,
    robot: &Bound<'py, Robot>,
    qs: Configurations<'py>,
    mut status: PyReadwriteArray1<'py, i8>,
) -> PyResult<Refused> {
    let mut asked = robot.get().asked()?;
    let rows = rows(asked.robot(), &qs, status.len())?;
    let status = status.as_slice_mut().map_err(value_error)?;
    Ok(py.detach(|| {
        let mut refused = Vec::new();
        for (row, (q, status)) in rows.iter().zip(status).enumerate() {
            asked.forget();
            *status = match asked.collides(q) {
                Ok(Some(true)) => OVERLAPPING,
                Ok(Some(false)) => SEPARATED,
                Ok(None) => UNDECIDED,
                Err(error) => {
                    refused.push((row, error.to_string()));
                    ERROR
                }
            };
        }
        refused
    }))
}

/// The columns of edges: status, clearance, and the bracket of the first contact.
type EdgeColumns<'py> = (PyReadwriteArray1<'py, i8>, [PyReadwriteArray1<'py, f64>; 3]);

/// Fills columns with what is known of the straight segments between rows of two arrays: 1 free, -1 hit, -2 undecided,
/// -128 refused; the proven clearance of those that are free, to a tolerance if one is given, and the bracket of the
/// first contact of the others.
/// Ctrl-C ends it.
#[pyfunction]
pub fn robot_edges<'py>(
    py: Python<'py>,
    robot: &Bound<'py, Robot>,
    ends: (Configurations<'py>, Configurations<'py>),
    limits: (f64, Option<f64>),
    columns: EdgeColumns<'py>,
) -> PyResult<Refused> {
    let (mut status, [mut clearance, mut lower, mut upper]) = columns;
    let (cell, robot) = (&robot.get().cell, robot.get().robot());
    let (starts, ends) = (rows(robot, &ends.0, status.len())?, rows(robot, &ends.1, status.len())?);
    let status = status.as_slice_mut().map_err(value_error)?;
    let [clearance, lower, upper] = [&mut clearance, &mut lower, &mut upper].map(|column| column.as_slice_mut());
    let (clearance, lower, upper) =
        (clearance.map_err(value_error)?, lower.map_err(value_error)?, upper.map_err(value_error)?);
    if [clearance.len(), lower.len(), upper.len()] != [status.len(); 3] {
        return Err(value_error(format!("columns must have {} rows", status.len())));
    }
    let tolerance = limits.1.map(|tolerance| length("tolerance", tolerance)).transpose()?;
    let options = EdgeOptions { margin: length("margin", limits.0)?, ..EdgeOptions::default() };
    let stop = AtomicBool::new(false);
    let work = || -> Result<Refused, RobotError> {
        let checker = Checker::new(cell)?.until(&stop);
        let mut refused = Vec::new();
        for (row, (start, end)) in starts.iter().zip(&ends).enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            (clearance[row], lower[row], upper[row]) = (f64::NAN, f64::NAN, f64::NAN);
            status[row] = match edge(&checker, [start, end], (&options, tolerance)) {
                Ok(Found::Free { lower, .. }) => {
                    clearance[row] = lower;
                    SEPARATED
                }
                Ok(Found::Hit(contact)) => {
                    (lower[row], upper[row]) = (contact.time.lower, contact.time.upper);
                    OVERLAPPING
                }
                Ok(Found::Violated(violation)) => {
                    (lower[row], upper[row]) = (violation.time.lower, violation.time.upper);
                    if violation.is_proven { OVERLAPPING } else { UNDECIDED }
                }
                Ok(Found::Undecided(contact)) => {
                    (lower[row], upper[row]) = (contact.time.lower, contact.time.upper);
                    UNDECIDED
                }
                Err(what) => {
                    refused.push((row, what));
                    ERROR
                }
            };
        }
        Ok(refused)
    };
    py.detach(|| heeding_signals(&stop, work))?.map_err(value_error)
}

/// What is known of the segment between two configurations, or what is wrong with them.
fn edge(
    checker: &Checker<'_>,
    ends: [&[f64]; 2],
    (options, tolerance): (&EdgeOptions, Option<f64>),
) -> Result<Found, String> {
    let robot = checker.robot();
    ends.iter().try_for_each(|q| robot.check_configuration(q)).map_err(|error| error.to_string())?;
    let path = Path::through(&ends.map(<[f64]>::to_vec), robot.dof()).map_err(|error| error.to_string())?;
    Ok(check_path(checker, &path, options, tolerance))
}

/// The rows of joint values, each as long as the robot has joints.
fn rows<'q>(robot: &clearance_robot::Robot, qs: &'q Configurations<'_>, expected: usize) -> PyResult<Vec<&'q [f64]>> {
    let ([count, width], dof) = ([qs.shape()[0], qs.shape()[1]], robot.dof());
    if !qs.is_c_contiguous() || width != dof || count != expected {
        return Err(value_error(format!("qs must be rows of {dof} joint values in C order, got {count} x {width}")));
    }
    let values = qs.as_slice().map_err(value_error)?;
    Ok((0..count).map(|row| &values[row * width..(row + 1) * width]).collect())
}

fn without_margins(asked: &RobotClearance<'_>) -> PyResult<()> {
    match asked.has_margins() {
        true => {
            Err(value_error("a table of clearances takes no margins: its bounds are of distances, with none taken off"))
        }
        false => Ok(()),
    }
}

fn borrowed<'py>(columns: &Given<'py>, count: usize) -> PyResult<Vec<(String, Borrowed<'py>)>> {
    columns.iter().map(|(name, array)| borrow(name, array, count)).collect()
}

fn no_pairs() -> String {
    "the robot has no pairs to ask about".into()
}

/// The names of all pairs of convex bodies that are checked, in the order of their places; those of one link come
/// often.
#[pyfunction]
pub fn robot_pairs(robot: &Bound<'_, Robot>) -> PyResult<Vec<(String, String)>> {
    let asked = robot.get().asked()?;
    Ok((0..asked.pair_count()).map(|pair| asked.names(pair).map(String::from).into()).collect())
}

/// All numbers of a robot and its world as they were read, for a digest.
#[pyfunction]
pub fn robot_text(robot: &Bound<'_, Robot>) -> String {
    robot.get().text()
}

fn answer(asked: &mut RobotClearance<'_>, q: &[f64]) -> Result<Clearance, String> {
    asked.forget();
    let found = asked.at(q).map_err(|error| error.to_string())?;
    found.ok_or_else(no_pairs)
}

/// The proximity of the closest pair, with the bounds of the least of all pairs and the status of the robot: in contact
/// if any pair is, which may be another one where the bounds cannot distinguish them.
fn proximity(found: &Clearance) -> Proximity<Vec3<f64>> {
    let status = match found.collides {
        Some(false) => Status::Separated,
        Some(true) if found.bounds.upper < 0.0 || found.proximity.status == Status::Overlapping => Status::Overlapping,
        Some(true) => Status::Touching,
        None => Status::Undecided,
    };
    Proximity { bounds: found.bounds, status, proven: found.collides.is_some(), ..found.proximity }
}
