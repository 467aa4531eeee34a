//! Bodies that stand on floors of many parts: where they go, they meet what they would meet on a floor of one piece.

use clearance::query::motion::LinearMotion;
use clearance::query::{Impact, Overlap, ToiOptions};
use clearance::{Axial, Ball, Capsule, Cuboid, Pose, Pose3, Rotor3, Shape3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, ManyParts, MovingBodies, Scene, TriangleMesh};

type V = Vec3<f64>;

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose::from_translation(Vec3::new(x, y, z)).unwrap()
}

fn block(x: f64, y: f64, z: f64) -> Shape3<f64> {
    Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap().into()
}

/// Ten by ten squares of 1 m at a height, from -5 to 5 m.
fn squares(height: impl Fn(f64, f64) -> f64) -> Body<V> {
    let corners: Vec<V> = (0..121)
        .map(|i| (f64::from(i / 11) - 5.0, f64::from(i % 11) - 5.0))
        .map(|(x, y)| Vec3::new(x, y, height(x, y)))
        .collect();
    let first = (0..10).flat_map(|x| (0..10).map(move |y| 11 * x + y));
    let triangles: Vec<[u32; 3]> = first.flat_map(|i| [[i, i + 11, i + 12], [i, i + 12, i + 1]]).collect();
    Body::mesh(TriangleMesh::new(&corners, &triangles).unwrap())
}

/// Floors whose surface is at z = 0 from -5 to 5 m, and the one of one piece.
fn floors() -> [Body<V>; 5] {
    let tiles = (0..100).map(|i| (block(0.5, 0.5, 0.25), at(f64::from(i / 10) - 4.5, f64::from(i % 10) - 4.5, -0.25)));
    let cells: Vec<[i32; 3]> = (0..100).map(|i| [i / 10, i % 10, 0]).collect();
    [
        squares(|_, _| 0.0),
        Body::compound(tiles).unwrap(),
        Body::many(ManyParts::voxels(&cells, 1.0, Vec3::new(-5.0, -5.0, -1.0)).unwrap()),
        Body::many(ManyParts::height_field(vec![0.0; 121], 11, [10.0, 10.0], 0.5).unwrap()),
        Body::compound([(block(5.0, 5.0, 0.5), at(0.0, 0.0, -0.5))]).unwrap(),
    ]
}

fn goes(floor: &Body<V>, body: &Shape3<f64>, start: Pose3<f64>, way: V, target_distance: f64) -> Impact<V> {
    let options = ToiOptions { target_distance, initial_overlap: Overlap::OnlyApproaching, ..ToiOptions::default() };
    let path = LinearMotion::straight(start, way).unwrap();
    let body = Body::new(body.clone());
    MovingBodies::new((floor, &Pose3::IDENTITY), (&body, &path)).options(options).time_of_impact().unwrap().impact
}

/// A brick, a ball and a capsule that lies, with the height of each above its lowest point.
fn walkers() -> [(Shape3<f64>, f64); 3] {
    let lying = Capsule::along(Axial { radius: 0.25, half_length: 0.4, axis: 0 }).unwrap();
    [(block(0.5, 0.4, 0.25), 0.25), (Ball::new(0.25).unwrap().into(), 0.25), (lying.into(), 0.25)]
}

#[test]
fn on_floors_of_many_parts_bodies_slide_as_on_one_of_one_piece() {
    let (floors, mut random) = (floors(), Random::new(7));
    let mut counts = [0; 2];
    for (walker, half) in walkers() {
        // Touching, a millimetre deep, and at a skin of a centimetre.
        for (height, target) in [(0.0, 0.0), (-1e-3, 0.0), (0.01, 0.01), (0.004, 0.01)] {
            for _ in 0..6 {
                let turn = Rotor3::from_axis_angle(Vec3::new(0.0, 0.0, 1.0), random.uniform(-3.0, 3.0)).unwrap();
                let from = Vec3::new(random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0), half + height);
                let to = Vec3::new(random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0), from.z);
                let rise = [0.0, 0.0, 0.5, -0.5][random.below(4)];
                let start = Pose::new(turn, from).unwrap();
                for (i, floor) in floors.iter().enumerate() {
                    let found = goes(floor, &walker, start, to - from + Vec3::new(0.0, 0.0, rise), target);
                    let is_hit = matches!(found, Impact::Hit(_));
                    assert_eq!(is_hit, rise < 0.0, "floor {i}, {height}, {from:?} to {to:?}, {rise}: {found:?}");
                    if let Impact::Hit(hit) = found {
                        assert!(hit.time < 1e-9, "floor {i}: {hit:?}");
                    }
                    if let Impact::NoContact { lower, .. } = found {
                        assert!(lower <= height.max(target) + 1e-12 && lower > height - 1e-9, "floor {i}: {lower}");
                    }
                    counts[usize::from(is_hit)] += 1;
                }
            }
        }
    }
    assert!(counts[0] > 200 && counts[1] > 60, "{counts:?}");
}

#[test]
fn in_a_corner_only_what_is_approached_is_hit() {
    // A floor of squares that turns up into a wall at x = 4.
    let corner = squares(|_, _| 0.0);
    let Body::Mesh(mesh) = &corner else { panic!("a mesh") };
    let (mut corners, mut triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
    let first = corners.len() as u32;
    corners.extend([[4.0, -5.0, 0.0], [4.0, 5.0, 0.0], [4.0, 5.0, 3.0], [4.0, -5.0, 3.0]].map(V::from));
    triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    let corner = Body::mesh(TriangleMesh::new(&corners, &triangles).unwrap());
    let (brick, start) = (block(0.5, 0.4, 0.25), at(3.5, 0.3, 0.25));
    let free = [[0.0, 2.0, 0.0], [0.0, 0.0, 2.0], [0.0, 1.0, 1.0], [-2.0, 1.0, 0.0], [-2.0, 0.0, 1.0], [0.0, 0.0, 0.0]];
    for way in free.map(V::from) {
        let found = goes(&corner, &brick, start, way, 0.0);
        assert!(matches!(found, Impact::NoContact { .. }), "{way:?}: {found:?}");
    }
    for (way, normal) in [([1.0, 2.0, 0.0], [-1.0, 0.0, 0.0]), ([0.0, 1.0, -1.0], [0.0, 0.0, 1.0])] {
        let Impact::Hit(found) = goes(&corner, &brick, start, way.into(), 0.0) else { panic!("{way:?}") };
        let off = (found.proximity.normal - V::from(normal)).norm();
        assert!(found.initial && off < 1e-9, "{way:?}: {found:?}");
    }
    // From a metre away it slides to the wall, and to the skin before it.
    for skin in [0.0, 0.01] {
        let found = goes(&corner, &brick, at(2.25, 0.3, 0.25 + skin), Vec3::new(2.5, 0.75, 0.0), skin);
        let Impact::Hit(found) = found else { panic!("{skin}: {found:?}") };
        assert!((found.time - (1.25 - skin) / 2.5).abs() < 1e-12, "{skin}: {found:?}");
        assert!((found.proximity.normal + Vec3::new(1.0, 0.0, 0.0)).norm() < 1e-9, "{found:?}");
    }
}

#[test]
fn a_lip_is_hit_and_a_slope_is_where_it_rises() {
    let brick = block(0.5, 0.4, 0.25);
    // A tile that is a millimetre higher, from x = 1 on, with its side.
    let tiles = [(block(3.0, 5.0, 0.5), at(-2.0, 0.0, -0.5)), (block(2.0, 5.0, 0.5), at(3.0, 0.0, -0.499))];
    let found = goes(&Body::compound(tiles).unwrap(), &brick, at(-1.5, 0.2, 0.25), Vec3::new(4.0, 0.0, 0.0), 0.0);
    let Impact::Hit(found) = found else { panic!("{found:?}") };
    assert!((found.time - 0.5).abs() < 1e-12, "from -1 to 1: {found:?}");
    // Flat up to x = 1, then up or down.
    for (slope, time) in [(0.25, Some(0.5)), (-0.25, None)] {
        let hill = squares(|x, _| slope * (x - 1.0).max(0.0));
        let found = goes(&hill, &brick, at(-1.5, 0.2, 0.25), Vec3::new(4.0, 0.0, 0.0), 0.0);
        match (found, time) {
            (Impact::Hit(found), Some(time)) => assert!((found.time - time).abs() < 1e-12, "{found:?}"),
            (Impact::NoContact { lower, .. }, None) => assert!(lower.abs() < 1e-9),
            _ => panic!("{slope}: {found:?}"),
        }
    }
}

#[test]
fn a_scene_is_slid_over_as_one_body_and_has_a_skin() {
    let mut scene = Scene::new();
    for i in 0..10u32 {
        scene.add(u64::from(i), Body::new(block(0.5, 2.0, 0.25)).at(at(f64::from(i) - 4.5, 0.0, -0.25))).unwrap();
    }
    let post = scene.add(99, Body::new(block(0.2, 0.2, 1.0)).at(at(3.7, 0.5, 1.0))).unwrap();
    let brick = Body::new(block(0.5, 0.4, 0.25));
    for skin in [0.0, 0.02] {
        let options =
            ToiOptions { target_distance: skin, initial_overlap: Overlap::OnlyApproaching, ..ToiOptions::default() };
        let start = at(-4.0, 0.25, 0.25 + skin);
        let cast = |way: [f64; 3]| scene.cast_body_with(&brick, (start, way.into()), &options).unwrap();
        let found = cast([8.0, 0.0, 0.0]);
        assert_eq!(found.first.map(|struck| struck.body), Some(post), "{skin}: {found:?}");
        assert!((found.bracket.upper - (7.0 - skin) / 8.0).abs() < 1e-12, "{skin}: {found:?}");
        assert!(cast([8.0, -1.5, 0.0]).first.is_none());
        assert!(cast([1.0, 0.0, 2.0]).first.is_none());
        assert!(cast([1.0, 0.0, -2.0]).bracket.upper < 1e-12);
        let both = scene.cast_bodies_with(&brick, &[(start, Vec3::new(8.0, 0.0, 0.0))], &options);
        assert_eq!(both[0], Ok(found));
    }
    // Without the option it is in contact where it stands.
    let found = scene.cast_body(&brick, at(-4.0, 0.25, 0.25), Vec3::new(8.0, 0.0, 0.0)).unwrap();
    assert_eq!(found.bracket.upper, 0.0);
}
