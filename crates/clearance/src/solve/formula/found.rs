//! The answer about two bodies from what a formula finds of their cores.

use super::Placed;
use crate::dimension::Dimension;
use crate::frame::outward;
use crate::math::{Real, Vector};
use crate::proximity::{Bounds, Feature, Proximity, status_of};

/// What a formula finds of two cores.
pub(crate) struct Found<V: Vector> {
    /// Unit, from A to B.
    pub normal: V,
    /// The signed distance of the cores, and its bounds.
    pub distance: V::Scalar,
    pub lower: V::Scalar,
    pub upper: V::Scalar,
    /// The witness point on A's core, from A's origin.
    pub witness_a: V,
    pub features: [Feature<V::Scalar>; 2],
    pub unique: bool,
}

impl<V: Dimension> Found<V> {
    /// The answer, in the world.
    #[inline(always)]
    pub(crate) fn proximity(&self, (a, pose_a): Placed<'_, V>, (b, _): Placed<'_, V>) -> Proximity<V> {
        let radius = a.radius + b.radius;
        let [lower, upper] = outward([self.lower, self.upper], V::Scalar::ONE, radius);
        let (bounds, distance) = (Bounds { lower, upper }, self.distance - radius);
        let (status, proven) = status_of(&bounds);
        let witness_a = self.witness_a + self.normal * a.radius + pose_a.translation();
        Proximity {
            signed_distance: distance,
            normal: self.normal,
            witness_a,
            witness_b: witness_a + self.normal * distance,
            bounds,
            features: self.features,
            unique: self.unique,
            status,
            proven,
            iterations: 1,
        }
    }
}
