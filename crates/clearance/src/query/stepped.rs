//! Answers of pairs of polytopes whose plain steps are taken elsewhere.

use super::proximity::{Proximity, Status};
use super::signed::{Depth, Ending, Pair, goal};
use crate::difference::Difference;
use crate::gjk::{Closest, Goal};
use crate::math::{Pose, Real};
use crate::options::Options;
use crate::space::Space;
use crate::support::Support;

/// A pair whose steps are taken elsewhere.
pub(crate) struct Stepped<'s, V: Space, A: ?Sized, B: ?Sized> {
    pair: Pair<'s, V, A, B>,
    b_in_a: &'s Pose<V>,
    options: Options<V::Scalar>,
}

impl<'s, V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Stepped<'s, V, A, B> {
    pub fn new((a, b, b_in_a): (&'s A, &'s B, &'s Pose<V>)) -> Self {
        let pair = Pair { m: Difference::new(a, b, b_in_a), radius: [a.radius(), b.radius()] };
        Stepped { pair, b_in_a, options: Options::default() }
    }

    pub fn difference(&self) -> &Difference<'s, V, A, B> {
        &self.pair.m
    }
    /// What the steps are for.
    pub fn goal(&self) -> Goal<V::Scalar> {
        let [a, b] = self.pair.radius;
        goal(&self.pair.m, a + b, V::Scalar::INFINITY, &self.options)
    }

    /// What [`signed_distance`](super::signed_distance) answers after these steps.
    pub fn signed(&self, closest: &Closest<V>) -> Proximity<V> {
        let (found, ending) = self.answer(closest, Depth::Wanted);
        if found.is_final(&self.options) {
            return found;
        }
        let [a, b] = [&Pose::IDENTITY, self.b_in_a];
        found.finished((&ending, &self.options), (self.pair.m.a, a), (self.pair.m.b, b))
    }

    /// What [`distance`](super::distance) answers after these steps.
    pub fn unsigned(&self, closest: &Closest<V>) -> Proximity<V> {
        let (found, ending) = self.answer(closest, Depth::Unwanted);
        if found.is_final(&self.options) & (found.status == Status::Separated) {
            return found;
        }
        let [a, b] = [&Pose::IDENTITY, self.b_in_a];
        found.finished_distance((&ending, &self.options), (self.pair.m.a, a), (self.pair.m.b, b))
    }

    fn answer(&self, closest: &Closest<V>, depth: Depth) -> (Proximity<V>, Ending) {
        let mut ending = Ending::default();
        let found = self.pair.ended(closest, &self.options, depth, (None, &mut ending), |_| {});
        (found, ending)
    }
}
