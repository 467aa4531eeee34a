//! SDF files: poses by frames, joints beside their links, and the same robot as URDF.

use std::path::Path;

use clearance_models::{ReadRobot, UrdfOptions};
use clearance_robot::{Robot, RobotModel};

fn read(text: &str) -> Result<RobotModel, String> {
    Robot::from_sdf(text, Path::new("/nowhere"), &UrdfOptions::default()).map_err(|error| error.to_string())
}
fn model(inside: &str) -> String {
    format!("<sdf version=\"1.9\"><model name=\"m\">\n{inside}</model></sdf>")
}
fn at(robot: &Robot, q: &[f64], link: &str, point: [f64; 3]) -> [f64; 3] {
    let pose = robot.link_pose(&robot.place(q).unwrap(), robot.link_named(link).unwrap());
    pose.point(clearance::Vec3::from(point)).into()
}
fn near(a: [f64; 3], b: [f64; 3]) -> bool {
    a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12)
}

/// An elbow at (1, 0, 0.5) about y, a slide beyond it along the axis that the frame `rail` gives.
const ARM: &str = "<pose>0 0 2 0 0 0</pose>
  <link name=\"base\"><pose>0 0 0.5 0 0 0</pose></link>
  <frame name=\"tilted\" attached_to=\"base\"><pose>1 0 0 0 0 1.5707963267948966</pose></frame>
  <link name=\"upper\"><pose relative_to=\"tilted\">0.5 0 0 0 0 0</pose>
    <collision name=\"c\"><pose>0.1 0 0 0 0 0</pose><geometry><box><size>1 0.2 0.2</size></box></geometry></collision></link>
  <joint name=\"elbow\" type=\"revolute\"><pose>-0.5 0 0 0 0 0</pose><parent>base</parent><child>upper</child>
    <axis><xyz expressed_in=\"__model__\">0 1 0</xyz><limit><lower>-2</lower><upper>1</upper></limit></axis></joint>
  <frame name=\"rail\" attached_to=\"upper\"><pose degrees=\"true\">0 0 0 0 0 90</pose></frame>
  <link name=\"tip\"><pose relative_to=\"upper\">0.5 0 0 0 0 0</pose></link>
  <joint name=\"slide\" type=\"prismatic\"><parent>upper</parent><child>tip</child>
    <axis><xyz expressed_in=\"rail\">0 -2 0</xyz><limit><lower>0</lower><upper>0.3</upper></limit></axis></joint>";

#[test]
fn links_joints_and_axes_stand_where_their_frames_say() {
    let RobotModel { robot, notes, .. } = read(&model(ARM)).unwrap();
    assert_eq!((robot.dof(), robot.links().len(), notes.len()), (2, 3, 0));
    // At rest: the model is 2 up, base 0.5 up in it; `tilted` is 1 along x of base and turned to y.
    assert!(near(at(&robot, &[0.0, 0.0], "base", [0.0; 3]), [0.0, 0.0, 2.5]));
    assert!(near(at(&robot, &[0.0, 0.0], "upper", [0.0; 3]), [1.0, 0.5, 2.5]));
    assert!(near(at(&robot, &[0.0, 0.0], "tip", [0.0; 3]), [1.0, 1.0, 2.5]));
    // The elbow stands at (1, 0, 2.5) and turns about the model's y axis, along which the upper link lies: nothing of
    // its axis moves.
    let quarter = std::f64::consts::FRAC_PI_2;
    assert!(near(at(&robot, &[quarter, 0.0], "upper", [0.0; 3]), [1.0, 0.5, 2.5]));
    // What stands 0.2 to the side of it, along -x, is turned upwards about y: by a quarter from -x to z.
    assert!(near(at(&robot, &[0.0, 0.0], "upper", [0.0, 0.2, 0.0]), [0.8, 0.5, 2.5]));
    assert!(near(at(&robot, &[quarter, 0.0], "upper", [0.0, 0.2, 0.0]), [1.0, 0.5, 2.7]));
    // The rail's -y is the upper link's x: the slide goes along it.
    assert!(near(at(&robot, &[0.0, 0.2], "tip", [0.0; 3]), [1.0, 1.2, 2.5]));
    let limits = robot.joints()[0].limits.unwrap();
    assert_eq!((limits.lower, limits.upper, robot.links()[1].shapes.len()), (-2.0, 1.0, 1));
}

#[test]
fn nested_models_the_world_and_loose_links_have_places() {
    let inside = "<link name=\"base\"/><joint name=\"fix\" type=\"fixed\"><pose>0 0 0 0 0 0</pose><parent>world</parent><child>base</child></joint>
        <model name=\"hand\"><pose>0 0 1 0 0 0</pose><link name=\"palm\"><pose>0.1 0 0 0 0 0</pose></link></model>
        <joint name=\"turn\" type=\"continuous\"><parent>base</parent><child>hand::palm</child><axis><xyz>0 0 1</xyz></axis></joint>
        <link name=\"loose\"><pose>3 0 0 0 0 0</pose></link>";
    let RobotModel { robot, notes, .. } = read(&model(inside)).unwrap();
    assert!(near(at(&robot, &[0.0], "hand::palm", [0.0; 3]), [0.1, 0.0, 1.0]));
    assert!(near(at(&robot, &[0.7], "loose", [0.0; 3]), [3.0, 0.0, 0.0]));
    assert_eq!(notes, ["1 links that no joint joins, held where the file places them"]);
}

#[test]
fn axes_of_old_versions_are_those_of_the_model() {
    let text = |version: &str, extra: &str| {
        format!(
            "<sdf version=\"{version}\"><model name=\"m\"><link name=\"a\"/><link name=\"b\"><pose>0 0 0 0 0 1.5707963267948966</pose></link>
             <joint name=\"j\" type=\"prismatic\"><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz>{extra}</axis></joint></model></sdf>"
        )
    };
    let along = |text: &str| at(&read(text).unwrap().robot, &[1.0], "b", [0.0; 3]);
    assert!(near(along(&text("1.4", "")), [1.0, 0.0, 0.0]));
    assert!(near(along(&text("1.6", "")), [0.0, 1.0, 0.0]));
    assert!(near(along(&text("1.6", "<use_parent_model_frame>1</use_parent_model_frame>")), [1.0, 0.0, 0.0]));
}

#[test]
fn what_is_not_understood_is_refused_by_line() {
    let refusal = |inside: &str| read(&model(inside)).expect_err("a refusal");
    let included = refusal("<include><uri>model://x</uri></include>");
    assert_eq!(included, "line 2 (<include>): included models are not supported: put the model into this file");
    let short = refusal("<link name=\"a\"><pose>0 0 0</pose></link>");
    assert_eq!(short, "line 2 (<pose>): expected 6 numbers (x y z roll pitch yaw), got \"0 0 0\"");
    let plane = refusal("<link name=\"a\"><collision name=\"c\"><geometry><plane/></geometry></collision></link>");
    assert!(plane.starts_with("line 2 (<plane>): expected <box>"), "{plane}");
    let circle = "<link name=\"a\"><pose relative_to=\"f\"/></link><frame name=\"f\"><pose relative_to=\"a\"/></frame>";
    assert!(refusal(circle).contains("is relative to itself"));
    let gear = "<link name=\"a\"/><link name=\"b\"/><joint name=\"g\" type=\"gearbox\"><parent>a</parent><child>b</child></joint>";
    assert!(refusal(gear).contains("type: expected \"revolute\""));
    assert_eq!(read("<sdf><world name=\"w\"/></sdf>").unwrap_err(), "line 1 (<sdf>): expected a <model>, got none");
}

/// A world with a table of two shapes, a lamp of two links that turn, a floor and a light.
const WORLD: &str = r#"<sdf version="1.9"><world name="room"><physics name="p" type="ode"/><light name="sun" type="directional"/>
  <model name="floor"><static>true</static><link name="l"><collision name="c"><geometry><plane><normal>0 0 1</normal><size>9 9</size></plane></geometry></collision></link></model>
  <model name="table"><pose>1 0 0.5 0 0 1.5707963267948966</pose><link name="top"><pose>0 0 0.2 0 0 0</pose>
    <collision name="a"><geometry><box><size>1 0.5 0.1</size></box></geometry></collision>
    <collision name="b"><pose>0.4 0 -0.3 0 0 0</pose><geometry><cylinder><radius>0.05</radius><length>0.6</length></cylinder></geometry></collision></link></model>
  <model name="lamp"><pose>0 2 0 0 0 0</pose><link name="foot"><collision name="c"><geometry><sphere><radius>0.25</radius></sphere></geometry></collision></link>
    <link name="head"><pose relative_to="foot">0 0 1 0 0 0</pose><collision name="c"><geometry><cone><radius>0.2</radius><length>0.4</length></cone></geometry></collision></link>
    <joint name="neck" type="revolute"><parent>foot</parent><child>head</child><axis><xyz>0 0 1</xyz></axis></joint></model></world></sdf>"#;

#[test]
fn a_world_is_a_scene_of_its_links() {
    let folder = std::env::temp_dir().join(format!("clearance-sdf-world-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let robot = Robot::builder("r").link("base", vec![]).build().unwrap();
    let read = |text: &str| {
        std::fs::write(folder.join("room.world"), text).unwrap();
        robot.world_of_file(&folder.join("room.world")).map_err(|error| error.to_string())
    };
    let world = read(WORLD).unwrap();
    let names: Vec<&str> = world.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["floor", "table", "lamp::foot", "lamp::head"]);
    let at = |i: usize, p: [f64; 3]| <[f64; 3]>::from(world[i].pose.point(clearance::Vec3::from(p)));
    // The leg of the table, a quarter turn about z at (1, 0, 0.7).
    let leg = at(1, [0.4, 0.0, -0.3]);
    assert!(leg.iter().zip([1.0, 0.4, 0.4]).all(|(a, b)| (a - b).abs() < 1e-12), "{leg:?}");
    assert_eq!([at(2, [0.0; 3]), at(3, [0.0; 3])], [[0.0, 2.0, 0.0], [0.0, 2.0, 1.0]]);
    let refused = |from: &str, to: &str| read(&WORLD.replace(from, to)).unwrap_err();
    let included = refused("<light name=\"sun\" type=\"directional\"/>", "<include><uri>model://x</uri></include>");
    assert!(
        included.ends_with("line 1 (<include>): included models are not supported: put the model into this file"),
        "{included}"
    );
    assert!(refused("<light", "<lihgt").contains("unknown element \"lihgt\""));
    assert!(refused("<radius>0.25</radius>", "<radius>-1</radius>").contains("radius: must not be negative, got -1"));
    std::fs::remove_dir_all(folder).unwrap();
}
