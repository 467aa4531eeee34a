//! Directions in and across the flat of a few points.

use crate::difference::Vertex;
use crate::math::Vector;

/// Orthonormal directions that span the differences of at most three points (Gram–Schmidt).
pub(super) fn orthonormal<V: Vector>(points: &[Vertex<V>]) -> [V; 2] {
    let mut basis = [V::ZERO; 2];
    for (i, point) in points.iter().enumerate().skip(1).take(2) {
        // Twice is enough (W. Kahan): the second pass removes what rounding left of the first.
        let mut rest = (point.w - points[0].w).normalized();
        for _ in 0..2 {
            rest = (rest - basis[0] * basis[0].dot(rest)).normalized();
        }
        basis[i - 1] = rest;
    }
    basis
}

/// Orthonormal directions perpendicular to the given orthonormal ones.
pub(super) fn complement<V: Vector>(spanned: &[V]) -> impl Iterator<Item = V> {
    let mut known = [V::ZERO; 3];
    known[..spanned.len()].copy_from_slice(spanned);
    (spanned.len()..V::DIM).map(move |k| {
        let rest = |i: usize| {
            let mut axis = V::axis(i);
            for _ in 0..2 {
                for &d in &known {
                    axis = axis - d * d.dot(axis);
                }
            }
            axis
        };
        let best = (0..V::DIM).fold(0, |b, i| if rest(i).norm_squared() > rest(b).norm_squared() { i } else { b });
        known[k] = rest(best).normalized();
        known[k]
    })
}
