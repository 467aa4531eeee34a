//! A point of the difference as a weighted sum of its vertices.

use super::simplex::Simplex;
use crate::math::{Real, Vector};
use crate::space::Space;
use crate::support::Hint;

/// The nearest point of a simplex, or any other point of the difference, as a weighted sum of at most three vertices:
/// certainly in their hull.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighted<V: Vector> {
    pub w: V,
    /// Its sources, each in its own frame.
    pub a: V,
    pub b: V,
    pub ids: [[Hint; 3]; 2],
    pub weights: [V::Scalar; 3],
    pub count: usize,
}

impl<V: Vector> Weighted<V> {
    /// The sum of given sources, before its vertices are named.
    #[inline]
    pub fn of(w: V, a: V, b: V) -> Self {
        Weighted { w, a, b, ids: [[Hint::NONE; 3]; 2], weights: [V::Scalar::ZERO; 3], count: 0 }
    }

    /// Names a vertex of the sum, unless its weight is null.
    #[inline]
    pub fn name(&mut self, [a, b]: [u32; 2], weight: V::Scalar) {
        if weight > V::Scalar::ZERO && self.count < 3 {
            (self.ids[0][self.count], self.ids[1][self.count]) = (Hint::vertex(a), Hint::vertex(b));
            self.weights[self.count] = weight;
            self.count += 1;
        }
    }

    /// Names the vertices of the place `(s, t)` of a parallelogram.
    #[inline]
    pub fn name_in_parallelogram(&mut self, corner: impl Fn(bool, bool) -> [u32; 2], s: V::Scalar, t: V::Scalar) {
        in_parallelogram(corner, s, t, |ids, weight| self.name(ids, weight));
    }
}

/// Tells the corners, with their weights, that span the place `(s, t)` of a parallelogram with the corners 00, 10, 01 and 11: those
/// of the one of its two triangles that holds the place.
#[inline(always)]
fn in_parallelogram<T: Real, C>(corner: impl Fn(bool, bool) -> C, s: T, t: T, mut told: impl FnMut(C, T)) {
    let (most, least) = if s >= t { (s, t) } else { (t, s) };
    told(corner(false, false), T::ONE - most);
    told(corner(s >= t, s < t), most - least);
    told(corner(true, true), least);
}

impl<V: Space> Weighted<V> {
    #[inline]
    pub fn new(simplex: &Simplex<V>) -> Self {
        Self::with(simplex, simplex.weights())
    }

    /// The sum with the weights that the simplex is known to have.
    #[inline]
    pub fn with(simplex: &Simplex<V>, weights: [V::Scalar; 3]) -> Self {
        let (mut w, mut a, mut b) = (V::ZERO, V::ZERO, V::ZERO);
        let mut ids = [[Hint::NONE; 3]; 2];
        for (i, (point, &weight)) in simplex.points().zip(&weights).enumerate() {
            w += point.w * weight;
            a += point.a * weight;
            b += point.b * weight;
            (ids[0][i], ids[1][i]) = (point.ids[0], point.ids[1]);
        }
        Weighted { w, a, b, ids, weights, count: simplex.len().min(3) }
    }
}
