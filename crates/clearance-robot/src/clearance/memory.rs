//! What one question leaves for the next: how far pairs were proven to be apart, and where their queries ended.
//!
//! **Lemma.** If the points of two convex bodies have moved by at most `μ` and `ν` since the signed distance was at least `s`, it is at least
//! `s − μ − ν` now: each body lies in what it was, swept by a ball of that radius, and the signed distance of the swept bodies is `s − μ − ν`. So
//! a pair is not asked while that is above what matters.

use clearance::query::WarmStart;
use clearance::{Pose3, Vec3, Vector};

use super::ball::Ball;

/// Unit roundoff.
const U: f64 = f64::EPSILON / 2.0;

/// What is known of pairs from the questions before.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    pairs: Vec<Known>,
    /// For each body of the robot a bound of the way that its points have moved in all, rounded up.
    travel: Vec<f64>,
    /// What was learned in another round is forgotten.
    round: u64,
    /// Whether anything was learned in this one.
    used: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    warm: WarmStart<Vec3<f64>>,
    round: u64,
    /// A lower bound of the signed distance when both bodies together had moved by `travel`.
    lower: f64,
    travel: f64,
}

impl Memory {
    /// Of so many pairs, and so many bodies of the robot.
    pub fn new(pairs: usize, bodies: usize) -> Self {
        Memory { pairs: vec![Known::default(); pairs], travel: vec![0.0; bodies], round: 1, used: false }
    }

    /// Nothing is known any more.
    pub fn forget(&mut self) {
        (self.round, self.used) = (self.round + 1, false);
    }

    /// Whether anything is kept.
    pub fn is_kept(&self) -> bool {
        !self.pairs.is_empty()
    }

    /// Whether anything was learned since all was forgotten.
    pub fn is_used(&self) -> bool {
        self.used
    }

    /// Bounds of the ways of the robot's bodies in all.
    pub fn travel(&self) -> &[f64] {
        &self.travel
    }

    /// The longest way of any body since these were the ways.
    pub fn most_since(&self, travel: &[f64]) -> f64 {
        let most = self.travel.iter().zip(travel).map(|(now, then)| now - then).fold(0.0, f64::max);
        most + 2.0 * U * self.travel.iter().copied().fold(0.0, f64::max)
    }

    /// Whether a pair was asked about, and its bodies have moved by less than `size` since.
    pub fn is_near(&self, pair: usize, bodies: &[usize], size: f64) -> bool {
        let known = self.pairs.get(pair);
        known.is_some_and(|known| known.round == self.round && self.way(bodies) - known.travel <= size)
    }

    /// Whether a pair is proven to be farther apart than `max`, by the places of its bodies among the robot's.
    pub fn is_beyond(&self, pair: usize, bodies: &[usize], max: f64) -> bool {
        let known = self.pairs.get(pair).filter(|known| self.used && known.round == self.round);
        let Some(known) = known else { return false };
        // Two sums and two differences round by less than 4u of the terms.
        let (now, then) = (self.way(bodies), known.travel);
        known.lower - (now - then) - 4.0 * U * (known.lower.abs() + now + then) > max
    }

    /// Where the last query of a pair ended, for the next one, if its bodies have moved by less than `size` since: from farther away a query
    /// ends sooner that begins anew. `None` if pairs are too many to be followed.
    pub fn warm(&mut self, pair: usize, bodies: &[usize], size: f64) -> Option<&mut WarmStart<Vec3<f64>>> {
        let (round, now) = (self.round, self.way(bodies));
        let known = self.pairs.get_mut(pair)?;
        if known.round != round || now - known.travel > size {
            *known = Known { round, lower: f64::NEG_INFINITY, ..Known::default() };
        }
        Some(&mut known.warm)
    }

    /// Notes a lower bound of the signed distance of a pair where its bodies are now.
    pub fn note(&mut self, pair: usize, bodies: &[usize], lower: f64) {
        let travel = self.way(bodies);
        self.used = true;
        if let Some(known) = self.pairs.get_mut(pair) {
            (known.lower, known.travel) = (lower, travel);
        }
    }

    /// Adds the way of a body's points between two poses of its frame, by balls that hold it at both, and its ball in the frame.
    ///
    /// A point is `k + d` in the frame, `|d| ≤ r`. It moves by `(X′k − Xk) + (R′ − R) d`. The balls' centers are `X k` and `X′ k` but for what their
    /// radii were enlarged by, and `‖R′ − R‖` is at most the root of the sum of the squares of the differences of the matrices' entries, and both
    /// rotation errors. Rounding is below `32u` of the terms.
    pub fn moved(&mut self, body: usize, own: &Ball, [before, after]: [&Ball; 2], [from, to]: [&Pose3<f64>; 2]) {
        use clearance::math::Matrix;
        if !(self.used && self.is_kept()) {
            return;
        }
        let turned: f64 = (0..3).map(|k| (to.matrix().column(k) - from.matrix().column(k)).norm_squared()).sum();
        let turned = turned.sqrt() + from.rotation_error() + to.rotation_error();
        let moved = (after.center - before.center).norm() + (after.radius - own.radius) + (before.radius - own.radius);
        let way = (moved + turned * own.radius) * (1.0 + 32.0 * U) + 8.0 * U * own.radius;
        self.travel[body] = (self.travel[body] + way).next_up();
    }

    fn way(&self, bodies: &[usize]) -> f64 {
        bodies.iter().map(|&body| self.travel[body]).sum()
    }
}
