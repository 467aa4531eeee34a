//! What is known between two bodies.

use clearance::query::Status;
use clearance::{Bounds, Proximity, Real, Space, Vector};

/// The signed distance of two bodies with its proof, in the frame of their poses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between<V: Vector> {
    /// The closest parts of the bodies, or the deepest; 0 for convex bodies. Of equal ones always the same.
    pub parts: [u32; 2],
    /// The signed distance of the bodies. `None` if one of them is not convex and they are not proven to be apart: then
    /// the bounds are all that is known: no pair of parts gives the depth of the bodies.
    pub signed_distance: Option<V::Scalar>,
    /// `lower ≤ true signed distance of the bodies ≤ upper`. The depth of bodies that are not convex is the least
    /// translation that leaves them without a common point.
    pub bounds: Bounds<V::Scalar>,
    /// Whether the closed bodies have a common point; `None` if rounding leaves it open.
    pub collides: Option<bool>,
    /// The answer of the two parts. For convex bodies, and for bodies that are apart, these are the bodies' own
    /// numbers; else a local depth: where a body is wholly inside of a mesh, how far its innermost known point is from
    /// the surface.
    pub proximity: Proximity<V>,
}

impl<V: Space> Between<V> {
    /// The signed distance, or the upper bound of it where there is none: what answers are sorted by.
    pub fn rank(&self) -> V::Scalar {
        self.signed_distance.unwrap_or(self.bounds.upper)
    }

    /// Whether the numbers are of the bodies, and not of the two parts alone.
    pub fn is_whole(&self) -> bool {
        self.signed_distance.is_some()
    }

    /// What the bounds and the parts say together.
    pub fn status(&self) -> Status {
        match (self.collides, self.proximity.status) {
            (None, _) => Status::Undecided,
            (Some(false), _) => Status::Separated,
            (Some(true), Status::Touching) => Status::Touching,
            (Some(true), _) => Status::Overlapping,
        }
    }

    /// The answer with A and B exchanged.
    pub fn swapped(self) -> Self {
        let [a, b] = self.parts;
        Between { parts: [b, a], proximity: self.proximity.swapped(), ..self }
    }

    /// The answer of two convex bodies.
    pub(crate) fn of_convex(proximity: Proximity<V>) -> Self {
        Between {
            parts: [0, 0],
            signed_distance: Some(proximity.signed_distance),
            bounds: proximity.bounds,
            collides: collides(&proximity),
            proximity,
        }
    }

    /// The distance in place of the signed distance: bodies that meet are at zero, with a common point of their parts.
    pub(crate) fn without_depth(mut self) -> Self {
        let zero = V::Scalar::ZERO;
        let clamped =
            |bounds: Bounds<V::Scalar>| Bounds { lower: bounds.lower.max(zero), upper: bounds.upper.max(zero) };
        if self.proximity.signed_distance < zero {
            let middle = (self.proximity.witness_a + self.proximity.witness_b) * V::Scalar::HALF;
            (self.proximity.signed_distance, self.proximity.witness_a, self.proximity.witness_b) =
                (zero, middle, middle);
        }
        self.proximity.bounds = clamped(self.proximity.bounds);
        let distance = if self.collides == Some(true) { zero } else { self.proximity.signed_distance };
        Between { signed_distance: Some(distance), bounds: clamped(self.bounds), ..self }
    }
}

impl<V: Space> From<Proximity<V>> for Between<V> {
    /// The answer of two shapes, or of a shape and a halfspace.
    fn from(proximity: Proximity<V>) -> Self {
        Between::of_convex(proximity)
    }
}

/// What the status says, where it is proven.
pub(crate) fn collides<V: Space>(proximity: &Proximity<V>) -> Option<bool> {
    proximity.proven.then_some(proximity.status != Status::Separated)
}
