//! Pushes out of scenes: proven free by brute force, and no longer than they need be where that is known.

use clearance::{Axial, Ball, Capsule, Cuboid, Pose, Pose3, Rotor3, Shape3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, Scene, TriangleMesh, WalkOptions};

use super::level::{Builder, level};

type V = Vec3<f64>;

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose::from_translation(Vec3::new(x, y, z)).unwrap()
}

fn block(x: f64, y: f64, z: f64) -> Shape3<f64> {
    Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap().into()
}

fn shapes() -> [Shape3<f64>; 3] {
    let capsule = Capsule::along(Axial { axis: 2, radius: 0.3, half_length: 0.4 }).unwrap();
    [Ball::new(0.4).unwrap().into(), capsule.into(), block(0.3, 0.25, 0.5)]
}

/// The least distance to all triangles, or parts, one by one.
fn least(shape: &Shape3<f64>, pose: &Pose3<f64>, mesh: &TriangleMesh<V>) -> f64 {
    (0..mesh.triangles().len() as u32).fold(f64::INFINITY, |least, i| {
        let triangle = mesh.shape(i);
        let pair = clearance::query::Pair::in_world((&triangle, &Pose3::IDENTITY), (shape, pose));
        least.min(pair.signed_distance().bounds.lower)
    })
}

#[test]
fn pushes_out_of_a_level_leave_the_skin_and_are_within_their_bounds() {
    let (mut random, options) = (Random::new(11), WalkOptions::default());
    let mesh = level(3, 1.0, 5).mesh();
    let mut scene = Scene::new();
    scene.add("level", Body::mesh(mesh.clone())).unwrap();
    let (mut found, mut zero, mut none, mut missed) = (0, 0, 0, 0);
    for k in 0..300 {
        let shape = &shapes()[k % 3];
        let turn = Rotor3::from_axis_angle(Vec3::new(0.3, -0.2, 1.0), random.uniform(-3.0, 3.0)).unwrap();
        let place = Vec3::new(random.uniform(0.2, 11.8), random.uniform(0.2, 11.8), random.uniform(0.2, 1.2));
        let pose = Pose::new(turn, place).unwrap();
        let push = scene.push_out(&Body::new(shape.clone()), pose, 0.4, &options).unwrap();
        let start = least(shape, &pose, &mesh);
        match push {
            None => {
                none += 1;
                assert!(start < options.skin, "{k} {place:?}");
                let free = (0..100).filter(|_| {
                    let way = Vec3::from_fn(|_| random.uniform(-0.4, 0.4));
                    way.norm() <= 0.4 && {
                        let pose = pose.with_translation(place + way).unwrap();
                        least(shape, &pose, &mesh) >= options.skin
                    }
                });
                missed += usize::from(free.count() > 0);
            }
            Some(push) if push.translation == V::ZERO => {
                zero += 1;
                assert!(start >= options.skin - 1e-9, "{k} {place:?}");
            }
            Some(push) => {
                found += 1;
                let what = format!("{k} {place:?} {start}: {push:?}");
                assert!(start < options.skin && push.translation.norm() <= 0.4 + 1e-6, "{what}");
                assert!(least(shape, &push.pose, &mesh) >= options.skin - 1e-9, "{what}");
                assert!(push.least.lower <= push.least.upper && push.least.upper > 0.0, "{what}");
                assert!(push.least.lower >= options.skin - start - 1e-9, "{what}");
            }
        }
    }
    println!("found {found}, free {zero}, none {none}, missed {missed}");
    assert!(found > 100 && zero > 40 && found > 5 * missed, "found {found}, free {zero}, none {none}");
}

#[test]
fn the_least_translation_is_found_where_it_is_known() {
    // In a floor, and in a corner of a floor and a wall, as boxes, as a solid mesh and as sheets.
    let mut sheets = Builder::new(0.5);
    sheets.face(Vec3::new(-4.0, -4.0, 0.0), V::axis(0) * 8.0, V::axis(1) * 8.0);
    sheets.face(Vec3::new(4.0, -4.0, 0.0), V::axis(1) * 8.0, V::axis(2) * 3.0);
    let boxes = Body::compound([(block(4.5, 4.0, 0.5), at(0.0, 0.0, -0.5)), (block(0.5, 4.0, 2.0), at(4.5, 0.0, 2.0))]);
    let options = WalkOptions::default();
    for (i, scenery) in [boxes.unwrap(), Body::mesh(sheets.mesh())].into_iter().enumerate() {
        let mut scene = Scene::new();
        scene.add("room", scenery).unwrap();
        for shape in shapes() {
            let (low, side) = match &shape {
                Shape3::Ball(_) => (0.4, 0.4),
                Shape3::Capsule(_) => (0.7, 0.3),
                _ => (0.5, 0.3),
            };
            let body = Body::new(shape.clone());
            for (into, aside) in [(0.1, -1.0), (0.005, -1.0), (0.1, 0.05), (0.02, 0.15)] {
                let pose = at(4.0 - side + aside, 0.3, low - into);
                let push = scene.push_out(&body, pose, 0.5, &options).unwrap();
                let push = push.unwrap_or_else(|| panic!("{i} {shape:?} {into} {aside}"));
                let back = if aside > -0.5 { aside + 0.01 } else { 0.0 };
                let expected = Vec3::new(-back, 0.0, into + 0.01);
                assert!((push.translation - expected).norm() < 1e-6, "{i} {shape:?} {into} {aside}: {push:?}");
                assert!(push.least.lower > expected.x.abs().max(expected.z) - 1e-6, "{push:?}");
            }
        }
    }
}

#[test]
fn what_is_inside_of_a_solid_comes_out_and_too_deep_is_none() {
    let cube: Vec<V> = (0..8).map(|i| Vec3::from_fn(|k| f64::from((i >> k) & 1) * 2.0 - 1.0)).collect();
    let faces = [
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    let solid = TriangleMesh::new(&cube, &faces).unwrap();
    assert!(solid.is_solid());
    let mut scene = Scene::new();
    scene.add("cube", Body::mesh(solid)).unwrap();
    let ball = Body::new(Ball::new(0.1).unwrap());
    let options = WalkOptions::default();
    let push = scene.push_out(&ball, at(0.1, 0.2, 0.8), 1.0, &options).unwrap().unwrap();
    assert!((push.translation - Vec3::new(0.0, 0.0, 0.31)).norm() < 1e-6, "{push:?}");
    assert!(scene.push_out(&ball, at(0.1, 0.2, 0.8), 0.3, &options).unwrap().is_none());
    let error = scene.push_out(&ball, at(0.0, 0.0, 0.0), -1.0, &options).unwrap_err();
    assert_eq!(error.to_string(), "max_length must be finite and not negative, got -1");
}
