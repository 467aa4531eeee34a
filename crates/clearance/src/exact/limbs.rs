//! Naturals of any size, little-endian in 64-bit limbs: the magnitudes of exact numbers.
//!
//! Products of up to eight limbs, that is every number that a query on plain vertices meets, need no heap.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

const INLINE: usize = 8;

/// A natural. Its length is part of its value: leading zeros count until [`trim`](Limbs::trim).
#[derive(Clone, Debug)]
pub(super) enum Limbs {
    Inline { length: u8, limbs: [u64; INLINE] },
    Heap(Vec<u64>),
}

impl Limbs {
    /// No limbs: zero.
    pub const EMPTY: Self = Limbs::Inline { length: 0, limbs: [0; INLINE] };

    pub const ONE: Self = Limbs::Inline { length: 1, limbs: [1, 0, 0, 0, 0, 0, 0, 0] };

    #[inline]
    pub fn zeros(length: usize) -> Self {
        if length <= INLINE {
            Limbs::Inline { length: length as u8, limbs: [0; INLINE] }
        } else {
            Limbs::Heap(vec![0; length])
        }
    }

    #[inline]
    pub fn as_slice(&self) -> &[u64] {
        match self {
            Limbs::Inline { length, limbs } => &limbs[..*length as usize],
            Limbs::Heap(limbs) => limbs,
        }
    }

    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [u64] {
        match self {
            Limbs::Inline { length, limbs } => &mut limbs[..*length as usize],
            Limbs::Heap(limbs) => limbs,
        }
    }

    /// Drops the null limbs at both ends; returns how many went at the low end.
    pub fn trim(&mut self) -> usize {
        let all = self.as_slice();
        let low = all.iter().take_while(|&&limb| limb == 0).count();
        let high = all.iter().rev().take_while(|&&limb| limb == 0).count();
        if low == all.len() {
            *self = Self::EMPTY;
        } else if low + high > 0 {
            let kept = &all[low..all.len() - high];
            let mut trimmed = Self::zeros(kept.len());
            trimmed.as_mut_slice().copy_from_slice(kept);
            *self = trimmed;
        }
        low
    }
}

/// `sum += addend` from limb `offset` on; the sum must have room for the result.
pub(super) fn add_into(sum: &mut [u64], addend: &[u64], offset: usize) {
    let mut carry = false;
    for (i, limb) in sum[offset..].iter_mut().enumerate() {
        if i >= addend.len() && !carry {
            return;
        }
        let (partial, first) = limb.overflowing_add(addend.get(i).copied().unwrap_or(0));
        let (total, second) = partial.overflowing_add(carry as u64);
        *limb = total;
        carry = first | second;
    }
}

/// `difference -= subtrahend` from limb `offset` on; the result must not be negative.
pub(super) fn subtract_from(difference: &mut [u64], subtrahend: &[u64], offset: usize) {
    let mut borrow = false;
    for (i, limb) in difference[offset..].iter_mut().enumerate() {
        if i >= subtrahend.len() && !borrow {
            return;
        }
        let (partial, first) = limb.overflowing_sub(subtrahend.get(i).copied().unwrap_or(0));
        let (total, second) = partial.overflowing_sub(borrow as u64);
        *limb = total;
        borrow = first | second;
    }
}

/// `product = a b`; the product must be null before and have the limbs of both factors.
pub(super) fn multiply_into(product: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0u128;
        for (limb, &y) in product[i..].iter_mut().zip(b) {
            let term = x as u128 * y as u128 + *limb as u128 + carry;
            *limb = term as u64;
            carry = term >> 64;
        }
        product[i + b.len()] = carry as u64;
    }
}

/// Compares two naturals of equal top position; what lies below the shorter one counts as zeros.
pub(super) fn compare_from_top(a: &[u64], b: &[u64]) -> Ordering {
    let below = |longer: &[u64], shorter: usize| longer.iter().rev().skip(shorter).any(|&limb| limb != 0);
    let unequal = a.iter().rev().zip(b.iter().rev()).map(|(x, y)| x.cmp(y)).find(|order| order.is_ne());
    unequal.unwrap_or_else(|| below(a, b.len()).cmp(&below(b, a.len())))
}
