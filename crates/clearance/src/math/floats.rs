//! The two scalars: what [`Real`] means for `f32` and `f64`.

use super::quaternion_matrix::matrix_of_quaternion;
use super::real::Real;

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
                return crate::math::root::square_root(self as f64) as $t;
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
                matrix_of_quaternion(quaternion)
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
