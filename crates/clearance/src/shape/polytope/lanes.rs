//! The farthest of a few vertices by looking at all of them, [`LANES`] side by side.

use alloc::vec::Vec;

use crate::math::{Real, Vector};

/// How many vertices lie side by side: a multiple of what a register of any processor holds.
const LANES: usize = 4;

/// Up to so many vertices a scan is not slower than the cells, and its answer comes sooner: 16 and 24 ns for 20 vertices,
/// of the cells 11 and 30.
pub(super) const SCANNED: usize = 20;

const BLOCKS: usize = SCANNED / LANES;

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
    ///
    /// The greatest height first, then the lowest of the places that have it, each as a bit of its own: neither pass waits
    /// for a choice between numbers, and a sum of such bits is exact in any precision.
    #[inline(always)]
    pub fn farthest(&self, dir: V) -> u32 {
        let mut heights = [[V::Scalar::ZERO; LANES]; BLOCKS];
        let mut highest = [-V::Scalar::INFINITY; LANES];
        for (heights, block) in heights.iter_mut().zip(&self.blocks) {
            for lane in 0..LANES {
                let mut height = dir[0] * block[0][lane];
                for k in 1..V::DIM {
                    height += dir[k] * block[k][lane];
                }
                heights[lane] = height;
                highest[lane] = highest[lane].max(height);
            }
        }
        let [a, b, c, d] = highest;
        let top = a.max(c).max(b.max(d));
        let mut places = [V::Scalar::ZERO; LANES];
        let mut bits = [1.0, 2.0, 4.0, 8.0].map(V::Scalar::from_f64);
        for (heights, _) in heights.iter().zip(&self.blocks) {
            for lane in 0..LANES {
                places[lane] += if heights[lane] == top { bits[lane] } else { V::Scalar::ZERO };
                bits[lane] *= V::Scalar::from_f64(16.0);
            }
        }
        let [a, b, c, d] = places;
        // Adding 2⁵² leaves an integer in the lowest bits. Of a direction that is none no place has the top: then 0.
        let places = (((a + c) + (b + d)).to_f64() + 4_503_599_627_370_496.0).to_bits() as u32;
        places.trailing_zeros() & 31
    }

    /// Memory on the heap.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.blocks[..])
    }
}
