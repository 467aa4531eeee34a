//! Integers wide enough for a determinant of any floats at all, in two's complement.
//!
//! The last resort of the orientation signs, for coordinates whose magnitudes differ by more than 2⁶⁰⁰: no case analysis,
//! only wrapping arithmetic modulo 2⁶⁴⁰⁰. A finite float is an integer below 2²⁰⁹⁸ times 2⁻¹⁰⁷⁴, and a sum of six products
//! of three differences of such integers stays below 2⁶³⁰⁰.

const LIMBS: usize = 100;

/// An integer modulo 2⁶⁴⁰⁰.
pub(super) struct Wide([u64; LIMBS]);

impl Wide {
    /// `value · 2¹⁰⁷⁴` for a finite float.
    pub fn new(value: f64) -> Self {
        let bits = value.to_bits();
        let biased = (bits >> 52 & 0x7ff) as usize;
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, shift) = if biased == 0 { (fraction, 0) } else { (fraction | 1 << 52, biased - 1) };
        let mut limbs = [0; LIMBS];
        limbs[shift / 64] = mantissa << (shift % 64);
        // Two shifts, since a shift by 64 is none.
        limbs[shift / 64 + 1] = mantissa >> 1 >> (63 - shift % 64);
        let magnitude = Wide(limbs);
        if value < 0.0 { Wide([0; LIMBS]).minus(&magnitude) } else { magnitude }
    }

    pub fn minus(&self, other: &Self) -> Self {
        let mut borrow = false;
        Wide(core::array::from_fn(|i| {
            let (partial, first) = self.0[i].overflowing_sub(other.0[i]);
            let (limb, second) = partial.overflowing_sub(borrow as u64);
            borrow = first || second;
            limb
        }))
    }

    pub fn plus(&self, other: &Self) -> Self {
        self.minus(&Wide([0; LIMBS]).minus(other))
    }

    pub fn times(&self, other: &Self) -> Self {
        let mut product = [0; LIMBS];
        for (i, &factor) in self.0.iter().enumerate().filter(|(_, factor)| **factor != 0) {
            let mut carry = 0u128;
            for (limb, &digit) in product[i..].iter_mut().zip(&other.0) {
                carry += factor as u128 * digit as u128 + *limb as u128;
                *limb = carry as u64;
                carry >>= 64;
            }
        }
        Wide(product)
    }

    pub fn sign(&self) -> i8 {
        if self.0[LIMBS - 1] >> 63 == 1 {
            -1
        } else if self.0.iter().any(|&limb| limb != 0) {
            1
        } else {
            0
        }
    }
}
