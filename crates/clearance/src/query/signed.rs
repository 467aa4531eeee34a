//! Signed distance: GJK on the cores, hull growth where they meet, radii added at the end.

use super::observe::Event;
use super::proximity::{Bounds, Feature, Proximity, Status};
use super::warm::WarmStart;
use crate::closed_form::{self, Found};
use crate::difference::Difference;
use crate::epa::{self, Kept, Penetration};
use crate::frustum;
use crate::gjk::{self, Closest, End, Finish, First, Lens, Opening, Standing, Step, Weighted};
use crate::math::{Pose, Real, Vector};
use crate::options::Options;
use crate::space::Space;
use crate::support::Support;

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
    let mut closest = if opens(m, &goal, warm) {
        let first = First::along(m, warm.axis(m));
        if let Some(found) = listed(first.lower) {
            return pair.sunk(&found, warm, observe);
        }
        match first.opening(m, |step| observe(Event::Step(step))) {
            Some(found) => {
                if found.holds(m, &goal, |finish| observe(Event::Finish(finish))) {
                    return pair.opened(&found, warm);
                }
                found.closest(m)
            }
            None => first.closest(),
        }
    } else if m.polytopal {
        let begun = begun(m, warm, standing);
        if let Some(found) = listed(begun.lower) {
            return pair.sunk(&found, warm, observe);
        }
        begun
    } else {
        let mut step = |step: Step<'_, V>| observe(Event::Step(step));
        let known = seen(m, &goal, warm.axis(m), &mut step);
        let open = known.as_ref().is_none_or(|known| known.end == End::Limit && !(known.lower > V::Scalar::ZERO));
        if open
            && depth == Depth::Wanted
            && let Some(found) = frustum::penetration(m).or_else(|| frustum::between_cylinders(m))
        {
            return pair.sunk(&found, warm, observe);
        }
        let known = known.or_else(|| smooth(m, &goal, warm.axis(m), &mut step));
        further(m, &goal, (warm.axis(m), known), &mut step)
    };
    if m.polytopal {
        closest.approach(m, &goal, |step| observe(Event::Step(step)));
    }
    let Closest { end, iterations, simplex, lower, .. } = &closest;
    observe(Event::Finish(Finish { end: *end, iterations: *iterations, simplex, lower: *lower, lens: Lens::new(m) }));
    warm.remember(&closest);
    pair.ended(&closest, options, depth, (kept, ending), observe)
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

/// What is seen of curved cores without steps: that they are beyond the cutoff, or how far they are apart, by their nearest points.
#[inline]
fn seen<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    goal: &gjk::Goal<V::Scalar>,
    axis: V,
    observe: impl FnMut(Step<'_, V>),
) -> Option<Closest<V>> {
    if goal.cutoff.is_finite() {
        let first = Closest::along(m, axis);
        if first.lower > goal.cutoff {
            return Some(Closest { end: End::Beyond, ..first });
        }
    }
    gjk::feet::closest(m, goal, observe)
}

/// How far curved cores are apart as smooth ones.
#[inline]
fn smooth<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    goal: &gjk::Goal<V::Scalar>,
    axis: V,
    observe: impl FnMut(Step<'_, V>),
) -> Option<Closest<V>> {
    let curved = m.a.vertex_count() == 0 && m.b.vertex_count() == 0;
    curved.then(|| gjk::smooth::closest(m, axis, goal, observe)).flatten()
}

/// A run on curved cores: where what is seen does not prove enough, by steps that begin there, with a second look at bounds that leave
/// open whether the bodies meet.
#[inline]
fn further<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    goal: &gjk::Goal<V::Scalar>,
    (axis, known): (V, Option<Closest<V>>),
    observe: impl FnMut(Step<'_, V>),
) -> Closest<V> {
    let mut closest = match known {
        Some(found) if found.end != End::Limit => found,
        Some(found) => gjk::curved::closest(m, found.axis, Some(&found), goal, observe),
        None => gjk::curved::closest(m, axis, None, goal, observe),
    };
    let (radius, rounding) = ((m.a.radius() + m.b.radius()) * m.scale, V::Scalar::TWO * m.plane_error);
    let open = closest.lower <= radius + rounding && closest.upper >= radius - rounding;
    if open && matches!(closest.end, End::Apart | End::Contact) {
        deny(m, &mut closest);
    }
    closest
}

/// Looks for a support plane that parts curved bodies in the way that [`overlap`] does, so that both see the same.
#[cold]
fn deny<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    closest: &mut Closest<V>,
) {
    let goal = goal(m, m.a.radius() + m.b.radius(), V::Scalar::ZERO, &Options::default());
    let plain = plain(m, &goal);
    if plain.end == End::Beyond && plain.lower > closest.lower {
        (closest.lower, closest.axis, closest.end) = (plain.lower, plain.axis, End::Apart);
    }
}

/// A few plain steps.
fn plain<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    goal: &gjk::Goal<V::Scalar>,
) -> Closest<V> {
    let mut closest = Closest::along(m, WarmStart::new().axis(m));
    let max_iterations = goal.max_iterations.min(PLAIN_STEPS);
    closest.approach(m, &gjk::Goal { max_iterations, ..*goal }, |_| {});
    closest
}

/// Plain steps on curved cores before a boolean asks for more: past a gap of a thousandth of the size they hardly ever need as many.
const PLAIN_STEPS: u32 = 32;

/// Whether the shapes meet, where support planes or a simplex around the origin decide; else `None`. Of curved cores plain
/// steps see both without a second-order step.
#[inline]
pub(super) fn overlap<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, b, b_in_a): (&A, &B, &Pose<V>),
    options: &Options<V::Scalar>,
) -> Option<bool> {
    let m = Difference::new(a, b, b_in_a);
    let radius = a.radius() + b.radius();
    if let Some(decided) = closed_form::intersects(&m, radius * m.scale) {
        return Some(decided);
    }
    let goal = gjk::Goal { meeting: meeting(&m, radius), ..goal(&m, radius, V::Scalar::ZERO, options) };
    let closest = if m.polytopal {
        let mut closest = Closest::along(&m, WarmStart::new().axis(&m));
        closest.approach(&m, &goal, |_| {});
        closest
    } else {
        plain(&m, &goal)
    };
    match closest.end {
        End::Beyond => Some(false),
        End::Inside => Some(true),
        End::Apart if m.polytopal => {
            let found = Pair { m, radius: [a.radius(), b.radius()] }.apart(&closest);
            found.proven.then_some(found.status != Status::Separated)
        }
        End::Apart | End::Contact | End::Limit => None,
    }
}

/// Whether the shapes meet, where a formula decides; else `None`.
#[inline]
pub(super) fn overlap_by_formula<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, b, b_in_a): (&A, &B, &Pose<V>),
) -> Option<bool> {
    if !closed_form::knows(a, b) {
        return None;
    }
    let m = Difference::new(a, b, b_in_a);
    closed_form::intersects(&m, (a.radius() + b.radius()) * m.scale)
}

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

/// The square of a length of a weighted sum of points that proves that the radii overlap; zero if none does.
fn meeting<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    radius: V::Scalar,
) -> V::Scalar {
    // The length is part of an upper bound, which rounds by a few units of its own and on its way back to the user's lengths.
    let shrink = V::Scalar::ONE - V::Scalar::from_f64(32.0) * V::Scalar::UNIT;
    let room = (radius * m.scale * shrink - m.upper(V::Scalar::ZERO)) * shrink;
    if room > V::Scalar::ZERO { room * room } else { V::Scalar::ZERO }
}

/// Two bodies: their cores, and the radii of what is swept over them.
pub(super) struct Pair<'s, V: Vector, A: ?Sized, B: ?Sized> {
    pub m: Difference<'s, V, A, B>,
    pub radius: [V::Scalar; 2],
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Pair<'_, V, A, B> {
    #[inline]
    fn goal(&self, max: V::Scalar, options: &Options<V::Scalar>) -> gjk::Goal<V::Scalar> {
        goal(&self.m, self.radius[0] + self.radius[1], max, options)
    }

    /// The answer from how GJK ended.
    #[inline(always)]
    pub fn ended(
        &self,
        closest: &Closest<V>,
        options: &Options<V::Scalar>,
        depth: Depth,
        (kept, ending): (Option<&mut Kept>, &mut Ending),
        observe: impl FnMut(Event<'_, V>),
    ) -> Proximity<V> {
        match closest.end {
            End::Inside if depth != Depth::Wanted => self.inside(closest),
            End::Inside => self.grown(closest, options, kept, observe),
            End::Contact if depth != Depth::Unproven => self.grown(closest, options, kept, observe),
            End::Apart | End::Beyond | End::Limit | End::Contact => {
                ending.beyond = closest.end == End::Beyond;
                ending.cut_short = matches!(closest.end, End::Limit | End::Contact);
                self.apart(closest)
            }
        }
    }

    fn growth_goal(&self, options: &Options<V::Scalar>) -> epa::Goal<V::Scalar> {
        let m = &self.m;
        // Polytopes run to the exact facet; curved cores to the option, or to what rounding leaves.
        let floor = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.size;
        let (relative, floor) = if m.polytopal {
            (V::Scalar::ZERO, V::Scalar::ZERO)
        } else {
            (options.relative, floor.max(options.curved_depth * m.size))
        };
        epa::Goal { relative, absolute: floor.max(options.absolute * m.scale), max_expansions: options.max_expansions }
    }

    /// From what GJK knows of cores that are apart, or of a run that was cut short.
    fn apart(&self, closest: &Closest<V>) -> Proximity<V> {
        let sum = Weighted::new(&closest.simplex);
        let (lower, upper) = (closest.lower, self.m.upper(sum.w.norm().min(closest.upper)));
        let length = closest.simplex.squared.sqrt();
        // Of polytopes the nearest point is known best; of curved cores, and of a run that ended on a bound, the best plane is.
        let by_plane = !self.m.polytopal || closest.end == End::Beyond || !(length > V::Scalar::ZERO);
        let (normal, distance) = if by_plane {
            (-closest.axis.normalized(), closest.lower + self.m.plane_error)
        } else {
            (closest.simplex.nearest * -(V::Scalar::ONE / length), length)
        };
        let core = Core { normal, distance: distance.max(lower).min(upper), lower, upper };
        self.assemble(&core, &sum, closest.iterations, true)
    }

    /// From the vertex with which the run began.
    #[inline(always)]
    fn opened(&self, found: &Opening<V>, warm: &mut WarmStart<V>) -> Proximity<V> {
        let Opening { vertex, length, lower, .. } = *found;
        let upper = self.m.upper(length);
        let inward = V::Scalar::ONE / length;
        warm.remember_vertex(vertex.ids, vertex.w * inward);
        let core = Core { normal: vertex.w * -inward, distance: length.max(lower).min(upper), lower, upper };
        let features = [Feature::at_vertex(self.m.a, vertex.ids[0]), Feature::at_vertex(self.m.b, vertex.ids[1])];
        self.assembled(&core, [vertex.a, vertex.b], features, Opening::<V>::ITERATIONS, true)
    }

    /// From the features that were nearest and still are.
    #[inline(always)]
    fn standing(&self, found: &Standing<V>) -> Proximity<V> {
        let sum = found.weighted(&self.m);
        let (lower, upper) = (found.lower, self.m.upper(sum.w.norm()));
        let normal = found.nearest * -(V::Scalar::ONE / found.length);
        let core = Core { normal, distance: found.length.max(lower).min(upper), lower, upper };
        self.assemble(&core, &sum, 1, true)
    }

    /// From a formula.
    #[inline]
    fn found(&self, found: &Found<V>) -> Proximity<V> {
        let Found { normal, lower, upper, .. } = *found;
        let core = Core { normal, distance: found.distance.max(lower).min(upper), lower, upper };
        self.assemble(&core, &found.sum, 1, found.unique)
    }

    /// From a polytope that is grown from where GJK ended.
    #[inline(never)]
    fn grown(
        &self,
        closest: &Closest<V>,
        options: &Options<V::Scalar>,
        kept: Option<&mut Kept>,
        mut observe: impl FnMut(Event<'_, V>),
    ) -> Proximity<V> {
        let (goal, seed) = (self.growth_goal(options), (&closest.simplex, -closest.axis));
        let found = epa::penetration(&self.m, seed, &goal, kept, |step| observe(Event::Expansion(step)));
        self.overlapping(closest, &found)
    }

    /// From the grown polytope.
    fn overlapping(&self, closest: &Closest<V>, found: &Penetration<V>) -> Proximity<V> {
        let lower = closest.lower.max(-found.ceiling - self.m.plane_error);
        let sum = Weighted::with(&found.simplex, found.weights);
        let upper = if found.floor >= V::Scalar::ZERO {
            self.m.point_error - found.floor
        } else {
            // Cores that turned out to be apart within rounding. Planes tell nothing from above; points of both do.
            let apart = sum.w.norm().min(Weighted::new(&closest.simplex).w.norm());
            self.m.upper(apart.min(closest.upper))
        };
        let core = Core { normal: found.normal, distance: (-found.height).max(lower).min(upper), lower, upper };
        let iterations = closest.iterations + found.evaluations;
        self.assemble(&core, &sum, iterations, !found.tied)
    }

    /// From a depth that was found without steps.
    fn sunk(
        &self,
        found: &Penetration<V>,
        warm: &mut WarmStart<V>,
        mut observe: impl FnMut(Event<'_, V>),
    ) -> Proximity<V> {
        let closest = Closest {
            end: End::Inside,
            ..Closest::from_simplex(found.simplex, -found.normal, -V::Scalar::INFINITY, 0)
        };
        let Closest { end, iterations, simplex, lower, .. } = &closest;
        let lens = Lens::new(&self.m);
        observe(Event::Finish(Finish { end: *end, iterations: *iterations, simplex, lower: *lower, lens }));
        warm.remember(&closest);
        self.overlapping(&closest, found)
    }

    /// Cores that certainly overlap, by an amount that nobody asked for: a common point instead of the witness points.
    fn inside(&self, closest: &Closest<V>) -> Proximity<V> {
        let zero = V::Scalar::ZERO;
        let weights = V::inner_weights(&closest.simplex);
        let mut common = self.m.a.anchor();
        for (point, &weight) in closest.simplex.points().zip(&weights) {
            common += point.a * weight;
        }
        let radius = self.radius[0] + self.radius[1];
        Proximity {
            distance: zero,
            normal: -closest.axis.normalized(),
            on_a: common,
            on_b: common,
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
        let back = self.m.unscale;
        // Rounding of the sum of the radii, of the difference, and of the way back from subnormal scales.
        let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT;
        let outward = |x: V::Scalar| rounding * (x.abs() * back + radius);
        Bounds { lower: lower * back - radius - outward(lower), upper: upper * back - radius + outward(upper) }
    }

    #[inline]
    fn assemble(&self, core: &Core<V>, sum: &Weighted<V>, iterations: u32, unique: bool) -> Proximity<V> {
        let features = [
            Feature::from_points(self.m.a, sum.ids[0], sum.weights, sum.count),
            Feature::from_points(self.m.b, sum.ids[1], sum.weights, sum.count),
        ];
        self.assembled(core, [sum.a, sum.b], features, iterations, unique)
    }

    /// From the witness points of the cores, each in its own frame.
    #[inline(always)]
    fn assembled(
        &self,
        core: &Core<V>,
        [a, b]: [V; 2],
        features: [Feature<V::Scalar>; 2],
        iterations: u32,
        unique: bool,
    ) -> Proximity<V> {
        let m = &self.m;
        let radius = self.radius[0] + self.radius[1];
        let bounds = self.bounds(core.lower, core.upper, radius);
        let distance = (core.distance * m.unscale - radius).max(bounds.lower).min(bounds.upper);
        // Both witness points are right to rounding; their middle shares the error, and the contract holds by construction.
        let on_a = a + core.normal * self.radius[0];
        let on_b = m.b_in_a(b) - core.normal * self.radius[1];
        let miss = (on_b - on_a - core.normal * distance) * V::Scalar::HALF;
        let on_a = on_a + miss + m.a.anchor();
        let (status, proven) = status_of(&bounds, distance);
        Proximity {
            distance,
            normal: core.normal,
            on_a,
            on_b: on_a + core.normal * distance,
            bounds,
            features,
            unique,
            status,
            proven,
            iterations,
        }
    }
}

/// The signed distance of the cores, scaled.
struct Core<V: Vector> {
    normal: V,
    distance: V::Scalar,
    lower: V::Scalar,
    upper: V::Scalar,
}

/// What the bounds say of zero; bounds that hold zero leave it open, and closed bodies that cannot be told apart touch.
pub(super) fn status_of<T: Real>(bounds: &Bounds<T>, distance: T) -> (Status, bool) {
    if bounds.lower > T::ZERO {
        return (Status::Separated, true);
    }
    if bounds.upper < T::ZERO {
        return (Status::Overlapping, true);
    }
    // A run that was cut short: zero is not just within rounding, so the estimate speaks.
    let coarse = bounds.width() > distance.abs();
    match distance {
        d if coarse || d == T::ZERO => (Status::Touching, false),
        d if d > T::ZERO => (Status::Separated, false),
        _ => (Status::Overlapping, false),
    }
}
