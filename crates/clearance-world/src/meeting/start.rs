//! Whether a body begins inside of another one, a solid mesh, where no parts meet.

use clearance::{Pose, Real, Space};

use super::Moving;
use crate::body::Body;
use crate::inside;

/// Whether one of two bodies may begin inside of the other: `false` proves that none does, unless their surfaces meet.
pub(super) fn may_be_inside<V: Space>(a: Moving<'_, V>, b: Moving<'_, V>) -> bool {
    let is_solid = |body: &Body<V>| matches!(body, Body::Mesh(mesh) if mesh.is_solid());
    if !is_solid(a.body) && !is_solid(b.body) {
        return false;
    }
    let [pose_a, pose_b] = [a, b].map(|side| side.motion.pose_at(V::Scalar::ZERO));
    let within = |outer: &Body<V>, inner: &Body<V>, pose: &Pose<V>| match outer {
        Body::Mesh(solid) if solid.is_solid() => inside::is_outside(solid, inner, pose) != Some(true),
        _ => false,
    };
    within(a.body, b.body, &Pose::relative(&pose_a, &pose_b))
        || within(b.body, a.body, &Pose::relative(&pose_b, &pose_a))
}
