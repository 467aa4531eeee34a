//! Meshes whose vertices move on straight lines.

use clearance::Vec3;
use clearance_world::{MeshContact, MeshFeatures};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::features::{ContactColumns, checked, columns};
use crate::interrupt::ending_if;

/// A mesh in a step; see `clearance.DeformingMesh`.
#[pyclass(subclass, module = "clearance._clearance", name = "DeformingMesh")]
pub struct DeformingMesh {
    mesh: clearance_world::DeformingMesh,
}

type Indices<'py> = Bound<'py, PyArray1<u32>>;
/// The features: the kind, 0 a vertex and a face, 1 a face and a vertex, 2 two edges; the indices in A and in B; and
/// their contacts.
type Found<'py> = (Bound<'py, PyArray1<i8>>, Indices<'py>, Indices<'py>, ContactColumns<'py>);

/// Triangles of a mesh that is answered sooner than Ctrl-C could end it.
const FEW: usize = 10_000;

#[pymethods]
impl DeformingMesh {
    #[new]
    fn new(vertices: PyReadonlyArray2<'_, f64>, triangles: PyReadonlyArray2<'_, u32>) -> PyResult<Self> {
        if triangles.shape()[1] != 3 {
            return Err(value_error("triangles must have three numbers a row"));
        }
        let (triangles, _) = triangles.as_slice().map_err(value_error)?.as_chunks::<3>();
        let mesh = clearance_world::DeformingMesh::new(&points(&vertices)?, triangles).map_err(value_error)?;
        Ok(DeformingMesh { mesh })
    }

    fn _move_to(&mut self, end: PyReadonlyArray2<'_, f64>) -> PyResult<()> {
        self.mesh.move_to(&points(&end)?).map_err(value_error)
    }

    fn _set_step(&mut self, start: PyReadonlyArray2<'_, f64>, end: PyReadonlyArray2<'_, f64>) -> PyResult<()> {
        self.mesh.set_step(&points(&start)?, &points(&end)?).map_err(value_error)
    }

    fn _start<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        flat(py, self.mesh.start())
    }

    fn _end<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        flat(py, self.mesh.end())
    }

    fn _triangles<'py>(&self, py: Python<'py>) -> Indices<'py> {
        self.mesh.triangles().as_flattened().to_vec().into_pyarray(py)
    }

    fn _edges<'py>(&self, py: Python<'py>) -> Indices<'py> {
        self.mesh.edges().as_flattened().to_vec().into_pyarray(py)
    }

    /// The first contact with another mesh or, without one, with itself; one row or none.
    #[pyo3(signature = (other, distance))]
    fn _first_contact<'py>(
        slf: PyRef<'py, Self>,
        py: Python<'py>,
        other: Option<PyRef<'py, Self>>,
        distance: f64,
    ) -> PyResult<Found<'py>> {
        let first = asked(py, &slf, other.as_deref(), distance, |a, b, distance| {
            let first = b.map_or_else(|| a.first_self_contact(distance), |b| a.first_contact(b, distance));
            first.map(|first| first.into_iter().collect::<Vec<_>>())
        })?;
        Ok(rows(py, &first))
    }

    /// All contacts.
    #[pyo3(signature = (other, distance))]
    fn _contacts<'py>(
        slf: PyRef<'py, Self>,
        py: Python<'py>,
        other: Option<PyRef<'py, Self>>,
        distance: f64,
    ) -> PyResult<Found<'py>> {
        let found = asked(py, &slf, other.as_deref(), distance, |a, b, distance| {
            b.map_or_else(|| a.self_contacts(distance), |b| a.contacts(b, distance))
        })?;
        Ok(rows(py, &found))
    }

    /// The largest fraction of the step that is free.
    #[pyo3(signature = (other, distance))]
    fn _max_step(slf: PyRef<'_, Self>, py: Python<'_>, other: Option<PyRef<'_, Self>>, distance: f64) -> PyResult<f64> {
        asked(py, &slf, other.as_deref(), distance, |a, b, distance| {
            b.map_or_else(|| a.max_self_step(distance), |b| a.max_step(b, distance))
        })
    }
}

type World = clearance_world::DeformingMesh;

/// An answer, without the interpreter's lock.
fn asked<T: Send>(
    py: Python<'_>,
    a: &DeformingMesh,
    b: Option<&DeformingMesh>,
    distance: f64,
    ask: impl FnOnce(&World, Option<&World>, f64) -> Result<T, clearance::ShapeError> + Send,
) -> PyResult<T> {
    let distance = checked(distance)?;
    let (a, b) = (&a.mesh, b.map(|b| &b.mesh));
    let is_long = a.triangles().len() + b.map_or(0, |b| b.triangles().len()) > FEW;
    ending_if(is_long, py, || ask(a, b, distance))?.map_err(value_error)
}

fn points(array: &PyReadonlyArray2<'_, f64>) -> PyResult<Vec<Vec3<f64>>> {
    if array.shape()[1] != 3 {
        return Err(value_error("vertices must have three numbers a row"));
    }
    let (rows, _) = array.as_slice().map_err(value_error)?.as_chunks::<3>();
    Ok(rows.iter().map(|&row| row.into()).collect())
}

fn flat<'py>(py: Python<'py>, points: &[Vec3<f64>]) -> Bound<'py, PyArray1<f64>> {
    points.iter().flat_map(|point| [point.x, point.y, point.z]).collect::<Vec<_>>().into_pyarray(py)
}

fn rows<'py>(py: Python<'py>, found: &[MeshContact]) -> Found<'py> {
    let features = found.iter().map(|row| match row.features {
        MeshFeatures::VertexFace { vertex, face } => (0, vertex, face),
        MeshFeatures::FaceVertex { face, vertex } => (1, face, vertex),
        MeshFeatures::EdgeEdge { a, b } => (2, a, b),
    });
    let (mut kinds, mut of_a, mut of_b) = (Vec::new(), Vec::new(), Vec::new());
    for (kind, a, b) in features {
        kinds.push(kind);
        of_a.push(a);
        of_b.push(b);
    }
    let contacts: Vec<_> = found.iter().map(|row| row.contact).collect();
    (kinds.into_pyarray(py), of_a.into_pyarray(py), of_b.into_pyarray(py), columns(py, &contacts))
}
