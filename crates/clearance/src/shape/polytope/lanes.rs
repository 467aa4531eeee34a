//! The farthest of a few vertices by looking at all of them, four side by side.

use alloc::vec::Vec;

use crate::math::{Block, Each, Real, SIDE_BY_SIDE, Vector, first_highest};

/// Up to this many vertices a scan is not slower than the cells, and its answer comes sooner: 16 and 24 ns for 20
/// vertices, of the cells 11 and 30.
pub(super) const SCANNED: usize = 20;

/// Vertices by components, so that one instruction multiplies several of them; the last one is repeated to fill up.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct VertexBlocks<V: Vector> {
    blocks: Vec<Block<V::Scalar>>,
}

impl<V: Vector> VertexBlocks<V> {
    pub fn new(vertices: &[V]) -> Self {
        let block = |some: &[V]| {
            let vertex = |lane: usize| some[lane.min(some.len() - 1)];
            [0, 1, 2].each(|k| [0, 1, 2, 3].each(|lane| if k < V::DIM { vertex(lane)[k] } else { V::Scalar::ZERO }))
        };
        VertexBlocks { blocks: vertices.chunks(SIDE_BY_SIDE).map(block).collect() }
    }

    /// The first of the vertices farthest along `dir`.
    #[inline(always)]
    pub fn farthest(&self, dir: V) -> u32 {
        let last = if V::DIM == 3 { dir[2] } else { V::Scalar::ZERO };
        first_highest(&self.blocks, [dir[0], dir[1], last], V::DIM)
    }

    /// Memory on the heap.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.blocks[..])
    }
}
