//! A point of the difference as a weighted sum of its vertices.

use super::Reduce;
use super::{Simplex, convex, edge_weight};
use crate::difference::Vertex;
use crate::math::{Each, Real, Vector};
use crate::support::Hint;

/// How the vertices of a sum lie on either side, where it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FeaturePair {
    /// Some of them may be equal.
    Unknown,
    /// Three of A with one of B.
    FaceOfA,
    /// One of A with three of B.
    FaceOfB,
    /// Two of A with two of B; the first ones differ from the last ones on both sides.
    Edges,
}

/// The nearest point of a simplex, or any other point of the difference, as a weighted sum of at most three vertices:
/// certainly in their hull.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Barycentric<V: Vector> {
    pub w: V,
    /// Its sources, each in its own frame.
    pub a: V,
    pub b: V,
    pub ids: [[Hint; 3]; 2],
    pub weights: [V::Scalar; 3],
    pub count: usize,
    pub spread: FeaturePair,
}

impl<V: Vector> Barycentric<V> {
    /// The sum of given sources, before its vertices are named.
    pub fn of(w: V, a: V, b: V) -> Self {
        let (ids, weights) = ([[Hint::NONE; 3]; 2], [V::Scalar::ZERO; 3]);
        Barycentric { w, a, b, ids, weights, count: 0, spread: FeaturePair::Unknown }
    }

    /// A vertex of the difference by itself.
    #[inline(always)]
    pub fn vertex(point: &Vertex<V>) -> Self {
        let mut sum = Self::of(point.w, point.a, point.b);
        (sum.ids[0][0], sum.ids[1][0]) = (point.ids[0], point.ids[1]);
        (sum.weights[0], sum.count) = (V::Scalar::ONE, 1);
        sum
    }

    /// Names a vertex of the sum, unless its weight is zero.
    pub fn name(&mut self, [a, b]: [u32; 2], weight: V::Scalar) {
        if weight > V::Scalar::ZERO && self.count < 3 {
            (self.ids[0][self.count], self.ids[1][self.count]) = (Hint::vertex(a), Hint::vertex(b));
            self.weights[self.count] = weight;
            self.count += 1;
        }
    }

    /// Names the vertices of the place `(s, t)` of a parallelogram.
    pub fn name_in_parallelogram(&mut self, corner: impl Fn(bool, bool) -> [u32; 2], s: V::Scalar, t: V::Scalar) {
        in_parallelogram(corner, s, t, |ids, weight| self.name(ids, weight));
    }

    /// Names the corners around the place `(s, t)` of two spans that begin at a corner of either side; each adds to the
    /// number of the corner that it turns into another one, and nothing to the one of the other side.
    #[inline(always)]
    pub fn name_spanned(&mut self, corners: [u32; 2], [p, q]: [[u32; 2]; 2], [s, t]: [V::Scalar; 2]) {
        let (most, least) = (s.max(t), s.min(t));
        let weights = [V::Scalar::ONE - most, most - least, least];
        let next = if s >= t { p } else { q };
        let add = |spans: [u32; 2]| [corners[0] | spans[0], corners[1] | spans[1]];
        let (first, second, last) = (corners, add(next), add([p[0] | q[0], p[1] | q[1]]));
        let zero = V::Scalar::ZERO;
        if !((weights[0] > zero) & (weights[1] > zero) & (weights[2] > zero)) {
            [first, second, last].into_iter().zip(weights).for_each(|(ids, weight)| self.name(ids, weight));
            return;
        }
        let of = |side: usize| [Hint::vertex(first[side]), Hint::vertex(second[side]), Hint::vertex(last[side])];
        self.ids = [of(0), of(1)];
        (self.weights, self.count) = (weights, 3);
        self.spread = match (p[0] != 0, q[0] != 0) {
            (true, true) => FeaturePair::FaceOfA,
            (false, false) => FeaturePair::FaceOfB,
            _ => FeaturePair::Edges,
        };
    }
}

/// Gives the corners, with their weights, that span the place `(s, t)` of a parallelogram with the corners 00, 10, 01
/// and 11: those of the one of its two triangles that holds the place.
#[inline(always)]
fn in_parallelogram<T: Real, C>(corner: impl Fn(bool, bool) -> C, s: T, t: T, mut told: impl FnMut(C, T)) {
    let (most, least) = if s >= t { (s, t) } else { (t, s) };
    told(corner(false, false), T::ONE - most);
    told(corner(s >= t, s < t), most - least);
    told(corner(true, true), least);
}

impl<V: Reduce> Barycentric<V> {
    #[inline(always)]
    pub fn new(simplex: &Simplex<V>) -> Self {
        match simplex.len() {
            1 => Self::at_point(simplex),
            2 => Self::on_edge(simplex),
            _ => Self::on_face(simplex),
        }
    }

    /// The nearest point of a simplex of one point.
    #[inline(always)]
    pub fn at_point(simplex: &Simplex<V>) -> Self {
        Self::sum([simplex.point(0)], [V::Scalar::ONE])
    }

    /// The nearest point of a simplex of two points.
    #[inline(always)]
    pub fn on_edge(simplex: &Simplex<V>) -> Self {
        let (a, b) = (simplex.point(0), simplex.point(1));
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        // Both add up to 1 as they are: what a number in [0, 1] lacks to 1, rounded, and the number itself round to 1
        // together.
        let t = edge_weight(a.w, b.w).max(zero).min(one);
        Self::sum([a, b], [one - t, t])
    }

    /// The nearest point of a simplex of three points.
    #[inline(always)]
    pub fn on_face(simplex: &Simplex<V>) -> Self {
        let points = [0, 1, 2].each(|i| simplex.point(i));
        Self::sum(points, convex(V::barycentric_of(points.each(|point| point.w), 3)))
    }

    #[inline(always)]
    fn sum<const N: usize>(points: [&Vertex<V>; N], weights: [V::Scalar; N]) -> Self {
        let (mut w, mut a, mut b) = (V::ZERO, V::ZERO, V::ZERO);
        let (mut ids, mut all) = ([[Hint::NONE; 3]; 2], [V::Scalar::ZERO; 3]);
        for i in 0..N {
            w += points[i].w * weights[i];
            a += points[i].a * weights[i];
            b += points[i].b * weights[i];
            (ids[0][i], ids[1][i]) = (points[i].ids[0], points[i].ids[1]);
            all[i] = weights[i];
        }
        Barycentric { w, a, b, ids, weights: all, count: N, spread: FeaturePair::Unknown }
    }

    /// The sum with the weights that the simplex is known to have.
    #[inline(always)]
    pub fn with(simplex: &Simplex<V>, weights: [V::Scalar; 3]) -> Self {
        let point = |i| simplex.point(i);
        match (simplex.len(), weights) {
            (1, [p, ..]) => Self::sum([point(0)], [p]),
            (2, [p, q, _]) => Self::sum([point(0), point(1)], [p, q]),
            _ => Self::sum([point(0), point(1), point(2)], weights),
        }
    }
}
