//! How two bodies lie to one another, and how far what is computed of them may be off.

use super::Placed;
use crate::math::{Pose, Real, Vector};
use crate::support::{Form, Support};

/// How two bodies lie to one another.
pub(super) struct Setting<V: Vector> {
    /// From A's origin to B's.
    pub offset: V,
    /// By how much the signed distance of two points or planes of the cores errs.
    pub error: V::Scalar,
    /// The sum of the radii.
    pub radius: V::Scalar,
    /// No length is longer.
    pub largest: V::Scalar,
}

impl<V: Vector> Setting<V> {
    /// With all lengths times a power of two; `None` for bodies counted from another point than the origin of their frame.
    #[inline(always)]
    pub fn new<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        (a, pose_a): Placed<'_, V, A>,
        (b, pose_b): Placed<'_, V, B>,
        scale: V::Scalar,
    ) -> Option<Self> {
        if sum(a.anchor().abs() + b.anchor().abs()) > V::Scalar::ZERO {
            return None;
        }
        let offset = (pose_b.translation() - pose_a.translation()) * scale;
        let radius = (a.radius() + b.radius()) * scale;
        let size = (a.reach() + b.reach()) * scale + sum(offset.abs());
        let rounding = V::Scalar::from_f64(32.0) * V::Scalar::UNIT;
        let error = (a.support_error() + b.support_error()) * scale
            + (pose_a.translation_error() + pose_b.translation_error()) * scale
            + (pose_a.rotation_error() + pose_b.rotation_error() + rounding) * size;
        Some(Setting { offset, error, radius, largest: size + radius })
    }

    /// Whether no power of a length below the fifth leaves the range of the numbers.
    #[inline(always)]
    pub fn is_ordinary(&self) -> bool {
        let range = V::Scalar::power_of_two(V::Scalar::SMALLEST.exponent() / 4 + 3);
        (self.largest > range) & (self.largest * range < V::Scalar::ONE)
    }

    /// Whether bodies meet whose cores are apart by a length of which only the square is known, or overlap if it is null.
    #[inline(always)]
    pub fn meet(&self, squared: V::Scalar) -> Option<bool> {
        self.meet_between(squared, squared)
    }

    /// The same where `squared` is the square of the length of a `v` between two points of the cores, and the plane across `v` parts
    /// them by `least / |v|`.
    #[inline(always)]
    pub fn meet_between(&self, squared: V::Scalar, least: V::Scalar) -> Option<bool> {
        // Squares, and the sum of the radii, round by few units; so does the root that is not taken.
        let rounding = V::Scalar::from_f64(16.0) * V::Scalar::UNIT;
        let near = self.radius * (V::Scalar::ONE - rounding) - self.error;
        let far = self.radius * (V::Scalar::ONE + rounding) + self.error;
        if (least > V::Scalar::ZERO) & (least * least > far * far * squared) {
            return Some(false);
        }
        ((near > V::Scalar::ZERO) & (squared < near * near)).then_some(true)
    }
}

/// The power of two that brings a length to a magnitude in [1, 2), and its inverse; none of a null one.
pub(super) fn powers<T: Real>(length: T) -> Option<(T, T)> {
    let scale = (length > T::ZERO).then(|| T::power_of_two(-length.exponent()))?;
    Some((scale, T::ONE / scale))
}

/// The shape's form with its lengths times a power of two.
pub(super) fn scaled<V: Vector>(shape: &(impl Support<V> + ?Sized), scale: V::Scalar) -> Form<V> {
    match shape.form() {
        Form::Point(point) => Form::Point(point * scale),
        Form::Segment(ends) => Form::Segment(ends.map(|end| end * scale)),
        Form::Cuboid(half) => Form::Cuboid(half * scale),
        other => other,
    }
}

/// The image of a direction or point, from the body's origin; nothing is computed of the origin itself.
#[inline(always)]
pub(super) fn turned<V: Vector>(pose: &Pose<V>, p: V) -> V {
    if sum(p.abs()) > V::Scalar::ZERO { pose.vector(p) } else { p }
}

/// Of the components.
#[inline(always)]
pub(super) fn sum<V: Vector>(v: V) -> V::Scalar {
    v.dot(V::from_fn(|_| V::Scalar::ONE))
}
