//! Candidate lists of the cells of a grid.

use alloc::vec::Vec;

use super::grid::Grid;
use crate::math::Vector;

/// What a list longer than a set costs, in candidates: a mispredicted branch and a call.
const LONG: usize = 10;

/// Candidate lists of all cells, one behind the other.
pub(super) struct Lists<V: Vector> {
    pub grid: Grid<V>,
    pub vertices: usize,
    /// Where each cell's list begins, and the end of the last.
    pub starts: Vec<u32>,
    pub numbers: Vec<u32>,
}

impl<V: Vector> Lists<V> {
    pub fn cells(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn of_cell(&self, cell: u32) -> &[u32] {
        &self.numbers[self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize]
    }

    /// How many lists have more vertices.
    pub fn longer_than(&self, width: usize) -> usize {
        self.starts.windows(2).filter(|range| (range[1] - range[0]) as usize > width).count()
    }

    /// What a support costs in sets of some width, in thousandths of a candidate.
    pub fn cost(&self, width: usize) -> usize {
        1000 * width + 1000 * LONG * self.longer_than(width) / self.cells()
    }
}
