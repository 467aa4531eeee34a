//! Sorts that are compiled once for all types, or in a few lines.
//!
//! The standard library's are ten functions for each type and comparison; they were a seventh of what a user of scenes
//! compiled.

use core::cell::Cell;
use core::cmp::Ordering;

use clearance::Real;

use crate::stop::check;

/// Comparisons and moves of elements between two checks of whether to stop: below a millisecond.
pub(crate) const CHECKED: usize = 1 << 12;

/// Sorts by a comparison; equal elements keep their order. A sort that is stopped leaves the elements in any order.
pub(crate) fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if list.len() < 2 {
        return;
    }
    // The element for each place; the places of a cycle are filled one after the other.
    let mut from = order(list.len(), &|i, j| compare(&list[i], &list[j]));
    for first in 0..list.len() {
        if first.is_multiple_of(CHECKED) {
            check();
        }
        let mut place = first;
        while from[place] != first {
            let next = from[place];
            list.swap(place, next);
            from[place] = place;
            place = next;
        }
        from[place] = place;
    }
}

/// The numbers below `count` by a comparison, equal ones by size.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let (mut order, compared) = ((0..count).collect::<Vec<usize>>(), Cell::new(0_usize));
    order.sort_unstable_by(|&i, &j| {
        compared.set(compared.get() + 1);
        if compared.get().is_multiple_of(CHECKED) {
            check();
        }
        compare(i, j).then(i.cmp(&j))
    });
    order
}

/// Sorts a handful, in time that grows with the square of their number; equal elements keep their order.
pub(crate) fn sort_few<T>(list: &mut [T], mut is_before: impl FnMut(&T, &T) -> bool) {
    for sorted in 1..list.len() {
        let mut place = sorted;
        while place > 0 && is_before(&list[place], &list[place - 1]) {
            list.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// Numbers are never NaN here.
pub(crate) fn by_number<T: Real>(a: T, b: T) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_as_by_the_standard_library() {
        let mut state = 1_u64;
        for len in 0..60 {
            let mut random = || {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                state >> 60
            };
            let list: Vec<(u64, usize)> = (0..len).map(|i| (random(), i)).collect();
            let [mut expected, mut sorted, mut few] = [list.clone(), list.clone(), list];
            expected.sort_by_key(|(key, _)| *key);
            sort_by(&mut sorted, |(a, _), (b, _)| a.cmp(b));
            sort_few(&mut few, |(a, _), (b, _)| a < b);
            assert_eq!(sorted, expected);
            assert_eq!(few, expected);
        }
    }
}
