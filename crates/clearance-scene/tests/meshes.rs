//! Every mesh format gives the same box, and real robot meshes read.

use std::path::PathBuf;

use clearance::Vec3;
use clearance_scene::mesh::read_vertices;

fn testdata(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

fn sorted(name: &str) -> Vec<[f64; 3]> {
    let vertices = read_vertices(&testdata(name)).unwrap_or_else(|error| panic!("{error}"));
    let mut corners: Vec<[f64; 3]> = vertices.into_iter().map(<[f64; 3]>::from).collect();
    corners.sort_by(|a, b| a.partial_cmp(b).unwrap());
    corners
}

#[test]
fn every_format_gives_the_same_corners() {
    let obj = sorted("meshes/box.obj");
    assert_eq!(obj.len(), 8);
    for file in ["box.stl", "box_ascii.stl", "box.ply", "box_binary.ply", "box.dae", "box.gltf", "box.glb"] {
        assert_eq!(sorted(&format!("meshes/{file}")), obj, "{file}");
    }
}

#[test]
fn corners_keep_the_numbers_of_the_file() {
    for file in ["box.obj", "box.ply", "box.dae", "box.glb"] {
        let vertices = read_vertices(&testdata(&format!("meshes/{file}"))).unwrap();
        assert_eq!(vertices[5], Vec3::new(0.625, -0.25, 1.0), "{file}");
    }
}

#[test]
fn robot_meshes_read() {
    // Distinct corners, counted from the bytes; of the finger 133 + 185 positions in two geometries.
    for (file, count) in [("link0.stl", 102), ("link5.stl", 152), ("hand.stl", 102), ("finger.stl", 18)] {
        assert_eq!(sorted(&format!("robots/panda/{file}")).len(), count, "{file}");
    }
    assert_eq!(sorted("robots/panda/finger.dae").len(), 318);
}

#[test]
fn unusable_files_are_named() {
    let refusal = |name: &str| read_vertices(&PathBuf::from(name)).unwrap_err().to_string();
    assert_eq!(
        refusal("cup.step"),
        "cup.step: expected a mesh file (.obj, .stl, .ply, .off, .dae, .glb, .gltf or .3mf)"
    );
    assert!(refusal("no/such.obj").starts_with("no/such.obj: cannot be read: "));
}
