//! Signed distance: GJK on the cores, hull growth where they meet, radii added at the end.

mod curved;
mod overlap;
mod pair;

pub(super) use overlap::{overlap, overlap_by_formula};
pub(super) use pair::{Pair, status_of};

use super::concrete::answer_concrete;
use super::formula;
use super::observe::Event;
use super::proximity::Proximity;
use super::warm::WarmStart;
use crate::closed_form;
use crate::difference::Difference;
use crate::epa::{self, Kept};
use crate::frustum;
use crate::gjk::{self, Closest, End, Facing, Finish, First, Lens, Opening, Simplex, Standing, Step};
use crate::math::{Pose, Real};
use crate::options::Options;
use crate::space::Space;
use crate::support::Support;
use curved::{further, is_told, seen, smooth};

/// How much of the answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Depth {
    /// The depth if they overlap.
    Wanted,
    /// Only that they do.
    Unwanted,
    /// Only that they do, where that is seen without growing a hull; where it is not, the bounds hold zero.
    Unproven,
}

/// What is to be known of an answer besides it, before any exact decision. The answer itself, some 200 bytes, is written once, where
/// the caller wants it: each copy would cost as much as a support point.
#[derive(Clone, Copy, Default)]
pub(super) struct Ending {
    /// The lower bound of the signed distance exceeds the wanted maximum.
    pub beyond: bool,
    /// The iteration limit ended the run, so the bounds are wide for want of work, not of precision.
    pub cut_short: bool,
}

/// The answer in A's frame by a formula for the two cores, where there is one, else by [steps](answer).
#[inline]
pub(super) fn answer_at_once<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, b, b_in_a): (&A, &B, &Pose<V>),
    options: &Options<V::Scalar>,
    (depth, max): (Depth, V::Scalar),
    warm: &mut WarmStart<V>,
    ending: &mut Ending,
) -> Proximity<V> {
    answer_concrete!(a, b => answer_at_once((a, b, b_in_a), options, (depth, max), warm, ending));
    if let Some(found) = formula::answer((a, &Pose::IDENTITY), (b, b_in_a)) {
        ending.beyond = found.bounds.lower > max;
        return found;
    }
    if closed_form::knows(a, b) {
        let pair = Pair { m: Difference::new(a, b, b_in_a), radius: [a.radius(), b.radius()] };
        if let Some(found) = closed_form::signed_distance(&pair.m) {
            ending.beyond = found.lower > pair.goal(max, options).cutoff;
            return pair.found(&found);
        }
    }
    answer((a, b, b_in_a), options, (depth, max), (warm, ending), |_| {})
}

/// The same for a pair that moves: first by the features that were nearest, if they still are.
pub(super) fn answer_again<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, b, b_in_a): (&A, &B, &Pose<V>),
    options: &Options<V::Scalar>,
    (depth, max): (Depth, V::Scalar),
    warm: &mut WarmStart<V>,
    ending: &mut Ending,
) -> Proximity<V> {
    if let Some(found) = formula::answer((a, &Pose::IDENTITY), (b, b_in_a)) {
        ending.beyond = found.bounds.lower > max;
        return found;
    }
    if closed_form::knows(a, b) {
        let pair = Pair { m: Difference::new(a, b, b_in_a), radius: [a.radius(), b.radius()] };
        let goal = pair.goal(max, options);
        if let Some(standing) = warm.standing(&pair.m).filter(|standing| standing.holds(&pair.m, &goal)) {
            ending.beyond = standing.lower > goal.cutoff;
            return pair.standing(&standing);
        }
        if let Some(found) = closed_form::signed_distance(&pair.m) {
            if closed_form::are_boxes(a, b) {
                warm.remember_sum(&found.sum);
            }
            ending.beyond = found.lower > goal.cutoff;
            return pair.found(&found);
        }
    }
    answer((a, b, b_in_a), options, (depth, max), (warm, ending), |_| {})
}

/// The answer by steps.
pub(super) fn answer<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    pair: (&A, &B, &Pose<V>),
    options: &Options<V::Scalar>,
    wanted: (Depth, V::Scalar),
    (warm, ending): (&mut WarmStart<V>, &mut Ending),
    observe: impl FnMut(Event<'_, V>),
) -> Proximity<V> {
    answer_keeping(pair, options, wanted, (warm, None, ending), observe)
}

/// The depth that the polytope of the last answer still proves.
pub(super) fn depth_of_kept<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, b, b_in_a): (&A, &B, &Pose<V>),
    kept: &mut Kept,
) -> Option<Proximity<V>> {
    let m = Difference::new(a, b, b_in_a);
    let found = kept.penetration(&m)?;
    let unknown = Closest::from_simplex(found.simplex, -found.normal, -V::Scalar::INFINITY, 0);
    Some(Pair { m, radius: [a.radius(), b.radius()] }.overlapping(&unknown, &found))
}

/// [`answer`] with the polytope of the depth kept for the next pose.
pub(super) fn answer_keeping<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, b, b_in_a): (&A, &B, &Pose<V>),
    options: &Options<V::Scalar>,
    (depth, max): (Depth, V::Scalar),
    (warm, kept, ending): (&mut WarmStart<V>, Option<&mut Kept>, &mut Ending),
    mut observe: impl FnMut(Event<'_, V>),
) -> Proximity<V> {
    let pair = Pair { m: Difference::new(a, b, b_in_a), radius: [a.radius(), b.radius()] };
    let m = &pair.m;
    let goal = pair.goal(max, options);
    let standing = warm.standing(m);
    if let Some(standing) = standing.as_ref().filter(|standing| standing.holds(m, &goal)) {
        ending.beyond = standing.lower > goal.cutoff;
        return pair.standing(standing);
    }
    // Small polytopes that are deep in each other need no steps.
    let may_list = m.polytopal & (depth == Depth::Wanted) & kept.is_none();
    let listed = |lower: V::Scalar| if may_list && gjk::is_deep(m, lower) { epa::listed(m) } else { None };
    // Written once: it is changed where it lies.
    let (mut closest, nearest);
    if opens(m, &goal, warm) {
        let first = First::along(m, warm.axis(m));
        if let Some(found) = listed(first.lower) {
            return pair.sunk(&found, warm, observe);
        }
        let opening = first.opening(m, |step| observe(Event::Step(step)));
        if let Some(found) = &opening
            && found.holds(m, &goal, |finish| observe(Event::Finish(finish)))
        {
            return pair.opened(found, warm);
        }
        closest = first.closest();
        nearest = match &opening {
            Some(found) => found.extend(m, &mut closest),
            None => (closest.simplex.nearest, closest.simplex.squared),
        };
    } else if m.polytopal {
        let begun = begun(m, warm, standing);
        if let Some(found) = listed(begun.lower) {
            return pair.sunk(&found, warm, observe);
        }
        closest = begun;
        nearest = (closest.simplex.nearest, closest.simplex.squared);
    } else {
        let known = seen(m, &goal, warm.axis(m), |step| observe(Event::Step(step)));
        if let Some(facing) = known.as_ref().filter(|known| is_told(m, known)) {
            return told(&pair, facing, (warm, ending), observe);
        }
        let open = known.as_ref().is_none_or(|known| known.end == End::Limit && !(known.lower > V::Scalar::ZERO));
        if open
            && depth == Depth::Wanted
            && let Some(found) = frustum::penetration(m).or_else(|| frustum::between_cylinders(m))
        {
            return pair.sunk(&found, warm, observe);
        }
        let known = known.or_else(|| smooth(m, &goal, warm.axis(m), |step| observe(Event::Step(step))));
        if let Some(facing) = known.as_ref().filter(|known| is_told(m, known)) {
            return told(&pair, facing, (warm, ending), observe);
        }
        let mut step = |step: Step<'_, V>| observe(Event::Step(step));
        closest = further(m, &goal, (warm.axis(m), known), &mut step);
        nearest = (closest.simplex.nearest, closest.simplex.squared);
    }
    if m.polytopal {
        closest.approach_from(nearest, m, &goal, |step| observe(Event::Step(step)));
    }
    let Closest { end, iterations, simplex, lower, .. } = &closest;
    observe(Event::Finish(Finish { end: *end, iterations: *iterations, simplex, lower: *lower, lens: Lens::new(m) }));
    warm.remember(&closest);
    pair.ended(&closest, options, depth, (kept, ending), observe)
}

/// The answer of curved cores about which nothing is left to be looked for.
#[inline(always)]
fn told<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    pair: &Pair<'_, V, A, B>,
    facing: &Facing<V>,
    (warm, ending): (&mut WarmStart<V>, &mut Ending),
    mut observe: impl FnMut(Event<'_, V>),
) -> Proximity<V> {
    let (simplex, lens) = (&Simplex::new(facing.vertex), Lens::new(&pair.m));
    let Facing { end, iterations, lower, .. } = *facing;
    observe(Event::Finish(Finish { end, iterations, simplex, lower, lens }));
    ending.beyond = end == End::Beyond;
    pair.facing(facing, warm)
}

/// The whole run.
pub(super) fn run<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    goal: &gjk::Goal<V::Scalar>,
    (warm, standing): (&WarmStart<V>, Option<Standing<V>>),
) -> Closest<V> {
    if m.polytopal {
        let mut closest = begun(m, warm, standing);
        closest.approach(m, goal, |_| {});
        return closest;
    }
    let axis = warm.axis(m);
    let known = seen(m, goal, axis, |_| {}).or_else(|| smooth(m, goal, axis, |_| {}));
    further(m, goal, (axis, known), |_| {})
}

/// Whether a pair of polytopes of which nothing is known is asked for its distance whatever it is.
#[inline(always)]
fn opens<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    goal: &gjk::Goal<V::Scalar>,
    warm: &WarmStart<V>,
) -> bool {
    let any = !(goal.cutoff < V::Scalar::INFINITY) & (goal.max_iterations > Opening::<V>::ITERATIONS);
    m.polytopal & !warm.has_vertices() & any
}

/// Where a run on polytopes begins, which is a large value to be written once.
#[inline]
fn begun<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    warm: &WarmStart<V>,
    standing: Option<Standing<V>>,
) -> Closest<V> {
    if let Some(closest) = standing.and_then(|standing| standing.closest(m)) {
        return closest;
    }
    match warm.simplex(m) {
        Some(simplex) => Closest::from_simplex(simplex, simplex.nearest, -V::Scalar::INFINITY, 0),
        None => Closest::along(m, warm.axis(m)),
    }
}

/// When a run ends, given the sum of the radii and the largest distance that is wanted.
pub(super) fn goal<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    radius: V::Scalar,
    max: V::Scalar,
    options: &Options<V::Scalar>,
) -> gjk::Goal<V::Scalar> {
    gjk::Goal {
        relative: options.relative,
        absolute: options.absolute * m.scale,
        // A lower bound beyond it is still above `max` after the radii are taken off and rounding is added.
        cutoff: (max + radius) * m.scale + V::Scalar::from_f64(16.0) * V::Scalar::UNIT * (max.abs() + radius) * m.scale,
        meeting: V::Scalar::ZERO,
        max_iterations: options.max_iterations,
    }
}
