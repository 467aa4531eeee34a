//! mint: vectors, points and quaternions, which many libraries speak.

use crate::error::ShapeError;
use crate::math::{Real, Rotor3, Vec2, Vec3};

macro_rules! conversions {
    ($($ours:ident $theirs:ident),+) => {$(
        impl<T> From<mint_05::$theirs<T>> for $ours<T> {
            fn from(v: mint_05::$theirs<T>) -> Self {
                Self::from(<[T; _]>::from(v))
            }
        }
        impl<T> From<$ours<T>> for mint_05::$theirs<T> {
            fn from(v: $ours<T>) -> Self {
                Self::from(<[T; _]>::from(v))
            }
        }
    )+};
}

conversions!(Vec2 Vector2, Vec2 Point2, Vec3 Vector3, Vec3 Point3);

impl<T: Real> TryFrom<mint_05::Quaternion<T>> for Rotor3<T> {
    type Error = ShapeError;
    fn try_from(q: mint_05::Quaternion<T>) -> Result<Self, ShapeError> {
        Self::from_wxyz([q.s, q.v.x, q.v.y, q.v.z])
    }
}

impl<T: Real> From<Rotor3<T>> for mint_05::Quaternion<T> {
    fn from(rotor: Rotor3<T>) -> Self {
        let [s, x, y, z] = rotor.to_unit_wxyz();
        mint_05::Quaternion { s, v: mint_05::Vector3 { x, y, z } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_and_quaternions_keep_their_components() {
        let point = mint_05::Point3 { x: 1.0, y: -2.0, z: 0.5 };
        assert_eq!(mint_05::Point3::from(Vec3::from(point)), point);
        let turn = mint_05::Quaternion { s: 0.6f32, v: mint_05::Vector3 { x: 0.0, y: 0.8, z: 0.0 } };
        let back = mint_05::Quaternion::from(Rotor3::try_from(turn).unwrap());
        assert!((back.s - 0.6).abs() < 1e-7 && (back.v.y - 0.8).abs() < 1e-7);
    }
}
