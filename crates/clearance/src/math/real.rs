//! The scalars: `f64` and `f32`, with exactly the operations that IEEE 754 rounds correctly.
//!
//! Nothing here fuses, reorders or calls a platform library, so every result has the same bits on every machine.

use core::fmt::{Debug, Display};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

mod sealed {
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
    /// Largest coordinate or size that a shape may have (2¹⁰⁰⁰ or 2¹⁰⁰): sums and differences of such lengths stay finite.
    const LARGEST: Self;
    /// Smallest positive normal number.
    const SMALLEST: Self;
    /// Smallest positive number, the spacing of the subnormal ones.
    const QUANTUM: Self;
    /// Of the largest finite number: 1023 or 127.
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
    /// The columns of the rotation matrix of a quaternion of any length but zero. Compiled once, here: it is 2800 instructions, and where a user's
    /// program made them anew, they took 2.6 µs in debug builds and up to 300 ns in others.
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

macro_rules! real {
    ($t:ident, $bits:ident, $largest:expr, $splitter:expr, $mantissa:expr, $bias:expr) => {
        impl Real for $t {
            const ZERO: $t = 0.0;
            const ONE: $t = 1.0;
            const TWO: $t = 2.0;
            const HALF: $t = 0.5;
            const INFINITY: $t = $t::INFINITY;
            const UNIT: $t = $t::EPSILON / 2.0;
            const LARGEST: $t = $largest;
            const SMALLEST: $t = $t::MIN_POSITIVE;
            const QUANTUM: $t = $t::from_bits(1);
            const MAX_EXPONENT: i32 = $bias as i32;
            const SPLITTER: $t = $splitter;

            #[inline]
            fn to_f64(self) -> f64 {
                self as f64
            }
            #[inline]
            fn from_f64(value: f64) -> $t {
                value as $t
            }
            #[inline]
            fn flag(so: bool) -> $t {
                // From memory: the compiler makes a branch of whatever is computed here.
                const OF: &[$t; 2] = &[0.0, 1.0];
                OF[usize::from(so)]
            }
            #[inline]
            fn sqrt(self) -> $t {
                #[cfg(feature = "std")]
                return $t::sqrt(self);
                #[cfg(not(feature = "std"))]
                return super::root::square_root(self as f64) as $t;
            }
            #[inline]
            fn abs(self) -> $t {
                $t::abs(self)
            }
            #[inline]
            fn copysign(self, sign: $t) -> $t {
                $t::copysign(self, sign)
            }
            #[inline]
            fn is_negative(self) -> bool {
                self.is_sign_negative()
            }
            #[inline]
            fn is_finite(self) -> bool {
                $t::is_finite(self)
            }
            #[inline]
            fn next_up(self) -> $t {
                $t::next_up(self)
            }
            #[inline]
            fn next_down(self) -> $t {
                $t::next_down(self)
            }
            #[inline]
            fn exponent(self) -> i32 {
                let biased = ((self.to_bits() >> $mantissa) & (2 * $bias + 1)) as i32;
                biased.max(1) - $bias as i32
            }
            #[inline]
            fn power_of_two(e: i32) -> $t {
                let e = e.clamp(1 - $bias as i32, $bias as i32);
                $t::from_bits(((e + $bias as i32) as $bits) << $mantissa)
            }
            fn rotation_columns(quaternion: [$t; 4]) -> [[$t; 3]; 3] {
                super::matrix_of_quaternion(quaternion)
            }
            #[inline]
            fn nearest_integer(self) -> u32 {
                // 1.5·2⁵² or 1.5·2²³: the sum rounds to an integer, which then stands in the lowest bits.
                const ROUND: $t = 3.0 * (1u64 << ($mantissa - 1)) as $t;
                ((self + ROUND).to_bits() & ((1 << ($mantissa - 1)) - 1)) as u32
            }
        }
    };
}

// 2¹⁰⁰⁰ = 1.07e301 leaves 23 binary orders for sums of squares of scaled values; 2¹⁰⁰ leaves 27 in f32.
real!(f64, u64, 1.0715086071862673e301, 134_217_729.0, 52, 1023u64);
real!(f32, u32, 1.2676506e30, 4097.0, 23, 127u32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponent_and_power_of_two_are_inverse() {
        for e in -1022..=1023 {
            assert_eq!(f64::power_of_two(e).exponent(), e);
            assert_eq!((1.75 * f64::power_of_two(e)).exponent(), e);
        }
        for e in -126..=127 {
            assert_eq!(f32::power_of_two(e).exponent(), e);
        }
        assert_eq!(f64::LARGEST.exponent(), 1000);
        assert_eq!(f32::LARGEST.exponent(), 100);
    }
}
