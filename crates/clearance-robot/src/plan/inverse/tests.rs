use clearance::Rotor3;

use super::super::testing::{arm, at, ball, keep, wall};
use super::*;

const TIP: Tip = Tip { link: 4, point: Vec3::new(0.5, 0.0, 0.0) };

#[test]
fn a_point_is_reached_with_clearance() {
    let robot = arm();
    let checker = Checker::with_pairs(&robot, &[ball("ball", 0.2, 0.75, 0.1)], keep).unwrap();
    let target = Target { tip: TIP, pose: at(1.3, 0.4, 0.0), oriented: false };
    let options = InverseOptions::default();
    // Straight on, the arm would pass through the ball.
    let q = inverse(&checker, &target, &[0.1, 0.1, 0.1, 0.1], &options).unwrap();
    let (error, _) = task(&checker, &target, &q).unwrap();
    assert!(norm(&error) <= 1e-6);
    let (nearest, _) = checker.nearest(&q).unwrap().unwrap();
    assert!(nearest.bounds.lower > 0.0);
    assert_eq!(inverse(&checker, &target, &[0.1, 0.1, 0.1, 0.1], &options), Some(q));
}

#[test]
fn axes_are_turned_too() {
    let robot = arm();
    let checker = Checker::with_pairs(&robot, &[], keep).unwrap();
    let turned = Rotor3::from_axis_angle(Vec3::new(0.0, 0.0, 1.0), 1.2).unwrap();
    let pose = Pose3::new(turned, Vec3::new(0.8, 0.9, 0.0)).unwrap();
    let q =
        inverse(&checker, &Target { tip: TIP, pose, oriented: true }, &[0.4; 4], &InverseOptions::default()).unwrap();
    assert!((q.iter().sum::<f64>() - 1.2).abs() < 1e-6);
}

#[test]
fn what_is_out_of_reach_or_in_a_wall_has_no_answer() {
    let robot = arm();
    let checker = Checker::with_pairs(&robot, &[wall("wall", [0.3, 0.3, 0.3], 1.2, 0.4)], keep).unwrap();
    let options = InverseOptions { starts: 5, ..InverseOptions::default() };
    let ask = |pose| inverse(&checker, &Target { tip: TIP, pose, oriented: false }, &[0.2; 4], &options);
    assert_eq!(ask(at(2.3, 0.0, 0.0)), None);
    assert_eq!(ask(at(1.2, 0.4, 0.0)), None);
}
