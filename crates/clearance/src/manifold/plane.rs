//! A body on a halfspace: the corners of the body's face, each above its projection on the boundary.

use alloc::vec::Vec;

use super::contact::{ContactOptions, ContactPoint, Manifold};
use super::face::{Face, PatchFrame};
use super::polygon::spread;
use crate::dimension::Dimension;
use crate::math::{Pose, Real};
use crate::proximity::Feature;
use crate::shape::Halfspace;
use crate::solve::halfspace::signed_distance;
use crate::support::{Snapshot, SupportExt};

/// The contact of a halfspace and a body.
pub(crate) fn on_halfspace<V: Dimension>(
    half: &Halfspace<V>,
    pose_h: &Pose<V>,
    shape: &Snapshot<'_, V>,
    pose_s: &Pose<V>,
    options: &ContactOptions<V::Scalar>,
) -> Manifold<V> {
    let proximity = signed_distance(half, pose_h, shape, pose_s);
    let s_in_h = Pose::relative(pose_h, pose_s);
    let (normal, radius) = (half.normal(), shape.radius());
    let up = s_in_h.vector_back(normal);
    let view = PatchFrame::of_shape(shape, up, options.tilt);
    let face = Face::of_shape(shape, &view);
    let point = |i: usize| {
        let corner = &face.corners[i];
        let core = s_in_h.point(corner.point + shape.anchor());
        let distance = normal.dot(core) - half.offset() - radius;
        let witness_b = pose_h.point(core - normal * radius);
        let id = Feature::from_points(shape, [corner.id; 3], [V::Scalar::ONE; 3], 1);
        ContactPoint {
            witness_a: witness_b - proximity.normal * distance,
            witness_b,
            distance,
            features: [Feature::SMOOTH, id],
        }
    };
    let mut all: Vec<ContactPoint<V>> = (0..face.corners.len()).map(point).collect();
    // Rounding of the products, and of sums with the offset.
    let rounding = view.slack + V::Scalar::from_f64(24.0) * V::Scalar::UNIT * (half.offset().abs() + radius);
    let is_deep = |p: &ContactPoint<V>| p.distance - proximity.signed_distance <= rounding;
    let deep: Vec<usize> = (0..all.len()).filter(|&i| is_deep(&all[i])).collect();
    for &i in &deep {
        all[i].distance = proximity.signed_distance;
        all[i].witness_a = all[i].witness_b - proximity.normal * proximity.signed_distance;
    }
    let tip = ContactPoint {
        witness_a: proximity.witness_a,
        witness_b: proximity.witness_b,
        distance: proximity.signed_distance,
        features: proximity.features,
    };
    let wanted = options.max_points.max(1);
    let numbers: Vec<usize> = (0..all.len()).collect();
    let (first, count, extra) = if deep.is_empty() { (numbers, wanted - 1, Some(tip)) } else { (deep, wanted, None) };
    let points = spread(&face.flat(), &first, count).into_iter().map(|i| all[i]).chain(extra).collect();
    Manifold { proximity, points }
}
