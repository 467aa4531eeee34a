//! Poses of angles against what no rounding of theirs can change, and against what it can.

use crate::query::{Pair, Proximity, Status, intersects};
use crate::shape::Axial;
use crate::shape::{Capsule, Cuboid, Shape3};
use crate::{Accuracy, Options, Pose3, Vec3, Vector};

const QUARTER: f64 = core::f64::consts::FRAC_PI_2;

fn asked(a: (&Shape3<f64>, &Pose3<f64>), b: (&Shape3<f64>, &Pose3<f64>), accuracy: Accuracy) -> Proximity<Vec3<f64>> {
    Pair::in_world(a, b).options(Options { accuracy, ..Options::default() }).signed_distance()
}

fn table() -> Shape3<f64> {
    Cuboid::from_half_extents(Vec3::new(1.0, 1.5, 0.5)).unwrap().into()
}

#[test]
fn a_body_that_is_turned_about_the_contact_normal_stays_in_contact() {
    let tray: Shape3<f64> = Cuboid::from_half_extents(Vec3::new(0.25, 0.75, 0.125)).unwrap().into();
    let bar: Shape3<f64> = Capsule::along(Axial { radius: 0.125, half_length: 4.0, axis: 0 }).unwrap().into();
    for (yaw_a, yaw_b) in [(0.0, 0.7), (-1e7, 0.3), (1e200, -2.5)] {
        let at = Pose3::from_rpy([0.0, 0.0, yaw_a], Vec3::new(5.0, -3.0, 0.25)).unwrap();
        let on = Pose3::from_rpy([0.0, 0.0, yaw_b], Vec3::new(5.5, -3.25, 0.875)).unwrap();
        for body in [&tray, &bar] {
            for accuracy in [Accuracy::Rounded, Accuracy::Tight, Accuracy::Exact] {
                let found = asked((&table(), &at), (body, &on), accuracy);
                assert_eq!(
                    (found.status, found.proven, found.signed_distance),
                    (Status::Touching, true, 0.0),
                    "{yaw_b}"
                );
            }
        }
    }
}

#[test]
fn two_crossing_bars_touch_at_all_angles() {
    let bar: Shape3<f64> = Capsule::along(Axial { radius: 0.25, half_length: 4.0, axis: 0 }).unwrap().into();
    let [below, above] =
        [(0.2, 0.0), (1.9, 0.5)].map(|(yaw, z)| Pose3::from_rpy([0.0, 0.0, yaw], Vec3::new(0.125, 0.25, z)).unwrap());
    let found = asked((&bar, &below), (&bar, &above), Accuracy::Rounded);
    assert_eq!((found.status, found.proven), (Status::Touching, true), "{found:?}");
}

#[test]
fn a_quarter_turn_by_a_float_is_none() {
    // The float is 6.12e-17 short of π/2, which lowers the edge at 0.4 by 2.45e-17.
    let tray: Shape3<f64> = Cuboid::from_half_extents(Vec3::new(0.3, 0.25, 0.4)).unwrap().into();
    let on = Pose3::from_rpy([QUARTER, 0.0, 0.0], Vec3::new(0.5, 0.25, 0.75)).unwrap();
    for accuracy in [Accuracy::Rounded, Accuracy::Tight, Accuracy::Exact] {
        let found = asked((&table(), &Pose3::IDENTITY), (&tray, &on), accuracy);
        assert!((found.status, found.proven) == (Status::Overlapping, true) && found.bounds.width() < 1e-30);
        assert!((found.signed_distance + 0.4 * 6.123233995736766e-17).abs() < 1e-31, "{found:?}");
    }
}

#[test]
fn a_contact_that_hangs_on_the_last_bit_of_an_angle_is_undecided() {
    // A corner that touches a wall at π/4 would need a root; at the angle whose sine it is, only one rotation touches.
    let [sine, cosine] = crate::math::sine_cosine(0.25).map(|part| part.value());
    let (sin, cos) = (2.0 * sine * cosine, 1.0 - 2.0 * sine * sine);
    let tile: Shape3<f64> = Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 1.0)).unwrap().into();
    let wall: Shape3<f64> = Cuboid::from_half_extents(Vec3::new(0.5, 8.0, 8.0)).unwrap().into();
    let turned = Pose3::from_rpy([0.0, 0.0, 0.5], Vec3::ZERO).unwrap();
    // Rounded, so apart or overlapping by about 10⁻¹⁶: decided.
    let beside = Pose3::from_translation(Vec3::new(0.5 + (sin + cos), 0.0, 0.0)).unwrap();
    let found = asked((&tile, &turned), (&wall, &beside), Accuracy::Rounded);
    assert!(found.proven && found.signed_distance.abs() < 1e-15, "{found:?}");
    // About its own corner, which lies where the wall begins, the tile overlaps or not by the sign of the angle alone.
    for (yaw, status) in [(1e-12, Status::Overlapping), (0.0, Status::Touching)] {
        let turned = Pose3::from_rpy([0.0, 0.0, yaw], Vec3::new(-1.0, 0.0, 0.0)).unwrap();
        let found = asked(
            (&tile, &turned),
            (&wall, &Pose3::from_translation(Vec3::new(0.5, 0.0, 0.0)).unwrap()),
            Accuracy::Exact,
        );
        assert_eq!((found.status, found.proven), (status, true), "{yaw}");
    }
}

#[test]
fn what_is_undecided_may_intersect() {
    // A vertex on the axis of a turn about no coordinate axis: heights change with the rounded axis.
    let spike: Shape3<f64> = crate::Segment::new(Vec3::ZERO, Vec3::new(0.0, 0.0, 1.0)).unwrap().into();
    let pose = Pose3::from_axis_angle(Vec3::new(1.0, 2.0, 3.0), 0.0, Vec3::new(0.0, 0.0, 0.5)).unwrap();
    let found = asked((&table(), &Pose3::IDENTITY), (&spike, &pose), Accuracy::Rounded);
    assert_eq!((found.status, found.proven), (Status::Touching, true));
    let turned = Pose3::from_axis_angle(Vec3::new(0.1, 0.2, 0.3), 1e-3, Vec3::new(0.0, 0.0, 0.5)).unwrap();
    let found = asked((&table(), &Pose3::IDENTITY), (&spike, &turned), Accuracy::Rounded);
    assert_eq!((found.status, found.proven), (Status::Undecided, false), "{found:?}");
    assert!(found.bounds.contains(0.0) && found.bounds.width() < 1e-29);
    assert!(intersects(&table(), &spike, &turned));
}
