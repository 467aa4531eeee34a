//! Small dense linear algebra: singular values, least squares over non-negative weights, quadratic programs.
//!
//! Matrices here are Jacobians and sets of generators, at most some fifty by a hundred: every algorithm is the plain
//! one whose answer can be checked, and the callers do check it.

mod hull;
mod matrix;
mod nonnegative;
mod quadratic;
mod svd;

pub use hull::{HullPoint, least_norm_point};
pub use matrix::Matrix;
pub use quadratic::{Infeasible, Minimum, QuadraticProgram};
pub use svd::Svd;

/// The scalar product of two lists of one length.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The Euclidean length of a list.
pub(crate) fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}
