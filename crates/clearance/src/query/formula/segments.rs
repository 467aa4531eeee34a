//! Points and segments, or balls and capsules about them.

use super::{Found, Placed, Setting, sum};
use crate::closed_form::PARALLEL_EXPONENT;
use crate::math::{Pose, Real, Vector};
use crate::query::Feature;
use crate::support::Support;

#[inline(always)]
pub(super) fn segments<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    setting: &Setting<V>,
    ((_, pose_a), core_a): (Placed<'_, V, A>, Core<V>),
    ((_, pose_b), core_b): (Placed<'_, V, B>, Core<V>),
) -> Option<Found<V>> {
    let (middle_a, middle_b) = middles((pose_a, core_a), (pose_b, core_b));
    let (half_a, half_b) = (core_a.half(pose_a), core_b.half(pose_b));
    let Nearest { s, t, v, least, single } = Nearest::new(middle_a - middle_b - setting.offset, half_a, half_b);
    let length = v.norm();
    let inverse = V::Scalar::ONE / length;
    let (lower, upper) = (least * inverse - setting.error, length + setting.error);
    // Where cores nearly touch the direction is lost.
    let sharp = lower > V::Scalar::ZERO && upper - lower <= V::Scalar::from_f64(4.0) * setting.error;
    if !sharp {
        return None;
    }
    let place = |s: V::Scalar| (V::Scalar::ONE + s) * V::Scalar::HALF;
    Some(Found {
        normal: v * -inverse,
        distance: length,
        lower,
        upper,
        on_a: middle_a + half_a * s,
        features: [Feature::of_segment(place(s)), Feature::of_segment(place(t))],
        unique: single,
    })
}

/// Whether the bodies meet.
#[inline(always)]
pub(super) fn meet<V: Vector>(setting: &Setting<V>, a: (&Pose<V>, Core<V>), b: (&Pose<V>, Core<V>)) -> Option<bool> {
    let (middle_a, middle_b) = middles(a, b);
    let apart = middle_a - middle_b - setting.offset;
    let Nearest { v, least, .. } = Nearest::new(apart, a.1.half(a.0), b.1.half(b.0));
    // The plane across `v` parts the cores by `least / |v|`.
    setting.meet_between(v.norm_squared(), least)
}

/// A core.
#[derive(Clone, Copy)]
pub(super) enum Core<V> {
    Point(V),
    Segment([V; 2]),
}

impl<V: Vector> Core<V> {
    #[inline(always)]
    fn middle(self) -> V {
        match self {
            Core::Point(point) => point,
            Core::Segment([start, end]) => (start + end) * V::Scalar::HALF,
        }
    }

    /// From the middle to the second end, along the axes of the world.
    #[inline(always)]
    fn half(self, pose: &Pose<V>) -> V {
        match self {
            Core::Point(_) => V::ZERO,
            Core::Segment([start, end]) => pose.vector((end - start) * V::Scalar::HALF),
        }
    }
}

/// The middles of two cores, each from its body's origin along the axes of the world. Most are the origins: then it costs nothing.
#[inline(always)]
fn middles<V: Vector>((pose_a, a): (&Pose<V>, Core<V>), (pose_b, b): (&Pose<V>, Core<V>)) -> (V, V) {
    let (a, b) = (a.middle(), b.middle());
    if sum(a.abs() + b.abs()) > V::Scalar::ZERO { (pose_a.vector(a), pose_b.vector(b)) } else { (a, b) }
}

/// The nearest points of two segments.
struct Nearest<V: Vector> {
    /// Their places, from −1 to 1.
    s: V::Scalar,
    t: V::Scalar,
    /// From B to A, and its least product with a difference of ends.
    v: V,
    least: V::Scalar,
    /// Whether there is one such pair only.
    single: bool,
}

impl<V: Vector> Nearest<V> {
    /// Minimises `|c + s p − t q|²`, where `c` leads from the middle of B to that of A, and `p` and `q` to their ends.
    #[inline(always)]
    fn new(c: V, p: V, q: V) -> Self {
        let zero = V::Scalar::ZERO;
        let (pp, qq, pq) = (p.norm_squared(), q.norm_squared(), p.dot(q));
        let (pc, qc) = (p.dot(c), q.dot(c));
        let determinant = pp * qq - pq * pq;
        let crossing = determinant > V::Scalar::power_of_two(PARALLEL_EXPONENT) * (pp * qq);
        let s = if crossing { limited((pq * qc - pc * qq) / determinant) } else { zero };
        // Inverses, since they are ready before what they divide.
        let (inverse_p, inverse_q) = (V::Scalar::ONE / pp, V::Scalar::ONE / qq);
        let free = (pq * s + qc) * inverse_q;
        let t = limited(free);
        // Beyond an end of B, or with a B that is a point, or with parallel lines, the nearest place on A is that of the end.
        let again = limited((pq * t - pc) * inverse_p);
        let s = if (t == free) & crossing { s } else { again };
        let v = c + p * s - q * t;
        let least = v.dot(c) - v.dot(p).abs() - v.dot(q).abs();
        Nearest { s, t, v, least, single: crossing | (pp == zero) | (qq == zero) }
    }
}

/// A place, limited to [−1, 1]; an end where it is no number.
#[inline(always)]
fn limited<T: Real>(place: T) -> T {
    place.max(-T::ONE).min(T::ONE)
}
