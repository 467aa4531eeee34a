//! What Python hands over: rows, and how many threads are to answer them.

use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use super::rows::{PoseList, Poses, Rows, Side};
use crate::error::value_error;
use crate::pair::GivenBody;
use crate::pose::Pose;

/// Rows of numbers.
pub type Numbers<'py> = PyReadonlyArray2<'py, f64>;

/// The attributes of `clearance.rows.Rows`.
#[derive(FromPyObject)]
pub struct GivenRows<'py> {
    a: GivenSide<'py>,
    b: GivenSide<'py>,
    /// One array for `b_in_a`, two for `pose_a` and `pose_b`.
    poses: Vec<GivenPoses<'py>>,
    /// How many rows there are.
    pub count: usize,
}

/// The attributes of `clearance.rows.Work`.
#[derive(Clone, Copy, FromPyObject)]
pub struct Work {
    /// How many threads answer.
    pub threads: usize,
    /// Whether rows behind one that is refused are wanted.
    pub keep_going: bool,
}

/// One body, or a list of bodies with a place in it for each row.
#[derive(FromPyObject)]
enum GivenSide<'py> {
    One(GivenBody<'py>),
    Table(Vec<GivenBody<'py>>, PyReadonlyArray1<'py, i64>),
}

/// Poses of rows; one alone stands for all.
#[derive(FromPyObject)]
pub enum GivenPoses<'py> {
    /// `(n, 7)`, or rows of matrices `(n, 12)` and `(n, 16)`.
    Numbers(Numbers<'py>),
    /// Converts them to values.
    Poses(Vec<Bound<'py, Pose>>),
}

impl GivenRows<'_> {
    /// The rows, which share the memory of the arrays.
    pub fn read(&self) -> PyResult<Rows<'_>> {
        let count = self.count;
        let (a, b) = (side("a", &self.a, count)?, side("b", &self.b, count)?);
        let (pose_a, pose_b) = match &self.poses[..] {
            [b_in_a] => (None, table(b_in_a, count)?),
            [pose_a, pose_b] => (Some(table(pose_a, count)?), table(pose_b, count)?),
            poses => return Err(value_error(format!("expected one or two arrays of poses, got {}", poses.len()))),
        };
        Ok(Rows { a, b, pose_a, pose_b, count })
    }
}

fn side<'s>(name: &str, given: &'s GivenSide<'_>, count: usize) -> PyResult<Side<'s>> {
    match given {
        GivenSide::One(given) => Ok(Side::One(given.body()?)),
        GivenSide::Table(shapes, index) => {
            let index = index.as_slice().map_err(|_| value_error(format!("{name} index must be contiguous")))?;
            if index.len() != count {
                return Err(value_error(format!("{name} index must have {count} rows, got {}", index.len())));
            }
            let bodies = shapes.iter().map(|given| given.body().map(|body| &**body)).collect::<PyResult<Vec<_>>>()?;
            Ok(Side::Table(bodies, index))
        }
    }
}

/// The poses of rows. `as_slice` takes Fortran order for granted too, and would read an array transposed: only C order
/// is taken.
pub fn table<'s>(given: &'s GivenPoses<'_>, count: usize) -> PyResult<Poses<'s>> {
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
