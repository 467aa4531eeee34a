//! The space that planners search: limits, joints that turn without end, and weights.
//!
//! A joint without end has equal configurations a whole turn apart, so a difference of two of its values is reduced to
//! `(−π, π]`. Configurations are kept as they are reached, not reduced: a straight segment between two of them is what
//! its numbers say.

use core::f64::consts::{PI, TAU};

use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::model::joint::Joint;
use crate::model::limits::limits_option;
use crate::model::robot::Robot;
use crate::random::Random;

/// The configurations of a robot as a metric space.
#[derive(Clone, Debug, PartialEq)]
pub struct JointSpace {
    limits: Vec<[f64; 2]>,
    /// Whether a whole turn of a value changes nothing.
    endless: Vec<bool>,
    /// The factor of a difference in distances.
    weights: Vec<f64>,
}

impl JointSpace {
    /// A space in which nothing wraps, and all values count alike, with the least and the largest of each.
    pub fn new(limits: Vec<[f64; 2]>) -> Self {
        let count = limits.len();
        JointSpace { limits, endless: vec![false; count], weights: vec![1.0; count] }
    }

    /// The space of a robot with the [limits](variable_limits) of its joints.
    pub fn of(robot: &Robot) -> Self {
        let endless = (0..robot.dof()).map(|variable| is_endless(robot, variable)).collect();
        JointSpace { endless, ..Self::new(variable_limits(robot)) }
    }

    /// The part of the space that a cell's planners search from a configuration: what stands still has one value.
    /// Refuses a joint that moves and slides without limits.
    pub(crate) fn starting_at(cell: &Workcell, start: &[f64]) -> Result<Self, RobotError> {
        let (robot, mut space) = (cell.robot(), Self::of(cell.robot()));
        for (variable, &value) in start.iter().enumerate() {
            if !cell.moves(variable) {
                (space.limits[variable], space.endless[variable]) = ([value; 2], false);
            } else if slides_without_end(robot, variable) {
                let name = robot.variable_name(variable);
                let what = format!("joint {name:?} slides without limits: a planner needs {}", limits_option(name));
                return Err(RobotError::new(what));
            }
        }
        Ok(space)
    }

    /// The least and the largest value of each variable.
    pub fn limits(&self) -> &[[f64; 2]] {
        &self.limits
    }

    /// The space in which a difference of the value `i` counts `weights[i]` times, which must be positive.
    pub fn weighted(self, weights: &[f64]) -> Self {
        JointSpace { weights: weights.to_vec(), ..self }
    }

    /// How many values a configuration has.
    pub fn dimension(&self) -> usize {
        self.limits.len()
    }

    /// Whether a configuration is within the limits; a joint without end has none.
    pub fn contains(&self, q: &[f64]) -> bool {
        let inside = |i: usize| self.endless[i] || (self.limits[i][0] <= q[i] && q[i] <= self.limits[i][1]);
        q.len() == self.dimension() && (0..q.len()).all(inside)
    }

    /// Brings values within the limits.
    pub(super) fn clamp(&self, q: &mut [f64]) {
        for (i, value) in q.iter_mut().enumerate().filter(|(i, _)| !self.endless[*i]) {
            *value = value.max(self.limits[i][0]).min(self.limits[i][1]);
        }
    }

    /// Random values within the limits; of a joint without end, of one turn.
    pub fn sample(&self, random: &mut Random) -> Vec<f64> {
        self.limits.iter().map(|[low, high]| random.between(*low, *high)).collect()
    }

    /// The turns to take off each value of `to` so that it is within half a turn of that of `from`.
    pub fn turns(&self, from: &[f64], to: &[f64]) -> Vec<f64> {
        (0..self.dimension()).map(|i| self.turns_of(i, from[i], to[i])).collect()
    }

    fn turns_of(&self, i: usize, from: f64, to: f64) -> f64 {
        // Half a turn forwards stays, half a turn backwards is half a turn forwards.
        if self.endless[i] { ((to - from) / TAU - 0.5).ceil() } else { 0.0 }
    }

    /// A configuration with each value lessened by whole turns, as far as numbers go: 2π is none, so a value errs by
    /// at most `4u` of its size.
    pub fn turned(&self, q: &[f64], turns: &[f64]) -> Vec<f64> {
        q.iter().zip(turns).map(|(value, turns)| if *turns == 0.0 { *value } else { value - turns * TAU }).collect()
    }

    /// The length of the shortest way.
    pub fn distance(&self, from: &[f64], to: &[f64]) -> f64 {
        self.square(from, to).sqrt()
    }

    /// The square of the [distance](Self::distance).
    pub fn square(&self, from: &[f64], to: &[f64]) -> f64 {
        let part = |i: usize| {
            let plain = to[i] - from[i];
            let d = if self.endless[i] { plain - self.turns_of(i, from[i], to[i]) * TAU } else { plain };
            d * d * self.weights[i] * self.weights[i]
        };
        (0..self.dimension()).map(part).sum()
    }

    /// The one of several configurations in one list that is nearest to another, the first of several, with the square
    /// of its distance.
    pub(super) fn nearest(&self, all: &[f64], to: &[f64]) -> (usize, f64) {
        let (mut node, mut least) = (0, f64::INFINITY);
        let wraps = self.endless.contains(&true);
        for (i, from) in all.chunks_exact(self.dimension().max(1)).enumerate() {
            let square = if wraps {
                self.square(from, to)
            } else {
                let parts = from.iter().zip(to).zip(&self.weights).map(|((a, b), w)| (b - a) * (b - a) * w * w);
                parts.sum()
            };
            if square < least {
                (node, least) = (i, square);
            }
        }
        (node, least)
    }

    /// A part of the shortest way from one configuration to another; from 1 on it is the other itself, less whole
    /// turns.
    pub fn towards(&self, from: &[f64], to: &[f64], part: f64) -> Vec<f64> {
        let to = self.turned(to, &self.turns(from, to));
        if !(part < 1.0) {
            return to;
        }
        from.iter().zip(&to).map(|(a, b)| a + part * (b - a)).collect()
    }

    /// The length of a polyline as it is written: nothing wraps.
    pub fn length(&self, path: &[Vec<f64>]) -> f64 {
        path.windows(2).map(|ends| self.written(&ends[0], &ends[1])).sum()
    }

    /// The length of a segment as it is written.
    pub fn written(&self, from: &[f64], to: &[f64]) -> f64 {
        let part = |i: usize| (to[i] - from[i]) * self.weights[i];
        (0..self.dimension()).map(|i| part(i) * part(i)).sum::<f64>().sqrt()
    }

    /// The root of the mean square of the distance between two random configurations: `√(Σ w² (high − low)²/6)`, of a
    /// joint without end `√(w² (2π)²/12)`, since differences are at most half a turn. It grows with the number of
    /// joints, as samples become farther from all nodes.
    pub fn typical_distance(&self) -> f64 {
        let part = |i: usize| {
            let range = (self.limits[i][1] - self.limits[i][0]) * self.weights[i];
            range * range / if self.endless[i] { 12.0 } else { 6.0 }
        };
        (0..self.dimension()).map(part).sum::<f64>().sqrt()
    }
}

/// Whether a whole turn of a value moves every joint that it drives by whole turns, and none of them has limits.
fn is_endless(robot: &Robot, variable: usize) -> bool {
    let mut driven = robot.joints().iter().filter(|joint| joint.drive.variable == Some(variable));
    driven.all(|joint: &Joint| joint.kind.turns() && joint.limits.is_none() && joint.drive.multiplier.fract() == 0.0)
}

/// Whether a value slides its joint, and neither that nor a joint that follows it has limits.
pub(crate) fn slides_without_end(robot: &Robot, variable: usize) -> bool {
    let joint = &robot.joints()[robot.variables()[variable]];
    !joint.kind.turns() && limits_of(robot, variable).is_none()
}

/// The limits of a value: those of its joint and of all that mimic it.
fn limits_of(robot: &Robot, variable: usize) -> Option<[f64; 2]> {
    let drives = robot.joints().iter().filter(|joint| joint.drive.variable == Some(variable));
    let range = |joint: &Joint| {
        let limits = joint.limits?;
        let drive = joint.drive;
        let ends = [limits.lower, limits.upper].map(|limit| (limit - drive.offset) / drive.multiplier);
        (drive.multiplier != 0.0).then(|| [ends[0].min(ends[1]), ends[0].max(ends[1])])
    };
    drives.filter_map(range).reduce(|[low, high], [other, end]| [low.max(other), high.min(end)])
}

/// The limits of each value of a configuration: those of its joint and of all that mimic it; from −π to π where a joint
/// turns without end, and one metre to both sides where nothing is said of a way.
pub fn variable_limits(robot: &Robot) -> Vec<[f64; 2]> {
    let open = |joint: &usize| {
        let size = if robot.joints()[*joint].kind.turns() { PI } else { 1.0 };
        [-size, size]
    };
    let joints = robot.variables().iter().enumerate();
    joints.map(|(variable, joint)| limits_of(robot, variable).unwrap_or_else(|| open(joint))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turning() -> JointSpace {
        JointSpace { endless: vec![true, false], ..JointSpace::new(vec![[-PI, PI], [-4.0, 4.0]]) }
    }

    #[test]
    fn the_shortest_way_passes_half_a_turn() {
        let space = turning();
        // 2π − 6.2 = 0.0832 ahead; the second value goes the long way.
        let way = space.towards(&[3.1, 3.1], &[-3.1, -3.1], 1.0);
        assert!((way[0] - 3.1 - 0.083_185_307).abs() < 1e-8 && way[1] == -3.1, "{way:?}");
        assert!((space.distance(&[3.1, 0.0], &[-3.1, 0.0]) - 0.083_185_307).abs() < 1e-8);
        assert_eq!(space.towards(&[3.1, 3.1], &[-3.1, -3.1], 0.5)[1], 0.0);
        assert_eq!(space.turns(&[0.0, 0.0], &[7.0 * PI + 0.1, 9.0]), [4.0, 0.0]);
    }

    #[test]
    fn half_a_turn_goes_forwards() {
        let space = turning();
        assert_eq!(space.turns(&[0.0, 0.0], &[PI, 0.0])[0], 0.0);
        assert_eq!(space.turns(&[0.0, 0.0], &[-PI, 0.0])[0], -1.0);
    }

    #[test]
    fn weights_stretch_distances() {
        let space = turning().weighted(&[3.0, 0.5]);
        // √((3 · 0.1)² + (0.5 · 0.8)²)
        assert!((space.distance(&[0.2, 0.1], &[0.3, 0.9]) - 0.5).abs() < 1e-12);
    }
}
