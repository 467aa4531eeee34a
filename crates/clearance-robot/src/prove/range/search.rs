//! Branch and bound: the cell with the least bound first, for one pair or many together.
//!
//! What is known at any time: the best configuration that was found, whose clearance is `upper`, and cells that cover
//! the box of each pair, each with a lower bound. Cells with a bound of at least `upper − width` are done, since
//! `upper` can only fall; the least bound of all cells is `lower`. The first cell is halved until all are done. A fixed
//! number of cells is taken at a time, so that threads share them and the answer does not depend on how many there are.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use super::cell::{Evaluator, Found};
use super::descent::descend;
use super::{RangeOptions, is_stopped};
use crate::bound::parameter_box::{JointBox, middle};
use crate::cell::pieces::ROOT;
use crate::random::Random;

/// How many cells are taken at a time.
const BATCH: usize = 32;

/// How many of the nearest pairs are searched by descents at first, and from how many configurations each.
const STARTS: [usize; 2] = [8, 4];

/// How many pairs of triangles a descent follows in turn at most.
const MOST_ROUNDS: usize = 6;

/// What a search knows so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeProgress {
    /// No clearance is less.
    pub lower: f64,
    /// The least one that was found.
    pub upper: f64,
    /// How many cells were evaluated.
    pub cells: usize,
}

/// What was found: as in [`LeastClearance`](super::LeastClearance), with the pair by its place.
pub(crate) struct Outcome {
    pub lower: f64,
    pub upper: f64,
    pub pair: usize,
    pub worst: Vec<f64>,
    pub cells: usize,
    pub complete: bool,
}

/// A pair, and the nodes of its bodies.
type Nodes = (usize, [u32; 2]);

/// A cell of nodes of a pair, by the sides of the pair's variables.
struct Cell {
    lower: f64,
    of: Nodes,
    /// Which variable is halved next; or the larger node is.
    widest: Option<usize>,
    is_coarse: bool,
    sides: Vec<[f64; 2]>,
    /// Cells with equal bounds go in the order in which they were made.
    number: usize,
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Cell {}
impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Cell {
    /// The greatest is the one with the least bound.
    fn cmp(&self, other: &Self) -> Ordering {
        other.lower.total_cmp(&self.lower).then(other.number.cmp(&self.number))
    }
}

/// A search over the box of some pairs.
pub(crate) struct Search<'s> {
    pub evaluator: Evaluator<'s>,
    pub over: &'s JointBox,
    pub options: RangeOptions,
    pub stop: Option<&'s AtomicBool>,
}

/// What a running search holds.
struct State {
    heap: BinaryHeap<Cell>,
    /// The least bound of the cells that are done.
    floor: f64,
    /// The best clearance, with its pair and the values of that pair's variables.
    best: (f64, usize, Vec<f64>),
    cells: usize,
    until: Option<Instant>,
}

impl<'s> Search<'s> {
    /// The sides of a pair's variables in the whole box.
    fn whole(&self, pair: usize) -> Vec<[f64; 2]> {
        self.evaluator.pairs[pair].chain.frames.variables.iter().map(|&variable| self.over.sides()[variable]).collect()
    }

    /// The configuration with the values of a pair's variables; all others are in the middle.
    pub fn configuration(&self, pair: usize, values: &[f64]) -> Vec<f64> {
        let mut q = self.over.middle();
        for (&variable, &value) in self.evaluator.pairs[pair].chain.frames.variables.iter().zip(values) {
            q[variable] = value;
        }
        q
    }

    /// Searches until the bounds are close enough, or the work or the time ends.
    pub fn run(&self, progress: &mut dyn FnMut(&RangeProgress)) -> Outcome {
        let seconds = self.options.seconds;
        let mut state = State {
            heap: BinaryHeap::new(),
            floor: f64::INFINITY,
            best: (f64::INFINITY, 0, Vec::new()),
            cells: 0,
            // A time that is no time is no limit.
            until: Duration::try_from_secs_f64(seconds).ok().and_then(|time| Instant::now().checked_add(time)),
        };
        self.begin(&mut state);
        while let Some(first) = state.heap.peek() {
            let known = RangeProgress { lower: first.lower.min(state.floor), upper: state.best.0, cells: state.cells };
            progress(&known);
            if first.lower >= self.threshold(&state) || self.is_spent(&state) || self.is_hit(&state) {
                break;
            }
            self.step(&mut state);
        }
        self.outcome(state)
    }

    fn outcome(&self, state: State) -> Outcome {
        let open = state.heap.peek().map_or(f64::INFINITY, |cell| cell.lower);
        let (upper, pair, values) = &state.best;
        let lower = open.min(state.floor).min(*upper);
        let is_above = self.options.target.is_some_and(|target| lower >= target);
        // Rounded as the threshold is.
        let is_near = *upper - lower <= self.options.width || lower >= *upper - self.options.width;
        let is_close = is_near || lower == *upper || is_above;
        let worst = if values.is_empty() && upper.is_infinite() {
            self.over.middle()
        } else {
            self.configuration(*pair, values)
        };
        Outcome {
            lower,
            upper: *upper,
            pair: *pair,
            worst,
            cells: state.cells,
            complete: is_close || self.is_hit(&state),
        }
    }

    /// Bounds from which on a cell is done.
    fn threshold(&self, state: &State) -> f64 {
        (state.best.0 - self.options.width).min(self.options.target.unwrap_or(f64::INFINITY))
    }

    /// Whether a configuration ends the search.
    fn is_hit(&self, state: &State) -> bool {
        (self.options.stop_at_contact && state.best.0 <= 0.0)
            || self.options.target.is_some_and(|target| state.best.0 < target)
    }

    fn is_spent(&self, state: &State) -> bool {
        // A cell is halved or left.
        state.cells + 2 > self.options.cells
            || is_stopped(self.stop)
            || state.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The whole box of each pair, and descents from some configurations.
    fn begin(&self, state: &mut State) {
        let count = self.evaluator.pairs.len();
        let mut uppers: Vec<(f64, usize)> = Vec::new();
        for first in (0..count).step_by(BATCH) {
            let all = (first..count.min(first + BATCH)).map(|pair| ((pair, [ROOT; 2]), self.whole(pair))).collect();
            for (of, sides, found) in self.found(all, self.threshold(state)) {
                let is_hull = self.evaluator.pairs[of.0].has_trees() && found.least < f64::INFINITY;
                uppers.push((if is_hull { found.least } else { found.upper }, of.0));
                self.take(state, of, sides, &found);
            }
        }
        uppers.sort_unstable_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j)));
        let mut random = Random::new(1);
        for &(_, pair) in uppers.iter().take(STARTS[0]) {
            let whole = self.whole(pair);
            for start in 0..STARTS[1] {
                let value = |side: &[f64; 2]| if start == 0 { middle(*side) } else { random.between(side[0], side[1]) };
                let values: Vec<f64> = whole.iter().map(value).collect();
                self.improve(state, pair, &whole, values);
                if self.is_hit(state) || self.is_spent(state) {
                    return;
                }
            }
        }
    }

    /// Halves the first cells.
    fn step(&self, state: &mut State) {
        let threshold = self.threshold(state);
        let mut children = Vec::new();
        let most = (2 * BATCH).min(self.options.cells.saturating_sub(state.cells) / 2 * 2);
        while children.len() < most && state.heap.peek().is_some_and(|cell| cell.lower < threshold) {
            let Some(cell) = state.heap.pop() else { break };
            let (pair, nodes) = cell.of;
            let finer = self.evaluator.pairs[pair].refined(self.evaluator.stage, nodes);
            match (halves(&cell), finer) {
                (both, Some(finer)) if cell.is_coarse || both.is_none() => {
                    children.extend(finer.map(|nodes| ((pair, nodes), cell.sides.clone())));
                }
                (Some(both), _) => children.extend(both.map(|sides| (cell.of, sides))),
                // Nothing moves, or the numbers lie no closer.
                (None, _) => state.floor = state.floor.min(cell.lower),
            }
        }
        for (of, sides, found) in self.found(children, threshold) {
            let before = state.best.0;
            self.take(state, of, sides, &found);
            if state.best.0 < before - self.options.width {
                let (_, pair, values) = state.best.clone();
                self.improve(state, pair, &self.whole(pair), values);
            }
        }
    }

    /// Descends from a configuration. Of triangles those are followed that are nearest, as long as others are nearer
    /// where that ends.
    fn improve(&self, state: &mut State, pair: usize, whole: &[[f64; 2]], mut values: Vec<f64>) {
        let rounds = if self.evaluator.pairs[pair].has_trees() { MOST_ROUNDS } else { 1 };
        for _ in 0..rounds {
            let nodes = if rounds > 1 { self.evaluator.nearest(pair, &values).nodes } else { [ROOT; 2] };
            let (upper, reached) = descend(&self.evaluator, (pair, nodes), whole, values);
            if !(upper < state.best.0) {
                break;
            }
            state.best = (upper, pair, reached.clone());
            values = reached;
        }
    }

    /// Adds a cell of which something was found.
    fn take(&self, state: &mut State, of: Nodes, sides: Vec<[f64; 2]>, found: &Found) {
        state.cells += 1;
        if found.upper < state.best.0 {
            state.best = (found.upper, of.0, sides.iter().map(|&side| middle(side)).collect());
        }
        if found.lower >= self.threshold(state) {
            state.floor = state.floor.min(found.lower);
        } else {
            let (lower, widest, is_coarse) = (found.lower, found.widest, found.is_coarse);
            state.heap.push(Cell { lower, of, widest, is_coarse, sides, number: state.cells });
        }
    }

    /// What is known of cells, in their order.
    fn found(&self, cells: Vec<(Nodes, Vec<[f64; 2]>)>, threshold: f64) -> Vec<(Nodes, Vec<[f64; 2]>, Found)> {
        let one = |(of, sides): (Nodes, Vec<[f64; 2]>)| {
            let found = self.evaluator.cell(of, &sides, threshold);
            (of, sides, found)
        };
        let threads = self.options.threads.clamp(1, BATCH);
        if threads == 1 || cells.len() < 2 * threads {
            return cells.into_iter().map(one).collect();
        }
        let size = cells.len().div_ceil(threads);
        let mut rest = cells.into_iter();
        let parts: Vec<Vec<_>> = (0..threads).map(|_| rest.by_ref().take(size).collect()).collect();
        thread::scope(|scope| {
            let handles: Vec<_> = parts
                .into_iter()
                .map(|part| scope.spawn(move || part.into_iter().map(one).collect::<Vec<_>>()))
                .collect();
            let join = |handle: thread::ScopedJoinHandle<Vec<_>>| {
                handle.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault))
            };
            handles.into_iter().flat_map(join).collect()
        })
    }
}

/// The halves of a cell along its widest side, which share the middle; a child's bound is never below its parent's.
fn halves(cell: &Cell) -> Option<[Vec<[f64; 2]>; 2]> {
    let widest = cell.widest?;
    let [low, high] = cell.sides[widest];
    let at = middle([low, high]);
    (low < at && at < high).then(|| {
        [[low, at], [at, high]].map(|side| {
            let mut sides = cell.sides.clone();
            sides[widest] = side;
            sides
        })
    })
}
