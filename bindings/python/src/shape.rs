//! Shapes: a kind and its fields as Python has them, and the body that the core asks.

use std::sync::Arc;

use clearance::math::Vector;
use clearance::{Shape3, Support, SupportExt, Vec3};
use clearance_scene::json::Node;
use clearance_scene::{MeshFiles, no_part};
use clearance_world::Body;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::build;
use crate::error::value_error;
use crate::json;
use crate::numbers::numbers;

/// A convex body in its own frame: frozen, hashable, comparable and picklable.
///
/// Made by its kinds (``Box``, ``Hull``, ``Rounded`` ...) or by ``from_json``.
#[pyclass(frozen, subclass, module = "clearance", name = "Shape")]
pub struct Shape {
    kind: String,
    fields: Py<PyTuple>,
    /// What the core asks; shared, since threads keep it while Python may drop the shape.
    pub body: Arc<Body<Vec3<f64>>>,
}

impl Shape {
    /// The bounded shape that another one is made of.
    pub fn part(&self) -> PyResult<Shape3<f64>> {
        self.body.as_shape().cloned().ok_or_else(|| value_error(no_part(self.body.kind())))
    }
}

#[pymethods]
impl Shape {
    #[new]
    fn new(kind: String, fields: Bound<'_, PyTuple>) -> PyResult<Self> {
        let body = build::body(&kind, &fields)?;
        Ok(Shape { kind, fields: fields.unbind(), body: Arc::new(body) })
    }

    /// The kind, as the JSON format names it.
    #[getter]
    fn kind(&self) -> &str {
        &self.kind
    }

    #[getter]
    fn _fields<'py>(&self, py: Python<'py>) -> Bound<'py, PyTuple> {
        self.fields.bind(py).clone()
    }

    /// A point of the shape farthest along a direction, which may have any length but zero.
    fn support(&self, direction: &Bound<'_, PyAny>) -> PyResult<(f64, f64, f64)> {
        let direction = Vec3::from(numbers::<3>("direction", direction)?);
        let largest = direction.max_abs();
        if !(largest > 0.0 && largest.is_finite()) {
            return Err(value_error("direction must be finite and not the null vector"));
        }
        let Some(shape) = self.body.as_shape() else {
            return Err(value_error(format!("a {} has no support point, expected a bounded convex shape", self.kind)));
        };
        let unit = (direction * (1.0 / largest)).normalized();
        let point: [f64; 3] = (shape.support(unit) + shape.anchor() + unit * shape.radius()).into();
        Ok(point.into())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Shape>() else { return Ok(false) };
        let other = other.get();
        Ok(self.kind == other.kind && self.fields.bind(py).eq(other.fields.bind(py))?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.kind.as_str(), self.fields.bind(py)).into_pyobject(py)?.hash()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Checks a shape's JSON, a text or a dict, by the reader of the format; files are named relative to a folder.
#[pyfunction]
pub fn check_shape(json: &Bound<'_, PyAny>, folder: &str) -> PyResult<()> {
    let tree = json::tree(json)?;
    let files = MeshFiles::relative_to(folder);
    clearance_scene::body::<Vec3<f64>>(&Node::root(&tree, ""), &files).map(|_| ()).map_err(value_error)
}
