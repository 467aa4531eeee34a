//! The same questions for two bodies with world poses; answers are in the world frame.

use super::signed::{Depth, answer};
use super::{Proximity, WarmStart, Within};
use crate::math::{Pose, Real};
use crate::options::Options;
use crate::space::Space;
use crate::support::Support;

/// The signed distance of `a` at `pose_a` and `b` at `pose_b`.
pub fn signed_distance<V: Space>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
    options: &Options<V::Scalar>,
    warm: &mut WarmStart<V>,
) -> Proximity<V> {
    let b_in_a = Pose::relative(pose_a, pose_b);
    let found = answer((a, b, &b_in_a), options, (Depth::Wanted, V::Scalar::INFINITY), warm, |_| {});
    in_world(found.proximity, pose_a)
}

/// The signed distance if it is at most `max`, else a proof that it is not.
pub fn distance_within<V: Space>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
    max: V::Scalar,
    options: &Options<V::Scalar>,
    warm: &mut WarmStart<V>,
) -> Within<V> {
    let b_in_a = Pose::relative(pose_a, pose_b);
    let found = answer((a, b, &b_in_a), options, (Depth::Wanted, max), warm, |_| {});
    if found.beyond || found.proximity.bounds.lower > max {
        return Within::Beyond { lower: found.proximity.bounds.lower };
    }
    Within::Near(in_world(found.proximity, pose_a))
}

fn in_world<V: Space>(found: Proximity<V>, pose_a: &Pose<V>) -> Proximity<V> {
    let normal = pose_a.vector(found.normal).normalized();
    let on_a = pose_a.point(found.on_a);
    Proximity { normal, on_a, on_b: on_a + normal * found.distance, ..found }
}
