//! Naturals of any size, little-endian in 64-bit limbs: the magnitudes of exact numbers.
//!
//! Up to six of them need no heap: most numbers that a query on plain vertices meets.

use alloc::vec::Vec;
use core::cmp::Ordering;

const INLINE: usize = 6;

/// A natural without zero limbs at either end.
#[derive(Clone, Debug)]
pub(super) enum Limbs {
    Inline { length: u8, limbs: [u64; INLINE] },
    Heap(Vec<u64>),
}

impl Limbs {
    /// No limbs: zero.
    pub const EMPTY: Self = Limbs::Inline { length: 0, limbs: [0; INLINE] };

    pub const ONE: Self = Limbs::Inline {
        length: 1,
        limbs: {
            let mut one = [0; INLINE];
            one[0] = 1;
            one
        },
    };

    /// The natural of these limbs.
    pub fn new(limbs: &[u64]) -> Self {
        if limbs.len() > INLINE {
            return Limbs::Heap(limbs.to_vec());
        }
        let mut inline = [0; INLINE];
        inline[..limbs.len()].copy_from_slice(limbs);
        Limbs::Inline { length: limbs.len() as u8, limbs: inline }
    }

    pub fn as_slice(&self) -> &[u64] {
        match self {
            Limbs::Inline { length, limbs } => &limbs[..*length as usize],
            Limbs::Heap(limbs) => limbs,
        }
    }
}

/// `sum += 2^(64 offset) a b` modulo the length of the sum.
pub(super) fn add_product(sum: &mut [u64], a: &[u64], b: &[u64], offset: usize) {
    for (i, &x) in a.iter().enumerate() {
        let (row, above) = sum[offset + i..].split_at_mut(b.len());
        let mut carry = 0u64;
        for (limb, &y) in row.iter_mut().zip(b) {
            let total = x as u128 * y as u128 + *limb as u128 + carry as u128;
            *limb = total as u64;
            carry = (total >> 64) as u64;
        }
        for limb in above {
            if carry == 0 {
                break;
            }
            let (total, overflow) = limb.overflowing_add(carry);
            *limb = total;
            carry = overflow as u64;
        }
    }
}

/// `sum -= 2^(64 offset) a b` modulo the length of the sum.
pub(super) fn subtract_product(sum: &mut [u64], a: &[u64], b: &[u64], offset: usize) {
    for (i, &x) in a.iter().enumerate() {
        let (row, above) = sum[offset + i..].split_at_mut(b.len());
        let mut borrow = 0u64;
        for (limb, &y) in row.iter_mut().zip(b) {
            let product = x as u128 * y as u128 + borrow as u128;
            let (total, overflow) = limb.overflowing_sub(product as u64);
            *limb = total;
            borrow = (product >> 64) as u64 + overflow as u64;
        }
        for limb in above {
            if borrow == 0 {
                break;
            }
            let (total, overflow) = limb.overflowing_sub(borrow);
            *limb = total;
            borrow = overflow as u64;
        }
    }
}

/// `sum = −sum` modulo its length.
pub(super) fn negate(sum: &mut [u64]) {
    let mut carry = true;
    for limb in sum {
        (*limb, carry) = (!*limb).overflowing_add(carry as u64);
    }
}

/// Compares two naturals of equal top position; what lies below the shorter one counts as zeros.
pub(super) fn compare_from_top(a: &[u64], b: &[u64]) -> Ordering {
    let below = |longer: &[u64], shorter: usize| longer.iter().rev().skip(shorter).any(|&limb| limb != 0);
    let unequal = a.iter().rev().zip(b.iter().rev()).map(|(x, y)| x.cmp(y)).find(|order| order.is_ne());
    unequal.unwrap_or_else(|| below(a, b.len()).cmp(&below(b, a.len())))
}
