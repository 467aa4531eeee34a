//! The farthest of a few vertices by looking at all of them, [`LANES`] side by side.

use alloc::vec::Vec;
use core::hint::select_unpredictable;

use crate::math::{Real, Vector};

/// How many vertices lie side by side: a multiple of what a register of any processor holds.
const LANES: usize = 4;

/// Vertices by components, so that one instruction multiplies several of them; the last one is repeated to fill up.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lanes<V: Vector> {
    blocks: Vec<[[V::Scalar; LANES]; 3]>,
}

impl<V: Vector> Lanes<V> {
    pub fn new(vertices: &[V]) -> Self {
        let block = |some: &[V]| {
            let vertex = |lane: usize| some[lane.min(some.len() - 1)];
            [0, 1, 2].map(|k| [0, 1, 2, 3].map(|lane| if k < V::DIM { vertex(lane)[k] } else { V::Scalar::ZERO }))
        };
        Lanes { blocks: vertices.chunks(LANES).map(block).collect() }
    }

    /// The first of the vertices farthest along `dir`. Heights have the bits of [`Vector::dot`].
    #[inline(always)]
    pub fn farthest(&self, dir: V) -> u32 {
        let mut heights = [-V::Scalar::INFINITY; LANES];
        // Numbers of blocks, as scalars since those are selected like the heights.
        let mut places = [V::Scalar::ZERO; LANES];
        let mut place = V::Scalar::ZERO;
        for block in &self.blocks {
            for lane in 0..LANES {
                let mut height = dir[0] * block[0][lane];
                for k in 1..V::DIM {
                    height += dir[k] * block[k][lane];
                }
                let higher = height > heights[lane];
                places[lane] = if higher { place } else { places[lane] };
                heights[lane] = if higher { height } else { heights[lane] };
            }
            place += V::Scalar::ONE;
        }
        let [a, b, c, d] = places.map(|place| LANES as u32 * place.to_f64() as i32 as u32);
        let first = higher((a, heights[0]), (b + 1, heights[1]));
        let second = higher((c + 2, heights[2]), (d + 3, heights[3]));
        higher(first, second).0
    }

    /// Memory on the heap.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.blocks[..])
    }
}

/// The higher of two, of equally high ones that with the lower number.
#[inline(always)]
fn higher<T: Real>(first: (u32, T), second: (u32, T)) -> (u32, T) {
    let wins = (second.1 > first.1) | ((second.1 == first.1) & (second.0 < first.0));
    (select_unpredictable(wins, second.0, first.0), second.1.max(first.1))
}
