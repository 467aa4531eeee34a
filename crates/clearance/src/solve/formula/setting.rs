//! How two bodies lie to one another, and how far what is computed of them may be off.

use super::Placed;
use crate::math::{Pose, Real, Vector};
use crate::support::{Form, Outline};

/// How two bodies lie to one another.
pub(super) struct Setting<V: Vector> {
    /// The vector from A's origin to B's.
    pub offset: V,
    /// How far the signed distance of two points or planes of the cores errs.
    pub error: V::Scalar,
    /// The sum of the radii.
    pub radius: V::Scalar,
    /// No length is longer.
    pub largest: V::Scalar,
}

impl<V: Vector> Setting<V> {
    /// The setting of bodies counted from the origins of their frames.
    #[inline(always)]
    pub fn new(a: Placed<'_, V>, b: Placed<'_, V>) -> Self {
        Self::scaled(a, b, None, V::Scalar::ONE)
    }

    /// The setting of bodies counted from points `anchors` from the origins of their frames in sum, with all lengths
    /// times a power of two.
    #[inline(always)]
    fn scaled(
        (a, pose_a): Placed<'_, V>,
        (b, pose_b): Placed<'_, V>,
        anchors: Option<V::Scalar>,
        scale: V::Scalar,
    ) -> Self {
        let offset = (pose_b.translation() - pose_a.translation()) * scale;
        let radius = (a.radius + b.radius) * scale;
        let reach = a.reach + b.reach;
        let size = anchors.map_or(reach, |anchors| reach + anchors) * scale + sum(offset.abs());
        let rounding = V::Scalar::from_f64(32.0) * V::Scalar::UNIT;
        let error = (a.error + b.error) * scale
            + (pose_a.translation_error() + pose_b.translation_error()) * scale
            + (pose_a.rotation_error() + pose_b.rotation_error() + rounding) * size;
        Setting { offset, error, radius, largest: size + radius }
    }

    /// Whether no power of a length below the fifth leaves the range of the numbers.
    #[inline(always)]
    pub fn is_ordinary(&self) -> bool {
        let range = ordinary_lengths::<V::Scalar>();
        (self.largest > range) & (self.largest * range < V::Scalar::ONE)
    }

    /// Whether the bodies meet, from the squared distance of their cores (zero: the cores overlap).
    #[inline(always)]
    pub fn meet(&self, squared: V::Scalar) -> Option<bool> {
        self.meet_between(squared, squared)
    }

    /// Whether bodies meet, from two points of the cores that are `v` apart, with the square of its length, and the
    /// plane across `v`, which separates the cores by `least / |v|`.
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

/// Lengths above this one and below its inverse are ordinary.
#[inline(always)]
fn ordinary_lengths<T: Real>() -> T {
    T::power_of_two(T::SMALLEST.exponent() / 4 + 3)
}

/// Two bodies that are not as most are.
pub(super) struct Rare<V: Vector> {
    pub setting: Setting<V>,
    /// In the setting's lengths, from the origins of the bodies' frames.
    pub forms: [Form<V>; 2],
    /// What turns the setting's lengths into those of the bodies.
    pub back: V::Scalar,
}

impl<V: Vector> Rare<V> {
    /// In lengths near 1 if they are not ordinary. `None` for bodies that are more than [`FAR`] of their sizes from the
    /// origins of their frames, for boxes that are not about them, and for nothing but zero lengths.
    #[inline(always)]
    pub fn new(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Self> {
        let anchors = sum(a.0.anchor.abs()) + sum(b.0.anchor.abs());
        if anchors > V::Scalar::from_f64(FAR) * (a.0.reach + b.0.reach) {
            return None;
        }
        let (form_a, form_b) = (from_origin(a.0)?, from_origin(b.0)?);
        let of_scale = |scale| Setting::scaled(a, b, Some(anchors), scale);
        let (one, setting) = (V::Scalar::ONE, of_scale(V::Scalar::ONE));
        if setting.is_ordinary() {
            return Some(Rare { setting, forms: [form_a, form_b], back: one });
        }
        let scale =
            (setting.largest > V::Scalar::ZERO).then(|| V::Scalar::power_of_two(-setting.largest.exponent()))?;
        let forms = [scaled(form_a, scale), scaled(form_b, scale)];
        Some(Rare { setting: of_scale(scale), forms, back: one / scale })
    }
}

/// An enclosure loses no more than three bits to it.
const FAR: f64 = 8.0;

/// The form of a body, from the origin of its frame; `None` for what is no point or segment and counted from elsewhere.
#[inline(always)]
fn from_origin<V: Vector>(body: &Outline<V>) -> Option<Form<V>> {
    let anchor = body.anchor;
    match body.form {
        // Without rounding, since the differences from an anchor are exact.
        Form::Point(point) => Some(Form::Point(anchor + point)),
        Form::Segment(ends) => Some(Form::Segment([anchor + ends[0], anchor + ends[1]])),
        form => (sum(anchor.abs()) == V::Scalar::ZERO).then_some(form),
    }
}

/// A form with its lengths times a power of two.
fn scaled<V: Vector>(form: Form<V>, scale: V::Scalar) -> Form<V> {
    match form {
        Form::Point(point) => Form::Point(point * scale),
        Form::Segment(ends) => Form::Segment([ends[0] * scale, ends[1] * scale]),
        Form::Cuboid(half) => Form::Cuboid(half * scale),
        other => other,
    }
}

/// The image of a direction or point, from the body's origin; nothing is computed of the origin itself.
#[inline(always)]
pub(super) fn turned<V: Vector>(pose: &Pose<V>, p: V) -> V {
    if sum(p.abs()) > V::Scalar::ZERO { pose.vector(p) } else { p }
}

/// The largest magnitude of the components.
#[inline(always)]
pub(super) fn sum<V: Vector>(v: V) -> V::Scalar {
    v.dot(V::from_fn(|_| V::Scalar::ONE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Pose3, Vec3};
    use crate::shape::Cuboid;
    use crate::support::Support;

    #[test]
    fn rounding_counts_as_derived() {
        let brick = Cuboid::from_half_extents(Vec3::new(1.0, 2.0, 2.0)).unwrap().outline();
        let beside = Pose3::from_translation(Vec3::new(-7.0, 0.25, 3.0)).unwrap();
        let found = Setting::new((&brick, &Pose3::IDENTITY), (&brick, &beside));
        let rounding = found.error - 2.0 * brick.error;
        // 32u of two reaches of 3 and an offset of 10.25.
        assert!((rounding / (32.0 * f64::UNIT * 16.25) - 1.0).abs() < 1e-12, "{rounding:e}");
    }
}
