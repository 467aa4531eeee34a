//! What becomes of the Hessian of a support function under a linear map and under a ball.

use crate::math::{Matrix, Vector};

/// The matrix itself, or zero if one of its entries is not finite.
pub(crate) fn finite_or_zero<V: Vector>(hessian: V::Matrix) -> V::Matrix {
    if (0..V::DIM).all(|i| hessian.column(i).is_finite()) { hessian } else { V::Matrix::ZERO }
}

/// `B H Bᵀ`.
pub(crate) fn congruent<V: Vector>(b: &V::Matrix, hessian: &V::Matrix) -> V::Matrix {
    let half = b.compose(hessian);
    V::Matrix::from_columns(|i| half.apply(V::from_fn(|j| b.column(j)[i])))
}

/// `H + r (I − d dᵀ)`: with a ball of radius `r` added, at the unit direction `d`.
pub(crate) fn with_ball<V: Vector>(hessian: &V::Matrix, unit: V, radius: V::Scalar) -> V::Matrix {
    V::Matrix::from_columns(|i| hessian.column(i) + (V::axis(i) - unit * unit[i]) * radius)
}
