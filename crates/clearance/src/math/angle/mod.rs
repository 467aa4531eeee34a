//! Sine and cosine of any finite angle to twice the precision of `f64`, in integers.
//!
//! An angle is `x = m·2ᵉ` with an integer `m < 2⁵³`. Modulo 4, `x·2/π` needs only a window of the bits of `2/π`: those
//! worth more than `4/2ᵉ` give multiples of 4, which are whole turns (M. H. Payne and R. N. Hanek, Radian reduction for
//! trigonometric functions, 1983). What is left is summed by the Taylor series in fixed point.
//!
//! **Errors.** With `q = 2⁻¹⁹²`, one unit of a [`Fraction`]: the window of 256 bits errs by less than one of its units
//! times `m`, `2⁵³·2²·2⁻²⁵⁶ < q`. The product with `π/4` cuts off one `q`, as does its constant, and doubling makes
//! that `6q` with the window's. A step of Horner's rule cuts off `2q` and divides by 2 or more, so that a series errs
//! by less than `4q`, and what follows its last term is below `(π/4)⁴⁶/46! < q`; its argument, off by `13q` after
//! squaring, adds at most `13q`. All in all the sine and the cosine err by less than `32q = 2⁻¹⁸⁷`. No `f64` is nearer
//! than `2⁻⁶³` to a multiple of `π/2` but those below 1 (V. Lefèvre and J.-M. Muller, 1998: `2⁻⁶¹` in units of `π/2`),
//! and angles below `2⁻³²` are not reduced, so the relative error is below `2⁻¹²⁴` before rounding to two floats, and
//! [`ERROR`] after it.

use crate::math::twofold::{Two, quick_two_sum};

/// A bound on the relative errors of [`sine_cosine`].
pub(crate) const ERROR: f64 = 2.0 * f64::EPSILON * f64::EPSILON;

/// The binary digits of `2/π` behind the point, enough for the largest angle.
const TWO_OVER_PI: [u64; 21] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
    0xa9e3_9161_5ee6_1b08,
];

/// A number in [0, 1): the sum of `limbs[i]·2^(64(i − 3))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fraction {
    limbs: [u64; 3],
}

const ZERO: Fraction = Fraction { limbs: [0; 3] };
const QUARTER_PI: Fraction = Fraction { limbs: [0x2902_4e08_8a67_cc74, 0xc4c6_628b_80dc_1cd1, 0xc90f_daa2_2168_c234] };

impl Fraction {
    /// The product, cut off.
    fn times(self, other: Self) -> Self {
        let mut product = [0u64; 6];
        for i in 0..3 {
            let mut carry = 0u128;
            for j in 0..3 {
                carry += u128::from(self.limbs[i]) * u128::from(other.limbs[j]) + u128::from(product[i + j]);
                product[i + j] = carry as u64;
                carry >>= 64;
            }
            product[i + 3] = carry as u64;
        }
        Fraction { limbs: [product[3], product[4], product[5]] }
    }

    /// The quotient, cut off.
    fn over(self, divisor: u64) -> Self {
        let mut limbs = [0; 3];
        let mut rest = 0u128;
        for i in (0..3).rev() {
            let part = rest << 64 | u128::from(self.limbs[i]);
            limbs[i] = (part / u128::from(divisor)) as u64;
            rest = part % u128::from(divisor);
        }
        Fraction { limbs }
    }

    /// `self − other`, modulo 1.
    fn minus(self, other: Self) -> Self {
        let mut limbs = [0; 3];
        let mut borrow = false;
        for (limb, (one, other)) in limbs.iter_mut().zip(self.limbs.into_iter().zip(other.limbs)) {
            let (part, first) = one.overflowing_sub(other);
            let (part, second) = part.overflowing_sub(u64::from(borrow));
            (*limb, borrow) = (part, first | second);
        }
        Fraction { limbs }
    }

    fn doubled(self) -> Self {
        let [low, middle, high] = self.limbs;
        Fraction { limbs: [low << 1, middle << 1 | low >> 63, high << 1 | middle >> 63] }
    }

    /// The value as two floats, but for what is below `2⁻¹⁰⁵` of it.
    fn to_two(self) -> Two<f64> {
        let bits = |from: u32| {
            // 53 bits that begin `n` bits behind the point.
            let place = 192 - from as i32 - 53;
            let mut taken = 0u64;
            for i in 0..53 {
                let at = place + i;
                if at >= 0 {
                    taken |= (self.limbs[at as usize / 64] >> (at % 64) & 1) << i;
                }
            }
            taken as f64 * scale(-(from as i32) - 53)
        };
        let leading = (0..3).rev().find(|&i| self.limbs[i] != 0);
        let Some(i) = leading else { return Two::ZERO };
        let from = 64 * (2 - i as u32) + self.limbs[i].leading_zeros();
        quick_two_sum(bits(from), bits(from + 53))
    }
}

/// `2ᵉ` for exponents of normal numbers.
fn scale(e: i32) -> f64 {
    f64::from_bits(((e + 1023) as u64) << 52)
}

/// Sine and cosine of a finite angle, each within [`ERROR`] of itself.
pub(crate) fn sine_cosine(x: f64) -> [Two<f64>; 2] {
    let [sine, cosine] = if x.abs() < scale(-32) { of_small(x.abs()) } else { of_large(x.abs()) };
    [if x < 0.0 { -sine } else { sine }, cosine]
}

/// `x − x³/6` and `1 − x²/2`: what follows is below `x⁴/24 < 2⁻¹³²` of them.
fn of_small(x: f64) -> [Two<f64>; 2] {
    let square = x * x;
    [quick_two_sum(x, -x * (square / 6.0)), quick_two_sum(1.0, -0.5 * square)]
}

fn of_large(x: f64) -> [Two<f64>; 2] {
    let (quadrant, negative, angle) = reduced(x);
    let square = angle.times(angle);
    let (sine, cosine) = (series(angle, square, 1), series_rest(square, 0));
    let sine = if negative { -sine.to_two() } else { sine.to_two() };
    // 1 − rest, exactly but for the rounding to two floats: the rest is not zero, since no float is a multiple of π/2.
    let cosine = ZERO.minus(cosine).to_two();
    match quadrant {
        0 => [sine, cosine],
        1 => [cosine, -sine],
        2 => [-sine, -cosine],
        _ => [-cosine, sine],
    }
}

/// `x = quadrant·π/2 ± angle` modulo whole turns, with the angle at most `π/4`; minus if the flag is set.
fn reduced(x: f64) -> (u64, bool, Fraction) {
    let bits = x.to_bits();
    let (mantissa, exponent) = (bits & ((1 << 52) - 1) | 1 << 52, (bits >> 52) as i32 - 1075);
    // Digit k of 2/π, the first of which is k = 1, is worth m·2^(e − k): below 4 from k = e − 1 on.
    let first = (exponent - 1).max(1);
    let window = window(first as usize - 1);
    // In units of 2^(e − first − 255): the product with m, modulo 2^256 and more.
    let mut product = [0u64; 5];
    let mut carry = 0u128;
    for (place, limb) in product.iter_mut().zip(window) {
        carry += u128::from(limb) * u128::from(mantissa);
        *place = carry as u64;
        carry >>= 64;
    }
    product[4] = carry as u64;
    // The point lies behind the bit that is worth 1.
    let point = (first + 255 - exponent) as usize;
    let bit = |at: usize| product.get(at / 64).map_or(0, |limb| limb >> (at % 64) & 1);
    let whole = bit(point) | bit(point + 1) << 1;
    let fraction = Fraction { limbs: core::array::from_fn(|i| limb(&product, point as i32 - 192 + 64 * i as i32)) };
    let negative = fraction.limbs[2] >> 63 == 1;
    let part = if negative { ZERO.minus(fraction) } else { fraction };
    ((whole + u64::from(negative)) % 4, negative, part.times(QUARTER_PI).doubled())
}

/// 256 digits of `2/π` behind as many others, the last ones first.
fn window(skipped: usize) -> [u64; 4] {
    let at = |i: usize| TWO_OVER_PI.get(i).copied().unwrap_or(0);
    let (whole, shift) = (skipped / 64, skipped % 64);
    core::array::from_fn(|i| {
        let (high, low) = (at(whole + 3 - i), at(whole + 4 - i));
        if shift == 0 { high } else { high << shift | low >> (64 - shift) }
    })
}

/// The 64 bits of a number from a place on, which may lie before its first bit.
fn limb(number: &[u64; 5], from: i32) -> u64 {
    let at = |i: i32| usize::try_from(i).ok().and_then(|i| number.get(i)).copied().unwrap_or(0);
    let (whole, shift) = (from.div_euclid(64), from.rem_euclid(64) as u32);
    if shift == 0 { at(whole) } else { at(whole) >> shift | at(whole + 1) << (64 - shift) }
}

/// `θ − θ·rest`: the sine.
fn series(angle: Fraction, square: Fraction, first: u64) -> Fraction {
    angle.minus(angle.times(series_rest(square, first)))
}

/// `θ²/d₁ (1 − θ²/d₂ (1 − …))` with `dₖ = (2k − 1 + first)(2k + first)`: what the cosine is short of 1 for `first = 0`,
/// what the sine is short of the angle for `first = 1`, as a part of it.
fn series_rest(square: Fraction, first: u64) -> Fraction {
    let mut rest = ZERO;
    for k in (1..=22).rev() {
        let divisor = (2 * k - 1 + first) * (2 * k + first);
        rest = square.minus(square.times(rest)).over(divisor);
    }
    rest
}

#[cfg(test)]
mod tests;
