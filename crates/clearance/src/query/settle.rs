//! The last word on pairs that rounding leaves open: exact arithmetic.

use super::proximity::{Feature, Proximity};
use crate::exact::decide;
use crate::math::{Pose, Real};
use crate::space::Space;
use crate::support::{Hint, Support};

/// Replaces an answer whose status is not proven by the exact one, if the shapes have exact cores; the answer and the poses are
/// in one frame.
#[cold]
#[inline(never)]
pub(super) fn settle<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    found: &mut Proximity<V>,
    (a, pose_a): (&A, &Pose<V>),
    (b, pose_b): (&B, &Pose<V>),
) {
    let Some(exact) = decide(a, pose_a, b, pose_b, found.normal) else { return };
    let part = |i: usize| exact.features.get(i).copied().unwrap_or(([Hint::NONE; 2], V::Scalar::ZERO));
    let ids = |side: usize| [0, 1, 2].map(|i| part(i).0[side]);
    let (weights, count) = ([0, 1, 2].map(|i| part(i).1), exact.features.len());
    found.features = [Feature::from_points(a, ids(0), weights, count), Feature::from_points(b, ids(1), weights, count)];
    (found.distance, found.bounds, found.normal) = (exact.distance, exact.bounds, exact.normal);
    // The correctly rounded witness points share what rounding does to their difference.
    let miss = exact.on_b - exact.on_a - exact.normal * exact.distance;
    found.on_a = exact.on_a + miss * V::Scalar::HALF;
    found.on_b = found.on_a + exact.normal * exact.distance;
    (found.unique, found.status, found.proven) = (exact.unique, exact.status, true);
}
