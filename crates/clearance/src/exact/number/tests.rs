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
            10..=16 => ((bits >> 11) as f64 / 4503599627370496.0 - 1.0) * f64::power_of_two((bits % 31) as i32 - 15),
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
