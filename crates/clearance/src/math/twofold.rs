//! Twofold ("double-double") numbers: an unevaluated sum of two floats, about twice the precision.
//!
//! Knuth's sum and Dekker's product (T. J. Dekker, A floating-point technique for extending the available
//! precision, 1971) without fused operations. Relative error of one operation: below `8u²` for sums of equal sign,
//! products and quotients. Of floats, or of [numbers](Number) side by side, with the same bits.

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::math::{Number, Real, Vec2, Vec3, Vector};

/// `hi + lo` with `|lo| ≤ u|hi|`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Two<T> {
    pub hi: T,
    pub lo: T,
}

/// `a + b` as rounded sum and exact error, for any order of magnitudes.
#[inline(always)]
pub(crate) fn two_sum<N: Number>(a: N, b: N) -> Two<N> {
    let hi = a + b;
    let virtual_b = hi - a;
    Two { hi, lo: (a - (hi - virtual_b)) + (b - virtual_b) }
}

/// The exact sum of two numbers with `|a| ≥ |b|` (T. J. Dekker 1971).
#[inline(always)]
pub(crate) fn quick_two_sum<N: Number>(a: N, b: N) -> Two<N> {
    let hi = a + b;
    Two { hi, lo: b - (hi - a) }
}

#[inline(always)]
fn split<N: Number>(a: N) -> (N, N) {
    let c = a.like(N::Float::SPLITTER) * a;
    let high = c - (c - a);
    (high, a - high)
}

/// `a b` as rounded product and exact error, unless it under- or overflows.
#[inline(always)]
pub(crate) fn two_product<N: Number>(a: N, b: N) -> Two<N> {
    let hi = a * b;
    let (ah, al) = split(a);
    let (bh, bl) = split(b);
    Two { hi, lo: ((ah * bh - hi) + ah * bl + al * bh) + al * bl }
}

impl<N: Number> Two<N> {
    #[inline(always)]
    pub fn new(value: N) -> Self {
        Two { hi: value, lo: value.like(N::Float::ZERO) }
    }
    #[inline(always)]
    pub fn value(self) -> N {
        self.hi + self.lo
    }
    #[inline(always)]
    pub fn scale(self, factor: N) -> Self {
        let p = two_product(self.hi, factor);
        quick_two_sum(p.hi, p.lo + self.lo * factor)
    }
}

impl<T: Real> Two<T> {
    pub const ZERO: Self = Two { hi: T::ZERO, lo: T::ZERO };

    /// The square root of a non-negative number.
    pub fn sqrt(self) -> Self {
        if self.hi <= T::ZERO {
            return Self::ZERO;
        }
        let root = self.hi.sqrt();
        let rest = self - two_product(root, root);
        quick_two_sum(root, rest.hi / (T::TWO * root))
    }
}

impl<N: Number> Add for Two<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let high = two_sum(self.hi, other.hi);
        let low = two_sum(self.lo, other.lo);
        let sum = quick_two_sum(high.hi, high.lo + low.hi);
        quick_two_sum(sum.hi, sum.lo + low.lo)
    }
}

impl<N: Number> Neg for Two<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Two { hi: -self.hi, lo: -self.lo }
    }
}

impl<N: Number> Sub for Two<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<N: Number> Mul for Two<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let p = two_product(self.hi, other.hi);
        quick_two_sum(p.hi, p.lo + (self.hi * other.lo + self.lo * other.hi))
    }
}

impl<N: Number> Div for Two<N> {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        let q = self.hi / other.hi;
        let rest = self - other.scale(q);
        let correction = rest.hi / other.hi;
        let rest = rest - other.scale(correction);
        let sum = quick_two_sum(q, correction);
        sum + Two::new(rest.hi / other.hi)
    }
}

/// A vector of twofold numbers: `hi + lo`, component by component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoVec<V: Vector> {
    pub hi: V,
    pub lo: V,
}

impl<V: Vector> TwoVec<V> {
    #[inline]
    pub fn new(value: V) -> Self {
        TwoVec { hi: value, lo: V::ZERO }
    }
    #[inline]
    pub fn get(self, i: usize) -> Two<V::Scalar> {
        Two { hi: self.hi[i], lo: self.lo[i] }
    }
    #[inline]
    pub fn from_fn(mut component: impl FnMut(usize) -> Two<V::Scalar>) -> Self {
        let mut low = [V::Scalar::ZERO; 3];
        let hi = V::from_fn(|i| {
            let c = component(i);
            low[i] = c.lo;
            c.hi
        });
        TwoVec { hi, lo: V::from_fn(|i| low[i]) }
    }
    /// `a − b`, exactly when both are plain floats.
    #[inline]
    pub fn difference(a: V, b: V) -> Self {
        Self::from_fn(|i| two_sum(a[i], -b[i]))
    }
    #[inline]
    pub fn dot(self, other: Self) -> Two<V::Scalar> {
        let mut sum = self.get(0) * other.get(0);
        for i in 1..V::DIM {
            sum = sum + self.get(i) * other.get(i);
        }
        sum
    }
    #[inline]
    pub fn scale(self, factor: Two<V::Scalar>) -> Self {
        Self::from_fn(|i| self.get(i) * factor)
    }
    #[inline]
    pub fn value(self) -> V {
        self.hi + self.lo
    }
}

impl<V: Vector> Neg for TwoVec<V> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        TwoVec { hi: -self.hi, lo: -self.lo }
    }
}

impl<V: Vector> Add for TwoVec<V> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::from_fn(|i| self.get(i) + other.get(i))
    }
}

impl<V: Vector> Sub for TwoVec<V> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::from_fn(|i| self.get(i) - other.get(i))
    }
}

impl<T: Real> TwoVec<Vec3<T>> {
    #[inline]
    pub fn cross(self, other: Self) -> Self {
        let term = |i: usize, j: usize| self.get(i) * other.get(j) - self.get(j) * other.get(i);
        Self::from_fn(|i| term((i + 1) % 3, (i + 2) % 3))
    }
}

impl<T: Real> TwoVec<Vec2<T>> {
    #[inline]
    pub fn perpendicular(self) -> Self {
        TwoVec { hi: self.hi.perpendicular(), lo: self.lo.perpendicular() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_times_three_is_one_to_twice_the_precision() {
        let third = Two::new(1.0f64) / Two::new(3.0);
        let one = third.scale(3.0);
        assert!((one - Two::new(1.0)).value().abs() < 1e-31);
        assert!(third.lo != 0.0);
    }

    #[test]
    fn the_root_of_two_squared_is_two() {
        let root = Two::new(2.0f64).sqrt();
        assert!((root * root - Two::new(2.0)).value().abs() < 1e-31);
        let root = Two::new(2.0f32).sqrt();
        assert!((root * root - Two::new(2.0)).value().abs() < 1e-13);
    }
}
