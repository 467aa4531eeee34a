use clearance::{Ball, Capsule, Cuboid, Pose3};

use super::*;
use crate::cell::workcell::Workcell;
use crate::{JointKind, JointSpec, LinkShape, Mimic, Obstacle, Robot};

/// A forearm on a sled and a shoulder, and a finger that mimics the shoulder by −0.5.
fn robot() -> Robot {
    let at = |x, y, z| Pose3::from_translation(Vec3::new(x, y, z)).unwrap();
    let bar = |length: f64| {
        let shape = Capsule::between(Vec3::new(0.1, 0.0, 0.0), Vec3::new(length, 0.0, 0.0), 0.05).unwrap();
        vec![LinkShape::new(shape, at(0.0, 0.01, 0.02))]
    };
    let joint = |name: &str, kind, parent: &str, child: &str| JointSpec::new(name, kind, parent, child);
    let mimic = Mimic { joint: "turn".into(), multiplier: -0.5, offset: 0.1 };
    Robot::builder("r")
        .link("base", vec![])
        .link("upper", bar(0.9))
        .link("sled", vec![])
        .link("lower", bar(0.6))
        .joint(joint("turn", JointKind::Revolute, "base", "upper").axis(Vec3::new(0.1, 0.2, 1.0)))
        .joint(joint("slide", JointKind::Prismatic, "upper", "sled").at(at(1.0, 0.0, 0.1)))
        .joint(joint("bend", JointKind::Revolute, "sled", "lower").axis(Vec3::new(0.0, 1.0, 0.3)).mimicking(mimic))
        .build()
        .unwrap()
}

#[test]
fn derivatives_are_those_of_differences() {
    let robot = robot();
    let brick = Cuboid::from_half_extents(Vec3::new(0.2, 0.3, 0.1)).unwrap();
    let place = |x, y, z| Pose3::from_translation(Vec3::new(x, y, z)).unwrap();
    let things = [
        Obstacle::new("brick", brick, place(0.9, 1.1, 0.4)),
        Obstacle::new("ball", Ball::new(0.2).unwrap(), place(1.7, 0.5, -0.5)),
    ];
    let checker = Checker::with_pairs(&Workcell::new(&robot, &things).unwrap(), |_, _| Some(0.0)).unwrap();
    let q = [0.23, -0.07];
    let near = checker.near(&q, 5.0).unwrap();
    assert_eq!(near.len(), 5);
    for (i, pair) in near.iter().enumerate() {
        assert_eq!(pair.generators.len(), 1, "{:?}", pair.names);
        for k in 0..2 {
            let h = 1e-6;
            let shifted = |step: f64| {
                let mut q = q;
                q[k] += step;
                checker.near(&q, 5.0).unwrap()[i].proximity.signed_distance
            };
            let difference = (shifted(h) - shifted(-h)) / (2.0 * h);
            let found = pair.generators[0][k];
            assert!((found - difference).abs() < 1e-8, "{:?} by {k}: {found} for {difference}", pair.names);
        }
    }
    // Only the sled and the finger lie between the links.
    assert!(near[0].names == ["upper", "lower"] && near[0].generators[0][0] != 0.0);
}

#[test]
fn pairs_beyond_the_reach_are_left_out() {
    let robot = robot();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[]).unwrap(), |_, _| Some(0.0)).unwrap();
    let (nearest, names) = checker.nearest(&[0.23, -0.07]).unwrap().unwrap();
    assert_eq!(names, ["upper", "lower"]);
    assert!(checker.near(&[0.23, -0.07], nearest.bounds.lower - 1e-6).unwrap().is_empty());
    assert_eq!(checker.near(&[0.23, -0.07], nearest.bounds.upper).unwrap().len(), 1);
}
