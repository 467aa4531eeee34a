//! Answers that take fewer instructions than the call of a query: compiled where they are asked for, so that what is known of a shape's type
//! (its form, that it has no radius, that its core is about the origin) costs nothing.
//!
//! The queries of the library give the same answers to the last bit, by the same formulas.

use super::dispatch::Route;
use super::placement::Placement;
use super::{balls, formula};
use crate::dimension::Dimension;
use crate::math::Pose;
use crate::options::Options;
use crate::proximity::{Proximity, Status};
use crate::support::Outlined;

/// Whether the closed bodies have a common point, where balls around them or a formula decide.
#[inline(always)]
pub(super) fn collides<V: Dimension>([a, b]: &[Outlined<'_, V>; 2], placement: &Placement<'_, V>) -> Option<bool> {
    if balls::apart(a, b, placement.offset()) {
        return Some(false);
    }
    if Route::of(a, b) != Route::Formula {
        return None;
    }
    match *placement {
        Placement::Relative(b_in_a) => formula::intersects_at_once((a, &Pose::IDENTITY), (b, b_in_a)),
        Placement::World([pose_a, pose_b]) => formula::intersects_at_once((a, pose_a), (b, pose_b)),
    }
}

/// The signed distance, where a formula tells it and nothing is left to be done to it.
#[inline(always)]
pub(super) fn signed_distance<V: Dimension>(
    [a, b]: &[Outlined<'_, V>; 2],
    placement: &Placement<'_, V>,
    options: &Options<V::Scalar>,
) -> Option<Proximity<V>> {
    if Route::of(a, b) != Route::Formula {
        return None;
    }
    match *placement {
        Placement::Relative(b_in_a) => of_formula((a, &Pose::IDENTITY), (b, b_in_a), options),
        Placement::World([pose_a, pose_b]) => of_formula((a, pose_a), (b, pose_b), options),
    }
}

#[inline(always)]
fn of_formula<'p, V: Dimension>(
    a: (&Outlined<'p, V>, &Pose<V>),
    b: (&Outlined<'p, V>, &Pose<V>),
    options: &Options<V::Scalar>,
) -> Option<Proximity<V>> {
    let found = formula::solve(a, b)?.proximity(a, b);
    if found.is_final(options) { Some(found) } else { None }
}

/// The distance, where a formula tells it, the bodies are apart, and nothing is left to be done to it.
#[inline(always)]
pub(super) fn distance<V: Dimension>(
    pair: &[Outlined<'_, V>; 2],
    placement: &Placement<'_, V>,
    options: &Options<V::Scalar>,
) -> Option<Proximity<V>> {
    match signed_distance(pair, placement, options) {
        Some(found) if found.status == Status::Separated => Some(found),
        _ => None,
    }
}
