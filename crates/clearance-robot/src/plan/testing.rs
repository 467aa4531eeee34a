//! A planar arm for the tests of the planners.

use clearance::{Ball, Capsule, Cuboid, Pose3, Shape3, Vec3, Vector};

use crate::{JointKind, JointSpec, LinkShape, Obstacle, Robot};

pub(super) fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, z)).unwrap()
}

/// Four links of length 0.5 that turn about z within ±2.8, 0.03 thick; the last one ends at (0.5, 0, 0) of its frame.
pub(super) fn arm() -> Robot {
    let names = ["base", "one", "two", "three", "four"];
    let bar = Capsule::between(Vec3::new(0.08, 0.0, 0.0), Vec3::new(0.42, 0.0, 0.0), 0.03).unwrap();
    let mut builder = Robot::builder("arm").link("base", vec![]);
    for i in 0..4 {
        let joint = JointSpec::new(format!("j{i}"), JointKind::Revolute, names[i], names[i + 1]).limited(-2.8, 2.8);
        let origin = if i == 0 { Pose3::IDENTITY } else { at(0.5, 0.0, 0.0) };
        let shapes = vec![LinkShape::new(bar, Pose3::IDENTITY)];
        builder = builder.link(names[i + 1], shapes).joint(joint.axis(Vec3::axis(2)).at(origin));
    }
    builder.build().unwrap()
}

pub(super) fn ball(name: &str, radius: f64, x: f64, y: f64) -> Obstacle {
    body(name, Ball::new(radius).unwrap(), at(x, y, 0.0))
}

pub(super) fn wall(name: &str, half: [f64; 3], x: f64, y: f64) -> Obstacle {
    body(name, Cuboid::from_half_extents(half.into()).unwrap(), at(x, y, 0.0))
}

fn body(name: &str, shape: impl Into<Shape3<f64>>, pose: Pose3<f64>) -> Obstacle {
    Obstacle::new(name, shape, pose)
}

pub(super) fn keep(_: &str, _: &str) -> Option<f64> {
    Some(0.0)
}
