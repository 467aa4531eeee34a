//! Meshes as they are: bodies that need not be convex.

use std::path::PathBuf;
use std::sync::Arc;

use clearance::{Bounds, Vec3};
use clearance_scene::{Representation, Tessellation};
use clearance_world::{Body, DecomposeOptions, ThicknessOptions, ThicknessSide, TriangleMesh};
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::error::value_error;
use crate::interrupt::ending;
use crate::numbers::triple;

/// A surface of triangles; see `clearance.Mesh`.
#[pyclass(frozen, subclass, module = "clearance._clearance", name = "Mesh")]
pub struct Mesh {
    /// The surface.
    pub mesh: Arc<TriangleMesh<Vec3<f64>>>,
    /// It as a body of pairs and scenes.
    pub body: Arc<Body<Vec3<f64>>>,
    /// The solid that it represents, if it is not the body itself.
    pub representation: Option<Representation>,
}

#[pymethods]
impl Mesh {
    #[new]
    #[pyo3(signature = (vertices, triangles, tessellation=None, tessellation_proven=false))]
    fn new(
        vertices: PyReadonlyArray2<'_, f64>,
        triangles: PyReadonlyArray2<'_, u32>,
        tessellation: Option<f64>,
        tessellation_proven: bool,
    ) -> PyResult<Self> {
        let stated = |error: f64| match error >= 0.0 && error.is_finite() {
            true => Ok(Representation::of_tessellation(Tessellation { error, proven: tessellation_proven })),
            false => Err(value_error(format!("tessellation must be finite and not negative, got {error}"))),
        };
        let representation = tessellation.map(stated).transpose()?;
        if !(vertices.is_c_contiguous() && triangles.is_c_contiguous())
            || [vertices.shape()[1], triangles.shape()[1]] != [3, 3]
        {
            return Err(value_error("vertices and triangles must have three numbers a row, in C order"));
        }
        let (vertices, _) = vertices.as_slice().map_err(value_error)?.as_chunks::<3>();
        let vertices: Vec<Vec3<f64>> = vertices.iter().map(|&vertex| vertex.into()).collect();
        let (triangles, _) = triangles.as_slice().map_err(value_error)?.as_chunks::<3>();
        let mesh = TriangleMesh::new(&vertices, triangles).map_err(value_error)?;
        let mesh = Arc::new(mesh);
        Ok(Mesh { body: Arc::new(Body::Mesh(Arc::clone(&mesh))), mesh, representation })
    }

    /// How far the triangles are from the surface of the solid that they were made of; None if they are the body.
    #[getter]
    fn tessellation(&self) -> Option<f64> {
        self.representation.and_then(|known| known.tessellation).map(|known| known.error)
    }

    /// Whether that is proven.
    #[getter]
    fn tessellation_proven(&self) -> bool {
        self.representation.and_then(|known| known.tessellation).is_some_and(|known| known.proven)
    }

    /// True if it is closed and oriented, so that it has an inside.
    #[getter]
    fn is_solid(&self) -> bool {
        self.mesh.is_solid()
    }

    /// True if it is closed and proven to bound a convex body: then it is answered as that body, with a number for its
    /// depth.
    #[getter]
    fn is_convex(&self) -> bool {
        self.mesh.is_convex()
    }

    /// Area of the surface.
    #[getter]
    fn area(&self) -> f64 {
        self.mesh.area()
    }

    /// Volume of the inside; None if it is not solid.
    #[getter]
    fn volume(&self) -> Option<f64> {
        self.mesh.volume()
    }

    /// Bytes of `f64`, three for each vertex.
    fn _vertices<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        number_bytes(py, self.mesh.vertices())
    }

    /// Bytes of `u32`, three for each triangle.
    fn _triangles<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        place_bytes(py, self.mesh.triangles())
    }
}

/// What is in a mesh file: bytes of `f64`, three for each vertex, and of `u32`, three for each triangle.
#[pyfunction]
pub fn mesh_file<'py>(py: Python<'py>, path: PathBuf) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let mesh = py.detach(|| clearance_scene::mesh::read_mesh(&path)).map_err(value_error)?;
    Ok((number_bytes(py, &mesh.vertices), place_bytes(py, &mesh.triangles)))
}

/// What is true of a mesh, by the names of the fields of `clearance.MeshReport`.
#[pyfunction]
pub fn mesh_report<'py>(py: Python<'py>, mesh: &Bound<'py, Mesh>) -> PyResult<Bound<'py, PyDict>> {
    let mesh = &mesh.get().mesh;
    let report = ending(py, None, || mesh.report())?;
    let fields = PyDict::new(py);
    fields.set_item("triangles", report.triangles)?;
    fields.set_item("vertices", report.vertices)?;
    fields.set_item("closed", report.closed)?;
    fields.set_item("oriented", report.oriented)?;
    fields.set_item("manifold", report.manifold)?;
    fields.set_item("components", report.components)?;
    fields.set_item("open_edges", report.open_edges)?;
    fields.set_item("degenerate", report.degenerate)?;
    fields.set_item("turned", report.turned)?;
    fields.set_item("self_intersections", report.self_intersections)?;
    fields.set_item("volume", report.volume)?;
    fields.set_item("area", report.area)?;
    fields.set_item("lower", triple(report.bounds.lower))?;
    fields.set_item("upper", triple(report.bounds.upper))?;
    Ok(fields)
}

/// Samples of walls or gaps: bytes of `f64`, fourteen numbers each, NaN where there is none: the point, the direction,
/// the area, both bounds of the ray, both of the ball, and the triangles of the sample, of the ray and of the ball.
/// None for a mesh that is not solid.
#[pyfunction]
pub fn mesh_thickness<'py>(
    py: Python<'py>,
    mesh: &Bound<'py, Mesh>,
    is_gap: bool,
    samples: usize,
    within: Option<f64>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let mesh = &mesh.get().mesh;
    let side = if is_gap { ThicknessSide::Gap } else { ThicknessSide::Wall };
    let found = ending(py, None, || mesh.thickness(&ThicknessOptions { side, samples, within }))?;
    let ends = |bounds: Option<Bounds<f64>>| bounds.map_or([f64::NAN; 2], |bounds| [bounds.lower, bounds.upper]);
    let number = |triangle: Option<u32>| triangle.map_or(f64::NAN, f64::from);
    Ok(found.map(|found| {
        let numbers = found.samples.iter().flat_map(|it| {
            let ([x, y, z], [u, v, w]) = (<[f64; 3]>::from(it.at), <[f64; 3]>::from(it.along));
            let ([r, s], [b, c]) = (ends(it.ray), ends(it.ball));
            let triangles = [Some(it.triangle), it.ray_triangle, it.ball_triangle].map(number);
            [x, y, z, u, v, w, it.area, r, s, b, c, triangles[0], triangles[1], triangles[2]]
        });
        PyBytes::new(py, &numbers.flat_map(f64::to_ne_bytes).collect::<Vec<u8>>())
    }))
}

/// Convex parts as bytes of `f64`, the bounds of their error, and whether they contain the volume.
type Parts<'py> = (Vec<Bound<'py, PyBytes>>, (f64, f64), bool);

/// Convex parts that contain a mesh; without an error, one of 2 % of the longest side.
#[pyfunction]
pub fn mesh_decompose<'py>(
    py: Python<'py>,
    mesh: &Bound<'py, Mesh>,
    error: Option<f64>,
    max_parts: usize,
) -> PyResult<Parts<'py>> {
    let mesh = &mesh.get().mesh;
    let error = error.unwrap_or(DecomposeOptions::of(mesh).error);
    if !(error >= 0.0 && error.is_finite()) {
        return Err(value_error(format!("error must be finite and not negative, got {error}")));
    }
    if max_parts == 0 {
        return Err(value_error("max_parts must be at least 1, got 0"));
    }
    let options = DecomposeOptions { error, max_parts };
    let found = ending(py, None, || clearance_world::decompose(mesh, &options))?.map_err(value_error)?;
    let parts = found.parts.iter().map(|part| number_bytes(py, part.points())).collect();
    Ok((parts, (found.error.lower, found.error.upper), found.contains_volume))
}

fn number_bytes<'py>(py: Python<'py>, vertices: &[Vec3<f64>]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = vertices.iter().flat_map(|v| [v.x, v.y, v.z]).flat_map(f64::to_ne_bytes).collect();
    PyBytes::new(py, &bytes)
}

fn place_bytes<'py>(py: Python<'py>, triangles: &[[u32; 3]]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = triangles.as_flattened().iter().flat_map(|corner| corner.to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}
