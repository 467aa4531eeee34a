use super::*;
use crate::random::Random;
use crate::{JointKind, JointSpec, LinkShape, Mimic};
use clearance::{Cuboid, Rotor3};

/// Turns and slides about odd axes, with a joint that follows another.
pub(crate) fn robot() -> Robot {
    let mut random = Random::new(12);
    let mut pose = |size: f64| {
        let rotor = Rotor3::from_wxyz(core::array::from_fn(|_| random.between(-1.0, 1.0))).unwrap();
        Pose3::new(rotor, Vec3::from_fn(|_| random.between(-size, size))).unwrap()
    };
    let brick = Cuboid::from_half_extents(Vec3::new(0.1, 0.05, 0.2)).unwrap();
    let mut shapes = || vec![LinkShape::new(brick, pose(0.2))];
    let mut builder = Robot::builder("odd").link("l0", shapes());
    let kinds =
        [JointKind::Revolute, JointKind::Prismatic, JointKind::Continuous, JointKind::Revolute, JointKind::Revolute];
    for i in 0..5 {
        builder = builder.link(format!("l{}", i + 1), shapes());
    }
    for (i, kind) in kinds.into_iter().enumerate() {
        let axis = Vec3::from_fn(|k| if i == 3 { f64::from(k == 1) } else { (i as f64 - 1.5) * 0.7 + k as f64 * 0.6 });
        let joint =
            JointSpec::new(format!("j{i}"), kind, format!("l{i}"), format!("l{}", i + 1)).axis(axis).at(pose(0.4));
        let joint = if kind == JointKind::Continuous { joint } else { joint.limited(-1.3, 1.2) };
        let follows = Mimic { joint: "j0".into(), multiplier: -0.5, offset: 0.1 };
        builder = builder.joint(if i == 4 { joint.mimicking(follows) } else { joint });
    }
    builder.build().unwrap()
}

#[test]
fn centres_are_within_the_error_and_speeds_are_derivatives() {
    let robot = robot();
    let chain = BallChain::knowing(&robot, &Default::default());
    let mut random = Random::new(6);
    let mut most = 0.0f64;
    let links = || robot.links().iter().map(|link| &link.shapes[0]);
    let balls: Vec<Ball> = links().map(|shape| BallTree::of(&shape.shape).nodes[0].ball).collect();
    for _ in 0..200 {
        let q = |random: &mut Random| -> Vec<f64> { (0..4).map(|_| random.between(-1.2, 1.2)).collect() };
        let (from, to) = (q(&mut random), q(&mut random));
        let times: [f64; LANES] = core::array::from_fn(|_| random.unit());
        let (mut rates, mut poses) = (Vec::new(), Poses::default());
        chain.rates(&mut rates, [&from, &to]);
        assert!(chain.place(&mut poses, [&from, &to], &times));
        chain.move_along(&mut poses, &rates);
        for (lane, time) in times.into_iter().enumerate() {
            let at = |t: f64| -> Vec<f64> { from.iter().zip(&to).map(|(a, b)| a + t * (b - a)).collect() };
            let center = |t: f64, i: usize| {
                let link = &robot.links()[i];
                robot.link_pose(&robot.place(&at(t)).unwrap(), i).point(link.shapes[0].pose.point(balls[i].center))
            };
            for (i, body) in chain.bodies.iter().enumerate() {
                let point = BallChain::point(&poses, body.frame, &body.nodes[0].center);
                let found = Vec3::from_fn(|k| f64::from(point[k][lane]));
                most = most.max((found - center(time, i)).norm() / chain.error);
                let [w, v] = &poses.spin[body.frame];
                let turned = cross(w, &point);
                let speed = Vec3::from_fn(|k| f64::from(v[k][lane] + turned[k][lane]));
                let h = 1e-4;
                let rise = (center(time + h, i) - center(time - h, i)) * (0.5 / h);
                assert!((speed - rise).norm() < 1e-4, "{speed:?} and {rise:?}");
                // The second difference is a second derivative in between.
                let bend = (center(time + h, i) + center(time - h, i) - center(time, i) * 2.0).norm() / (h * h);
                assert!(bend <= chain.bend(&rates, body.frame, 0) + 1e-5, "{bend}");
            }
        }
    }
    // The bound is honest, and not a hundred times too large.
    assert!(most < 1.0 && most > 0.01, "{most}");
}

#[test]
fn arms_reach_as_far_as_any_point() {
    let robot = robot();
    let (chain, mut random) = (BallChain::knowing(&robot, &Default::default()), Random::new(8));
    for _ in 0..500 {
        let q: Vec<f64> = (0..4).map(|_| random.between(-1.2, 1.2)).collect();
        let placement = robot.place(&q).unwrap();
        for (i, body) in chain.bodies.iter().enumerate() {
            let shape = &robot.links()[i].shapes[0];
            let corner = shape.pose.point(Vec3::new(0.1, -0.05, 0.2));
            let point = robot.link_pose(&placement, i).point(corner);
            assert!(point.norm() <= chain.reach);
            for &(frame, arm) in &chain.arms[body.frame] {
                let (axis, origin) = robot.axis(&placement, frame);
                let turns = robot.joints()[robot.frames()[frame].joint].kind.turns();
                assert!(!turns || axis.cross(point - origin).norm() <= arm, "body {i}, frame {frame}");
            }
        }
    }
}

#[test]
fn what_the_error_is_not_bounded_for_is_not_placed() {
    let robot = robot();
    let (chain, mut poses) = (BallChain::knowing(&robot, &Default::default()), Poses::default());
    let far = [0.0, 1.31, 0.0, 0.0];
    assert!(chain.place(&mut poses, [&[0.0; 4], &[0.0, 1.2, 0.0, 0.0]], &[1.0; LANES]));
    assert!(!chain.place(&mut poses, [&[0.0; 4], &far], &[1.0; LANES]));
}
