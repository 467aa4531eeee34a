//! The one trait that makes a body a shape: its support mapping.
//!
//! A shape is a *core* swept by a ball of [`Outline::radius`]. The algorithms see cores only: a sphere is a point, a
//! capsule a segment, a rounded box a box, so round bodies cost no iterations and lose no digits.
//!
//! What an implementation promises, and what every enclosure of this crate rests on, for each direction `d` and the
//! returned point `p`, with `e =` [`Outline::error`]:
//!
//! 1. `p` lies within `e` of the exact core;
//! 2. no point `x` of the exact core has `d·x > d·p + e|d|`.

mod concrete;
mod ext;
mod feature;
pub(crate) mod fine;
mod form;
mod inscribed;
mod outline;
mod pointer;
mod snapshot;

#[doc(hidden)]
pub use concrete::{Concrete, Container};
pub use ext::SupportExt;
pub use feature::{FeatureKind, Hint};
pub use form::Form;
pub use inscribed::Inscribed;
pub use outline::{Core, Curved, FineSupport, Outline, Vertices};
#[doc(hidden)]
pub use outline::{Fine, Image};
pub use snapshot::Snapshot;
pub(crate) use snapshot::{Bodies, Body, Placement};

use crate::math::Vector;

mod erased {
    use crate::math::Vector;
    use crate::support::Support;

    /// What makes a shape of any type a shape behind a pointer; implemented for all shapes.
    pub trait Erased<V: Vector> {
        #[doc(hidden)]
        fn erased(&self) -> &(dyn Support<V> + '_);
    }

    impl<V: Vector, S: Support<V>> Erased<V> for S {
        #[inline]
        fn erased(&self) -> &(dyn Support<V> + '_) {
            self
        }
    }
}
use erased::Erased;

/// A convex body given by its support mapping. See the [module](self) for the contract.
///
/// Coordinates are in the body's frame and relative to its [`anchor`](Outline::anchor). An unbounded or empty set is
/// not a shape.
///
/// ```
/// use clearance::{Ball, Pose2, Support, Vec2, Vector, query, support::Outline};
///
/// /// The points whose absolute coordinates add up to at most 1.
/// struct Diamond;
///
/// impl Support<Vec2<f64>> for Diamond {
///     fn support(&self, dir: Vec2<f64>) -> Vec2<f64> {
///         let axis = usize::from(dir.y.abs() > dir.x.abs());
///         Vec2::axis(axis) * dir[axis].signum()
///     }
///     fn outline(&self) -> Outline<Vec2<f64>> {
///         Outline::new(1.0)
///     }
/// }
/// let right = Pose2::from_translation(Vec2::new(3.0, 0.0)).unwrap();
/// let found = query::signed_distance(&Diamond, &Ball::new(0.5).unwrap(), &right);
/// assert!(found.proven && (found.signed_distance - 1.5).abs() < 1e-14);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape in the space of `{V}`",
    label = "implement `Support<{V}>`: `support`, which returns a farthest point, and `outline`, which returns its numbers"
)]
#[doc(alias = "support map")]
#[doc(alias = "support function")]
#[doc(alias = "minkowski")]
pub trait Support<V: Vector>: Erased<V> {
    /// A point of the core farthest along `dir`, any of them if several are. `dir` is not zero and may have any length
    /// whose square is a normal number.
    fn support(&self, dir: V) -> V;

    /// The numbers of the body.
    fn outline(&self) -> Outline<V>;

    /// The support point with its vertex number; the search may start at `hint`.
    #[inline]
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        let _ = hint;
        (self.support(dir), Hint::NONE)
    }

    /// What else is known of the core. A pointer and an enum only say that they are one: [`SupportExt`] looks inside.
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core::UNKNOWN
    }
}

macro_rules! forward {
    ($($pointer:ty),+) => {$(
        impl<V: Vector, S: Support<V> + ?Sized> Support<V> for $pointer {
            #[inline]
            fn support(&self, dir: V) -> V {
                (**self).support(dir)
            }
            #[inline]
            fn outline(&self) -> Outline<V> {
                (**self).outline()
            }
            #[inline]
            fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
                (**self).support_from(dir, hint)
            }
            #[inline]
            fn core(&self) -> Core<'_, V> {
                Core { concrete: Concrete::Inside(self), ..Core::UNKNOWN }
            }
        }
    )+};
}

forward!(&S, alloc::boxed::Box<S>, alloc::sync::Arc<S>);
