//! The nearest points of two edges: those of two lines, limited to the segments (C. Ericson, Real-Time Collision Detection, 2004,
//! section 5.1.9).

use crate::math::{Real, Vector};

/// Below this part of `|d₁|²|d₂|²` the segments count as parallel: sin² of the angle of 2⁻¹⁰.
pub(crate) const PARALLEL_EXPONENT: i32 = -20;

/// The nearest points of two segments.
pub(super) struct Nearest<V: Vector> {
    /// Their places.
    pub s: V::Scalar,
    pub t: V::Scalar,
    /// From B to A.
    pub v: V,
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
        Nearest { s, t, v: (p[0] + d1 * s) - (q[0] + d2 * t) }
    }
}

/// `x/y` limited to [0, 1]; 0 where it is no number.
#[inline]
fn part<T: Real>(x: T, y: T) -> T {
    (x / y).max(T::ZERO).min(T::ONE)
}
