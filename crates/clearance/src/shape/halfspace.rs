//! A halfspace; in the plane a halfplane.

use super::rounding::{unit_scale, unit_scaled};
use crate::error::ShapeError;
use crate::math::{Real, Vector};

/// The points `x` with `normal·x ≤ offset`. Unbounded, so it has no support mapping: queries take it against bounded
/// shapes only.
///
/// Queries use the normal at unit length and the offset divided by the given length: each number is within `5u` of the
/// exact one, relatively. Exact decisions use the numbers as given.
///
/// ```
/// use clearance::{Halfspace, Vec2};
/// let below = Halfspace::new(Vec2::new(0.0, 4.0), 10.0).unwrap(); // 4 y ≤ 10
/// assert_eq!((below.normal(), below.offset()), (Vec2::new(0.0, 1.0), 2.5));
/// ```
#[doc(alias = "plane")]
#[doc(alias = "ground")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Halfspace<V: Vector> {
    normal: V,
    offset: V::Scalar,
    given: (V, V::Scalar),
}

impl<V: Vector> Halfspace<V> {
    /// The halfspace of an outward normal of any length but zero, and of the value that `normal·x` may have at most.
    pub fn new(normal: V, offset: V::Scalar) -> Result<Self, ShapeError> {
        let given = (normal, offset);
        ShapeError::check_point("halfspace normal", normal)?;
        ShapeError::check_number("halfspace offset", offset)?;
        let largest = normal.max_abs();
        if largest == V::Scalar::ZERO {
            return Err(ShapeError::NoDirection { what: "halfspace normal" });
        }
        // The length is |scaled| / scale, and the scale is a power of two. A second step, as the first cannot lift a
        // subnormal normal up to 1.
        let (first, lifted) = (unit_scale(largest), unit_scaled(normal));
        let (second, scaled) = (unit_scale(lifted.max_abs()), unit_scaled(lifted));
        let offset = offset / scaled.norm() * first * second;
        let offset = ShapeError::check_number("halfspace offset over the length of its normal", offset)?;
        Ok(Halfspace { normal: scaled * (V::Scalar::ONE / scaled.norm()), offset, given })
    }
    /// The normal and the offset as given.
    pub fn given(&self) -> (V, V::Scalar) {
        self.given
    }
    /// The outward unit normal.
    pub fn normal(&self) -> V {
        self.normal
    }
    /// The signed distance of the boundary from the origin along the normal.
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    #[test]
    fn normals_of_every_magnitude_are_brought_to_length_one() {
        for e in [-1070, -900, -3, 40, 990] {
            let scale = f64::power_of_two(e / 2) * f64::power_of_two(e - e / 2);
            let half = Halfspace::new(Vec3::new(2.0, -6.0, 3.0) * scale, 14.0 * scale).unwrap();
            assert!((half.normal() - Vec3::new(2.0, -6.0, 3.0) * (1.0 / 7.0)).max_abs() < 1e-15, "{e}");
            assert!((half.offset() - 2.0).abs() < 1e-15, "{e}");
        }
    }

    #[test]
    fn a_halfspace_needs_a_direction_and_an_admissible_offset() {
        let error = Halfspace::new(Vec3::new(0.0f32, -0.0, 0.0), 1.5).unwrap_err();
        assert_eq!(error.to_string(), "halfspace normal must not be zero");
        assert!(Halfspace::new(Vec3::new(1e-30f32, 0.0, 0.0), 1e20).is_err());
    }
}
