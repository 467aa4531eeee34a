//! Poses of motions against formulas of their own.

use super::*;
use crate::math::{Matrix, Pose2, Pose3, Rotor, Rotor2, Rotor3, Vec2, Vec3, Vector};
use crate::random::Random;

fn near<V: Vector>(found: &Pose<V>, expected: &Pose<V>, error: f64) -> bool {
    let turned = (0..V::DIM).map(|i| (found.matrix().column(i) - expected.matrix().column(i)).max_abs().to_f64());
    let moved = (found.translation() - expected.translation()).max_abs().to_f64();
    turned.fold(moved, f64::max) <= error
}

fn pose(random: &mut Random) -> Pose3<f64> {
    let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
    let (axis, angle) = (vector(1.0), 3.0 * vector(1.0).x);
    Pose::new(Rotor3::from_axis_angle(axis, angle).unwrap(), vector(5.0)).unwrap()
}

#[test]
fn motions_between_two_poses_end_at_the_second() {
    let mut random = Random(21);
    for _ in 0..1000 {
        let (start, end) = (pose(&mut random), pose(&mut random));
        for path in [LinearMotion::along_line(start, &end), LinearMotion::along_screw(start, &end)] {
            let path = path.unwrap();
            let found = path.pose_at(1.0);
            assert!(path.pose_at(0.0) == start && near(&found, &end, 4e-14), "{found:?} instead of {end:?}");
        }
    }
}

#[test]
fn a_screw_does_not_depend_on_the_bodys_frame() {
    // The same body with its origin elsewhere: points move along the same paths.
    let mut random = Random(22);
    for _ in 0..300 {
        let (start, end, shift) = (pose(&mut random), pose(&mut random), pose(&mut random).translation());
        let moved = |p: &Pose3<f64>| Pose::new(p.rotor(), p.point(shift)).unwrap();
        let path = LinearMotion::along_screw(start, &end).unwrap();
        let same = LinearMotion::along_screw(moved(&start), &moved(&end)).unwrap();
        let t = random.unit().abs();
        let (p, q) = (path.pose_at(t).point(shift), same.pose_at(t).translation());
        assert!((p - q).norm() < 1e-12, "{p:?} {q:?}");
    }
}

#[test]
fn a_screw_of_a_tiny_turn_is_a_line() {
    let start =
        Pose::new(Rotor3::from_axis_angle(Vec3::new(1.0, 2.0, -0.5), 0.7).unwrap(), Vec3::new(3.0, 1.0, 2.0)).unwrap();
    for angle in [1e-9, 1e-160, 0.0] {
        let turn = Rotor3::from_axis_angle(Vec3::new(-0.3, 0.2, 0.9), angle).unwrap();
        let end = Pose::new(start.rotor().then(&turn), Vec3::new(-4.0, 6.0, 2.5)).unwrap();
        let half = LinearMotion::along_screw(start, &end).unwrap().pose_at(0.5);
        let expected = (start.translation() + end.translation()) * 0.5;
        assert!((half.translation() - expected).norm() < 4e-9, "{angle}: {half:?}");
    }
}

#[test]
fn turning_about_a_pivot_keeps_the_distance_to_it() {
    let mut random = Random(23);
    for _ in 0..1000 {
        let start = pose(&mut random);
        let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
        let (pivot, angular) = (vector(100.0), vector(7.0));
        let path = LinearMotion::about(pivot, start, Vec3::ZERO, angular).unwrap();
        let t = vector(1.0).x.abs();
        let (before, after) = (start.translation() - pivot, path.pose_at(t).translation() - pivot);
        let allowed = path.pose_at(t).translation_error() + 1e-14;
        assert!((before.norm() - after.norm()).abs() <= allowed && allowed < 1e-11, "{before:?} {after:?}");
        let axis = angular.normalized();
        assert!((before - after).dot(axis).abs() <= allowed);
    }
}

#[test]
fn points_bend_no_more_than_promised_about_far_pivots() {
    let mut random = Random(24);
    for _ in 0..500 {
        let start = pose(&mut random);
        let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
        let path = LinearMotion::about(vector(20.0), start, vector(3.0), vector(4.0)).unwrap();
        let (p, n, t, h) = (vector(1.0), vector(1.0).normalized(), vector(0.9).x.abs(), 1e-4);
        let x = |t: f64| n.dot(path.pose_at(t).point(p));
        let second = (x(t) - 2.0 * x(t + h) + x(t + h + h)) / (h * h);
        assert!(second.abs() <= path.bend(n, p.norm()) + 1e-5, "{second}");
    }
}

#[test]
fn in_the_plane_a_screw_is_a_turn_about_a_point() {
    // A quarter turn that takes (1, 0) to (0, 1) is about the origin.
    let start = Pose2::from_translation(Vec2::new(1.0, 0.0)).unwrap();
    let end = Pose2::new(Rotor2::new(1.0, 1.0).unwrap(), Vec2::new(0.0, 1.0)).unwrap();
    let half = LinearMotion::along_screw(start, &end).unwrap().pose_at(0.5);
    let eighth = core::f64::consts::FRAC_1_SQRT_2;
    assert!((half.translation() - Vec2::new(eighth, eighth)).norm() < 1e-15);
    let line = LinearMotion::along_line(start, &end).unwrap().pose_at(0.5);
    assert!((line.translation() - Vec2::new(0.5, 0.5)).norm() < 1e-15);
}

#[test]
fn poses_are_those_of_the_rotation_vector() {
    let mut random = Random(11);
    for _ in 0..2000 {
        let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
        let (angular, linear, place, p) = (vector(20.0), vector(3.0), vector(5.0), vector(1.0));
        let turned = Rotor3::from_axis_angle(vector(1.0), 1.3).unwrap();
        let path = LinearMotion::new(Pose::new(turned, place).unwrap(), linear, angular).unwrap();
        let t = random.unit().abs();
        // Rodrigues' formula.
        let angle = angular.norm();
        let (k, r) = (angular * (1.0 / angle), path.pose_at(0.0).vector(p));
        let (sin, cos) = (t * angle).sin_cos();
        let rotated = r * cos + k.cross(r) * sin + k * (k.dot(r) * (1.0 - cos));
        let pose = path.pose_at(t);
        let allowed = 2.0 * (pose.rotation_error() * p.norm() + pose.translation_error());
        let miss = (pose.point(p) - (rotated + place + linear * t)).norm();
        assert!(miss <= allowed && allowed < 1e-13, "{miss:e} of {allowed:e}");
    }
}

#[test]
fn paths_bend_no_more_than_promised() {
    let mut random = Random(12);
    for _ in 0..500 {
        let mut vector = |scale: f64| Vec3::from_fn(|_| scale * random.unit());
        let (path, p) = (LinearMotion::new(pose(&mut Random(5)), vector(3.0), vector(9.0)).unwrap(), vector(1.0));
        let n = vector(1.0).normalized();
        let t = random.unit().abs() * 0.9;
        let h = 1e-4;
        let x = |t: f64| n.dot(path.pose_at(t).point(p));
        let second = (x(t) - 2.0 * x(t + h) + x(t + h + h)) / (h * h);
        assert!(second.abs() <= path.bend(n, p.norm()) + 1e-6, "{second}");
    }
}

#[test]
fn a_motion_that_does_not_turn_keeps_its_rotation() {
    let start = Pose::new(Rotor2::from_angle(0.7f64).unwrap(), Vec2::new(0.3, 0.4)).unwrap();
    let path = LinearMotion::new(start, Vec2::new(1.0, -2.0), 0.0).unwrap();
    assert_eq!(path.pose_at(0.5).matrix(), start.matrix());
}
