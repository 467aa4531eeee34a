//! A monitor takes no memory after set-up: not near, not far, not in contact, not with samples that cannot be used.

use allocation_counter::measure;
use clearance::{Axial, Capsule, Cone, Cuboid, Halfspace, Polytope, Pose3, Shape3, Vec3, Vector};
use clearance_robot::monitor::{Ahead, Monitor, MonitorOptions, Sample, Seen, Verdict, Watched};
use clearance_robot::random::Random;
use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, Workcell};
use clearance_world::Body;

fn shapes(random: &mut Random) -> Vec<Shape3<f64>> {
    let points: Vec<_> = (0..12).map(|_| Vec3::from_fn(|_| random.between(-0.2, 0.2))).collect();
    vec![
        Cuboid::from_half_extents(Vec3::new(0.1, 0.2, 0.15)).unwrap().into(),
        Capsule::along(Axial { radius: 0.1, half_length: 0.2, axis: 2 }).unwrap().into(),
        Cone::along(Axial { radius: 0.15, half_length: 0.2, axis: 1 }).unwrap().into(),
        Polytope::new(&points).unwrap().into(),
    ]
}

fn arm(random: &mut Random) -> Robot {
    let mut builder = Robot::builder("arm").link("l0", vec![]);
    for i in 1..=5 {
        let shape = LinkShape::new(shapes(random)[i % 4].clone(), Pose3::from_xyz(0.2, 0.0, 0.0).unwrap());
        let joint = JointSpec::new(format!("j{i}"), JointKind::Continuous, format!("l{}", i - 1), format!("l{i}"));
        let joint = joint.axis(Vec3::axis(i % 3)).at(Pose3::from_xyz(0.4, 0.0, 0.05).unwrap());
        builder = builder.link(format!("l{i}"), vec![shape]).joint(joint);
    }
    builder.build().unwrap()
}

#[test]
fn ticks_allocate_nothing() {
    let seed = 90;
    let mut random = Random::new(seed);
    let robot = arm(&mut random);
    let shape = |random: &mut Random, i: usize| shapes(random)[i % 4].clone();
    let at = |random: &mut Random| {
        let [x, y, z] = [0; 3].map(|_| random.between(-1.8, 1.8));
        Pose3::from_xyz(x, y, z).unwrap()
    };
    let mut world: Vec<Obstacle> =
        (0..8).map(|i| Obstacle::new(format!("b{i}"), shape(&mut random, i), at(&mut random))).collect();
    let floor = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), -1.5).unwrap();
    world.push(Obstacle::of("floor", Body::halfspace(floor), Pose3::IDENTITY));
    let watched: Vec<Watched> = (0..4)
        .map(|i| Watched::new(Obstacle::new(format!("w{i}"), shape(&mut random, i + 1), Pose3::IDENTITY), 1.6))
        .collect();
    let ahead = Ahead::Accelerations { horizon: 0.05, most: vec![2.0; 5] };
    let mut monitor =
        Monitor::new(&Workcell::new(&robot, &world).unwrap(), &watched, MonitorOptions::new(5, ahead)).unwrap();
    let (mut free, mut close, mut faults) = (0, 0, 0);
    for tick in 0..3000 {
        let q: Vec<f64> = (0..5).map(|_| random.between(-1.5, 1.5)).collect();
        let mut v: Vec<f64> = (0..5).map(|_| random.between(-0.5, 0.5)).collect();
        if tick % 10 == 0 {
            v[3] = f64::NAN;
        }
        let bodies: Vec<Seen> = (0..4).map(|_| Seen { taken: 0.0, pose: at(&mut random) }).collect();
        let sample = Sample { now: 0.01, taken: 0.0, configuration: &q, velocity: &v, bodies: &bodies, stop: None };
        let mut verdict = None;
        let used = measure(|| verdict = Some(monitor.tick(&sample).verdict));
        assert_eq!(used.count_total, 0, "seed {seed}, tick {tick}: {used:?}");
        match verdict.unwrap() {
            Verdict::Free => free += 1,
            Verdict::Close => close += 1,
            Verdict::Fault(_) => faults += 1,
        }
    }
    assert!(free > 100 && close > 300 && faults == 300, "{free} free, {close} close, {faults} faults");
}
