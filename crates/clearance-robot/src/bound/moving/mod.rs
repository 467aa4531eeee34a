//! A robot on joint paths: poses with the errors of the configuration in them, and bounds of speeds and bends.

use clearance::{Pose3, Real};

use crate::bound::swing::Moving;
use crate::kinematics::{compose, slide, turn};
use crate::model::joint::{Drive, Joint, JointKind};
use crate::model::robot::{Frame, Robot};
use crate::path::{CarriedRates, Configuration, Rates};

/// The poses of a robot's frames in a configuration that is known to an error in each value, then those of movers.
///
/// A joint with an error of `δ` is a rotation or a displacement with that error: [`turn`] and [`slide`] take that in,
/// next to what a multiplier rounds. The configuration has as many values as the robot, within
/// [`LARGEST_ANGLE`](crate::kinematics::LARGEST_ANGLE), as those of a [path](crate::path::Path) have.
pub(crate) fn frame_poses(robot: &Robot, configuration: &Configuration) -> Vec<Pose3<f64>> {
    let mut poses = Vec::with_capacity(robot.frames().len());
    poses.push(*robot.base());
    for frame in &robot.frames()[1..] {
        let joint = &robot.joints()[frame.joint];
        let (value, rounding) = joint.drive.value(&configuration.values);
        let inherited = joint.drive.variable.map_or(0.0, |i| configuration.errors[i] * ratio(&joint.drive));
        let error = rounding + inherited;
        let moved = match joint.kind {
            JointKind::Prismatic => slide(joint.axis, value, error),
            _ => turn(joint.axis, value, error),
        };
        poses.push(compose(&compose(&poses[frame.parent], &frame.origin), &moved));
    }
    poses.extend(&configuration.carried);
    poses
}

/// The joints of all frames where they are, with bounds of their rates, and of their tolerances; the base's is
/// still.
pub(crate) fn moving_joints(robot: &Robot, poses: &[Pose3<f64>], rates: &Rates, off: &[f64]) -> Vec<Moving> {
    let of = |(frame, pose): (&Frame, &Pose3<f64>)| {
        let joint = &robot.joints()[frame.joint];
        let rate = |rates: &[f64]| {
            joint.drive.variable.map_or(0.0, |i| rates.get(i).map_or(0.0, |rate| rate * ratio(&joint.drive)))
        };
        Moving { speed: rate(&rates.speeds), change: rate(&rates.changes), off: rate(off), ..joint_at(joint, pose) }
    };
    let mut joints = vec![Moving::STILL];
    joints.extend(robot.frames().iter().zip(poses).skip(1).map(of));
    joints
}

/// The two joints that move a mover where it is, the one next to it first: it turns about its origin, and slides with
/// it.
///
/// The deviation of its pose is not theirs; but the origin that it turns about is the one that is written, and a pose
/// with the translation of an error, `moved` long, has another one.
pub(crate) fn mover_joints(pose: &Pose3<f64>, rates: &CarriedRates, moved: f64) -> [Moving; 2] {
    let turn = Moving {
        origin: pose.translation(),
        axis: rates.axis,
        turns: true,
        speed: rates.spin,
        origin_error: pose.translation_error() + moved * (1.0 + 8.0 * f64::UNIT),
        // The error of a normalized vector is 5u, and that of an arc between rotations little more.
        axis_error: 64.0 * f64::UNIT,
        ..Moving::STILL
    };
    [turn, Moving { speed: rates.speed, ..Moving::STILL }]
}

/// The joint that moves a frame, where that has a pose; still.
pub(crate) fn joint_at(joint: &Joint, pose: &Pose3<f64>) -> Moving {
    Moving {
        origin: pose.translation(),
        axis: pose.vector(joint.axis),
        turns: joint.kind.turns(),
        origin_error: pose.translation_error(),
        // The axis in its frame is known to 5u, its image rounds by 6u.
        axis_error: pose.rotation_error() + 12.0 * f64::UNIT,
        ..Moving::STILL
    }
}

/// Largest multiple of its variable by which a joint moves; products of several multipliers have errors of less than
/// 2⁻⁴⁰ of themselves.
pub(crate) fn ratio(drive: &Drive) -> f64 {
    if drive.multiplier == 1.0 { 1.0 } else { drive.multiplier.abs() * (1.0 + 1.0 / (1u64 << 40) as f64) }
}

#[cfg(test)]
mod tests;
