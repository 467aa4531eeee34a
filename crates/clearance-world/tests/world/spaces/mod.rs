//! Scenes of the plane, and in single precision, answer as brute force does.

use clearance::{Real, Vec2, Vec3};
use clearance_testkit::random::Random;

use crate::scenes::{brute, make};

/// How many pairs met, and how many did not.
fn survey<V: make::Draw>(seed: u64, rounds: usize) -> [usize; 2] {
    println!("seed {seed:#x}");
    let mut random = Random::new(seed);
    let mut counts = [0, 0];
    for round in 0..rounds {
        let scene = make::scene::<V>(&make::bodies(&mut random, [2, 6, 14][round % 3]));
        let distance = V::Scalar::from_f64(random.pick(&[0.0, 0.25]));
        let [met, apart] = brute::check(&scene, |a, b| brute::is_asked(&scene, a, b), distance);
        counts = [counts[0] + met, counts[1] + apart];
    }
    counts
}

#[test]
fn flat_scenes_are_answered_as_by_asking_every_pair() {
    let [met, apart] = survey::<Vec2<f64>>(0x5bace2, 60);
    assert!(met > 50 && apart > met, "{met} pairs met, {apart} did not");
}

#[test]
fn scenes_in_single_precision_are_answered_as_by_asking_every_pair() {
    let [met, apart] = survey::<Vec3<f32>>(0x5bace3, 60);
    assert!(met > 30 && apart > met, "{met} pairs met, {apart} did not");
}
