use super::*;
use crate::bound::swing::Moving;
use crate::cell::chain::{FixedAxis, Side};
use crate::cell::workcell::Workcell;
use crate::prove::range::RangeOfMotion;
use crate::prove::range::testing::{Branches, chain};
use crate::random::Random;
use clearance::Polytope;
use dashu_ratio::RBig;

fn vector(random: &mut Random) -> Vec3<f64> {
    Vec3::from_fn(|_| random.between(-1.0, 1.0))
}

/// A joint that turns about an axis through the origin of the world.
fn turning(axis: Vec3<f64>, speed: f64) -> Lever {
    Lever { joint: Moving { axis, turns: true, speed, ..Moving::STILL }, variable: 0, factor: 1.0 }
}

fn point(x: f64, y: f64, z: f64) -> Shape3<f64> {
    Polytope::new(&[Vec3::new(x, y, z)]).unwrap().into()
}

/// The highest point of a shape in the world along an exact axis.
fn peak(shape: &Shape3<f64>, levers: &[Lever], axis: Vec3<f64>) -> Peak {
    let around = Ball::around(shape);
    let volume = ControlVolume::new(shape, &Pose3::IDENTITY, &around, levers).unwrap();
    volume.peak(&Axis { direction: axis, error: 0.0 }, f64::NEG_INFINITY)
}

#[test]
fn no_configuration_of_a_box_has_a_smaller_gap_than_its_control_volumes() {
    let mut random = Random::new(5501);
    let (mut tried, mut close, mut bounds, mut wide) = (0, 0, 0, 0);
    for _ in 0..250 {
        let Branches { robot, world } = chain(&mut random);
        let range = RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let size = [0.05, 0.3, 0.6, 0.9][random.below(4)];
        let middle: Vec<f64> = (0..robot.dof()).map(|_| random.between(-2.0, 2.0)).collect();
        let halves: Vec<f64> = (0..robot.dof()).map(|_| size * random.between(0.3, 1.0)).collect();
        for place in range.all_pairs() {
            let pair = range.refinable(place);
            let cell = range.posed_cell(&pair, &middle, &halves);
            let sides = pair.chain.frames.all_sides();
            let side = sides[random.below(sides.len())];
            let normal = vector(&mut random);
            // Followers may turn by twice as much as their joint, more than control volumes have.
            let Some(lower) = cell.gap_of_volumes(FixedAxis { side, axis: normal }, f64::INFINITY) else { continue };
            let axis = Axis::along(normal).unwrap();
            let fixed = |frame: Option<&Pose3<f64>>| frame.map_or(axis, |pose| axis.posed(pose));
            let mut least = f64::INFINITY;
            for trial in 0..16 {
                let value = |(value, &half): (&f64, &f64)| match trial % 2 {
                    0 => value + half * random.between(-1.0, 1.0),
                    _ => value + [half, -half][random.below(2)] * (1.0 - 1e-12),
                };
                let moved: Vec<f64> = middle.iter().zip(&halves).map(value).collect();
                let posed = range.posed_pair(&pair, &moved);
                least = least.min(posed.gap_along(&fixed(posed.pose_of(side)), &mut [Hint::NONE; 2]));
                tried += 1;
            }
            // The tested gap errs as well.
            assert!(least >= lower - 1e-13, "seed 5501: {least} below {lower}");
            close += usize::from(least < lower + 0.02);
            wide += usize::from(size > 0.5 && side != Side::Between);
            bounds += 1;
        }
    }
    assert!(tried > 50_000 && close > bounds / 4 && wide > bounds / 5, "{tried} {bounds} {close} {wide}");
}

#[test]
fn a_pendulum_has_the_control_points_that_are_worked_out_by_hand() {
    // A point 2 above an axis along y comes to 2 sin h along x, and its control points to 2 / cos h along z.
    let (shape, up) = (point(0.0, 0.0, 2.0), turning(Vec3::axis(1), 0.5));
    let (aside, above) = (peak(&shape, &[up], Vec3::axis(0)), peak(&shape, &[up], Vec3::axis(2)));
    assert!((aside.value - 2.0 * 0.5f64.sin()).abs() < 1e-15, "{aside:?}");
    assert!((above.value - 2.0 / 0.5f64.cos()).abs() < 1e-14, "{above:?}");
    assert!((above.point.unwrap() - Vec3::new(0.0, 0.0, above.value)).norm() < 1e-14);
    // A slide along x by 0.3 more, and a radius.
    let slide = Lever { joint: Moving { axis: Vec3::axis(0), speed: 0.3, ..Moving::STILL }, variable: 1, factor: 1.0 };
    let ball = Shape3::from(clearance::Ball::new(0.25).unwrap());
    let pose = Pose3::from_translation(Vec3::new(0.0, 0.0, 2.0)).unwrap();
    let around = Ball::around(&ball).posed(&pose);
    let volume = ControlVolume::new(&ball, &pose, &around, &[up, slide]).unwrap();
    let moved = volume.peak(&Axis { direction: Vec3::axis(0), error: 0.0 }, f64::NEG_INFINITY);
    assert!((moved.value - (2.0 * 0.5f64.sin() + 0.55)).abs() < 1e-15, "{moved:?}");
}

#[test]
fn joints_that_may_turn_to_a_right_angle_have_no_control_volume() {
    let (shape, around) = (point(0.0, 0.0, 2.0), Ball { center: Vec3::axis(2) * 2.0, radius: 0.0 });
    let of = |half: f64| ControlVolume::new(&shape, &Pose3::IDENTITY, &around, &[turning(Vec3::axis(0), half)]);
    assert!(of(0.99).is_some() && of(1.01).is_none() && of(1.6).is_none());
}

#[test]
fn the_scale_of_the_third_control_point_is_rounded_up() {
    let mut random = Random::new(5502);
    for _ in 0..2000 {
        let half = random.between(0.0, 1.0);
        let shape = point(0.0, 0.0, 1.0);
        let volume =
            ControlVolume::new(&shape, &Pose3::IDENTITY, &Ball::around(&shape), &[turning(Vec3::axis(0), half)]);
        let Motion::Turn { apex, .. } = volume.unwrap().joints[0].motion else { panic!() };
        // The cosine from below, by a series that ends with a negative term.
        let square = RBig::try_from(half).unwrap() * RBig::try_from(half).unwrap();
        let (mut term, mut cosine) = (RBig::ONE, RBig::ONE);
        for k in 1..12u32 {
            term = -term * &square / RBig::from(2 * k * (2 * k - 1));
            cosine += &term;
        }
        assert!(RBig::try_from(apex).unwrap() * cosine >= RBig::ONE, "seed 5502: {half}");
    }
}

#[test]
fn balls_hold_the_control_points_of_their_points() {
    let mut random = Random::new(5503);
    let mut most = 0.0f64;
    for _ in 0..3000 {
        let half = random.between(0.0, WIDEST);
        let (sine, cosine) = sin_cos(half);
        let motion = match random.below(4) {
            0 => Motion::Slide { half },
            _ => Motion::Turn { sine, cosine, apex: 1.0 / cosine },
        };
        let ball = Ball { center: vector(&mut random), radius: random.between(0.0, 0.3) };
        let joint = VolumeJoint { axis: vector(&mut random).normalized(), origin: vector(&mut random), motion, ball };
        let images = joint.images(2.0);
        for control in [Control::Apex, Control::Low, Control::High] {
            let point = joint.image(ball.center + vector(&mut random).normalized() * ball.radius, control);
            let used = (point - images.center).norm() / images.radius;
            assert!(used <= 1.0, "seed 5503: {used} {half} {control:?}");
            most = most.max(used);
        }
    }
    assert!(most > 0.99, "{most}");
}

#[test]
fn planes_round_by_less_than_the_error_of_a_height() {
    let mut random = Random::new(5504);
    let q = |x: f64| RBig::try_from(x).unwrap();
    let mut most = 0.0f64;
    for _ in 0..300 {
        let far = [1.0, 100.0][random.below(2)];
        let levers: Vec<Lever> = (0..4)
            .map(|_| {
                let mut lever = turning(vector(&mut random).normalized(), random.between(0.01, 1.0));
                lever.joint.origin = vector(&mut random) * far;
                lever
            })
            .collect();
        let shape = point(random.between(-1.0, 1.0), random.between(-1.0, 1.0), far);
        let around = Ball::around(&shape);
        let volume = ControlVolume::new(&shape, &Pose3::IDENTITY, &around, &levers).unwrap();
        let n = vector(&mut random);
        let mut walk = Walk { best: f64::NEG_INFINITY, vertex: None, path: [Control::Apex; LONGEST], hint: Hint::NONE };
        volume.descend(0, Plane { slope: n, offset: 0.0 }, &mut [Control::Apex; LONGEST], &mut walk);
        let mut exact = walk.vertex.map(|vertex| [0, 1, 2].map(|k| q(vertex[k]))).unwrap();
        for (joint, control) in volume.joints.iter().zip(walk.path).rev() {
            let Motion::Turn { sine, cosine, apex } = joint.motion else { panic!() };
            let (scale, turn) = match control {
                Control::Apex => (apex, 0.0),
                Control::Low => (cosine, -sine),
                Control::High => (cosine, sine),
            };
            let [z, o] = [joint.axis, joint.origin].map(|v| [0, 1, 2].map(|k| q(v[k])));
            let arm = [0, 1, 2].map(|k| &exact[k] - &o[k]);
            let height = (0..3).fold(RBig::ZERO, |sum, k| sum + &z[k] * &arm[k]);
            let image = |k: usize| {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                let along = &z[k] * &height;
                let aside = &z[i] * &arm[j] - &z[j] * &arm[i];
                &o[k] + &along + (&arm[k] - &along) * q(scale) + aside * q(turn)
            };
            exact = [image(0), image(1), image(2)];
        }
        let height = (0..3).fold(RBig::ZERO, |sum, k| sum + &exact[k] * q(n[k]));
        let used = (height - q(walk.best)).to_f64().value().abs() / (volume.error * n.norm());
        assert!(used <= 1.0, "seed 5504: {used}");
        most = most.max(used);
    }
    assert!(most > 1e-3, "{most}");
}

#[test]
fn joints_and_bodies_that_err_move_heights_by_no_more_than_the_error_and_by_most_of_it() {
    let (half, error) = (0.1f64, 1e-4f64);
    let (sine, cosine) = half.sin_cos();
    // The axis: a point 3 up a joint along z, which is tilted towards y, comes to 3 sin h sin ε along x.
    let mut tilted = turning(Vec3::axis(2), half);
    tilted.joint.axis_error = error;
    let found = peak(&point(0.0, 0.0, 3.0), &[tilted], Vec3::axis(0));
    let used = 3.0 * sine * error.sin() / (found.value + found.error);
    assert!(used <= 1.0 && used > 0.85, "axis: {used}");
    // Its origin: a point on the axis is ε beside the true one.
    let mut aside = turning(Vec3::axis(2), half);
    aside.joint.origin_error = error;
    let found = peak(&point(0.0, 0.0, 0.0), &[aside], Vec3::axis(0));
    let used = sine * error / (found.value + found.error);
    assert!(used <= 1.0 && used > 0.9, "origin: {used}");
    // A slide of 0.1 along a tilted axis.
    let mut slide = tilted;
    slide.joint.turns = false;
    let found = peak(&point(0.0, 0.0, 3.0), &[slide], Vec3::axis(0));
    let used = half * error.sin() / (found.value + found.error);
    assert!(used <= 1.0 && used > 0.9, "slide: {used}");
    // The body's own pose, whose errors the third control point scales; and the axis of the heights.
    let shape = point(0.0, 0.0, 3.0);
    let pose = Pose3::IDENTITY.widened(error, 2.0 * error);
    let around = Ball::around(&shape).posed(&pose);
    let volume = ControlVolume::new(&shape, &pose, &around, &[turning(Vec3::axis(0), half)]).unwrap();
    let found = volume.peak(&Axis { direction: Vec3::axis(2), error: 0.0 }, f64::NEG_INFINITY);
    let used = (3.0 * error + 2.0 * error) / cosine / found.error;
    assert!(used <= 1.0 && used > 0.9, "pose: {used}");
    let plain = ControlVolume::new(&shape, &Pose3::IDENTITY, &Ball::around(&shape), &[]).unwrap();
    let found = plain.peak(&Axis { direction: Vec3::axis(0), error }, f64::NEG_INFINITY);
    let used = 3.0 * error / found.error;
    assert!(used <= 1.0 && used > 0.9, "heights: {used}");
}

#[test]
fn what_is_lower_than_asked_is_not_sought() {
    let (shape, levers) = (point(0.0, 0.0, 2.0), [turning(Vec3::axis(1), 0.5)]);
    let volume = ControlVolume::new(&shape, &Pose3::IDENTITY, &Ball::around(&shape), &levers).unwrap();
    let along = Axis { direction: Vec3::axis(0), error: 0.0 };
    // It comes to 2 sin 0.5 = 0.9589.
    let low = volume.peak(&along, 0.96);
    assert!(low.value == 0.96 && low.point.is_none(), "{low:?}");
    assert!(volume.peak(&along, 0.95).point.is_some());
}
