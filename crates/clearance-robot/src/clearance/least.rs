//! The least signed distance of many pairs: balls first, then the pairs that are left, nearest first.

use clearance::Bounds;
use clearance::query::Within;

use super::ask;
use super::ball::{Ball, apart};
use super::stage::{Part, Stage};
use super::{Clearance, RobotClearance};
use crate::RobotError;
use crate::surroundings::Reach;

const U: f64 = f64::EPSILON / 2.0;

impl RobotClearance<'_> {
    /// The least signed distance in a configuration, less the margins; `None` if there are no pairs.
    ///
    /// By inclusion, the signed distance of two bodies is at least that of balls around them. A pair whose balls are farther apart than the
    /// least upper bound found so far is not asked. The others are asked in the order of the balls, and only whether they are nearer.
    pub fn at(&mut self, q: &[f64]) -> Result<Option<Clearance>, RobotError> {
        self.place(q)?;
        self.bound_pairs();
        let Some(first) = self.last.or_else(|| self.nearest_by_balls()) else { return Ok(None) };
        let mut best = None;
        self.ask(first, &mut best);
        self.collect(best.as_ref().map_or(f64::INFINITY, |best| best.bounds.upper));
        for k in 0..self.order.len() {
            let (bound, pair) = self.order[k];
            if best.as_ref().is_some_and(|best: &Clearance| bound > best.bounds.upper) {
                break;
            }
            if pair != first {
                self.ask(pair, &mut best);
            }
        }
        self.last = best.as_ref().map(|best| best.pair);
        if let Some(best) = &mut best {
            best.collides = match best.bounds {
                // What is farther than a margin, which is not negative, is apart.
                Bounds { lower, .. } if lower > 0.0 => Some(false),
                _ if best.proximity.bounds.upper <= 0.0 => Some(true),
                _ => self.contact(),
            };
        }
        Ok(best)
    }

    /// Whether the robot is in contact in a configuration, margins aside: true and false are proven, none is left open by rounding.
    ///
    /// Ends at the first contact. Cheaper than [`at`](Self::at), since only pairs whose balls meet are asked.
    pub fn collides(&mut self, q: &[f64]) -> Result<Option<bool>, RobotError> {
        self.place(q)?;
        self.bound_pairs();
        Ok(self.contact())
    }

    /// Whether any pair is in contact in the configuration that was placed and bounded last.
    fn contact(&mut self) -> Option<bool> {
        self.collect(0.0);
        if let Some(k) = self.last.and_then(|last| self.order.iter().position(|&(_, pair)| pair == last)) {
            self.order.swap(0, k);
        }
        let mut answer = Some(false);
        for k in 0..self.order.len() {
            let pair = self.order[k].1;
            let poses = self.poses_of(pair);
            if let Within::Near(found) = ask::within(self.stage.pair(pair), [&poses[0], &poses[1]], 0.0) {
                if found.bounds.upper <= 0.0 {
                    self.last = Some(pair);
                    return Some(true);
                }
                if found.bounds.lower <= 0.0 {
                    answer = None;
                }
            }
        }
        answer
    }

    /// All pairs of links that are proven to be in contact in a configuration, margins aside, in the order of the links.
    pub fn all_contacts(&mut self, q: &[f64]) -> Result<Vec<[usize; 2]>, RobotError> {
        self.place(q)?;
        self.bound_pairs();
        self.collect(0.0);
        let mut contacts = Vec::new();
        for k in 0..self.order.len() {
            let pair = self.order[k].1;
            let links = self.stage.pair(pair).map(|part| part.owner);
            if self.stage.is_with_world(pair) || contacts.contains(&links) {
                continue;
            }
            let poses = self.poses_of(pair);
            if let Within::Near(found) = ask::within(self.stage.pair(pair), [&poses[0], &poses[1]], 0.0)
                && found.bounds.upper <= 0.0
            {
                contacts.push(links);
            }
        }
        contacts.sort_unstable();
        Ok(contacts)
    }

    /// All pairs that may attain the least, or an upper bound of it: those that are not proven to be above.
    pub(super) fn active(&mut self, least: &Clearance) -> Vec<usize> {
        self.collect(least.bounds.upper);
        let candidates: Vec<usize> = self.order.iter().map(|&(_, pair)| pair).collect();
        let mut active: Vec<usize> = candidates
            .into_iter()
            .filter(|&pair| {
                let (poses, margin) = (self.poses_of(pair), self.margin(pair));
                let max = (least.bounds.upper + margin).next_up().max(0.0);
                match ask::within(self.stage.pair(pair), [&poses[0], &poses[1]], max) {
                    Within::Near(found) => found.bounds.lower - margin <= least.bounds.upper,
                    Within::Beyond { .. } => false,
                }
            })
            .collect();
        active.sort_by_key(|&pair| (pair != least.pair, pair));
        active
    }

    /// Lower bounds of pairs by their balls, less the margins; infinite for pairs that are not asked about. A tree bounds the world's itself.
    fn bound_pairs(&mut self) {
        let (stage, balls, lower) = (&self.stage, &self.balls, &mut self.lower);
        lower.clear();
        lower.extend(
            stage
                .own_pairs
                .iter()
                .map(|&[a, b]| less(apart(&balls[a], &balls[b]), stage.own[a].margin + stage.own[b].margin)),
        );
        if stage.surroundings.is_some() {
            return;
        }
        let mut closed = stage.closed.iter();
        for &mover in &stage.movers {
            let (ball, margin) = (&balls[mover], stage.own[mover].margin);
            lower.extend(stage.world.iter().zip(closed.by_ref()).map(|(body, &closed)| {
                if closed { f64::INFINITY } else { less(apart(ball, &body.ball), margin + body.margin) }
            }));
        }
        for &pair in stage.named.keys() {
            lower[stage.place_with_world(pair)] = bound_with_world(stage, balls, pair);
        }
    }

    /// The pair with the least bound by balls, the first one of several; `None` without pairs.
    fn nearest_by_balls(&self) -> Option<usize> {
        let (stage, balls) = (&self.stage, &self.balls);
        let mut least = (f64::INFINITY, usize::MAX);
        for (pair, &bound) in self.lower.iter().enumerate() {
            if bound < least.0 {
                least = (bound, pair);
            }
        }
        if let Some(surroundings) = &stage.surroundings {
            for (mover, &shape) in stage.movers.iter().enumerate() {
                surroundings.nearest(&reach(&stage.own[shape], &balls[shape]), least.0, |body| {
                    let (bound, pair) =
                        (bound_with_world(stage, balls, [mover, body]), stage.place_with_world([mover, body]));
                    if bound < least.0 || (bound == least.0 && pair < least.1) {
                        least = (bound, pair);
                    }
                    least.0
                });
            }
        }
        (least.0 < f64::INFINITY).then_some(least.1)
    }

    /// Lists the pairs with a bound of at most `max`, least first.
    fn collect(&mut self, max: f64) {
        let (stage, balls, order) = (&self.stage, &self.balls, &mut self.order);
        order.clear();
        let mut add = |bound: f64, pair| {
            if bound <= max && bound < f64::INFINITY {
                order.push((bound, pair));
            }
        };
        self.lower.iter().enumerate().for_each(|(pair, &bound)| add(bound, pair));
        if let Some(surroundings) = &stage.surroundings {
            for (mover, &shape) in stage.movers.iter().enumerate() {
                surroundings.within(&reach(&stage.own[shape], &balls[shape]), max, |body| {
                    add(bound_with_world(stage, balls, [mover, body]), stage.place_with_world([mover, body]));
                });
            }
        }
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    }

    /// Asks a pair whether it is nearer than the best so far, and keeps the bounds of the least of both.
    fn ask(&mut self, pair: usize, best: &mut Option<Clearance>) {
        let margin = self.margin(pair);
        // A pair that is proven farther away changes neither bound. Depths are compared, so nothing below zero is a maximum.
        let max = best.as_ref().map_or(f64::INFINITY, |best| (best.bounds.upper + margin).next_up().max(0.0));
        let poses = self.poses_of(pair);
        let Within::Near(proximity) = ask::within(self.stage.pair(pair), [&poses[0], &poses[1]], max) else { return };
        let Bounds { lower, upper } = proximity.bounds;
        let bounds = match margin {
            0.0 => proximity.bounds,
            _ => Bounds { lower: (lower - margin).next_down(), upper: (upper - margin).next_up() },
        };
        match best {
            None => *best = Some(Clearance { bounds, pair, proximity, margin, collides: None }),
            Some(best) => {
                let least =
                    Bounds { lower: best.bounds.lower.min(bounds.lower), upper: best.bounds.upper.min(bounds.upper) };
                if proximity.signed_distance - margin < best.proximity.signed_distance - best.margin {
                    *best = Clearance { bounds, pair, proximity, margin, collides: None };
                }
                best.bounds = least;
            }
        }
    }
}

/// A bound less a margin. One rounding of the last difference, of terms that [`apart`] has already taken 16u off.
fn less(bound: f64, margin: f64) -> f64 {
    if margin == 0.0 { bound } else { bound - margin * (1.0 + 16.0 * U) - 4.0 * U * bound.abs() }
}

/// The bound of a mover and a body of the world by their balls, less their margin; infinite if the pair is not asked about.
fn bound_with_world(stage: &Stage, balls: &[Ball], [mover, body]: [usize; 2]) -> f64 {
    if stage.closed[mover * stage.world.len() + body] {
        return f64::INFINITY;
    }
    let ball = &balls[stage.movers[mover]];
    less(apart(ball, &stage.world[body].ball), stage.margin_with_world([mover, body]))
}

/// Where a body of the robot matters: its ball, and its margin around it.
fn reach(part: &Part, ball: &Ball) -> Reach {
    Reach { center: ball.center, radius: (ball.radius + part.margin).next_up() }
}
