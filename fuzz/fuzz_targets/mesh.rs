//! libFuzzer's way into the readers of mesh files: each file is read as every format, since all but one refuse it at
//! once.

#![no_main]

use clearance_scene::mesh::{Format, parse_mesh};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    for format in [Format::Obj, Format::Stl, Format::Ply, Format::Dae, Format::Gltf] {
        if let Ok(mesh) = parse_mesh(file, format) {
            let count = mesh.vertices.len() as u32;
            assert!(mesh.triangles.iter().flatten().all(|&corner| corner < count));
        }
    }
});
