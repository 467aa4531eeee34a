//! The same questions for two bodies with world poses; answers are in the world frame.

use super::balls;
pub use super::contact::contact_in_world as contact;
use super::signed::{Answer, Depth, answer_at_once, overlap};
use super::{Proximity, Status, WarmStart, Within};
use crate::math::{Pose, Real};
use crate::options::Options;
use crate::space::Space;
use crate::support::Support;

/// Whether `a` at `pose_a` and `b` at `pose_b` have a common point. Touching counts. If balls around the bodies are apart, not
/// even their relative pose is computed.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3, query::world};
/// let ball = Ball::new(1.0).unwrap();
/// let at = |x: f64| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
/// assert!(world::intersects((&ball, &at(10.0)), (&ball, &at(12.0))));
/// assert!(!world::intersects((&ball, &at(10.0)), (&ball, &at(12.1))));
/// ```
pub fn intersects<V: Space>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
) -> bool {
    let offset = pose_b.translation() - pose_a.translation();
    if balls::apart(a, b, (offset, pose_a.translation_error() + pose_b.translation_error())) {
        return false;
    }
    let options = Options::default();
    let b_in_a = Pose::relative(pose_a, pose_b);
    if let Some(decided) = overlap((a, b, &b_in_a), &options) {
        return decided;
    }
    let found = answer_at_once((a, b, &b_in_a), &options, (Depth::Unwanted, V::Scalar::ZERO), &mut WarmStart::new());
    !found.beyond && in_world(found, pose_a).settled((a, pose_a), (b, pose_b)).proximity.status != Status::Separated
}

/// The signed distance of `a` at `pose_a` and `b` at `pose_b`.
pub fn signed_distance<V: Space>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
    options: &Options<V::Scalar>,
    warm: &mut WarmStart<V>,
) -> Proximity<V> {
    let b_in_a = Pose::relative(pose_a, pose_b);
    let found = answer_at_once((a, b, &b_in_a), options, (Depth::Wanted, V::Scalar::INFINITY), warm);
    in_world(found, pose_a).signed(options, (a, pose_a), (b, pose_b))
}

/// The distance of `a` at `pose_a` and `b` at `pose_b`; zero with a common point if they meet.
pub fn distance<V: Space>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
    options: &Options<V::Scalar>,
    warm: &mut WarmStart<V>,
) -> Proximity<V> {
    let b_in_a = Pose::relative(pose_a, pose_b);
    let found = answer_at_once((a, b, &b_in_a), options, (Depth::Unwanted, V::Scalar::INFINITY), warm);
    in_world(found, pose_a).unsigned(options, (a, pose_a), (b, pose_b))
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
    let found = answer_at_once((a, b, &b_in_a), options, (Depth::Wanted, max), warm);
    if found.beyond {
        return Within::Beyond { lower: found.proximity.bounds.lower };
    }
    Within::of(in_world(found, pose_a).signed(options, (a, pose_a), (b, pose_b)), max)
}

/// An answer of A's frame in the world frame.
pub(super) fn in_world<V: Space>(found: Answer<V>, pose_a: &Pose<V>) -> Answer<V> {
    Answer { proximity: placed(&found.proximity, pose_a), ..found }
}

/// The same in the world frame.
pub(super) fn placed<V: Space>(local: &Proximity<V>, pose_a: &Pose<V>) -> Proximity<V> {
    let normal = pose_a.vector(local.normal).normalized();
    let on_a = pose_a.point(local.on_a);
    Proximity { normal, on_a, on_b: on_a + normal * local.distance, ..*local }
}
