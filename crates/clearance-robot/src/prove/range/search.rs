//! The search of ranges: the cell with the least bound first, for one pair or many together.
//!
//! It begins with the whole box of each pair and with descents from some configurations; what ends it is in
//! [`best_first`](crate::prove::best_first).

use std::sync::atomic::AtomicBool;

use super::RangeOptions;
use super::cell::{CellClearance, Evaluator, PairNodes};
use super::descent::descend;
use crate::bound::parameter_box::{JointBox, halves, middle};
use crate::cell::pieces::ROOT;
use crate::prove::best_first::{BATCH, LeastSearch, evaluated};
use crate::random::Random;

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
pub(crate) struct RangeOutcome {
    pub lower: f64,
    pub upper: f64,
    pub pair: usize,
    pub worst: Vec<f64>,
    pub cells: usize,
    pub complete: bool,
}

/// Nodes of a pair, and the sides of its variables.
type NodesOver = (PairNodes, Vec<[f64; 2]>);

/// A cell of nodes of a pair, by the sides of the pair's variables.
struct NodeCell {
    of: PairNodes,
    /// The variable that is halved next; `None` if the larger node is.
    widest: Option<usize>,
    is_coarse: bool,
    sides: Vec<[f64; 2]>,
}

/// The state of a search: the worst configuration by its pair, with the values of that pair's variables.
type State<'s> = LeastSearch<'s, NodeCell, (usize, Vec<f64>)>;

/// A search over the box of some pairs.
pub(crate) struct RangeSearch<'s> {
    pub evaluator: Evaluator<'s>,
    pub over: &'s JointBox,
    pub options: RangeOptions,
    pub stop: Option<&'s AtomicBool>,
}

impl<'s> RangeSearch<'s> {
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
    pub fn run(&self, progress: &mut dyn FnMut(&RangeProgress)) -> RangeOutcome {
        let mut state = State::new(self.options.goal(self.stop), (0, Vec::new()));
        self.begin(&mut state);
        while state.is_open() {
            progress(&RangeProgress { lower: state.lower(), upper: state.upper, cells: state.cells });
            if state.is_done() {
                break;
            }
            self.step(&mut state);
        }
        self.outcome(&state)
    }

    fn outcome(&self, state: &State) -> RangeOutcome {
        let (lower, complete) = state.outcome();
        let (pair, values) = &state.worst;
        let worst = if values.is_empty() && state.upper.is_infinite() {
            self.over.middle()
        } else {
            self.configuration(*pair, values)
        };
        RangeOutcome { lower, upper: state.upper, pair: *pair, worst, cells: state.cells, complete }
    }

    /// The whole box of each pair, and descents from some configurations.
    fn begin(&self, state: &mut State) {
        let count = self.evaluator.pairs.len();
        let mut uppers: Vec<(f64, usize, f64)> = Vec::new();
        for first in (0..count).step_by(BATCH) {
            let all =
                (first..count.min(first + BATCH)).map(|pair| (PairNodes::whole(pair), self.whole(pair))).collect();
            for (of, sides, found) in self.found(all, state.threshold()) {
                let is_hull = self.evaluator.pairs[of.pair].has_trees() && found.least < f64::INFINITY;
                uppers.push((if is_hull { found.least } else { found.upper }, of.pair, found.lower));
                self.take(state, of, sides, &found);
            }
        }
        // A pair whose cell is closed has no less, once any clearance is known.
        let (is_known, threshold) = (state.upper.is_finite(), state.threshold());
        uppers.retain(|(_, _, lower)| !(is_known && *lower >= threshold));
        uppers.sort_unstable_by(|(a, i, _), (b, j, _)| a.total_cmp(b).then(i.cmp(j)));
        let mut random = Random::new(1);
        for &(_, pair, _) in uppers.iter().take(STARTS[0]) {
            let whole = self.whole(pair);
            // Whether anything is below a target is seen from the middle, or by the cells.
            let starts = if self.options.target.is_some() { 1 } else { STARTS[1] };
            for start in 0..starts {
                let value = |side: &[f64; 2]| if start == 0 { middle(*side) } else { random.between(side[0], side[1]) };
                let values: Vec<f64> = whole.iter().map(value).collect();
                self.improve(state, pair, &whole, values);
                if state.is_hit() || state.is_spent() {
                    return;
                }
            }
        }
    }

    /// Halves the first cells.
    fn step(&self, state: &mut State) {
        let threshold = state.threshold();
        let (mut children, mut bounds) = (Vec::new(), Vec::new());
        while children.len() < state.batch()
            && let Some(entry) = state.next()
        {
            let cell = entry.item;
            let PairNodes { pair, nodes } = cell.of;
            let finer = self.evaluator.pairs[pair].refined(self.evaluator.stage, nodes);
            match (halved(&cell), finer) {
                (both, Some(finer)) if cell.is_coarse || both.is_none() => {
                    children.extend(finer.map(|nodes| (PairNodes { pair, nodes }, cell.sides.clone())));
                }
                (Some(both), _) => children.extend(both.map(|sides| (cell.of, sides))),
                // Nothing moves, or the numbers lie no closer.
                (None, _) => state.close(entry.bound),
            }
            bounds.resize(children.len(), entry.bound);
        }
        for ((of, sides, mut found), bound) in self.found(children, threshold).into_iter().zip(bounds) {
            // What holds over a cell holds over its parts, of which other axes may prove less.
            found.lower = found.lower.max(bound);
            let before = state.upper;
            self.take(state, of, sides, &found);
            if state.upper < before - self.options.width {
                let (pair, values) = state.worst.clone();
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
            let (upper, reached) = descend(&self.evaluator, PairNodes { pair, nodes }, whole, values);
            if !(upper < state.upper) {
                break;
            }
            state.attain(upper, || (pair, reached.clone()));
            values = reached;
        }
    }

    /// Adds a cell of which something was found.
    fn take(&self, state: &mut State, of: PairNodes, sides: Vec<[f64; 2]>, found: &CellClearance) {
        state.attain(found.upper, || (of.pair, sides.iter().map(|&side| middle(side)).collect()));
        let (widest, is_coarse) = (found.widest, found.is_coarse);
        state.take(found.lower, NodeCell { of, widest, is_coarse, sides });
    }

    /// What is known of cells, in their order.
    fn found(&self, cells: Vec<NodesOver>, threshold: f64) -> Vec<(PairNodes, Vec<[f64; 2]>, CellClearance)> {
        let one = |(of, sides): NodesOver| {
            let found = self.evaluator.cell(of, &sides, threshold);
            (of, sides, found)
        };
        evaluated(cells, self.options.threads, one)
    }
}

/// The halves of a cell along its widest side, which share the middle; `None` if its numbers lie no closer.
fn halved(cell: &NodeCell) -> Option<[Vec<[f64; 2]>; 2]> {
    let widest = cell.widest?;
    let [low, high] = cell.sides[widest];
    let at = middle([low, high]);
    (low < at && at < high).then(|| halves(&cell.sides, widest, at))
}
