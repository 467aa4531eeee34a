//! The distance of two mesh files: `cargo run -p clearance-scene --example two_meshes -- a.stl b.obj`; of two boxes
//! without files.

use std::path::Path;

use clearance::{Polytope, Pose3, Vec3, query};
use clearance_scene::mesh::{Format, parse_mesh, read_mesh};

/// A box from (0, 0, 0) to (1, 2, 3) as an OBJ file.
const BOX: &[u8] = b"v 0 0 0\nv 1 0 0\nv 0 2 0\nv 1 2 0\nv 0 0 3\nv 1 0 3\nv 0 2 3\nv 1 2 3\n\
    f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [a, b] = match &files[..] {
        [a, b] => [read_mesh(Path::new(a))?, read_mesh(Path::new(b))?],
        _ => [parse_mesh(BOX, Format::Obj)?, parse_mesh(BOX, Format::Obj)?],
    };
    // Queries see the convex hulls of the vertices.
    let hulls = [Polytope::new(&a.vertices)?, Polytope::new(&b.vertices)?];
    let b_in_a = Pose3::from_translation(Vec3::new(4.0, 6.0, 0.5))?;

    let found = query::signed_distance(&hulls[0], &hulls[1], &b_in_a);
    println!("distance {} along {}", found.signed_distance, found.normal);
    if files.is_empty() {
        // 4 - 1 apart in x, 6 - 2 in y, and overlapping in z: √(3² + 4²).
        assert_eq!((found.signed_distance, found.normal.z), (5.0, 0.0));
    }
    Ok(())
}
