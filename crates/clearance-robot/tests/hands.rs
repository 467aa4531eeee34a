//! Hands: bodies are held and let go, and pairs allowed and forbidden, in cells that share what does not change.

use clearance::{Ball, Capsule, Cuboid, Pose3, SupportExt, Vec3, Vector};
use clearance_robot::edge::{Checker, EdgeOptions, Found};
use clearance_robot::plan::{Goal, PlanOptions};
use clearance_robot::random::Random;
use clearance_robot::{JointKind, JointSpec, LinkRule, LinkShape, Obstacle, Robot, RobotClearance, Workcell};
use clearance_world::Body;

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_xyz(x, y, z).unwrap()
}

/// An arm of three joints that are not parallel, with a hand and two fingers that slide, one after the other.
///
/// The fingers, which are always near one another, are not checked against one another.
fn arm() -> Robot {
    let bar = |length: f64| {
        let shape = Capsule::between(Vec3::new(0.1, 0.0, 0.0), Vec3::new(length - 0.1, 0.0, 0.0), 0.04).unwrap();
        vec![LinkShape::new(shape, Pose3::IDENTITY)]
    };
    let finger = |y: f64| {
        let shape = Cuboid::from_half_extents(Vec3::new(0.05, 0.01, 0.02)).unwrap();
        vec![LinkShape::new(shape, at(0.05, y, 0.0))]
    };
    let turn = |name: &str, parent: &str, child: &str, axis: Vec3<f64>| {
        JointSpec::new(name, JointKind::Revolute, parent, child).axis(axis).limited(-2.5, 2.5)
    };
    let slide = |name: &str, child: &str, y: f64| {
        let joint = JointSpec::new(name, JointKind::Prismatic, "hand", child).axis(Vec3::new(0.0, y, 0.0));
        joint.limited(0.0, 0.1).at(at(0.5, 0.0, 0.0))
    };
    let mut robot = Robot::builder("arm")
        .link("base", vec![])
        .link("upper", bar(0.8))
        .link("lower", bar(0.7))
        .link("hand", bar(0.5))
        .link("left", finger(0.03))
        .link("right", finger(-0.03))
        .joint(turn("j1", "base", "upper", Vec3::axis(2)))
        .joint(turn("j2", "upper", "lower", Vec3::axis(1)).at(at(0.8, 0.0, 0.0)))
        .joint(turn("j3", "lower", "hand", Vec3::axis(2)).at(at(0.7, 0.0, 0.0)))
        .joint(slide("open left", "left", 1.0))
        .joint(slide("open right", "right", -1.0))
        .build()
        .unwrap();
    robot.allow("left", "right");
    robot
}

const GRASP: [f64; 5] = [0.37, -0.21, 0.6, 0.011, 0.017];

/// A cup between the fingers at the grasp, another beside it, and a post.
fn cell() -> Workcell {
    let robot = arm();
    let placement = robot.place(&GRASP).unwrap();
    let hand = robot.link_pose(&placement, robot.link_named("hand").unwrap());
    let cup = Pose3::new(hand.rotor(), hand.point(Vec3::new(0.56, 0.003, 0.0))).unwrap();
    let shape = Cuboid::from_half_extents(Vec3::new(0.03, 0.02, 0.06)).unwrap();
    let ball = Ball::new(0.1).unwrap();
    let world = [
        Obstacle::new("cup", shape, cup),
        Obstacle::new("post", ball, at(0.4, 1.3, 0.2)),
        Obstacle::new("mug", ball, at(-0.9, -0.9, 0.3)),
    ];
    Workcell::new(robot, &world).unwrap()
}

/// Whether a pair is checked, in this order of the names.
fn is_checked(cell: &Workcell, a: &str, b: &str) -> bool {
    let checker = Checker::new(cell).unwrap();
    !checker.not_checked().iter().any(|(pair, _)| pair == &[a.to_string(), b.to_string()])
}

fn clearance(cell: &Workcell, q: &[f64]) -> (f64, [String; 2]) {
    let mut asked = RobotClearance::new(cell).unwrap();
    let found = asked.at(q).unwrap().unwrap();
    (found.proximity.signed_distance, asked.names(found.pair).map(String::from))
}

#[test]
fn what_is_held_is_where_a_second_robot_has_it() {
    let mut random = Random::new(542);
    let mut world = cell().world().to_vec();
    // A long one, so that it is often the nearest.
    let shape = Cuboid::from_half_extents(Vec3::new(0.03, 0.02, 0.4)).unwrap();
    world[0] = Obstacle::new("cup", shape, world[0].pose);
    for i in 0..30 {
        let [x, y, z] = [0, 1, 2].map(|_| random.between(-1.6, 1.6));
        world.push(Obstacle::new(format!("ball {i}"), Ball::new(0.1).unwrap(), at(x, y, z)));
    }
    let cell = cell().with_world(&world).unwrap();
    let held = cell.attach("cup", "hand", &GRASP, &["left", "right"]).unwrap();
    assert_eq!((held.world().len(), held.robot().links().len(), held.robot().dof()), (32, 7, 5));
    // The other way to it: a robot of its own, with the cup's pose in the hand's frame.
    let robot = arm();
    let [hand, left, right] = ["hand", "left", "right"].map(|name| robot.link_named(name).unwrap());
    let placement = robot.place(&GRASP).unwrap();
    let cup = &cell.world()[0];
    let pose = Pose3::relative(&robot.link_pose(&placement, hand), &cup.pose);
    let pose = Pose3::new(pose.rotor(), pose.translation()).unwrap();
    let Body::Convex(shape) = &cup.body else { panic!() };
    let mut second = robot;
    second.attach("cup", vec![LinkShape::new(shape.clone(), Pose3::IDENTITY)], (hand, pose), &[left, right]).unwrap();
    let second = Workcell::new(second, &cell.world()[1..]).unwrap();
    let (mut hits, mut carried) = (0, 0);
    for _ in 0..300 {
        let q: Vec<f64> =
            (0..5).map(|i| if i < 3 { random.between(-2.5, 2.5) } else { random.between(0.0, 0.1) }).collect();
        let (one, other) = (clearance(&held, &q), clearance(&second, &q));
        assert_eq!(one, other, "seed 542: {q:?}");
        hits += usize::from(one.0 < 0.0);
        carried += usize::from(one.1.contains(&"cup".to_string()));
    }
    assert!(hits > 50 && carried > 20, "{hits} {carried}");
    // Certificates of one hold in the other: the numbers are the same.
    let to = [0.372, -0.21, 0.6, 0.011, 0.017];
    let (edge, found) = Checker::new(&held).unwrap().certify(
        &clearance_robot::path::Path::through(&[GRASP.to_vec(), to.to_vec()], 5).unwrap(),
        &EdgeOptions::default(),
    );
    assert!(matches!(edge, Found::Free { .. }), "{edge:?}");
    assert!(found.unwrap().verify(&second).unwrap() > 0.0);
}

#[test]
fn what_is_let_go_stands_where_it_was_held_and_is_checked_again() {
    let cell = cell();
    let held = cell.attach("cup", "hand", &GRASP, &["left", "right"]).unwrap();
    let there = [-0.4, 0.3, -0.7, 0.011, 0.017];
    let placed = held.detach("cup", &there).unwrap();
    assert_eq!((placed.robot().links().len(), placed.robot().joints().len(), placed.world().len()), (6, 5, 3));
    let robot = held.robot();
    let expected = robot.link_pose(&robot.place(&there).unwrap(), robot.link_named("cup").unwrap());
    let cup = placed.world().iter().find(|body| body.name == "cup").unwrap();
    assert!((cup.pose.translation() - expected.translation()).norm() < 1e-14);
    // Taken again at once it is where it was; the hand and what it closes around are checked against it in between.
    let again = placed.attach("cup", "hand", &there, &["left", "right"]).unwrap();
    let (now, then) = (clearance(&again, &GRASP), clearance(&held, &GRASP));
    assert!((now.0 - then.0).abs() < 1e-12 && now.1 == then.1, "{now:?} {then:?}");
    assert!(is_checked(&placed, "left", "cup") && is_checked(&placed, "hand", "cup"));
    let open = placed.allow("left", "cup").unwrap().allow("cup", "right").unwrap();
    assert!(!is_checked(&open, "left", "cup") && !is_checked(&open, "right", "cup"));
    let shut = open.forbid("cup", "left").unwrap();
    assert!(is_checked(&shut, "left", "cup") && !is_checked(&shut, "right", "cup"));
}

#[test]
fn two_hands_let_go_in_any_order() {
    let cell = cell();
    let both = cell.attach("cup", "hand", &GRASP, &["left", "right"]).unwrap();
    let both = both.attach("mug", "upper", &GRASP, &["lower"]).unwrap();
    for (first, second) in [("cup", "mug"), ("mug", "cup")] {
        let one = both.detach(first, &GRASP).unwrap();
        assert_eq!((one.robot().links().len(), one.robot().links()[6].name.as_str()), (7, second));
        let none = one.detach(second, &GRASP).unwrap();
        assert_eq!(none.robot().allowed(), cell.robot().allowed());
        let (now, then) = (clearance(&none, &[0.1; 5]), clearance(&cell, &[0.1; 5]));
        assert!((now.0 - then.0).abs() < 1e-12 && now.1 == then.1, "{now:?} {then:?}");
    }
}

#[test]
fn a_held_body_may_touch_a_body_of_the_world_that_is_named() {
    let cell = cell();
    let held = cell.attach("cup", "hand", &GRASP, &["left", "right", "post"]).unwrap();
    assert!(!is_checked(&held, "cup", "post") && is_checked(&held, "cup", "mug"));
    assert!(is_checked(&held, "hand", "post") && is_checked(&held, "upper", "cup"));
}

#[test]
fn a_cup_on_a_table_may_overlap_it_by_less_than_a_depth() {
    // A hand above a table; the cup in it, a cube of 0.2, has its bottom 1 mm below the table's top.
    let lift = JointSpec::new("lift", JointKind::Prismatic, "base", "hand").axis(Vec3::axis(2)).limited(0.0, 1.0);
    let robot = Robot::builder("lift").link("base", vec![]).link("hand", vec![]).joint(lift).build().unwrap();
    let cube = |half: f64| Cuboid::from_half_extents(Vec3::new(half, half, half)).unwrap();
    let world =
        [Obstacle::new("cup", cube(0.1), at(0.0, 0.0, 0.599)), Obstacle::new("table", cube(0.5), at(0.0, 0.0, 0.0))];
    let held = Workcell::new(robot, &world).unwrap().attach("cup", "hand", &[0.0], &[]).unwrap();
    let lifted = |cell: &Workcell, from: f64| {
        let path = clearance_robot::path::Path::through(&[vec![from], vec![0.25]], 1).unwrap();
        Checker::new(cell).unwrap().certify(&path, &EdgeOptions::default())
    };
    assert!(matches!(lifted(&held, 0.0).0, Found::Hit(_)));
    let standing = held.allow_within("table", "cup", 0.002).unwrap();
    let (Found::Free { lower, .. }, Some(certificate)) = lifted(&standing, 0.0) else { panic!() };
    assert!((-0.001_1..=-0.001).contains(&lower), "{lower}");
    assert_eq!(certificate.verify(&standing).unwrap(), lower);
    // The proof is one of this depth: neither of a smaller one, nor of a cell without it.
    let shallow = held.allow_within("cup", "table", 0.001_5).unwrap();
    let refusal = |cell: &Workcell| certificate.verify(cell).unwrap_err().to_string();
    assert_eq!([&shallow, &held].map(refusal), ["the certificate is about another list of margins"; 2]);
    // 1.5 mm further down it is deeper than that.
    assert!(matches!(lifted(&standing, -0.001_5).0, Found::Hit(_)));
    let found = RobotClearance::new(&standing).unwrap().at(&[0.0]).unwrap().unwrap();
    assert!((found.proximity.signed_distance + 0.001).abs() < 1e-12 && found.collides == Some(false));
    // What is forbidden again has no depth, nor what was let go and is taken again.
    assert!(matches!(lifted(&standing.forbid("cup", "table").unwrap(), 0.0).0, Found::Hit(_)));
    let again = standing.detach("cup", &[0.0]).unwrap().attach("cup", "hand", &[0.0], &[]).unwrap();
    assert!(matches!(lifted(&again, 0.0).0, Found::Hit(_)));
    let plan = Checker::new(&standing).unwrap().plan(&[0.0], &Goal::at(vec![0.25]), &PlanOptions::default()).unwrap();
    assert_eq!(plan.unwrap().plan.path, [[0.0], [0.25]]);
}

#[test]
fn margins_meshes_and_groups_are_kept() {
    let cell = cell();
    let mut world = cell.world().to_vec();
    world[0].margin = 0.01;
    world[0].rules = vec![LinkRule { link: "lower".into(), margin: None }];
    let group = cell.robot().group("j1,j2,j3").unwrap();
    let cell = cell.with_world(&world).unwrap().with_group(group.clone());
    let held = cell.attach("cup", "hand", &GRASP, &["left", "right"]).unwrap();
    let link = &held.robot().links()[6];
    assert_eq!((link.padding, held.group()), (0.01, Some(&group)));
    assert!(held.robot().allowed().contains(&["cup".to_string(), "lower".to_string()]));
    let placed = held.detach("cup", &GRASP).unwrap();
    assert_eq!((placed.world()[2].margin, placed.group()), (0.01, Some(&group)));
    // A mesh is held by its hull, and is itself again when it stands.
    let corners = [[0.0, 0.0, 0.0], [0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]].map(Vec3::from);
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    let mesh = clearance_world::TriangleMesh::new(&corners, &faces).unwrap();
    let cell = Workcell::new(arm(), &[Obstacle::mesh("piece", mesh, at(2.0, 0.3, 0.4))]).unwrap();
    let held = cell.attach("piece", "hand", &GRASP, &[]).unwrap();
    let shape = &held.robot().links()[6].shapes[0];
    let triangles = shape.mesh.as_deref().map(|mesh| mesh.triangles().len());
    assert_eq!((shape.shape.vertex_count(), triangles), (4, Some(4)));
    let placed = held.detach("piece", &GRASP).unwrap();
    let (Body::Mesh(before), Body::Mesh(after)) = (&cell.world()[0].body, &placed.world()[0].body) else { panic!() };
    assert!(std::sync::Arc::ptr_eq(before, after));
}

#[test]
fn what_cannot_be_held_or_let_go_is_refused_by_name() {
    let cell = cell();
    let refused = |found: Result<Workcell, clearance_robot::RobotError>| found.unwrap_err().to_string();
    assert_eq!(
        refused(cell.attach("cpu", "hand", &GRASP, &[])),
        "attach \"cpu\": no body of the scene is named \"cpu\" (did you mean \"cup\"?)"
    );
    assert_eq!(
        refused(cell.attach("cup", "hnad", &GRASP, &[])),
        "attach \"cup\": no link is named \"hnad\" (did you mean \"hand\"?)"
    );
    assert_eq!(refused(cell.attach("cup", "hand", &GRASP[..4], &[])), "attach \"cup\": expected 5 joint values, got 4");
    assert_eq!(
        refused(cell.attach("cup", "hand", &GRASP, &["lift"])),
        "attach \"cup\": \"lift\" is neither a link nor a body of the world (did you mean \"left\"?)"
    );
    assert_eq!(refused(cell.detach("cup", &GRASP)), "detach \"cup\": the robot holds nothing");
    let held = cell.attach("cup", "hand", &GRASP, &[]).unwrap();
    assert_eq!(refused(held.detach("mug", &GRASP)), "detach \"mug\": the robot holds cup");
    assert_eq!(
        refused(held.attach("cup", "hand", &GRASP, &[])),
        "attach \"cup\": no body of the scene is named \"cup\""
    );
    let on_it = held.attach("mug", "cup", &GRASP, &[]).unwrap();
    assert_eq!(refused(on_it.detach("cup", &GRASP)), "detach \"cup\": it holds \"mug\"");
    assert_eq!(refused(cell.allow_within("left", "cup", 0.0)), "a depth must be a positive length, got 0");
    assert_eq!(refused(cell.allow_within("left", "hand", 0.1)), "no body of the scene is named \"hand\"");
    assert_eq!(refused(cell.forbid("left", "hand")), "\"left\" and \"hand\" are not checked: adjacent");
    assert_eq!(
        refused(cell.allow("left", "cpu")),
        "\"cpu\" is neither a link nor a body of the world (did you mean \"cup\"?)"
    );
    assert!(refused(cell.allow("mug", "cup")).starts_with("expected the name of a link, got \"mug\" and \"cup\""));
    let half = clearance::Halfspace::new(Vec3::axis(2), -2.0).unwrap();
    let floor = [Obstacle::of("floor", Body::halfspace(half), Pose3::IDENTITY)];
    let on_floor = cell.with_world(&floor).unwrap();
    assert_eq!(refused(on_floor.attach("floor", "hand", &GRASP, &[])), "attach \"floor\": a halfspace cannot be held");
}
