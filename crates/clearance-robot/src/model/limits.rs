//! Joints at their limits and beyond.

use clearance_world::hint;

use super::joint::{Joint, Limits};
use super::robot::Robot;
use crate::error::RobotError;

/// How far beyond a limit a value may lie to be taken for the limit, radians or metres: limits that were rounded to
/// five digits, or to single precision, are missed by less, and no joint is placed more finely.
pub const LIMIT_TOLERANCE: f64 = 1e-5;

/// How limits are given to a joint that has none, for errors.
pub(crate) fn limits_option(joint: &str) -> String {
    format!("limits: --limits {joint}=LOW:HIGH, in Python limits={{{joint:?}: (low, high)}}")
}

impl Robot {
    /// Gives a joint a least and a greatest value, by its name; of a base `x` is enough for `base/x`, if no other joint
    /// has a value of that name. Joints that turn without end are limited too.
    ///
    /// Refuses limits that are empty or not finite, and joints that do not move.
    ///
    /// ```
    /// use clearance_robot::{Base, Robot};
    /// let cart = Robot::builder("cart").link("body", vec![]).build().unwrap();
    /// let mut cart = cart.on_base(Base::Planar, "base", "floor").unwrap();
    /// cart.set_limits("x", [-3.0, 3.0]).unwrap();
    /// assert_eq!(cart.names_beyond_limits(&[3.5, 9.0, 0.0]), ["base/x"]);
    /// let error = cart.set_limits("z", [0.0, 1.0]).unwrap_err().to_string();
    /// assert_eq!(error, "no joint is named \"z\"");
    /// ```
    pub fn set_limits(&mut self, joint: &str, [lower, upper]: [f64; 2]) -> Result<(), RobotError> {
        let named = |robot: &Self| -> Result<usize, RobotError> {
            let suffix = format!("/{joint}");
            let mut found = (0..robot.joints().len()).filter(|&place| robot.joints()[place].name.ends_with(&suffix));
            match (robot.joint_named(joint), found.next(), found.next()) {
                (Some(place), ..) | (None, Some(place), None) => Ok(place),
                (None, Some(first), Some(second)) => {
                    let both = [first, second].map(|place| robot.joints()[place].name.as_str());
                    Err(RobotError::new(format!("{joint:?} may be {:?} or {:?}: write one of them", both[0], both[1])))
                }
                (None, None, _) => {
                    let known: Vec<&str> = robot.joints().iter().map(|joint| joint.name.as_str()).collect();
                    Err(RobotError::new(format!("no joint is named {joint:?}{}", hint(joint, &known))))
                }
            }
        };
        let place = named(self)?;
        let found = &mut self.joints[place];
        let name = &found.name;
        if !found.kind.moves() {
            return Err(RobotError::new(format!("joint {name:?} does not move, so it has no limits")));
        }
        if !(lower <= upper && lower.is_finite() && upper.is_finite()) {
            let what = "limits must be finite, the lower one not above the upper one";
            return Err(RobotError::new(format!("joint {name:?}: {what}, got {lower} and {upper}")));
        }
        found.limits = Some(Limits { lower, upper });
        Ok(())
    }

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
            let Some(limits) = joint.limits else { continue };
            let nearest = value.clamp(limits.lower, limits.upper);
            if *value != nearest && (*value - nearest).abs() <= tolerance {
                *value = nearest;
                clamped.push(joint.name.as_str());
            }
        }
        clamped
    }
}
