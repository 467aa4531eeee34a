//! The two precisions of the oracles: `f64` to search, [`Wide`] (106 bits) to judge.
//!
//! Knuth's sum and Dekker's product without fused operations; written apart from the crate under test on purpose.

use std::cmp::Ordering;
use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number that the models compute with.
pub trait Number:
    Copy
    + Debug
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The value, exactly.
    fn new(value: f64) -> Self;
    /// The nearest `f64`.
    fn value(self) -> f64;
    /// The square root; zero for negative numbers, which only rounding makes here.
    fn sqrt(self) -> Self;

    /// Absolute value.
    fn abs(self) -> Self {
        if self < Self::new(0.0) { -self } else { self }
    }
    /// The larger of two.
    fn max(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Number for f64 {
    fn new(value: f64) -> Self {
        value
    }
    fn value(self) -> f64 {
        self
    }
    fn sqrt(self) -> Self {
        f64::sqrt(f64::max(self, 0.0))
    }
}

/// `hi + lo` with `|lo| ≤ 2⁻⁵³|hi|`: relative errors of single operations are below 2⁻¹⁰².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wide {
    hi: f64,
    lo: f64,
}

fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let rest = sum - a;
    (sum, (a - (sum - rest)) + (b - rest))
}

fn two_product(a: f64, b: f64) -> (f64, f64) {
    let split = |x: f64| {
        let c = 134_217_729.0 * x;
        let high = c - (c - x);
        (high, x - high)
    };
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

impl Wide {
    /// `hi + lo` for any two summands.
    pub fn from_sum(hi: f64, lo: f64) -> Self {
        let (hi, lo) = two_sum(hi, lo);
        Wide { hi, lo }
    }
    /// The leading and the trailing part.
    pub fn parts(self) -> (f64, f64) {
        (self.hi, self.lo)
    }
}

impl Number for Wide {
    fn new(value: f64) -> Self {
        Wide { hi: value, lo: 0.0 }
    }
    fn value(self) -> f64 {
        self.hi + self.lo
    }
    fn sqrt(self) -> Self {
        if self.hi <= 0.0 {
            return Wide::new(0.0);
        }
        let root = Wide::new(self.hi.sqrt());
        root + (self - root * root) / (root + root)
    }
}

impl Add for Wide {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, high_rest) = two_sum(self.hi, other.hi);
        let (low, low_rest) = two_sum(self.lo, other.lo);
        let (high, rest) = two_sum(high, high_rest + low);
        Wide::from_sum(high, rest + low_rest)
    }
}

impl Neg for Wide {
    type Output = Self;
    fn neg(self) -> Self {
        Wide { hi: -self.hi, lo: -self.lo }
    }
}

impl Sub for Wide {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Wide {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let (high, rest) = two_product(self.hi, other.hi);
        Wide::from_sum(high, rest + (self.hi * other.lo + self.lo * other.hi))
    }
}

impl Div for Wide {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let rest = self - other * Wide::new(first);
        let second = rest.hi / other.hi;
        let rest = rest - other * Wide::new(second);
        Wide::from_sum(first, second) + Wide::new(rest.hi / other.hi)
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.hi.partial_cmp(&other.hi) {
            Some(Ordering::Equal) => self.lo.partial_cmp(&other.lo),
            order => order,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_numbers_keep_thirty_digits() {
        let third = Wide::new(1.0) / Wide::new(3.0);
        assert!((third * Wide::new(3.0) - Wide::new(1.0)).abs().value() < 1e-31);
        let root = Wide::new(7.0).sqrt();
        assert!((root * root - Wide::new(7.0)).abs().value() < 1e-30);
        let tiny = Wide::new(1.0) + Wide::new(1e-25);
        assert_eq!((tiny - Wide::new(1.0)).value(), 1e-25);
        assert!(tiny > Wide::new(1.0));
    }
}
