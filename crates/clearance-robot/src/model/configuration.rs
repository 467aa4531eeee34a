//! Configurations, and the values of joints that one does not name.

use super::group::JointGroup;
use super::joint::Joint;
use super::robot::Robot;
use crate::error::RobotError;
use crate::kinematics::LARGEST_ANGLE;

/// The values of joints that a configuration does not name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rest {
    values: Vec<Option<f64>>,
    group: Option<JointGroup>,
}

impl Rest {
    /// The values of all variables of a robot in their order, `None` for those that have to be named.
    pub fn new(values: Vec<Option<f64>>) -> Self {
        Rest { values, group: None }
    }

    /// The values of all variables.
    pub fn values(&self) -> &[Option<f64>] {
        &self.values
    }

    /// The value of a variable, if it is given.
    pub fn value(&self, variable: usize) -> Option<f64> {
        self.values.get(variable).copied().flatten()
    }

    /// The rest of configurations of a group: a list may have the values of its joints only, and the others stand where
    /// the rest says, else where the robot [is at rest](Robot::at_rest).
    ///
    /// ```
    /// use clearance_robot::{JointKind, JointSpec, Robot};
    /// let joint = |name, parent, child| JointSpec::new(name, JointKind::Continuous, parent, child);
    /// let robot = Robot::builder("arm").link("base", vec![]).link("upper", vec![]).link("hand", vec![]);
    /// let robot = robot.joint(joint("turn", "base", "upper")).joint(joint("grip", "upper", "hand").limited(0.25, 0.75));
    /// let robot = robot.build().unwrap();
    /// let rest = robot.no_rest().of_group(&robot.group("turn").unwrap(), &robot);
    /// assert_eq!(rest.values(), [None, Some(0.5)]);
    /// // Where the motion starts the grip is another.
    /// assert_eq!(rest.at_start(&[0.0, 0.3]).values(), [None, Some(0.3)]);
    /// ```
    pub fn of_group(mut self, group: &JointGroup, robot: &Robot) -> Self {
        let usual = robot.at_rest();
        for (variable, value) in self.values.iter_mut().enumerate().filter(|(variable, _)| !group.moves(*variable)) {
            value.get_or_insert(usual[variable]);
        }
        Rest { group: Some(group.clone()), ..self }
    }

    /// The group whose values a list may have.
    pub fn group(&self) -> Option<&JointGroup> {
        self.group.as_ref()
    }

    /// The sides of a box in which the joints that are not in the group stand still; `None` for all others.
    pub fn sides(&self) -> Vec<Option<[f64; 2]>> {
        let stands = |variable: usize| self.group.as_ref().is_some_and(|group| !group.moves(variable));
        let side =
            |(variable, value): (usize, &Option<f64>)| value.filter(|_| stands(variable)).map(|value| [value; 2]);
        self.values.iter().enumerate().map(side).collect()
    }

    /// The rest where a motion starts: the joints that are not in the group stand as they do there.
    pub fn at_start(&self, start: &[f64]) -> Self {
        let mut rest = self.clone();
        let held = |variable: &usize| self.group.as_ref().is_some_and(|group| !group.moves(*variable));
        (0..start.len()).filter(held).for_each(|variable| rest.values[variable] = Some(start[variable]));
        rest
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

    /// The error of a configuration that gives no value to some variables: their joints, and the rest that would give
    /// one. Group states of the SRDF that have values for all of them are listed.
    ///
    /// ```
    /// use clearance_robot::{JointKind, JointSpec, Robot};
    /// let slide = JointSpec::new("grip", JointKind::Prismatic, "base", "finger").limited(0.0, 0.04);
    /// let robot = Robot::builder("hand").link("base", vec![]).link("finger", vec![]).joint(slide).build().unwrap();
    /// let expected = "no value for \"grip\", and no rest that gives it one: use --rest (in Python rest=) '{\"grip\": 0}'";
    /// assert_eq!(robot.without_values(&[0]), expected);
    /// ```
    pub fn without_values(&self, variables: &[usize]) -> String {
        let name = |variable: usize| self.joints()[self.variables()[variable]].name.as_str();
        let names: Vec<String> = variables.iter().map(|&variable| format!("{:?}", name(variable))).collect();
        let usual = self.at_rest();
        let values: Vec<String> =
            variables.iter().map(|&variable| format!("{:?}: {}", name(variable), usual[variable])).collect();
        let gives = |state: &str, variable: usize| {
            let states = self.srdf().into_iter().flat_map(|srdf| &srdf.states).filter(|other| other.name == state);
            states.flat_map(|state| &state.values).any(|(joint, _)| joint == name(variable))
        };
        let mut options: Vec<String> = Vec::new();
        for state in self.srdf().map_or(&[][..], |srdf| &srdf.states) {
            if !options.contains(&state.name) && variables.iter().all(|&variable| gives(&state.name, variable)) {
                options.push(state.name.clone());
            }
        }
        options.push(format!("'{{{}}}'", values.join(", ")));
        let (names, options) = (names.join(", "), options.join(" or "));
        let them = if variables.len() == 1 { "it" } else { "them" };
        format!("no value for {names}, and no rest that gives {them} one: use --rest (in Python rest=) {options}")
    }

    /// A configuration for joints of which nothing is said: each at zero, or in the middle of limits that are without
    /// it.
    pub fn at_rest(&self) -> Vec<f64> {
        let value = |joint: &Joint| match joint.limits {
            Some(limits) if !(limits.lower <= 0.0 && 0.0 <= limits.upper) => 0.5 * limits.lower + 0.5 * limits.upper,
            _ => 0.0,
        };
        self.variables().iter().map(|&joint| value(&self.joints()[joint])).collect()
    }
}
