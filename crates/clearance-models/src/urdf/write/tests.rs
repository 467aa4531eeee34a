use std::path::{Path, PathBuf};

use clearance::{Axial, Ball, Capsule, Cylinder, Pose3, Vec3, Vector};

use super::{WriteRobot, WrittenUrdf};
use crate::{ReadRobot, UrdfOptions};
use clearance_robot::random::Random;
use clearance_robot::{JointKind, JointSpec, LinkShape, Mimic, Robot, RobotClearance, Workcell};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots")
}

/// Reads what was written, with its meshes in a folder of their own.
fn read_back(written: &WrittenUrdf, name: &str) -> Robot {
    let folder = std::env::temp_dir().join(format!("clearance-urdf-{}-{name}", std::process::id()));
    std::fs::create_dir_all(folder.join("meshes")).unwrap();
    for (file, text) in &written.meshes {
        std::fs::write(folder.join(file), text).unwrap();
    }
    let robot = Robot::from_urdf(&written.text, &folder, &UrdfOptions::default()).unwrap().robot;
    std::fs::remove_dir_all(folder).unwrap();
    robot
}

/// Both have the same joints, and the same links at the same places, as near to one another.
fn check_same(robot: &Robot, again: &Robot, size: f64) {
    let about = |robot: &Robot| {
        let joint =
            |joint: &clearance_robot::Joint| (joint.name.clone(), joint.kind, joint.limits, joint.mimic.clone());
        let all: Vec<_> = robot.joints().iter().map(joint).filter(|(_, kind, ..)| *kind != JointKind::Fixed).collect();
        all
    };
    assert_eq!(about(robot), about(again));
    let mut random = Random::new(4);
    let (mut first, mut second) = (
        RobotClearance::new(&Workcell::new(robot, &[]).unwrap()).unwrap(),
        RobotClearance::new(&Workcell::new(again, &[]).unwrap()).unwrap(),
    );
    for _ in 0..20 {
        let q: Vec<f64> = (0..robot.dof()).map(|_| random.between(-size, size)).collect();
        let places = [robot, again].map(|robot| robot.place(&q).unwrap());
        for (i, link) in robot.links().iter().enumerate() {
            let other = again.link_named(&link.name).unwrap();
            let poses = [robot.link_pose(&places[0], i), again.link_pose(&places[1], other)];
            let point = Vec3::new(0.3, -0.5, 0.7);
            assert!((poses[0].point(point) - poses[1].point(point)).norm() < 1e-13, "{}", link.name);
        }
        let found = [&mut first, &mut second].map(|clearance| clearance.at(&q).unwrap().unwrap());
        assert!((found[0].proximity.signed_distance - found[1].proximity.signed_distance).abs() < 1e-12);
    }
}

#[test]
fn the_panda_is_read_back_as_it_was_written() {
    let robot = Robot::from_file(&root().join("panda/panda.urdf"), &UrdfOptions::default()).unwrap().robot;
    let written = robot.to_urdf("meshes/").unwrap();
    let again = read_back(&written, "panda");
    assert_eq!(written.meshes.len(), 9);
    check_same(&robot, &again, 1.0);
    // Nothing of a mesh is lost by writing it once more.
    assert!(again.to_urdf("meshes/").unwrap().meshes == written.meshes);
}

#[test]
fn what_no_urdf_says_is_written_as_urdf_says_it() {
    // A base of its own, a step behind a joint, balls and capsules off their frames, a cylinder along x, a mimic.
    let at = |x: f64, y: f64| Pose3::from_rpy([0.1, x, y], Vec3::new(x, y, 0.2)).unwrap();
    let can = Cylinder::along(Axial { radius: 0.05, half_length: 0.1, axis: 0 }).unwrap();
    let bar = Capsule::between(Vec3::new(0.1, 0.2, 0.3), Vec3::new(-0.1, 0.25, 0.0), 0.03).unwrap();
    let hinge = JointSpec::new("hinge", JointKind::Revolute, "base", "arm").axis(Vec3::new(0.3, 0.4, 0.5));
    let slide = JointSpec::new("slide", JointKind::Prismatic, "arm", "hand").at(at(0.5, 0.1)).limited(-0.5, 0.5);
    let follow = Mimic { joint: "hinge".into(), multiplier: -0.5, offset: 0.1 };
    let robot = Robot::builder("a<b")
        .at(at(0.3, -0.2))
        .link("base", vec![LinkShape::new(can, at(0.2, 0.3))])
        .link("arm", vec![LinkShape::new(bar, at(-0.2, 0.1))])
        .link("hand", vec![LinkShape::new(Ball::new(0.04).unwrap(), at(0.0, 0.1))])
        .joint(hinge.limited(-1.5, 1.5).slower_than(2.0).at(at(0.1, 0.4)).followed_by(at(0.2, 0.2)))
        .joint(slide.mimicking(follow))
        .build()
        .unwrap();
    let written = robot.to_urdf("").unwrap();
    assert!(written.meshes.is_empty() && written.text.contains("a&lt;b"));
    check_same(&robot, &read_back(&written, "odd"), 1.4);
}
