//! Points and bodies of every kind, against brute force.

mod many;
mod reports;
mod sphere;

use clearance::query::PointQueries;
use clearance::{Ball, Cuboid, Halfspace, Pose2, Pose3, Real, Rotor3, Shape2, Shape3, Vec2, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Aabb, Body, GridError, PointDistance, Scene, TriangleMesh};
use sphere::icosphere;

type Point = Vec3<f64>;

fn draw(random: &mut Random, size: f64) -> Point {
    Vec3::from_fn(|_| random.uniform(-size, size))
}

/// Balls and boxes that overlap here and there, each at a pose.
fn parts(random: &mut Random, count: usize) -> Vec<(Shape3<f64>, Pose3<f64>)> {
    let part = |i: usize, random: &mut Random| {
        let shape: Shape3<f64> = match i % 2 {
            0 => Ball::new(random.uniform(0.3, 0.8)).unwrap().into(),
            _ => Cuboid::from_half_extents(Vec3::from_fn(|_| random.uniform(0.2, 0.8))).unwrap().into(),
        };
        let rotor = Rotor3::from_axis_angle(draw(random, 1.0), random.uniform(-3.0, 3.0)).unwrap();
        (shape, Pose3::new(rotor, draw(random, 0.7)).unwrap())
    };
    (0..count).map(|i| part(i, random)).collect()
}

#[test]
fn many_points_have_the_bits_of_one_and_the_others_do_not_suffer_from_a_bad_one() {
    let mut random = Random::new(0x901);
    let body = Body::mesh(icosphere(3));
    let mut points: Vec<Point> = (0..2000).map(|_| draw(&mut random, 1.5)).collect();
    points[77].y = f64::NAN;
    points[1999].x = 1e302;
    let found = body.point_distances(&points);
    assert_eq!(found.len(), points.len());
    for (i, &point) in points.iter().enumerate() {
        assert_eq!(format!("{:?}", found[i]), format!("{:?}", body.point_distance(point)));
        assert_eq!(found[i].is_err(), i == 77 || i == 1999);
    }
    let inside = found.iter().flatten().filter(|found| found.inside == Some(true)).count();
    assert!((200..600).contains(&inside), "{inside} inside");
}

#[test]
fn the_field_of_a_fine_sphere_is_that_of_the_ball_up_to_its_facets() {
    let mut random = Random::new(0x902);
    let mesh = Body::mesh(icosphere(4));
    let ball = Ball::new(1.0).unwrap();
    let (mut inside, mut widest) = (0, 0f64);
    for _ in 0..2000 {
        let point = draw(&mut random, 1.2);
        let found = mesh.point_distance(point).unwrap();
        let truth = ball.distance_to_point(point).unwrap();
        // The facets are up to 0.001 below the sphere.
        let distance = found.signed_distance.unwrap();
        assert!((distance - truth.signed_distance).abs() < 2e-3, "{point:?}: {found:?}");
        assert!(found.unique == (point.norm() > 0.1) || point.norm() > 0.05, "{point:?}");
        if point.norm() > 0.3 {
            assert!((found.normal - point.normalized()).norm() < 0.1, "{point:?}: {found:?}");
        }
        inside += u32::from(found.inside == Some(true));
        widest = Real::max(widest, found.bounds.width());
    }
    assert!(inside > 400 && widest <= 1e-13, "{inside} inside, {widest:e} wide");
}

#[test]
fn compounds_are_as_far_as_their_nearest_part_and_as_deep_as_their_way_out() {
    let mut random = Random::new(0x903);
    let (mut apart, mut deep, mut known) = (0, 0, 0);
    for round in 0..12 {
        let given = parts(&mut random, 2 + round % 4);
        let body = Body::compound(given.clone()).unwrap();
        for _ in 0..40 {
            let point = draw(&mut random, 1.2);
            let found = body.point_distance(point).unwrap();
            let each: Vec<PointDistance<Point>> = given
                .iter()
                .map(|part| Body::compound([part.clone()]).unwrap().point_distance(point).unwrap())
                .collect();
            let least = each.iter().map(|one| one.signed_distance.unwrap()).fold(f64::INFINITY, f64::min);
            assert_eq!(found.inside, Some(least <= 0.0));
            if least > 0.0 {
                apart += 1;
                assert!((found.signed_distance.unwrap() - least).abs() < 1e-14 && found.bounds.contains(least));
                continue;
            }
            deep += 1;
            assert!(found.bounds.upper <= least + 1e-10, "{found:?} {least}");
            // No point of a sphere of the depth's lower bound is outside, and one at its upper bound is.
            let reach = -found.bounds.upper;
            for _ in 0..20 {
                let step = draw(&mut random, 1.0).normalized() * (reach * 0.999);
                assert_eq!(body.point_distance(point + step).unwrap().inside, Some(true));
            }
            let Some(distance) = found.signed_distance else { continue };
            known += 1;
            assert!(found.bounds.contains(distance));
            let beyond = point + found.normal * (-distance + 1e-6);
            assert_eq!(body.point_distance(beyond).unwrap().inside, Some(false));
        }
    }
    assert!(apart > 100 && deep > 60 && known > 40, "{apart} {deep} {known}");
}

#[test]
fn the_body_of_a_scene_is_the_nearest_of_all() {
    let mut random = Random::new(0x904);
    let mut scene = Scene::new();
    let mut bodies = Vec::new();
    for i in 0..12usize {
        let rotor = Rotor3::from_axis_angle(draw(&mut random, 1.0), random.uniform(-3.0, 3.0)).unwrap();
        let pose = Pose3::new(rotor, draw(&mut random, 4.0)).unwrap();
        let body = match i % 3 {
            0 => Body::new(Ball::new(random.uniform(0.2, 1.0)).unwrap()),
            1 => Body::mesh(icosphere(1)),
            _ => Body::compound(parts(&mut random, 3)).unwrap(),
        };
        scene.add(i as u64, body.clone().at(pose)).unwrap();
        bodies.push((body, pose));
    }
    let floor = Body::halfspace(Halfspace::new(Vec3::new(0.0, 0.0, 1.0), -4.0).unwrap());
    scene.add("floor", floor.clone().fixed()).unwrap();
    bodies.push((floor, Pose3::IDENTITY));
    let points: Vec<Point> = (0..400).map(|_| draw(&mut random, 5.0)).collect();
    let mut inside = 0;
    for (point, found) in points.iter().zip(scene.point_distances(&points)) {
        let found = found.unwrap().unwrap();
        let local = |(body, pose): &(Body<Point>, Pose3<f64>)| {
            body.point_distance(pose.vector_back(*point - pose.translation())).unwrap().bounds
        };
        let upper = bodies.iter().map(|body| local(body).upper).fold(f64::INFINITY, f64::min);
        let lower = bodies.iter().map(|body| local(body).lower).fold(f64::INFINITY, f64::min);
        let bounds = found.distance.bounds;
        assert!((bounds.upper - upper).abs() < 1e-13 && (bounds.lower - lower).abs() < 1e-13, "{found:?}");
        inside += u32::from(found.distance.inside == Some(true));
        assert_eq!(scene.point_distance(*point).unwrap().unwrap(), found);
    }
    assert!(inside > 20, "{inside} inside");
    let none: Scene<Point> = Scene::new();
    assert!(none.point_distance(Vec3::ZERO).unwrap().is_none());
}

#[test]
fn bodies_of_the_plane_and_of_single_precision_answer() {
    let disc = Body::<Vec2<f64>>::new(Shape2::from(Ball::new(1.0).unwrap()));
    let at = Pose2::from_translation(Vec2::new(3.0, 0.0)).unwrap();
    let mut scene = Scene::new();
    scene.add("disc", disc.at(at)).unwrap();
    let found = scene.point_distance(Vec2::new(0.5, 0.0)).unwrap().unwrap();
    assert!(found.distance.bounds.contains(1.5) && found.distance.bounds.width() < 1e-13);
    let corners = [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    let solid = Body::mesh(TriangleMesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap());
    let found = solid.point_distance(Vec3::new(0.1f32, 0.2, 0.3)).unwrap();
    assert!(found.inside == Some(true) && found.bounds.contains(-0.1) && found.bounds.width() <= 1e-7, "{found:?}");
}

#[test]
fn a_grid_has_the_distances_of_its_points_and_refuses_what_is_none() {
    let body = Body::mesh(icosphere(1));
    let bounds = Aabb { lower: Vec3::new(-1.5, -1.0, -0.5), upper: Vec3::new(1.5, 1.0, 0.6) };
    let grid = body.distance_grid(&bounds, 0.1).unwrap();
    // Thirty tenths are three, whatever rounding says.
    assert_eq!(grid.shape, [31, 21, 12]);
    for place in [[0, 0, 0], [30, 20, 11], [7, 3, 5]] {
        let found = body.point_distance(grid.point(place)).unwrap();
        assert_eq!(grid.at(place), found.signed_distance.unwrap());
    }
    assert!(grid.error > 0.0 && grid.error < 1e-13);
    assert_eq!(body.distance_grid(&bounds, 0.0), Err(GridError::Spacing(0.0)));
    let error = body.distance_grid(&Aabb { lower: bounds.upper, upper: bounds.lower }, 0.1).unwrap_err();
    assert_eq!(error.to_string(), "bounds must be finite and ascending, got 1.5 to -1.5 along axis 0");
    assert!(matches!(body.distance_grid(&bounds, 1e-5), Err(GridError::TooMany(_))));
}
