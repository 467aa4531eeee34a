//! All pairs that are nearer than a distance.

use clearance::{Real, Space};

use super::near::Near;
use crate::scene::Scene;
use crate::sort::{CHECKED, sort_by};
use crate::stop::check;

/// The pairs within a distance, each list by signed distance and then by keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Within<V: Space> {
    /// Proven to be within the distance.
    pub near: Vec<Near<V>>,
    /// Rounding, or the unknown depth of bodies that are not convex, leaves it open: the bounds hold the distance.
    pub undecided: Vec<Near<V>>,
}

impl<V: Space> Scene<V> {
    /// All pairs whose signed distance is at most `max`; every pair that is in neither list is proven to be farther
    /// apart.
    ///
    /// A negative `max` asks for those that are deeper than that in one another.
    pub fn within(&self, max: V::Scalar) -> Within<V> {
        self.within_limits(max, |_| max)
    }

    /// All pairs that are nearer than their margins.
    pub fn within_margins(&self) -> Within<V> {
        self.within_limits(self.largest_margin(), |near| near.margin)
    }

    /// No pair has a larger margin.
    pub(crate) fn largest_margin(&self) -> V::Scalar {
        let all = self.residents().map(|(_, resident)| resident.object.own_margin());
        // The margins of two bodies together, rounded up.
        let [first, second] = all.fold([V::Scalar::ZERO; 2], largest_two);
        (first + second).next_up().max(self.exceptions.largest_margin())
    }

    /// The pairs at most as far apart as their limit, which is at most `max`.
    fn within_limits(&self, max: V::Scalar, limit: impl Fn(&Near<V>) -> V::Scalar + Sync) -> Within<V> {
        let candidates = self.candidates(max);
        let found = self.ask_all(&candidates, |pair| {
            let near = self.ask(pair);
            Some((near, near.is_within(limit(&near))?))
        });
        Within::of(self, found)
    }
}

impl<V: Space> Within<V> {
    /// The pairs that may be within the distance, each with whether that is proven.
    pub(crate) fn of(scene: &Scene<V>, mut found: Vec<(Near<V>, bool)>) -> Self {
        sort_by(&mut found, |(a, _), (b, _)| scene.order(a, b));
        let (mut near, mut undecided) = (Vec::new(), Vec::new());
        for (i, (pair, proven)) in found.into_iter().enumerate() {
            if i.is_multiple_of(CHECKED) {
                check();
            }
            if proven { &mut near } else { &mut undecided }.push(pair);
        }
        Within { near, undecided }
    }
}

fn largest_two<T: Real>([first, second]: [T; 2], new: T) -> [T; 2] {
    if new > first {
        [new, first]
    } else if new > second {
        [first, new]
    } else {
        [first, second]
    }
}
