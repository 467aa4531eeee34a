//! Points in time, joined as the joint trajectory controller of ros2_controllers joins them: each joint apart, by the
//! polynomial of least degree that has what both ends give.

use clearance::Real;

use super::{Source, Track, Trajectory, TrajectoryError, refuse};
use crate::kinematics::LARGEST_ANGLE;
use crate::path::Curve;

/// What joins two points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// Positions: straight.
    Linear,
    /// Positions and velocities.
    Cubic,
    /// Positions, velocities and accelerations.
    Quintic,
}

/// A point of a trajectory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimedPoint {
    /// Seconds.
    pub time: f64,
    /// Radians or metres.
    pub positions: Vec<f64>,
    /// A second.
    pub velocities: Option<Vec<f64>>,
    /// A second squared.
    pub accelerations: Option<Vec<f64>>,
}

impl TimedPoint {
    /// A point with positions alone.
    pub fn at(time: f64, positions: Vec<f64>) -> Self {
        TimedPoint { time, positions, velocities: None, accelerations: None }
    }
    /// With velocities.
    pub fn with_velocities(self, velocities: Vec<f64>) -> Self {
        TimedPoint { velocities: Some(velocities), ..self }
    }
    /// With accelerations.
    pub fn with_accelerations(self, accelerations: Vec<f64>) -> Self {
        TimedPoint { accelerations: Some(accelerations), ..self }
    }

    fn of(&self, order: usize) -> Option<&Vec<f64>> {
        [Some(&self.positions), self.velocities.as_ref(), self.accelerations.as_ref()][order]
    }
}

impl Interpolation {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Cubic => "cubic",
            Self::Quintic => "quintic",
        }
    }

    /// What the points have: of those that all have.
    pub fn of(points: &[TimedPoint]) -> Self {
        let all = |order: usize| points.iter().all(|point| point.of(order).is_some());
        match (all(1), all(2)) {
            (true, true) => Self::Quintic,
            (true, false) => Self::Cubic,
            _ => Self::Linear,
        }
    }

    fn orders(self) -> usize {
        match self {
            Self::Linear => 1,
            Self::Cubic => 2,
            Self::Quintic => 3,
        }
    }
}

impl Trajectory {
    /// A trajectory through points, at least two, whose times increase.
    pub fn through(points: &[TimedPoint], interpolation: Interpolation) -> Result<Self, TrajectoryError> {
        let [first, _, ..] = points else {
            return refuse(format!("a trajectory must have at least 2 points, got {}", points.len()));
        };
        let joints = first.positions.len();
        for (i, point) in points.iter().enumerate() {
            check(point, joints, interpolation).map_err(|error| TrajectoryError(format!("point {i}: {error}")))?;
        }
        if let Some(i) = points.windows(2).position(|pair| pair[0].time >= pair[1].time) {
            let (one, next) = (points[i].time, points[i + 1].time);
            return refuse(format!("times must increase, got {one} s at point {i} and {next} s after it"));
        }
        let breaks: Vec<f64> = points.iter().map(|point| point.time).collect();
        let track = |joint: usize| {
            let curves = points.windows(2).map(|pair| joined([&pair[0], &pair[1]], joint, interpolation)).collect();
            Track { breaks: breaks.clone(), curves }
        };
        let tracks = (0..joints).map(track).collect();
        let source = Source::Points(points.to_vec(), interpolation);
        Ok(Trajectory { tracks, source, bodies: Vec::new(), tubes: Vec::new(), jumps: Vec::new() })
    }
}

fn check(point: &TimedPoint, joints: usize, interpolation: Interpolation) -> Result<(), TrajectoryError> {
    if !point.time.is_finite() {
        return refuse(format!("the time must be finite, got {}", point.time));
    }
    for (order, what) in (0..interpolation.orders()).zip(["positions", "velocities", "accelerations"]) {
        let Some(values) = point.of(order) else {
            return refuse(format!("a {} trajectory needs {what}, got none", interpolation.name()));
        };
        if values.len() != joints {
            return refuse(format!("expected {joints} {what}, got {}", values.len()));
        }
        if let Some(joint) = values.iter().position(|value| !(value.abs() <= LARGEST_ANGLE)) {
            let value = values[joint];
            return refuse(format!("{what} must be within {LARGEST_ANGLE:e} of zero, got {value} of joint {joint}"));
        }
    }
    Ok(())
}

/// The polynomial between two points, by its control points: `p₀, p₁`; `p₀, p₀ + v₀T/3, p₁ − v₁T/3, p₁`; `p₀, p₀ +
/// v₀T/5, p₀ + 2v₀T/5 + a₀T²/20, p₁ − 2v₁T/5 + a₁T²/20, p₁ − v₁T/5, p₁`.
///
/// The difference T, a product and a quotient round by `u` each, a square by two more, and two sums by `u` of what they
/// give: `8u` of the magnitudes.
fn joined(ends: [&TimedPoint; 2], joint: usize, interpolation: Interpolation) -> Curve {
    let duration = ends[1].time - ends[0].time;
    let given = |order: usize, end: usize| ends[end].of(order).map_or(0.0, |values| values[joint]);
    let p = [given(0, 0), given(0, 1)];
    let v = [0, 1].map(|end| given(1, end) * duration);
    let a = [0, 1].map(|end| given(2, end) * duration * duration / 20.0);
    let size = p.iter().chain(&v).chain(&a).fold(0.0, |sum, value| sum + value.abs());
    let error = 8.0 * f64::UNIT * size;
    match interpolation {
        Interpolation::Linear => Curve::new(&p, 0.0),
        Interpolation::Cubic => Curve::new(&[p[0], p[0] + v[0] / 3.0, p[1] - v[1] / 3.0, p[1]], error),
        Interpolation::Quintic => {
            let inner = [p[0] + v[0] / 5.0, p[0] + 2.0 * v[0] / 5.0 + a[0]];
            let outer = [p[1] - 2.0 * v[1] / 5.0 + a[1], p[1] - v[1] / 5.0];
            Curve::new(&[p[0], inner[0], inner[1], outer[0], outer[1], p[1]], error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use dashu_ratio::RBig;

    fn q(x: f64) -> RBig {
        RBig::try_from(x).unwrap()
    }

    /// The control points in rationals.
    fn exact(ends: [&TimedPoint; 2], is_quintic: bool) -> Vec<RBig> {
        let duration = q(ends[1].time) - q(ends[0].time);
        let of = |order: usize, end: usize| q(ends[end].of(order).unwrap()[0]);
        let p = [of(0, 0), of(0, 1)];
        let v = [0, 1].map(|end| of(1, end) * &duration);
        if !is_quintic {
            let third = [&v[0] / q(3.0), &v[1] / q(3.0)];
            return vec![p[0].clone(), &p[0] + &third[0], &p[1] - &third[1], p[1].clone()];
        }
        let a = [0, 1].map(|end| of(2, end) * &duration * &duration / q(20.0));
        let v = v.map(|v| v / q(5.0));
        let inner = [&p[0] + &v[0], &p[0] + q(2.0) * &v[0] + &a[0]];
        let outer = [&p[1] - q(2.0) * &v[1] + &a[1], &p[1] - &v[1]];
        [vec![p[0].clone()], inner.to_vec(), outer.to_vec(), vec![p[1].clone()]].concat()
    }

    #[test]
    fn control_points_are_within_their_errors_of_exact_ones() {
        let mut random = Random::new(0x41b);
        let mut most = 0.0f64;
        for trial in 0..2000 {
            let mut number = |size: f64| random.between(-size, size);
            let start = number(50.0);
            let times = [start, start + number(0.5).abs() + 0.01];
            let ends = times.map(|time| {
                let point = TimedPoint::at(time, vec![number(3.0)]).with_velocities(vec![number(20.0)]);
                point.with_accelerations(vec![number(200.0)])
            });
            for interpolation in [Interpolation::Cubic, Interpolation::Quintic] {
                let curve = joined([&ends[0], &ends[1]], 0, interpolation);
                let truth = exact([&ends[0], &ends[1]], interpolation == Interpolation::Quintic);
                // At the ends nothing is rounded.
                let (_, error) = curve.at(1.0);
                for (found, truth) in curve.controls().iter().zip(truth) {
                    let off = (q(*found) - truth).to_f64().value().abs();
                    assert!(off <= error && error < 1e-13, "seed 0x41b, {trial}: {off:e} {error:e}");
                    most = most.max(off / error);
                }
            }
        }
        assert!(most > 0.05, "{most}");
    }
}
