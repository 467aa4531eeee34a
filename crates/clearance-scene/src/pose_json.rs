//! Poses from JSON: a translation, and a rotation in one of the forms of the format.

use clearance::math::{Mat3, Matrix, OFF_UNIT, Vector};
use clearance::{Pose, Real, Rotor2, Rotor3, ShapeError, Vec2, Vec3};

use crate::error::ReadError;
use crate::json::{Fields, Node};

/// A pose as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing<V: Vector> {
    /// The rigid pose; the nearest one if a matrix was given.
    pub pose: Pose<V>,
    /// The matrix itself if one was given that is not exactly the pose's rotation.
    pub matrix: Option<V::Matrix>,
}

/// What a dimension knows of rotations.
pub trait ReadRotation: Vector {
    /// The keys beside `translation`, of which one may be given.
    const KEYS: &'static [&'static str];
    /// The pose with the rotation under one of the keys, and the matrix if it is not exactly that rotation.
    fn placing(key: &str, node: &Node, translation: Self) -> Result<Placing<Self>, ReadError>;
}

/// The pose of an object like `{"translation": [..], "quaternion": [..]}`; all that is not given is the identity.
pub fn pose<V: ReadRotation>(node: &Node) -> Result<Placing<V>, ReadError> {
    let known: Vec<&str> = ["translation"].iter().chain(V::KEYS).copied().collect();
    let fields = node.object(&known)?;
    let translation = fields.get("translation").map_or(Ok(V::ZERO), |node| vector(&node))?;
    // Its errors name the whole pose, not its rotation.
    let checked = Pose::from_translation(translation).map_err(|error| node.error(error.to_string()))?;
    match rotation_key::<V>(&fields)? {
        Some(key) => V::placing(key, &fields.need(key)?, translation),
        None => Ok(Placing { pose: checked, matrix: None }),
    }
}

fn rotation_key<V: ReadRotation>(fields: &Fields) -> Result<Option<&'static str>, ReadError> {
    let mut given = V::KEYS.iter().filter(|key| fields.get(key).is_some());
    let first = given.next().copied();
    match (first, given.next()) {
        (Some(first), Some(second)) => {
            Err(fields.node().error(format!("expected one rotation, got both {first:?} and {second:?}")))
        }
        _ => Ok(first),
    }
}

/// A vector of as many numbers as the dimension has, each rounded to the scalar.
pub(crate) fn vector<V: Vector>(node: &Node) -> Result<V, ReadError> {
    let mut numbers = [0.0; 3];
    node.fill(&mut numbers[..V::DIM])?;
    Ok(V::from_fn(|i| V::Scalar::from_f64(numbers[i])))
}

/// One vertex or more.
pub(crate) fn vectors<V: Vector>(node: &Node) -> Result<Vec<V>, ReadError> {
    let vectors: Result<Vec<V>, ReadError> = node.list()?.map(|item| vector(&item)).collect();
    let vectors = vectors?;
    if vectors.is_empty() { Err(node.error("expected at least one vertex")) } else { Ok(vectors) }
}

/// A matrix by rows.
pub(crate) fn matrix<V: Vector>(node: &Node) -> Result<V::Matrix, ReadError> {
    let rows: Vec<Node> = node.list()?.collect();
    if rows.len() != V::DIM {
        return Err(node.error(format!("expected {0} rows of {0} numbers, got a list of {1}", V::DIM, rows.len())));
    }
    let rows = rows.iter().map(vector::<V>).collect::<Result<Vec<_>, _>>()?;
    Ok(V::Matrix::from_columns(|column| V::from_fn(|row| rows[row][column])))
}

fn unit_quaternion(node: &Node) -> Result<[f64; 4], ReadError> {
    let q: [f64; 4] = node.numbers()?;
    let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
    if (length - 1.0).abs() <= OFF_UNIT {
        return Ok(q);
    }
    Err(node.error(format!("expected a quaternion [w, x, y, z] of length 1 within {OFF_UNIT:e}, got length {length}")))
}

/// A pose that is exactly what was written.
fn placed<V: Vector>(pose: Result<Pose<V>, ShapeError>, node: &Node) -> Result<Placing<V>, ReadError> {
    let pose = pose.map_err(|error| node.error(error.to_string()))?;
    Ok(Placing { pose, matrix: None })
}

impl<T: Real> ReadRotation for Vec2<T> {
    const KEYS: &'static [&'static str] = &["angle", "quaternion"];

    fn placing(key: &str, node: &Node, translation: Self) -> Result<Placing<Self>, ReadError> {
        if key == "angle" {
            return placed(Pose::from_angle(T::from_f64(node.number()?), translation), node);
        }
        let [w, x, y, z] = unit_quaternion(node)?;
        let rotor = Rotor2::new(T::from_f64(w), T::from_f64(z)).ok().filter(|_| x == 0.0 && y == 0.0);
        let rotor = rotor.ok_or_else(|| node.error("expected a quaternion [w, 0, 0, z] in the plane"))?;
        placed(Pose::new(rotor, translation), node)
    }
}

impl<T: Real> ReadRotation for Vec3<T> {
    const KEYS: &'static [&'static str] = &["quaternion", "matrix", "rpy"];

    fn placing(key: &str, node: &Node, translation: Self) -> Result<Placing<Self>, ReadError> {
        match key {
            "matrix" => {
                let given: Mat3<f64> = matrix::<Vec3<f64>>(node)?;
                // Of what was written, before it is rounded to the scalar.
                Rotor3::from_matrix(&given).map_err(|error| node.error(error.to_string()))?;
                let given: Mat3<T> = matrix::<Vec3<T>>(node)?;
                let placing = placed(Pose::from_matrix(&given, translation), node)?;
                Ok(Placing { matrix: Some(given).filter(|_| !turns_axes_to_axes(&given)), ..placing })
            }
            "rpy" => placed(Pose::from_rpy(node.numbers()?.map(T::from_f64), translation), node),
            _ => {
                let rotor = Rotor3::from_wxyz(unit_quaternion(node)?.map(T::from_f64));
                let rotor = rotor.map_err(|error| node.error(error.to_string()))?;
                placed(Pose::new(rotor, translation), node)
            }
        }
    }
}

/// Whether all entries are 0, 1 or −1: such rotations are exact as rotors.
pub(crate) fn turns_axes_to_axes<T: Real>(m: &Mat3<T>) -> bool {
    (0..3).all(|i| (0..3).all(|j| [T::ZERO, T::ONE].contains(&m.column(i)[j].abs())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;

    fn read<V: ReadRotation>(text: &str) -> Result<Placing<V>, String> {
        pose(&Node::root(&Json::parse(text).unwrap(), "/a/pose")).map_err(|error| error.to_string())
    }
    fn refusal(text: &str) -> String {
        read::<Vec3<f64>>(text).unwrap_err()
    }

    #[test]
    fn three_ways_to_write_a_rotation_agree() {
        // A quarter turn about x, then half a radian about z.
        let by_angles =
            read::<Vec3<f64>>(r#"{"rpy": [1.5707963267948966, 0, 0.5], "translation": [1, 2, 3]}"#).unwrap();
        let m: Vec<Vec3<f64>> = (0..3).map(|i| by_angles.pose.matrix().column(i)).collect();
        let rows: Vec<String> = (0..3).map(|row| format!("[{},{},{}]", m[0][row], m[1][row], m[2][row])).collect();
        let by_matrix = read::<Vec3<f64>>(&format!(r#"{{"matrix": [{}]}}"#, rows.join(","))).unwrap();
        let (c, s) = (0.25f64.cos() * 0.5f64.sqrt(), 0.25f64.sin() * 0.5f64.sqrt());
        let by_quaternion = read::<Vec3<f64>>(&format!(r#"{{"quaternion": [{c}, {c}, {s}, {s}]}}"#)).unwrap();
        let p = Vec3::new(0.3, -0.7, 1.1);
        assert!((by_angles.pose.vector(p) - by_matrix.pose.vector(p)).max_abs() < 1e-15);
        assert!((by_angles.pose.vector(p) - by_quaternion.pose.vector(p)).max_abs() < 1e-15);
        assert_eq!(by_angles.pose.translation(), Vec3::new(1.0, 2.0, 3.0));
        assert!(by_matrix.matrix.is_some() && by_quaternion.matrix.is_none());
        // Angles that no float is: the bounds hold for what was written.
        assert!(by_angles.pose.rotation_error() > by_quaternion.pose.rotation_error());
    }

    #[test]
    fn quarter_turns_need_no_matrix() {
        let turned = read::<Vec3<f64>>(r#"{"matrix": [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}"#).unwrap();
        assert_eq!((turned.matrix, turned.pose.vector(Vec3::new(2.0, 3.0, 4.0))), (None, Vec3::new(-3.0, 2.0, 4.0)));
    }

    #[test]
    fn what_is_no_rotation_is_refused() {
        let length = "/a/pose/quaternion: expected a quaternion [w, x, y, z] of length 1 within 1e-6, got length 2";
        assert_eq!(refusal(r#"{"quaternion": [2, 0, 0, 0]}"#), length);
        let mirror = "/a/pose/matrix: rotation matrix is inconsistent: it must not mirror (determinant -1)";
        assert_eq!(refusal(r#"{"matrix": [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}"#), mirror);
        let skew = "/a/pose/matrix: rotation matrix is inconsistent: columns must be perpendicular within 1e-6";
        assert_eq!(refusal(r#"{"matrix": [[1, 0.5, 0], [0, 0.8660254037844386, 0], [0, 0, 1]]}"#), skew);
        let both = r#"/a/pose: expected one rotation, got both "quaternion" and "rpy""#;
        assert_eq!(refusal(r#"{"rpy": [0, 0, 0], "quaternion": [1, 0, 0, 0]}"#), both);
        let unknown = r#"/a/pose: unknown key "position", expected "translation", "quaternion", "matrix", "rpy" (did you mean "translation"?)"#;
        assert_eq!(refusal(r#"{"position": [0, 0, 0]}"#), unknown);
    }

    #[test]
    fn the_plane_turns_by_an_angle_or_about_z() {
        let by_angle = read::<Vec2<f32>>(r#"{"angle": 1.5707963267948966, "translation": [1, 2]}"#).unwrap();
        assert!((by_angle.pose.point(Vec2::new(1.0, 0.0)) - Vec2::new(1.0, 3.0)).max_abs() < 1e-6);
        let tilted = read::<Vec2<f64>>(r#"{"quaternion": [0.6, 0.8, 0, 0]}"#).unwrap_err();
        assert_eq!(tilted, "/a/pose/quaternion: expected a quaternion [w, 0, 0, z] in the plane");
    }
}
