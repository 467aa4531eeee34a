//! Simple bodies answered where they stand: no relative pose, no difference, which cost more than the geometry. A body in whose frame
//! the answer is wanted stands at the identity. Lengths are counted from A's origin along the axes of the world, so bodies far from the
//! world's origin lose nothing. With `S` the sum of both reaches and of the distance of the origins, and `ρ` and `τ` the errors of the
//! poses, a core's point is off by at most `e + ρS + τ + 20uS`, and what is computed of two of them by another `12uS` (a matrix times a
//! vector rounds by `6u` of its length, and there are at most two of them for a point).
//!
//! Sizes of which a power below the fifth leaves the range of the numbers are scaled first, by a power of two, so that all have the
//! same bits. Segments counted from another point than the origin of their frame are counted from the origin, and `S` includes how far
//! that is. Left to the general ways (`None`): points so far away that this would cost digits, and places that are not sharp.

mod found;
mod place;
mod point_box;
mod segments;
mod setting;

pub(super) use found::Found;
use segments::Core;
#[cfg(feature = "simd")]
pub(crate) use setting::ordinary_lengths;
use setting::{Rare, Setting, sum, turned};

use super::Proximity;
use super::concrete::{Simple, simple};
use super::signed::Depth;
use crate::math::{Pose, Real, Vector};
use crate::options::Options;
use crate::space::Space;
use crate::support::{Form, Support};

/// A shape and its pose in the world.
pub(super) type Placed<'p, V, S> = (&'p S, &'p Pose<V>);

/// The signed distance in the world with everything that belongs to it, where a formula tells it, the sizes are ordinary, the segments
/// are centred at the origins of their frames, and what the bounds leave of its sign.
#[inline(always)]
pub(super) fn signed_distance<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<Found<V>> {
    if !knows(a.0, b.0) || !is_centred(a.0, b.0) {
        return None;
    }
    let setting = Setting::new(a, b);
    if !setting.is_ordinary() {
        return None;
    }
    solved::<true, V, A, B>(&setting, (a, a.0.form()), (b, b.0.form()))
}

/// The same for all that is rarer. A question of its own, so that answers to the other one are not merged with answers to this one
/// in memory.
#[inline]
pub(super) fn rare_signed_distance<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<Found<V>> {
    if !knows(a.0, b.0) {
        return None;
    }
    let common = is_centred(a.0, b.0) && Setting::new(a, b).is_ordinary();
    if common { None } else { solved_rarely(a, b) }
}

/// The formula for cores about any points, in lengths near 1 if they are not ordinary.
#[inline(never)]
fn solved_rarely<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<Found<V>> {
    let Rare { setting, forms: [form_a, form_b], back } = Rare::new(a, b)?;
    let found = solved::<false, V, A, B>(&setting, (a, form_a), (b, form_b))?;
    let (distance, lower, upper) = (found.distance * back, found.lower * back, found.upper * back);
    Some(Found { distance, lower, upper, witness_a: found.witness_a * back, ..found })
}

/// The formula.
#[inline(always)]
fn solved<const CENTRED: bool, V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    setting: &Setting<V>,
    (a, form_a): (Placed<'_, V, A>, Form<V>),
    (b, form_b): (Placed<'_, V, B>, Form<V>),
) -> Option<Found<V>> {
    match (form_a, form_b) {
        (Form::Point(point), Form::Cuboid(half)) => point_box::point_box(setting, (a, point), (b, half)),
        (Form::Cuboid(half), Form::Point(point)) => point_box::box_point(setting, (a, half), (b, point)),
        _ => segments::segments::<CENTRED, V>(setting, (a.1, Core::of(form_a)?), (b.1, Core::of(form_b)?)),
    }
}

/// Whether the bodies meet, where a formula decides.
#[inline(always)]
pub(super) fn intersects<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<bool> {
    if !knows(a.0, b.0) {
        return None;
    }
    if is_centred(a.0, b.0) {
        let setting = Setting::new(a, b);
        if setting.is_ordinary() {
            return decided::<true, V>(&setting, (a.1, a.0.form()), (b.1, b.0.form()));
        }
    }
    decided_rarely(a, b)
}

/// What the formula decides of cores about any points, in lengths near 1 if they are not ordinary.
#[inline(never)]
fn decided_rarely<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<bool> {
    let Rare { setting, forms: [form_a, form_b], .. } = Rare::new(a, b)?;
    decided::<false, V>(&setting, (a.1, form_a), (b.1, form_b))
}

/// What the formula decides.
#[inline(always)]
fn decided<const CENTRED: bool, V: Vector>(
    setting: &Setting<V>,
    (a, form_a): (&Pose<V>, Form<V>),
    (b, form_b): (&Pose<V>, Form<V>),
) -> Option<bool> {
    match (form_a, form_b) {
        (Form::Point(point), Form::Cuboid(half)) => point_box::meet(setting, (b, half), (a, point), -setting.offset),
        (Form::Cuboid(half), Form::Point(point)) => point_box::meet(setting, (a, half), (b, point), setting.offset),
        _ => segments::meet::<CENTRED, V>(setting, (a, Core::of(form_a)?), (b, Core::of(form_b)?)),
    }
}

/// Whether both cores are about the origins of their frames, and counted from there.
#[inline(always)]
fn is_centred<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(a: &A, b: &B) -> bool {
    let middle = |form: Form<V>| Core::of(form).map_or(V::ZERO, |core| core.sum().abs());
    sum((a.anchor().abs() + b.anchor().abs()) + (middle(a.form()) + middle(b.form()))) == V::Scalar::ZERO
}

/// The answer for the concrete shapes behind two enums, if they are of kinds that most bodies have.
#[inline(always)]
pub(super) fn answer_concrete<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, pose_a): Placed<'_, V, A>,
    (b, pose_b): Placed<'_, V, B>,
    options: &Options<V::Scalar>,
    wanted: Depth,
) -> Option<Proximity<V>> {
    match simple(a, b)? {
        Simple::Balls(a, b) => told((a, pose_a), (b, pose_b), options, wanted),
        Simple::BallCapsule(a, b) => told((a, pose_a), (b, pose_b), options, wanted),
        Simple::CapsuleBall(a, b) => told((a, pose_a), (b, pose_b), options, wanted),
        Simple::Capsules(a, b) => told((a, pose_a), (b, pose_b), options, wanted),
        Simple::BallBox(a, b) => told((a, pose_a), (b, pose_b), options, wanted),
        Simple::BoxBall(a, b) => told((a, pose_a), (b, pose_b), options, wanted),
    }
}

/// The answer of common bodies, by itself, so that it stays in registers.
#[inline(never)]
fn told<V: Space, A: Support<V>, B: Support<V>>(
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
    options: &Options<V::Scalar>,
    wanted: Depth,
) -> Option<Proximity<V>> {
    let found = signed_distance(a, b)?;
    Some(if wanted == Depth::Wanted { found.signed(a, b, options) } else { found.unsigned(a, b, options) })
}

/// Whether the concrete shapes behind two enums meet, if they are of kinds that most bodies have.
#[inline(always)]
pub(super) fn intersects_concrete<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    (a, pose_a): Placed<'_, V, A>,
    (b, pose_b): Placed<'_, V, B>,
) -> Option<bool> {
    match simple(a, b)? {
        Simple::Balls(a, b) => intersects((a, pose_a), (b, pose_b)),
        Simple::BallCapsule(a, b) => intersects((a, pose_a), (b, pose_b)),
        Simple::CapsuleBall(a, b) => intersects((a, pose_a), (b, pose_b)),
        Simple::Capsules(a, b) => intersects((a, pose_a), (b, pose_b)),
        Simple::BallBox(a, b) => intersects((a, pose_a), (b, pose_b)),
        Simple::BoxBall(a, b) => intersects((a, pose_a), (b, pose_b)),
    }
}

/// The second ends of two cores about the origins of their frames, zero for points; for those who solve many pairs side by side.
#[cfg(feature = "simd")]
#[inline]
pub(crate) fn centred_ends<V: Vector>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
) -> Option<[V; 2]> {
    let ends = [Core::of(a.form())?.end(), Core::of(b.form())?.end()];
    is_centred(a, b).then_some(ends)
}

/// The answer by a formula, common or rare, but for what exact arithmetic has to say.
#[inline]
pub(super) fn answer<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    a: Placed<'_, V, A>,
    b: Placed<'_, V, B>,
) -> Option<Proximity<V>> {
    let found = signed_distance(a, b).or_else(|| rare_signed_distance(a, b))?;
    Some(found.proximity(a, b))
}

/// Whether there is a formula here for the forms of two cores.
#[inline(always)]
pub(super) fn knows<V: Vector>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized)) -> bool {
    matches!(
        (a.form(), b.form()),
        (Form::Point(_), Form::Point(_) | Form::Segment(_) | Form::Cuboid(_))
            | (Form::Segment(_), Form::Point(_) | Form::Segment(_))
            | (Form::Cuboid(_), Form::Point(_))
    )
}

#[cfg(test)]
mod tests;
