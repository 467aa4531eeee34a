//! Public reports of rays that other libraries got wrong, rebuilt from their numbers.

use clearance::query::motion::LinearMotion;
use clearance::query::{Impact, ToiOptions};
use clearance::{Cuboid, Pose3, Vec3, Vector};
use clearance_testkit::surfaces::cuboid;
use clearance_world::{Body, MovingBodies, TriangleMesh};

type Space3 = Vec3<f64>;

fn prism(x: f64, y: f64, z: f64, shift: Space3) -> TriangleMesh<Space3> {
    let (corners, faces) = cuboid(shift, shift + Vec3::new(x, y, z));
    TriangleMesh::new(&corners, &faces).unwrap()
}

/// gkjohnson/three-mesh-bvh#684: a ray in the height of the lower edge of a triangle, found or not as its start shifts
/// along it.
#[test]
fn a_ray_at_the_height_of_an_edge_hits_it_wherever_it_starts() {
    let corners = [
        [-1.3836679458618164, -4.480311870574951, 10.0],
        [3.9273109436035156, 5.897944450378418, 8.0],
        [-1.3836679458618164, -4.480311870574951, 8.0],
    ];
    let sail = TriangleMesh::new(&corners.map(Space3::from), &[[0, 1, 2]]).unwrap();
    let way = Vec3::new(-0.16852837373762, 0.9856968028990217, 0.0) * 10.0;
    for shift in [0.0, 0.001, 0.002, 0.01] {
        let origin = Vec3::new(-0.028221702575683627, -2.5058889150619503 - shift, 8.0);
        let hit = sail.cast_ray(origin, way).unwrap().unwrap().hit;
        // On the edge from the second to the third corner.
        assert!(hit.barycentric[0] == 0.0 && hit.barycentric[1] > 0.2 && hit.barycentric[2] > 0.2, "{shift}: {hit:?}");
        let above = sail.cast_ray(origin + Vec3::new(0.0, 0.0, -f64::EPSILON * 4.0), way).unwrap();
        assert!(above.is_none(), "{shift}: {above:?}");
    }
}

/// pyvista/pyvista#5372: a ray through the middle of a square, where the diagonal of its two triangles is, at the
/// origin.
#[test]
fn a_ray_through_the_diagonal_of_a_square_hits_at_the_origin() {
    let corners = [[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [-0.5, 0.5, 0.0], [0.5, 0.5, 0.0]].map(Space3::from);
    let square = TriangleMesh::new(&corners, &[[0, 1, 3], [0, 3, 2]]).unwrap();
    for x in [0.1, 0.0] {
        let hit = square.cast_ray(Vec3::new(x, 0.0, 1.0), Vec3::new(0.0, 0.0, -2.0)).unwrap().unwrap();
        assert_eq!((hit.triangle, hit.hit.nearest), (0, 0.5));
    }
}

/// pyvista/pyvista#4842: a cube of 10 by 10 by 6 and a ray up through it, of which one of two crossings was found.
#[test]
fn a_ray_through_a_prism_hits_it_from_either_end() {
    let mesh = prism(10.0, 10.0, 6.0, Vec3::ZERO);
    let (start, stop) = (Vec3::new(5.0, 2.0, -10.0), Vec3::new(5.0, 2.0, 10.0));
    assert_eq!(mesh.cast_ray(start, stop - start).unwrap().unwrap().hit.nearest, 0.5);
    assert_eq!(mesh.cast_ray(stop, start - stop).unwrap().unwrap().hit.nearest, 0.2);
}

/// coal-library/coal#809: a box of 1000 by 0.001 by 0.001 for a ray against a cube of triangles, with contacts in wrong
/// places.
#[test]
fn a_long_thin_box_that_is_moved_at_a_cube_meets_it_where_a_ray_does() {
    let cube = prism(1.0, 1.0, 1.0, Vec3::new(-0.5, -0.5, -0.5));
    let (origin, way) = (Vec3::new(-2.0, 0.2, 0.1), Vec3::new(4.0, 0.0, 0.0));
    assert_eq!(cube.cast_ray(origin, way).unwrap().unwrap().hit.nearest, 0.375); // 1.5 of 4
    let needle = Body::new(Cuboid::from_half_extents(Vec3::new(500.0, 0.0005, 0.0005)).unwrap());
    let start = Pose3::from_translation(origin - Vec3::new(500.0, 0.0, 0.0)).unwrap();
    let path = LinearMotion::straight(start, way).unwrap();
    let cube = Body::mesh(cube);
    let found = MovingBodies::new((&cube, &Pose3::IDENTITY), (&needle, &path)).options(ToiOptions::default());
    let Impact::Hit(hit) = found.time_of_impact().unwrap().impact else { panic!() };
    assert!((hit.time - 0.375).abs() < 1e-11, "{hit:?}");
    let (on_cube, on_needle) = (hit.proximity.witness_a, hit.proximity.witness_b);
    assert!((on_cube - Vec3::new(-0.5, 0.2, 0.1)).norm() < 0.001 && (on_cube - on_needle).norm() < 1e-9, "{hit:?}");
}
