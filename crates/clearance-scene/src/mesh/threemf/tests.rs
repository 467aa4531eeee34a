use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use clearance::Vec3;

use crate::mesh::{Format, Mesh, parse_mesh};

const RELS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/model.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>"#;

/// Three corners of a cube and its origin, in the file's unit.
const CORNER: &str = r#"<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="10" y="0" z="0"/><vertex x="0" y="20" z="0"/>
<vertex x="0" y="0" z="30"/></vertices><triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/>
<triangle v1="0" v2="3" v3="2"/><triangle v1="1" v2="2" v3="3" pid="4"/></triangles></mesh>"#;

fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn model(attributes: &str, objects: &str, build: &str) -> String {
    format!(
        r#"<?xml version="1.0"?><model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02"
{attributes}><resources>{objects}</resources><build>{build}</build></model>"#
    )
}

fn read(files: &[(&str, &str)]) -> Result<Mesh, String> {
    parse_mesh(&archive(files), Format::ThreeMf).map_err(|error| error.to_string())
}

fn read_model(text: &str) -> Result<Mesh, String> {
    read(&[("_rels/.rels", RELS), ("3D/model.model", text)])
}

fn names(mesh: &Mesh) -> Vec<&str> {
    mesh.groups.iter().map(|group| &*group.name).collect()
}

#[test]
fn items_are_placed_by_rows_and_lengths_are_metres() {
    // About z by a quarter turn, x to y, and then by (100, 0, 0).
    let items = r#"<item objectid="1"/><item objectid="1" transform="0 1 0 -1 0 0 0 0 1 100 0 0"/>"#;
    let object = format!(r#"<object id="1" name="corner" type="model">{CORNER}</object>"#);
    let mesh = read_model(&model("", &object, items)).unwrap();
    assert_eq!((mesh.vertices.len(), mesh.triangles.len(), names(&mesh)), (8, 8, vec!["corner", "corner"]));
    let near = |i: usize, at: [f64; 3]| {
        let found: Vec3<f64> = mesh.vertices[i];
        assert!([found.x - at[0], found.y - at[1], found.z - at[2]].iter().all(|gap| gap.abs() < 1e-17), "{found:?}");
    };
    near(1, [0.01, 0.0, 0.0]);
    near(5, [0.1, 0.01, 0.0]);
    near(6, [0.08, 0.0, 0.0]);
    let inches = read_model(&model(r#"unit="inch""#, &object, r#"<item objectid="1"/>"#)).unwrap();
    assert_eq!(inches.vertices[1].x, 0.254);
}

#[test]
fn components_and_other_models_have_the_names_of_their_assembly() {
    let shaft = model("", &format!(r#"<object id="7" name="shaft">{CORNER}</object>"#), "");
    let objects = r#"<object id="2" name="gearbox"><components>
<component objectid="7" p:path="/3D/shaft.model"/><component objectid="7" p:path="/3D/shaft.model" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/>
</components></object>"#;
    let whole =
        model(r#"requiredextensions="p""#, objects, r#"<item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 5"/>"#);
    let files = [("_rels/.rels", RELS), ("3D/model.model", &*whole), ("3D/shaft.model", &*shaft)];
    let mesh = read(&files).unwrap();
    assert_eq!(names(&mesh), ["gearbox/shaft", "gearbox/shaft"]);
    assert!((mesh.vertices[3].z - 0.035).abs() < 1e-16);
    // The mirror turns the corners of its triangles around.
    assert_eq!((mesh.triangles[0], mesh.triangles[4]), ([0, 2, 1], [4, 5, 6]));
    assert_eq!(
        read(&files[..2]).unwrap_err(),
        "3D/shaft.model: cannot be unpacked: specified file not found in archive"
    );
}

#[test]
fn what_is_not_read_is_noted_or_refused() {
    let lattice = CORNER.replace("</mesh>", "<b:beamlattice/></mesh>");
    let objects = format!(r#"<object id="1" type="support">{CORNER}</object><object id="2">{lattice}</object>"#);
    let items = r#"<item objectid="1"/><item objectid="2"/>"#;
    let mesh = read_model(&model("", &objects, items)).unwrap();
    assert_eq!((mesh.triangles.len(), names(&mesh)), (4, vec!["object 2"]));
    let notes: Vec<&str> = mesh.notes.iter().map(|note| &**note).collect();
    assert_eq!(notes, ["<beamlattice> of a mesh is not read", "object \"object 1\" is a support, which is not read"]);
    let refused = read_model(&model(r#"requiredextensions="b""#, &objects, items)).unwrap_err();
    assert!(refused.ends_with("requires the extension http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02, which is not supported"), "{refused}");
}

#[test]
fn wrong_files_say_what_is_wrong() {
    let object = |inner: &str| model("", &format!(r#"<object id="1">{inner}</object>"#), r#"<item objectid="1"/>"#);
    let ring = r#"<components><component objectid="1"/></components>"#;
    for (text, why) in [
        (object(""), "expected a <mesh> or <components>"),
        (object(&CORNER.replace("v1=\"1\"", "v1=\"9\"")), "v1: no vertex 9 among 4"),
        (object(&CORNER.replace("y=\"20\"", "y=\"tall\"")), "y: expected a number, got \"tall\""),
        (object(ring), "object 1 has components nested more than 50 levels deep"),
        (model("", "", r#"<item objectid="1"/>"#), "object 1 is not in /3D/model.model"),
        (model("", "", ""), "its build has no item"),
        (
            model(r#"unit="furlong""#, "", ""),
            "expected micron, millimeter, centimeter, inch, foot or meter, got \"furlong\"",
        ),
        (model("", "", r#"<item objectid="1" transform="1 0 0"/>"#), "transform: expected 12 numbers, got \"1 0 0\""),
        ("<svg/>".to_string(), "expected the <model> of a 3MF file"),
    ] {
        let refused = read_model(&text).unwrap_err();
        assert!(refused.contains(why), "{refused}");
    }
    assert_eq!(
        read(&[("3D/model.model", "")]).unwrap_err(),
        "_rels/.rels: cannot be unpacked: specified file not found in archive"
    );
    assert!(
        parse_mesh(b"PK\x03\x04 no more", Format::ThreeMf)
            .unwrap_err()
            .to_string()
            .starts_with("not a valid zip archive")
    );
}

#[test]
fn a_file_that_unpacks_without_end_is_refused() {
    let text = model("", &" ".repeat(4 << 20), "");
    let refused = read_model(&text).unwrap_err();
    assert!(refused.contains("unpacks to more than 50 times the length of the file"), "{refused}");
}
