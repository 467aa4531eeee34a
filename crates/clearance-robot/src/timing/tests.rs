use clearance::{Ball, Pose3, Vec3};

use super::*;
use crate::cell::obstacle::Obstacle;
use crate::cell::workcell::Workcell;
use crate::model::joint::{JointKind, JointSpec};
use crate::model::link::LinkShape;
use crate::random::Random;

/// Two bars of length 1 that turn about z, with balls at their ends.
fn arm(world: &[Obstacle]) -> Workcell {
    let along = Pose3::from_xyz(1.0, 0.0, 0.0).unwrap();
    let ball = || vec![LinkShape::new(Ball::new(0.1).unwrap(), along)];
    let joint = |name, parent, child| {
        JointSpec::new(name, JointKind::Continuous, parent, child).axis(Vec3::new(0.0, 0.0, 1.0)).slower_than(2.0)
    };
    let links = Robot::builder("arm").link("base", vec![]).link("one", ball()).link("two", ball());
    let robot = links.joint(joint("a", "base", "one")).joint(joint("b", "one", "two").at(along)).build().unwrap();
    Workcell::new(robot, world).unwrap()
}

fn limits(accelerations: [f64; 2]) -> RateLimits {
    RateLimits { accelerations: accelerations.map(Some).to_vec(), ..RateLimits::default() }
}

fn run(cell: &Workcell, path: &[Vec<f64>], deviation: f64) -> TimedPath {
    let options = TimingOptions { deviation, ..TimingOptions::default() };
    timed(&Checker::new(cell).unwrap(), path, &limits([4.0, 3.0]), &options).unwrap()
}

#[test]
fn lines_are_trapezoids_and_stop_at_corners_without_a_deviation() {
    // 2 rad at 2 rad/s and 4 rad/s²: half a second up and down over 0.5 rad each, and half a second at full speed.
    // Then 3 rad of the other joint at 3 rad/s²: two thirds of a second and 2/3 rad each, and 5/6 s.
    let path = [vec![0.0, 0.0], vec![2.0, 0.0], vec![2.0, -3.0]];
    let found = run(&arm(&[]), &path, 0.0);
    assert_eq!((found.rounded, found.stops), (0, 1));
    let exact = 1.5 + 4.0 / 3.0 + 5.0 / 6.0;
    let duration = found.trajectory.span()[1];
    assert!(exact <= duration && duration <= 1.01 * exact, "{duration} {exact}");
    // No number is -0, which readers of JSON may take for 0.
    assert!(!found.trajectory.to_json(arm(&[]).robot()).to_string().contains("-0,"));
    // It lies on the edges: one joint moves at a time.
    for k in 0..=1000 {
        let q = found.trajectory.at(duration * f64::from(k) / 1000.0);
        assert!(q[1].abs() < 1e-12 || (q[0] - 2.0).abs() < 1e-12, "{q:?}");
    }
    assert!(found.executed.is_free());
}

#[test]
fn rounded_corners_are_faster_and_within_their_deviation() {
    let path = [vec![0.0, 0.0], vec![2.0, 0.0], vec![2.0, -3.0], vec![1.0, -2.0]];
    let cell = arm(&[]);
    let (stopping, round) = (run(&cell, &path, 0.0), run(&cell, &path, 0.1));
    assert_eq!((round.rounded, round.stops), (2, 0));
    let [slow, fast] = [&stopping, &round].map(|found| found.trajectory.span()[1]);
    assert!(fast < 0.95 * slow, "{fast} {slow}");
    // Of the corner (2, 0) the middle of the parabola is a quarter of its arm away in both joints.
    let nearest = (0..=4000)
        .map(|k| round.trajectory.at(fast * f64::from(k) / 4000.0))
        .map(|q| (q[0] - 2.0).abs().max(q[1].abs()))
        .fold(f64::INFINITY, f64::min);
    assert!((nearest - 0.1).abs() < 1e-3, "{nearest}");
    assert!(round.trajectory.beyond_limits(cell.robot(), &limits([4.0, 3.0])).is_empty());
}

/// A ball that slides along x and y, and a post.
fn gantry(post: [f64; 2]) -> Workcell {
    let ball = |radius: f64| Ball::new(radius).unwrap();
    let joint = |name, parent, child, axis| JointSpec::new(name, JointKind::Prismatic, parent, child).axis(axis);
    let hand = vec![LinkShape::new(ball(0.05), Pose3::IDENTITY)];
    let links = Robot::builder("gantry").link("base", vec![]).link("cart", vec![]).link("hand", hand);
    let robot = links
        .joint(joint("x", "base", "cart", Vec3::new(1.0, 0.0, 0.0)).slower_than(2.0))
        .joint(joint("y", "cart", "hand", Vec3::new(0.0, 1.0, 0.0)).slower_than(2.0))
        .build()
        .unwrap();
    let at = Pose3::from_xyz(post[0], post[1], 0.0).unwrap();
    Workcell::new(robot, &[Obstacle::new("post", ball(0.14), at)]).unwrap()
}

#[test]
fn corners_are_rounded_as_far_as_that_is_free_and_what_is_executed_is_proven() {
    let path = [vec![0.0, 0.0], vec![1.0, 0.0], vec![1.0, 1.0]];
    // How near the corner (1, 0) it passes, and what is proven.
    let passes = |cell: &Workcell| {
        let found = run(cell, &path, 9.0);
        assert_eq!((found.rounded, found.stops), (1, 0));
        let end = found.trajectory.span()[1];
        let off = |k: u32| {
            let q = found.trajectory.at(end * f64::from(k) / 8000.0);
            (q[0] - 1.0).abs().max(q[1].abs())
        };
        let lower = found.certificate.unwrap().verify(cell).unwrap();
        ((0..=8000).map(off).fold(f64::INFINITY, f64::min), lower)
    };
    // A parabola over half of both edges passes at an eighth; from there to the post are 0.106, less than both radii.
    assert!((passes(&gantry([0.0, 3.0])).0 - 0.125).abs() < 1e-3);
    // One of half the size passes at a sixteenth, 0.194 from the post, and the edges at 0.2.
    let (nearest, lower) = passes(&gantry([0.8, 0.2]));
    assert!((nearest - 0.062_5).abs() < 1e-3 && (0.0..0.0046).contains(&lower), "{nearest} {lower}");
    // A post on an edge is hit, whatever is rounded.
    let hit = run(&gantry([1.0, 0.8]), &path, 9.0);
    assert!(matches!(hit.executed, crate::prove::time::Found::Hit(_)) && hit.certificate.is_none());
}

#[test]
fn random_paths_keep_all_limits_and_end_at_rest() {
    let cell = arm(&[]);
    let mut random = Random::new(0x714e);
    let mut rounded = 0;
    for trial in 0..40 {
        let count = 2 + trial % 5;
        let path: Vec<Vec<f64>> =
            (0..count).map(|_| vec![random.between(-3.0, 3.0), random.between(-3.0, 3.0)]).collect();
        let own = limits([random.between(0.5, 20.0), random.between(0.5, 20.0)]);
        // The largest take half of each edge.
        let deviation = if trial % 3 == 0 { 9.0 } else { random.between(0.0, 0.5) };
        let options = TimingOptions { deviation, ..TimingOptions::default() };
        let found = timed(&Checker::new(&cell).unwrap(), &path, &own, &options).unwrap();
        let breaches = found.trajectory.beyond_limits(cell.robot(), &own);
        assert!(breaches.is_empty(), "seed 0x714e, {trial}: {breaches:?}");
        let [start, end] = found.trajectory.span();
        assert_eq!((found.trajectory.at(start), found.trajectory.at(end)), (path[0].clone(), path[count - 1].clone()));
        assert_eq!([start, end].map(|time| found.trajectory.rates_at(time, 1)), [vec![0.0; 2], vec![0.0; 2]]);
        // At every time some joint is at a limit, or nearly: else it could be faster.
        let idle = (1..200)
            .filter(|k| {
                let time = end * f64::from(*k) / 200.0;
                let [speed, bend] = [1, 2].map(|order| found.trajectory.rates_at(time, order));
                let used = (0..2).map(|i| (speed[i].abs() / 2.0).max(bend[i].abs() / own.accelerations[i].unwrap()));
                used.fold(0.0, f64::max) < 0.95
            })
            .count();
        assert!(idle <= 8 * count, "seed 0x714e, {trial}: {idle} of 200 times below all limits");
        rounded += found.rounded;
    }
    assert!(rounded > 20, "{rounded}");
}

#[test]
fn what_has_no_limit_is_refused_by_name() {
    let cell = arm(&[]);
    let checker = Checker::new(&cell).unwrap();
    let refused = |path: &[Vec<f64>], limits: RateLimits, deviation: f64| {
        let options = TimingOptions { deviation, ..TimingOptions::default() };
        timed(&checker, path, &limits, &options).unwrap_err().to_string()
    };
    let path = [vec![0.0, 0.0], vec![1.0, 0.0]];
    let none = refused(&path, RateLimits::default(), 0.1);
    assert_eq!(none, "joint \"a\" moves: its limit of acceleration must be positive, got none");
    let zero = RateLimits { velocities: vec![Some(0.0)], ..limits([1.0, 1.0]) };
    assert_eq!(refused(&path, zero, 0.1), "joint \"a\" moves: its limit of velocity must be positive, got 0");
    assert_eq!(refused(&path, limits([1.0, 1.0]), -1.0), "a deviation must not be negative, got -1");
    assert!(refused(&path[..1], limits([1.0, 1.0]), 0.1).contains("at least 2 configurations"));
    // A joint that does not move needs none.
    let only = RateLimits { accelerations: vec![Some(1.0)], ..RateLimits::default() };
    assert!(timed(&checker, &path, &only, &TimingOptions::default()).is_ok());
}

fn jerky(accelerations: [f64; 2], jerks: [f64; 2]) -> RateLimits {
    RateLimits { jerks: jerks.map(Some).to_vec(), ..limits(accelerations) }
}

/// The largest differences of positions between many times, as of the first three derivatives of each joint: without
/// what the trajectory is made of.
fn differences(trajectory: &Trajectory, count: u32) -> Vec<[f64; 3]> {
    let [start, end] = trajectory.span();
    let step = (end - start) / f64::from(count);
    let rows: Vec<Vec<f64>> = (0..=count).map(|k| trajectory.at(start + step * f64::from(k))).collect();
    let of = |joint: usize| {
        let mut row: Vec<f64> = rows.iter().map(|q| q[joint]).collect();
        [(); 3].map(|()| {
            row = row.windows(2).map(|pair| (pair[1] - pair[0]) / step).collect();
            row.iter().fold(0.0f64, |most, value| most.max(value.abs()))
        })
    };
    (0..trajectory.joints()).map(of).collect()
}

#[test]
fn a_segment_takes_the_time_of_the_closed_form_within_limits_of_jerk() {
    // Joint b is the slower one for jerk, and a for velocity: along (3, 2)/√13, v = 2 √13/3, a = 4 √13/3, j = 12 √13/2.
    let (path, own) = ([vec![0.5, 0.5], vec![3.5, 2.5]], jerky([4.0, 3.0], [50.0, 12.0]));
    let cell = arm(&[]);
    let found = timed(&Checker::new(&cell).unwrap(), &path, &own, &TimingOptions::default()).unwrap();
    let root = 13f64.sqrt();
    let [v, a, j] = [2.0 * root / 3.0, 4.0 * root / 3.0, 12.0 * root / 2.0];
    let exact = root / v + v / a + a / j;
    let [start, end] = found.trajectory.span();
    assert!(end - start >= exact * (1.0 - 1e-9) && end - start < 1.001 * exact, "{} {exact}", end - start);
    assert!(found.trajectory.beyond_limits(cell.robot(), &own).is_empty());
    assert!(found.executed.is_free());
    let most = differences(&found.trajectory, 2000);
    let limits = [[2.0, 4.0, 50.0], [2.0, 3.0, 12.0]];
    for (most, limits) in most.iter().zip(limits) {
        most.iter().zip(limits).for_each(|(value, limit)| assert!(*value <= limit * (1.0 + 1e-6), "{value} {limit}"));
    }
    // The limits are used: 1, 1 and 1 of those above.
    assert!(most[0][0] > 1.99 && most[0][1] > 3.99 && most[1][2] > 11.9, "{most:?}");
    // A jerk that takes no time leaves the trapezoid.
    let hard = jerky([4.0, 3.0], [1e6, 1e6]);
    let found = timed(&Checker::new(&cell).unwrap(), &path, &hard, &TimingOptions::default()).unwrap();
    let (duration, trapezoid) = (found.trajectory.span()[1], root / v + v / a);
    assert!((duration - trapezoid).abs() < 2e-3, "{duration} {trapezoid}");
}

#[test]
fn random_paths_keep_limits_of_jerk_at_all_times() {
    let cell = arm(&[]);
    let mut random = Random::new(0x1e4c);
    let (mut rounded, mut gentle, mut ratios) = (0, 0, Vec::new());
    for trial in 0..60 {
        let count = 2 + trial % 6;
        let mut path = vec![vec![random.between(-3.0, 3.0), random.between(-3.0, 3.0)]];
        // A third of all paths turn gently, with short edges.
        let is_gentle = trial % 3 == 0;
        let mut angle = random.between(-3.0, 3.0f64);
        for _ in 1..count * if is_gentle { 8 } else { 1 } {
            let last = path[path.len() - 1].clone();
            angle += random.between(-0.1, 0.1);
            path.push(match is_gentle {
                true => vec![last[0] + 0.05 * angle.cos(), last[1] + 0.05 * angle.sin()],
                false => vec![random.between(-3.0, 3.0), random.between(-3.0, 3.0)],
            });
        }
        let mut size = |most: f64| most * 10f64.powf(-random.between(0.0, 1.5));
        let (accelerations, jerks) = ([size(20.0), size(20.0)], [size(2000.0), size(2000.0)]);
        let own = jerky(accelerations, jerks);
        let deviation = if trial % 4 == 0 { 9.0 } else { random.between(0.0, 0.5) };
        let options = TimingOptions { deviation, ..TimingOptions::default() };
        let checker = Checker::new(&cell).unwrap();
        let found = timed(&checker, &path, &own, &options).unwrap();
        let breaches = found.trajectory.beyond_limits(cell.robot(), &own);
        assert!(breaches.is_empty(), "seed 0x1e4c, {trial}: {breaches:?}");
        assert!(found.trajectory.jumps().is_empty());
        for (joint, most) in differences(&found.trajectory, 3000).iter().enumerate() {
            let [velocity, acceleration, jerk] = [2.0, accelerations[joint], jerks[joint]];
            // Differences of positions of a few radians round by 1e-15 over the cube of the step.
            let step = (found.trajectory.span()[1]) / 3000.0;
            let rounding = 1e-14 / (step * step * step);
            assert!(most[0] <= velocity * (1.0 + 1e-9) && most[1] <= acceleration * (1.0 + 1e-6), "{trial}: {most:?}");
            assert!(most[2] <= jerk + rounding, "seed 0x1e4c, {trial}: {most:?}");
        }
        let [start, end] = found.trajectory.span();
        assert_eq!(
            (found.trajectory.at(start), found.trajectory.at(end)),
            (path[0].clone(), path[path.len() - 1].clone())
        );
        for order in [1, 2] {
            let ends = [start, end].map(|time| found.trajectory.rates_at(time, order));
            assert!(ends.iter().flatten().all(|rate| rate.abs() < 1e-6), "{ends:?}");
        }
        // It is slower than without limits of jerk, and most often not by much.
        let free = timed(&checker, &path, &limits(accelerations), &options).unwrap();
        ratios.push((end - start) / free.trajectory.span()[1]);
        rounded += found.rounded;
        gentle += if is_gentle { found.rounded } else { 0 };
    }
    ratios.sort_by(f64::total_cmp);
    assert!(ratios[0] > 1.0 && ratios[30] < 1.25 && ratios[59] < 3.0, "{ratios:?}");
    assert!(rounded > 100 && gentle > 60, "{rounded} {gentle}");
}

#[test]
fn jerks_are_limited_for_all_joints_that_move_or_for_none() {
    let checker = &Checker::new(&arm(&[])).unwrap();
    let refused = |jerks: Vec<Option<f64>>| {
        let own = RateLimits { jerks, ..limits([1.0, 1.0]) };
        let path = [vec![0.0, 0.0], vec![1.0, 1.0]];
        timed(checker, &path, &own, &TimingOptions::default()).unwrap_err().to_string()
    };
    assert_eq!(refused(vec![Some(1.0), None]), "joint \"b\" moves: its limit of jerk must be positive, got none");
    assert_eq!(refused(vec![Some(0.0), Some(1.0)]), "joint \"a\" moves: its limit of jerk must be positive, got 0");
    assert_eq!(refused(vec![Some(1.0), Some(-2.0)]), "joint \"b\" moves: its limit of jerk must be positive, got -2");
}

#[test]
fn edges_of_nearly_one_length_leave_lines_between_blends_that_slow_nothing() {
    let cell = arm(&[]);
    let checker = Checker::new(&cell).unwrap();
    // Edges of 0.1 on a circle, whose lengths differ by 1e-9: blends take half of both, but for that.
    let mut path = vec![vec![0.0, 0.0]];
    for i in 0..8 {
        let (last, angle) = (path[path.len() - 1].clone(), 0.02 * f64::from(i));
        let length = 0.1 + 1e-9 * f64::from(i * i % 5);
        path.push(vec![last[0] + length * angle.cos(), last[1] + length * angle.sin()]);
    }
    for limits in [limits([4.0, 3.0]), jerky([4.0, 3.0], [1000.0, 1000.0])] {
        let found = timed(&checker, &path, &limits, &TimingOptions::default()).unwrap();
        // 0.8 rad at 4 rad/s², and the jerk: 2 sqrt(0.8/4) = 0.894 s and a little more.
        let duration = found.trajectory.span()[1];
        assert!(found.rounded == 7 && (0.85..1.05).contains(&duration), "{duration}");
        assert!(found.trajectory.beyond_limits(cell.robot(), &limits).is_empty());
    }
}
