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

/// `mantissa · 2^exponent` with `1 ≤ mantissa ≤ 2`, or zero: an exact number's magnitude to 52 bits, whatever its range.
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

    fn trimmed(negative: bool, exponent: i32, limbs: &[u64]) -> Self {
        let Some(low) = limbs.iter().position(|&limb| limb != 0) else { return Self::ZERO };
        let zeros = limbs.iter().rev().take_while(|&&limb| limb == 0).count();
        let limbs = Limbs::new(&limbs[low..limbs.len() - zeros]);
        Exact { negative, exponent: exponent + low as i32, limbs }
    }

    /// The sum of products, each with its sign: true to subtract it. No product is formed by itself.
    #[inline]
    pub(crate) fn sum<const N: usize>(terms: [(&Exact, &Exact, bool); N]) -> Self {
        let (mut low, mut top) = (i32::MAX, i64::MIN);
        for (a, b, _) in terms {
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
        for (a, b, subtract) in terms {
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
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.limbs.as_slice().is_empty()
    }
    /// −1, 0 or 1.
    #[inline]
    pub fn sign(&self) -> i32 {
        match (self.is_zero(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
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
pub(super) mod tests {
    use dashu_int::{IBig, UBig};
    use dashu_ratio::RBig;

    use super::*;

    /// Floats of all magnitudes in use, a tenth of them special.
    pub struct Floats(pub u64);

    impl Floats {
        pub fn bits(&mut self) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }
        pub fn next(&mut self) -> f64 {
            const SPECIAL: [f64; 8] = [0.0, 1.0, -1.0, 5e-324, f64::MIN_POSITIVE, f64::MAX, -0.5, 3.0];
            let bits = self.bits();
            match bits % 20 {
                0 | 1 => SPECIAL[(bits / 20 % 8) as usize],
                2 => (bits as i8) as f64,
                // Few mantissa bits and near exponents, so that sums cancel.
                3..=9 => ((bits >> 44) as f64 - 524288.0) * f64::power_of_two(((bits >> 8) % 64) as i32 - 32),
                10..=16 => {
                    ((bits >> 11) as f64 / 4503599627370496.0 - 1.0) * f64::power_of_two((bits % 31) as i32 - 15)
                }
                _ => Some(f64::from_bits(self.bits())).filter(|x| x.is_finite()).unwrap_or(0.25),
            }
        }
    }

    pub fn rational(value: f64) -> RBig {
        RBig::try_from(value).unwrap()
    }

    pub fn to_rational(value: &Exact) -> RBig {
        let words: Vec<u8> = value.limbs.as_slice().iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let magnitude = IBig::from(UBig::from_le_bytes(&words)) * if value.negative { -1 } else { 1 };
        let power = UBig::ONE << (64 * value.exponent.unsigned_abs() as usize);
        if value.exponent < 0 { RBig::from_parts(magnitude, power) } else { RBig::from(magnitude * IBig::from(power)) }
    }

    #[test]
    fn sums_differences_and_products_are_those_of_the_rationals() {
        let mut floats = Floats(0x5eed_0001);
        let mut cancelled = 0;
        for _ in 0..100_000 {
            let x: [f64; 5] = core::array::from_fn(|_| floats.next());
            let [a, b, c, d, e] = x.map(Exact::new);
            let exact = &(&(&(&a * &b) - &(&c * &d)) * &(&a - &e)) + &(&b * &c);
            let [ra, rb, rc, rd, re] = x.map(rational);
            let expected = (&ra * &rb - &rc * &rd) * (&ra - &re) + &rb * &rc;
            assert_eq!(to_rational(&exact), expected, "{x:?}");
            assert_eq!(exact.sign().cmp(&0), expected.cmp(&RBig::ZERO), "{x:?}");
            assert_eq!((&a * &d).cmp(&(&b * &c)), (&ra * &rd).cmp(&(&rb * &rc)), "{x:?}");
            assert!((&exact - &exact).is_zero());
            cancelled += exact.is_zero() as u32;
        }
        assert!(cancelled > 20 && cancelled < 20_000, "{cancelled}");
    }

    #[test]
    fn one_value_has_one_representation() {
        let big = Exact::new(1e300);
        let one = &(&big + &Exact::new(1.0)) - &big;
        assert_eq!(one, Exact::new(1.0));
        assert_eq!(one.limbs.as_slice(), [1]);
        assert_eq!((-Exact::ZERO).sign(), 0);
    }

    #[test]
    fn the_leading_bits_are_right_to_fifty_two_bits() {
        let mut floats = Floats(0x5eed_0002);
        for _ in 0..20_000 {
            let (a, b) = (floats.next(), floats.next());
            let product = &Exact::new(a) * &Exact::new(b);
            let leading = product.leading();
            let scale = Exact::new(f64::power_of_two((-leading.exponent / 2) as i32));
            let rest = Exact::new(f64::power_of_two((-leading.exponent - -leading.exponent / 2) as i32));
            if leading.exponent.abs() < 2000 {
                let scaled = to_rational(&(&(&product * &scale) * &rest));
                let scaled = if product.sign() < 0 { -scaled } else { scaled };
                let error = scaled - rational(leading.mantissa);
                assert!(error.clone() * error < rational(f64::power_of_two(-104)), "{a:e} {b:e}");
                assert!(leading.mantissa == 0.0 || (1.0..=2.0).contains(&leading.mantissa));
            }
        }
    }
}
