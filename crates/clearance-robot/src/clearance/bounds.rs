//! Lower bounds of pairs by balls around their bodies: which pairs have to be asked.
//!
//! Consecutive questions share a list of the pairs whose balls were within a length of one another. The others were
//! farther apart, and balls that move come nearer by no more than their ways (the lemma of [`Memory`](super::memory));
//! when that no longer leaves them out of the query, all pairs are evaluated again.

use clearance::enclosure::Ball;
use clearance::{Real, Vec3};

use super::RobotClearance;
use crate::cell::stage::Stage;

/// Pairs whose balls are this many mean radii farther apart than the least distance are left out of the list: a longer
/// list is used for longer, and costs more each time.
const ROOM: f64 = 1.0;

/// The pairs that were near in an earlier configuration.
#[derive(Clone, Debug, Default)]
pub(super) struct Nearby {
    /// In order.
    pairs: Vec<usize>,
    /// All others had bounds above this.
    reach: f64,
    /// The ways of the robot's bodies until then.
    travel: Vec<f64>,
}

impl RobotClearance<'_> {
    /// Bounds the pairs of a configuration that was placed: those of the list, if there is one, else all.
    pub(super) fn bound_pairs(&mut self) {
        self.floor = self.nearby.as_ref().map_or(f64::NEG_INFINITY, |nearby| {
            // Of two bodies of the robot both move.
            (nearby.reach - 2.0 * self.memory.most_since(&nearby.travel)).next_down()
        });
        let (stage, balls, lower) = (&self.stage, &self.balls, &mut self.lower);
        match &self.nearby {
            Some(nearby) if self.floor > 0.0 => {
                nearby.pairs.iter().for_each(|&pair| lower[pair] = bound(stage, balls, pair));
            }
            _ => self.bound_all(),
        }
    }

    /// Lower bounds of all pairs by their balls, less the margins; infinite for pairs that are not checked. A tree
    /// bounds the world's itself.
    fn bound_all(&mut self) {
        (self.nearby, self.floor) = (None, f64::INFINITY);
        let (stage, balls, lower) = (&self.stage, &self.balls, &mut self.lower);
        lower.clear();
        lower.extend(
            stage
                .own_pairs
                .iter()
                .map(|&[a, b]| less(balls[a].distance_bound(&balls[b]), stage.own[a].margin + stage.own[b].margin)),
        );
        if stage.surroundings.is_some() {
            return;
        }
        let mut closed = stage.closed.iter();
        for &mover in &stage.movers {
            let (ball, margin) = (&balls[mover], stage.own[mover].margin);
            lower.extend(stage.world.iter().zip(closed.by_ref()).map(|(body, &closed)| {
                if closed { f64::INFINITY } else { less(ball.distance_bound(&body.ball), margin + body.margin) }
            }));
        }
        for &pair in stage.named.keys() {
            lower[stage.place_with_world(pair)] = bound_with_world(stage, balls, pair);
        }
    }

    /// Makes the list for the questions to come, of pairs with bounds up to `max` and some room.
    pub(super) fn list_nearby(&mut self, max: f64) {
        if self.nearby.is_some() || !self.memory.is_kept() || !max.is_finite() {
            return;
        }
        let radii: f64 = self.stage.movers.iter().map(|&i| self.stage.own[i].ball.radius).sum();
        let reach = max.max(0.0) + ROOM * radii / self.stage.movers.len().max(1) as f64;
        let pairs = (0..self.lower.len()).filter(|&pair| self.lower[pair] <= reach).collect();
        self.nearby = Some(Nearby { pairs, reach, travel: self.memory.travel().to_vec() });
    }

    /// The pair with the least bound by balls, the first one of several; `None` without pairs.
    pub(super) fn nearest_by_balls(&mut self) -> Option<usize> {
        if self.floor < f64::INFINITY {
            self.bound_all();
        }
        let (stage, balls) = (&self.stage, &self.balls);
        let mut least = (f64::INFINITY, usize::MAX);
        for (pair, &bound) in self.lower.iter().enumerate() {
            if bound < least.0 {
                least = (bound, pair);
            }
        }
        if let Some(surroundings) = &stage.surroundings {
            for (mover, &shape) in stage.movers.iter().enumerate() {
                surroundings.nearest(&balls[shape].inflated(stage.own[shape].margin), least.0, |body| {
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
    pub(super) fn collect(&mut self, max: f64) {
        if max >= self.floor {
            self.bound_all();
        }
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        let mut take = |pair: usize, bound: f64| {
            if bound <= max && bound < f64::INFINITY && !(self.memory.is_used() && self.is_beyond(pair, max)) {
                order.push((bound, pair));
            }
        };
        match &self.nearby {
            Some(nearby) if self.floor < f64::INFINITY => {
                nearby.pairs.iter().for_each(|&pair| take(pair, self.lower[pair]));
            }
            _ => self.lower.iter().enumerate().for_each(|(pair, &bound)| take(pair, bound)),
        }
        let (stage, balls) = (&self.stage, &self.balls);
        let mut add = |bound: f64, pair| {
            if bound <= max && bound < f64::INFINITY {
                order.push((bound, pair));
            }
        };
        if let Some(surroundings) = &stage.surroundings {
            for (mover, &shape) in stage.movers.iter().enumerate() {
                surroundings.within(&balls[shape].inflated(stage.own[shape].margin), max, |body| {
                    add(bound_with_world(stage, balls, [mover, body]), stage.place_with_world([mover, body]));
                });
            }
        }
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.order = order;
    }

    /// Whether a pair is known to be farther apart than `max` with its margin.
    fn is_beyond(&self, pair: usize, max: f64) -> bool {
        let (bodies, count) = self.stage.own_bodies(pair);
        self.memory.is_beyond(pair, &bodies[..count], (max + self.margin(pair)).next_up())
    }

    /// Whether a pair has hardly moved since it was checked, as far as is known.
    pub(super) fn is_followed(&self, pair: usize) -> bool {
        let (bodies, count) = self.stage.own_bodies(pair);
        let bodies = &bodies[..count];
        !self.memory.is_kept() || self.memory.is_near(pair, bodies, self.size_of(bodies))
    }

    /// The sum of the bodies' radii: what has moved by more is better asked anew.
    pub(super) fn size_of(&self, bodies: &[usize]) -> f64 {
        bodies.iter().map(|&body| self.stage.own[body].ball.radius).sum()
    }

    /// Number of pairs undecided by the balls that are known to be farther apart than this.
    #[cfg(test)]
    pub(super) fn remembered(&self, max: f64) -> usize {
        let listed = |pair: &usize| match &self.nearby {
            Some(nearby) if self.floor < f64::INFINITY => nearby.pairs.contains(pair),
            _ => true,
        };
        let known = |pair: &usize| listed(pair) && self.lower[*pair] <= max && self.is_beyond(*pair, max);
        (0..self.lower.len()).filter(known).count()
    }
}

/// A bound less a margin: the product rounds by `u` of the margin, the difference by `u` of either.
fn less(bound: f64, margin: f64) -> f64 {
    if margin == 0.0 { bound } else { bound - margin * (1.0 + 4.0 * f64::UNIT) - 2.0 * f64::UNIT * bound.abs() }
}

/// The bound of a mover and a body of the world by their balls, less their margin; infinite if the pair is not checked.
fn bound_with_world(stage: &Stage, balls: &[Ball<Vec3<f64>>], [mover, body]: [usize; 2]) -> f64 {
    if stage.closed[mover * stage.world.len() + body] {
        return f64::INFINITY;
    }
    let ball = &balls[stage.movers[mover]];
    less(ball.distance_bound(&stage.world[body].ball), stage.margin_with_world([mover, body]))
}

/// The bound of any pair.
fn bound(stage: &Stage, balls: &[Ball<Vec3<f64>>], pair: usize) -> f64 {
    match stage.with_world(pair) {
        Some(pair) => bound_with_world(stage, balls, pair),
        None => {
            let [a, b] = stage.own_pairs[pair];
            less(balls[a].distance_bound(&balls[b]), stage.own[a].margin + stage.own[b].margin)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::less;
    use crate::random::Random;

    #[test]
    fn a_bound_less_a_margin_is_below_the_exact_difference() {
        let q = |x: f64| dashu_ratio::RBig::try_from(x).unwrap();
        let mut random = Random::new(62);
        for _ in 0..2000 {
            let (bound, margin) = (random.between(-1.0, 2.0), random.between(0.0, 0.1));
            let found = less(bound, margin);
            assert!(q(found) <= q(bound) - q(margin) && found > bound - margin - 1e-14, "seed 62: {bound} {margin}");
        }
    }
}
