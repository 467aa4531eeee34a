//! From what a formula finds of two cores to the answer about the bodies.

use super::Placed;
use crate::math::{Pose, Real, Vector};
use crate::options::{Accuracy, Options};
use crate::query::proximity::{Bounds, Feature, Proximity, Status};
use crate::query::settle::is_coarse;
use crate::query::signed::{Ending, status_of};
use crate::space::Space;
use crate::support::Support;

/// What a formula finds of two cores.
pub(in crate::query) struct Found<V: Vector> {
    /// Unit, from A to B.
    pub normal: V,
    /// The signed distance of the cores, and its bounds.
    pub distance: V::Scalar,
    pub lower: V::Scalar,
    pub upper: V::Scalar,
    /// The witness point on A's core, from A's origin.
    pub on_a: V,
    pub features: [Feature<V::Scalar>; 2],
    pub unique: bool,
}

impl<V: Space> Found<V> {
    /// The signed distance of the bodies.
    #[inline(always)]
    pub(in crate::query) fn signed<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        self,
        a: Placed<'_, V, A>,
        b: Placed<'_, V, B>,
        options: &Options<V::Scalar>,
    ) -> Proximity<V> {
        let value = self.value(a.0.radius() + b.0.radius());
        if value.proven & (options.accuracy == Accuracy::Rounded) & !is_coarse(&value.bounds, value.distance) {
            return self.proximity(value, (a.0.radius(), a.1));
        }
        let mut found = self.proximity(value, (a.0.radius(), a.1));
        found.finish((&Ending::default(), options), a, b);
        found
    }

    /// The distance of the bodies; zero with a common point if they meet.
    #[inline(always)]
    pub(in crate::query) fn unsigned<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        self,
        a: Placed<'_, V, A>,
        b: Placed<'_, V, B>,
        options: &Options<V::Scalar>,
    ) -> Proximity<V> {
        let value = self.value(a.0.radius() + b.0.radius());
        let apart = value.proven & (value.distance > V::Scalar::ZERO);
        if apart & (options.accuracy == Accuracy::Rounded) & !is_coarse(&value.bounds, value.distance) {
            return self.proximity(value, (a.0.radius(), a.1));
        }
        let mut found = self.proximity(value, (a.0.radius(), a.1));
        found.finish_distance((&Ending::default(), options), a, b);
        found
    }

    #[inline(always)]
    fn value(&self, radius: V::Scalar) -> Value<V::Scalar> {
        // Rounding of the sum of the radii and of the difference.
        let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT;
        let outward = |x: V::Scalar| rounding * (x.abs() + radius);
        let lower = self.lower - radius - outward(self.lower);
        let upper = self.upper - radius + outward(self.upper);
        let (bounds, distance) = (Bounds { lower, upper }, self.distance - radius);
        let (status, proven) = status_of(&bounds, distance);
        Value { distance, bounds, status, proven }
    }

    /// The answer, in the world.
    #[inline(always)]
    fn proximity(&self, value: Value<V::Scalar>, (radius, pose): (V::Scalar, &Pose<V>)) -> Proximity<V> {
        let Value { distance, bounds, status, proven } = value;
        let on_a = self.on_a + self.normal * radius + pose.translation();
        Proximity {
            distance,
            normal: self.normal,
            on_a,
            on_b: on_a + self.normal * distance,
            bounds,
            features: self.features,
            unique: self.unique,
            status,
            proven,
            iterations: 1,
        }
    }
}

/// The signed distance of two bodies and what it says.
struct Value<T> {
    distance: T,
    bounds: Bounds<T>,
    status: Status,
    proven: bool,
}
