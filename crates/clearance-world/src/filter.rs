//! Pairs that are not like others: ignored ones, and ones with a margin of their own.

use std::collections::{BTreeMap, BTreeSet};

use clearance::Real;

/// Pairs of slots, the lower one first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exceptions<T> {
    ignored: BTreeSet<[u32; 2]>,
    margins: BTreeMap<[u32; 2], T>,
}

fn ordered([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

impl<T: Real> Exceptions<T> {
    pub fn ignore(&mut self, pair: [u32; 2], ignored: bool) {
        if ignored {
            self.ignored.insert(ordered(pair));
        } else {
            self.ignored.remove(&ordered(pair));
        }
    }

    pub fn is_ignored(&self, pair: [u32; 2]) -> bool {
        !self.ignored.is_empty() && self.ignored.contains(&ordered(pair))
    }

    pub fn set_margin(&mut self, pair: [u32; 2], margin: T) {
        self.margins.insert(ordered(pair), margin);
    }

    pub fn margin(&self, pair: [u32; 2]) -> Option<T> {
        if self.margins.is_empty() { None } else { self.margins.get(&ordered(pair)).copied() }
    }

    pub fn largest_margin(&self) -> T {
        self.margins.values().fold(T::ZERO, |largest, &margin| largest.max(margin))
    }

    /// Forgets all pairs of a body that is gone.
    pub fn forget(&mut self, slot: u32) {
        self.ignored.retain(|pair| !pair.contains(&slot));
        self.margins.retain(|pair, _| !pair.contains(&slot));
    }
}
