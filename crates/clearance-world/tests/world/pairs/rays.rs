//! Rays against meshes: proven hits, at the time and the triangle of brute force.

use clearance::query::motion::LinearMotion;
use clearance::query::{Crossing, Impact, crossing};
use clearance::{Cuboid, Point, Pose3, Triangle, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_testkit::surfaces::cuboid;
use clearance_world::{Body, MovingBodies, Scene, TriangleMesh};

use super::{pose, vector};

type Space3 = Vec3<f64>;

fn cube(half: f64) -> TriangleMesh<Space3> {
    let (corners, faces) = cuboid(Vec3::new(-half, -half, -half), Vec3::new(half, half, half));
    TriangleMesh::new(&corners, &faces).unwrap()
}

fn cast(body: &Body<Space3>, at: &Pose3<f64>, origin: Space3, way: Space3) -> ([u32; 2], Impact<Space3>) {
    let path = LinearMotion::straight(Pose3::from_translation(origin).unwrap(), way).unwrap();
    let point = Body::new(Point::new());
    let found = MovingBodies::new((&point, &path), (body, at)).time_of_impact().unwrap();
    (found.parts, found.impact)
}

#[test]
fn a_ray_hits_the_first_triangle_of_all() {
    let mut random = Random::new(0x4a7);
    let (mut hits, mut misses) = (0, 0);
    for round in 0..150 {
        let corners: Vec<Space3> = (0..60).map(|_| vector(&mut random, 1.0)).collect();
        let triangles: Vec<[u32; 3]> = (0..20).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = TriangleMesh::new(&corners, &triangles).unwrap();
        let (at, origin, way) = (pose(&mut random, 0.3), vector(&mut random, 3.0), vector(&mut random, 4.0));
        let way = if round % 2 == 0 { at.translation() - origin + way * 0.1 } else { way };
        let still = [way, Vec3::ZERO];
        let all = (0..20).filter_map(|i| match crossing(origin, still, &at, mesh.corners(i)) {
            Crossing::Hit(hit) => Some((i, hit)),
            _ => None,
        });
        let first = all.min_by(|(_, a), (_, b)| a.nearest.total_cmp(&b.nearest));
        let (parts, impact) = cast(&Body::mesh(mesh.clone()), &at, origin, way);
        match (first, impact) {
            (Some((triangle, expected)), Impact::Hit(hit)) => {
                hits += 1;
                assert_eq!((parts, hit.time, hit.bracket), ([0, triangle], expected.nearest, expected.time), "{round}");
                let witness = at.vector_back(hit.proximity.witness_b - at.translation());
                let weights = mesh.barycentric(triangle, witness);
                assert!((0..3).all(|i| (weights[i] - expected.barycentric[i]).abs() < 1e-10), "{round}: {weights:?}");
                assert!(hit.proximity.normal.dot(way) > 0.0);
            }
            (None, Impact::NoContact { lower, .. }) => {
                misses += 1;
                assert!(lower > 0.0, "{round}");
            }
            (expected, found) => panic!("{round}: {expected:?} {found:?}"),
        }
    }
    assert!(hits > 40 && misses > 40, "{hits} hits, {misses} misses");
}

#[test]
fn a_ray_through_an_edge_or_a_corner_of_a_closed_mesh_is_a_hit() {
    let (mesh, solid) =
        (Body::mesh(cube(1.0)), Body::new(Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 1.0)).unwrap()));
    for (y, z) in [(0.0, 0.0), (0.25, 0.25), (1.0, 0.5), (1.0, 1.0), (-1.0, -1.0), (0.3, -0.7)] {
        let (origin, way) = (Vec3::new(-5.0, y, z), Vec3::new(16.0, 0.0, 0.0));
        let (_, found) = cast(&mesh, &Pose3::IDENTITY, origin, way);
        let Impact::Hit(hit) = found else { panic!("{y} {z}: {found:?}") };
        assert_eq!((hit.time, hit.bracket.lower, hit.bracket.upper), (0.25, 0.25, 0.25), "{y} {z}");
        let (_, beside) = cast(&solid, &Pose3::IDENTITY, origin, way);
        assert!(beside.encounter().is_none_or(|hit| (hit.time - 0.25).abs() < 1e-12), "{y} {z}");
    }
    let beyond = cast(&mesh, &Pose3::IDENTITY, Vec3::new(-5.0, 1.0 + f64::EPSILON, 0.0), Vec3::new(16.0, 0.0, 0.0)).1;
    assert!(matches!(beyond, Impact::NoContact { .. }), "{beyond:?}");
    // From inside it is a hit at the start, and so from the surface.
    for x in [0.5, 1.0] {
        let (_, found) = cast(&mesh, &Pose3::IDENTITY, Vec3::new(x, 0.0, 0.0), Vec3::new(4.0, 0.0, 0.0));
        assert!(matches!(found, Impact::Hit(hit) if hit.time == 0.0 && hit.initial), "{found:?}");
    }
}

#[test]
fn scenes_and_lone_triangles_are_hit_by_rays() {
    let mut scene = Scene::new();
    let at = |x: f64| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
    let near = scene.add("near", Body::mesh(cube(0.5)).at(at(4.5))).unwrap();
    scene.add("far", Body::mesh(cube(0.5)).at(at(9.0))).unwrap();
    let hit = scene.cast_ray(Vec3::new(0.0, 0.1, 0.2), Vec3::new(16.0, 0.0, 0.0)).unwrap();
    let struck = hit.first.unwrap();
    assert_eq!((struck.body, hit.bracket.upper), (near, 0.25));
    assert!(
        matches!(struck.impact, Impact::Hit(hit) if hit.proximity.normal == Vec3::new(-1.0, 0.0, 0.0)),
        "{struck:?}"
    );
    assert!(scene.cast_ray(Vec3::new(0.0, 2.0, 0.0), Vec3::new(16.0, 0.0, 0.0)).unwrap().first.is_none());
    let sail = Triangle::new(Vec3::new(4.0, -1.0, -1.0), Vec3::new(4.0, 3.0, -1.0), Vec3::new(4.0, -1.0, 3.0)).unwrap();
    let (_, found) = cast(&Body::new(sail), &Pose3::IDENTITY, Vec3::ZERO, Vec3::new(16.0, 0.0, 0.0));
    assert!(matches!(found, Impact::Hit(hit) if hit.time == 0.25), "{found:?}");
}

#[test]
fn a_point_meets_a_mesh_that_comes_towards_it() {
    let towards = LinearMotion::straight(Pose3::IDENTITY, Vec3::new(-8.0, 0.0, 0.0)).unwrap();
    let away =
        LinearMotion::straight(Pose3::from_translation(Vec3::new(-4.0, 0.1, 0.2)).unwrap(), Vec3::new(4.0, 0.0, 0.0));
    let (mesh, point) = (Body::mesh(cube(1.0)), Body::new(Point::new()));
    let found = MovingBodies::new((&mesh, &towards), (&point, &away.unwrap())).time_of_impact().unwrap();
    let Impact::Hit(hit) = found.impact else { panic!("{found:?}") };
    assert_eq!((hit.time, hit.proximity.normal), (0.25, Vec3::new(-1.0, 0.0, 0.0))); // 3 of 12
    assert!(found.parts[0] > 0 && found.parts[1] == 0);
}
