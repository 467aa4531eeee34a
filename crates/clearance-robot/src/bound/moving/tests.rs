use clearance::query::motion::Motion;
use clearance::{Ball, Capsule, Pose3, Vec3, Vector, query};

use super::*;
use crate::bound::curvature::{Own, off_along};
use crate::bound::swing::swing;
use crate::cell::workcell::Workcell;
use crate::path::link::LinkMotion;
use crate::path::{Cubic, Segment};
use crate::prove::time::{Checker, EdgeOptions, Found, Mode};
use crate::random::Random;
use crate::{JointKind, JointSpec, LinkShape, Obstacle};

/// A random chain of up to six joints, some of them sliding.
fn chain(random: &mut Random) -> Robot {
    let count = 1 + random.below(6);
    let ball = LinkShape::new(Ball::new(0.1).unwrap(), Pose3::IDENTITY);
    let mut builder = Robot::builder("chain").link("0", vec![]);
    for i in 0..count {
        let mut vector = || Vec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
        let (axis, origin) = (vector(), Pose3::from_translation(vector()).unwrap());
        let kind = if random.below(4) == 0 { JointKind::Prismatic } else { JointKind::Continuous };
        let joint = JointSpec::new(format!("j{i}"), kind, i.to_string(), (i + 1).to_string());
        builder = builder.link((i + 1).to_string(), vec![ball.clone()]).joint(joint.axis(axis).at(origin));
    }
    builder.build().unwrap()
}

fn segment(random: &mut Random, joints: usize) -> Segment {
    let mut point = || (0..joints).map(|_| random.between(-2.0, 2.0)).collect::<Vec<f64>>();
    if joints.is_multiple_of(2) {
        return Segment::Straight { from: point(), to: point() };
    }
    Segment::Cubic(Cubic::new(core::array::from_fn(|_| point())))
}

/// Speed and bend of a point of the last link, by differences at the middle of `[x − h, x + h]`.
fn sampled(link: &LinkMotion, point: Vec3<f64>, [x, h]: [f64; 2]) -> (f64, f64) {
    let at = |x: f64| link.pose_at(x).point(point);
    let (before, now, after) = (at(x - h), at(x), at(x + h));
    ((after - before).norm() / (2.0 * h), (after - now * 2.0 + before).norm() / (h * h))
}

#[test]
fn sampled_speeds_and_bends_stay_below_their_bounds() {
    let mut random = Random::new(41);
    let (mut near_speed, mut near_bend) = (0, 0);
    for _ in 0..200 {
        let robot = chain(&mut random);
        let segment = segment(&mut random, robot.dof());
        let last = robot.links().len() - 1;
        let link = LinkMotion::new(&robot, last, &segment);
        let start = random.between(0.0, 0.8);
        let ends = [start, start + random.between(0.02, 0.2)];
        let (middle, half) = (0.5 * (ends[0] + ends[1]), 0.5 * (ends[1] - ends[0]));
        let poses = frame_poses(&robot, &segment.at(middle));
        let joints = moving_joints(&robot, &poses, &segment.rates(ends), &[]);
        let center = poses[last].translation();
        let found = swing(
            (1..=last).rev().map(|frame| &joints[frame]),
            &clearance::enclosure::Ball { center, radius: 0.1 },
            0.0,
            half,
        );
        let (mut speed, mut bend) = (0.0f64, 0.0f64);
        for k in 0..=8 {
            let x = (ends[0] + (ends[1] - ends[0]) * f64::from(k) / 8.0).clamp(1e-4, 1.0 - 1e-4);
            for i in 0..3 {
                let (s, b) = sampled(&link, Vec3::axis(i) * 0.1, [x, 1e-4]);
                (speed, bend) = (speed.max(s), bend.max(b));
            }
        }
        // Differences have errors of h² times third derivatives and of rounding.
        assert!(speed <= found.speed + 1e-5, "seed 41: speed {speed} above {}", found.speed);
        assert!(bend <= found.bend + 1e-4, "seed 41: bend {bend} above {}", found.bend);
        near_speed += usize::from(speed > 0.5 * found.speed);
        near_bend += usize::from(bend > 0.25 * found.bend);
        assert!(link.bend(Vec3::axis(0), 0.1) >= bend - 1e-4);
    }
    assert!(near_speed > 40 && near_bend > 40, "{near_speed} speeds and {near_bend} bends near their bounds");
}

#[test]
fn poses_hold_the_errors_of_the_configuration() {
    let mut random = Random::new(43);
    for _ in 0..100 {
        let robot = chain(&mut random);
        let values: Vec<f64> = (0..robot.dof()).map(|_| random.between(-2.0, 2.0)).collect();
        let errors: Vec<f64> = values.iter().map(|_| random.between(0.0, 1e-3)).collect();
        let shifted: Vec<f64> = values.iter().zip(&errors).map(|(q, e)| q + random.between(-1.0, 1.0) * e).collect();
        let wide = frame_poses(&robot, &Configuration { values, errors, carried: Vec::new() });
        let there = frame_poses(&robot, &Configuration::exact(&shifted));
        for (wide, there) in wide.iter().zip(&there) {
            let moved = (wide.translation() - there.translation()).norm();
            assert!(moved <= wide.translation_error() + there.translation_error(), "seed 43: {moved}");
            for i in 0..3 {
                let turned = (wide.vector(Vec3::axis(i)) - there.vector(Vec3::axis(i))).norm();
                assert!(turned <= wide.rotation_error() + there.rotation_error(), "seed 43: {turned}");
            }
        }
    }
}

#[test]
fn the_time_of_impact_of_the_core_agrees_with_the_edge() {
    let mut random = Random::new(47);
    let post = Capsule::between(Vec3::new(0.9, 0.5, -1.0), Vec3::new(0.7, 0.8, 1.0), 0.6).unwrap();
    let (mut hits, mut free) = (0, 0);
    for _ in 0..60 {
        let robot = chain(&mut random);
        let segment = segment(&mut random, robot.dof());
        let last = robot.links().len() - 1;
        let obstacle = Obstacle::new("post", post, Pose3::IDENTITY);
        let only = |a: &str, b: &str| (a == last.to_string() && b == "post").then_some(0.0);
        let checker = Checker::with_pairs(&Workcell::new(&robot, &[obstacle]).unwrap(), only).unwrap();
        let options = EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() };
        let link = LinkMotion::new(&robot, last, &segment);
        let impact = query::time_of_impact((&Ball::new(0.1).unwrap(), &link), (&post, &Pose3::IDENTITY));
        match (checker.segment(&segment, &options), impact) {
            (Found::Hit(contact), query::Impact::Hit(encounter)) => {
                let [ours, theirs] = [contact.time, encounter.bracket];
                assert!(ours.lower <= theirs.upper && theirs.lower <= ours.upper, "seed 47: {ours:?}, {theirs:?}");
                hits += 1;
            }
            (Found::Free { .. }, query::Impact::NoContact { .. }) => free += 1,
            other => panic!("seed 47: {other:?}"),
        }
    }
    assert!(hits > 8 && free > 8, "{hits} hits, {free} free");
}

#[test]
fn the_farthest_point_of_a_ball_is_as_far_as_axis_and_ball_may_be_off() {
    let axis = Moving { axis: Vec3::new(0.0, 0.0, 1.0), turns: true, ..Moving::STILL };
    let ball = clearance::enclosure::Ball { center: Vec3::new(3.0, 4.0, 0.0), radius: 0.5 };
    let near = |moving: Moving, expected: f64| {
        let found = moving.farthest(&ball);
        assert!(found >= expected && found < expected + 1e-13, "{found} for {expected}");
    };
    near(axis, 5.5);
    near(Moving { origin_error: 0.25, ..axis }, 5.75);
    near(Moving { axis_error: 0.125, ..axis }, 5.5 + 0.125 * 5.0);
}

/// The terms of first order alone: `Σ ε_k|w_k|` over the points of a ball.
fn first_order(joints: &[Moving], axis: Vec3<f64>, [center, radius]: [Vec3<f64>; 2]) -> f64 {
    let of = |joint: &Moving| {
        let lever = axis.cross(joint.axis);
        let turned = lever.dot(center - joint.origin).abs() + lever.norm() * radius.x;
        joint.off * if joint.turns { turned } else { axis.dot(joint.axis).abs() }
    };
    joints.iter().map(of).sum()
}

#[test]
fn points_that_are_off_stay_below_their_bound_along_an_axis() {
    let mut random = Random::new(53);
    let (mut near, mut second) = (0, 0);
    for _ in 0..300 {
        let robot = chain(&mut random);
        let last = robot.links().len() - 1;
        let mut draw = |most: f64| (0..robot.dof()).map(|_| random.between(0.0, most)).collect::<Vec<f64>>();
        let (values, speeds, off) = (draw(3.0), draw(0.2), draw(0.3));
        let at = |values: &[f64]| frame_poses(&robot, &Configuration::exact(values));
        let poses = at(&values);
        let rates = Rates { speeds: speeds.clone(), changes: vec![0.0; speeds.len()], carried: Vec::new() };
        let joints = moving_joints(&robot, &poses, &rates, &off);
        let axis = Vec3::from_fn(|_| random.between(-1.0, 1.0)).normalized();
        // Often an axis along which the last joint moves nothing to first order.
        let axis = if random.below(2) == 0 { axis } else { joints[last].axis };
        let ball = clearance::enclosure::Ball { center: poses[last].translation(), radius: 0.1 };
        let along = clearance::enclosure::Axis { direction: axis, error: 0.0 };
        let up = (1..=last).rev().map(|frame| &joints[frame]);
        let bound = off_along(up, &ball, Own::default(), &along, 1.0);
        let first = first_order(&joints[1..], axis, [ball.center, Vec3::axis(0) * ball.radius]);
        let mut most = 0.0f64;
        for _ in 0..60 {
            let mut sign = || if random.below(2) == 0 { -1.0 } else { 1.0 };
            let there: Vec<f64> = values.iter().zip(&speeds).map(|(q, eta)| q + eta * sign()).collect();
            let wrong: Vec<f64> = there.iter().zip(&off).map(|(q, off)| q + off * sign()).collect();
            let point = Vec3::from_fn(|_| random.between(-1.0, 1.0)).normalized() * ball.radius;
            let [before, after] = [&there, &wrong].map(|q| at(q)[last].point(point));
            most = most.max(axis.dot(after - before).abs());
        }
        assert!(most <= bound + 1e-13, "seed 53: off by {most}, bound {bound}");
        near += usize::from(most > 0.7 * bound);
        second += usize::from(most > first);
    }
    assert!(near > 50 && second > 50, "{near} near their bounds, {second} beyond first order");
}
