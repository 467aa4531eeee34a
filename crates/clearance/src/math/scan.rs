//! Scans of a few points for the farthest one, four side by side, so that compilers use registers.

use super::real::Real;

/// How many lie side by side.
pub(crate) const SIDE_BY_SIDE: usize = 4;

/// Points by components, side by side in blocks.
pub type Block<T> = [[T; SIDE_BY_SIDE]; 3];

/// Index of the first point with the largest dot product with `dir`, of whose components `dimension` count; 0 if there
/// are none. The products have the bits of [`Vector::dot`](super::Vector::dot).
#[inline(always)]
pub(crate) fn first_highest<T: Real>(blocks: &[Block<T>], dir: [T; 3], dimension: usize) -> u32 {
    // Of each lane the highest, and where its block begins: a number of the same width, so that compilers choose both
    // by one mask.
    let (mut highest, mut first) = ([-T::INFINITY; SIDE_BY_SIDE], [T::ZERO; SIDE_BY_SIDE]);
    let (mut start, width) = (T::ZERO, T::from_f64(SIDE_BY_SIDE as f64));
    for block in blocks {
        let mut heights = [T::ZERO; SIDE_BY_SIDE];
        for (lane, height) in heights.iter_mut().enumerate() {
            *height = dir[0] * block[0][lane];
            for k in 1..dimension {
                *height += dir[k] * block[k][lane];
            }
        }
        for lane in 0..SIDE_BY_SIDE {
            let above = heights[lane] > highest[lane];
            first[lane] = if above { start } else { first[lane] };
            highest[lane] = if above { heights[lane] } else { highest[lane] };
        }
        start += width;
    }
    let [a, b, c, d] = highest;
    let top = a.max(c).max(b.max(d));
    // Lanes below the top stand behind all others.
    let place = |lane: usize| if highest[lane] == top { first[lane] + T::from_f64(lane as f64) } else { start };
    place(0).min(place(2)).min(place(1).min(place(3))).nearest_integer()
}

#[cfg(test)]
mod tests {
    use super::{Block, Real, SIDE_BY_SIDE, first_highest};
    use crate::random::Random;

    fn compare<T: Real>() {
        let mut random = Random(7);
        for number in 0..4000 {
            // Whole numbers, so that many heights are equal.
            let mut small = || T::from_f64((3.0 * random.unit()).floor());
            let dir = [small(), small(), small()];
            let blocks: Vec<Block<T>> =
                (0..1 + number % 5).map(|_| [[T::ZERO; SIDE_BY_SIDE]; 3].map(|x| x.map(|_| small()))).collect();
            for dimension in [2, 3] {
                let height = |i: u32| {
                    let block = &blocks[i as usize / SIDE_BY_SIDE];
                    let terms = (0..dimension).map(|k| dir[k] * block[k][i as usize % SIDE_BY_SIDE]);
                    terms.fold(T::ZERO, |sum, term| sum + term)
                };
                let count = (blocks.len() * SIDE_BY_SIDE) as u32;
                let first = (1..count).fold(0, |best, i| if height(i) > height(best) { i } else { best });
                assert_eq!(first_highest(&blocks, dir, dimension), first, "{number}: {dir:?} of {blocks:?}");
            }
        }
    }

    #[test]
    fn scans_find_the_first_of_the_highest() {
        compare::<f32>();
        compare::<f64>();
    }
}
