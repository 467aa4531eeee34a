//! What closes loops of joints.

use clearance::Vec3;

use super::robot::Robot;

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
    /// Keeps a point of one link at a point of another, which closes a loop of joints.
    pub fn add_pin(&mut self, pin: Pin) {
        self.pins.push(pin);
    }
}
