//! Many pairs in one call: columns that are filled in place, without the interpreter's lock, on any number of threads.

mod columns;
mod rows;
mod work;

use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::pose::Pose;
use crate::shape::Shape;
use columns::Borrowed;
pub use columns::Columns;
use rows::{PoseList, Poses, Rows, Side};
use work::Refused;

/// One shape, or a list of shapes with a place in it for each row.
#[derive(FromPyObject)]
pub enum Given<'py> {
    One(Bound<'py, Shape>),
    Table(Vec<Bound<'py, Shape>>, PyReadonlyArray1<'py, i64>),
}

type Numbers<'py> = PyReadonlyArray2<'py, f64>;

/// Poses of rows; one alone stands for all.
#[derive(FromPyObject)]
pub enum GivenPoses<'py> {
    /// `(n, 7)`, or rows of matrices `(n, 12)` and `(n, 16)`.
    Numbers(Numbers<'py>),
    /// As values.
    Poses(Vec<Bound<'py, Pose>>),
}

/// Fills columns with the signed distances of `count` pairs; returns the rows that were refused, as (row, what is wrong).
///
/// `poses` is one array for `b_in_a`, two for `pose_a` and `pose_b`. With `keep_going` refused rows are marked in the columns,
/// else the first one ends the batch and is returned alone.
#[pyfunction]
pub fn signed_distances<'py>(
    py: Python<'py>,
    pair: (Given<'py>, Given<'py>),
    poses: Vec<GivenPoses<'py>>,
    count: usize,
    columns: Vec<(String, Bound<'py, PyAny>)>,
    threads: usize,
    keep_going: bool,
) -> PyResult<Vec<(usize, String)>> {
    let (a, b) = (side("a", &pair.0, count)?, side("b", &pair.1, count)?);
    let tables: Vec<Poses> = poses.iter().map(|given| table(given, count)).collect::<PyResult<_>>()?;
    let rows = match &tables[..] {
        [b_in_a] => Rows { a, b, pose_a: None, pose_b: b_in_a, count },
        [pose_a, pose_b] => Rows { a, b, pose_a: Some(pose_a), pose_b, count },
        _ => return Err(value_error(format!("expected one or two arrays of poses, got {}", tables.len()))),
    };
    let mut borrowed = columns.iter().map(|(name, array)| borrow(name, array, count)).collect::<PyResult<Vec<_>>>()?;
    let columns = Columns::new(&mut borrowed, count)?;
    match py.detach(|| work::run(&rows, columns, threads, keep_going)) {
        Ok(refused) => Ok(refused.into_iter().map(|Refused { row, what }| (row, what)).collect()),
        Err(interrupt) => Err(interrupt),
    }
}

fn side<'s>(name: &str, given: &'s Given<'_>, count: usize) -> PyResult<Side<'s>> {
    match given {
        Given::One(shape) => Ok(Side::One(&shape.get().body)),
        Given::Table(shapes, index) => {
            let index = index.as_slice().map_err(|_| value_error(format!("{name} index must be contiguous")))?;
            if index.len() != count {
                return Err(value_error(format!("{name} index must have {count} rows, got {}", index.len())));
            }
            Ok(Side::Table(shapes.iter().map(|shape| &*shape.get().body).collect(), index))
        }
    }
}

/// The poses of rows. `as_slice` takes Fortran order for granted too, and would read an array transposed: only C order is taken.
fn table<'s>(given: &'s GivenPoses<'_>, count: usize) -> PyResult<Poses<'s>> {
    let (rows, list) = match given {
        GivenPoses::Poses(poses) => {
            (poses.len(), PoseList::Placings(poses.iter().map(|pose| &pose.get().placing).collect()))
        }
        GivenPoses::Numbers(array) => {
            let [rows, width] = [array.shape()[0], array.shape()[1]];
            if !array.is_c_contiguous() || ![7, 12, 16].contains(&width) {
                return Err(value_error(format!("poses must be rows of 7, 12 or 16 in C order, got {rows} x {width}")));
            }
            (rows, PoseList::Numbers(array.as_slice().map_err(value_error)?, width))
        }
    };
    match rows {
        _ if rows == count => Ok(Poses { list, one: false }),
        1 => Ok(Poses { list, one: true }),
        _ => Err(value_error(format!("poses must have {count} rows or one, got {rows}"))),
    }
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
