//! A single point.

use core::marker::PhantomData;

use crate::exact::{ExactPoint, ExactVector};
use crate::math::{Real, Vector};
use crate::projection::Projection;
use crate::support::{Core, Curved, Form, Hint, Outline, Support, Vertices};

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
    fn support_from(&self, _: V, _: Hint) -> (V, Hint) {
        (V::ZERO, Hint::vertex(0))
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        let (form, zero) = (Form::Point(V::ZERO), V::Scalar::ZERO);
        Outline { form, error: zero, centred: true, ..Outline::new(zero) }
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core { vertices: Some(self), curved: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Vertices<V> for Point<V> {
    #[inline]
    fn count(&self) -> u32 {
        1
    }
    #[inline]
    fn corner(&self, _: u32) -> V {
        V::ZERO
    }
    fn are_exact(&self) -> bool {
        true
    }
    fn farthest(&self, _: &ExactVector) -> Option<(ExactPoint, Hint)> {
        Some((ExactPoint::ORIGIN, Hint::vertex(0)))
    }
}

impl<V: Vector> Curved<V> for Point<V> {
    #[inline]
    fn project(&self, _: V) -> Option<Projection<V>> {
        Some(Projection::fixed(V::ZERO))
    }
}
