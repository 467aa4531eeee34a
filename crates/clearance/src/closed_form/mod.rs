//! Pairs with formulas for their difference: of triangles, of boxes, of both with segments, of triangles with points, and what a ball
//! swept over them makes of them.
//!
//! A formula finds the place; the proof is that of every other answer: a support plane for the lower bound, two points of the
//! cores for the upper one. Where the two are farther apart than rounding explains, or the place is not the only one, the pair
//! is left to the general algorithms: `None`.

pub(crate) mod boxes;
mod segment_box;
mod segments;
mod triangles;

pub(crate) use self::segments::PARALLEL_EXPONENT;
use crate::difference::Difference;
use crate::gjk::Weighted;
use crate::math::{Real, Vector};
use crate::support::{Form, Support};

/// The signed distance of two cores, scaled like the difference.
pub(crate) struct Found<V: Vector> {
    /// Unit, from A to B.
    pub normal: V,
    pub distance: V::Scalar,
    pub lower: V::Scalar,
    pub upper: V::Scalar,
    pub sum: Weighted<V>,
    pub unique: bool,
}

/// Whether there is a formula for the forms of two cores.
#[inline]
pub(crate) fn knows<V: Vector>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized)) -> bool {
    match (a.form(), b.form()) {
        (Form::General | Form::Vertices | Form::Ellipsoid(_) | Form::Frustum { .. }, _) => false,
        (_, Form::General | Form::Vertices | Form::Ellipsoid(_) | Form::Frustum { .. }) => false,
        (Form::Cuboid(_), Form::Cuboid(_)) => V::DIM == 3,
        (Form::Cuboid(_), Form::Triangle(_)) | (Form::Triangle(_), Form::Cuboid(_)) => false,
        // Those are answered where they stand, by `query::formula`.
        (Form::Point(_), Form::Point(_) | Form::Segment(_) | Form::Cuboid(_)) => false,
        (Form::Segment(_) | Form::Cuboid(_), Form::Point(_)) | (Form::Segment(_), Form::Segment(_)) => false,
        _ => true,
    }
}

/// Whether both cores are boxes, whose formula takes longer than a support evaluation.
#[inline]
pub(crate) fn are_boxes<V: Vector>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized)) -> bool {
    matches!((a.form(), b.form()), (Form::Cuboid(_), Form::Cuboid(_)))
}

/// The signed distance of cores that have a formula for it.
#[inline]
pub(crate) fn signed_distance<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
) -> Option<Found<V>> {
    match (m.a.form(), m.b.form()) {
        (Form::Point(a), Form::Triangle(b)) => triangles::of_corners(m, [a], b),
        (Form::Triangle(a), Form::Point(b)) => triangles::of_corners(m, a, [b]),
        (Form::Segment(a), Form::Triangle(b)) => triangles::of_corners(m, a, b),
        (Form::Triangle(a), Form::Segment(b)) => triangles::of_corners(m, a, b),
        (Form::Triangle(a), Form::Triangle(b)) => triangles::of_corners(m, a, b),
        (Form::Segment(a), Form::Cuboid(b)) => segment_box::segment_box(m, a, b),
        (Form::Cuboid(a), Form::Segment(b)) => segment_box::box_segment(m, a, b),
        (Form::Cuboid(a), Form::Cuboid(b)) if V::DIM == 3 => boxes::boxes(m, a, b),
        _ => None,
    }
}

/// Whether the bodies, cores swept by balls of radii that sum up to `radius` in the difference's scale, meet.
#[inline]
pub(crate) fn intersects<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    radius: V::Scalar,
) -> Option<bool> {
    if let (Form::Cuboid(a), Form::Cuboid(b)) = (m.a.form(), m.b.form())
        && V::DIM == 3
    {
        return if radius == V::Scalar::ZERO { boxes::overlap(m, a, b) } else { None };
    }
    // Plain steps see that thin cores cross sooner than the search for nearest points finds none.
    if radius == V::Scalar::ZERO
        && let (Form::Triangle(_), Form::Segment(_) | Form::Triangle(_)) | (Form::Segment(_), Form::Triangle(_)) =
            (m.a.form(), m.b.form())
    {
        return None;
    }
    let bounds = bounds(m)?;
    // The bounds, less the radii, round once; twice that is allowed.
    let rounding = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * (radius + m.size);
    if bounds.lower - rounding > radius {
        return Some(false);
    }
    (bounds.upper + rounding < radius).then_some(true)
}

/// Bounds of the signed distance of cores, without where it is attained.
struct Bounds<T> {
    lower: T,
    upper: T,
}

#[inline]
fn bounds<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
) -> Option<Bounds<V::Scalar>> {
    match (m.a.form(), m.b.form()) {
        (Form::Segment(a), Form::Cuboid(b)) => segment_box::bounds_segment_box(m, a, b),
        (Form::Cuboid(a), Form::Segment(b)) => segment_box::bounds_box_segment(m, a, b),
        (Form::Point(a), Form::Triangle(b)) => triangles::bounds(m, [a], b),
        (Form::Triangle(a), Form::Point(b)) => triangles::bounds(m, a, [b]),
        (Form::Segment(a), Form::Triangle(b)) => triangles::bounds(m, a, b),
        (Form::Triangle(a), Form::Segment(b)) => triangles::bounds(m, a, b),
        (Form::Triangle(a), Form::Triangle(b)) => triangles::bounds(m, a, b),
        _ => signed_distance(m).map(|found| Bounds { lower: found.lower, upper: found.upper }),
    }
}

/// The answer for cores that are apart by the vector `v` from B to A, of which `least` is the least product with a point of the
/// difference; if it is as good as rounding allows.
#[inline]
fn apart<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    v: V,
    least: V::Scalar,
    sum: Weighted<V>,
    unique: bool,
) -> Option<Found<V>> {
    apart_along(m, (v, v.norm()), least, sum, unique)
}

/// The same where `sum.w` is the vector and another one, `v` of that length, is known to be a better direction.
#[inline]
fn apart_along<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    (v, length): (V, V::Scalar),
    least: V::Scalar,
    sum: Weighted<V>,
    unique: bool,
) -> Option<Found<V>> {
    let bounds = bounds_apart(m, sum.w.norm(), least / length)?;
    let normal = v * -(V::Scalar::ONE / length);
    Some(Found { normal, distance: length, lower: bounds.lower, upper: bounds.upper, sum, unique })
}

/// Whether a vector between two places misses the one along their normal by a few roundings of a few products at most. Bounds alone
/// see only its square, so that places off by the root of the roundoff would pass for nearest ones.
#[inline]
fn is_settled<V: Vector>(size: V::Scalar, miss: V) -> bool {
    let rounding = V::Scalar::from_f64(16.0) * V::Scalar::UNIT * size;
    miss.norm_squared() <= rounding * rounding
}

/// The bounds for points that are so far apart, and support planes.
#[inline]
fn bounds_apart<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    length: V::Scalar,
    height: V::Scalar,
) -> Option<Bounds<V::Scalar>> {
    let (lower, upper) = (height - m.plane_error, m.upper(length));
    // Where cores nearly touch the direction is lost.

    let sharp = lower > V::Scalar::ZERO && upper - lower <= V::Scalar::from_f64(8.0) * m.plane_error;
    sharp.then_some(Bounds { lower, upper })
}
