//! Errors of joints and of poses that bring a pair as near as they can, to first order. Nothing is proven here: what is
//! found is a guess that a distance tests.

use clearance::enclosure::Ball;
use clearance::{Proximity, Vec3, Vector};

use super::interval::Open;
use super::near::derivative;
use super::snapshot::Snapshot;
use super::span::Span;
use crate::bound::moving::joint_at;
use crate::bound::swing::Moving;
use crate::cell::bodies::Stage;
use crate::cell::chain::FixedAxis;
use crate::path::{Cell, POSE};

/// How often the errors are looked for again after the axis has turned with them.
pub(super) const ROUNDS: usize = 4;

/// The corner of a cell in which the gap of a pair is least, to first order about a configuration.
pub(super) fn corner(
    stage: &Stage,
    at: &Snapshot,
    index: usize,
    proximity: &Proximity<Vec3<f64>>,
    cell: &Cell,
) -> Vec<f64> {
    let (robot, pair) = (stage.robot(), &stage.pairs()[index]);
    let points = [proximity.witness_a, proximity.witness_b];
    let joint = |frame: usize| joint_at(&robot.joints()[robot.frames()[frame].joint], &at.frames()[frame]);
    let mut rates = derivative(stage, joint, pair, proximity.normal, points);
    rates.resize(cell.lower.len(), 0.0);
    for ((&body, point), sign) in pair.bodies.iter().zip(points).zip([-1.0, 1.0]) {
        let frame = stage.bodies()[body].part.frame;
        let Some(errors) = stage.pose_errors(frame) else { continue };
        let pose = &at.frames()[frame];
        for i in 0..3 {
            let (axis, arm) = (pose.vector(Vec3::axis(i)), point - pose.translation());
            let begin = errors.start;
            rates[begin + i] = sign * proximity.normal.dot(axis);
            rates[begin + 3 + i] = sign * proximity.normal.dot(axis.cross(arm));
        }
    }
    let middle = cell.middle();
    let choose = |i: usize| match rates[i] {
        rate if rate > 0.0 => cell.lower[i],
        rate if rate < 0.0 => cell.upper[i],
        _ => middle[i],
    };
    (0..rates.len()).map(choose).collect()
}

impl Span {
    /// The direction of a cell whose errors bring the bodies of a pair nearest along the axis that was best, with how
    /// far about; and how far the time of the interval does. Joints that move a pair across its axis count by what
    /// turns make of that.
    pub(super) fn widest(&self, stage: &Stage, open: &Open, cell: &Cell) -> (usize, [f64; 2]) {
        let (robot, half, pair) = (stage.robot(), cell.half(), &stage.pairs()[open.pair]);
        let axis = open
            .axis
            .map(|FixedAxis { side, axis }| self.middle.pose_of(pair.frames.frame_of(side)).vector(axis).normalized());
        let (mut moved, mut way) = (vec![0.0; half.len()], 0.0);
        for (&body, frames) in pair.bodies.iter().zip(&pair.frames.up) {
            let ball = self.ball(stage, body);
            let joints =
                || frames.iter().flat_map(|&frame| self.joints_of(frame).iter().map(move |joint| (frame, joint)));
            let turning = joints().map(|(_, joint)| joint).filter(|joint| joint.turns);
            let turned: f64 = turning.map(|joint| joint.speed * self.half + joint.off).sum();
            for (frame, joint) in joints() {
                let reach = reach_along(joint, ball, axis, turned);
                way += joint.speed * self.half * reach;
                let Some(drive) = robot.joint_of(frame).map(|joint| &joint.drive) else { continue };
                if let Some(variable) = drive.variable {
                    moved[variable] += half[variable] * drive.multiplier.abs() * reach;
                }
            }
            if let Some(errors) = stage.pose_errors(stage.bodies()[body].part.frame) {
                let begin = errors.start;
                let origin = self.middle.frames()[stage.bodies()[body].part.frame].translation();
                let reach = (ball.center - origin).norm() + ball.radius;
                (0..POSE).for_each(|i| moved[begin + i] = half[begin + i] * if i < 3 { 1.0 } else { reach });
            }
        }
        let most = moved.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        most.map_or((0, [0.0, way]), |(direction, most)| (direction, [most, way]))
    }
}

/// About how far the points of a ball go along an axis for a change of 1 of a joint, where turns by so much change the
/// axis and the arm.
fn reach_along(joint: &Moving, ball: &Ball<Vec3<f64>>, axis: Option<Vec3<f64>>, turned: f64) -> f64 {
    let far = if joint.turns { joint.farthest(ball) } else { 1.0 };
    let Some(n) = axis else { return far };
    let first = if joint.turns {
        let lever = n.cross(joint.axis);
        lever.dot(ball.center - joint.origin).abs() + lever.norm() * ball.radius
    } else if joint.axis == Vec3::ZERO {
        // A body of the world slides along no axis that is known.
        far
    } else {
        n.dot(joint.axis).abs()
    };
    (first + far * turned).min(far)
}
