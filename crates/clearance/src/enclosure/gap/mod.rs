//! A proven lower bound of the signed distance of two bodies along a given axis: two support evaluations.
//!
//! The signed distance is the largest of all gaps `min n·x_b − max n·x_a` over unit axes `n`, so any axis proves a
//! lower bound, and one that is fixed in a frame proves it over a stretch of time.

use super::Axis;
use crate::math::{Pose, Real, Vector};
use crate::shape::Halfspace;
use crate::shape::rounding::{length_above, units};
use crate::support::{Hint, Outline, Support};

/// How far two bodies are apart along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap<T> {
    /// The computed gap; negative if the bodies overlap along the axis.
    pub value: T,
    /// `|value − truth| ≤ error`, for the exact axis.
    pub error: T,
}

impl<T: Real> Gap<T> {
    /// The gap along an axis of the frame of the poses, from the heights of the first body along it and of the second
    /// along its opposite, each in its own frame, beyond the origin there, and with its error for the exact axis: as
    /// [`gap`](gap()) has it of two shapes.
    pub fn of_heights<V: Vector<Scalar = T>>(axis: &Axis<V>, [a, b]: [&Pose<V>; 2], heights: [(T, T); 2]) -> Self {
        between(axis.rise(a, b), heights)
    }

    /// Proven: the signed distance is not below this.
    pub fn lower(&self) -> T {
        self.value - self.error
    }

    /// What the gap has beyond a distance; the difference rounds, and so does that of [`lower`](Self::lower).
    pub fn beyond(&self, distance: T) -> Self {
        let rounded = units::<T>(3) * (self.value.abs() + distance.abs());
        Gap { value: self.value - distance, error: self.error + rounded }
    }
}

/// How far a body reaches along an axis of its frame, beyond the origin of its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height<V: Vector> {
    /// The largest height of the body's points.
    pub value: V::Scalar,
    /// `|value − truth| ≤ error`, for the exact axis.
    pub error: V::Scalar,
    /// Where the core attains it, relative to the [anchor](Outline::anchor).
    pub point: V,
}

impl<V: Vector> Height<V> {
    /// The height of a body along an axis of its own frame; the search starts at the hint and leaves there where it
    /// ended.
    ///
    /// The core is `c + x`, `|x| ≤ reach`, swept by a ball of radius `s`. The support point `p` along the numbers `n`
    /// of the axis has `n·x ≤ n·p + e|n|` for all `x` and is within `e` of the core, so that the height along `n` is
    /// `n·c + n·p + s` to `e|n|`, and [`Axis::height_error`] of `|c| + reach` leads to the exact axis. `|n| ≤ 1 + ν`;
    /// the last sum rounds by `u` of `s` and of the height, which is one of those that `height_error` counts.
    pub fn of(shape: &(impl Support<V> + ?Sized), axis: &Axis<V>, hint: &mut Hint) -> Self {
        let outline = shape.outline();
        let (point, near) = shape.support_from(axis.direction, *hint);
        *hint = near;
        let value = (axis.direction.dot(outline.anchor) + axis.direction.dot(point)) + outline.radius;
        Height { value, error: error_of_heights(&outline, axis), point }
    }
}

/// The error of [`Height::of`]: what is off of the height of a body along an axis of its frame. Products that underflow
/// are off by less than the smallest normal number.
pub(super) fn error_of_heights<V: Vector>(outline: &Outline<V>, axis: &Axis<V>) -> V::Scalar {
    let one = V::Scalar::ONE;
    let size = length_above(outline.anchor) + outline.reach;
    let supported = outline.error * (one + axis.error);
    let rounded = units::<V::Scalar>(1) * outline.radius + units::<V::Scalar>(2) * outline.error;
    ((supported + axis.height_error(size)) + rounded) * (one + units(8)) + V::Scalar::SMALLEST
}

/// The gap between `a` and `b` along an axis from `a` to `b` of the frame of their poses: no point of `b` is less than
/// that ahead of any point of `a`.
///
/// Two support evaluations, which start at the hints and leave there where they ended. The axis is seen from either
/// body, the [heights](Height::of) are taken from the [rise](Axis::rise) of the origins. The two sums, and that with
/// the error, round by `u` of their results: at most `3u` of each term.
pub fn gap<V: Vector>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
    axis: &Axis<V>,
    [near_a, near_b]: &mut [Hint; 2],
) -> Gap<V::Scalar> {
    let top = Height::of(a, &axis.in_frame(pose_a), near_a);
    let bottom = Height::of(b, &-axis.in_frame(pose_b), near_b);
    Gap::of_heights(axis, [pose_a, pose_b], [(top.value, top.error), (bottom.value, bottom.error)])
}

/// The gap between a halfspace and a shape, along the halfspace's own normal: their signed distance. With the support
/// point that attains it, relative to the shape's anchor.
///
/// There is no gap along any other axis. [Normal and offset](Halfspace::normal) are within `5u` of the exact ones.
pub fn gap_above<V: Vector>(
    (half, pose_h): (&Halfspace<V>, &Pose<V>),
    (shape, pose_s): (&(impl Support<V> + ?Sized), &Pose<V>),
    hint: &mut Hint,
) -> (Gap<V::Scalar>, V) {
    let axis = Axis::normalized(half.normal()).posed(pose_h);
    let bottom = Height::of(shape, &-axis.in_frame(pose_s), hint);
    let top = (half.offset(), units::<V::Scalar>(6) * half.offset().abs());
    (between(axis.rise(pose_h, pose_s), [top, (bottom.value, bottom.error)]), bottom.point)
}

/// A gap from the rise of the origins and the heights towards one another, each with its error.
fn between<T: Real>((rise, off): (T, T), [(top, above), (bottom, below)]: [(T, T); 2]) -> Gap<T> {
    let rounded = units::<T>(3) * (top.abs() + bottom.abs());
    let error = (off + (above + below) + rounded) * (T::ONE + units(8)) + T::SMALLEST;
    Gap { value: (rise - top) - bottom, error }
}

#[cfg(test)]
mod tests;
