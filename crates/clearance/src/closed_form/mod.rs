//! Pairs with formulas for their difference: of boxes, of boxes with segments, and what a ball swept over them makes of
//! them.
//!
//! A formula finds the place; the proof is that of every other answer: a support plane for the lower bound, two points
//! of the cores for the upper one. Where the two are farther apart than rounding explains, or the place is not the only
//! one, the pair is left to the general algorithms: `None`.

pub(crate) mod boxes;
mod segment_box;

use crate::difference::Difference;
use crate::math::{Real, Vector};
use crate::simplex::Barycentric;
use crate::solution::{Solution, Solver};
use crate::support::{Form, Outline, SupportExt};

/// Below this part of `|d₁|²|d₂|²` the segments count as parallel: sin² of the angle of 2⁻¹⁰.
pub(crate) const PARALLEL_EXPONENT: i32 = -20;

/// What a formula finds: the signed distance, its bounds, and the witness points.
#[inline(always)]
fn solution<V: Vector>(
    normal: V,
    distance: V::Scalar,
    bounds: Bracket<V::Scalar>,
    sum: Barycentric<V>,
    unique: bool,
) -> Solution<V> {
    let Bracket { lower, upper } = bounds;
    let distance = distance.max(lower).min(upper);
    Solution { normal, distance, lower, upper, sum, unique, iterations: 1, solver: Solver::ClosedForm }
}

/// Whether both cores are boxes, whose formula takes longer than a support evaluation.
#[inline]
pub(crate) fn are_boxes<V: Vector>(a: &Outline<V>, b: &Outline<V>) -> bool {
    matches!((a.form, b.form), (Form::Cuboid(_), Form::Cuboid(_)))
}

/// Whether there is a formula for the difference of two cores.
#[inline]
pub(crate) fn applies<V: Vector>(m: &Difference<'_, V>) -> bool {
    use Form::{Cuboid, Segment};
    match (m.a.form(), m.b.form()) {
        (Segment(_), Cuboid(_)) | (Cuboid(_), Segment(_)) => true,
        (Cuboid(_), Cuboid(_)) => V::DIM == 3,
        _ => false,
    }
}

/// The signed distance of cores that have a formula for it.
#[inline]
pub(crate) fn signed_distance<V: Vector>(m: &Difference<'_, V>) -> Option<Solution<V>> {
    match (m.a.form(), m.b.form()) {
        (Form::Segment(a), Form::Cuboid(b)) => segment_box::segment_box(m, a, b),
        (Form::Cuboid(a), Form::Segment(b)) => segment_box::box_segment(m, a, b),
        (Form::Cuboid(a), Form::Cuboid(b)) if V::DIM == 3 => boxes::boxes(m, a, b),
        _ => None,
    }
}

/// Whether a segment and a box, cores swept by balls of radii that sum up to `radius` in the difference's scale, meet.
#[inline]
pub(crate) fn intersects<V: Vector>(m: &Difference<'_, V>, radius: V::Scalar) -> Option<bool> {
    let bounds = bounds(m)?;
    // The bounds, less the radii, round once; twice that is allowed.
    let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * (radius + m.frame.size);
    if bounds.lower - rounding > radius {
        return Some(false);
    }
    (bounds.upper + rounding < radius).then_some(true)
}

/// Bounds of the signed distance, without where it is attained.
#[derive(Clone, Copy)]
struct Bracket<T> {
    lower: T,
    upper: T,
}

#[inline]
fn bounds<V: Vector>(m: &Difference<'_, V>) -> Option<Bracket<V::Scalar>> {
    match (m.a.form(), m.b.form()) {
        (Form::Segment(a), Form::Cuboid(b)) => segment_box::bounds_segment_box(m, a, b),
        (Form::Cuboid(a), Form::Segment(b)) => segment_box::bounds_box_segment(m, a, b),
        _ => None,
    }
}

/// The answer for cores that are apart by the vector `v` from B to A, of which `least` is the least product with a
/// point of the difference; if it is as good as rounding allows.
#[inline]
fn apart<V: Vector>(
    m: &Difference<'_, V>,
    v: V,
    least: V::Scalar,
    sum: Barycentric<V>,
    unique: bool,
) -> Option<Solution<V>> {
    let length = v.norm();
    let bounds = bounds_apart(m, length, least / length)?;
    let normal = v * -(V::Scalar::ONE / length);
    Some(solution(normal, length, bounds, sum, unique))
}

/// Whether a vector between two places misses the one along their normal by a few roundings of a few products at most.
/// Bounds alone see only its square, so that places off by the root of the roundoff would pass for nearest ones.
#[inline]
fn is_settled<V: Vector>(size: V::Scalar, miss: V) -> bool {
    let rounding = V::Scalar::from_f64(16.0) * V::Scalar::UNIT * size;
    miss.norm_squared() <= rounding * rounding
}

/// The bounds for points that are so far apart, and support planes.
#[inline]
fn bounds_apart<V: Vector>(m: &Difference<'_, V>, length: V::Scalar, height: V::Scalar) -> Option<Bracket<V::Scalar>> {
    let (lower, upper) = (height - m.frame.plane_error, m.frame.upper(length));
    // Where cores nearly touch the direction is lost.

    let sharp = lower > V::Scalar::ZERO && upper - lower <= V::Scalar::from_f64(8.0) * m.frame.plane_error;
    sharp.then_some(Bracket { lower, upper })
}
