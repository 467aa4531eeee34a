//! Support points by direction: for each cell of a grid on the cube of directions, the vertices that can win there.
//!
//! The lists are [proved](super::candidates) to hold all vertices that can come out largest in the cell in floating
//! point, so the answer has the bits of a scan over all vertices. Lists lie one behind the other and are read in steps of
//! [`STEP`], as many steps in every cell, whatever the list's length: vertices of the next cells do no harm, and a branch
//! that cannot be predicted costs more than [`STEP`] vertices. Only longer lists take further steps.

use core::hint::select_unpredictable;
use core::ops::Range;

use super::candidates::Lists;
use super::numbers::Numbers;
use crate::math::{Real, Vector};

/// How many vertices are looked at together.
pub(super) const STEP: usize = 4;

/// One cell in so many may have a list that takes more than the usual number of steps: a step more in every cell costs
/// about as much as a mispredicted branch in half of them.
const LONGER: usize = 2;

/// For every cell of the cube of directions, its candidates by ascending number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cells {
    /// Cells along an edge of the cube.
    side: u32,
    /// How many steps are taken in every cell.
    steps: u32,
    starts: Numbers,
    candidates: Numbers,
}

impl Cells {
    /// The candidate lists, packed.
    pub fn new(mut lists: Lists) -> Self {
        let steps = lists.steps_but_for_one_in(LONGER);
        // The last lists may be read beyond their ends.
        let last = lists.numbers.last().copied().unwrap_or(0);
        lists.numbers.resize(lists.numbers.len() + steps * STEP, last);
        let (starts, candidates) = (Numbers::new(&lists.starts), Numbers::new(&lists.numbers));
        Cells { side: lists.side, steps: steps as u32, starts, candidates }
    }

    /// The first of the vertices farthest along `dir`, which is not null.
    #[inline]
    pub fn farthest<V: Vector>(&self, dir: V, vertices: &[V]) -> u32 {
        let range = self.starts.range(cell_of(dir, self.side));
        let steps = |range: Range<usize>| range.len().div_ceil(STEP).max(self.steps as usize);
        match &self.candidates {
            Numbers::Narrow(list) => first_farthest(dir, vertices, &list[range.start..], steps(range)),
            Numbers::Wide(list) => first_farthest(dir, vertices, &list[range.start..], steps(range)),
        }
    }

    /// Memory on the heap.
    pub fn bytes(&self) -> usize {
        self.starts.bytes() + self.candidates.bytes()
    }
}

/// The first of the farthest vertices among `steps` steps of the list.
#[inline]
fn first_farthest<V: Vector, N: Copy + Into<u32>>(dir: V, vertices: &[V], list: &[N], steps: usize) -> u32 {
    let mut best = 0;
    let mut height = -V::Scalar::INFINITY;
    for block in list.as_chunks::<STEP>().0.iter().take(steps) {
        for &i in block {
            let candidate = dir.dot(vertices[i.into() as usize]);
            best = select_unpredictable(candidate > height, i.into(), best);
            height = candidate.max(height);
        }
    }
    best
}

/// The cell of a direction: face of the cube, then the places along the next and the last axis in cyclic order.
///
/// A place in `[0, 2]` errs by less than four units of roundoff, which the cells' overlap covers.
#[inline]
fn cell_of<V: Vector>(dir: V, side: u32) -> usize {
    // Adding 1.5·2⁵² rounds to an integer, which then stands in the lowest bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let half = f64::from(side as i32) * 0.5;
    let border = side as i32 - 1;
    // From [−1, 1] to [−1/2, side − 1/2], so that rounding to the nearest cuts [0, side] off.
    let place = |x: f64, scale: f64| ((x * scale + (half - 0.5) + ROUND).to_bits() as i32).clamp(0, border) as u32;
    let [x, y, z] = [0, 1, 2].map(|k| if k < V::DIM { dir[k].to_f64().to_bits() } else { 0 });
    // Magnitudes compare like their bits, and integers are selected without branches or detours through memory.
    let magnitude = |bits: u64| bits << 1;
    let second = magnitude(y) > magnitude(x);
    let (axis, along, next, last) = if second { (1, y, z, x) } else { (0, x, y, z) };
    let third = magnitude(z) > magnitude(along);
    let (axis, along, next, last) = if third { (2, z, x, y) } else { (axis, along, next, last) };
    let scale = half / f64::from_bits(along).abs();
    let face = 2 * axis + (along >> 63) as u32;
    if V::DIM == 3 {
        let row = face * side + place(f64::from_bits(next), scale);
        (row * side + place(f64::from_bits(last), scale)) as usize
    } else {
        (face * side + place(f64::from_bits(if second { x } else { y }), scale)) as usize
    }
}
