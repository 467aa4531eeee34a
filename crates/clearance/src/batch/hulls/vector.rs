//! Vectors of numbers side by side, with the operations of [`Vec3`](crate::Vec3) in their order.

use super::super::frame::each;
use crate::closed_form::boxes::dot;
use crate::math::{Number, Real};

pub(super) type Point<N> = [N; 3];

#[inline(always)]
pub(super) fn cross<N: Number>(x: Point<N>, y: Point<N>) -> Point<N> {
    [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
}

#[inline(always)]
pub(super) fn times<N: Number>(x: Point<N>, factor: N) -> Point<N> {
    each(|i| x[i] * factor)
}

/// The part of `a` perpendicular to `along`, whose square is given.
#[inline(always)]
pub(super) fn reject<N: Number>(a: Point<N>, along: Point<N>, squared: N) -> Point<N> {
    times(cross(along, cross(a, along)), a[0].like(N::Float::ONE) / squared)
}

/// A matrix, by columns, times a vector.
#[inline(always)]
pub(super) fn apply<N: Number>(columns: [Point<N>; 3], x: Point<N>) -> Point<N> {
    each(|i| columns[0][i] * x[0] + columns[1][i] * x[1] + columns[2][i] * x[2])
}

/// The transposed matrix times a vector.
#[inline(always)]
pub(super) fn apply_transpose<N: Number>(columns: [Point<N>; 3], x: Point<N>) -> Point<N> {
    each(|i| dot(columns[i], x))
}
