//! What a search for the depth finds, and what all searches along a few circles of directions do last.

use crate::contact::{Contact, enough, settled};
use crate::difference::Difference;
use crate::math::{Real, Vector};
use crate::newton::Lowest;
use crate::simplex::{Reduce, Simplex};
use crate::support::Hint;

/// What is known of the depth of the cores, scaled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Penetration<V: Vector> {
    /// The unit direction of the smallest support plane found: outward of the difference, the direction in which B
    /// separates.
    pub normal: V,
    /// Its height, the best estimate of the depth; negative if the origin turned out to be outside.
    pub height: V::Scalar,
    /// The height of the lowest support plane: the depth is at most that, but for rounding.
    pub ceiling: V::Scalar,
    /// No direction's height is smaller, but for the points' errors.
    pub floor: V::Scalar,
    /// The facet, or the flat, that holds the projection of the origin.
    pub simplex: Simplex<V>,
    /// The projection's.
    pub weights: [V::Scalar; 3],
    pub evaluations: u32,
    /// Another direction, not a neighbour of this one, is as good.
    pub tied: bool,
}

/// The lowest direction that a search has found, before its witness points.
pub(crate) struct Candidate<V: Vector> {
    pub lowest: Lowest<V>,
    /// Points that are thought to touch the plane.
    pub touching: Simplex<V>,
    /// No direction's height is smaller, but for the points' errors.
    pub floor: V::Scalar,
    pub evaluations: u32,
    pub tied: bool,
}

impl<V: Reduce> Candidate<V> {
    /// The support plane along an outward unit normal.
    pub fn plane(m: &Difference<'_, V>, normal: V) -> Lowest<V> {
        Lowest { normal, height: normal.dot(m.support(normal, [Hint::NONE; 2]).w) }
    }

    /// Whether a height is as low as the lower bound of all, but for rounding: no direction is lower by more.
    pub fn is_sharp(m: &Difference<'_, V>, height: V::Scalar, bound: V::Scalar) -> bool {
        height - bound <= enough(m.frame.size) * V::Scalar::TWO
    }

    /// The penetration with the witness points made as good as rounding allows, and by how much these miss the plane.
    pub fn penetration(self, m: &Difference<'_, V>) -> (Penetration<V>, V::Scalar) {
        let Candidate { lowest, touching, floor, evaluations, tied } = self;
        let (contact, asked) = settled(m, lowest, Contact::new(lowest, touching));
        let found = Penetration {
            normal: contact.plane.normal,
            height: contact.plane.height,
            ceiling: lowest.height.min(contact.plane.height),
            floor,
            simplex: contact.simplex,
            weights: contact.simplex.weights(),
            evaluations: evaluations + asked,
            tied,
        };
        (found, contact.miss)
    }

    /// The penetration, if the witness points touch the plane to rounding.
    pub fn settled(self, m: &Difference<'_, V>) -> Option<Penetration<V>> {
        let (found, miss) = self.penetration(m);
        (miss <= enough(m.frame.size)).then_some(found)
    }
}
