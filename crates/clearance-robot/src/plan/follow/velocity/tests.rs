use clearance::{Pose3, Vec3};

use super::*;
use crate::cell::constraint::Constraint;
use crate::cell::workcell::Workcell;
use crate::plan::testing::{arm, ball, keep, wall};

const TIP: Tip = Tip { link: 4, point: Vec3::new(0.5, 0.0, 0.0) };

/// Steps towards a point until the arm stands still or the time is over: where the tip is, and the least bound of any
/// step.
fn drive(checker: &Checker, start: [f64; 4], goal: [f64; 3], options: &VelocityOptions) -> (Vec3<f64>, f64) {
    let (mut q, mut least) = (start.to_vec(), f64::INFINITY);
    for _ in 0..300 {
        let velocity = tip_velocity(checker, &q, &TIP, goal, 0.5);
        let step = velocity_step(checker, &q, &TIP, velocity, options).unwrap();
        assert!(step.residual < 1e-9, "{}", step.residual);
        least = least.min(step.lower);
        q = step.configuration;
        if step.duration == 0.0 {
            break;
        }
    }
    (place(checker, &TIP, &q).0, least)
}

#[test]
fn every_step_is_proven_and_the_dampers_hold() {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[ball("ball", 0.3, 0.9, 0.7)]).unwrap(), keep).unwrap();
    let options = VelocityOptions::default();
    // The goal lies inside of the ball: the tip stops where the dampers do.
    let (tip, least) = drive(&checker, [0.1, 0.2, -0.3, 0.2], [0.9, 0.7, 0.0], &options);
    assert!(least > 0.9 * options.safe, "{least}");
    let left = (tip - Vec3::new(0.9, 0.7, 0.0)).norm();
    // The tip is 0.05 ahead of the end of the last bar.
    assert!(left > 0.26 && left < 0.6, "{left}");
}

#[test]
fn a_free_goal_is_reached() {
    let robot = arm();
    let checker =
        Checker::with_pairs(&Workcell::new(&robot, &[wall("wall", [0.05, 0.4, 0.4], -1.0, 0.0)]).unwrap(), keep)
            .unwrap();
    let goal = [1.1, 0.9, 0.0];
    let (tip, least) = drive(&checker, [0.1, 0.2, 0.4, 0.2], goal, &VelocityOptions::default());
    assert!((tip - Vec3::from(goal)).norm() < 0.01 && least > 0.0);
}

#[test]
fn a_base_without_limits_drives_as_far_as_it_has_to() {
    let robot = arm().on_base(crate::Base::Planar, "base", "floor").unwrap();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[]).unwrap(), keep).unwrap();
    // The world and two links of the base come before the links of the arm.
    let tip = Tip { link: TIP.link + 3, ..TIP };
    let options = VelocityOptions { rate: 0.7, ..VelocityOptions::default() };
    let q = [40.0, -7.0, 0.0, 0.1, 0.2, -0.3, 0.2];
    let step = velocity_step(&checker, &q, &tip, [0.5, 0.0, 0.0], &options).unwrap();
    // Beyond a limit of a metre it would come back as fast as it may.
    assert!(step.rates[0] > -0.1 && step.rates.iter().all(|rate| rate.abs() <= 0.7 + 1e-9), "{:?}", step.rates);
    assert!(step.residual < 1e-9, "{}", step.residual);
}

#[test]
fn rates_and_limits_hold() {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[]).unwrap(), keep).unwrap();
    let options = VelocityOptions { rate: 0.7, ..VelocityOptions::default() };
    let q = [2.79, 0.3, 0.5, 0.4];
    let step = velocity_step(&checker, &q, &TIP, [-9.0, -9.0, 0.0], &options).unwrap();
    assert!(step.rates.iter().all(|rate| rate.abs() <= 0.7 + 1e-9), "{:?}", step.rates);
    assert!(step.configuration[0] <= 2.8 + 1e-12);
    assert_eq!(step.duration, options.step);
}

#[test]
fn a_start_in_contact_is_refused() {
    let robot = arm();
    let checker = Checker::with_pairs(&Workcell::new(&robot, &[ball("ball", 0.3, 0.9, 0.0)]).unwrap(), keep).unwrap();
    let step = velocity_step(&checker, &[0.0; 4], &TIP, [0.1, 0.0, 0.0], &VelocityOptions::default());
    assert_eq!(step, Err(NoStep::Start));
}

#[test]
fn steps_slide_along_a_constraint_and_do_not_pass_it() {
    let robot = arm();
    let start = [0.1, 0.2, -0.3, 0.2];
    let cell = Workcell::new(&robot, &[]).unwrap();
    let from = place(&Checker::with_pairs(&cell, keep).unwrap(), &TIP, &start).0;
    // The tip stays below a plane that is 0.1 above the start.
    let top = from.y + 0.1;
    let below = Pose3::from_translation(Vec3::new(0.0, top - 1.0, 0.0)).unwrap();
    let low = Constraint::point("low", "four", TIP.point, below, [None, Some(1.0), None]);
    let kept = cell.keep(low).unwrap();
    let checker = Checker::with_pairs(&kept, keep).unwrap();
    let goal = [from.x - 0.6, from.y + 0.5, 0.0];
    let mut q = start.to_vec();
    for _ in 0..400 {
        let velocity = tip_velocity(&checker, &q, &TIP, goal, 0.5);
        let step = velocity_step(&checker, &q, &TIP, velocity, &VelocityOptions::default()).unwrap();
        assert!(step.duration > 0.0, "stands still at {q:?}");
        for k in 0..=10 {
            let at = |i: usize| q[i] + 0.1 * f64::from(k) * (step.configuration[i] - q[i]);
            assert!(place(&checker, &TIP, &[0, 1, 2, 3].map(at)).0.y < top);
        }
        q = step.configuration;
    }
    let tip = place(&checker, &TIP, &q).0;
    assert!((tip.x - goal[0]).abs() < 0.02 && tip.y > top - 0.05, "{tip:?} {goal:?} {top}");
}
