//! The answer of a query as a frozen Python value.

use std::hash::{DefaultHasher, Hash, Hasher};

use clearance::{FeatureKind, Status, Vec3};
use clearance_world::Between;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use crate::numbers::tuple_text;

/// The numbers that stand for a status in tables.
pub const SEPARATED: i8 = 1;
/// They have common points, but no translation of positive length is needed to part them.
pub const TOUCHING: i8 = 0;
/// It takes a translation of positive length to part them.
pub const OVERLAPPING: i8 = -1;
/// Closer to touching than rounding can decide.
pub const UNDECIDED: i8 = -2;
/// A row that could not be read.
pub const ERROR: i8 = -128;

/// The number of a status.
pub fn status_number(status: Status) -> i8 {
    match status {
        Status::Separated => SEPARATED,
        Status::Touching => TOUCHING,
        Status::Overlapping => OVERLAPPING,
        Status::Undecided => UNDECIDED,
    }
}

/// The feature that contains a witness point.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    kind: &'static str,
    vertices: Vec<u32>,
    weights: Vec<f64>,
}

impl Feature {
    /// The value of the core's.
    pub fn new(feature: &clearance::Feature<f64>) -> Self {
        let kind = match feature.kind() {
            FeatureKind::Vertex => "vertex",
            FeatureKind::Edge => "edge",
            FeatureKind::Face => "face",
            FeatureKind::Smooth => "smooth",
        };
        Feature { kind, vertices: feature.vertices().to_vec(), weights: feature.weights().to_vec() }
    }

    /// The feature as `clearance.Feature`.
    pub fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let class = CLASS
            .get_or_try_init(py, || Ok::<_, PyErr>(py.import("clearance.values")?.getattr("Feature")?.unbind()))?;
        let vertices = PyTuple::new(py, &self.vertices)?;
        class.bind(py).call1((self.kind, vertices, PyTuple::new(py, &self.weights)?))
    }
}

/// The signed distance of two bodies ``a`` and ``b`` with its proof.
///
/// Coordinates are those of ``a``'s frame, or of the world if the question was asked with ``pose_a`` and ``pose_b``.
/// Rows of a table have what its columns hold; anything else is an ``AttributeError``.
#[pyclass(frozen, module = "clearance", name = "Proximity")]
#[derive(Clone, PartialEq)]
pub struct Proximity {
    /// NaN where there is none.
    signed_distance: f64,
    /// Proven not to be above the true signed distance.
    #[pyo3(get)]
    lower: f64,
    /// Proven not to be below the true signed distance.
    #[pyo3(get)]
    upper: f64,
    status: i8,
    proven: Option<bool>,
    normal: Option<[f64; 3]>,
    witness_a: Option<[f64; 3]>,
    witness_b: Option<[f64; 3]>,
    features: Option<[Feature; 2]>,
    unique: Option<bool>,
    iterations: Option<u32>,
    parts: Option<[u32; 2]>,
    /// Which bodies are meshes that are not closed.
    surfaces: [bool; 2],
}

impl Proximity {
    /// All that the core found.
    pub fn of(found: &clearance::Proximity<Vec3<f64>>) -> Self {
        Proximity {
            signed_distance: found.signed_distance,
            lower: found.bounds.lower,
            upper: found.bounds.upper,
            status: status_number(found.status),
            proven: Some(found.proven),
            normal: Some(found.normal.into()),
            witness_a: Some(found.witness_a.into()),
            witness_b: Some(found.witness_b.into()),
            features: Some(found.features.each_ref().map(Feature::new)),
            unique: Some(found.unique),
            iterations: Some(found.iterations),
            parts: None,
            surfaces: [false; 2],
        }
    }

    /// The answer about bodies that are surfaces, or not.
    pub fn with_surfaces(self, surfaces: [bool; 2]) -> Self {
        Proximity { surfaces, ..self }
    }

    /// All that is known between two bodies.
    pub fn of_bodies(found: &Between<Vec3<f64>>) -> Self {
        Proximity {
            signed_distance: found.signed_distance.unwrap_or(f64::NAN),
            lower: found.bounds.lower,
            upper: found.bounds.upper,
            status: status_number(found.status()),
            proven: Some(found.collides.is_some()),
            parts: Some(found.parts),
            ..Self::of(&found.proximity)
        }
    }

    /// The signed distance, if there is one.
    fn known_distance(&self) -> Option<f64> {
        (!self.signed_distance.is_nan()).then_some(self.signed_distance)
    }

    /// What only single answers have.
    fn state(&self) -> State {
        let features = self
            .features
            .as_ref()
            .map(|features| features.each_ref().map(|f| (f.kind.to_string(), f.vertices.clone(), f.weights.clone())));
        (features, self.unique, self.iterations, self.parts, self.surfaces)
    }

    fn vectors(&self) -> [(&'static str, Option<[f64; 3]>); 3] {
        [("normal", self.normal), ("witness_a", self.witness_a), ("witness_b", self.witness_b)]
    }
}

fn known<T>(what: &str, value: Option<T>) -> PyResult<T> {
    value.ok_or_else(|| PyAttributeError::new_err(format!("{what} was not among the columns that were asked for")))
}

fn vector(what: &str, value: Option<[f64; 3]>) -> PyResult<(f64, f64, f64)> {
    known(what, value).map(<(f64, f64, f64)>::from)
}

#[pymethods]
impl Proximity {
    #[new]
    #[pyo3(signature = (signed_distance, lower, upper, status, *, proven=None, normal=None, witness_a=None, witness_b=None))]
    #[allow(clippy::too_many_arguments, reason = "they are the fields, named by keywords")]
    fn new(
        signed_distance: Option<f64>,
        lower: f64,
        upper: f64,
        status: i8,
        proven: Option<bool>,
        normal: Option<[f64; 3]>,
        witness_a: Option<[f64; 3]>,
        witness_b: Option<[f64; 3]>,
    ) -> Self {
        let (features, unique, iterations, parts, surfaces) = (None, None, None, None, [false; 2]);
        Proximity {
            signed_distance: signed_distance.unwrap_or(f64::NAN),
            lower,
            upper,
            status,
            proven,
            normal,
            witness_a,
            witness_b,
            features,
            unique,
            iterations,
            parts,
            surfaces,
        }
    }

    /// Apart: the distance. Touching: zero. Overlapping: minus the penetration depth; None for bodies that are not
    /// convex and not proven to be apart, of whose depth the bounds are all that is known.
    #[getter]
    fn signed_distance(&self) -> Option<f64> {
        self.known_distance()
    }

    /// The closest or deepest parts of ``a`` and ``b``: the shapes of compounds, the triangles of meshes, 0 for others.
    #[getter]
    fn parts(&self) -> PyResult<(u32, u32)> {
        known("parts", self.parts).map(<(u32, u32)>::from)
    }

    /// Separated (1), touching (0), overlapping (-1), or undecided (-2): closer to touching than rounding can decide.
    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let class =
            CLASS.get_or_try_init(py, || Ok::<_, PyErr>(py.import("clearance.values")?.getattr("Status")?.unbind()))?;
        class.bind(py).call1((self.status,))
    }

    /// The distance: zero if the bodies meet; None if neither a number nor that is known.
    #[getter]
    fn distance(&self) -> Option<f64> {
        let meets = self.collides() == Some(true);
        self.known_distance().map(|distance| if distance < 0.0 { 0.0 } else { distance }).or(meets.then_some(0.0))
    }

    /// The penetration depth: zero if the bodies are apart; None where ``signed_distance`` is.
    #[getter]
    fn depth(&self) -> Option<f64> {
        self.known_distance().map(|distance| if distance < 0.0 { -distance } else { 0.0 })
    }

    /// True if the bodies, as closed sets, have a common point; None if that is undecided.
    #[getter]
    fn collides(&self) -> Option<bool> {
        match self.status {
            SEPARATED => Some(false),
            TOUCHING | OVERLAPPING => Some(true),
            _ => None,
        }
    }

    /// True if the status is proven, by the bounds or by exact arithmetic.
    #[getter]
    fn proven(&self) -> PyResult<bool> {
        known("proven", self.proven)
    }

    /// Unit vector from ``a`` towards ``b``: the direction in which ``b`` separates.
    #[getter]
    fn normal(&self) -> PyResult<(f64, f64, f64)> {
        vector("normal", self.normal)
    }

    /// The witness point on ``a``.
    #[getter]
    fn witness_a(&self) -> PyResult<(f64, f64, f64)> {
        vector("witness_a", self.witness_a)
    }

    /// The witness point on ``b``: ``witness_a + signed_distance * normal``.
    #[getter]
    fn witness_b(&self) -> PyResult<(f64, f64, f64)> {
        vector("witness_b", self.witness_b)
    }

    /// The feature that contains ``witness_a``.
    #[getter]
    fn feature_a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        known("feature_a", self.features.as_ref())?[0].to_python(py)
    }

    /// The feature that contains ``witness_b``.
    #[getter]
    fn feature_b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        known("feature_b", self.features.as_ref())?[1].to_python(py)
    }

    /// True if no other pair of points was found to attain the distance.
    #[getter]
    fn unique(&self) -> PyResult<bool> {
        known("unique", self.unique)
    }

    /// True if ``a`` or ``b`` is a mesh that is not closed: its surface alone counts, and what is in its middle is
    /// apart from it.
    #[getter]
    fn surface(&self) -> bool {
        self.surfaces.contains(&true)
    }

    /// True if ``a`` is such a mesh.
    #[getter]
    fn surface_a(&self) -> bool {
        self.surfaces[0]
    }

    /// True if ``b`` is such a mesh.
    #[getter]
    fn surface_b(&self) -> bool {
        self.surfaces[1]
    }

    /// Support evaluations of the pair.
    #[getter]
    fn iterations(&self) -> PyResult<u32> {
        known("iterations", self.iterations)
    }

    /// A dict with the keys of the JSON format.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let object = PyDict::new(py);
        let surfaces = [("surface", self.surface()), ("surface_a", self.surface_a()), ("surface_b", self.surface_b())];
        for (key, _) in surfaces.into_iter().filter(|(_, is_surface)| *is_surface) {
            object.set_item(key, true)?;
        }
        object.set_item("collides", self.collides())?;
        object.set_item("status", self.status(py)?.getattr("name")?.call_method0("lower")?)?;
        object.set_item("signed_distance", self.known_distance())?;
        object.set_item("distance", self.distance())?;
        object.set_item("depth", self.depth())?;
        object.set_item("lower", self.lower)?;
        object.set_item("upper", self.upper)?;
        for (key, value) in self.vectors() {
            if let Some(value) = value {
                object.set_item(key, value.to_vec())?;
            }
        }
        if let Some(proven) = self.proven {
            object.set_item("exact", proven)?;
        }
        Ok(object)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        // What only single answers have is not compared, so that a row of a table equals the answer to its pair.
        let Ok(other) = other.cast::<Proximity>() else { return false };
        let (a, b) = (self, other.get());
        a.known_distance() == b.known_distance()
            && (a.lower, a.upper) == (b.lower, b.upper)
            && (a.status, a.proven) == (b.status, b.proven)
            && a.vectors() == b.vectors()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        // Both zeros are equal, so they hash alike.
        [self.signed_distance, self.lower, self.upper].map(|number| (number + 0.0).to_bits()).hash(&mut hasher);
        self.status.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let Proximity { lower, upper, status, .. } = self;
        let distance = self.known_distance().map_or("None".into(), |distance| format!("{distance:?}"));
        let mut text = format!("Proximity({distance}, {lower:?}, {upper:?}, {status}");
        if let Some(proven) = self.proven {
            text += if proven { ", proven=True" } else { ", proven=False" };
        }
        for (key, value) in self.vectors() {
            if let Some(value) = value {
                text += &format!(", {key}={}", tuple_text(&value));
            }
        }
        text + ")"
    }

    fn _repr_html_<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("clearance.pictures")?.call_method1("of_proximity", (slf,))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("clearance._clearance")?.getattr("_restore")?;
        let numbers = (self.signed_distance, self.lower, self.upper, self.status, self.proven);
        let vectors = (self.normal, self.witness_a, self.witness_b);
        Ok((restore, (numbers, vectors, self.state()).into_pyobject(py)?))
    }
}

type State = (Option<[(String, Vec<u32>, Vec<f64>); 2]>, Option<bool>, Option<u32>, Option<[u32; 2]>, [bool; 2]);
type Numbers = (f64, f64, f64, i8, Option<bool>);
type Vectors = (Option<[f64; 3]>, Option<[f64; 3]>, Option<[f64; 3]>);

/// An answer out of a pickle.
#[pyfunction]
pub fn _restore(numbers: Numbers, vectors: Vectors, state: State) -> Proximity {
    let (signed_distance, lower, upper, status, proven) = numbers;
    let (normal, witness_a, witness_b) = vectors;
    let (features, unique, iterations, parts, surfaces) = state;
    let features = features.map(|features| {
        features.map(|(kind, vertices, weights)| {
            let kinds = ["vertex", "edge", "face"];
            let kind = kinds.into_iter().find(|known| *known == kind).unwrap_or("smooth");
            Feature { kind, vertices, weights }
        })
    });
    Proximity {
        signed_distance,
        lower,
        upper,
        status,
        proven,
        normal,
        witness_a,
        witness_b,
        features,
        unique,
        iterations,
        parts,
        surfaces,
    }
}
