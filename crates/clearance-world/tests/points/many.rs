//! Bodies made of many parts, beside the compounds of the same parts.

use clearance::{Ball, Cuboid, Pose3, Rotor3, Vec3, Vector as _};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyPair, ManyParts, Object, Scene};

use super::draw;

type Point = Vec3<f64>;

/// A body of many parts, and the compound of what its parts are.
fn both(parts: ManyParts<Point>) -> [Body<Point>; 2] {
    let posed: Vec<_> = (0..parts.len() as u32).map(|i| parts.posed_part(i)).collect();
    [Body::many(parts), Body::compound(posed).unwrap()]
}

fn bodies(random: &mut Random) -> Vec<[Body<Point>; 2]> {
    let points: Vec<Point> = (0..30).map(|_| draw(random, 1.0)).collect();
    let cells: Vec<[i32; 3]> =
        (0..30).map(|_| core::array::from_fn(|_| f64::floor(random.uniform(-4.0, 4.0)) as i32)).collect();
    let heights: Vec<f64> = (0..20).map(|_| random.uniform(-0.5, 0.5)).collect();
    vec![
        both(ManyParts::points(points.clone(), 0.125).unwrap()),
        both(ManyParts::points(points, 0.0).unwrap()),
        both(ManyParts::voxels(&cells, 0.3, Vec3::new(0.1, 0.2, -0.3)).unwrap()),
        both(ManyParts::height_field(heights, 4, [2.0, 1.5], 1.0).unwrap()),
    ]
}

#[test]
fn pairs_and_points_have_the_answers_of_the_compound() {
    let mut random = Random::new(0x3a1);
    let (mut met, mut apart) = (0, 0);
    for [many, compound] in bodies(&mut random) {
        let other = Body::new(Cuboid::from_half_extents(Vec3::new(0.3, 0.2, 0.1)).unwrap());
        for _ in 0..60 {
            let rotor = Rotor3::from_axis_angle(draw(&mut random, 1.0), random.uniform(-3.0, 3.0)).unwrap();
            let pose = Pose3::new(rotor, draw(&mut random, 1.8)).unwrap();
            let [found, truth] =
                [&many, &compound].map(|body| BodyPair::new(body, &other, &pose).signed_distance().unwrap());
            assert_eq!(found.collides, truth.collides);
            assert_eq!(BodyPair::new(&many, &other, &pose).collides().unwrap(), truth.collides);
            if let (Some(a), Some(b)) = (found.signed_distance, truth.signed_distance) {
                assert!((a - b).abs() < 1e-12, "{a} {b}");
                apart += 1;
            } else {
                // The box of all parts is larger than their hull.
                assert!(found.bounds.lower <= truth.bounds.upper + 1e-12);
                met += 1;
            }
            let point = draw(&mut random, 1.5);
            let [found, truth] = [&many, &compound].map(|body| body.point_distance(point).unwrap());
            assert_eq!(found.inside, truth.inside);
            assert!(found.bounds.lower <= truth.bounds.upper && truth.bounds.lower <= found.bounds.upper);
        }
    }
    assert!(met > 20 && apart > 60, "{met} met, {apart} apart");
}

#[test]
fn a_crowd_of_cells_is_asked_in_a_scene_by_its_tree() {
    let mut random = Random::new(0x3a2);
    let cells: Vec<[i32; 3]> = (0..20_000).map(|i| [i % 100, i / 100 % 100, i / 10_000]).collect();
    let grid = ManyParts::voxels(&cells, 0.01, Vec3::ZERO).unwrap();
    let mut scene = Scene::new();
    let floor = scene.add("floor", Object::new(Body::many(grid)).fixed()).unwrap();
    let ball = scene.add("ball", Body::new(Ball::new(0.1).unwrap())).unwrap();
    for _ in 0..20 {
        // A slab of one by one, from 0 to 0.02.
        let (x, y, z) = (random.uniform(0.2, 0.8), random.uniform(0.2, 0.8), random.uniform(-0.3, 0.3));
        scene.move_to(ball, Pose3::from_translation(Vec3::new(x, y, z)).unwrap()).unwrap();
        let truth = if z > 0.01 { z - 0.02 - 0.1 } else { -z - 0.1 };
        let found = scene.between(floor, ball).unwrap().between;
        assert_eq!(found.collides, Some(truth <= 0.0), "{z}");
        if truth > 0.0 {
            assert!((found.signed_distance.unwrap() - truth).abs() < 1e-14);
        }
    }
}

#[test]
fn neighbouring_cells_leave_no_gap_and_a_ball_below_a_height_field_is_in_it() {
    let mut random = Random::new(0x3a3);
    let cells: Vec<[i32; 3]> = (0..64).map(|i| [i % 4, i / 4 % 4, i / 16]).collect();
    let cube = Body::many(ManyParts::voxels(&cells, 0.1, Vec3::new(1e3, 0.7, -0.3)).unwrap());
    for _ in 0..200 {
        // On the planes between cells, as rounded as can be.
        let place = |origin: f64, random: &mut Random| origin + 0.1 * f64::round(random.uniform(0.5, 3.5));
        let point = Vec3::new(place(1e3, &mut random), place(0.7, &mut random), place(-0.3, &mut random));
        assert_eq!(cube.point_distance(point).unwrap().inside, Some(true), "{point:?}");
    }
    let hills: Vec<f64> = (0..100).map(|i| f64::from(i / 10 % 3) * 0.1 + f64::from(i % 10 % 2) * 0.05).collect();
    let ground = Body::many(ManyParts::height_field(hills, 10, [4.0, 4.0], 2.0).unwrap());
    let ball = Body::new(Ball::new(0.05).unwrap());
    let at = |z: f64| Pose3::from_translation(Vec3::new(0.3, 0.4, z)).unwrap();
    let collides = |z: f64| BodyPair::new(&ground, &ball, &at(z)).collides().unwrap();
    assert_eq!([1.0, -0.5, -1.5].map(collides), [Some(false), Some(true), Some(true)]);
}

#[test]
fn what_cannot_be_a_part_is_refused() {
    let error = |found: Result<ManyParts<Point>, clearance::ShapeError>| found.unwrap_err().to_string();
    assert_eq!(error(ManyParts::points(vec![], 1.0)), "points of a cloud must not be empty");
    assert_eq!(error(ManyParts::points(vec![Vec3::ZERO], -1.0)), "ball radius must not be negative, got -1");
    let nan = Vec3::new(0.0, f64::NAN, 0.0);
    assert_eq!(error(ManyParts::points(vec![nan], 1.0)), "points of a cloud must be finite, got NaN");
    assert!(error(ManyParts::voxels(&[[0; 3]], 0.0, Vec3::ZERO)).contains("positive"));
    assert!(error(ManyParts::height_field(vec![0.0; 7], 3, [1.0, 1.0], 1.0)).contains("rows"));
    assert!(error(ManyParts::height_field(vec![0.0; 6], 3, [1.0, 1.0], 0.0)).contains("thickness"));
}
