//! A halfspace and a bounded body that move: one support evaluation is the signed distance, along a normal that is
//! known.
//!
//! The normal `n` turns with the halfspace. With `y` the way of a point of the body from the origin of the halfspace's
//! frame, the gap is `min n·y − offset`, and `|(n·y)″| ≤ |n″||y| + 2|n′||y′| + |y″|`. So frozen normals are not needed:
//! the same steps run on the distance itself, with that bound for its bend.

use super::approach::Approach;
use super::least::Least;
use super::{Advance, SafeTime};
use crate::dimension::Dimension;
use crate::enclosure::Gap;
use crate::math::{Each, Pose, Real, Vector};
use crate::motion::{ApproachOptions, ClosestApproach, Impact, Motion, MovingBody, ToiOptions};
use crate::proximity::Proximity;
use crate::shape::Halfspace;
use crate::shape::rounding::length_above;
use crate::solve::halfspace::signed_distance;
use crate::support::SupportExt;

/// When a body comes into contact with a halfspace.
pub(crate) fn of_halfspace<V: Dimension>(
    half: &Halfspace<V>,
    motion: &dyn Motion<V>,
    body: MovingBody<'_, V>,
    options: &ToiOptions<V::Scalar>,
) -> Impact<V> {
    Advance::new(AboveBoundary::new(half, motion, &body, options.target_distance), *options).run()
}

/// The closest approach of a body and a halfspace.
pub(crate) fn approach_of_halfspace<V: Dimension>(
    half: &Halfspace<V>,
    motion: &dyn Motion<V>,
    body: MovingBody<'_, V>,
    options: &ApproachOptions<V::Scalar>,
) -> ClosestApproach<V> {
    Least::of(AboveBoundary::new(half, motion, &body, V::Scalar::ZERO), options)
}

/// A body above a halfspace.
struct AboveBoundary<'s, V: Dimension> {
    half: &'s Halfspace<V>,
    motion: &'s dyn Motion<V>,
    body: &'s MovingBody<'s, V>,
    target: V::Scalar,
    /// No gap bends by more, and none changes faster.
    bend: V::Scalar,
    speed: V::Scalar,
    iterations: u32,
}

impl<'s, V: Dimension> AboveBoundary<'s, V> {
    fn new(half: &'s Halfspace<V>, motion: &'s dyn Motion<V>, body: &'s MovingBody<'s, V>, target: V::Scalar) -> Self {
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        let [(h0, s0), (h1, s1)] = [zero, one].each(|t| (motion.pose_at(t), body.motion.pose_at(t)));
        let reach = body.shape.reach() + length_above(body.shape.anchor()) + body.shape.radius();
        // The direction moves like the difference of two points of the halfspace, one of them the origin of its frame.
        let (origin, arrow) = (longest(|dir| motion.bend(dir, zero)), longest(|dir| motion.bend(dir, one)));
        let turn_bend = origin + arrow;
        let turn_rate = rate(one, (h1.vector(half.normal()) - h0.vector(half.normal())).norm(), turn_bend);
        let way_bend = origin + longest(|dir| body.motion.bend(dir, reach));
        let [before, after] = [(h0, s0), (h1, s1)].each(|(h, s)| s.translation() - h.translation());
        let way = length_above(before).max(length_above(after)) + reach + way_bend / V::Scalar::from_f64(8.0);
        let way_rate = rate(way, length_above(after - before) + reach + reach, way_bend);
        let outward = one + V::Scalar::from_f64(256.0) * V::Scalar::UNIT;
        let bend = (turn_bend * way + V::Scalar::TWO * turn_rate * way_rate + way_bend) * outward;
        let speed = (turn_rate * way + way_rate) * outward;
        AboveBoundary { half, motion, body, target, bend, speed, iterations: 0 }
    }

    fn distance(&mut self, poses: &[Pose<V>; 2]) -> Proximity<V> {
        self.iterations += 1;
        self.half.measured(&poses[0], &self.body.shape, &poses[1])
    }
}

/// The length of a vector from what bounds its components.
fn longest<V: Vector>(component: impl Fn(V) -> V::Scalar) -> V::Scalar {
    length_above(V::from_fn(|i| component(V::axis(i))))
}

/// A bound of `|f′|` on `[0, 1]` from bounds of `|f|`, `|f(1) − f(0)|` and `|f″|`: the chord and half of the bend, or,
/// by Taylor's formula over a time `h ≤ ½` that fits on one side of any, `2|f|/h + h|f″|/2` (E. Landau 1913).
fn rate<T: Real>(value: T, chord: T, bend: T) -> T {
    let by_ends = chord + bend * T::HALF + T::from_f64(64.0) * T::UNIT * (value + chord);
    if bend < T::from_f64(16.0) * value { by_ends } else { by_ends.min(T::TWO * value.sqrt() * bend.sqrt()) }
}

impl<V: Dimension> Approach<V> for AboveBoundary<'_, V> {
    fn at(&self, t: V::Scalar) -> [Pose<V>; 2] {
        [self.motion.pose_at(t), self.body.motion.pose_at(t)]
    }

    /// Along the halfspace's own normal: there is no other gap.
    fn gap(&mut self, _: V, poses: &[Pose<V>; 2]) -> Gap<V::Scalar> {
        self.closest(poses).1
    }

    fn closest(&mut self, poses: &[Pose<V>; 2]) -> (V, Gap<V::Scalar>) {
        let found = self.distance(poses);
        let value = found.signed_distance;
        (found.normal, Gap { value, error: value - found.bounds.lower }.beyond(self.target))
    }

    fn nearest(&mut self, poses: &[Pose<V>; 2]) -> Proximity<V> {
        self.distance(poses)
    }

    fn signed(&mut self, poses: &[Pose<V>; 2]) -> Proximity<V> {
        self.distance(poses)
    }

    fn settled(&mut self, t: V::Scalar) -> Proximity<V> {
        self.iterations += 1;
        let poses = self.at(t);
        signed_distance(self.half, &poses[0], &self.body.shape, &poses[1])
    }

    fn meet(&self, _: &[Pose<V>; 2]) -> bool {
        false
    }

    fn bend(&self, _: V) -> V::Scalar {
        self.bend
    }

    fn bend_between(&self, _: &SafeTime<V>, _: &SafeTime<V>) -> V::Scalar {
        self.bend
    }

    fn speed(&self, _: &[Pose<V>; 2], _: &[Pose<V>; 2], _: V::Scalar) -> V::Scalar {
        self.speed
    }

    fn size(&self) -> V::Scalar {
        self.body.shape.reach() + self.body.shape.radius()
    }

    fn iterations(&self) -> u32 {
        self.iterations
    }
}
