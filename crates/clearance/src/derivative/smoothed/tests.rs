use super::*;
use crate::math::{Pose3, Rotor3, Vec3};
use crate::query::{Twist, distance, smoothed_distance};
use crate::shape::Axial;
use crate::shape::{Ball, Cuboid, Cylinder, Ellipsoid, Shape3};

fn bodies() -> [Shape3<f64>; 4] {
    [
        Cuboid::from_half_extents(Vec3::new(1.0, 0.5, 0.75)).unwrap().into(),
        Ball::new(0.75).unwrap().into(),
        Cylinder::along(Axial { radius: 0.5, half_length: 1.0, axis: 2 }).unwrap().into(),
        Ellipsoid::from_radii(Vec3::new(1.0, 0.5, 1.25)).unwrap().into(),
    ]
}

fn turned(angle: f64, height: f64) -> Pose3<f64> {
    Pose3::new(Rotor3::from_axis_angle(Vec3::new(1.0, 2.0, 0.25), angle).unwrap(), Vec3::new(0.25, 0.125, height))
        .unwrap()
}

#[test]
fn the_bias_is_within_its_bound_for_all_bodies() {
    for a in &bodies() {
        for b in &bodies() {
            for (angle, height) in [(0.0, 2.5), (0.7, 3.25), (2.0, 6.0), (1.0, 1.5)] {
                let pose = turned(angle, height);
                let d = distance(a, b, &pose).signed_distance;
                let found = smoothed_distance(a, b, &pose, 0.25);
                let most = (d * d + 0.0625f64).sqrt();
                assert!(found.gap < 1e-7 && d <= found.distance + 1e-14, "{found:?} {d}");
                assert!(found.distance <= most + found.gap + 1e-14, "{found:?} {most}");
            }
        }
    }
}

#[test]
fn the_gradient_is_continuous_where_faces_turn_through_parallel() {
    let cube = Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 1.0)).unwrap();
    let slope = |angle: f64| {
        let turn = Rotor3::from_axis_angle(Vec3::new(1.0, 0.0, 0.0), angle).unwrap();
        let pose = Pose3::new(turn, Vec3::new(0.25, 0.5, 3.0)).unwrap();
        smoothed_distance(&cube, &cube, &pose, 0.5).gradient(pose.translation()).angular.x
    };
    // The distance itself turns from 1 to -0.5 there: the pairs at y = 1 and at y = -0.5 above B's centre at 0.5.
    let (below, here, above) = (slope(-1e-4), slope(0.0), slope(1e-4));
    assert!((below - here).abs() < 0.01 && (above - here).abs() < 0.01, "{below} {here} {above}");
}

#[test]
fn the_gradient_is_that_of_differences() {
    let [a, _, b, _] = bodies();
    let pose = turned(0.8, 2.5);
    let found = smoothed_distance(&a, &b, &pose, 0.5);
    let slope = found.gradient(Vec3::ZERO);
    for i in 0..3 {
        let step = 1e-5;
        let moved = |t: f64| {
            let pose = Pose3::new(pose.rotor(), pose.translation() + Vec3::axis(i) * t).unwrap();
            smoothed_distance(&a, &b, &pose, 0.5).distance
        };
        let expected = (moved(step) - moved(-step)) / (2.0 * step);
        let twist = Twist { about: Vec3::ZERO, linear: Vec3::axis(i), angular: Vec3::ZERO };
        assert!((slope.along(&twist) - expected).abs() < 1e-6, "{i}: {slope:?} {expected}");
    }
}
