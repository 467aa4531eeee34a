//! The Panda of example-robot-data among 20 boxes: distances, least clearances and gradients.

use std::path::PathBuf;

use clearance::query::signed_distance;
use clearance::{Bounds, Pose3, Shape3};
use clearance_models::{Packages, ReadRobot, ReadSrdf, UrdfOptions, obstacles};
use clearance_robot::kinematics::compose;
use clearance_robot::random::Random;
use clearance_robot::{Obstacle, Robot, RobotClearance, Srdf, Workcell};
use clearance_scene::json::{Json, Node};
use clearance_scene::read_scene;
use clearance_world::Body;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/panda")
}

/// The Panda of example-robot-data with independent fingers, and 20 boxes.
fn panda() -> (Robot, Vec<Obstacle>) {
    let options = UrdfOptions { packages: Packages::beside(), ignore_mimic: true, ..UrdfOptions::default() };
    let model = Robot::from_urdf_file(&folder().join("panda.urdf"), &options).unwrap();
    let robot = model.robot.with_srdf(Srdf::from_file(&folder().join("panda.srdf")).unwrap());
    let scene = read_scene(&folder().join("boxes.json")).unwrap().into_space().unwrap();
    (robot, obstacles(&scene).unwrap())
}

/// Enclosure of the least over all pairs, each asked without a limit.
fn brute_force(robot: &Robot, boxes: &[Obstacle], q: &[f64]) -> Bounds<f64> {
    let placement = robot.place(q).unwrap();
    let mut least = Bounds { lower: f64::INFINITY, upper: f64::INFINITY };
    let mut add = |a: (&Shape3<f64>, Pose3<f64>), b: (&Shape3<f64>, Pose3<f64>), margin: f64| {
        let found = signed_distance(a.0, b.0, &Pose3::relative(&a.1, &b.1)).bounds;
        least.lower = least.lower.min(found.lower - margin);
        least.upper = least.upper.min(found.upper - margin);
    };
    let shapes = |link: usize| {
        let pose = robot.link_pose(&placement, link);
        robot.links()[link].shapes.iter().map(move |shape| (&shape.shape, compose(&pose, &shape.pose)))
    };
    let padding = |link: usize| robot.links()[link].padding;
    for [a, b] in robot.self_pairs() {
        for first in shapes(a) {
            shapes(b).for_each(|second| add(first, second, padding(a) + padding(b)));
        }
    }
    for body in boxes {
        let Body::Convex(hull) = &body.body else { panic!("{} is no box", body.name) };
        for link in (0..robot.links().len()).filter(|&link| robot.asks_about_body(link, &body.name)) {
            shapes(link).for_each(|shape| add(shape, (hull, body.pose), padding(link) + body.margin));
        }
    }
    least
}

#[test]
fn the_panda_has_the_pairs_and_distances_that_coal_has() {
    let (robot, boxes) = panda();
    let shapes: usize = robot.links().iter().map(|link| link.shapes.len()).sum();
    assert_eq!((shapes, robot.dof()), (17, 9));
    assert_eq!(RobotClearance::new(&Workcell::new(&robot, &[]).unwrap()).unwrap().pair_count(), 44);
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &boxes).unwrap()).unwrap();
    assert_eq!(clearance.pair_count(), 364);
    let table = std::fs::read_to_string(folder().join("distances.jsonl")).unwrap();
    let mut worst = 0.0f64;
    for line in table.lines() {
        let json = Json::parse(line).unwrap();
        let node = Node::root(&json, "");
        let q = robot.read_configuration(&node.fields().unwrap().need("q").unwrap(), &robot.no_rest()).unwrap();
        let expected = node.fields().unwrap().need("distance").unwrap().number().unwrap();
        let found = clearance.at(&q).unwrap().unwrap();
        worst = worst.max((found.proximity.signed_distance - expected).abs());
        assert_eq!(found.collides, Some(expected < 0.0));
        assert_eq!(clearance.collides(&q).unwrap(), found.collides);
    }
    // coal stops at 1e-6.
    assert!(worst < 2e-6, "{worst:e}");
}

#[test]
fn the_least_of_all_pairs_is_enclosed_with_and_without_margins() {
    let (mut robot, mut boxes) = panda();
    let mut random = Random::new(7);
    for round in 0..2 {
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &boxes).unwrap()).unwrap();
        for _ in 0..30 {
            let q = robot.random_configuration(&mut random);
            let found = clearance.at(&q).unwrap().unwrap().bounds;
            let all = brute_force(&robot, &boxes, &q);
            assert!(found.lower <= all.upper && all.lower <= found.upper, "{found:?} {all:?}");
            // The depth of links is at most that of their hulls, and at least that of their triangles.
            assert!(found.width() < 1e-12 || found.upper <= 0.0, "{found:?}");
        }
        if round == 0 {
            robot.pad(9, 0.07).unwrap();
            boxes[3].margin = 0.21;
        }
    }
}

#[test]
fn gradients_are_those_of_differences() {
    let (robot, boxes) = panda();
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &boxes).unwrap()).unwrap();
    let (mut random, mut judged) = (Random::new(11), 0);
    for _ in 0..20 {
        let q = robot.random_configuration(&mut random);
        let Some(found) = clearance.gradient_at(&q).unwrap() else { continue };
        let h = 1e-5;
        let mut at = |i: usize, step: f64| {
            let mut moved = q.clone();
            moved[i] += step;
            let found = clearance.at(&moved).unwrap().unwrap();
            (found.proximity.signed_distance, found.pair)
        };
        for i in 0..q.len() {
            let samples = [at(i, -2.0 * h), at(i, -h), at(i, h), at(i, 2.0 * h)];
            if !found.differentiable || samples.iter().any(|sample| sample.1 != found.clearance.pair) {
                continue;
            }
            let [a, b, c, d] = samples.map(|sample| sample.0);
            // Fourth order; where the second difference jumps there is a kink of features within reach.
            let (near, far) = ((c - b) / (2.0 * h), (d - a) / (4.0 * h));
            if (near - far).abs() < 1e-8 {
                judged += 1;
                let difference = (4.0 * near - far) / 3.0;
                assert!((found.gradient[i] - difference).abs() < 1e-9, "{} {difference}", found.gradient[i]);
            }
        }
    }
    assert!(judged > 90, "{judged}");
}
