//! Points and segments, or balls and capsules about them.

use super::{Found, Placed, Setting, turned};
use crate::closed_form::Nearest;
use crate::math::{Pose, Real, Vector};
use crate::query::Feature;
use crate::support::Support;

#[inline(always)]
pub(super) fn segments<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    setting: &Setting<V>,
    ((a, pose_a), ends_a): (Placed<'_, V, A>, [V; 2]),
    ((b, pose_b), ends_b): (Placed<'_, V, B>, [V; 2]),
) -> Option<Found<V>> {
    let (p, q) = placed(setting, (pose_a, ends_a), (pose_b, ends_b));
    let Nearest { s, t, v, least, single } = Nearest::new(p, q);
    let length = v.norm();
    let inverse = V::Scalar::ONE / length;
    let (lower, upper) = (least * inverse - setting.error, length + setting.error);
    // Where cores nearly touch the direction is lost.
    let sharp = lower > V::Scalar::ZERO && upper - lower <= V::Scalar::from_f64(4.0) * setting.error;
    sharp.then(|| Found {
        normal: v * -inverse,
        distance: length,
        lower,
        upper,
        on_a: p[0] + (p[1] - p[0]) * s,
        features: [feature(s, a), feature(t, b)],
        unique: single,
    })
}

/// Whether the bodies meet.
#[inline(always)]
pub(super) fn meet<V: Vector>(setting: &Setting<V>, a: (&Pose<V>, [V; 2]), b: (&Pose<V>, [V; 2])) -> Option<bool> {
    let (p, q) = placed(setting, a, b);
    let Nearest { v, least, .. } = Nearest::new(p, q);
    // The plane across `v` parts the cores by `least / |v|`.
    setting.meet_between(v.norm_squared(), least)
}

/// The ends, from A's origin along the axes of the world.
#[inline(always)]
fn placed<V: Vector>(setting: &Setting<V>, a: (&Pose<V>, [V; 2]), b: (&Pose<V>, [V; 2])) -> ([V; 2], [V; 2]) {
    let (p, q) = (ends(a), ends(b));
    (p, [q[0] + setting.offset, q[1] + setting.offset])
}

/// The ends of a segment, which may be a point, from its body's origin.
#[inline(always)]
fn ends<V: Vector>((pose, [start, end]): (&Pose<V>, [V; 2])) -> [V; 2] {
    // Most are about the origin, or points: one of the two costs nothing.
    let middle = turned(pose, (start + end) * V::Scalar::HALF);
    let half = turned(pose, (end - start) * V::Scalar::HALF);
    [middle - half, middle + half]
}

/// The ends that span the place `s`.
#[inline(always)]
fn feature<V: Vector>(s: V::Scalar, shape: &(impl Support<V> + ?Sized)) -> Feature<V::Scalar> {
    let mut feature = Feature::SMOOTH;
    feature.add(0, V::Scalar::ONE - s);
    feature.add(1, s);
    feature.finished(shape)
}
