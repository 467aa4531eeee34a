//! Signed distance by steps: GJK on the cores, hull growth where they meet, radii added at the end.

use alloc::boxed::Box;

use super::curved::{Curved, further, of_curved, seen, smooth};
use super::request::{Depth, Memory, Observer, Pair, Request, Termination, show_finish, watched};
use super::solution::Swept;
use super::warm::WarmStart;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::epa::CachedPolytope;
use crate::gjk::{self, CachedFeatures, Closest, End};
use crate::math::Real;
use crate::proximity::Proximity;
use crate::support::SupportExt;

/// The answer with what the caller keeps: first by the polytope of the last depth, if that still proves one.
pub(crate) fn remembered<V: Dimension>(
    pair: Pair<'_, V>,
    request: &Request<'_, V::Scalar>,
    memory: &mut Memory<'_, V>,
    termination: &mut Termination,
) -> Proximity<V> {
    let Some(place) = memory.kept.as_deref_mut().filter(|_| request.depth == Depth::Wanted) else {
        return answer(pair, request, (memory.warm, None), termination, &mut None);
    };
    if let Some(kept) = place.as_deref_mut().filter(|kept| !kept.is_empty()) {
        if let Some(found) = depth_of_kept(pair, kept) {
            return found;
        }
        kept.clear();
    }
    if let Some(kept) = place {
        return answer(pair, request, (memory.warm, Some(kept)), termination, &mut None);
    }
    let mut kept = CachedPolytope::default();
    let found = answer(pair, request, (memory.warm, Some(&mut kept)), termination, &mut None);
    *place = (!kept.is_empty()).then(|| Box::new(kept));
    found
}

/// The depth that the polytope of the last answer still proves.
pub(crate) fn depth_of_kept<V: Dimension>(
    (a, b, b_in_a): Pair<'_, V>,
    kept: &mut CachedPolytope,
) -> Option<Proximity<V>> {
    let m = Difference::new(a, b, b_in_a);
    let found = kept.penetration(&m)?;
    let unknown = Closest::from_simplex(found.simplex, -found.normal, -V::Scalar::INFINITY, 0);
    Some(Swept { m, radius: [a.radius(), b.radius()] }.overlapping(&unknown, &found))
}

/// The answer by steps, in A's frame; the polytope of the depth is kept for the next pose.
pub(crate) fn answer<V: Dimension>(
    (a, b, b_in_a): Pair<'_, V>,
    &Request { depth, max, options }: &Request<'_, V::Scalar>,
    (warm, kept): (&mut WarmStart<V>, Option<&mut CachedPolytope>),
    termination: &mut Termination,
    observer: &mut Observer<'_, V>,
) -> Proximity<V> {
    let pair = Swept { m: Difference::new(a, b, b_in_a), radius: [a.radius(), b.radius()] };
    let m = &pair.m;
    let goal = pair.goal(max, options);
    let cached = warm.standing(m);
    if let Some(cached) = cached.as_ref().filter(|cached| cached.holds(m, &goal)) {
        termination.beyond = cached.lower > goal.cutoff;
        return pair.standing(cached);
    }
    // A run is a large value: it is looked at where it lies.
    let ended = |closest: &Closest<V>, warm: &mut WarmStart<V>, observer: &mut Observer<'_, V>| {
        show_finish(observer, closest, m);
        warm.remember(closest);
        pair.ended(closest, options, depth, (kept, termination), observer)
    };
    if m.polytopal {
        let mut closest = begun(m, warm, cached);
        watched(observer, |watch| closest.approach(m, &goal, watch));
        return ended(&closest, warm, observer);
    }
    match watched(observer, |watch| of_curved(m, &goal, warm.axis(m), depth, watch)) {
        Curved::ClosestPair(facing) => {
            show_finish(observer, &facing.closest(), m);
            termination.beyond = facing.end == End::Beyond;
            pair.facing(&facing, warm)
        }
        Curved::Depth(found) => pair.of_depth(&found, warm, observer),
        Curved::Closest(closest) => ended(&closest, warm, observer),
    }
}

/// The whole run.
pub(crate) fn run<V: Dimension>(
    m: &Difference<'_, V>,
    goal: &gjk::Goal<V::Scalar>,
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
