//! Loops of joints from files, on robots of other files.

use clearance::{Ball, Pose3, Vec3};
use clearance_models::{ReadJointBox, ReadLoops, ReadRobot, UrdfOptions};
use clearance_robot::range::{JointBox, RangeOfMotion, RangeOptions};
use clearance_robot::{Obstacle, Robot, Workcell};

#[test]
fn loops_of_a_file_close_robots_whose_links_have_frames_of_their_own() {
    let joint = |name: &str, kind: &str, links: [&str; 2], x: f64, axis: &str| {
        format!(
            r#"<joint name="{name}" type="{kind}"><parent link="{}"/><child link="{}"/><origin xyz="{x} 0 0" rpy="0 0 0"/>
               <axis xyz="{axis}"/><limit lower="-9" upper="9"/></joint>"#,
            links[0], links[1]
        )
    };
    let piston = r#"<link name="piston"><collision><geometry><sphere radius="0.2"/></geometry></collision></link>"#;
    let joints = [
        joint("crank", "continuous", ["base", "wheel"], 0.0, "0 0 1"),
        joint("rod", "continuous", ["wheel", "bar"], 1.0, "0 0 1"),
        joint("slide", "prismatic", ["base", "piston"], 4.0, "1 0 0"),
    ];
    let text = format!(
        r#"<robot name="press"><link name="base"/><link name="wheel"/><link name="bar"/>{piston}{}</robot>"#,
        joints.concat()
    );
    let mut model = Robot::from_urdf(&text, "".as_ref(), &UrdfOptions::default()).unwrap();
    let wrong = model.close_loops(r#"{"loops": [{"links": ["bar", "piston"], "point": [4, 0, 0], "drive": "cranc"}]}"#);
    let said = wrong.unwrap_err().to_string();
    assert_eq!(said, r#"/loops/0/drive: no joint with a value is named "cranc" (did you mean "crank"?)"#);
    model.close_loops(r#"{"loops": [{"links": ["bar", "piston"], "point": [4, 0, 0], "drive": "crank"}]}"#).unwrap();
    let ball = Ball::new(0.1).unwrap();
    let at = Pose3::from_translation(Vec3::new(1.5, 0.0, 0.0)).unwrap();
    let world = [Obstacle::new("stop", ball, at)];
    let range = RangeOfMotion::new(&Workcell::new(&model, &world).unwrap()).unwrap();
    let over = JointBox::parse(&model.robot, r#"{"crank": [-3.2, 3.2]}"#, &model.robot.no_rest()).unwrap();
    let least = range.least(&over, &RangeOptions { width: 1e-9, ..RangeOptions::default() }).unwrap();
    assert!(least.lower <= 0.2 + 1e-12 && 0.2 <= least.upper + 1e-12 && least.complete, "{least:?}");
}
