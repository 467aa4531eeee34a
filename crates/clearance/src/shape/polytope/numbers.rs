//! Lists of numbers, as narrow as they allow.

use alloc::boxed::Box;
use core::ops::Range;

/// Numbers in 16 bits if all of them fit, in 32 bits otherwise.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Numbers {
    Narrow(Box<[u16]>),
    Wide(Box<[u32]>),
}

impl Numbers {
    pub fn new(list: &[u32]) -> Self {
        let narrow = list.iter().all(|&i| i <= u16::MAX as u32);
        if narrow { Self::Narrow(list.iter().map(|&i| i as u16).collect()) } else { Self::Wide(list.into()) }
    }

    pub fn get(&self, i: usize) -> u32 {
        match self {
            Self::Narrow(list) => list[i] as u32,
            Self::Wide(list) => list[i],
        }
    }

    /// Numbers `i` and `i + 1` of the list, which bound a range.
    pub fn range(&self, i: usize) -> Range<usize> {
        match self {
            Self::Narrow(list) => list[i] as usize..list[i + 1] as usize,
            Self::Wide(list) => list[i] as usize..list[i + 1] as usize,
        }
    }

    /// Calls `visit` with part of the list; the width is looked at once.
    pub fn for_each(&self, range: Range<usize>, mut visit: impl FnMut(u32)) {
        match self {
            Self::Narrow(list) => list[range].iter().for_each(|&i| visit(i as u32)),
            Self::Wide(list) => list[range].iter().for_each(|&i| visit(i)),
        }
    }

    /// Memory on the heap.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Narrow(list) => 2 * list.len(),
            Self::Wide(list) => 4 * list.len(),
        }
    }
}
