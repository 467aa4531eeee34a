//! Walks of pairs, every answer beside the cold one.

use super::*;
use crate::difference::Difference;
use crate::math::{Pose2, Pose3, Rotor, Rotor2, Rotor3, Vec2, Vec3, Vector};
use crate::query::{Pair, distance, intersects, signed_distance};
use crate::random::Random;
use crate::shape::{Cuboid, Inflated, Polytope, Shape3};
use crate::solution::Solvers;
use crate::solve::goal;
use crate::solve::steps::solve;
use crate::solve::{Depth, Request, Termination};
use crate::support::Snapshot;

fn vector(random: &mut Random, scale: f64) -> Vec3<f64> {
    Vec3::from_fn(|_| scale * random.unit())
}

fn hull(random: &mut Random, count: usize) -> Shape3<f64> {
    let points: Vec<_> = (0..count).map(|_| vector(random, 1.0).normalized()).collect();
    Polytope::new(&points).unwrap().into()
}

fn pair(random: &mut Random, kind: usize) -> [Shape3<f64>; 2] {
    let mut block = || {
        let half = vector(random, 0.4);
        Cuboid::from_half_extents(half.abs() + Vec3::new(0.1, 0.3, 0.2)).unwrap()
    };
    match kind {
        0 => [block().into(), block().into()],
        1 => [Inflated::new(block().into(), 0.1).unwrap().into(), block().into()],
        _ => [hull(random, 40), hull(random, 25)],
    }
}

/// A walk of `steps` poses, each `step` of a size of 1 and as many radians from the last.
fn walk(random: &mut Random, steps: usize, step: f64) -> Vec<Pose3<f64>> {
    let mut rotor = Rotor3::from_axis_angle(vector(random, 1.0), 2.0).unwrap();
    let (mut place, mut heading) = (vector(random, 1.0), vector(random, 1.0).normalized());
    let axis = vector(random, 1.0);
    let mut poses = Vec::new();
    for _ in 0..steps {
        poses.push(Pose::new(rotor, place).unwrap());
        rotor = rotor.then(&Rotor3::from_axis_angle(axis, step).unwrap());
        place += heading * step;
        if place.norm() > 2.0 {
            heading = -place.normalized() + vector(random, 0.4);
        }
    }
    poses
}

#[test]
fn tracked_answers_are_those_of_cold_queries_within_the_enclosure() {
    let mut random = Random(31);
    let (mut deep, mut apart) = (0, 0);
    for case in 0..60 {
        let [a, b] = pair(&mut random, case % 3);
        let step = [0.003, 0.03, 0.3][case % 2 + case % 5 / 4];
        let mut tracks = [(); 3].map(|()| Track::new());
        for b_in_a in walk(&mut random, 150, step) {
            let cold = signed_distance(&a, &b, &b_in_a);
            let warm = tracks[0].signed_distance(&a, &b, &b_in_a);
            assert!((warm.signed_distance - cold.signed_distance).abs() <= 1e-14, "{warm:?}\n{cold:?}");
            assert!(warm.bounds.lower <= cold.bounds.upper && cold.bounds.lower <= warm.bounds.upper);
            assert!(warm.bounds.width() <= cold.bounds.width() + 2e-14 && warm.status == cold.status);
            assert!(!(warm.unique && cold.unique) || (warm.normal - cold.normal).norm() < 1e-9, "{warm:?}\n{cold:?}");
            assert!((warm.witness_b - warm.witness_a - warm.normal * warm.signed_distance).norm() < 1e-14);
            let clamped = tracks[1].distance(&a, &b, &b_in_a).signed_distance;
            assert!((clamped - distance(&a, &b, &b_in_a).signed_distance).abs() <= 1e-14);
            assert_eq!(tracks[2].intersects(&a, &b, &b_in_a), intersects(&a, &b, &b_in_a));
            *if cold.signed_distance < 0.0 { &mut deep } else { &mut apart } += 1;
        }
    }
    assert!(deep > 2000 && apart > 2000, "seed 31: {deep} overlaps, {apart} apart");
}

#[test]
fn a_step_of_a_moving_pair_costs_about_one_support_evaluation() {
    let mut random = Random(32);
    // A cold query takes steps where no formula is at hand, so the comparison is with steps for boxes too.
    let options = Options::default();
    let (mut evaluations, mut cold_evaluations, mut answers) = ([0; 2], [0; 2], [0; 2]);
    for case in 0..30 {
        let [a, b] = pair(&mut random, case % 3);
        let mut track = Track::new();
        for b_in_a in walk(&mut random, 300, 0.002) {
            let found = track.signed_distance(&a, &b, &b_in_a);
            let overlaps = usize::from(found.signed_distance < 0.0);
            evaluations[overlaps] += found.iterations;
            cold_evaluations[overlaps] += Pair::new(&a, &b, &b_in_a).options(options).observed(|_| {}).iterations;
            answers[overlaps] += 1;
        }
    }
    let mean = |overlaps: usize| {
        [evaluations, cold_evaluations].map(|e| f64::from(e[overlaps]) / f64::from(answers[overlaps]))
    };
    let ([apart, cold_apart], [deep, cold_deep]) = (mean(0), mean(1));
    assert!(apart < 1.3 && cold_apart > 3.0, "seed 32: {apart} evaluations apart, cold {cold_apart}");
    assert!(deep < 3.0 && cold_deep > 10.0, "seed 32: {deep} evaluations deep, cold {cold_deep}");
}

#[test]
fn a_pair_beyond_the_maximum_stays_so_with_a_proof() {
    let mut random = Random(33);
    let [a, b] = pair(&mut random, 2);
    let mut track = Track::new();
    for b_in_a in walk(&mut random, 400, 0.01) {
        let truth = signed_distance(&a, &b, &b_in_a).signed_distance;
        match track.distance_within(&a, &b, &b_in_a, 0.2) {
            Within::Near(found) => assert!((found.signed_distance - truth).abs() < 1e-14 && truth <= 0.2),
            Within::Beyond { lower } => assert!(0.2 < lower && lower <= truth + 1e-14),
        }
    }
}

#[test]
fn in_the_plane_depths_are_tracked_too() {
    let bar = Cuboid::from_half_extents(Vec2::new(2.0, 0.5)).unwrap();
    let star: Vec<_> = (0..7).map(|i| Vec2::new((0.9 * f64::from(i)).cos(), (0.9 * f64::from(i)).sin())).collect();
    let star = Polytope::new(&star).unwrap();
    let mut track = Track::new();
    let mut evaluations = 0;
    for i in 0..500 {
        let t = f64::from(i) * 0.004;
        let b_in_a = Pose2::new(Rotor2::from_angle(t).unwrap(), Vec2::new(1.5 - t, 0.3 * t - 0.2)).unwrap();
        let (warm, cold) = (track.signed_distance(&bar, &star, &b_in_a), signed_distance(&bar, &star, &b_in_a));
        assert!((warm.signed_distance - cold.signed_distance).abs() < 1e-14 && cold.signed_distance < 0.0);
        evaluations += warm.iterations;
    }
    assert!(evaluations < 1000, "{evaluations} evaluations for 500 steps");
}

#[test]
fn many_pairs_are_answered_in_the_world_as_one_by_one() {
    let mut random = Random(34);
    let shapes: Vec<_> = (0..5).map(|i| pair(&mut random, i % 3)[0].clone()).collect();
    let paths: Vec<_> = (0..5).map(|_| walk(&mut random, 60, 0.02)).collect();
    let mut tracks = Tracks::new((0..5).flat_map(|i| (0..i).map(move |j| [j, i])));
    for step in 0..60 {
        let poses: Vec<_> = paths.iter().map(|path| path[step]).collect();
        let pairs: Vec<_> = tracks.pairs().collect();
        for ([i, j], found) in pairs.into_iter().zip(tracks.signed_distances(&shapes, &poses)) {
            let (a, b) = ((&shapes[i], &poses[i]), (&shapes[j], &poses[j]));
            let one = Pair::in_world(a, b).signed_distance();
            assert!((found.signed_distance - one.signed_distance).abs() < 1e-14 && found.status == one.status);
        }
    }
}

#[test]
fn features_that_another_vertex_beats_do_not_stand() {
    let mut random = Random(35);
    let (mut held, mut beaten) = (0, 0);
    for case in 0..60 {
        let [a, b] = pair(&mut random, 2);
        let step = if case % 2 == 0 { 0.002 } else { 0.2 };
        let options = Options::default();
        let mut warm = WarmStart::new();
        for pose in walk(&mut random, 60, step) {
            let b_in_a = Pose::new(pose.rotor(), pose.translation() * 1.5).unwrap();
            let cold = signed_distance(&a, &b, &b_in_a);
            let (of_a, of_b) = (Snapshot::new(&a), Snapshot::new(&b));
            let m = Difference::new(&of_a, &of_b, b_in_a.map());
            if let Some(standing) = warm.standing(&m) {
                let goal = goal(&m, 0.0, f64::INFINITY, &options);
                let truth = cold.signed_distance * m.frame.scale;
                assert!(standing.lower <= truth + 1e-14 && truth <= standing.length + 1e-14, "{cold:?}");
                let holds = standing.holds(&m, &goal);
                assert!(!holds || (standing.length - truth).abs() < 1e-14, "{cold:?}");
                *if holds { &mut held } else { &mut beaten } += 1;
            }
            warm = WarmStart::new();
            let request = Request { solvers: Solvers::STEPS, ..Request::new(Depth::Unwanted, f64::INFINITY, &options) };
            let memory = &mut Memory { warm: &mut warm, kept: None };
            solve((&of_a, &of_b, b_in_a.map()), &request, memory, &mut Termination::default(), &mut None);
        }
    }
    assert!(held > 300 && beaten > 300, "seed 35: {held} held, {beaten} beaten");
}
