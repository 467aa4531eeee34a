//! The scalars: `f64` and `f32`, with exactly the operations that IEEE 754 rounds correctly.
//!
//! Nothing here fuses, reorders or calls a platform library, so every result has the same bits on every machine.

use core::fmt::{Debug, Display};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

pub(super) mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A floating-point scalar, `f32` or `f64`. Sealed: the error bounds of this crate are derived for these two.
pub trait Real:
    sealed::Sealed
    + Copy
    + Debug
    + Display
    + Default
    + PartialEq
    + PartialOrd
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// 2.
    const TWO: Self;
    /// 1/2.
    const HALF: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// Unit roundoff `u`: the largest relative error of one rounded operation (2⁻⁵³ or 2⁻²⁴).
    const UNIT: Self;
    /// Largest coordinate or size that a shape may have (2¹⁰⁰⁰ or 2¹⁰⁰): sums and differences of such lengths stay
    /// finite.
    const LARGEST: Self;
    /// Smallest positive normal number.
    const SMALLEST: Self;
    /// Smallest positive number, the spacing of the subnormal ones.
    const QUANTUM: Self;
    /// Exponent of the largest finite number: 1023 or 127.
    const MAX_EXPONENT: i32;
    /// `2ᵏ` splitting a product exactly (Dekker 1971): 2²⁷+1 or 2¹²+1.
    const SPLITTER: Self;

    /// The value as `f64`, exactly.
    fn to_f64(self) -> f64;
    /// The nearest value to an `f64`.
    fn from_f64(value: f64) -> Self;
    /// The correctly rounded square root; `self` must not be negative.
    fn sqrt(self) -> Self;
    /// Absolute value.
    fn abs(self) -> Self;
    /// The magnitude of `self` with the sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// Whether the sign bit is set: of a negative number, and of −0.
    fn is_negative(self) -> bool;
    /// Neither infinite nor NaN.
    fn is_finite(self) -> bool;
    /// Next representable number towards +∞.
    fn next_up(self) -> Self;
    /// Next representable number towards −∞.
    fn next_down(self) -> Self;
    /// `e` such that `2ᵉ ≤ |self| < 2ᵉ⁺¹`; of a subnormal or zero the exponent of the smallest normal number.
    fn exponent(self) -> i32;
    /// `2ᵉ`, clamped to the range of normal numbers.
    fn power_of_two(e: i32) -> Self;
    /// The columns of the rotation matrix of a quaternion of any length but zero. Compiled once, here: it is 2800
    /// instructions, and where a user's program made them anew, they took 2.6 µs in debug builds and up to 300 ns in
    /// others.
    #[doc(hidden)]
    fn rotation_columns(quaternion: [Self; 4]) -> [[Self; 3]; 3];
    /// The nearest integer, the even one of two, of a number from −1/2 to 2²⁰; of others any number below 2³².
    fn nearest_integer(self) -> u32;

    /// 1 if something is so, else 0: to choose by a product where a branch would mostly be guessed wrong.
    fn flag(so: bool) -> Self;
    /// The larger of two numbers.
    #[inline]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
    /// The smaller of two numbers.
    #[inline]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }
    /// `self` limited to `[low, high]`.
    #[inline]
    fn clamp(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }
}
