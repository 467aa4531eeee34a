//! glam: `Vec2`, `Vec3`, `Quat` and their `f64` twins.

use crate::error::ShapeError;
use crate::math::{Rotor3, Vec2, Vec3};

macro_rules! conversions {
    ($glam:ident: $($scalar:ident $v2:ident $v3:ident $quat:ident),+) => {$(
        impl From<$glam::$v2> for Vec2<$scalar> {
            fn from(v: $glam::$v2) -> Self {
                v.to_array().into()
            }
        }
        impl From<Vec2<$scalar>> for $glam::$v2 {
            fn from(v: Vec2<$scalar>) -> Self {
                Self::from_array(v.into())
            }
        }
        impl From<$glam::$v3> for Vec3<$scalar> {
            fn from(v: $glam::$v3) -> Self {
                v.to_array().into()
            }
        }
        impl From<Vec3<$scalar>> for $glam::$v3 {
            fn from(v: Vec3<$scalar>) -> Self {
                Self::from_array(v.into())
            }
        }
        impl TryFrom<$glam::$quat> for Rotor3<$scalar> {
            type Error = ShapeError;
            fn try_from(q: $glam::$quat) -> Result<Self, ShapeError> {
                Self::from_xyzw(q.to_array())
            }
        }
        impl From<Rotor3<$scalar>> for $glam::$quat {
            fn from(rotor: Rotor3<$scalar>) -> Self {
                let [w, x, y, z] = rotor.to_unit_wxyz();
                Self::from_xyzw(x, y, z, w)
            }
        }
    )+};
}

#[cfg(feature = "glam-033")]
conversions!(glam_033: f32 Vec2 Vec3 Quat, f64 DVec2 DVec3 DQuat);
#[cfg(feature = "glam-034")]
conversions!(glam_034: f32 Vec2 Vec3 Quat, f64 DVec2 DVec3 DQuat);

#[cfg(all(test, feature = "glam-034"))]
mod tests {
    use glam_034::{DQuat, DVec3};

    use super::*;
    use crate::math::Pose3;

    #[test]
    fn a_rotation_turns_as_it_does_there() {
        let theirs = DQuat::from_rotation_z(0.5) * DQuat::from_rotation_x(-1.25);
        let pose = Pose3::new(theirs.try_into().unwrap(), Vec3::new(0.0, 0.0, 0.0)).unwrap();
        let v = DVec3::new(1.0, -2.0, 0.5);
        assert!((pose * Vec3::from(v) - Vec3::from(theirs * v)).length() < 1e-15);
        assert!(DQuat::from(pose.rotor()).dot(theirs).abs() > 1.0 - 1e-15);
    }
}
