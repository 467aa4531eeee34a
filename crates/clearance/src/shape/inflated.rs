//! A shape with a ball added: rounded, or spherically extended.

use alloc::vec::Vec;

use super::rounding::{check_extent, sum_above};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::math::twofold::{Two, two_sum};
use crate::math::{Real, Vector};
use crate::projection::Projection;
use crate::support::{
    Core, Curved, FeatureKind, Fine, FineSupport, Hint, Inscribed, Outline, Support, SupportExt, Vertices, fine,
};

/// All points within a distance of a shape. The core stays the same; only the radius grows.
///
/// Cost: that of the shape. `support_error`: that of the shape, plus the rounding error of the sum of the two radii,
/// which moves the boundary as an error of the core does; it is computed exactly and mostly zero.
///
/// ```
/// use clearance::{Cuboid, Inflated, Support, SupportExt, Vec2};
/// let pillow = Inflated::new(Cuboid::from_half_extents(Vec2::new(1.0, 2.0)).unwrap(), 0.25).unwrap();
/// assert_eq!((pillow.radius(), pillow.support(Vec2::new(3.0, 1.0))), (0.25, Vec2::new(1.0, 2.0)));
/// ```
#[doc(alias = "rounded")]
#[doc(alias = "offset")]
#[doc(alias = "margin")]
#[doc(alias = "dilation")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inflated<V: Vector, S> {
    shape: S,
    margin: V::Scalar,
    radius: V::Scalar,
    error: V::Scalar,
}

impl<V: Vector, S: Support<V>> Inflated<V, S> {
    /// The points within `margin` of `shape`; the margin may be zero.
    pub fn new(shape: S, margin: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::check_size("rounding radius", margin)?;
        let sum = two_sum(shape.radius(), margin);
        check_extent("reach of a rounded shape", shape.anchor(), shape.reach() + sum.hi)?;
        let error = sum_above(shape.support_error(), sum.lo.abs());
        Ok(Inflated { shape, margin, radius: sum.hi, error })
    }
    /// The shape inside.
    pub fn shape(&self) -> &S {
        &self.shape
    }
    /// The radius added to that of the shape inside.
    pub fn margin(&self) -> V::Scalar {
        self.margin
    }
    fn has_exact_radius(&self) -> bool {
        two_sum(self.shape.radius(), self.margin).lo == V::Scalar::ZERO
    }
}

impl<V: Vector, S: Support<V>> Support<V> for Inflated<V, S> {
    fn support(&self, dir: V) -> V {
        self.shape.support(dir)
    }
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        self.shape.support_from(dir, hint)
    }
    fn outline(&self) -> Outline<V> {
        let inner = self.shape.outline();
        Outline { radius: self.radius, error: self.error, ..inner }
    }
    fn core(&self) -> Core<'_, V> {
        Core::of(self, self.shape.inner_core().vertices.is_some())
    }
}

impl<V: Vector, S: Support<V>> Vertices<V> for Inflated<V, S> {
    fn count(&self) -> u32 {
        self.shape.vertex_count()
    }
    fn input(&self, vertex: u32) -> u32 {
        self.shape.input_id(vertex)
    }
    fn kind(&self, span: &[u32]) -> FeatureKind {
        self.shape.feature_kind(span)
    }
    fn corners(&self, span: &[u32]) -> Vec<u32> {
        self.shape.feature_corners(span)
    }
    fn corner(&self, id: u32) -> V {
        self.shape.vertex(id)
    }
    fn are_exact(&self) -> bool {
        self.has_exact_radius() && self.shape.has_exact_vertices()
    }
    /// None also if the sum of the radii is not a float.
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        if self.has_exact_radius() { self.shape.exact_support(dir) } else { None }
    }
}

impl<V: Vector, S: Support<V>> Curved<V> for Inflated<V, S> {
    fn curvature(&self, dir: V) -> (V, V::Matrix) {
        self.shape.support_curved(dir)
    }
    fn flat_end(&self, dir: V) -> V {
        self.shape.flat_normal(dir)
    }
    fn project(&self, p: V) -> Option<Projection<V>> {
        self.shape.nearest(p)
    }
    fn inscribed(&self, dir: V) -> Inscribed<V> {
        self.shape.inscribed_along(dir).inflated(self.margin)
    }
}

impl<V: Vector, S: Support<V>> FineSupport<V> for Inflated<V, S> {
    fn fine(&self, dir: Fine, scale: f64) -> Option<Fine> {
        let margin = Two::new(self.margin.to_f64() * scale);
        Some(self.shape.fine_support(dir, scale)? + fine::unit(dir).scale(margin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::shape::Ball;

    #[test]
    fn the_rounding_of_the_radii_is_part_of_the_error() {
        let ball = Inflated::new(Ball::<Vec3<f64>>::new(0.1).unwrap(), 0.2).unwrap();
        assert_eq!(ball.radius(), 0.1 + 0.2);
        assert!(ball.support_error() > 0.0 && ball.support_error() < 3e-17);
        let error = Inflated::new(ball, -0.5).unwrap_err();
        assert_eq!(error.to_string(), "rounding radius must not be negative, got -0.5");
    }
}
