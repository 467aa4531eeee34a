//! Free regions of joint space: boxes around a configuration in which nothing collides, with a certificate, and the regions of others, checked.
//!
//! A region is a box of joint values, or the part of it that some half-spaces `A q ≤ b` leave. For each pair its box is cut into cells, and in each cell an axis that is fixed in a
//! frame keeps the pair apart, by the bound of `expansion` or by the way of the joints alone. A certificate lists axes and cuts; [`RegionCertificate::verify`] computes every
//! bound again.

mod certificate;
mod foreign;
mod grow;
mod polytope;
mod prove;
#[cfg(test)]
mod tests;

pub use certificate::{PairCells, RegionCertificate, RegionDigests, RegionNode};
pub use foreign::Foreign;
pub use polytope::Polytope;

use clearance::Hint;
use clearance::enclosure::Axis;

use crate::expansion::Spread;
use crate::range::{Evaluator, Posed, Side, half_width, middle};

/// How much work regions take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrowOptions {
    /// The half width that a box may have at most, for each joint: radians or metres.
    pub most: f64,
    /// Maximum number of cells in the proof of a box, for each pair.
    pub cells: usize,
    /// How many times each side is moved out.
    pub rounds: usize,
    /// How many configurations of a foreign region are tried before it is proven.
    pub samples: usize,
    /// Seed of these configurations.
    pub seed: u64,
}

impl Default for GrowOptions {
    /// Half a turn at most, 2000 cells, two rounds, 2000 samples.
    fn default() -> Self {
        GrowOptions { most: core::f64::consts::PI, cells: 2000, rounds: 2, samples: 2000, seed: 1 }
    }
}

/// A lower bound of the signed distance of a pair over a cell, by an axis of any length that is fixed in the frame of a side: the larger of what its gradient and curvature leave of its gap, and
/// of its gap less the way of the joints. The one formula of prover and verifier.
pub(crate) fn bound_by(evaluator: &Evaluator, pair: usize, cell: &[[f64; 2]], side: Side, axis: [f64; 3]) -> f64 {
    let values: Vec<f64> = cell.iter().map(|&side| middle(side)).collect();
    let halves: Vec<f64> = cell.iter().map(|&side| half_width(side)).collect();
    let posed = evaluator.posed(pair, &values);
    bound_of(evaluator, &posed, &halves, (side, axis))
}

/// [`bound_by`] of a pair that is in the middle of the cell.
pub(crate) fn bound_of(evaluator: &Evaluator, posed: &Posed, halves: &[f64], (side, axis): (Side, [f64; 3])) -> f64 {
    let Some(axis) = Axis::along(axis.into()) else { return f64::NEG_INFINITY };
    let axis = posed.pose_of(side).map_or(axis, |pose| axis.posed(pose));
    let levers = [0, 1].map(|body| posed.pair.levers(evaluator.robot, body, &posed.frames, halves));
    let balls = [0, 1].map(|body| posed.ball(body));
    let second =
        posed.bound_along(side, axis, (&levers, &balls), halves).map_or(f64::NEG_INFINITY, |bound| bound.lower);
    let spreads = [0, 1].map(|body| Spread::of(&axis, &balls[body], &levers[body]).way);
    let way = (spreads[0] + spreads[1]) * (1.0 + 8.0 * f64::EPSILON);
    let first = (posed.gap_along(&axis, &mut [Hint::NONE; 2]) - way).next_down();
    second.max(first)
}
