//! Descents: configurations with little clearance, found by its gradient. Nothing is proven by them but the clearance
//! where they end.

use clearance::Vector;

use super::cell::{Evaluator, PairNodes};
use crate::cell::interior::FAR;

/// How many steps a descent takes at most, and how short the last ones are, for each unit of the box.
const MOST_STEPS: usize = 80;
const SHORTEST: f64 = 1e-13;

/// A clearance that a descent of nodes of a pair reached from values of its variables inside of a box, and those
/// values.
pub(crate) fn descend(
    evaluator: &Evaluator,
    of: PairNodes,
    sides: &[[f64; 2]],
    mut values: Vec<f64>,
) -> (f64, Vec<f64>) {
    let margin = evaluator.pairs[of.pair].chain.margin;
    let (mut at, mut slope) = clearance_and_slope(evaluator, of, &values);
    // In fractions of the box.
    let mut length = 0.25;
    for _ in 0..MOST_STEPS {
        let widths: Vec<f64> = sides.iter().map(|[low, high]| high - low).collect();
        let ways: Vec<f64> = (0..values.len())
            .map(|i| {
                let way = -slope[i] * widths[i];
                let stuck = (way > 0.0 && values[i] >= sides[i][1]) || (way < 0.0 && values[i] <= sides[i][0]);
                if stuck { 0.0 } else { way }
            })
            .collect();
        let most = ways.iter().fold(0.0f64, |most, way| most.max(way.abs()));
        if most == 0.0 || length < SHORTEST || at >= FAR {
            break;
        }
        let moved: Vec<f64> = (0..values.len())
            .map(|i| (values[i] + length * widths[i] * ways[i] / most).clamp(sides[i][0], sides[i][1]))
            .collect();
        let (next, next_slope) = clearance_and_slope(evaluator, of, &moved);
        if next < at {
            (at, slope, values) = (next, next_slope, moved);
            length = (2.0 * length).min(0.5);
        } else {
            length *= 0.25;
        }
    }
    ((at - margin).next_up(), values)
}

/// The upper bound of a pair's signed distance, and its rates by the pair's variables at the witness points.
fn clearance_and_slope(evaluator: &Evaluator, of: PairNodes, values: &[f64]) -> (f64, Vec<f64>) {
    let (posed, found) = evaluator.clearance(of, values);
    let mut slope = vec![0.0; values.len()];
    let ones = vec![1.0; values.len()];
    for (body, point, sign) in [(0, found.witness_a, -1.0), (1, found.witness_b, 1.0)] {
        for lever in posed.pair.chain.frames.levers(evaluator.robot, body, &posed.frames, &ones) {
            let joint = &lever.joint;
            let moved = if joint.turns { joint.axis.cross(point - joint.origin) } else { joint.axis };
            slope[lever.variable] += sign * lever.factor * found.normal.dot(moved);
        }
    }
    (found.bounds.upper, slope)
}
