//! The distance of two cores: GJK (E. G. Gilbert, D. W. Johnson, S. S. Keerthi 1988) on their Minkowski difference.
//!
//! The hull of a few support points grows towards the origin until the support plane of its nearest point `v` proves
//! that nothing is nearer: no point of the difference lies before the plane through the newest support point `w`, so
//! the distance is at least `v·w/|v|` (G. van den Bergen 1999), and at most `|v|`.
//!
//! **Termination.** All but a fixed number of steps decrease the stored `|v|²` strictly, and floats are finitely many;
//! on polytopes `v` is a function of a set of at most D vertices, so no set recurs. The loop ends when a vertex pair
//! repeats, when the gap is below the tolerance, when no step decreases `|v|²`, when the origin is certainly inside, or
//! at the iteration limit. Each end leaves a valid bracket; there is no failure.
//!
//! **Departures.** Voronoi regions with directions from normals (Ericson 2004, here with checks) instead of Johnson's
//! sub-algorithm; after each step the Karush–Kuhn–Tucker condition is verified on all points, and a twofold exhaustive
//! search replaces the step if it fails. No momentum: implemented correctly it does not save steps on polytopes.

mod cached_features;
mod closer;
mod closest_pair;
pub(crate) mod curved;
pub(crate) mod features;
pub(crate) mod projections;
mod quadrics;
pub(crate) mod smooth;
mod solution;
mod trace;

pub(crate) use cached_features::CachedFeatures;
pub(crate) use closest_pair::ClosestPair;
pub use trace::{Finish, Means, Sample, Step};
pub(crate) use trace::{Lens, Watch};

use crate::difference::{Difference, Vertex};
use crate::goal::Goal;
use crate::math::{Real, Vector};
use crate::simplex::{Reduce, Simplex, robust};
use crate::support::Hint;

/// How the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The bracket is as tight as wanted or as it gets, and the origin is outside.
    Apart,
    /// The lower bound has passed the cutoff.
    Beyond,
    /// The origin is inside the simplex, beyond every rounding.
    Inside,
    /// The origin is inside or nearer than rounding can resolve.
    Contact,
    /// The iteration limit was reached.
    Limit,
}

/// What a run knows, and in the end its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closest<V: Vector> {
    /// The points of the nearest point.
    pub simplex: Simplex<V>,
    /// The distance of a weighted sum of other points, if one was nearer than that of the simplex.
    pub upper: V::Scalar,
    pub end: End,
    /// A proven lower bound of the signed distance of the cores, scaled.
    pub lower: V::Scalar,
    /// The direction in which it was found: from B to A.
    pub axis: V,
    pub iterations: u32,
}

/// Steps that may fail to shorten the nearest point in one run.
const STALLS: u32 = 8;

impl<V: Reduce> Closest<V> {
    /// Begins along a direction from B to A, without points.
    #[inline]
    pub fn along(m: &Difference<'_, V>, axis: V) -> Self {
        let vertex = m.support(-axis, [Hint::NONE; 2]);
        Closest::from_simplex(Simplex::new(vertex), axis, axis.dot(vertex.w) / axis.norm() - m.frame.plane_error, 1)
    }

    /// Begins with a reduced simplex.
    #[inline]
    pub fn from_simplex(simplex: Simplex<V>, axis: V, lower: V::Scalar, iterations: u32) -> Self {
        Closest { simplex, upper: V::Scalar::INFINITY, end: End::Apart, lower, axis, iterations }
    }

    /// Runs GJK. Two stored polytopes are searched without a detour: a step is mostly two scans.
    pub fn approach(&mut self, m: &Difference<'_, V>, goal: &Goal<V::Scalar>, watch: &mut Watch<'_, V>) {
        let from = (self.simplex.nearest, self.simplex.squared);
        match m.polytopes() {
            Some(both) => self.approach_from(from, m, goal, |dir| m.support_of(both, dir), watch),
            None => self.approach_from(from, m, goal, |dir| m.support(dir, [Hint::NONE; 2]), watch),
        }
    }

    /// The loop, from what the simplex knows of its nearest point: in registers, which wait less for one another than
    /// what is written and read again.
    #[inline(always)]
    fn approach_from(
        &mut self,
        (mut v, mut squared): (V, V::Scalar),
        m: &Difference<'_, V>,
        goal: &Goal<V::Scalar>,
        support: impl Fn(V) -> Vertex<V>,
        watch: &mut Watch<'_, V>,
    ) {
        if self.lower > goal.cutoff {
            self.end = End::Beyond;
            return;
        }
        let mut stalls = 0;
        let rounding = m.frame.rounding();
        let contact = m.frame.point_error * m.frame.point_error;
        loop {
            if squared < goal.meeting && self.has_point_within(goal.meeting) {
                self.end = End::Inside;
                return;
            }
            if squared <= contact {
                self.end = End::Contact;
                return;
            }
            if self.iterations >= goal.max_iterations {
                self.end = End::Limit;
                return;
            }
            // Without a hint: the last step's vertices are not near, and along faces and edges a climb ends in a tie,
            // which is not believed.
            let point = support(-v);
            self.iterations += 1;
            let length = squared.sqrt();
            let bound = v.dot(point.w) / length - m.frame.plane_error;
            if bound > self.lower {
                self.lower = bound;
                self.axis = v;
            }
            if let Some(watch) = watch {
                watch(Step {
                    iteration: self.iterations,
                    means: Means::Nearest,
                    simplex: &self.simplex,
                    point,
                    direction: -v,
                    lower: self.lower,
                    lens: Lens::new(m),
                });
            }
            if self.lower > goal.cutoff {
                self.end = End::Beyond;
                return;
            }
            let gap = length - (self.lower + m.frame.plane_error);
            if goal.is_met(gap, length, rounding) | self.simplex.contains(&point) {
                break;
            }
            self.simplex.push(point);
            let Some(nearest) = V::nearest(&self.simplex, point.w, m.frame.point_error) else {
                self.end = End::Inside;
                return;
            };
            if nearest.sound & (nearest.squared < squared) && self.simplex.satisfies_kkt(&nearest) {
                self.simplex.keep(nearest);
                (v, squared) = (nearest.point, nearest.squared);
            } else if self.advance_robustly(squared, &mut stalls) {
                (v, squared) = (self.simplex.nearest, self.simplex.squared);
            } else {
                break;
            }
        }
        self.conclude(m, goal);
    }

    /// Whether the points themselves prove that the difference is as near as that: the normal of clustered points is
    /// noise, and so is the place that it gives.
    #[cold]
    #[inline(never)]
    fn has_point_within(&self, squared: V::Scalar) -> bool {
        self.simplex.weighted_sum().norm_squared() < squared
    }

    /// Reduces a simplex with a new point whose nearest feature the plain step does not know; false if the run ends
    /// here, without that point.
    #[cold]
    #[inline(never)]
    fn advance_robustly(&mut self, squared: V::Scalar, stalls: &mut u32) -> bool {
        let mut nearest = robust::nearest(&self.simplex);
        if !(nearest.squared < squared) {
            // The point lies before the plane, yet nothing is nearer: rounding of the points outweighs the gain, as it
            // does with a speck beside a mountain. Continue with the new point, a few times.
            if *stalls == STALLS {
                self.simplex.pop();
                return false;
            }
            *stalls += 1;
            nearest = robust::nearest_with_newest(&self.simplex);
        }
        self.simplex.keep(nearest);
        true
    }

    /// The end of a run whose bounds have met or whose last vertex is known: the nearest point and the lower bound as
    /// good as they get.
    #[inline(always)]
    pub fn conclude(&mut self, m: &Difference<'_, V>, goal: &Goal<V::Scalar>) {
        robust::sharpen(&mut self.simplex);
        let length = self.simplex.squared.sqrt();
        let enough = goal.tolerance(length, m.frame.rounding() * V::Scalar::TWO);
        // Bounds that are open for want of a better direction, and distances whose square hides that the feature is the
        // wrong one.
        let open = length - (self.lower + m.frame.plane_error) > enough;
        if open | (self.simplex.squared <= V::Scalar::power_of_two(-20) * m.frame.size * m.frame.size) {
            self.look_closer(m, enough);
        }
        self.end = if self.lower > V::Scalar::ZERO { End::Apart } else { End::Contact };
    }
}
