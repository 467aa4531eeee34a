//! Groups: what is not in one stands still to the bit, in plans, inverse kinematics, regions, roadmaps and steps.

use clearance::{Ball, Capsule, Pose3, Vec3, Vector};
use clearance_robot::edge::Checker;
use clearance_robot::plan::{
    Goal, InverseOptions, PlanOptions, Potential, Target, Tip, TipPath, VelocityOptions, follow, inverse, velocity_step,
};
use clearance_robot::random::Random;
use clearance_robot::range::{JointBox, RangeOfMotion};
use clearance_robot::region::{Foreign, GrowOptions, Polytope};
use clearance_robot::roadmap::Roadmap;
use clearance_robot::{JointKind, JointSpec, LinkShape, Obstacle, Robot, RobotClearance, Srdf, Workcell};

/// Two planar arms of three joints, side by side, each with a finger that slides at its tip.
fn two_arms() -> Robot {
    let along = |x: f64, y: f64| Pose3::from_xyz(x, y, 0.0).unwrap();
    let bar = || {
        let shape = Capsule::between(Vec3::new(0.1, 0.0, 0.0), Vec3::new(0.4, 0.0, 0.0), 0.03).unwrap();
        vec![LinkShape::new(shape, Pose3::IDENTITY)]
    };
    let mut builder = Robot::builder("two arms").link("base", vec![]);
    for (side, y) in [("left", 0.45), ("right", -0.45)] {
        let name = |what: &str| format!("{side}_{what}");
        let links = ["base".to_string(), name("upper"), name("lower"), name("wrist")];
        for i in 1..4 {
            let at = if i == 1 { along(0.0, y) } else { along(0.5, 0.0) };
            let kind = JointKind::Revolute;
            let joint = JointSpec::new(name(&format!("j{i}")), kind, links[i - 1].clone(), links[i].clone());
            let joint = joint.axis(Vec3::new(0.0, 0.0, 1.0)).limited(-2.5, 2.5).at(at);
            builder = builder.link(links[i].clone(), bar()).joint(joint);
        }
        let tip = vec![LinkShape::new(Ball::new(0.04).unwrap(), Pose3::IDENTITY)];
        let grip = JointSpec::new(name("grip"), JointKind::Prismatic, links[3].clone(), name("finger"));
        let grip = grip.axis(Vec3::new(1.0, 0.0, 0.0)).limited(0.0, 0.08).at(along(0.5, 0.0));
        builder = builder.link(name("finger"), tip).joint(grip);
    }
    builder.build().unwrap()
}

/// The left arm without its finger.
const ARM: &str = "left_j1,left_j2,left_j3";

fn post(name: &str, x: f64, y: f64) -> Obstacle {
    Obstacle::new(name, Ball::new(0.12).unwrap(), Pose3::from_xyz(x, y, 0.0).unwrap())
}

fn cell() -> Workcell {
    Workcell::new(two_arms(), &[post("ahead", 1.0, 0.7), post("aside", 0.2, 1.3)]).unwrap()
}

/// Values of what the left arm leaves, no two alike and none of them round.
const OTHERS: [f64; 8] = [0.0, 0.0, 0.0, 0.1 * 0.7, -0.37, 0.3, 0.1, 1.0 / 30.0];

fn whole(cell: &Workcell, values: [f64; 3]) -> Vec<f64> {
    cell.robot().group(ARM).unwrap().whole(&values, &OTHERS)
}

/// Whether everything but the left arm is as it should be, to the bit.
fn stands(q: &[f64]) -> bool {
    q.len() == 8 && (3..8).all(|i| q[i].to_bits() == OTHERS[i].to_bits())
}

#[test]
fn plans_of_a_group_leave_all_other_joints_to_the_bit_and_are_proven() {
    let cell = cell();
    let arm = cell.with_group(cell.robot().group(ARM).unwrap());
    let (checker, mut clearance) = (Checker::new(&arm).unwrap(), RobotClearance::new(&arm).unwrap());
    let mut random = Random::new(540);
    let (mut found, mut bends) = (0, 0);
    for seed in 0..60 {
        let ends = [(); 2].map(|()| {
            let values = [(); 3].map(|()| random.between(-2.5, 2.5));
            whole(&cell, values)
        });
        if ends.iter().any(|q| clearance.collides(q).unwrap() != Some(false)) {
            continue;
        }
        let options = PlanOptions { seed, max_iterations: 20_000, ..PlanOptions::default() };
        let Ok(mut plan) = checker.plan(&ends[0], &Goal::at(ends[1].clone()), &options).unwrap() else { continue };
        assert!(plan.plan.path.iter().all(|q| stands(q)), "seed 540: {:?}", plan.plan.path);
        // The cell without the group is another view of the same robot and world.
        assert_eq!(plan.certify(&checker).unwrap().verify(&cell).unwrap(), plan.lower);
        found += 1;
        bends += usize::from(plan.plan.path.len() > 2);
    }
    assert!(found > 10 && bends > 3, "{found} {bends}");
}

#[test]
fn without_the_group_a_tip_is_reached_by_all_joints() {
    let cell = cell();
    let tip = Tip { link: cell.robot().link_named("left_finger").unwrap(), point: Vec3::ZERO };
    let pose = Pose3::from_xyz(1.1, 0.05, 0.0).unwrap();
    let target = Target { tip, pose, oriented: false };
    let guess = whole(&cell, [0.3, -0.9, 0.4]);
    let ask = |cell: &Workcell| {
        let checker = Checker::new(cell).unwrap();
        let found = inverse(&checker, &target, &guess, &InverseOptions::default()).unwrap().unwrap();
        let miss = (checker.tip_place(&target.tip, &found) - pose.translation()).norm();
        assert!(miss <= 1e-6, "{miss:e}");
        found
    };
    assert!(!stands(&ask(&cell)));
    assert!(stands(&ask(&cell.with_group(cell.robot().group(ARM).unwrap()))));
    // A plan to the pose, of the other arm's joints, does not lead anywhere.
    let other = cell.with_group(cell.robot().group("right_j1,right_j2,right_j3").unwrap());
    let few = InverseOptions { starts: 3, ..InverseOptions::default() };
    assert_eq!(inverse(&Checker::new(&other).unwrap(), &target, &guess, &few).unwrap(), None);
}

#[test]
fn a_goal_in_which_another_joint_moves_is_refused_by_name() {
    let cell = cell();
    let arm = cell.with_group(cell.robot().group(ARM).unwrap());
    let start = whole(&cell, [0.2, 0.4, -0.3]);
    let mut goal = whole(&cell, [0.5, 0.3, -0.3]);
    goal[7] = 0.05;
    let refused = Checker::new(&arm).unwrap().plan(&start, &Goal::at(goal), &PlanOptions::default()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "joint \"right_grip\" stands at 0.03333333333333333, since it is not in the group \"left_j1,left_j2,left_j3\", \
         got 0.05"
    );
}

#[test]
fn passive_joints_stand_without_a_group() {
    let passive = Srdf { passive: vec!["right_grip".into()], ..Srdf::default() };
    let cell = Workcell::new(two_arms().with_srdf(passive), &[]).unwrap();
    let checker = Checker::new(&cell).unwrap();
    let (start, mut goal) = (whole(&cell, [0.2, 0.4, -0.3]), whole(&cell, [0.5, 0.3, -0.3]));
    let ask = |goal: &[f64]| checker.plan(&start, &Goal::at(goal.to_vec()), &PlanOptions::default());
    assert!(ask(&goal).unwrap().is_ok());
    goal[7] = 0.05;
    assert!(ask(&goal).unwrap_err().to_string().starts_with("joint \"right_grip\" stands at"));
}

#[test]
fn regions_of_a_group_have_one_value_of_every_other_joint() {
    let cell = cell();
    let arm = cell.with_group(cell.robot().group(ARM).unwrap());
    let (range, q) = (RangeOfMotion::new(&arm).unwrap(), whole(&cell, [-0.4, 0.3, 0.2]));
    let options = GrowOptions { polytope_cells: 4000, ..GrowOptions::default() };
    let grown = range.free_box(&q, &options).unwrap().unwrap();
    let polytope = range.free_polytope(&q, &options).unwrap().unwrap();
    let mut widest: f64 = 0.0;
    for certificate in [grown, polytope] {
        assert!(certificate.verify(&cell).unwrap() > 0.0);
        let sides = certificate.subject.sides();
        assert!((3..8).all(|i| sides[i].map(f64::to_bits) == [OTHERS[i].to_bits(); 2]), "{sides:?}");
        assert!(sides[..3].iter().all(|[low, high]| low < high), "{sides:?}");
        let rows = certificate.subject.rows().0;
        assert!(rows.iter().all(|row| row[3..].iter().all(|a| *a == 0.0)), "{rows:?}");
        widest = widest.max(sides[0][1] - sides[0][0]);
    }
    assert!(widest > 0.1, "{widest}");
    // A region of another program, in the group's joints.
    let limits =
        JointBox::of_sides(cell.robot(), cell.robot().rest_at(&q).of_group(arm.group().unwrap(), cell.robot()).sides());
    let row = |i: usize, sign: f64| (0..8).map(|k| if k == i { sign } else { 0.0 }).collect::<Vec<f64>>();
    let a = (0..3).flat_map(|i| [row(i, 1.0), row(i, -1.0)]).collect();
    let b = (0..3).flat_map(|i| [q[i] + 0.02, 0.02 - q[i]]).collect();
    let cube = Polytope::new(a, b, 8).unwrap();
    let few = GrowOptions { samples: 200, ..GrowOptions::default() };
    let found = range.check_polytope(&cube, &limits.unwrap(), &few).unwrap();
    let Foreign::Proven(found) = found else { panic!("{found:?}") };
    assert!(found.verify(&cell).unwrap() > 0.0);
}

#[test]
fn roadmaps_of_a_group_lead_around_a_post() {
    let cell = cell();
    let arm = cell.with_group(cell.robot().group(ARM).unwrap());
    let (start, goal) = (whole(&cell, [-0.2, 0.3, 0.2]), whole(&cell, [1.7, -0.3, -0.4]));
    let plan = Checker::new(&arm).unwrap().plan(&start, &Goal::at(goal.clone()), &PlanOptions::default());
    let plan = plan.unwrap().unwrap().plan;
    let path = plan.path.clone();
    let range = RangeOfMotion::new(&arm).unwrap();
    let mut roadmap = Roadmap::default();
    let options = GrowOptions { polytope_cells: 3000, ..GrowOptions::default() };
    let (added, left) = roadmap.cover(&range, &path, &options).unwrap();
    assert!(added > 1 && left.is_none(), "{added} {left:?}");
    let route = roadmap.route(&start, &goal).unwrap();
    assert!(route.path.iter().all(|q| stands(q)), "{:?}", route.path);
    // Random steps of the arm alone shorten what the links between regions give.
    assert!(route.length() < plan.length(), "{} {}", route.length(), plan.length());
}

#[test]
fn steps_of_tips_move_the_group_only() {
    let cell = cell();
    let arm = cell.with_group(cell.robot().group(ARM).unwrap());
    let checker = Checker::new(&arm).unwrap();
    let tip = Tip { link: cell.robot().link_named("left_finger").unwrap(), point: Vec3::ZERO };
    let mut q = whole(&cell, [0.2, 0.4, -0.3]);
    let path = TipPath { stages: vec![(Vec3::new(-0.1, -0.1, 0.0), 0.5)] };
    let run = follow(&checker, &tip, &path, &q, &Potential::default()).unwrap();
    assert!(run.configurations.iter().all(|q| stands(q)));
    assert!((run.tips[run.tips.len() - 1] - run.tips[0]).norm() > 0.06);
    let before = checker.tip_place(&tip, &q);
    for _ in 0..20 {
        q = velocity_step(&checker, &q, &tip, [-0.2, 0.0, 0.0], &VelocityOptions::default()).unwrap().configuration;
        assert!(stands(&q), "{q:?}");
    }
    assert!((checker.tip_place(&tip, &q) - before).norm() > 0.06);
}

#[test]
fn repairs_of_paths_move_the_group_only() {
    let cell = cell();
    let arm = cell.with_group(cell.robot().group(ARM).unwrap());
    let checker = Checker::new(&arm).unwrap();
    let mut clearance = RobotClearance::new(&arm).unwrap();
    let mut random = Random::new(541);
    let mut repaired = 0;
    for _ in 0..200 {
        let path = [(); 3].map(|()| whole(&cell, [(); 3].map(|()| random.between(-1.5, 1.5))));
        let found = checker.repair(&path, 0.0, &mut clearance).unwrap();
        assert!(found.path.iter().all(|q| stands(q)), "seed 541: {:?}", found.path);
        repaired += usize::from(found.free && !found.repairs.is_empty());
    }
    assert!(repaired > 5, "{repaired}");
}
