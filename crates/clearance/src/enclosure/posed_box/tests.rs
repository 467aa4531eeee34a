//! Enclosures in single precision against the same bodies computed in double precision: nine digits of rounding are
//! visible.

use clearance_testkit::random::Random;

use super::*;
use crate::math::{Pose3, Rotor3, Vec3};
use crate::shape::{Axial, Ball, Capsule, Cuboid, Cylinder, Ellipsoid, Inflated, Polytope, Posed, Shape3};

type Point = Vec3<f64>;

fn wide(v: Vec3<f32>) -> Point {
    Vec3::new(v.x.into(), v.y.into(), v.z.into())
}

fn vector(random: &mut Random, size: f64) -> Vec3<f32> {
    let mut draw = || random.uniform(-size, size) as f32;
    Vec3::new(draw(), draw(), draw())
}

/// A pose, and the rotation that its rotor means.
fn pose(random: &mut Random, far: f64) -> (Pose3<f32>, Pose3<f64>) {
    let q = random.quaternion(3).map(|c| c as f32);
    let t = vector(random, far);
    let exact = Pose3::new(Rotor3::from_wxyz(q.map(f64::from)).unwrap(), wide(t)).unwrap();
    (Pose3::new(Rotor3::from_wxyz(q).unwrap(), t).unwrap(), exact)
}

/// A shape and its support function in double precision, `max d·x` over its points in its own frame.
type Subject = (Shape3<f32>, Box<dyn Fn(Point) -> f64>);

fn subject(random: &mut Random, kind: usize) -> Subject {
    let size = |random: &mut Random| random.uniform(0.1, 2.0) as f32;
    let [a, b, c] = [size(random), size(random), size(random)];
    let sizes = Vec3::new(a, b, c);
    match kind {
        0 => (Shape3::from(Ball::new(a).unwrap()), Box::new(move |d| f64::from(a) * d.norm())),
        1 => {
            let half = wide(sizes);
            (Shape3::from(Cuboid::from_half_extents(sizes).unwrap()), Box::new(move |d| d.abs().dot(half)))
        }
        2 => {
            let ends = [vector(random, 3.0), vector(random, 3.0)];
            let far = ends.map(wide);
            let support = move |d: Point| far[0].dot(d).max(far[1].dot(d)) + f64::from(a) * d.norm();
            (Shape3::from(Capsule::between(ends[0], ends[1], a).unwrap()), Box::new(support))
        }
        3 => {
            let radii = wide(sizes);
            let support = move |d: Point| radii.scaled_by(d).norm();
            (Shape3::from(Ellipsoid::from_radii(sizes).unwrap()), Box::new(support))
        }
        4 => {
            let support = move |d: Point| f64::from(a) * d.x.hypot(d.y) + f64::from(b) * d.z.abs();
            (Shape3::from(Cylinder::along(Axial { radius: a, half_length: b, axis: 2 }).unwrap()), Box::new(support))
        }
        _ => {
            // Far from its own origin, so that it has an anchor.
            let away = vector(random, 50.0);
            let points: Vec<Vec3<f32>> = (0..12).map(|_| away + vector(random, 1.5)).collect();
            let exact: Vec<Point> = points.iter().map(|&p| wide(p)).collect();
            let support =
                move |d: Point| exact.iter().map(|p| p.dot(d)).fold(f64::MIN, f64::max) + f64::from(a) * d.norm();
            let hull = Shape3::from(Polytope::new(&points).unwrap());
            (Shape3::from(Inflated::new(hull, a).unwrap()), Box::new(support))
        }
    }
}

#[test]
fn boxes_hold_what_is_computed_in_twice_the_digits_and_little_more() {
    let mut random = Random::new(0x0a6b);
    let mut nearest = f64::INFINITY;
    for round in 0..3000 {
        let (shape, support) = subject(&mut random, round % 6);
        let far = [0.0, 1.0, 1000.0][random.below(3)];
        let (pose, exact) = pose(&mut random, far);
        let found = Aabb::of(&shape, &pose);
        let size = f64::from(reach_from_frame(&shape) + pose.translation().max_abs());
        for k in 0..3 {
            for (sign, side) in [(1.0, f64::from(found.upper[k])), (-1.0, -f64::from(found.lower[k]))] {
                let dir = Point::axis(k) * sign;
                let true_side = support(exact.vector_back(dir)) + exact.translation().dot(dir);
                let slack = (side - true_side) / (size * f64::from(f32::UNIT));
                assert!(slack >= -1e-6, "round {round}, axis {k}: {slack} roundings short");
                assert!(slack < 100.0, "round {round}, axis {k}: {slack} roundings of slack");
                nearest = nearest.min(slack);
            }
        }
    }
    // What is left of the padding in the worst case: less of it would fail somewhere.
    assert!(nearest < 12.0, "{nearest}");
}

#[test]
fn widened_poses_and_nested_ones_move_the_sides_out() {
    let brick = Shape3::from(Cuboid::from_half_extents(Vec3::new(1.0f64, 0.5, 0.25)).unwrap());
    let inner = Pose3::new(Rotor3::from_wxyz([0.9, 0.1, -0.3, 0.2]).unwrap(), Vec3::new(3.0, -1.0, 0.5)).unwrap();
    let hand = Shape3::from(Posed::new(brick, inner).unwrap());
    let sure = Pose3::new(Rotor3::from_wxyz([0.3, 0.4, 0.1, -0.8]).unwrap(), Vec3::new(0.25, 7.0, -2.0)).unwrap();
    let unsure = sure.widened(1e-6, 1e-3);
    let (tight, loose) = (Aabb::of(&hand, &sure), Aabb::of(&hand, &unsure));
    assert!(loose.contains(&tight));
    // 1e-3, and 1e-6 of a reach between |(3, -1, 0.5)| = 3.2 and that with √3 and the brick: 7.
    let more = loose.upper.x - tight.upper.x;
    assert!(more > 1e-3 + 3.2e-6 && more < 1e-3 + 8e-6, "{more}");
}

#[test]
fn a_posed_box_holds_the_posed_points_of_the_box() {
    let mut random = Random::new(0x0a6c);
    for round in 0..1000 {
        let (a, b) = (vector(&mut random, 30.0), vector(&mut random, 30.0));
        let local = Aabb::at(a).union(&Aabb::at(b));
        let (pose, exact) = pose(&mut random, 100.0);
        let found = local.posed(&pose);
        for corner in 0..8 {
            let p = Vec3::from_fn(|k| if corner >> k & 1 == 0 { local.lower[k] } else { local.upper[k] });
            let there = exact.point(wide(p));
            for k in 0..3 {
                let (low, high) = (f64::from(found.lower[k]), f64::from(found.upper[k]));
                assert!(low <= there[k] && there[k] <= high, "round {round}: {low} {} {high}", there[k]);
            }
        }
    }
}
