//! How far are many points from a mesh, and which are inside? And a field of distances on a grid.

use std::error::Error;
use std::path::Path;

use clearance::Vec3;
use clearance_scene::mesh::read_mesh;
use clearance_world::{Aabb, Body, TriangleMesh};

fn main() -> Result<(), Box<dyn Error>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/meshes/mug.obj");
    let mesh = read_mesh(&file)?;
    let mug = Body::mesh(TriangleMesh::new(&mesh.vertices, &mesh.triangles)?);

    // In the cavity, which is outside of the solid; in the wall; beside the mug.
    let points = [[0.0, 0.0, 0.06], [0.038, 0.0, 0.06], [0.0, 0.1, 0.06]].map(Vec3::from);
    for found in mug.point_distances(&points) {
        let found = found?;
        let side = if found.inside == Some(true) { "inside" } else { "outside" };
        let distance = found.signed_distance.unwrap_or(f64::NAN);
        println!("{side}: {distance:.6}, bounds less than 1e-13 apart: {}", found.bounds.width() < 1e-13);
    }

    let around = Aabb { lower: Vec3::new(-0.095, -0.095, 0.005), upper: Vec3::new(0.095, 0.095, 0.095) };
    let grid = mug.distance_grid(&around, 0.01)?;
    let inside = grid.values.iter().filter(|&&value| value < 0.0).count();
    println!("grid of {:?}: {inside} points inside", grid.shape);
    Ok(())
}

// Output:
// outside: 0.035692, bounds less than 1e-13 apart: true
// inside: -0.001983, bounds less than 1e-13 apart: true
// outside: 0.060000, bounds less than 1e-13 apart: true
// grid of [20, 20, 10]: 124 points inside
