//! The solvers that work on the difference of two cores, in the order in which they are tried: each answers, or leaves
//! the pair to the next.

use super::answer::Swept;
use super::curved::{beyond, further, is_answer, seen, smooth};
use super::request::{Depth, Memory, Observer, Pair, Request, Termination, show_finish, watched, watched_growth};
use super::warm::WarmStart;
use crate::closed_form;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::epa::{self, CachedPolytope, Meridian, Penetration};
use crate::frustum;
use crate::gjk::{CachedFeatures, Closest, ClosestPair, End, Watch};
use crate::goal::Goal;
use crate::math::Real;
use crate::proximity::Proximity;
use crate::solution::{Solution, Solver};

/// A query on its way to the answer.
struct Run<'r, 's, V: Dimension> {
    pair: &'r Swept<'s, V>,
    goal: Goal<V::Scalar>,
    request: &'r Request<'r, V::Scalar>,
    termination: &'r mut Termination,
}

/// The answer in A's frame, by the first solver that has one.
pub(crate) fn solve<V: Dimension>(
    pair: Pair<'_, V>,
    request: &Request<'_, V::Scalar>,
    memory: &mut Memory<'_, V>,
    termination: &mut Termination,
    observer: &mut Observer<'_, V>,
) -> Proximity<V> {
    // Large, so it is pointed to.
    let pair = &Swept::new(pair);
    let goal = pair.goal(request.max, request.options);
    let run = Run { pair, goal, request, termination };
    if run.pair.m.polytopal { run.polytopes(memory, observer) } else { run.curved(memory, observer) }
}

/// The answer about curved cores by plain steps alone, which take no memory.
pub(crate) fn plain<V: Dimension>(
    pair: Pair<'_, V>,
    request: &Request<'_, V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Proximity<V> {
    let pair = &Swept::new(pair);
    let mut closest = Closest::along(&pair.m, memory.warm.axis(&pair.m));
    closest.approach(&pair.m, &pair.goal(request.max, request.options), &mut None);
    memory.warm.remember(&closest);
    if closest.end == End::Inside {
        return pair.inside(&closest);
    }
    // Points that face each other better would be looked for in memory.
    closest.end = End::Limit;
    pair.answer(&closest.solution(&pair.m, Solver::CurvedGjk))
}

impl<V: Dimension> Run<'_, '_, V> {
    /// Whether the query may use a solver.
    #[inline(always)]
    fn may(&self, solver: Solver) -> bool {
        self.request.solvers.has(solver)
    }

    /// The order for polytopes.
    #[inline(always)]
    fn polytopes(mut self, memory: &mut Memory<'_, V>, observer: &mut Observer<'_, V>) -> Proximity<V> {
        if self.may(Solver::CachedPolytope)
            && self.request.depth == Depth::Wanted
            && let Some(kept) = memory.polytope()
        {
            if let Some(found) = self.by_cached_polytope(kept) {
                return self.answer(&found);
            }
            kept.clear();
        }
        let cached = if self.may(Solver::CachedFeatures) { memory.warm.standing(&self.pair.m) } else { None };
        if let Some(cached) = cached.as_ref().filter(|cached| cached.holds(&self.pair.m, &self.goal)) {
            self.termination.beyond = cached.lower > self.goal.cutoff;
            return self.answer(&cached.solution(&self.pair.m));
        }
        if self.may(Solver::ClosedForm) && closed_form::applies(&self.pair.m) {
            // Looked at where it lies, since it is large.
            if let Some(found) = &closed_form::signed_distance(&self.pair.m) {
                if closed_form::are_boxes(&self.pair.m.a.body, &self.pair.m.b.body) {
                    memory.warm.remember_sum(&found.sum);
                }
                self.termination.beyond = found.lower > self.goal.cutoff;
                return self.answer(found);
            }
        }
        let mut closest = begun(&self.pair.m, memory.warm, cached);
        watched(observer, |watch| closest.approach(&self.pair.m, &self.goal, watch));
        self.ended(&closest, Solver::Gjk, memory, observer)
    }

    /// The order for pairs of which one core at least is curved.
    #[inline(always)]
    fn curved(mut self, memory: &mut Memory<'_, V>, observer: &mut Observer<'_, V>) -> Proximity<V> {
        let axis = memory.warm.axis(&self.pair.m);
        match watched(observer, |watch| self.search_curved(axis, watch)) {
            (Outcome::ClosestPair(facing), solver) => {
                show_finish(observer, &facing.closest(), &self.pair.m);
                self.termination.beyond = facing.end == End::Beyond;
                memory.warm.remember_vertex(facing.vertex.ids, facing.axis * (V::Scalar::ONE / facing.axis.norm()));
                self.answer(&facing.solution(&self.pair.m, solver))
            }
            (Outcome::Depth(found), solver) => {
                let closest = Closest { end: End::Inside, ..found.unknown() };
                show_finish(observer, &closest, &self.pair.m);
                memory.warm.remember(&closest);
                self.answer(&found.solution(&self.pair.m, &closest, solver))
            }
            (Outcome::Closest(closest), solver) => self.ended(&closest, solver, memory, observer),
        }
    }

    fn search_curved(&self, axis: V, watch: &mut Watch<'_, V>) -> (Outcome<V>, Solver) {
        let (m, goal) = (&self.pair.m, &self.goal);
        let known = match self.may(Solver::Projections) {
            true => seen(m, goal, axis, watch),
            false => beyond(m, goal, axis),
        };
        if let Some(facing) = known.filter(|known| is_answer(m, known)) {
            return (Outcome::ClosestPair(facing), Solver::Projections);
        }
        let may_overlap = known.is_none_or(|known| known.end == End::Limit && !(known.lower > V::Scalar::ZERO));
        if self.request.depth == Depth::Wanted && may_overlap {
            type Search<V> = fn(&Difference<'_, V>) -> Option<Penetration<V>>;
            let searches: [(Solver, Search<V>); 3] = [
                (Solver::FrustumBox, frustum::penetration),
                (Solver::Cylinders, frustum::between_cylinders),
                (Solver::NearlyParallel, frustum::nearly_parallel),
            ];
            for (solver, search) in searches {
                if self.may(solver)
                    && let Some(found) = search(m)
                {
                    return (Outcome::Depth(found), solver);
                }
            }
        }
        let (known, solver) = match known {
            None if self.may(Solver::Newton) => (smooth(m, goal, axis, watch), Solver::Newton),
            known => (known, Solver::Projections),
        };
        if let Some(facing) = known.filter(|known| is_answer(m, known)) {
            return (Outcome::ClosestPair(facing), solver);
        }
        let solver = if known.is_some_and(|known| known.end != End::Limit) { solver } else { Solver::CurvedGjk };
        (Outcome::Closest(further(m, goal, axis, known, watch)), solver)
    }

    /// The answer from how GJK ended: the depth, if it is needed and the cores overlap.
    #[inline(always)]
    fn ended(
        mut self,
        closest: &Closest<V>,
        solver: Solver,
        memory: &mut Memory<'_, V>,
        observer: &mut Observer<'_, V>,
    ) -> Proximity<V> {
        show_finish(observer, closest, &self.pair.m);
        memory.warm.remember(closest);
        match (closest.end, self.request.depth) {
            (End::Inside, Depth::Unwanted | Depth::Unproven) => {
                self.termination.solver = solver;
                self.pair.inside(closest)
            }
            (End::Inside, Depth::Wanted) | (End::Contact, Depth::Wanted | Depth::Unwanted) => {
                self.grown(closest, memory, observer)
            }
            (End::Limit, Depth::Wanted) if self.request.overlapping => self.grown(closest, memory, observer),
            (End::Apart | End::Beyond | End::Limit | End::Contact, _) => {
                self.termination.beyond = closest.end == End::Beyond;
                self.termination.cut_short = matches!(closest.end, End::Limit | End::Contact);
                self.answer(&closest.solution(&self.pair.m, solver))
            }
        }
    }

    /// The depth of cores that overlap, from where GJK ended: in the plane of parallel axes, or by growth.
    #[inline(never)]
    fn grown(
        mut self,
        closest: &Closest<V>,
        memory: &mut Memory<'_, V>,
        observer: &mut Observer<'_, V>,
    ) -> Proximity<V> {
        let m = &self.pair.m;
        let goal = self.pair.growth_goal(self.request.options);
        let meridian = match !m.polytopal && self.may(Solver::Meridian) {
            true => epa::in_plane_of_axes(m, &goal),
            false => None,
        };
        if let Some(Meridian { found, complete: true }) = &meridian {
            return self.answer(&found.solution(m, closest, Solver::Meridian));
        }
        let keeps = m.polytopal && self.request.depth == Depth::Wanted;
        let kept = memory.kept.as_deref_mut().filter(|_| keeps).map(|place| &mut **place.get_or_insert_default());
        let direction = meridian.as_ref().map_or(-closest.axis, |meridian| meridian.found.normal);
        let mut found =
            watched_growth(observer, |watch| epa::grown(m, (&closest.simplex, direction), &goal, kept, watch));
        if let Some(Meridian { found: known, .. }) = meridian {
            found.floor = found.floor.max(known.floor);
        }
        self.answer(&found.solution(m, closest, Solver::Growth))
    }

    /// The depth that the polytope of the last answer still proves.
    fn by_cached_polytope(&self, kept: &mut CachedPolytope) -> Option<Solution<V>> {
        let found = kept.penetration(&self.pair.m)?;
        Some(found.solution(&self.pair.m, &found.unknown(), Solver::CachedPolytope))
    }

    /// The answer about the bodies.
    #[inline(always)]
    fn answer(&mut self, found: &Solution<V>) -> Proximity<V> {
        self.termination.solver = found.solver;
        self.termination.unresolved = !self.pair.m.polytopal && self.pair.is_unresolved(found, &self.goal);
        self.pair.answer(found)
    }
}

/// What is found of curved cores.
enum Outcome<V: Dimension> {
    /// Their distance.
    ClosestPair(ClosestPair<V>),
    /// Their depth.
    Depth(Penetration<V>),
    /// Where GJK ended.
    Closest(Closest<V>),
}

/// How a run ends whose goal is a distance or a separating plane.
pub(crate) fn run<V: Dimension>(
    m: &Difference<'_, V>,
    goal: &Goal<V::Scalar>,
    warm: &WarmStart<V>,
    standing: Option<CachedFeatures<V>>,
) -> Closest<V> {
    if m.polytopal {
        let mut closest = begun(m, warm, standing);
        closest.approach(m, goal, &mut None);
        return closest;
    }
    let axis = warm.axis(m);
    let known = seen(m, goal, axis, &mut None).or_else(|| smooth(m, goal, axis, &mut None));
    further(m, goal, axis, known, &mut None)
}

/// Where a run on polytopes begins, which is a large value to be written once.
fn begun<V: Dimension>(m: &Difference<'_, V>, warm: &WarmStart<V>, standing: Option<CachedFeatures<V>>) -> Closest<V> {
    if let Some(closest) = standing.and_then(|standing| standing.closest(m)) {
        return closest;
    }
    match warm.simplex(m) {
        Some(simplex) => Closest::from_simplex(simplex, simplex.nearest, -V::Scalar::INFINITY, 0),
        None => Closest::along(m, warm.axis(m)),
    }
}
