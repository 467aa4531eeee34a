//! How long a decomposition takes, and how near its parts are: `cargo run --release -p clearance-scene --example
//! convex_parts -- mesh.obj 0.02` for an error of 2 % of the longest side, `... mesh.obj 32` for at most 32 parts; of a
//! bracket without a file.

use std::path::Path;
use std::time::Instant;

use clearance::Vector;
use clearance_scene::mesh::{Format, parse_mesh, read_mesh};
use clearance_world::{DecomposeOptions, TriangleMesh, decompose};

/// A bar along x and a bar along z on its end, 12 triangles each.
const BRACKET: &[u8] = b"v 0 0 0\nv 4 0 0\nv 0 1 0\nv 4 1 0\nv 0 0 1\nv 4 0 1\nv 0 1 1\nv 4 1 1\n\
    f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n\
    v 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\nv 0 0 4\nv 1 0 4\nv 0 1 4\nv 1 1 4\n\
    f 9 11 12 10\nf 13 14 16 15\nf 9 10 14 13\nf 11 15 16 12\nf 9 13 15 11\nf 10 12 16 14\n";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let file = match words.first() {
        Some(path) => read_mesh(Path::new(path))?,
        None => parse_mesh(BRACKET, Format::Obj)?,
    };
    let mesh = TriangleMesh::new(&file.vertices, &file.triangles)?;
    let size = mesh.bounds().extent().max_abs();
    let wanted: f64 = words.get(1).map_or(Ok(0.02), |word| word.parse())?;
    let options = if wanted < 1.0 {
        DecomposeOptions { error: wanted * size, max_parts: 1024 }
    } else {
        DecomposeOptions { error: 0.0, max_parts: wanted as usize }
    };

    let start = Instant::now();
    let found = decompose(&mesh, &options)?;
    let seconds = start.elapsed().as_secs_f64();
    let share = |length: f64| 100.0 * length / size;
    println!(
        "{} triangles: {} parts, {:.3} % to {:.3} % off, volume {:.6}, {seconds:.2} s",
        mesh.triangles().len(),
        found.parts.len(),
        share(found.error.lower),
        share(found.error.upper),
        found.volume(),
    );
    if words.is_empty() {
        assert_eq!((found.parts.len(), found.contains_volume), (2, true));
    }
    Ok(())
}
