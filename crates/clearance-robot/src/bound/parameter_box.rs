//! Boxes of joint values.

use crate::error::RobotError;
use crate::model::limits::limits_option;
use crate::model::robot::Robot;

/// A least and a greatest value for each variable of a robot, in the order of [`Robot::variables`].
#[derive(Clone, Debug, PartialEq)]
pub struct JointBox {
    sides: Vec<[f64; 2]>,
}

impl JointBox {
    /// A box with these sides. Refuses sides that are empty or not finite.
    pub fn new(sides: Vec<[f64; 2]>) -> Result<Self, RobotError> {
        match sides.iter().position(|[low, high]| !(low <= high && low.is_finite() && high.is_finite())) {
            None => Ok(JointBox { sides }),
            Some(i) => Err(RobotError::new(format!(
                "the range of value {i} must not be empty, got {} to {}",
                sides[i][0], sides[i][1]
            ))),
        }
    }

    /// All that a robot's joints can do: their limits; one turn for those that turn without limits. Refuses joints that
    /// slide without limits.
    pub fn whole(robot: &Robot) -> Result<Self, RobotError> {
        Self::limits(robot, &vec![None; robot.dof()]).and_then(JointBox::new)
    }

    /// [`whole`](Self::whole) for questions about some variables: sliding joints without limits that are none of them
    /// stay at zero. None if one of them is.
    pub(crate) fn whole_of(robot: &Robot, moves: impl Fn(usize) -> bool) -> Option<Self> {
        let named: Vec<_> = (0..robot.dof()).map(|variable| (!moves(variable)).then_some([0.0; 2])).collect();
        Self::limits(robot, &named).and_then(JointBox::new).ok()
    }

    /// The box of half width `half` about a configuration, within the limits of the joints.
    pub fn about(robot: &Robot, q: &[f64], half: f64) -> Result<Self, RobotError> {
        robot.check_configuration(q)?;
        let side = |(&joint, &value): (&usize, &f64)| {
            let joint = &robot.joints()[joint];
            match joint.limits {
                Some(limits) => [(value - half).max(limits.lower), (value + half).min(limits.upper)],
                None => [value - half, value + half],
            }
        };
        JointBox::new(robot.variables().iter().zip(q).map(side).collect())
    }

    /// The box of the given sides, one for each variable; variables without one have the limits of their joints.
    pub fn of_sides(robot: &Robot, sides: Vec<Option<[f64; 2]>>) -> Result<Self, RobotError> {
        let limits = Self::limits(robot, &sides)?;
        JointBox::new(sides.into_iter().zip(limits).map(|(side, limits)| side.unwrap_or(limits)).collect())
    }

    /// What the joints can do, of which those that slide without limits have to be named.
    fn limits(robot: &Robot, named: &[Option<[f64; 2]>]) -> Result<Vec<[f64; 2]>, RobotError> {
        let mut sides = Vec::new();
        for (variable, &joint) in robot.variables().iter().enumerate() {
            let joint = &robot.joints()[joint];
            let turn = core::f64::consts::PI * (1.0 + f64::EPSILON);
            sides.push(match joint.limits {
                Some(limits) => [limits.lower, limits.upper],
                None if joint.kind.turns() => [-turn, turn],
                None if named[variable].is_some() => [0.0, 0.0],
                None => {
                    let name = &joint.name;
                    let what = format!("joint {name:?} slides without limits: it needs a range");
                    return Err(RobotError::new(format!("{what}, or {}", limits_option(name))));
                }
            });
        }
        Ok(sides)
    }

    /// The least and the greatest value of each variable.
    pub fn sides(&self) -> &[[f64; 2]] {
        &self.sides
    }

    /// The configuration in the middle.
    pub fn middle(&self) -> Vec<f64> {
        self.sides.iter().map(|&side| middle(side)).collect()
    }

    /// Whether a configuration is in the box.
    pub fn contains(&self, q: &[f64]) -> bool {
        q.len() == self.sides.len()
            && q.iter().zip(&self.sides).all(|(value, [low, high])| low <= value && value <= high)
    }

    /// Refuses a box that is none of a robot's.
    pub(crate) fn check(&self, robot: &Robot) -> Result<(), RobotError> {
        robot.check_configuration(&self.sides.iter().map(|side| side[0]).collect::<Vec<_>>())?;
        robot.check_configuration(&self.sides.iter().map(|side| side[1]).collect::<Vec<_>>())
    }
}

/// The middle of a side, never outside of it.
pub(crate) fn middle([low, high]: [f64; 2]) -> f64 {
    (0.5 * low + 0.5 * high).clamp(low, high)
}

/// The half width of a side about its middle, rounded up; zero for a single value.
pub(crate) fn half_width([low, high]: [f64; 2]) -> f64 {
    let middle = middle([low, high]);
    let half = (high - middle).max(middle - low);
    if half > 0.0 { half.next_up() } else { 0.0 }
}

/// The lower and the upper half of a box, cut at a value of a variable.
pub(crate) fn halves(sides: &[[f64; 2]], variable: usize, at: f64) -> [Vec<[f64; 2]>; 2] {
    let [low, high] = sides[variable];
    [[low, at], [at, high]].map(|side| {
        let mut half = sides.to_vec();
        half[variable] = side;
        half
    })
}
