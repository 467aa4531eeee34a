//! Boxes that certainly hold a shape at a pose.

use super::gap::error_of_heights;
use super::{Aabb, Axis};
use crate::math::{Pose, Real, Vector};
use crate::shape::rounding::{length_bound, units};
use crate::support::{Form, Support};

impl<V: Vector> Aabb<V> {
    /// A box that holds `shape` at `pose`, whatever was rounded: in the shape, in the pose and here.
    ///
    /// Larger than the tightest one by a few roundings of the sizes and by the errors that shape and pose state. Cost:
    /// two support evaluations for each axis; none for a box, an ellipsoid, a segment and a capsule.
    ///
    /// A side is the [height](super::Height::of) of the shape along a row of the matrix, which is a coordinate axis
    /// seen from its frame, beyond that of the frame's origin. Forms with a formula round as little: `d·c` by `3u|c|`
    /// and `|d|·half` by `3u reach`; the norm that the ellipsoid's core reaches to and its radius' share by `8u` of the
    /// radius, of which `4u` are counted here beside those of the height. The last sums round by `u` of the whole each.
    ///
    /// ```
    /// use clearance::enclosure::Aabb;
    /// use clearance::{Axial, Capsule, Pose3, Vec3};
    /// let pill = Capsule::along(Axial { radius: 0.5, half_length: 2.0, axis: 2 }).unwrap(); // along z
    /// let bounds = Aabb::of(&pill, &Pose3::from_translation(Vec3::new(1.0, 0.0, 0.0)).unwrap());
    /// assert!(bounds.upper.z >= 2.5 && bounds.upper.z < 2.5 + 1e-14 && (bounds.lower.x - 0.5f64).abs() < 1e-14);
    /// ```
    pub fn of(shape: &(impl Support<V> + ?Sized), pose: &Pose<V>) -> Self {
        let outline = shape.outline();
        let (anchor, swept) = (outline.anchor, outline.radius);
        // The error of the rows is that of the pose, whichever the row.
        let heights = error_of_heights(&outline, &Axis::of_row(0, pose)) + units::<V::Scalar>(8) * swept;
        let apart = heights + pose.translation_error() + swept;
        let side = |k: usize| {
            if k >= V::DIM {
                return [V::Scalar::ZERO; 2];
            }
            let (row, at) = (Axis::of_row(k, pose).direction, pose.translation()[k]);
            let along = |point: V| row.dot(anchor + point) + at;
            let about = |reach: V::Scalar| {
                let middle = row.dot(anchor) + at;
                [middle - reach, middle + reach]
            };
            let [low, high] = match outline.form {
                Form::Cuboid(half) => about(row.abs().dot(half)),
                Form::Segment([start, end]) => {
                    let [start, end] = [along(start), along(end)];
                    [start.min(end), start.max(end)]
                }
                // The ellipsoid reaches as far as the vector of its radii's products with the row is long, and its core
                // less far by the ball.
                Form::Ellipsoid(radii) if is_squarable(row.scaled_by(radii)) => {
                    about(row.scaled_by(radii).norm() - row.norm() * swept)
                }
                _ => [along(shape.support(-row)), along(shape.support(row))],
            };
            let pad = apart + units::<V::Scalar>(4) * (at.abs() + apart);
            [(low - pad).next_down(), (high + pad).next_up()]
        };
        let sides = [side(0), side(1), side(2)];
        Aabb { lower: V::from_fn(|k| sides[k][0]), upper: V::from_fn(|k| sides[k][1]) }
    }

    /// A box that holds this one at a pose: `R x + r` for all its points.
    pub fn posed(&self, pose: &Pose<V>) -> Self {
        PosedBoxes::new(pose, self.reach_from_frame()).of(self)
    }
}

/// Boxes of one frame in another.
#[derive(Clone, Copy, Debug)]
pub struct PosedBoxes<V: Vector> {
    rows: [V; 3],
    translation: V,
    pads: V,
}

impl<V: Vector> PosedBoxes<V> {
    /// For boxes whose points have components that sum up to `reach` at most, in magnitude.
    ///
    /// A side is the [height](Axis::height_error) of the box's points along a row of the matrix, center and half sizes
    /// apart: both together are within `reach`. They round by `2u` of it, and the sums with the translation by `2u` of
    /// all.
    pub fn new(pose: &Pose<V>, reach: V::Scalar) -> Self {
        let rows = [0, 1, 2].map(|k| if k < V::DIM { Axis::of_row(k, pose).direction } else { V::ZERO });
        let heights = Axis::of_row(0, pose).height_error(reach) + units::<V::Scalar>(8) * reach;
        let apart = (heights + pose.translation_error()) * (V::Scalar::ONE + units(16)) + V::Scalar::SMALLEST;
        let pads = V::from_fn(|k| apart + units::<V::Scalar>(4) * pose.translation()[k].abs());
        PosedBoxes { rows, translation: pose.translation(), pads }
    }

    /// A box that holds another one at the pose.
    pub fn of(&self, bounds: &Aabb<V>) -> Aabb<V> {
        let (center, half) = (bounds.center(), bounds.extent() * V::Scalar::HALF);
        let middle = V::from_fn(|k| self.rows[k].dot(center) + self.translation[k]);
        let reach = V::from_fn(|k| self.rows[k].abs().dot(half) + self.pads[k]);
        Aabb { lower: middle - reach, upper: middle + reach }
    }
}

/// An upper bound of the distance of the shape's points from the origin of its frame.
///
/// Three terms and three components, each rounded by `u`.
pub fn reach_from_frame<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> V::Scalar {
    let outline = shape.outline();
    (length_bound(outline.anchor) + outline.reach + outline.radius) * (V::Scalar::ONE + units(8))
}

/// Whether the squares of the components neither overflow nor lose what matters of their sum.
fn is_squarable<V: Vector>(v: V) -> bool {
    let (squared, low) = (v.norm_squared(), V::Scalar::SMALLEST / (V::Scalar::UNIT * V::Scalar::UNIT));
    squared > low && squared < V::Scalar::INFINITY
}

#[cfg(test)]
mod tests;
