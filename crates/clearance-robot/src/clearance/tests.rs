use std::sync::atomic::{AtomicBool, Ordering};

use clearance::{Axial, Ball, Capsule, Cuboid, Halfspace, Pose3, Vec3, Vector};
use clearance_world::Body;

use super::RobotClearance;
use crate::cell::workcell::Workcell;
use crate::random::Random;
use crate::{JointKind, JointSpec, LinkShape, Obstacle, ProposalOptions, Reason, Robot};

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, z)).unwrap()
}

/// Three joints that turn about slanted axes or slide, with a capsule at the end; the second arm, if any, hangs on the
/// first joint too.
fn slanted(arms: usize) -> Robot {
    let pill =
        || LinkShape::new(Capsule::along(Axial { radius: 0.1, half_length: 0.4, axis: 0 }).unwrap(), at(0.5, 0.1, 0.2));
    let mut builder = Robot::builder("slanted").link("base", vec![]).link("torso", vec![]);
    let turn = |name: &str, parent: &str, child: &str| JointSpec::new(name, JointKind::Continuous, parent, child);
    builder = builder.joint(turn("waist", "base", "torso").axis(Vec3::new(0.1, 0.2, 1.0)));
    for arm in 0..arms {
        let name = |part: &str| format!("{part}{arm}");
        let side = if arm == 0 { 1.0 } else { -0.7 };
        let slide = JointSpec::new(name("slide"), JointKind::Prismatic, name("upper"), name("lower"));
        builder = builder
            .link(name("upper"), vec![])
            .link(name("lower"), vec![pill()])
            .joint(turn(&name("turn"), "torso", &name("upper")).at(at(0.2, side, 0.1)).axis(Vec3::new(0.3, -1.0, 0.4)))
            .joint(slide.at(at(0.3, 0.1, 0.2)).axis(Vec3::new(1.0, 0.5, -0.3)));
    }
    builder.build().unwrap()
}

/// An arm of seven joints with a capsule on each link, 1 long when it is straight, among 20 boxes.
fn seven_joints(random: &mut Random) -> (Robot, Vec<Obstacle>) {
    let mut builder = Robot::builder("seven").link("0", vec![]);
    for i in 0..7 {
        let capsule = Capsule::along(Axial { radius: 0.04, half_length: 0.05, axis: 2 }).unwrap();
        let (from, to) = (i.to_string(), (i + 1).to_string());
        let axis = if i % 2 == 0 { Vec3::new(0.0, 0.0, 1.0) } else { Vec3::new(0.0, 1.0, 0.0) };
        let turn = JointSpec::new(format!("turn {to}"), JointKind::Revolute, from, &to).axis(axis).limited(-2.5, 2.5);
        let link = vec![LinkShape::new(capsule, at(0.0, 0.0, 0.07))];
        builder = builder.link(to, link).joint(turn.at(at(0.0, 0.0, if i == 0 { 0.0 } else { 0.14 })));
    }
    let mut body = |i: usize| {
        let [x, y] = [0, 1].map(|_| random.between(-0.8, 0.8));
        let size = Cuboid::from_half_extents(Vec3::new(0.06, 0.05, 0.04)).unwrap();
        Obstacle::new(format!("box {i}"), size, at(x, y, random.between(-0.5, 0.9)))
    };
    let boxes = (0..20).map(&mut body).collect();
    (builder.build().unwrap(), boxes)
}

#[test]
fn what_is_remembered_changes_no_answer_beyond_its_bounds() {
    let (robot, boxes) = seven_joints(&mut Random::new(23));
    let mut following = RobotClearance::new(&Workcell::new(&robot, &boxes).unwrap()).unwrap();
    let mut fresh = following.clone();
    let (mut random, mut skipped, mut colliding) = (Random::new(19), 0, 0);
    for walk in 0..12 {
        let mut q = robot.random_configuration(&mut random);
        for step in 0..40 {
            // Steps of some millimetres at the hand, and now and then a jump.
            let size = if step % 13 == 12 { 0.3 } else { 0.006 };
            q.iter_mut().for_each(|value| *value += random.between(-size, size));
            if step % 5 == 4 {
                assert!(following.at(&q[1..]).is_err());
            }
            fresh.forget();
            let [found, expected] = [following.at(&q).unwrap().unwrap(), fresh.at(&q).unwrap().unwrap()];
            let (a, b) = (found.bounds, expected.bounds);
            assert!(a.lower <= b.upper && b.lower <= a.upper && a.width() < 1e-12, "seed 19, walk {walk}: {a:?} {b:?}");
            assert_eq!(found.collides, expected.collides);
            fresh.forget();
            let collides = following.collides(&q).unwrap();
            assert_eq!(collides, fresh.collides(&q).unwrap());
            colliding += u32::from(collides == Some(true));
            skipped += following.remembered(found.bounds.upper);
        }
    }
    assert!(skipped > 480 && (20..460).contains(&colliding), "{skipped} pairs skipped, {colliding} of 480 collide");
}

#[test]
fn second_derivatives_are_those_of_differences() {
    let cone = Obstacle::new("ball", Ball::new(0.3).unwrap(), at(1.4, -1.2, 1.1));
    for (robot, world) in [(slanted(1), vec![cone]), (slanted(2), vec![])] {
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let q: Vec<f64> = [0.4, -0.3, 0.2, 0.5, -0.1][..robot.dof()].to_vec();
        let found = clearance.second_at(&q).unwrap().expect("twice differentiable");
        let h = 1e-4;
        let mut gradient = |i: usize, step: f64| {
            let mut moved = q.clone();
            moved[i] += step;
            clearance.gradient_at(&moved).unwrap().unwrap().gradient
        };
        for i in 0..q.len() {
            let [a, b, c, d] = [-2.0 * h, -h, h, 2.0 * h].map(|step| gradient(i, step));
            for j in 0..q.len() {
                let difference = (8.0 * (c[j] - b[j]) - (d[j] - a[j])) / (12.0 * h);
                assert!((found.at(i, j) - difference).abs() < 1e-9, "{i} {j}: {} {difference}", found.at(i, j));
            }
        }
    }
}

#[test]
fn joints_above_both_bodies_do_not_count() {
    let robot = slanted(2);
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &[]).unwrap()).unwrap();
    let found = clearance.gradient_at(&[0.4, -0.3, 0.2, 0.5, -0.1]).unwrap().unwrap();
    assert_eq!(found.gradient[0], 0.0);
    assert!(found.gradient[1..].iter().all(|rate| rate.abs() > 1e-3), "{:?}", found.gradient);
}

#[test]
fn at_a_tie_of_two_arms_both_pairs_generate_and_the_ascent_serves_both() {
    // Two arms that slide along x, with balls 3 and 5 from the middle; both are 1 from walls on either side.
    let ball = || vec![LinkShape::new(Ball::new(0.5).unwrap(), Pose3::IDENTITY)];
    let slide = |name: &str, child: &str| JointSpec::new(name, JointKind::Prismatic, "base", child);
    let robot = Robot::builder("two").link("base", vec![]).link("left", ball()).link("right", ball());
    let robot = robot.joint(slide("l", "left").at(at(-3.0, 0.0, 0.0))).joint(slide("r", "right").at(at(3.0, 0.0, 0.0)));
    let robot = robot.build().unwrap();
    let wall = |name: &str, x: f64| Obstacle::new(name, Ball::new(0.5).unwrap(), at(x, 0.0, 0.0));
    let world = [wall("west", -5.0), wall("east", 5.0)];
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let found = clearance.gradient_at(&[0.0, 0.0]).unwrap().unwrap();
    assert!(!found.differentiable && found.complete && found.active.len() == 2);
    let generators: Vec<&Vec<f64>> = found.generators().collect();
    assert!(generators.contains(&&vec![1.0, 0.0]) && generators.contains(&&vec![0.0, -1.0]), "{generators:?}");
    // Moving only the left arm inward does not help: the right one stays.
    assert_eq!((found.along(&[1.0, 0.0]), found.along(&[1.0, -1.0])), (0.0, 1.0));
    let (direction, rate) = found.ascent().unwrap();
    let half = 0.5f64.sqrt();
    assert!((direction[0] - half).abs() < 1e-12 && (direction[1] + half).abs() < 1e-12 && (rate - half).abs() < 1e-12);
}

#[test]
fn a_touch_within_the_errors_of_the_kinematics_is_left_open() {
    // A unit cube that a joint holds at angle 0 beside another one: exactly in touch, but only known to 1e-16.
    let cube = || Cuboid::from_half_extents(Vec3::new(0.5, 0.5, 0.5)).unwrap();
    let shape = LinkShape::new(cube(), Pose3::IDENTITY);
    let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm").at(at(2.0, 0.3, 0.1));
    let robot = Robot::builder("cube").link("base", vec![]).link("arm", vec![shape]).joint(turn).build().unwrap();
    let world = [Obstacle::new("wall", cube(), at(3.0, 0.3, 0.1))];
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let found = clearance.at(&[0.0]).unwrap().unwrap();
    assert_eq!((found.collides, clearance.collides(&[0.0]).unwrap()), (None, None));
    let (bounds, proven) = (found.bounds, found.proximity.proven);
    assert!(bounds.lower < 0.0 && bounds.upper > 0.0 && bounds.width() < 1e-12 && !proven, "{bounds:?} {proven}");
}

#[test]
fn a_floor_is_asked_about_and_a_link_that_nothing_moves_is_not() {
    let ball = || vec![LinkShape::new(Ball::new(0.5).unwrap(), Pose3::IDENTITY)];
    let slide = JointSpec::new("lift", JointKind::Prismatic, "base", "arm").axis(Vec3::new(0.0, 0.0, 1.0));
    let robot = Robot::builder("lift").link("base", ball()).link("arm", ball()).joint(slide).build().unwrap();
    let floor = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0).unwrap();
    let world = [Obstacle::of("floor", Body::halfspace(floor), at(0.0, 0.0, 0.0))];
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let found = clearance.at(&[2.0]).unwrap().unwrap();
    assert_eq!((clearance.pair_count(), clearance.names(found.pair)), (1, ["arm", "floor"]));
    assert!(found.bounds.contains(1.5) && (found.proximity.normal - Vec3::new(0.0, 0.0, -1.0)).norm() < 1e-15);
    let found = clearance.gradient_at(&[2.0]).unwrap().unwrap();
    assert!(found.differentiable && (found.gradient[0] - 1.0).abs() < 1e-15, "{found:?}");
}

#[test]
fn a_plate_over_a_slanted_floor_has_a_generator_for_each_corner_of_its_face() {
    // A plate of 2 by 4 that lies parallel to a floor with the normal (0.6, 0, 0.8), turning about its middle.
    let plate = Cuboid::from_half_extents(Vec3::new(1.0, 2.0, 0.1)).unwrap();
    let tilt = clearance::Rotor3::from_wxyz([3.0, 0.0, 1.0, 0.0]).unwrap(); // by 2 atan(1/3): sine 0.6, cosine 0.8
    for (up, tilt) in [(1.0, tilt), (-1.0, clearance::Rotor3::from_wxyz([1.0, 0.0, -3.0, 0.0]).unwrap())] {
        let shape = LinkShape::new(plate, Pose3::new(tilt, Vec3::new(0.0, 0.0, 0.0)).unwrap());
        let turn = JointSpec::new("turn", JointKind::Continuous, "base", "plate").axis(Vec3::new(0.0, 1.0, 0.0));
        let robot = Robot::builder("r").link("base", vec![]).link("plate", vec![shape]).joint(turn).build().unwrap();
        let floor = Halfspace::new(Vec3::new(0.6 * up, 0.0, 0.8 * up), -3.0).unwrap();
        let world = [Obstacle::of("floor", Body::halfspace(floor), at(0.0, 0.0, 0.0))];
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let found = clearance.gradient_at(&[0.0]).unwrap().unwrap();
        assert!(found.clearance.bounds.contains(2.9), "{:?}", found.clearance.bounds);
        // The rate of an edge at distance 1 from the axis is 1 either way, so every turn brings the plate nearer.
        assert!(!found.differentiable && found.complete && found.generators().count() == 4, "{found:?}");
        assert!(found.generators().all(|rate| (rate[0].abs() - 1.0).abs() < 1e-12), "{found:?}");
        assert!((found.along(&[1.0]) + 1.0).abs() < 1e-12 && (found.along(&[-1.0]) + 1.0).abs() < 1e-12);
        assert_eq!(found.ascent(), None);
    }
}

#[test]
fn links_that_cannot_meet_are_proven_and_those_that_can_are_shown_meeting() {
    // Two arms 3 apart that reach 1.2 and 1.4 with balls of 0.1: never nearer than 0.2. With 1.8 they can meet.
    let arm = |reach: f64| vec![LinkShape::new(Ball::new(0.1).unwrap(), at(reach, 0.0, 0.0))];
    let turn = |name: &str, child: &str, x: f64| {
        JointSpec::new(name, JointKind::Continuous, "base", child).at(at(x, 0.0, 0.0)).axis(Vec3::new(0.0, 0.0, 1.0))
    };
    let build = |reach: f64| {
        let robot = Robot::builder("pair").link("base", vec![]).link("a", arm(1.2)).link("b", arm(reach));
        robot.joint(turn("p", "a", 0.0)).joint(turn("q", "b", 3.0)).build().unwrap()
    };
    let apart =
        RobotClearance::new(&Workcell::new(build(1.4), &[]).unwrap()).unwrap().over_all([1, 2], 20_000).unwrap();
    assert!(apart.lower > 0.0 && apart.lower <= 0.2 && apart.cells > 1, "{apart:?}");
    let near = RobotClearance::new(&Workcell::new(build(1.8), &[]).unwrap()).unwrap().over_all([1, 2], 20_000).unwrap();
    assert_eq!(near.collides(), Some(true), "{near:?}");
    let short = RobotClearance::new(&Workcell::new(build(1.4), &[]).unwrap()).unwrap().over_all([1, 2], 5).unwrap();
    assert_eq!((short.collides(), short.cells), (None, 5));
    // Once it is stopped nothing is proven any more.
    let robot = build(1.4);
    let (stop, few) = (AtomicBool::new(false), ProposalOptions { samples: 20, ..ProposalOptions::default() });
    let proposed = |stop: &AtomicBool| robot.proposals_until(&few, stop).unwrap().pop().unwrap();
    assert!(proposed(&stop).proven && proposed(&stop).reason == Some(Reason::Never));
    stop.store(true, Ordering::Relaxed);
    assert!(!proposed(&stop).proven && proposed(&stop).lower.is_none());
}

#[test]
fn padding_counts_in_every_answer() {
    // Two arms of balls at radius 0.5 from two posts that are 3 apart: the balls of radius 0.25 are never nearer than
    // 1.5.
    let at = |x: f64| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
    let ball = |x: f64| vec![LinkShape::new(Ball::new(0.25).unwrap(), at(x))];
    let up = Vec3::new(0.0, 0.0, 1.0);
    let turn =
        |name: &str, child: &str, x: f64| JointSpec::new(name, JointKind::Continuous, "base", child).axis(up).at(at(x));
    let robot = Robot::builder("r").link("base", vec![]).link("a", ball(0.5)).link("b", ball(-0.5));
    let robot = robot.joint(turn("left", "a", 0.0)).joint(turn("right", "b", 3.0)).build().unwrap();
    let padded = |padding: f64| {
        let mut robot = robot.clone();
        robot.pad(1, padding).unwrap();
        robot
    };
    let options = crate::ProposalOptions { samples: 200, ..crate::ProposalOptions::default() };
    let never = |robot: &Robot| {
        let found = robot.proposals(&options).unwrap();
        found.iter().any(|row| row.reason == Some(crate::Reason::Never) && row.proven)
    };
    assert!(never(&robot) && never(&padded(1.4)) && !never(&padded(1.6)));
    let bound = |padding: f64| {
        let robot = padded(padding);
        RobotClearance::new(&Workcell::new(&robot, &[]).unwrap()).unwrap().over_all([1, 2], 20_000).unwrap()
    };
    assert!(bound(1.4).lower > 0.0 && bound(1.4).lower <= 0.1);
    assert_eq!(bound(1.6).collides(), Some(true));
    for (padding, collides) in [(0.0, false), (1.4, false), (1.6, true), (3.5, true)] {
        let robot = padded(padding);
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &[]).unwrap()).unwrap();
        let found = clearance.at(&[0.0, 0.0]).unwrap().unwrap();
        assert_eq!((found.collides, clearance.collides(&[0.0, 0.0]).unwrap()), (Some(collides), Some(collides)));
        assert!((found.proximity.signed_distance - 1.5).abs() < 1e-12 && found.padding == padding);
        let world = [Obstacle::new("post", Ball::new(0.25).unwrap(), at(2.5))];
        let mut beside = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        // The post is 1.5 from a.
        assert_eq!(beside.collides(&[0.0, 1.5]).unwrap(), Some(padding > 1.5));
    }
}
