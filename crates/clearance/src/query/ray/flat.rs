//! The crossing of a segment and a flat triangle: the longest of its sides.

use core::cmp::Ordering;

use super::{Crossing, hit};
use crate::exact::{Exact, ExactVector};
use crate::query::Space;

/// Where the segment from the origin to `way / scale` first meets a triangle whose corners are on one line, or one
/// point.
///
/// With the longest side from `p` to `p + e` and the displacement `w`: unless they are parallel, `t w = p + s e` has a
/// solution only if `p·(w × e) = 0`, and then `t = (p × e)·(w × e) / |w × e|²` and `s = −(w × p)·(w × e) / |w × e|²`.
pub(super) fn crossing<V: Space>(corners: [ExactVector; 3], way: &ExactVector, scale: &Exact) -> Crossing<V> {
    let (way, zero) = (way.scale(scale), Exact::ZERO);
    let (i, j) = longest(&corners);
    let (p, e) = (&corners[i], &corners[j] - &corners[i]);
    let across = way.cross(&e);
    let ratio = if across.is_zero() {
        if !p.cross(&e).is_zero() || !p.cross(&way).is_zero() {
            return Crossing::Miss;
        }
        along(p, &e, &way)
    } else {
        let squared = across.norm_squared();
        let (time, share) = (p.cross(&e).dot(&across), -way.cross(p).dot(&across));
        let meets = p.dot(&across).is_zero() && is_within(&time, &squared) && is_within(&share, &squared);
        meets.then(|| [(time, squared.clone()), (share, squared)])
    };
    let Some([(time, whole), (share, length)]) = ratio else { return Crossing::Miss };
    let rest = &length - &share;
    let weight = |k: usize| match k {
        _ if k == j => (&share, &length),
        _ if k == i => (&rest, &length),
        _ => (&zero, &length),
    };
    Crossing::Hit(hit(&time, &whole, [weight(0), weight(1), weight(2)], &-way))
}

/// The first time, and how far it is from `p` to `p + e`, on one line with the segment; each over a positive
/// denominator.
fn along(p: &ExactVector, e: &ExactVector, way: &ExactVector) -> Option<[(Exact, Exact); 2]> {
    let (squared, length) = (way.norm_squared(), e.norm_squared());
    if squared.is_zero() {
        // A point: on the side, or on the corner that the side is.
        let share = -p.dot(e);
        let meets = if length.is_zero() { p.is_zero() } else { is_within(&share, &length) };
        let length = if length.is_zero() { Exact::ONE } else { length };
        return meets.then_some([(Exact::ZERO, Exact::ONE), (share, length)]);
    }
    let (start, end) = (p.dot(way), &p.dot(way) + &e.dot(way));
    let ahead = start.cmp(&end) != Ordering::Greater;
    let (first, last) = if ahead { (&start, &end) } else { (&end, &start) };
    if last.sign() < 0 || first.cmp(&squared) == Ordering::Greater {
        return None;
    }
    if first.sign() >= 0 {
        let share = if ahead { Exact::ZERO } else { Exact::ONE };
        return Some([(first.clone(), squared), (share, Exact::ONE)]);
    }
    // From within the side, which has a length then.
    Some([(Exact::ZERO, Exact::ONE), (-p.dot(e), length)])
}

fn is_within(number: &Exact, whole: &Exact) -> bool {
    number.sign() >= 0 && number.cmp(whole) != Ordering::Greater
}

/// The ends of the longest side, the first of equal ones.
fn longest(corners: &[ExactVector; 3]) -> (usize, usize) {
    let length = |(i, j): (usize, usize)| (&corners[j] - &corners[i]).norm_squared();
    let mut best = (0, 1);
    for side in [(1, 2), (2, 0)] {
        if length(side).cmp(&length(best)) == Ordering::Greater {
            best = side;
        }
    }
    best
}
