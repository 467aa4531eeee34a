//! nalgebra: vectors, points, unit quaternions and isometries.

use nalgebra_035::{Isometry3, Point2, Point3, Quaternion, Translation3, UnitQuaternion, Vector2, Vector3};

use crate::error::ShapeError;
use crate::math::{Pose3, Rotor3, Vec2, Vec3};

macro_rules! conversions {
    ($($scalar:ident)+) => {$(
        conversions!(@vectors $scalar Vec2 2: Vector2 Point2);
        conversions!(@vectors $scalar Vec3 3: Vector3 Point3);

        impl TryFrom<UnitQuaternion<$scalar>> for Rotor3<$scalar> {
            type Error = ShapeError;
            fn try_from(q: UnitQuaternion<$scalar>) -> Result<Self, ShapeError> {
                Self::from_wxyz([q.w, q.i, q.j, q.k])
            }
        }
        impl From<Rotor3<$scalar>> for UnitQuaternion<$scalar> {
            fn from(rotor: Rotor3<$scalar>) -> Self {
                let [w, x, y, z] = rotor.to_unit_wxyz();
                Self::new_unchecked(Quaternion::new(w, x, y, z))
            }
        }
        impl TryFrom<Isometry3<$scalar>> for Pose3<$scalar> {
            type Error = ShapeError;
            fn try_from(isometry: Isometry3<$scalar>) -> Result<Self, ShapeError> {
                Self::new(isometry.rotation.try_into()?, isometry.translation.vector.into())
            }
        }
        /// Rounded: the error of a pose that is only known within bounds is lost.
        impl From<Pose3<$scalar>> for Isometry3<$scalar> {
            fn from(pose: Pose3<$scalar>) -> Self {
                Self::from_parts(Translation3::from(Vector3::from(pose.translation())), pose.rotor().into())
            }
        }
    )+};
    (@vectors $scalar:ident $ours:ident $dim:literal: $($theirs:ident)+) => {$(
        impl From<$theirs<$scalar>> for $ours<$scalar> {
            fn from(v: $theirs<$scalar>) -> Self {
                Self::from(<[$scalar; $dim]>::from(v))
            }
        }
        impl From<$ours<$scalar>> for $theirs<$scalar> {
            fn from(v: $ours<$scalar>) -> Self {
                Self::from(<[$scalar; $dim]>::from(v))
            }
        }
    )+};
}

conversions!(f32 f64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_isometry_maps_points_as_the_pose_does() {
        let isometry = Isometry3::new(Vector3::new(1.0, -2.0, 0.5), Vector3::new(0.25, 0.5, -1.5));
        let pose = Pose3::try_from(isometry).unwrap();
        let point = Point3::new(0.5, 3.0, -1.0);
        assert!((pose * Vec3::from(point) - Vec3::from(isometry * point)).length() < 2e-15);
        let back = Isometry3::from(pose);
        assert!((back.translation.vector - isometry.translation.vector).norm() == 0.0);
        assert!(back.rotation.angle_to(&isometry.rotation) < 1e-7);
    }
}
