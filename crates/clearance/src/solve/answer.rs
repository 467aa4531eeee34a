//! The answer about two bodies from the solution of their cores.

use super::request::{Pair, goal};
use crate::contact::enough;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::gjk::Closest;
use crate::goal::Goal;
use crate::math::{Each, Real, Vector};
use crate::options::Options;
use crate::proximity::{Bounds, Feature, Proximity, Status, status_of};
use crate::simplex::FeaturePair;
use crate::solution::Solution;
use crate::support::SupportExt;

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

    /// Whether the bodies are apart, and bounds or points are worse than rounding and the goal explain: where one body
    /// is much longer than the other one and the gap, the direction between two points is not known as well as the long
    /// one needs.
    #[inline(always)]
    pub(crate) fn is_unresolved(&self, found: &Solution<V>, goal: &Goal<V::Scalar>) -> bool {
        let (width, rounding) = (found.upper - found.lower, self.m.frame.width());
        let is_wide = width > V::Scalar::TWO * (rounding + goal.tolerance(found.distance, V::Scalar::ZERO));
        let is_apart = found.lower > (self.radius[0] + self.radius[1]) * self.m.frame.scale;
        is_apart & (is_wide | (width <= rounding) & found.is_askew(&self.m))
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
