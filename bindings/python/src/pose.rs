//! Rigid poses, in each of the forms in which people have them.

use clearance::math::{OFF_UNIT, Rotor, Vector};
use clearance::{Pose3, Rotor3, Vec3};
use clearance_scene::Placing;
use clearance_scene::json::{Json, Node};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::error::{refuse_unknown, type_error, value_error};
use crate::json;
use crate::numbers::{numbers, rows, shown, tuple_text};

/// The rotation as it was given.
#[derive(Clone, Copy, PartialEq)]
enum Rotation {
    Quaternion([f64; 4]),
    Matrix([[f64; 3]; 3]),
    Angles([f64; 3]),
}

/// A rigid pose: rotate, then translate. It maps points of a body's frame to the frame that the body is placed in.
///
/// Parameters
/// ----------
/// translation : 3 numbers
///     Where the body's origin lies.
/// quaternion_wxyz, quaternion_xyzw : 4 numbers, optional
///     A rotation by a quaternion of length 1 within 1e-6, in the order that the name says; it is divided by its
///     length.
/// matrix : 3 rows of 3 numbers, optional
///     A rotation matrix, orthonormal within 1e-6.
/// rpy : 3 numbers, optional
///     Roll, pitch and yaw in radians, about the fixed axes x, y and z in this order, as in URDF.
///
/// Raises
/// ------
/// ValueError
///     If a number is not finite, more than one rotation is given, or a rotation has an error above 1e-6.
///
/// Examples
/// --------
/// >>> import clearance as cl
/// >>> quarter = cl.Pose((0, 0, 1), quaternion_wxyz=(0.5**0.5, 0, 0, 0.5**0.5))
/// >>> quarter.apply((1, 0, 0))
/// (0.0, 1.0, 1.0)
#[pyclass(frozen, module = "clearance", name = "Pose", from_py_object)]
#[derive(Clone)]
pub struct Pose {
    /// What the core reads of it.
    pub placing: Placing<Vec3<f64>>,
    rotation: Rotation,
}

impl Pose {
    /// The pose of `x y z qw qx qy qz`.
    pub fn from_seven([x, y, z, qw, qx, qy, qz]: [f64; 7]) -> PyResult<Self> {
        Self::from_quaternion([x, y, z], [qw, qx, qy, qz])
    }

    fn from_quaternion(translation: [f64; 3], quaternion: [f64; 4]) -> PyResult<Self> {
        let pose = quaternion_pose(translation, quaternion).map_err(value_error)?;
        Ok(Pose { placing: Placing { pose, matrix: None }, rotation: Rotation::Quaternion(quaternion) })
    }

    fn from_rows(rows: [[f64; 3]; 3], translation: [f64; 3]) -> PyResult<Self> {
        let placing = matrix_placing(rows, translation).map_err(value_error)?;
        Ok(Pose { placing, rotation: Rotation::Matrix(rows) })
    }

    fn from_angles(angles: [f64; 3], translation: [f64; 3]) -> PyResult<Self> {
        let placing = read(translation, "rpy", list(&angles)).map_err(value_error)?;
        Ok(Pose { placing, rotation: Rotation::Angles(angles) })
    }

    fn from_tree(tree: &Json) -> PyResult<Self> {
        let node = Node::root(tree, "pose");
        let placing = clearance_scene::pose(&node).map_err(value_error)?;
        let fields = node.fields().map_err(value_error)?;
        let given = |key: &str| fields.get(key);
        let rotation = if let Some(node) = given("matrix") {
            let mut rows = [[0.0; 3]; 3];
            for (row, node) in rows.iter_mut().zip(node.list().map_err(value_error)?) {
                *row = node.numbers().map_err(value_error)?;
            }
            Rotation::Matrix(rows)
        } else if let Some(node) = given("rpy") {
            Rotation::Angles(node.numbers().map_err(value_error)?)
        } else {
            let quaternion = given("quaternion").map_or(Ok([1.0, 0.0, 0.0, 0.0]), |node| node.numbers());
            Rotation::Quaternion(quaternion.map_err(value_error)?)
        };
        Ok(Pose { placing, rotation })
    }

    /// A pose from anything that is read as one: see `PoseLike` in the documentation.
    pub fn like(what: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(pose) = value.cast::<Pose>() {
            return Ok(pose.get().clone());
        }
        if value.is_instance_of::<PyDict>() || value.is_instance_of::<pyo3::types::PyString>() {
            return Self::from_tree(&json::tree(value)?);
        }
        if value.hasattr("as_matrix")? {
            let matrix = value.call_method0("as_matrix")?;
            return Self::from_any_matrix(what, &matrix);
        }
        let length = value.len().map_err(|_| {
            type_error(format!(
                "{what} must be a Pose, 7 numbers, a matrix, a dict or a rotation, got {}",
                shown(value)
            ))
        })?;
        match length {
            7 => Self::from_seven(numbers(what, value)?),
            3 | 4 => Self::from_any_matrix(what, value),
            _ => Err(value_error(format!("{what} must be 7 numbers (x y z qw qx qy qz) or a matrix, got {length}"))),
        }
    }

    fn from_any_matrix(what: &str, value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let width = value.get_item(0)?.len().map_err(|_| {
            value_error(format!("{what} must be 7 numbers (x y z qw qx qy qz) or a matrix, got {}", shown(value)))
        })?;
        let rows = match (value.len()?, width) {
            (3, 3) => return Self::from_rows(rows(what, value)?, [0.0; 3]),
            (3, 4) => rows::<3, 4>(what, value)?,
            (4, 4) => {
                let [x, y, z, last] = rows::<4, 4>(what, value)?;
                if last != [0.0, 0.0, 0.0, 1.0] {
                    let last = tuple_text(&last);
                    return Err(value_error(format!("{what}[3], the last row, must be 0 0 0 1, got {last}")));
                }
                [x, y, z]
            }
            (m, n) => {
                return Err(value_error(format!("{what} must be a matrix of 4 x 4, 3 x 4 or 3 x 3, got {m} x {n}")));
            }
        };
        Self::from_rows(rows.map(|[x, y, z, _]| [x, y, z]), rows.map(|row| row[3]))
    }

    /// The rotation as it was given, at another place.
    pub fn moved_to(&self, translation: Vec3<f64>) -> PyResult<Self> {
        let pose = self.placing.pose.with_translation(translation).map_err(value_error)?;
        Ok(Pose { placing: Placing { pose, ..self.placing }, rotation: self.rotation })
    }

    fn translation_numbers(&self) -> [f64; 3] {
        self.placing.pose.translation().into()
    }

    /// The numbers that it was given by.
    fn numbers(&self) -> Vec<f64> {
        let mut numbers = self.translation_numbers().to_vec();
        match &self.rotation {
            Rotation::Quaternion(q) => numbers.extend(q),
            Rotation::Matrix(rows) => numbers.extend(rows.as_flattened()),
            Rotation::Angles(angles) => numbers.extend(angles),
        }
        numbers
    }

    /// Rounded to a translation and a quaternion of length 1 up to rounding.
    pub fn computed(rotor: Rotor3<f64>, translation: Vec3<f64>) -> PyResult<Self> {
        Self::from_quaternion(translation.into(), unit(rotor.quaternion()))
    }
}

/// The pose of a translation and a quaternion `w x y z`, or the rule that they break.
pub fn quaternion_pose(translation: [f64; 3], quaternion: [f64; 4]) -> Result<Pose3<f64>, String> {
    Pose3::new(unit_rotor(quaternion)?, translation.into()).map_err(|error| error.to_string())
}

/// The rotation of a quaternion `w x y z` of unit length, or the rule that it breaks.
pub fn unit_rotor(quaternion: [f64; 4]) -> Result<Rotor3<f64>, String> {
    let length = quaternion.iter().map(|c| c * c).sum::<f64>().sqrt();
    // Not finite fails too.
    if !((length - 1.0).abs() <= OFF_UNIT) {
        return Err(format!("quaternion must be of unit length within {OFF_UNIT:e}, got norm {length}"));
    }
    Rotor3::from_wxyz(quaternion).map_err(|error| error.to_string())
}

/// What a matrix and a translation mean: for a body with vertices the map that it is, for others the rotation nearest
/// to it.
pub fn matrix_placing(rows: [[f64; 3]; 3], translation: [f64; 3]) -> Result<Placing<Vec3<f64>>, String> {
    let matrix = Json::List(rows.iter().map(|row| list(row)).collect());
    read(translation, "matrix", matrix)
}

/// The pose of a dict, read by the reader of the JSON format, so that its rules hold here too.
fn read(translation: [f64; 3], key: &str, rotation: Json) -> Result<Placing<Vec3<f64>>, String> {
    let tree = Json::Object(vec![("translation".into(), list(&translation)), (key.into(), rotation)]);
    clearance_scene::pose(&Node::root(&tree, "pose")).map_err(|error| error.to_string())
}

fn unit(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    q.map(|c| c / length)
}

fn list(numbers: &[f64]) -> Json {
    Json::List(numbers.iter().copied().map(Json::Number).collect())
}

#[pymethods]
impl Pose {
    #[new]
    #[pyo3(
        signature = (translation=None, *, quaternion_wxyz=None, quaternion_xyzw=None, matrix=None, rpy=None, **unknown),
        text_signature = "(translation=None, *, quaternion_wxyz=None, quaternion_xyzw=None, matrix=None, rpy=None)"
    )]
    fn new(
        translation: Option<&Bound<'_, PyAny>>,
        quaternion_wxyz: Option<&Bound<'_, PyAny>>,
        quaternion_xyzw: Option<&Bound<'_, PyAny>>,
        matrix: Option<&Bound<'_, PyAny>>,
        rpy: Option<&Bound<'_, PyAny>>,
        unknown: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        const KEYWORDS: [&str; 5] = ["translation", "quaternion_wxyz", "quaternion_xyzw", "matrix", "rpy"];
        refuse_unknown("Pose", unknown, &KEYWORDS)?;
        let translation = translation.map_or(Ok([0.0; 3]), |value| numbers("translation", value))?;
        match (quaternion_wxyz, quaternion_xyzw, matrix, rpy) {
            (None, None, None, None) => Self::from_quaternion(translation, [1.0, 0.0, 0.0, 0.0]),
            (Some(q), None, None, None) => Self::from_quaternion(translation, numbers("quaternion_wxyz", q)?),
            (None, Some(q), None, None) => {
                let [x, y, z, w] = numbers("quaternion_xyzw", q)?;
                Self::from_quaternion(translation, [w, x, y, z])
            }
            (None, None, Some(m), None) => Self::from_rows(rows("matrix", m)?, translation),
            (None, None, None, Some(angles)) => Self::from_angles(numbers("rpy", angles)?, translation),
            _ => Err(value_error("expected one rotation, got several")),
        }
    }

    /// The pose of a 4 x 4 matrix, a 3 x 4 one (rotation and translation) or a 3 x 3 rotation.
    #[classmethod]
    fn from_matrix(_: &Bound<'_, PyType>, matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::from_any_matrix("matrix", matrix)
    }

    /// The pose by roll, pitch and yaw in radians, about the fixed axes x, y and z in this order, as in URDF.
    #[classmethod]
    #[pyo3(signature = (roll, pitch, yaw, translation=None))]
    fn from_rpy(
        _: &Bound<'_, PyType>,
        roll: f64,
        pitch: f64,
        yaw: f64,
        translation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let translation = translation.map_or(Ok([0.0; 3]), |value| numbers("translation", value))?;
        Self::from_angles([roll, pitch, yaw], translation)
    }

    /// The pose of a ``scipy.spatial.transform.Rotation`` and a translation, or of a ``RigidTransform``.
    #[classmethod]
    #[pyo3(signature = (rotation, translation=None))]
    fn from_scipy(
        _: &Bound<'_, PyType>,
        rotation: &Bound<'_, PyAny>,
        translation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        if !rotation.hasattr("as_quat")? {
            return Self::like("rotation", rotation);
        }
        let translation = translation.map_or(Ok([0.0; 3]), |value| numbers("translation", value))?;
        let [x, y, z, w] = numbers("rotation", &rotation.call_method0("as_quat")?)?;
        Self::from_quaternion(translation, [w, x, y, z])
    }

    /// The pose of a dict or JSON text: ``{"translation": [x, y, z], "quaternion": [w, x, y, z]}``, or "matrix" or
    /// "rpy".
    #[classmethod]
    fn from_json(_: &Bound<'_, PyType>, json: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::from_tree(&json::tree(json)?)
    }

    /// A dict that ``from_json`` reads back as an equal pose.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let object = PyDict::new(py);
        object.set_item("translation", self.translation_numbers().to_vec())?;
        match self.rotation {
            Rotation::Quaternion(q) => object.set_item("quaternion", q.to_vec())?,
            Rotation::Matrix(rows) => object.set_item("matrix", rows.map(|row| row.to_vec()).to_vec())?,
            Rotation::Angles(angles) => object.set_item("rpy", angles.to_vec())?,
        }
        Ok(object)
    }

    /// The position of the body's origin.
    #[getter]
    fn translation(&self) -> (f64, f64, f64) {
        self.translation_numbers().into()
    }

    /// The rotation as a quaternion: as it was given, or of length 1 up to rounding.
    #[getter]
    fn quaternion_wxyz(&self) -> (f64, f64, f64, f64) {
        let q = self.placing.pose.rotor().quaternion();
        match self.rotation {
            Rotation::Quaternion(q) => q.into(),
            Rotation::Angles(_) | Rotation::Matrix(_) => unit(q).into(),
        }
    }

    /// The quaternion with its real part last, as SciPy and ROS have it.
    #[getter]
    fn quaternion_xyzw(&self) -> (f64, f64, f64, f64) {
        let (w, x, y, z) = self.quaternion_wxyz();
        (x, y, z, w)
    }

    /// The 4 x 4 matrix, rounded.
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let pose = &self.placing.pose;
        let columns = [0, 1, 2].map(|i| pose.vector(Vec3::from_fn(|j| if i == j { 1.0 } else { 0.0 })));
        let at = |i: usize, j: usize| match (i, j) {
            (3, 3) => 1.0,
            (3, _) => 0.0,
            (_, 3) => pose.translation()[i],
            _ => columns[j][i],
        };
        let rows: Vec<Vec<f64>> = (0..4).map(|i| (0..4).map(|j| at(i, j)).collect()).collect();
        let matrix = PyArray2::from_vec2(py, &rows).map_err(value_error)?;
        matrix.readwrite().make_nonwriteable();
        Ok(matrix)
    }

    /// The image of a point, rounded.
    fn apply(&self, point: &Bound<'_, PyAny>) -> PyResult<(f64, f64, f64)> {
        let point: [f64; 3] = self.placing.pose.point(numbers::<3>("point", point)?.into()).into();
        Ok(point.into())
    }

    /// The pose of the outer frame in this one, rounded to a translation and a quaternion.
    fn inverse(&self) -> PyResult<Self> {
        let inverse = self.placing.pose.inverse();
        Self::computed(inverse.rotor(), inverse.translation())
    }

    /// First ``inner``, then this one, rounded to a translation and a quaternion.
    fn __matmul__(&self, inner: &Pose) -> PyResult<Self> {
        let (outer, inner) = (&self.placing.pose, &inner.placing.pose);
        Self::computed(inner.rotor().then(&outer.rotor()), outer.point(inner.translation()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Pose>() else { return false };
        let other = other.get();
        self.rotation == other.rotation && self.translation_numbers() == other.translation_numbers()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        // Both zeros are equal, so they hash alike.
        self.numbers().iter().for_each(|number| (number + 0.0).to_bits().hash(&mut hasher));
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let rotation = match &self.rotation {
            Rotation::Quaternion([1.0, 0.0, 0.0, 0.0]) => String::new(),
            Rotation::Quaternion(q) => format!(", quaternion_wxyz={}", tuple_text(q)),
            Rotation::Angles(angles) => format!(", rpy={}", tuple_text(angles)),
            Rotation::Matrix(rows) => {
                let [x, y, z] = rows.each_ref().map(|row| tuple_text(row));
                format!(", matrix=({x}, {y}, {z})")
            }
        };
        format!("Pose({}{rotation})", tuple_text(&self.translation_numbers()))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(((f64, f64, f64),), Bound<'py, PyDict>)> {
        let rotation = PyDict::new(py);
        match &self.rotation {
            Rotation::Quaternion(q) => rotation.set_item("quaternion_wxyz", q.to_vec())?,
            Rotation::Angles(angles) => rotation.set_item("rpy", angles.to_vec())?,
            Rotation::Matrix(rows) => rotation.set_item("matrix", rows.map(|row| row.to_vec()).to_vec())?,
        }
        Ok(((self.translation(),), rotation))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A pose of whatever stands for one: see `PoseLike`.
#[pyfunction]
pub fn as_pose(like: &Bound<'_, PyAny>) -> PyResult<Pose> {
    Pose::like("pose", like)
}

/// A pose among the arguments of a call.
pub enum PoseArgument<'py> {
    /// One that is ready.
    Ready(Bound<'py, Pose>),
    /// One that was read for this call.
    Read(Box<Pose>),
}

impl<'py> PoseArgument<'py> {
    /// Reads what stands for a pose; `what` names it in refusals.
    pub fn new(what: &str, value: &Bound<'py, PyAny>) -> PyResult<Self> {
        match value.cast::<Pose>() {
            Ok(pose) => Ok(Self::Ready(pose.clone())),
            Err(_) => Ok(Self::Read(Box::new(Pose::like(what, value)?))),
        }
    }

    /// What the core reads of it.
    pub fn placing(&self) -> &Placing<Vec3<f64>> {
        match self {
            Self::Ready(pose) => &pose.get().placing,
            Self::Read(pose) => &pose.placing,
        }
    }
}
