//! When features first come within a distance `d > 0`, in floats.
//!
//! For a direction `n` the distance at a time is at least `min n·(bⱼ − aᵢ) / |n|` over the points of both features,
//! and each of these is linear in time, whatever the features do. So the direction between the closest points at a
//! time `t` proves a distance above `d` up to the first time at which one of them falls to `d |n|`; there the next
//! direction is taken. Bound and distance agree at `t` to first order, so the steps are those of Newton's method.
//! They end at the end of the motion, or where closest points at a time just after prove the distance to be at most
//! `d`.
//!
//! **Errors.** A product `n·(bⱼ − aᵢ)` with `|bⱼ − aᵢ| ≤ L` in each component and `|n|` near 1 has three terms of a
//! sum of at most `√3 L |n|`, with four roundings each: `8u L` with slack. A line through two values of at most `2L`
//! has an error of four roundings of these: `16u L`; `24u L` in all.

use super::features::{FeaturePair, MovingFeatures};
use super::nearest::weights;
use crate::exact::Rounded;
use crate::math::{Real, Vec3, Vector};

/// The proof that floats give.
#[derive(Clone, Copy, Debug)]
pub(super) enum Approach {
    /// The distance stays above `d`, up to the limit.
    Never,
    /// It is above `d` before the lower bound, and at most `d` at the upper one.
    At(Rounded<f64>),
    /// It is above `d` before `from`; nothing is proven of what follows.
    Open { from: f64 },
}

/// Rounding of the linear bounds, times `u L`.
const BOUND_ERROR: f64 = 24.0 * f64::UNIT;

/// Rounding of the distance of two given points, times `u` and the sum of the largest components of `x`, `y` and `z`:
/// `5u` of each vector, and of the products and sums of three vectors with weights of at most 1 four more; `√3` for the
/// length, and two roundings of its own. `20u` with slack.
const POINT_ERROR: f64 = 20.0 * f64::UNIT;

/// Newton's steps are doubled digits, and a graze halves what is left: 32 steps reach the rounding of either.
const STEPS: usize = 32;

pub(super) fn approach(features: &MovingFeatures, distance: f64, limit: f64) -> Approach {
    if !(size(features) < f64::LARGEST) || !(distance < f64::LARGEST) {
        return Approach::Open { from: 0.0 };
    }
    let mut free = 0.0;
    for _ in 0..STEPS {
        let Some(near) = features.proximity_at(free) else { break };
        match free_until(features, near.normal, distance, free) {
            Some(time) if time > limit || time >= 1.0 => return Approach::Never,
            Some(time) if time > free => free = time,
            _ => break,
        }
    }
    match reached(features, distance, free) {
        Some(upper) => Approach::At(Rounded { lower: free, nearest: free, upper }),
        None => Approach::Open { from: free },
    }
}

/// The largest difference of coordinates.
fn size(features: &MovingFeatures) -> f64 {
    let of =
        |points: &[Vec3<f64>; 4]| points.iter().fold(0.0, |largest: f64, p| largest.max((*p - points[0]).max_abs()));
    2.0 * of(&features.start).max(of(&features.end))
}

/// A time up to which the distance along `dir` is above `d`, from `t` on; above 1 if it is to the end.
fn free_until(features: &MovingFeatures, dir: Vec3<f64>, distance: f64, t: f64) -> Option<f64> {
    let needed = needed(dir, distance, size(features));
    let split = if features.pair == FeaturePair::VertexFace { 1 } else { 2 };
    let mut until = f64::INFINITY;
    for a in 0..split {
        for b in split..4 {
            let start = dir.dot(features.start[b] - features.start[a]) - needed;
            let end = dir.dot(features.end[b] - features.end[a]) - needed;
            if !(start * (1.0 - t) + end * t > 0.0) {
                return None;
            }
            if end <= 0.0 {
                until = until.min((start / (start - end)).min(1.0f64.next_down()));
            }
        }
    }
    Some(until)
}

/// The value that a product along `dir` must exceed, so that it proves a distance above `d`.
fn needed(dir: Vec3<f64>, distance: f64, size: f64) -> f64 {
    distance * (dir.norm() * (1.0 + 8.0 * f64::UNIT)) + BOUND_ERROR * size + f64::MIN_POSITIVE
}

/// A time at or just after `t` at which two points of the features are proven to be within the distance.
fn reached(features: &MovingFeatures, distance: f64, t: f64) -> Option<f64> {
    // From a few roundings of the time on.
    let steps = (0..6).map(|k| (t + f64::power_of_two(4 * k - 50)).min(1.0));
    core::iter::once(t).chain(steps).find(|&time| is_within(features, distance, time))
}

fn is_within(features: &MovingFeatures, distance: f64, t: f64) -> bool {
    let Some(near) = features.proximity_at(t) else { return false };
    let [x, y, z] = features.vectors_at(t);
    let [_, first, second, third] = weights(features.pair, &near);
    let between = match features.pair {
        // Weights whose sum exceeds 1 by rounding are made smaller, so that the point is in the triangle.
        FeaturePair::VertexFace => {
            let shrink = 1.0 - 4.0 * f64::UNIT;
            x + y * (second * shrink).clamp(0.0, 1.0) + z * (third * shrink).clamp(0.0, 1.0)
        }
        FeaturePair::EdgeEdge => x - y * first.clamp(0.0, 1.0) + z * third.clamp(0.0, 1.0),
    };
    // `vectors_at` bounds its error by the sizes at both ends of the motion.
    let extent = (x.max_abs() + y.max_abs() + z.max_abs()).max(size(features));
    at_most(between, extent) <= distance
}

/// An upper bound of the length of a vector between two points whose vectors have this extent.
fn at_most(between: Vec3<f64>, extent: f64) -> f64 {
    between.norm() * (1.0 + 4.0 * f64::UNIT) + POINT_ERROR * extent + f64::MIN_POSITIVE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_count_as_derived() {
        let dir = Vec3::new(0.6, 0.0, 0.8);
        // 24u of 4 beside the distance, and 20u of 8.
        let off = |bound: f64, value: f64, derived: f64| ((bound - value) / (derived * f64::UNIT) - 1.0).abs();
        assert!(off(needed(dir, 0.0, 4.0), 0.0, 96.0) < 1e-12);
        assert!(off(needed(dir, 1024.0, 0.0), 1024.0, 8192.0) < 0.3);
        assert!(off(at_most(Vec3::ZERO, 8.0), 0.0, 160.0) < 1e-12);
        assert!(off(at_most(dir * 1024.0, 0.0), 1024.0, 4096.0) < 0.6);
        assert!(needed(Vec3::ZERO, 0.0, 0.0) > 0.0 && at_most(Vec3::ZERO, 0.0) > 0.0);
    }

    #[test]
    fn the_size_is_that_of_differences_at_both_ends() {
        let at = |x: f64| [[0.0, 0.0, 1.0], [x, 2.0, 0.0], [0.0, 1.0, 5.0], [1.0, 1.0, 1.0]].map(Vec3::from);
        assert_eq!(size(&MovingFeatures::edge_edge(at(3.0), at(-7.0))), 14.0);
    }
}
