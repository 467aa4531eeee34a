//! The nearest features of a moment ago, where the pair is now: of a pair that moves a little they are mostly still the
//! nearest.
//!
//! Their vertices are placed anew, the projection of the origin on them comes with its weights, and one support
//! evaluation proves that nothing is nearer; no simplex is made. Where a point is nearer, GJK continues with it from
//! there.

use super::Closest;
use crate::difference::{Difference, Vertex};
use crate::goal::Goal;
use crate::math::{Real, Vector};
use crate::simplex::{Barycentric, Reduce, Simplex};
use crate::solution::{Solution, Solver};
use crate::support::{Hint, SupportExt};

/// The feature that was nearest, and what one support evaluation says of it.
pub(crate) struct CachedFeatures<V: Vector> {
    /// Its vertices, of which `count` are meant, the others zero; where they are now, and their weights.
    vertices: [[u32; 2]; 3],
    count: usize,
    weights: [V::Scalar; 3],
    /// The projection as a weighted sum: certainly in the hull.
    sum: V,
    /// The projection of the origin, inside the feature, with its length.
    pub nearest: V,
    pub length: V::Scalar,
    squared: V::Scalar,
    /// The point of the difference that lies farthest against the projection.
    point: Vertex<V>,
    /// What that proves: see [`Closest::lower`].
    pub lower: V::Scalar,
}

impl<V: Reduce> CachedFeatures<V> {
    /// The feature between the vertices with these numbers, if the origin's projection lies inside of it, where its
    /// direction is sharp: no nearer than a thousandth of the size, and no angle so small that normals lose digits.
    #[inline(always)]
    pub fn new(m: &Difference<'_, V>, hints: &[[Hint; 2]; 3]) -> Option<Self> {
        let (mut vertices, mut points, mut count) = ([[0; 2]; 3], [V::ZERO; 3], 0);
        for i in 0..V::DIM {
            let (Some(a), Some(b)) = (hints[i][0].id(), hints[i][1].id()) else { break };
            if (a >= m.a.vertex_count()) | (b >= m.b.vertex_count()) {
                return None;
            }
            points[i] = m.point(m.a.vertex(a), m.b.vertex(b));
            (vertices[i], count) = ([a, b], i + 1);
        }
        if count == 0 {
            return None;
        }
        let (nearest, weights) = V::projection(points, count)?;
        let squared = nearest.norm_squared();
        if !(squared > V::Scalar::power_of_two(-20) * m.frame.size * m.frame.size) {
            return None;
        }
        let sum = points[0] * weights[0] + points[1] * weights[1] + points[2] * weights[2];
        let point = m.support(-nearest, [Hint::NONE; 2]);
        let length = squared.sqrt();
        let lower = nearest.dot(point.w) / length - m.frame.plane_error;
        Some(CachedFeatures { vertices, count, weights, sum, nearest, length, squared, point, lower })
    }

    /// Whether the feature is still the nearest: the run would end here.
    #[inline(always)]
    pub fn holds(&self, m: &Difference<'_, V>, goal: &Goal<V::Scalar>) -> bool {
        let (gap, rounding) = (self.length - (self.lower + m.frame.plane_error), m.frame.rounding());
        let near = goal.is_met(gap, self.length, rounding)
            || goal.is_met(gap, self.length, rounding + rounding) && self.knows_the_point();
        near & (self.lower > V::Scalar::ZERO)
    }

    #[inline]
    fn knows_the_point(&self) -> bool {
        let [a, b] = self.point.ids;
        (0..self.count.min(3)).any(|i| {
            let vertex = self.vertices[i];
            (Hint::vertex(vertex[0]) == a) & (Hint::vertex(vertex[1]) == b)
        })
    }

    /// The answer, if the feature [holds](Self::holds).
    #[inline(always)]
    pub fn solution(&self, m: &Difference<'_, V>) -> Solution<V> {
        let sum = self.weighted(m);
        let (lower, upper) = (self.lower, m.frame.upper(sum.w.norm()));
        let normal = self.nearest * -(V::Scalar::ONE / self.length);
        let distance = self.length.max(lower).min(upper);
        let solver = Solver::CachedFeatures;
        Solution { normal, distance, lower, upper, sum, unique: true, iterations: 1, solver }
    }

    /// The projection as a weighted sum, with its sources.
    #[inline(always)]
    fn weighted(&self, m: &Difference<'_, V>) -> Barycentric<V> {
        let mut sum = Barycentric::of(self.sum, V::ZERO, V::ZERO);
        // Up to a constant, so that nothing of it is written and read back.
        for i in 0..3 {
            if i == self.count {
                break;
            }
            let ([a, b], weight) = (self.vertices[i], self.weights[i]);
            sum.a += m.a.vertex(a) * weight;
            sum.b += m.b.vertex(b) * weight;
            (sum.ids[0][i], sum.ids[1][i]) = (Hint::vertex(a), Hint::vertex(b));
        }
        (sum.weights, sum.count) = (self.weights, self.count);
        sum
    }

    /// A run that continues from here, with the point that is next; `None` if it takes more than a plain step.
    pub fn closest(&self, m: &Difference<'_, V>) -> Option<Closest<V>> {
        let vertex = |i: usize| m.vertex([Hint::vertex(self.vertices[i][0]), Hint::vertex(self.vertices[i][1])]);
        let mut simplex = Simplex::new(vertex(0)?);
        for i in 1..self.count.min(3) {
            simplex.push(vertex(i)?);
        }
        simplex.push(self.point);
        let nearest = V::nearest(&simplex, self.point.w, m.frame.point_error)?;
        if !(nearest.sound & (nearest.squared < self.squared) && simplex.satisfies_kkt(&nearest)) {
            return None;
        }
        simplex.keep(nearest);
        Some(Closest::from_simplex(simplex, self.nearest, self.lower, 1))
    }
}
