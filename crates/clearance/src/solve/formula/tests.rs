use super::*;
use crate::math::{Pose3, Real, Rotor3, Vec3};
use crate::options::Options;
use crate::query::{Pair, WarmStart, distance, signed_distance as signed};
use crate::query::{Proximity, Status};
use crate::random::Random;
use crate::shape::Axial;
use crate::shape::{Ball, Capsule, Cuboid, Inflated, Point, Segment};
use crate::solve::Memory;
use crate::solve::dispatch;
use crate::support::{Bodies, Support};
use crate::support::{Snapshot, SupportExt};

type V3 = Vec3<f64>;

fn turned_and_placed(random: &mut Random, far: f64) -> Pose3<f64> {
    let rotor = Rotor3::from_wxyz([0, 1, 2, 3].map(|_| random.unit())).unwrap();
    Pose3::new(rotor, V3::from_fn(|_| random.unit() * far)).unwrap()
}

/// Compares the formula in the world with the answer for the relative pose, and both with what the library answers
/// where nothing is tried [at once](crate::query::at_once); returns whether there was a formula.
fn compare<A: Support<V3>, B: Support<V3>>(a: &A, b: &B, [pose_a, pose_b]: [Pose3<f64>; 2]) -> bool {
    let (options, mut warm) = (Options::default(), WarmStart::new());
    let (at_a, at_b) = ((a, &pose_a), (b, &pose_b));
    let b_in_a = Pose3::relative(&pose_a, &pose_b);
    let (of_a, of_b) = (Snapshot::new(a), Snapshot::new(b));
    let seen = ((&of_a.body, &pose_a), (&of_b.body, &pose_b));
    let known = solve(seen.0, seen.1).or_else(|| solve_rarely(seen.0, seen.1)).is_some();
    let (here, there) =
        (Pair::in_world(at_a, at_b).options(options).warm(&mut warm).signed_distance(), signed(a, b, &b_in_a));
    let (size_a, size_b) = (a.reach() + a.radius() + a.anchor().norm(), b.reach() + b.radius() + b.anchor().norm());
    let size = size_a + size_b + b_in_a.translation().norm();
    assert!(here.bounds.lower <= there.bounds.upper && there.bounds.lower <= here.bounds.upper);
    assert!(here.bounds.contains(here.signed_distance) && here.bounds.width() <= 2e-14 * size, "{here:?}");
    assert_eq!(here.status, there.status);
    assert_eq!(here.unique, there.unique);
    assert_eq!(here.witness_b, here.witness_a + here.normal * here.signed_distance);
    if here.unique {
        assert!(
            (pose_a.vector(there.normal) - here.normal).norm() <= 1e-13 * (1.0 + size / here.signed_distance.abs())
        );
        let kinds = |found: &Proximity<V3>| found.features.map(|feature| (feature.kind(), feature.vertices().to_vec()));
        assert_eq!(kinds(&here), kinds(&there), "{here:?} {there:?}");
    }
    let (apart, known_apart) =
        (Pair::in_world(at_a, at_b).options(options).warm(&mut warm).distance(), distance(a, b, &b_in_a));
    assert!(
        (apart.signed_distance - known_apart.signed_distance).abs() <= 2e-14 * size
            && apart.status == known_apart.status
    );
    for (bodies, found) in [(Bodies::in_world(at_a, at_b), &here), (Bodies::new(a, b, &b_in_a), &there)] {
        let memory = &mut Memory { warm: &mut WarmStart::new(), kept: None };
        assert_eq!(dispatch::signed_distance(&bodies, &options, memory), *found);
        assert_eq!(dispatch::collides(&bodies, &options), Some(found.status != Status::Separated));
    }
    assert_eq!(Pair::in_world(at_a, at_b).intersects(), here.status != Status::Separated);
    if let Some(meet) = super::intersects(seen.0, seen.1) {
        assert_eq!(meet, here.status != Status::Separated);
    }
    known
}

#[test]
fn bodies_in_the_world_are_answered_as_by_their_relative_pose() {
    let mut random = Random(5);
    let (mut known, mut asked) = (0, 0);
    for round in 0..2000 {
        let mut size = || 0.2 + random.unit().abs();
        let ball = Ball::new(size()).unwrap();
        let brick = Cuboid::from_half_extents(V3::from_fn(|_| size())).unwrap();
        let pill = Capsule::along(Axial { radius: 0.3 * size(), half_length: size(), axis: round % 3 }).unwrap();
        let rod = Segment::new(V3::from_fn(|_| size()), V3::from_fn(|_| -size())).unwrap();
        let point = Point::new();
        let cushion = Inflated::new(brick, 0.2).unwrap();
        let far = [2.0, 4.0, 1e6][round % 3];
        let mut poses = || {
            let pose_a = turned_and_placed(&mut random, far);
            let near = turned_and_placed(&mut random, 3.0);
            [pose_a, Pose3::new(near.rotor(), pose_a.translation() + near.translation()).unwrap()]
        };
        let found = [
            compare(&ball, &brick, poses()),
            compare(&brick, &ball, poses()),
            compare(&cushion, &ball, poses()),
            compare(&point, &cushion, poses()),
            compare(&pill, &pill, poses()),
            compare(&pill, &rod, poses()),
            compare(&ball, &pill, poses()),
            compare(&rod, &ball, poses()),
            compare(&ball, &ball, poses()),
        ];
        known += found.iter().filter(|known| **known).count();
        asked += found.len();
    }
    // Segments that nearly cross are left to the general ways.
    assert!(known * 10 > asked * 9, "{known} of {asked}");
}

#[test]
fn capsules_beside_their_origins() {
    let mut random = Random(8);
    let (mut known, mut asked) = (0, 0);
    for round in 0..2000 {
        let half = V3::from_fn(|_| random.unit());
        // Counted from the origin, from near it, and from so far away that digits would be lost.
        let middle = V3::from_fn(|_| random.unit()) * [1.0, 6.0, 1e4][round % 3];
        let pill = Capsule::between(middle - half, middle + half, 0.25).unwrap();
        let (ball, rod) =
            (Ball::new(0.5).unwrap(), Capsule::along(Axial { radius: 0.25, half_length: 1.0, axis: 2 }).unwrap());
        let pose_a = turned_and_placed(&mut random, 3.0);
        let near = turned_and_placed(&mut random, 3.0);
        let beside = Pose3::new(near.rotor(), pose_a.point(middle) + near.translation()).unwrap();
        let found = [
            compare(&pill, &ball, [pose_a, beside]),
            compare(&rod, &pill, [beside, pose_a]),
            compare(
                &pill,
                &pill,
                [pose_a, Pose3::new(pose_a.rotor(), pose_a.translation() + near.translation()).unwrap()],
            ),
        ];
        known += found.iter().filter(|known| **known).count();
        asked += found.len();
    }
    assert!((asked / 2..asked).contains(&known), "{known} of {asked}");
}

#[test]
fn a_ball_beside_every_part_of_a_box() {
    let (ball, brick) = (Ball::<V3>::new(0.5).unwrap(), Cuboid::from_half_extents(V3::new(1.0, 2.0, 3.0)).unwrap());
    let mut kinds = [0; 3];
    for at in (0..125).map(|i| V3::new((i % 5 - 2) as f64, (i / 5 % 5 - 2) as f64 * 1.75, (i / 25 - 2) as f64 * 2.25)) {
        let poses = [Pose3::IDENTITY, Pose3::from_translation(at).unwrap()];
        assert!(compare(&brick, &ball, poses));
        let found = Pair::in_world((&brick, &poses[0]), (&ball, &poses[1])).signed_distance();
        kinds[found.features[0].vertices().len() - 1] += 1;
    }
    assert!(kinds.iter().all(|count| *count > 5), "{kinds:?}");
}

#[test]
fn sizes_beyond_the_range_of_squares_keep_their_bits() {
    let found = |scale: f64| {
        let ball = Ball::<V3>::new(scale).unwrap();
        let brick = Cuboid::from_half_extents(V3::new(1.5, 0.5, 0.75) * scale).unwrap();
        let rotor = Rotor3::from_wxyz([1.0, 0.25, -0.5, 0.75]).unwrap();
        let poses = [Pose3::IDENTITY, Pose3::new(rotor, V3::new(3.0, 0.7, -1.1) * scale).unwrap()];
        let (ball, brick) = (ball.outline(), brick.outline());
        let (ball, brick) = ((&ball, &poses[0]), (&brick, &poses[1]));
        let found = solve(ball, brick).or_else(|| solve_rarely(ball, brick));
        found.unwrap().distance / scale
    };
    for exponent in [-1000, -300, -240, 240, 900] {
        assert_eq!(found(f64::power_of_two(exponent)), found(1.0), "{exponent}");
    }
}

#[test]
fn points_whose_squares_vanish_beside_a_needle_have_a_place_on_it() {
    let (ball, needle) = (Ball::<V3>::new(0.5).unwrap(), Cuboid::from_half_extents(V3::new(0.0, 0.0, 1.0)).unwrap());
    for at in [V3::new(1e-200, 2e-200, 0.5), V3::new(3e-200, -2e-200, 0.5), V3::new(0.0, 1e-200, 0.5), V3::ZERO] {
        let poses = [Pose3::IDENTITY, Pose3::from_translation(at).unwrap()];
        let found = solve((&needle.outline(), &poses[0]), (&ball.outline(), &poses[1])).unwrap();
        let [on_needle, _] = found.features;
        // Along z: 0.5 is three quarters of the way.
        let end = 0.5 + 0.5 * at.z;
        assert_eq!(on_needle.weights(), [1.0 - end, end], "{at:?}");
    }
}
