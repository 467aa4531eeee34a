//! The solution of two cores from what a search knows, and the answer about the bodies from a solution.

use super::request::{Pair, goal};
use crate::contact::{Contact, enough, settled};
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::epa::Penetration;
use crate::gjk::{Closest, ClosestPair, End};
use crate::goal::Goal;
use crate::math::{Each, Real, Vector};
use crate::newton::Lowest;
use crate::options::Options;
use crate::proximity::{Bounds, Feature, Proximity, Status, status_of};
use crate::simplex::{Barycentric, FeaturePair, Simplex};
use crate::solution::{Solution, Solver};
use crate::support::{Hint, SupportExt};

/// Two bodies: their cores, and the radii of what is swept over them.
pub(crate) struct Swept<'s, V: Vector> {
    pub m: Difference<'s, V>,
    pub radius: [V::Scalar; 2],
}

impl<'s, V: Dimension> Swept<'s, V> {
    /// The pair, with `b_in_a` the map from B's frame to A's.
    #[inline(always)]
    pub(crate) fn new((a, b, b_in_a): Pair<'s, V>) -> Self {
        Swept { m: Difference::new(a, b, b_in_a), radius: [a.radius(), b.radius()] }
    }

    /// When a run stops.
    pub(crate) fn goal(&self, max: V::Scalar, options: &Options<V::Scalar>) -> Goal<V::Scalar> {
        goal(&self.m, self.radius[0] + self.radius[1], max, options)
    }

    /// When growth stops.
    pub(crate) fn growth_goal(&self, options: &Options<V::Scalar>) -> Goal<V::Scalar> {
        let m = &self.m;
        // Polytopes run to the exact facet; curved cores to the option, or to what rounding leaves.
        let floor = m.frame.rounding();
        let (relative, floor) = if m.polytopal {
            (V::Scalar::ZERO, V::Scalar::ZERO)
        } else {
            (options.relative, floor.max(options.curved_depth * m.frame.size))
        };
        Goal::within(relative, floor.max(options.absolute * m.frame.scale), options.max_expansions)
    }

    /// The solution from what GJK knows of separated cores, or of a run that stopped at the iteration limit.
    pub(crate) fn apart(&self, closest: &Closest<V>, solver: Solver) -> Solution<V> {
        // By the number of points, so that what is made of them need not be written and read again.
        match closest.simplex.len() {
            1 => self.apart_at(closest, Barycentric::at_point(&closest.simplex), solver),
            2 => self.apart_at(closest, Barycentric::on_edge(&closest.simplex), solver),
            _ => self.apart_at(closest, Barycentric::on_face(&closest.simplex), solver),
        }
    }

    #[inline(always)]
    fn apart_at(&self, closest: &Closest<V>, sum: Barycentric<V>, solver: Solver) -> Solution<V> {
        let (lower, upper) = (closest.lower, self.m.frame.upper(sum.w.norm().min(closest.upper)));
        let length = closest.simplex.squared.sqrt();
        // Of polytopes the nearest point is known best; of curved cores, and of a run that ended on a bound, the best
        // plane is.
        let by_plane = !self.m.polytopal || closest.end == End::Beyond || !self.has_direction(closest, length);
        let (normal, distance) = if by_plane {
            (-closest.axis.normalized(), closest.lower + self.m.frame.plane_error)
        } else {
            (closest.simplex.nearest * -(V::Scalar::ONE / length), length)
        };
        let (distance, iterations) = (distance.max(lower).min(upper), closest.iterations);
        let mut found = Solution { normal, distance, lower, upper, sum, unique: true, iterations, solver };
        if closest.end == End::Apart && self.is_askew(&found) {
            if self.m.polytopal {
                found.sum = self.on_edge(&found, &closest.simplex);
            }
            if self.is_askew(&found) {
                return self.straightened(found, closest.simplex);
            }
        }
        found
    }

    /// Whether the nearest point's direction is a good one: if it is the one that proves the bound, or if its plane
    /// proves as much. That of a point as short as its rounding never is.
    #[inline(always)]
    fn has_direction(&self, closest: &Closest<V>, length: V::Scalar) -> bool {
        let is_long = length > V::Scalar::power_of_two(-12) * self.m.frame.size;
        is_long & (closest.axis == closest.simplex.nearest)
            || length > V::Scalar::from_f64(16.0) * self.m.frame.point_error && self.proves_as_much(closest, length)
    }

    #[cold]
    #[inline(never)]
    fn proves_as_much(&self, closest: &Closest<V>, length: V::Scalar) -> bool {
        let axis = closest.simplex.nearest * (V::Scalar::ONE / length);
        let lower = axis.dot(self.m.support(-axis, [Hint::NONE; 2]).w) - self.m.frame.plane_error;
        lower >= closest.lower - enough(self.m.frame.size)
    }

    /// Whether points that are as near as wanted do not face each other: lengths feel that in second order only.
    #[inline(always)]
    pub(crate) fn is_askew(&self, found: &Solution<V>) -> bool {
        let enough = enough(self.m.frame.size);
        (found.sum.w + found.normal * found.distance).norm_squared() > enough * enough
    }

    /// Whether the bodies are apart, and bounds or points are worse than rounding and the goal explain: where one body
    /// is much longer than the other one and the gap, the direction between two points is not known as well as the long
    /// one needs.
    #[inline(always)]
    pub(crate) fn is_unresolved(&self, found: &Solution<V>, goal: &Goal<V::Scalar>) -> bool {
        let (width, rounding) = (found.upper - found.lower, self.m.frame.width());
        let is_wide = width > V::Scalar::TWO * (rounding + goal.tolerance(found.distance, V::Scalar::ZERO));
        let is_apart = found.lower > (self.radius[0] + self.radius[1]) * self.m.frame.scale;
        is_apart & (is_wide | (width <= rounding) & self.is_askew(found))
    }

    /// The sum of the points, or of two of them if that is nearer to the projection of the origin: the weights of a
    /// needle are mostly rounding.
    #[cold]
    #[inline(never)]
    fn on_edge(&self, found: &Solution<V>, simplex: &Simplex<V>) -> Barycentric<V> {
        let (zero, one, projection) = (V::Scalar::ZERO, V::Scalar::ONE, found.normal * -found.distance);
        let mut best = found.sum;
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

    /// The solution from such points, and others of the face that they are on.
    #[cold]
    #[inline(never)]
    pub(crate) fn straightened(&self, found: Solution<V>, simplex: Simplex<V>) -> Solution<V> {
        let plane = Lowest { normal: found.normal, height: -found.distance };
        let (contact, evaluations) = settled(&self.m, plane, Contact::new(plane, simplex));
        let lower = found.lower.max(-contact.plane.height - self.m.frame.plane_error);
        let sum = Barycentric::new(&contact.simplex);
        let upper = found.upper.min(self.m.frame.upper(sum.w.norm()));
        let distance = found.distance.max(lower).min(upper);
        let (normal, iterations) = (contact.plane.normal, found.iterations + evaluations);
        Solution { normal, distance, lower, upper, sum, iterations, ..found }
    }

    /// The solution from the grown polytope.
    pub(crate) fn overlapping(&self, closest: &Closest<V>, found: &Penetration<V>, solver: Solver) -> Solution<V> {
        let own = -found.ceiling - self.m.frame.plane_error;
        // The run before may have seen a plane that is lower than all of the growth. Of needles, whose facets have no
        // normals, and of cores that it parts, that plane is the answer; of other curved cores its bound is left, since
        // the normal of the depth does not prove it.
        let is_lower = closest.lower > enough(self.m.frame.size) + own;
        let by_run = is_lower && (self.m.polytopal || closest.lower > V::Scalar::ZERO);
        let lower = if is_lower && !by_run { own } else { closest.lower.max(own) };
        let sum = Barycentric::with(&found.simplex, found.weights);
        let upper = if found.floor >= V::Scalar::ZERO {
            self.m.frame.point_error - found.floor
        } else {
            // Cores that turned out to be apart within rounding. Planes give no upper bound; points of both do.
            let apart = sum.w.norm().min(Barycentric::new(&closest.simplex).w.norm());
            self.m.frame.upper(apart.min(closest.upper))
        };
        let normal = if by_run { -closest.axis.normalized() } else { found.normal };
        let (distance, iterations) = ((-found.height).max(lower).min(upper), closest.iterations + found.evaluations);
        Solution { normal, distance, lower, upper, sum, unique: !found.tied, iterations, solver }
    }

    /// The solution from points of curved cores that face each other.
    #[inline(always)]
    pub(crate) fn facing(&self, found: &ClosestPair<V>, solver: Solver) -> Solution<V> {
        let ClosestPair { vertex, lower, axis, end, iterations, .. } = *found;
        let upper = self.m.frame.upper(found.upper.min(vertex.w.norm()));
        let distance = (lower + self.m.frame.plane_error).max(lower).min(upper);
        let (normal, sum) = (-axis.normalized(), Barycentric::vertex(&vertex));
        let found = Solution { normal, distance, lower, upper, sum, unique: true, iterations, solver };
        if end == End::Apart && self.is_askew(&found) {
            return self.straightened(found, Simplex::new(vertex));
        }
        found
    }

    /// The cores certainly overlap, and no depth was requested: a common point instead of the witness points.
    pub(crate) fn inside(&self, closest: &Closest<V>) -> Proximity<V> {
        let zero = V::Scalar::ZERO;
        let weights = V::inner_weights(&closest.simplex);
        let mut common = self.m.a.anchor();
        for (point, &weight) in closest.simplex.points().zip(&weights) {
            common += point.a * weight;
        }
        let radius = self.radius[0] + self.radius[1];
        Proximity {
            signed_distance: zero,
            normal: -closest.axis.normalized(),
            witness_a: common,
            witness_b: common,
            bounds: self.bounds(closest.lower, zero, radius),
            features: [Feature::SMOOTH; 2],
            unique: false,
            status: Status::Overlapping,
            proven: true,
            iterations: closest.iterations,
        }
    }

    /// Bounds of the bodies' signed distance in the user's lengths from those of the scaled cores.
    fn bounds(&self, lower: V::Scalar, upper: V::Scalar, radius: V::Scalar) -> Bounds<V::Scalar> {
        let [lower, upper] = self.m.frame.outward([lower, upper], radius);
        Bounds { lower, upper }
    }

    /// The answer about the bodies, in A's frame.
    #[inline(always)]
    pub(crate) fn answer(&self, found: &Solution<V>) -> Proximity<V> {
        let sum = &found.sum;
        let (of_a, of_b, weights) = (self.m.a, self.m.b, sum.weights);
        let features = match sum.spread {
            FeaturePair::Unknown => [
                Feature::from_points(of_a, sum.ids[0], weights, sum.count),
                Feature::from_points(of_b, sum.ids[1], weights, sum.count),
            ],
            FeaturePair::FaceOfA => {
                [Feature::of_face(of_a, sum.ids[0], weights), Feature::of_corner(of_b, sum.ids[1], weights)]
            }
            FeaturePair::FaceOfB => {
                [Feature::of_corner(of_a, sum.ids[0], weights), Feature::of_face(of_b, sum.ids[1], weights)]
            }
            FeaturePair::Edges => {
                [Feature::of_edge(of_a, sum.ids[0], weights), Feature::of_edge(of_b, sum.ids[1], weights)]
            }
        };
        let m = &self.m;
        let radius = self.radius[0] + self.radius[1];
        let bounds = self.bounds(found.lower, found.upper, radius);
        let distance = (found.distance * m.frame.unscale - radius).max(bounds.lower).min(bounds.upper);
        let witness_a = sum.a + found.normal * self.radius[0];
        let witness_b = m.b_in_a(sum.b) - found.normal * self.radius[1];
        let miss = (witness_b - witness_a - found.normal * distance) * V::Scalar::HALF;
        let enough = enough(m.frame.size);
        let [witness_a, witness_b] = if (miss * m.frame.scale).norm_squared() <= enough * enough {
            // Both points are right to rounding; their middle shares the error, and the contract holds by construction.
            let witness_a = witness_a + miss + m.a.anchor();
            [witness_a, witness_a + found.normal * distance]
        } else {
            let witness_points = [witness_a, witness_b].each(|point| point + m.a.anchor());
            askew(witness_points, miss, found.normal, distance, bounds.width())
        };
        let (status, proven) = status_of(&bounds);
        Proximity {
            signed_distance: distance,
            normal: found.normal,
            witness_a,
            witness_b,
            bounds,
            features,
            unique: found.unique,
            status,
            proven,
            iterations: found.iterations,
        }
    }
}

/// Witness points that miss each other by more than rounding. They stay in their bodies where they face each other
/// within the bounds; those of a run that stopped at the iteration limit do not, and are moved to where they do.
#[cold]
#[inline(never)]
fn askew<V: Vector>(
    [witness_a, witness_b]: [V; 2],
    miss: V,
    normal: V,
    distance: V::Scalar,
    width: V::Scalar,
) -> [V; 2] {
    if (miss.dot(normal) * V::Scalar::TWO).abs() <= width {
        return [witness_a, witness_b];
    }
    let witness_a = witness_a + miss;
    [witness_a, witness_a + normal * distance]
}
