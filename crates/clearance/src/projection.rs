//! The point of a core nearest to a given point, and how it moves with that point.

use crate::math::{Each, Real, Vector};

/// The point of a core nearest to a point outside of it.
///
/// When that point moves by a small `x`, this one moves by `Σ rateᵢ (directionᵢ · x) directionᵢ`: by all of it along an
/// edge or a face, by less along the bend of a rim, not at all at a corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection<V: Vector> {
    /// The nearest point, counted from the anchor.
    pub point: V,
    /// Perpendicular unit vectors, and perpendicular to the way to the point outside; zero where fewer are needed.
    pub directions: [V; 2],
    /// How much of a movement along each direction it follows: from 0 to 1, and exactly 1 where the core is straight.
    pub rates: [V::Scalar; 2],
}

impl<V: Vector> Projection<V> {
    /// A projection that stays where it is.
    pub fn fixed(point: V) -> Self {
        Projection { point, directions: [V::ZERO; 2], rates: [V::Scalar::ZERO; 2] }
    }

    /// A projection on a line along a unit vector.
    pub fn on_line(point: V, direction: V) -> Self {
        Projection { point, directions: [direction, V::ZERO], rates: [V::Scalar::ONE, V::Scalar::ZERO] }
    }

    /// The projection in a frame into which vectors are turned by a map; its point is given there.
    pub(crate) fn turned(&self, point: V, turn: impl Fn(V) -> V) -> Self {
        Projection { point, directions: self.directions.each(turn), rates: self.rates }
    }
}
