//! A lower bound of a pair's signed distance over a cell by one axis: the one formula of provers and verifier.

use clearance::Hint;
use clearance::enclosure::Axis;

use super::cell::{AxisBound, Evaluator, Posed};
use crate::bound::height::{Shift, Spread};
use crate::bound::parameter_box::{half_width, middle};
use crate::cell::chain::Side;

/// A lower bound of the signed distance of a pair over a cell, or over what half-spaces leave of it, by an axis of any
/// length that is fixed in the frame of a side: the larger of what its gradient and curvature leave of its gap, and of
/// its gap minus the displacement by the joints.
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

/// [`bound_by`] of a pair that is in the middle of the cell, and the parts of the bound by gradient and curvature.
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
