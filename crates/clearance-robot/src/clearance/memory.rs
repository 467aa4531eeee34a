//! What one question leaves for the next: how far pairs were proven to be apart, and where their queries ended.
//!
//! A pair is not asked while what is left of its [budget](Budget) is above what matters.

use clearance::enclosure::{Ball, Budget};
use clearance::query::WarmStart;
use clearance::{Pose3, Real, Vec3};

/// What is known of pairs from the questions before.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    pairs: Vec<PairMemory>,
    /// For each body of the robot a bound of the way that its points have moved in all, rounded up.
    travel: Vec<f64>,
    /// What was learned in another round is forgotten.
    round: u64,
    /// Whether anything was learned in this one.
    used: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct PairMemory {
    warm: WarmStart<Vec3<f64>>,
    round: u64,
    /// A lower bound of the signed distance, used up by the ways of both bodies.
    budget: Budget<f64>,
}

impl Memory {
    /// Empty, for a number of pairs and of bodies of the robot.
    pub fn new(pairs: usize, bodies: usize) -> Self {
        Memory { pairs: vec![PairMemory::default(); pairs], travel: vec![0.0; bodies], round: 1, used: false }
    }

    /// Empties it.
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
        most + 2.0 * f64::UNIT * self.travel.iter().copied().fold(0.0, f64::max)
    }

    /// Whether a pair was checked, and its bodies have moved by less than `size` since.
    pub fn is_near(&self, pair: usize, bodies: &[usize], size: f64) -> bool {
        let known = self.pairs.get(pair);
        known.is_some_and(|known| known.round == self.round && self.way(bodies) - known.budget.travel <= size)
    }

    /// Whether a pair is proven to be farther apart than `max`, by the places of its bodies among the robot's.
    pub fn is_beyond(&self, pair: usize, bodies: &[usize], max: f64) -> bool {
        let known = self.pairs.get(pair).filter(|known| self.used && known.round == self.round);
        let Some(known) = known else { return false };
        known.budget.left(self.way(bodies)) > max
    }

    /// Where the last query of a pair ended, for the next one, if its bodies have moved by less than `size` since: from
    /// farther away a query ends sooner that begins anew. `None` if pairs are too many to be followed.
    pub fn warm(&mut self, pair: usize, bodies: &[usize], size: f64) -> Option<&mut WarmStart<Vec3<f64>>> {
        let (round, now) = (self.round, self.way(bodies));
        let known = self.pairs.get_mut(pair)?;
        if known.round != round || now - known.budget.travel > size {
            *known =
                PairMemory { round, budget: Budget { lower: f64::NEG_INFINITY, travel: 0.0 }, ..PairMemory::default() };
        }
        Some(&mut known.warm)
    }

    /// Notes a lower bound of the signed distance of a pair where its bodies are now.
    pub fn note(&mut self, pair: usize, bodies: &[usize], lower: f64) {
        let travel = self.way(bodies);
        self.used = true;
        if let Some(known) = self.pairs.get_mut(pair) {
            known.budget = Budget { lower, travel };
        }
    }

    /// Adds the way of a body's points between two poses of its frame, by the ball that holds it there.
    pub fn moved(&mut self, body: usize, ball: &Ball<Vec3<f64>>, from: &Pose3<f64>, to: &Pose3<f64>) {
        if self.used && self.is_kept() {
            self.travel[body] = (self.travel[body] + ball.travel(from, to)).next_up();
        }
    }

    fn way(&self, bodies: &[usize]) -> f64 {
        bodies.iter().map(|&body| self.travel[body]).sum()
    }
}
