//! Points and segments, or balls and capsules about them.

use super::{Found, Setting};
use crate::closed_form::PARALLEL_EXPONENT;
use crate::math::{Pose, Real, Vector};
use crate::proximity::Feature;
use crate::support::Form;

/// Segments about the origins of their frames if `CENTRED`, since most are, and it costs less; else any.
#[inline(always)]
pub(super) fn segments<const CENTRED: bool, V: Vector>(
    setting: &Setting<V>,
    poses: [&Pose<V>; 2],
    cores: [SegmentCore<V>; 2],
) -> Option<Found<V>> {
    let PosedSegments { middle, half: [half_a, half_b] } = posed::<CENTRED, V>(poses, cores);
    let apart = apart(setting, middle);
    let NearestPlaces { s, t, v, least, single } = NearestPlaces::new(apart, half_a, half_b);
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
        witness_a: middle.map_or(half_a * s, |[of_a, _]| of_a + half_a * s),
        features: [Feature::of_segment(place(s)), Feature::of_segment(place(t))],
        unique: single,
    })
}

/// Whether the bodies meet.
#[inline(always)]
pub(super) fn meet<const CENTRED: bool, V: Vector>(
    setting: &Setting<V>,
    poses: [&Pose<V>; 2],
    cores: [SegmentCore<V>; 2],
) -> Option<bool> {
    let PosedSegments { middle, half: [half_a, half_b] } = posed::<CENTRED, V>(poses, cores);
    let NearestPlaces { v, least, .. } = NearestPlaces::new(apart(setting, middle), half_a, half_b);
    // The plane across `v` separates the cores by `least / |v|`.
    setting.meet_between(v.norm_squared(), least)
}

/// The vector from the middle of B to that of A.
#[inline(always)]
fn apart<V: Vector>(setting: &Setting<V>, middle: Option<[V; 2]>) -> V {
    middle.map_or(-setting.offset, |[of_a, of_b]| of_a - of_b - setting.offset)
}

/// A core.
#[derive(Clone, Copy)]
pub(super) enum SegmentCore<V: Vector> {
    Point(V),
    Segment([V; 2]),
}

impl<V: Vector> SegmentCore<V> {
    /// `None` for other forms.
    #[inline(always)]
    pub fn of(form: Form<V>) -> Option<Self> {
        match form {
            Form::Point(point) => Some(SegmentCore::Point(point)),
            Form::Segment(ends) => Some(SegmentCore::Segment(ends)),
            _ => None,
        }
    }

    /// Twice the middle.
    #[inline(always)]
    pub fn sum(self) -> V {
        match self {
            SegmentCore::Point(point) => point + point,
            SegmentCore::Segment([start, end]) => start + end,
        }
    }

    /// The vector from the middle to the second end, along the axes of the world.
    #[inline(always)]
    fn half<const CENTRED: bool>(self, pose: &Pose<V>) -> V {
        match self {
            SegmentCore::Point(_) => V::ZERO,
            SegmentCore::Segment([_, end]) if CENTRED => pose.vector(end),
            SegmentCore::Segment([start, end]) => pose.vector((end - start) * V::Scalar::HALF),
        }
    }
}

/// Two cores along the axes of the world, each from its body's origin.
struct PosedSegments<V: Vector> {
    /// `None` for the origins.
    middle: Option<[V; 2]>,
    /// The vectors from the middles to the second ends.
    half: [V; 2],
}

#[inline(always)]
fn posed<const CENTRED: bool, V: Vector>(poses: [&Pose<V>; 2], cores: [SegmentCore<V>; 2]) -> PosedSegments<V> {
    let middle = |i: usize| poses[i].vector(cores[i].sum() * V::Scalar::HALF);
    PosedSegments {
        middle: if CENTRED { None } else { Some([middle(0), middle(1)]) },
        half: [cores[0].half::<CENTRED>(poses[0]), cores[1].half::<CENTRED>(poses[1])],
    }
}

/// The nearest points of two segments.
struct NearestPlaces<V: Vector> {
    /// Their places, from −1 to 1.
    s: V::Scalar,
    t: V::Scalar,
    /// The vector from B to A, and its least product with a difference of ends.
    v: V,
    least: V::Scalar,
    /// Whether there is one such pair only.
    single: bool,
}

impl<V: Vector> NearestPlaces<V> {
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
        // Beyond an end of B, or with a B that is a point, or with parallel lines, the nearest place on A is that of
        // the end.
        let again = limited((pq * t - pc) * inverse_p);
        let s = if (t == free) & crossing { s } else { again };
        let v = c + p * s - q * t;
        let least = v.dot(c) - v.dot(p).abs() - v.dot(q).abs();
        NearestPlaces { s, t, v, least, single: crossing | (pp == zero) | (qq == zero) }
    }
}

/// A place, limited to [−1, 1]; an end where it is no number.
#[inline(always)]
fn limited<T: Real>(place: T) -> T {
    place.max(-T::ONE).min(T::ONE)
}
