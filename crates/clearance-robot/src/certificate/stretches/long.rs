//! Tests of entries over many stretches: of recordings.

use clearance::{Ball, Capsule, Pose3, Vec3};

use super::*;
use crate::cell::obstacle::Obstacle;
use crate::cell::workcell::Workcell;
use crate::certificate::testing::{entries, trajectory};
use crate::model::joint::{JointKind, JointSpec};
use crate::model::link::LinkShape;
use crate::model::robot::Robot;
use crate::prove::range::testing::{Branches, chain, pose, shape};
use crate::prove::time::Snapshot;
use crate::random::Random;
use crate::trajectory::{Between, BodyMotion, Interpolation, TimedPoint, Waypoint};

fn at(x: f64, y: f64) -> Pose3<f64> {
    Pose3::from_xyz(x, y, 0.0).unwrap()
}

/// Two bars of length 1 that turn about z, a post, and a cart.
fn cell() -> Workcell {
    let bar = || {
        let shape = Capsule::between(Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.9, 0.0, 0.0), 0.02).unwrap();
        vec![LinkShape::new(shape, Pose3::IDENTITY)]
    };
    let up = Vec3::new(0.0, 0.0, 1.0);
    let joint = |name, parent, child| JointSpec::new(name, JointKind::Continuous, parent, child).axis(up);
    let links = Robot::builder("arm").link("base", vec![]).link("one", bar()).link("two", bar());
    let robot =
        links.joint(joint("a", "base", "one")).joint(joint("b", "one", "two").at(at(1.0, 0.0))).build().unwrap();
    let ball = |name: &str, y: f64| Obstacle::new(name, Ball::new(0.1).unwrap(), at(0.0, y));
    Workcell::new(&robot, &[ball("post", -1.0), ball("cart", 2.5)]).unwrap()
}

/// The arm swings to and fro, sampled `count` times in four seconds; `changed` may move a sample.
fn recording(count: usize, changed: impl Fn(usize, &mut Vec<f64>)) -> Trajectory {
    let point = |i: usize| {
        let time = 4.0 * i as f64 / (count - 1) as f64;
        let mut positions = vec![0.8 + 0.6 * (1.7 * time).sin(), 0.5 * (3.1 * time).cos()];
        changed(i, &mut positions);
        TimedPoint::at(time, positions)
    };
    Trajectory::through(&(0..count).map(point).collect::<Vec<_>>(), Interpolation::Linear).unwrap()
}

fn certified(cell: &Workcell, motion: &Trajectory) -> Certificate {
    let (found, certificate) = Execution::new(cell, motion).unwrap().certify(&EdgeOptions::default()).unwrap();
    certificate.unwrap_or_else(|| panic!("expected a proof, got {found:?}"))
}

#[test]
fn the_size_of_a_proof_does_not_grow_with_the_samples() {
    let cell = cell();
    let count = |samples| {
        let certificate = certified(&cell, &recording(samples, |_, _| ()));
        assert!(certificate.verify(&cell).unwrap() > 0.0);
        certificate.proofs.entries().len()
    };
    // Two pairs: bars with the post and the cart, and one with the other is exempt.
    let (few, many) = (count(401), count(4001));
    assert!(many <= 2 * few && many < 200, "{few} entries of 401 samples, {many} of 4001");
}

#[test]
fn short_trajectories_have_the_entries_of_each_stretch() {
    let certificate = certified(&cell(), &recording(31, |_, _| ()));
    assert!(certificate.proofs.entries().iter().all(|entry| entry.t1 <= entry.t0.floor() + 1.0));
}

#[test]
fn the_least_clearance_of_a_recording_is_that_without_a_certificate() {
    let (cell, mode) = (cell(), Mode::LeastClearance { tolerance: 1e-3 });
    let execution = Execution::new(&cell, &recording(2001, |_, _| ())).unwrap();
    let options = EdgeOptions { mode, ..EdgeOptions::default() };
    let (Found::Free { lower, upper }, Some(certificate)) = execution.certify(&options).unwrap() else {
        panic!("free")
    };
    let Found::Free { lower: low, upper: high } = execution.check(&options).unwrap() else { panic!("free") };
    assert!(upper - lower <= 1e-3 && high - low <= 1e-3, "{lower} {upper}, {low} {high}");
    assert!(lower <= high && low <= upper, "{lower} {upper}, {low} {high}");
    assert_eq!(certificate.verify(&cell).unwrap(), lower);
}

/// The certificate with the digest of another path, as one who forges it would write it.
fn about(mut forged: Certificate, cell: &Workcell, other: &Trajectory) -> Certificate {
    let execution = Execution::new(cell, other).unwrap();
    let checker = execution.checker().unwrap();
    forged.digests = Digests::of(checker.stage(), Some(execution.path()), &checker.stage().all_labels());
    let text = other.to_json(cell.robot()).to_string();
    forged.subject = Subject::Trajectory(serde_json::from_str(&text).unwrap());
    forged
}

#[test]
fn an_entry_over_many_stretches_holds_for_what_happens_in_each_of_them() {
    let (cell, smooth) = (cell(), recording(1001, |_, _| ()));
    let certificate = certified(&cell, &smooth);
    let same = about(certificate.clone(), &cell, &smooth);
    assert!(same == certificate && same.verify(&cell).is_ok());
    // One sample of a thousand in which an arm is in the post, or near it.
    for (sample, far) in [(500, -1.6), (17, -1.5), (999, -1.2)] {
        let spike = recording(1001, |i, q| {
            if i == sample {
                q[0] = far
            }
        });
        let refusal = about(certificate.clone(), &cell, &spike).verify(&cell).unwrap_err().to_string();
        assert!(refusal.contains("the axis proves"), "{refusal}");
    }
}

#[test]
fn what_was_changed_in_entries_over_many_stretches_is_refused() {
    let (cell, smooth) = (cell(), recording(1001, |_, _| ()));
    let certificate = certified(&cell, &smooth);
    let runs = certificate.proofs.entries().iter().filter(|entry| entry.t1 > entry.t0 + 1.0).count();
    let place =
        certificate.proofs.entries().iter().position(|entry| entry.t1 - entry.t0 < 500.0 && entry.t0 > 0.0).unwrap();
    assert!(runs > 4, "{runs}");
    let refusal = |change: &dyn Fn(&mut Certificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        changed.verify(&cell).unwrap_err().to_string()
    };
    assert!(refusal(&|c| entries(c)[place].bound += 0.5).contains("claims"));
    assert!(refusal(&|c| entries(c)[place].t0 = 0.0).contains("claims"));
    assert!(refusal(&|c| entries(c)[place].t1 = 1000.0).contains("claims"));
    assert!(refusal(&|c| entries(c)[place].t1 -= 0.5).contains("must lie in one segment"));
    assert!(refusal(&|c| entries(c)[place].t1 = 1001.0).contains("must lie in one segment"));
    assert!(refusal(&|c| entries(c)[place].cell = Some(0)).contains("must lie in one segment"));
    assert!(refusal(&|c| entries(c)[place].t1 -= 1.0).contains("is not covered from"));
    assert!(refusal(&|c| drop(entries(c).remove(place))).contains("is not covered from"));
    assert!(refusal(&|c| trajectory(c)["tube"] = serde_json::json!(0.001)).contains("another path"));
}

#[test]
fn bodies_that_move_on_their_own_have_entries_of_each_stretch() {
    let cell = cell();
    let cart = |time, x| Waypoint { time, pose: at(x, 2.5) };
    let moved = BodyMotion::through("cart", &[cart(1.0, 0.0), cart(3.0, 0.5)], Between::Linear).unwrap();
    let certificate = certified(&cell, &recording(201, |_, _| ()).with_body(moved).unwrap());
    assert!(certificate.verify(&cell).unwrap() > 0.0);
    let is_run = |entry: &Stretch| entry.t1 > entry.t0.floor() + 1.0;
    let of = |name: &str| certificate.proofs.entries().iter().filter(|entry| entry.pair[1] == name).count();
    assert!(of("post") < 60 && of("cart") > 200, "{} and {}", of("post"), of("cart"));
    // It stands still for a second before it moves, and after.
    let long = |entry: &&Stretch| entry.pair[1] == "cart" && is_run(entry);
    assert!(certificate.proofs.entries().iter().any(|entry| long(&entry)));
    let mut forged = certificate.clone();
    let place = entries(&mut forged).iter().position(|entry| long(&entry) && entry.t1 < 100.0).unwrap();
    entries(&mut forged)[place].t1 = 100.0;
    assert!(forged.verify(&cell).unwrap_err().to_string().contains("do not move on their own"));
}

/// A recording of a random robot that wanders, with errors in a third of all cases.
fn wandering(random: &mut Random, robot: &Robot) -> Trajectory {
    let mut draw = |far: f64| (0..robot.dof()).map(|_| random.between(-far, far)).collect::<Vec<f64>>();
    let (middle, waves, rates) = (draw(1.5), draw(0.3), draw(3.0));
    let point = |i: usize| {
        let time = f64::from(i as u32) / 50.0;
        let of = |((middle, wave), rate): ((&f64, &f64), &f64)| middle + wave * (rate * time).sin();
        TimedPoint::at(time, middle.iter().zip(&waves).zip(&rates).map(of).collect())
    };
    let points: Vec<TimedPoint> = (0..80).map(point).collect();
    let motion = Trajectory::through(&points, Interpolation::Linear).unwrap();
    if random.below(3) > 0 { motion } else { motion.with_tube(vec![random.between(0.0, 0.02); robot.dof()]).unwrap() }
}

#[test]
fn no_distance_in_a_stretch_is_below_the_bound_of_an_entry_over_it() {
    let mut random = Random::new(0x10e6);
    let (mut runs, mut sharp) = (0, 0);
    for case in 0..40 {
        let Branches { robot, mut world } = chain(&mut random);
        world.push(Obstacle::new("far", shape(&mut random), pose(&mut random, 2.0)));
        let cell = Workcell::new(&robot, &world).unwrap();
        let execution = Execution::new(&cell, &wandering(&mut random, &robot)).unwrap();
        let options = EdgeOptions { mode: Mode::LeastClearance { tolerance: 1e-3 }, ..EdgeOptions::default() };
        let Some(certificate) = execution.certify(&options).unwrap().1 else { continue };
        certificate.verify(&cell).unwrap_or_else(|refusal| panic!("case {case}: {refusal}"));
        let checker = execution.checker().unwrap();
        let labels = checker.stage().all_labels();
        for entry in certificate.proofs.entries().iter().filter(|entry| entry.t1 > entry.t0.floor() + 1.0) {
            let pair = labels.iter().position(|label| *label == entry.pair).unwrap();
            let mut least = f64::INFINITY;
            for i in entry.t0 as usize..entry.t1 as usize {
                let segment = &execution.path().segments()[i];
                let mut errors = segment.loose().map(|cell| Cell::clone(cell));
                errors
                    .iter_mut()
                    .for_each(|cell| cell.lower.iter_mut().for_each(|low| *low *= random.between(-1.0, 1.0)));
                let there =
                    Snapshot::new(checker.stage(), segment, random.unit(), errors.as_ref().map(|e| &e.lower[..]));
                least = least.min(there.proximity(checker.stage(), pair).bounds.upper);
            }
            assert!(entry.bound <= least, "case {case}: {entry:?} above {least}");
            runs += 1;
            sharp += usize::from(entry.bound > 0.7 * least);
        }
    }
    assert!(runs > 300 && sharp > 20, "{runs} entries, {sharp} sharp");
}
