//! What a search for the depth finds, and what all searches along a few circles of directions do last.

use crate::contact::{Contact, enough, settled};
use crate::difference::Difference;
use crate::gjk::Closest;
use crate::math::{Real, Vector};
use crate::newton::Lowest;
use crate::simplex::{Barycentric, Reduce, Simplex};
use crate::solution::{Solution, Solver};
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

impl<V: Reduce> Penetration<V> {
    /// The solution of cores that overlap, after the run that found that they do.
    pub fn solution(&self, m: &Difference<'_, V>, closest: &Closest<V>, solver: Solver) -> Solution<V> {
        let own = -self.ceiling - m.frame.plane_error;
        // The run before may have seen a plane that is lower than all of the growth. Of needles, whose facets have no
        // normals, and of cores that it parts, that plane is the answer; of other curved cores its bound is left, since
        // the normal of the depth does not prove it.
        let is_lower = closest.lower > enough(m.frame.size) + own;
        let by_run = is_lower && (m.polytopal || closest.lower > V::Scalar::ZERO);
        let lower = if is_lower && !by_run { own } else { closest.lower.max(own) };
        let sum = Barycentric::with(&self.simplex, self.weights);
        let upper = if self.floor >= V::Scalar::ZERO {
            m.frame.point_error - self.floor
        } else {
            // Cores that turned out to be apart within rounding. Planes give no upper bound; points of both do.
            let apart = sum.w.norm().min(Barycentric::new(&closest.simplex).w.norm());
            m.frame.upper(apart.min(closest.upper))
        };
        let normal = if by_run { -closest.axis.normalized() } else { self.normal };
        let (distance, iterations) = ((-self.height).max(lower).min(upper), closest.iterations + self.evaluations);
        Solution { normal, distance, lower, upper, sum, unique: !self.tied, iterations, solver }
    }

    /// Where a run might have ended at a depth that was found without it.
    pub fn unknown(&self) -> Closest<V> {
        Closest::from_simplex(self.simplex, -self.normal, -V::Scalar::INFINITY, 0)
    }
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
