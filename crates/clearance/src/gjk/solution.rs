//! The solution of two cores from how a search for their distance ended.

use super::{Closest, ClosestPair, End};
use crate::contact::enough;
use crate::difference::Difference;
use crate::math::Real;
use crate::simplex::{Barycentric, Reduce, Simplex};
use crate::solution::{Solution, Solver};
use crate::support::Hint;

impl<V: Reduce> Closest<V> {
    /// The solution of separated cores, or of a run that stopped at the iteration limit.
    pub(crate) fn solution(&self, m: &Difference<'_, V>, solver: Solver) -> Solution<V> {
        // By the number of points, so that what is made of them need not be written and read again.
        match self.simplex.len() {
            1 => self.at(m, Barycentric::at_point(&self.simplex), solver),
            2 => self.at(m, Barycentric::on_edge(&self.simplex), solver),
            _ => self.at(m, Barycentric::on_face(&self.simplex), solver),
        }
    }

    #[inline(always)]
    fn at(&self, m: &Difference<'_, V>, sum: Barycentric<V>, solver: Solver) -> Solution<V> {
        let (lower, upper) = (self.lower, m.frame.upper(sum.w.norm().min(self.upper)));
        let length = self.simplex.squared.sqrt();
        // Of polytopes the nearest point is known best; of curved cores, and of a run that ended on a bound, the best
        // plane is.
        let by_plane = !m.polytopal || self.end == End::Beyond || !self.has_direction(m, length);
        let (normal, distance) = if by_plane {
            (-self.axis.normalized(), self.lower + m.frame.plane_error)
        } else {
            (self.simplex.nearest * -(V::Scalar::ONE / length), length)
        };
        let (distance, iterations) = (distance.max(lower).min(upper), self.iterations);
        let mut found = Solution { normal, distance, lower, upper, sum, unique: true, iterations, solver };
        if self.end == End::Apart && found.is_askew(m) {
            if m.polytopal {
                found.sum = found.on_edge(&self.simplex);
            }
            if found.is_askew(m) {
                return found.straightened(m, self.simplex);
            }
        }
        found
    }

    /// Whether the nearest point's direction is a good one: if it is the one that proves the bound, or if its plane
    /// proves as much. That of a point as short as its rounding never is.
    #[inline(always)]
    fn has_direction(&self, m: &Difference<'_, V>, length: V::Scalar) -> bool {
        let is_long = length > V::Scalar::power_of_two(-12) * m.frame.size;
        is_long & (self.axis == self.simplex.nearest)
            || length > V::Scalar::from_f64(16.0) * m.frame.point_error && self.proves_as_much(m, length)
    }

    #[cold]
    #[inline(never)]
    fn proves_as_much(&self, m: &Difference<'_, V>, length: V::Scalar) -> bool {
        let axis = self.simplex.nearest * (V::Scalar::ONE / length);
        let lower = axis.dot(m.support(-axis, [Hint::NONE; 2]).w) - m.frame.plane_error;
        lower >= self.lower - enough(m.frame.size)
    }
}

impl<V: Reduce> ClosestPair<V> {
    /// The solution from points of curved cores that face each other.
    #[inline(always)]
    pub(crate) fn solution(&self, m: &Difference<'_, V>, solver: Solver) -> Solution<V> {
        let ClosestPair { vertex, lower, axis, end, iterations, .. } = *self;
        let upper = m.frame.upper(self.upper.min(vertex.w.norm()));
        let distance = (lower + m.frame.plane_error).max(lower).min(upper);
        let (normal, sum) = (-axis.normalized(), Barycentric::vertex(&vertex));
        let found = Solution { normal, distance, lower, upper, sum, unique: true, iterations, solver };
        if end == End::Apart && found.is_askew(m) {
            return found.straightened(m, Simplex::new(vertex));
        }
        found
    }
}
