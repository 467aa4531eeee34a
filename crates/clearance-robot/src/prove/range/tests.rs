use super::testing::{chain, planar_arm};
use super::*;
use crate::cell::obstacle::Obstacle;
use crate::cell::workcell::Workcell;
use crate::random::Random;
use crate::{JointKind, JointSpec, LinkShape, RobotClearance};
use clearance::{Ball, Cuboid, Halfspace, Pose3, Vec3};

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, z)).unwrap()
}

/// A ball at distance 2 from the axis of a joint, and a ball at (0, 3).
fn pendulum() -> (Robot, Vec<Obstacle>) {
    let hand = LinkShape::new(Ball::new(0.25).unwrap(), at(2.0, 0.0, 0.0));
    let turn = JointSpec::new("turn", JointKind::Continuous, "base", "arm").axis(Vec3::new(0.0, 0.0, 1.0));
    let robot = Robot::builder("arm").link("base", vec![]).link("arm", vec![hand]).joint(turn).build().unwrap();
    (robot, vec![Obstacle::new("cup", Ball::new(0.5).unwrap(), at(0.0, 3.0, 0.0))])
}

#[test]
fn no_sample_is_below_the_lower_bound_and_the_worst_configuration_attains_the_upper_one() {
    let mut random = Random::new(4210);
    let (mut free, mut hit, mut closed, mut near) = (0, 0, 0, 0);
    for _ in 0..60 {
        let crate::prove::range::testing::Branches { robot, world } = chain(&mut random);
        let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let half = random.between(0.05, 0.6);
        let center: Vec<f64> = (0..robot.dof()).map(|_| random.between(-2.0, 2.0)).collect();
        let over = JointBox::about(&robot, &center, half).unwrap();
        let options = RangeOptions { width: 1e-3, cells: 3000, stop_at_contact: false, ..RangeOptions::default() };
        let least = range.least(&over, &options).unwrap();
        assert!(least.lower <= least.upper && over.contains(&least.worst), "{least:?}");
        assert!(!least.complete || least.upper - least.lower <= 1e-3);
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let worst = clearance.at(&least.worst).unwrap().unwrap();
        assert!((worst.bounds.upper - least.upper).abs() < 1e-9, "seed 4210: {least:?} {worst:?}");
        let mut lowest = f64::INFINITY;
        for _ in 0..200 {
            let q: Vec<f64> = over
                .sides()
                .iter()
                .map(|side| match random.below(3) {
                    0 => side[random.below(2)],
                    _ => random.between(side[0], side[1]),
                })
                .collect();
            lowest = lowest.min(clearance.at(&q).unwrap().unwrap().bounds.upper);
        }
        assert!(lowest >= least.lower, "seed 4210: {lowest} below {least:?}");
        near += usize::from(lowest - least.lower < 0.01);
        closed += usize::from(least.complete);
        match least.collides() {
            Some(false) => free += 1,
            Some(true) => hit += 1,
            None => {}
        }
    }
    assert!(free > 5 && hit > 5 && closed > 15 && near > 10, "{free} {hit} {closed} {near}");
}

#[test]
fn pairs_are_named_by_whether_they_collide_never_always_or_sometimes() {
    let (robot, mut world) = pendulum();
    // The hand's circle passes through the second body, and is always within the third.
    world.push(Obstacle::new("post", Ball::new(0.5).unwrap(), at(-2.0, 0.0, 0.0)));
    world.push(Obstacle::new("fog", Ball::new(9.0).unwrap(), at(0.0, 0.0, 0.0)));
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let whole = JointBox::whole(&robot).unwrap();
    let table = range.each(&whole, &RangeOptions::default()).unwrap();
    let verdicts: Vec<_> = table.iter().map(|row| (row.pair[1].as_str(), row.verdict.name())).collect();
    assert_eq!(verdicts, [("cup", "never"), ("post", "sometimes"), ("fog", "always")]);
    let Verdict::Sometimes { free } = &table[1].verdict else { panic!() };
    // Both witnesses are what they are called.
    let alone = [world[1].clone()];
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &alone).unwrap()).unwrap();
    assert_eq!(clearance.at(free).unwrap().unwrap().collides, Some(false));
    assert_eq!(clearance.at(&table[1].least.worst).unwrap().unwrap().collides, Some(true));
    // Both together: the least of all.
    let least = range.least(&whole, &RangeOptions::default()).unwrap();
    assert_eq!((least.collides(), least.pair.unwrap()[1].as_str()), (Some(true), "fog"));
}

#[test]
fn padding_and_margins_count() {
    let (mut robot, mut world) = pendulum();
    let options = RangeOptions { width: 1e-9, ..RangeOptions::default() };
    let whole = JointBox::whole(&robot).unwrap();
    robot.pad(1, 0.1).unwrap();
    world[0].margin = 0.05;
    let least = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap().least(&whole, &options).unwrap();
    assert!(least.lower <= 0.1 && 0.1 <= least.upper && least.upper - least.lower < 2e-9, "{least:?}");
    robot.pad(1, 0.2 + 1e-6).unwrap();
    let least = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap().least(&whole, &options).unwrap();
    assert_eq!(least.collides(), Some(true));
}

#[test]
fn threads_change_nothing_and_what_ends_early_says_so() {
    let mut random = Random::new(4211);
    for _ in 0..5 {
        let crate::prove::range::testing::Branches { robot, world } = chain(&mut random);
        let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let over = JointBox::about(&robot, &vec![0.3; robot.dof()], 0.4).unwrap();
        let options = RangeOptions { width: 1e-4, cells: 600, stop_at_contact: false, ..RangeOptions::default() };
        let one = range.least(&over, &options).unwrap();
        let three = range.least(&over, &RangeOptions { threads: 3, ..options }).unwrap();
        assert_eq!(one, three);
        let few = range.least(&over, &RangeOptions { cells: 1, ..options }).unwrap();
        assert!(few.lower <= one.lower && few.upper >= one.upper, "{few:?} {one:?}");
        assert!(!few.complete || few.upper - few.lower <= 1e-4);
        let stop = AtomicBool::new(true);
        let stopped = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap())
            .unwrap()
            .until(&stop)
            .least(&over, &options)
            .unwrap();
        assert!(stopped.lower <= one.upper && stopped.cells <= one.cells);
    }
}

#[test]
fn the_progress_only_narrows() {
    let (robot, world) = (planar_arm(), vec![Obstacle::new("post", Ball::new(0.3).unwrap(), at(0.0, 2.5, 0.0))]);
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let options = RangeOptions { width: 1e-10, ..RangeOptions::default() };
    let mut last = RangeProgress { lower: f64::NEG_INFINITY, upper: f64::INFINITY, cells: 0 };
    let mut calls = 0;
    let mut look = |now: &RangeProgress| {
        assert!(now.lower >= last.lower && now.upper <= last.upper && now.cells >= last.cells);
        (last, calls) = (*now, calls + 1);
    };
    range.least_of(|_| true, &JointBox::whole(&robot).unwrap(), &options, &mut look).unwrap();
    assert!(calls > 2);
}

#[test]
fn bodies_far_below_a_floor_and_above_it_are_bounded_by_its_normal() {
    let brick = LinkShape::new(Cuboid::from_half_extents(Vec3::new(0.5, 0.1, 0.1)).unwrap(), at(0.5, 0.0, 0.0));
    let turn =
        JointSpec::new("tilt", JointKind::Revolute, "base", "arm").axis(Vec3::new(0.0, 1.0, 0.0)).limited(-1.0, 1.0);
    let robot = Robot::builder("arm").link("base", vec![]).link("arm", vec![brick]).joint(turn).build().unwrap();
    let floor = clearance_world::Body::halfspace(Halfspace::new(Vec3::new(0.0, 0.0, 1.0), -2.0).unwrap());
    let world = [Obstacle::of("floor", floor, Pose3::IDENTITY)];
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
    let options = RangeOptions { width: 1e-10, ..RangeOptions::default() };
    let least = range.least(&JointBox::whole(&robot).unwrap(), &options).unwrap();
    // At a tilt of 1 the lowest edge is at −sin 1 − 0.1 cos 1.
    let truth = 2.0 - 1f64.sin() - 0.1 * 1f64.cos();
    assert!(least.lower <= truth && truth <= least.upper + 1e-15 && least.complete, "{least:?} {truth}");
}
