//! Points and bodies: arrays in, arrays out.

use clearance::{ShapeError, Vec3};
use clearance_world::{Aabb, NearestBody, PointDistance, Task};
use numpy::{PyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::interrupt::{ROWS, ending};
use crate::mesh::Mesh;
use crate::pair::GivenBody;
use crate::scene::Scene;

type Numbers<'py> = Bound<'py, PyArray1<f64>>;
/// Signed distances, bounds, nearest points, normals, parts, inside (1, 0, or −1 for unknown), whether unique, whether
/// surfaces; rows that were refused with the reasons.
type Answers<'py> = (
    (Numbers<'py>, Numbers<'py>, Numbers<'py>),
    (Numbers<'py>, Numbers<'py>),
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i8>>,
    (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>),
    Vec<(usize, String)>,
);

/// Columns of answers.
#[derive(Default)]
struct Columns {
    numbers: [Vec<f64>; 3],
    vectors: [Vec<f64>; 2],
    part: Vec<i32>,
    inside: Vec<i8>,
    unique: Vec<bool>,
    surface: Vec<bool>,
    errors: Vec<(usize, String)>,
}

impl Columns {
    fn push(&mut self, found: Result<&PointDistance<Vec3<f64>>, String>) {
        let row = self.part.len();
        if row.is_multiple_of(ROWS) {
            Task::check_current();
        }
        let nan = f64::NAN;
        let (numbers, vectors, part, inside, unique, surface) = match found {
            Ok(found) => (
                [found.signed_distance.unwrap_or(nan), found.bounds.lower, found.bounds.upper],
                [found.nearest, found.normal],
                found.part as i32,
                found.inside.map_or(-1, i8::from),
                found.unique,
                found.surface,
            ),
            Err(error) => {
                self.errors.push((row, error));
                ([nan; 3], [Vec3::new(nan, nan, nan); 2], -1, -1, false, false)
            }
        };
        for (column, number) in self.numbers.iter_mut().zip(numbers) {
            column.push(number);
        }
        for (column, v) in self.vectors.iter_mut().zip(vectors) {
            column.extend([v.x, v.y, v.z]);
        }
        self.part.push(part);
        self.inside.push(inside);
        self.unique.push(unique);
        self.surface.push(surface);
    }

    fn arrays(self, py: Python<'_>) -> Answers<'_> {
        let [distance, lower, upper] = self.numbers.map(|column| PyArray1::from_vec(py, column));
        let [nearest, normal] = self.vectors.map(|column| PyArray1::from_vec(py, column));
        (
            (distance, lower, upper),
            (nearest, normal),
            PyArray1::from_vec(py, self.part),
            PyArray1::from_vec(py, self.inside),
            (PyArray1::from_vec(py, self.unique), PyArray1::from_vec(py, self.surface)),
            self.errors,
        )
    }
}

fn vectors(points: &PyReadonlyArray2<'_, f64>) -> PyResult<Vec<Vec3<f64>>> {
    if !points.is_c_contiguous() || points.shape()[1] != 3 {
        return Err(value_error("points must have three numbers a row, in C order"));
    }
    let (points, _) = points.as_slice().map_err(value_error)?.as_chunks::<3>();
    Ok(points.iter().map(|&point| point.into()).collect())
}

/// The number of points that are answered sooner than Ctrl-C could end it.
const FEW: usize = 1024;

fn asked<T: Send>(
    py: Python<'_>,
    points: usize,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    if points <= FEW && progress.is_none() { Ok(py.detach(work)) } else { ending(py, progress, work) }
}

/// The signed distances of a body from points in its frame.
#[pyfunction]
#[pyo3(signature = (body, points, progress=None, by_winding=false))]
pub fn point_distances<'py>(
    py: Python<'py>,
    body: GivenBody<'py>,
    points: PyReadonlyArray2<'py, f64>,
    progress: Option<Bound<'py, PyAny>>,
    by_winding: bool,
) -> PyResult<Answers<'py>> {
    let (mut body, points) = (std::sync::Arc::clone(body.body()?), vectors(&points)?);
    if by_winding {
        body = std::sync::Arc::new((*body).clone().signed_by_winding());
    }
    let columns = asked(py, points.len(), progress.as_ref(), || {
        let mut columns = Columns::default();
        for found in body.point_distances(&points) {
            columns.push(found.as_ref().map_err(ShapeError::to_string));
        }
        columns
    })?;
    Ok(columns.arrays(py))
}

/// Bounds of the winding numbers of a mesh around points: one after the other.
#[pyfunction]
pub fn winding_numbers<'py>(
    py: Python<'py>,
    mesh: PyRef<'py, Mesh>,
    points: PyReadonlyArray2<'py, f64>,
    width: f64,
) -> PyResult<Numbers<'py>> {
    let (mesh, points) = (std::sync::Arc::clone(&mesh.mesh), vectors(&points)?);
    let bounds = asked(py, points.len(), None, || mesh.winding_numbers(&points, width))?;
    Ok(PyArray1::from_vec(py, bounds.into_iter().flat_map(|bounds| [bounds.lower, bounds.upper]).collect()))
}

/// Answers about a scene.
#[derive(Default)]
struct InScene {
    columns: Columns,
    names: Vec<Option<String>>,
    ties: Vec<(usize, Vec<String>)>,
}

impl InScene {
    /// One more row; `None` of a scene without bodies.
    fn push(&mut self, scene: &Scene, answer: Result<Option<NearestBody<Vec3<f64>>>, ShapeError>) -> Option<()> {
        let row = self.names.len();
        match answer {
            Ok(found) => {
                let found = found?;
                self.columns.push(Ok(&found.distance));
                self.names.push(Some(scene.name(found.body)));
                if !found.ties.is_empty() {
                    self.ties.push((row, found.ties.iter().map(|&id| scene.name(id)).collect()));
                }
            }
            Err(error) => {
                self.columns.push(Err(error.to_string()));
                self.names.push(None);
            }
        }
        Some(())
    }
}

/// The nearest bodies of a scene: their names, which of them is nearest to each point (−1 for none), and other bodies
/// that may be as near.
#[pyfunction]
#[pyo3(signature = (scene, points, progress=None))]
#[expect(clippy::type_complexity, reason = "a tuple for Python")]
pub fn scene_point_distances<'py>(
    py: Python<'py>,
    scene: PyRef<'py, Scene>,
    points: PyReadonlyArray2<'py, f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<(Answers<'py>, Vec<Option<String>>, Vec<(usize, Vec<String>)>)> {
    let (points, scene): (_, &Scene) = (vectors(&points)?, &scene);
    let world = scene.world()?;
    let work = || {
        let mut found = InScene::default();
        world.point_distances(&points).into_iter().try_for_each(|answer| found.push(scene, answer))?;
        Some(found)
    };
    let InScene { columns, names, ties } = asked(py, points.len(), progress.as_ref(), work)?
        .ok_or_else(|| value_error("a scene without bodies has no distance from a point"))?;
    Ok((columns.arrays(py), names, ties))
}

/// Signed distances on a grid: the numbers with the last axis fastest, how many there are along each axis, and the
/// largest error.
#[pyfunction]
#[pyo3(signature = (body, lower, upper, spacing, progress=None))]
pub fn distance_grid<'py>(
    py: Python<'py>,
    body: GivenBody<'py>,
    lower: [f64; 3],
    upper: [f64; 3],
    spacing: f64,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<(Numbers<'py>, [usize; 3], f64)> {
    let body = std::sync::Arc::clone(body.body()?);
    let bounds = Aabb { lower: lower.into(), upper: upper.into() };
    let grid = ending(py, progress.as_ref(), || body.distance_grid(&bounds, spacing))?.map_err(value_error)?;
    Ok((PyArray1::from_vec(py, grid.values), grid.shape, grid.error))
}
