//! GJK for curved cores: plain steps find the pieces of the surface that matter, second-order steps find the point.
//!
//! On curved cores plain GJK gains a constant factor a step at best. So after the first step, and again whenever the
//! number of plain steps has doubled, [`ActiveSet::descend`] tries to finish. Both bounds are kept apart: the lower one
//! is the best support plane that anything has found, the upper one the nearest weighted sum of points; none of it
//! needs the descent to succeed.

use super::{Closest, End, Lens, Means, Step, Watch};
use crate::contact::{Contact, enough, found, settled};
use crate::difference::Difference;
use crate::goal::Goal;
use crate::math::{Real, Vector};
use crate::newton::{ActiveSet, Evaluation, Lowest};
use crate::simplex::{Reduce, Simplex, robust};

/// The most evaluations for one attempt to finish: quadratic convergence needs six for three pieces together.
const ATTEMPT: u32 = 24;

/// The most plain steps until a plane separates the bodies: of those that overlap the simplex holds the origin by then.
const ENCLOSING: u32 = 16;

/// Plain steps without progress before giving up: each of the D points of a simplex may have to be replaced twice.
const PATIENCE: u32 = 6;

/// Runs GJK from a direction, with the points of a run before it.
pub(crate) fn closest<V: Reduce>(
    m: &Difference<'_, V>,
    axis: V,
    known: Option<&Closest<V>>,
    goal: &Goal<V::Scalar>,
    watch: &mut Watch<'_, V>,
) -> Closest<V> {
    let mut run = Run::new(m, goal, axis);
    if let Some(known) = known {
        run.offer(known.simplex);
        run.iterations += known.iterations;
    }
    let mut wanted = 0;
    while run.undecided() {
        let mut steps = 0;
        while run.undecided() && (steps < wanted || run.lowest.height > V::Scalar::ZERO && steps < ENCLOSING) {
            steps += 1;
            let direction = run.simplex.nearest.normalized();
            let patch = run.evaluate(-direction, watch);
            if run.undecided() {
                run.end = run.advance(&patch);
            }
        }
        if run.undecided() {
            run.attempt(watch);
        }
        wanted = (2 * wanted).max(1);
    }
    run.finish(watch)
}

struct Run<'m, V: Vector> {
    m: &'m Difference<'m, V>,
    goal: &'m Goal<V::Scalar>,
    /// The simplex of the plain steps, with what is known of its points.
    simplex: Simplex<V>,
    patches: [Option<Evaluation<V>>; 4],
    /// The simplex with the nearest weighted sum, and its distance.
    best: Simplex<V>,
    upper: V::Scalar,
    /// A lowest support plane, but for rounding.
    lowest: Lowest<V>,
    /// The least height of any support plane; the signed distance is at least minus that.
    least: V::Scalar,
    /// The pieces of the last descent.
    pieces: Option<ActiveSet<V>>,
    iterations: u32,
    /// Plain steps to be tried without progress of either bound.
    patience: u32,
    least_before: V::Scalar,
    end: Option<End>,
}

impl<'m, V: Reduce> Run<'m, V> {
    fn new(m: &'m Difference<'m, V>, goal: &'m Goal<V::Scalar>, axis: V) -> Self {
        let normal = -axis.normalized();
        let patch = Evaluation::find(m, normal);
        let simplex = Simplex::new(patch.vertex);
        let height = normal.dot(patch.vertex.w);
        Run {
            m,
            goal,
            simplex,
            patches: [Some(patch), None, None, None],
            best: simplex,
            upper: simplex.squared.sqrt(),
            lowest: Lowest { normal, height },
            least: height,
            pieces: None,
            iterations: 1,
            patience: PATIENCE,
            least_before: height,
            end: None,
        }
    }

    /// Whether to continue; notes why not.
    fn undecided(&mut self) -> bool {
        if self.end.is_none() {
            let lower = -self.least;
            let gap = self.upper - lower;
            self.end = if lower - self.m.frame.plane_error > self.goal.cutoff {
                Some(End::Beyond)
            } else if self.goal.is_met(gap, self.upper, self.m.frame.rounding()) {
                Some(if self.upper <= self.m.frame.point_error { End::Contact } else { End::Apart })
            } else if self.upper <= self.m.frame.point_error {
                Some(End::Contact)
            } else if self.iterations >= self.goal.max_iterations {
                Some(End::Limit)
            } else {
                None
            };
        }
        self.end.is_none()
    }

    /// Asks along a unit direction.
    fn evaluate(&mut self, normal: V, watch: &mut Watch<'_, V>) -> Evaluation<V> {
        let patch = Evaluation::find(self.m, normal);
        self.note(&patch, (normal.dot(patch.vertex.w), Means::Nearest), watch);
        patch
    }

    fn note(&mut self, patch: &Evaluation<V>, (height, means): (V::Scalar, Means), watch: &mut Watch<'_, V>) {
        self.iterations += 1;
        if height < self.lowest.height {
            self.lowest = Lowest { normal: patch.direction, height };
        }
        self.least = self.least.min(height);
        if let Some(watch) = watch {
            watch(Step {
                iteration: self.iterations,
                means,
                simplex: &self.simplex,
                point: patch.vertex,
                direction: patch.direction,
                lower: -self.least - self.m.frame.plane_error,
                lens: Lens::new(self.m),
            });
        }
    }

    /// One plain step with a new support point; the end, if it cannot be made.
    fn advance(&mut self, patch: &Evaluation<V>) -> Option<End> {
        let before = self.simplex;
        let held = |p: &Evaluation<V>| before.points().any(|q| q.w == p.vertex.w);
        if let Some(free) = self.patches.iter_mut().find(|slot| !slot.as_ref().is_some_and(held)) {
            *free = Some(*patch);
        }
        self.simplex.push(patch.vertex);
        let Some(mut nearest) = V::nearest(&self.simplex, patch.vertex.w, self.m.frame.point_error) else {
            return Some(End::Inside);
        };
        if !self.simplex.satisfies_kkt(&nearest) {
            nearest = robust::nearest(&self.simplex);
        }
        self.simplex.keep(nearest);
        // The normal of clustered points is noise, which shows in the place it gives; their weighted sum is not.
        let sum = self.simplex.weighted_sum();
        let noise = V::Scalar::from_f64(8.0) * V::Scalar::UNIT * self.m.frame.size;
        if (sum - nearest.point).norm_squared() > noise * noise {
            (self.simplex.nearest, self.simplex.squared) = (sum, sum.norm_squared());
        }
        // |v| feels a turn of v only in second order, so the lower bound may still improve where |v| no longer does.
        let progress = self.simplex.squared < before.squared || self.least < self.least_before;
        self.least_before = self.least;
        self.patience = if progress { PATIENCE } else { self.patience - 1 };
        self.offer(self.simplex);
        if self.patience == 0 {
            return Some(if self.least < -self.m.frame.plane_error { End::Apart } else { End::Contact });
        }
        None
    }

    fn offer(&mut self, simplex: Simplex<V>) {
        let upper = simplex.weighted_sum().norm();
        if upper < self.upper {
            self.upper = upper;
            self.best = simplex;
        }
    }

    /// Tries to finish by second-order steps from the current simplex.
    fn attempt(&mut self, watch: &mut Watch<'_, V>) {
        let pieces = self.known_pieces();
        let normal = -self.simplex.nearest.normalized();
        // Nothing has been asked along this direction yet.
        self.descend(pieces, Lowest { normal, height: V::Scalar::INFINITY }, watch);
        if self.undecided() {
            for normal in self.m.flat_normals(self.lowest.normal) {
                let patch = Evaluation::find(self.m, normal);
                self.note(&patch, (normal.dot(patch.vertex.w), Means::Curvature), watch);
            }
        }
        if self.undecided() && self.lowest.height < V::Scalar::ZERO {
            // The plane may be the last one although its points are not: a ring of ties, a face.
            let (contact, evaluations) = found(self.m, self.lowest, self.contacts());
            self.iterations += evaluations;
            self.offer(contact.simplex);
            self.resume();
        }
    }

    /// Plain steps continue from the nearest points that anything has found.
    fn resume(&mut self) {
        if !(self.upper * self.upper < self.simplex.squared) {
            return;
        }
        self.simplex = self.best;
        let nearest = robust::nearest(&self.simplex);
        self.simplex.keep(nearest);
        let simplex = self.simplex;
        let held = |p: &Evaluation<V>| simplex.points().any(|q| q.w == p.vertex.w);
        let known = self.pieces.iter().flat_map(|pieces| pieces.iter()).filter(|p| held(p));
        for patch in known {
            if let Some(free) = self.patches.iter_mut().find(|slot| !slot.as_ref().is_some_and(held)) {
                *free = Some(*patch);
            }
        }
    }

    /// The pieces on which the simplex rests.
    fn known_pieces(&self) -> ActiveSet<V> {
        let newest_first = self.simplex.points().rev();
        ActiveSet::new(newest_first.filter_map(|p| self.patches.iter().flatten().find(|q| q.vertex.w == p.w)))
    }

    fn descend(&mut self, mut pieces: ActiveSet<V>, start: Lowest<V>, watch: &mut Watch<'_, V>) {
        let budget = ATTEMPT.min(self.goal.max_iterations.saturating_sub(self.iterations));
        let m = self.m;
        let reached =
            pieces.descend(m, start, budget, |patch, height| self.note(patch, (height, Means::Curvature), watch));
        let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.frame.size;
        if reached.height <= self.lowest.height + rounding {
            self.lowest = reached;
        }
        if let Some(simplex) = pieces.simplex() {
            self.offer(simplex);
        }
        self.pieces = Some(pieces);
    }

    /// The contact at the best support plane. Distances feel witness points only in second order, so a last descent may
    /// bring half their digits.
    fn contact(&mut self, watch: &mut Watch<'_, V>) -> Contact<V> {
        let mut at_hand = self.contacts();
        if at_hand.miss > enough(self.m.frame.size) {
            self.descend(self.pieces.unwrap_or_else(|| self.known_pieces()), self.lowest, watch);
            at_hand = self.contacts();
        }
        let (contact, evaluations) = settled(self.m, self.lowest, at_hand);
        self.iterations += evaluations;
        contact
    }

    /// The best contact of what is known.
    fn contacts(&self) -> Contact<V> {
        let found = self.pieces.and_then(|pieces| pieces.simplex());
        let contact = |simplex| Contact::new(self.lowest, simplex);
        found.map_or(contact(self.best), |found| contact(self.best).nearer(contact(found)))
    }

    fn finish(mut self, watch: &mut Watch<'_, V>) -> Closest<V> {
        let end = self.end.unwrap_or(End::Limit);
        let (simplex, normal) = match end {
            End::Inside => (self.simplex, self.lowest.normal),
            End::Apart => {
                let contact = self.contact(watch);
                self.least = self.least.min(contact.plane.height);
                (contact.simplex, contact.plane.normal)
            }
            End::Limit => {
                let (contact, _) = settled(self.m, self.lowest, self.contacts());
                let is_near = contact.simplex.weighted_sum().norm() <= self.upper + enough(self.m.frame.size);
                // Points that miss the plane may be farther apart than the nearest ones.
                (if is_near { contact.simplex } else { self.best }, contact.plane.normal)
            }
            _ => (self.best, self.lowest.normal),
        };
        let lower = -self.least - self.m.frame.plane_error;
        // A contact that a support plane denies.
        let end = if end == End::Contact && lower > V::Scalar::ZERO { End::Apart } else { end };
        Closest { simplex, upper: self.upper, end, lower, axis: -normal, iterations: self.iterations }
    }
}
