//! The times at which two bodies that move are within a distance: all of them.
//!
//! Parts of the time are halved, the longest first. Over a part no point of a body is farther from where it is in the
//! middle than its [travel](Moving::travel). So bodies farther apart in the middle than the distance and both travels
//! stay farther than the distance, and bodies within the distance minus both travels stay within it. The signed
//! distance of convex bodies changes by no more than both travels, that of others only while they are apart: theirs
//! counts as zero in contact. A halfspace moves the points of the other body, as they are in its frame.

use std::collections::VecDeque;

use clearance::query::ApproachOptions;
use clearance::{Bounds, Pose, Real, Space};

use super::Moving;
use super::closest::{at, size};
use crate::refusal::Refusal;

/// Times at which a signed distance is at most a distance that was given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimesBelow<T> {
    /// Just before and just after these times, the signed distance is greater than the given distance.
    pub times: Bounds<T>,
    /// Whether the signed distance is proven to be within the given distance at some of these times. Otherwise it comes
    /// near to it, and neither is proven.
    pub proven: bool,
}

/// The length of the shortest parts in roundoffs of the time 1.
const SHORTEST: f64 = 16.0;

/// All times at which two bodies are at most a distance apart, by [`ApproachOptions::within`], its times, its number of
/// steps and its options of queries.
pub(crate) fn times_below<V: Space>(
    sides: [Moving<'_, V>; 2],
    distance: V::Scalar,
    options: &ApproachOptions<V::Scalar>,
) -> Result<Vec<TimesBelow<V::Scalar>>, Refusal> {
    let has_parts = sides.iter().find(|side| side.body.has_parts());
    if let (Some(side), true) = (has_parts, distance < V::Scalar::ZERO) {
        return Err(Refusal::NegativeDistance { kind: side.body.kind() });
    }
    let (width, shortest) = (options.width(size(sides)), V::Scalar::UNIT * V::Scalar::from_f64(SHORTEST));
    let mut open = VecDeque::from([[options.times.lower, options.times.upper]]);
    let (mut found, mut steps) = (Vec::new(), 0);
    while let Some(ends) = open.pop_front() {
        steps += 1;
        let length = ends[1] - ends[0];
        let middle = ends[0] + length * V::Scalar::HALF;
        let (travel, bounds) = over(sides, [ends[0], middle, ends[1]], has_parts.is_none(), options);
        let over = Bounds { lower: (bounds.lower - travel).next_down(), upper: (bounds.upper + travel).next_up() };
        if over.lower > distance {
            continue;
        }
        let is_over = over.upper <= distance || over.width() <= width || length <= shortest;
        if is_over || steps >= options.max_steps {
            found.push((ends, bounds.upper <= distance));
        } else {
            open.extend([[ends[0], middle], [middle, ends[1]]]);
        }
    }
    Ok(stretches(found))
}

/// How far points of both bodies come together from where they are in the middle of a part of the time, and the bounds
/// of their signed distance there; in contact it is zero, unless it is that of convex bodies.
fn over<V: Space>(
    sides: [Moving<'_, V>; 2],
    [first, middle, last]: [V::Scalar; 3],
    is_convex: bool,
    options: &ApproachOptions<V::Scalar>,
) -> (V::Scalar, Bounds<V::Scalar>) {
    let (found, poses) = at(sides, middle, &options.query);
    let travel = [0, 1].map(|i| {
        let (side, other) = (&sides[i], &sides[1 - i]);
        let moved = match side.body.is_bounded() {
            true => side.body.aabb(&Pose::IDENTITY),
            false => other.body.aabb(&Pose::relative(&poses[i], &poses[1 - i])),
        };
        side.travel_of(&moved, [&side.motion.pose_at(first), &poses[i], &side.motion.pose_at(last)], last - first)
    });
    let Bounds { lower, upper } = found.bounds;
    let zero = V::Scalar::ZERO;
    let bounds = if is_convex { found.bounds } else { Bounds { lower: lower.max(zero), upper: upper.max(zero) } };
    ((travel[0] + travel[1]).next_up(), bounds)
}

/// Parts of the time as stretches, one for all that follow one another.
fn stretches<T: Real>(mut parts: Vec<([T; 2], bool)>) -> Vec<TimesBelow<T>> {
    parts.sort_by(|([a, _], _), ([b, _], _)| a.partial_cmp(b).unwrap_or(core::cmp::Ordering::Equal));
    let mut all: Vec<TimesBelow<T>> = Vec::new();
    for ([lower, upper], proven) in parts {
        match all.last_mut() {
            Some(last) if last.times.upper == lower => {
                last.times.upper = upper;
                last.proven |= proven;
            }
            _ => all.push(TimesBelow { times: Bounds { lower, upper }, proven }),
        }
    }
    all
}
