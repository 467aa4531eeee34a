//! The least clearance on the branch of a loop: branch and bound along the driving joint.

use clearance::enclosure::Axis;
use clearance::query::Within;
use clearance::{Real, Vec3, Vector};

use super::{Linkage, Tube};
use crate::bound::height::{Lever, Shift, Spread};
use crate::bound::parameter_box::{JointBox, middle};
use crate::bound::swing::Moving;
use crate::cell::ask;
use crate::cell::chain::{FixedAxis, Side};
use crate::cell::interior::FAR;
use crate::error::RobotError;
use crate::prove::best_first::{LeastSearch, StopRule};
use crate::prove::range::cell::Evaluator;
use crate::prove::range::search::RangeOutcome;
use crate::prove::range::{PosedCell, Refinable};

/// The least clearance of some pairs on the branch of a loop over a range of the driving joint.
pub(crate) fn least_on_branch(
    linkage: &Linkage,
    evaluator: &Evaluator,
    over: &JointBox,
    goal: StopRule,
) -> Result<RangeOutcome, RobotError> {
    let branch = linkage.branch(over)?;
    let start = (0, linkage.configuration(0.0, &vec![0.0; linkage.followers.len()]));
    // Each cell is a pair over a tube.
    let mut search: LeastSearch<(usize, Tube), _> = LeastSearch::new(goal, start);
    let take = |search: &mut LeastSearch<_, _>, pair: usize, tube: Tube, parent: f64| {
        let (lower, upper) = over_tube(linkage, evaluator, pair, &tube);
        search.attain(upper, || (pair, linkage.configuration(tube.at, &tube.q)));
        search.take(lower.max(parent), (pair, tube));
    };
    for pair in 0..evaluator.pairs.len() {
        for tube in &branch.tubes {
            take(&mut search, pair, tube.clone(), f64::NEG_INFINITY);
        }
    }
    while !search.is_done() {
        let Some(entry) = search.next() else { break };
        let (pair, tube) = entry.item;
        match halved(linkage, &tube) {
            None => search.close(entry.bound),
            Some(halves) => halves.into_iter().for_each(|half| take(&mut search, pair, half, entry.bound)),
        }
    }
    let (lower, complete) = search.outcome();
    let LeastSearch { upper, worst: (pair, worst), cells, .. } = search;
    Ok(RangeOutcome { lower, upper, pair, worst, cells, complete })
}

/// A configuration in the middle of a tube in which no pair collides.
pub(crate) fn free_on_branch(
    linkage: &Linkage,
    evaluator: &Evaluator,
    over: &JointBox,
) -> Result<Option<Vec<f64>>, RobotError> {
    let is_free = |tube: &Tube| {
        let point = Tube { half: 0.0, v: [tube.at; 2], ..tube.clone() };
        (0..evaluator.pairs.len()).all(|pair| over_tube(linkage, evaluator, pair, &point).0 > 0.0)
    };
    let tubes = linkage.branch(over)?.tubes;
    Ok(tubes.iter().find(|tube| is_free(tube)).map(|tube| linkage.configuration(tube.at, &tube.q)))
}

/// Tubes over both halves, of the same branch: each holds a solution that is the whole tube's. None if that is not
/// proven, or the numbers lie no closer.
fn halved(linkage: &Linkage, tube: &Tube) -> Option<[Tube; 2]> {
    let [low, high] = tube.v;
    if !(low < tube.at && tube.at < high) {
        return None;
    }
    let half = |v: [f64; 2]| {
        let guess = tube.guess(middle(v));
        let found = linkage.tube(v, &guess)?;
        let point = linkage.tube([found.at, found.at], &found.q)?;
        (linkage.holds(tube, &point) && linkage.holds(&found, &point)).then_some(found)
    };
    Some([half([low, tube.at])?, half([tube.at, high])?])
}

/// A lower bound of the clearance of a pair over a tube, and an upper one at its middle.
///
/// The value of a follower is `q0 + φ δ + r`: two turns or slides along one axis, by `φ δ`, which the driving joint
/// gives, and by `r` of at most `ρ`. So each of its joints is two [levers](Lever) in the same place.
fn over_tube(linkage: &Linkage, evaluator: &Evaluator, pair: usize, tube: &Tube) -> (f64, f64) {
    let range_pair: &Refinable = &evaluator.pairs[pair];
    let configuration = linkage.configuration(tube.at, &tube.q);
    let values: Vec<f64> = range_pair.chain.frames.variables.iter().map(|&variable| configuration[variable]).collect();
    let posed = evaluator.posed(pair, &values);
    // The half widths by the variables of the pair, then that of the driving joint.
    let mut halves: Vec<f64> =
        range_pair.chain.frames.variables.iter().map(|&variable| rest_of(linkage, tube, variable)).collect();
    let drive = halves.len();
    halves.push(tube.half);
    let ones = vec![1.0; halves.len()];
    let levers = [0, 1].map(|body| {
        let plain = posed.pair.chain.frames.levers(evaluator.robot, body, &posed.frames, &ones);
        plain
            .iter()
            .flat_map(|lever| both(linkage, tube, [range_pair.chain.frames.variables[lever.variable], drive], lever))
            .collect::<Vec<_>>()
    });
    let cell = PosedCell::new(posed, halves, levers);
    let (posed, axis) = (&cell.posed, Axis::normalized(Vec3::axis(0)));
    let spreads = cell.spreads().map(|spread| spread.way);
    let way = (spreads[0] + spreads[1]) * (1.0 + 8.0 * f64::UNIT);
    let Within::Near(found) = ask::within(posed.parts, posed.poses.each_ref(), f64::INFINITY) else {
        return (f64::NEG_INFINITY, f64::INFINITY);
    };
    let mut lower = (found.bounds.lower - way).next_down();
    if found.signed_distance < FAR {
        // A joint is several levers here, so frames are only those at the ends of all of them.
        for side in posed.sides().into_iter().filter(|side| matches!(side, Side::Between | Side::Carried(_, 0))) {
            let axis = posed.pose_of(side).map_or(found.normal, |pose| pose.vector_back(found.normal));
            let proof = cell.proof(FixedAxis { side, axis }, &Shift::default(), f64::INFINITY);
            lower = lower.max(proof.map_or(f64::NEG_INFINITY, |proof| proof.lower));
        }
    }
    // The true solution in the middle is within the rest of the computed one.
    let still: f64 = [0, 1]
        .map(|body| {
            let own: Vec<Lever> = cell.levers[body].iter().filter(|lever| lever.variable != drive).copied().collect();
            Spread::of(&axis, &cell.balls[body], &own).way
        })
        .iter()
        .sum();
    let margin = range_pair.chain.margin;
    ((lower - margin).next_down(), ((found.bounds.upper + still).next_up() - margin).next_up())
}

/// `ρ` of a variable of the robot: nothing for the driving joint and those that are held.
fn rest_of(linkage: &Linkage, tube: &Tube, variable: usize) -> f64 {
    linkage.followers.iter().position(|&of| of == variable).map_or(0.0, |k| tube.rest[k])
}

/// A joint of a variable as what the driving joint gives it, and what is left.
fn both(linkage: &Linkage, tube: &Tube, [variable, drive]: [usize; 2], lever: &Lever) -> Vec<Lever> {
    // With a half width of 1 the speed is the ratio of the joint to its variable.
    let ratio = lever.joint.speed;
    let at = |speed: f64| Moving { speed: speed * (1.0 + 4.0 * f64::UNIT), ..lever.joint };
    if variable == linkage.pin.drive {
        return vec![Lever { joint: at(ratio * tube.half), variable: drive, ..*lever }];
    }
    match linkage.followers.iter().position(|&of| of == variable) {
        None => Vec::new(),
        Some(k) => {
            let slope = tube.slope[k];
            let given =
                Lever { joint: at(ratio * slope.abs() * tube.half), variable: drive, factor: lever.factor * slope };
            vec![given, Lever { joint: at(ratio * tube.rest[k]), ..*lever }]
        }
    }
}
