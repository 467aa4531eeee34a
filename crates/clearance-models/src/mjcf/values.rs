//! The numbers of a keyframe that are a joint's.

use clearance::{Pose3, Rotor3, Vec3};

use crate::srdf::{pose_values, turn_values};

/// A joint of MuJoCo's list: its name, how many numbers of a keyframe are its, and where the file places its body.
pub(super) struct Values {
    pub joint: String,
    pub count: usize,
    pub at: Pose3<f64>,
}

impl Values {
    /// Its values in a keyframe by name. Those of a free joint are the pose of its body in the world.
    pub fn named(&self, own: &[f64]) -> Vec<(String, f64)> {
        match *own {
            [value] => vec![(self.joint.clone(), value)],
            [w, x, y, z] => turn_values(&self.joint, [w, x, y, z]),
            [x, y, z, ref turn @ ..] => {
                let turn = <[f64; 4]>::try_from(turn).ok().and_then(|turn| Rotor3::from_wxyz(turn).ok());
                let body = turn.and_then(|turn| Pose3::new(turn, Vec3::new(x, y, z)).ok());
                let body = body.map(|body| Pose3::relative(&self.at, &body));
                body.map_or(Vec::new(), |body| {
                    pose_values(&self.joint, body.translation().into(), body.rotor().to_wxyz())
                })
            }
            _ => Vec::new(),
        }
    }
}
