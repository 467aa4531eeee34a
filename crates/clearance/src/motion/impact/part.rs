//! Bodies that overlap at the start and are to part before a contact counts.

use super::approach::Approach;
use super::{Advance, SafeTime};
use crate::dimension::Dimension;
use crate::math::Real;

impl<V: Dimension, P: Approach<V>> Advance<V, P> {
    /// The first front at which the bodies are seen apart, if they part.
    ///
    /// Bodies that overlap by a depth `d` do so for another `d/v`, `v` the largest speed of any of their points in what
    /// is left of the motion; a step is at least the tolerance, so a parting shorter than that may be passed.
    pub(super) fn part(&mut self, depth: V::Scalar) -> Option<SafeTime<V>> {
        let one = V::Scalar::ONE;
        let end = self.pair.at(one);
        let (mut time, mut depth) = (V::Scalar::ZERO, depth);
        while time < one && self.steps < self.options.max_steps {
            self.steps += 1;
            let here = self.pair.at(time);
            let speed = self.pair.speed(&here, &end, one - time);
            time = (time + (depth / speed).max(self.options.tolerance)).min(one);
            let poses = self.pair.at(time);
            let bounds = self.pair.depth(&poses);
            if bounds.lower > self.options.target_distance {
                return Some(self.front(time));
            }
            depth = (self.options.target_distance - bounds.upper).max(V::Scalar::ZERO);
        }
        None
    }
}
