//! Link poses against Pinocchio's, whose table and its script are in `testdata/robots`.

use std::path::PathBuf;

use clearance::Vec3;
use clearance::math::Matrix;
use clearance_models::{ReadRobot, UrdfOptions};
use clearance_robot::Robot;
use clearance_scene::json::{Json, Node};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots")
}

/// The largest difference of any entry of a pose's matrix or translation from a row of the table.
fn miss(robot: &Robot, q: &[f64], links: &Node) -> f64 {
    let placement = robot.place(q).unwrap();
    let links = links.fields().unwrap();
    let mut worst = 0.0f64;
    for name in links.keys() {
        let expected: [f64; 12] = links.need(name).unwrap().numbers().unwrap();
        let pose = robot.link_pose(&placement, robot.link_named(name).unwrap());
        let translation: Vec3<f64> = pose.translation();
        let entry = |i: usize| if i < 9 { pose.matrix().column(i % 3)[i / 3] } else { translation[i - 9] };
        worst = (0..12).map(|i| (entry(i) - expected[i]).abs()).fold(worst, f64::max);
        assert!(pose.rotation_error() < 1e-13 && pose.translation_error() < 1e-13, "{name}");
    }
    worst
}

#[test]
fn link_poses_are_those_of_pinocchio_to_1e_12() {
    let table = std::fs::read_to_string(folder().join("kinematics.jsonl")).unwrap();
    let options = UrdfOptions { ignore_mimic: true, ..UrdfOptions::default() };
    let (mut worst, mut rows) = (0.0f64, 0);
    for line in table.lines() {
        let json = Json::parse(line).unwrap();
        let node = Node::root(&json, "");
        let fields = node.fields().unwrap();
        let path = folder().join(fields.need("urdf").unwrap().text().unwrap());
        let robot = Robot::from_urdf_file(&path, &options).unwrap().robot;
        let q = robot.read_configuration(&fields.need("q").unwrap(), &robot.no_rest()).unwrap();
        worst = worst.max(miss(&robot, &q, &fields.need("links").unwrap()));
        rows += 1;
    }
    assert!(rows == 15 && worst < 1e-12, "{rows} rows, off by {worst:e}");
}
