//! Convex hulls as polyhedra: faces, edges, volume.

use clearance::Vec3;
use clearance_scene::HullResult;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::error::value_error;

/// The hull of points as a JSON object, with the keys of the command `clearance hull`.
#[pyfunction]
pub fn hull_facts(py: Python<'_>, points: PyReadonlyArray2<'_, f64>) -> PyResult<String> {
    if !points.is_c_contiguous() || points.shape()[1] != 3 {
        return Err(value_error("points must have three numbers a row, in C order"));
    }
    let (points, _) = points.as_slice().map_err(value_error)?.as_chunks::<3>();
    let points: Vec<Vec3<f64>> = points.iter().map(|&point| point.into()).collect();
    py.detach(|| HullResult::of(&points)).map(|hull| hull.to_string()).map_err(value_error)
}
