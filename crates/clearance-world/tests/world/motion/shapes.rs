//! Meshes to cast at.

use clearance::Vec3;
use clearance_testkit::surfaces;
use clearance_world::TriangleMesh;

type Point = Vec3<f64>;

pub fn icosphere(level: usize, radius: f64) -> TriangleMesh<Point> {
    let (corners, faces) = surfaces::icosphere(level, radius);
    TriangleMesh::new(&corners, &faces).unwrap()
}

/// A mesh with waves on it, as animals have.
pub fn bumpy(mesh: &TriangleMesh<Point>) -> TriangleMesh<Point> {
    let wave = |p: Point| 1.0 + 0.12 * (5.0 * p.x).sin() * (4.0 * p.y + 1.0).cos() + 0.06 * (9.0 * p.z).sin();
    let corners: Vec<Point> = mesh.vertices().iter().map(|&p| p * wave(p)).collect();
    TriangleMesh::new(&corners, mesh.triangles()).unwrap()
}
