//! Which facet has the lowest floor: a few dozen numbers side by side are faster looked through than kept in order.

use alloc::vec::Vec;

use crate::math::Real;

const LANES: usize = 4;

/// A floor for each facet; infinite for one that does not wait.
pub(super) struct Queue<T> {
    /// The number that fills all rows.
    floors: Vec<T>,
}

impl<T: Real> Queue<T> {
    /// An empty queue with room for `n` facets.
    pub fn with_capacity(facets: usize) -> Self {
        Queue { floors: Vec::with_capacity(facets.next_multiple_of(LANES)) }
    }

    /// Nothing waits any more.
    #[cfg(feature = "std")]
    pub fn clear(&mut self) {
        self.floors.clear();
    }

    /// Makes room for one more facet, which does not wait yet.
    #[inline(always)]
    pub fn make_place(&mut self, facets: usize) {
        if facets == self.floors.len() {
            self.floors.extend_from_slice(&[T::INFINITY; LANES]);
        }
    }

    /// The facet waits with this floor.
    #[inline(always)]
    pub fn set(&mut self, facet: usize, floor: T) {
        self.floors[facet] = floor;
    }

    /// The facet does not wait any more.
    #[inline(always)]
    pub fn remove(&mut self, facet: usize) {
        self.floors[facet] = T::INFINITY;
    }

    /// The first of the facets with the lowest floor.
    pub fn first(&self) -> Option<usize> {
        let (rows, _) = self.floors.as_chunks::<LANES>();
        let mut lowest = [T::INFINITY; LANES];
        for row in rows {
            for (lowest, &floor) in lowest.iter_mut().zip(row) {
                *lowest = floor.min(*lowest);
            }
        }
        let least = lowest.iter().fold(T::INFINITY, |least, &floor| least.min(floor));
        if least == T::INFINITY {
            return None;
        }
        let row = rows.iter().position(|row| row.iter().fold(false, |found, &floor| found | (floor == least)))?;
        rows[row].iter().position(|&floor| floor == least).map(|lane| row * LANES + lane)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn facets_come_by_their_floors() {
        let mut random = Random(5);
        let floors: Vec<f64> = (0..107).map(|_| random.unit()).collect();
        let mut queue = Queue::with_capacity(10);
        (0..floors.len()).for_each(|facets| queue.make_place(facets));
        for (facet, &floor) in floors.iter().enumerate() {
            queue.set(facet, floor);
        }
        queue.set(40, -f64::INFINITY);
        let mut order: Vec<usize> = (0..107).collect();
        order.sort_by(
            |&i, &j| if i == 40 || j == 40 { (j == 40).cmp(&(i == 40)) } else { floors[i].total_cmp(&floors[j]) },
        );
        for facet in order {
            assert_eq!(queue.first(), Some(facet));
            queue.remove(facet);
        }
        assert_eq!(queue.first(), None);
    }
}
