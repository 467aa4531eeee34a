//! Four numbers side by side: loops over structures of arrays, written once for every kind of register.
//!
//! Each lane does what one number alone does, rounded alike, so the bits do not depend on the registers.

use core::ops::{Add, Mul, Sub};

use super::real::Real;
use super::scan::SIDE_BY_SIDE;

/// Four numbers.
pub trait Quad<T>: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// What shows that the processor has the registers.
    type Token: Copy;
    /// The same number four times.
    fn splat(token: Self::Token, value: T) -> Self;
    /// The numbers of an array.
    fn load(token: Self::Token, numbers: &[T; SIDE_BY_SIDE]) -> Self;
    /// The numbers as an array.
    fn store(self, numbers: &mut [T; SIDE_BY_SIDE]);
    /// The magnitudes.
    fn magnitude(self) -> Self;
    /// The smaller ones.
    fn smaller(self, other: Self) -> Self;
    /// The lanes that exceed those of another four, one bit for each.
    fn above(self, other: Self) -> u32;
}

/// Work that is done in fours.
pub trait Kernel<T> {
    /// What comes out.
    type Output;
    /// Does the work; all of it is to be inlined, so that it uses the registers.
    fn run<Q: Quad<T>>(self, token: Q::Token) -> Self::Output;
}

/// Four numbers without any registers in mind.
#[derive(Clone, Copy)]
pub(super) struct Plain<T>([T; SIDE_BY_SIDE]);

macro_rules! operator {
    ($($operation:ident $name:ident),+) => {$(
        impl<T: Real> $operation for Plain<T> {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Plain(core::array::from_fn(|k| $operation::$name(self.0[k], other.0[k])))
            }
        }
    )+};
}

operator!(Add add, Sub sub, Mul mul);

impl<T: Real> Quad<T> for Plain<T> {
    type Token = ();
    #[inline(always)]
    fn splat((): (), value: T) -> Self {
        Plain([value; SIDE_BY_SIDE])
    }
    #[inline(always)]
    fn load((): (), numbers: &[T; SIDE_BY_SIDE]) -> Self {
        Plain(*numbers)
    }
    #[inline(always)]
    fn store(self, numbers: &mut [T; SIDE_BY_SIDE]) {
        *numbers = self.0;
    }
    #[inline(always)]
    fn magnitude(self) -> Self {
        Plain(self.0.map(T::abs))
    }
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Plain(core::array::from_fn(|k| self.0[k].min(other.0[k])))
    }
    #[inline(always)]
    fn above(self, other: Self) -> u32 {
        (0..SIDE_BY_SIDE).fold(0, |bits, k| bits | u32::from(self.0[k] > other.0[k]) << k)
    }
}

#[cfg(feature = "simd")]
mod wide {
    use fearless_simd::{Simd, SimdBase, SimdMask, f32x4, f64x4};

    use super::{Quad, SIDE_BY_SIDE};

    macro_rules! quad {
        ($scalar:ident $register:ident) => {
            impl<S: Simd> Quad<$scalar> for $register<S> {
                type Token = S;
                #[inline(always)]
                fn splat(simd: S, value: $scalar) -> Self {
                    <Self as SimdBase<S>>::splat(simd, value)
                }
                #[inline(always)]
                fn load(simd: S, numbers: &[$scalar; SIDE_BY_SIDE]) -> Self {
                    Self::load_array_ref(simd, numbers)
                }
                #[inline(always)]
                fn store(self, numbers: &mut [$scalar; SIDE_BY_SIDE]) {
                    self.store_slice(numbers);
                }
                #[inline(always)]
                fn magnitude(self) -> Self {
                    self.abs()
                }
                #[inline(always)]
                fn smaller(self, other: Self) -> Self {
                    self.min(other)
                }
                #[inline(always)]
                fn above(self, other: Self) -> u32 {
                    self.simd_gt(other).to_bitmask() as u32
                }
            }
        };
    }

    quad!(f32 f32x4);
    quad!(f64 f64x4);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// All operations on some numbers, and the bits of what exceeds what.
    struct All<T>([[T; SIDE_BY_SIDE]; 2]);

    impl<T: Real> Kernel<T> for All<T> {
        type Output = ([[T; SIDE_BY_SIDE]; 5], u32);
        #[inline(always)]
        fn run<Q: Quad<T>>(self, token: Q::Token) -> Self::Output {
            let (a, b) = (Q::load(token, &self.0[0]), Q::load(token, &self.0[1]));
            let results = [a + b, a - b, a * b * Q::splat(token, self.0[0][1]), a.magnitude(), a.smaller(b)];
            let mut out = [[T::ZERO; SIDE_BY_SIDE]; 5];
            results.iter().zip(&mut out).for_each(|(result, out)| result.store(out));
            (out, a.above(b))
        }
    }

    fn compare<T: Real>() {
        let mut random = Random(8);
        for number in 0..4000 {
            // Some of them equal, some zero.
            let mut numbers = || core::array::from_fn(|_| T::from_f64((5.0 * random.unit()).trunc() * 0.3));
            let pair = [numbers(), numbers()];
            assert_eq!(T::in_fours(All(pair)), All(pair).run::<Plain<T>>(()), "{number}: {pair:?}");
        }
    }

    #[test]
    fn registers_do_what_numbers_do_alone() {
        compare::<f32>();
        compare::<f64>();
    }
}
