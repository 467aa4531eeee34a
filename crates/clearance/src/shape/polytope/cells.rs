//! Support points by direction: for each cell of a [grid](super::grid) on the directions, the vertices that can win
//! there.
//!
//! The lists are [proved](super::candidates) to hold all vertices that can come out largest in the cell in floating
//! point, so the answer has the bits of a scan over all vertices. Nothing on the way depends on what cannot be
//! predicted: the cell is computed and four vertices are compared without branches, and only [long](super::pool) lists
//! continue.
//!
//! All is inlined by force: a direction that goes through memory as scalars and comes back as a register of two stops
//! the processor until it is written (16 against 11 ns in `f64`, 36 against 12 in `f32`). Only lists of more than eight
//! vertices and numbers of 32 bits are functions, which take the direction in registers.

use core::hint::select_unpredictable;

use super::grid::Grid;
use super::lists::Lists;
use super::pool::Pool;
use crate::math::{Real, Vector};

/// For every cell of the grid, its candidates by ascending number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cells<V: Vector> {
    grid: Grid<V>,
    pool: Pool,
}

impl<V: Vector> Cells<V> {
    /// The candidate lists, packed in sets of an even width.
    pub fn new(lists: &Lists<V>, width: usize) -> Self {
        Cells { grid: lists.grid, pool: Pool::new(lists, width) }
    }

    /// The cell of a direction that is not zero, and the sum of the magnitudes of its stretched components.
    #[inline(always)]
    pub fn of(&self, dir: V) -> (usize, V::Scalar) {
        self.grid.cell(dir)
    }

    /// The first of the vertices farthest along a direction of the cell.
    #[inline(always)]
    pub fn farthest(&self, cell: usize, dir: V, vertices: &[V]) -> u32 {
        if let Pool::Narrow(lists) = &self.pool
            && let Some(list) = lists.usual(cell)
        {
            return first_farthest(dir, vertices, list);
        }
        self.farthest_of_any(cell, dir[0], dir[1], dir[V::DIM - 1], vertices)
    }

    /// The farthest vertex of a list of any length and width. The direction comes in registers.
    #[inline(never)]
    fn farthest_of_any(&self, cell: usize, x: V::Scalar, y: V::Scalar, last: V::Scalar, vertices: &[V]) -> u32 {
        let dir = V::from_fn(|k| if k + 1 == V::DIM { last } else { [x, y][k] });
        match &self.pool {
            Pool::Narrow(lists) => lists.list(cell).map_or(0, |list| first_farthest(dir, vertices, list)),
            Pool::Wide(lists) => lists.list(cell).map_or(0, |list| first_farthest(dir, vertices, list)),
        }
    }

    /// Memory on the heap.
    pub fn bytes(&self) -> usize {
        self.pool.bytes()
    }
}

/// The first of the farthest vertices of a list.
#[inline(always)]
fn first_farthest<V: Vector, N: Copy + Into<u32>>(dir: V, vertices: &[V], list: &[[N; 2]]) -> u32 {
    if let &[a, b] = list {
        return higher(winner(dir, vertices, a), winner(dir, vertices, b)).0;
    }
    let mut best = (0, -V::Scalar::INFINITY);
    for &pair in list {
        best = higher(best, winner(dir, vertices, pair));
    }
    best.0
}

/// The first of the farther ones of two vertices, and its height.
#[inline(always)]
fn winner<V: Vector, N: Copy + Into<u32>>(dir: V, vertices: &[V], pair: [N; 2]) -> (u32, V::Scalar) {
    let height = |i: u32| (i, dir.dot(vertices[i as usize]));
    higher(height(pair[0].into()), height(pair[1].into()))
}

/// The first of the higher ones of two vertices.
#[inline(always)]
fn higher<T: Real>(first: (u32, T), second: (u32, T)) -> (u32, T) {
    (select_unpredictable(second.1 > first.1, second.0, first.0), second.1.max(first.1))
}
