use super::*;
use crate::cell::chain::Side;
use crate::cell::workcell::Workcell;
use crate::prove::range::testing::{Branches, chain};
use crate::random::Random;
use clearance::math::Matrix;
use clearance::{Axial, Cylinder, Polytope, Rotor3, SupportExt};
use dashu_ratio::RBig;

fn q(x: f64) -> RBig {
    RBig::try_from(x).unwrap()
}

fn vector(random: &mut Random) -> Vec3<f64> {
    Vec3::from_fn(|_| random.between(-1.0, 1.0))
}

#[test]
fn no_displaced_configuration_has_a_smaller_gap_along_the_axis() {
    let mut random = Random::new(4201);
    let (mut tried, mut most, mut sides_seen, mut coupled) = (0, 0.0f64, [0; 4], 0);
    let mut joints = [0; 2];
    for _ in 0..400 {
        let Branches { robot, world } = chain(&mut random);
        let range = crate::prove::range::RangeOfMotion::new(&Workcell::new(&robot, &world).unwrap()).unwrap();
        let size = [0.01, 0.1, 0.4, 0.8][random.below(4)];
        let middle: Vec<f64> = (0..robot.dof()).map(|_| random.between(-2.0, 2.0)).collect();
        let halves: Vec<f64> = (0..robot.dof()).map(|_| size * random.between(0.0, 1.0)).collect();
        coupled += usize::from(robot.joints().iter().any(|joint| joint.mimic.is_some()));
        robot.joints().iter().for_each(|joint| joints[usize::from(joint.kind.turns())] += 1);
        for place in range.all_pairs() {
            let pair = range.refinable(place);
            let cell = range.posed_cell(&pair, &middle, &halves);
            let posed = &cell.posed;
            for side in pair.chain.frames.all_sides() {
                let kind = match side {
                    Side::Between => 0,
                    Side::Carried(body, 0) => 1 + body,
                    Side::Carried(..) => 3,
                };
                let normal = vector(&mut random);
                let direction = Axis::along(normal).unwrap();
                let Some(bound) = cell.by_gradient(&cell.levers_to(side), direction, &Shift::default()) else {
                    continue;
                };
                sides_seen[kind] += 1;
                let fixed = posed.pose_of(side).copied().unwrap_or_default();
                // The exact axis is what is fixed in the frame; the one that is tested with errs by some roundings.
                let axis = Axis::along(normal).unwrap().in_frame(&fixed);
                let gap_at = |q: &[f64]| {
                    let posed = range.posed_pair(&pair, q);
                    posed
                        .gap_along(&axis.posed(&posed.pose_of(side).copied().unwrap_or_default()), &mut [Hint::NONE; 2])
                };
                let (start, mut least) = (gap_at(&middle), f64::INFINITY);
                for trial in 0..24 {
                    let moved: Vec<f64> = middle
                        .iter()
                        .zip(&halves)
                        .map(|(value, half)| match trial % 3 {
                            0 => value + half * random.between(-1.0, 1.0),
                            _ => {
                                value + if random.below(2) == 0 { half * (1.0 - 1e-12) } else { -half * (1.0 - 1e-12) }
                            }
                        })
                        .collect();
                    tried += 1;
                    least = least.min(gap_at(&moved));
                    assert!(least >= bound.lower - 2e-12, "seed 4201: {least} below {}", bound.lower);
                }
                let lost = start - bound.lower;
                if lost > 1e-3 {
                    most = most.max((start - least) / lost);
                }
            }
        }
    }
    assert!(tried > 10_000 && most > 0.95, "{tried} {most}");
    assert!(sides_seen.iter().all(|&count| count > 50) && coupled > 50, "{sides_seen:?} {coupled}");
    assert!(joints[0] > 200 && joints[1] > 400, "{joints:?}");
}

#[test]
fn columns_are_off_by_no_more_than_they_say_and_by_some_of_it() {
    let mut random = Random::new(4202);
    let mut most = 0.0f64;
    for _ in 0..2000 {
        let far = [1.0, 100.0][random.below(2)];
        let points: Vec<Vec3<f64>> = (0..8).map(|_| vector(&mut random)).collect();
        let shape = Shape3::from(Polytope::new(&points).unwrap());
        let rotor = Rotor3::from_wxyz([0, 1, 2, 3].map(|_| random.between(-1.0, 1.0))).unwrap();
        let pose = Pose3::new(rotor, vector(&mut random) * far).unwrap();
        let pose = Pose3::computed(*pose.matrix(), pose.translation(), 0.0, 0.0);
        let joint = Moving { origin: vector(&mut random), axis: vector(&mut random), turns: true, ..Moving::STILL };
        let axis = Axis { direction: vector(&mut random), error: 0.0 };
        let levers = [Lever { joint, variable: 0, factor: random.between(-3.0, 3.0) }];
        let corners = Corners::of(&shape);
        let branch = MovedShape { shape: &shape, corners: &corners, pose: &pose, levers: &levers };
        let half = random.between(0.1, 1.0);
        let column = columns(&branch, &axis, &[half])[0];
        let (n, z) = (axis.direction, joint.axis);
        let across = [0, 1, 2].map(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            q(n[i]) * q(z[j]) - q(n[j]) * q(z[i])
        });
        for id in 0..corners.len() {
            let y = shape.anchor() + corners.get(id);
            let exact = (0..3).fold(RBig::ZERO, |sum, k| {
                let image = (0..3).fold(q(pose.translation()[k]) - q(joint.origin[k]), |sum, i| {
                    sum + q(pose.matrix().column(i)[k]) * (q(shape.anchor()[i]) + q(corners.get(id)[i]))
                });
                sum + &across[k] * image
            }) * q(levers[0].factor)
                * q(half);
            let off = (q(column.at(y)) - exact).to_f64().value().abs();
            // Of factors that are not 1 more is left for products of several.
            let said = column.error
                - half * levers[0].factor.abs() / (1u64 << 40) as f64 * (joint.origin - pose.translation()).norm();
            assert!(off <= column.error, "seed 4202: {off:e} {said:e}");
            most = most.max(off / said);
        }
    }
    assert!(most > 0.01, "{most}");
}

#[test]
fn a_pendulum_has_the_bound_that_is_worked_out_by_hand() {
    // A point 2 above the axis of a joint along y, seen along x: it rises by at most 2 sin h < 2 h, and with it at (1,
    // ., 2) by 2 h − …
    let shape = Shape3::from(Polytope::new(&[Vec3::new(1.0, 0.0, 2.0)]).unwrap());
    let joint = Moving { axis: Vec3::new(0.0, 1.0, 0.0), turns: true, speed: 0.1, ..Moving::STILL };
    let levers = [Lever { joint, variable: 0, factor: 1.0 }];
    let (corners, ball) = (Corners::of(&shape), Ball::around(&shape));
    let branch = MovedShape { shape: &shape, corners: &corners, pose: &Pose3::IDENTITY, levers: &levers };
    let axis = Axis { direction: Vec3::new(1.0, 0.0, 0.0), error: 0.0 };
    let top = Top::of(&branch, &axis, &[0.1], &[], Hint::NONE);
    // x + h |z| = 1 + 0.1 · 2.
    assert!((top.value - 1.2).abs() < 1e-15 && top.error < 1e-14, "{top:?}");
    // ½ h² R with R = √5: no joint is beyond, and the axis is across.
    let spread = Spread::of(&axis, &ball, &levers);
    assert!((spread.curvature / (0.005 * 5f64.sqrt()) - 1.0).abs() < 2e-9, "{spread:?}");
    assert!((spread.way / (0.1 * 5f64.sqrt()) - 1.0).abs() < 2e-9);
    // Along the joint's own axis nothing rises.
    let along = Axis { direction: Vec3::new(0.0, 1.0, 0.0), error: 0.0 };
    assert!(Spread::of(&along, &ball, &levers).curvature < 1e-15);
}

#[test]
fn curved_cores_come_as_high_as_polytopes_that_hold_nearly_the_same_points() {
    let mut random = Random::new(4203);
    let cylinder = Cylinder::along(Axial { radius: 0.4, half_length: 0.7, axis: 2 }).unwrap();
    let rim = |i: usize, r: f64| {
        let angle = core::f64::consts::TAU * (i % 360) as f64 / 360.0;
        Vec3::new(r * angle.cos(), r * angle.sin(), if i < 360 { 0.7 } else { -0.7 })
    };
    let inner: Vec<Vec3<f64>> = (0..720).map(|i| rim(i, 0.4)).collect();
    let outer: Vec<Vec3<f64>> = (0..720).map(|i| rim(i, 0.4001)).collect();
    let shapes =
        [Shape3::from(Polytope::new(&inner).unwrap()), Shape3::from(cylinder), Polytope::new(&outer).unwrap().into()];
    for count in [0, 1, 3, 7, 10] {
        let levers: Vec<Lever> = (0..count)
            .map(|variable| {
                let axis = vector(&mut random).normalized();
                let joint = Moving { origin: vector(&mut random), axis, turns: variable != 1, ..Moving::STILL };
                Lever { joint, variable, factor: 1.0 }
            })
            .collect();
        let halves = vec![0.2; count];
        let axis = Axis::along(vector(&mut random)).unwrap();
        let tops = shapes.each_ref().map(|shape| {
            let corners = Corners::of(shape);
            let branch = MovedShape { shape, corners: &corners, pose: &Pose3::IDENTITY, levers: &levers };
            Top::of(&branch, &axis, &halves, &[], Hint::NONE)
        });
        let [inner, found, outer] = tops.map(|top| top.value);
        assert!(inner <= found + 1e-12, "seed 4203, {count}: {inner} {found} {outer}");
        // Beyond eight turning joints the ball represents the core.
        assert!(count > 9 || found <= outer + 1e-12, "seed 4203, {count}: {inner} {found} {outer}");
    }
}

#[test]
fn two_joints_have_the_curvature_that_is_worked_out_by_hand() {
    // From the body: a joint along y through (0, 0, 1), then one along x through the origin; the body is the point (0,
    // 0, 3).
    let shape = Shape3::from(Polytope::new(&[Vec3::new(0.0, 0.0, 3.0)]).unwrap());
    let ball = Ball { radius: 0.0, ..Ball::around(&shape) };
    let along = |axis: usize, height: f64, speed: f64| {
        let joint =
            Moving { axis: Vec3::axis(axis), origin: Vec3::new(0.0, 0.0, height), turns: true, speed, ..Moving::STILL };
        Lever { joint, variable: axis, factor: 1.0 }
    };
    let levers = [along(1, 1.0, 0.1), along(0, 0.0, 0.2)];
    let curvature =
        |axis: usize| Spread::of(&Axis { direction: Vec3::axis(axis), error: 0.0 }, &ball, &levers).curvature;
    // R = 2 of the first, and 3 + 0.1 · 2 of the second, which the first one carries away. Along z both axes are
    // across: 0.1 · ½ · 0.1 · 2, and 0.2 (½ · 0.2 · 3.2 + 0.1 · 2).
    let both = 0.1 * 0.5 * 0.1 * 2.0 + 0.2 * (0.5 * 0.2 * 3.2 + 0.1 * 2.0);
    assert!((curvature(2) / both - 1.0).abs() < 1e-8, "{} {both}", curvature(2));
    // Along y the first axis is not across, but the second joint turns it by as much as 0.2.
    let turned = 0.1 * 0.2 * 0.5 * 0.1 * 2.0 + 0.2 * (0.5 * 0.2 * 3.2 + 0.1 * 2.0);
    assert!((curvature(1) / turned - 1.0).abs() < 1e-8, "{} {turned}", curvature(1));
}
