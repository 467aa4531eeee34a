//! Answers of a body's frame in the world.

use clearance::{Pose3, Proximity, Vec3, Vector};

/// An answer of A's frame in the world; `witness_b = witness_a + signed_distance · normal` still holds.
pub(super) fn placed(mut found: Proximity<Vec3<f64>>, pose_a: &Pose3<f64>) -> Proximity<Vec3<f64>> {
    found.normal = pose_a.vector(found.normal).normalized();
    found.witness_a = pose_a.point(found.witness_a);
    found.witness_b = found.witness_a + found.normal * found.signed_distance;
    found
}
