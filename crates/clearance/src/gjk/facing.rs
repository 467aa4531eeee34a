//! What one pair of points of curved cores tells: how far apart they are at most, and by the plane across them at least.

use super::{Closest, End, Simplex};
use crate::difference::Vertex;
use crate::math::Vector;
use crate::space::Space;

/// The end of a search for the nearest points that makes no simplex; see [`Closest`] for what it knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facing<V: Vector> {
    pub vertex: Vertex<V>,
    pub upper: V::Scalar,
    pub end: End,
    pub lower: V::Scalar,
    pub axis: V,
    pub iterations: u32,
}

impl<V: Space> Facing<V> {
    /// The same as a run.
    pub fn closest(&self) -> Closest<V> {
        let Facing { vertex, upper, end, lower, axis, iterations } = *self;
        Closest { simplex: Simplex::new(vertex), upper, end, lower, axis, iterations }
    }
}
