//! Contact that is allowed until a height, against dense samples of where a cup is and what it overlaps.

use clearance::{Cuboid, Pose3, Rotor3, Vec3, Vector};
use clearance_robot::certificate::{Certificate, Subject, TaskStep};
use clearance_robot::edge::Found;
use clearance_robot::plan::{Goal, PlanOptions, Target, Tip};
use clearance_robot::random::Random;
use clearance_robot::task::{Task, Until};
use clearance_robot::timing::TimingOptions;
use clearance_robot::{ConstraintKind, JointKind, JointSpec, Obstacle, RateLimits, Robot, Workcell};

const SEED: u64 = 0x5a11;

/// The cup has its middle at the hand, and its bottom 0.06 below.
const CUP: Vec3<f64> = Vec3 { x: 0.03, y: 0.02, z: 0.06 };

/// Where the tops of shelf and table are, and how large these are.
const TOPS: [(&str, [f64; 3], f64); 2] = [("shelf", [0.0, 0.0, 0.4], 0.2), ("table", [1.0, 0.5, 0.1], 0.3)];

const UP: Vec3<f64> = Vec3 { x: 0.0, y: 0.0, z: 1.0 };

/// A gantry with a hand that turns about z, and a cup on a shelf that overlaps it by some depth.
fn cell(depth: f64) -> Workcell {
    let slide = |parent: &str, child: &str, axis: usize| {
        let joint = JointSpec::new(child, JointKind::Prismatic, parent, child).axis(Vec3::axis(axis));
        joint.limited(-2.0, 2.0)
    };
    let turn = JointSpec::new("hand", JointKind::Continuous, "z", "hand").axis(UP);
    let links = ["base", "x", "y", "z", "hand"].into_iter();
    let builder = links.fold(Robot::builder("gantry"), |builder, name| builder.link(name, vec![]));
    let robot = builder.joint(slide("base", "x", 0)).joint(slide("x", "y", 1)).joint(slide("y", "z", 2)).joint(turn);
    let cuboid = |half: Vec3<f64>| Cuboid::from_half_extents(half).unwrap();
    let at = |x: f64, y: f64, z: f64| Pose3::from_xyz(x, y, z).unwrap();
    let boards = TOPS
        .map(|(name, [x, y, z], half)| Obstacle::new(name, cuboid(Vec3::new(half, half, 0.05)), at(x, y, z - 0.05)));
    let post = Obstacle::new("post", cuboid(Vec3::new(0.05, 0.5, 0.4)), at(0.5, 0.25, 0.4));
    let cup = Obstacle::new("cup", cuboid(CUP), at(0.0, 0.0, standing(0, depth)));
    Workcell::new(robot.build().unwrap(), &[cup, post, boards[0].clone(), boards[1].clone()]).unwrap()
}

/// How high the hand is where the cup overlaps a board by a depth.
fn standing(board: usize, depth: f64) -> f64 {
    TOPS[board].1[2] + CUP.z - depth
}

/// The depth to which the cup certainly overlaps a board of 0.1: with the column of its radius about its axis. Below
/// zero where that is above, below or beside the board.
fn overlap(q: &[f64], board: usize) -> f64 {
    let (_, [x, y, z], half) = TOPS[board];
    let beside = |at: f64, middle: f64| ((at - middle).abs() - half).max(0.0);
    let is_beside = beside(q[0], x).hypot(beside(q[1], y)) >= CUP.x.min(CUP.y);
    if is_beside { -1.0 } else { (z - (q[2] - CUP.z)).min(q[2] + CUP.z - (z - 0.1)) }
}

/// All configurations of the motions of a task at dense samples, each with the stands that are near the motion.
fn samples(task: &Task) -> Vec<Vec<f64>> {
    let mut all = Vec::new();
    for step in task.steps() {
        let TaskStep::Motion(motion) = step else { continue };
        let Subject::Path { points, .. } = &motion.subject else { panic!() };
        for ends in points.windows(2) {
            let x = |k: u32| f64::from(k) / 64.0;
            let at = |x: f64| ends[0].iter().zip(&ends[1]).map(|(a, b)| a + x * (b - a)).collect();
            all.extend((0..=64).map(|k| at(x(k))));
        }
    }
    all
}

/// Holds the cup, which may touch both boards until a height.
fn held(depth: f64, allowed: f64, height: f64) -> Task {
    let cell = cell(depth);
    let mut task = Task::new(&cell, &[0.0, 0.0, standing(0, depth), 0.0]).unwrap();
    task.attach("cup", "hand", &[]).unwrap();
    for (board, ..) in TOPS {
        task.allow_until("cup", board, Some(allowed), Until { height, up: UP }).unwrap();
    }
    task
}

fn names(steps: &[TaskStep]) -> Vec<&str> {
    steps.iter().map(TaskStep::name).collect()
}

#[test]
fn a_contact_is_below_the_height_in_every_sample_of_random_plans() {
    let mut random = Random::new(SEED);
    let [mut touching, mut plans] = [0u32; 2];
    for trial in 0..40 {
        let (height, depth) = (random.between(0.004, 0.08), random.between(1e-6, 0.002));
        let down = random.between(1e-6, 0.9 * depth);
        let mut task = held(down, depth, height);
        let begin = task.at().to_vec();
        let mut spot = |board: usize, depth: f64| {
            let (_, [x, y, _], half) = TOPS[board];
            let mut near = |at: f64| random.between(at - 0.8 * half, at + 0.8 * half);
            vec![near(x), near(y), standing(board, depth), random.between(-2.0, 2.0)]
        };
        // From the shelf to the table, along the table, and back above the shelf.
        let goals = [spot(1, down), spot(1, 0.5 * down), spot(0, -0.2)];
        let mut stands = vec![begin.clone()];
        for goal in goals {
            let options = PlanOptions { seed: trial, ..PlanOptions::default() };
            let done = task.plan(&Goal::at(goal.clone()), &options).unwrap();
            let at = task.at();
            assert!(
                done.is_ok(),
                "seed {SEED:#x}, trial {trial}: {done:?}, {at:?} to {goal:?}, {height} {depth} {down}"
            );
            stands.push(task.at().to_vec());
            assert!((0..3).all(|i| task.at()[i] == goal[i]));
            plans += 1;
        }
        for q in samples(&task) {
            let deepest = overlap(&q, 0).max(overlap(&q, 1));
            if deepest > 0.0 {
                touching += 1;
                let near = |stand: &Vec<f64>| {
                    let aside = (q[0] - stand[0]).abs().max((q[1] - stand[1]).abs());
                    q[2] - stand[2] < height && q[2] - stand[2] > -0.25 * height && aside < 0.43 * height
                };
                assert!(deepest < depth && stands.iter().any(near), "seed {SEED:#x}, trial {trial}: {q:?}");
            }
        }
        // The certificate says so, for the cell at the start.
        let certificate = task.certificate().unwrap();
        assert_eq!(certificate.verify(&cell(down)).unwrap(), task.lower());
        assert!(task.lower() > -depth && task.lower() <= 0.0);
    }
    assert!(plans == 120 && touching > 1000, "{plans} {touching}");
}

#[test]
fn the_certificate_has_a_tube_for_each_contact_and_no_step_of_it_can_be_left_out() {
    let mut task = held(0.0005, 0.001, 0.02);
    task.plan(&Goal::at(vec![1.1, 0.5, standing(1, 0.0002), 0.4]), &PlanOptions::default()).unwrap().unwrap();
    let certificate = task.certificate().unwrap();
    let around = ["allow", "keep", "motion", "relax", "forbid"];
    let expected = [&["attach", "forbid", "forbid"][..], &around, &["motion"], &around].concat();
    assert_eq!(names(certificate.subject.steps()), expected);
    let TaskStep::Keep(tube) = &certificate.subject.steps()[4] else { panic!() };
    assert_eq!((tube.name.as_str(), tube.link.as_str()), ("cup stands on shelf", "cup"));
    // Its box is of the origin of the cup: from a quarter of the height below where it stands to the height above.
    let ConstraintKind::Point { point: Vec3::ZERO, pose, half } = tube.kind else { panic!() };
    let half = half.map(Option::unwrap);
    let along = pose.vector(Vec3::axis(0)).z;
    let [low, high] = [-1.0, 1.0].map(|end| pose.translation().z + end * half[0] - standing(0, 0.0005));
    assert!((low + 0.005).abs() < 1e-12 && (high - 0.02).abs() < 1e-12 && (along - 1.0).abs() < 1e-12);
    assert!((half[1] - 0.006).abs() < 1e-12 && (half[2] - 0.006).abs() < 1e-12);
    let first = cell(0.0005);
    let changed = |change: &dyn Fn(&mut Vec<TaskStep>)| {
        let mut other = certificate.clone();
        let Subject::Task { steps, .. } = &mut other.subject else { panic!() };
        change(steps);
        let text = other.to_line("changed");
        Certificate::read(&text).unwrap().verify(&first).map(|_| ()).unwrap_err().to_string()
    };
    // But for the last motion, and what follows it.
    for left_out in 3..=10 {
        let why = changed(&|steps| drop(steps.remove(left_out)));
        assert!(why.contains("step "), "{left_out}: {why}");
    }
    // The free stretch is not proven where the contact is still allowed, nor that of the lift in a smaller tube.
    assert!(changed(&|steps| steps.swap(7, 8)).contains("margins"));
    let smaller = changed(&|steps| {
        let stand = Vec3::new(0.0, 0.0, standing(0, 0.0005));
        let ends = [stand, stand + UP * 0.01];
        let tube = clearance_robot::Constraint::tube("cup stands on shelf", "cup", Vec3::ZERO, ends, 0.01).unwrap();
        steps[4] = TaskStep::Keep(tube);
    });
    assert!(smaller.contains("the certificate is about another list of constraints"), "{smaller}");
}

#[test]
fn straight_motions_and_lines_are_cut_where_the_height_is_reached() {
    let mut task = held(0.0005, 0.001, 0.02);
    let [x, y, z, turn] = [0, 1, 2, 3].map(|i| task.at()[i]);
    let found = task.follow(&[vec![x, y, z + 0.3, turn], vec![x + 0.1, y, z + 0.3, turn]]).unwrap();
    assert!(found.is_free(), "{found:?}");
    assert_eq!(names(&task.steps()[3..]), ["allow", "keep", "motion", "relax", "forbid", "motion"]);
    // Down again, within the depth and beyond it: that motion changes nothing.
    assert!(task.follow(&[vec![x + 0.1, y, z - 0.0002, turn]]).unwrap().is_free());
    let before = task.steps().len();
    assert_eq!(names(&task.steps()[9..]), ["motion", "allow", "keep", "motion", "relax", "forbid"]);
    let found = task.follow(&[vec![x + 0.1, y, z + 0.1, turn], vec![x + 0.1, y, z - 0.001, turn]]).unwrap();
    assert!(matches!(found, Found::Hit(_)) && task.steps().len() == before, "{found:?}");
    // Along the shelf, farther than the tube is wide.
    let slid = task.follow(&[vec![x - 0.1, y, z, turn]]).unwrap();
    assert!(!slid.is_free() && task.steps().len() == before, "{slid:?}");
    // Straight up as a line of the hand.
    let tip = Tip { link: 4, point: Vec3::ZERO };
    let pose = Pose3::from_xyz(x + 0.1, y, z + 0.2).unwrap();
    let target = Target { tip, pose, oriented: false };
    assert!(task.line(&target, 0.01).unwrap().is_some_and(|found| found.is_free()));
    let line = ["keep", "allow", "keep", "motion", "relax", "forbid", "motion", "relax"];
    assert_eq!(names(&task.steps()[before..]), line);
    assert_eq!(task.certificate().unwrap().verify(&cell(0.0005)).unwrap(), task.lower());
}

#[test]
fn each_stretch_is_a_trajectory_from_rest_to_rest() {
    let mut task = held(0.0005, 0.001, 0.02);
    let rates =
        RateLimits { velocities: vec![Some(1.0); 4], accelerations: vec![Some(2.0); 4], ..RateLimits::default() };
    task.set_times(rates, TimingOptions::default());
    task.plan(&Goal::at(vec![1.1, 0.5, standing(1, 0.0002), 0.4]), &PlanOptions::default()).unwrap().unwrap();
    let timed = |step: &&TaskStep| match step {
        TaskStep::Motion(motion) => matches!(motion.subject, Subject::Trajectory(_)),
        _ => false,
    };
    assert_eq!(task.steps().iter().filter(timed).count(), 3);
    assert_eq!(task.certificate().unwrap().verify(&cell(0.0005)).unwrap(), task.lower());
}

#[test]
fn up_may_be_any_direction() {
    // A wall is touched from the side: up is away from it.
    let slide = |parent: &str, child: &str, axis: usize| {
        let joint = JointSpec::new(child, JointKind::Prismatic, parent, child).axis(Vec3::axis(axis));
        joint.limited(-2.0, 2.0)
    };
    let builder =
        ["base", "x", "hand"].into_iter().fold(Robot::builder("r"), |builder, name| builder.link(name, vec![]));
    let robot = builder.joint(slide("base", "x", 0)).joint(slide("x", "hand", 1)).build().unwrap();
    let cube = |half: f64| Cuboid::from_half_extents(Vec3::new(half, half, half)).unwrap();
    let turned = Rotor3::from_wxyz([1.0, 0.0, 0.0, 0.0]).unwrap();
    let at = |x: f64| Pose3::new(turned, Vec3::new(x, 0.0, 0.0)).unwrap();
    let world = [Obstacle::new("wall", cube(0.5), at(0.5)), Obstacle::new("cup", cube(0.125), at(-0.125))];
    let cell = Workcell::new(robot, &world).unwrap();
    let away = |up: Vec3<f64>| {
        let mut task = Task::new(&cell, &[0.0, 0.0]).unwrap();
        task.attach("cup", "hand", &[]).unwrap();
        task.allow_until("wall", "cup", Some(0.001), Until { height: 0.01, up }).unwrap();
        task.plan(&Goal::at(vec![-0.5, 0.3]), &PlanOptions::default()).unwrap().is_ok()
    };
    assert!(away(Vec3::new(-3.0, 0.0, 0.0)));
    // Up along z is a way that no joint leads.
    assert!(!away(UP));
}

#[test]
fn a_wall_that_the_cup_touches_above_the_height_too_is_refused() {
    let walled = |high: f64| {
        let wall = Cuboid::from_half_extents(Vec3::new(0.1, 0.1, high)).unwrap();
        // The cup is half a millimetre in it.
        let at = Pose3::from_xyz(0.1 + CUP.x - 0.0005, 0.0, standing(0, 0.0005)).unwrap();
        let world = [cell(0.0005).world(), &[Obstacle::new("wall", wall, at)]].concat();
        let mut task =
            Task::new(&cell(0.0005).with_world(&world).unwrap(), &[0.0, 0.0, standing(0, 0.0005), 0.0]).unwrap();
        task.attach("cup", "hand", &[]).unwrap();
        for body in ["shelf", "wall"] {
            task.allow_until("cup", body, Some(0.001), Until { height: 0.1, up: UP }).unwrap();
        }
        let planned = task.clone().plan(&Goal::at(vec![-0.1, 0.0, 0.9, 0.0]), &PlanOptions::default()).unwrap();
        let moved = task.follow(&[vec![0.0, 0.0, 0.9, 0.0]]).unwrap();
        (planned.is_ok(), moved.is_free())
    };
    // Its top is 10 mm above the middle of the cup, which is left behind within the height, and then far above.
    assert_eq!([0.01, 0.4].map(walled), [(true, true), (false, false)]);
}

#[test]
fn it_ends_where_the_pair_is_allowed_or_forbidden_and_where_the_cup_is_let_go() {
    let up = |task: &mut Task| {
        let [x, y, z, turn] = [0, 1, 2, 3].map(|i| task.at()[i]);
        let before = task.steps().len();
        let found = task.follow(&[vec![x, y, z + 0.3, turn]]).unwrap();
        (found.is_free(), task.steps().len() - before)
    };
    assert_eq!(up(&mut held(0.0005, 0.001, 0.02)), (true, 6));
    let mut task = held(0.0005, 0.001, 0.02);
    task.allow("shelf", "cup", Some(0.001)).unwrap();
    assert_eq!(up(&mut task), (true, 1));
    let mut task = held(0.0005, 0.001, 0.02);
    task.forbid("shelf", "cup").unwrap();
    assert_eq!(up(&mut task), (false, 0));
    let mut task = held(0.0005, 0.001, 0.02);
    task.detach("cup").unwrap();
    task.attach("cup", "hand", &[]).unwrap();
    assert_eq!(up(&mut task), (false, 0));
}

#[test]
fn what_is_no_height_is_refused() {
    let mut task = held(0.0005, 0.001, 0.02);
    let mut refused = |a: &str, b: &str, depth: f64, until: Until| {
        let before = task.steps().len();
        let why = task.allow_until(a, b, Some(depth), until).unwrap_err().to_string();
        assert_eq!(task.steps().len(), before);
        why
    };
    let until = |height: f64| Until { height, up: UP };
    assert_eq!(refused("cup", "shelf", 0.001, until(0.0)), "a height must be a positive length, got 0");
    assert_eq!(refused("cup", "shelf", 0.0, until(0.1)), "a depth must be a positive length, got 0");
    let flat = Until { height: 0.1, up: Vec3::ZERO };
    assert_eq!(refused("cup", "shelf", 0.001, flat), "the direction up must be finite and not zero");
    assert!(refused("cup", "shlf", 0.001, until(0.1)).starts_with("\"shlf\" is neither a link nor a body"));
    assert!(refused("cup", "hand", 0.001, until(0.1)).starts_with("no body of the scene is named \"hand\""));
    assert_eq!(
        refused("cap", "shelf", 0.001, until(0.1)),
        "\"cap\" is neither a link nor a body of the world (did you mean \"cup\"?)"
    );
}
