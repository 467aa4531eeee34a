//! What changes geometry or kinematics of a URDF file is read or refused; what is ignored is noted, one line a kind.

use std::path::Path;

use clearance_models::{ReadRobot, UrdfOptions};
use clearance_robot::{Robot, RobotModel};

fn read(text: &str) -> Result<RobotModel, String> {
    Robot::from_urdf(text, Path::new("/nowhere"), &UrdfOptions::default()).map_err(|error| error.to_string())
}
fn refusal(text: &str) -> String {
    read(text).expect_err("a refusal")
}
fn robot(inside: &str) -> String {
    format!("<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/>\n{inside}</robot>")
}
fn joint(inside: &str) -> String {
    robot(&format!("<joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/>\n{inside}</joint>"))
}
/// A third link with a collision on line 2.
fn collision(inside: &str) -> String {
    let fixed = |name: &str, child: &str| {
        format!("<joint name=\"{name}\" type=\"fixed\"><parent link=\"a\"/><child link=\"{child}\"/></joint>")
    };
    let link = format!("<link name=\"c\"><collision>{inside}</collision></link>");
    robot(&(link + &fixed("k", "b") + &fixed("l", "c")))
}

#[test]
fn what_is_not_understood_of_a_collision_is_refused() {
    let shape = "<geometry><sphere radius=\"1\"/></geometry>";
    let refused = |inside: &str, expected: &str| {
        let found = refusal(&collision(inside));
        assert!(found.starts_with(&format!("line 2 {expected}")), "{found}");
    };
    let known = "expected \"xyz\", \"rpy\", \"quat_xyzw\" (did you mean \"rpy\"?)";
    let unknown = format!("(<origin>): unknown attribute \"rpx\", {known}");
    refused(&format!("<origin xyz=\"0 0 0\" rpx=\"1 2 3\"/>{shape}"), &unknown);
    let both = "(<origin>): expected one rotation, got both rpy and quat_xyzw";
    refused(&format!("<origin rpy=\"0 0 0\" quat_xyzw=\"0 0 0 1\"/>{shape}"), both);
    refused(&format!("<origin quat_xyzw=\"0 0 0 0\"/>{shape}"), "(<origin>): quat_xyzw: ");
    let second = format!("{shape}<geometry><sphere radius=\"2\"/></geometry>");
    refused(&second, "(<geometry>): a second <geometry> in one <collision>, expected one");
    let origins = format!("{shape}<origin/><origin xyz=\"1 0 0\"/>");
    refused(&origins, "(<origin>): a second <origin> in one <collision>, expected one");
    let spheres = "<geometry><sphere radius=\"1\"/><sphere radius=\"2\"/></geometry>";
    refused(spheres, "(<sphere>): a second shape in one <geometry>, expected one: give it a <collision> of its own");
    let scaled = "<geometry><sphere radius=\"1\" scale=\"2\"/></geometry>";
    refused(scaled, "(<sphere>): unknown attribute \"scale\", expected \"radius\"");
}

#[test]
fn what_is_not_understood_of_kinematics_is_refused() {
    let found = refusal(&joint("<axis xyz=\"1 0 0\" rpy=\"0 1 0\"/>"));
    assert!(found.starts_with("line 3 (<axis>): rpy: expected zeros"), "{found}");
    let found = refusal(&robot("<include filename=\"x\"/>"));
    assert_eq!(found, "line 2 (<include>): URDF has no <include>: put what it names into this file");
    let found = refusal("<robot version=\"2.0\"><link name=\"a\"/></robot>");
    assert_eq!(found, "line 1 (<robot>): version: expected 1.0, 1.1 or 1.2, got \"2.0\"");
    // What says the same twice contradicts nothing.
    let twice = joint("<axis xyz=\"0 1 0\"/><axis xyz=\"0 1 0\"/><limit lower=\"0\" upper=\"1\"/>");
    assert_eq!(<[f64; 3]>::from(read(&twice).unwrap().robot.joints()[0].axis), [0.0, 1.0, 0.0]);
}

#[test]
fn quaternions_turn_origins_like_their_angles() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let places = |rotation: &str| {
        let text = format!(
            "<robot name=\"r\" version=\"1.1\"><link name=\"a\"/><link name=\"b\"><collision><origin xyz=\"1 0 0\" {rotation}/>\
             <geometry><box size=\"2 1 1\"/></geometry></collision></link><joint name=\"j\" type=\"continuous\">\
             <parent link=\"a\"/><child link=\"b\"/><origin {rotation}/></joint></robot>"
        );
        let robot = read(&text).unwrap().robot;
        let link = robot.link_pose(&robot.place(&[0.3]).unwrap(), 1);
        let shape = robot.links()[1].shapes[0].pose;
        <[f64; 3]>::from(link.point(shape.point(clearance::Vec3::new(0.25, -0.5, 2.0))))
    };
    let by_angles = places("rpy=\"0 0 1.5707963267948966\"");
    // Of any length, like other readers take them.
    for quaternion in [format!("0 0 {half} {half}"), "0 0 0.70711 0.70711".into(), "0 0 -2 -2".into()] {
        let found = places(&format!("quat_xyzw=\"{quaternion}\""));
        assert!((0..3).all(|i| (found[i] - by_angles[i]).abs() < 1e-15), "{found:?} {by_angles:?}");
    }
    let plain = places("");
    assert!((0..3).any(|i| (plain[i] - by_angles[i]).abs() > 0.1));
}

#[test]
fn files_that_simulators_read_are_read_with_a_note() {
    let read = |text: &str| read(text).unwrap();
    let found = read(&joint("<limit lower=\"1\" upper=\"-1\"/>"));
    assert_eq!(found.notes, ["1 joints whose lower limit exceeds the upper one, taken as without limits (\"j\")"]);
    assert!(found.robot.joints()[0].limits.is_none());
    let found = read(&joint("<limit lower=\"0\" upper=\"1\"/><mimic joint=\"k\"/><friction/><friction/>"));
    let notes = [
        "2 elements <friction> of <joint> ignored",
        "1 joints that mimic a joint that does not exist, with values of their own (\"j\")",
    ];
    assert_eq!((&found.notes[..], found.robot.dof()), (&notes.map(String::from)[..], 1));
    let found = read(&joint("<origin xyz=\"1, 2, -3\"/><limit lower=\"0\" upper=\"1\"/>"));
    assert_eq!(<[f64; 3]>::from(found.robot.joints()[0].origin.translation()), [1.0, 2.0, -3.0]);
    let ball = robot("<joint name=\"j\" type=\"spherical\"><parent link=\"a\"/><child link=\"b\"/></joint>");
    assert_eq!(read(&ball).notes, ["1 spherical joints have values of their own; base fixed holds them (\"j\")"]);
}
