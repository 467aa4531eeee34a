//! Numbers side by side in a register, as wide as the processor at hand has them.

use core::ops::{Add, Div, Mul, Neg, Sub};

use fearless_simd::{ExtractToken, Select, Simd, SimdBase, SimdFloat, SimdFloatElement, SimdMask, f32x8};

use crate::math::{Number, Real};

/// A scalar that registers hold several of.
pub(super) trait Wide: Real + SimdFloatElement {
    /// Registers as wide as the processor has them.
    type Register<S: Simd>: SimdFloat<S, Element = Self>;
    /// The bits of the exponent.
    const EXPONENT: Self::Bits;
    /// The bits of a power of two and of its inverse add up to these.
    const INVERSE: Self::Bits;
    /// A whole number below 256 that was added to a power whose last bit counts ones, 2⁵² in `f64`.
    fn last_bits(self) -> u8;
}

impl Wide for f64 {
    type Register<S: Simd> = S::f64s;
    const EXPONENT: u64 = 2047 << 52;
    const INVERSE: u64 = 2046 << 52;
    #[inline(always)]
    fn last_bits(self) -> u8 {
        self.to_bits() as u8
    }
}

impl Wide for f32 {
    type Register<S: Simd> = f32x8<S>;
    const EXPONENT: u32 = 255 << 23;
    const INVERSE: u32 = 254 << 23;
    #[inline(always)]
    fn last_bits(self) -> u8 {
        self.to_bits() as u8
    }
}

/// One number for each of several pairs.
#[derive(Clone, Copy)]
pub(super) struct Lanes<S: Simd, T: Wide>(T::Register<S>);

/// A claim about each of several pairs.
pub(super) type Claim<S, T> = <<T as Wide>::Register<S> as SimdBase<S>>::Mask;

impl<S: Simd, T: Wide> Lanes<S, T> {
    /// How many.
    pub const COUNT: usize = <T::Register<S> as SimdBase<S>>::LEN;

    /// The numbers of the lanes.
    #[inline(always)]
    pub fn from_fn(simd: S, number: impl FnMut(usize) -> T) -> Self {
        Lanes(T::Register::<S>::from_fn(simd, number))
    }
    /// The number of one lane.
    #[inline(always)]
    pub fn lane(&self, k: usize) -> T {
        self.0[k]
    }
    /// The power of two that brings a number to a magnitude in [1, 2).
    #[inline(always)]
    pub fn power_to_one(self) -> Self {
        let bits = self.larger(self.like(T::SMALLEST)).0.to_bits();
        let simd = self.0.token();
        let splat = |bits| <T::Register<S> as SimdFloat<S>>::Bits::splat(simd, bits);
        Lanes(T::Register::<S>::from_bits(splat(T::INVERSE) - (bits & splat(T::EXPONENT))))
    }
}

macro_rules! forward {
    ($($operation:ident $name:ident),+) => {$(
        impl<S: Simd, T: Wide> $operation for Lanes<S, T> {
            type Output = Self;
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Lanes($operation::$name(self.0, other.0))
            }
        }
    )+};
}

forward!(Add add, Sub sub, Mul mul, Div div);

impl<S: Simd, T: Wide> Neg for Lanes<S, T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Lanes(-self.0)
    }
}

impl<S: Simd, T: Wide> Number for Lanes<S, T> {
    type Float = T;
    type Mask = Claim<S, T>;

    #[inline(always)]
    fn like(self, value: T) -> Self {
        Lanes(T::Register::<S>::splat(self.0.token(), value))
    }
    #[inline(always)]
    fn root(self) -> Self {
        Lanes(self.0.sqrt())
    }
    #[inline(always)]
    fn magnitude(self) -> Self {
        Lanes(self.0.abs())
    }
    #[inline(always)]
    fn with_sign(self, sign: Self) -> Self {
        Lanes(self.0.copysign(sign.0))
    }
    #[inline(always)]
    fn above(self, other: Self) -> Claim<S, T> {
        self.0.simd_gt(other.0)
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> Claim<S, T> {
        self.0.simd_le(other.0)
    }
    #[inline(always)]
    fn choose(claim: Claim<S, T>, first: Self, second: Self) -> Self {
        Lanes(claim.select(first.0, second.0))
    }
    #[inline(always)]
    fn negative(self) -> Claim<S, T> {
        self.0.is_sign_negative()
    }
    #[inline(always)]
    fn bits(claim: Claim<S, T>) -> u64 {
        claim.to_bitmask()
    }
    // The processor's own maximum and minimum are those of `Real`: the second operand unless the first one wins.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Lanes(self.0.max(other.0))
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        Lanes(self.0.min(other.0))
    }
    #[inline(always)]
    fn any(claim: Claim<S, T>) -> bool {
        claim.any_true()
    }
}

/// Does work with the registers of a level. SSE 4.2 has nothing that SSE 2 lacks here.
macro_rules! on_registers {
    ($level:expr, $simd:ident => $work:expr) => {{
        let level: fearless_simd::Level = $level;
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Some($simd) = level.as_avx512() {
            $simd.vectorize(
                #[inline(always)]
                || $work,
            )
        } else if let Some($simd) = level.as_avx2() {
            $simd.vectorize(
                #[inline(always)]
                || $work,
            )
        } else if let Some($simd) = level.as_sse2() {
            $simd.vectorize(
                #[inline(always)]
                || $work,
            )
        }
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        fearless_simd::dispatch!(level, $simd => $work)
    }};
}
pub(super) use on_registers;
