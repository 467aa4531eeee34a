//! The bounds that one pair of points of curved cores gives: their distance, and the support plane across it.

use super::{Closest, End};
use crate::difference::{Difference, Vertex};
use crate::math::{Real, Vector};
use crate::simplex::{Reduce, Simplex};
use crate::support::Hint;

/// The end of a search for the nearest points that makes no simplex; see [`Closest`] for what it knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosestPair<V: Vector> {
    pub vertex: Vertex<V>,
    pub upper: V::Scalar,
    pub end: End,
    pub lower: V::Scalar,
    pub axis: V,
    pub iterations: u32,
}

impl<V: Reduce> ClosestPair<V> {
    /// The pair of the support point along one direction from B to A.
    pub fn along(m: &Difference<'_, V>, axis: V, (end, iterations): (End, u32)) -> Self {
        let vertex = m.support(-axis, [Hint::NONE; 2]);
        let lower = axis.dot(vertex.w) / axis.norm() - m.frame.plane_error;
        ClosestPair { vertex, upper: V::Scalar::INFINITY, end, lower, axis, iterations }
    }

    /// The pair of points as the end of a run.
    pub fn closest(&self) -> Closest<V> {
        let ClosestPair { vertex, upper, end, lower, axis, iterations } = *self;
        Closest { simplex: Simplex::new(vertex), upper, end, lower, axis, iterations }
    }
}
