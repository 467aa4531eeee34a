//! Witness points of a solution that do not face each other along its normal: others of the face that they are on.

use super::{Contact, enough, settled};
use crate::difference::Difference;
use crate::math::Real;
use crate::newton::Lowest;
use crate::simplex::{Barycentric, Reduce, Simplex};
use crate::solution::Solution;

impl<V: Reduce> Solution<V> {
    /// Whether points that are as near as wanted do not face each other: lengths feel that in second order only.
    #[inline(always)]
    pub(crate) fn is_askew(&self, m: &Difference<'_, V>) -> bool {
        let enough = enough(m.frame.size);
        (self.sum.w + self.normal * self.distance).norm_squared() > enough * enough
    }

    /// The sum of the points, or of two of a simplex if that is nearer to the projection of the origin: the weights of
    /// a needle are mostly rounding.
    #[cold]
    #[inline(never)]
    pub(crate) fn on_edge(&self, simplex: &Simplex<V>) -> Barycentric<V> {
        let (zero, one, projection) = (V::Scalar::ZERO, V::Scalar::ONE, self.normal * -self.distance);
        let mut best = self.sum;
        for j in 1..simplex.len() {
            for i in 0..j {
                let edge = simplex.w(j) - simplex.w(i);
                let t = ((projection - simplex.w(i)).dot(edge) / edge.norm_squared()).max(zero).min(one);
                let mut both = Simplex::new(*simplex.point(i));
                both.push(*simplex.point(j));
                let found = Barycentric::with(&both, [one - t, t, zero]);
                if (found.w - projection).norm_squared() < (best.w - projection).norm_squared() {
                    best = found;
                }
            }
        }
        best
    }

    /// The solution from the points of a simplex, and others of the face that they are on.
    #[cold]
    #[inline(never)]
    pub(crate) fn straightened(&self, m: &Difference<'_, V>, simplex: Simplex<V>) -> Self {
        let plane = Lowest { normal: self.normal, height: -self.distance };
        let (contact, evaluations) = settled(m, plane, Contact::new(plane, simplex));
        let lower = self.lower.max(-contact.plane.height - m.frame.plane_error);
        let sum = Barycentric::new(&contact.simplex);
        let upper = self.upper.min(m.frame.upper(sum.w.norm()));
        let distance = self.distance.max(lower).min(upper);
        let (normal, iterations) = (contact.plane.normal, self.iterations + evaluations);
        Solution { normal, distance, lower, upper, sum, iterations, ..*self }
    }
}
