//! Proved candidate lists for the [cells](super::cells) of the cube of directions.
//!
//! Vertex `i` is left out of a cell if some vertex `j` has `d·(p_j − p_i) > margin` at the corner directions of the cell.
//! That inequality is linear in `d`, so it holds in the whole cell; and with a margin above the errors of both rounded
//! products, `i` cannot come out largest, nor equal to the largest, in floating point either. Cells overlap by more than
//! the rounding of a direction's place in the grid, so the borders are covered too.
//!
//! The grid is refined from one cell a side by halving; each cell chooses among the candidates of the cell it is part of.

use alloc::vec::Vec;

use super::cells::STEP;
use crate::hull::lifted;
use crate::math::{Real, Vec3, Vector};
use crate::shape::rounding::direction_scale;

/// No grid is finer: 24576 cells in space, as many as 10⁴ vertices may take memory for.
const FINEST: u32 = 64;

/// The grid is fine enough once only one list in so many takes more than one step.
const SHORT: usize = 16;

/// Candidate lists of all cells, one behind the other.
pub(super) struct Lists {
    /// Cells along an edge of the cube.
    pub side: u32,
    /// Where each cell's list begins, and the end of the last.
    pub starts: Vec<u32>,
    pub numbers: Vec<u32>,
}

impl Lists {
    /// The lists of the finest grid that takes at most `bytes` and is worth its memory.
    pub fn new<V: Vector>(vertices: &[V], reach: V::Scalar, bytes: usize) -> Self {
        let builder = Builder::new(vertices, reach);
        let mut lists = builder.selected::<V>(1, |_| &builder.all);
        while lists.side < FINEST && lists.steps_but_for_one_in(SHORT) > 1 && lists.least_bytes_refined::<V>() <= bytes
        {
            let finer = builder.selected::<V>(2 * lists.side, |cell| lists.of_cell(parent_cell::<V>(cell, lists.side)));
            if finer.bytes() > bytes {
                break;
            }
            lists = finer;
        }
        lists
    }

    fn cells(&self) -> usize {
        self.starts.len() - 1
    }

    fn of_cell(&self, cell: u32) -> &[u32] {
        &self.numbers[self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize]
    }

    /// How many steps do for all cells but one in `share`.
    pub fn steps_but_for_one_in(&self, share: usize) -> usize {
        let longer =
            |steps: usize| self.starts.windows(2).filter(|range| (range[1] - range[0]) as usize > steps * STEP).count();
        (1..).find(|&steps| longer(steps) * share <= self.cells()).unwrap_or(1)
    }

    /// What they take when packed.
    fn bytes(&self) -> usize {
        let width = |largest: usize| if largest <= u16::MAX as usize { 2 } else { 4 };
        let widest = self.numbers.iter().fold(0, |widest, &i| widest.max(i));
        width(self.numbers.len()) * self.starts.len() + width(widest as usize) * (self.numbers.len() + STEP)
    }

    /// What halved cells take at least: every list keeps one vertex, and of the others a cell's parts share each.
    fn least_bytes_refined<V: Vector>(&self) -> usize {
        let cells = self.cells() << (V::DIM - 1);
        2 * (cells + cells + self.numbers.len() - self.cells())
    }
}

struct Builder {
    /// Scaled to a reach near 1, so that nothing underflows.
    vertices: Vec<Vec3<f64>>,
    all: Vec<u32>,
    /// Above the errors of two rounded products of a direction with a largest component of 1, in the scan and here.
    margin: f64,
    /// How far cells overlap.
    overlap: f64,
}

/// The heights of a vertex along the corner directions of a cell.
type Heights = [f64; 4];

impl Builder {
    fn new<V: Vector>(vertices: &[V], reach: V::Scalar) -> Self {
        let u = V::Scalar::UNIT.to_f64();
        let scale = direction_scale(reach).to_f64();
        // A product errs by 3u(|d|·|p|) ≤ 3u√3·reach < 6u·reach; two are compared, twice over.
        let margin = 32.0 * u * (reach.to_f64() * scale);
        let all = (0..vertices.len() as u32).collect();
        Builder { vertices: vertices.iter().map(|&p| lifted(p) * scale).collect(), all, margin, overlap: 16.0 * u }
    }

    /// The candidates of all cells of a grid, out of a pool for each.
    fn selected<'a, V: Vector>(&'a self, side: u32, pool: impl Fn(u32) -> &'a [u32]) -> Lists {
        let mut lists = Lists { side, starts: alloc::vec![0], numbers: Vec::new() };
        let mut heights = Vec::new();
        for cell in 0..2 * V::DIM as u32 * side.pow(V::DIM as u32 - 1) {
            self.select(self.corners::<V>(cell, side), pool(cell), &mut heights, &mut lists.numbers);
            lists.starts.push(lists.numbers.len() as u32);
        }
        lists
    }

    /// Appends the vertices of the pool that none of its highest ones beats at all corners.
    fn select(&self, corners: [Vec3<f64>; 4], pool: &[u32], heights: &mut Vec<Heights>, selected: &mut Vec<u32>) {
        heights.clear();
        heights.extend(pool.iter().map(|&i| corners.map(|d| d.dot(self.vertices[i as usize]))));
        let rivals = highest(heights).map(|rival| rival.map(|h| h - self.margin));
        let beaten = |h: &Heights| rivals.iter().any(|r| (r[0] > h[0]) & (r[1] > h[1]) & (r[2] > h[2]) & (r[3] > h[3]));
        selected.extend(pool.iter().zip(heights.iter()).filter(|(_, h)| !beaten(h)).map(|(&i, _)| i));
    }

    /// The corner directions of a cell, moved outwards by the overlap; in the plane each twice.
    fn corners<V: Vector>(&self, cell: u32, side: u32) -> [Vec3<f64>; 4] {
        let [face, next, last] = split_cell::<V>(cell, side);
        let axis = face as usize / 2;
        let sign = if face % 2 == 0 { 1.0 } else { -1.0 };
        let border = |place: u32, high: bool| {
            let at = 2.0 * f64::from(place + high as u32) / f64::from(side) - 1.0;
            if high { at + self.overlap } else { at - self.overlap }
        };
        [(false, false), (true, false), (false, true), (true, true)].map(|(first, second)| {
            <Vec3<f64> as Vector>::from_fn(|k| match (k + V::DIM - axis) % V::DIM {
                _ if k >= V::DIM => 0.0,
                0 => sign,
                1 => border(next, first),
                _ => border(last, second),
            })
        })
    }
}

/// The heights of the vertices that are highest at the corners and in the middle.
fn highest(heights: &[Heights]) -> [Heights; 5] {
    let mut rivals = [heights[0]; 5];
    let middle = |h: &Heights| (h[0] + h[1]) + (h[2] + h[3]);
    for h in heights {
        for k in 0..4 {
            if h[k] > rivals[k][k] {
                rivals[k] = *h;
            }
        }
        if middle(h) > middle(&rivals[4]) {
            rivals[4] = *h;
        }
    }
    rivals
}

/// Face of the cube, place along the next axis, and along the last one.
fn split_cell<V: Vector>(cell: u32, side: u32) -> [u32; 3] {
    if V::DIM == 3 { [cell / side / side, cell / side % side, cell % side] } else { [cell / side, cell % side, 0] }
}

/// The cell of a grid with `side` cells a side that holds the cell of a grid twice as fine.
fn parent_cell<V: Vector>(cell: u32, side: u32) -> u32 {
    let [face, next, last] = split_cell::<V>(cell, 2 * side);
    if V::DIM == 3 { (face * side + next / 2) * side + last / 2 } else { face * side + next / 2 }
}
