//! The numbers of a body, and what else is known of its core.

use alloc::vec::Vec;

use super::{Concrete, FeatureKind, Form, Hint, Inscribed, Support};
use crate::exact::{ExactPoint, ExactVector};
use crate::math::twofold::TwoVec;
use crate::math::{FineMap, Matrix, Real, Vec3, Vector};
use crate::projection::Projection;

/// The numbers that every query asks of a body; points are in its frame.
///
/// ```
/// use clearance::{Vec2, support::Outline};
/// let body: Outline<Vec2<f64>> = Outline { radius: 0.5, ..Outline::new(2.0) };
/// assert_eq!((body.reach, body.error), (2.0, 16.0 * f64::EPSILON / 2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline<V: Vector> {
    /// An upper bound of the distance of the core's points from the anchor.
    pub reach: V::Scalar,
    /// The `e` of the [contract](super). A curved core must give its own.
    pub error: V::Scalar,
    /// Radius of the ball swept over the core.
    pub radius: V::Scalar,
    /// Where the core's coordinates are counted from: zero, or a point near the core for a body far from its frame's
    /// origin, so that rounding scales with the body and not with its distance.
    pub anchor: V,
    /// Some point of the core, the more central the better.
    pub center: V,
    /// The core, where it has one of the simple forms: queries of such pairs take no steps. It is the set that the
    /// support mapping describes, to the error.
    pub form: Form<V>,
    /// Whether that form is a point, a segment or a box whose middle is the origin of its frame, and the anchor is
    /// zero: most are, and formulas for them are shorter.
    pub centred: bool,
}

impl<V: Vector> Outline<V> {
    /// A polytopal core about zero without a radius. The error is eight roundings of the reach, which covers selecting
    /// among exact points by rounded scalar products: two errors of at most `3u|d|·reach`.
    #[inline]
    pub fn new(reach: V::Scalar) -> Self {
        let error = V::Scalar::from_f64(8.0) * V::Scalar::UNIT * reach;
        let (zero, form) = (V::Scalar::ZERO, Form::General);
        Outline { reach, error, radius: zero, anchor: V::ZERO, center: V::ZERO, form, centred: false }
    }

    /// A curved core about zero without a radius, whose support points are as exact as its author proves.
    #[inline]
    pub fn curved(reach: V::Scalar, error: V::Scalar) -> Self {
        Outline { error, ..Outline::new(reach) }
    }
}

/// What else is known of a core.
#[derive(Clone, Copy)]
pub struct Core<'s, V: Vector> {
    /// Its vertices, if it is a polytope.
    pub vertices: Option<&'s dyn Vertices<V>>,
    /// Its projections and curvature, if it has them.
    pub curved: Option<&'s dyn Curved<V>>,
    /// Its support points in twofold numbers, where they are not those of its form and its vertices.
    pub fine: Option<&'s dyn FineSupport<V>>,
    /// The shape itself, where queries ask for it.
    #[doc(hidden)]
    pub concrete: Concrete<'s, V>,
}

impl<'s, V: Vector> Core<'s, V> {
    /// Nothing.
    pub const UNKNOWN: Self = Core { vertices: None, curved: None, fine: None, concrete: Concrete::Unknown };

    /// All that is known of a shape made of shapes; its vertices only if it is a polytope.
    #[inline]
    pub(crate) fn of<S: Vertices<V> + Curved<V> + FineSupport<V>>(shape: &'s S, is_polytope: bool) -> Self {
        let vertices = if is_polytope { Some(shape as &dyn Vertices<V>) } else { None };
        Core { vertices, curved: Some(shape), fine: Some(shape), concrete: Concrete::Unknown }
    }
}

/// The vertices of a polytopal core: every support point is one of them, bit by bit. Coordinates are relative to the
/// anchor.
pub trait Vertices<V: Vector> {
    /// How many there are, at least one.
    fn count(&self) -> u32;

    /// Vertex `id < count()`.
    fn corner(&self, id: u32) -> V;

    /// What a vertex is called in answers: its place in the list of points that the user gave, where there is one.
    #[inline]
    fn input(&self, vertex: u32) -> u32 {
        vertex
    }

    /// What holds a witness point between these vertices, which are different and at most three: the least vertex, edge
    /// or face of the core that has them all. The diagonal of a face is a face. By default what they span.
    #[inline]
    fn kind(&self, span: &[u32]) -> FeatureKind {
        FeatureKind::of_simplex(span.len())
    }

    /// The corners of that vertex, edge or face, where the core knows them, else the vertices themselves; here vertices
    /// are called as in [answers](Vertices::input). Those of a face begin with the lowest and turn counter-clockwise
    /// seen from outside.
    fn corners(&self, span: &[u32]) -> Vec<u32> {
        let mut corners = span.to_vec();
        corners.sort_unstable();
        corners
    }

    /// Whether each vertex plus the anchor is exactly a vertex of the core, and the radius exactly its radius: what
    /// bounds tighter than the error need.
    #[inline]
    fn are_exact(&self) -> bool {
        false
    }

    /// The exact support point along an exact direction, **anchor included**, with its vertex number; `None` for shapes
    /// that leave exact answers to others. A zero `dir` asks for any vertex.
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        let _ = dir;
        None
    }
}

/// What a curved core knows of its boundary. All of it but [`inscribed`](Curved::inscribed) is heuristic: no bound
/// depends on it.
pub trait Curved<V: Vector>: Support<V> {
    /// The support point with the Hessian of the support function `h(d) = max d·x` at `dir`: the symmetric matrix whose
    /// product with a small turn of a unit `dir` is the way the support point moves. Zero for vertices; where the
    /// function has a kink, of the branch of the returned point.
    #[inline]
    fn curvature(&self, dir: V) -> (V, V::Matrix) {
        (self.support(dir), V::Matrix::ZERO)
    }

    /// The outward unit normal, nearest to the unit `dir`, of a flat end with a round border; zero without one. There
    /// the support function has a tip, of which its Hessians beside it know nothing.
    #[inline]
    fn flat_end(&self, dir: V) -> V {
        let _ = dir;
        V::ZERO
    }

    /// The projection of `p` onto the core with its derivative, where there is a formula and `p` is not in the core.
    /// The point lies within the error of the core.
    #[inline]
    fn project(&self, p: V) -> Option<Projection<V>> {
        let _ = p;
        None
    }

    /// A body inside of the **whole shape**, radius included, that reaches as far along `dir`: its computed points lie
    /// within the [error](Outline::error) of the shape. By default the support point with the ball of the radius.
    #[inline]
    fn inscribed(&self, dir: V) -> Inscribed<V> {
        Inscribed::ball(self.support(dir), self.outline().radius)
    }
}

/// A point or a direction; in the plane its third component is zero.
pub type Fine = TwoVec<Vec3<f64>>;

/// Support points that decide what rounding cannot about nearly touching bodies.
pub trait FineSupport<V: Vector> {
    /// The farthest point of the body along a direction in twofold numbers, **radius and anchor included**, of which an
    /// exact one is off by at most `2⁻⁴⁰` of the [error](Outline::error); lengths are multiplied by a power of two.
    /// `None` for shapes that state nothing beyond the contract: what rounding cannot decide about them stays
    /// undecided.
    fn fine(&self, dir: Fine, scale: f64) -> Option<Fine>;

    /// What the body is an image of; `None` for all but images under linear maps.
    #[doc(hidden)]
    fn image(&self) -> Option<&dyn Image<V>> {
        None
    }
}

/// The core of an image under a linear map, and a translation of it. An image of an image is one of the innermost body:
/// under the product of the maps, which is rounded once. One map after the other would round at the size that the first
/// one makes, which the second one may shrink.
#[doc(hidden)]
pub trait Image<V: Vector> {
    /// The body that is no such image.
    fn source(&self) -> &dyn Support<V>;

    /// The map from that body's core to this one's; `None` for zero.
    fn map(&self) -> Option<FineMap>;

    /// The image of the origin of that body's frame, times a power of two.
    fn origin(&self, scale: f64) -> Fine;

    /// How far the anchor may be from the exact image of that body's anchor.
    fn anchor_error(&self) -> V::Scalar;
}
