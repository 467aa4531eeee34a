//! Constraints along a path, against dense samples of poses that are computed by kinematics alone.

use clearance::math::Matrix;
use clearance::{Ball, Pose3, Rotor3, Vec3, Vector};
use clearance_robot::certificate::TaskStep;
use clearance_robot::edge::{Checker, EdgeOptions, Found, Mode};
use clearance_robot::path::Path;
use clearance_robot::plan::{Arc, ArcAxes, ArcCurve, Goal, PlanOptions, Target, Tip};
use clearance_robot::random::Random;
use clearance_robot::range::RangeOfMotion;
use clearance_robot::task::Task;
use clearance_robot::{Base, Constraint, ConstraintKind, Execution, Interpolation, TimedPoint, Trajectory};
use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, Workcell};

const SEED: u64 = 0x77a1;

fn vector(random: &mut Random, far: f64) -> Vec3<f64> {
    Vec3::from_fn(|_| random.between(-far, far))
}

fn pose(random: &mut Random, far: f64) -> Pose3<f64> {
    let angles = [0; 3].map(|_| random.between(-3.0, 3.0));
    let exact = Pose3::from_rpy(angles, vector(random, far)).unwrap();
    Pose3::new(exact.rotor(), exact.translation()).unwrap()
}

/// A robot of two branches on a base that is somewhere, whose joints turn and slide.
fn branches(random: &mut Random) -> Robot {
    let mut builder = Robot::builder("r").at(pose(random, 1.0)).link("base", vec![]);
    let mut ends = ["base".to_string(), "base".to_string()];
    for i in 0..2 + random.below(5) {
        let name = format!("link {i}");
        let kind = if random.below(4) == 0 { JointKind::Prismatic } else { JointKind::Continuous };
        let end = &mut ends[random.below(2)];
        let joint = JointSpec::new(format!("joint {i}"), kind, end.as_str(), &name);
        builder = builder.link(&name, vec![]).joint(joint.axis(vector(random, 1.0)).at(pose(random, 0.4)));
        *end = name;
    }
    builder.build().unwrap()
}

/// The pose of the link of a constraint, as it is seen from where that is given.
fn seen(robot: &Robot, constraint: &Constraint, q: &[f64]) -> Pose3<f64> {
    let placement = robot.place(q).unwrap();
    let link = |name: &str| robot.link_pose(&placement, robot.link_named(name).unwrap());
    match &constraint.of {
        Some(of) => Pose3::relative(&link(of), &link(&constraint.link)),
        None => link(&constraint.link),
    }
}

/// The excess of a constraint over its limit, radians or metres; below zero if it holds.
fn missed(robot: &Robot, constraint: &Constraint, q: &[f64]) -> f64 {
    let seen = seen(robot, constraint, q);
    match constraint.kind {
        ConstraintKind::Axis { axis, direction, angle } => {
            let turned = seen.vector(axis);
            turned.cross(direction).norm().atan2(turned.dot(direction)) - angle
        }
        ConstraintKind::Point { point, pose, half } => {
            let inside = Pose3::relative(&pose, &seen).point(point);
            let beyond = |i: usize| half[i].map_or(f64::NEG_INFINITY, |half| inside[i].abs() - half);
            (0..3).map(beyond).fold(f64::NEG_INFINITY, f64::max)
        }
    }
}

/// A constraint that holds in a configuration, with little room.
fn holding(robot: &Robot, random: &mut Random, q: &[f64]) -> Constraint {
    let link = |random: &mut Random| robot.links()[1 + random.below(robot.links().len() - 1)].name.clone();
    let name = link(random);
    let of = Some(link(random)).filter(|of| *of != name && random.below(2) == 0);
    let with = |made: Constraint| Constraint { of: of.clone(), ..made };
    if random.below(2) == 0 {
        let axis = vector(random, 1.0);
        let made = with(Constraint::axis("c", &name, axis, axis, 1.0));
        let direction = seen(robot, &made, q).vector(axis) + vector(random, 0.1 * axis.norm());
        return with(Constraint::axis("c", &name, axis, direction, random.between(0.2, 0.9)));
    }
    let point = vector(random, 0.5);
    let made = with(Constraint::point("c", &name, point, Pose3::IDENTITY, [Some(1.0); 3]));
    let at = seen(robot, &made, q).point(point);
    let pose = Pose3::new(pose(random, 1.0).rotor(), at).unwrap();
    let half = [0; 3].map(|_| (random.below(4) > 0).then(|| random.between(0.05, 0.6)));
    let half = if half == [None; 3] { [Some(0.3), None, None] } else { half };
    with(Constraint::point("c", &name, point, pose, half))
}

fn between(from: &[f64], to: &[f64], x: f64) -> Vec<f64> {
    from.iter().zip(to).map(|(a, b)| a + x * (b - a)).collect()
}

/// A robot of branches that stands, drives or flies.
fn on_any_base(random: &mut Random) -> Robot {
    let robot = branches(random);
    match random.below(3) {
        0 => robot,
        1 => robot.on_base(Base::Planar, "base", "world").unwrap(),
        _ => robot.on_base(Base::Floating, "base", "world").unwrap(),
    }
}

/// Each value of a configuration, or those of a random group: at least one.
fn moving(random: &mut Random, dof: usize) -> Vec<bool> {
    let one = random.below(dof);
    let is_group = random.below(2) == 0;
    (0..dof).map(|i| !is_group || i == one || random.below(2) == 0).collect()
}

/// More edges by `CLEARANCE_EDGES`. A third of the robots drives and a third flies; half of the edges are of a group.
#[test]
fn no_edge_that_is_free_violates_a_constraint_at_any_sample() {
    let count: u32 = std::env::var("CLEARANCE_EDGES").map_or(10_000, |text| text.parse().unwrap());
    let mut random = Random::new(SEED);
    let [mut free, mut violated, mut undecided, mut still, mut of_groups] = [0u32; 5];
    while free + violated + undecided < count {
        let robot = on_any_base(&mut random);
        let from: Vec<f64> = (0..robot.dof()).map(|_| random.between(-3.0, 3.0)).collect();
        let constraint = holding(&robot, &mut random, &from);
        // Of a link that nothing moves as the constraint says.
        let Ok(cell) = Workcell::new(&robot, &[]).unwrap().keep(constraint) else {
            still += 1;
            continue;
        };
        // As the cell has it: the pose of a box is its numbers.
        let constraint = &cell.constraints()[0];
        let checker = Checker::new(&cell).unwrap();
        for _ in 0..10 {
            let far = [0.1, 0.5, 2.0][random.below(3)];
            let moves = moving(&mut random, from.len());
            of_groups += u32::from(moves.contains(&false));
            let mut step = |moves: bool| if moves { random.between(-far, far) } else { 0.0 };
            let to: Vec<f64> = from.iter().zip(&moves).map(|(value, moves)| value + step(*moves)).collect();
            let samples = 24;
            let holds_until = |end: f64| {
                let times = (0..=samples).map(|k| f64::from(k) / f64::from(samples)).filter(|x| *x < end);
                times.into_iter().all(|x| missed(&robot, constraint, &between(&from, &to, x)) < 1e-12)
            };
            match checker.edge(&from, &to, &EdgeOptions::default()).unwrap() {
                Found::Free { .. } => {
                    free += 1;
                    assert!(holds_until(2.0), "seed {SEED:#x}: {constraint:?} {from:?} {to:?}");
                }
                Found::Violated(found) => {
                    let at = missed(&robot, constraint, &found.values);
                    assert!(holds_until(found.time.lower), "seed {SEED:#x}: {constraint:?} {from:?} {to:?} {found:?}");
                    assert!((found.value - found.limit - at).abs() < 1e-9, "seed {SEED:#x}: {found:?} {at}");
                    if found.is_proven {
                        violated += 1;
                        assert!(at > -1e-12 && found.time.width() < 1e-6, "seed {SEED:#x}: {found:?} {at}");
                    } else {
                        undecided += 1;
                    }
                }
                other => panic!("{other:?}"),
            }
        }
    }
    println!(
        "{free} free, {violated} violated, {undecided} undecided, {of_groups} of groups; {still} constraints that nothing moves"
    );
    assert!(
        of_groups > count / 4 && free > count / 4 && violated > count / 4 && undecided < count / 1000,
        "{free} {violated} {undecided}"
    );
}

/// An arm of six joints, with a hand of a ball, and a post beside it.
fn arm() -> Workcell {
    let turn = |name: &str, parent: &str, child: &str, axis: usize, x: f64| {
        let joint = JointSpec::new(name, JointKind::Revolute, parent, child).axis(Vec3::axis(axis));
        joint.at(Pose3::from_xyz(x, 0.0, 0.0).unwrap()).limited(-2.8, 2.8)
    };
    let ball = |r: f64| vec![LinkShape::new(Ball::new(r).unwrap(), Pose3::from_xyz(0.12, 0.01, 0.0).unwrap())];
    let robot = Robot::builder("arm")
        .link("base", vec![])
        .link("turret", vec![])
        .link("upper", vec![])
        .link("lower", vec![])
        .link("wrist", vec![])
        .link("palm", vec![])
        .link("hand", ball(0.06))
        .joint(turn("j1", "base", "turret", 2, 0.0))
        .joint(turn("j2", "turret", "upper", 1, 0.1))
        .joint(turn("j3", "upper", "lower", 1, 0.5))
        .joint(turn("j4", "lower", "wrist", 1, 0.4))
        .joint(turn("j5", "wrist", "palm", 2, 0.1))
        .joint(turn("j6", "palm", "hand", 0, 0.1))
        .build()
        .unwrap();
    let post = Obstacle::new("post", Ball::new(0.15).unwrap(), Pose3::from_xyz(1.1, 0.0, 0.2).unwrap());
    Workcell::new(robot, &[post]).unwrap()
}

const START: [f64; 6] = [-0.9, -0.4, 0.9, -0.5, 0.1, 0.03];
const GOAL: [f64; 6] = [0.9, -0.5, 0.8, -0.3, -0.2, -0.02];

/// The start, with the hand tilted.
const TILTED: [f64; 6] = [-0.9, -0.4, 0.9, -0.1, 0.1, 0.03];

fn upright(angle: f64) -> Constraint {
    Constraint::axis("upright", "hand", Vec3::axis(2), Vec3::axis(2), angle)
}

#[test]
fn a_plan_under_a_constraint_is_proven_and_another_cell_refuses_its_certificate() {
    let cell = arm().keep(upright(0.15)).unwrap();
    let checker = Checker::new(&cell).unwrap();
    assert!(!checker.is_free(&START, &GOAL, &EdgeOptions::default()));
    let mut found = checker.plan(&START, &Goal::at(GOAL.to_vec()), &PlanOptions::default()).unwrap().unwrap();
    let robot = cell.robot();
    for ends in found.plan.path.windows(2) {
        let tilts =
            (0..=50).map(|k| missed(robot, &cell.constraints()[0], &between(&ends[0], &ends[1], 0.02 * f64::from(k))));
        assert!(tilts.fold(f64::NEG_INFINITY, f64::max) < 0.0);
    }
    // A path that is free without the constraint tilts the hand on its second segment.
    let path = Path::through(&[START.to_vec(), START.to_vec(), TILTED.to_vec()], 6).unwrap();
    assert!(Checker::new(&arm()).unwrap().path(&path, &EdgeOptions::default()).is_free());
    let found_on_path = checker.path(&path, &EdgeOptions::default());
    assert!(found_on_path.violation().is_some_and(|violation| violation.is_proven && violation.time.lower > 1.0));
    let certificate = found.certify(&checker).unwrap();
    assert_eq!(certificate.verify(&cell).unwrap(), found.lower);
    let refused = |cell: &Workcell| certificate.verify(cell).unwrap_err().to_string();
    assert_eq!(refused(&arm()), "the certificate is about another list of constraints");
    assert_eq!(refused(&arm().keep(upright(0.2)).unwrap()), "the certificate is about another list of constraints");
    let read = clearance_robot::certificate::Certificate::read(&certificate.to_line("a")).unwrap();
    assert_eq!(read.verify(&cell).unwrap(), found.lower);
    let mut forged = certificate.clone();
    forged.constraints = None;
    assert_eq!(forged.verify(&cell).unwrap_err().to_string(), "the constraint \"upright\" is not proven");
    let mut forged = certificate.clone();
    forged.constraints.as_mut().unwrap().entries.pop();
    assert!(forged.verify(&cell).unwrap_err().to_string().contains("is not covered from"));
    let mut forged = certificate.clone();
    forged.constraints.as_mut().unwrap().entries[0].bound += 1e-3;
    assert!(forged.verify(&cell).unwrap_err().to_string().contains("the axis proves"));
    let mut forged = certificate;
    forged.constraints.as_mut().unwrap().list[0] = upright(0.2);
    assert_eq!(forged.verify(&cell).unwrap_err().to_string(), "the certificate is about other constraints");
}

#[test]
fn what_comes_first_is_found_a_contact_or_a_violation() {
    let slide = JointSpec::new("slide", JointKind::Prismatic, "base", "hand");
    let hand = LinkShape::new(Ball::new(0.25).unwrap(), Pose3::IDENTITY);
    let robot = Robot::builder("r").link("base", vec![]).link("hand", vec![hand]).joint(slide).build().unwrap();
    let post = Obstacle::new("post", Ball::new(0.25).unwrap(), Pose3::from_xyz(2.5, 0.0, 0.0).unwrap());
    let cell = Workcell::new(robot, &[post]).unwrap();
    // The hand touches the post where it is at 2; it leaves the box at its half length.
    let until = |half: f64| {
        let sides = [Some(half), None, None];
        let within = Constraint::point("within", "hand", Vec3::ZERO, Pose3::IDENTITY, sides);
        let cell = cell.keep(within).unwrap();
        Checker::new(&cell).unwrap().edge(&[0.0], &[4.0], &EdgeOptions::default()).unwrap()
    };
    let Found::Violated(violation) = until(1.5) else { panic!() };
    assert!((violation.time.upper - 0.375).abs() < 1e-9 && violation.time.lower <= 0.375);
    assert_eq!((violation.constraint.as_str(), violation.limit), ("within", 0.0));
    assert!(matches!(until(2.25), Found::Hit(contact) if (contact.time.upper - 0.5).abs() < 1e-9));
    // Clearances are those of bodies, whatever the constraint says.
    let near = cell.keep(Constraint::point("within", "hand", Vec3::ZERO, Pose3::IDENTITY, [Some(0.501), None, None]));
    let options = EdgeOptions { mode: Mode::LeastClearance { tolerance: 1e-6 }, ..EdgeOptions::default() };
    let found = Checker::new(&near.unwrap()).unwrap().edge(&[0.0], &[0.5], &options).unwrap();
    assert!(matches!(found, Found::Free { lower, .. } if (lower - 1.5).abs() < 1e-5), "{found:?}");
}

#[test]
fn a_trajectory_with_tolerances_obeys_or_not_and_its_certificate_says_so() {
    let cell = arm();
    let points = |at: f64| {
        let all = [0.0, 0.5, 1.0].map(|x| TimedPoint::at(2.0 * x, between(&START, &GOAL, x * at)));
        Trajectory::through(&all, Interpolation::Linear).unwrap()
    };
    let robot = cell.robot();
    let hand = robot.link_pose(&robot.place(&START).unwrap(), 6).translation();
    let near = |half: f64| {
        let pose = Pose3::from_translation(hand).unwrap();
        cell.keep(Constraint::point("near", "hand", Vec3::ZERO, pose, [Some(half); 3])).unwrap()
    };
    let check = |cell: &Workcell, trajectory: &Trajectory| {
        let execution = Execution::new(cell, trajectory).unwrap();
        let (found, certificate) = execution.certify(&EdgeOptions::default()).unwrap();
        assert_eq!(execution.check(&EdgeOptions::default()).unwrap().name(), found.name());
        (found, certificate)
    };
    let end = robot.link_pose(&robot.place(&between(&START, &GOAL, 0.1)).unwrap(), 6).translation();
    let tight = near((end - hand).max_abs() + 0.005);
    let (found, certificate) = check(&tight, &points(0.1));
    assert!(found.is_free() && certificate.unwrap().verify(&tight).unwrap() > 0.0);
    let loose = points(0.1).with_tube(vec![0.05; 6]).unwrap();
    let (found, certificate) = check(&near(0.5), &loose);
    assert!(found.is_free(), "{found:?}");
    assert!(certificate.unwrap().verify(&near(0.5)).unwrap() > 0.0);
    let (found, certificate) = check(&tight, &loose);
    assert!(matches!(&found, Found::Violated(violation) if violation.constraint == "near"), "{found:?}");
    assert!(certificate.is_none());
    // Seconds, not segments.
    let (found, _) = check(&tight, &points(1.0));
    let Found::Violated(violation) = found else { panic!("{found:?}") };
    let x = violation.time.upper / 2.0;
    assert!(violation.is_proven && missed(robot, &tight.constraints()[0], &between(&START, &GOAL, x)).abs() < 1e-6);
}

#[test]
fn a_tube_holds_the_points_of_a_segment_and_none_beyond_its_radius() {
    let mut random = Random::new(SEED + 1);
    for trial in 0..2000 {
        let from = vector(&mut random, 2.0);
        let way = if trial % 10 == 0 { Vec3::new(-1.5, 0.0, 0.0) } else { vector(&mut random, 2.0) };
        let (to, radius) = (from + way, random.between(0.01, 0.5));
        let tube = Constraint::tube("line", "hand", Vec3::ZERO, [from, to], radius).unwrap();
        let ConstraintKind::Point { pose, half, .. } = tube.kind else { panic!() };
        let half = half.map(Option::unwrap);
        let is_in = |x: Vec3<f64>| {
            let own = Pose3::relative(&pose, &Pose3::IDENTITY).point(x);
            (0..3).all(|i| own[i].abs() < half[i])
        };
        assert!((0..=8).all(|k| is_in(from + way * (f64::from(k) / 8.0))), "seed {SEED:#x}: {from:?} {to:?}");
        for corner in 0..8u32 {
            let sign = |i: u32| if corner >> i & 1 == 0 { -1.0 } else { 1.0 };
            let x = pose.point(Vec3::new(sign(0) * half[0], sign(1) * half[1], sign(2) * half[2]));
            let along = ((x - from).dot(way) / way.dot(way)).clamp(0.0, 1.0);
            assert!((x - from - way * along).norm() < radius, "seed {SEED:#x}: {from:?} {to:?} {radius}");
        }
    }
}

#[test]
fn the_steps_of_a_task_keep_and_relax_a_constraint() {
    let cell = arm();
    let mut task = Task::new(&cell, &START).unwrap();
    task.keep(upright(0.15)).unwrap();
    let found = task.follow(&[TILTED.to_vec()]).unwrap();
    assert!(matches!(&found, Found::Violated(violation) if violation.constraint == "upright"), "{found:?}");
    task.plan(&Goal::at(GOAL.to_vec()), &PlanOptions::default()).unwrap().unwrap();
    task.relax("upright").unwrap();
    let tilted: Vec<f64> = (0..6).map(|i| if i == 3 { GOAL[i] + 0.4 } else { GOAL[i] }).collect();
    assert!(task.follow(&[tilted]).unwrap().is_free());
    let certificate = task.certificate().unwrap();
    assert_eq!(certificate.verify(&cell).unwrap(), task.lower());
    let names: Vec<&str> = certificate.subject.steps().iter().map(|step| step.name()).collect();
    assert_eq!(names, ["keep", "motion", "relax", "motion"]);
}

#[test]
fn what_is_no_constraint_is_refused_by_its_name() {
    let cell = arm();
    let refused = |constraint: Constraint| cell.keep(constraint).unwrap_err().to_string();
    assert_eq!(refused(upright(0.0)), "constraint \"upright\": the angle must be between 0 and π, radians, got 0");
    let of = |name: &str, link: &str| Constraint::axis(name, link, Vec3::axis(2), Vec3::axis(2), 0.2);
    assert!(refused(of("a", "hnd")).starts_with("constraint \"a\": no link is named \"hnd\""));
    assert_eq!(refused(of("a", "base")), "constraint \"a\": no joint moves what it says of \"base\"");
    let flat = Constraint::axis("a", "hand", Vec3::ZERO, Vec3::axis(2), 0.2);
    assert_eq!(refused(flat), "constraint \"a\": axis and direction must be finite and not zero");
    let thin = Constraint::point("a", "hand", Vec3::ZERO, Pose3::IDENTITY, [Some(-1.0), None, None]);
    assert_eq!(refused(thin), "constraint \"a\": half the length of a side must be positive, got -1");
    let endless = Constraint::point("a", "hand", Vec3::ZERO, Pose3::IDENTITY, [None; 3]);
    assert_eq!(refused(endless), "constraint \"a\": a box must have a side with ends");
    let kept = cell.keep(upright(0.3)).unwrap();
    let twice = kept.keep(upright(0.2)).unwrap_err().to_string();
    assert_eq!(twice, "constraint \"upright\": another one has the name already");
    assert!(kept.relax("uprigth").unwrap_err().to_string().starts_with("no constraint is named \"uprigth\""));
    assert_eq!(kept.relax("upright").unwrap().constraints(), []);
    let range = RangeOfMotion::new(&kept).err().unwrap().to_string();
    assert_eq!(range, "ranges and regions cannot hold constraints, got \"upright\": take a cell without them");
}

#[test]
fn a_line_of_a_tip_stays_within_its_radius_or_is_not_taken() {
    let cell = arm();
    let tip = Tip { link: 6, point: Vec3::new(0.1, 0.02, -0.01) };
    let place = |q: &[f64]| {
        let pose = cell.robot().link_pose(&cell.robot().place(q).unwrap(), 6);
        (pose, pose.point(tip.point))
    };
    let (pose, from) = place(&START);
    let to = from + Vec3::new(-0.2, -0.15, 0.3);
    let target = Target { tip, pose: Pose3::new(pose.rotor(), to).unwrap(), oriented: true };
    let mut task = Task::new(&cell, &START).unwrap();
    assert!(task.line(&target, 0.004).unwrap().unwrap().is_free());
    for ends in task.path().windows(2) {
        for k in 0..=50 {
            let (turned, at) = place(&between(&ends[0], &ends[1], 0.02 * f64::from(k)));
            let along = ((at - from).dot(to - from) / (to - from).dot(to - from)).clamp(0.0, 1.0);
            assert!((at - from - (to - from) * along).norm() < 0.004);
            assert!((turned.matrix().column(0) - pose.matrix().column(0)).norm() < 0.05);
        }
    }
    assert!((place(task.at()).1 - to).norm() < 1e-6);
    let certificate = task.certificate().unwrap();
    assert_eq!(certificate.verify(&cell).unwrap(), task.lower());
    let names: Vec<&str> = certificate.subject.steps().iter().map(|step| step.name()).collect();
    assert_eq!(names, ["keep", "motion", "relax"]);
    assert!(task.cell().constraints().is_empty());
    // Out of reach; and through the post.
    let far = Target { pose: Pose3::new(pose.rotor(), to * 3.0).unwrap(), ..target };
    assert!(task.line(&far, 0.01).unwrap().is_none());
    let mut blocked = Task::new(&cell, &START).unwrap();
    let beyond = Target { pose: Pose3::new(pose.rotor(), Vec3::new(from.x, -from.y, from.z)).unwrap(), ..target };
    let found = blocked.line(&beyond, 0.02).unwrap();
    assert!(found.is_none_or(|found| !found.is_free()) && blocked.steps().is_empty() && blocked.at() == START);
}

/// How far a point is from an arc about z: of a circle's radius, from an angle to another.
fn from_arc(p: Vec3<f64>, (center, size): (Vec3<f64>, f64), [begin, end]: [f64; 2]) -> f64 {
    let d = p - center;
    let turned = (d.y.atan2(d.x) - begin).rem_euclid(core::f64::consts::TAU);
    if turned <= end - begin {
        return (d.x.hypot(d.y) - size).hypot(d.z);
    }
    let tip = |angle: f64| (d - Vec3::new(size * angle.cos(), size * angle.sin(), 0.0)).norm();
    tip(begin).min(tip(end))
}

#[test]
fn an_arc_of_a_tip_stays_within_its_radius_of_the_true_arc() {
    let cell = arm();
    let tip = Tip { link: 6, point: Vec3::new(0.1, 0.02, -0.01) };
    let place = |q: &[f64]| {
        let pose = cell.robot().link_pose(&cell.robot().place(q).unwrap(), 6);
        (pose, pose.point(tip.point))
    };
    let (pose, from) = place(&START);
    let mut random = Random::new(0xa5c);
    let (mut taken, mut chords) = (0, 0);
    for trial in 0..24 {
        let (size, radius) = (random.between(0.05, 0.2), 10f64.powf(random.between(-3.0, -1.5)));
        let (begin, angle) = (random.between(-3.0, 3.0), random.between(0.3, 4.0));
        let center = from - Vec3::new(begin.cos(), begin.sin(), 0.0) * size;
        let at = |angle: f64| center + Vec3::new(angle.cos(), angle.sin(), 0.0) * size;
        let curve = match trial % 2 {
            0 => ArcCurve::About { center: center - Vec3::axis(2), axis: Vec3::axis(2) * 3.0, angle },
            _ => ArcCurve::Via { via: at(begin + random.between(0.2, 0.8) * angle), to: at(begin + angle) },
        };
        let axes = [ArcAxes::Still, ArcAxes::Still, ArcAxes::Free, ArcAxes::To(pose.rotor())][trial % 4];
        let mut task = Task::new(&cell, &START).unwrap();
        let found = task.arc(&Arc { tip, curve, axes }, radius).unwrap();
        if !found.is_some_and(|found| found.is_free()) {
            assert!(task.steps().is_empty() && task.at() == START && task.cell().constraints().is_empty());
            continue;
        }
        taken += 1;
        chords += task.steps().len() / 3;
        let mut most = 0.0f64;
        for ends in task.path().windows(2) {
            for k in 0..=50 {
                let (turned, at) = place(&between(&ends[0], &ends[1], 0.02 * f64::from(k)));
                most = most.max(from_arc(at, (center, size), [begin, begin + angle]));
                let kept = (turned.matrix().column(0) - pose.matrix().column(0)).norm() < 0.05;
                assert!(axes == ArcAxes::Free || kept, "seed 0xa5c, {trial}");
            }
        }
        assert!(most < radius, "seed 0xa5c, {trial}: {most} {radius}");
        assert!((place(task.at()).1 - at(begin + angle)).norm() < 1e-6, "seed 0xa5c, {trial}");
        assert_eq!(task.certificate().unwrap().verify(&cell).unwrap(), task.lower());
        // Each tube lies within the radius of the arc: its box does, at random points.
        for step in task.steps() {
            let TaskStep::Keep(constraint) = step else { continue };
            let ConstraintKind::Point { pose, half, .. } = constraint.kind else { panic!() };
            for _ in 0..200 {
                let inside = Vec3::from_fn(|i| half[i].unwrap() * random.between(-1.0, 1.0));
                assert!(from_arc(pose.point(inside), (center, size), [begin, begin + angle]) < radius);
            }
        }
    }
    assert!(taken >= 12 && chords > 3 * taken, "{taken} {chords}");
}

#[test]
fn the_axes_turn_with_an_arc_and_bad_arcs_are_refused_by_name() {
    let cell = arm();
    let tip = Tip { link: 6, point: Vec3::ZERO };
    let pose = cell.robot().link_pose(&cell.robot().place(&START).unwrap(), 6);
    let from = pose.translation();
    let about = |center: Vec3<f64>, axis: Vec3<f64>, angle: f64| ArcCurve::About { center, axis, angle };
    let mut task = Task::new(&cell, &START).unwrap();
    let curve = about(from + Vec3::new(-0.1, 0.0, 0.0), Vec3::axis(2), 0.5);
    assert!(task.arc(&Arc { tip, curve, axes: ArcAxes::Turning }, 0.01).unwrap().unwrap().is_free());
    let end = cell.robot().link_pose(&cell.robot().place(task.at()).unwrap(), 6);
    let turn = Pose3::new(Rotor3::from_axis_angle(Vec3::axis(2), 0.5).unwrap(), Vec3::ZERO).unwrap();
    for i in 0..3 {
        let expected = turn.vector(pose.matrix().column(i));
        assert!((end.matrix().column(i) - expected).norm() < 1e-5);
    }
    let refused = |curve: ArcCurve, radius: f64| {
        let arc = Arc { tip, curve, axes: ArcAxes::Free };
        Task::new(&cell, &START).unwrap().arc(&arc, radius).unwrap_err().to_string()
    };
    let side = from + Vec3::new(0.2, 0.0, 0.0);
    assert_eq!(
        refused(about(side, Vec3::axis(2), 0.0), 0.1),
        "the angle of an arc must not be zero and at most 2π, radians, got 0"
    );
    assert_eq!(refused(about(side, Vec3::axis(2), 1.0), 0.0), "the radius of a tube must be positive, got 0");
    assert!(refused(about(side, Vec3::ZERO, 1.0), 0.1).starts_with("the axis of an arc must be finite and not zero"));
    assert_eq!(refused(about(from, Vec3::axis(2), 1.0), 0.1), "the tip must not be on the axis of its arc");
    let straight = ArcCurve::Via { via: from + Vec3::new(0.1, 0.0, 0.0), to: side };
    assert!(refused(straight, 0.1).ends_with("must not be on a line: take a line"));
}
