//! Where everything is in a configuration, and how it moves with the joints.

mod compose;
mod jacobian;
mod turn;

pub use compose::compose;
pub use jacobian::Column;
pub use turn::{LARGEST_ANGLE, origin, slide, turn};

use clearance::{Pose3, Vec3};

use crate::error::RobotError;
use crate::model::joint::JointKind;
use crate::model::robot::Robot;

/// The poses of a robot's frames in one configuration, each with a bound on its error.
///
/// Made once and filled again by [`Robot::place_into`], which then allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Placement {
    /// The poses of [`Robot::frames`], in that order, in the world.
    pub frames: Vec<Pose3<f64>>,
    /// The values of all joints, in the order of [`Robot::joints`]; zero for those that do not move.
    pub values: Vec<f64>,
}

impl Robot {
    /// Where the frames are in a configuration.
    ///
    /// Errors of at most about 10⁻¹⁵ for each joint, radians or parts of the robot's size, are bounded in each pose.
    /// Refuses configurations of the wrong length, or with values that are not finite or beyond [`LARGEST_ANGLE`].
    pub fn place(&self, q: &[f64]) -> Result<Placement, RobotError> {
        let mut placement = Placement::default();
        self.place_into(q, &mut placement)?;
        Ok(placement)
    }

    /// [`place`](Self::place) into a placement that is used again.
    pub fn place_into(&self, q: &[f64], placement: &mut Placement) -> Result<(), RobotError> {
        self.check_configuration(q)?;
        let Placement { frames, values } = placement;
        frames.clear();
        values.clear();
        values.resize(self.joints().len(), 0.0);
        frames.push(self.base);
        for frame in &self.frames()[1..] {
            let joint = &self.joints()[frame.joint];
            let (value, error) = joint.drive.value(q);
            values[frame.joint] = value;
            let moved = match joint.kind {
                JointKind::Prismatic => slide(joint.axis, value, error),
                _ => turn(joint.axis, value, error),
            };
            let pose = frames[frame.parent].then(&frame.origin).then(&moved);
            frames.push(pose);
        }
        Ok(())
    }

    /// Where a link is, by its place in [`Robot::links`].
    pub fn link_pose(&self, placement: &Placement, link: usize) -> Pose3<f64> {
        let link = &self.links()[link];
        compose(&placement.frames[link.frame], &link.pose)
    }

    /// Unit direction of a moving frame's joint, and a point on it, in the world; rounded.
    pub fn axis(&self, placement: &Placement, frame: usize) -> (Vec3<f64>, Vec3<f64>) {
        let pose = &placement.frames[frame];
        (pose.vector(self.joints()[self.frames()[frame].joint].axis), pose.translation())
    }
}
