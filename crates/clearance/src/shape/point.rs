//! A single point.

use core::marker::PhantomData;

use crate::exact::{ExactPoint, ExactVector};
use crate::foot::Foot;
use crate::math::{Real, Vector};
use crate::support::{Form, Hint, Support};

/// The origin of its frame; a pose puts it anywhere.
///
/// `support_error` is zero: nothing is computed.
///
/// ```
/// use clearance::{Point, Support, Vec2};
/// assert_eq!(Point::new().support(Vec2::new(3.0, 4.0)), Vec2::new(0.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point<V> {
    space: PhantomData<V>,
}

impl<V: Vector> Point<V> {
    /// The origin.
    pub const fn new() -> Self {
        Point { space: PhantomData }
    }
}

impl<V: Vector> Support<V> for Point<V> {
    #[inline]
    fn support(&self, _: V) -> V {
        V::ZERO
    }
    #[inline]
    fn reach(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline]
    fn support_from(&self, _: V, _: Hint) -> (V, Hint) {
        (V::ZERO, Hint::vertex(0))
    }
    #[inline]
    fn nearest(&self, _: V) -> Option<Foot<V>> {
        Some(Foot::fixed(V::ZERO))
    }
    #[inline]
    fn vertex_count(&self) -> u32 {
        1
    }
    #[inline]
    fn vertex(&self, _: u32) -> V {
        V::ZERO
    }
    #[inline]
    fn support_error(&self) -> V::Scalar {
        V::Scalar::ZERO
    }
    #[inline]
    fn form(&self) -> Form<V> {
        Form::Point(V::ZERO)
    }
    fn has_exact_vertices(&self) -> bool {
        true
    }
    fn exact_support(&self, _: &ExactVector) -> Option<(ExactPoint, Hint)> {
        Some((ExactPoint::ORIGIN, Hint::vertex(0)))
    }
}
