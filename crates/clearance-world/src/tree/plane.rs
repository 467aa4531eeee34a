//! How far apart boxes of two frames are at least along one direction, however they are turned.
//!
//! For a direction `n` with `|n| ≤ 1`, the signed distance of two sets is at least `min n·y − max n·x` over `y` of the
//! one and `x` of the other: apart, it is at most their distance; overlapping, a translation along `n` by what is
//! missing separates them. Near the closest pair its own normal shows almost everything, and costs a fourth of a box
//! around a turned box.

use clearance::enclosure::{Aabb, Axis, Height};
use clearance::support::Hint;
use clearance::{Pose, Real, Support, Vector};

/// A direction in the frames A and B.
#[derive(Clone, Copy)]
pub(crate) struct Plane<V: Vector> {
    in_a: V,
    in_b: V,
    /// The vector from the origin of A to that of B, less all that may be rounded.
    offset: V::Scalar,
}

impl<V: Vector> Plane<V> {
    /// A direction of A's frame of any length; `None` for none at all. `reach` holds all points of A and all of B in
    /// their frames, in the sum of their components.
    ///
    /// The gap is that of [`gap`](clearance::enclosure::gap): heights of points of either body along the axis as its
    /// frame sees it, from the rise of B's origin. Sums over the corners of a box round as dot products do; the two
    /// sums with the rise and the last difference by `u` of their results, `4u` of all three lengths.
    pub fn new(along: V, pose: &Pose<V>, reach: [V::Scalar; 2]) -> Option<Self> {
        let in_a = Axis::along(along)?;
        let in_b = in_a.in_frame(pose);
        let units = |count: f64| V::Scalar::from_f64(count) * V::Scalar::UNIT;
        let [of_a, of_b] = reach;
        let (rise, off) = in_a.rise(&Pose::IDENTITY, pose);
        let rounded = units(4.0) * (of_a + of_b + rise.abs());
        let pad = off + in_a.height_error(of_a) + in_b.height_error(of_b) + rounded;
        let pad = pad * (V::Scalar::ONE + units(8.0)) + V::Scalar::SMALLEST;
        Some(Plane { in_a: in_a.direction, in_b: in_b.direction, offset: rise - pad })
    }

    /// A lower bound of the signed distance of what is in two boxes.
    pub fn between(&self, a: &Aabb<V>, b: &Aabb<V>) -> V::Scalar {
        let (n, m) = (self.in_a, self.in_b);
        let far = (0..V::DIM).fold(V::Scalar::ZERO, |sum, k| sum + (n[k] * a.lower[k]).max(n[k] * a.upper[k]));
        let near = (0..V::DIM).fold(V::Scalar::ZERO, |sum, k| sum + (m[k] * b.lower[k]).min(m[k] * b.upper[k]));
        self.bound(far, near)
    }

    /// A lower bound of the signed distance of the hulls of some points of A and of B.
    pub fn between_points(&self, a: &[V], b: &[V]) -> V::Scalar {
        let far = a.iter().fold(-V::Scalar::INFINITY, |far, &p| far.max(self.in_a.dot(p)));
        let near = b.iter().fold(V::Scalar::INFINITY, |near, &p| near.min(self.in_b.dot(p)));
        self.bound(far, near)
    }

    /// Where what is in a box of B begins.
    pub fn before(&self, b: &Aabb<V>) -> Limit<V> {
        let m = self.in_b;
        let near = (0..V::DIM).fold(V::Scalar::ZERO, |sum, k| sum + (m[k] * b.lower[k]).min(m[k] * b.upper[k]));
        Limit { in_a: self.in_a, height: near + self.offset }
    }

    fn bound(&self, far: V::Scalar, near: V::Scalar) -> V::Scalar {
        near - far + self.offset
    }
}

/// A plane across a direction of A before which nothing of B is, less all that may be rounded.
#[derive(Clone, Copy)]
pub(crate) struct Limit<V: Vector> {
    pub in_a: V,
    pub height: V::Scalar,
}

impl<V: Vector> Limit<V> {
    /// The plane that a shape B begins at, across a direction of A's frame; `None` for no direction. `reach` holds all
    /// points of A. The search for the support point starts at the hint and leaves there where it ended.
    ///
    /// As [`Plane::new`], with the [height](Height::of) of the shape and its error in place of that of B's points.
    pub fn of_shape(
        shape: &(impl Support<V> + ?Sized),
        along: V,
        pose: &Pose<V>,
        reach: V::Scalar,
        hint: &mut Hint,
    ) -> Option<Self> {
        let in_a = Axis::along(along)?;
        let below = Height::of(shape, &-in_a.in_frame(pose), hint);
        let units = |count: f64| V::Scalar::from_f64(count) * V::Scalar::UNIT;
        let (rise, off) = in_a.rise(&Pose::IDENTITY, pose);
        let rounded = units(4.0) * (reach + below.value.abs() + rise.abs());
        let pad = off + in_a.height_error(reach) + below.error + rounded;
        let pad = pad * (V::Scalar::ONE + units(8.0)) + V::Scalar::SMALLEST;
        Some(Limit { in_a: in_a.direction, height: (rise - below.value) - pad })
    }

    /// A lower bound of the signed distance of the hull of some points of A.
    pub fn gap_to(&self, points: &[V]) -> V::Scalar {
        self.height - points.iter().fold(-V::Scalar::INFINITY, |far, &p| far.max(self.in_a.dot(p)))
    }

    /// A lower bound of the signed distance of what is in a box of A: [`Plane::between`] rounds its sum the other way
    /// around, by as much.
    pub fn gap_to_box(&self, a: &Aabb<V>) -> V::Scalar {
        let n = self.in_a;
        self.height - (0..V::DIM).fold(V::Scalar::ZERO, |sum, k| sum + (n[k] * a.lower[k]).max(n[k] * a.upper[k]))
    }

    /// Whether a box of A is wholly before the plane.
    pub fn is_ahead_of(&self, a: &Aabb<V>) -> bool {
        self.gap_to_box(a) > V::Scalar::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::query::Pair;
    use clearance::{Cuboid, Pose3, Posed, Rotor3, Vec3};
    use clearance_testkit::random::Random;

    #[test]
    fn no_turned_boxes_are_nearer_than_along_a_direction() {
        let mut random = Random::new(0x91a);
        let (mut tight, mut deep) = (0, 0);
        for _ in 0..2000 {
            let mut draw = |low: f64, high: f64| Vec3::from_fn(|_| random.uniform(low, high));
            let boxes = [0, 1].map(|_| {
                let lower = draw(-0.7, 0.3);
                Aabb { lower, upper: lower + draw(0.01, 1.0) }
            });
            let (axis, shift, other) = (draw(-1.0, 1.0), draw(-0.7, 0.7), draw(-1.0, 1.0));
            let pose = Pose3::new(Rotor3::from_axis_angle(axis, 1.3).unwrap(), shift).unwrap();
            let shapes = boxes.map(|b| {
                let half = Cuboid::from_half_extents(b.extent() * 0.5).unwrap();
                Posed::new(half, Pose3::from_translation(b.center()).unwrap()).unwrap()
            });
            let truth = Pair::new(&shapes[0], &shapes[1], &pose).signed_distance();
            let reach = boxes.map(|b| b.reach_from_frame());
            for along in [truth.normal, other] {
                let bound = Plane::new(along, &pose, reach).unwrap().between(&boxes[0], &boxes[1]);
                assert!(bound <= truth.bounds.upper, "{bound} {truth:?}");
                // The bound's own errors are a few roundings of lengths up to 8.
                tight += usize::from(bound > truth.bounds.lower - 1e-13);
            }
            deep += usize::from(truth.signed_distance < 0.0);
        }
        assert!(tight > 1900 && deep > 200 && deep < 1800, "{tight} tight, {deep} overlap");
    }

    #[test]
    fn a_direction_without_a_length_tells_nothing() {
        let pose = Pose3::<f64>::IDENTITY;
        assert!(Plane::new(Vec3::ZERO, &pose, [1.0; 2]).is_none());
        assert!(Plane::new(Vec3::new(f64::NAN, 0.0, 0.0), &pose, [1.0; 2]).is_none());
    }
}
