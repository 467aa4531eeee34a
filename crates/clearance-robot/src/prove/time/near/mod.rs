//! What is near a configuration, and how its distances change with each joint.

use clearance::query::Within;
use clearance::{Proximity, Vec3, Vector};

use super::Checker;
use super::snapshot::Snapshot;
use super::span::Span;
use crate::bound::swing::Moving;
use crate::cell::ask;
use crate::cell::bodies::Stage;
use crate::cell::chain::Chain;
use crate::error::RobotError;
use crate::path::{Configuration, Segment};

/// A pair of bodies that are near each other in a configuration.
#[derive(Clone, Debug)]
pub struct Near {
    /// Pairs of links, or of a link and a body.
    pub names: [String; 2],
    /// The signed distance less this must stay positive.
    pub margin: f64,
    /// Where they are closest, in the world.
    pub proximity: Proximity<Vec3<f64>>,
    /// The derivatives of the signed distance by the values of a configuration: one where it is differentiable, else
    /// generators of Clarke's subdifferential, as the corners of parallel faces give them.
    pub generators: Vec<Vec<f64>>,
}

/// Where two bodies are closest, and their names.
pub type Nearest = (Proximity<Vec3<f64>>, [String; 2]);

impl Checker<'_> {
    /// The pairs whose signed distance may be at most `within`, each with its generators; the others are not asked.
    pub fn near(&self, q: &[f64], within: f64) -> Result<Vec<Near>, RobotError> {
        self.robot().check_configuration(q)?;
        let still = Segment::Straight { from: q.to_vec(), to: q.to_vec() };
        let span = Span::new(self.stage(), &still, [0.0, 1.0], None);
        let (stage, pairs) = (self.stage(), self.pairs_within(&span.middle, within).into_iter());
        Ok(pairs.filter_map(|i| near(stage, &span, i, within)).collect())
    }

    /// For each pair whose signed distance may be at most `within`, one derivative of it: at the points where it is
    /// closest. Where it has several, as at parallel faces, all of them would cost many times as much.
    pub(crate) fn slopes(&self, q: &[f64], within: f64) -> Vec<Vec<f64>> {
        let still = Segment::Straight { from: q.to_vec(), to: q.to_vec() };
        let (stage, span) = (self.stage(), Span::new(self.stage(), &still, [0.0, 1.0], None));
        let slope = |i: usize| {
            let found = near_pair(stage, &span, i, within)?;
            let points = [found.witness_a, found.witness_b];
            Some(derivative(stage, |frame| span.joints_of(frame)[0], &stage.pairs()[i], found.normal, points))
        };
        self.pairs_within(&span.middle, within).into_iter().filter_map(slope).collect()
    }

    /// The least signed distance of all pairs in a configuration, with the pair's names; `None` without pairs.
    pub fn nearest(&self, q: &[f64]) -> Result<Option<Nearest>, RobotError> {
        self.robot().check_configuration(q)?;
        let at = Snapshot::at(self.stage(), &Configuration::exact(q));
        Ok(at.nearest(self.stage()).map(|(found, pair)| (found, self.stage().names(pair))))
    }

    /// [`nearest`](Self::nearest) at a place of a segment, on which bodies may move.
    pub(crate) fn nearest_on(&self, segment: &Segment, x: f64) -> Option<Nearest> {
        let at = Snapshot::at(self.stage(), &segment.at(x));
        at.nearest(self.stage()).map(|(found, pair)| (found, self.stage().names(pair)))
    }

    /// The pairs that may be within `max` in a configuration, in order.
    pub(super) fn pairs_within(&self, at: &Snapshot, max: f64) -> Vec<usize> {
        let stage = self.stage();
        let Some(crowd) = stage.crowd() else { return (0..stage.pairs().len()).collect() };
        let around = crowd.within(max, |body| stage.bodies()[body].ball_at(at.body(stage, body)));
        (0..crowd.own_pairs()).chain(around).collect()
    }
}

/// Where a pair is closest, if its signed distance may be at most `within`.
fn near_pair(stage: &Stage, span: &Span, index: usize, within: f64) -> Option<Proximity<Vec3<f64>>> {
    let [a, b] = stage.pairs()[index].bodies;
    if let Some(enclosure) = &stage.bodies()[a].enclosure
        && enclosure.apart_from(span.middle.body(stage, a), span.ball(stage, b), 0).lower > within
    {
        return None;
    }
    match span.middle.proximity_within(stage, index, within) {
        Within::Near(found) if found.bounds.lower <= within => Some(found),
        _ => None,
    }
}

fn near(stage: &Stage, span: &Span, index: usize, within: f64) -> Option<Near> {
    near_pair(stage, span, index, within)?;
    let pair = &stage.pairs()[index];
    let [a, b] = pair.bodies;
    let [first, second] = pair.bodies.map(|body| &stage.bodies()[body].part);
    let found = ask::gradient([first, second], [span.middle.body(stage, a), span.middle.body(stage, b)]);
    if found.proximity.bounds.lower > within {
        return None;
    }
    let corners = found.branches.iter().flat_map(|branch| branch.pairs.iter().map(|pair| (branch.normal, *pair)));
    let generators = corners
        .map(|(normal, points)| derivative(stage, |frame| span.joints_of(frame)[0], pair, normal, points))
        .collect();
    Some(Near { names: stage.names(index), margin: pair.margin, proximity: found.proximity, generators })
}

/// The derivative of `n·(b − a)` by the values of a configuration, for points `a`, `b` that the bodies carry and a
/// fixed `n`: only the joints between the bodies count, each by `n·(z × (x − o))` or `n·z`, times its multiplier.
pub(super) fn derivative(
    stage: &Stage,
    joint: impl Fn(usize) -> Moving,
    pair: &Chain,
    normal: Vec3<f64>,
    points: [Vec3<f64>; 2],
) -> Vec<f64> {
    let robot = stage.robot();
    let mut rates = vec![0.0; robot.dof()];
    for ((frames, point), sign) in pair.frames.up.iter().zip(points).zip([-1.0, 1.0]) {
        for &frame in frames.iter() {
            let Some(drive) = robot.joint_of(frame).map(|joint| &joint.drive) else { continue };
            let Some(variable) = drive.variable else { continue };
            let joint = joint(frame);
            let moved = if joint.turns { joint.axis.cross(point - joint.origin) } else { joint.axis };
            rates[variable] += sign * drive.multiplier * normal.dot(moved);
        }
    }
    rates
}

#[cfg(test)]
mod tests;
