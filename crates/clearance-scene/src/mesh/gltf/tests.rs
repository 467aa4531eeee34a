//! Small files as text.

use super::super::{Format, Mesh, parse_mesh};
use clearance::Vec3;
use clearance::math::Vector;

/// One triangle (1,0,0) (0,2,0) (0,0,3) under two nodes; `length` is the declared length of the buffer.
fn file(length: usize, children: &str) -> String {
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}],
            "nodes": [{{"translation": [10, 0, 0], "rotation": [0, 0, 1, 1], "children": [{children}]}},
                      {{"mesh": 0, "name": "fl\u00fcgel", "scale": [1, 2, 1]}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0, "NORMAL": 9}}}}]}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                           "min": [0, 0, 0], "max": [1, 2, 3]}}],
            "bufferViews": [{{"buffer": 0, "byteLength": {length}}}],
            "buffers": [{{"byteLength": {length}, "uri": "data:application/octet-stream;base64,{DATA}"}}]}}"#
    )
}
const DATA: &str = "AACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAEBA";

fn read(text: &str) -> Result<Mesh, String> {
    parse_mesh(text.as_bytes(), Format::Gltf).map_err(|error| error.to_string())
}

fn refusal(text: &str) -> String {
    read(text).unwrap_err()
}

#[test]
fn node_transforms_apply_from_the_inside_out() {
    let mesh = read(&file(36, "1")).unwrap();
    let expected = [Vec3::new(10.0, 1.0, 0.0), Vec3::new(6.0, 0.0, 0.0), Vec3::new(10.0, 0.0, 3.0)];
    for (got, want) in mesh.vertices.iter().zip(expected) {
        assert!((*got - want).norm() < 1e-14, "{got:?} {want:?}");
    }
    assert_eq!((mesh.triangles.as_slice(), &*mesh.groups[0].name), (&[[0, 1, 2]][..], "flügel"));
}

#[test]
fn instances_are_copies_in_the_frame_of_their_node() {
    let copies = |rest: &str| {
        let node = format!(
            r#""mesh": 0, "extensions": {{"EXT_mesh_gpu_instancing": {{"attributes": {{"TRANSLATION": 0{rest}}}}}}}"#
        );
        let required = r#""scene": 0, "extensionsRequired": ["EXT_mesh_gpu_instancing", "KHR_materials_unlit"]"#;
        file(36, "1").replace("\"scene\": 0", required).replacen("\"mesh\": 0", &node, 1)
    };
    let mesh = read(&copies("")).unwrap();
    assert_eq!((mesh.vertices.len(), mesh.triangles.len(), mesh.groups.len()), (9, 3, 3));
    // (1, 0, 0) moved by (0, 2, 0), stretched to (1, 4, 0), turned to (-4, 1, 0), moved by 10.
    assert!((mesh.vertices[3] - Vec3::new(6.0, 1.0, 0.0)).norm() < 1e-14, "{:?}", mesh.vertices);
    assert_eq!(&*mesh.groups[1].name, "fl\u{fc}gel 1");
    assert!(refusal(&copies(r#", "ROTATION": 0"#)).contains("accessor 0 of instances must hold vectors of 4 f32"));
}

#[test]
fn a_node_that_mirrors_turns_triangles_around() {
    let mesh = read(&file(36, "1").replace("[1, 2, 1]", "[1, -2, 1]")).unwrap();
    assert_eq!(mesh.triangles, [[0, 2, 1]]);
}

#[test]
fn buffers_that_are_too_short_are_refused() {
    assert_eq!(refusal(&file(40, "1")), "mesh 0: not a valid glTF file: buffer 0 has 36 bytes, expected 40");
    assert_eq!(refusal(&file(32, "1")), "mesh 0: not a valid glTF file: accessor 0 reaches beyond its buffer");
    let huge = file(36, "1").replace("\"count\": 3", "\"count\": 1537228672809129302");
    assert_eq!(refusal(&huge), "mesh 0: not a valid glTF file: accessor 0 reaches beyond its buffer");
}

#[test]
fn loops_and_second_parents_are_refused() {
    for children in ["0", "1, 1"] {
        let why = refusal(&file(36, children));
        assert!(why.ends_with("has two parents or is inside of itself"), "{why}");
    }
}

#[test]
fn what_is_not_supported_is_said() {
    let with = |from: &str, to: &str| refusal(&file(36, "1").replace(from, to));
    assert_eq!(with("\"min\"", "\"sparse\": {}, \"min\""), "mesh 0: accessor 0 is sparse, which is not supported");
    let morph = with("}]}],\n            \"acc", ", \"targets\": [{}]}]}],\n            \"acc");
    assert_eq!(morph, "mesh 0: has morph targets, which are not supported");
    assert_eq!(with("\"mesh\": 0", "\"mesh\": 0, \"skin\": 0"), "node 1 has a skin, which is not supported");
    let packed = with("\"scene\": 0", "\"scene\": 0, \"extensionsRequired\": [\"KHR_draco_mesh_compression\"]");
    assert!(
        packed.starts_with("requires the extension KHR_draco_mesh_compression, expected one of KHR_materials_.., ")
    );
    let used = file(36, "1")
        .replace("\"scene\": 0", "\"scene\": 0, \"extensionsUsed\": [\"ACME_cubes\", \"KHR_lights_punctual\"]");
    assert_eq!(read(&used).unwrap().notes, ["uses the extension ACME_cubes, which is not read".into()]);
    let unknown = with("\"scene\": 0", "\"scene\": 0, \"extensionsRequired\": [\"ACME_cubes\"]");
    assert!(unknown.starts_with("requires the extension ACME_cubes, "), "{unknown}");
    let far = with("data:application/octet-stream;base64,", "/dev/zero?");
    assert!(far.contains("expected a file beside it"), "{far}");
}

#[test]
fn headers_of_binary_files_are_checked() {
    let binary = |version: u32, length: u32, chunk: u32| {
        let mut bytes = b"glTF".to_vec();
        bytes.extend([version, length, chunk].map(u32::to_le_bytes).as_flattened());
        bytes.extend(b"JSON{}  ");
        parse_mesh(&bytes, Format::Gltf).unwrap_err().to_string()
    };
    assert_eq!(binary(2, 24, 4), "has no scene");
    assert_eq!(binary(1, 24, 4), "not a valid glTF file: version 1, expected 2");
    assert_eq!(binary(2, 99, 4), "not a valid glTF file: states a length of 99 bytes, got 24");
    assert_eq!(binary(2, 24, 5), "not a valid glTF file: a chunk states a length of 5 bytes, 4 are left");
}
