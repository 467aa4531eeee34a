//! Joints at their limits and beyond.

use super::joint::{Joint, JointKind};
use super::robot::Robot;

/// How far beyond a limit a value may lie to be taken for the limit, radians or metres: limits that were rounded to
/// five digits, or to single precision, are missed by less, and no joint is placed more finely.
pub const LIMIT_TOLERANCE: f64 = 1e-5;

impl Robot {
    /// The joints that a configuration has outside of their limits, mimicking ones included: their places and values.
    pub fn beyond_limits(&self, q: &[f64]) -> Vec<(usize, f64)> {
        let outside = |(i, joint): (usize, &Joint)| {
            let limits = joint.limits?;
            let (value, error) = joint.drive.value(q);
            (value < limits.lower - error || value > limits.upper + error).then_some((i, value))
        };
        if q.len() != self.dof() { Vec::new() } else { self.joints().iter().enumerate().filter_map(outside).collect() }
    }

    /// The names of the joints that a configuration has outside of their limits.
    pub fn names_beyond_limits(&self, q: &[f64]) -> Vec<&str> {
        self.beyond_limits(q).into_iter().map(|(joint, _)| self.joints()[joint].name.as_str()).collect()
    }

    /// Moves the values that lie beyond a limit by at most a tolerance to the limit, and returns the names of their
    /// joints. Values farther beyond stay as they are, as do those of joints without limits.
    ///
    /// ```
    /// use clearance_robot::{JointKind, JointSpec, Robot};
    /// let joint = JointSpec::new("turn", JointKind::Revolute, "base", "arm").limited(-1.0, 1.5);
    /// let robot = Robot::builder("r").link("base", vec![]).link("arm", vec![]).joint(joint).build().unwrap();
    /// let mut q = [1.5 + 2.6e-6];
    /// assert_eq!((robot.clamp_to_limits(&mut q, 1e-5), q), (vec!["turn"], [1.5]));
    /// assert!(robot.clamp_to_limits(&mut [1.6], 1e-5).is_empty());
    /// ```
    pub fn clamp_to_limits(&self, q: &mut [f64], tolerance: f64) -> Vec<&str> {
        let mut clamped = Vec::new();
        for (value, &joint) in q.iter_mut().zip(self.variables()) {
            let joint = &self.joints()[joint];
            let Some(limits) = joint.limits.filter(|_| joint.kind != JointKind::Continuous) else { continue };
            let nearest = value.clamp(limits.lower, limits.upper);
            if *value != nearest && (*value - nearest).abs() <= tolerance {
                *value = nearest;
                clamped.push(joint.name.as_str());
            }
        }
        clamped
    }
}
