//! Support points by direction: for each cell of a grid on the cube of directions, the vertices that can win there.
//!
//! The lists are [proved](super::candidates) to hold all vertices that can come out largest in the cell in floating
//! point, so the answer has the bits of a scan over all vertices. Nothing on the way depends on what cannot be predicted:
//! the cell is computed and four vertices are compared without branches, and only [long](super::pool) lists go on.
//!
//! All is inlined by force: a direction that goes through memory as scalars and comes back as a register of two stops the
//! processor until it is written (16 against 11 ns in `f64`, 36 against 12 in `f32`).

#[cfg(feature = "serde")]
use alloc::{format, string::String, vec::Vec};
use core::hint::select_unpredictable;

use super::candidates::Lists;
use super::numbers::Numbers;
use super::pool::{Pool, STEP};
use crate::math::{Real, Vector};

/// For every cell of the cube of directions, its candidates by ascending number.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Cells {
    /// Cells along an edge of the cube, and half of them.
    side: u32,
    half: f64,
    /// Where the list of each cell begins.
    places: Numbers,
    /// Lists of [`STEP`] vertices; from `long` on each list comes after the number of its steps.
    candidates: Numbers,
    long: u32,
}

impl Cells {
    /// The candidate lists, packed.
    pub fn new(lists: &Lists) -> Self {
        let Pool { places, numbers, long } = Pool::new(lists);
        let half = f64::from(lists.side) * 0.5;
        Cells { side: lists.side, half, places: Numbers::new(&places), candidates: Numbers::new(&numbers), long }
    }

    /// The first of the vertices farthest along a direction of the cell.
    #[inline(always)]
    pub fn farthest<V: Vector>(&self, cell: usize, dir: V, vertices: &[V]) -> u32 {
        let place = self.places.get(cell) as usize;
        let long = place >= self.long as usize;
        match &self.candidates {
            Numbers::Narrow(list) => first_farthest(dir, vertices, &list[place..], long),
            Numbers::Wide(list) => first_farthest(dir, vertices, &list[place..], long),
        }
    }

    /// The cell of a direction that is not null, and its largest component.
    #[inline(always)]
    pub fn of<V: Vector>(&self, dir: V) -> (usize, V::Scalar) {
        let (cell, largest) = cell_of(dir, self.side, self.half);
        (cell, V::Scalar::from_f64(largest))
    }

    /// Memory on the heap.
    pub fn bytes(&self) -> usize {
        self.places.bytes() + self.candidates.bytes()
    }
}

/// What a file may hold is looked at before it is used.
#[cfg(feature = "serde")]
impl Cells {
    pub fn side(&self) -> u32 {
        self.side
    }
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// All vertices that are compared in a cell, in their order.
    pub fn list(&self, cell: usize) -> Vec<u32> {
        let place = self.places.get(cell) as usize;
        let range = if place < self.long as usize {
            place..place + STEP
        } else {
            place + 1..place + 1 + STEP * self.candidates.get(place) as usize
        };
        range.map(|i| self.candidates.get(i)).collect()
    }

    /// An error unless all numbers of cells, places and vertices are in range.
    pub fn check<V: Vector>(&self, vertices: usize) -> Result<(), String> {
        let cells = 2 * V::DIM * (self.side as usize).saturating_pow(V::DIM as u32 - 1);
        if self.side == 0 || self.half != f64::from(self.side) * 0.5 || cells != self.places.len() {
            return Err(format!("cells: {} places do not fit {} cells a side", self.places.len(), self.side));
        }
        let length = self.candidates.len();
        let ends_inside = |place: usize| match place < self.long as usize {
            true => place + STEP <= length,
            false => place < length && STEP.saturating_mul(self.candidates.get(place) as usize) < length - place,
        };
        if !(0..cells).all(|cell| ends_inside(self.places.get(cell) as usize)) {
            return Err("cells: a list ends beyond the last one".into());
        }
        let known = |cell: usize| self.list(cell).iter().all(|&i| (i as usize) < vertices);
        if !(0..cells).all(known) {
            return Err(format!("cells: a candidate is not one of {vertices} vertices"));
        }
        Ok(())
    }
}

/// The first of the farthest vertices of a list.
#[inline(always)]
fn first_farthest<V: Vector, N: Copy + Into<u32>>(dir: V, vertices: &[V], list: &[N], long: bool) -> u32 {
    if !long {
        let Some(&block) = list.first_chunk() else { return 0 };
        return winner(dir, vertices, block).0;
    }
    let Some((&steps, rest)) = list.split_first() else { return 0 };
    let mut best = (0, -V::Scalar::INFINITY);
    for &block in rest.as_chunks::<STEP>().0.iter().take(steps.into() as usize) {
        let (number, height) = winner(dir, vertices, block);
        best = (select_unpredictable(height > best.1, number, best.0), height.max(best.1));
    }
    best.0
}

/// The first of the farthest of four vertices, by matches of two.
#[inline(always)]
fn winner<V: Vector, N: Copy + Into<u32>>(dir: V, vertices: &[V], block: [N; STEP]) -> (u32, V::Scalar) {
    let height = |i: u32| (i, dir.dot(vertices[i as usize]));
    let [a, b, c, d] =
        [height(block[0].into()), height(block[1].into()), height(block[2].into()), height(block[3].into())];
    let higher = |first: (u32, V::Scalar), second: (u32, V::Scalar)| {
        (select_unpredictable(second.1 > first.1, second.0, first.0), second.1.max(first.1))
    };
    higher(higher(a, b), higher(c, d))
}

/// The cell of a direction: face of the cube, then the places along the next and the last axis in cyclic order; and the largest
/// component.
///
/// A place in `[0, 2]` errs by less than 16 units of roundoff, which the cells' overlap covers.
#[inline(always)]
fn cell_of<V: Vector>(dir: V, side: u32, half: f64) -> (usize, f64) {
    // Adding 1.5·2⁵² rounds to an integer, which then stands in the lowest bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    // From [−1, 1] to [−1/2, side − 1/2], so that rounding to the nearest cuts [0, side] off; a hair inside, so that it does not
    // round to −1. The limit is there for directions that are none.
    let place =
        |x: u64, scale: f64| ((f64::from_bits(x) * scale + (half - 0.5) + ROUND).to_bits() as u32).min(side - 1);
    let pick = select_unpredictable::<u64>;
    let [x, y, z] = [0, 1, 2].map(|k| if k < V::DIM { dir[k].to_f64().to_bits() } else { 0 });
    // Magnitudes compare like their bits, and integers are selected without branches or detours through memory.
    let magnitude = |bits: u64| bits << 1;
    let second = magnitude(y) > magnitude(x);
    let (axis, along) = (u32::from(second), pick(second, y, x));
    let third = magnitude(z) > magnitude(along);
    let (axis, along) = (select_unpredictable(third, 2, axis), pick(third, z, along));
    let largest = f64::from_bits(along).abs();
    let scale = half * (1.0 - 4.0 * f64::EPSILON) / largest;
    let face = 2 * axis + (along >> 63) as u32;
    if V::DIM == 3 {
        let next = pick(third, x, pick(second, z, y));
        let last = pick(third, y, pick(second, x, z));
        (((face * side + place(next, scale)) * side + place(last, scale)) as usize, largest)
    } else {
        ((face * side + place(pick(second, x, y), scale)) as usize, largest)
    }
}
