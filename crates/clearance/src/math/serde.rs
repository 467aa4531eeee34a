//! Vectors and poses in files: lists of components, and the poses of the formats.
//!
//! A pose is `{"translation": [1, 2, 3], "quaternion": [w, x, y, z]}`; what is not given is the identity. Read are also
//! `"rpy"` and `"matrix"` (by rows; the rotation nearest to it) in space and `"angle"` in the plane. Written is the
//! quaternion, so that a pose made of angles or of a matrix comes back as its rotation rounded once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::{DeserializeOwned, Error as _};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::pose::Pose;
use super::real::Real;
use super::rotation::scaled_to_unit;
use super::rotor::Rotor;
use super::turn::{OFF_UNIT, Turn};
use super::vector::{Mat3, Matrix, Vec2, Vec3, Vector};
use crate::error::ShapeError;

/// A vector whose numbers can be written and read: all four of the library.
#[doc(hidden)]
pub trait Written: Vector<Scalar: Serialize + DeserializeOwned> + Serialize + DeserializeOwned {}
impl<V: Vector<Scalar: Serialize + DeserializeOwned> + Serialize + DeserializeOwned> Written for V {}

macro_rules! as_list {
    ($($v:ident $dim:literal)+) => {$(
        impl<T: Serialize + Copy> Serialize for $v<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <[T; $dim]>::from(*self).serialize(serializer)
            }
        }
        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $v<T> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <[T; $dim]>::deserialize(deserializer).map(Self::from)
            }
        }
    )+};
}

as_list!(Vec2 2 Vec3 3);

/// A matrix by rows.
pub(crate) fn rows<V: Vector>(matrix: &V::Matrix) -> Vec<V> {
    (0..V::DIM).map(|row| V::from_fn(|column| matrix.column(column)[row])).collect()
}

/// The matrix with these rows.
pub(crate) fn matrix<V: Vector>(rows: &[V]) -> Result<V::Matrix, String> {
    if rows.len() != V::DIM {
        return Err(format!("matrix: expected {} rows, got {}", V::DIM, rows.len()));
    }
    Ok(V::Matrix::from_columns(|column| V::from_fn(|row| rows[row][column])))
}

/// A pose as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "V: Written", deserialize = "V: Written"))]
struct Given<V: Vector> {
    translation: Option<V>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quaternion: Option<[V::Scalar; 4]>,
    #[serde(skip_serializing)]
    angle: Option<V::Scalar>,
    #[serde(skip_serializing)]
    rpy: Option<[V::Scalar; 3]>,
    #[serde(skip_serializing)]
    matrix: Option<Vec<V>>,
}

impl<V: Vector> Given<V> {
    fn pose(self) -> Result<Pose<V>, String> {
        let translation = self.translation.unwrap_or(V::ZERO);
        let shown = |error: ShapeError| format!("{error}");
        let turned = |turn: Result<Turn, ShapeError>| Pose::turned(&turn?, translation);
        match (V::DIM, self.quaternion, self.angle, self.rpy, self.matrix) {
            (_, None, None, None, None) => Pose::from_translation(translation).map_err(shown),
            (_, Some(quaternion), None, None, None) => Pose::new(rotor::<V>(quaternion)?, translation).map_err(shown),
            (2, None, Some(angle), None, None) => turned(Turn::about_axis(2, angle.to_f64())).map_err(shown),
            (3, None, None, Some(rpy), None) => turned(Turn::from_rpy(rpy.map(Real::to_f64))).map_err(shown),
            (3, None, None, None, Some(rows)) => {
                let wide: Vec<_> = rows.iter().map(|row| Vec3::from_fn(|i| row[i].to_f64())).collect();
                let matrix: Mat3<f64> = matrix(&wide)?;
                turned(Turn::from_matrix(&matrix, V::Scalar::UNIT.to_f64())).map_err(shown)
            }
            (2, ..) => Err("expected one rotation, angle or quaternion".into()),
            _ => Err("expected one rotation, quaternion, rpy or matrix".into()),
        }
    }
}

/// The rotation of a quaternion `[w, x, y, z]` of length 1.
fn rotor<V: Vector>(quaternion: [V::Scalar; 4]) -> Result<V::Rotor, String> {
    let length = length(quaternion);
    if !((length - 1.0).abs() <= OFF_UNIT) {
        return Err(format!("quaternion: expected length 1 within {OFF_UNIT:e}, got {length}"));
    }
    if V::DIM == 2 && (quaternion[1], quaternion[2]) != (V::Scalar::ZERO, V::Scalar::ZERO) {
        return Err("quaternion: expected [w, 0, 0, z] in the plane".into());
    }
    scaled_to_unit(quaternion).map(V::Rotor::from_quaternion).map_err(|error| format!("{error}"))
}

fn length<T: Real>(quaternion: [T; 4]) -> f64 {
    quaternion.iter().map(|c| c.to_f64() * c.to_f64()).sum::<f64>().sqrt()
}

/// A multiple of a quaternion of length 1: by a power of two if that does it, which is exact, else rounded.
fn unit<T: Real>(quaternion: [T; 4]) -> Result<[T; 4], ShapeError> {
    let scaled = scaled_to_unit(quaternion)?;
    let near = |factor: f64| (length(scaled) * factor - 1.0).abs() <= OFF_UNIT;
    let factor = [1.0, 0.5].into_iter().find(|&factor| near(factor)).unwrap_or(1.0 / length(scaled));
    Ok(scaled.map(|c| T::from_f64(c.to_f64() * factor)))
}

impl<V: Written> Serialize for Pose<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.is_exact() {
            return Err(S::Error::custom("a computed pose stands for one near it: no file can hold it"));
        }
        let rotor = self.rotor();
        let quaternion = (rotor != V::Rotor::IDENTITY).then(|| unit(rotor.quaternion())).transpose();
        let quaternion = quaternion.map_err(S::Error::custom)?;
        let translation = Some(self.translation());
        Given { translation, quaternion, angle: None, rpy: None, matrix: None }.serialize(serializer)
    }
}

impl<'de, V: Written> Deserialize<'de> for Pose<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Given::deserialize(deserializer)?.pose().map_err(|error| D::Error::custom(format!("pose: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Pose, Pose2, Pose3, Rotor3, Vec2, Vec3, Vector};

    fn read(text: &str) -> Result<Pose3<f64>, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_written_is_read_again() {
        let half = Rotor3::from_wxyz([0.5, -0.5, 0.5, 0.5]).unwrap();
        let pose = Pose::new(half, Vec3::new(1.0, 0.0, -2.0)).unwrap();
        let text = serde_json::to_string(&pose).unwrap();
        assert_eq!(text, r#"{"translation":[1.0,0.0,-2.0],"quaternion":[0.5,-0.5,0.5,0.5]}"#);
        assert_eq!(read(&text).unwrap(), pose);
        assert_eq!(serde_json::to_string(&Pose2::<f32>::IDENTITY).unwrap(), r#"{"translation":[0.0,0.0]}"#);
        // Of any length as given, so of length 1 only as rounded.
        let pose = Pose::new(Rotor3::from_wxyz([1.0, 2.0, 3.0, 4.0]).unwrap(), Vec3::ZERO).unwrap();
        let again = read(&serde_json::to_string(&pose).unwrap()).unwrap();
        assert!((again.point(Vec3::new(1.0, 1.0, 1.0)) - pose.point(Vec3::new(1.0, 1.0, 1.0))).max_abs() < 1e-15);
    }

    #[test]
    fn angles_mean_themselves() {
        let read_back: Pose3<f64> = read(r#"{"rpy": [0.1, 0.2, 0.3], "translation": [1, 2, 3]}"#).unwrap();
        assert_eq!(read_back, Pose3::from_rpy([0.1, 0.2, 0.3], Vec3::new(1.0, 2.0, 3.0)).unwrap());
        let turned: Pose2<f32> = serde_json::from_str(r#"{"angle": 0.5}"#).unwrap();
        assert_eq!(turned, Pose2::from_angle(0.5, Vec2::ZERO).unwrap());
        let by_rows = read(r#"{"matrix": [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}"#).unwrap();
        assert_eq!(by_rows.point(Vec3::new(1.0, 0.0, 0.0)), Vec3::new(0.0, 1.0, 0.0));
    }

    #[test]
    fn broken_poses_are_refused_with_the_rule() {
        let refused = |text: &str, rule: &str| {
            let shown = read(text).unwrap_err();
            assert!(shown.contains(rule), "{shown}");
        };
        refused(r#"{"quaternion": [2, 0, 0, 0]}"#, "quaternion: expected length 1 within 1e-6, got 2");
        refused(r#"{"angle": 1}"#, "expected one rotation, quaternion, rpy or matrix");
        refused(r#"{"rpy": [0, 0, 0], "quaternion": [1, 0, 0, 0]}"#, "expected one rotation");
        refused(r#"{"matrix": [[1, 0, 0], [0, 1, 0]]}"#, "expected 3 rows, got 2");
        refused(r#"{"translation": [1e302, 0, 0]}"#, "magnitude of at most");
        refused(r#"{"position": [1, 0, 0]}"#, "unknown field `position`");
        let leaning = serde_json::from_str::<Pose2<f64>>(r#"{"quaternion": [0, 1, 0, 0]}"#).unwrap_err().to_string();
        assert!(leaning.contains("expected [w, 0, 0, z] in the plane"), "{leaning}");
        let computed = Pose3::<f64>::IDENTITY.widened(1e-9, 0.0);
        assert!(serde_json::to_string(&computed).is_err());
    }
}
