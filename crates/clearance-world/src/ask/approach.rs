//! How near bodies that move come to one another.

use clearance::query::ApproachOptions;
use clearance::query::motion::Motion;
use clearance::{Real, Space};

use super::swept::Swept;
use crate::error::SceneError;
use crate::key::BodyId;
use crate::meeting::{BodiesApproach, TimesBelow, closest_approach, times_below};
use crate::scene::Scene;
use crate::sort::{by_number, sort_by};

/// The closest approach of a scene whose bodies move.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneApproach<V: Space> {
    /// The pair with the least upper bound, the body of the lesser key first.
    pub pair: [BodyId; 2],
    /// How near that pair comes, and when; its lower bound is that of all pairs, its times are those in which any pair
    /// may be as near.
    pub approach: BodiesApproach<V>,
    /// Other pairs that may come as near, by keys.
    pub ties: Vec<[BodyId; 2]>,
}

/// The times at which a pair of a scene is within a distance.
#[derive(Clone, Debug, PartialEq)]
pub struct PairTimesBelow<T> {
    /// The body of the lesser key first.
    pub pair: [BodyId; 2],
    /// The times, in their order; one stretch or more.
    pub times: Vec<TimesBelow<T>>,
}

/// Growth of the distance within which pairs are looked for.
const GROWTH: f64 = 4.0;

/// First such distance, as a power of two of the scene's size.
const FIRST: i32 = -10;

impl<V: Space> Scene<V> {
    /// The least signed distance over `0 ≤ t ≤ 1` of all pairs of which at least one body moves, and when it is
    /// attained; the others stay at their poses. `None` without such a pair.
    ///
    /// Cost: boxes along the paths, and one [closest approach](crate::MovingBodies::closest_approach) for each pair
    /// whose boxes come nearer than the least distance.
    ///
    /// ```
    /// use clearance::query::ApproachOptions;
    /// use clearance::query::motion::LinearMotion;
    /// use clearance::{Ball, Pose3, Vec3};
    /// use clearance_world::{Body, Scene};
    /// let at = |x, y| Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap();
    /// let mut scene = Scene::new();
    /// let mut add = |key: u64, x, y| scene.add(key, Body::new(Ball::new(0.5).unwrap()).at(at(x, y))).unwrap();
    /// let (left, right, flying) = (add(0, 0.0, 0.0), add(1, 4.0, 0.5), add(2, -4.0, 2.0));
    /// let flight = LinearMotion::straight(at(-4.0, 2.0), Vec3::new(16.0, 0.0, 0.0)).unwrap();
    /// let found = scene.closest_approach(&[(flying, &flight)], &ApproachOptions::default()).unwrap().unwrap();
    /// // Past the right one, 1.5 m between the centres after 8 of 16 m.
    /// assert_eq!(found.pair, [right, flying]);
    /// assert!((found.approach.least.upper - 0.5f64).abs() < 1e-5 && (found.approach.time - 0.5f64).abs() < 1e-2);
    /// ```
    pub fn closest_approach(
        &self,
        moving: &[(BodyId, &dyn Motion<V>)],
        options: &ApproachOptions<V::Scalar>,
    ) -> Result<Option<SceneApproach<V>>, SceneError> {
        let swept = Swept::new(self, moving)?;
        let ask = |slots: [u32; 2], below: V::Scalar| {
            let [a, b] = swept.moving(&self.any_pair(slots[0], slots[1])?);
            Some(closest_approach(a, b, &ApproachOptions { below, ..*options }))
        };
        let Some(reach) = self.nearest_path(&swept).and_then(|first| ask(first, options.below)) else {
            return Ok(None);
        };
        let reach = reach.least.upper.max(V::Scalar::ZERO);
        let mut found: Vec<([u32; 2], BodiesApproach<V>)> = Vec::new();
        let mut upper = V::Scalar::INFINITY;
        for (bound, slots) in self.paths_within(&swept, reach) {
            // Boxes that intersect say nothing of depths.
            if bound > upper.max(V::Scalar::ZERO) {
                break;
            }
            let Some(approach) = ask(slots, options.below.min(upper)) else { continue };
            upper = upper.min(approach.least.upper);
            found.push((slots, approach));
        }
        Ok(self.nearest_of(found))
    }

    /// All times of `0 ≤ t ≤ 1` at which the signed distance of a pair is at most a distance, pair by pair in the order
    /// of their keys; at least one body of each moves. Every other pair, at every other time, is proven to be farther
    /// apart. See [`times_below`](crate::MovingBodies::times_below) of pairs.
    ///
    /// ```
    /// use clearance::query::ApproachOptions;
    /// use clearance::query::motion::LinearMotion;
    /// use clearance::{Ball, Pose3, Vec3};
    /// use clearance_world::{Body, Scene};
    /// let at = |x, y| Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap();
    /// let mut scene = Scene::new();
    /// let mut add = |key: u64, x, y| scene.add(key, Body::new(Ball::new(0.5).unwrap()).at(at(x, y))).unwrap();
    /// let (left, right, flying) = (add(0, 0.0, 0.0), add(1, 4.0, 9.0), add(2, -4.0, 2.0));
    /// let flight = LinearMotion::straight(at(-4.0, 2.0), Vec3::new(8.0, 0.0, 0.0)).unwrap();
    /// let found = scene.times_below(&[(flying, &flight)], 1.5, &ApproachOptions::default()).unwrap();
    /// // Within 2.5 m of the left one's centre from x = −1.5 to 1.5.
    /// assert!(found.len() == 1 && found[0].pair == [left, flying] && found[0].times.len() == 1);
    /// assert!((found[0].times[0].times.lower - 2.5f64 / 8.0).abs() < 1e-6);
    /// ```
    pub fn times_below(
        &self,
        moving: &[(BodyId, &dyn Motion<V>)],
        distance: V::Scalar,
        options: &ApproachOptions<V::Scalar>,
    ) -> Result<Vec<PairTimesBelow<V::Scalar>>, SceneError> {
        let swept = Swept::new(self, moving)?;
        let mut all = Vec::new();
        for (_, slots) in self.paths_within(&swept, distance.max(V::Scalar::ZERO)) {
            let Some(pair) = self.any_pair(slots[0], slots[1]) else { continue };
            let times = times_below(swept.moving(&pair), distance, options)?;
            if !times.is_empty() {
                all.push((slots, times));
            }
        }
        sort_by(&mut all, |(a, _), (b, _)| self.keys_of(*a).cmp(&self.keys_of(*b)));
        let of_pair = |(slots, times): ([u32; 2], _)| PairTimesBelow { pair: slots.map(|slot| self.id(slot)), times };
        Ok(all.into_iter().map(of_pair).collect())
    }

    /// The pair whose paths come nearest by their boxes.
    fn nearest_path(&self, swept: &Swept<'_, V>) -> Option<[u32; 2]> {
        let size = swept.size(self);
        let mut reach = V::Scalar::ZERO;
        loop {
            let near = self.paths_within(swept, reach);
            if !near.is_empty() || reach >= size {
                return near.first().map(|(_, slots)| *slots);
            }
            reach = (reach * V::Scalar::from_f64(GROWTH)).max(size * V::Scalar::power_of_two(FIRST)).min(size);
        }
    }

    /// The pairs whose paths come within a distance, with the least distance of their boxes, by that and by keys.
    fn paths_within(&self, swept: &Swept<'_, V>, max: V::Scalar) -> Vec<(V::Scalar, [u32; 2])> {
        let mut near = Vec::new();
        swept.pairs_within(self, max, |slots, boxes| {
            let bounds = boxes.iter().map(|[a, b]| a.distance_bound(b));
            let bound = bounds.fold(V::Scalar::INFINITY, |least, bound| least.min(bound));
            if bound <= max {
                near.push((bound, slots));
            }
        });
        let key = |slots: &[u32; 2]| self.keys_of(*slots);
        sort_by(&mut near, |(i, a), (j, b)| by_number(*i, *j).then_with(|| key(a).cmp(&key(b))));
        near
    }

    /// The nearest pair, with what the others may change.
    fn nearest_of(&self, mut found: Vec<([u32; 2], BodiesApproach<V>)>) -> Option<SceneApproach<V>> {
        let keys = |slots: &[u32; 2]| self.keys_of(*slots);
        sort_by(&mut found, |(a, x), (b, y)| {
            by_number(x.least.upper, y.least.upper).then_with(|| keys(a).cmp(&keys(b)))
        });
        let ((slots, mut approach), rest) = found.split_first().map(|(first, rest)| (*first, rest))?;
        let upper = approach.least.upper;
        let mut ties = Vec::new();
        for (other, near) in rest.iter().filter(|(_, near)| near.least.lower <= upper) {
            approach.least.lower = approach.least.lower.min(near.least.lower);
            approach.times.lower = approach.times.lower.min(near.times.lower);
            approach.times.upper = approach.times.upper.max(near.times.upper);
            approach.complete &= near.complete;
            ties.push(*other);
        }
        ties.sort_by(|a, b| keys(a).cmp(&keys(b)));
        let ids = |slots: [u32; 2]| slots.map(|slot| self.id(slot));
        Some(SceneApproach { pair: ids(slots), approach, ties: ties.into_iter().map(ids).collect() })
    }
}
