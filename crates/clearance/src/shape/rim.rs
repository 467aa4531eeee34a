//! The rim of a disc across a coordinate axis: what cylinder and cone share.

use super::hessian;
use super::rounding::tamed;
use crate::math::{Matrix, Real, Vector};

/// Where a direction points across an axis.
pub(crate) struct Across<V: Vector> {
    /// The unit vector of the part across the axis, components within `3.5u` relatively; null if there is no such part.
    pub unit: V,
    /// The length of that part, within `2.5u` relatively.
    pub length: V::Scalar,
}

impl<V: Vector> Across<V> {
    /// The part of `dir` across coordinate axis `axis`: a square of two terms errs by `2u`, its root by `2u`, the inverse
    /// and the product by one more each, second-order terms included.
    #[inline]
    pub fn of(dir: V, axis: usize) -> Self {
        let part = V::from_fn(|i| if i == axis { V::Scalar::ZERO } else { dir[i] });
        let none = Across { unit: V::ZERO, length: V::Scalar::ZERO };
        let Some(scaled) = tamed(part) else { return none };
        let unit = scaled * (V::Scalar::ONE / scaled.norm());
        Across { unit, length: part.dot(unit) }
    }

    /// The Hessian of `radius · |part across the axis|` at the unit vector of `dir`: `r/ρ (I − t tᵀ)` within the plane of
    /// the rim, `ρ` the length of the part; null where it is not finite.
    pub fn hessian(&self, dir: V, axis: usize, radius: V::Scalar) -> V::Matrix {
        let t = self.unit;
        let curvature = radius / (dir.normalized().dot(t));
        if self.length == V::Scalar::ZERO || !curvature.is_finite() {
            return hessian::null::<V>();
        }
        V::Matrix::from_columns(|i| if i == axis { V::ZERO } else { (V::axis(i) - t * t[i]) * curvature })
    }
}
