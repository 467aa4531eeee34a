//! The pairs with the least signed distances.

use clearance::{Bounds, Pose, Real, Shape, Space};

use super::near::Near;
use crate::answer::Between;
use crate::between::between;
use crate::body::Body;
use crate::error::SceneError;
use crate::key::BodyId;
use crate::parts::Placed;
use crate::resident::Pair;
use crate::scene::Scene;
use crate::sort::{by_number, sort_by};
use crate::stop::check;

/// The closest pairs, or the deepest where bodies overlap.
#[derive(Clone, Debug, PartialEq)]
pub struct Closest<V: Space> {
    /// The `k` pairs with the least upper bounds, or all, by signed distance and then by keys.
    pub pairs: Vec<Near<V>>,
    /// The least signed distance of all pairs is in these bounds; infinite without a pair.
    pub bounds: Bounds<V::Scalar>,
    /// Other pairs than the first one that may be as close: their lower bounds are not above the least upper bound. By
    /// keys.
    pub ties: Vec<[BodyId; 2]>,
}

/// The bodies closest to a shape that is not in the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosestTo<V: Space> {
    /// The `k` bodies with the least upper bounds, or all, by signed distance and then by keys.
    pub bodies: Vec<NearTo<V>>,
    /// The least signed distance of all bodies is in these bounds; infinite without a body.
    pub bounds: Bounds<V::Scalar>,
    /// Other bodies than the first one that may be as close, by keys.
    pub ties: Vec<BodyId>,
}

/// A body, and what is between a shape and it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearTo<V: Space> {
    /// The body.
    pub body: BodyId,
    /// The answer from the shape to the body.
    pub between: Between<V>,
}

/// The answers that may be among the `k` with the least upper bounds.
///
/// With `U` the `k`-th least upper bound of all, every answer with a lower bound of at most `U` is kept at the end: one
/// that was dropped, or never asked, had a bound above an upper bound that `k` others keep.
pub(crate) struct Kept<T, A> {
    k: usize,
    answers: Vec<(Bounds<T>, A)>,
    /// The `k` least upper bounds, the largest first.
    uppers: Vec<T>,
}

impl<T: Real, A> Kept<T, A> {
    pub fn new(k: usize) -> Self {
        Kept { k, answers: Vec::new(), uppers: Vec::new() }
    }

    /// Above what signed distance others do not matter.
    pub fn limit(&self) -> T {
        if self.uppers.len() < self.k { T::INFINITY } else { self.uppers[0] }
    }

    pub fn add(&mut self, bounds: Bounds<T>, answer: A) {
        if bounds.lower > self.limit() {
            return;
        }
        self.answers.push((bounds, answer));
        let place = self.uppers.partition_point(|&upper| upper > bounds.upper);
        self.uppers.insert(place, bounds.upper);
        if self.uppers.len() > self.k {
            self.uppers.remove(0);
        }
    }

    /// All that may be among the `k`, and the bounds of the least.
    fn finish(self, own_bound: impl Fn(&A) -> T) -> (Vec<(Bounds<T>, A)>, Bounds<T>) {
        let limit = self.limit();
        let known = self.answers.into_iter();
        // By bounds that do not depend on the tree: other trees lead to other candidates beyond them.
        let answers: Vec<_> =
            known.filter(|(bounds, answer)| bounds.lower <= limit && own_bound(answer) <= limit).collect();
        let least =
            |all: &[(Bounds<T>, A)], of: fn(&Bounds<T>) -> T| all.iter().fold(T::INFINITY, |m, (b, _)| m.min(of(b)));
        let bounds = Bounds { lower: least(&answers, |b| b.lower), upper: least(&answers, |b| b.upper) };
        (answers, bounds)
    }
}

impl<V: Space> Scene<V> {
    /// The `k` pairs with the least signed distance: the closest, or the deepest where bodies overlap. At least one if
    /// there is any.
    ///
    /// One search by boxes serves both, since a box around each of two bodies is never farther away than they are, nor
    /// less deep. Cost: as many pair queries as there are pairs of boxes nearer than the answer; O(n²) for long bodies
    /// across one another.
    pub fn closest(&self, k: usize) -> Closest<V> {
        self.closest_within(k, V::Scalar::INFINITY)
    }

    /// [`closest`](Self::closest) of the pairs whose signed distance may be at most `max`.
    pub fn closest_within(&self, k: usize, max: V::Scalar) -> Closest<V> {
        let mut kept = Kept::new(k.max(1));
        self.tree().closest_pairs(max, |a, b, _| {
            self.add_pair(&mut kept, self.pair(a, b), max);
            kept.limit().min(max)
        });
        self.closest_of(kept, k)
    }

    /// The `k` pairs of a body with the least signed distance.
    pub fn closest_to(&self, body: BodyId, k: usize) -> Result<Closest<V>, SceneError> {
        let slot = self.slot_of(body)?;
        let resident = self.resident(slot).ok_or(SceneError::NoSuchBody)?;
        let (mut kept, far) = (Kept::new(k.max(1)), V::Scalar::INFINITY);
        self.tree().closest_items(&resident.bounds, far, |other, _| {
            if other != slot {
                self.add_pair(&mut kept, self.pair(slot, other), far);
            }
            kept.limit()
        });
        Ok(self.closest_of(kept, k))
    }

    /// The `k` bodies closest to a shape at a pose, whatever their groups: to see whether there is room for it.
    pub fn closest_to_shape(&self, shape: &Shape<V>, pose: &Pose<V>, k: usize) -> ClosestTo<V> {
        let probe = Body::Convex(shape.clone());
        let (own, mut kept) = (probe.aabb(pose), Kept::new(k.max(1)));
        self.tree().closest_items(&own, V::Scalar::INFINITY, |slot, _| {
            if let Some(resident) = self.resident(slot) {
                let bound = own.distance_bound(&resident.bounds);
                if bound <= kept.limit() {
                    let between = between(Placed { body: &probe, pose }, resident.placed(), &self.options);
                    kept.add(between.bounds, (bound, NearTo { body: self.id(slot), between }));
                }
            }
            kept.limit()
        });
        let (mut answers, bounds) = kept.finish(|(bound, _)| *bound);
        sort_by(&mut answers, |(a, (_, x)), (b, (_, y))| {
            by_number(a.upper, b.upper).then_with(|| self.key(x.body).cmp(&self.key(y.body)))
        });
        let first = answers.first().map(|(_, (_, near))| near.body);
        let tied = answers.iter().filter(|(b, (_, near))| b.lower <= bounds.upper && Some(near.body) != first);
        let mut ties: Vec<BodyId> = tied.map(|(_, (_, near))| near.body).collect();
        sort_by(&mut ties, |a, b| self.key(*a).cmp(&self.key(*b)));
        let bodies = answers.into_iter().take(k).map(|(_, (_, near))| near).collect();
        ClosestTo { bodies, bounds, ties }
    }

    /// The `k` bodies closest to a point of the world.
    ///
    /// Fails if a coordinate of the point is not finite or above [`Real::LARGEST`].
    pub fn closest_to_point(&self, point: V, k: usize) -> Result<ClosestTo<V>, SceneError> {
        let (shape, pose) = (Shape::Point(clearance::Point::new()), Pose::from_translation(point)?);
        Ok(self.closest_to_shape(&shape, &pose, k))
    }

    fn add_pair(&self, kept: &mut Kept<V::Scalar, (V::Scalar, Near<V>)>, pair: Option<Pair<'_, V>>, max: V::Scalar) {
        let Some(pair) = pair else { return };
        let bound = pair.bound();
        if bound > kept.limit().min(max) {
            return;
        }
        check();
        let near = self.ask(&pair);
        if near.between.bounds.lower <= max {
            kept.add(near.between.bounds, (bound, near));
        }
    }

    pub(crate) fn closest_of(&self, kept: Kept<V::Scalar, (V::Scalar, Near<V>)>, k: usize) -> Closest<V> {
        let (mut answers, bounds) = kept.finish(|(bound, _)| *bound);
        sort_by(&mut answers, |(a, (_, x)), (b, (_, y))| {
            by_number(a.upper, b.upper).then_with(|| self.by_keys(x.pair, y.pair))
        });
        let first = answers.first().map(|(_, (_, near))| near.pair);
        let tied = answers.iter().filter(|(b, (_, near))| b.lower <= bounds.upper && Some(near.pair) != first);
        let mut ties: Vec<[BodyId; 2]> = tied.map(|(_, (_, near))| near.pair).collect();
        sort_by(&mut ties, |a, b| self.by_keys(*a, *b));
        let mut pairs: Vec<Near<V>> = answers.into_iter().take(k).map(|(_, (_, near))| near).collect();
        sort_by(&mut pairs, |a, b| self.order(a, b));
        Closest { pairs, bounds, ties }
    }
}
