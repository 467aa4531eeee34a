//! Simple bodies at world poses, answered where they stand: no relative pose, no difference.
//!
//! The geometry is that of [`crate::closed_form`]; what is left out is what costs more than the geometry. Lengths are counted from
//! A's origin along the axes of the world, so bodies far from the world's origin lose nothing. With `S` the sum of both reaches and
//! of the distance of the origins, and `ρ` and `τ` the errors of the poses, a core's point is off by at most
//! `e + ρS + τ + 20uS`, and what is computed of two of them by another `12uS` (a matrix times a vector rounds by `6u` of its length,
//! and there are at most two of them for a point).
//!
//! Sizes of which a power below the fifth leaves the range of the numbers are scaled first, by a power of two, so that all have the
//! same bits. Left to the general ways (`None`): bodies counted from another point than the origin of their frame, and places that
//! are not sharp.

mod found;
mod point_box;
mod segments;
mod setting;

pub(super) use found::Found;
use segments::Core;
use setting::{Setting, powers, scaled, sum, turned};

use crate::math::{Pose, Real, Vector};
use crate::support::{Form, Support};

/// A shape and its pose in the world.
pub(super) type Placed<'p, V, S> = (&'p S, &'p Pose<V>);

/// The signed distance in the world with everything that belongs to it, where a formula tells it, the sizes are ordinary, and what
/// the bounds leave of its sign.
#[inline(always)]
pub(super) fn signed_distance<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<Found<V>> {
    let (form_a, form_b) = (a.0.form(), b.0.form());
    if !knows(&form_a, &form_b) {
        return None;
    }
    let setting = Setting::new(a, b, V::Scalar::ONE)?;
    if !setting.is_ordinary() {
        return None;
    }
    solved(&setting, (a, form_a), (b, form_b))
}

/// The same for sizes that are not ordinary, by the formula in lengths near 1. A question of its own, so that answers to the other one
/// are not merged with answers to this one in memory.
#[inline]
pub(super) fn extreme_signed_distance<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<Found<V>> {
    if !knows(&a.0.form(), &b.0.form()) {
        return None;
    }
    let setting = Setting::new(a, b, V::Scalar::ONE)?;
    if setting.is_ordinary() { None } else { solved_scaled(setting.largest, a, b) }
}

/// The formula in lengths near 1.
#[cold]
#[inline(never)]
fn solved_scaled<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    largest: V::Scalar,
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<Found<V>> {
    let (scale, back) = powers(largest)?;
    let found = solved(&Setting::new(a, b, scale)?, (a, scaled(a.0, scale)), (b, scaled(b.0, scale)))?;
    let (distance, lower, upper) = (found.distance * back, found.lower * back, found.upper * back);
    Some(Found { distance, lower, upper, on_a: found.on_a * back, ..found })
}

/// The formula.
#[inline(always)]
fn solved<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    setting: &Setting<V>,
    (a, form_a): (Placed<'_, V, A>, Form<V>),
    (b, form_b): (Placed<'_, V, B>, Form<V>),
) -> Option<Found<V>> {
    match (form_a, form_b) {
        (Form::Point(point), Form::Cuboid(half)) => point_box::point_box(setting, (a, point), (b, half)),
        (Form::Cuboid(half), Form::Point(point)) => point_box::box_point(setting, (a, half), (b, point)),
        (Form::Point(p), Form::Point(q)) => segments::segments(setting, (a, Core::Point(p)), (b, Core::Point(q))),
        (Form::Point(p), Form::Segment(q)) => segments::segments(setting, (a, Core::Point(p)), (b, Core::Segment(q))),
        (Form::Segment(p), Form::Point(q)) => segments::segments(setting, (a, Core::Segment(p)), (b, Core::Point(q))),
        (Form::Segment(p), Form::Segment(q)) => {
            segments::segments(setting, (a, Core::Segment(p)), (b, Core::Segment(q)))
        }
        _ => None,
    }
}

/// Whether the bodies meet, where a formula decides.
#[inline(always)]
pub(super) fn intersects<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<bool> {
    let (form_a, form_b) = (a.0.form(), b.0.form());
    if !knows(&form_a, &form_b) {
        return None;
    }
    let setting = Setting::new(a, b, V::Scalar::ONE)?;
    if setting.is_ordinary() {
        return decided(&setting, (a.1, form_a), (b.1, form_b));
    }
    decided_scaled(setting.largest, a, b)
}

/// What the formula decides in lengths near 1.
#[cold]
#[inline(never)]
fn decided_scaled<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    largest: V::Scalar,
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<bool> {
    let (scale, _) = powers(largest)?;
    decided(&Setting::new(a, b, scale)?, (a.1, scaled(a.0, scale)), (b.1, scaled(b.0, scale)))
}

/// What the formula decides.
#[inline(always)]
fn decided<V: Vector>(
    setting: &Setting<V>,
    (a, form_a): (&Pose<V>, Form<V>),
    (b, form_b): (&Pose<V>, Form<V>),
) -> Option<bool> {
    match (form_a, form_b) {
        (Form::Point(point), Form::Cuboid(half)) => point_box::meet(setting, (b, half), (a, point), -setting.offset),
        (Form::Cuboid(half), Form::Point(point)) => point_box::meet(setting, (a, half), (b, point), setting.offset),
        (Form::Point(p), Form::Point(q)) => segments::meet(setting, (a, Core::Point(p)), (b, Core::Point(q))),
        (Form::Point(p), Form::Segment(q)) => segments::meet(setting, (a, Core::Point(p)), (b, Core::Segment(q))),
        (Form::Segment(p), Form::Point(q)) => segments::meet(setting, (a, Core::Segment(p)), (b, Core::Point(q))),
        (Form::Segment(p), Form::Segment(q)) => segments::meet(setting, (a, Core::Segment(p)), (b, Core::Segment(q))),
        _ => None,
    }
}

/// Whether there is a formula here for the forms of two cores.
#[inline(always)]
fn knows<V: Vector>(a: &Form<V>, b: &Form<V>) -> bool {
    matches!(
        (a, b),
        (Form::Point(_), Form::Point(_) | Form::Segment(_) | Form::Cuboid(_))
            | (Form::Segment(_), Form::Point(_) | Form::Segment(_))
            | (Form::Cuboid(_), Form::Point(_))
    )
}

#[cfg(test)]
mod tests;
