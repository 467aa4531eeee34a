//! What is near a configuration, and how its distances change with each joint.

use clearance::{Proximity, Vec3, Vector};

use super::crowd::Crowd;
use super::stage::Pair;
use super::{Checker, Snapshot, Span, Stage};
use crate::RobotError;
use crate::clearance::ask;
use crate::motion::Around;
use crate::path::{Configuration, Segment};
use crate::surroundings::Reach;

/// A pair of bodies that are near each other in a configuration.
#[derive(Clone, Debug)]
pub struct Near {
    /// Of links, or of a link and a body.
    pub names: [String; 2],
    /// The signed distance less this must stay positive.
    pub margin: f64,
    /// Where they are closest, in the world.
    pub proximity: Proximity<Vec3<f64>>,
    /// The derivatives of the signed distance by the values of a configuration: one where it is differentiable, else generators of Clarke's
    /// subdifferential, as the corners of parallel faces give them.
    pub generators: Vec<Vec<f64>>,
}

/// Where two bodies are closest, and their names.
pub type Nearest = (Proximity<Vec3<f64>>, [String; 2]);

impl Checker<'_> {
    /// The pairs whose signed distance may be at most `within`, each with its generators; the others are not asked.
    pub fn near(&self, q: &[f64], within: f64) -> Result<Vec<Near>, RobotError> {
        self.robot().check_configuration(q)?;
        let still = Segment::Straight { from: q.to_vec(), to: q.to_vec() };
        let span = Span::new(self.stage(), &still, [0.0, 1.0]);
        let (stage, pairs) = (self.stage(), self.pairs_within(&span.middle, within).into_iter());
        Ok(pairs.filter_map(|i| near(stage, &span, (i, &stage.pairs()[i]), within)).collect())
    }

    /// The least signed distance of all pairs in a configuration, with the pair's names; none without pairs.
    pub fn nearest(&self, q: &[f64]) -> Result<Option<Nearest>, RobotError> {
        self.robot().check_configuration(q)?;
        let at = Snapshot::at(self.stage(), &Configuration::exact(q));
        Ok(self.stage().nearest(&at).map(|(found, pair)| (found, self.stage().names(pair))))
    }
}

impl Stage<'_> {
    /// The least signed distance of all pairs, and the first pair that has it. Pairs are asked in the order of their balls, while these are
    /// no farther apart than the least upper bound.
    pub(super) fn nearest(&self, at: &Snapshot) -> Option<(Proximity<Vec3<f64>>, usize)> {
        let own: Vec<Around> = self.own().iter().enumerate().map(|(i, body)| body.ball_at(at.body(self, i))).collect();
        let mut best: Option<(Proximity<Vec3<f64>>, usize)> = None;
        let mut ask = |pair: usize| {
            let found = self.proximity(pair, at);
            let is_less = |(least, first): &(Proximity<Vec3<f64>>, usize)| {
                found.signed_distance.total_cmp(&least.signed_distance).then(pair.cmp(first)).is_lt()
            };
            if best.as_ref().is_none_or(is_less) {
                best = Some((found, pair));
            }
            best.as_ref().map_or(f64::INFINITY, |(least, _)| least.bounds.upper)
        };
        let bound = |pair: usize| {
            let [a, b] = self.pairs()[pair].bodies.map(|body| own.get(body).unwrap_or(&self.bodies()[body].still));
            a.apart_from(b).lower
        };
        let listed = self.crowd().map_or(self.pairs().len(), Crowd::own_pairs);
        let mut order: Vec<(f64, usize)> = (0..listed).map(|pair| (bound(pair), pair)).collect();
        order.sort_unstable_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j)));
        let mut limit = f64::INFINITY;
        for (bound, pair) in order {
            if bound > limit {
                break;
            }
            limit = ask(pair);
        }
        if let Some(crowd) = self.crowd() {
            for (mover, &body) in crowd.movers().iter().enumerate() {
                let Around { center, radius } = own[body];
                crowd.nearest(mover, &Reach { center, radius }, limit, |pair| {
                    limit = ask(pair);
                    limit
                });
            }
        }
        best
    }
}

fn near(stage: &Stage, span: &Span, (index, pair): (usize, &Pair), within: f64) -> Option<Near> {
    let [a, b] = pair.bodies;
    let [first, second] = pair.bodies.map(|body| &stage.bodies()[body]);
    if let Some(enclosure) = &first.enclosure
        && enclosure.apart_from(span.middle.body(stage, a), span.ball(stage, b)).lower > within
    {
        return None;
    }
    let found = ask::gradient([&first.part, &second.part], [span.middle.body(stage, a), span.middle.body(stage, b)]);
    if found.proximity.bounds.lower > within {
        return None;
    }
    let corners = found.branches.iter().flat_map(|branch| branch.pairs.iter().map(|pair| (branch.normal, *pair)));
    let generators = corners.map(|(normal, points)| derivative(stage, span, pair, (normal, points))).collect();
    Some(Near { names: stage.names(index), margin: pair.margin, proximity: found.proximity, generators })
}

/// The derivative of `n·(b − a)` by the values of a configuration, for points `a`, `b` that the bodies carry and a fixed `n`: only the joints
/// between the bodies count, each by `n·(z × (x − o))` or `n·z`, times its multiplier.
fn derivative(stage: &Stage, span: &Span, pair: &Pair, (normal, points): (Vec3<f64>, [Vec3<f64>; 2])) -> Vec<f64> {
    let robot = stage.robot();
    let mut rates = vec![0.0; robot.dof()];
    for ((frames, point), sign) in pair.up.iter().zip(points).zip([-1.0, 1.0]) {
        for &frame in frames.iter() {
            let drive = &robot.joints()[robot.frames()[frame].joint].drive;
            let Some(variable) = drive.variable else { continue };
            let joint = span.joint(frame);
            let moved = if joint.turns { joint.axis.cross(point - joint.origin) } else { joint.axis };
            rates[variable] += sign * drive.multiplier * normal.dot(moved);
        }
    }
    rates
}

#[cfg(test)]
mod tests;
