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
    let sizes: Vec<f64> = (0..30).map(|_| f64::powi(0.5, 1 + random.below(4) as i32)).collect();
    let leaves: Vec<Point> = sizes
        .iter()
        .map(|size| Vec3::from_fn(|_| size * (f64::floor(random.uniform(-1.0 / size, 1.0 / size)) + 0.5)))
        .collect();
    vec![
        both(ManyParts::points(points.clone(), 0.125).unwrap()),
        both(ManyParts::points(points, 0.0).unwrap()),
        both(ManyParts::voxels(&cells, 0.3, Vec3::new(0.1, 0.2, -0.3)).unwrap()),
        both(ManyParts::octree(leaves.clone(), &sizes).unwrap()),
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
    // Leaves of a map with a resolution that no binary number has, two sizes of them.
    let leaf = |i: i32, size: f64| Vec3::new(size * (f64::from(i) + 0.5), size * 0.5, size * 0.5);
    let leaves = (0..40).map(|i| leaf(i, 0.1)).chain((20..40).map(|i| leaf(i, 0.2))).collect();
    let sizes: Vec<f64> = (0..60).map(|i| if i < 40 { 0.1 } else { 0.2 }).collect();
    let row = Body::many(ManyParts::octree(leaves, &sizes).unwrap());
    for i in 1..80 {
        let side = Vec3::new(0.1 * f64::from(i), 0.05, 0.05);
        assert_eq!(row.point_distance(side).unwrap().inside, Some(true), "{side:?}");
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
    assert!(error(ManyParts::octree(vec![Vec3::ZERO], &[1.0, 2.0])).contains("as many as middles"));
    assert!(error(ManyParts::octree(vec![Vec3::ZERO], &[0.0])).contains("positive"));
    assert_eq!(error(ManyParts::octree(vec![nan], &[1.0])), "cells of an octree must be finite, got NaN");
    assert!(error(ManyParts::height_field(vec![0.0, f64::NAN, 0.0, 0.0], 2, [1.0, 1.0], 1.0)).contains("finite"));
    assert!(error(ManyParts::height_field(vec![0.0; 7], 3, [1.0, 1.0], 1.0)).contains("rows"));
    assert!(error(ManyParts::height_field(vec![0.0; 6], 3, [1.0, 1.0], 0.0)).contains("thickness"));
}

/// A link of a robot, and meshes and compounds, beside many parts: whether they meet, as all pairs of parts say.
#[test]
fn whether_bodies_meet_is_what_all_pairs_of_parts_say() {
    let seed = 0x3a4;
    let mut random = Random::new(seed);
    let at = |x| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
    let bar = clearance::Shape3::from(Cuboid::from_half_extents(Vec3::new(0.5, 0.06, 0.04)).unwrap());
    let corners = [[0.0, 0.0, 0.0], [0.6, 0.0, 0.0], [0.0, 0.6, 0.0], [0.0, 0.0, 0.6]].map(Point::from);
    let tetrahedron =
        clearance_world::TriangleMesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
    let others = [
        Body::new(bar.clone()),
        Body::compound([(bar.clone(), at(-0.4)), (bar, at(0.9))]).unwrap(),
        Body::mesh(tetrahedron),
    ];
    let (mut met, mut apart) = (0, 0);
    for [many, compound] in bodies(&mut random) {
        for (round, other) in others.iter().cycle().take(150).enumerate() {
            let rotor = Rotor3::from_axis_angle(draw(&mut random, 1.0), random.uniform(-3.0, 3.0)).unwrap();
            let pose = Pose3::new(rotor, draw(&mut random, 1.3)).unwrap();
            let truth = BodyPair::new(&compound, other, &pose).signed_distance().unwrap().collides;
            let context = format!("seed {seed}, {} in round {round}", many.kind());
            assert_eq!(BodyPair::new(&many, other, &pose).collides().unwrap(), truth, "{context}");
            let back = pose.inverse();
            assert_eq!(BodyPair::new(other, &many, &back).collides().unwrap(), truth, "{context}, swapped");
            met += usize::from(truth == Some(true));
            apart += usize::from(truth == Some(false));
        }
    }
    assert!(met > 200 && apart > 200, "seed {seed}: {met} met, {apart} apart");
}

/// What lies on a plane is found by the tree, and falls on it when its lowest part does.
#[test]
fn the_lowest_part_above_a_plane_is_the_one_of_all_parts() {
    use clearance::query::{Impact, Pair, motion::LinearMotion};
    use clearance_world::MovingBodies;
    let seed = 0x3a5;
    let mut random = Random::new(seed);
    for [many, compound] in bodies(&mut random) {
        let Body::Compound(parts) = &compound else { unreachable!("made above") };
        for round in 0..40 {
            let half = clearance::Halfspace::new(draw(&mut random, 1.0), random.uniform(-1.0, 1.0)).unwrap();
            let rotor = Rotor3::from_axis_angle(draw(&mut random, 1.0), random.uniform(-3.0, 3.0)).unwrap();
            let pose = Pose3::new(rotor, draw(&mut random, 2.0)).unwrap();
            let context = format!("seed {seed}, {} in round {round}", many.kind());
            let of_part = |part| Pair::in_world((&half, &Pose3::IDENTITY), (part, &pose)).signed_distance();
            let all: Vec<_> = parts.parts().iter().map(of_part).collect();
            let least = all.iter().map(|found| found.signed_distance).fold(f64::INFINITY, f64::min);
            let plane = Body::halfspace(half);
            for body in [&many, &compound] {
                let found = BodyPair::new(&plane, body, &pose).signed_distance().unwrap();
                let of_found = all[found.parts[1] as usize].signed_distance;
                assert!(
                    (found.signed_distance.unwrap() - least).abs() < 1e-12 && (of_found - least).abs() < 1e-12,
                    "{context}"
                );
                assert!(found.bounds.contains(least), "{context}: {:?} {least}", found.bounds);
            }
            let fall = LinearMotion::straight(pose, half.normal() * -3.0).unwrap();
            let [first, truth] = [&many, &compound].map(|body| {
                let still = Pose3::IDENTITY;
                MovingBodies::new((&plane, &still), (body, &fall)).time_of_impact().unwrap().impact
            });
            match (first, truth) {
                (Impact::Hit(a), Impact::Hit(b)) => assert!((a.time - b.time).abs() < 1e-9, "{context}"),
                (Impact::NoContact { .. }, Impact::NoContact { .. }) => assert!(least > 3.0 - 1e-9, "{context}"),
                other => panic!("{context}: {other:?}"),
            }
        }
    }
}
