//! What closes loops of joints.

use clearance::Vec3;
use clearance::enclosure::point_in_frame;

use super::robot::Robot;
use crate::error::RobotError;

/// A point of one link that stays at a point of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// The places of the links.
    pub links: [usize; 2],
    /// The point in the frame of each.
    pub points: [Vec3<f64>; 2],
    /// The place of the driving joint among the robot's variables.
    pub drive: usize,
}

impl Robot {
    /// Closes a loop: two links have a point of the world in common when all joints are at zero, and stay together
    /// there; the two are no longer checked against one another. A body that does not move is one with the world.
    ///
    /// The point is written in the frames of both links; where these are not those of the world, its numbers are
    /// rounded there, and the points that they say stay together.
    pub fn close_loop(&mut self, [a, b]: [&str; 2], point: Vec3<f64>, drive: usize) -> Result<(), RobotError> {
        self.check_names(&[a, b])?;
        if drive >= self.dof() {
            return Err(RobotError::new(format!("expected the place of a value below {}, got {drive}", self.dof())));
        }
        let links = [a, b].map(|name| self.link_named(name).unwrap_or(0));
        let placement = self.place(&vec![0.0; self.dof()])?;
        let points = links.map(|link| point_in_frame(&self.link_pose(&placement, link), point).0);
        self.allow(a, b);
        self.add_pin(Pin { links, points, drive });
        Ok(())
    }

    /// Keeps a point of one link at a point of another, which closes a loop of joints.
    pub fn add_pin(&mut self, pin: Pin) {
        self.pins.push(pin);
    }
}
