//! A shape swept along a translation.

use super::rounding::{check_extent, length_above, sum_above, unit_scaled, units};
use super::sum::{Parts, added, are_parallel};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::math::{Real, Vector};
use crate::support::{
    Core, Curved, FeatureKind, Fine, FineSupport, Hint, Inscribed, Outline, Support, SupportExt, Vertices, fine,
};

/// All places that a shape passes on a straight way: its Minkowski sum with the segment from zero to `motion`.
///
/// The vertices are those of the shape at the start, then, from number `n` on, the same at the end. Cost: that of the
/// shape and one scalar product.
///
/// `support_error`, with the reach `ρ` of the shape: its own error, `4u` of the motion for choosing an end by a rounded
/// scalar product, and `u(ρ + |motion|)` for the rounded sum: `u(2ρ + 5|motion|)` with the second-order terms.
///
/// ```
/// use clearance::{Cuboid, Support, Swept, Vec2};
/// let square = Cuboid::from_half_extents(Vec2::new(1.0, 1.0)).unwrap();
/// let trail = Swept::new(square, Vec2::new(5.0, -2.0)).unwrap();
/// assert_eq!(trail.support(Vec2::new(1.0, 1.0)), Vec2::new(6.0, -1.0));
/// ```
#[doc(alias = "extrusion")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swept<V: Vector, S> {
    shape: S,
    motion: V,
    /// The motion scaled to a magnitude near 1.
    way: V,
    reach: V::Scalar,
    error: V::Scalar,
    vertices: u32,
}

impl<V: Vector, S: Support<V>> Swept<V, S> {
    /// The shape swept from where it is by `motion`, which may be zero.
    pub fn new(shape: S, motion: V) -> Result<Self, ShapeError> {
        ShapeError::check_point("sweep", motion)?;
        let length = length_above(motion);
        let rounding = if length == V::Scalar::ZERO {
            length
        } else {
            units::<V::Scalar>(2) * shape.reach() + units::<V::Scalar>(5) * length
        };
        let error = shape.support_error() + rounding;
        let reach = sum_above(sum_above(shape.reach(), length), error);
        check_extent("reach of a swept shape", shape.anchor(), reach + shape.radius())?;
        let vertices = shape.vertex_count().checked_mul(2).unwrap_or(0);
        Ok(Swept { shape, motion, way: unit_scaled(motion), reach, error, vertices })
    }
    /// The shape at the start.
    pub fn shape(&self) -> &S {
        &self.shape
    }
    /// The displacement from the start to the end.
    pub fn motion(&self) -> V {
        self.motion
    }
    fn ends_far(&self, dir: V) -> bool {
        dir.dot(self.way) > V::Scalar::ZERO
    }
    /// The number of the shape's vertex at the start or at the end.
    fn number(&self, local: Hint, far: bool) -> Hint {
        let id = local.id().filter(|_| self.vertices > 0);
        id.map_or(Hint::NONE, |id| Hint::vertex(if far { id + self.shape.vertex_count() } else { id }))
    }
    fn moved(&self, point: V, far: bool) -> V {
        if far { point + self.motion } else { point }
    }
}

impl<V: Vector, S: Support<V>> Support<V> for Swept<V, S> {
    fn support(&self, dir: V) -> V {
        self.moved(self.shape.support(dir), self.ends_far(dir))
    }
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        if self.vertices == 0 {
            return (self.support(dir), Hint::NONE);
        }
        let (count, far) = (self.shape.vertex_count(), self.ends_far(dir));
        let local = hint.id().map_or(Hint::NONE, |id| Hint::vertex(id % count));
        let (point, local) = self.shape.support_from(dir, local);
        (self.moved(point, far), self.number(local, far))
    }
    fn outline(&self) -> Outline<V> {
        let inner = self.shape.outline();
        Outline {
            radius: inner.radius,
            anchor: inner.anchor,
            center: inner.center + self.motion * V::Scalar::HALF,
            error: self.error,
            ..Outline::new(self.reach)
        }
    }
    fn core(&self) -> Core<'_, V> {
        Core::of(self, self.vertices > 0)
    }
}

impl<V: Vector, S: Support<V>> Vertices<V> for Swept<V, S> {
    fn count(&self) -> u32 {
        self.vertices
    }
    fn kind(&self, span: &[u32]) -> FeatureKind {
        let count = self.shape.vertex_count().max(1);
        let local = Parts::new(span, |id| id % count);
        let ends = Parts::new(span, |id| id / count);
        let parallel = || are_parallel(self.motion, local.way(|id| self.shape.vertex(id)));
        added(self.shape.feature_kind(local.ids()), FeatureKind::of_simplex(ends.ids().len()), parallel)
    }
    fn corner(&self, id: u32) -> V {
        let count = self.shape.vertex_count();
        self.moved(self.shape.vertex(id % count), id >= count)
    }
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        let motion = ExactVector::new(self.motion);
        let far = dir.dot(&motion).sign() > 0;
        let (point, local) = self.shape.exact_support(dir)?;
        let moved = if far { &point.xyz + &motion.scale(&point.w) } else { point.xyz };
        Some((ExactPoint { xyz: moved, w: point.w }, self.number(local, far)))
    }
}

impl<V: Vector, S: Support<V>> Curved<V> for Swept<V, S> {
    fn curvature(&self, dir: V) -> (V, V::Matrix) {
        let (point, hessian) = self.shape.support_curved(dir);
        (self.moved(point, self.ends_far(dir)), hessian)
    }
    fn flat_end(&self, dir: V) -> V {
        self.shape.flat_normal(dir)
    }
    fn inscribed(&self, dir: V) -> Inscribed<V> {
        let inner = self.shape.inscribed_along(dir);
        if self.ends_far(dir) { inner.moved(self.motion) } else { inner }
    }
}

impl<V: Vector, S: Support<V>> FineSupport<V> for Swept<V, S> {
    fn fine(&self, dir: Fine, scale: f64) -> Option<Fine> {
        let motion = fine::scaled(self.motion, scale);
        let point = self.shape.fine_support(dir, scale)?;
        Some(if dir.dot(motion).value() > 0.0 { point + motion } else { point })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec2;
    use crate::shape::Axial;
    use crate::shape::Capsule;

    #[test]
    fn the_far_copy_has_the_higher_numbers() {
        let trail =
            Swept::new(Capsule::along(Axial { radius: 0.25, half_length: 1.5, axis: 0 }).unwrap(), Vec2::new(0.5, 7.0))
                .unwrap();
        let (point, hint) = trail.support_from(Vec2::new(-1.0, 0.4), Hint::vertex(3));
        assert_eq!((point, hint.id(), trail.radius()), (Vec2::new(-1.0, 7.0), Some(2), 0.25));
        assert_eq!(trail.vertex(2), point);
        assert!(Swept::new(trail, Vec2::new(f64::NAN, 0.0)).is_err());
    }
}
