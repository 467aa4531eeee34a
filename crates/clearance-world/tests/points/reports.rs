//! Reports of wrong inside tests and distances in other libraries, rebuilt from their numbers.

use clearance::{Vec3, Vector};
use clearance_world::{Body, TriangleMesh};

use super::sphere::icosphere;

type Point = Vec3<f64>;

/// The triangles of a box from 0 to 1, fronts outside.
const SIDES: [[u32; 3]; 12] = [
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
];

fn corners() -> Vec<Point> {
    (0..8).map(|i| Vec3::from_fn(|k| f64::from(i >> k & 1))).collect()
}

fn cube(turned: bool) -> Body<Point> {
    let triangles = SIDES.map(|[a, b, c]| if turned { [a, c, b] } else { [a, b, c] });
    Body::mesh(TriangleMesh::new(&corners(), &triangles).unwrap())
}

fn sphere(around: u32, down: u32, radius: f64) -> TriangleMesh<Point> {
    let at = |i: u32, j: u32| {
        let (u, v) = (f64::from(j) / f64::from(around), f64::from(i) / f64::from(down));
        let (turn, fall) = (core::f64::consts::TAU * u, core::f64::consts::PI * v);
        let rim = if i == 0 || i == down { 0.0 } else { fall.sin() };
        Vec3::new(-turn.cos() * rim, fall.cos(), turn.sin() * rim) * radius
    };
    let vertices: Vec<Point> = (0..=down).flat_map(|i| (0..around).map(move |j| at(i, j))).collect();
    let number = |i: u32, j: u32| i * around + j % around;
    let mut triangles = Vec::new();
    for i in 0..down {
        for j in 0..around {
            let [a, b, c, d] = [number(i, j + 1), number(i, j), number(i + 1, j), number(i + 1, j + 1)];
            if i > 0 {
                triangles.push([a, b, d]);
            }
            if i + 1 < down {
                triangles.push([b, c, d]);
            }
        }
    }
    TriangleMesh::new(&vertices, &triangles).unwrap()
}

/// isl-org/Open3D#5105: a ray along the diagonal through vertices of the cube made [-1, -1, 0] negative.
#[test]
fn points_on_the_diagonals_of_a_cube_are_outside() {
    let cube = cube(false);
    let at = |p: [f64; 3]| cube.point_distance(Vec3::from(p)).unwrap();
    for (p, distance) in [([-1.0, -1.0, 0.0], 2f64.sqrt()), ([-1.0, -1.0, -1.0], 3f64.sqrt()), ([0.5; 3], -0.5)] {
        let found = at(p);
        assert!(found.bounds.contains(distance) && found.bounds.width() < 1e-13, "{p:?}: {found:?}");
        assert_eq!(found.inside, Some(distance < 0.0));
    }
}

/// isl-org/Open3D#6919: every point of a closed mesh was reported outside, with positive distances only. Fronts that look inside change nothing here.
#[test]
fn points_in_a_mesh_that_is_inside_out_are_inside() {
    let cube = cube(true);
    let points: Vec<Point> = (0..27)
        .map(|i| {
            Vec3::new(f64::from(i % 3), f64::from(i / 3 % 3), f64::from(i / 9)) * 0.5 - Vec3::new(0.25, 0.25, 0.25)
        })
        .collect();
    let found = cube.point_distances(&points);
    let inside = found.iter().flatten().filter(|found| found.inside == Some(true)).count();
    assert_eq!(inside, 8); // those at 0.25 and 0.75 along each axis
    assert!(found.iter().flatten().all(|found| found.signed_distance.unwrap() < 0.0 || found.inside == Some(false)));
}

/// isl-org/Open3D#5669: `create_sphere(0.8)` on a grid of 64³ points of 1.1 times its box had artifacts where rays met vertices. A slice of it.
#[test]
fn a_grid_through_the_vertices_of_a_sphere_has_no_artifacts() {
    let sphere = Body::mesh(sphere(40, 20, 0.8));
    let steps = 64;
    let along = |i: u32| -0.88 + 1.76 * f64::from(i) / f64::from(steps - 1);
    let points: Vec<Point> = (0..steps * steps).map(|i| Vec3::new(along(i / steps), 0.0, along(i % steps))).collect();
    for (point, found) in points.iter().zip(sphere.point_distances(&points)) {
        let found = found.unwrap();
        // Facets are at most 1 % of the radius below the sphere.
        let truth = point.norm() - 0.8;
        let distance = found.signed_distance.unwrap();
        assert!(distance >= truth - 1e-12 && distance <= truth + 0.01, "{point:?}: {distance} {truth}");
        assert!(found.inside == Some(distance <= 0.0), "{point:?}");
    }
}

/// gkjohnson/three-mesh-bvh#305: the distance of (10, 12, 15) from `SphereGeometry(1, 32, 16)` was 0.99 and not above 10.
#[test]
fn a_far_point_is_far_from_a_sphere_of_triangles() {
    let found = Body::mesh(sphere(32, 16, 1.0)).point_distance(Vec3::new(10.0, 12.0, 15.0)).unwrap();
    let truth = 469f64.sqrt() - 1.0;
    assert!(found.bounds.lower >= truth - 1e-12 && found.bounds.upper <= truth + 0.01, "{found:?}");
    assert_eq!(found.inside, Some(false));
}

/// libigl/libigl#644: copies of some faces with the opposite orientation turned the sign of a point that is clearly inside.
#[test]
fn doubled_faces_of_opposite_orientation_do_not_change_what_is_inside() {
    let mut triangles = SIDES.to_vec();
    for [a, b, c] in [SIDES[0], SIDES[5]] {
        triangles.extend([[a, b, c], [a, c, b]]);
    }
    let doubled = Body::mesh(TriangleMesh::new(&corners(), &triangles).unwrap());
    let found = doubled.point_distance(Vec3::new(0.5, 0.25, 0.5)).unwrap();
    assert_eq!((found.inside, found.signed_distance), (Some(true), Some(-0.25)));
    assert_eq!(doubled.point_distance(Vec3::new(0.5, -0.25, 0.5)).unwrap().inside, Some(false));
}

/// pyvista/pyvista#8133 and #4240: points of a voxel grid that are clearly inside of a closed mesh were left out, and a move by any small amount took
/// them in. The lattice here goes through vertices, edges and faces of the mesh.
#[test]
fn no_point_of_a_lattice_in_a_solid_is_left_out() {
    let body = Body::mesh(icosphere(2));
    let (steps, half) = (25i32, 12);
    let along = |i: i32| f64::from(i - half) / f64::from(half);
    let points: Vec<Point> = (0..steps.pow(3))
        .map(|i| Vec3::new(along(i % steps), along(i / steps % steps), along(i / steps / steps)))
        .collect();
    let mut inside = 0;
    for (point, found) in points.iter().zip(body.point_distances(&points)) {
        let (radius, found) = (point.norm(), found.unwrap());
        // Within the inscribed ball and beyond the circumscribed one nothing is open.
        if radius < 0.97 {
            inside += 1;
            assert_eq!(found.inside, Some(true), "{point:?}");
        }
        if radius > 1.0 + 1e-12 {
            assert_eq!(found.inside, Some(false), "{point:?}");
        }
    }
    assert!(inside > 5000, "{inside}");
}
