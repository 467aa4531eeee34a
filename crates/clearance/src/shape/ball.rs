//! A ball; in the plane a disc.

use super::point::Point;
use crate::error::ShapeError;
use crate::math::{Real, Vector};
use crate::projection::Projection;
use crate::support::{Core, Curved, Form, Hint, Outline, Support};

/// A ball about the origin of its frame; in the plane a disc. Its core is the origin, so no query iterates on it.
///
/// `support_error` is zero: nothing is computed.
///
/// ```
/// use clearance::{Ball, Support, SupportExt, Vec3};
/// let ball = Ball::<Vec3<f64>>::new(2.5).unwrap();
/// assert_eq!((ball.radius(), ball.support(Vec3::new(0.0, 3.0, 4.0))), (2.5, Vec3::new(0.0, 0.0, 0.0)));
/// ```
#[doc(alias = "sphere")]
#[doc(alias = "circle")]
#[doc(alias = "disk")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<V: Vector> {
    radius: V::Scalar,
}

impl<V: Vector> Ball<V> {
    /// The ball of a radius, which may be zero.
    pub fn new(radius: V::Scalar) -> Result<Self, ShapeError> {
        Ok(Ball { radius: ShapeError::check_size("ball radius", radius)? })
    }
}

impl<V: Vector> Support<V> for Ball<V> {
    #[inline]
    fn support(&self, _: V) -> V {
        V::ZERO
    }
    #[inline]
    fn support_from(&self, _: V, _: Hint) -> (V, Hint) {
        (V::ZERO, Hint::vertex(0))
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        Outline {
            form: Form::Point(V::ZERO),
            radius: self.radius,
            error: V::Scalar::ZERO,
            centred: true,
            ..Outline::new(V::Scalar::ZERO)
        }
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core { vertices: Some(const { &Point::new() }), curved: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Curved<V> for Ball<V> {
    #[inline]
    fn project(&self, _: V) -> Option<Projection<V>> {
        Some(Projection::fixed(V::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec2;

    #[test]
    fn a_ball_refuses_sizes_that_are_none() {
        for bad in [-0.25, f64::NAN, f64::INFINITY, 1e302] {
            assert!(Ball::<Vec2<f64>>::new(bad).is_err(), "{bad}");
        }
        assert!(Ball::<Vec2<f64>>::new(0.0).is_ok());
    }
}
