//! Whether a trajectory keeps the limits of its joints, with proof: extrema of polynomials are enclosed, not sampled.

use clearance::{Bounds, Real};

use super::Trajectory;
use crate::model::joint::JointKind;
use crate::model::robot::Robot;
use crate::path::Curve;

/// Largest magnitudes of derivatives, one for each value of a configuration; `None` for no limit. URDF files have those
/// of velocities.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RateLimits {
    /// A second; in place of the robot's where given.
    pub velocities: Vec<Option<f64>>,
    /// A second squared.
    pub accelerations: Vec<Option<f64>>,
    /// A second cubed.
    pub jerks: Vec<Option<f64>>,
    /// How far beyond a limit of position a value may be, radians or metres.
    pub tolerance: f64,
}

/// What has a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Radians or metres.
    Position,
    /// Its first derivative by time.
    Velocity,
    /// Its second.
    Acceleration,
    /// Its third.
    Jerk,
}

/// A limit that a trajectory does not keep, or is not proven to.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitBreach {
    /// The place of the value in a configuration.
    pub joint: usize,
    /// What has the limit.
    pub quantity: Quantity,
    /// The limit.
    pub limit: f64,
    /// An enclosure of the value there.
    pub value: Bounds<f64>,
    /// Seconds.
    pub time: f64,
    /// Whether the value is proven to be beyond the limit; else it is too near to decide.
    pub proven: bool,
}

impl Quantity {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Acceleration => "acceleration",
            Self::Jerk => "jerk",
        }
    }
}

impl Trajectory {
    /// The first place at which each limit is not kept, for each joint and quantity, in the order of the joints. None
    /// are proven to be kept at every time.
    pub fn beyond_limits(&self, robot: &Robot, limits: &RateLimits) -> Vec<LimitBreach> {
        let mut found = Vec::new();
        for (joint, &place) in robot.variables().iter().enumerate().take(self.joints()) {
            let spec = &robot.joints()[place];
            let given = |all: &[Option<f64>]| all.get(joint).copied().flatten();
            let bounded = spec.limits.filter(|_| spec.kind != JointKind::Continuous);
            let position = bounded.map(|ends| [ends.lower - limits.tolerance, ends.upper + limits.tolerance]);
            let around = |size: Option<f64>| size.map(|size| [-size, size]);
            let rates =
                [given(&limits.velocities).or(spec.velocity), given(&limits.accelerations), given(&limits.jerks)];
            let all = [position, around(rates[0]), around(rates[1]), around(rates[2])];
            let quantities = [Quantity::Position, Quantity::Velocity, Quantity::Acceleration, Quantity::Jerk];
            for ((order, range), quantity) in (0..).zip(all).zip(quantities) {
                let Some(range) = range else { continue };
                found.extend(self.first_beyond(joint, (order, range)).map(|breach| LimitBreach { quantity, ..breach }));
            }
        }
        found
    }

    /// Bounds of a joint's value, or of one of its derivatives from 1 to 3, over all of the time. Linear pieces are
    /// enclosed up to rounding; others by the control points of sixteen parts.
    pub fn range(&self, joint: usize, order: usize) -> Bounds<f64> {
        let track = &self.tracks[joint];
        let parts = |(curve, times): (&Curve, &[f64])| {
            let end = |k: usize| k as f64 / PARTS as f64;
            let part = |k: usize| in_time(curve, (order, times[1] - times[0]), [end(k), end(k + 1)]);
            (0..PARTS)
                .map(part)
                .fold([f64::INFINITY, f64::NEG_INFINITY], |all, [low, high]| [all[0].min(low), all[1].max(high)])
        };
        let all = track.curves.iter().zip(track.breaks.windows(2)).map(parts);
        let [lower, upper] =
            all.fold([f64::INFINITY, f64::NEG_INFINITY], |all, [low, high]| [all[0].min(low), all[1].max(high)]);
        Bounds { lower, upper }
    }

    /// The first place at which a derivative is not within a range.
    fn first_beyond(&self, joint: usize, (order, range): (usize, [f64; 2])) -> Option<LimitBreach> {
        let track = &self.tracks[joint];
        track.curves.iter().zip(track.breaks.windows(2)).find_map(|(curve, times)| {
            let duration = times[1] - times[0];
            let (x, [lower, upper], proven) = beyond(curve, (order, duration), range)?;
            let limit = if upper > range[1] { range[1] } else { range[0] };
            let time = if x == 1.0 { times[1] } else { times[0] + x * duration };
            let quantity = Quantity::Position;
            Some(LimitBreach { joint, quantity, limit, value: Bounds { lower, upper }, time, proven })
        })
    }
}

/// Parts of a curve are not halved below this part of it.
const SHORTEST: f64 = 1.0 / (1u64 << 40) as f64;

/// Parts of a curve whose ranges are taken together.
const PARTS: usize = 16;

/// The range of a derivative by time over a part of a curve, enclosed.
fn in_time(curve: &Curve, (order, duration): (usize, f64), ends: [f64; 2]) -> [f64; 2] {
    // The duration, its powers and a quotient round by less than 8u.
    let scale = duration.powi(order as i32);
    let [least, most] = curve.range(order, ends);
    let slack = 16.0 * f64::UNIT * least.abs().max(most.abs()) / scale;
    [least / scale - slack, most / scale + slack]
}

/// Where a derivative by time leaves a range first, with its enclosure there, and whether that is proven.
fn beyond(curve: &Curve, (order, duration): (usize, f64), [low, high]: [f64; 2]) -> Option<(f64, [f64; 2], bool)> {
    let in_time = |ends: [f64; 2]| in_time(curve, (order, duration), ends);
    let mut open = vec![[0.0, 1.0]];
    while let Some([start, end]) = open.pop() {
        let [least, most] = in_time([start, end]);
        if least >= low && most <= high {
            continue;
        }
        let at = in_time([start, start]);
        if at[0] > high || at[1] < low {
            return Some((start, at, true));
        }
        if end - start <= SHORTEST {
            let last = in_time([end, end]);
            return Some((end, last, last[0] > high || last[1] < low));
        }
        let middle = 0.5 * (start + end);
        open.extend([[middle, end], [start, middle]]);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_limit_is_passed_where_samples_are_beyond_it_and_kept_where_none_is_near() {
        let seed = 20_261_126;
        let mut random = Random::new(seed);
        let [mut inside, mut sure] = [0; 2];
        for round in 0..400 {
            let degree = 1 + round % 5;
            let points: Vec<f64> = (0..=degree).map(|_| 2.0 * random.unit() - 1.0).collect();
            let (curve, duration) = (Curve::new(&points, 0.0), 0.1 + random.unit());
            for order in 0..=degree.min(3) {
                let scale = duration.powi(order as i32);
                let at = |x: f64| curve.range(order, [x, x])[1] / scale;
                let samples = (0..=1000).map(|k| at(f64::from(k) / 1000.0));
                let start = [f64::INFINITY, f64::NEG_INFINITY];
                let [least, most] = samples.fold(start, |[low, high], value| [low.min(value), high.max(value)]);
                let slack = 1e-3 * (1.0 + most.abs() + least.abs());
                let ask = |range| beyond(&curve, (order, duration), range);
                let [above, below] = [[least - slack, most - slack], [least + slack, most + slack]].map(ask);
                let [Some(above), Some(below)] = [above, below] else {
                    panic!("seed {seed}, {round}: {points:?} passes neither {least} nor {most}")
                };
                for (x, [lower, upper], proven) in [above, below] {
                    assert!(lower <= at(x) && at(x) <= upper + 1e-9 * slack, "seed {seed}, {round}: {x}");
                    inside += u32::from(x > 0.0 && x < 1.0);
                    sure += u32::from(proven);
                }
                assert!(above.1[1] > most - slack && below.1[0] < least + slack, "seed {seed}, {round}");
                assert!(ask([least - slack, most + slack]).is_none(), "seed {seed}, {round}: {points:?}");
            }
        }
        // Where a limit is crossed slowly the first place may be too near to decide.
        assert!(inside > 100 && sure > 1000, "{inside} begin between the ends, {sure} are proven");
    }

    #[test]
    fn the_range_of_a_joint_holds_its_samples_closely() {
        use crate::trajectory::{Interpolation, TimedPoint};
        let point =
            |time: f64, x: f64, v: f64| TimedPoint { velocities: Some(vec![v]), ..TimedPoint::at(time, vec![x]) };
        let points = [point(0.0, 0.0, 0.0), point(1.0, 1.0, 0.0), point(3.0, 0.0, 0.0)];
        let trajectory = Trajectory::through(&points, Interpolation::Cubic).unwrap();
        // 3x² − 2x³ over 1 s and over 2 s: the velocity is 1.5 in the middle of the first, and −0.75 in the second.
        let [position, velocity] = [0, 1].map(|order| trajectory.range(0, order));
        assert!(position.lower <= 0.0 && position.upper >= 1.0 && position.width() < 1.01, "{position:?}");
        assert!(velocity.lower <= -0.75 && velocity.lower > -0.76, "{velocity:?}");
        assert!(velocity.upper >= 1.5 && velocity.upper < 1.52, "{velocity:?}");
    }
}
