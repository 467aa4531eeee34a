use super::*;
use crate::math::{Pose2, Pose3, Rotor2, Rotor3, Vec2, Vec3, Vector};
use crate::query::{gradient, signed_distance};
use crate::shape::Axial;
use crate::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Point};
use crate::support::Support;
use alloc::boxed::Box;

fn brick(x: f64, y: f64, z: f64) -> Cuboid<Vec3<f64>> {
    Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap()
}

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose3::from_translation(Vec3::new(x, y, z)).unwrap()
}

/// B's pose after a small motion.
fn moved(pose: &Pose3<f64>, twist: &Twist<Vec3<f64>>, t: f64) -> Pose3<f64> {
    use crate::math::Rotor;
    let angle = twist.angular.norm() * t;
    let turn = Rotor3::from_axis_angle(twist.angular, angle).unwrap();
    let whole = Pose3::new(turn, Vec3::ZERO).unwrap();
    let origin = whole.vector(pose.translation() - twist.about) + twist.about + twist.linear * t;
    Pose3::new(pose.rotor().then(&turn), origin).unwrap()
}

/// Twists without a plan.
fn twists() -> impl Iterator<Item = Twist<Vec3<f64>>> {
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let mut vector = move || Vec3::new(next(), next(), next());
    (0..24).map(move |_| Twist { about: vector(), linear: vector() * 0.5, angular: vector() })
}

/// The one-sided rates are those of differences, extrapolated once: errors of the order of the square of the step.
fn assert_one_sided(a: &dyn Support<Vec3<f64>>, b: &dyn Support<Vec3<f64>>, pose: &Pose3<f64>) {
    let found = gradient(a, b, pose);
    assert!(found.complete && !found.differentiable, "{found:?}");
    for twist in twists() {
        let rate = |t: f64| {
            (signed_distance(a, b, &moved(pose, &twist, t)).signed_distance - found.proximity.signed_distance) / t
        };
        let t = 1e-5;
        let expected = 2.0 * rate(t) - rate(2.0 * t);
        let along = found.along(&Twist::STILL, &twist);
        assert!((along - expected).abs() < 2e-9, "{along} is not {expected}: {twist:?} {:?}", found.branches);
    }
}

#[test]
fn parallel_faces_apart_have_the_corners_of_their_patch() {
    let (a, b) = (brick(1.0, 1.5, 0.5), brick(0.75, 1.0, 1.25));
    let pose = at(0.5, -1.0, 2.5);
    let found = gradient(&a, &b, &pose);
    assert_eq!((found.branches.len(), found.branches[0].pairs.len()), (1, 4));
    for [p, q] in &found.branches[0].pairs {
        assert!((p.x - 0.375).abs() == 0.625 && (p.y + 0.75).abs() == 0.75 && p.z == 0.5 && q.z == 1.25);
    }
    assert_one_sided(&a, &b, &pose);
}

#[test]
fn parallel_faces_in_each_other_have_the_corners_of_their_patch() {
    assert_one_sided(&brick(1.0, 1.5, 0.5), &brick(0.75, 1.0, 1.25), &at(0.5, -1.0, 1.625));
}

#[test]
fn parallel_edges_have_the_ends_of_their_interval() {
    let turned = Rotor3::from_wxyz([4.0, 0.0, 1.0, 0.0]).unwrap();
    let pose = Pose3::new(turned, Vec3::new(2.5, 0.75, 0.25)).unwrap();
    let (a, b) = (brick(1.0, 1.0, 0.25), brick(1.0, 0.5, 1.0));
    assert_eq!(gradient(&a, &b, &pose).branches[0].pairs.len(), 2);
    assert_one_sided(&a, &b, &pose);
    let (a, b) = (
        Capsule::along(Axial { radius: 0.25, half_length: 1.0, axis: 2 }).unwrap(),
        Capsule::along(Axial { radius: 0.5, half_length: 0.75, axis: 2 }).unwrap(),
    );
    assert_one_sided(&a, &b, &at(2.0, 1.0, 0.625));
}

#[test]
fn cubes_that_share_a_centre_have_six_ways_out() {
    let cube = brick(1.0, 1.0, 1.0);
    let found = gradient(&cube, &cube, &Pose3::IDENTITY);
    assert_eq!((found.branches.len(), found.branches[0].pairs.len()), (6, 4));
    assert_eq!(found.elements(Vec3::ZERO).count(), 24);
    assert_one_sided(&cube, &cube, &Pose3::IDENTITY);
    assert_one_sided(&brick(1.0, 1.0, 2.0), &brick(0.5, 0.5, 0.25), &at(0.0, 0.0, 1.0));
}

#[test]
fn depths_tie_between_a_point_and_two_faces() {
    let found = gradient(&brick(1.0, 1.0, 2.0), &Point::new(), &at(0.75, 0.75, -1.0));
    assert_eq!((found.branches.len(), found.branches[0].pairs.len()), (2, 1));
    let right = Twist { linear: Vec3::new(1.0, 0.0, 0.0), ..Twist::STILL };
    assert_eq!((found.along(&Twist::STILL, &right), found.along(&right, &Twist::STILL)), (1.0, 0.0));
    assert_one_sided(&brick(1.0, 1.0, 2.0), &Point::new(), &at(0.75, 0.75, -1.0));
}

#[test]
fn curved_bodies_tie_where_they_are_symmetric() {
    let egg = Ellipsoid::from_radii(Vec3::new(1.0, 1.5, 2.0)).unwrap();
    let found = gradient(&egg, &Point::new(), &Pose3::IDENTITY);
    assert_eq!(found.branches.len(), 2);
    assert_one_sided(&egg, &Point::new(), &Pose3::IDENTITY);
}

#[test]
fn rings_and_corners_are_said_not_to_be_complete() {
    let can = Cylinder::along(Axial { radius: 1.0, half_length: 5.0, axis: 2 }).unwrap();
    let ring = gradient(&can, &can, &Pose3::IDENTITY);
    assert!(!ring.complete && !ring.differentiable);
    let corners = gradient(&brick(1.0, 1.0, 1.0), &brick(0.5, 0.5, 0.5), &at(1.5, 1.5, 1.5));
    assert!(!corners.complete && !corners.differentiable && corners.branches.len() == 3, "{corners:?}");
    let disc = gradient(&can, &brick(3.0, 3.0, 1.0), &at(0.0, 0.0, 7.0));
    assert!(!disc.complete && !disc.differentiable && disc.branches[0].pairs.len() == 16);
}

#[test]
fn moving_a_is_moving_b_the_other_way() {
    let (a, b) = (brick(1.0, 0.75, 0.5), Ellipsoid::from_radii(Vec3::new(0.5, 0.25, 1.0)).unwrap());
    let pose = Pose3::new(Rotor3::from_wxyz([0.9, 0.1, -0.4, 0.2]).unwrap(), Vec3::new(1.25, 0.5, 1.0)).unwrap();
    let shapes: [Box<dyn Support<Vec3<f64>>>; 2] = [Box::new(a), Box::new(b)];
    let found = gradient(&shapes[0], &shapes[1], &pose);
    assert!(found.differentiable);
    for twist in twists() {
        let together = found.along(&twist, &twist);
        assert!(together.abs() < 1e-14, "{together}");
        let (by_a, by_b) = (found.of_a(twist.about).along(&twist), found.of_b(twist.about).along(&twist));
        assert!((by_a + by_b).abs() < 1e-15 && (by_b - found.along(&Twist::STILL, &twist)).abs() < 1e-14);
    }
}

#[test]
fn an_answer_in_the_world_turns_with_its_frame() {
    let (a, b) = (brick(1.0, 1.5, 0.5), brick(0.75, 1.0, 1.25));
    let pose_a = Pose3::new(Rotor3::from_wxyz([1.0, 2.0, -0.5, 0.25]).unwrap(), Vec3::new(4.0, 5.0, -6.0)).unwrap();
    let local = gradient(&a, &b, &at(0.5, -1.0, 2.5));
    let placed = local.clone().placed(&pose_a);
    for twist in twists() {
        let turned = Twist {
            about: pose_a.point(twist.about),
            linear: pose_a.vector(twist.linear),
            angular: pose_a.vector(twist.angular),
        };
        let (here, there) = (local.along(&Twist::STILL, &twist), placed.along(&Twist::STILL, &turned));
        assert!((here - there).abs() < 1e-13, "{here} {there}");
    }
}

#[test]
fn single_precision_and_the_plane_have_derivatives_too() {
    let disc = Ball::<Vec2<f32>>::new(0.5).unwrap();
    let square = Cuboid::from_half_extents(Vec2::new(1.0, 1.0)).unwrap();
    let pose = Pose2::new(Rotor2::from_angle(0.3).unwrap(), Vec2::new(3.0, 0.25)).unwrap();
    let found = gradient(&disc, &square, &pose);
    assert!(found.differentiable);
    let slope = found.of_b(pose.translation());
    assert!((slope.linear.norm() - 1.0).abs() < 1e-6 && slope.angular.abs() > 0.1, "{slope:?}");
}

/// How far a point is beyond a body along some directions.
fn beyond<V: Vector>(body: &dyn Support<V>, point: V, dirs: impl Iterator<Item = V>) -> V::Scalar {
    use crate::support::SupportExt;
    let height = |dir: V| {
        let dir = dir.normalized();
        dir.dot(point - body.anchor() - body.support(dir)) - body.radius()
    };
    dirs.map(height).fold(-V::Scalar::INFINITY, V::Scalar::max)
}

#[test]
fn generators_have_points_of_the_bodies_where_a_disc_barely_reaches_a_corner() {
    // The cone's base lies a little above the box's top, and its border passes over a corner of it.
    type V = Vec3<f32>;
    let a = Cuboid::<V>::from_half_extents(V::new(1.029_281_5, 1.175_117_1, 1.336_776_9)).unwrap();
    let b = Cone::along(Axial { radius: 1.054_598_7f32, half_length: 0.381_849_23, axis: 2 }).unwrap();
    let rotor = Rotor3::from_wxyz([1.927_604_4, 0.0, f32::EPSILON / 16.0, f32::EPSILON * 0.15625]).unwrap();
    let pose = Pose3::new(rotor, V::new(1.029_281_4, 2.229_715_8, 1.718_974_8)).unwrap();
    let found = gradient(&a, &b, &pose);
    for [p, q] in found.branches.iter().flat_map(|branch| &branch.pairs) {
        let dirs = || twists().map(|twist| V::from_fn(|i| twist.angular[i] as f32)).chain((0..3).map(V::axis));
        let [of_a, of_b] = [beyond(&a, *p, dirs()), beyond(&b, pose.vector_back(*q - pose.translation()), dirs())];
        assert!(of_a < 1e-5 && of_b < 1e-5, "{of_a} {of_b} {found:?}");
    }
}

#[test]
fn the_nearest_point_of_a_thin_body_is_one_of_it() {
    // So flat that single precision sees its smooth side as a face.
    type V = Vec3<f32>;
    for thin in [0.02f32, 5e-3, 1e-3] {
        let egg = Ellipsoid::from_radii(V::new(1.0, 0.75, thin)).unwrap();
        let ball = Ball::new(0.25f32).unwrap();
        for way in [V::new(0.1, 0.05, 0.5), V::new(0.7, 0.2, 0.4), V::new(-0.3, 0.5, 0.75)] {
            let pose = Pose3::from_translation(way).unwrap();
            let found = gradient(&egg, &ball, &pose);
            assert!(found.differentiable, "{found:?}");
            let [p, _] = found.branches[0].pairs[0];
            let level = (p.x as f64).powi(2) + (p.y as f64 / 0.75).powi(2);
            let height = thin as f64 * (1.0 - level).max(0.0).sqrt();
            assert!(level < 1.0 + 1e-5 && p.z as f64 - height < 1e-6, "{thin} {p:?} {height}");
        }
    }
}
