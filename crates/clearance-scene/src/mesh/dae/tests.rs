//! Small files as text.

use super::*;
use crate::mesh::{Format, Mesh, parse_mesh};
use clearance::math::Vector;

fn file(nodes: &str) -> String {
    file_with("", nodes)
}

fn file_with(faces: &str, nodes: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\">\n\
         <asset><unit meter=\"0.5\"/><up_axis>Y_UP</up_axis></asset>\n\
         <library_geometries><geometry id=\"g\"><mesh><source id=\"s\"><float_array id=\"f\" count=\"6\">\
         1 2 3\n4 5 6</float_array><technique_common><accessor source=\"#f\" count=\"2\" stride=\"3\"/>\
         </technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices>{faces}\
         </mesh></geometry></library_geometries>\n\
         <library_visual_scenes><visual_scene id=\"main\">\n{nodes}\n</visual_scene></library_visual_scenes>\n\
         <scene><instance_visual_scene url=\"#main\"/></scene></COLLADA>"
    )
}

fn read(text: &str) -> Result<Mesh, String> {
    parse_mesh(text.as_bytes(), Format::Dae).map_err(|error| error.to_string())
}

const INSTANCE: &str = "<node name=\"n\"><instance_geometry url=\"#g\"/></node>";

#[test]
fn node_transforms_apply_from_the_inside_out_and_the_unit_last() {
    let nodes = "<node><translate>10 0 0</translate><rotate>0 0 1 90</rotate><node><scale>1 2 1</scale>\
                 <instance_geometry url=\"#g\"/></node></node>";
    let mesh = read(&file(nodes)).unwrap();
    // (1, 2, 3) → scaled (1, 4, 3) → turned (−4, 1, 3) → moved (6, 1, 3) → half.
    let expected = [Vec3::new(3.0, 0.5, 1.5), Vec3::new(0.0, 2.0, 3.0)];
    for (got, want) in mesh.vertices.iter().zip(expected) {
        assert!((*got - want).norm() < 1e-15, "{got:?} {want:?}");
    }
}

#[test]
fn a_geometry_counts_as_often_as_it_is_placed() {
    assert_eq!(read(&file(&INSTANCE.repeat(2))).unwrap().vertices.len(), 4);
    assert_eq!(read(&file("")).unwrap_err(), "holds no vertices");
}

#[test]
fn faces_have_an_index_for_each_input() {
    let inputs = "<input semantic=\"VERTEX\" offset=\"1\"/><input semantic=\"NORMAL\" offset=\"0\"/>";
    let faces = format!(
        "<polylist>{inputs}<vcount>3 4</vcount><p>9 0 9 1 9 1  9 1 9 0 9 1 9 1</p></polylist>\
         <triangles>{inputs}<p>7 1 7 0 7 0 7</p></triangles><polygons>{inputs}<p>7 0 7 0 7 1</p></polygons>"
    );
    let mesh = read(&file_with(&faces, INSTANCE)).unwrap();
    assert_eq!(mesh.triangles, [[0, 1, 1], [1, 0, 1], [1, 1, 1], [1, 0, 0], [0, 0, 1]]);
    assert_eq!((&*mesh.groups[0].name, mesh.groups[0].triangles.clone()), ("n", 0..5));
}

#[test]
fn bad_faces_are_refused() {
    let refusal = |faces: &str| read(&file_with(faces, INSTANCE)).unwrap_err();
    let input = "<input semantic=\"VERTEX\" offset=\"0\"/>";
    let beyond = refusal(&format!("<triangles>{input}<p>0 1 2</p></triangles>"));
    assert!(beyond.ends_with("(<p>): expected the number of one of 2 vertices, got \"2\""), "{beyond}");
    let short = refusal(&format!("<polylist>{input}<vcount>4</vcount><p>0 1 1</p></polylist>"));
    assert!(short.ends_with("(<polylist>): a polygon of \"4\" corners has only 3"), "{short}");
}

#[test]
fn broken_references_and_loops_are_refused() {
    let refusal = |nodes: &str| read(&file(nodes)).unwrap_err();
    let missing = refusal("<node><instance_geometry url=\"#h\"/></node>");
    assert_eq!(missing, r##"line 7 (<instance_geometry>): url "#h" points to nothing in the file"##);
    let looped = refusal("<node id=\"n\"><instance_node url=\"#n\"/></node>");
    assert_eq!(looped, "line 7 (<node>): nodes nested more than 200 levels deep");
}

#[test]
fn nodes_that_double_with_every_level_are_refused() {
    let level =
        |i: usize| format!("<node id=\"n{i}\">{}</node>", format!("<instance_node url=\"#n{}\"/>", i + 1).repeat(2));
    let nodes: String = (0..60).map(level).collect::<String>() + "<node id=\"n60\"/>";
    assert!(read(&file(&nodes)).unwrap_err().contains("placed too often"));
}

#[test]
fn a_file_of_nothing_but_tags_is_refused() {
    let refusal = read(&("<a>".repeat(10_000) + "x")).unwrap_err();
    assert_eq!(refusal, "has 10000 tags in 30001 bytes, which no mesh has");
}

#[test]
fn counts_that_do_not_fit_the_corners_are_refused() {
    let input = "<input semantic=\"VERTEX\" offset=\"0\"/>";
    let refusal = |faces: &str| read(&file_with(faces, INSTANCE)).unwrap_err();
    let more = refusal(&format!("<triangles count=\"1\">{input}<p>0 1 1 1 0 1</p></triangles>"));
    assert!(more.ends_with("states 1 faces, but holds 2"), "{more}");
    let cut = refusal(&format!("<triangles>{input}<p>0 1 1 1</p></triangles>"));
    assert!(cut.ends_with("expected three corners for each triangle, got 4 in all"), "{cut}");
    let left = refusal(&format!("<polylist>{input}<vcount>3</vcount><p>0 1 1 1</p></polylist>"));
    assert!(left.ends_with("has 1 corners more than its polygons"), "{left}");
}
