use clearance::query::{Impact, cast};
use clearance::{Ball, Cuboid, Polytope, Pose, Pose3, Rotor3, Vec3, Vector};
use clearance_testkit::random::Random;

use super::*;

const TOLERANCE: f64 = 1e-9;

type Body = Polytope<Vec3<f64>>;

/// Polytopes and a displacement that often, but not always, leads them into one another.
fn way(random: &mut Random) -> (Body, Body, Pose3<f64>, Vec3<f64>) {
    let mut polytope = |count: usize| {
        let mut point = || Vec3::from_fn(|_| random.uniform(-0.8, 0.7));
        Polytope::new(&(0..count).map(|_| point()).collect::<Vec<_>>()).unwrap()
    };
    let (a, b) = (polytope(15), polytope(8));
    let mut vector = |size: f64| Vec3::from_fn(|_| random.uniform(-size, size));
    let start = vector(1.0).normalized() * 3.5;
    let displacement = vector(0.9) - start * random.uniform(0.6, 2.0);
    (a, b, Pose::new(Rotor3::from_wxyz(random.quaternion(3)).unwrap(), start).unwrap(), displacement)
}

#[test]
fn the_swept_hull_and_halving_tell_the_core_s_contact() {
    let mut random = Random::new(3);
    let mut hits = 0;
    for _ in 0..200 {
        let (a, b, pose, displacement) = way(&mut random);
        let truth = cast(&a, &b, &pose, displacement).unwrap();
        let swept = sweeps_into((&a, &b, &pose), displacement).unwrap();
        let found = first_contact_by_halving((&a, &b, &pose), displacement, TOLERANCE).unwrap();
        assert_eq!((swept, found.is_some()), (matches!(truth, Impact::Hit(_)), swept));
        if let (Some(found), Some(encounter)) = (found, truth.encounter()) {
            hits += 1;
            let slack = 1e-12;
            assert!(found.from - slack <= encounter.time && encounter.time <= found.to + slack, "{found:?}");
            assert!(found.to - found.from <= TOLERANCE);
        }
    }
    assert!((60..190).contains(&hits), "{hits} hits");
}

#[test]
fn brent_finds_the_contact_of_bodies_that_end_in_one_another() {
    let mut random = Random::new(4);
    let [mut hits, mut queries, mut passed] = [0; 3];
    for _ in 0..200 {
        let (a, b, pose, displacement) = way(&mut random);
        let truth = cast(&a, &b, &pose, displacement).unwrap();
        match (first_contact_by_brent((&a, &b, &pose), displacement, TOLERANCE).unwrap(), truth.encounter()) {
            (Some(found), Some(encounter)) => {
                hits += 1;
                queries += found.queries;
                assert!(found.from - TOLERANCE <= encounter.time && encounter.time <= found.to + TOLERANCE);
            }
            (None, Some(_)) => passed += 1,
            (found, None) => assert_eq!(found, None),
        }
    }
    // Fewer queries than the 30 digits of halving; what passes through is missed.
    assert!(hits > 30 && passed > 30 && queries < 15 * hits, "{hits} hits, {passed} missed, {queries} queries");
}

#[test]
fn brent_misses_a_bullet_that_passes_and_halving_does_not() {
    let plate = Cuboid::from_half_extents(Vec3::new(0.01, 2.0, 3.0)).unwrap();
    let bullet = Cuboid::from_half_extents(Vec3::new(0.02, 0.02, 0.03)).unwrap();
    let start = Pose::from_translation(Vec3::new(-4.03, 0.5, 0.25)).unwrap();
    let displacement = Vec3::new(16.0, 0.0, 0.0);
    assert_eq!(first_contact_by_brent((&plate, &bullet, &start), displacement, TOLERANCE).unwrap(), None);
    let found = first_contact_by_halving((&plate, &bullet, &start), displacement, TOLERANCE).unwrap().unwrap();
    assert!((found.from - 0.25).abs() <= TOLERANCE && found.queries >= 30);
}

#[test]
fn round_bodies_meet_at_the_sum_of_their_radii() {
    let (a, b) = (Ball::new(0.75).unwrap(), Ball::new(0.5).unwrap());
    let start = Pose::from_translation(Vec3::new(5.25, 0.0, 0.0)).unwrap();
    let found = first_contact_by_halving((&a, &b, &start), Vec3::new(-8.0, 0.0, 0.0), TOLERANCE).unwrap().unwrap();
    assert!((found.to - 0.5f64).abs() <= TOLERANCE, "{found:?}");
}

#[test]
fn the_root_is_found_faster_than_by_halving() {
    let mut calls = 0;
    let f = |x: f64| {
        calls += 1;
        Ok::<_, ()>(x * x * x - 2.0)
    };
    let [from, to] = root([(1.0, -1.0), (2.0, 6.0)], 1e-14, f).unwrap();
    let cube_root = 2f64.cbrt();
    assert!(from - 1e-14 <= cube_root && cube_root <= to + 1e-14 && calls < 12, "{from} {to} {calls}");
}
