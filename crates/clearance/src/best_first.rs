//! Best first search: the one queue of branch and bound, for times, trees of bodies, meshes, poses and robots.
//!
//! Entries have a lower bound of what they hold, and that with the least bound is taken first. An entry that need not
//! be halved any more is closed: its bound goes into the floor, and the least of the floor and the first entry's bound
//! is a lower bound of all.

use alloc::collections::BinaryHeap;
use alloc::collections::binary_heap::PeekMut;
use core::cmp::Ordering;

use crate::math::Real;

/// An entry of a [`BestFirst`].
#[derive(Clone, Copy, Debug)]
pub struct Entry<T, K, I> {
    /// No value in it is less.
    pub bound: T,
    /// The order of entries with equal bounds, the least first.
    pub key: K,
    /// The item itself.
    pub item: I,
}

impl<T: Real, K, I> Entry<T, K, I> {
    /// A bound that is NaN proves nothing and becomes minus infinity.
    fn with_a_number(self) -> Self {
        let is_number = self.bound.partial_cmp(&self.bound).is_some();
        Entry { bound: if is_number { self.bound } else { -T::INFINITY }, ..self }
    }
}

impl<T: Real, K: Ord, I> Ord for Entry<T, K, I> {
    /// The greatest, which leaves the heap first, has the least bound. No bound in a heap is NaN.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.partial_cmp(&self.bound).unwrap_or(Ordering::Equal).then_with(|| other.key.cmp(&self.key))
    }
}

impl<T: Real, K: Ord, I> PartialOrd for Entry<T, K, I> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Real, K: Ord, I> PartialEq for Entry<T, K, I> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T: Real, K: Ord, I> Eq for Entry<T, K, I> {}

/// Entries in the order of their bounds, and the least bound of those that are closed.
///
/// ```
/// use clearance::best_first::BestFirst;
/// // The least value of x² − x over [0, 1], to 1e-3: −1/4 at 1/2. The value changes by at most |dx|.
/// let value = |x: f64| x * x - x;
/// let bound = |[low, high]: [f64; 2]| value(0.5 * (low + high)) - 0.5 * (high - low);
/// let (mut open, mut best, mut number) = (BestFirst::new(), f64::INFINITY, 0);
/// open.push(bound([0.0, 1.0]), 0, [0.0, 1.0]);
/// while let Some(entry) = open.pop_below(best - 1e-3) {
///     let [low, high] = entry.item;
///     let at = 0.5 * (low + high);
///     for half in [[low, at], [at, high]] {
///         number += 1;
///         best = best.min(value(0.5 * (half[0] + half[1])));
///         open.push(bound(half), number, half);
///     }
/// }
/// assert!(open.lower() <= -0.25 && -0.25 <= best && best - open.lower() <= 1e-3);
/// ```
#[derive(Clone, Debug)]
pub struct BestFirst<T, K, I> {
    heap: BinaryHeap<Entry<T, K, I>>,
    floor: T,
}

impl<T: Real, K: Ord, I> Default for BestFirst<T, K, I> {
    fn default() -> Self {
        BestFirst { heap: BinaryHeap::new(), floor: T::INFINITY }
    }
}

impl<T: Real, K: Ord, I> Extend<Entry<T, K, I>> for BestFirst<T, K, I> {
    fn extend<E: IntoIterator<Item = Entry<T, K, I>>>(&mut self, entries: E) {
        self.heap.extend(entries.into_iter().map(Entry::with_a_number));
    }
}

impl<T: Real, K: Ord, I> BestFirst<T, K, I> {
    /// An empty search.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty search with memory for some entries.
    pub fn with_capacity(entries: usize) -> Self {
        BestFirst { heap: BinaryHeap::with_capacity(entries), floor: T::INFINITY }
    }

    /// Removes all entries; their memory stays.
    pub fn clear(&mut self) {
        self.heap.clear();
        self.floor = T::INFINITY;
    }

    /// Adds an entry. A bound that is NaN proves nothing and becomes minus infinity.
    pub fn push(&mut self, bound: T, key: K, item: I) {
        self.heap.push(Entry { bound, key, item }.with_a_number());
    }

    /// Closes what has this bound: it is in no entry any more, and counts in [`lower`](Self::lower).
    pub fn close(&mut self, bound: T) {
        if !(bound >= self.floor) {
            self.floor = if bound < self.floor { bound } else { -T::INFINITY };
        }
    }

    /// The entry with the least bound.
    pub fn first(&self) -> Option<&Entry<T, K, I>> {
        self.heap.peek()
    }

    /// The entry with the least bound, which moves on if its bound becomes larger. The new bound must not be NaN.
    pub fn first_mut(&mut self) -> Option<PeekMut<'_, Entry<T, K, I>>> {
        self.heap.peek_mut()
    }

    /// Takes the entry with the least bound.
    pub fn pop(&mut self) -> Option<Entry<T, K, I>> {
        self.heap.pop()
    }

    /// Takes the entry with the least bound if that is below `limit`.
    pub fn pop_below(&mut self, limit: T) -> Option<Entry<T, K, I>> {
        if self.first()?.bound < limit { self.pop() } else { None }
    }

    /// A lower bound of all that was pushed and not replaced: of the entries and of what is closed.
    pub fn lower(&self) -> T {
        match self.first() {
            Some(first) if first.bound < self.floor => first.bound,
            _ => self.floor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BestFirst;
    use alloc::vec::Vec;

    #[test]
    fn the_least_bound_comes_first_and_equal_ones_by_their_keys() {
        let mut open = BestFirst::new();
        for (bound, key) in [(2.5, 7), (-0.25, 3), (-0.25, 1), (0.75, 2), (-0.25, 2)] {
            open.push(bound, key, ());
        }
        let order: Vec<_> = core::iter::from_fn(|| open.pop()).map(|entry| (entry.bound, entry.key)).collect();
        assert_eq!(order, [(-0.25, 1), (-0.25, 2), (-0.25, 3), (0.75, 2), (2.5, 7)]);
    }

    #[test]
    fn what_is_closed_still_bounds_all() {
        let mut open = BestFirst::new();
        open.push(0.375, 0, ());
        assert_eq!(open.lower(), 0.375);
        open.close(0.125);
        open.close(0.25);
        assert_eq!(open.lower(), 0.125);
        assert!(open.pop_below(0.375).is_none() && open.pop_below(0.5).is_some());
        assert_eq!(open.lower(), 0.125);
    }

    #[test]
    fn a_bound_that_is_no_number_proves_nothing() {
        let mut open = BestFirst::new();
        open.push(1.25, 0, ());
        open.push(f64::NAN, 1, ());
        assert_eq!((open.lower(), open.pop().map(|entry| entry.key)), (f64::NEG_INFINITY, Some(1)));
        open.close(f64::NAN);
        assert_eq!(open.lower(), f64::NEG_INFINITY);
    }

    #[test]
    fn an_entry_with_a_larger_bound_moves_on() {
        let mut open = BestFirst::new();
        open.push(0.5, 'a', ());
        open.push(1.5, 'b', ());
        if let Some(mut first) = open.first_mut() {
            first.bound = 2.5;
        }
        assert_eq!(open.first().map(|entry| entry.key), Some('b'));
        open.clear();
        assert!(open.first().is_none() && open.lower() == f64::INFINITY);
    }
}
