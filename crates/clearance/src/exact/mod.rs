//! Arithmetic beyond one rounding: exact numbers of any width, exact orientation signs.
//!
//! **What exact means.** An exact answer is that of the bodies which the given numbers stand for. Vertices, sizes,
//! radii and translations are the floats themselves; a quaternion `q` (in the plane, a complex number at half the
//! angle) is the rotation `x ↦ q x q⁻¹` whatever its length; an affine image is that of the matrix entries; sums, hulls
//! and sweeps are those of exact bodies. Nothing is rounded before the answer, and the answer is rounded once.
//!
//! **Which shapes.** All whose core is a polytope: points, segments, triangles, boxes, hulls, balls, capsules and
//! whatever the combinators make of them, except affine images of balls, hulls of parts with different radii, and radii
//! whose sum is not a float.

mod expansion;
mod limbs;
pub(crate) mod number;
mod orient;
mod polynomial;
mod pose;
mod root;
pub(crate) mod rounding;
mod vector;

pub use number::Exact;
pub use orient::{orient2d, orient3d};
pub(crate) use polynomial::{Polynomial, PolynomialVector};
pub(crate) use pose::ExactPose;
pub(crate) use root::Root;
pub use rounding::Rounded;
pub use vector::{ExactPoint, ExactVector};
