//! How near in time two points of a trajectory may be: the rounding of their positions is a part of what accelerations
//! and jerks are known to that grows as intervals get shorter.

use clearance::Real;

use super::reach::RateBounds;
use super::rounded::Rounded;
use crate::trajectory::TimedPoint;

/// What of a limit may be rounding.
const ROUNDING: f64 = 1e-3;

/// The second and the third derivative of a quintic are known to this part of the size of its values, over the square
/// and the cube of the duration: its control points are to `8u` and rounded by `40u`, and differences make that larger
/// by up to `4 · 5 · 4` and `8 · 5 · 4 · 3`. Cubics are known better.
const NOISE: [f64; 2] = [80.0 * 48.0 * f64::UNIT, 480.0 * 48.0 * f64::UNIT];

/// The shortest interval in which the rounding of accelerations and jerks is small.
pub(super) fn shortest(rounded: &Rounded, limits: &RateBounds) -> f64 {
    let of = |joint: usize| {
        let points = rounded.pieces.iter().flat_map(|piece| &piece.controls);
        let size = points.map(|q| q[joint].abs()).fold(0.0, f64::max);
        let [second, third] = NOISE.map(|noise| noise * size / ROUNDING);
        let jerk = limits.jerks.get(joint).map_or(0.0, |jerk| (third / jerk).cbrt());
        (second / limits.accelerations[joint]).sqrt().max(jerk)
    };
    (0..limits.accelerations.len()).map(of).fold(0.0, f64::max)
}

/// The points without those that are nearer in time to the one before than an interval; the last one stays.
pub(super) fn apart(points: Vec<TimedPoint>, interval: f64) -> Vec<TimedPoint> {
    let mut kept: Vec<TimedPoint> = Vec::with_capacity(points.len());
    let count = points.len();
    for (i, point) in points.into_iter().enumerate() {
        if kept.last().is_some_and(|last| point.time - last.time < interval) {
            match i + 1 == count {
                true if kept.len() > 1 => drop(kept.pop()),
                true => (),
                false => continue,
            }
        }
        kept.push(point);
    }
    kept
}
