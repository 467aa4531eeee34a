//! Answers that take fewer instructions than the call of a query: compiled at the caller, so that what is known of a
//! shape's type (its form, that it has no radius, that its core is about the origin) costs nothing.
//!
//! The queries of the library give the same answers to the last bit, by the same formulas.

use super::asked::Asked;
use super::space::Space;
use crate::math::Pose;
use crate::proximity::{Proximity, Status};
use crate::solve::dispatch::Route;
use crate::solve::{balls, formula};
use crate::support::{Placement, Support};

/// Whether the closed bodies have a common point; at once where balls around them or a formula decide.
#[inline(always)]
pub(super) fn collides<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    asked: &Asked<'_, V>,
) -> Option<bool> {
    let (of_a, of_b) = (a.outline(), b.outline());
    if balls::apart(&of_a, &of_b, asked.placement.offset()) {
        return Some(false);
    }
    let decided = match (Route::of(&of_a.form, &of_b.form), asked.placement) {
        (Route::Formula, Placement::Relative(b_in_a)) => {
            formula::intersects_at_once((&of_a, &Pose::IDENTITY), (&of_b, b_in_a))
        }
        (Route::Formula, Placement::World([pose_a, pose_b])) => {
            formula::intersects_at_once((&of_a, pose_a), (&of_b, pose_b))
        }
        _ => None,
    };
    decided.or_else(|| {
        let options = asked.options;
        V::collides(&asked.bodies(a, b), &options)
    })
}

/// The signed distance; at once where a formula gives it and no refinement is due.
#[inline(always)]
pub(super) fn signed_distance<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    asked: &mut Asked<'_, V>,
) -> Proximity<V> {
    match found(a, b, asked) {
        Some(found) => found,
        None => asked.ask(a, b, V::signed_distance),
    }
}

/// The distance; at once where a formula gives it, the bodies are separated, and no refinement is due.
#[inline(always)]
pub(super) fn distance<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    asked: &mut Asked<'_, V>,
) -> Proximity<V> {
    match found(a, b, asked) {
        Some(found) if found.status == Status::Separated => found,
        _ => asked.ask(a, b, V::distance),
    }
}

/// The signed distance, where a formula gives it and no refinement is due.
#[inline(always)]
fn found<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    asked: &Asked<'_, V>,
) -> Option<Proximity<V>> {
    let (a, b) = (a.outline(), b.outline());
    if Route::of(&a.form, &b.form) != Route::Formula {
        return None;
    }
    let found = match asked.placement {
        Placement::Relative(b_in_a) => {
            formula::solve((&a, &Pose::IDENTITY), (&b, b_in_a))?.proximity((&a, &Pose::IDENTITY), (&b, b_in_a))
        }
        Placement::World([pose_a, pose_b]) => {
            formula::solve((&a, pose_a), (&b, pose_b))?.proximity((&a, pose_a), (&b, pose_b))
        }
    };
    if found.is_final(&asked.options) { Some(found) } else { None }
}
