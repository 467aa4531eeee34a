//! What the errors of angles leave of an exact decision.
//!
//! An exact decision is about the rational rotations of both [poses](crate::Pose); those of angles and matrices are off
//! what was meant by `ε ≈ 10⁻³⁰`. With `ρ` the distance of a core's points from the origin of its frame, every support
//! function is off by at most `ε ρ`, and so is the signed distance: what is farther from zero than that is decided.
//!
//! **Contacts that no angle can change.** Let both rotations be about one coordinate axis `e`, as those of one angle
//! are. Heights along `e` are then the same for all angles: a gap along `e` that is zero is never less. The faces of
//! both bodies at that height turn in their plane, each point by at most `ε ρ`; if they overlap by more than both are
//! moved, they meet at all angles.

use alloc::vec::Vec;

use crate::dimension::Dimension;
use crate::exact::{Exact, ExactPoint, ExactPose, ExactVector};
use crate::math::{Pose, Real, Vec2, Vector};
use crate::proximity::{Bounds, Proximity, Status};
use crate::shape::rounding::length_above;
use crate::support::{Body, Support, SupportExt};

/// Faces that overlap by less than this part of their distance from the origin do so for rounding only, for all that is
/// known here.
const BARELY: i32 = -20;

/// Faces of more corners are not compared.
const CORNERS: usize = 64;

/// How far the signed distance may be from that of the poses' rational rotations; zero for poses that are exact.
pub(crate) fn slack<V: Vector>(shape: &(impl Support<V> + ?Sized), pose: &Pose<V>) -> V::Scalar {
    let error = pose.fine_error();
    if error == V::Scalar::ZERO {
        return error;
    }
    let length = length_above(shape.anchor()) + shape.reach() + shape.support_error();
    // Four roundings, and no less than a subnormal number.
    (error * length * (V::Scalar::ONE + V::Scalar::from_f64(8.0) * V::Scalar::UNIT)).next_up()
}

/// Widens an exact answer by what the rotations may be off, and decides its status anew. Both poses are those of the
/// answer's frame.
pub(crate) fn widen<V: Dimension>(found: &mut Proximity<V>, slack: V::Scalar, a: Body<'_, V>, b: Body<'_, V>) {
    let zero = V::Scalar::ZERO;
    if found.status == Status::Touching && stays(found, a, b) {
        return;
    }
    let Bounds { lower, upper } = found.bounds;
    found.bounds = Bounds { lower: (lower - slack).next_down(), upper: (upper + slack).next_up() };
    (found.status, found.proven) = match found.bounds {
        Bounds { lower, .. } if lower > zero => (Status::Separated, true),
        Bounds { upper, .. } if upper < zero => (Status::Overlapping, true),
        _ => (Status::Undecided, false),
    };
}

/// Whether bodies that touch do so whatever the angles of their poses are within their errors, and that is seen.
fn stays<V: Dimension>(found: &Proximity<V>, a: Body<'_, V>, b: Body<'_, V>) -> bool {
    if !keep_heights(found.normal, a.pose, b.pose) {
        return false;
    }
    let top = Top::of(a.shape, a.pose, found.normal);
    let bottom = Top::of(b.shape, b.pose, -found.normal);
    let (Some(top), Some(bottom)) = (top, bottom) else { return false };
    let radius = &Exact::new(a.shape.radius()) + &Exact::new(b.shape.radius());
    let gap = bottom.point.minus(&top.point);
    if !(&gap.xyz.dot(&ExactVector::new(found.normal)) - &(&radius * &gap.w)).is_zero() {
        return false;
    }
    let moved = a.pose.fine_error() * top.reach + b.pose.fine_error() * bottom.reach;
    let rounding = V::Scalar::power_of_two(BARELY) * (top.reach + bottom.reach);
    overlap(&top.corners, &bottom.corners) > moved + rounding
}

/// Whether heights along a direction of the world are the same whatever the angles of both poses are within their
/// errors.
pub(crate) fn keep_heights<V: Vector>(normal: V, pose_a: &Pose<V>, pose_b: &Pose<V>) -> bool {
    common_axis(pose_a, pose_b).is_some_and(|axis| normal.abs() == V::axis(axis))
}

/// The coordinate axis about which both poses turn, if they turn about one at all.
fn common_axis<V: Vector>(pose_a: &Pose<V>, pose_b: &Pose<V>) -> Option<usize> {
    let about = |pose: &Pose<V>, axis: usize| {
        let turns = |i: usize| pose.fine_quaternion().iter().any(|part| part[i + 1] != V::Scalar::ZERO);
        (0..3).all(|i| i == axis || !turns(i))
    };
    (0..V::DIM).filter(|_| V::DIM == 3).find(|&axis| about(pose_a, axis) && about(pose_b, axis))
}

/// The face of a body that is highest along a coordinate axis, or lowest.
struct Top<V: Vector> {
    /// One of its points, exactly.
    point: ExactPoint,
    /// Its corners, rounded, in the coordinates across the axis.
    corners: Vec<Vec2<V::Scalar>>,
    /// No less than their distance from the origin of the frame, and from that of the pose.
    reach: V::Scalar,
}

impl<V: Vector> Top<V> {
    /// `None` for bodies without exact vertices, and for faces of very many.
    fn of(shape: &(impl Support<V> + ?Sized), pose: &Pose<V>, normal: V) -> Option<Self> {
        if !shape.has_exact_vertices() {
            return None;
        }
        let (way, up) = (ExactPose::new(pose)?, ExactVector::new(normal));
        let place = |id: u32| way.point(&(ExactPoint::new(shape.anchor()).plus(&ExactPoint::new(shape.vertex(id)))));
        let point = way.point(&shape.exact_support(&way.vector_back(&up))?.0);
        let along = pose.vector_back(normal);
        let height = |id: u32| along.dot(shape.vertex(id));
        let highest = (0..shape.vertex_count()).fold(-V::Scalar::INFINITY, |most, id| most.max(height(id)));
        let near = highest - V::Scalar::power_of_two(BARELY) * shape.reach();
        let axes = (0..V::DIM).filter(|&i| normal[i] == V::Scalar::ZERO).collect::<Vec<_>>();
        let mut corners = Vec::new();
        for id in (0..shape.vertex_count()).filter(|&id| height(id) >= near) {
            if place(id).compare_along(&up, &point).is_eq() {
                let at = pose.point(shape.anchor() + shape.vertex(id));
                corners.push(Vec2::new(at[axes[0]], at[axes[1]]));
            }
        }
        let reach =
            corners.iter().fold(length_above(pose.translation()), |reach, corner| reach.max(length_above(*corner)));
        (corners.len() <= CORNERS).then_some(Top { point, corners, reach: reach + reach })
    }
}

/// How far two convex polygons are to be moved to part: the least sum of their heights along the normals of their
/// sides, which are among the lines through two of their corners. Not positive for those that do not surely overlap.
fn overlap<T: Real>(a: &[Vec2<T>], b: &[Vec2<T>]) -> T {
    let mut least = T::INFINITY;
    for corners in [a, b] {
        for (i, &p) in corners.iter().enumerate() {
            for &q in &corners[..i] {
                let across = (q - p).perpendicular().normalized();
                for normal in [across, -across] {
                    let top = a.iter().fold(-T::INFINITY, |top, corner| top.max(normal.dot(*corner)));
                    let bottom = b.iter().fold(T::INFINITY, |bottom, corner| bottom.min(normal.dot(*corner)));
                    least = least.min(top - bottom);
                }
            }
        }
    }
    if least.is_finite() { least } else { T::ZERO }
}

#[cfg(test)]
mod tests;
