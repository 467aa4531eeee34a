//! Every hull here is [checked](check) by exact signs, also for shuffled points.

mod check;

use super::*;
use crate::math::{Real, Vec2, Vec3};
use crate::random::Random;
use check::{Point, check, check_shuffled, corners_of_robot};

fn in_ball(random: &mut Random) -> Point {
    loop {
        let p = Vec3::new(random.unit(), random.unit(), random.unit());
        if p.norm() <= 1.0 {
            return p;
        }
    }
}

fn on_sphere(random: &mut Random) -> Point {
    in_ball(random).normalized()
}

fn cloud(n: usize, mut point: impl FnMut() -> Point) -> Vec<Point> {
    (0..n).map(|_| point()).collect()
}

#[test]
fn a_cube_of_lattice_points_has_six_square_faces() {
    let mut random = Random(1);
    for scale in [1.0, 0.1, 1e-300, 1e299] {
        let lattice: Vec<Point> =
            (0..216).map(|i| Vec3::new((i % 6) as f64, (i / 6 % 6) as f64, (i / 36) as f64) * scale).collect();
        let hull = check_shuffled(&lattice, &mut random);
        assert_eq!((hull.vertices().len(), hull.edges().len(), hull.face_count()), (8, 12, 6));
        assert!(hull.faces().all(|face| face.len() == 4));
    }
}

#[test]
fn random_lattice_points_have_exact_hulls() {
    let mut random = Random(2);
    let mut dimensions = [0; 4];
    for round in 0..3000 {
        let (n, side) = (1 + random.below(24), 1 + random.below(4));
        let points = cloud(n as usize, || Vec3::from([(); 3].map(|()| random.below(side) as f64 - 1.0)));
        dimensions[check_shuffled(&points, &mut Random(round)).dimension()] += 1;
    }
    assert!(dimensions.iter().all(|&count| count > 100), "{dimensions:?}");
}

#[test]
fn rotated_lattices_have_exact_hulls() {
    let mut random = Random(3);
    for _ in 0..100 {
        let axes = [(); 3].map(|()| on_sphere(&mut random));
        let points =
            cloud(60, || axes.map(|axis| axis * random.below(4) as f64).into_iter().fold(Vec3::ZERO, |s, a| s + a));
        check_shuffled(&points, &mut random);
    }
}

#[test]
fn points_in_a_ball_and_on_a_sphere_have_exact_hulls() {
    let mut random = Random(4);
    for n in [4, 5, 10, 100, 1000] {
        check_shuffled(&cloud(n, || in_ball(&mut random)), &mut Random(n as u64));
        let hull = check_shuffled(&cloud(n, || on_sphere(&mut random)), &mut Random(n as u64));
        assert!(hull.vertices().len() == n);
    }
}

#[test]
fn prisms_have_caps_of_64_corners() {
    let mut random = Random(5);
    // Rounded circles are not exactly planar polygons of equal sides, but they are convex and at one height.
    let prism: Vec<Point> = (0..128)
        .map(|i| {
            let (sin, cos) = crate::math::sin_cos((i / 2) as f64 * core::f64::consts::TAU / 64.0);
            Vec3::new(cos, sin, (i % 2) as f64)
        })
        .collect();
    let hull = check_shuffled(&prism, &mut random);
    let caps = hull.faces().filter(|face| face.len() == 64).count();
    assert_eq!((caps, hull.vertices().len(), hull.face_count()), (2, 128, 66));
}

#[test]
fn cocircular_and_cospherical_integer_points_have_exact_hulls() {
    // All lattice points on the sphere of radius 15, and on the circle of radius 65 at two heights.
    let range = -15..=15;
    let sphere: Vec<Point> = range
        .clone()
        .flat_map(|x| range.clone().flat_map(move |y| (-15..=15).map(move |z| [x, y, z])))
        .filter(|[x, y, z]| x * x + y * y + z * z == 225)
        .map(|p| Vec3::from(p.map(f64::from)))
        .collect();
    assert_eq!(check_shuffled(&sphere, &mut Random(6)).vertices().len(), sphere.len());
    let circle: Vec<Point> = (-65..=65)
        .flat_map(|x| (-65..=65).map(move |y| (x, y)))
        .filter(|(x, y)| x * x + y * y == 65 * 65)
        .flat_map(|(x, y)| [-1, 1].map(|z| Vec3::new(f64::from(x), f64::from(y), f64::from(z))))
        .collect();
    let hull = check_shuffled(&circle, &mut Random(7));
    assert_eq!((hull.vertices().len(), hull.face_count()), (circle.len(), circle.len() / 2 + 2));
}

#[test]
fn points_perturbed_by_a_hundred_ulp_have_exact_hulls() {
    let mut random = Random(8);
    for _ in 0..60 {
        let jitter = |r: &mut Random| in_ball(r) * 1e-14;
        let side = 1 + random.below(3);
        let points = cloud(80, || {
            let corner = Vec3::from([(); 3].map(|()| random.below(side + 1) as f64));
            corner + jitter(&mut random)
        });
        check_shuffled(&points, &mut random);
    }
}

#[test]
fn duplicates_collapse_to_the_lowest_id() {
    let mut random = Random(9);
    let base = cloud(40, || in_ball(&mut random));
    let points = cloud(400, || base[random.below(40) as usize]);
    check_shuffled(&points, &mut random);
    assert_eq!(check(&[Vec3::new(0.0, 1.0, 2.0), Vec3::new(-0.0, 1.0, 2.0)]).vertices(), [0]);
}

#[test]
fn slivers_of_aspect_1e9_and_thinner_have_exact_hulls() {
    let mut random = Random(10);
    for thickness in [1e-9, 1e-13, 1e-16, 1e-200] {
        for count in [1, 2] {
            let axes = [(); 3].map(|()| on_sphere(&mut random));
            let straight = cloud(60, || {
                let p = in_ball(&mut random);
                Vec3::new(p.x, if count == 2 { p.y * thickness } else { p.y }, p.z * thickness)
            });
            let oblique: Vec<Point> = straight.iter().map(|p| axes[0] * p.x + axes[1] * p.y + axes[2] * p.z).collect();
            check_shuffled(&straight, &mut random);
            check_shuffled(&oblique, &mut random);
        }
    }
}

#[test]
fn every_magnitude_has_exact_hulls() {
    let mut random = Random(11);
    for scale in [5e-324, 1e-310, 1e-300, 1e-150, 1e150, 1e300] {
        let points = cloud(40, || in_ball(&mut random) * 10.0 * scale);
        check_shuffled(&points, &mut random);
    }
    for (low, high) in [(-1074, 999), (-1000, -900), (-500, 500)] {
        let points = cloud(24, || Vec3::from([(); 3].map(|()| random.of_magnitude(low, high))));
        assert!(check_shuffled(&points, &mut random).dimension() == 3);
    }
}

#[test]
fn flat_and_straight_sets_in_space_are_polygons_and_segments() {
    let mut random = Random(12);
    for (u, v) in
        [([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]), ([0.0, 2.0, 0.0], [0.0, 0.0, 1.0]), ([1.0, 2.0, 3.0], [-3.0, 1.0, 0.5])]
    {
        let (u, v) = (Vec3::from(u), Vec3::from(v));
        let grid = cloud(100, || Vec3::new(7.0, 8.0, -9.0) + u * random.below(20) as f64 + v * random.below(20) as f64);
        let hull = check_shuffled(&grid, &mut random);
        assert_eq!((hull.dimension(), hull.volume(), hull.inner_radius(hull.centroid())), (2, 0.0, 0.0));
        let line = cloud(50, || Vec3::new(1.0, 2.0, 3.0) + u * random.below(1000) as f64);
        let hull = check_shuffled(&line, &mut random);
        assert_eq!((hull.dimension(), hull.area(), hull.edges()), (1, 0.0, [[0, 1]].as_slice()));
    }
}

#[test]
fn the_plane_and_single_precision_have_exact_hulls() {
    let mut random = Random(13);
    for n in [1, 2, 3, 10, 300] {
        check(&(0..n).map(|_| Vec2::new(random.unit(), random.unit())).collect::<Vec<_>>());
        check(&(0..n).map(|_| Vec2::new(random.unit() as f32, random.below(3) as f32)).collect::<Vec<_>>());
        check(
            &(0..n).map(|_| Vec3::from(<[f64; 3]>::from(on_sphere(&mut random)).map(|x| x as f32))).collect::<Vec<_>>(),
        );
    }
    let turn = check(&[[0.0f32, 0.0], [0.0, 1.0], [1.0, 0.0]].map(Vec2::from));
    assert_eq!(turn.face(0), [0, 2, 1]);
}

#[test]
fn measures_of_a_box_are_those_of_the_formulas() {
    let corner = |i: u32| Vec3::new(1.0 + 3.0 * (i & 1) as f64, 2.0 * (i >> 1 & 1) as f64, 5.0 * (i >> 2) as f64);
    let hull = check(&(0..8).map(corner).collect::<Vec<_>>());
    assert_eq!((hull.volume(), hull.area()), (30.0, 62.0));
    let center = hull.centroid();
    assert_eq!(center, Vec3::new(2.5, 1.0, 2.5));
    assert!(hull.inner_radius(center) <= 1.0 && hull.inner_radius(center) > 1.0 - 1e-14);
    let half_diagonal = 9.5f64.sqrt();
    assert!(hull.outer_radius(center) >= half_diagonal && hull.outer_radius(center) < half_diagonal + 1e-14);
    let square = check(&[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]].map(Vec2::from));
    assert_eq!((square.area(), square.centroid()), (8.0, Vec2::new(2.0, 1.0)));
    assert!((square.inner_radius(square.centroid()) - 1.0).abs() < 1e-14);
}

#[test]
fn volumes_scale_with_the_axes() {
    let mut random = Random(14);
    let points = cloud(50, || in_ball(&mut random));
    let volume = check(&points).volume();
    let stretched: Vec<Point> = points.iter().map(|p| Vec3::new(p.x * 1e200, p.y * 1e-150, p.z * 1e-100)).collect();
    let ratio = check(&stretched).volume() * 1e50 / volume;
    assert!((ratio - 1.0).abs() < 1e-13, "{ratio}");
    assert_eq!(check(&points.iter().map(|p| *p * 1e200).collect::<Vec<_>>()).volume(), f64::INFINITY);
}

#[test]
fn meshes_of_a_robot_have_exact_hulls() {
    for (name, triangles) in [("finger", 32), ("hand", 200), ("link0", 200)] {
        let points = corners_of_robot(name);
        assert_eq!(points.len(), 3 * triangles);
        assert!(check_shuffled(&points, &mut Random(16)).dimension() == 3);
    }
}

#[test]
fn a_hundred_thousand_points_on_a_sphere_have_their_exact_hull_in_any_order() {
    let mut random = Random(17);
    assert_eq!(check_shuffled(&cloud(100_000, || on_sphere(&mut random)), &mut Random(18)).vertices().len(), 100_000);
}

#[test]
fn large_sets_have_exact_hulls() {
    let mut random = Random(15);
    assert!(check(&cloud(100_000, || in_ball(&mut random))).vertices().len() > 1000);
    assert_eq!(check(&cloud(20_000, || on_sphere(&mut random))).vertices().len(), 20_000);
}

#[test]
fn wrong_points_are_errors_that_say_why() {
    assert_eq!(convex_hull::<Point>(&[]).unwrap_err().to_string(), "point set of a hull must not be empty");
    let error = |x: f64| convex_hull(&[Vec2::new(0.0, x)]).unwrap_err().to_string();
    assert_eq!(error(f64::NAN), "hull point coordinate must be finite, got NaN");
    assert!(error(1e302).starts_with("hull point coordinate must have a magnitude of at most 1.07"));
    assert!(convex_hull(&[Vec2::new(0.0, f64::LARGEST)]).is_ok());
}
