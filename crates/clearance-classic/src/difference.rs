//! The Minkowski difference `K = A − B` (seed papers: TC-space obstacle), sampled by its support mapping.
//!
//! `h_K(η) = h_A(η) + h_B(−η)`, `s_K(η) = s_A(η) − s_B(−η)` (Gilbert, Johnson and Keerthi, A fast procedure for
//! computing the distance between complex objects in three-dimensional space, 1988). Everything is in A's frame and of
//! the cores; radii are taken off at the end, as for any spherically extended body.

use clearance::SupportExt;
use clearance::{Hint, Pose, Real, Space, Support, Vector};

/// A point of the difference with its sources.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<V> {
    /// `a − b`.
    pub w: V,
    /// The point of A.
    pub a: V,
    /// The point of B, in A's frame.
    pub b: V,
    /// The vertices of A and B that they are, where the cores have vertices.
    pub ids: [Hint; 2],
}

impl<V: Vector> Vertex<V> {
    /// Whether both are the same pair of vertices, or without vertices the same point.
    pub fn same(&self, other: &Self) -> bool {
        if self.ids.contains(&Hint::NONE) { self.w == other.w } else { self.ids == other.ids }
    }
}

/// The difference of two posed cores.
#[derive(Debug)]
pub struct Difference<'s, V: Vector, A: ?Sized, B: ?Sized> {
    a: &'s A,
    b: &'s B,
    b_in_a: &'s Pose<V>,
}

impl<V: Vector, A: ?Sized, B: ?Sized> Clone for Difference<'_, V, A, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Vector, A: ?Sized, B: ?Sized> Copy for Difference<'_, V, A, B> {}

impl<'s, V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Difference<'s, V, A, B> {
    /// The difference of A and B, the pose being that of B in A's frame.
    pub fn new((a, b, b_in_a): (&'s A, &'s B, &'s Pose<V>)) -> Self {
        Difference { a, b, b_in_a }
    }

    /// `s_K(dir)`; the searches may start at the vertices `near`.
    #[inline]
    pub fn support(&self, dir: V, near: [Hint; 2]) -> Vertex<V> {
        let (a, id_a) = self.a.support_from(dir, near[0]);
        let (b, id_b) = self.b.support_from(self.b_in_a.vector_back(-dir), near[1]);
        self.join(a, b, [id_a, id_b])
    }

    /// The vertex with these numbers; `None` if one of the cores has no such vertex.
    pub fn vertex(&self, ids: [Hint; 2]) -> Option<Vertex<V>> {
        let (i, j) = (ids[0].id()?, ids[1].id()?);
        let known = i < self.a.vertex_count() && j < self.b.vertex_count();
        known.then(|| self.join(self.a.vertex(i), self.b.vertex(j), ids))
    }

    /// Three pairs of vertices spread over the lists of both cores; none for curved cores.
    pub fn vertex_pairs(&self) -> impl Iterator<Item = [Hint; 2]> + use<V, A, B> {
        let counts = [self.a.vertex_count(), self.b.vertex_count()];
        (0..3).map(move |i| counts.map(|count| Hint::vertex(count / 3 * i + count % 3 * i / 3)))
    }

    /// The centre of A minus that of B.
    pub fn center(&self) -> V {
        self.join(self.a.center(), self.b.center(), [Hint::NONE; 2]).w
    }

    /// The radii of the balls swept over the two cores.
    pub fn radii(&self) -> [V::Scalar; 2] {
        [self.a.radius(), self.b.radius()]
    }

    /// The length to which rounding is relative: the reach of both cores and how far they are from one another.
    pub fn size(&self) -> V::Scalar {
        self.a.reach() + self.b.reach() + self.center().max_abs().max(V::Scalar::ZERO)
    }

    fn join(&self, a: V, b: V, ids: [Hint; 2]) -> Vertex<V> {
        let (a, b) = (a + self.a.anchor(), self.b_in_a.point(b + self.b.anchor()));
        Vertex { w: a - b, a, b, ids }
    }
}
