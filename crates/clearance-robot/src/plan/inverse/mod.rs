//! Inverse kinematics with clearance: a configuration that brings a tip to a pose, away from contacts.
//!
//! Damped least squares (C. W. Wampler 1986) from random starts, and in the null space of the task a step up the
//! clearance: along the shortest vector of the hull of one derivative of each near pair. What is returned is within the
//! limits, at the target to the tolerance, and proven free.

use clearance::{Pose3, Vec3, math::Matrix as _};

use super::follow::potential::Tip;
use super::project::correction;
use super::space::JointSpace;
use crate::error::RobotError;
use crate::linear::{Matrix, Svd, least_norm_point, norm};
use crate::prove::time::{Checker, EdgeOptions};
use crate::random::Random;

/// Where a tip shall be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Which point of which link.
    pub tip: Tip,
    /// Where, in the world, and how the link's axes shall lie.
    pub pose: Pose3<f64>,
    /// Whether the axes matter; else only the point does.
    pub oriented: bool,
}

/// Settings of [`inverse`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InverseOptions {
    /// Equal seeds give equal answers. Default 0.
    pub seed: u64,
    /// Maximum number of starts. Default 50.
    pub starts: u32,
    /// Maximum number of steps from each. Default 200.
    pub steps: u32,
    /// Tolerance of the point in metres, and of the axes in radians. Default 10⁻⁶.
    pub tolerance: f64,
    /// Pairs nearer than this are parted in the null space. Default 0.05.
    pub clearance: f64,
}

impl Default for InverseOptions {
    fn default() -> Self {
        InverseOptions { seed: 0, starts: 50, steps: 200, tolerance: 1e-6, clearance: 0.05 }
    }
}

/// A free configuration within the limits at the target, found from `guess` first, brought within the limits, and from
/// random ones then; a joint without end continues from where it is. `None` if no start leads to one, or the checker is
/// stopped. Joints that are not in the cell's [group](crate::Workcell::with_group) stand as in `guess`. Refuses a guess
/// that is no configuration, and a robot that is beyond its limits everywhere.
pub fn inverse(
    checker: &Checker,
    target: &Target,
    guess: &[f64],
    options: &InverseOptions,
) -> Result<Option<Vec<f64>>, RobotError> {
    checker.robot().check_configuration(guess).map_err(|error| error.within("guess"))?;
    let space = JointSpace::starting_at(checker.cell(), guess)?;
    if let Some(variable) = space.limits().iter().position(|[low, high]| low > high) {
        let name = checker.robot().variable_name(variable);
        return Err(RobotError::new(format!(
            "joint {name:?} and those that mimic it are never all within their limits"
        )));
    }
    let mut random = Random::new(options.seed);
    let mut start = guess.to_vec();
    space.clamp(&mut start);
    for _ in 0..options.starts {
        if checker.is_stopped() {
            break;
        }
        if let Some(found) = descend(checker, target, start, &space, options) {
            return Ok(Some(found));
        }
        start = space.sample(&mut random);
    }
    Ok(None)
}

/// The damping is this part of the largest singular value.
const DAMPING: f64 = 1e-3;

/// The longest step of the whole configuration, radians.
const LONGEST: f64 = 0.3;

/// Contacts are left where less than this is missing to the target, in metres and radians: on the way to it steps are
/// long, and the nearest pairs cost more than all else.
const CLOSE: f64 = 0.3;

fn descend(
    checker: &Checker,
    target: &Target,
    mut q: Vec<f64>,
    space: &JointSpace,
    options: &InverseOptions,
) -> Option<Vec<f64>> {
    for step in 0..options.steps {
        if checker.is_stopped() {
            return None;
        }
        let (error, jacobian) = task(checker, target, &q)?;
        let at_target = norm(&error) <= options.tolerance;
        if at_target && checker.is_free(&q, &q, &EdgeOptions::default()) {
            return Some(q);
        }
        let svd = Svd::new(&jacobian);
        let damping = DAMPING * svd.values().first().copied().unwrap_or(0.0);
        // Near the target Newton's step converges faster than the damped one.
        let mut way = if norm(&error) < 0.01 { svd.solve(&error, DAMPING) } else { svd.solve_damped(&error, damping) };
        // Contacts are left first; the last steps go to the target only.
        if at_target || step < options.steps / 2 && norm(&error) < CLOSE {
            let rise = svd.project_to_kernel(&ascent(checker, &q, options.clearance), DAMPING);
            way.iter_mut().zip(rise).for_each(|(entry, rise)| *entry += 0.05 * rise);
        }
        // Constraints that do not hold move the joints as far as the target stays.
        if let Some(correction) = correction(checker.cell(), &q) {
            let rise = svd.project_to_kernel(&correction, DAMPING);
            way.iter_mut().zip(rise).for_each(|(entry, rise)| *entry += rise);
        }
        let length = norm(&way);
        let factor = if length > LONGEST { LONGEST / length } else { 1.0 };
        q.iter_mut().zip(&way).for_each(|(value, change)| *value += factor * change);
        space.clamp(&mut q);
    }
    None
}

/// What is missing to the target, and how it changes with the joints.
fn task(checker: &Checker, target: &Target, q: &[f64]) -> Option<(Vec<f64>, Matrix)> {
    let robot = checker.robot();
    let placement = robot.place(q).ok()?;
    let pose = robot.link_pose(&placement, target.tip.link);
    let point = pose.point(target.tip.point);
    let columns = robot.jacobian(&placement, robot.links()[target.tip.link].frame, point);
    let rows = if target.oriented { 6 } else { 3 };
    let mut error: Vec<f64> = <[f64; 3]>::from(target.pose.translation() - point).to_vec();
    if target.oriented {
        // Half the sum of the cross products of axes is the sine of the turn that is missing, along its axis.
        let cross = |i: usize| pose.matrix().column(i).cross(target.pose.matrix().column(i));
        let turn: Vec3<f64> = (cross(0) + cross(1) + cross(2)) * 0.5;
        error.extend(<[f64; 3]>::from(turn));
    }
    let mut jacobian = Matrix::zero(rows, q.len());
    for (k, column) in columns.iter().enumerate().filter(|(k, _)| checker.cell().moves(*k)) {
        for i in 0..rows {
            *jacobian.at_mut(i, k) = if i < 3 { column.linear[i] } else { column.angular[i - 3] };
        }
    }
    Some((error, jacobian))
}

/// The direction in which each near pair moves apart, by one derivative of each, of length 1; zero if there is none.
fn ascent(checker: &Checker, q: &[f64], within: f64) -> Vec<f64> {
    let mut slopes = checker.slopes(q, within);
    slopes.iter_mut().for_each(|slope| checker.cell().only_moving(slope));
    let Some(found) = least_norm_point(&slopes) else { return vec![0.0; q.len()] };
    let length = norm(&found.point);
    found.point.iter().map(|entry| if length > 0.0 { entry / length } else { 0.0 }).collect()
}

#[cfg(test)]
mod tests;
