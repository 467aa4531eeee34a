//! Floors and walls without an end.

use clearance::query::motion::LinearMotion;
use clearance::query::{Impact, Overlap, ToiOptions};
use clearance::{Ball, Cuboid, Halfspace, Pose3, Rotor3, Vec3};
use clearance_testkit::random::Random;
use clearance_testkit::surfaces::icosphere;
use clearance_world::{Body, BodyId, MovingBodies, Refusal, Scene, SceneError, TriangleMesh, Watch};

use super::compounds::{at, brick};
use super::{brute, make};

type Space3 = Vec3<f64>;

fn floor(height: f64) -> Body<Space3> {
    Body::halfspace(Halfspace::new(Vec3::new(0.0, 0.0, 2.0), 2.0 * height).unwrap())
}

#[test]
fn scenes_with_floors_are_answered_as_by_asking_every_pair() {
    let mut random = Random::new(0xf1003);
    let (mut met, mut apart) = (0, 0);
    for round in 0..40 {
        let mut scene = make::scene::<Space3>(&make::bodies(&mut random, [3, 9, 20][round % 3]));
        for i in 0..1 + round % 2 {
            let half = floor(random.uniform(-1.0, 1.0)).at(make::pose(&mut random, 2.0));
            scene.add(format!("floor {i}"), half).unwrap();
        }
        let asked = |a: BodyId, b: BodyId| {
            let both = [a, b].iter().all(|&id| !scene.get(id).unwrap().body().is_bounded());
            !both && brute::is_asked(&scene, a, b)
        };
        let [m, a] = brute::check(&scene, asked, 0.1);
        (met, apart) = (met + m, apart + a);
        let mut watch = Watch::new();
        assert_eq!(watch.contacts(&scene), scene.contacts());
        assert_eq!(watch.closest(&scene, 2), scene.closest(2));
        let first = scene.ids().next().unwrap();
        scene.move_to(first, make::pose(&mut random, 2.0)).unwrap();
        assert_eq!(watch.contacts(&scene), scene.contacts());
        assert_eq!(watch.closest(&scene, 2), scene.closest(2));
    }
    assert!(met > 100 && apart > 100, "{met} met, {apart} did not");
}

#[test]
fn a_compound_is_as_deep_in_a_floor_as_its_deepest_part() {
    let chair = Body::compound([brick([0.0, 0.0, 1.0], [0.5, 0.5, 0.1]), brick([0.4, 0.4, 0.5], [0.1, 0.1, 0.5])]);
    let mut scene = Scene::new();
    let ground = scene.add("ground", floor(0.25)).unwrap();
    let chair = scene.add("chair", chair.unwrap().at(at(3.0, 0.0, 0.125))).unwrap();
    let near = scene.between(ground, chair).unwrap();
    // The leg ends at 0.125, an eighth below the floor.
    assert_eq!((near.pair, near.between.parts, near.between.collides), ([chair, ground], [1, 0], Some(true)));
    assert!(near.between.signed_distance == Some(-0.125) && near.between.proximity.normal.z < -0.999);
    let depth = scene.depth(ground, chair, &clearance_world::DepthBudget::default()).unwrap();
    assert!(depth.bounds.contains(0.125) && depth.translation.z > 0.1249);
    let other = scene.add("ceiling", floor(-9.0)).unwrap();
    assert_eq!(scene.between(ground, other).unwrap_err(), SceneError::Refused(Refusal::TwoHalfspaces));
    // The chair stands on its leg, whose foot is half as wide as the plate is thick.
    let feet = scene.contact_points(&near, &clearance::query::ContactOptions::default()).unwrap();
    assert_eq!(feet.len(), 4);
    for foot in feet {
        assert!(foot.distance == -0.125 && foot.witness_a.z == 0.125 && foot.witness_b.z == 0.25, "{foot:?}");
        assert!((foot.witness_a.x - 3.4).abs() < 0.1 + 1e-15 && (foot.witness_a.y - 0.4).abs() < 0.1 + 1e-15);
    }
}

#[test]
fn what_falls_meets_the_floor_when_it_is_there() {
    let mut scene = Scene::new();
    let ground = scene.add("ground", floor(0.5)).unwrap();
    let half = Vec3::new(0.5, 0.5, 0.25);
    let falling = scene.add("box", Body::new(Cuboid::from_half_extents(half).unwrap()).at(at(0.0, 0.0, 2.75))).unwrap();
    scene.add("far", Body::new(Ball::new(0.5).unwrap()).at(at(9.0, 0.0, 4.0))).unwrap();
    let path = LinearMotion::straight(at(0.0, 0.0, 2.75), Vec3::new(1.0, 0.0, -4.0)).unwrap();
    let found = scene.time_of_impact(&[(falling, &path)], &ToiOptions::default()).unwrap();
    // 2.75 - 0.25 - 0.5 = 2 of 4.
    assert_eq!(found.first.unwrap().pair, [falling, ground]);
    assert!((found.bracket.upper - 0.5).abs() < 1e-12);
    let ray = scene.cast_ray(Vec3::new(3.0, 0.0, 1.5), Vec3::new(0.0, 0.0, -2.0)).unwrap();
    assert!(ray.first.unwrap().body == ground && (ray.bracket.upper - 0.5).abs() < 1e-12);
    assert!(scene.cast_ray(Vec3::new(3.0, 0.0, 1.5), Vec3::new(0.0, 0.0, 2.0)).unwrap().first.is_none());
    let tilted = Pose3::from_translation(Vec3::new(0.0, 0.0, -3.0)).unwrap();
    scene.move_to(ground, tilted).unwrap();
    assert!(scene.contacts().is_empty());
}

#[test]
fn of_a_large_mesh_that_falls_few_triangles_are_looked_at() {
    let (corners, faces) = icosphere(5, 1.0);
    let mesh = Body::mesh(TriangleMesh::new(&corners, &faces).unwrap());
    let turn = Rotor3::from_axis_angle(Vec3::new(1.0, 2.0, 3.0), 0.7).unwrap();
    let start = Pose3::new(turn, Vec3::new(0.0, 0.0, 3.0)).unwrap();
    let lowest = corners.iter().map(|&c| start.point(c).z).fold(f64::INFINITY, f64::min);
    let (fall, ground) = (LinearMotion::straight(start, Vec3::new(0.5, 0.0, -4.0)).unwrap(), floor(0.25));
    for initial_overlap in [Overlap::Counts, Overlap::Ignored] {
        let options = ToiOptions { initial_overlap, ..ToiOptions::default() };
        let pair = MovingBodies::new((&mesh, &fall), (&ground, &Pose3::IDENTITY));
        let Impact::Hit(found) = pair.options(options).time_of_impact().unwrap().impact else { panic!("it falls") };
        assert!((found.time - (lowest - 0.25) / 4.0).abs() < 1e-11, "{found:?}");
        // Iterations for triangles and boxes; each of the 20 480 triangles by itself would need some.
        assert!(found.iterations < 10_000, "{}", found.iterations);
    }
}
