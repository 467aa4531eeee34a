//! Boxes that certainly hold a shape at a pose, or along a motion.

use clearance::math::Matrix;
use clearance::query::motion::Motion;
use clearance::support::Outline;
use clearance::{Form, Pose, Real, Space, Support, Vector};

use crate::Aabb;

impl<V: Vector> Aabb<V> {
    /// A box that holds `shape` at `pose`, whatever was rounded: in the shape, in the pose and here.
    ///
    /// Larger than the tightest one by a few roundings of the sizes and by the errors that shape and pose state. Cost: two support
    /// evaluations for each axis; none for a box, an ellipsoid, a segment and a capsule.
    ///
    /// A point of the shape is `y = R (c + p) + t`, with the anchor `c`, a point `p` of the core, and up to `radius` more. With the matrix
    /// `M` and the translation `t'` at hand, `|Mx − Rx| ≤ ρ|x|` and `|t' − t| ≤ τ`. Row `k` of `M` is `d`, known exactly and of a length of at
    /// most `1 + ρ`; the support point `q` along it has `d·p ≤ d·q + e|d|` for all `p` of the core. So
    ///
    /// `yₖ ≤ d·(c + q) + t'ₖ + e(1 + ρ) + ρ(|c| + reach) + τ + radius`.
    ///
    /// The sum `c + q` rounds by `u` of its length, the product by `3u`, the two sums after it by `u` each of terms that are at most
    /// `size = (1 + ρ)(|c| + reach) + |t'ₖ| + radius`: below `8u·size`, and `16u` of the other terms. Products that underflow are off by less
    /// than the smallest normal number.
    ///
    /// ```
    /// use clearance::{Axial, Capsule, Pose3, Vec3};
    /// use clearance_world::Aabb;
    /// let pill = Capsule::along(Axial { radius: 0.5, half_length: 2.0, axis: 2 }).unwrap(); // along z
    /// let bounds = Aabb::of(&pill, &Pose3::from_translation(Vec3::new(1.0, 0.0, 0.0)).unwrap());
    /// assert!(bounds.upper.z >= 2.5 && bounds.upper.z < 2.5 + 1e-14 && (bounds.lower.x - 0.5f64).abs() < 1e-14);
    /// ```
    pub fn of(shape: &(impl Support<V> + ?Sized), pose: &Pose<V>) -> Self {
        let outline = shape.outline();
        let (anchor, pad) = (outline.anchor, Pad::of(&outline, pose));
        let side = |k: usize| {
            if k >= V::DIM {
                return [V::Scalar::ZERO; 2];
            }
            let row = V::from_fn(|i| pose.matrix().column(i)[k]);
            let (at, pad) = (pose.translation()[k], pad.along(k, pose));
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
                // The ellipsoid reaches as far as the vector of its radii's products with the row is long, and its core less far by the ball.
                // The radius' share of the rounding, 10u, is within the 16u of the other terms.
                Form::Ellipsoid(radii) if is_squarable(row.scaled_by(radii)) => {
                    about(row.scaled_by(radii).norm() - row.norm() * outline.radius)
                }
                _ => [along(shape.support(-row)), along(shape.support(row))],
            };
            [(low - pad).next_down(), (high + pad).next_up()]
        };
        let sides = [side(0), side(1), side(2)];
        Aabb { lower: V::from_fn(|k| sides[k][0]), upper: V::from_fn(|k| sides[k][1]) }
    }

    /// A box that holds this one at a pose: `R x + t` for all its points.
    pub fn posed(&self, pose: &Pose<V>) -> Self {
        Posing::new(pose, self.reach_from_frame()).of(self)
    }

    /// A box that holds `shape` at all times from 0 to 1 of a motion.
    pub fn along(shape: &(impl Support<V> + ?Sized), motion: &(impl Motion<V> + ?Sized)) -> Self
    where
        V: Space,
    {
        let [start, end] = [V::Scalar::ZERO, V::Scalar::ONE].map(|t| Self::of(shape, &motion.pose_at(t)));
        start.union(&end).bent(motion, reach_from_frame(shape), V::Scalar::ONE)
    }

    /// The box moved out so that it holds all paths between points of it that take a part `span` of a motion; `reach` is how far the body's
    /// points are from the origin of its frame.
    ///
    /// Along each axis `e`, a path that bends by at most `κ = bend(e, reach)` is nowhere more than `κ·span²/8` above the larger of its two
    /// ends: `x(t) + κt²/2` is convex if `x″ ≥ −κ`, so `x(t) ≤ max(x(0), x(h)) + κ t(h − t)/2`.
    pub(crate) fn bent(&self, motion: &(impl Motion<V> + ?Sized), reach: V::Scalar, span: V::Scalar) -> Self
    where
        V: Space,
    {
        // Three products, each rounded by u.
        let above = V::Scalar::ONE + V::Scalar::from_f64(8.0) * V::Scalar::UNIT;
        let factor = span * span * V::Scalar::from_f64(0.125) * above;
        let bend = V::from_fn(|k| (motion.bend(V::axis(k), reach) * factor).next_up());
        Aabb {
            lower: V::from_fn(|k| (self.lower[k] - bend[k]).next_down()),
            upper: V::from_fn(|k| (self.upper[k] + bend[k]).next_up()),
        }
    }
}

/// Boxes of one frame in another.
pub(crate) struct Posing<V: Vector> {
    rows: [V; 3],
    translation: V,
    pads: V,
}

impl<V: Vector> Posing<V> {
    /// For boxes whose points have components that sum up to `reach` at most.
    ///
    /// By the [derivation](Aabb::of) for a box about its center: center and half sizes together are within `reach`. They round by `2u` of it,
    /// and the last difference by `u` of a length below `size`: with the `8u` of the derivation less than `16u·size`.
    pub fn new(pose: &Pose<V>, reach: V::Scalar) -> Self {
        let (one, units) = (V::Scalar::ONE, V::Scalar::from_f64(16.0) * V::Scalar::UNIT);
        let turned = pose.rotation_error();
        let apart = turned * reach + pose.translation_error();
        let pad = |k: usize| {
            let size = (one + turned) * reach + pose.translation()[k].abs();
            (apart + units * size) * (one + units) + V::Scalar::SMALLEST
        };
        let row = |k: usize| if k < V::DIM { V::from_fn(|i| pose.matrix().column(i)[k]) } else { V::ZERO };
        Posing { rows: [row(0), row(1), row(2)], translation: pose.translation(), pads: V::from_fn(pad) }
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
pub fn reach_from_frame<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> V::Scalar {
    // Three terms and three components, each rounded by u.
    let above = V::Scalar::ONE + V::Scalar::from_f64(8.0) * V::Scalar::UNIT;
    let outline = shape.outline();
    (sum_of(outline.anchor.abs()) + outline.reach + outline.radius) * above
}

/// Whether the squares of the components neither overflow nor lose what matters of their sum.
fn is_squarable<V: Vector>(v: V) -> bool {
    let (squared, low) = (v.norm_squared(), V::Scalar::SMALLEST / (V::Scalar::UNIT * V::Scalar::UNIT));
    squared > low && squared < V::Scalar::INFINITY
}

/// A length of at least that of a vector whose components are not negative, but for rounding.
fn sum_of<V: Vector>(v: V) -> V::Scalar {
    (1..V::DIM).fold(v[0], |sum, k| sum + v[k])
}

/// What a side of a box is moved out by; see [`Aabb::of`].
struct Pad<T> {
    /// `(1 + ρ)(|c| + reach) + radius`.
    size: T,
    /// `e(1 + ρ) + ρ(|c| + reach) + τ + radius`.
    apart: T,
}

impl<T: Real> Pad<T> {
    fn of<V: Vector<Scalar = T>>(shape: &Outline<V>, pose: &Pose<V>) -> Self {
        let turned = pose.rotation_error();
        let (factor, reach) = (T::ONE + turned, sum_of(shape.anchor.abs()) + shape.reach);
        Pad {
            size: factor * reach + shape.radius,
            apart: shape.error * factor + turned * reach + pose.translation_error() + shape.radius,
        }
    }

    fn along<V: Vector<Scalar = T>>(&self, k: usize, pose: &Pose<V>) -> T {
        let units = T::from_f64(8.0) * T::UNIT;
        let rounding = units * (self.size + pose.translation()[k].abs());
        (self.apart + rounding) * (T::ONE + units + units) + T::SMALLEST
    }
}

#[cfg(test)]
mod tests;
