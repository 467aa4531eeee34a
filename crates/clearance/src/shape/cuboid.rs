//! A box along the axes of its frame; in the plane a rectangle.

use super::rounding::length_above;
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::math::{Real, Vector};
use crate::support::{Hint, Support};

/// The box of the points whose component `i` is within `half_extents[i]` of zero; in the plane a rectangle.
///
/// Vertex `id` is at the positive end of axis `i` where bit `i` of `id` is set. A support point costs one sign per axis.
/// `support_error` is zero: signs are exact. Half extents of zero are legal.
///
/// ```
/// use clearance::{Cuboid, Hint, Support, Vec3};
/// let brick = Cuboid::from_size(Vec3::new(2.0, 4.0, 6.0)).unwrap();
/// let (corner, id) = brick.support_from(Vec3::new(1.0, -0.5, 0.1), Hint::NONE);
/// assert_eq!((corner, id.id()), (Vec3::new(1.0, -2.0, 3.0), Some(0b101)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V: Vector> {
    half_extents: V,
    reach: V::Scalar,
}

impl<V: Vector> Cuboid<V> {
    /// The box between `−half_extents` and `half_extents`.
    pub fn from_half_extents(half_extents: V) -> Result<Self, ShapeError> {
        for i in 0..V::DIM {
            ShapeError::check_size("box half extent", half_extents[i])?;
        }
        Ok(Cuboid { half_extents, reach: length_above(half_extents) })
    }
    /// The box of a full size; halving is exact for normal numbers.
    pub fn from_size(size: V) -> Result<Self, ShapeError> {
        for i in 0..V::DIM {
            ShapeError::check_size("box size", size[i])?;
        }
        Self::from_half_extents(size * V::Scalar::HALF)
    }
    /// Half the size.
    #[inline]
    pub fn half_extents(&self) -> V {
        self.half_extents
    }
}

impl<V: Vector> Support<V> for Cuboid<V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        let half = self.half_extents;
        V::from_fn(|i| half[i].copysign(dir[i]))
    }
    #[inline]
    fn reach(&self) -> V::Scalar {
        self.reach
    }
    #[inline]
    fn support_from(&self, dir: V, _: Hint) -> (V, Hint) {
        let id = (0..V::DIM).fold(0, |id, i| id | u32::from(!dir[i].is_negative()) << i);
        (self.support(dir), Hint::vertex(id))
    }
    #[inline]
    fn vertex_count(&self) -> u32 {
        1 << V::DIM
    }
    #[inline]
    fn vertex(&self, id: u32) -> V {
        let half = self.half_extents;
        V::from_fn(|i| if id & 1 << i == 0 { -half[i] } else { half[i] })
    }
    #[inline]
    fn support_error(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
    fn exact_support(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        let id = (0..V::DIM).fold(0, |id, i| if dir.xyz[i].sign() > 0 { id | 1 << i } else { id });
        Some((ExactPoint::new(self.vertex(id)), Hint::vertex(id)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec2;

    #[test]
    fn a_rectangle_may_be_flat_but_not_negative() {
        let plank = Cuboid::from_half_extents(Vec2::new(0.0, 1.25f32)).unwrap();
        assert_eq!(plank.support_from(Vec2::new(-1.0, 0.5), Hint::NONE).1, Hint::vertex(0b10));
        let error = Cuboid::from_size(Vec2::new(0.5f32, -3.0)).unwrap_err();
        assert_eq!(error.to_string(), "box size must not be negative, got -3");
        assert!(Cuboid::from_half_extents(Vec2::new(f32::NAN, 1.0)).is_err());
    }
}
