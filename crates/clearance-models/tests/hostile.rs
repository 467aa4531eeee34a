//! URDF files that are wrong, hostile or odd: errors that name the place, and no hang.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use clearance_models::{ReadRobot, UrdfOptions};
use clearance_robot::{Robot, RobotModel};

fn read(text: &str) -> Result<RobotModel, String> {
    let options = UrdfOptions::default();
    Robot::from_urdf(text, Path::new("/nowhere"), &options).map_err(|error| error.to_string())
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

#[test]
fn what_is_no_urdf_is_told_in_one_sentence() {
    let xacro = "this is a xacro file, expected plain URDF: write it out with `xacro FILE -o robot.urdf` (ROS), or with `xacrodoc FILE -o robot.urdf` (`pip install xacrodoc`), and read robot.urdf";
    assert_eq!(refusal("<robot name=\"r\"><xacro:macro name=\"m\"/></robot>"), xacro);
    let declared = "<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\">\n<xacro:property name=\"p\" value=\"1\"/></robot>";
    assert_eq!(refusal(declared), format!("line 2 (<property> \"p\"): {xacro}"));
    // What xacro leaves behind, in a file that it has been run on.
    assert!(read("<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\"><link name=\"a\"/></robot>").is_ok());
    assert_eq!(refusal("<sdf/>"), "line 1 (<sdf>): expected <robot> as the root of a URDF file, got <sdf>");
    assert_eq!(refusal("  "), "is empty, expected <robot>");
    assert!(refusal("<robot><link name=\"a\"></robot>").starts_with("not valid XML: "));
    let bomb = "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><robot name=\"&b;\"/>";
    assert_eq!(refusal(bomb), "a document type with declarations of its own is not supported");
}

#[test]
fn wrong_numbers_and_names_tell_their_line() {
    assert_eq!(
        refusal(&joint("<origin xyz=\"0 NaN 0\"/>")),
        "line 3 (<origin>): xyz: expected 3 finite numbers, got \"0 NaN 0\""
    );
    assert_eq!(
        refusal(&joint("<origin rpy=\"0 1\"/>")),
        "line 3 (<origin>): rpy: expected 3 finite numbers, got \"0 1\""
    );
    assert_eq!(
        refusal(&joint("<axis xyz=\"0 0 0\"/>")),
        "line 3 (<axis>): expected an axis with a direction for joint \"j\", got [0, 0, 0]"
    );
    assert_eq!(
        refusal(&joint("<limit lower=\"1\" upper=\"x\"/>")),
        "line 3 (<limit>): upper: expected a finite number, got \"x\""
    );
    let odd = refusal(&robot("<joint name=\"j\" type=\"hinge\"/>"));
    assert!(
        odd.starts_with("line 2 (<joint> \"j\"): type: expected \"revolute\", ") && odd.ends_with("got \"hinge\""),
        "{odd}"
    );
    let missing = "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"c\"/></joint>";
    assert_eq!(refusal(&robot(missing)), "joint \"j\": the child link \"c\" does not exist");
    let cycle = "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>\
                 <joint name=\"k\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/></joint>";
    assert_eq!(refusal(&robot(cycle)), "the joints form a cycle through link \"a\"");
    let size = "<link name=\"c\"><collision><geometry>\n<box size=\"1 -2 3\"/></geometry></collision></link>";
    assert_eq!(refusal(&robot(size)), "line 3 (<box>): size: must not be negative, got -2");
}

#[test]
fn missing_meshes_list_what_was_tried() {
    let mesh = |name: &str| {
        let text = format!(
            "<robot name=\"r\"><link name=\"a\"><collision><geometry><mesh filename=\"{name}\"/></geometry></collision></link></robot>"
        );
        refusal(&text)
    };
    let found = mesh("package://arm/a.stl");
    let expected = "line 1 (<mesh>): \"package://arm/a.stl\" was not found; tried /nowhere/arm/a.stl, /arm/a.stl; name its folder with --package NAME=DIR";
    assert_eq!(found, expected);
    assert_eq!(
        mesh("file:///home/user/a.stl"),
        "line 1 (<mesh>): \"file:///home/user/a.stl\" was not found; tried /home/user/a.stl"
    );
    assert_eq!(mesh("a.stl"), "line 1 (<mesh>): \"a.stl\" was not found; tried /nowhere/a.stl");
}

#[test]
fn odd_but_harmless_files_are_read_with_a_note() {
    let text = "<robot name=\"r\"><link name=\"a\"><visual><geometry><mesh filename=\"nowhere.dae\"/></geometry></visual>\
        <collision/><inertial><mass value=\"heavy\"/></inertial></link><link name=\"b\"/><link name=\"c\"/>\
        <joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/></joint>\
        <joint name=\"k\" type=\"floating\"><parent link=\"b\"/><child link=\"c\"/></joint><gazebo/><transmission/></robot>";
    let model = read(text).unwrap();
    assert_eq!(model.robot.dof(), 1 + 6);
    let notes = [
        "1 collision elements without geometry (\"a\")",
        "1 revolute joints without limits (\"j\")",
        "1 floating joints have values of their own; base fixed holds them (\"k\")",
    ];
    assert_eq!(model.notes, notes);
}

#[test]
fn large_files_are_refused_soon() {
    let begin = Instant::now();
    let mut text = "<robot name=\"r\"><link name=\"l0\"/>".to_string();
    for i in 1..100_000 {
        let _ = write!(
            text,
            "<link name=\"l{i}\"/><joint name=\"j{i}\" type=\"fixed\"><parent link=\"l{}\"/><child link=\"l{i}\"/></joint>",
            i - 1
        );
    }
    assert_eq!(refusal(&(text + "</robot>")), "a robot has at most 4096 links and joints, got 100000");
    let deep = "<a>".repeat(2_000_000);
    assert_eq!(refusal(&format!("<robot>{deep}</robot>")), "has more than 1000000 XML nodes");
    let deep = "<a>".repeat(2000) + &"</a>".repeat(2000);
    assert_eq!(refusal(&format!("<robot>{deep}</robot>")), "nested more than 1000 levels deep");
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}
