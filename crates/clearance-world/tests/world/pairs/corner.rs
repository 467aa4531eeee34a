//! Bodies in corners, and across edges between parts: one contact with each surface, and none at inner edges.

use clearance::query::ContactOptions;
use clearance::{Axial, Ball, Capsule, Cuboid, Pose, Pose3, Rotor3, Shape3, Vec3, Vector};
use clearance_world::{Body, BodyContact, BodyPair, ContactId, ManyParts, Scene, TriangleMesh};

type V = Vec3<f64>;

fn at(x: f64, y: f64, z: f64) -> Pose3<f64> {
    Pose::from_translation(Vec3::new(x, y, z)).unwrap()
}

fn block(x: f64, y: f64, z: f64) -> Shape3<f64> {
    Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap().into()
}

/// Squares of half a metre in the plane of two axes, from a corner on, `count` along each.
fn squares(origin: [f64; 3], u: V, v: V, counts: [u32; 2]) -> (Vec<V>, Vec<[u32; 3]>) {
    let [m, n] = counts;
    let corner = |i: u32, k: u32| V::from(origin) + u * f64::from(i) + v * f64::from(k);
    let corners = (0..=m).flat_map(|i| (0..=n).map(move |k| corner(i, k))).collect();
    let first = (0..m).flat_map(|i| (0..n).map(move |k| (n + 1) * i + k));
    let triangles = first.flat_map(|i| [[i, i + n + 1, i + n + 2], [i, i + n + 2, i + 1]]);
    (corners, triangles.collect())
}

/// The rooms with a floor at z = 0 and a wall at x = 2: triangles, tiles, cells, and in one piece each.
fn rooms() -> [Body<V>; 4] {
    let half = 0.5;
    let [x, y, z] = [[half, 0.0, 0.0], [0.0, half, 0.0], [0.0, 0.0, half]].map(V::from);
    let (mut corners, mut triangles) = squares([-2.0, -2.0, 0.0], x, y, [8, 8]);
    let (wall, faces) = squares([2.0, -2.0, 0.0], z, y, [4, 8]);
    let first = corners.len() as u32;
    corners.extend(wall);
    triangles.extend(faces.into_iter().map(|face| face.map(|i| i + first)));
    let tile = block(0.25, 0.25, 0.25);
    let mut tiles = Vec::new();
    let mut cells = Vec::new();
    for k in 0..8 {
        let y = f64::from(k) * half - 1.75;
        tiles.extend((0..8).map(|i| (tile.clone(), at(f64::from(i) * half - 1.75, y, -0.25))));
        tiles.extend((0..4).map(|i| (tile.clone(), at(2.25, y, f64::from(i) * half + 0.25))));
        cells.extend((0..8).map(|i| [i, k, 0]));
        cells.extend((0..4).map(|i| [8, k, i + 1]));
    }
    let whole = [(block(2.0, 2.0, 0.5), at(0.0, 0.0, -0.5)), (block(0.5, 2.0, 1.0), at(2.5, 0.0, 1.0))];
    [
        Body::mesh(TriangleMesh::new(&corners, &triangles).unwrap()),
        Body::compound(tiles).unwrap(),
        Body::many(ManyParts::voxels(&cells, half, Vec3::new(-2.0, -2.0, -half)).unwrap()),
        Body::compound(whole).unwrap(),
    ]
}

fn contacts(room: &Body<V>, shape: &Shape3<f64>, pose: &Pose3<f64>, within: f64) -> Vec<BodyContact<V>> {
    let shape = Body::new(shape.clone());
    let found = BodyPair::new(room, &shape, pose).contacts(within, &ContactOptions::default()).unwrap();
    let (room, shape) = (room, &shape);
    let turned = BodyPair::new(shape, room, &pose.inverse()).contacts(within, &ContactOptions::default()).unwrap();
    assert_eq!(turned.len(), found.len(), "in the other order");
    found
}

fn normals(found: &[BodyContact<V>]) -> Vec<V> {
    found.iter().map(|contact| contact.between.proximity.normal).collect()
}

fn is_near(a: V, b: [f64; 3], off: f64) -> bool {
    (a - V::from(b)).norm() < off
}

#[test]
fn a_brick_in_a_corner_stands_on_the_floor_and_against_the_wall() {
    let (brick, down, aside) = (block(0.6, 0.45, 0.3), 1e-3, 4e-4);
    for (i, room) in rooms().iter().enumerate() {
        let found = contacts(room, &brick, &at(1.4 + aside, 0.13, 0.3 - down), 0.0);
        let normals = normals(&found);
        assert!(found.len() == 2, "room {i}: {normals:?}");
        assert!(is_near(normals[0], [0.0, 0.0, 1.0], 1e-9), "room {i}: {normals:?}");
        assert!(is_near(normals[1], [-1.0, 0.0, 0.0], 1e-9), "room {i}: {normals:?}");
        for (contact, depth) in found.iter().zip([down, aside]) {
            assert_eq!(contact.points.len(), 4, "room {i}: {:?}", contact.points);
            let off = contact.points.iter().map(|point| (point.distance + depth).abs()).fold(0.0, f64::max);
            assert!(off < 1e-9, "room {i}: {off:e} of {depth}");
            // The corners of the brick, none at an edge between parts.
            for point in &contact.points {
                let corner = point.witness_b - Vec3::new(1.4 + aside, 0.13, 0.3 - down);
                let far = [corner.x.abs() - 0.6, corner.y.abs() - 0.45, corner.z.abs() - 0.3];
                // The lower corners at the wall are at the floor, where the wall begins.
                assert!(far[1].abs() < 1e-9 && far[0].abs().max(far[2].abs()) < 2e-3, "room {i}: {point:?}");
            }
        }
    }
}

#[test]
fn a_ball_in_a_corner_has_a_point_on_each_and_one_on_the_floor_alone() {
    let ball: Shape3<f64> = Ball::new(0.4).unwrap().into();
    for (i, room) in rooms().iter().enumerate() {
        let found = contacts(room, &ball, &at(1.6, 0.21, 0.4 - 1e-3), 1e-4);
        assert_eq!(found.len(), 2, "room {i}: {:?}", normals(&found));
        assert!(found.iter().all(|contact| contact.points.len() == 1), "room {i}");
        // Beside inner edges and over them.
        for (x, y) in [(0.0, 0.0), (0.5, 0.25), (0.013, 0.487), (-0.74, 0.26)] {
            let found = contacts(room, &ball, &at(x, y, 0.4 - 1e-3), 1e-4);
            let normals = normals(&found);
            assert!(found.len() == 1 && is_near(normals[0], [0.0, 0.0, 1.0], 1e-7), "room {i}, {x}, {y}: {normals:?}");
        }
    }
}

#[test]
fn what_lies_over_many_edges_has_one_contact_wherever_it_is() {
    let lying: Shape3<f64> = Capsule::along(Axial { radius: 0.2, half_length: 0.7, axis: 0 }).unwrap().into();
    for (shape, half, count) in [(block(0.7, 0.5, 0.3), 0.3, 4), (lying, 0.2, 2)] {
        for (i, room) in rooms().iter().enumerate() {
            for k in 0..12 {
                let angle = 0.3 * f64::from(k) - 1.7;
                let turn = Rotor3::from_axis_angle(Vec3::new(0.0, 0.0, 1.0), angle).unwrap();
                let place = Vec3::new(0.1 * f64::from(k) - 0.8, 0.37 - 0.05 * f64::from(k), half - 2e-3);
                let found = contacts(room, &shape, &Pose::new(turn, place).unwrap(), 1e-3);
                assert_eq!(found.len(), 1, "room {i}, {angle}: {:?}", normals(&found));
                assert!(is_near(normals(&found)[0], [0.0, 0.0, 1.0], 1e-7), "room {i}, {angle}: {:?}", normals(&found));
                let points = &found[0].points;
                assert_eq!(points.len(), count, "room {i}, {angle}: {points:?}");
                assert!(points.iter().all(|point| (point.distance + 2e-3).abs() < 1e-8), "{points:?}");
            }
        }
    }
}

#[test]
fn a_valley_of_slopes_has_both_and_a_ridge_the_one_below() {
    // Slopes of 45 degrees that meet at x = 0, up or down from there.
    let slopes = |up: f64| {
        let corners: Vec<V> = (-2..=2)
            .flat_map(|i: i32| {
                (-2..=2).map(move |k: i32| Vec3::new(f64::from(i), f64::from(k), up * f64::from(i.abs())))
            })
            .collect();
        let first = (0..4).flat_map(|i| (0..4).map(move |k| 5 * i + k));
        let triangles: Vec<[u32; 3]> = first.flat_map(|i| [[i, i + 5, i + 6], [i, i + 6, i + 1]]).collect();
        Body::mesh(TriangleMesh::new(&corners, &triangles).unwrap())
    };
    let ball: Shape3<f64> = Ball::new(0.5).unwrap().into();
    let height = 0.5 * 2f64.sqrt() - 1e-3;
    let found = contacts(&slopes(1.0), &ball, &at(0.0, 0.3, height), 0.0);
    let mut across: Vec<f64> = normals(&found).iter().map(|normal| normal.x).collect();
    across.sort_by(f64::total_cmp);
    assert!(found.len() == 2 && (across[0] + 0.5f64.sqrt()).abs() < 1e-9 && (across[1] - 0.5f64.sqrt()).abs() < 1e-9);
    let found = contacts(&slopes(-1.0), &ball, &at(0.0, 0.3, 0.499), 0.0);
    assert!(found.len() == 1 && is_near(normals(&found)[0], [0.0, 0.0, 1.0], 1e-9), "{:?}", normals(&found));
}

#[test]
fn ids_are_the_same_from_step_to_step_and_a_scene_has_them() {
    let mut scene = Scene::new();
    let room = scene.add("a room", rooms()[3].clone()).unwrap();
    let brick = scene.add("brick", Body::new(block(0.6, 0.45, 0.3)).at(at(1.4, 0.13, 0.3))).unwrap();
    let mut ids = |x: f64, z: f64| -> Vec<Vec<ContactId>> {
        scene.move_to(brick, at(1.4 + x, 0.13, 0.3 + z)).unwrap();
        let found = scene.contacts_of(room, brick, 0.0, &ContactOptions::default()).unwrap();
        found.iter().map(|contact| contact.ids()).collect()
    };
    let before = ids(1e-4, -2e-3);
    assert!(before.len() == 2 && before[0][0].parts == [0, 0] && before[1][0].parts == [1, 0]);
    assert_eq!(before, ids(3e-4, -1e-3));
    assert!(ids(-0.5, 0.01).is_empty(), "away from both");
}

#[test]
fn a_table_of_parts_stands_on_all_of_its_legs() {
    let leg = |x: f64, y: f64| (block(0.05, 0.05, 0.4), at(x, y, 0.4));
    let table = Body::compound([
        leg(-0.5, -0.4),
        leg(0.5, -0.4),
        leg(-0.5, 0.4),
        leg(0.5, 0.4),
        (block(0.6, 0.5, 0.05), at(0.0, 0.0, 0.85)),
    ]);
    let table = table.unwrap();
    let pose = at(0.1, -0.2, -1e-3);
    for room in &rooms()[..2] {
        let found = BodyPair::new(room, &table, &pose).contacts(0.0, &ContactOptions::default()).unwrap();
        let legs: Vec<u32> = found.iter().map(|contact| contact.between.parts[1]).collect();
        assert_eq!(legs, [0, 1, 2, 3]);
        let all = found.iter().flat_map(|contact| &contact.points);
        assert!(all.clone().count() == 16 && all.clone().all(|point| (point.distance + 1e-3).abs() < 1e-9));
        let turned = BodyPair::new(&table, room, &pose.inverse()).contacts(0.0, &ContactOptions::default()).unwrap();
        assert_eq!(turned.len(), found.len());
    }
}
