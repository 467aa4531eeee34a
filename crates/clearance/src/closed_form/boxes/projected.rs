//! Two boxes that are apart by alternating projections (J. von Neumann 1933): where a corner is one of the nearest points, two
//! or three of them end at the pair of nearest points.
//!
//! With `v` from B to A, no point of the difference has a smaller product with `v` than
//! `−Σ|vᵢ|hᵢ − Σ|v·Rⱼ|gⱼ − v·t`, which proves the answer or shows that this is none.

use super::super::apart;
use super::frame::{Boxes, dot, minus};
use super::touch::name_corners;
use crate::closed_form::Found;
use crate::difference::Difference;
use crate::gjk::Weighted;
use crate::math::{Number, Real, Vector};
use crate::support::Support;

/// Two points that may be the nearest ones, scaled.
pub(crate) struct Projected<N> {
    pub a: [N; 3],
    /// In B's frame.
    pub b: [N; 3],
    /// From B to A, in A's frame.
    pub v: [N; 3],
    /// No point of the difference has a smaller product with `v`.
    pub least: N,
}

impl<N: Number> Boxes<N> {
    #[inline(always)]
    pub fn projected(&self) -> Projected<N> {
        let Boxes { r, t, h, g, .. } = self;
        let b = limited(self.in_b(limited(*t, *h)), *g);
        let in_a = self.in_a(b);
        let a = limited(in_a, *h);
        let v = minus(a, in_a);
        let of_a = v[0].magnitude() * h[0] + v[1].magnitude() * h[1] + v[2].magnitude() * h[2];
        let of_b = dot(v, r[0]).magnitude() * g[0] + dot(v, r[1]).magnitude() * g[1] + dot(v, r[2]).magnitude() * g[2];
        Projected { a, b, v, least: -(of_a + of_b + dot(v, *t)) }
    }
}

/// The point of a box nearest to another one.
#[inline(always)]
fn limited<N: Number>(p: [N; 3], half: [N; 3]) -> [N; 3] {
    let at = |i: usize| p[i].larger(-half[i]).smaller(half[i]);
    [at(0), at(1), at(2)]
}

/// The number of the corner at the ends where a point of the box lies, and the axes along which it is at none.
#[inline]
fn ends<T: Real>(p: [T; 3], half: [T; 3]) -> (u32, u32) {
    let (mut corner, mut free) = (0, 0);
    for i in 0..3 {
        if p[i].abs() < half[i] {
            free |= 1 << i;
        } else {
            corner |= u32::from(!p[i].is_negative()) << i;
        }
    }
    (corner, free)
}

/// Names the corners around two places; false if they are not on edges.
#[inline]
pub(crate) fn name_places<V: Vector>(
    [a, b]: [[V::Scalar; 3]; 2],
    [h, g]: [[V::Scalar; 3]; 2],
    sum: &mut Weighted<V>,
) -> bool {
    let ((corner_a, free_a), (corner_b, free_b)) = (ends(a, h), ends(b, g));
    if free_a.count_ones() + free_b.count_ones() > 2 {
        return false;
    }
    name_corners([corner_a, corner_b], [(free_a, a, h), (free_b, b, g)], sum);
    true
}

#[inline]
pub(super) fn projected<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    boxes: &Boxes<V::Scalar>,
) -> Option<Found<V>> {
    let Projected { a, b, v, least } = boxes.projected();
    let vector = |x: [V::Scalar; 3]| V::from_fn(|i| x[i]);
    let mut sum = Weighted::of(vector(v), vector(a) * m.unscale, vector(b) * m.unscale);
    if !name_places([a, b], [boxes.h, boxes.g], &mut sum) {
        return None;
    }
    apart(m, vector(v), least, sum, true)
}
