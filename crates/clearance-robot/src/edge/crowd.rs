//! Pairs with the bodies of a crowded world: only those that are near enough to matter are looked at.

use super::search::{Enclosed, Open, Search};
use super::snapshot::{Snapshot, Span};
use super::stage::Body;
use crate::motion::Around;
use crate::surroundings::{Reach, Surroundings};

/// A pair that is not asked about.
const NONE: u32 = u32::MAX;

/// The bodies of the world in a tree, and the pairs that they are in.
pub(crate) struct Crowd {
    surroundings: Surroundings,
    /// The robot's bodies that joints move.
    movers: Vec<usize>,
    /// The places of the pairs of each of them with each body of the world.
    pairs: Vec<u32>,
    bodies: usize,
    /// How many pairs the robot has with itself; they come first.
    own_pairs: usize,
}

impl Crowd {
    /// Of the world's bodies, with the largest margin that each may have beside its partner's own, for movers whose pairs follow one another
    /// from `own_pairs` on unless they are `closed`.
    pub fn new(world: &[Body], margins: &[f64], (movers, closed): (Vec<usize>, &[bool]), own_pairs: usize) -> Self {
        let ball = |(body, margin): (&Body, &f64)| {
            let Around { center, radius } = body.still;
            radius.is_finite().then(|| Reach { center, radius: (radius + margin).next_up() })
        };
        let mut next = own_pairs as u32;
        let place = |closed: &bool| {
            next += u32::from(!closed);
            if *closed { NONE } else { next - 1 }
        };
        let pairs = closed.iter().map(place).collect();
        let surroundings = Surroundings::new(world.iter().zip(margins).map(ball));
        Crowd { surroundings, movers, pairs, bodies: world.len(), own_pairs }
    }

    /// How many pairs the robot has with itself.
    pub fn own_pairs(&self) -> usize {
        self.own_pairs
    }

    /// Calls `visit` with pairs of a mover and the world, nearest balls first; it returns the distance above which no pair matters any more.
    pub fn nearest(&self, mover: usize, reach: &Reach, max: f64, mut visit: impl FnMut(usize) -> f64) {
        let pairs = &self.pairs[mover * self.bodies..][..self.bodies];
        let mut last = max;
        self.surroundings.nearest(reach, max, |body| {
            if pairs[body] != NONE {
                last = visit(pairs[body] as usize);
            }
            last
        });
    }

    /// The places of all pairs with the world that may be within `max`, in order.
    pub fn within(&self, max: f64, ball: impl Fn(usize) -> Around) -> Vec<usize> {
        let mut found = Vec::new();
        for (mover, &body) in self.movers.iter().enumerate() {
            let Around { center, radius } = ball(body);
            let pairs = &self.pairs[mover * self.bodies..][..self.bodies];
            self.surroundings.within(&Reach { center, radius }, max, |body| {
                if pairs[body] != NONE {
                    found.push(pairs[body] as usize);
                }
            });
        }
        found.sort_unstable();
        found
    }

    /// The movers, by their places among the robot's bodies.
    pub fn movers(&self) -> &[usize] {
        &self.movers
    }
}

impl Search<'_> {
    /// Looks at the pairs with the world over an interval, and adds those that are not settled to the list. False, and nothing is added, if they
    /// are more than `most`: then the interval is to be halved first.
    ///
    /// A pair is left out if its balls prove it apart by more than is wanted of it, and by more than the least bound so far, over all the motion:
    /// then steps 1 and 2 would settle it, and its bound would not be the least.
    pub(super) fn look_around(&mut self, span: &Span, near: &mut Vec<(Enclosed, Open)>, most: Option<usize>) -> bool {
        let stage = self.stage;
        let Some(crowd) = stage.crowd() else { return true };
        let (first, lower) = (near.len(), self.lower);
        for (mover, &body) in crowd.movers().iter().enumerate() {
            let Around { center, radius } = *span.ball(stage, body);
            let margin = stage.bodies()[body].part.margin + self.options.margin.max(0.0);
            let reach = Reach { center, radius: (radius + span.way(body) + margin) * (1.0 + 4.0 * f64::EPSILON) };
            let is_too_many = |near: &Vec<_>| most.is_some_and(|most| near.len() - first > most);
            crowd.nearest(mover, &reach, f64::INFINITY, |pair| {
                let mut open = Open::fresh(pair);
                if let Some(found) = self.enclosed(span, &mut open) {
                    near.push((found, open));
                }
                let enough = self.lower.max(self.least_wanted()).max(0.0);
                if is_too_many(near) { f64::NEG_INFINITY } else { enough }
            });
            if is_too_many(near) {
                near.truncate(first);
                self.lower = lower;
                return false;
            }
        }
        near[first..].sort_unstable_by_key(|(_, open)| open.pair);
        true
    }
}

impl super::Checker<'_> {
    /// Without the tree.
    #[cfg(test)]
    pub(crate) fn one_by_one(mut self) -> Self {
        self.stage.drop_crowd();
        self
    }

    /// The pairs that may be within `max` in a configuration, in order.
    pub(super) fn pairs_within(&self, at: &Snapshot, max: f64) -> Vec<usize> {
        let stage = self.stage();
        let Some(crowd) = stage.crowd() else { return (0..stage.pairs().len()).collect() };
        let around = crowd.within(max, |body| stage.bodies()[body].ball_at(at.body(stage, body)));
        (0..crowd.own_pairs()).chain(around).collect()
    }
}
