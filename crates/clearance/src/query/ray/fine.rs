//! The time and the weights of a crossing in twofold numbers: the floats that exact ones round to, almost always.

use super::RayHit;
use super::segment::{RoughHit, SegmentEnclosure};
use crate::math::twofold::{Two, TwoVec};
use crate::math::{Vec3, Vector};
use crate::proximity::Bounds;

type Fine = TwoVec<Vec3<f64>>;

/// Products of three lengths in this range are far from under- and overflow, and so is what they round.
const RANGE: [f64; 2] = [1e-60, 1e60];

/// A rough hit of a segment known exactly, with its numbers rounded once; `None` if one of them is too near to where it
/// would round otherwise.
///
/// Differences of floats are exact as twofold numbers. A product or a sum of twofold numbers is off by `8u²` of its
/// terms, so that `A·N` and `d·N` are off as in [`SegmentEnclosure::crossing`] with `8u²` for `u`: below `512u²` of the
/// products of lengths, as `d·(B × C)` is.
pub(super) fn hit(segment: &SegmentEnclosure, corners: [Vec3<f64>; 3], rough: &RoughHit) -> Option<RayHit<Vec3<f64>>> {
    const SQUARE: f64 = f64::EPSILON * f64::EPSILON / 4.0;
    let [a, b, c] = corners.map(|corner| Fine::difference(corner, segment.origin));
    let (ab, ac, way) =
        (Fine::difference(corners[1], corners[0]), Fine::difference(corners[2], corners[0]), segment.way);
    let far = a.hi.max_abs().max(b.hi.max_abs()).max(c.hi.max_abs());
    let (size, long) = (ab.hi.max_abs().max(ac.hi.max_abs()), way.max_abs());
    let in_range = |length: f64| RANGE[0] < length && length < RANGE[1];
    if ![far, size, long].into_iter().all(in_range) {
        return None;
    }
    let (normal, way) = (ab.cross(ac), Fine::new(way));
    let (facing, height) = (way.dot(normal), a.dot(normal));
    let off = 512.0 * SQUARE;
    let facing_off = off * size * size * long / facing.hi.abs();
    let ratio = |number: Two<f64>, error: f64| {
        let ratio = number / facing;
        // The ratio's own relative error, that of the denominator, and the numerator's.
        let error = ratio.hi.abs() * (32.0 * SQUARE + facing_off * 1.125) + error / facing.hi.abs() * 1.125;
        (ratio, error)
    };
    let (time, error) = ratio(height, off * size * size * far);
    if time.lo.abs() <= error {
        // Perhaps a float itself.
        return None;
    }
    let nearest = rounded((time, error))?;
    let time = if time.lo > 0.0 {
        Bounds { lower: nearest, upper: nearest.next_up() }
    } else {
        Bounds { lower: nearest.next_down(), upper: nearest }
    };
    let mut barycentric = [0.0; 3];
    for (weight, (p, q)) in barycentric.iter_mut().zip([(b, c), (c, a), (a, b)]) {
        *weight = rounded(ratio(way.dot(p.cross(q)), off * far * far * long))?;
    }
    Some(RayHit { time, nearest, barycentric, normal: rough.normal.normalized() })
}

/// The float nearest to all numbers within an error of a twofold one, if it is one.
fn rounded((number, error): (Two<f64>, f64)) -> Option<f64> {
    let [low, high] = [number.hi + (number.lo - error).next_down(), number.hi + (number.lo + error).next_up()];
    (low == number.hi && high == number.hi).then_some(number.hi)
}
