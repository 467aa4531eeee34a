//! `clearance points`: bodies, scenes, files of points and of answers.

mod run;

use std::fs;

use run::{objects, root, run};

const CORNER: &str = "v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

fn folder(name: &str) -> std::path::PathBuf {
    let folder = root().join("target/tmp/points").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_mesh_answers_lines_in_order_and_a_wrong_line_does_not_hurt_the_others() {
    let folder = folder("lines");
    let mesh = folder.join("corner.obj");
    fs::write(&mesh, CORNER).unwrap();
    let points = "[1, 2, 0.5]\n{\"id\": \"under\", \"point\": [1, 2, -0.5]}\n[1, 2]\n[0, 3, 3]\n";
    let found = run(&["points", mesh.to_str().unwrap(), "-", "--json"], points);
    assert_eq!(found.status, 1, "{}", found.complaint);
    assert_eq!(found.complaint, "clearance: 1 of 4 points have errors\n");
    let rows = objects(&found.lines);
    assert_eq!(
        (&rows[0]["signed_distance"], &rows[0]["inside"], &rows[0]["id"]),
        (&(-0.5).into(), &true.into(), &0.into())
    );
    assert_eq!(
        (&rows[1]["signed_distance"], &rows[1]["inside"], &rows[1]["id"]),
        (&0.5.into(), &false.into(), &"under".into())
    );
    assert_eq!((&rows[0]["nearest"], &rows[0]["normal"]), (&vec![1.0, 2.0, 0.0].into(), &vec![0.0, 0.0, -1.0].into()));
    assert!(rows[0]["lower"].as_f64().unwrap() <= -0.5 && rows[0]["upper"].as_f64().unwrap() >= -0.5);
    assert_eq!(rows[2]["error"], "line 3: expected a list of 3 numbers, got a list of 2");
    assert_eq!(
        (&rows[3]["signed_distance"], &rows[3]["inside"], &rows[3]["triangle"]),
        (&0.0.into(), &true.into(), &2.into())
    );
}

#[test]
fn an_open_mesh_is_a_surface_and_a_scene_names_the_nearest_body() {
    let folder = folder("bodies");
    let sheet = folder.join("sheet.obj");
    fs::write(&sheet, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let rows = objects(&run(&["points", sheet.to_str().unwrap(), "-", "--json"], "[0.25, 0.25, -2]\n").lines);
    assert_eq!((&rows[0]["signed_distance"], &rows[0]["surface"]), (&2.0.into(), &true.into()));
    assert!(rows[0]["inside"].is_null());
    let scene = folder.join("scene.json");
    let ball = |name: &str, x: i32| {
        format!(
            "{{\"name\": \"{name}\", \"shape\": {{\"kind\": \"sphere\", \"radius\": 1}}, \"pose\": {{\"translation\": [{x}, 0, 0]}}}}"
        )
    };
    fs::write(&scene, format!("{{\"bodies\": [{}, {}]}}", ball("left", -3), ball("right", 3))).unwrap();
    let rows = objects(&run(&["points", scene.to_str().unwrap(), "-", "--json"], "[1, 0, 0]\n[0, 0, 0]\n").lines);
    assert_eq!(
        (&rows[0]["body"], &rows[0]["signed_distance"], &rows[0]["ties"]),
        (&"right".into(), &1.0.into(), &serde_json::Value::Null)
    );
    assert_eq!(
        (&rows[1]["body"], &rows[1]["unique"], &rows[1]["ties"][0]),
        (&"left".into(), &false.into(), &"right".into())
    );
    let disc = run(&["points", "{\"kind\": \"sphere\", \"radius\": 1}", "-", "--dim", "2", "--json"], "[3, 4]\n");
    assert_eq!(objects(&disc.lines)[0]["signed_distance"], 4.0);
}

#[test]
fn answers_go_to_files_by_their_extensions_and_points_come_from_any() {
    let folder = folder("files");
    let points = folder.join("points.csv");
    fs::write(&points, "id,x,y,z\ntip,3,0,0\n,0,0,0.5\n").unwrap();
    let body = folder.join("ball.json");
    fs::write(&body, "{\"kind\": \"sphere\", \"radius\": 1}").unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    for output in ["out.csv", "out.npy", "out.jsonl"] {
        let found = run(&["points", &path("ball.json"), &path("points.csv"), "-o", &path(output)], "");
        assert_eq!(found.status, 0, "{}", found.complaint);
        assert!(
            found.lines.iter().any(|line| line.starts_with("inside") && line.ends_with("1 of 2")),
            "{:?}",
            found.lines
        );
    }
    let table = fs::read_to_string(path("out.csv")).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0].split(',').count(), lines[1].split(',').count());
    assert!(lines[1].starts_with("tip,2,") && lines[2].starts_with("1,-0.5,"), "{table}");
    let array = fs::read(path("out.npy")).unwrap();
    assert!(array.starts_with(b"\x93NUMPY") && (array.len() - 2 * (9 * 8 + 4 + 2)) % 64 == 0);
    assert_eq!(fs::read_to_string(path("out.jsonl")).unwrap().lines().count(), 2);
    // The vertices of a mesh file are points.
    fs::write(folder.join("corner.obj"), CORNER).unwrap();
    let found = run(&["points", &path("ball.json"), &path("corner.obj"), "--json"], "");
    assert_eq!(objects(&found.lines)[1]["signed_distance"], 8.0);
}

#[test]
fn what_cannot_be_used_is_refused_in_one_line() {
    for (arguments, complaint) in [
        (["points", "testdata/meshes/none.obj", "-"], "none.obj"),
        (["points", "{\"kind\": \"ball\"}", "-"], "BODY"),
        (["points", "testdata/meshes/mug.obj", "points.parquet"], "expected .jsonl, .csv, .npy or .ply"),
    ] {
        let found = run(&arguments, "");
        assert_eq!(found.status, 2, "{arguments:?}");
        assert!(found.complaint.contains(complaint) && found.complaint.lines().count() == 1, "{}", found.complaint);
    }
}
