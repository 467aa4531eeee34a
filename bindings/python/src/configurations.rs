//! Many configurations of a robot: columns that are filled in place, without the interpreter's lock.
//!
//! A row's answer depends on that row alone: what the question before left behind is forgotten, so that neither the cut into
//! batches nor the number of threads changes a bit. Batches are cut, and threads are started, by the caller.

use clearance::{Proximity, Status, Vec3};
use clearance_robot::{Clearance, RobotClearance};
use numpy::{PyReadonlyArray2, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::batch::{Columns, borrow};
use crate::error::value_error;
use crate::robot::Robot;

/// No pair: a row that was refused.
const NO_PAIR: i32 = -1;

/// Fills columns with the clearances of rows of configurations, and `pair` with the places of the closest pairs among
/// `robot_pairs`; returns the rows that were refused, as (row, what is wrong).
#[pyfunction]
pub fn robot_clearances<'py>(
    py: Python<'py>,
    robot: &Bound<'py, Robot>,
    qs: PyReadonlyArray2<'py, f64>,
    columns: Vec<(String, Bound<'py, PyAny>)>,
    mut pair: PyReadwriteArray1<'py, i32>,
) -> PyResult<Vec<(usize, String)>> {
    let mut asked = robot.get().asked()?;
    let [count, width] = [qs.shape()[0], qs.shape()[1]];
    let dof = asked.robot().dof();
    if !qs.is_c_contiguous() || width != dof || pair.len() != count {
        return Err(value_error(format!("qs must be rows of {dof} joint values in C order, got {count} x {width}")));
    }
    if asked.has_margins() {
        return Err(value_error(
            "a table of clearances takes no margins: its bounds are of distances, with none taken off",
        ));
    }
    let values = qs.as_slice().map_err(value_error)?;
    let mut borrowed = columns.iter().map(|(name, array)| borrow(name, array, count)).collect::<PyResult<Vec<_>>>()?;
    let mut columns = Columns::new(&mut borrowed, count)?;
    let pairs = pair.as_slice_mut().map_err(value_error)?;
    Ok(py.detach(|| {
        let mut refused = Vec::new();
        for (row, pair) in pairs.iter_mut().enumerate() {
            match answer(&mut asked, &values[row * width..(row + 1) * width]) {
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

/// The names of all pairs of convex bodies that are checked, in the order of their places; those of one link come often.
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
    found.ok_or_else(|| "the robot has no pairs to ask about".into())
}

/// The proximity of the closest pair, with the bounds of the least of all pairs and the status of the robot: in contact if any
/// pair is, which may be another one where the bounds cannot distinguish them.
fn proximity(found: &Clearance) -> Proximity<Vec3<f64>> {
    let status = match found.collides {
        Some(false) => Status::Separated,
        Some(true) if found.bounds.upper < 0.0 || found.proximity.status == Status::Overlapping => Status::Overlapping,
        Some(true) => Status::Touching,
        None => Status::Undecided,
    };
    Proximity { bounds: found.bounds, status, proven: found.collides.is_some(), ..found.proximity }
}
