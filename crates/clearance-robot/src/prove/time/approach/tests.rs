//! Closest approaches with known answers, and random ones against sampling.

use clearance::{Ball, Halfspace};
use clearance_world::Body;

use super::*;
use crate::cell::obstacle::Obstacle;
use crate::cell::workcell::Workcell;
use crate::model::link_mesh::testing::robot as notched;
use crate::prove::range::testing::{Branches, chain, pose, shape};
use crate::prove::time::{EdgeOptions, Found, Mode};
use crate::random::Random;
use crate::trajectory::{Between, BodyMotion, Interpolation, TimedPoint, Trajectory, Waypoint};

const OPTIONS: ApproachOptions =
    ApproachOptions { within: 1e-6, max_intervals: 200_000, seconds: f64::INFINITY, padded: false };

/// The least of a function on `[0, end]` by samples, refined about the best ones.
fn sampled(distance: impl Fn(f64) -> f64, end: f64, count: usize) -> (f64, f64) {
    let step = end / count as f64;
    let mut all: Vec<(f64, f64)> = (0..=count).map(|i| (distance(i as f64 * step), i as f64 * step)).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best = all[0];
    for &(_, middle) in all.iter().take(3) {
        let (mut low, mut high) = ((middle - step).max(0.0), (middle + step).min(end));
        for _ in 0..40 {
            let thirds = [low + (high - low) / 3.0, high - (high - low) / 3.0];
            let values = thirds.map(&distance);
            best = (0..2).fold(best, |best, i| if values[i] < best.0 { (values[i], thirds[i]) } else { best });
            if values[0] < values[1] { high = thirds[1] } else { low = thirds[0] }
        }
    }
    best
}

/// Whether an answer agrees with the distances at all times.
fn check(found: &Approach, distance: impl Fn(f64) -> Bounds<f64>, (end, count): (f64, usize)) {
    let (least, time) = sampled(|t| distance(t).upper, end, count);
    let Bounds { lower, upper } = found.least;
    assert!(lower <= least + 1e-12 && upper <= least + OPTIONS.within + 1e-9, "{least} at {time}: {found:?}");
    let there = distance(found.time);
    assert!((there.upper - upper).abs() < 1e-9 || found.off, "{there:?} at {found:?}");
    let Bounds { lower: begin, upper: end } = found.times;
    assert!(begin <= found.time && found.time <= end, "{found:?}");
    assert!(begin - 1e-12 <= time && time <= end + 1e-12 || least > upper - 1e-12, "{least} at {time}: {found:?}");
}

/// Random configurations of a robot, each near the last.
fn wandering(random: &mut Random, dof: usize, count: usize) -> Vec<Vec<f64>> {
    let mut at: Vec<f64> = (0..dof).map(|_| random.between(-2.0, 2.0)).collect();
    (0..count)
        .map(|_| {
            at.iter_mut().for_each(|value| *value += random.between(-0.8, 0.8));
            at.clone()
        })
        .collect()
}

#[test]
fn no_sample_of_random_paths_is_nearer_than_the_bound() {
    let mut random = Random::new(0xa9b0);
    let (mut apart, mut overlap) = (0, 0);
    for case in 0..60 {
        let Branches { robot, mut world } = chain(&mut random);
        world.extend((0..3).map(|i| Obstacle::new(format!("b{i}"), shape(&mut random), pose(&mut random, 2.5))));
        let checker = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let path = Path::through(&wandering(&mut random, robot.dof(), 4), robot.dof()).unwrap();
        let Some(found) = checker.closest_approach(&path, &OPTIONS) else { continue };
        assert!(found.complete && found.least.width() <= 1e-6, "case {case}: {found:?}");
        let distance = |t: f64| checker.nearest(&path.at(t).values).unwrap().unwrap().0.bounds;
        check(&found, distance, (3.0, 600));
        *if found.least.lower > 0.0 { &mut apart } else { &mut overlap } += 1;
        let each = checker.approaches(&path, &OPTIONS).unwrap();
        let least = each.iter().map(|part| part.least.upper).fold(f64::INFINITY, f64::min);
        assert!(each.len() == 3 && (least - found.least.upper).abs() <= 2e-6, "case {case}: {least} {found:?}");
    }
    assert!(apart > 10 && overlap > 10, "{apart} apart, {overlap} overlap");
}

#[test]
fn what_is_proven_free_by_a_margin_is_no_nearer() {
    let mut random = Random::new(0xa9b1);
    let mut decided = [0; 2];
    for _ in 0..40 {
        let Branches { robot, world } = chain(&mut random);
        let checker = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let path = Path::through(&wandering(&mut random, robot.dof(), 3), robot.dof()).unwrap();
        let Some(found) = checker.closest_approach(&path, &OPTIONS) else { continue };
        for (margin, is_free) in [(found.least.lower - 1e-7, true), (found.least.upper + 1e-7, false)] {
            let options = EdgeOptions { mode: Mode::AnyHit, margin, ..EdgeOptions::default() };
            match checker.path(&path, &options) {
                Found::Free { .. } => assert!(is_free, "{found:?}"),
                Found::Hit(_) => assert!(!is_free, "{found:?}"),
                Found::Undecided(_) | Found::Violated(_) => continue,
            }
            decided[usize::from(is_free)] += 1;
        }
    }
    assert!(decided.iter().all(|count| *count > 20), "{decided:?}");
}

#[test]
fn many_bodies_are_found_by_their_tree() {
    let mut random = Random::new(0xa9b2);
    let Branches { robot, .. } = chain(&mut random);
    let mut world: Vec<Obstacle> = (0..150)
        .map(|i| Obstacle::new(format!("ball {i}"), Ball::new(0.05).unwrap(), pose(&mut random, 3.0)))
        .collect();
    let floor = Halfspace::new(Vec3::new(0.1, 0.0, 1.0), -2.0).unwrap();
    world.push(Obstacle::of("floor", Body::halfspace(floor), Pose3::IDENTITY));
    let cell = Workcell::new(&robot, &world).unwrap();
    let [tree, list] = [Checker::new(&cell).unwrap(), Checker::new(&cell).unwrap().one_by_one()];
    for _ in 0..10 {
        let path = Path::through(&wandering(&mut random, robot.dof(), 3), robot.dof()).unwrap();
        let [a, b] = [&tree, &list].map(|checker| checker.closest_approach(&path, &OPTIONS).unwrap());
        assert!(a.complete && b.complete, "{a:?} {b:?}");
        assert!(a.least.lower <= b.least.upper && b.least.lower <= a.least.upper, "{a:?} {b:?}");
        let distance = |t: f64| tree.nearest(&path.at(t).values).unwrap().unwrap().0.bounds;
        check(&a, distance, (2.0, 200));
    }
}

#[test]
fn hulls_that_touch_are_looked_at_more_closely() {
    // A ball in the notch of the link: the hulls overlap all along, the meshes leave 0.02 less the swing.
    let pea = [Obstacle::new("pea", Ball::new(0.03).unwrap(), Pose3::from_xyz(0.15, 0.2, 0.05).unwrap())];
    let checker = Checker::new(&Workcell::new(notched(true), &pea).unwrap()).unwrap();
    let path = Path::through(&[vec![-0.04], vec![0.04]], 1).unwrap();
    let found = checker.closest_approach(&path, &OPTIONS).unwrap();
    assert!(found.complete && found.least.lower > 0.0 && found.least.upper < 0.02, "{found:?}");
    let through = Path::through(&[vec![-0.4], vec![0.4]], 1).unwrap();
    let found = checker.closest_approach(&through, &OPTIONS).unwrap();
    assert!(found.least.upper < 0.0, "{found:?}");
}

/// A hand that slides along x, with a ball of radius 0.25.
fn sliding() -> crate::Robot {
    let joint = crate::JointSpec::new("slide", crate::JointKind::Prismatic, "base", "hand");
    let hand = crate::LinkShape::new(Ball::new(0.25).unwrap(), Pose3::IDENTITY);
    crate::Robot::builder("r").link("base", vec![]).link("hand", vec![hand]).joint(joint).build().unwrap()
}

#[test]
fn a_tube_brings_a_body_nearer_by_its_width() {
    let world = [Obstacle::new("ball", Ball::new(0.25).unwrap(), Pose3::from_xyz(3.0, 0.5, 0.0).unwrap())];
    let point = |time, x| TimedPoint::at(time, vec![x]);
    let trajectory = Trajectory::through(&[point(0.0, 0.0), point(4.0, 2.0)], Interpolation::Linear).unwrap();
    let cell = Workcell::new(sliding(), &world).unwrap();
    // From the end, 1 along and 0.5 across: √1.25 − 0.5; with 0.125 more, √(0.875² + 0.5²) − 0.5.
    let least = |trajectory| Execution::new(&cell, &trajectory).unwrap().closest_approach(&OPTIONS).unwrap().unwrap();
    let found = least(trajectory.clone());
    let truth = 1.25f64.sqrt() - 0.5;
    assert!(found.complete && found.least.lower <= truth && truth <= found.least.upper + 1e-12, "{found:?}");
    assert!(found.times.upper == 4.0 && !found.off);
    let found = least(trajectory.with_tube(vec![0.125]).unwrap());
    let truth = (0.875f64 * 0.875 + 0.25).sqrt() - 0.5;
    assert!(found.complete && found.least.lower <= truth && truth <= found.least.upper + 1e-12, "{truth} {found:?}");
    assert!(found.off && (found.values[0] - 2.125).abs() < 1e-5, "{found:?}");
}

#[test]
fn no_sample_of_moving_bodies_and_tubes_is_nearer_than_the_bound() {
    let mut random = Random::new(0xa9b3);
    let (mut complete, mut proven) = (0, 0);
    for case in 0..24 {
        let Branches { robot, world } = chain(&mut random);
        let path = wandering(&mut random, robot.dof(), 3);
        let points: Vec<TimedPoint> =
            path.into_iter().enumerate().map(|(i, q)| TimedPoint::at(0.7 * i as f64, q)).collect();
        let mut trajectory = Trajectory::through(&points, Interpolation::Linear).unwrap();
        let station = |time, pose| Waypoint { time, pose };
        let stations = [station(0.0, pose(&mut random, 1.5)), station(1.4, pose(&mut random, 1.5))];
        trajectory = trajectory.with_body(BodyMotion::through("post", &stations, Between::Twist).unwrap()).unwrap();
        let is_tube = case % 3 == 0;
        if is_tube {
            trajectory = trajectory.with_tube(vec![0.004; robot.dof()]).unwrap();
        }
        let cell = Workcell::new(&robot, &world).unwrap();
        let execution = Execution::new(&cell, &trajectory).unwrap();
        let checker = execution.checker().unwrap();
        let options = ApproachOptions { max_intervals: 20_000, ..OPTIONS };
        let Some(found) = execution.closest_approach(&options).unwrap() else { continue };
        complete += usize::from(found.complete);
        let distance = |t: f64| execution.nearest_at(&checker, t).unwrap().0.bounds;
        let (least, time) = sampled(|t| distance(t).upper, 1.4, 400);
        assert!(found.least.lower <= least + 1e-12, "case {case}: {least} at {time}, {found:?}");
        if !is_tube {
            check(&found, distance, (1.4, 400));
        }
        for max_intervals in [300, 2000] {
            // A search that ends early proves nothing, whichever way it ends.
            let above = EdgeOptions::above(found.least.lower - 1e-4);
            for mode in [Mode::AnyHit, Mode::FirstHit] {
                let options = EdgeOptions { mode, max_intervals, ..above };
                if let Some(certificate) = execution.certify(&options).unwrap().1 {
                    let lower = certificate.verify(&cell).unwrap();
                    assert!(lower > found.least.lower - 1e-4 && lower <= least, "case {case}: {lower}, {found:?}");
                    proven += 1;
                }
            }
        }
        for _ in 0..if is_tube { 40 } else { 0 } {
            let at = random.between(0.0, 1.4);
            let posts = execution.bodies_at(at);
            let world: Vec<Obstacle> =
                world.iter().cloned().map(|body| Obstacle { pose: posts[0].1, ..body }).collect();
            let still = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
            for (values, _) in execution.corners_at(at, 8) {
                let least = still.nearest(&values).unwrap().unwrap().0.bounds.upper;
                assert!(found.least.lower <= least + 1e-12, "case {case}: {least} at {at}, {found:?}");
            }
        }
    }
    assert!(complete >= 14 && proven > 8, "{complete} {proven}");
}

#[test]
fn samples_are_within_a_distance_at_the_times_below_it_and_at_no_other() {
    let mut random = Random::new(0xa9b7);
    let (mut many, mut outside) = (0, 0);
    for case in 0..40 {
        let Branches { robot, mut world } = chain(&mut random);
        world.extend((0..3).map(|i| Obstacle::new(format!("b{i}"), shape(&mut random), pose(&mut random, 2.5))));
        let checker = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let path = Path::through(&wandering(&mut random, robot.dof(), 4), robot.dof()).unwrap();
        let Some(found) = checker.closest_approach(&path, &OPTIONS) else { continue };
        let distance = found.least.upper + random.between(-0.02, 0.3);
        let all = checker.times_below(&path, distance, &ApproachOptions { within: 1e-4, ..OPTIONS });
        assert!(all.windows(2).all(|two| two[0].times.upper < two[1].times.lower), "case {case}: {all:?}");
        assert!(
            all.iter().any(|below| below.proven) == (found.least.upper <= distance),
            "case {case}: {found:?} {all:?}"
        );
        many += usize::from(all.len() > 1);
        for i in 0..=600 {
            let time = f64::from(i) * 0.005;
            let bounds = checker.nearest(&path.at(time).values).unwrap().unwrap().0.bounds;
            let stretch = all.iter().find(|below| below.times.lower <= time && time <= below.times.upper);
            assert!(bounds.upper > distance || stretch.is_some(), "case {case}, time {time}: {bounds:?}, {all:?}");
            outside += usize::from(stretch.is_none());
            // At the ends the least distance is the given one.
            let inner = all.iter().filter(|below| below.proven && below.times.width() > 0.01);
            for end in inner.flat_map(|below| [below.times.lower, below.times.upper]) {
                if i == 0 && 0.0 < end && end < 3.0 {
                    let there = checker.nearest(&path.at(end).values).unwrap().unwrap().0.bounds;
                    assert!((there.lower - distance).abs() < 2e-4, "case {case}: {there:?} at {end}, not {distance}");
                }
            }
        }
    }
    assert!(many > 5 && outside > 2000, "{many} of several stretches, {outside} samples above");
}

#[test]
fn a_certificate_proves_the_closest_approach_and_no_more() {
    let mut random = Random::new(0xa9b8);
    let mut proven = 0;
    for case in 0..30 {
        let Branches { robot, world } = chain(&mut random);
        let cell = Workcell::new(&robot, &world).unwrap();
        let checker = Checker::new(&cell).unwrap();
        let path = Path::through(&wandering(&mut random, robot.dof(), 3), robot.dof()).unwrap();
        let Some(found) = checker.closest_approach(&path, &OPTIONS) else { continue };
        let (edge, certificate) = checker.certify(&path, &EdgeOptions::above(found.least.lower - OPTIONS.within));
        assert_eq!(certificate.is_some(), matches!(edge, Found::Free { .. }), "case {case}: {edge:?}");
        let Some(certificate) = certificate else {
            assert!(found.least.lower <= OPTIONS.within, "case {case}: {found:?}");
            continue;
        };
        let lower = certificate.verify(&cell).unwrap();
        let truth = (found.least.lower - OPTIONS.within, found.least.upper);
        assert!(truth.0 < lower && lower <= truth.1, "case {case}: {lower}, {found:?}");
        let more = checker.certify(&path, &EdgeOptions::above(found.least.upper + 1e-9)).1;
        assert!(more.is_none(), "case {case}: {found:?}");
        proven += 1;
    }
    assert!(proven > 5, "{proven}");
}

#[test]
fn a_certificate_of_a_closest_approach_covers_tubes_and_asks_no_more_of_padding() {
    // The hand passes a ball 0.5 m beside it, within 0.5 m of its surface; its padding of 0.1 m is kept.
    let ball = Obstacle::new("ball", Ball::new(0.25).unwrap(), Pose3::from_xyz(3.0, 0.5, 0.0).unwrap());
    let world = [Obstacle { margin: 0.1, ..ball }];
    let point = |time, x| TimedPoint::at(time, vec![x]);
    let trajectory = Trajectory::through(&[point(0.0, 0.0), point(4.0, 2.0)], Interpolation::Linear).unwrap();
    let trajectory = trajectory.with_tube(vec![0.125]).unwrap();
    let cell = Workcell::new(sliding(), &world).unwrap();
    let execution = Execution::new(&cell, &trajectory).unwrap();
    let found = execution.closest_approach(&OPTIONS).unwrap().unwrap();
    let options = EdgeOptions::above(found.least.lower - OPTIONS.within);
    let certificate = execution.certify(&options).unwrap().1.unwrap();
    let lower = certificate.verify(&cell).unwrap();
    assert!(found.least.lower - OPTIONS.within < lower && lower <= found.least.upper, "{lower} {found:?}");
}

#[test]
fn the_nearest_pairs_come_in_order_each_once() {
    let mut random = Random::new(0xa9b9);
    let mut several = 0;
    for case in 0..20 {
        let Branches { robot, mut world } = chain(&mut random);
        world.extend((0..3).map(|i| Obstacle::new(format!("b{i}"), shape(&mut random), pose(&mut random, 2.5))));
        let checker = Checker::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let path = Path::through(&wandering(&mut random, robot.dof(), 3), robot.dof()).unwrap();
        let all = checker.closest_pairs(&path, 4, &OPTIONS);
        assert!(all.windows(2).all(|two| two[0].least.lower <= two[1].least.upper), "case {case}: {all:?}");
        let alone = |pair: &[String; 2]| all.iter().filter(|found| found.pair == *pair).count() == 1;
        assert!(all.iter().all(|found| alone(&found.pair)), "case {case}: {all:?}");
        if let Some(found) = checker.closest_approach(&path, &OPTIONS) {
            assert!((all[0].least.upper - found.least.upper).abs() <= 2e-6, "case {case}: {all:?} {found:?}");
        }
        several += usize::from(all.len() == 4);
    }
    assert!(several > 10, "{several}");
}

#[test]
fn clearances_are_less_the_margins_of_their_pairs() {
    // Two balls beside the way, the farther one with a margin.
    let ball =
        |name: &str, y: f64| Obstacle::new(name, Ball::new(0.25).unwrap(), Pose3::from_xyz(1.0, y, 0.0).unwrap());
    let world = [ball("near", 1.0), Obstacle { margin: 0.75, ..ball("far", -1.5) }];
    let checker = Checker::new(&Workcell::new(sliding(), &world).unwrap()).unwrap();
    let path = Path::through(&[vec![0.0], vec![2.0]], 1).unwrap();
    let plain = checker.closest_approach(&path, &OPTIONS).unwrap();
    assert!(plain.pair[1] == "near" && (plain.least.upper - 0.5).abs() < 1e-5, "{plain:?}");
    let padded = checker.closest_approach(&path, &ApproachOptions { padded: true, ..OPTIONS }).unwrap();
    assert!(padded.pair[1] == "far" && padded.least.lower <= 0.25 && 0.25 <= padded.least.upper + 1e-12, "{padded:?}");
    assert!(padded.complete && padded.least.width() <= 1e-6, "{padded:?}");
}
