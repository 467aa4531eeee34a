//! The one trait that makes a body a shape: its support mapping.
//!
//! A shape is a *core* swept by a ball of [`Support::radius`]. The algorithms see cores only: a sphere is a point, a
//! capsule a segment, a rounded box a box, so round bodies cost no iterations and lose no digits.
//!
//! What an implementation promises, and what every enclosure of this crate rests on, for each direction `d` and the
//! returned point `p`, with `e =` [`Support::support_error`]:
//!
//! 1. `p` lies within `e` of the exact core;
//! 2. no point `x` of the exact core has `d·x > d·p + e|d|`.

mod feature;
pub(crate) mod fine;
mod form;
mod snapshot;

pub use feature::{FeatureKind, Hint};
pub use fine::Fine;
pub use form::Form;
pub use snapshot::Snapshot;

use alloc::vec::Vec;
use core::any::Any;

use crate::exact::{ExactPoint, ExactVector};
use crate::foot::Foot;
use crate::math::{Matrix, Real, Vector};

mod erased {
    use super::Support;
    use crate::math::Vector;

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
pub(crate) use erased::Erased;

/// A convex body given by its support mapping. See the [module](self) for the contract.
///
/// Coordinates are in the body's frame and relative to [`anchor`](Support::anchor). Only [`support`](Support::support)
/// and [`reach`](Support::reach) must be written; an unbounded or empty set is not a shape.
pub trait Support<V: Vector>: Erased<V> {
    /// A point of the core farthest along `dir`, any of them if several are. `dir` is not null and may have any length
    /// whose square is a normal number.
    fn support(&self, dir: V) -> V;

    /// An upper bound of the distance of the core's points from the anchor.
    fn reach(&self) -> V::Scalar;

    /// The support point with its vertex number; the search may start at `hint`.
    #[inline]
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        let _ = hint;
        (self.support(dir), Hint::NONE)
    }

    /// The support point with the Hessian of the support function `h(d) = max d·x` at `dir`: the symmetric matrix whose
    /// product with a small turn of a unit `dir` is the way the support point moves. Null for vertices; where the
    /// function has a kink, of the branch of the returned point. A heuristic: no bound depends on it.
    #[inline]
    fn support_curved(&self, dir: V) -> (V, V::Matrix) {
        (self.support(dir), V::Matrix::from_columns(|_| V::ZERO))
    }

    /// The outward unit normal, nearest to the unit `dir`, of a flat end with a round border; null without one. There the support
    /// function has a tip, of which its Hessians beside it know nothing. A heuristic: no bound depends on it.
    #[inline]
    fn flat_normal(&self, dir: V) -> V {
        let _ = dir;
        V::ZERO
    }

    /// The point of the core nearest to `p`, with its derivative, where there is a formula and `p` is not in the core. The point
    /// lies within [`support_error`](Support::support_error) of the core; that it is the nearest, and how it moves, is a
    /// heuristic: no bound depends on it.
    #[inline]
    fn nearest(&self, p: V) -> Option<Foot<V>> {
        let _ = p;
        None
    }

    /// How many vertices a polytopal core has: every support point is one of them, bit by bit. 0 for a curved core.
    #[inline]
    fn vertex_count(&self) -> u32 {
        0
    }

    /// Vertex `id < vertex_count()` of a polytopal core.
    #[inline]
    fn vertex(&self, id: u32) -> V {
        let _ = id;
        self.center()
    }

    /// What a vertex is called in answers: its place in the list of points that the user gave, where there is one.
    #[inline]
    fn input_id(&self, vertex: u32) -> u32 {
        vertex
    }

    /// What holds a witness point between these vertices, which are different and at most three: the least vertex, edge or
    /// face of a polytopal core that has them all. The diagonal of a face is a face. By default what they span.
    #[inline]
    fn feature_kind(&self, span: &[u32]) -> FeatureKind {
        FeatureKind::of_simplex(span.len())
    }

    /// The corners of that vertex, edge or face, where the core knows them, else the vertices themselves; here vertices are
    /// called as in [answers](Support::input_id). Those of a face begin with the lowest and turn counter-clockwise seen
    /// from outside.
    fn feature_corners(&self, span: &[u32]) -> Vec<u32> {
        let mut corners = span.to_vec();
        corners.sort_unstable();
        corners
    }

    /// The shape itself, where a query has code of its own for its type.
    #[doc(hidden)]
    #[inline]
    fn concrete(&self) -> Option<&dyn Any> {
        None
    }

    /// The shape behind an enum or a pointer, so that a query asks it without a detour.
    #[doc(hidden)]
    #[inline]
    fn innermost(&self) -> Option<&dyn Support<V>> {
        None
    }

    /// Radius of the ball swept over the core.
    #[inline]
    fn radius(&self) -> V::Scalar {
        V::Scalar::ZERO
    }

    /// Where the core's coordinates are counted from: zero, or a point near the core for a body far from its frame's
    /// origin, so that rounding scales with the body and not with its distance.
    #[inline]
    fn anchor(&self) -> V {
        V::ZERO
    }

    /// Some point of the core, the more central the better.
    #[inline]
    fn center(&self) -> V {
        V::ZERO
    }

    /// The `e` of the [contract](self). By default eight roundings of the reach, which covers selecting among exact
    /// points by rounded scalar products: two errors of at most `3u|d|·reach`.
    #[inline]
    fn support_error(&self) -> V::Scalar {
        V::Scalar::from_f64(8.0) * V::Scalar::UNIT * self.reach()
    }

    /// The core, where it has one of the simple forms: queries of such pairs take no steps. It is the same set as the one
    /// that the support mapping describes, to [`support_error`](Support::support_error).
    #[inline]
    fn form(&self) -> Form<V> {
        Form::General
    }

    /// Whether each [`vertex`](Support::vertex) plus the [`anchor`](Support::anchor) is exactly a vertex of a polytopal core, and
    /// the [`radius`](Support::radius) exactly its radius: what bounds tighter than `support_error` need.
    #[inline]
    fn has_exact_vertices(&self) -> bool {
        false
    }

    /// The exact support point of a polytopal core along an exact direction, **anchor included**, with its vertex
    /// number; `None` for curved cores and for shapes that leave exact answers to others. A null `dir` asks for any vertex.
    fn exact_support(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        let _ = dir;
        None
    }

    /// The farthest point of the body along a direction in twofold numbers, **radius and anchor included**, of which an exact one is off by
    /// at most `2⁻⁴⁰` of the [`support_error`](Support::support_error); lengths are multiplied by a power of two. `None` for shapes that
    /// tell nothing beyond the contract: what rounding leaves open about them stays open.
    #[doc(hidden)]
    fn fine_support(&self, dir: Fine, scale: f64) -> Option<Fine> {
        fine::of_form(self, dir, scale)
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
            fn reach(&self) -> V::Scalar {
                (**self).reach()
            }
            #[inline]
            fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
                (**self).support_from(dir, hint)
            }
            #[inline]
            fn support_curved(&self, dir: V) -> (V, V::Matrix) {
                (**self).support_curved(dir)
            }
            fn flat_normal(&self, dir: V) -> V {
                (**self).flat_normal(dir)
            }
            #[inline]
            fn nearest(&self, p: V) -> Option<Foot<V>> {
                (**self).nearest(p)
            }
            #[inline]
            fn vertex_count(&self) -> u32 {
                (**self).vertex_count()
            }
            #[inline]
            fn vertex(&self, id: u32) -> V {
                (**self).vertex(id)
            }
            #[inline]
            fn input_id(&self, vertex: u32) -> u32 {
                (**self).input_id(vertex)
            }
            #[inline]
            fn feature_kind(&self, span: &[u32]) -> FeatureKind {
                (**self).feature_kind(span)
            }
            fn feature_corners(&self, span: &[u32]) -> Vec<u32> {
                (**self).feature_corners(span)
            }
            #[inline]
            fn concrete(&self) -> Option<&dyn Any> {
                (**self).concrete()
            }
            #[inline]
            fn innermost(&self) -> Option<&dyn Support<V>> {
                Some((**self).innermost().unwrap_or_else(|| (**self).erased()))
            }
            #[inline]
            fn radius(&self) -> V::Scalar {
                (**self).radius()
            }
            #[inline]
            fn anchor(&self) -> V {
                (**self).anchor()
            }
            #[inline]
            fn center(&self) -> V {
                (**self).center()
            }
            #[inline]
            fn support_error(&self) -> V::Scalar {
                (**self).support_error()
            }
            #[inline]
            fn form(&self) -> Form<V> {
                (**self).form()
            }
            fn has_exact_vertices(&self) -> bool {
                (**self).has_exact_vertices()
            }
            fn exact_support(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
                (**self).exact_support(dir)
            }
            fn fine_support(&self, dir: Fine, scale: f64) -> Option<Fine> {
                (**self).fine_support(dir, scale)
            }
        }
    )+};
}

forward!(&S, alloc::boxed::Box<S>, alloc::sync::Arc<S>);
