//! Pairs sorted by the way that their answer takes.

use fearless_simd::Simd;

use super::super::lane::{Lanes, Wide};
use super::ways::Gap;
use super::{AXES, BLOCK, WIDEST};
use crate::math::Real;

/// The numbers of the pairs of each way, in the order in which they came, and the largest gap of every pair.
pub struct Sorted<T> {
    numbers: [[u16; BLOCK]; AXES.len() + 1],
    counts: [usize; AXES.len() + 1],
    gaps: [[T; BLOCK + WIDEST]; 3],
}

impl<T: Real> Sorted<T> {
    pub(in crate::batch) fn new() -> Self {
        Sorted {
            numbers: [[0; BLOCK]; AXES.len() + 1],
            counts: [0; AXES.len() + 1],
            gaps: [[T::ZERO; BLOCK + WIDEST]; 3],
        }
    }

    pub(super) fn clear(&mut self) {
        self.counts = [0; AXES.len() + 1];
    }

    #[inline(always)]
    pub(super) fn add(&mut self, way: usize, number: usize) {
        self.numbers[way][self.counts[way]] = number as u16;
        self.counts[way] += 1;
    }

    #[inline(always)]
    pub(super) fn count(&self, way: usize) -> usize {
        self.counts[way]
    }

    /// The numbers of one register and how many they are; the last one is repeated to fill it up.
    #[inline(always)]
    pub(super) fn register(&self, way: usize, first: usize, lanes: usize) -> ([usize; WIDEST], usize) {
        let (numbers, last) = (&self.numbers[way], self.counts[way] - 1);
        let mut register = [0; WIDEST];
        for (k, number) in register.iter_mut().enumerate().take(lanes) {
            *number = usize::from(numbers[(first + k).min(last)]);
        }
        (register, lanes.min(last + 1 - first))
    }
}

/// Keeps the gaps of a register of pairs from the first one on.
#[inline(always)]
pub(super) fn keep<S: Simd, T: Wide>(sorted: &mut Sorted<T>, first: usize, gap: &Gap<Lanes<S, T>>) {
    for (kept, number) in sorted.gaps.iter_mut().zip([gap.gap, gap.second, gap.upper]) {
        number.store(&mut kept[first..first + Lanes::<S, T>::COUNT]);
    }
}

/// The gaps of some pairs, whose axis everybody knows.
#[inline(always)]
pub(super) fn kept<S: Simd, T: Wide>(simd: S, sorted: &Sorted<T>, numbers: &[usize; WIDEST]) -> Gap<Lanes<S, T>> {
    let of = |gaps: &[T; BLOCK + WIDEST]| Lanes::from_fn(simd, |k| gaps[numbers[k]]);
    let gap = of(&sorted.gaps[0]);
    Gap { gap, second: of(&sorted.gaps[1]), upper: of(&sorted.gaps[2]), axis: gap }
}
