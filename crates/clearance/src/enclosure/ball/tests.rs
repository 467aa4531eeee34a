use super::*;
use crate::enclosure::testing::{Wide3, as_map, q, turned};
use crate::math::{Vec2, Vec3};
use crate::random::Random;
use crate::shape::{Axial, Capsule, Cone, Cuboid, Inflated, Polytope, Shape3};

fn shapes() -> Vec<Shape3<f64>> {
    let brick = Shape3::from(Cuboid::from_half_extents(Vec3::new(0.3, 1.1, 0.2)).unwrap());
    let corners = [[5.0, 1.0, 0.2], [5.5, 1.1, -0.3], [4.9, 0.4, 0.9], [5.2, 1.7, 0.6]];
    vec![
        brick.clone(),
        Inflated::new(brick, 0.25).unwrap().into(),
        Capsule::along(Axial { radius: 0.2, half_length: 0.7, axis: 1 }).unwrap().into(),
        Polytope::new(&corners.map(Vec3::from)).unwrap().into(),
        Cone::along(Axial { radius: 0.5, half_length: 0.4, axis: 2 }).unwrap().into(),
    ]
}

#[test]
fn a_ball_holds_all_support_points_and_touches_some() {
    let mut random = Random(0xba11);
    for shape in shapes() {
        let ball = Ball::around(&shape);
        let mut farthest = 0.0f64;
        for _ in 0..2000 {
            let dir = random.vector().normalized();
            let point = shape.anchor() + shape.support(dir) + dir * shape.radius();
            farthest = farthest.max((point - ball.center).norm());
        }
        assert!(farthest <= ball.radius && farthest > 0.85 * ball.radius, "{shape:?}: {farthest} in {}", ball.radius);
    }
    // The corner of the brick: √(0.09 + 1.21 + 0.04). The polytope is held by its corners, not by the corners of its
    // box.
    let brick = Ball::around(&shapes()[0]);
    assert!((brick.radius - 1.34f64.sqrt()).abs() < 1e-13 && brick.radius >= 1.34f64.sqrt());
    // An octahedron away from its origin is held by its corners, 2 from the middle of its box.
    let corners = (0..6).map(|i| Vec3::new(7.0, 0.5, 3.0) + Vec3::axis(i / 2) * if i % 2 == 0 { 2.0 } else { -2.0 });
    let octahedron = Ball::around(&Polytope::new(&corners.collect::<Vec<_>>()).unwrap());
    assert!((octahedron.radius - 2.0).abs() < 1e-13 && octahedron.radius >= 2.0, "{octahedron:?}");
}

#[test]
fn a_posed_ball_holds_the_exact_images_of_its_points() {
    let mut random = Random(0xba12);
    let mut most = 0.0f64;
    for _ in 0..4000 {
        let ball = Ball { center: random.vector() * 5.0, radius: 0.0 };
        let pose = as_map(&random.pose(9.0));
        let posed = ball.posed(&pose);
        let exact = Wide3::from(ball.center).mapped(&pose).plus(pose.translation());
        let used =
            (Wide3::from(posed.center).minus(&exact).squared() / (q(posed.radius) * q(posed.radius))).to_f64().value();
        assert!(used <= 1.0, "{used}");
        most = most.max(used);
    }
    assert!(most > 0.01, "{most}");
    let (sure, other, error) = turned(1e-3);
    let ball = Ball { center: Vec3::new(4.0, 0.0, 0.0), radius: 1.0 };
    let posed = ball.posed(&sure.widened(error, 1e-3));
    // Somewhere else by 1e-3 · 4, and by 1e-3 in the same direction.
    let off = (other.point(ball.center) - posed.center).norm() + 1e-3 + 1.0;
    assert!(posed.radius >= off && posed.radius < off + 1e-12, "{} {off}", posed.radius);
}

#[test]
fn bounds_of_balls_are_below_their_distance_and_near_it_at_every_magnitude() {
    let mut random = Random(0xba13);
    let mut nearest = f64::INFINITY;
    for trial in 0..4000 {
        let scale = [1.0, 1e-3, 1e100, 1e-100][trial % 4];
        let mut ball = || Ball { center: random.vector() * scale, radius: random.unit().abs() * 0.5 * scale };
        let (a, b) = (ball(), ball());
        let bound = a.distance_bound(&b);
        // d ≥ bound + r + r', squared.
        let squared = Wide3::from(b.center).minus(&Wide3::from(a.center)).squared();
        let radii = q(a.radius) + q(b.radius);
        let least = q(bound) + &radii;
        assert!(&least * &least <= squared, "trial {trial}: {bound}");
        let size = q(24.0 * f64::UNIT) * (q(a.radius) + q(b.radius) + q((b.center - a.center).max_abs()));
        let more = least + size;
        nearest = nearest.min((&more * &more / &squared).to_f64().value());
    }
    assert!(nearest > 1.0, "{nearest}");
    let huge = |x: f32| Ball { center: Vec2::new(x, 0.0), radius: 1.0 };
    let bound = huge(-1e25).distance_bound(&huge(1e25));
    assert!(bound <= 2e25 && bound > 1e19, "{bound}");
}

#[test]
fn touching_balls_are_not_said_to_be_apart() {
    // Along an axis nothing rounds: the bound must leave room for what does elsewhere.
    for (radius, other) in [(1.0, 2.0), (0.1, 0.2), (1e-9, 7.0)] {
        let a = Ball { center: Vec3::new(0.1, 0.2, 0.3), radius };
        let out = Vec3::new(2.0, -6.0, 3.0) * ((radius + other) / 7.0);
        let b = Ball { center: a.center + out, radius: other };
        let bound = a.distance_bound(&b);
        // Of 16u of the radii, with the rounding of the place.
        let units = bound / (f64::UNIT * (radius + other + 0.3));
        assert!(bound < -12.5 * f64::UNIT * (radius + other), "{units}");
    }
}

#[test]
fn cubes_bound_what_balls_bound_and_no_more() {
    let mut random = Random(0xba14);
    for trial in 0..4000 {
        let scale = [1.0, 1e-3, 1e6][trial % 3];
        // Along an axis, where the cubes are as near as the balls.
        let (k, at) = (trial / 3 % 3, random.vector() * scale);
        let [radius, other, margin] = [(); 3].map(|()| random.unit().abs() * scale);
        let away = Vec3::axis(k) * (radius + other + random.unit().abs() * scale);
        let (a, b) = (Ball { center: at, radius }, Ball { center: at + away, radius: other });
        let (bound, less) = (a.distance_bound(&b), a.distance_bound(&b) - margin);
        assert!(a.cube().distance_bound(&b.cube()) <= bound, "trial {trial}");
        assert!(a.inflated(margin).cube().distance_bound(&b.cube()) <= less, "trial {trial}");
        assert!(a.cube().distance_bound(&b.cube()) > bound - 1e-13 * (1.0 + scale) * 4.0, "trial {trial}");
    }
}
