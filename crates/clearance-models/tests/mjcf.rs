//! MJCF files against MuJoCo, whose table and its script are in `testdata/robots/mjcf`, and what is refused of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clearance::math::Matrix;
use clearance::{Pose3, SupportExt, Vec3};
use clearance_models::{ReadJointBox, ReadRobot, UrdfOptions};
use clearance_robot::range::{JointBox, RangeOfMotion, RangeOptions};
use clearance_robot::{Base, Rest, Robot, RobotClearance, RobotModel, Workcell};
use clearance_scene::json::{Fields, Json, Node};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/mjcf")
}
fn read(text: &str) -> Result<RobotModel, String> {
    Robot::from_mjcf(text, Path::new("/nowhere"), &UrdfOptions::default()).map_err(|error| error.to_string())
}
fn world(inside: &str) -> String {
    format!("<mujoco><worldbody>\n{inside}</worldbody></mujoco>")
}
fn entries(pose: &Pose3<f64>) -> [f64; 12] {
    let translation: Vec3<f64> = pose.translation();
    core::array::from_fn(|i| if i < 9 { pose.matrix().column(i % 3)[i / 3] } else { translation[i - 9] })
}
fn miss<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    (0..N).map(|i| (a[i] - b[i]).abs()).fold(0.0, f64::max)
}
/// The body of a link: links of one body whose geoms collide with different ones have numbers.
fn body_of(link: &str) -> &str {
    link.split(':').next().unwrap_or(link)
}

struct Row {
    file: String,
    robot: Robot,
    poses: BTreeMap<String, Pose3<f64>>,
}

/// Runs through the table: each robot is read once, and placed in the configuration of the row.
fn for_each_row(mut check: impl FnMut(&Row, &Fields)) {
    let table = std::fs::read_to_string(folder().join("kinematics.jsonl")).unwrap();
    for line in table.lines() {
        let json = Json::parse(line).unwrap();
        let node = Node::root(&json, "");
        let fields = node.fields().unwrap();
        let file = fields.need("file").unwrap().text().unwrap().to_string();
        // Every joint has a value, as in MuJoCo, which keeps constraints by forces.
        let apart = UrdfOptions { ignore_mimic: true, ..UrdfOptions::default() };
        let robot = Robot::from_file(&folder().join(&file), &apart).unwrap().robot;
        let q = robot.read_configuration(&fields.need("q").unwrap(), &robot.no_rest()).unwrap();
        let placement = robot.place(&q).unwrap();
        let pose = |(i, link): (usize, &clearance_robot::Link)| (link.name.clone(), robot.link_pose(&placement, i));
        let poses = robot.links().iter().enumerate().map(pose).collect();
        check(&Row { file, robot, poses }, &fields);
    }
}

#[test]
fn bodies_and_geoms_are_where_mujoco_has_them_to_1e_12() {
    let (mut rows, mut bodies, mut geoms) = (0, 0, 0);
    for_each_row(|row, fields| {
        let links = fields.need("links").unwrap();
        let links = links.fields().unwrap();
        for name in links.keys() {
            let expected: [f64; 12] = links.need(name).unwrap().numbers().unwrap();
            let off = miss(&entries(&row.poses[name]), &expected);
            assert!(off < 1e-12, "{} {name}: {off:e}", row.file);
            bodies += 1;
        }
        let of_bodies = fields.need("geoms").unwrap();
        let of_bodies = of_bodies.fields().unwrap();
        for body in of_bodies.keys() {
            let links = row.robot.links().iter().filter(|link| body_of(&link.name) == body);
            let shapes: Vec<_> = links.flat_map(|link| link.shapes.iter().map(|shape| (&link.name, shape))).collect();
            let node = of_bodies.need(body).unwrap();
            let list: Vec<Node> = node.list().unwrap().collect();
            assert_eq!(list.len(), shapes.len(), "{} {body}", row.file);
            for geom in list {
                let geom = geom.fields().unwrap();
                let placed = |(link, shape): &(&String, &clearance_robot::LinkShape)| {
                    let pose = row.poses[*link].then(&shape.pose);
                    match geom.get("pose") {
                        Some(expected) => miss(&entries(&pose), &expected.numbers().unwrap()),
                        // Vertices are in single precision there.
                        None => 1e-6 * miss(&bounds(&pose, shape), &geom.need("bounds").unwrap().numbers().unwrap()),
                    }
                };
                let off = shapes.iter().map(placed).fold(f64::INFINITY, f64::min);
                assert!(off < 1e-12, "{} {body}: {off:e}", row.file);
                geoms += 1;
            }
        }
        rows += 1;
    });
    assert_eq!((rows, bodies, geoms), (6, 33, 48));
}

/// The least and the largest coordinates of a polytope's vertices.
fn bounds(pose: &Pose3<f64>, shape: &clearance_robot::LinkShape) -> [f64; 6] {
    let shape = &shape.shape;
    let corner = |id| <[f64; 3]>::from(pose.point(shape.anchor() + shape.vertex(id)));
    let corners: Vec<[f64; 3]> = (0..shape.vertex_count()).map(corner).collect();
    core::array::from_fn(|k| {
        let values = corners.iter().map(|corner| corner[k % 3]);
        if k < 3 { values.fold(f64::INFINITY, f64::min) } else { values.fold(f64::NEG_INFINITY, f64::max) }
    })
}

#[test]
fn the_pairs_that_are_asked_about_are_those_that_may_collide_in_mujoco() {
    for_each_row(|row, fields| {
        let mut expected = BTreeSet::new();
        for pair in fields.need("pairs").unwrap().list().unwrap() {
            let names: Vec<String> = pair.list().unwrap().map(|name| name.text().unwrap().to_string()).collect();
            expected.insert([names[0].clone(), names[1].clone()]);
        }
        let links = row.robot.links();
        let named = |pair: [usize; 2]| {
            let mut names = pair.map(|link| body_of(&links[link].name).to_string());
            names.sort();
            names
        };
        let found: BTreeSet<[String; 2]> = row.robot.self_pairs().into_iter().map(named).collect();
        assert_eq!(found, expected, "{}", row.file);
    });
}

#[test]
fn masks_pairs_and_planes_hold_geom_by_geom() {
    let apart = UrdfOptions { ignore_mimic: true, ..UrdfOptions::default() };
    let model = Robot::from_file(&folder().join("all.xml"), &apart).unwrap();
    let robot = &model.robot;
    // The guard collides with the cloth alone, by a pair: nothing has its bit in conaffinity.
    let names = |pair: [usize; 2]| pair.map(|link| robot.links()[link].name.as_str());
    let pairs: Vec<[&str; 2]> = robot.self_pairs().into_iter().map(names).collect();
    let of_guard: Vec<&[&str; 2]> = pairs.iter().filter(|pair| pair.contains(&"base:2")).collect();
    assert_eq!(of_guard, [&["base:2", "flag"]]);
    assert!(!pairs.contains(&["base", "flag"]));
    // The floor's bit is that of no geom, so that it is no body for any of them.
    let [floor] = &model.fixtures[..] else { panic!("one plane") };
    assert!(!floor.body.is_bounded() && floor.name == "floor");
    assert_eq!(floor.rules.len(), robot.links().iter().filter(|link| !link.shapes.is_empty()).count());
    assert_eq!(model.notes, ["1 equality constraints <joint> not kept"]);
    let rest: Rest = robot.rest("ready").unwrap();
    let json = Json::parse("{}").unwrap();
    let q = robot.read_configuration(&Node::root(&json, ""), &rest).unwrap();
    assert_eq!(q, [0.1, 0.02, 0.0, 0.5, 0.0, 0.01, 0.01, -0.3]);
}

#[test]
fn a_joint_that_an_equality_couples_follows_the_other() {
    // As fingers of grippers are: the second slides twice as far as the first, and 0.25 more.
    let text = |equality: &str, reference: &str| {
        format!(
            r#"<mujoco><worldbody><body name="left"><joint name="l" type="slide" axis="1 0 0" {reference}/><geom size="0.1"/></body>
            <body name="right" pos="0 1 0"><joint name="r" type="slide" axis="1 0 0"/><geom size="0.1"/></body></worldbody>
            <equality>{equality}</equality><keyframe><key name="shut" qpos="0.5 1.25"/></keyframe></mujoco>"#
        )
    };
    let line = r#"<joint name="c" joint1="r" joint2="l" polycoef="0.25 2 0 0 0"/>"#;
    let RobotModel { robot, notes, .. } = read(&text(line, "")).unwrap();
    assert_eq!((robot.dof(), notes.len()), (1, 0), "{notes:?}");
    let right = robot.link_pose(&robot.place(&[0.5]).unwrap(), robot.link_named("right").unwrap());
    assert_eq!(<[f64; 3]>::from(right.translation()), [1.25, 1.0, 0.0]);
    assert_eq!(robot.rest("shut").unwrap().values(), [Some(0.5)]);
    // Without numbers both are equal.
    let RobotModel { robot, .. } = read(&text(r#"<joint joint1="l" joint2="r"/>"#, "")).unwrap();
    let left = robot.link_pose(&robot.place(&[0.5]).unwrap(), robot.link_named("left").unwrap());
    assert_eq!((robot.dof(), left.translation().x), (1, 0.5));
    // What is none of these is a note.
    let kept = |equality: &str, reference: &str| {
        let RobotModel { robot, notes, .. } = read(&text(equality, reference)).unwrap();
        (robot.dof(), notes)
    };
    let bent = r#"<joint name="c" joint1="r" joint2="l" polycoef="0 1 0.5 0 0"/>"#;
    for (equality, reference) in [
        (bent, ""),
        (line, r#"ref="0.125""#),
        (r#"<joint name="c" joint1="r" joint2="l" active="false"/>"#, ""),
        (r#"<joint name="c" joint1="r"/>"#, ""),
        (r#"<joint name="c" joint1="r" joint2="x"/>"#, ""),
    ] {
        let (dof, notes) = kept(equality, reference);
        assert_eq!((dof, &notes[..]), (2, &["1 equality constraints <joint> not kept (\"c\")".to_string()][..]));
    }
    let (dof, notes) = kept(&format!(r#"{line}<joint name="d" joint1="l" joint2="r"/>"#), "");
    assert_eq!((dof, &notes[..]), (1, &["1 equality constraints <joint> not kept (\"d\")".to_string()][..]));
}

#[test]
fn a_plane_is_the_floor_of_what_moves() {
    let text = world(
        "<geom type=\"plane\" size=\"1 1 1\" pos=\"0 0 -0.5\"/><body><joint axis=\"0 1 0\"/>\
         <geom type=\"capsule\" fromto=\"0 0 0 1 0 0\" size=\"0.1\"/></body>",
    );
    let cell = Workcell::new(read(&text).unwrap(), &[]).unwrap();
    let mut clearance = RobotClearance::new(&cell).unwrap();
    let level = clearance.at(&[0.0]).unwrap().unwrap();
    assert!((level.proximity.signed_distance - 0.4).abs() < 1e-12 && level.collides == Some(false));
    // Down by half a right angle and more: the tip is 0.707 below.
    assert_eq!(clearance.collides(&[std::f64::consts::FRAC_PI_4]).unwrap(), Some(true));
    assert_eq!(clearance.names(level.pair), ["body1", "plane of world"]);
}

#[test]
fn free_and_ball_joints_have_values_that_are_zero_where_the_file_places_their_bodies() {
    let body = |inside: &str| format!("<body name=\"b\" pos=\"1 2 3\">{inside}<geom size=\"0.1\"/></body>");
    for (joint, what, values) in
        [("<freejoint name=\"f\"/>", "free", 6), ("<joint type=\"ball\" name=\"f\" pos=\"0 0 1\"/>", "ball", 3)]
    {
        let text = world(&body(joint));
        let RobotModel { robot, notes, .. } = read(&text).unwrap();
        let note = format!("1 {what} joints have values of their own; base fixed holds them (\"f\")");
        assert_eq!((robot.dof(), notes), (values, vec![note]));
        let held = UrdfOptions { base: Some(Base::Fixed), ..UrdfOptions::default() };
        let held = Robot::from_mjcf(&text, "".as_ref(), &held).unwrap();
        let note = format!("1 {what} joints held where the file places their bodies (\"f\")");
        assert_eq!((held.robot.dof(), held.notes), (0, vec![note]));
        for (robot, q) in [(&robot, &vec![0.0; values]), (&held.robot, &vec![])] {
            let at = robot.link_pose(&robot.place(q).unwrap(), robot.link_named("b").unwrap()).translation();
            assert_eq!(<[f64; 3]>::from(at), [1.0, 2.0, 3.0]);
        }
    }
    // A quarter turn about x at (0, 0, 1) of the body takes its origin, 1 below, to (0, 1, 1).
    let robot = read(&world(&body("<joint type=\"ball\" name=\"f\" pos=\"0 0 1\"/>"))).unwrap().robot;
    let q = [core::f64::consts::FRAC_PI_2, 0.0, 0.0];
    let at = robot.link_pose(&robot.place(&q).unwrap(), robot.link_named("b").unwrap()).translation();
    assert!((at.y - 3.0).abs() < 1e-15 && (at.z - 4.0).abs() < 1e-15, "{at:?}");
}

#[test]
fn keyframes_of_free_and_ball_joints_are_poses_of_their_bodies() {
    // The body is drawn at (1, 2, 3), turned by a quarter about z; the keyframe has it at (1, 5, 3), turned by a half.
    let text = "<mujoco><worldbody><body name=\"b\" pos=\"1 2 3\" quat=\"1 0 0 1\"><freejoint name=\"f\"/>\
        <geom size=\"0.1\"/><body name=\"c\"><joint name=\"g\" type=\"ball\"/><geom size=\"0.1\"/></body></body></worldbody>\
        <keyframe><key name=\"k\" qpos=\"1 5 3 0 0 0 2 1 1 0 0\"/></keyframe></mujoco>";
    let robot = read(text).unwrap().robot;
    let values = &robot.srdf().unwrap().states[0].values;
    let named = |name: &str| values.iter().find(|(joint, _)| joint == name).unwrap().1;
    let quarter = core::f64::consts::FRAC_PI_2;
    for (name, expected) in [("f/x", 3.0), ("f/y", 0.0), ("f/z", 0.0), ("f/yaw", quarter), ("g/roll", quarter)] {
        assert!((named(name) - expected).abs() < 1e-15, "{name}: {}", named(name));
    }
    let q: Vec<f64> = robot.rest("k").unwrap().values().iter().copied().flatten().collect();
    let at = robot.link_pose(&robot.place(&q).unwrap(), robot.link_named("b").unwrap()).translation();
    assert!((at.x - 1.0).abs() < 1e-15 && (at.y - 5.0).abs() < 1e-15 && at.z == 3.0, "{at:?}");
}

#[test]
fn a_base_moves_the_body_of_the_world_and_leaves_the_shapes_of_the_world() {
    let read = |body: &str, base: Base| {
        let text = world(&format!(
            "<geom name=\"floor\" type=\"plane\" size=\"9 9 1\" pos=\"0 0 -1\"/><geom name=\"post\" size=\"0.2\"/>{body}"
        ));
        let options = UrdfOptions { base: Some(base), ..UrdfOptions::default() };
        Robot::from_mjcf(&text, "".as_ref(), &options)
    };
    let cart = |joint: &str| {
        let arm = "<body name=\"arm\" pos=\"1 0 0\"><joint name=\"turn\" axis=\"0 0 1\"/><geom size=\"0.1\"/></body>";
        format!("<body name=\"cart\" pos=\"1 2 3\" quat=\"1 0 0 1\">{joint}<geom size=\"0.3\"/>{arm}</body>")
    };
    let quarter = core::f64::consts::FRAC_PI_2;
    // Drawn at (1, 2, 3), turned by a quarter about z: it moves in its own plane.
    let RobotModel { robot, fixtures, .. } = read(&cart(""), Base::Planar).unwrap();
    assert_eq!((robot.dof(), fixtures.len()), (4, 1));
    let names: Vec<&str> = robot.variables().iter().map(|&joint| robot.joints()[joint].name.as_str()).collect();
    assert_eq!(names, ["base/x", "base/y", "base/theta", "turn"]);
    let at = |robot: &Robot, q: &[f64], link: &str| -> [f64; 3] {
        robot.link_pose(&robot.place(q).unwrap(), robot.link_named(link).unwrap()).translation().into()
    };
    let near = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-14);
    assert!(near(at(&robot, &[0.5, 0.25, quarter, 0.3], "cart"), [0.75, 2.5, 3.0]));
    assert!(near(at(&robot, &[0.5, 0.25, quarter, 0.3], "arm"), [-0.25, 2.5, 3.0]));
    assert_eq!(at(&robot, &[0.5, 0.25, quarter, 0.3], "world"), [0.0; 3]);
    // The body is not welded to the world, so it collides with what is there.
    let is_checked = |robot: &Robot, a: &str, b: &str| {
        let pair = |links: &[String; 2]| links.iter().all(|link| link == a || link == b);
        !robot.srdf().unwrap().disabled.iter().any(|row| pair(&row.links))
    };
    assert!(is_checked(&robot, "cart", "world") && is_checked(&robot, "arm", "world"));
    // A joint of its own comes behind the base.
    let slide = "<joint name=\"lift\" type=\"slide\" axis=\"0 0 1\"/>";
    let robot = read(&cart(slide), Base::Floating).unwrap().robot;
    assert_eq!(robot.dof(), 8);
    assert!(near(at(&robot, &[0.5, 0.25, 0.125, 0.0, 0.0, 0.0, 0.5, 0.0], "cart"), [0.75, 2.5, 3.625]));
    // A free joint is a floating base; it is none in a plane, and two bodies have none.
    assert_eq!(read(&cart("<freejoint name=\"fly\"/>"), Base::Floating).unwrap().robot.dof(), 7);
    let refused = |body: &str, base: Base| read(body, base).unwrap_err().to_string();
    let planar = refused(&cart("<freejoint/>"), Base::Planar);
    assert!(
        planar.ends_with("(<body> \"cart\"): base: a body with a free joint cannot have a planar base"),
        "{planar}"
    );
    let two = refused(&format!("{}<body><geom size=\"1\"/></body>", cart("")), Base::Planar);
    assert!(two.ends_with("base: <worldbody> must have one body, which moves, got another one"), "{two}");
}

#[test]
fn what_is_not_understood_is_refused_by_line() {
    let refusal = |inside: &str| read(&world(inside)).expect_err("a refusal");
    assert_eq!(refusal("<geom size=\"1\" class=\"x\"/>"), "line 2 (<geom>): unknown class \"x\", expected \"main\"");
    assert!(refusal("<geom size=\"1\" type=\"ball\"/>").starts_with("line 2 (<geom>): type: unknown word \"ball\""));
    assert!(refusal("<geom type=\"box\" size=\"1 1\"/>").contains("a box needs 3 positive sizes, got 0"));
    assert!(refusal("<composite/>").starts_with("line 2 (<composite>): unknown element \"composite\""));
    let both = refusal("<geom size=\"1\" quat=\"1 0 0 0\" euler=\"0 0 0\"/>");
    assert_eq!(both, "line 2 (<geom>): expected one rotation, got both quat and euler");
    let fitted = refusal("<geom type=\"box\" mesh=\"m\"/>");
    assert!(fitted.contains("fitted to a mesh is not supported"), "{fitted}");
    let moving = refusal("<body><joint/><geom name=\"p\" type=\"plane\" size=\"1 1 1\"/></body>");
    assert_eq!(moving, "geom \"p\": a plane must be fixed in the world, but a joint moves body \"body1\"");
    let global = "<mujoco>\n<compiler coordinate=\"global\"/></mujoco>";
    assert!(read(global).unwrap_err().contains("global coordinates are not supported"));
    let missing = "<mujoco>\n<include file=\"x.xml\"/></mujoco>";
    assert_eq!(read(missing).unwrap_err(), "line 2 (<include>): \"x.xml\" was not found; tried /nowhere/x.xml");
}

#[test]
fn a_connected_point_closes_the_loop_of_a_slider_crank() {
    let model = |more: &str| {
        format!(
            r#"<mujoco><compiler angle="radian"/><worldbody>
        <geom name="stop" type="sphere" size="0.1" pos="1.5 0 0"/>
        <body name="crank"><joint name="drive" axis="0 0 1"/><geom type="sphere" size="0.05" pos="1 0 0"/>
          <body name="rod" pos="1 0 0"><joint name="knuckle" axis="0 0 1"/><geom type="sphere" size="0.05" pos="1.5 0 0" contype="0" conaffinity="0"/></body></body>
        <body name="piston" pos="4 0 0"><joint name="rail" type="slide" axis="1 0 0"/><geom type="sphere" size="0.2"/></body>
      </worldbody><equality><connect body1="rod" body2="piston" anchor="3 0 0"/>{more}</equality>
      <actuator><motor joint="drive"/></actuator></mujoco>"#
        )
    };
    let read = Robot::from_mjcf(&model(""), Path::new(""), &UrdfOptions::default()).unwrap();
    assert!(read.notes.iter().all(|note| !note.contains("connect")), "{:?}", read.notes);
    let cell = Workcell::new(read, &[]).unwrap();
    let robot = cell.robot();
    let [pin] = robot.pins() else { panic!("{:?}", robot.pins()) };
    assert_eq!(robot.joints()[robot.variables()[pin.drive]].name, "drive");
    let range = RangeOfMotion::new(&cell).unwrap();
    let options = RangeOptions { width: 1e-9, ..RangeOptions::default() };
    let over = JointBox::parse(robot, r#"{"drive": [-3.2, 3.2], "rail": 0}"#, &robot.no_rest()).unwrap();
    let table = range.each(&over, &options).unwrap();
    let row = table.iter().find(|row| row.pair.iter().any(|name| name == "piston") && row.least.upper < 1.0).unwrap();
    // The piston comes to 2 at half a turn: 0.5 from the stop, less 0.3.
    assert!(row.least.lower <= 0.2 && 0.2 <= row.least.upper && row.least.complete, "{row:?}");
    // Two of them are no loop of one parameter.
    let two =
        Robot::from_mjcf(&model(r#"<connect body1="crank" anchor="0 0 0"/>"#), Path::new(""), &UrdfOptions::default());
    let two = two.unwrap();
    assert!(two.robot.pins().is_empty() && two.notes.iter().any(|note| note.contains("<connect> not kept")));
    let lost = model("").replace("body2=\"piston\"", "body2=\"pistol\"");
    let error = Robot::from_mjcf(&lost, Path::new(""), &UrdfOptions::default()).unwrap_err().to_string();
    assert!(error.contains("no body is named \"pistol\""), "{error}");
}
