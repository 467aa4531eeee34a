//! Contact points of a shape on bodies of many parts.

use clearance::{Capsule, Cuboid, Point, Pose3, Posed, Rotor3, Shape3, Vec3, Vector, query};
use clearance_testkit::random::Random;
use clearance_world::{Body, BodyContact, BodyPair, ManyParts, TriangleMesh};

use super::meshes;

type Space3 = Vec3<f64>;

/// How deep the shapes are in the floors.
const DEPTH: f64 = 1e-3;

fn cuboid(x: f64, y: f64, z: f64) -> Shape3<f64> {
    Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap().into()
}

/// A floor from −5 to 5, of 10 by 10 squares, with its top at zero: open and closed meshes, a height field, voxels,
/// and tiles.
fn floors() -> Vec<(&'static str, Body<Space3>)> {
    let corner = |i: usize, z: f64| Vec3::new((i / 11) as f64 - 5.0, (i % 11) as f64 - 5.0, z);
    let squares = || (0..100).map(|i| i / 10 * 11 + i % 10);
    let top: Vec<[u32; 3]> = squares()
        .flat_map(|i| {
            let [a, b, c, d] = [i, i + 11, i + 12, i + 1].map(|corner| corner as u32);
            [[a, b, c], [a, c, d]]
        })
        .collect();
    let above: Vec<Space3> = (0..121).map(|i| corner(i, 0.0)).collect();
    // A second floor below, turned around, and walls.
    let mut both = above.clone();
    both.extend((0..121).map(|i| corner(i, -0.5)));
    let mut closed = top.clone();
    closed.extend(top.iter().map(|&[a, b, c]| [a + 121, c + 121, b + 121]));
    for i in 0..10u32 {
        for [a, b] in [[11 * i + 11, 11 * i], [i, i + 1], [110 + i + 1, 110 + i], [11 * i + 10, 11 * i + 21]] {
            closed.extend([[a, b, b + 121], [a, b + 121, a + 121]]);
        }
    }
    let solid = TriangleMesh::new(&both, &closed).unwrap();
    assert!(solid.is_solid());
    let cells: Vec<[i32; 3]> = (0..100).map(|i| [i / 10, i % 10, 0]).collect();
    let tile =
        |i: usize| (cuboid(0.5, 0.5, 0.25), Pose3::from_translation(corner(i, -0.25) + Vec3::new(0.5, 0.5, 0.0)));
    vec![
        ("open mesh", Body::mesh(TriangleMesh::new(&above, &top).unwrap())),
        ("solid mesh", Body::mesh(solid)),
        ("height field", Body::many(ManyParts::height_field(vec![0.0; 121], 11, [10.0; 2], 1.0).unwrap())),
        ("voxels", Body::many(ManyParts::voxels(&cells, 1.0, Vec3::new(-5.0, -5.0, -1.0)).unwrap())),
        ("tiles", Body::compound(squares().map(tile).map(|(shape, at)| (shape, at.unwrap()))).unwrap()),
    ]
}

fn turned(random: &mut Random, at: Space3) -> Pose3<f64> {
    Pose3::new(Rotor3::from_axis_angle(Vec3::axis(2), random.uniform(-3.0, 3.0)).unwrap(), at).unwrap()
}

fn contact(a: &Body<Space3>, b: &Body<Space3>, b_in_a: &Pose3<f64>) -> BodyContact<Space3> {
    BodyPair::new(a, b, b_in_a).contact(&Default::default()).unwrap()
}

#[test]
fn a_brick_on_a_floor_of_many_parts_stands_on_its_four_corners() {
    let (mut random, brick) = (Random::new(0xb41c), Body::new(cuboid(0.5, 0.4, 0.25)));
    for (name, floor) in floors() {
        for round in 0..20 {
            let at = Vec3::new(random.uniform(-4.0, 4.0), random.uniform(-4.0, 4.0), 0.25 - DEPTH);
            let pose = turned(&mut random, at);
            let found = contact(&floor, &brick, &pose);
            let swapped = contact(&brick, &floor, &pose.inverse());
            assert_eq!((found.points.len(), swapped.points.len()), (4, 4), "{name}, {round}: {found:?}");
            let mut corners: Vec<[bool; 2]> = Vec::new();
            for point in &found.points {
                assert!((point.distance + DEPTH).abs() < 1e-12, "{name}, {round}: {point:?}");
                assert!(point.witness_a.z.abs() < 1e-12 && (point.witness_b.z + DEPTH).abs() < 1e-12);
                let own = pose.vector_back(point.witness_b - pose.translation());
                assert!((own.x.abs() - 0.5).abs() < 1e-12 && (own.y.abs() - 0.4).abs() < 1e-12, "{name}: {own:?}");
                corners.push([own.x > 0.0, own.y > 0.0]);
            }
            corners.sort();
            corners.dedup();
            assert_eq!(corners.len(), 4);
            // Each is found again after a small step.
            let ids = found.ids();
            let moved = Pose3::from_translation(Vec3::new(1e-9, -1e-9, 1e-9)).unwrap().then(&pose);
            let again = contact(&floor, &brick, &moved).ids();
            assert!(ids.iter().all(|id| again.contains(id)), "{name}, {round}: {ids:?} {again:?}");
            assert!((0..4).all(|i| !ids[i + 1..].contains(&ids[i])));
        }
    }
}

#[test]
fn a_brick_over_the_rim_stands_on_the_rim() {
    let brick = Body::new(cuboid(0.5, 0.4, 0.25));
    let pose = Pose3::from_translation(Vec3::new(4.8, 0.3, 0.25 - DEPTH)).unwrap();
    for (name, floor) in floors() {
        let found = contact(&floor, &brick, &pose);
        assert_eq!(found.points.len(), 4, "{name}: {found:?}");
        for point in &found.points {
            let x = point.witness_a.x;
            assert!((x - 5.0).abs() < 1e-9 || (x - 4.3).abs() < 1e-12, "{name}: {point:?}");
            assert!(((point.witness_a.y - 0.3).abs() - 0.4).abs() < 1e-9, "{name}: {point:?}");
        }
    }
}

#[test]
fn a_capsule_that_lies_on_a_floor_stands_on_its_ends() {
    let end = Vec3::new(1.3, 0.2, 0.0);
    let capsule = Body::new(Shape3::from(Capsule::between(-end, end, 0.25).unwrap()));
    let pose = Pose3::from_translation(Vec3::new(0.3, 0.1, 0.25 - DEPTH)).unwrap();
    for (name, floor) in floors() {
        let found = contact(&floor, &capsule, &pose);
        assert_eq!(found.points.len(), 2, "{name}: {found:?}");
        for point in &found.points {
            let away = point.witness_b - pose.translation();
            assert!((away.x.abs() - 1.3).abs() < 1e-9 && (away.y.abs() - 0.2).abs() < 1e-9, "{name}: {point:?}");
            assert!((point.distance + DEPTH).abs() < 1e-12);
        }
    }
}

#[test]
fn a_brick_in_the_air_is_as_far_from_the_floor_at_its_corners() {
    let brick = Body::new(cuboid(0.5, 0.4, 0.25));
    let pose = Pose3::from_translation(Vec3::new(0.3, 0.1, 1.25)).unwrap();
    for (name, floor) in floors() {
        let found = contact(&floor, &brick, &pose);
        assert_eq!(found.points.len(), 4, "{name}: {found:?}");
        assert!(found.points.iter().all(|point| (point.distance - 1.0).abs() < 1e-12), "{name}: {found:?}");
    }
}

#[test]
fn points_are_of_both_surfaces_and_one_above_the_other() {
    let mut random = Random::new(0xb41d);
    let mut several = 0;
    for round in 0..300 {
        let (corners, faces) = meshes::floor(&mut random);
        let floor = Body::mesh(TriangleMesh::new(&corners, &faces).unwrap());
        let shape = [cuboid(0.9, 0.6, 0.25), cuboid(0.3, 1.7, 0.2)][round % 2].clone();
        let height = [0.25, 0.2][round % 2] - DEPTH;
        let tilt = Rotor3::from_axis_angle(Vec3::new(random.uniform(-1.0, 1.0), 1.0, 0.0), 2e-3).unwrap();
        let at = Vec3::new(random.uniform(-2.0, 3.0), random.uniform(-2.0, 3.0), height);
        let pose = turned(&mut random, at).then(&Pose3::new(tilt, Vec3::ZERO).unwrap());
        let brick = Body::new(shape.clone());
        let found = contact(&floor, &brick, &pose);
        let normal = found.between.proximity.normal;
        let least = found.points.iter().map(|point| point.distance).fold(f64::INFINITY, f64::min);
        assert_eq!(least, found.between.proximity.signed_distance, "{round}: {found:?}");
        for (point, parts) in found.points.iter().zip(&found.parts) {
            let away = point.witness_b - point.witness_a - normal * point.distance;
            assert!(away.norm() < 1e-12);
            let of_floor = floor.point_distance(point.witness_a).unwrap().bounds.lower;
            let own = Pose3::from_translation(point.witness_b).unwrap();
            let of_brick = query::Pair::in_world((&shape, &pose), (&Point::new(), &own)).signed_distance();
            let slack = 1e-9;
            assert!(of_floor < slack && of_brick.signed_distance.abs() < slack, "{round}: {point:?} {of_floor}");
            assert!((parts[0] as usize) < faces.len() && parts[1] == 0);
        }
        several += usize::from(found.points.len() > 2);
    }
    assert!(several > 200, "{several}");
}

#[test]
fn a_posed_tile_is_a_part_as_any() {
    let tile = |x: f64| (cuboid(0.5, 0.5, 0.5), Pose3::from_translation(Vec3::new(x, 0.0, -0.5)).unwrap());
    let bench = Body::compound([tile(-0.5), tile(0.5)]).unwrap();
    let posed = Posed::new(cuboid(0.7, 0.2, 0.1), Pose3::from_translation(Vec3::new(0.0, 0.0, 0.1)).unwrap()).unwrap();
    let found = contact(&bench, &Body::new(Shape3::from(posed)), &Pose3::IDENTITY);
    assert!(found.points.iter().all(|point| point.witness_a.x.abs() > 0.69), "{found:?}");
}
