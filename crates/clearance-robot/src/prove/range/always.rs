//! Whether bodies collide never, always or sometimes, over a box of joint values.

use super::LeastClearance;
use super::cell::Evaluator;
use super::nearest::Nearest;
use super::search::RangeSearch;
use crate::bound::height::Spread;
use crate::bound::parameter_box::{half_width, halves, middle};
use crate::cell::interior::Place;
use crate::prove::best_first::is_stopped;
use crate::random::Random;
use clearance::enclosure::Axis;
use clearance::{Vec3, Vector};

/// Whether two bodies collide over a box; as near as their margin counts as a collision.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// In no configuration.
    Never,
    /// In every configuration.
    Always,
    /// In the worst configuration, and not in this one.
    Sometimes {
        /// A configuration in which they are proven not to collide.
        free: Vec<f64>,
    },
    /// Not known.
    Open,
}

impl Verdict {
    /// `"never"`, `"always"`, `"sometimes"` or `"open"`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Never => "never",
            Verdict::Always => "always",
            Verdict::Sometimes { .. } => "sometimes",
            Verdict::Open => "open",
        }
    }
}

/// How many configurations are tried before a proof that all collide is begun, and how many cells that may take.
const TRIED: usize = 200;
const MOST_CELLS: usize = 20_000;

/// How many of bodies that are triangles, whose nearest ones take long to find.
const MOST_CELLS_OF_TRIANGLES: usize = 500;

impl RangeSearch<'_> {
    /// The verdict of pairs that represent two bodies together, whose least clearance is known.
    pub fn verdict(&self, least: &LeastClearance) -> Verdict {
        match least.collides() {
            Some(false) => Verdict::Never,
            Some(true) => self.always(),
            None => Verdict::Open,
        }
    }

    fn always(&self) -> Verdict {
        let sides = self.over.sides();
        let mut random = Random::new(2);
        for trial in 0..TRIED {
            let value = |side: &[f64; 2]| match trial {
                0 => middle(*side),
                _ => random.between(side[0], side[1]),
            };
            let q: Vec<f64> = sides.iter().map(value).collect();
            if let CellVerdict::Free = known(&self.evaluator, &q, None) {
                return Verdict::Sometimes { free: q };
            }
        }
        let mut open = vec![sides.to_vec()];
        let has_trees = self.evaluator.pairs.iter().any(|pair| pair.has_trees());
        let most = if has_trees { MOST_CELLS_OF_TRIANGLES } else { MOST_CELLS };
        for _ in 0..most.min(self.options.cells) {
            let Some(cell) = open.pop() else { return Verdict::Always };
            if is_stopped(self.stop) {
                break;
            }
            let q: Vec<f64> = cell.iter().map(|&side| middle(side)).collect();
            match known(&self.evaluator, &q, Some(&cell)) {
                CellVerdict::Free => return Verdict::Sometimes { free: q },
                CellVerdict::Collides => {}
                CellVerdict::Open(None) => return Verdict::Open,
                CellVerdict::Open(Some(widest)) => open.extend(halves(&cell, widest, q[widest])),
            }
        }
        Verdict::Open
    }
}

/// What is known of a cell.
enum CellVerdict {
    /// No pair collides in the middle.
    Free,
    /// One pair collides everywhere: as far below its margin in the middle as the cell can move it.
    Collides,
    /// Neither, with the variable of the robot that moves most.
    Open(Option<usize>),
}

/// What is known of a configuration, or of a cell about it.
fn known(evaluator: &Evaluator, q: &[f64], cell: Option<&[[f64; 2]]>) -> CellVerdict {
    let (mut free, mut widest) = (true, (0.0, None));
    for (place, pair) in evaluator.pairs.iter().enumerate() {
        let values: Vec<f64> = pair.chain.frames.variables.iter().map(|&variable| q[variable]).collect();
        let Nearest { posed, found, lower, .. } = evaluator.nearest(place, &values);
        free &= lower > pair.chain.margin && (!pair.has_trees() || evaluator.inside(place, &values) == Place::Outside);
        let Some(cell) = cell else { continue };
        let halves: Vec<f64> = pair.chain.frames.variables.iter().map(|&variable| half_width(cell[variable])).collect();
        let mut way = 0.0;
        for body in [0, 1] {
            let levers = pair.chain.frames.levers(evaluator.robot, body, &posed.frames, &halves);
            let spread = Spread::of(&Axis::normalized(Vec3::axis(0)), &posed.ball(body), &levers);
            for (lever, reach) in levers.iter().zip(&spread.reaches) {
                let moved = lever.joint.speed * reach;
                if moved > widest.0 {
                    widest = (moved, Some(pair.chain.frames.variables[lever.variable]));
                }
            }
            way += spread.way;
        }
        if (found.bounds.upper + way).next_up() <= pair.chain.margin {
            return CellVerdict::Collides;
        }
    }
    if free { CellVerdict::Free } else { CellVerdict::Open(widest.1) }
}
