//! The rim of a disc across a coordinate axis: what cylinder and cone share.

use super::rounding::unit_scale;
use crate::math::{Each, Matrix, Real, Vector};
use crate::projection::Projection;

/// Column `i` of the matrix whose image of the unit ball is a disc across a coordinate axis.
pub(crate) fn of_disc<V: Vector>(i: usize, axis: usize, radius: V::Scalar) -> V {
    if i == axis { V::ZERO } else { V::axis(i) * radius }
}

/// The projection of `p` on a disc of some radius across coordinate axis `axis`, `along` it, where it lies inside of
/// the rim.
pub(crate) fn on_disc<V: Vector>(p: V, axis: usize, along: V::Scalar, radius: V::Scalar) -> Projection<V> {
    let point = V::from_fn(|i| if i == axis { along } else { p[i] });
    let directions = [1, 2].each(|turn| V::axis((axis + turn) % 3));
    let rate = if radius > V::Scalar::ZERO { V::Scalar::ONE } else { V::Scalar::ZERO };
    Projection { point, directions, rates: [rate; 2] }
}

/// Where a direction points across an axis.
pub(crate) struct Across<V: Vector> {
    /// The unit vector of the part across the axis, components within `3.5u` relatively; zero if there is no such part.
    pub unit: V,
    /// The length of that part, within `2.5u` relatively.
    pub length: V::Scalar,
}

impl<V: Vector> Across<V> {
    /// The part of `dir` across coordinate axis `axis`: a square of two terms errs by `2u`, its root by `2u`, the
    /// inverse and the product by one more each, second-order terms included. The length does not wait for the inverse.
    pub fn of(dir: V, axis: usize) -> Self {
        let part = across(dir, axis);
        let squared = part.norm_squared();
        if !is_normal(squared) {
            return Self::extreme(part);
        }
        let length = squared.sqrt();
        Across { unit: part * (V::Scalar::ONE / length), length }
    }

    /// Unit direction and length of a part whose square may be no normal number; the bits are those at an ordinary
    /// size.
    #[cold]
    #[inline(never)]
    fn extreme(part: V) -> Self {
        let largest = part.max_abs();
        if largest == V::Scalar::ZERO {
            return Across { unit: V::ZERO, length: largest };
        }
        let scale = unit_scale(largest);
        let length = (part * scale).norm();
        Across { unit: part * scale * (V::Scalar::ONE / length), length: length / scale }
    }

    /// The Hessian of `radius · |part across the axis|` at the unit vector of `dir`: `r/ρ (I − t tᵀ)` within the plane
    /// of the rim, `ρ` the length of the part; zero where it is not finite.
    pub fn hessian(&self, dir: V, axis: usize, radius: V::Scalar) -> V::Matrix {
        let t = self.unit;
        let curvature = radius / (dir.normalized().dot(t));
        if self.length == V::Scalar::ZERO || !curvature.is_finite() {
            return V::Matrix::ZERO;
        }
        V::Matrix::from_columns(|i| if i == axis { V::ZERO } else { (V::axis(i) - t * t[i]) * curvature })
    }
}

/// The vector from a point beside a disc to its rim.
pub(crate) struct ToRim<V: Vector> {
    /// The distance of the point from the axis.
    pub length: V::Scalar,
    /// The nearest point of the rim, but for its place along the axis; as exact as the radius times [`Across::unit`].
    pub projection: V,
    /// [`Across::unit`], rounded once more.
    pub unit: V,
    /// The radius over the distance from the axis.
    pub rate: V::Scalar,
}

impl<V: Vector> ToRim<V> {
    /// The vector from `p` to the rim of the disc of some radius across coordinate axis `axis`; for a point on that
    /// axis all of it is zero. Searches wait for projections, so the root and the divisions do not wait for each other:
    /// `radius / length` is `radius / squared · length`.
    pub fn of(p: V, axis: usize, radius: V::Scalar) -> Self {
        let part = across(p, axis);
        let squared = part.norm_squared();
        let (length, rate, inverse) = if is_normal(squared) {
            let length = squared.sqrt();
            (length, radius / squared * length, V::Scalar::ONE / squared * length)
        } else {
            // In lengths near 1, so that all have the same bits; only the inverse of what is not normal is cut to a
            // finite number.
            let scale = scale_of(part);
            let squared = (part * scale).norm_squared();
            let length = squared.sqrt();
            let limited = |x: V::Scalar| if squared > V::Scalar::ZERO { x.min(V::Scalar::LARGEST) } else { squared };
            let (rate, inverse) = (radius * scale / squared * length, V::Scalar::ONE / squared * length * scale);
            (length / scale, limited(rate), limited(inverse))
        };
        ToRim { length, projection: part * rate, unit: part * inverse, rate }
    }

    /// The unit vector along the rim.
    pub fn tangent(&self, axis: usize) -> V {
        quarter_turn(self.unit, axis)
    }
}

/// The power of two that brings a vector to ordinary size.
#[cold]
#[inline(never)]
fn scale_of<V: Vector>(part: V) -> V::Scalar {
    unit_scale(part.max_abs())
}

/// The part of a vector across coordinate axis `axis`.
fn across<V: Vector>(v: V, axis: usize) -> V {
    V::from_fn(|i| if i == axis { V::Scalar::ZERO } else { v[i] })
}

/// Whether neither a sum of squares nor a term of it that matters can have left the range of normal numbers.
fn is_normal<T: Real>(squared: T) -> bool {
    let low = T::SMALLEST / (T::UNIT * T::UNIT);
    squared > low && squared < T::ONE / low
}

/// A vector across coordinate axis `axis` turned about it.
fn quarter_turn<V: Vector>(v: V, axis: usize) -> V {
    let [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
    let (x, y) = (v[next], v[last]);
    V::from_fn(|i| match i {
        _ if i == next => -y,
        _ if i == last => x,
        _ => V::Scalar::ZERO,
    })
}
