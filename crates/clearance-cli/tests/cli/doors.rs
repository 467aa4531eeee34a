//! Two meshes are the same bodies at every door: a pin in the hole of a plate, with air between.

use std::f64::consts::TAU;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::run::{objects, run};
use serde_json::{Value, json};

/// Vertices, and the places of three of them for each triangle.
type Surface = (Vec<[f64; 3]>, Vec<[usize; 3]>);

/// A tube, or a rod without an inner radius: vertices and triangles.
fn tube([inner, outer]: [f64; 2], half: f64, sides: usize) -> Surface {
    let ring = |radius: f64, z: f64| {
        let at = move |i: usize| (i as f64 / sides as f64 * TAU).sin_cos();
        (0..sides).map(move |i| [at(i).1 * radius, at(i).0 * radius, z])
    };
    let vertices = ring(outer, -half).chain(ring(outer, half)).chain(ring(inner, half)).chain(ring(inner, -half));
    let quads = (0..4).flat_map(|r| (0..sides).map(move |i| [r, i]));
    let corner = |r: usize, i: usize| r % 4 * sides + i % sides;
    let halves = |[r, i]: [usize; 2]| {
        let [a, b, c, d] = [corner(r, i), corner(r, i + 1), corner(r + 1, i + 1), corner(r + 1, i)];
        [[a, b, c], [a, c, d]]
    };
    (vertices.collect(), quads.flat_map(halves).collect())
}

fn obj((vertices, triangles): &Surface) -> String {
    let mut text = String::new();
    for [x, y, z] in vertices {
        writeln!(text, "v {x} {y} {z}").unwrap();
    }
    for [a, b, c] in triangles {
        writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1).unwrap();
    }
    text
}

/// The two meshes as nodes of a glTF file.
fn gltf(meshes: &[&Surface], folder: &Path) -> PathBuf {
    let mut bytes: Vec<u8> = Vec::new();
    let (mut views, mut accessors) = (Vec::new(), Vec::new());
    let mut part = |piece: Vec<u8>, count: usize, kind: [&str; 2]| {
        views.push(json!({"buffer": 0, "byteOffset": bytes.len(), "byteLength": piece.len()}));
        let component = if kind[0] == "f32" { 5126 } else { 5125 };
        accessors
            .push(json!({"bufferView": views.len() - 1, "componentType": component, "count": count, "type": kind[1]}));
        bytes.extend(piece);
        views.len() - 1
    };
    let mut places = Vec::new();
    for (vertices, triangles) in meshes {
        let numbers = vertices.iter().flatten().flat_map(|&x| (x as f32).to_le_bytes()).collect();
        let corners = triangles.iter().flatten().flat_map(|&i| (i as u32).to_le_bytes()).collect();
        places.push([
            part(numbers, vertices.len(), ["f32", "VEC3"]),
            part(corners, 3 * triangles.len(), ["u32", "SCALAR"]),
        ]);
    }
    let mesh = |[at, by]: &[usize; 2]| json!({"primitives": [{"attributes": {"POSITION": at}, "indices": by}]});
    let document = json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"name": "plate", "mesh": 0}, {"name": "pin", "mesh": 1}],
        "meshes": places.iter().map(mesh).collect::<Vec<_>>(),
        "accessors": accessors, "bufferViews": views,
        "buffers": [{"byteLength": bytes.len(), "uri": "both.bin"}],
    });
    std::fs::write(folder.join("both.bin"), bytes).unwrap();
    let path = folder.join("both.gltf");
    std::fs::write(&path, document.to_string()).unwrap();
    path
}

/// The pin as a link that turns, and the plate as the link that it turns in, or no shape there.
fn robot(folder: &Path, has_plate: bool) -> PathBuf {
    let mesh = |name: &str| format!("<collision><geometry><mesh filename=\"{name}.obj\"/></geometry></collision>");
    let plate = if has_plate { mesh("plate") } else { String::new() };
    // A link between both, so that they are no neighbours.
    let bolt = "<collision><origin xyz=\"0 0 90\"/><geometry><sphere radius=\"1\"/></geometry></collision>";
    let joint = |kind: &str, parent: &str, child: &str| {
        let limit = "<limit lower=\"-1\" upper=\"1\"/>";
        format!(
            "<joint name=\"{child}\" type=\"{kind}\"><parent link=\"{parent}\"/><child link=\"{child}\"/>\
             <axis xyz=\"0 0 1\"/>{limit}</joint>"
        )
    };
    let text = format!(
        "<robot name=\"r\"><link name=\"plate_link\">{plate}</link><link name=\"bolt\">{bolt}</link>\
         <link name=\"pin\">{}</link>{}{}</robot>",
        mesh("pin"),
        joint("revolute", "plate_link", "bolt"),
        joint("fixed", "bolt", "pin")
    );
    let path = folder.join(format!("robot_{has_plate}.urdf"));
    std::fs::write(&path, text).unwrap();
    path
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("clearance-doors-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_pin_in_a_hole_is_apart_at_every_door() {
    let folder = folder("pin");
    let (plate, pin) = (tube([5.1, 12.0], 2.0, 24), tube([4.0, 5.0], 6.0, 24));
    let [plate_file, pin_file] = [("plate.obj", &plate), ("pin.obj", &pin)].map(|(name, mesh)| {
        let path = folder.join(name);
        std::fs::write(&path, obj(mesh)).unwrap();
        path
    });
    // The middles of facets are at cos(π/24) of the radius, side by side.
    let gap = 0.1 * (TAU / 48.0).cos();
    let shape = |path: &Path| json!({"kind": "mesh", "file": text(path)});
    let case = json!({"a": {"shape": shape(&plate_file)}, "b": {"shape": shape(&pin_file)}});
    let scene =
        json!({"bodies": [{"name": "plate", "shape": shape(&plate_file)}, {"name": "pin", "shape": shape(&pin_file)}]});
    let scene_file = folder.join("scene.json");
    std::fs::write(&scene_file, scene.to_string()).unwrap();
    let nodes = gltf(&[&plate, &pin], &folder);
    let plate_alone = folder.join("plate.json");
    std::fs::write(&plate_alone, json!({"bodies": [{"name": "plate", "shape": shape(&plate_file)}]}).to_string())
        .unwrap();
    let [both, alone] = [robot(&folder, true), robot(&folder, false)];
    let doors = [
        run(&["distance", text(&plate_file), text(&pin_file), "--json"], ""),
        run(&["pairs"], &case.to_string()),
        run(&["scene", text(&scene_file), "--json"], ""),
        run(&["scene", text(&nodes), "--json"], ""),
        run(&["robot", "clearance", text(&both), "-", "--json"], r#"{"q": [0]}"#),
        run(&["robot", "clearance", text(&alone), "-", "--scene", text(&plate_alone), "--json"], r#"{"q": [0]}"#),
    ];
    for door in doors {
        let found = &objects(&door.lines)[0];
        let [lower, upper] = ["lower", "upper"].map(|key| found[key].as_f64().unwrap());
        assert_eq!((door.status, &found["collides"]), (0, &json!(false)), "{found}");
        // Nodes have single precision.
        assert!(lower <= gap + 1e-6 && upper >= gap - 1e-6 && upper - lower < 1e-9, "{found} {gap}");
        assert!(found.get("as_a").is_none() && found.get("surface").is_none(), "{found}");
    }
    let requirement = json!({"requirements": [
        {"name": "air", "pairs": [["plate", "pin"]], "at_least": 0.09, "over": {"scene": "scene.json"}},
    ]});
    let requirements = folder.join("requirements.json");
    std::fs::write(&requirements, requirement.to_string()).unwrap();
    let asserted = run(&["assert", text(&requirements), "--json"], "");
    assert_eq!(asserted.status, 0, "{:?} {}", asserted.lines, asserted.complaint);
    // A point of the pin's surface is in the hole.
    let point = run(&["points", text(&plate_file), "-", "--json"], "[5.0, 0, 0]");
    assert_eq!(objects(&point.lines)[0]["inside"], json!(false));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_hull_in_place_of_a_mesh_is_named_and_proves_no_collision() {
    let folder = folder("hull");
    let file = folder.join("plate.obj");
    std::fs::write(&file, obj(&tube([5.1, 12.0], 2.0, 24))).unwrap();
    let ball = r#"{"kind": "sphere", "radius": 1}"#;
    let case =
        json!({"a": {"shape": {"kind": "mesh", "file": text(&file)}}, "b": {"shape": {"kind": "sphere", "radius": 1}}});
    let at_hull = |found: &Value| {
        assert_eq!(
            (&found["collides"], &found["status"], &found["as_a"]),
            (&json!(null), &json!("undecided"), &json!("hull"))
        );
        // The middle of the hole is 5.1 cos(π/24) from the mesh.
        let (error, upper) = (found["error_a"].as_f64().unwrap(), found["upper"].as_f64().unwrap());
        assert!(error >= 5.1 * (TAU / 48.0).cos() && error < 5.7 && upper >= error, "{found}");
    };
    for form in ["hull", "mesh"] {
        let given = ["--as", form, "--json"];
        for door in [
            run(&[&["distance", text(&file), ball], &given[..]].concat(), ""),
            run(&["pairs", "--as", form], &case.to_string()),
        ] {
            let found = &objects(&door.lines)[0];
            if form == "hull" { at_hull(found) } else { assert_eq!(found["collides"], json!(false), "{found}") }
        }
    }
    let shown = run(&["distance", text(&file), ball, "--as", "hull"], "").lines.join("\n");
    assert!(shown.contains("A: read as its convex hull, up to ") && !shown.contains("overlapping"), "{shown}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_surface_is_said_to_be_one_and_may_be_refused() {
    let folder = folder("surface");
    let file = folder.join("box.obj");
    let whole = std::fs::read_to_string(crate::run::root().join("testdata/meshes/box.obj")).unwrap();
    let last = whole.trim_end().rfind('\n').unwrap();
    std::fs::write(&file, &whole[..last]).unwrap();
    let ball = r#"{"kind": "sphere", "radius": 0.1}"#;
    let at = ["--pose-b", "0.125,0.125,0.5"];
    let found = &objects(&run(&[&["distance", text(&file), ball, "--json"], &at[..]].concat(), "").lines)[0];
    assert_eq!((&found["surface"], &found["collides"]), (&json!(true), &json!(false)), "{found}");
    let shown = run(&[&["distance", text(&file), ball], &at[..]].concat(), "").lines.join("\n");
    assert!(shown.contains("a mesh is not closed: its surface alone counts"), "{shown}");
    let refused = run(&["distance", text(&file), ball, "--require-solid"], "");
    assert_eq!(refused.status, 2);
    assert!(
        refused.complaint.contains("expected a solid, whose surface is closed and oriented, got a surface with "),
        "{}",
        refused.complaint
    );
    let whole = run(&["distance", "testdata/meshes/box.obj", ball, "--require-solid", "--json"], "");
    assert!(whole.status == 0 && !whole.lines[0].contains("surface"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_cracked_box_is_welded_with_its_error_in_the_bounds_and_repaired() {
    let folder = folder("weld");
    let (file, whole) = (folder.join("cracked.obj"), folder.join("whole.obj"));
    // A tube whose triangles have corners of their own, up to 0.002 aside.
    let (vertices, triangles) = tube([0.0, 1.0], 1.0, 6);
    let aside = |i: usize| ((7 * i) % 5) as f64 * 0.0005;
    let corners = triangles.iter().flatten().enumerate();
    let cracked: Vec<[f64; 3]> = corners.map(|(i, &v)| [0, 1, 2].map(|k| vertices[v][k] + aside(i + k))).collect();
    let alone = (0..cracked.len() / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    std::fs::write(&file, obj(&(cracked, alone))).unwrap();
    let ball = r#"{"kind": "sphere", "radius": 0.1}"#;
    let ask = |more: &[&str]| {
        let given = ["distance", text(&file), ball, "--json", "--pose-b", "0.4,0.1,0.2"];
        objects(&run(&[&given[..], more].concat(), "").lines)[0].clone()
    };
    let open = ask(&[]);
    assert_eq!((&open["surface"], &open["collides"]), (&json!(true), &json!(false)), "{open}");
    let welded = ask(&["--weld", "0.005"]);
    assert_eq!(
        (&welded["collides"], &welded["as_a"], welded.get("surface")),
        (&json!(true), &json!("mesh"), None),
        "{welded}"
    );
    let error = welded["error_a"].as_f64().unwrap();
    assert!(error > 0.001 && error <= 0.005 && welded["welded_a"][1] == json!(0), "{welded}");
    let width = welded["upper"].as_f64().unwrap() - welded["lower"].as_f64().unwrap();
    assert!(width >= 2.0 * error, "{welded}");
    let repaired = run(&["mesh", text(&file), "--repair", "-o", text(&whole), "--weld", "0.005", "--json"], "");
    assert_eq!(objects(&repaired.lines)[0]["solid"], json!(true), "{:?} {}", repaired.lines, repaired.complaint);
    assert_eq!(run(&["distance", text(&whole), ball, "--require-solid"], "").status, 0);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn files_of_other_kinds_are_named_with_the_command_that_takes_them() {
    let folder = folder("kinds");
    let scene = folder.join("scene.json");
    std::fs::write(&scene, "{\n  \"bodies\": []\n}\n").unwrap();
    let refused = run(&["pairs", text(&scene)], "");
    assert_eq!((refused.status, refused.lines.len()), (2, 0));
    assert!(refused.complaint.contains("is a scene: `clearance scene "), "{}", refused.complaint);
    let cloud = folder.join("cloud.pcd");
    std::fs::write(&cloud, "# .PCD v0.7\nVERSION 0.7\n").unwrap();
    let refused = run(&["points", "testdata/meshes/box.obj", text(&cloud)], "");
    assert!(
        refused.status == 2 && refused.complaint.contains("is a point cloud of a format that is not read (.pcd)"),
        "{}",
        refused.complaint
    );
    let packed = folder.join("x.fbx");
    std::fs::write(&packed, [0x50, 0x4b, 0xff, 0xfe]).unwrap();
    let refused = run(&["scene", text(&packed)], "");
    assert!(
        refused.status == 2 && refused.complaint.contains("is a mesh of a format that is not read (.fbx)"),
        "{}",
        refused.complaint
    );
    std::fs::remove_dir_all(&folder).unwrap();
}
