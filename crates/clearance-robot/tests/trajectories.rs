//! Proofs of trajectories against samples by other kinematics.

#[path = "../benches/sampled/mod.rs"]
mod sampled;

use clearance_robot::random::Random;
use clearance_robot::{Interpolation, TimedPoint, Trajectory};

#[test]
fn no_sample_inside_tubes_and_boxes_contradicts_a_proof() {
    let mut random = Random::new(71);
    let mut tally = sampled::Tally { nearest: f64::INFINITY, ..sampled::Tally::default() };
    (0..60).for_each(|_| sampled::trial(&mut random, 200, &mut tally));
    // Tubes of which the worst member grazes a body are undecided once the permitted work is done.
    assert!(tally.contradictions == 0 && tally.undecided <= 4, "seed 71: {tally:?}");
    assert!(tally.free > 10 && tally.hit > 20 && tally.loose > 15 && tally.off > 4, "seed 71: {tally:?}");
    // A bound that is never near the truth would prove nothing of its sharpness.
    assert!(tally.nearest < 0.02, "seed 71: {tally:?}");
}

#[test]
fn points_are_joined_as_the_controller_joins_them() {
    let mut random = Random::new(72);
    for trial in 0..200 {
        let kind = [Interpolation::Linear, Interpolation::Cubic, Interpolation::Quintic][trial % 3];
        let mut list = |size: f64| vec![random.between(-size, size)];
        let mut point = |time| TimedPoint::at(time, list(2.0)).with_velocities(list(1.5)).with_accelerations(list(4.0));
        let points = [point(0.25), point(1.75)];
        let trajectory = Trajectory::through(&points, kind).unwrap();
        for _ in 0..50 {
            let time = random.between(0.25, 1.75);
            let expected = sampled::world::between([&points[0], &points[1]], 0, (kind, time));
            assert!((trajectory.at(time)[0] - expected).abs() < 1e-12, "seed 72, {trial}");
        }
    }
}
