//! Bases: carts that move and turn in a plane, boxes that fly, among walls whose answers can be checked by hand.

use core::f64::consts::{FRAC_PI_2, PI};

use clearance::{Cuboid, Pose3, Vec3, Vector};
use clearance_robot::edge::{Checker, EdgeOptions, Found};
use clearance_robot::plan::{Goal, PlanOptions};
use clearance_robot::random::Random;
use clearance_robot::range::{JointBox, RangeOfMotion, RangeOptions};
use clearance_robot::{
    Base, JointKind, JointSpec, LinkShape, Obstacle, Robot, RobotClearance, RobotModel, Srdf, VirtualJoint, Workcell,
    roll_pitch_yaw,
};

/// The half extents of what moves.
const HALF: [f64; 3] = [0.3, 0.2, 0.1];

/// Half the diagonal of its footprint: √(0.3² + 0.2²).
const REACH: f64 = 0.360_555_127_546_398_9;

fn robot(base: Base) -> Robot {
    let body = vec![LinkShape::new(Cuboid::from_half_extents(HALF.into()).unwrap(), Pose3::IDENTITY)];
    Robot::builder("cart").link("body", body).build().unwrap().on_base(base, "base", "floor").unwrap()
}

fn wall(name: &str, at: [f64; 3], half: [f64; 3]) -> Obstacle {
    Obstacle::new(name, Cuboid::from_half_extents(half.into()).unwrap(), Pose3::from_xyz(at[0], at[1], at[2]).unwrap())
}

fn cell(base: Base, world: &[Obstacle]) -> Workcell {
    Workcell::new(robot(base), world).unwrap()
}

/// Two long walls whose faces are at `y = ±half`.
fn corridor(half: f64) -> [Obstacle; 2] {
    [1.0, -1.0]
        .map(|side| wall(if side > 0.0 { "left" } else { "right" }, [0.0, side * (half + 0.5), 0.0], [9.0, 0.5, 1.0]))
}

fn check(cell: &Workcell, from: &[f64], to: &[f64]) -> Found {
    Checker::new(cell).unwrap().edge(from, to, &EdgeOptions::default()).unwrap()
}

#[test]
fn a_cart_has_x_y_and_theta() {
    let cart = robot(Base::Planar);
    let names: Vec<&str> = cart.joints().iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["base/x", "base/y", "base/theta"]);
    let mut clearance =
        RobotClearance::new(&cell(Base::Planar, &[wall("wall", [0.0, 1.5, 0.0], [9.0, 0.5, 1.0])])).unwrap();
    // Along the wall its side is at 0.5 + 0.2, across it its front is at 0.5 + 0.3; the face of the wall is at 1.
    for (theta, expected) in [(0.0, 0.3), (FRAC_PI_2, 0.2), (-PI, 0.3)] {
        let found = clearance.at(&[-0.7, 0.5, theta]).unwrap().unwrap();
        assert!((found.proximity.signed_distance - expected).abs() < 1e-14, "{theta}: {found:?}");
    }
}

#[test]
fn a_turn_in_a_corridor_is_free_if_the_diagonal_fits() {
    let turn = |half: f64| check(&cell(Base::Planar, &corridor(half)), &[1.0, 0.0, 0.0], &[1.0, 0.0, FRAC_PI_2]);
    let Found::Free { lower, .. } = turn(0.37) else { panic!("not free") };
    assert!(lower > 0.0 && lower <= 0.37 - REACH, "{lower}");
    // 0.3 sin θ + 0.2 cos θ = 0.35 where θ + atan(0.2 / 0.3) = asin(0.35 / 0.36056).
    let expected = ((0.35 / REACH).asin() - (0.2f64 / 0.3).atan()) / FRAC_PI_2;
    let Found::Hit(contact) = turn(0.35) else { panic!("no hit") };
    assert!(contact.time.lower <= expected && expected <= contact.time.upper, "{expected}: {contact:?}");
    assert!(contact.time.upper - contact.time.lower < 1e-6);
}

#[test]
fn a_plan_turns_the_cart_to_pass_a_door() {
    // The door is 0.5 wide: the cart, 0.6 by 0.4, fits along x only.
    let posts = [wall("left", [0.0, 1.25, 0.0], [0.1, 1.0, 1.0]), wall("right", [0.0, -1.25, 0.0], [0.1, 1.0, 1.0])];
    let (start, goal) = ([-1.2, 0.0, FRAC_PI_2], [1.2, 0.0, FRAC_PI_2]);
    let plan = |robot: Robot| {
        let cell = Workcell::new(robot, &posts).unwrap();
        let plan = Checker::new(&cell).unwrap().plan(&start, &Goal::at(goal.to_vec()), &PlanOptions::default());
        plan.map(|plan| (plan.unwrap(), cell))
    };
    let mut cart = robot(Base::Planar);
    let why = plan(cart.clone()).unwrap_err().to_string();
    assert!(
        why.starts_with("joint \"base/x\" slides without limits: a planner needs limits: --limits base/x="),
        "{why}"
    );
    cart.set_limits("x", [-2.0, 2.0]).unwrap();
    cart.set_limits("base/y", [-1.5, 1.5]).unwrap();
    let (mut found, cell) = plan(cart).unwrap();
    assert!(found.lower > 0.0 && found.certify(&Checker::new(&cell).unwrap()).unwrap().verify(&cell).unwrap() > 0.0);
    // It goes through, and in the door, 0.2 deep, it is turned so far that a bar of its width fits between the posts.
    let path = &found.plan.path;
    let through = path.windows(2).find(|ends| ends[0][0] < 0.0 && ends[1][0] >= 0.0).unwrap();
    let part = through[0][0] / (through[0][0] - through[1][0]);
    let theta = through[0][2] + part * (through[1][2] - through[0][2]);
    assert!(0.2 / theta.cos().abs() + 0.1 * theta.tan().abs() < 0.25, "{theta}");
}

#[test]
fn a_range_over_all_turns_keeps_the_diagonal_from_the_wall() {
    let cell = cell(Base::Planar, &[wall("wall", [0.0, 1.5, 0.0], [9.0, 0.5, 1.0])]);
    let range = RangeOfMotion::new(&cell).unwrap();
    let sides = JointBox::new(vec![[-0.1, 0.1], [-0.1, 0.1], [-PI, PI]]).unwrap();
    let found = range.least(&sides, &RangeOptions::default()).unwrap();
    let expected = 1.0 - 0.1 - REACH;
    assert!(found.lower <= expected && expected <= found.upper + 1e-12, "{found:?}");
    assert!(found.upper - found.lower < 1e-3, "{found:?}");
    let why = JointBox::of_sides(cell.robot(), vec![None; 3]).unwrap_err().to_string();
    assert!(
        why.starts_with("joint \"base/x\" slides without limits: it needs a range, or limits: --limits base/x="),
        "{why}"
    );
}

#[test]
fn a_box_flies_through_a_slot_that_it_fits() {
    // A slot 0.3 high: level the box leaves 0.05 above and below, rolled by a quarter turn it is 0.4 high.
    let slot = [wall("above", [0.0, 0.0, 1.15], [0.1, 9.0, 1.0]), wall("below", [0.0, 0.0, -1.15], [0.1, 9.0, 1.0])];
    let cell = cell(Base::Floating, &slot);
    let names: Vec<&str> = cell.robot().joints().iter().map(|joint| &joint.name[5..]).collect();
    assert_eq!(names, ["x", "y", "z", "roll", "pitch", "yaw"]);
    let at = |x: f64, roll: f64, pitch: f64, yaw: f64| [x, 0.2, 0.0, roll, pitch, yaw];
    for yaw in [0.0, 1.0] {
        let Found::Free { lower, .. } = check(&cell, &at(-1.0, 0.0, 0.0, yaw), &at(1.0, 0.0, 0.0, yaw)) else {
            panic!("not free")
        };
        assert!(lower > 0.0 && lower <= 0.05 + 1e-12, "{lower}");
    }
    assert!(matches!(check(&cell, &at(-1.0, FRAC_PI_2, 0.0, 0.0), &at(1.0, FRAC_PI_2, 0.0, 0.0)), Found::Hit(_)));
    // A motion through the pole, where yaw and roll turn about one line, far from the slot.
    assert!(matches!(check(&cell, &at(-1.0, 0.0, 0.5, 0.0), &at(-1.0, 1.0, FRAC_PI_2, 2.0)), Found::Free { .. }));
}

#[test]
fn values_are_those_of_urdf_poses() {
    let mut random = Random::new(5);
    let robot = robot(Base::Floating);
    for _ in 0..200 {
        let mut value = |size: f64| random.between(-size, size);
        let q = [value(2.0), value(2.0), value(2.0), value(PI), value(FRAC_PI_2), value(PI)];
        let placement = robot.place(&q).unwrap();
        let pose = robot.link_pose(&placement, robot.link_named("body").unwrap());
        let expected = Pose3::from_rpy([q[3], q[4], q[5]], Vec3::new(q[0], q[1], q[2])).unwrap();
        for i in 0..3 {
            let e = Vec3::new(f64::from(i == 0), f64::from(i == 1), f64::from(i == 2));
            assert!((pose.point(e) - expected.point(e)).max_abs() < 1e-14);
        }
        let turns = roll_pitch_yaw(&pose);
        assert!((0..3).all(|i| (turns[i] - q[3 + i]).abs() < 1e-11), "{turns:?} {q:?}");
    }
    assert_eq!(
        roll_pitch_yaw(&Pose3::from_rpy([0.0, FRAC_PI_2, 0.0], Vec3::new(0.0, 0.0, 0.0)).unwrap())[1],
        FRAC_PI_2
    );
}

/// A body of an upper arm on a slide, with a joint of several values at its end.
fn arm(kind: JointKind, axis: [f64; 3]) -> Robot {
    let slide = JointSpec::new("slide", JointKind::Prismatic, "floor", "arm").limited(0.0, 1.0);
    let joint =
        JointSpec::new("ball", kind, "arm", "hand").at(Pose3::from_xyz(0.0, 0.0, 1.0).unwrap()).axis(axis.into());
    let links = Robot::builder("arm").link("floor", vec![]).link("arm", vec![]).link("hand", vec![]);
    links.joint(slide).joint(joint).build().unwrap()
}

#[test]
fn planes_have_the_normal_that_the_axis_says() {
    for (axis, expected) in [
        // The least turn from z to the normal takes x and y along.
        ([0.0, 0.0, 2.0], [1.0, 2.0, 1.0]),
        ([1.0, 0.0, 0.0], [0.0, 2.0, 0.0]),
        ([0.0, 0.0, -3.0], [1.0, -2.0, 1.0]),
    ] {
        let robot = arm(JointKind::Planar, axis);
        let placement = robot.place(&[0.0, 1.0, 2.0, 0.0]).unwrap();
        let hand = robot.link_pose(&placement, robot.link_named("hand").unwrap()).translation();
        assert_eq!(<[f64; 3]>::from(hand), expected, "{axis:?}");
    }
    let robot = arm(JointKind::Planar, [0.6, -0.48, -0.64]);
    let placement = robot.place(&[0.0, 1.0, 2.0, 0.0]).unwrap();
    let hand = robot.link_pose(&placement, robot.link_named("hand").unwrap()).translation() - Vec3::new(0.0, 0.0, 1.0);
    let height = hand.x * 0.6 - hand.y * 0.48 - hand.z * 0.64;
    assert!(height.abs() < 1e-14 && (hand.norm() - 5f64.sqrt()).abs() < 1e-14, "{hand:?}");
}

#[test]
fn a_ball_joint_turns_about_its_point() {
    let robot = arm(JointKind::Spherical, [1.0, 0.0, 0.0]);
    let names: Vec<&str> = robot.variables().iter().map(|&joint| robot.joints()[joint].name.as_str()).collect();
    assert_eq!(names, ["slide", "ball/roll", "ball/pitch", "ball/yaw"]);
    assert_eq!(robot.group("ball").unwrap().variables(), [1, 2, 3]);
    let placement = robot.place(&[0.25, 0.3, -0.4, 0.5]).unwrap();
    let hand = robot.link_pose(&placement, robot.link_named("hand").unwrap());
    assert_eq!(<[f64; 3]>::from(hand.translation()), [0.25, 0.0, 1.0]);
    let turns = roll_pitch_yaw(&hand);
    assert!([0.3, -0.4, 0.5].iter().zip(turns).all(|(a, b)| (a - b).abs() < 1e-15), "{turns:?}");
}

fn floor(kind: &str, child: &str) -> Srdf {
    let joint = VirtualJoint {
        name: "floor_joint".into(),
        kind: kind.into(),
        parent_frame: "map".into(),
        child_link: child.into(),
    };
    let group = clearance_robot::Group {
        name: "wheels".into(),
        joints: vec!["floor_joint".into()],
        ..clearance_robot::Group::default()
    };
    Srdf { virtual_joints: vec![joint], groups: vec![group], ..Srdf::default() }
}

#[test]
fn a_virtual_joint_is_a_base_unless_another_one_was_asked_for() {
    let model = || RobotModel::from(arm(JointKind::Fixed, [1.0, 0.0, 0.0]));
    let names = |model: &RobotModel| {
        let robot = &model.robot;
        robot.variables().iter().map(|&joint| robot.joints()[joint].name.clone()).collect::<Vec<_>>()
    };
    let planar = ["floor_joint/x", "floor_joint/y", "floor_joint/theta", "slide"];
    let found = model().with_srdf(floor("planar", "floor"));
    assert_eq!(names(&found), planar);
    assert_eq!(found.robot.group("wheels").unwrap().variables(), [0, 1, 2]);
    assert_eq!(found.robot.links()[0].name, "map");
    assert_eq!(
        found.notes,
        ["1 planar virtual joints of the SRDF have values of their own; base fixed holds them (\"floor_joint\")"]
    );
    // The slide carries the arm along the x axis of the cart, which is y after a quarter turn.
    let placement = found.robot.place(&[3.0, 2.0, FRAC_PI_2, 0.5]).unwrap();
    let arm = found.robot.link_pose(&placement, found.robot.link_named("arm").unwrap()).translation();
    assert!((arm - Vec3::new(3.0, 2.5, 0.0)).norm() < 1e-15, "{arm:?}");
    let asked = model().on_base(Base::Planar).unwrap().with_srdf(floor("floating", "floor"));
    assert_eq!(names(&asked), planar);
    let held = model().on_base(Base::Fixed).unwrap().with_srdf(floor("planar", "floor"));
    assert_eq!(names(&held), ["slide"]);
    assert_eq!(held.notes, ["1 planar virtual joints of the SRDF, held at their origins (\"floor_joint\")"]);
    // MoveIt's files give arms on the floor a floating one.
    let stands = model().with_srdf(floor("floating", "floor"));
    assert_eq!(names(&stands), ["slide"]);
    assert!(stands.notes[0].contains("held at their origins; base floating moves"), "{:?}", stands.notes);
    let inside = model().with_srdf(floor("planar", "arm"));
    assert_eq!(names(&inside), ["slide"]);
    assert!(inside.notes[0].contains("to links that are no roots"), "{:?}", inside.notes);
}

#[test]
fn names_that_a_base_would_take_are_refused() {
    let twice = robot(Base::Planar).on_base(Base::Floating, "base", "map").unwrap_err();
    assert_eq!(twice.to_string(), "a link is named \"base/x\" already");
    let named = robot(Base::Planar).on_base(Base::Planar, "other", "floor").unwrap_err();
    assert_eq!(named.to_string(), "a link is named \"floor\" already");
    let mut two = robot(Base::Planar).on_base(Base::Planar, "other", "map").unwrap();
    let both = two.set_limits("x", [0.0, 1.0]).unwrap_err().to_string();
    assert_eq!(both, "\"x\" may be \"other/x\" or \"base/x\": write one of them");
    let empty = two.set_limits("base/x", [1.0, 0.0]).unwrap_err().to_string();
    assert!(empty.ends_with("got 1 and 0"), "{empty}");
}

/// A rotation as columns, by its own formula: `Rz(yaw) Ry(pitch) Rx(roll)`.
fn columns([roll, pitch, yaw]: [f64; 3]) -> [[f64; 3]; 3] {
    let ((sr, cr), (sp, cp), (sy, cy)) = (roll.sin_cos(), pitch.sin_cos(), yaw.sin_cos());
    [
        [cy * cp, sy * cp, -sp],
        [cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr],
        [cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr],
    ]
}

/// The gap of two boxes along the best of the axes that can separate them; negative if they overlap.
fn apart(at: [f64; 3], turned: &[[f64; 3]; 3], half: [f64; 3]) -> f64 {
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let cross =
        |a: [f64; 3], b: [f64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let unit = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let crossed = unit.iter().flat_map(|e| turned.iter().map(move |t| cross(*e, *t)));
    let mut best = f64::NEG_INFINITY;
    for axis in unit.into_iter().chain(*turned).chain(crossed) {
        let length = dot(axis, axis).sqrt();
        if length > 1e-6 {
            let own: f64 = (0..3).map(|i| HALF[i] * dot(axis, turned[i]).abs()).sum();
            let other: f64 = (0..3).map(|i| half[i] * axis[i].abs()).sum();
            best = best.max((dot(axis, at).abs() - own - other) / length);
        }
    }
    best
}

/// Random edges of a box on a base among walls: the numbers of free and of colliding ones, and how many of them are
/// false by samples with kinematics of their own.
fn cloud(base: Base, edges: u32, seed: u64) -> [u32; 3] {
    let walls =
        [([0.0, 1.1, 0.0], [0.7, 0.4, 0.5]), ([0.3, -1.2, 0.2], [0.5, 0.5, 0.4]), ([-1.3, 0.1, -0.2], [0.3, 0.2, 0.6])];
    let world: Vec<Obstacle> =
        walls.iter().enumerate().map(|(i, (at, half))| wall(&format!("w{i}"), *at, *half)).collect();
    let cell = cell(base, &world);
    let checker = Checker::new(&cell).unwrap();
    let pose = |q: &[f64]| match base {
        Base::Planar => ([q[0], q[1], 0.0], [0.0, 0.0, q[2]]),
        _ => ([q[0], q[1], q[2]], [q[3], q[4], q[5]]),
    };
    let distance = |q: &[f64]| {
        let (at, rpy) = pose(q);
        let turned = columns(rpy);
        let to = |(place, half): &([f64; 3], [f64; 3])| apart([0, 1, 2].map(|i| at[i] - place[i]), &turned, *half);
        walls.iter().map(to).fold(f64::INFINITY, f64::min)
    };
    let mut random = Random::new(seed);
    let mut counts = [0; 3];
    for _ in 0..edges {
        let mut end = || -> Vec<f64> {
            let slides = if base == Base::Planar { 2 } else { 3 };
            (0..cell.robot().dof()).map(|i| random.between(-1.0, 1.0) * if i < slides { 1.6 } else { PI }).collect()
        };
        let (from, mut to) = (end(), end());
        // Shorter edges too: about half of all shall be free.
        let part = random.between(0.0, 0.5);
        to.iter_mut().zip(&from).for_each(|(b, a)| *b = a + part * (*b - a));
        let along = |t: f64| distance(&from.iter().zip(&to).map(|(a, b)| a + t * (b - a)).collect::<Vec<f64>>());
        match checker.edge(&from, &to, &EdgeOptions::default()).unwrap() {
            Found::Free { .. } => {
                counts[0] += 1;
                counts[2] += u32::from((0..=64).any(|k| along(f64::from(k) / 64.0) < -1e-9));
            }
            Found::Hit(contact) => {
                counts[1] += 1;
                counts[2] += u32::from(along(contact.time.upper) > 1e-6);
            }
            Found::Violated(_) => unreachable!("no constraints"),
            Found::Undecided(_) => {}
        }
    }
    counts
}

#[test]
fn random_edges_of_bases_agree_with_samples_of_their_own() {
    // CLEARANCE_BASE_EDGES=50000 for each base is the long form.
    let edges = std::env::var("CLEARANCE_BASE_EDGES").ok().and_then(|text| text.parse().ok()).unwrap_or(1500);
    for (base, seed) in [(Base::Planar, 11), (Base::Floating, 12)] {
        let [free, hit, wrong] = cloud(base, edges, seed);
        println!("{base:?}: {free} free, {hit} hit, {wrong} false of {edges}, seed {seed}");
        assert_eq!(wrong, 0, "{base:?}, seed {seed}");
        assert!(free > edges / 5 && hit > edges / 5 && free + hit > edges - edges / 100, "{base:?}: {free} {hit}");
    }
}
