//! Bodies that overlap at the start and are to part before a contact counts.

use super::approach::Approach;
use super::{Advance, Impact, SafeTime};
use crate::dimension::Dimension;
use crate::math::Real;
use crate::proximity::Proximity;

impl<V: Dimension, P: Approach<V>> Advance<V, P> {
    /// The first front at which the bodies are seen apart; if they do not part, or are not seen to, how that ends.
    ///
    /// Bodies that overlap by a depth `d` do so for another `d/v`, `v` the largest speed of any of their points in what
    /// is left of the motion; a step is at least the tolerance, so a parting shorter than that may be passed. In a step
    /// of `τ` the signed distance falls by `v τ` at most.
    pub(super) fn part(&mut self, start: &Proximity<V>) -> Result<SafeTime<V>, Impact<V>> {
        let (one, target) = (V::Scalar::ONE, self.options.target_distance);
        let end = self.pair.at(one);
        let (mut time, mut bounds, mut least) = (V::Scalar::ZERO, start.bounds, start.bounds.lower);
        while time < one {
            if self.steps >= self.options.max_steps {
                let front = self.front(time);
                return Err(Impact::Undecided(self.encounter(&front, one)));
            }
            self.steps += 1;
            let here = self.pair.at(time);
            let speed = self.pair.speed(&here, &end, one - time);
            let depth = (target - bounds.upper).max(V::Scalar::ZERO);
            let later = (time + (depth / speed).max(self.options.tolerance)).min(one);
            least = least.min((bounds.lower - speed * (later - time)).next_down());
            time = later;
            let poses = self.pair.at(time);
            bounds = self.pair.depth(&poses);
            if bounds.lower > target {
                return Ok(self.front(time));
            }
        }
        Err(Impact::NoContact { lower: least, iterations: self.pair.iterations() })
    }
}
