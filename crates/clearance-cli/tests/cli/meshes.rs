//! `clearance mesh` and `clearance decompose`: what a mesh is, parts of it, and what the parts of another program leave
//! out.

use crate::run::{objects, run};
use serde_json::{Value, json};

const BOX: &str = "testdata/meshes/box.obj";

/// Two boxes that make an L, 4 long and 1 thick.
fn angle(folder: &std::path::Path) -> String {
    let corner = |low: [f64; 3], high: [f64; 3], i: u8| {
        let at = |k: usize| if i >> k & 1 == 1 { high[k] } else { low[k] };
        format!("v {} {} {}\n", at(0), at(1), at(2))
    };
    let mut text = String::new();
    for (first, low, high) in [(1, [0.0; 3], [4.0, 1.0, 1.0]), (9, [0.0, 0.0, 1.0], [1.0, 1.0, 4.0])] {
        text.extend((0..8).map(|i| corner(low, high, i)));
        for quad in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
            let [a, b, c, d] = quad.map(|i| i + first);
            text += &format!("f {a} {b} {c} {d}\n");
        }
    }
    let file = folder.join("angle.obj");
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().into()
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("clearance-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn object(arguments: &[&str]) -> Value {
    let run = run(arguments, "");
    assert_eq!((run.status, run.complaint.as_str()), (0, ""));
    objects(&run.lines).remove(0)
}

#[test]
fn a_box_is_closed_in_every_format() {
    for file in ["box.obj", "box.stl", "box_ascii.stl", "box.ply", "box_binary.ply", "box.dae", "box.gltf", "box.glb"] {
        let found = object(&["mesh", &format!("testdata/meshes/{file}"), "--json"]);
        let bounds = json!({"lower": [-0.375, -0.25, 0.125], "upper": [0.625, 0.5, 1.0]});
        let expected = json!({
            "triangles": 12, "vertices": 8, "closed": true, "oriented": true, "manifold": true, "components": 1,
            "self_intersections": 0, "open_edges": 0, "volume": 0.65625, "area": 4.5625, "bounds": bounds,
        });
        assert_eq!(found, expected, "{file}");
    }
}

#[test]
fn walls_and_gaps_have_their_least_values_and_places() {
    // The box is 1 by 0.75 by 0.875.
    let found = object(&["mesh", BOX, "--thickness", "--samples", "500", "--json"]);
    for key in ["ray", "ball"] {
        let wall = &found["wall"][key];
        let [lower, upper] = ["lower", "upper"].map(|end| wall[end].as_f64().unwrap());
        assert!(lower <= 0.75 && 0.75 <= upper && upper - lower < 1e-12, "{wall}");
        assert_eq!((wall["along"][1].as_f64().unwrap().abs(), &found["gap"][key]), (1.0, &Value::Null), "{wall}");
    }
    let area: f64 = found["wall"]["histogram"].as_array().unwrap().iter().map(|it| it["area"].as_f64().unwrap()).sum();
    assert!((area - 4.5625).abs() < 1e-9 && found["gap"]["histogram"] == json!([]), "{found}");
    assert!((480..520).contains(&found["samples"].as_u64().unwrap()), "{found}");
    let text = run(&["mesh", BOX, "--thickness"], "").lines.join("\n");
    assert!(text.contains("12 on 12 triangles") && text.contains("none: the surface does not face itself"), "{text}");
    let sail = folder("sail").join("sail.obj");
    std::fs::write(&sail, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let open = run(&["mesh", sail.to_str().unwrap(), "--thickness"], "");
    assert_eq!(open.status, 2);
    assert!(open.complaint.contains("the mesh is not closed, expected a solid"), "{}", open.complaint);
}

#[test]
fn people_read_what_a_mesh_lacks() {
    let run = run(&["mesh", "testdata/robots/panda/finger.dae"], "");
    let text = run.lines.join("\n");
    assert_eq!(run.status, 0);
    for label in ["triangles", "stands for", "closed", "self-intersections", "area", "time"] {
        assert!(run.lines.iter().any(|line| line.starts_with(label)), "{label}: {text}");
    }
}

#[test]
fn parts_are_written_and_read_back_as_parts() {
    let folder = folder("decompose");
    let (angle, parts) = (angle(&folder), folder.join("parts.obj"));
    let parts = parts.to_str().unwrap();
    let found = object(&["decompose", &angle, "-o", parts, "--error", "0.01", "--compare", BOX, "--json"]);
    assert_eq!((&found["parts"], &found["contains"]), (&json!(2), &json!("volume")));
    assert_eq!(found["volume_mesh"], json!(7.0));
    // Two bars, which may both hold the corner.
    assert!((found["volume_parts"].as_f64().unwrap() - 7.5).abs() < 0.5 + 1e-9, "{found}");
    assert!(found["error_upper"].as_f64().unwrap() <= 0.01);
    assert!(found["compare"]["surface_outside"].as_f64().unwrap() > 0.5, "{found}");
    let again = object(&["decompose", &angle, "--parts", "1", "--compare", parts, "--json"]);
    assert_eq!((&again["parts"], &again["compare"]["parts"]), (&json!(1), &json!(2)));
    assert_eq!(again["compare"]["surface_outside"], json!(0.0));
    // What made the parts may know more of them than what judges them.
    assert!(again["compare"]["error_upper"].as_f64() >= found["error_upper"].as_f64(), "{again} {found}");
    assert!(again["error"].as_f64().unwrap() > 1.4, "{again}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn parts_are_a_compound_of_hulls_in_json() {
    let folder = folder("compound");
    let parts = folder.join("parts.json");
    object(&["decompose", BOX, "-o", parts.to_str().unwrap(), "--json"]);
    let shape: Value = serde_json::from_str(&std::fs::read_to_string(&parts).unwrap()).unwrap();
    assert_eq!((&shape["kind"], &shape["parts"][0]["shape"]["kind"]), (&json!("compound"), &json!("hull")));
    assert_eq!(shape["parts"][0]["shape"]["vertices"].as_array().unwrap().len(), 8);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_used_is_said_in_a_line() {
    let refusal = |arguments: &[&str]| {
        let run = run(arguments, "");
        assert_eq!(run.status, 2);
        run.complaint
    };
    let folder = folder("refused");
    let points = folder.join("points.obj");
    std::fs::write(&points, "v 1 2 3\n").unwrap();
    let points = points.to_str().unwrap();
    let none = format!("clearance: {points}: holds no triangles, expected a mesh with faces\n");
    assert_eq!(refusal(&["mesh", points]), none);
    assert_eq!(refusal(&["decompose", points]), none);
    assert!(refusal(&["decompose", BOX, "-o", "parts.stl"]).contains("expected an output file (.obj or .json)"));
    assert!(refusal(&["decompose", BOX, "--error", "-1"]).contains("-1"));
    assert!(refusal(&["decompose", BOX, "--error", "1", "--parts", "2"]).contains("cannot be used with"));
    std::fs::remove_dir_all(&folder).unwrap();
}
