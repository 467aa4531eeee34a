use super::watch::PairKind;
use super::*;
use crate::cell::obstacle::Obstacle;
use crate::cell::workcell::Workcell;
use crate::random::Random;
use crate::{JointKind, JointSpec, LinkShape};
use clearance::{Axial, Capsule, Cuboid, Cylinder, Halfspace, Polytope, Pose3, Rotor3, Shape3, Vec3, Vector, query};
use clearance_world::Body;

fn vector(random: &mut Random, size: f64) -> Vec3<f64> {
    Vec3::from_fn(|_| random.between(-size, size))
}

fn pose(random: &mut Random, size: f64) -> Pose3<f64> {
    let quaternion = std::array::from_fn(|_| random.between(-1.0, 1.0));
    Pose3::new(Rotor3::from_wxyz(quaternion).unwrap(), vector(random, size)).unwrap()
}

fn shape(random: &mut Random) -> Shape3<f64> {
    let mut size = || random.between(0.05, 0.3);
    let [x, y, z] = [size(), size(), size()];
    match random.below(4) {
        0 => Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap().into(),
        1 => Capsule::along(Axial { radius: 0.3 * x, half_length: y, axis: 2 }).unwrap().into(),
        2 => Cylinder::along(Axial { radius: x, half_length: y, axis: 0 }).unwrap().into(),
        _ => {
            let points: Vec<_> = (0..9).map(|_| vector(random, 0.3)).collect();
            Polytope::new(&points).unwrap().into()
        }
    }
}

/// An arm of some joints of both kinds, of which the third one may mimic the first; neighbours are not checked.
fn arm(random: &mut Random) -> Robot {
    let count = 2 + random.below(4);
    let mut builder = Robot::builder("arm").at(pose(random, 0.3)).link("l0", vec![]);
    for i in 1..=count {
        let kind = if random.below(3) == 0 { JointKind::Prismatic } else { JointKind::Continuous };
        let joint = JointSpec::new(format!("j{i}"), kind, format!("l{}", i - 1), format!("l{i}"));
        let joint = joint.axis(vector(random, 1.0)).at(pose(random, 0.3));
        let mimic = crate::Mimic { joint: "j1".into(), multiplier: -1.5, offset: 0.25 };
        let joint = if i == 3 && random.below(2) == 0 { joint.mimicking(mimic) } else { joint };
        let shapes = vec![LinkShape::new(shape(random), pose(random, 0.2))];
        builder = builder.link(format!("l{i}"), shapes).joint(joint);
    }
    builder.build().unwrap()
}

fn world(random: &mut Random) -> Vec<Obstacle> {
    let mut all: Vec<_> = (0..4).map(|i| Obstacle::new(format!("b{i}"), shape(random), pose(random, 1.5))).collect();
    all[0].margin = 0.03;
    let floor = Halfspace::new(Vec3::new(0.1, -0.2, 1.0), -2.0).unwrap();
    all.push(Obstacle::of("floor", Body::halfspace(floor), Pose3::IDENTITY));
    all
}

fn options(random: &mut Random, values: usize) -> MonitorOptions {
    let list = |random: &mut Random, size: f64| (0..values).map(|_| random.between(0.1 * size, size)).collect();
    let ahead = match random.below(3) {
        0 => Ahead::Accelerations { horizon: 0.2, most: list(random, 4.0) },
        1 => Ahead::Brakes { reaction: 0.05, least: list(random, 8.0) },
        _ => Ahead::Given,
    };
    MonitorOptions {
        position_errors: list(random, 0.01),
        velocity_errors: list(random, 0.1),
        ..MonitorOptions::new(values, ahead)
    }
}

/// The value and the reach of time from the sample on that a joint really has, for a choice of what is not known, each
/// from −1 to 1.
fn driven(options: &MonitorOptions, sample: &Sample, i: usize, choice: [f64; 3]) -> f64 {
    let q = sample.configuration[i] + choice[0] * options.position_errors[i];
    let v = sample.velocity[i] + choice[1] * options.velocity_errors[i];
    let age = sample.now - sample.taken;
    let part = 0.5 * (choice[2] + 1.0);
    match &options.ahead {
        // All of the time with one acceleration.
        Ahead::Accelerations { horizon, most } => {
            let t = age + horizon;
            q + v * t + 0.5 * choice[2] * most[i] * t * t
        }
        Ahead::Brakes { reaction, least } => {
            let rest = v * (age + reaction) + v * v.abs() / (2.0 * least[i]);
            q + part * rest
        }
        Ahead::Given => q + part * (sample.stop.unwrap().configuration[i] - sample.configuration[i]),
    }
}

/// For each kind the least signed distance, less the margin, of a configuration and of bodies.
fn truth(monitor: &Monitor, q: &[f64], bodies: &[Pose3<f64>]) -> [f64; 3] {
    let cast = &monitor.cast;
    let placement = cast.robot.place(q).unwrap();
    let at = |body: usize| {
        let part = &cast.bodies[body].part;
        let frame = match cast.walkers[body] {
            Some(walker) => bodies[walker],
            None if body < cast.own => placement.frames[part.frame],
            None => Pose3::IDENTITY,
        };
        crate::kinematics::compose(&frame, &part.pose)
    };
    PairKind::ALL.map(|kind| {
        let of_kind = cast.pairs.iter().zip(&cast.kinds).filter(|(_, other)| **other == kind);
        let signed = of_kind.map(|(pair, _)| {
            let [a, b] = pair.bodies.map(at);
            let crate::cell::piece::Piece::Convex(first) = &cast.bodies[pair.bodies[0]].part.piece else { panic!() };
            let found = match &cast.bodies[pair.bodies[1]].part.piece {
                crate::cell::piece::Piece::Convex(second) => {
                    query::Pair::in_world((first, &a), (second, &b)).signed_distance()
                }
                crate::cell::piece::Piece::Halfspace(half) => {
                    query::Pair::in_world((first, &a), (half, &b)).signed_distance()
                }
                crate::cell::piece::Piece::Interior(_) => panic!(),
            };
            found.bounds.upper - pair.margin
        });
        signed.fold(f64::INFINITY, f64::min)
    })
}

fn of(reading: &Reading) -> [Least; 3] {
    [reading.watched, reading.own, reading.world]
}

#[test]
fn no_separation_is_above_that_of_anything_that_joints_and_bodies_may_do() {
    let seed = 4107;
    let mut random = Random::new(seed);
    let (mut free, mut close, mut cut, mut nearest) = (0, 0, 0, f64::INFINITY);
    for trial in 0..150 {
        let (robot, world) = (arm(&mut random), world(&mut random));
        let mut watched: Vec<Watched> = (0..2)
            .map(|i| Watched::new(Obstacle::new(format!("w{i}"), shape(&mut random), Pose3::IDENTITY), 0.4))
            .collect();
        watched[1].body.margin = 0.02;
        let options = options(&mut random, robot.dof());
        let mut monitor = Monitor::new(&Workcell::new(&robot, &world).unwrap(), &watched, options.clone()).unwrap();
        let mut hurried = MonitorOptions { budget: 6, ..options.clone() };
        hurried.max_age = 0.2;
        let mut hurried = Monitor::new(&Workcell::new(&robot, &world).unwrap(), &watched, hurried).unwrap();
        let values = |random: &mut Random, size: f64| -> Vec<f64> {
            (0..robot.dof()).map(|_| random.between(-size, size)).collect()
        };
        let (start, rates) = (values(&mut random, 1.5), values(&mut random, 0.5));
        let mut seen: Vec<Seen> = (0..2).map(|_| Seen { taken: 0.0, pose: pose(&mut random, 1.5) }).collect();
        for step in 0..4 {
            let now = 100.0 + 0.01 * f64::from(step);
            let q: Vec<f64> = start.iter().zip(&rates).map(|(q, v)| q + v * 0.01 * f64::from(step)).collect();
            let stop: Vec<f64> = q.iter().zip(&rates).map(|(q, v)| q + 0.1 * v).collect();
            let stop = (options.ahead == Ahead::Given).then_some(Stop { configuration: &stop, time: 0.15 });
            seen.iter_mut().for_each(|seen| seen.taken = now - 0.02);
            let sample = Sample { now, taken: now - 0.01, configuration: &q, velocity: &rates, bodies: &seen, stop };
            let (reading, hasty) = (monitor.tick(&sample), hurried.tick(&sample));
            assert!(reading.complete, "seed {seed}, trial {trial}: {reading:?}");
            for (full, less) in of(&reading).iter().zip(of(&hasty)) {
                assert!(less.lower <= full.upper && full.lower <= full.upper, "{reading:?} {hasty:?}");
            }
            cut += usize::from(!hasty.complete);
            (free, close) = match reading.verdict {
                Verdict::Free => (free + 1, close),
                Verdict::Close => (free, close + 1),
                Verdict::Fault(fault) => panic!("seed {seed}, trial {trial}: {fault}"),
            };
            for member in 0..40 {
                let mut choice =
                    || if member % 4 == 0 { random.between(-1.0, 1.0) } else { [-1.0, 1.0][random.below(2)] };
                let moved: Vec<f64> =
                    (0..robot.dof()).map(|i| driven(&options, &sample, i, [choice(), choice(), choice()])).collect();
                let poses: Vec<Pose3<f64>> = seen
                    .iter()
                    .map(|seen| {
                        let away = vector(&mut random, 1.0).normalized() * (0.4 * (reading.horizon + 0.02));
                        Pose3::new(seen.pose.rotor(), seen.pose.translation() + away).unwrap()
                    })
                    .collect();
                for ((found, hasty), truth) in of(&reading).iter().zip(of(&hasty)).zip(truth(&monitor, &moved, &poses))
                {
                    assert!(found.lower <= truth, "seed {seed}, trial {trial}: {found:?} above {truth}");
                    assert!(hasty.lower <= truth, "seed {seed}, trial {trial}: {hasty:?} above {truth}");
                    if found.lower > 0.0 {
                        nearest = nearest.min(truth - found.lower);
                    }
                }
            }
        }
    }
    assert!(free > 100 && close > 100 && cut > 100, "{free} free, {close} close, {cut} by a small budget");
    // Bounds that nothing comes near to would show little.
    assert!(nearest < 5e-3, "{nearest}");
}

#[test]
fn samples_that_cannot_be_used_are_faults_and_nothing_is_known() {
    let mut random = Random::new(5);
    let robot = arm(&mut random);
    let watched = [Watched::new(Obstacle::new("w", shape(&mut random), Pose3::IDENTITY), 1.0)];
    let ahead = Ahead::Accelerations { horizon: 0.1, most: vec![1.0; robot.dof()] };
    let mut monitor =
        Monitor::new(&Workcell::new(&robot, &[]).unwrap(), &watched, MonitorOptions::new(robot.dof(), ahead)).unwrap();
    let (q, v) = (vec![0.1; robot.dof()], vec![0.0; robot.dof()]);
    let seen = [Seen { taken: 3.0, pose: Pose3::from_xyz(9.0, 0.0, 0.0).unwrap() }];
    let good = Sample { now: 3.05, taken: 3.0, configuration: &q, velocity: &v, bodies: &seen, stop: None };
    assert!(monitor.tick(&good).watched.lower > 5.0);
    let (mut odd, late) = (q.clone(), [Seen { taken: 2.9, ..seen[0] }]);
    odd[0] = f64::NAN;
    let cases = [
        (Sample { configuration: &q[1..], ..good }, Fault::Count),
        (Sample { bodies: &[], ..good }, Fault::Count),
        (Sample { stop: Some(Stop { configuration: &q, time: 0.1 }), ..good }, Fault::Count),
        (Sample { configuration: &odd, ..good }, Fault::NotFinite),
        (Sample { velocity: &odd, ..good }, Fault::NotFinite),
        (Sample { taken: 2.9, ..good }, Fault::StaleJoints),
        (Sample { taken: 3.06, ..good }, Fault::StaleJoints),
        (Sample { now: f64::NAN, ..good }, Fault::StaleJoints),
        (Sample { bodies: &late, ..good }, Fault::StaleBody(0)),
    ];
    for (sample, fault) in cases {
        let reading = monitor.tick(&sample);
        assert_eq!(reading.verdict, Verdict::Fault(fault));
        assert!(of(&reading).iter().all(|least| least.lower == f64::NEG_INFINITY));
    }
    assert!(monitor.tick(&good).watched.lower > 5.0);
}

#[test]
fn what_cannot_be_watched_is_refused_by_name() {
    let mut random = Random::new(6);
    let robot = arm(&mut random);
    let ahead = Ahead::Brakes { reaction: 0.1, least: vec![1.0; robot.dof()] };
    let options = MonitorOptions::new(robot.dof(), ahead);
    let body = |name: &str| Obstacle::new(name, shape(&mut Random::new(7)), Pose3::IDENTITY);
    let refused = |watched: &[Watched], options: MonitorOptions| {
        Monitor::new(&Workcell::new(&robot, &[]).unwrap(), watched, options).unwrap_err().to_string()
    };
    let floor = Body::halfspace(Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0).unwrap());
    let floor = Watched::new(Obstacle::of("floor", floor, Pose3::IDENTITY), 1.0);
    assert_eq!(refused(&[floor], options.clone()), "\"floor\": a halfspace cannot be watched");
    let fast = Watched::new(body("w"), f64::INFINITY);
    assert_eq!(refused(&[fast], options.clone()), "\"w\": the greatest speed must be finite and not negative, got inf");
    let twice = [Watched::new(body("w"), 1.0), Watched::new(body("w"), 1.0)];
    assert_eq!(refused(&twice, options.clone()), "two bodies that are watched are named \"w\"");
    let short = MonitorOptions { position_errors: vec![], ..options.clone() };
    assert!(refused(&[], short).starts_with("position errors must have"));
    let weak = Ahead::Brakes { reaction: 0.1, least: vec![0.0; robot.dof()] };
    let weak = MonitorOptions { ahead: weak, ..options };
    assert_eq!(refused(&[], weak), "decelerations must be positive and finite, got 0");
}

#[test]
fn a_person_who_may_touch_the_base_is_near() {
    let ball = |radius: f64| clearance::Ball::new(radius).unwrap();
    let joint = JointSpec::new("turn", JointKind::Continuous, "base", "hand");
    let link = |radius: f64, x: f64| vec![LinkShape::new(ball(radius), Pose3::from_xyz(x, 0.0, 0.0).unwrap())];
    let build = || Robot::builder("r").link("base", link(0.5, 0.0)).link("hand", link(0.125, 4.0)).joint(joint.clone());
    let mut robot = build().build().unwrap();
    robot.pad(0, 0.25).unwrap();
    let watched = [Watched::new(Obstacle::new("arm", ball(0.25), Pose3::IDENTITY), 2.0)];
    let ahead = || Ahead::Accelerations { horizon: 0.125, most: vec![0.0] };
    let monitor = |robot: &Robot, watched: &[Watched]| {
        Monitor::new(&Workcell::new(robot, &[]).unwrap(), watched, MonitorOptions::new(1, ahead())).unwrap()
    };
    let seen = [Seen { taken: 0.0, pose: Pose3::from_xyz(-2.0, 0.0, 0.0).unwrap() }];
    let sample = Sample { now: 0.0, taken: 0.0, configuration: &[0.0], velocity: &[0.0], bodies: &seen, stop: None };
    // Two from the base: less 0.5 and 0.25 of shapes, 0.25 of padding, and what 2 m/s reach in 0.125 s.
    let near = monitor(&robot, &watched).tick(&sample).watched;
    assert!(near.lower <= 0.75 && near.lower > 0.75 - 1e-9, "{near:?}");
    let mut beside = watched.to_vec();
    beside[0].body.rules.push(crate::LinkRule { link: "base".into(), margin: Some(0.5) });
    let ruled = monitor(&robot, &beside).tick(&sample).watched;
    assert!(ruled.lower <= 0.5 && ruled.lower > 0.5 - 1e-9, "{ruled:?}");
    robot.allow("base", "arm");
    let allowed = monitor(&robot, &watched).tick(&sample).watched;
    assert!(allowed.lower > 5.0, "{allowed:?}");
}
