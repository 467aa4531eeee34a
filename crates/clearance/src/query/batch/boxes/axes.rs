//! Which axis each lane has, and what it chooses.

use core::ops::{BitAnd, BitOr, Not};

use crate::math::{Number, Real};

/// The axis of each lane.
#[derive(Clone, Copy)]
pub(super) struct Axes<N: Number> {
    pub of_a: N::Mask,
    pub of_b: N::Mask,
    pub across: N::Mask,
    /// Whether the number of A's axis is 0, or 1.
    pub i: [N::Mask; 2],
    /// Axes of B.
    pub j: [N::Mask; 2],
}

impl<N: Number> Axes<N> {
    /// The axes of a [`LargestGap`](super::gaps::LargestGap).
    #[inline(always)]
    pub fn new(axis: N) -> Self {
        let number = |x: f64| axis.like(N::Float::from_f64(x));
        let across = axis.above(number(5.0));
        let of_b = axis.above(number(2.0)) & !across;
        let lower = N::choose(axis.above(number(8.0)), number(1.0), number(0.0));
        let row = N::choose(axis.above(number(11.0)), number(2.0), lower);
        let i = N::choose(across, row, axis);
        let j = N::choose(across, axis - number(6.0) - number(3.0) * row, axis - number(3.0));
        Axes { of_a: !(of_b | across), of_b, across, i: [is(i, 0.0), is(i, 1.0)], j: [is(j, 0.0), is(j, 1.0)] }
    }
}

/// Whether whole numbers are equal to another one.
#[inline(always)]
fn is<N: Number>(x: N, number: f64) -> N::Mask {
    let number = x.like(N::Float::from_f64(number));
    x.at_most(number) & number.at_most(x)
}

/// The entry of each lane's axis, `n` steps on.
#[inline(always)]
pub(super) fn pick<N: Number>(is: [N::Mask; 2], x: [N; 3], n: usize) -> N {
    N::choose(is[0], x[n % 3], N::choose(is[1], x[(n + 1) % 3], x[(n + 2) % 3]))
}

/// `on` along each lane's axis in the lanes of the claim, else what is there.
#[inline(always)]
pub(super) fn only<N: Number>(is: [N::Mask; 2], claim: N::Mask, on: N, x: [N; 3]) -> [N; 3] {
    let claims = only_claims(is, claim);
    [N::choose(claims[0], on, x[0]), N::choose(claims[1], on, x[1]), N::choose(claims[2], on, x[2])]
}

/// The claim along each lane's axis only.
#[inline(always)]
pub(super) fn only_claims<M>(is: [M; 2], claim: M) -> [M; 3]
where
    M: Copy + BitAnd<Output = M> + BitOr<Output = M> + Not<Output = M>,
{
    [is[0] & claim, is[1] & claim, !(is[0] | is[1]) & claim]
}
