//! Evaluates curved bodies once more that nearly touch, or that are apart by much less than one of them is long: GJK in
//! twofold numbers, on support points made of the shapes' own numbers.
//!
//! Floats leave a gap of some 100 roundings of the size open. And of two points that are near each other on that scale
//! they know the direction less well than a long body needs: with one 10⁷ times longer than the gap it is right to
//! 10⁻⁹, and so are heights, in parts of the size. But near the right direction a support plane of a smooth body errs
//! only in the square of the direction's error, and on a face, a cap or a line of a side the nearest point of a simplex
//! of its own points has the face's own normal. So the search begins with points around the last direction, some of
//! them so near that they span what is curved, and continues until a plane separates the bodies, or a simplex of common
//! differences surrounds the origin.
//!
//! **Errors.** A point of `M = A − B` errs by `e`: by [`fine::PART`] of both support errors, by `2⁻⁹⁰` of the lengths
//! for rotations, sums and differences (each errs by less than `2⁻¹⁰⁰`), and by what the rotations that are meant may
//! differ from those of the poses. Heights, lengths and distances of planes err by as much once more. A plane that is
//! `e` or more off the origin proves the gap; a simplex whose faces are all more than `e` away from the origin inside
//! proves a common point, since moving its corners by less than that cannot bring a face to the origin.

use alloc::vec::Vec;

use crate::dimension::Dimension;
use crate::gjk::features::{self, NearFeature, Point};
use crate::math::twofold::Two;
use crate::math::{Each, Pose, Real, Vec3, Vector};
use crate::newton::tangents;
use crate::support::SupportExt;
use crate::support::{Snapshot, fine};

/// Support points after the first ones; certified cases need up to 40.
const ROUNDS: u32 = 128;

/// The exponents of the tilts with which the search begins: the last direction is right to about the root of the
/// roundoff, or is not.
const TILTS: [i32; 4] = [-27, -20, -12, -4];

/// Points nearer than this, in units of about the size, are one: `2⁻⁶⁴`.
const SAME: f64 = f64::EPSILON / 4096.0;

/// `2⁻⁹⁰`.
const ROUNDING: f64 = f64::EPSILON * f64::EPSILON * 16384.0;

/// What is proven of the signed distance, in the bodies' lengths, and a direction from `a` to `b` that shows it.
pub(crate) struct Look<V: Vector> {
    pub lower: V::Scalar,
    pub upper: V::Scalar,
    pub normal: V,
    /// The point of `a` that a point of `b` is nearest to: `upper` away, but for the errors. Of an overlap none is
    /// known.
    pub touch: Option<V>,
}

/// Points of `A − B`, and of `A` where they come from.
struct Points {
    w: Vec<Point>,
    a: Vec<Point>,
}

impl Points {
    fn push(&mut self, [w, a]: [Point; 2]) {
        self.w.push(w);
        self.a.push(a);
    }
    /// Keeps those of a feature.
    fn keep(&mut self, near: &NearFeature) {
        self.w = near.corners.iter().map(|&i| self.w[i]).collect();
        self.a = near.corners.iter().map(|&i| self.a[i]).collect();
    }
    /// The source of a feature's nearest point.
    fn source(&self, near: &NearFeature) -> Point {
        let weighted = near.corners.iter().zip(near.weights).map(|(&i, weight)| self.a[i].scale(weight));
        weighted.fold(Point::new(Vec3::ZERO), |sum, part| sum + part)
    }
}

/// Two bodies whose fine support points are known.
struct Fine<'s, V: Dimension> {
    a: (&'s Snapshot<'s, V>, &'s Pose<V>),
    b: (&'s Snapshot<'s, V>, &'s Pose<V>),
    scale: f64,
}

impl<V: Dimension> Fine<'_, V> {
    /// The point of `A − B` farthest along a direction, and its source on `A`.
    fn support(&self, dir: Point) -> Option<[Point; 2]> {
        let origin = self.a.1.translation();
        let a = fine::placed(self.a.0, self.a.1, origin, dir, self.scale)?;
        let b = fine::placed(self.b.0, self.b.1, origin, -dir, self.scale)?;
        Some([a - b, a])
    }
}

/// How long a look continues.
#[derive(Clone, Copy)]
pub(crate) enum Until<T> {
    /// Until the bodies are known to be apart or to meet.
    Decided,
    /// Until the bounds are no farther apart than this length.
    Within(T),
}

/// Encloses the signed distance of bodies that floats do not resolve, from about the direction between them. `None` for
/// shapes and poses of which no more is known than floats say.
pub(crate) fn look<V: Dimension>(
    a: (&Snapshot<'_, V>, &Pose<V>),
    b: (&Snapshot<'_, V>, &Pose<V>),
    normal: V,
    until: Until<V::Scalar>,
) -> Option<Look<V>> {
    let (scale, size) = scale_and_size(a, b);
    let enough = match until {
        Until::Decided => None,
        Until::Within(length) => Some(length.to_f64() * scale),
    };
    let bodies = Fine { a, b, scale };
    let errors = (a.0.support_error().to_f64() + b.0.support_error().to_f64()) * scale;
    let turned = a.1.fine_error().to_f64().max(b.1.fine_error().to_f64());
    let error = 2.0 * (fine::PART * errors + (ROUNDING + turned) * size);
    let (found, touch) = enclosed(&bodies, features::wide(normal), Two::new(error), enough)?;
    let back = |x: Two<f64>| Two { hi: x.hi / scale, lo: x.lo / scale };
    // Nothing is known of the depth of an overlap.
    let from_below = found.lower.hi.is_finite().then(|| below::<V::Scalar>(back(found.lower)));
    let (lower, upper) = (from_below.unwrap_or(-V::Scalar::INFINITY), -below::<V::Scalar>(-back(found.upper)));
    let unit = found.normal.scale(Two::new(1.0) / found.normal.dot(found.normal).sqrt());
    let normal = V::from_fn(|i| V::Scalar::from_f64(unit.get(i).value()));
    let origin = a.1.translation();
    let touch = touch.map(|touch| origin + V::from_fn(|i| V::Scalar::from_f64(touch.get(i).value() / scale)));
    (upper.is_finite() && normal.is_finite()).then_some(Look { lower, upper, normal, touch })
}

/// A number below `x`, whose halves may each have been rounded by half of the smallest number.
fn below<T: Real>(x: Two<f64>) -> T {
    super::below::<T>(x) - T::QUANTUM
}

/// A power of two that brings the pair to a size of about 1, and the sum of its lengths in that scale.
fn scale_and_size<V: Dimension>(
    (a, pose_a): (&Snapshot<'_, V>, &Pose<V>),
    (b, pose_b): (&Snapshot<'_, V>, &Pose<V>),
) -> (f64, f64) {
    let lengths = |body: &Snapshot<'_, V>| [body.reach(), body.radius(), body.anchor().max_abs()].each(Real::to_f64);
    let between = features::wide(pose_b.translation() - pose_a.translation()).max_abs();
    let all = [lengths(a), lengths(b), [between; 3]].concat();
    let largest = all.iter().fold(0.0, |largest: f64, length| largest.max(*length));
    let scale = f64::power_of_two(-largest.exponent());
    (scale, all.iter().fold(0.0, |sum, length| sum + 2.0 * length * scale))
}

fn enclosed<V: Dimension>(
    bodies: &Fine<'_, V>,
    normal: Vec3<f64>,
    error: Two<f64>,
    enough: Option<f64>,
) -> Option<(super::Enclosure, Option<Point>)> {
    let [w, a] = bodies.support(Point::new(normal))?;
    let mut points = Points { w: alloc::vec![w], a: alloc::vec![a] };
    let (mut near, mut touch) = (features::nearest(&points.w, V::DIM)?, a);
    let inside = |points: &[Point]| depth(points, V::DIM).filter(|depth| (*depth - error).value() > 0.0);
    let overlap = |depth: Two<f64>| super::Enclosure {
        lower: Two::new(-f64::INFINITY),
        upper: error - depth,
        normal: Point::new(normal),
    };
    for dir in first_directions::<V>(normal) {
        let found = bodies.support(Point::new(dir))?;
        if is_known(&points.w, found[0]) {
            continue;
        }
        points.push(found);
        if let Some(depth) = inside(&points.w) {
            return Some((overlap(depth), None));
        }
        if let Some(held) = features::through_origin(&points.w, V::DIM, error) {
            return Some((touching(bodies, held.normal, error)?, Some(points.source(&held))));
        }
        near = features::nearest(&points.w, V::DIM)?;
        touch = points.source(&near);
        points.keep(&near);
    }
    let mut best: Option<Step> = None;
    for _ in 0..ROUNDS {
        let found = bodies.support(-near.normal)?;
        let height = near.normal.dot(found[0]) / near.normal.dot(near.normal).sqrt() - error;
        let step = Step { height, length: near.length, normal: -near.normal, touch };
        if best.as_ref().is_none_or(|best| step.is_better(best, enough.is_some())) {
            best = Some(step);
        }
        // As near as is wanted, or as the errors let it be known.
        let open = near.length - height;
        let wanted = enough.unwrap_or(height.hi).max(4.0 * error.hi);
        if open.hi <= wanted {
            break;
        }
        if is_known(&points.w, found[0]) {
            break;
        }
        points.push(found);
        if let Some(depth) = inside(&points.w) {
            return Some((overlap(depth), None));
        }
        if let Some(held) = features::through_origin(&points.w, V::DIM, error) {
            return Some((touching(bodies, held.normal, error)?, Some(points.source(&held))));
        }
        near = features::nearest(&points.w, V::DIM)?;
        touch = points.source(&near);
        points.keep(&near);
    }
    let best = best?;
    // Of a decision the nearest points are the last ones; bounds that are to be narrow have the points that lie along
    // their normal.
    let (length, touch) = if enough.is_some() { (best.length, best.touch) } else { (near.length, touch) };
    let found = super::Enclosure { lower: best.height, upper: length + error, normal: best.normal };
    Some((found, Some(touch)))
}

/// A plane and the nearest point that it was found from.
struct Step {
    /// What the plane proves.
    height: Two<f64>,
    /// How far the nearest point is.
    length: Two<f64>,
    normal: Point,
    /// The point of `A` that the nearest one came from.
    touch: Point,
}

impl Step {
    /// Whether its plane is higher, or the gap that it leaves narrower.
    fn is_better(&self, other: &Self, by_gap: bool) -> bool {
        let gap = |step: &Self| step.length - step.height;
        (if by_gap { gap(other) - gap(self) } else { self.height - other.height }).value() > 0.0
    }
}

/// The enclosure of bodies with a common point but for the error, along the normal of a face of the difference through
/// the origin.
fn touching<V: Dimension>(bodies: &Fine<'_, V>, across: Point, error: Two<f64>) -> Option<super::Enclosure> {
    let mut best: Option<(Two<f64>, Point)> = None;
    for dir in [across, -across] {
        let height = -dir.dot(bodies.support(dir)?[0]) / dir.dot(dir).sqrt() - error;
        if best.is_none_or(|(lower, _)| (height - lower).value() > 0.0) {
            best = Some((height, dir));
        }
    }
    best.map(|(lower, normal)| super::Enclosure { lower, upper: error, normal })
}

/// Whether a point is one of these but for its error, which would make the normal of a feature of both any direction.
fn is_known(points: &[Point], point: Point) -> bool {
    points.iter().any(|&known| (point - known).hi.max_abs() < SAME)
}

/// Around a direction, and opposite to it.
fn first_directions<V: Dimension>(normal: Vec3<f64>) -> impl Iterator<Item = Vec3<f64>> {
    let [x, y] = tangents(normal);
    let ways =
        if V::DIM == 3 { [x, y, -x, -y] } else { [normal.cross(Vec3::axis(2)), -normal.cross(Vec3::axis(2)), x, x] };
    let around = TILTS.into_iter().flat_map(move |tilt| {
        ways.into_iter().take(if V::DIM == 3 { 4 } else { 2 }).map(move |way| normal + way * f64::power_of_two(tilt))
    });
    core::iter::once(-normal).chain(around)
}

/// A lower bound of the distance from the origin to the faces of a simplex of `dim + 1` points around it; `None` if it
/// is not proven to be inside.
///
/// Heights over a face are products with `m = x × y`, which errs by `2⁻⁹⁰|x||y|`: of a sliver that is much of `m`, so
/// each face is seen from its corner nearest to the origin. Inside, the corner opposite is at least as far from the
/// face as the origin is, which one of a flat simplex is not, whatever the sign of its height.
fn depth(points: &[Point], dim: usize) -> Option<Two<f64>> {
    if points.len() <= dim {
        return None;
    }
    let mut least: Option<Two<f64>> = None;
    for opposite in 0..=dim {
        let mut face = [1, 2, 3].each(|k| points[(opposite + k) % (dim + 1)]);
        face[..dim].sort_by(|p, q| p.dot(*p).hi.total_cmp(&q.dot(*q).hi));
        let (p, x) = (face[0], face[1] - face[0]);
        let y = if dim == 3 { face[2] - p } else { Point::new(Vec3::axis(2)) };
        let (m, across) = (x.cross(y), points[opposite] - p);
        let error = |v: Point| ROUNDING * (x.dot(x) * y.dot(y)).sqrt().hi * v.dot(v).sqrt().hi;
        let (here, there) = (-m.dot(p), m.dot(across));
        let known = there.hi.abs() - error(across);
        if !(here.hi * there.hi > 0.0 && known >= here.hi.abs()) {
            return None;
        }
        let away = (if here.hi < 0.0 { -here } else { here } - Two::new(error(p))) / m.dot(m).sqrt();
        if least.is_none_or(|known| (away - known).value() < 0.0) {
            least = Some(away);
        }
    }
    least
}

#[cfg(test)]
mod tests;
