//! Points and segments: the nearest points of two lines, limited to the segments (C. Ericson, Real-Time Collision Detection,
//! 2004, section 5.1.9).

use super::{Bounds, Found, apart, bounds_apart};
use crate::difference::Difference;
use crate::gjk::Weighted;
use crate::math::{Real, Vector};
use crate::support::Support;

/// Below this part of `|d₁|²|d₂|²` the segments count as parallel: sin² of the angle of 2⁻¹⁰.
pub(crate) const PARALLEL_EXPONENT: i32 = -20;

pub(super) fn point_point<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    a: V,
    b: V,
) -> Option<Found<V>> {
    let v = a * m.scale - m.scaled_b_in_a(b);
    let mut sum = Weighted::of(v, a, b);
    sum.name([0, 0], V::Scalar::ONE);
    apart(m, v, v.norm_squared(), sum, true)
}

pub(super) fn point_segment<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    a: V,
    b: [V; 2],
) -> Option<Found<V>> {
    let (p, q) = (a * m.scale, [m.scaled_b_in_a(b[0]), m.scaled_b_in_a(b[1])]);
    let (t, v, least) = edge([p - q[0], p - q[1]]);
    let mut sum = Weighted::of(v, a, b[0] + (b[1] - b[0]) * t);
    sum.name([0, 0], V::Scalar::ONE - t);
    sum.name([0, 1], t);
    apart(m, v, least, sum, true)
}

pub(super) fn segment_point<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    a: [V; 2],
    b: V,
) -> Option<Found<V>> {
    let q = m.scaled_b_in_a(b);
    let (s, v, least) = edge([a[0] * m.scale - q, a[1] * m.scale - q]);
    let mut sum = Weighted::of(v, a[0] + (a[1] - a[0]) * s, b);
    sum.name([0, 0], V::Scalar::ONE - s);
    sum.name([1, 0], s);
    apart(m, v, least, sum, true)
}

/// The place and the vector of the edge's point nearest to the origin, and its least product with the ends.
#[inline]
fn edge<V: Vector>(w: [V; 2]) -> (V::Scalar, V, V::Scalar) {
    let e = w[1] - w[0];
    let t = part(-w[0].dot(e), e.norm_squared());
    let v = w[0] + e * t;
    (t, v, v.dot(w[0]).min(v.dot(w[1])))
}

/// `x/y` limited to [0, 1]; 0 where it is no number.
#[inline]
fn part<T: Real>(x: T, y: T) -> T {
    (x / y).max(T::ZERO).min(T::ONE)
}

pub(super) fn segment_segment<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    a: [V; 2],
    b: [V; 2],
) -> Option<Found<V>> {
    let Nearest { s, t, v, least, single } = scaled(m, a, b);
    let mut sum = Weighted::of(v, a[0] + (a[1] - a[0]) * s, b[0] + (b[1] - b[0]) * t);
    sum.name_in_parallelogram(|i, j| [i as u32, j as u32], s, t);
    apart(m, v, least, sum, single)
}

/// The bounds alone.
pub(super) fn bounds<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    a: [V; 2],
    b: [V; 2],
) -> Option<Bounds<V::Scalar>> {
    let Nearest { v, least, .. } = scaled(m, a, b);
    let length = v.norm();
    bounds_apart(m, length, least / length)
}

/// The nearest points of two segments.
pub(crate) struct Nearest<V: Vector> {
    /// Their places.
    pub s: V::Scalar,
    pub t: V::Scalar,
    /// From B to A, and its least product with a difference of ends.
    pub v: V,
    pub least: V::Scalar,
    /// Whether there is one such pair only.
    pub single: bool,
}

#[inline]
fn scaled<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    a: [V; 2],
    b: [V; 2],
) -> Nearest<V> {
    Nearest::new([a[0] * m.scale, a[1] * m.scale], [m.scaled_b_in_a(b[0]), m.scaled_b_in_a(b[1])])
}

impl<V: Vector> Nearest<V> {
    /// Minimises `|r + s d₁ − t d₂|²`.
    #[inline(always)]
    pub fn new(p: [V; 2], q: [V; 2]) -> Self {
        let (one, zero) = (V::Scalar::ONE, V::Scalar::ZERO);
        let (d1, d2, r) = (p[1] - p[0], q[1] - q[0], p[0] - q[0]);
        let (aa, bb, ab) = (d1.norm_squared(), d2.norm_squared(), d1.dot(d2));
        let (ar, br) = (d1.dot(r), d2.dot(r));
        let determinant = aa * bb - ab * ab;
        let crossing = determinant > V::Scalar::power_of_two(PARALLEL_EXPONENT) * (aa * bb);
        let s = if crossing { part(ab * br - ar * bb, determinant) } else { zero };
        let free = (ab * s + br) / bb;
        let t = free.max(zero).min(one);
        // Beyond an end of B, or with a B that is a point, or with parallel lines, the nearest place on A is that of the end.
        let again = part(ab * t - ar, aa);
        let s = if (t == free) & crossing { s } else { again };
        let v = (p[0] + d1 * s) - (q[0] + d2 * t);
        let least = v.dot(p[0]).min(v.dot(p[1])) - v.dot(q[0]).max(v.dot(q[1]));
        Nearest { s, t, v, least, single: crossing || aa == zero || bb == zero }
    }
}
