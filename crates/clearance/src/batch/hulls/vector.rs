//! Vectors of numbers side by side, with the operations of [`Vec3`](crate::Vec3) in their order.

use crate::closed_form::boxes::dot;
use crate::math::{Number, Real};

pub(super) type Point<N> = [N; 3];

#[inline(always)]
pub(super) fn cross<N: Number>(x: Point<N>, y: Point<N>) -> Point<N> {
    [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
}

#[inline(always)]
pub(super) fn plus<N: Number>(x: Point<N>, y: Point<N>) -> Point<N> {
    [x[0] + y[0], x[1] + y[1], x[2] + y[2]]
}

#[inline(always)]
pub(super) fn times<N: Number>(x: Point<N>, factor: N) -> Point<N> {
    [x[0] * factor, x[1] * factor, x[2] * factor]
}

/// The part of `a` perpendicular to `along`, whose square is given.
#[inline(always)]
pub(super) fn reject<N: Number>(a: Point<N>, along: Point<N>, squared: N) -> Point<N> {
    times(cross(along, cross(a, along)), a[0].like(N::Float::ONE) / squared)
}

/// The transposed matrix, given by columns, times a vector.
#[inline(always)]
pub(super) fn apply_transpose<N: Number>(columns: &[Point<N>; 3], x: Point<N>) -> Point<N> {
    [dot(columns[0], x), dot(columns[1], x), dot(columns[2], x)]
}

/// `first` where the claim holds, else `second`.
#[inline(always)]
pub(super) fn choose<N: Number>(claim: N::Mask, first: Point<N>, second: Point<N>) -> Point<N> {
    let pick = |i: usize| N::choose(claim, first[i], second[i]);
    [pick(0), pick(1), pick(2)]
}
