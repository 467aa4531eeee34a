//! How near do two mesh files come? `mesh_distance A.stl B.stl`

use std::error::Error;
use std::path::Path;

use clearance::{Polytope, Pose3, Vec3, query};
use clearance_scene::mesh::read_mesh;
use clearance_world::{Body, Scene, TriangleMesh};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");
    let default = [format!("{data}/meshes/mug.obj"), format!("{data}/robots/panda/finger.stl")];
    let files = if files.len() == 2 { [files[0].clone(), files[1].clone()] } else { default };
    let [a, b] = [read_mesh(Path::new(&files[0]))?, read_mesh(Path::new(&files[1]))?];
    let b_in_a = Pose3::from_translation(Vec3::new(0.0, 0.0, 0.05))?;

    // As they are: a mug keeps its inside.
    let mut scene = Scene::new();
    let id_a = scene.add("A", Body::mesh(TriangleMesh::new(&a.vertices, &a.triangles)?))?;
    let id_b = scene.add("B", Body::mesh(TriangleMesh::new(&b.vertices, &b.triangles)?).at(b_in_a))?;
    let near = scene.between(id_a, id_b)?.between;
    println!("as meshes: {:.6} to {:.6}", near.bounds.lower, near.bounds.upper);

    // As their convex hulls: a microsecond, and a number that is too small where a mesh is hollow.
    let hulls = [Polytope::new(&a.vertices)?, Polytope::new(&b.vertices)?];
    let found = query::signed_distance(&hulls[0], &hulls[1], &b_in_a);
    println!("as hulls:  {:.6}, {}", found.signed_distance, found.status);
    Ok(())
}

// Output:
// as meshes: 0.007334 to 0.007334
// as hulls:  -0.040099, overlapping
