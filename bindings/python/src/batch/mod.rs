//! Many pairs in one call: columns that are filled in place, without the interpreter's lock, on any number of threads.

mod block;
mod boxes;
mod columns;
mod distances;
mod given;
mod moving;
mod rows;
mod smoothed;
mod work;

use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::options::GivenOptions;
use boxes::{Boxes, GivenBoxes};
pub use columns::{Borrowed, Columns};
use distances::Distances;
use given::GivenRows;
pub use given::{GivenPoses, Work, table};
use moving::{GivenMotions, Moving};
pub use rows::Poses;
use smoothed::Smoothing;
use work::{Ask, Refused};

/// Columns by their names.
type Given<'py> = Vec<(String, Bound<'py, PyAny>)>;

/// Fills columns with the signed distances of rows; returns those that were refused, as (row, what is wrong).
///
/// If work is to keep going, refused rows are marked in the columns; else the first one ends the batch and is returned
/// alone.
#[pyfunction]
pub fn signed_distances<'py>(
    py: Python<'py>,
    rows: GivenRows<'py>,
    options: Option<GivenOptions>,
    columns: Given<'py>,
    work: Work,
) -> PyResult<Vec<(usize, String)>> {
    let ask = Distances::new(rows.read()?, crate::options::options(options)?);
    fill(py, &ask, &columns, work)
}

/// Fills columns with the times of impact of rows that move, as [`signed_distances`] does.
#[pyfunction]
pub fn times_of_impact<'py>(
    py: Python<'py>,
    rows: GivenRows<'py>,
    motions: GivenMotions<'py>,
    options: Option<GivenOptions>,
    columns: Given<'py>,
    work: Work,
) -> PyResult<Vec<(usize, String)>> {
    let ask = Moving::new(rows.read()?, &motions, options)?;
    fill(py, &ask, &columns, work)
}

/// Fills columns with the ranges of signed distances of rows whose poses are boxes, as [`signed_distances`] does.
#[pyfunction]
pub fn signed_distance_ranges<'py>(
    py: Python<'py>,
    rows: GivenRows<'py>,
    boxes: GivenBoxes<'py>,
    columns: Given<'py>,
    work: Work,
) -> PyResult<Vec<(usize, String)>> {
    let ask = Boxes::new(rows.read()?, &boxes)?;
    fill(py, &ask, &columns, work)
}

/// Fills columns with the smoothed distances of rows of convex shapes, as [`signed_distances`] does; always in the
/// frame of `a`.
#[pyfunction]
pub fn smoothed_distances<'py>(
    py: Python<'py>,
    rows: GivenRows<'py>,
    blur: f64,
    options: Option<GivenOptions>,
    columns: Given<'py>,
    work: Work,
) -> PyResult<Vec<(usize, String)>> {
    if !(blur >= 0.0 && blur.is_finite()) {
        return Err(value_error(format!("blur must be finite and not negative, got {blur}")));
    }
    let ask = Smoothing::new(rows.read()?, blur, crate::options::options(options)?);
    fill(py, &ask, &columns, work)
}

fn fill(py: Python<'_>, ask: &impl Ask, columns: &Given<'_>, work: Work) -> PyResult<Vec<(usize, String)>> {
    let count = ask.count();
    let mut borrowed = columns.iter().map(|(name, array)| borrow(name, array, count)).collect::<PyResult<Vec<_>>>()?;
    let columns = Columns::new(&mut borrowed, count)?;
    let refused = py.detach(|| work::run(ask, columns, work))?;
    Ok(refused.into_iter().map(|Refused { row, what }| (row, what)).collect())
}

/// An array of a column, checked and borrowed for writing.
pub fn borrow<'py>(name: &str, array: &Bound<'py, PyAny>, count: usize) -> PyResult<(String, Borrowed<'py>)> {
    let wrong = |what: &str| value_error(format!("out[{name:?}] must be {what}"));
    let check = |shape: &[usize], contiguous: bool| {
        let expected: &[usize] = if columns::is_vector(name) { &[count, 3] } else { &[count] };
        match shape == expected && contiguous {
            true => Ok(()),
            false => Err(wrong(&format!("a C-contiguous array of shape {expected:?}, got {shape:?}"))),
        }
    };
    macro_rules! take {
        ($type:ty, $variant:ident, $text:literal) => {{
            let array = array.cast::<PyArrayDyn<$type>>().map_err(|_| wrong($text))?;
            check(array.shape(), array.is_c_contiguous())?;
            Borrowed::$variant(array.try_readwrite().map_err(|_| wrong("writable, and no other column's memory"))?)
        }};
    }
    let borrowed = match name {
        "status" => take!(i8, Status, "an array of int8"),
        "proven" => take!(bool, Proven, "an array of bool"),
        _ => take!(f64, Numbers, "an array of float64"),
    };
    Ok((name.to_string(), borrowed))
}
