//! Support points in twofold numbers, from the numbers that a shape was made of.
//!
//! Sizes are taken as they were given, so that nothing is inherited from the rounded support mapping. An operation that
//! rounds by `u` of its value there errs by less than `16·2⁻¹⁰⁶` here: whatever the [error](super::Outline::error) of a
//! shape allows for the one, `2⁻⁴⁰` of it is far more than enough for the other, in `f64` and in `f32`.

use super::{Fine, Form, Support, SupportExt};
use crate::math::twofold::{Two, TwoVec};
use crate::math::{Each, FineMap, Pose, Real, Vec3, Vector};

/// The part of a shape's support error that bounds the error of a fine support point.
pub(crate) const PART: f64 = f64::EPSILON * 4096.0;

/// A vector of any scalar and dimension in space, times a power of two.
pub(crate) fn scaled<V: Vector>(v: V, scale: f64) -> Fine {
    TwoVec::new(Vec3::from_fn(|i| if i < V::DIM { v[i].to_f64() * scale } else { 0.0 }))
}

/// Over its length; zero for a direction without one.
pub(crate) fn unit(dir: Fine) -> Fine {
    let length = dir.dot(dir).sqrt();
    if length.hi > 0.0 { dir.scale(Two::new(1.0) / length) } else { dir }
}

/// Times a power of two that brings its largest component near 1.
fn tamed(dir: Fine) -> Fine {
    let largest = dir.hi.max_abs();
    if largest == 0.0 {
        return dir;
    }
    let factor = f64::power_of_two(-largest.exponent());
    TwoVec { hi: dir.hi * factor, lo: dir.lo * factor }
}

/// The farthest point, radius and anchor included, of a body that its form and its vertices define completely.
pub(crate) fn of_form<V: Vector>(body: &(impl Support<V> + ?Sized), dir: Fine, scale: f64) -> Option<Fine> {
    let anchor = scaled(body.anchor(), scale);
    match body.form() {
        Form::Frustum { axis, half_length, radii } => {
            Some(anchor + of_frustum(axis, half_length.to_f64() * scale, radii.each(|r| r.to_f64() * scale), dir))
        }
        Form::Ellipsoid(radii) => {
            let radii = scaled(radii, scale);
            let image = tamed(TwoVec::from_fn(|i| radii.get(i) * dir.get(i)));
            let onto = unit(image);
            Some(anchor + TwoVec::from_fn(|i| radii.get(i) * onto.get(i)))
        }
        _ if body.has_exact_vertices() => {
            let vertices = (0..body.vertex_count()).map(|id| scaled(body.vertex(id), scale));
            let farthest = farthest(dir, vertices)?;
            let radius = body.radius().to_f64() * scale;
            Some((anchor + farthest) + unit(dir).scale(Two::new(radius)))
        }
        _ => None,
    }
}

/// The point of the rims that is farthest, or a middle of an end.
fn of_frustum<V: Vector>(axis: V, half_length: f64, radii: [f64; 2], dir: Fine) -> Fine {
    let axis = scaled(axis, 1.0);
    let level = dir.dot(axis);
    let across = dir - axis.scale(level);
    let rho = across.dot(across).sqrt();
    let ends = [(-half_length, radii[0]), (half_length, radii[1])];
    let [low, high] = ends.each(|(z, radius)| level.scale(z) + rho.scale(radius));
    let (z, radius) = if (high - low).value() > 0.0 { ends[1] } else { ends[0] };
    axis.scale(Two::new(z)) + unit(across).scale(Two::new(radius))
}

/// The farthest of some points along a direction.
pub(crate) fn farthest(dir: Fine, points: impl Iterator<Item = Fine>) -> Option<Fine> {
    let mut best: Option<(Fine, Two<f64>)> = None;
    for point in points {
        let height = dir.dot(point);
        if best.is_none_or(|(_, most)| (height - most).value() > 0.0) {
            best = Some((point, height));
        }
    }
    best.map(|(point, _)| point)
}

/// The farthest point of the image of a body under a linear map, about `origin`.
pub(crate) fn of_image(
    map: &FineMap,
    origin: Fine,
    dir: Fine,
    scale: f64,
    inner: impl FnOnce(Fine, f64) -> Option<Fine>,
) -> Option<Fine> {
    // B = m S with entries of S near 1: B p is S (m p).
    let back = tamed(map.transposed_times(dir));
    let back = if back.hi == Vec3::ZERO { TwoVec::new(Vec3::axis(0)) } else { back };
    let point = inner(back, scale * map.magnitude())?;
    Some(map.columns_times(point) + origin)
}

/// A rotation in twofold numbers: the rows of `N / |q|²`; none for a pose that only moves.
///
/// An entry errs by less than `64ε`, `ε = 2⁻¹⁰⁶`; of a quaternion in two parts by `28ε` more.
pub(crate) fn rows<V: Vector>(pose: &Pose<V>) -> Option<[Fine; 3]> {
    let [high, low] = pose.fine_quaternion().each(|part| part.each(Real::to_f64));
    if high[1..] == [0.0; 3] && low[1..] == [0.0; 3] {
        return None;
    }
    let part = |i: usize| Two { hi: high[i], lo: low[i] };
    let p = |i: usize, j: usize| part(i) * part(j);
    let (ww, xx, yy, zz) = (p(0, 0), p(1, 1), p(2, 2), p(3, 3));
    let n = (ww + xx) + (yy + zz);
    let twice = |x: Two<f64>| Two { hi: 2.0 * x.hi, lo: 2.0 * x.lo };
    let rows = [
        [(ww + xx) - (yy + zz), twice(p(1, 2) - p(0, 3)), twice(p(1, 3) + p(0, 2))],
        [twice(p(1, 2) + p(0, 3)), (ww + yy) - (xx + zz), twice(p(2, 3) - p(0, 1))],
        [twice(p(1, 3) - p(0, 2)), twice(p(2, 3) + p(0, 1)), (ww + zz) - (xx + yy)],
    ];
    Some(rows.each(|row| Fine::from_fn(|i| row[i] / n)))
}

/// The farthest point of a body at a pose, seen from a point of the world. `None` for a pose that is only known within
/// its errors.
pub(crate) fn placed<V: Vector>(
    body: &(impl Support<V> + ?Sized),
    pose: &Pose<V>,
    origin: V,
    dir: Fine,
    scale: f64,
) -> Option<Fine> {
    if !pose.is_exact() {
        return None;
    }
    let moved = Fine::difference(scaled(pose.translation(), scale).hi, scaled(origin, scale).hi);
    let Some(rows) = rows(pose) else { return Some(body.fine_support(dir, scale)? + moved) };
    let back = rows[0].scale(dir.get(0)) + rows[1].scale(dir.get(1)) + rows[2].scale(dir.get(2));
    let point = body.fine_support(back, scale)?;
    Some(Fine::from_fn(|i| rows[i].dot(point)) + moved)
}
