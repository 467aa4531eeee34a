//! A sphere of triangles.

use clearance::Vec3;
use clearance_testkit::surfaces;
use clearance_world::TriangleMesh;

type Point = Vec3<f64>;

/// An icosahedron whose sides were split a few times, its corners on a sphere.
pub fn icosphere(rounds: usize) -> TriangleMesh<Point> {
    let (corners, faces) = surfaces::icosphere(rounds, 1.0);
    TriangleMesh::new(&corners, &faces).unwrap()
}
