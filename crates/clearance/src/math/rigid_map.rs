//! A rigid map without its rotor: matrix, translation and error bounds.

use super::pose::Pose;
use super::real::Real;
use super::vector::{Matrix, Vector};

/// What a [pose](Pose) is but for its rotor.
#[derive(Clone, Copy, Debug, PartialEq)]
// In this order, so that the translation starts at a pair of numbers: computed and read back at once, it is written as
// it is read.
#[repr(C)]
pub(crate) struct RigidMap<V: Vector> {
    pub translation: V,
    pub translation_error: V::Scalar,
    pub rotation_error: V::Scalar,
    pub matrix: V::Matrix,
}

impl<V: Vector> RigidMap<V> {
    /// The map of [`Pose::relative`].
    #[inline(always)]
    pub fn between(a: &Pose<V>, b: &Pose<V>) -> Self {
        let u = V::Scalar::UNIT;
        let number = V::Scalar::from_f64;
        let offset = b.translation() - a.translation();
        let length = offset.abs().dot(V::from_fn(|_| V::Scalar::ONE));
        let same = a.rotation_error() == V::Scalar::ZERO && b.rotation_error() == V::Scalar::ZERO;
        RigidMap {
            matrix: V::Matrix::from_columns(|i| a.matrix().apply_transpose(b.matrix().column(i))),
            translation: a.matrix().apply_transpose(offset),
            // Three-term dots of unit rows and columns: 3u |A|ᵀ|B| has a Frobenius norm below 9u; the rounded product
            // of the rotors turns by less than another 16u. Two unrotated frames leave the rotation exact.
            rotation_error: if same {
                V::Scalar::ZERO
            } else {
                a.rotation_error() + b.rotation_error() + number(26.0) * u
            },
            // The difference of the translations rounds once, relative to itself: bodies far from the origin lose
            // nothing.
            translation_error: a.translation_error()
                + b.translation_error()
                + if same {
                    u * length
                } else {
                    // Nine products that underflow lose half a quantum each, at most `1.5√3` in one direction.
                    (a.rotation_error() + number(8.0) * u) * length + number(4.0) * V::Scalar::QUANTUM
                },
        }
    }
}
