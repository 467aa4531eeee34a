//! Closest approaches with known answers, and random ones against sampling.

use super::random::random_shape;
use super::*;
use crate::motion::{ApproachOptions, ClosestApproach};
use crate::query::closest_approach;
use crate::random::Random;

/// The least of the signed distances of dense samples, refined about the best ones.
fn sampled(distance: impl Fn(f64) -> f64, samples: u32) -> (f64, f64) {
    let at = |i: u32| f64::from(i) / f64::from(samples);
    let mut all: Vec<(f64, f64)> = (0..=samples).map(|i| (distance(at(i)), at(i))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let step = 1.0 / f64::from(samples);
    let mut best = all[0];
    for &(_, middle) in all.iter().take(3) {
        let (mut low, mut high) = ((middle - step).max(0.0), (middle + step).min(1.0));
        for _ in 0..60 {
            let thirds = [low + (high - low) / 3.0, high - (high - low) / 3.0];
            let values = thirds.map(&distance);
            best = (0..2).fold(best, |best, i| if values[i] < best.0 { (values[i], thirds[i]) } else { best });
            if values[0] < values[1] { high = thirds[1] } else { low = thirds[0] }
        }
    }
    best
}

fn check(found: &ClosestApproach<V>, distance: impl Fn(f64) -> Bounds<f64>, samples: u32) {
    let (least, time) = sampled(|t| distance(t).upper, samples);
    let Bounds { lower, upper } = found.least;
    assert!(lower <= least && upper <= least + (upper - lower), "{least} at {time}, {found:?}");
    let there = distance(found.time);
    assert!(there.lower <= upper && there.upper >= lower && there.upper <= upper + 1e-9, "{there:?} {found:?}");
    let Bounds { lower: begin, upper: end } = found.times;
    assert!(begin <= found.time && found.time <= end, "{found:?}");
    // A time outside has a larger distance.
    assert!(begin <= time && time <= end || least >= upper - 1e-9, "{least} at {time}, {found:?}");
}

#[test]
fn balls_that_pass_are_nearest_where_their_centres_are() {
    // |(3 − 5t, 1.4, −0.3 + t)|² is least at t = 15.3/26.
    let (a, b) = (Ball::<V>::new(0.5).unwrap(), Ball::new(0.35).unwrap());
    let path = moving(at(3.0, 1.4, -0.3), Vec3::new(-5.0, 0.0, 1.0), Vec3::new(9.0, -4.0, 2.0));
    let found = closest_approach((&a, &Pose::IDENTITY), (&b, &path));
    let time = 15.3f64 / 26.0;
    let least = ((3.0 - 5.0 * time).powi(2) + 1.4f64.powi(2) + (time - 0.3).powi(2)).sqrt() - 0.85;
    assert!(found.complete && found.least.lower <= least && least <= found.least.upper, "{least} {found:?}");
    assert!(found.least.width() <= 0.85e-6 && found.times.lower <= time && time <= found.times.upper);
    assert!(found.times.width() < 0.01 && found.iterations < 300, "{found:?}");
}

#[test]
fn a_depth_is_greatest_where_it_is() {
    // A brick of half sizes 1 slides through another one: deepest where they are aligned along x, by what y overlaps.
    let (a, b) = (block(1.0, 1.0, 1.0), block(1.0, 1.0, 1.0));
    let path = moving(at(-3.0, 1.6, 0.1), Vec3::new(7.0, 0.0, 0.0), Vec3::ZERO);
    let found = closest_approach((&a, &Pose::IDENTITY), (&b, &path));
    assert!(found.complete && found.least.lower <= -0.4 && -0.4 <= found.least.upper + 1e-12, "{found:?}");
    // The depth is 0.4 while x overlaps by as much: from −3 + 7t = −1.6 to 1.6.
    assert!(found.times.lower <= 0.2 + 1e-6 && found.times.upper >= 4.6 / 7.0 - 1e-6, "{found:?}");
    assert!(found.times.lower > 0.199 && found.times.upper < 0.659, "{found:?}");
}

#[test]
fn a_distance_above_what_matters_is_proven_and_left() {
    let (a, b) = (Ball::<V>::new(0.5).unwrap(), Ball::new(0.5).unwrap());
    let path = moving(at(-3.0, 2.0, 0.0), Vec3::new(7.0, 0.0, 0.0), Vec3::new(1.0, 2.0, 0.0));
    let ask = |options| MovingPair::new((&a, &Pose::IDENTITY), (&b, &path)).closest_approach(&options);
    let all = ask(ApproachOptions::default());
    assert!(all.complete && all.least.lower <= 1.0 && 1.0 <= all.least.upper, "{all:?}");
    let found = ask(ApproachOptions { below: 0.9, ..ApproachOptions::default() });
    assert!(found.complete && found.least.lower >= 0.9 && found.least.upper >= 1.0, "{found:?}");
    assert!(found.iterations * 2 < all.iterations, "{} of {}", found.iterations, all.iterations);
    let few = ask(ApproachOptions { max_steps: 3, ..ApproachOptions::default() });
    assert!(!few.complete && few.least.lower < 1.0 && few.least.upper >= 1.0, "{few:?}");
}

#[test]
fn a_body_at_rest_is_as_near_all_the_time() {
    let (a, b) = (block(1.0, 0.5, 0.25), Ball::<V>::new(0.5).unwrap());
    let found = closest_approach((&a, &at(0.0, 0.0, 0.0)), (&b, &at(2.0, 0.1, 0.1)));
    assert!(found.complete && (found.least.upper - 0.5).abs() < 1e-12 && found.iterations < 70, "{found:?}");
    assert_eq!(found.times, Bounds { lower: 0.0, upper: 1.0 });
}

#[test]
fn no_sample_of_random_motions_is_nearer_than_the_bound() {
    let seed = 0xa9a9;
    let mut random = Random(seed);
    let (mut apart, mut overlap, mut steps) = (0, 0, 0u64);
    for case in 0..240 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let spin = [0.0, 1.0, 3.0, 12.0][case % 4];
        let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
        let place = vector(2.5);
        let linear = place * 0.5 + vector(0.7);
        let (spin_a, spin_b) = (vector(spin), vector(spin));
        let start = Pose::new(Rotor3::from_axis_angle(vector(1.0), 2.0).unwrap(), place).unwrap();
        let (of_a, of_b) = (moving(Pose::IDENTITY, linear, spin_a), moving(start, -linear, spin_b));
        let found = closest_approach((&a, &of_a), (&b, &of_b));
        check(&found, |t| signed_distance(&a, &b, &Pose::relative(&of_a.pose_at(t), &of_b.pose_at(t))).bounds, 400);
        assert!(found.complete, "seed {seed:#x}, case {case}: {found:?}");
        *if found.least.lower > 0.0 { &mut apart } else { &mut overlap } += 1;
        steps += u64::from(found.iterations);
    }
    assert!(apart > 60 && overlap > 60 && steps < 240 * 4000, "{apart} apart, {overlap} overlap, {steps} evaluations");
}

#[test]
fn no_sample_above_a_halfspace_that_turns_is_nearer_than_the_bound() {
    let mut random = Random(0xa9aa);
    let mut apart = 0;
    for case in 0..60 {
        let shape = random_shape(&mut random);
        let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
        let half = Halfspace::new(vector(1.0), 0.2).unwrap();
        let (tilting, spin, linear) = (vector(0.5), vector(3.0), vector(2.0));
        let turning = moving(Pose::IDENTITY, Vec3::ZERO, tilting);
        let body = moving(Pose::from_translation(half.normal() * 1.5).unwrap(), linear, spin);
        let found = closest_approach((&half, &turning), (&shape, &body));
        let distance = |t: f64| signed_distance(&half, &shape, &Pose::relative(&turning.pose_at(t), &body.pose_at(t)));
        check(&found, |t| distance(t).bounds, 300);
        let other = closest_approach((&shape, &body), (&half, &turning));
        assert!(found.complete && other.least == found.least, "case {case}: {found:?} {other:?}");
        apart += usize::from(found.least.lower > 0.0);
    }
    assert!(apart > 15 && apart < 55, "{apart} apart");
}
