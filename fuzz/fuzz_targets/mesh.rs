//! libFuzzer's way into the readers of mesh files: the first byte chooses the format.

#![no_main]

use clearance_scene::mesh::{Format, parse_mesh};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    const FORMATS: [Format; 5] = [Format::Obj, Format::Stl, Format::Ply, Format::Dae, Format::Gltf];
    let Some((&kind, file)) = bytes.split_first() else { return };
    if let Ok(mesh) = parse_mesh(file, FORMATS[kind as usize % FORMATS.len()]) {
        let count = mesh.vertices.len() as u32;
        assert!(mesh.triangles.iter().flatten().all(|&corner| corner < count));
    }
});
