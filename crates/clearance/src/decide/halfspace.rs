//! The signed distance of a halfspace and a polytopal core swept by a ball, decided exactly and rounded once.

use crate::exact::ExactPose;
use crate::exact::Rounded;
use crate::exact::{Exact, ExactVector};
use crate::math::{Pose, Vector};
use crate::proximity::Status;
use crate::support::{Support, SupportExt};

/// The status and the correctly rounded signed distance of `{x : normal·x ≤ offset}` at `pose_h` and a body at
/// `pose_s`.
///
/// The vertex `x` of the core deepest along the normal has the height `normal·x − offset` over the boundary times the
/// normal's length; both are exact, and only their quotient and the radius meet a root.
pub(crate) fn decide_halfspace<V: Vector>(
    (normal, offset): (V, V::Scalar),
    pose_h: &Pose<V>,
    shape: &(impl Support<V> + ?Sized),
    pose_s: &Pose<V>,
) -> Option<(Status, Rounded<V::Scalar>)> {
    let (frame_h, frame_s) = (ExactPose::new(pose_h)?, ExactPose::new(pose_s)?);
    let given = ExactVector::new(normal);
    let (up, n) = frame_h.vector(&given);
    let (point, _) = shape.exact_support(&frame_s.vector_back(&-up.clone()))?;
    let point = frame_s.point(&point);
    let denominator = &n * &point.w;
    let rise = &point.xyz - &frame_h.translation().scale(&point.w);
    let height = &up.dot(&rise) - &(&Exact::new(offset) * &denominator);
    let squared = height.squared();
    let below = &denominator.squared() * &given.norm_squared();
    let radius = Exact::new(shape.radius());
    let order = squared.cmp(&(&radius.squared() * &below));
    let status = match (height.sign(), order) {
        (0, _) if radius.is_zero() => Status::Touching,
        (1, core::cmp::Ordering::Greater) => Status::Separated,
        (1, core::cmp::Ordering::Equal) => Status::Touching,
        _ => Status::Overlapping,
    };
    let distance = if height.sign() < 0 {
        squared.round_root::<V::Scalar>(&below, &-radius).negated()
    } else {
        squared.round_root(&below, &radius)
    };
    Some((status, distance))
}
