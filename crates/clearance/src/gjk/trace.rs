//! What an observer sees of a run.

use super::Simplex;
use crate::math::{Real, Vector};

/// One step of GJK, in lengths of the user and in A's frame (from A's anchor): the simplex before the step, the new support
/// point and the bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step<V: Vector> {
    /// Number of the support evaluation.
    pub iteration: u32,
    simplex: [V; 4],
    len: usize,
    /// The point of the simplex nearest to the origin.
    pub nearest: V,
    /// The new support point of the difference.
    pub support: V,
    /// The best lower bound of the cores' signed distance so far.
    pub lower: V::Scalar,
    /// The distance of the nearest point.
    pub upper: V::Scalar,
}

impl<V: Vector> Step<V> {
    /// Always inlined: most observers look at nothing, and then no step is made at all.
    #[inline(always)]
    pub(super) fn new(simplex: &Simplex<V>, support: V, lower: V::Scalar, iteration: u32, scale: V::Scalar) -> Self {
        let back = V::Scalar::ONE / scale;
        Step {
            iteration,
            simplex: core::array::from_fn(|i| simplex.points().nth(i).map_or(V::ZERO, |p| p.w * back)),
            len: simplex.len(),
            nearest: simplex.nearest * back,
            support: support * back,
            lower: lower * back,
            upper: simplex.squared.sqrt() * back,
        }
    }

    /// The points of the simplex before the step.
    pub fn simplex(&self) -> &[V] {
        &self.simplex[..self.len]
    }
}
