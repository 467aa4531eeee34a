//! Proved candidate lists for the [cells](super::cells) of a grid on the directions.
//!
//! Vertex `i` is left out of a cell if some vertex `j` has `d·(p_j − p_i) > margin` at the corner directions of the
//! cell. That inequality is linear in `d`, so it holds in the whole cell; and with a margin above the errors of both
//! rounded products, `i` cannot come out largest, nor equal to the largest, in floating point either. Cells overlap by
//! more than the rounding of a direction's place in the grid, so the borders are covered too.
//!
//! The grid is refined from one cell a side, mostly by halving; each cell chooses among the candidates of the cell it
//! is part of.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::hint::select_unpredictable;

use super::cells::Cells;
use super::grid::{Grid, MISPLACED};
use super::lists::Lists;
use crate::hull::lifted;
use crate::math::{Each, Real, Vector};
use crate::shape::rounding::direction_scale;

/// No grid is finer: 32768 cells in space.
const FINEST: u32 = 128;

/// The grid is fine enough once only one list in this many is longer than a set.
const SHORT: usize = 16;

/// The sizes of sets to try, in vertices.
const WIDTHS: [usize; 3] = [4, 6, 8];

/// How much larger margins are than they have to be.
const RESERVE: f64 = 1.0625;

/// Lists of this many vertices and less are compared each with each.
const FEW: usize = 24;

/// The cells that answer fastest and take at most `bytes`, among some grids and widths of sets.
pub(super) fn fitting<V: Vector>(vertices: &[V], reach: V::Scalar, bytes: usize) -> Cells<V> {
    let grid = Grid::new(2, half_extent(vertices));
    let builder = Builder::new(vertices, reach, &grid);
    let coarsest = builder.selected(grid, |_| Cow::Borrowed(&builder.all));
    let may_fit = |cells: usize, width: usize| 2 * cells + (4 + 28 / width) * vertices.len() <= bytes;
    let mut grids = alloc::vec![coarsest];
    while let Some(finest) = grids.last()
        && finest.grid.side() < FINEST
        && finest.longer_than(WIDTHS[0]) * SHORT > finest.cells()
        && may_fit(finest.cells() << (V::DIM - 1), WIDTHS[2])
    {
        grids.push(builder.refined(finest, 2 * finest.grid.side()));
    }
    let at_last = grids.len() - 1;
    if at_last > 0 && !may_fit(grids[at_last].cells(), WIDTHS[0]) {
        grids.insert(at_last, builder.refined(&grids[at_last - 1], grids[at_last].grid.side() / 4 * 3));
    }
    let numbered = || grids.iter().enumerate();
    let mut choices: Vec<(usize, usize, usize)> =
        numbered().flat_map(|(at, lists)| WIDTHS.each(|width| (lists.cost(width), at, width))).collect();
    choices.sort_unstable();
    let likely = choices.into_iter().filter(|&(_, at, width)| may_fit(grids[at].cells(), width));
    let mut tried = likely.map(|(_, at, width)| Cells::new(&grids[at], width));
    tried.find(|cells| cells.bytes() <= bytes).unwrap_or_else(|| Cells::new(&grids[0], WIDTHS[0]))
}

/// How far points reach from their middle along the axes.
pub(super) fn half_extent<V: Vector>(points: &[V]) -> V {
    V::from_fn(|k| {
        let (low, high) =
            points.iter().fold((points[0][k], points[0][k]), |(low, high), p| (low.min(p[k]), high.max(p[k])));
        (high - low) * V::Scalar::HALF
    })
}

/// What makes lists, and proves them.
pub(super) struct Builder {
    /// Scaled to a reach near 1, so that nothing underflows, and compressed as the grid is stretched.
    vertices: Vec<[f64; 3]>,
    all: Vec<u32>,
    /// Above the errors of two heights, in the scan and here.
    margin: f64,
}

/// The heights of a vertex along the corner directions of a cell.
pub(super) type Heights = [f64; 4];

impl Builder {
    pub fn new<V: Vector>(vertices: &[V], reach: V::Scalar, grid: &Grid<V>) -> Self {
        let scale = direction_scale(reach).to_f64();
        let vertices: Vec<[f64; 3]> = vertices.iter().map(|&p| grid.compressed(lifted(p) * scale)).collect();
        let largest = vertices.iter().flatten().fold(0.0f64, |largest, x| largest.max(x.abs()));
        // For directions whose magnitudes add up to 1: two products in the scan, 3 units each; two heights here, 3 for
        // their product, 1 for the compressed point, 9 for the corner; and two differences by misplaced directions.
        let units = 2.0 * (3.0 + 13.0 + MISPLACED);
        let margin = RESERVE * units * V::Scalar::UNIT.to_f64() * largest;
        Builder { all: (0..vertices.len() as u32).collect(), vertices, margin }
    }

    /// The candidates of the cells of a finer grid.
    fn refined<V: Vector>(&self, coarse: &Lists<V>, side: u32) -> Lists<V> {
        let mut union = Vec::new();
        self.selected(coarse.grid.with_side(side), |cell| {
            let mut around = coarse.grid.around(cell, side);
            let first = coarse.of_cell(around.next().unwrap_or(0));
            let Some(next) = around.next() else { return Cow::Borrowed(first) };
            union.clear();
            union.extend_from_slice(first);
            core::iter::once(next).chain(around).for_each(|cell| union.extend_from_slice(coarse.of_cell(cell)));
            union.sort_unstable();
            union.dedup();
            Cow::Owned(union.clone())
        })
    }

    /// The candidates of all cells of a grid, out of a pool for each.
    fn selected<'a, V: Vector>(&self, grid: Grid<V>, mut pool: impl FnMut(u32) -> Cow<'a, [u32]>) -> Lists<V> {
        let mut lists = Lists { grid, vertices: self.vertices.len(), starts: alloc::vec![0], numbers: Vec::new() };
        let mut heights = Vec::new();
        for cell in 0..grid.cells() as u32 {
            self.select(&Corners::new(&grid, cell), &pool(cell), &mut heights, &mut lists.numbers);
            lists.starts.push(lists.numbers.len() as u32);
        }
        lists
    }

    /// Appends the vertices of the pool that no other beats at all corners, as far as that is found out.
    fn select(&self, corners: &Corners, pool: &[u32], heights: &mut Vec<Heights>, selected: &mut Vec<u32>) {
        heights.clear();
        heights.extend(pool.iter().map(|&i| self.heights(corners, i)));
        let rivals = highest(heights).map(|rival| self.lowered(rival));
        let first = selected.len();
        let mut kept = 0;
        for (at, &i) in pool.iter().enumerate() {
            if !rivals.iter().any(|rival| beats(rival, &heights[at])) {
                selected.push(i);
                heights[kept] = heights[at];
                kept += 1;
            }
        }
        if (WIDTHS[0] + 1..=FEW).contains(&kept) {
            let mut last = first;
            for at in 0..kept {
                let level = heights[at].each(|h| h + self.margin);
                if !heights[..kept].iter().any(|rival| beats(rival, &level)) {
                    selected[last] = selected[first + at];
                    last += 1;
                }
            }
            selected.truncate(last);
        }
    }

    /// The heights of a vertex at the corners of a cell.
    pub fn heights(&self, corners: &Corners, vertex: u32) -> Heights {
        corners.heights(&self.vertices[vertex as usize])
    }

    /// What a vertex with these heights beats.
    pub fn lowered(&self, heights: Heights) -> Heights {
        heights.each(|h| h - self.margin)
    }
}

/// Whether a vertex is above another at all corners.
pub(super) fn beats(above: &Heights, h: &Heights) -> bool {
    (above[0] > h[0]) & (above[1] > h[1]) & (above[2] > h[2]) & (above[3] > h[3])
}

/// The components of the corner directions of a cell.
pub(super) struct Corners([[f64; 4]; 3]);

impl Corners {
    pub fn new<V: Vector>(grid: &Grid<V>, cell: u32) -> Self {
        let corners = grid.corners(cell);
        Corners([0, 1, 2].each(|k| corners.each(|corner| corner[k])))
    }

    fn heights(&self, p: &[f64; 3]) -> Heights {
        let [x, y, z] = &self.0;
        core::array::from_fn(|i| x[i] * p[0] + y[i] * p[1] + z[i] * p[2])
    }
}

/// The heights of the vertices that are highest in the middle, where most others are beaten, and at the corners.
fn highest(heights: &[Heights]) -> [Heights; 5] {
    let mut best = [(f64::NEG_INFINITY, 0); 5];
    for (at, h) in heights.iter().enumerate() {
        let measures = [(h[0] + h[1]) + (h[2] + h[3]), h[0], h[1], h[2], h[3]];
        for (best, measure) in best.iter_mut().zip(measures) {
            *best = (best.0.max(measure), select_unpredictable(measure > best.0, at, best.1));
        }
    }
    best.map(|(_, at)| heights[at])
}
