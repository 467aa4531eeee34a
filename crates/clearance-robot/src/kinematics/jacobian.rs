//! Geometric Jacobians: how points of the robot move with its joints.

use clearance::{Vec3, Vector};

use super::Placement;
use crate::model::robot::Robot;

/// How a point moves, and its body turns, with one joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// The velocity of the point for a rate of 1.
    pub linear: Vec3<f64>,
    /// The angular velocity of the body for a rate of 1.
    pub angular: Vec3<f64>,
}

impl Column {
    const ZERO: Column = Column { linear: Vec3::ZERO, angular: Vec3::ZERO };
}

impl Robot {
    /// The geometric Jacobian of a world point that is rigid in a frame: a column for each value of a configuration.
    ///
    /// A revolute joint with the axis `z` through `o` moves the point `x` by `z × (x − o)` and turns by `z`; a
    /// prismatic one moves it by `z`. A joint that mimics adds its column times its multiplier to the one that it
    /// follows.
    pub fn jacobian(&self, placement: &Placement, frame: usize, point: Vec3<f64>) -> Vec<Column> {
        let mut columns = vec![Column::ZERO; self.dof()];
        self.add_jacobian(
            placement,
            [0, frame],
            |variable, column| {
                let sum = &mut columns[variable];
                (sum.linear, sum.angular) = (sum.linear + column.linear, sum.angular + column.angular);
            },
            point,
        );
        columns
    }

    /// Hands out the column of each joint on the way from an ancestor of a frame (without its own joint) to the frame.
    pub(crate) fn add_jacobian(
        &self,
        placement: &Placement,
        [ancestor, mut frame]: [usize; 2],
        mut add: impl FnMut(usize, Column),
        point: Vec3<f64>,
    ) {
        while frame != ancestor && frame != 0 {
            let joint = &self.joints()[self.frames()[frame].joint];
            if let Some(variable) = joint.drive.variable {
                let (z, o) = self.axis(placement, frame);
                let m = joint.drive.multiplier;
                let column = if joint.kind.turns() {
                    Column { linear: z.cross(point - o) * m, angular: z * m }
                } else {
                    Column { linear: z * m, angular: Vec3::ZERO }
                };
                add(variable, column);
            }
            frame = self.frames()[frame].parent;
        }
    }
}
