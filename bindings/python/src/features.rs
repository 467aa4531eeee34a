//! Vertices and triangles, and pairs of edges, whose points move: arrays in, arrays out.

use clearance::query::deforming::{Contact, FeaturePair, MovingFeatures};
use clearance::{ShapeError, Status, Vec3};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::batch::Work;
use crate::error::value_error;
use crate::proximity::{SEPARATED, TOUCHING, UNDECIDED};
use crate::rays::on_threads;

type Numbers<'py> = Bound<'py, PyArray1<f64>>;
/// Status, times (two numbers a row), weights (four) and normals (three).
pub type ContactColumns<'py> = (Bound<'py, PyArray1<i8>>, Numbers<'py>, Numbers<'py>, Numbers<'py>);

/// The first contact of each row: four points, each at the start and at the end, 24 numbers.
#[pyfunction]
pub fn first_contacts<'py>(
    py: Python<'py>,
    points: PyReadonlyArray2<'py, f64>,
    edges: bool,
    distance: f64,
    work: Work,
) -> PyResult<ContactColumns<'py>> {
    if points.shape()[1] != 24 {
        return Err(value_error("points must have 24 numbers a row"));
    }
    let pair = if edges { FeaturePair::EdgeEdge } else { FeaturePair::VertexFace };
    let (rows, _) = points.as_slice().map_err(value_error)?.as_chunks::<24>();
    let distance = checked(distance)?;
    for (number, row) in rows.iter().enumerate() {
        if let Some(&value) = row.iter().find(|value| !value.is_finite()) {
            let error = ShapeError::NotFinite { what: "coordinate of a moving point", value };
            return Err(value_error(format!("points[{number}]: {error}")));
        }
    }
    let one = |row: &[f64; 24]| moving(pair, row).first_contact_within(distance);
    let rows: Vec<&[f64; 24]> = rows.iter().collect();
    let found = py.detach(|| on_threads(&rows, &work, one))?;
    Ok(columns(py, &found))
}

/// A distance to keep; negative ones are refused.
pub fn checked(distance: f64) -> PyResult<f64> {
    match distance {
        value if !value.is_finite() => Err(value_error(ShapeError::NotFinite { what: "distance", value })),
        value if value < 0.0 => Err(value_error(ShapeError::Negative { what: "distance", value })),
        value => Ok(value),
    }
}

fn moving(pair: FeaturePair, row: &[f64; 24]) -> MovingFeatures {
    let at = |time: usize| {
        core::array::from_fn(|point| {
            let first = 6 * point + 3 * time;
            Vec3::new(row[first], row[first + 1], row[first + 2])
        })
    };
    MovingFeatures { pair, start: at(0), end: at(1) }
}

/// Contacts as columns; without a contact times and normals are NaN.
pub fn columns<'py>(py: Python<'py>, contacts: &[Contact]) -> ContactColumns<'py> {
    let (mut status, mut times, mut weights, mut normals) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for found in contacts {
        let hit = found.is_hit();
        let or_nan = |value: f64| if hit { value } else { f64::NAN };
        status.push(match found.status {
            Status::Separated => SEPARATED,
            Status::Touching => TOUCHING,
            _ => UNDECIDED,
        });
        times.extend([found.toi.lower, found.toi.upper].map(or_nan));
        weights.extend(found.weights.map(or_nan));
        normals.extend(<[f64; 3]>::from(found.normal).map(or_nan));
    }
    (status.into_pyarray(py), times.into_pyarray(py), weights.into_pyarray(py), normals.into_pyarray(py))
}
