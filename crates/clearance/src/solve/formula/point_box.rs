//! A point, or a ball about it, and a box, which may be rounded.

use super::place::Place;
use super::{Found, Setting, turned};
use crate::math::{Matrix, Pose, Real, Vector};
use crate::proximity::Feature;
use crate::shape::kind_in_box;
use crate::support::FeatureKind;

#[inline(always)]
pub(super) fn point_box<V: Vector>(
    setting: &Setting<V>,
    [pose_a, pose_b]: [&Pose<V>; 2],
    point: V,
    half: V,
) -> Found<V> {
    let witness_a = turned(pose_a, point);
    let place = Place::new(pose_b.vector_back(witness_a - setting.offset), half, setting.error);
    let features = [corner(), feature(&place, half)];
    found(&place, -pose_b.vector(place.outward), witness_a, features)
}

#[inline(always)]
pub(super) fn box_point<V: Vector>(
    setting: &Setting<V>,
    [pose_a, pose_b]: [&Pose<V>; 2],
    half: V,
    point: V,
) -> Found<V> {
    let witness_b = setting.offset + turned(pose_b, point);
    let place = Place::new(pose_a.vector_back(witness_b), half, setting.error);
    let normal = pose_a.vector(place.outward);
    let features = [feature(&place, half), corner()];
    found(&place, normal, witness_b - normal * place.distance, features)
}

/// Whether the bodies meet; `way` leads from the box's origin to the point.
#[inline(always)]
pub(super) fn meet<V: Vector>(setting: &Setting<V>, pose: &Pose<V>, half: V, way: V) -> Option<bool> {
    let c = pose.matrix().apply_transpose(way);
    let beyond = V::from_fn(|i| (c[i].abs() - half[i]).max(V::Scalar::ZERO));
    let squared = beyond.norm_squared();
    if squared > V::Scalar::ZERO {
        return setting.meet(squared);
    }
    let depth = (1..V::DIM).fold(half[0] - c[0].abs(), |least, i| least.min(half[i] - c[i].abs()));
    (depth + setting.radius > setting.error + setting.error).then_some(true)
}

#[inline(always)]
fn found<V: Vector>(place: &Place<V>, normal: V, witness_a: V, features: [Feature<V::Scalar>; 2]) -> Found<V> {
    let (lower, upper) = (place.distance - place.error, place.distance + place.error);
    Found { normal, distance: place.distance, lower, upper, witness_a, features, unique: place.unique }
}

/// The only vertex of a point.
#[inline(always)]
fn corner<T: Real>() -> Feature<T> {
    Feature::known(FeatureKind::Vertex, 1, [0; 3], [T::ONE, T::ZERO, T::ZERO])
}

/// The corners of the box that span the nearest point.
#[inline(always)]
fn feature<V: Vector>(place: &Place<V>, half: V) -> Feature<V::Scalar> {
    let (count, corners, weights) = place.corners(half);
    // Of the parts of a box it is known what they are, but for places that round to one of a smaller part; what lies
    // behind them is zero.
    let zero = V::Scalar::ZERO;
    let others = u8::from(weights[1] > zero) + u8::from(weights[2] > zero);
    if (weights[0] > zero) & (others + 1 == count) {
        return Feature::known(FeatureKind::of_simplex(count.into()), count, corners, weights);
    }
    // Field by field, so that the common answer needs no place in memory.
    let Feature { kind, count, vertices, weights } = rounded_feature(half, count, corners, weights);
    Feature::known(kind, count, vertices, weights)
}

/// [`feature`] where a weight is zero.
#[cold]
#[inline(never)]
fn rounded_feature<V: Vector>(half: V, count: u8, corners: [u32; 3], weights: [V::Scalar; 3]) -> Feature<V::Scalar> {
    let mut feature = Feature::SMOOTH;
    corners.into_iter().zip(weights).take(count.into()).for_each(|(corner, weight)| feature.add(corner, weight));
    feature.kind = kind_in_box(half, feature.vertices());
    feature
}
