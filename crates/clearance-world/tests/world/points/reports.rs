//! Reports of wrong inside tests and distances in other libraries, rebuilt from their numbers.

use clearance::{Pose3, Status, Vec3, Vector};
use clearance_world::{Body, BodyPair, TriangleMesh};

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

/// isl-org/Open3D#6919: every point of a closed mesh was reported outside, with positive distances only. Fronts that
/// look inside change nothing here.
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

/// isl-org/Open3D#5669: `create_sphere(0.8)` on a grid of 64³ points of 1.1 times its box had artifacts where rays met
/// vertices. A slice of it.
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

/// gkjohnson/three-mesh-bvh#305: the distance of (10, 12, 15) from `SphereGeometry(1, 32, 16)` was 0.99 and not
/// above 10.
#[test]
fn a_far_point_is_far_from_a_sphere_of_triangles() {
    let found = Body::mesh(sphere(32, 16, 1.0)).point_distance(Vec3::new(10.0, 12.0, 15.0)).unwrap();
    let truth = 469f64.sqrt() - 1.0;
    assert!(found.bounds.lower >= truth - 1e-12 && found.bounds.upper <= truth + 0.01, "{found:?}");
    assert_eq!(found.inside, Some(false));
}

/// libigl/libigl#644: copies of some faces with the opposite orientation turned the sign of a point that is clearly
/// inside.
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

/// pyvista/pyvista#8133 and #4240: points of a voxel grid that are clearly inside of a closed mesh were left out, and a
/// move by any small amount took them in. The lattice here goes through vertices, edges and faces of the mesh.
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

/// MeshInspector/MeshLib#4309 and #3525: a sign that was that of the normal at the nearest point was wrong wherever
/// that point was not found precisely, and points on a closed surface were left out, so that it had holes. Here by a
/// blade: the nearest point is on its edge, where the normals of both sides are against each other.
#[test]
fn around_the_edge_of_a_blade_signs_are_those_of_the_solid() {
    let thin = 1.0 / 4096.0;
    let corner = |x: f64, y: f64, z: f64| Vec3::new(x, y, z);
    let ends = [0.0, 1.0].map(|y| [corner(0.0, y, 0.0), corner(-1.0, y, thin), corner(-1.0, y, -thin)]);
    let triangles =
        [[0, 1, 2], [3, 5, 4], [0, 3, 4], [0, 4, 1], [0, 2, 5], [0, 5, 3], [1, 4, 5], [1, 5, 2]].map(|t: [u32; 3]| t);
    let blade = TriangleMesh::new(&ends.concat(), &triangles).unwrap();
    assert!(blade.is_solid());
    let body = Body::mesh(blade);
    let mut beside = 0;
    for (i, radius) in (0..800u32).zip([1.0, 1e-3, 1e-6, 1e-12].into_iter().cycle()) {
        let angle = (f64::from(i) / 799.0 - 0.5) * 3.1;
        let found = body.point_distance(corner(radius * angle.cos(), 0.25, radius * angle.sin())).unwrap();
        assert_eq!(found.inside, Some(false), "{angle} {radius}");
        let truth = radius * (1.0 - 1e-12)..=radius * (1.0 + 1e-12);
        assert!(truth.contains(&found.signed_distance.unwrap()), "{angle} {radius}: {found:?}");
        beside += usize::from(angle.abs() > 1.4);
    }
    assert!(beside > 50, "{beside} are beside the blade");
    for i in 1..=32 {
        let x = -f64::from(i) / 64.0;
        let within = body.point_distance(corner(x, 0.5, 0.0)).unwrap();
        // Behind the edge, by how thick the blade is there.
        let depth = -x * thin / (1.0 + thin * thin).sqrt();
        assert!((within.signed_distance.unwrap() + depth).abs() < 1e-15, "{x}: {within:?}");
        assert_eq!(within.inside, Some(true), "{x}");
        for side in [1.0, -1.0] {
            let on = body.point_distance(corner(x, 0.5, -x * thin * side)).unwrap();
            assert!(on.signed_distance == Some(0.0) && on.bounds.contains(0.0), "{x}: {on:?}");
        }
    }
}

/// gkjohnson/three-mesh-bvh#667: two meshes that only touch, and two that are embedded, have the distance 0 and cannot
/// be distinguished.
#[test]
fn meshes_that_touch_and_meshes_that_overlap_are_told_apart() {
    let solid = cube(false);
    let status = |x: f64, y: f64| {
        let pose = Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap();
        let found = BodyPair::new(&solid, &solid, &pose).signed_distance().unwrap();
        (found.status(), found.bounds)
    };
    // Face on face, shifted along it or not; then one unit in the last place nearer, and farther.
    for y in [0.0, 0.25, -0.75, 1.0] {
        let (found, bounds) = status(1.0, y);
        assert!(found == Status::Touching && bounds.lower <= 0.0 && bounds.upper >= 0.0, "{y}: {found:?} {bounds:?}");
    }
    assert_eq!(status(1f64.next_down(), 0.25).0, Status::Overlapping);
    // The number of a gap of one rounding has bounds with zero in them; that there is a gap is decided exactly.
    let gap = Pose3::from_translation(Vec3::new(1f64.next_up(), 0.25, 0.0)).unwrap();
    assert_eq!(BodyPair::new(&solid, &solid, &gap).collides().unwrap(), Some(false));
    assert!(!matches!(status(1f64.next_up(), 0.25).0, Status::Touching | Status::Overlapping));
    let (embedded, bounds) = status(0.5, 0.25);
    assert!(embedded == Status::Overlapping && bounds.upper <= -0.5 + 1e-12, "{bounds:?}");
}

/// gkjohnson/three-mesh-bvh#762: a triangle whose corners are one point meets everything, however far away.
#[test]
fn a_triangle_without_area_meets_what_is_where_it_is() {
    let solid = cube(false);
    for flat in [[[0.0; 3], [0.0; 3], [0.0; 3]], [[0.0; 3], [0.5, 0.0, 0.0], [1.0, 0.0, 0.0]]] {
        let sliver = Body::mesh(TriangleMesh::new(&flat.map(Point::from), &[[0, 1, 2]]).unwrap());
        let meets = |x: f64| {
            let pose = Pose3::from_translation(Vec3::new(x, 0.5, 0.5)).unwrap();
            BodyPair::new(&solid, &sliver, &pose).collides().unwrap()
        };
        assert_eq!([2.0, 10.0, 1.0, 0.5].map(meets), [Some(false), Some(false), Some(true), Some(true)]);
        let pose = Pose3::from_translation(Vec3::new(3.0, 0.5, 0.5)).unwrap();
        assert_eq!(BodyPair::new(&solid, &sliver, &pose).distance().unwrap().signed_distance, Some(2.0));
    }
}

/// avianphysics/avian#715: the middle of a mesh of a cube of 100 is not contained in it, and is projected to the border
/// even where it is solid.
#[test]
fn the_middle_of_a_cube_of_triangles_is_in_it() {
    let corners: Vec<Point> = corners().iter().map(|&corner| (corner - Vec3::new(0.5, 0.5, 0.5)) * 100.0).collect();
    let solid = Body::mesh(TriangleMesh::new(&corners, &SIDES).unwrap());
    assert!(solid.contains_point(Vec3::ZERO).unwrap());
    let found = solid.point_distance(Vec3::ZERO).unwrap();
    assert_eq!((found.inside, found.signed_distance), (Some(true), Some(-50.0)));
}

/// LTplus-AG/ifc-lite#2594: walls that are meant to be flush overlap by exactly 2⁻²², a step of single precision
/// between 2 and 4, and were listed as clashes: what overlaps by that little is reported as what it is, and a tolerance
/// is the caller's.
#[test]
fn flush_walls_overlap_by_the_step_that_their_numbers_have() {
    let step = f64::from(2f32.next_up() - 2f32);
    assert_eq!(step, 2.384185791015625e-7);
    let wall = |low: f64, high: f64| {
        let place = |corner: &Point| Vec3::new(low + corner.x * (high - low), corner.y * 3.0, corner.z * 2.5);
        Body::mesh(TriangleMesh::new(&corners().iter().map(place).collect::<Vec<_>>(), &SIDES).unwrap())
    };
    let found = |b: &Body<Point>| {
        let found = BodyPair::new(&wall(0.0, 2.0 + step), b, &Pose3::IDENTITY).signed_distance().unwrap();
        (found.status(), found.signed_distance)
    };
    let (status, depth) = found(&wall(2.0, 4.0));
    assert!(status == Status::Overlapping && (depth.unwrap() + step).abs() < 1e-18, "{depth:?}");
    assert_eq!(found(&wall(2.0 + step, 4.0)).0, Status::Touching);
    assert_eq!(found(&wall(2.0 + 2.0 * step, 4.0)).0, Status::Separated);
}

/// LTplus-AG/ifc-lite#2536: the extent of a box was sold as a depth, 2.5 for a beam that is 0.056 deep in a slab. Here
/// the depth is the least translation that separates the bodies, and it is between bounds where it is not known.
#[test]
fn a_beam_that_is_a_little_deep_in_a_slab_is_a_little_deep() {
    let block = |low: [f64; 3], high: [f64; 3]| {
        let place = |corner: &Point| Vec3::from_fn(|k| low[k] + corner[k] * (high[k] - low[k]));
        Body::mesh(TriangleMesh::new(&corners().iter().map(place).collect::<Vec<_>>(), &SIDES).unwrap())
    };
    let (slab, post) = (block([0.0; 3], [8.0, 6.0, 0.25]), block([2.0, 2.0, 0.194], [2.5, 2.5, 2.694]));
    let found = BodyPair::new(&slab, &post, &Pose3::IDENTITY).signed_distance().unwrap();
    assert!((found.signed_distance.unwrap() + 0.056).abs() < 1e-15, "{found:?}");
    // The same post on an open mesh: no number but bounds, with the depth in them and far from the extents.
    let mut frame: Vec<[u32; 3]> = SIDES.to_vec();
    frame.truncate(10);
    let place = |corner: &Point| Vec3::new(corner.x * 8.0, corner.y * 6.0, corner.z * 0.25);
    let open = Body::mesh(TriangleMesh::new(&corners().iter().map(place).collect::<Vec<_>>(), &frame).unwrap());
    let found = BodyPair::new(&open, &post, &Pose3::IDENTITY).signed_distance().unwrap();
    assert!(found.collides == Some(true) && found.signed_distance.is_none());
    assert!(found.bounds.contains(-0.056) && found.bounds.lower > -0.5, "{:?}", found.bounds);
}

/// coal-library/coal#609: a mesh that was asked by its convex hull collides with what is in its hollow. A mesh is its
/// triangles here, and what a hull says differs.
#[test]
fn what_is_in_the_hollow_of_a_mesh_does_not_collide() {
    // A ring of eight blocks around a hole of 1 by 1: two long sides, and two short ones between them.
    let sides =
        [([-1.0, -1.0], [2.0, 0.0]), ([-1.0, 1.0], [2.0, 2.0]), ([-1.0, 0.0], [0.0, 1.0]), ([1.0, 0.0], [2.0, 1.0])];
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (low, high) in sides {
        let first = vertices.len() as u32;
        let place = |c: &Point| Vec3::new(low[0] + c.x * (high[0] - low[0]), low[1] + c.y * (high[1] - low[1]), c.z);
        vertices.extend(corners().iter().map(place));
        triangles.extend(SIDES.map(|side| side.map(|corner| first + corner)));
    }
    let ring = Body::mesh(TriangleMesh::new(&vertices, &triangles).unwrap());
    let hull = Body::new(clearance::Polytope::new(&vertices).unwrap());
    let ball = Body::new(clearance::Ball::new(0.25).unwrap());
    let pose = Pose3::from_translation(Vec3::new(0.5, 0.5, 0.5)).unwrap();
    let found = |body| BodyPair::new(body, &ball, &pose).signed_distance().unwrap();
    assert_eq!((found(&ring).collides, found(&ring).signed_distance), (Some(false), Some(0.25)));
    assert_eq!(found(&hull).collides, Some(true));
}
