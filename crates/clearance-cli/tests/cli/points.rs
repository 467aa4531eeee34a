//! `clearance points`: bodies, scenes, files of points and of answers.

use std::fs;

use crate::run::{objects, root, run};

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
fn the_winding_number_gives_points_of_an_open_mesh_a_sign() {
    let folder = folder("winding");
    let corner = folder.join("open.obj");
    // Without its slanted face.
    let open: String = CORNER.lines().filter(|line| *line != "f 2 3 4").map(|line| format!("{line}\n")).collect();
    assert_eq!(open.lines().count() + 1, CORNER.lines().count());
    fs::write(&corner, open).unwrap();
    let (path, points) = (corner.to_str().unwrap(), "[1, 1, 1]\n[-1, 1, 1]\n");
    let rows = objects(&run(&["points", path, "-", "--json", "--sign", "winding"], points).lines);
    assert_eq!((&rows[0]["inside"], &rows[0]["signed_distance"]), (&true.into(), &(-1.0).into()));
    assert_eq!((&rows[1]["inside"], &rows[1]["signed_distance"]), (&false.into(), &1.0.into()));
    assert_eq!(rows[0]["surface"], true);
    let report = run(&["points", path, "-", "--sign", "winding"], points).lines;
    assert!(report.iter().any(|line| line.starts_with("inside") && line.ends_with("1 of 2")), "{report:?}");
    let scene = run(&["points", "testdata/scenes/table.json", "-", "--sign", "winding"], points);
    assert!(scene.status == 2 && scene.complaint.contains("expected a mesh"), "{}", scene.complaint);
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
        (["points", "testdata/meshes/mug.obj", "none.csv"], "none.csv: cannot be read"),
    ] {
        let found = run(&arguments, "");
        assert_eq!(found.status, 2, "{arguments:?}");
        assert!(found.complaint.contains(complaint) && found.complaint.lines().count() == 1, "{}", found.complaint);
    }
}

/// Clouds, voxels, octrees and height fields as bodies: from lists, and from arrays in files beside a scene.
#[test]
fn bodies_of_many_parts_are_asked_from_lists_and_from_files() {
    let folder = folder("many");
    let npy = |name: &str, shape: &str, values: &[f64]| {
        let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({shape}), }}");
        let header = format!("{header:<117}\n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        fs::write(folder.join(name), bytes).unwrap();
    };
    npy("cloud.npy", "2, 3", &[0.0, 0.0, 0.0, 4.0, 0.0, 0.0]);
    npy("cells.npy", "2, 3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    npy("leaves.npy", "2, 4", &[1.0, 1.0, 1.0, 2.0, 2.5, 0.5, 0.5, 1.0]);
    npy("heights.npy", "2, 3", &[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    let kinds = [
        (
            "points",
            r#""radius": 0.5, "points": [[0, 0, 0], [4, 0, 0]]"#,
            r#""radius": 0.5, "file": "cloud.npy""#,
            [2.0, 0.0, 1.0],
            1.7360679774997898,
        ),
        (
            "voxels",
            r#""size": 1, "cells": [[0, 0, 0], [1, 0, 0]]"#,
            r#""size": 1, "file": "cells.npy""#,
            [1.5, 0.5, 3.0],
            2.0,
        ),
        (
            "octree",
            r#""centers": [[1, 1, 1], [2.5, 0.5, 0.5]], "sizes": [2, 1]"#,
            r#""file": "leaves.npy""#,
            [2.75, 0.5, 1.5],
            0.5,
        ),
        (
            "heightfield",
            r#""size": [2, 4], "heights": [[0, 0, 0], [1, 1, 1]]"#,
            r#""size": [2, 4], "file": "heights.npy""#,
            [0.0, 0.0, 1.5],
            0.8944271909999159,
        ),
    ];
    for (kind, list, file, [x, y, z], truth) in kinds {
        let body = format!("{{\"kind\": \"{kind}\", {list}}}");
        let scene = folder.join(format!("{kind}.json"));
        fs::write(
            &scene,
            format!("{{\"bodies\": [{{\"name\": \"it\", \"shape\": {{\"kind\": \"{kind}\", {file}}}}}]}}"),
        )
        .unwrap();
        for asked in [body.as_str(), scene.to_str().unwrap()] {
            let found = run(&["points", asked, "-", "--json"], &format!("[{x}, {y}, {z}]\n"));
            assert_eq!((found.status, found.complaint.as_str()), (0, ""), "{kind}");
            let distance = objects(&found.lines)[0]["signed_distance"].as_f64().unwrap();
            assert!((distance - truth).abs() < 1e-14, "{kind}: {distance}");
        }
    }
    let wrong = r#"{"kind": "octree", "centers": [[0, 0, 0]], "sizes": [1, 2]}"#;
    let found = run(&["points", wrong, "-"], "[0, 0, 0]\n");
    assert!(found.status == 2 && found.complaint.contains("there must be as many as middles"), "{}", found.complaint);
}

/// Tables are read and written by Python: here by a stand-in that repeats what the command sends.
#[cfg(unix)]
#[test]
fn a_table_of_points_is_read_and_its_answers_are_written_by_python() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("parquet");
    let python = folder.join("python");
    let script = "#!/bin/sh\nif [ $3 = read ]; then printf 'id,x,y,z\n\"a,1\",1,2,0.5\n\"b\",1,2,\n'; else cat; fi\n";
    fs::write(&python, script).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let (mesh, out) = (folder.join("corner.obj"), folder.join("out.parquet"));
    fs::write(&mesh, CORNER).unwrap();
    let arguments = ["points", mesh.to_str().unwrap(), "points.parquet", "-o", out.to_str().unwrap()];
    let ended = crate::run::command(&arguments).env("CLEARANCE_PYTHON", &python).output().unwrap();
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    let written = fs::read_to_string(&out).unwrap();
    let rows: Vec<&str> = written.lines().collect();
    assert!(rows.len() == 3 && rows[1].starts_with("\"a,1\",-0.5,"), "{written}");
    assert!(rows[2].starts_with("b,") && rows[2].contains("expected a number"), "{written}");
    fs::write(&python, "#!/bin/sh\necho 'no such file' >&2\nexit 1\n").unwrap();
    let ended = crate::run::command(&arguments).env("CLEARANCE_PYTHON", &python).output().unwrap();
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "clearance: points.parquet: no such file\n");
}
