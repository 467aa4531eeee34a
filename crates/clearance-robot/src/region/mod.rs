//! Free regions of joint space: boxes and polytopes around a configuration in which nothing collides, with a
//! certificate, and the regions of others, checked.
//!
//! A region is a box of joint values, or the part of it that some half-spaces `A q ≤ b` leave. For each pair its box is
//! cut into cells, and in each cell an axis that is fixed in a frame keeps the pair apart, by the bound of
//! `bound/height` or by the way of the joints alone. A certificate lists axes and cuts; [`RegionCertificate::verify`]
//! computes every bound again.

mod carve;
mod cell;
mod cells;
mod certificate;
mod foreign;
mod grow;
mod grow_polytope;
mod loosen;
mod multipliers;
mod polytope;
mod prove;
mod range_certificate;
mod sketch;
#[cfg(test)]
mod tests;

pub use cells::{PairCells, RegionNode};
pub use certificate::{RegionCertificate, RegionDigests};
pub use foreign::Foreign;
pub use polytope::Polytope;
pub use range_certificate::RangeCertificate;

use clearance::Hint;
use clearance::enclosure::Axis;

use crate::bound::height::{Shift, Spread};
use crate::bound::parameter_box::{half_width, middle};
use crate::cell::chain::Side;
use crate::prove::range::{AxisBound, Evaluator, Posed};

/// How much work regions take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrowOptions {
    /// The half width that a box may have at most, for each joint: radians or metres.
    pub most: f64,
    /// Maximum number of cells in the proof of a box, for each pair.
    pub cells: usize,
    /// Maximum number of cells in the proofs of a polytope that grows, for all pairs together.
    pub polytope_cells: usize,
    /// How many times each side is moved out.
    pub rounds: usize,
    /// How many configurations of a foreign region are tried before it is proven.
    pub samples: usize,
    /// Seed of these configurations.
    pub seed: u64,
}

impl Default for GrowOptions {
    /// Half a turn at most, 2000 cells, 60 000 for polytopes, two rounds, 20 000 samples: of regions by sampling one
    /// configuration in a thousand collides.
    fn default() -> Self {
        GrowOptions {
            most: core::f64::consts::PI,
            cells: 2000,
            polytope_cells: 60_000,
            rounds: 2,
            samples: 20_000,
            seed: 1,
        }
    }
}

/// A lower bound of the signed distance of a pair over a cell, or over what half-spaces leave of it, by an axis of any
/// length that is fixed in the frame of a side: the larger of what its gradient and curvature leave of its gap, and of
/// its gap less the way of the joints. The one formula of prover and verifier.
pub(crate) fn bound_by(
    evaluator: &Evaluator,
    pair: usize,
    cell: &[[f64; 2]],
    (side, axis): (Side, [f64; 3]),
    shift: &Shift,
) -> f64 {
    let values: Vec<f64> = cell.iter().map(|&side| middle(side)).collect();
    let halves: Vec<f64> = cell.iter().map(|&side| half_width(side)).collect();
    let posed = evaluator.posed(pair, &values);
    bound_of(evaluator, &posed, &halves, (side, axis), shift).0
}

/// [`bound_by`] of a pair that is in the middle of the cell, and what the bound by gradient and curvature consists of.
pub(crate) fn bound_of(
    evaluator: &Evaluator,
    posed: &Posed,
    halves: &[f64],
    (side, axis): (Side, [f64; 3]),
    shift: &Shift,
) -> (f64, Option<AxisBound>) {
    let Some(axis) = Axis::along(axis.into()) else { return (f64::NEG_INFINITY, None) };
    let axis = posed.pose_of(side).map_or(axis, |pose| axis.posed(pose));
    let levers = [0, 1].map(|body| posed.pair.chain.frames.levers(evaluator.robot, body, &posed.frames, halves));
    let balls = [0, 1].map(|body| posed.ball(body));
    let second = posed.bound_along(side, axis, (&levers, &balls), halves, shift);
    let spreads = [0, 1].map(|body| Spread::of(&axis, &balls[body], &levers[body]).way);
    let way = (spreads[0] + spreads[1]) * (1.0 + 8.0 * f64::EPSILON);
    let first = (posed.gap_along(&axis, &mut [Hint::NONE; 2]) - way).next_down();
    (second.as_ref().map_or(first, |bound| bound.lower.max(first)), second)
}
