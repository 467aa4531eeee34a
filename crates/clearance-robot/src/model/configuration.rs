//! Configurations, and the values of joints that one does not name.

use super::robot::Robot;
use crate::error::RobotError;
use crate::kinematics::LARGEST_ANGLE;

/// The values of joints that a configuration does not name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rest {
    values: Vec<Option<f64>>,
}

impl Rest {
    /// The values of all variables of a robot in their order, `None` for those that have to be named.
    pub fn new(values: Vec<Option<f64>>) -> Self {
        Rest { values }
    }

    /// The values of all variables.
    pub fn values(&self) -> &[Option<f64>] {
        &self.values
    }

    /// The value of a variable, if it is given.
    pub fn value(&self, variable: usize) -> Option<f64> {
        self.values.get(variable).copied().flatten()
    }
}

impl Robot {
    /// Refuses what is no configuration: a wrong count, values that are not finite, or beyond [`LARGEST_ANGLE`].
    pub fn check_configuration(&self, q: &[f64]) -> Result<(), RobotError> {
        if q.len() != self.dof() {
            return Err(RobotError::new(format!("expected {} joint values, got {}", self.dof(), q.len())));
        }
        match (0..q.len()).find(|&i| !(q[i].abs() <= LARGEST_ANGLE)) {
            None => Ok(()),
            Some(i) => {
                let name = &self.joints()[self.variables()[i]].name;
                let what =
                    format!("the value of joint {name:?} must be within {LARGEST_ANGLE:e} of zero, got {:?}", q[i]);
                Err(RobotError::new(what))
            }
        }
    }

    /// No value for any joint: every joint has to be named.
    pub fn no_rest(&self) -> Rest {
        Rest::new(vec![None; self.dof()])
    }

    /// A value for every joint.
    pub fn rest_at(&self, values: &[f64]) -> Rest {
        Rest::new(values.iter().copied().map(Some).collect())
    }
}
