//! Exact numbers: every sum, difference and product of floats without rounding, of any width.
//!
//! A number is `± m·2⁶⁴ᵉ`. Exponents in whole limbs cost at most one limb and save every shift: addition and
//! multiplication work limb by limb. Null limbs at either end are dropped, so each value has one representation.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Add, Mul, Neg, Sub};

use super::limbs::{Limbs, add_product, compare_from_top, negate, subtract_product};
use crate::math::Real;

/// A dyadic rational `± m·2⁶⁴ᵉ` with an integer `m` of any size: sums, differences and products of floats are exact.
#[derive(Clone, Debug)]
pub struct Exact {
    negative: bool,
    exponent: i32,
    limbs: Limbs,
}

/// `mantissa · 2^exponent` with `1 ≤ mantissa ≤ 2`, or zero: an exact number's magnitude to 52 bits, whatever its
/// range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leading {
    pub mantissa: f64,
    pub exponent: i64,
}

impl Exact {
    /// Zero.
    pub const ZERO: Self = Exact { negative: false, exponent: 0, limbs: Limbs::EMPTY };

    /// One.
    pub const ONE: Self = Exact { negative: false, exponent: 0, limbs: Limbs::ONE };

    /// The value of a float; of infinities and NaN, zero.
    pub fn new<T: Real>(value: T) -> Self {
        let value = value.to_f64();
        if value == 0.0 || !value.is_finite() {
            return Self::ZERO;
        }
        let bits = value.to_bits();
        let biased = ((bits >> 52) & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let mantissa = if biased == 0 { fraction } else { fraction | 1 << 52 };
        let lowest = biased.max(1) - 1075;
        let shifted = (mantissa as u128) << lowest.rem_euclid(64);
        Self::trimmed(value < 0.0, lowest.div_euclid(64), &[shifted as u64, (shifted >> 64) as u64])
    }

    /// `2^exponent`.
    pub(crate) fn power_of_two(exponent: i64) -> Self {
        Self::trimmed(false, exponent.div_euclid(64) as i32, &[1 << exponent.rem_euclid(64)])
    }

    fn trimmed(negative: bool, exponent: i32, limbs: &[u64]) -> Self {
        let Some(low) = limbs.iter().position(|&limb| limb != 0) else { return Self::ZERO };
        let zeros = limbs.iter().rev().take_while(|&&limb| limb == 0).count();
        let limbs = Limbs::new(&limbs[low..limbs.len() - zeros]);
        Exact { negative, exponent: exponent + low as i32, limbs }
    }

    /// The sum of products, each with its sign: true to subtract it. No product is formed by itself.
    pub(crate) fn sum<const N: usize>(terms: [(&Exact, &Exact, bool); N]) -> Self {
        Self::sum_of(&terms)
    }

    /// [`sum`](Self::sum) of a list.
    pub(crate) fn sum_of(terms: &[(&Exact, &Exact, bool)]) -> Self {
        let (mut low, mut top) = (i32::MAX, i64::MIN);
        for &(a, b, _) in terms {
            if !a.is_zero() && !b.is_zero() {
                low = low.min(a.exponent + b.exponent);
                top = top.max(a.top() + b.top());
            }
        }
        if top == i64::MIN {
            return Self::ZERO;
        }
        // One limb more than the largest product: for the carries and, in two's complement, for the sign.
        let length = (top - low as i64) as usize + 1;
        let (mut stack, mut heap) = ([0; 20], Vec::new());
        let sum = if length <= stack.len() {
            &mut stack[..length]
        } else {
            heap.resize(length, 0);
            &mut heap[..]
        };
        for &(a, b, subtract) in terms {
            if a.is_zero() || b.is_zero() {
                continue;
            }
            let offset = (a.exponent + b.exponent - low) as usize;
            let (x, y) = (a.limbs.as_slice(), b.limbs.as_slice());
            if a.negative ^ b.negative ^ subtract {
                subtract_product(sum, x, y, offset);
            } else {
                add_product(sum, x, y, offset);
            }
        }
        let negative = sum.last().is_some_and(|&limb| limb >> 63 != 0);
        if negative {
            negate(sum);
        }
        Self::trimmed(negative, low, sum)
    }

    /// Whether the number is zero.
    pub fn is_zero(&self) -> bool {
        self.limbs.as_slice().is_empty()
    }
    /// −1, 0 or 1.
    pub fn sign(&self) -> i32 {
        match (self.is_zero(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }
    /// Whether it is negative, and its magnitude `Σ limbs[i]·2⁶⁴⁽ⁱ⁺ᵉ⁾` as limbs and `e`: for other libraries'
    /// arithmetic.
    pub fn parts(&self) -> (bool, &[u64], i32) {
        (self.negative, self.limbs.as_slice(), self.exponent)
    }
    /// The number times itself.
    pub fn squared(&self) -> Self {
        self * self
    }
    /// The number, or its opposite.
    pub(crate) fn negated_if(self, negate: bool) -> Self {
        if negate { -self } else { self }
    }

    /// The magnitude to 52 bits.
    pub(crate) fn leading(&self) -> Leading {
        let limbs = self.limbs.as_slice();
        let Some(&top) = limbs.last() else {
            return Leading { mantissa: 0.0, exponent: 0 };
        };
        let next = if limbs.len() > 1 { limbs[limbs.len() - 2] } else { 0 };
        let zeros = top.leading_zeros();
        let head = (((top as u128) << 64 | next as u128) << zeros >> 64) as u64;
        let position = 64 * (self.exponent as i64 + limbs.len() as i64) - 1 - zeros as i64;
        Leading { mantissa: head as f64 / 9_223_372_036_854_775_808.0, exponent: position }
    }

    pub(super) fn limb_count(&self) -> usize {
        self.limbs.as_slice().len()
    }

    /// The position above the highest limb.
    fn top(&self) -> i64 {
        self.exponent as i64 + self.limbs.as_slice().len() as i64
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (false, false) => {
                let tops = self.top().cmp(&other.top());
                tops.then_with(|| compare_from_top(self.limbs.as_slice(), other.limbs.as_slice()))
            }
            (a, b) => b.cmp(&a),
        }
    }
}

impl Add for &Exact {
    type Output = Exact;
    fn add(self, other: Self) -> Exact {
        Exact::sum([(self, &Exact::ONE, false), (other, &Exact::ONE, false)])
    }
}

impl Sub for &Exact {
    type Output = Exact;
    fn sub(self, other: Self) -> Exact {
        Exact::sum([(self, &Exact::ONE, false), (other, &Exact::ONE, true)])
    }
}

impl Mul for &Exact {
    type Output = Exact;
    fn mul(self, other: Self) -> Exact {
        Exact::sum([(self, other, false)])
    }
}

impl Neg for Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact { negative: !self.negative && !self.is_zero(), ..self }
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Exact {}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        self.sign().cmp(&other.sign()).then_with(|| {
            let magnitudes = self.compare_magnitude(other);
            if self.negative { magnitudes.reverse() } else { magnitudes }
        })
    }
}

#[cfg(test)]
pub(crate) mod tests;
