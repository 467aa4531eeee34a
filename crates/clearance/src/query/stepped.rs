//! Answers of pairs of polytopes whose plain steps are taken elsewhere.

use super::proximity::Proximity;
use super::signed::{Answer, Depth, Pair, goal};
use super::warm::WarmStart;
use crate::difference::Difference;
use crate::gjk::{Closest, Goal};
use crate::math::{Pose, Real};
use crate::options::Options;
use crate::space::Space;
use crate::support::Support;

/// A pair before its first step.
pub(crate) struct Stepped<'s, V: Space, A: ?Sized, B: ?Sized> {
    pair: Pair<'s, V, A, B>,
    b_in_a: &'s Pose<V>,
    options: Options<V::Scalar>,
}

impl<'s, V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Stepped<'s, V, A, B> {
    #[inline]
    pub fn new((a, b, b_in_a): (&'s A, &'s B, &'s Pose<V>)) -> Self {
        let pair = Pair { m: Difference::new(a, b, b_in_a), radius: [a.radius(), b.radius()] };
        Stepped { pair, b_in_a, options: Options::default() }
    }

    #[inline]
    pub fn difference(&self) -> &Difference<'s, V, A, B> {
        &self.pair.m
    }
    /// The direction of the first step, from B to A.
    #[inline]
    pub fn axis(&self) -> V {
        WarmStart::new().axis(&self.pair.m)
    }
    pub fn goal(&self) -> Goal<V::Scalar> {
        let [a, b] = self.pair.radius;
        goal(&self.pair.m, a + b, V::Scalar::INFINITY, &self.options)
    }

    /// The signed distance, after the steps.
    pub fn signed(&self, closest: &Closest<V>) -> Proximity<V> {
        let (a, b) = ((self.pair.m.a, &Pose::IDENTITY), (self.pair.m.b, self.b_in_a));
        self.answer(closest, Depth::Wanted).signed(&self.options, a, b)
    }
    /// The distance, after the steps.
    pub fn unsigned(&self, closest: &Closest<V>) -> Proximity<V> {
        let (a, b) = ((self.pair.m.a, &Pose::IDENTITY), (self.pair.m.b, self.b_in_a));
        self.answer(closest, Depth::Unwanted).unsigned(&self.options, a, b)
    }

    fn answer(&self, closest: &Closest<V>, depth: Depth) -> Answer<V> {
        self.pair.ended(closest, &self.options, depth, None, |_| {})
    }
}
