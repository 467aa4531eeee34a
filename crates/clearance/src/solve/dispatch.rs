//! Which solver answers a pair: one look at the forms of both cores, taken once by every kind of query.
//!
//! | cores | solvers, in the order in which they are tried |
//! |---|---|
//! | points and segments; a point and a box | [`formula`], where the bodies stand; then as polytopes |
//! | polytopes | `CachedPolytope`, `CachedFeatures`, `ClosedForm` of [two boxes or a segment and a box](closed_form), `Gjk`; where they overlap, `Growth` |
//! | one curved at least | `Projections`, `FrustumBox`, `Cylinders`, `NearlyParallel`, `Newton`, `CurvedGjk`; where they overlap, `Meridian`, `Growth` |
//!
//! The last two rows are in [`steps`]. What the bounds leave undecided goes to exact arithmetic at the end
//! ([`refine`](super::refine)).

use super::overlap::overlap;
use super::refine::LONG;
use super::request::{Depth, Memory, Request, Termination};
use super::warm::WarmStart;
use super::{formula, steps};
use crate::closed_form;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::math::{Real, RigidMap, Vector};
use crate::options::Options;
use crate::proximity::{Proximity, Status, Within};
use crate::solution::{Solver, Solvers};
use crate::support::{Bodies, Form, Placement, SupportExt};

/// Where a pair of forms is answered.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Route {
    /// A formula answers, in the world frame.
    Formula,
    /// A search over their difference answers.
    Difference,
}

impl Route {
    #[inline(always)]
    pub(crate) fn of<V: Vector>(a: &Form<V>, b: &Form<V>) -> Self {
        use Form::{Cuboid, Point, Segment};
        match (a, b) {
            (Point(_) | Segment(_), Point(_) | Segment(_)) | (Point(_), Cuboid(_)) | (Cuboid(_), Point(_)) => {
                Route::Formula
            }
            _ => Route::Difference,
        }
    }
}

/// The answer in the frame of the bodies' placement, before any exact decision.
///
/// A `Proximity` is large: each way below ends in the call that makes it, so that it is written once, into the caller's
/// place.
fn answer<V: Dimension>(
    bodies: &Bodies<'_, V>,
    request: &Request<'_, V::Scalar>,
    memory: &mut Memory<'_, V>,
    termination: &mut Termination,
) -> Proximity<V> {
    let (a, b) = (&bodies.a.body, &bodies.b.body);
    if !request.solvers.has(Solver::Formula) || Route::of(&a.form, &b.form) == Route::Difference {
        return by_difference(bodies, request, memory, termination);
    }
    bodies.placement.placed(|pose_a, pose_b| match formula::solve((a, pose_a), (b, pose_b)) {
        Some(found) => {
            let found: Proximity<V> = found.proximity((a, pose_a), (b, pose_b));
            (termination.beyond, termination.solver) = (found.bounds.lower > request.max, Solver::Formula);
            found
        }
        None => by_rescaled_formula(bodies, request, memory, termination),
    })
}

/// The answer for bodies with a closed form whose sizes or positions are outside the common range.
#[cold]
#[inline(never)]
fn by_rescaled_formula<V: Dimension>(
    bodies: &Bodies<'_, V>,
    request: &Request<'_, V::Scalar>,
    memory: &mut Memory<'_, V>,
    termination: &mut Termination,
) -> Proximity<V> {
    let (a, b) = (&bodies.a.body, &bodies.b.body);
    bodies.placement.placed(|pose_a, pose_b| match formula::solve_rarely((a, pose_a), (b, pose_b)) {
        Some(found) => {
            let found: Proximity<V> = found.proximity((a, pose_a), (b, pose_b));
            (termination.beyond, termination.solver) = (found.bounds.lower > request.max, Solver::Formula);
            found
        }
        None => by_difference(bodies, request, memory, termination),
    })
}

/// The answer by the bodies' difference, which is in A's frame.
#[inline(never)]
fn by_difference<V: Dimension>(
    bodies: &Bodies<'_, V>,
    request: &Request<'_, V::Scalar>,
    memory: &mut Memory<'_, V>,
    termination: &mut Termination,
) -> Proximity<V> {
    let (a, b) = (&bodies.a, &bodies.b);
    match bodies.placement {
        Placement::Relative(b_in_a) => steps::solve((a, b, b_in_a.map()), request, memory, termination, &mut None),
        Placement::World([pose_a, pose_b]) => {
            let b_in_a = RigidMap::between(pose_a, pose_b);
            let mut found = steps::solve((a, b, &b_in_a), request, memory, termination, &mut None);
            found.place(pose_a);
            found
        }
    }
}

/// The signed distance by one solver, with what it leaves to the general ones refused: `None` where it does not apply
/// or cannot prove the answer. For tests; the caches are filled by a query of the pair at the same pose.
pub(crate) fn solved_by<V: Dimension>(
    bodies: &Bodies<'_, V>,
    options: &Options<V::Scalar>,
    solver: Solver,
) -> Option<Proximity<V>> {
    let request =
        Request { solvers: Solvers::first(solver), ..Request::new(Depth::Wanted, V::Scalar::INFINITY, options) };
    let memory = &mut Memory { warm: &mut WarmStart::new(), kept: Some(&mut None) };
    if matches!(solver, Solver::CachedFeatures | Solver::CachedPolytope) {
        answer(bodies, &request, memory, &mut Termination::default());
    }
    let mut termination = Termination::default();
    let found = answer(bodies, &request, memory, &mut termination);
    (termination.solver == solver).then_some(found)
}

/// Whether the closed bodies have a common point, by more than the caller has [tried](crate::query::Pair::collides);
/// `None` if neither is proven.
pub(crate) fn collides<V: Dimension>(bodies: &Bodies<'_, V>, options: &Options<V::Scalar>) -> Option<bool> {
    let Bodies { a, b, .. } = bodies;
    let decided = match Route::of(&a.body.form, &b.body.form) {
        Route::Formula => {
            bodies.placement.placed(|pose_a, pose_b| formula::intersects((&a.body, pose_a), (&b.body, pose_b)))
        }
        Route::Difference if V::DIM == 3 && closed_form::are_boxes(&a.body, &b.body) => {
            closed_form::boxes::meet(&a.body, &b.body, || bodies.way())
        }
        Route::Difference => overlap((a, b, &bodies.way()), options),
    };
    decided.or_else(|| collides_again(bodies, options, &mut Memory { warm: &mut WarmStart::new(), kept: None }))
}

/// Whether the closed bodies have a common point, by what the distance query says; so it is where neither is proven.
pub(crate) fn intersects_again<V: Dimension>(
    bodies: &Bodies<'_, V>,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> bool {
    collides_again(bodies, options, memory) != Some(false)
}

/// [`collides`], by what the distance query says.
fn collides_again<V: Dimension>(
    bodies: &Bodies<'_, V>,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Option<bool> {
    let (request, mut termination) = (Request::new(Depth::Unwanted, V::Scalar::ZERO, options), Termination::default());
    let mut found = answer(bodies, &request, memory, &mut termination);
    if termination.beyond {
        return Some(false);
    }
    bodies.placed(|a, b| found.settle(&termination, a, b));
    found.proven.then_some(found.status != Status::Separated)
}

/// The signed distance.
pub(crate) fn signed_distance<V: Dimension>(
    bodies: &Bodies<'_, V>,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Proximity<V> {
    let request = Request::new(Depth::Wanted, V::Scalar::INFINITY, options);
    let mut termination = Termination::default();
    let mut found = answer(bodies, &request, memory, &mut termination);
    if !found.is_final(options) | termination.is_open() {
        finish(&mut found, bodies, &request, &termination);
    }
    found.assert_enclosed();
    found
}

/// Bounds of at most this many roundings of the bodies' lengths need no closer look at what explains them.
const NARROW: f64 = 64.0;

/// The signed distance by what is kept of the pair; by nothing where that leaves bounds more than twice as wide as
/// rounding explains.
pub(crate) fn tracked<V: Dimension>(
    bodies: &Bodies<'_, V>,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Proximity<V> {
    let found = signed_distance(bodies, options, memory);
    let [a, b] = [&bodies.a, &bodies.b];
    let length = a.reach() + b.reach() + a.radius() + b.radius() + found.signed_distance.abs();
    let width = found.bounds.width();
    if width <= V::Scalar::from_f64(NARROW) * V::Scalar::UNIT * length || width <= explained(bodies, options, &found) {
        return found;
    }
    *memory.warm = WarmStart::new();
    if let Some(kept) = memory.kept.as_deref_mut() {
        *kept = None;
    }
    let cold = signed_distance(bodies, options, memory);
    if cold.bounds.width() < width { cold } else { found }
}

/// Twice the width of bounds that rounding and the options explain.
#[cold]
fn explained<V: Dimension>(bodies: &Bodies<'_, V>, options: &Options<V::Scalar>, found: &Proximity<V>) -> V::Scalar {
    let m = Difference::new(&bodies.a, &bodies.b, &bodies.way());
    let depth = if m.polytopal { V::Scalar::ZERO } else { options.curved_depth * m.frame.size };
    let cores = m.frame.width() + depth;
    let radii = V::Scalar::from_f64(8.0) * V::Scalar::UNIT * (bodies.a.radius() + bodies.b.radius());
    let gap = options.absolute.max(options.relative * found.signed_distance.abs());
    (cores * m.frame.unscale + radii + gap) * V::Scalar::TWO
}

/// The distance; zero with a common point if the bodies meet.
pub(crate) fn distance<V: Dimension>(
    bodies: &Bodies<'_, V>,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Proximity<V> {
    let request = Request::new(Depth::Unwanted, V::Scalar::INFINITY, options);
    let mut termination = Termination::default();
    let mut found = answer(bodies, &request, memory, &mut termination);
    if !(found.is_final(options) & (found.status == Status::Separated)) | termination.is_open() {
        finish(&mut found, bodies, &request, &termination);
    }
    found.assert_enclosed();
    found
}

/// What floating point shows of the distance: no hull is grown, curved cores get plain steps, and nothing is decided by
/// exact arithmetic, so no memory is taken. The bounds hold zero where that does not decide whether the bodies meet.
pub(crate) fn unrefined<V: Dimension>(
    bodies: &Bodies<'_, V>,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Proximity<V> {
    let (request, mut termination) =
        (Request::new(Depth::Unproven, V::Scalar::INFINITY, options), Termination::default());
    let Bodies { a, b, .. } = bodies;
    let mut found = match bodies.placement {
        _ if a.vertex_count() > 0 && b.vertex_count() > 0 => answer(bodies, &request, memory, &mut termination),
        Placement::Relative(b_in_a) => steps::plain((a, b, b_in_a.map()), &request, memory),
        Placement::World([pose_a, pose_b]) => {
            let mut found = steps::plain((a, b, &RigidMap::between(pose_a, pose_b)), &request, memory);
            found.place(pose_a);
            found
        }
    };
    found.drop_depth();
    found.assert_enclosed();
    found
}

/// The signed distance if it is at most `max`, else a proof that it is not.
pub(crate) fn distance_within<V: Dimension>(
    bodies: &Bodies<'_, V>,
    max: V::Scalar,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Within<V> {
    let (request, mut termination) = (Request::new(Depth::Wanted, max, options), Termination::default());
    let mut found = answer(bodies, &request, memory, &mut termination);
    if termination.beyond {
        if found.bounds.lower > max {
            return Within::Beyond { lower: found.bounds.lower };
        }
        // Proven in the scale of the pair, which lengths of the user as short as this cannot express.
        let all = Request { max: V::Scalar::INFINITY, ..request };
        termination = Termination::default();
        found = answer(bodies, &all, memory, &mut termination);
    }
    if !found.is_final(options) | termination.is_open() {
        finish(&mut found, bodies, &request, &termination);
    }
    found.assert_enclosed();
    Within::of(found, max)
}

/// The last word of exact arithmetic on an answer, and the accuracy asked for.
#[cold]
#[inline(never)]
fn finish<V: Dimension>(
    found: &mut Proximity<V>,
    bodies: &Bodies<'_, V>,
    request: &Request<'_, V::Scalar>,
    termination: &Termination,
) {
    bodies.placed(|a, b| match request.depth {
        Depth::Wanted => found.finish(termination, request.options, a, b),
        _ => found.finish_distance(termination, request.options, a, b),
    });
    let is_overlap = (request.depth == Depth::Wanted) & (found.status == Status::Overlapping);
    if is_overlap & termination.cut_short && found.iterations >= LONG && !request.overlapping {
        deepen(found, bodies, request);
    }
}

/// The depth of bodies of which a run that came to no end did not see that they overlap, by growth from where it
/// stopped.
fn deepen<V: Dimension>(found: &mut Proximity<V>, bodies: &Bodies<'_, V>, request: &Request<'_, V::Scalar>) {
    let request = Request { overlapping: true, ..*request };
    let (mut termination, memory) = (Termination::default(), &mut Memory { warm: &mut WarmStart::new(), kept: None });
    let mut deep = answer(bodies, &request, memory, &mut termination);
    finish(&mut deep, bodies, &request, &termination);
    if deep.bounds.width() <= found.bounds.width() {
        *found = deep;
    }
}
