//! Who answers a pair: one look at the forms of both cores, taken once by every kind of query.
//!
//! | cores | answered by |
//! |---|---|
//! | points and segments; a point and a box | [`formula`], where the bodies stand |
//! | two boxes; a segment and a box | [`closed_form`], on their difference |
//! | all others, and what formulas leave open | [`steps`] |
//!
//! What bounds leave open goes to exact arithmetic at the end ([`refine`](super::refine)).

use super::overlap::overlap;
use super::request::{Depth, Memory, Request, Termination};
use super::warm::WarmStart;
use super::{boxes, formula, steps};
use crate::closed_form;
use crate::dimension::Dimension;
use crate::math::{Real, RigidMap, Vector};
use crate::options::Options;
use crate::proximity::{Proximity, Status, Within};
use crate::support::{Bodies, Form, Placement};

/// Who answers a pair.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Route {
    Formula,
    ClosedForm,
    Steps,
}

impl Route {
    #[inline(always)]
    pub(crate) fn of<V: Vector>(a: &Form<V>, b: &Form<V>) -> Self {
        use Form::{Cuboid, Point, Segment};
        match (a, b) {
            (Point(_) | Segment(_), Point(_) | Segment(_)) | (Point(_), Cuboid(_)) | (Cuboid(_), Point(_)) => {
                Route::Formula
            }
            (Segment(_), Cuboid(_)) | (Cuboid(_), Segment(_)) => Route::ClosedForm,
            (Cuboid(_), Cuboid(_)) if V::DIM == 3 => Route::ClosedForm,
            _ => Route::Steps,
        }
    }
}

/// The answer in the frame of the bodies' placement, before any exact decision.
///
/// A `Proximity` is large: each way below ends in the call that makes it, so that it is written once, into the caller's place.
fn answer<V: Dimension>(
    bodies: &Bodies<'_, V>,
    request: &Request<'_, V::Scalar>,
    memory: &mut Memory<'_, V>,
    termination: &mut Termination,
) -> Proximity<V> {
    let (a, b) = (&bodies.a.body, &bodies.b.body);
    match Route::of(&a.form, &b.form) {
        Route::Formula => bodies.placement.placed(|pose_a, pose_b| match formula::solve((a, pose_a), (b, pose_b)) {
            Some(found) => {
                let found: Proximity<V> = found.proximity((a, pose_a), (b, pose_b));
                termination.beyond = found.bounds.lower > request.max;
                found
            }
            None => by_rare_formula(bodies, request, memory, termination),
        }),
        route => by_difference(route, bodies, request, memory, termination),
    }
}

/// The answer for bodies with a formula whose sizes or places are rare.
#[cold]
#[inline(never)]
fn by_rare_formula<V: Dimension>(
    bodies: &Bodies<'_, V>,
    request: &Request<'_, V::Scalar>,
    memory: &mut Memory<'_, V>,
    termination: &mut Termination,
) -> Proximity<V> {
    let (a, b) = (&bodies.a.body, &bodies.b.body);
    bodies.placement.placed(|pose_a, pose_b| match formula::solve_rarely((a, pose_a), (b, pose_b)) {
        Some(found) => {
            let found: Proximity<V> = found.proximity((a, pose_a), (b, pose_b));
            termination.beyond = found.bounds.lower > request.max;
            found
        }
        None => by_difference(Route::Steps, bodies, request, memory, termination),
    })
}

/// The answer by the bodies' difference, which is in A's frame.
#[inline(never)]
fn by_difference<V: Dimension>(
    route: Route,
    bodies: &Bodies<'_, V>,
    request: &Request<'_, V::Scalar>,
    memory: &mut Memory<'_, V>,
    termination: &mut Termination,
) -> Proximity<V> {
    let solve = if route == Route::ClosedForm { boxes::in_closed_form } else { steps::remembered };
    let (a, b) = (&bodies.a, &bodies.b);
    match bodies.placement {
        Placement::Relative(b_in_a) => solve((a, b, b_in_a.map()), request, memory, termination),
        Placement::World([pose_a, pose_b]) => {
            let mut found = solve((a, b, &RigidMap::between(pose_a, pose_b)), request, memory, termination);
            found.place(pose_a);
            found
        }
    }
}

/// Whether the closed bodies have a common point, by more than the caller has [tried](crate::query::Pair::collides); `None` if neither is
/// proven.
pub(crate) fn collides<V: Dimension>(bodies: &Bodies<'_, V>, options: &Options<V::Scalar>) -> Option<bool> {
    let Bodies { a, b, .. } = bodies;
    let decided = match Route::of(&a.body.form, &b.body.form) {
        Route::Formula => {
            bodies.placement.placed(|pose_a, pose_b| formula::intersects((&a.body, pose_a), (&b.body, pose_b)))
        }
        Route::ClosedForm if closed_form::are_boxes(&a.body, &b.body) => {
            closed_form::boxes::meet(&a.body, &b.body, || bodies.way())
        }
        Route::ClosedForm | Route::Steps => overlap((a, b, &bodies.way()), options),
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
    let (request, mut termination) =
        (Request { depth: Depth::Unwanted, max: V::Scalar::ZERO, options }, Termination::default());
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
    let request = Request { depth: Depth::Wanted, max: V::Scalar::INFINITY, options };
    let mut termination = Termination::default();
    let mut found = answer(bodies, &request, memory, &mut termination);
    if !found.is_final(options) {
        finish(&mut found, bodies, &request, &termination);
    }
    found
}

/// The distance; zero with a common point if the bodies meet.
pub(crate) fn distance<V: Dimension>(
    bodies: &Bodies<'_, V>,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Proximity<V> {
    let request = Request { depth: Depth::Unwanted, max: V::Scalar::INFINITY, options };
    let mut termination = Termination::default();
    let mut found = answer(bodies, &request, memory, &mut termination);
    if !(found.is_final(options) & (found.status == Status::Separated)) {
        finish(&mut found, bodies, &request, &termination);
    }
    found
}

/// The signed distance if it is at most `max`, else a proof that it is not.
pub(crate) fn distance_within<V: Dimension>(
    bodies: &Bodies<'_, V>,
    max: V::Scalar,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Within<V> {
    let (request, mut termination) = (Request { depth: Depth::Wanted, max, options }, Termination::default());
    let mut found = answer(bodies, &request, memory, &mut termination);
    if termination.beyond {
        return Within::Beyond { lower: found.bounds.lower };
    }
    if !found.is_final(options) {
        finish(&mut found, bodies, &request, &termination);
    }
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
}
