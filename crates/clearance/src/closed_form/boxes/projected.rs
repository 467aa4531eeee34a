//! Two boxes that are apart by alternating projections (J. von Neumann 1933): where a corner is one of the nearest points, two
//! or three of them end at the pair of nearest points.
//!
//! With `v` from B to A, no point of the difference has a smaller product with `v` than
//! `−Σ|vᵢ|hᵢ − Σ|v·Rⱼ|gⱼ − v·t`, which proves the answer or shows that this is none.

use super::super::apart;
use super::touch::name_corners;
use super::{Boxes, Found, dot};
use crate::difference::Difference;
use crate::gjk::Weighted;
use crate::math::{Real, Vector};
use crate::support::Support;

/// The point of a box nearest to another one.
#[inline]
fn limited<T: Real>(p: [T; 3], half: [T; 3]) -> [T; 3] {
    let at = |i: usize| p[i].max(-half[i]).min(half[i]);
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

#[inline]
pub(super) fn projected<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    boxes: &Boxes<V::Scalar>,
) -> Option<Found<V>> {
    let Boxes { r, t, h, g, .. } = boxes;
    let b = limited(boxes.in_b(limited(*t, *h)), *g);
    let in_a = boxes.in_a(b);
    let a = limited(in_a, *h);
    let v = [a[0] - in_a[0], a[1] - in_a[1], a[2] - in_a[2]];
    let of_a = v[0].abs() * h[0] + v[1].abs() * h[1] + v[2].abs() * h[2];
    let of_b = dot(v, r[0]).abs() * g[0] + dot(v, r[1]).abs() * g[1] + dot(v, r[2]).abs() * g[2];
    let least = -(of_a + of_b + dot(v, *t));
    let ((corner_a, free_a), (corner_b, free_b)) = (ends(a, *h), ends(b, *g));
    if free_a.count_ones() + free_b.count_ones() > 2 {
        return None;
    }
    let vector = |x: [V::Scalar; 3]| V::from_fn(|i| x[i]);
    let mut sum = Weighted::of(vector(v), vector(a) * m.unscale, vector(b) * m.unscale);
    name_corners([corner_a, corner_b], [(free_a, a, *h), (free_b, b, *g)], &mut sum);
    apart(m, vector(v), least, sum, true)
}
