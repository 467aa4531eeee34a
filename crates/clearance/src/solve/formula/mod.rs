//! Simple bodies answered where they stand: no relative pose, no difference, which cost more than the geometry. A body
//! in whose frame the answer is wanted stands at the identity. Lengths are counted from A's origin along the axes of
//! the world, so bodies far from the world's origin lose nothing. With `S` the sum of both reaches and of the distance
//! of the origins, and `ρ` and `τ` the errors of the poses, a core's point is off by at most `e + ρS + τ + 20uS`, and
//! what is computed of two of them by another `12uS` (a matrix times a vector rounds by `6u` of its length, and there
//! are at most two of them for a point).
//!
//! Sizes of which a power below the fifth leaves the range of the numbers are scaled first, by a power of two, so that
//! all have the same bits. Segments counted from another point than the origin of their frame are counted from the
//! origin, and `S` includes how far that is. Left to the general ways (`None`): points so far away that this would cost
//! digits, and places that are not sharp.

mod found;
mod place;
mod point_box;
mod segments;
mod setting;

pub(crate) use found::Found;
use segments::SegmentCore;
use setting::{Rare, Setting, turned};

use crate::math::{Pose, Vector};
use crate::support::{Form, Outline};

/// The numbers of a body, which define it completely, and its pose in the world.
pub(crate) type Placed<'p, V> = (&'p Outline<V>, &'p Pose<V>);

/// The full signed-distance answer in the world frame, if a closed form covers the pair, all sizes are in range, the
/// segments are centred at the origins of their frames, and what the bounds leave of its sign.
#[inline(always)]
pub(crate) fn solve<V: Vector>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Found<V>> {
    if !is_centred(a.0, b.0) {
        return None;
    }
    let setting = Setting::new(a, b);
    if !setting.is_ordinary() {
        return None;
    }
    solved::<true, V>(&setting, [a.1, b.1], [a.0.form, b.0.form])
}

/// [`solve`] for cores about any points, in lengths near 1 if they are out of range. A function of its own, so that the
/// common answer is not merged with this one in memory.
#[inline(never)]
pub(super) fn solve_rarely<V: Vector>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<Found<V>> {
    if is_common(a, b) {
        return None;
    }
    let Rare { setting, forms, back } = Rare::new(a, b)?;
    let found = solved::<false, V>(&setting, [a.1, b.1], forms)?;
    let (distance, lower, upper) = (found.distance * back, found.lower * back, found.upper * back);
    Some(Found { distance, lower, upper, witness_a: found.witness_a * back, ..found })
}

/// The formula.
#[inline(always)]
fn solved<const CENTRED: bool, V: Vector>(
    setting: &Setting<V>,
    poses: [&Pose<V>; 2],
    forms: [Form<V>; 2],
) -> Option<Found<V>> {
    match forms {
        [Form::Point(point), Form::Cuboid(half)] => Some(point_box::point_box(setting, poses, point, half)),
        [Form::Cuboid(half), Form::Point(point)] => Some(point_box::box_point(setting, poses, half, point)),
        [a, b] => segments::segments::<CENTRED, V>(setting, poses, [SegmentCore::of(a)?, SegmentCore::of(b)?]),
    }
}

/// Whether the bodies meet, where a formula decides.
pub(super) fn intersects<V: Vector>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
    if is_common(a, b) { intersects_at_once(a, b) } else { decided_rarely(a, b) }
}

/// [`intersects`] of bodies of ordinary sizes whose cores are about the origins of their frames.
#[inline(always)]
pub(crate) fn intersects_at_once<V: Vector>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
    let setting = Setting::new(a, b);
    if is_centred(a.0, b.0) && setting.is_ordinary() {
        return decided::<true, V>(&setting, [a.1, b.1], [a.0.form, b.0.form]);
    }
    None
}

/// What the formula decides of cores about any points, in lengths near 1 if they are not ordinary.
#[inline(never)]
fn decided_rarely<V: Vector>(a: Placed<'_, V>, b: Placed<'_, V>) -> Option<bool> {
    let Rare { setting, forms, .. } = Rare::new(a, b)?;
    decided::<false, V>(&setting, [a.1, b.1], forms)
}

/// What the formula decides.
#[inline(always)]
fn decided<const CENTRED: bool, V: Vector>(
    setting: &Setting<V>,
    poses: [&Pose<V>; 2],
    forms: [Form<V>; 2],
) -> Option<bool> {
    let [pose_a, pose_b] = poses;
    match forms {
        [Form::Point(point), Form::Cuboid(half)] => {
            point_box::meet(setting, pose_b, half, -setting.offset + turned(pose_a, point))
        }
        [Form::Cuboid(half), Form::Point(point)] => {
            point_box::meet(setting, pose_a, half, setting.offset + turned(pose_b, point))
        }
        [a, b] => segments::meet::<CENTRED, V>(setting, poses, [SegmentCore::of(a)?, SegmentCore::of(b)?]),
    }
}

/// Whether the cores are about the origins of their frames, and of ordinary sizes.
fn is_common<V: Vector>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    is_centred(a.0, b.0) && Setting::new(a, b).is_ordinary()
}

/// Whether both cores are about the origins of their frames.
#[inline(always)]
fn is_centred<V: Vector>(a: &Outline<V>, b: &Outline<V>) -> bool {
    a.centred & b.centred
}

#[cfg(test)]
mod tests;
