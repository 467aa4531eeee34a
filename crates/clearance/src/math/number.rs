//! What a formula computes with: one float, or a lane of a register for each of several pairs.
//!
//! A formula that is written for any [`Number`] takes the same operations in the same order for one pair and for many,
//! so its answers have the same bits.

use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use super::real::Real;

/// A float, or several side by side. `inline(always)`: lanes exist only inside of functions that the processor's own
/// instructions are enabled for, and a call out of one costs more than a formula.
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// The scalar of a lane.
    type Float: Real;
    /// A claim about each lane.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;

    /// A float in every lane.
    fn like(self, value: Self::Float) -> Self;
    /// The correctly rounded square root.
    fn root(self) -> Self;
    /// Absolute value.
    fn magnitude(self) -> Self;
    /// The magnitude of `self` with the sign of `sign`.
    fn with_sign(self, sign: Self) -> Self;
    /// `self > other`.
    fn above(self, other: Self) -> Self::Mask;
    /// `self ≤ other`.
    fn at_most(self, other: Self) -> Self::Mask;
    /// `first` where the claim holds, else `second`.
    fn choose(claim: Self::Mask, first: Self, second: Self) -> Self;
    /// Whether the sign bit is set.
    #[cfg(feature = "simd")]
    fn negative(self) -> Self::Mask;
    /// The claim as one bit for each lane, from the lowest on.
    #[cfg(feature = "simd")]
    fn bits(claim: Self::Mask) -> u64;
    /// Whether the claim holds anywhere.
    fn any(claim: Self::Mask) -> bool;

    /// [`Real::max`].
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Self::choose(self.above(other), self, other)
    }
    /// [`Real::min`].
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Self::choose(other.above(self), self, other)
    }
}

impl<T: Real> Number for T {
    type Float = T;
    type Mask = bool;

    #[inline(always)]
    fn like(self, value: T) -> T {
        value
    }
    #[inline(always)]
    fn root(self) -> T {
        self.sqrt()
    }
    #[inline(always)]
    fn magnitude(self) -> T {
        self.abs()
    }
    #[inline(always)]
    fn with_sign(self, sign: T) -> T {
        self.copysign(sign)
    }
    #[inline(always)]
    fn above(self, other: T) -> bool {
        self > other
    }
    #[inline(always)]
    fn at_most(self, other: T) -> bool {
        self <= other
    }
    #[inline(always)]
    fn choose(claim: bool, first: T, second: T) -> T {
        if claim { first } else { second }
    }
    #[cfg(feature = "simd")]
    #[inline(always)]
    fn negative(self) -> bool {
        self.is_negative()
    }
    #[cfg(feature = "simd")]
    #[inline(always)]
    fn bits(claim: bool) -> u64 {
        claim.into()
    }
    #[inline(always)]
    fn any(claim: bool) -> bool {
        claim
    }
}
