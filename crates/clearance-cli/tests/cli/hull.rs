//! `clearance hull`: meshes, listed points, lines of them, and hulls as mesh files.

use crate::run::{objects, run};
use serde_json::json;

#[test]
fn a_mesh_has_true_faces_and_exact_measures() {
    for file in ["testdata/meshes/box.obj", "testdata/meshes/box.glb"] {
        let hull = &objects(&run(&["hull", file, "--json"], "").lines)[0];
        assert_eq!((&hull["id"], &hull["dimension"]), (&json!(file), &json!(3)));
        assert_eq!(hull["vertices"], json!([0, 1, 2, 3, 4, 5, 6, 7]));
        assert_eq!((hull["faces"].as_array().unwrap().len(), hull["edges"].as_array().unwrap().len()), (6, 12));
        // 1 × 0.75 × 0.875
        assert_eq!((&hull["volume"], &hull["area"]), (&json!(0.65625), &json!(4.5625)));
        assert_eq!(hull["centroid"], json!([0.125, 0.125, 0.5625]));
    }
}

#[test]
fn lines_give_lines_and_bad_ones_stop_no_other() {
    let input = concat!(
        r#"{"id": "kite", "vertices": [[0, 0], [2, 0], [1, 0], [1, 0.5], [2, 1], [0, 1], [2, 1]], "note": 1.0}"#,
        "\n{\"id\": \"none\", \"vertices\": []}\n",
        r#"{"vertices": [[1, 2, 3], [1, 2, 3]]}"#
    );
    let run = run(&["hull", "-", "--json"], input);
    assert_eq!((run.status, run.complaint.as_str()), (1, "clearance: 1 of 3 inputs have errors\n"));
    assert!(run.lines[0].ends_with(r#","note":1.0}"#));
    let hulls = objects(&run.lines);
    assert_eq!((&hulls[0]["vertices"], &hulls[0]["faces"]), (&json!([0, 1, 4, 5]), &json!([[0, 1, 4, 5]])));
    assert_eq!((&hulls[0]["dimension"], &hulls[0]["area"]), (&json!(2), &json!(2.0)));
    let error = "standard input, line 2, /vertices: expected at least one vertex";
    assert_eq!(hulls[1], json!({"id": "none", "error": error}));
    assert_eq!((&hulls[2]["dimension"], &hulls[2]["vertices"]), (&json!(0), &json!([0])));
    assert!(run.lines[2].contains(r#""area":0.0"#));
}

#[test]
fn written_hulls_read_back() {
    let folder = std::env::temp_dir().join(format!("clearance-hull-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for extension in ["obj", "stl", "ply"] {
        let file = folder.join(format!("hull.{extension}"));
        let file = file.to_str().unwrap();
        assert_eq!(run(&["hull", "testdata/meshes/box.dae", "-o", file], "").status, 0, "{extension}");
        let hull = &objects(&run(&["hull", file, "--json"], "").lines)[0];
        assert_eq!((&hull["volume"], hull["faces"].as_array().unwrap().len()), (&json!(0.65625), 6), "{extension}");
    }
    let file = folder.join("hull.json");
    let printed = run(&["hull", "testdata/meshes/box.dae", "--json", "-o", file.to_str().unwrap()], "");
    assert_eq!(std::fs::read_to_string(&file).unwrap().trim_end(), printed.lines[0]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn people_read_a_block_or_a_table() {
    let block = run(&["hull", "testdata/robots/panda/hand.stl"], "");
    let labels: Vec<&str> = block.lines.iter().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(labels, ["file", "points", "hull", "vertices", "faces", "edges", "volume", "area", "centroid", "time"]);
    let table = run(&["hull", "-"], r#"{"id": "triangle", "vertices": [[0, 0], [3, 0], [0, 4]]}"#);
    let row: Vec<&str> = table.lines[1].split_whitespace().collect();
    assert_eq!(row, ["triangle", "2", "3", "1", "3", "0", "6.000000000"]);
}
