use std::sync::atomic::{AtomicBool, Ordering};

use clearance::{Rotor3, Vector};

use super::super::testing::{arm, at, ball, keep, wall};
use super::*;
use crate::cell::workcell::Workcell;

const TIP: Tip = Tip { link: 4, point: Vec3::new(0.5, 0.0, 0.0) };

#[test]
fn a_point_is_reached_with_clearance() {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[ball("ball", 0.2, 0.75, 0.1)]).unwrap(), keep).unwrap();
    let target = Target { tip: TIP, pose: at(1.3, 0.4, 0.0), oriented: false };
    let options = InverseOptions::default();
    // Straight on, the arm would pass through the ball.
    let q = inverse(&checker, &target, &[0.1, 0.1, 0.1, 0.1], &options).unwrap().unwrap();
    let (error, _) = task(&checker, &target, &q).unwrap();
    assert!(norm(&error) <= 1e-6);
    let (nearest, _) = checker.nearest(&q).unwrap().unwrap();
    assert!(nearest.bounds.lower > 0.0);
    assert_eq!(inverse(&checker, &target, &[0.1, 0.1, 0.1, 0.1], &options), Ok(Some(q)));
}

#[test]
fn axes_are_turned_too() {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[]).unwrap(), keep).unwrap();
    let turned = Rotor3::from_axis_angle(Vec3::new(0.0, 0.0, 1.0), 1.2).unwrap();
    let pose = Pose3::new(turned, Vec3::new(0.8, 0.9, 0.0)).unwrap();
    let target = Target { tip: TIP, pose, oriented: true };
    let q = inverse(&checker, &target, &[0.4; 4], &InverseOptions::default()).unwrap().unwrap();
    assert!((q.iter().sum::<f64>() - 1.2).abs() < 1e-6);
}

#[test]
fn what_is_out_of_reach_or_in_a_wall_has_no_answer() {
    let robot = arm();
    let checker =
        Checker::with_pairs(&Workcell::new(&robot, &[wall("wall", [0.3, 0.3, 0.3], 1.2, 0.4)]).unwrap(), keep).unwrap();
    let options = InverseOptions { starts: 5, ..InverseOptions::default() };
    let ask = |pose| inverse(&checker, &Target { tip: TIP, pose, oriented: false }, &[0.2; 4], &options);
    assert_eq!(ask(at(2.3, 0.0, 0.0)), Ok(None));
    assert_eq!(ask(at(1.2, 0.4, 0.0)), Ok(None));
}

#[test]
fn a_guess_that_is_no_configuration_is_refused_and_one_beyond_limits_is_brought_within() {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[]).unwrap(), keep).unwrap();
    let options = InverseOptions::default();
    let ask = |pose, guess: &[f64]| inverse(&checker, &Target { tip: TIP, pose, oriented: false }, guess, &options);
    let refusal = |guess: &[f64]| ask(at(1.3, 0.4, 0.0), guess).unwrap_err().to_string();
    assert_eq!(refusal(&[0.2; 3]), "guess: expected 4 joint values, got 3");
    assert_eq!(
        refusal(&[0.2, f64::NAN, 0.2, 0.2]),
        r#"guess: the value of joint "j1" must be within 1e6 of zero, got NaN"#
    );
    // The tip is at the target already, but joint 0 is beyond 2.8.
    let beyond = [3.1, 0.2, 0.3, 0.4];
    let tip = checker.tip_place(&TIP, &beyond);
    let found = ask(at(tip[0], tip[1], tip[2]), &beyond).unwrap().unwrap();
    assert!(found.iter().all(|value| value.abs() <= 2.8) && (checker.tip_place(&TIP, &found) - tip).norm() <= 1e-6);
}

#[test]
fn a_search_that_is_stopped_finds_nothing() {
    let (robot, stop) = (arm(), AtomicBool::new(true));
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[ball("ball", 0.2, 0.75, 0.1)]).unwrap(), keep)
        .unwrap()
        .until(&stop);
    let target = Target { tip: TIP, pose: at(1.3, 0.4, 0.0), oriented: false };
    let ask = || inverse(&checker, &target, &[0.1; 4], &InverseOptions::default()).unwrap();
    assert_eq!(ask(), None);
    stop.store(false, Ordering::Relaxed);
    assert!(ask().is_some());
}
