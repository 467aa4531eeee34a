//! Proved candidate lists for the [cells](super::cells) of the cube of directions.
//!
//! Vertex `i` is left out of a cell if some vertex `j` has `d·(p_j − p_i) > margin` at the corner directions of the cell.
//! That inequality is linear in `d`, so it holds in the whole cell; and with a margin above the errors of both rounded
//! products, `i` cannot come out largest, nor equal to the largest, in floating point either. Cells overlap by more than
//! the rounding of a direction's place in the grid, so the borders are covered too.
//!
//! The grid is refined from one cell a side, mostly by halving; each cell chooses among the candidates of the cell it is
//! part of.

use alloc::vec::Vec;
#[cfg(feature = "serde")]
use alloc::{format, string::String};

use super::cells::Cells;
#[cfg(feature = "serde")]
use super::links::Links;
use super::pool::STEP;
use crate::hull::lifted;
use crate::math::{Real, Vector};
use crate::shape::rounding::direction_scale;

/// No grid is finer: 24576 cells in space.
const FINEST: u32 = 64;

/// The grid is fine enough once only one list in so many takes more than one step.
const SHORT: usize = 16;

/// Lists of so many vertices and less are compared each with each.
const FEW: usize = 24;

/// Candidate lists of all cells, one behind the other.
pub(super) struct Lists {
    /// Cells along an edge of the cube.
    pub side: u32,
    /// Where each cell's list begins, and the end of the last.
    pub starts: Vec<u32>,
    pub numbers: Vec<u32>,
}

/// The cells of the finest grid that takes at most `bytes` and is worth its memory.
pub(super) fn fitting<V: Vector>(vertices: &[V], reach: V::Scalar, bytes: usize) -> Cells {
    let builder = Builder::new(vertices, reach);
    let mut coarse = builder.selected::<V>(1, |_| &builder.all);
    let mut cells = Cells::new(&coarse);
    let mut coarser = None;
    // Finer cells take two bytes each, and about one set for each vertex.
    let finer_may_fit = |cells: usize| 2 * (cells << (V::DIM - 1)) + 2 * STEP * vertices.len() <= bytes;
    while coarse.side < FINEST && coarse.steps_but_for_one_in(SHORT) > 1 && finer_may_fit(coarse.cells()) {
        let fine = builder.refined::<V>(&coarse, 2);
        let finer = Cells::new(&fine);
        if finer.bytes() > bytes {
            // Half as many again may still do.
            let between = coarser.map(|lists| Cells::new(&builder.refined::<V>(&lists, 3)));
            return between.filter(|between| between.bytes() <= bytes).unwrap_or(cells);
        }
        (coarser, coarse, cells) = (Some(coarse), fine, finer);
    }
    cells
}

impl Lists {
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
}

struct Builder {
    /// Scaled to a reach near 1, so that nothing underflows.
    vertices: Vec<[f64; 3]>,
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
        Builder {
            vertices: vertices.iter().map(|&p| (lifted(p) * scale).into()).collect(),
            all,
            margin,
            overlap: 24.0 * u,
        }
    }

    /// The candidates of the cells of a grid `factor` times as fine.
    fn refined<V: Vector>(&self, coarse: &Lists, factor: u32) -> Lists {
        let pool = |cell| coarse.of_cell(cell_around::<V>(cell, coarse.side, factor));
        self.selected::<V>(factor * coarse.side, pool)
    }

    /// The candidates of all cells of a grid, out of a pool for each.
    fn selected<'a, V: Vector>(&'a self, side: u32, pool: impl Fn(u32) -> &'a [u32]) -> Lists {
        let mut lists = Lists { side, starts: alloc::vec![0], numbers: Vec::new() };
        let mut heights = Vec::new();
        for cell in 0..2 * V::DIM as u32 * side.pow(V::DIM as u32 - 1) {
            self.select(&Corners::new::<V>(cell, side, self.overlap), pool(cell), &mut heights, &mut lists.numbers);
            lists.starts.push(lists.numbers.len() as u32);
        }
        lists
    }

    /// Appends the vertices of the pool that no other beats at all corners, as far as that is found out.
    fn select(&self, corners: &Corners, pool: &[u32], heights: &mut Vec<Heights>, selected: &mut Vec<u32>) {
        heights.clear();
        heights.extend(pool.iter().map(|&i| corners.heights(&self.vertices[i as usize])));
        let rivals = highest(heights).map(|rival| rival.map(|h| h - self.margin));
        let first = selected.len();
        for (&i, h) in pool.iter().zip(heights.iter()) {
            if !rivals.iter().any(|rival| beats(rival, h)) {
                selected.push(i);
            }
        }
        if (STEP + 1..=FEW).contains(&(selected.len() - first)) {
            let rivals: Vec<Heights> =
                selected[first..].iter().map(|&i| corners.heights(&self.vertices[i as usize])).collect();
            let mut at = 0..;
            let unbeaten = |at: usize| !rivals.iter().any(|rival| beats(&rival.map(|h| h - self.margin), &rivals[at]));
            let mut kept = first;
            for k in first..selected.len() {
                if at.next().is_some_and(unbeaten) {
                    selected[kept] = selected[k];
                    kept += 1;
                }
            }
            selected.truncate(kept);
        }
    }
}

/// Whether a vertex is above another at all corners.
#[inline]
fn beats(above: &Heights, h: &Heights) -> bool {
    (above[0] > h[0]) & (above[1] > h[1]) & (above[2] > h[2]) & (above[3] > h[3])
}

/// Proves lists that were made before.
#[cfg(feature = "serde")]
pub(super) struct Prover(Builder);

#[cfg(feature = "serde")]
impl Prover {
    pub fn new<V: Vector>(vertices: &[V], reach: V::Scalar) -> Self {
        Prover(Builder::new(vertices, reach))
    }

    /// An error unless the list of every cell holds all that can win there, the lowest of equal ones first.
    pub fn check<V: Vector>(&self, cells: &Cells, links: &Links) -> Result<(), String> {
        for cell in 0..cells.count() {
            let list = cells.list(cell);
            let corners = Corners::new::<V>(cell as u32, cells.side(), self.0.overlap);
            let heights = |i: u32| corners.heights(&self.0.vertices[i as usize]);
            let rivals: Vec<Heights> = list.iter().map(|&i| heights(i).map(|h| h - self.0.margin)).collect();
            let beaten = |i: u32| rivals.iter().any(|rival| beats(rival, &heights(i)));
            let candidates: Vec<u32> = list.iter().copied().filter(|&i| !beaten(i)).collect();
            let first_seen = |&k: &usize| !candidates[..k].contains(&candidates[k]);
            let ascending = (0..candidates.len()).filter(first_seen).map(|k| candidates[k]).is_sorted();
            let outside = |&w: &u32| !list.contains(&w) && !beaten(w);
            if !ascending || candidates.iter().any(|&v| links.around(v).any(|w| outside(&w))) {
                return Err(format!("cells: the list of cell {cell} is not that of the vertices that can win there"));
            }
        }
        Ok(())
    }
}

/// The corner directions of a cell, moved outwards by the overlap: ±1 along one axis, and these along the next and the last; in
/// the plane the last ones are null.
struct Corners {
    axes: [usize; 3],
    sign: f64,
    next: [f64; 2],
    last: [f64; 2],
}

impl Corners {
    fn new<V: Vector>(cell: u32, side: u32, overlap: f64) -> Self {
        let [face, next, last] = split_cell::<V>(cell, side);
        let axis = face as usize / 2;
        let border = |place: u32| 2.0 * f64::from(place) / f64::from(side) - 1.0;
        let borders = |place: u32| [border(place) - overlap, border(place + 1) + overlap];
        let flat = V::DIM == 2;
        Corners {
            axes: if flat { [axis, 1 - axis, 2] } else { [axis, (axis + 1) % 3, (axis + 2) % 3] },
            sign: if face % 2 == 0 { 1.0 } else { -1.0 },
            next: borders(next),
            last: if flat { [0.0; 2] } else { borders(last) },
        }
    }

    #[inline]
    fn heights(&self, p: &[f64; 3]) -> Heights {
        let [along, next, last] = self.axes.map(|k| p[k]);
        let [low, high] = self.next.map(|x| self.sign * along + x * next);
        let [near, far] = self.last.map(|x| x * last);
        [low + near, high + near, low + far, high + far]
    }
}

/// The heights of the vertices that are highest in the middle, where most others are beaten, and at the corners.
fn highest(heights: &[Heights]) -> [Heights; 5] {
    let mut rivals = [heights[0]; 5];
    let middle = |h: &Heights| (h[0] + h[1]) + (h[2] + h[3]);
    for h in heights {
        if middle(h) > middle(&rivals[0]) {
            rivals[0] = *h;
        }
        for k in 0..4 {
            if h[k] > rivals[k + 1][k] {
                rivals[k + 1] = *h;
            }
        }
    }
    rivals
}

/// Face of the cube, place along the next axis, and along the last one.
fn split_cell<V: Vector>(cell: u32, side: u32) -> [u32; 3] {
    if V::DIM == 3 { [cell / side / side, cell / side % side, cell % side] } else { [cell / side, cell % side, 0] }
}

/// The cell of a grid with `side` cells a side that holds the cell of a grid `factor` times as fine.
fn cell_around<V: Vector>(cell: u32, side: u32, factor: u32) -> u32 {
    let [face, next, last] = split_cell::<V>(cell, factor * side);
    if V::DIM == 3 { (face * side + next / factor) * side + last / factor } else { face * side + next / factor }
}
