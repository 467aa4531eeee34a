//! Proves candidate lists that come out of a file.
//!
//! A cell's list is right if every vertex outside it that is a neighbour of one of its candidates is beaten in the whole cell by one of
//! the list. For the vertices above any plane are connected by edges, so a vertex outside that comes out highest, or within
//! rounding of it, would have such a neighbour on the way to the list's best.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::candidates::{Builder, Corners, Heights, beats};
use super::cells::Cells;
use super::grid::Grid;
use super::links::Links;
use crate::math::Vector;

/// An error unless the list of every cell holds all that can win there, the lowest of equal ones first.
pub(super) fn check<V: Vector>(
    cells: &Cells<V>,
    vertices: &[V],
    reach: V::Scalar,
    links: &Links,
) -> Result<(), String> {
    let grid = cells.grid();
    let builder = Builder::new(vertices, reach, grid).without_reserve();
    for cell in 0..grid.cells() {
        let list = cells.list(cell).unwrap_or_default();
        let whole = Beaten::new(&builder, &list, Corners::new(grid, cell as u32));
        let candidates: Vec<u32> = list.iter().copied().filter(|&i| !whole.holds(i)).collect();
        let first_seen = |&k: &usize| !candidates[..k].contains(&candidates[k]);
        let ascending = (0..candidates.len()).filter(first_seen).map(|k| candidates[k]).is_sorted();
        let around = candidates.iter().flat_map(|&v| links.around(v));
        let mut doubtful = around.filter(|w| !list.contains(w) && !whole.holds(*w));
        if list.is_empty() || !ascending || !doubtful.all(|w| is_beaten_in_parts(&builder, &list, w, grid, cell as u32))
        {
            return Err(format!("cells: the list of cell {cell} is not that of the vertices that can win there"));
        }
    }
    Ok(())
}

/// Whether a vertex is beaten in each quarter of a cell: the borders of the coarser grid, from whose cells candidates came, may cut a
/// cell in the middle.
fn is_beaten_in_parts<V: Vector>(builder: &Builder, list: &[u32], vertex: u32, grid: &Grid<V>, cell: u32) -> bool {
    let halves = grid.with_side(2 * grid.side());
    let mut parts = halves.around(cell, grid.side());
    parts.all(|part| Beaten::new(builder, list, Corners::new(&halves, part)).holds(vertex))
}

/// The vertices that come out lower in a whole cell than one of a list.
struct Beaten<'a> {
    builder: &'a Builder,
    corners: Corners,
    rivals: Vec<Heights>,
}

impl<'a> Beaten<'a> {
    fn new(builder: &'a Builder, list: &[u32], corners: Corners) -> Self {
        let rivals = list.iter().map(|&i| builder.lowered(builder.heights(&corners, i))).collect();
        Beaten { builder, corners, rivals }
    }
    fn holds(&self, vertex: u32) -> bool {
        let heights = self.builder.heights(&self.corners, vertex);
        self.rivals.iter().any(|rival| beats(rival, &heights))
    }
}
