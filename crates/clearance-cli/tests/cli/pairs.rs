//! `clearance pairs`: order, errors, exit statuses, threads, pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::run::{command, objects, root, run};
use serde_json::{Value, json};

/// A unit-free pair: a sphere of radius 0.5 beside a tilted box whose face is 0.25 + `i / 8` away.
fn case(i: usize) -> String {
    let gap = 0.25 + i as f64 / 8.0;
    json!({
        "id": format!("case {i}"),
        "a": {"shape": {"kind": "box", "half_extents": [0.75, 2.5, 1.5]}, "pose": {"translation": [-1.5, 0.125, 0.5]}},
        "b": {"shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [gap - 0.25, 0.75, -0.5]}},
    })
    .to_string()
}

#[test]
fn a_full_result_has_the_keys_of_the_format() {
    let run = run(&["pairs"], &case(2));
    assert_eq!((run.status, run.complaint.as_str()), (0, ""));
    let result = &objects(&run.lines)[0];
    let keys: Vec<&String> = result.as_object().unwrap().keys().collect();
    let mut expected = [
        "id",
        "collides",
        "status",
        "signed_distance",
        "distance",
        "depth",
        "lower",
        "upper",
        "normal",
        "witness_a",
        "witness_b",
        "feature_a",
        "feature_b",
        "feature_vertices_a",
        "feature_vertices_b",
        "exact",
        "iterations",
    ];
    expected.sort();
    assert_eq!(keys, expected);
    // The box ends at x = -0.75, the sphere begins at x = 0.5 - 0.25 - 0.25 + ... = -0.25.
    assert_eq!(result["id"], "case 2");
    assert_eq!(
        (&result["collides"], &result["status"], &result["exact"]),
        (&json!(false), &json!("separated"), &json!(true))
    );
    assert!((result["distance"].as_f64().unwrap() - 0.5).abs() < 1e-15);
    assert!(result["lower"].as_f64().unwrap() <= 0.5 && result["upper"].as_f64().unwrap() >= 0.5);
    assert_eq!(result["feature_a"], "face");
    assert_eq!((&result["feature_b"], &result["feature_vertices_b"]), (&json!("smooth"), &json!([])));
}

#[test]
fn a_contact_has_the_corners_of_its_polygon() {
    // A brick that hangs over the table's edge at x = 2 by half a unit, sunk by an eighth.
    let brick =
        |b: Value| json!({"query": "contact", "a": {"shape": {"kind": "box", "half_extents": [2, 2, 0.5]}}, "b": b});
    let sunk = brick(
        json!({"shape": {"kind": "box", "half_extents": [1, 0.5, 0.25]}, "pose": {"translation": [1.5, 0, 0.625]}}),
    );
    let floor = brick(json!({"shape": {"kind": "halfspace", "normal": [0, 0, -1], "offset": -0.75}}));
    let run_one = |case: &Value, extra: &[&str]| {
        let run = run(&[&["pairs"][..], extra].concat(), &case.to_string());
        assert_eq!((run.status, run.complaint.as_str()), (0, ""));
        objects(&run.lines).remove(0)
    };
    let result = run_one(&sunk, &[]);
    assert_eq!((&result["status"], &result["signed_distance"]), (&json!("overlapping"), &json!(-0.125)));
    let contacts = result["contacts"].as_array().unwrap();
    assert_eq!(contacts.len(), 4);
    for corner in contacts {
        let x = corner["witness_a"][0].as_f64().unwrap();
        assert!(x == 0.5 || x == 2.0);
        assert_eq!((&corner["signed_distance"], &corner["witness_b"][2]), (&json!(-0.125), &json!(0.375)));
        let features = [&corner["feature_a"], &corner["feature_b"]];
        assert_eq!(features, if x == 0.5 { ["face", "vertex"] } else { ["edge", "edge"] });
        assert!(corner["id"].as_str().unwrap().starts_with(if x == 0.5 { "face/vertex-" } else { "edge-" }));
    }
    let ids = |result: &Value| -> Vec<Value> {
        let mut ids: Vec<Value> = result["contacts"].as_array().unwrap().iter().map(|c| c["id"].clone()).collect();
        ids.sort_by_key(Value::to_string);
        ids.dedup();
        ids
    };
    let mut later = sunk.clone();
    later["b"]["pose"]["translation"] = json!([1.625, 0.25, 0.5]);
    assert!(ids(&result).len() == 4 && ids(&result) == ids(&run_one(&later, &[])), "{result}");
    assert_eq!(run_one(&sunk, &["--contact-points", "2"])["contacts"].as_array().unwrap().len(), 2);
    assert_eq!(run_one(&floor, &[])["contacts"].as_array().unwrap().len(), 4);
    assert_eq!(run_one(&floor, &["--max-distance", "0.125"])["beyond"], json!(true));
}

#[test]
fn bad_lines_get_errors_and_the_others_go_on_in_order() {
    let input = format!("{}\n{{\"id\": \"bad\", \"a\": 1}}\nnonsense\n\n{}\n", case(0), case(1));
    let run = run(&["pairs", "-"], &input);
    assert_eq!((run.status, run.complaint.as_str()), (1, "clearance: 2 of 4 cases have errors\n"));
    let results = objects(&run.lines);
    assert_eq!(results.len(), 4);
    assert_eq!((&results[0]["id"], &results[3]["id"]), (&json!("case 0"), &json!("case 1")));
    assert_eq!(results[1], json!({"id": "bad", "error": "standard input, line 2: missing key \"b\""}));
    let nonsense = "standard input, line 3, column 1: expected one object per line";
    assert_eq!(results[2], json!({"error": nonsense}));
}

#[test]
fn numbers_may_be_names() {
    let named = |id: &str| case(0).replacen(r#""case 0""#, id, 1);
    let run = run(&["pairs"], &format!("{}\n{}\n", named("7"), named("-1.50e3")));
    assert_eq!(run.status, 0);
    assert!(run.lines[0].starts_with(r#"{"id":7,"#) && run.lines[1].starts_with(r#"{"id":-1.50e3,"#));
}

#[test]
fn foreign_keys_are_carried_along_in_good_and_bad_lines() {
    let good = case(3).replacen('{', r#"{"expect": {"distance": 1.500}, "lower": "theirs", "#, 1);
    let bad = r#"{"note": [1.0, 2e2], "a": {}, "b": {}}"#;
    let run = run(&["pairs"], &format!("{good}\n{bad}\n"));
    assert!(run.lines[0].ends_with(r#","expect":{"distance": 1.500}}"#), "{}", run.lines[0]);
    assert!(run.lines[1].ends_with(r#""note":[1.0, 2e2]}"#), "{}", run.lines[1]);
}

#[test]
fn threads_change_nothing() {
    let input: String = (0..500).map(|i| if i % 7 == 3 { "{}\n".into() } else { case(i) + "\n" }).collect();
    let one = run(&["pairs", "--threads", "1"], &input);
    let four = run(&["pairs", "--threads", "4"], &input);
    assert_eq!((one.status, one.lines.len()), (1, 500));
    assert!(one.lines == four.lines);
}

#[test]
fn a_query_answers_what_it_asks() {
    let ask = |query: &str, gap: usize, options: &[&str]| {
        let line = case(gap).replacen('{', &format!(r#"{{"query": "{query}", "#), 1);
        let arguments: Vec<&str> = ["pairs"].iter().chain(options).copied().collect();
        let mut results = objects(&run(&arguments, &line).lines);
        let mut result = results.remove(0);
        for key in ["iterations", "id"] {
            result.as_object_mut().unwrap().remove(key);
        }
        result
    };
    let apart = json!({"collides": false, "status": "separated", "exact": true});
    assert_eq!(ask("collide", 5, &[]), apart);
    let with = |key: &str, value: Value| {
        let mut expected = apart.clone();
        expected[key] = value;
        expected
    };
    assert_eq!(ask("penetration", 5, &[]), with("depth", json!(0.0)));
    assert_eq!(ask("distance", 5, &[])["distance"], ask("all", 5, &[])["distance"]);
    let far = ask("all", 5, &["--max-distance", "0.125"]);
    assert_eq!((&far["beyond"], far.get("distance")), (&json!(true), None));
    assert!(far["lower"].as_f64().unwrap() > 0.125);
}

#[test]
fn exact_answers_lie_between_neighbouring_numbers() {
    // 7.3 − 0.1 − 0.2 of the numbers themselves is a little below 7.
    let line = r#"{"a": {"shape": {"kind": "sphere", "radius": 0.1}}, "b": {"shape": {"kind": "sphere", "radius": 0.2}, "pose": {"translation": [0, 7.3, 0]}}}"#;
    let bounds = |accuracy: &str| {
        let result = objects(&run(&["pairs", "--accuracy", accuracy], line).lines).remove(0);
        ["lower", "upper"].map(|key| result[key].as_f64().unwrap())
    };
    let [rounded, tight, exact] = ["rounded", "tight", "exact"].map(bounds);
    assert_eq!((exact[0].next_up(), exact[1]), (exact[1], 7.0));
    assert!(tight[1] - tight[0] <= 4.0 * (exact[1] - exact[0]) && rounded[0] < tight[0] && tight[1] < rounded[1]);
}

#[test]
fn overlapping_pairs_have_a_depth_unless_only_the_distance_is_asked_for() {
    // Boxes whose faces overlap by 0.5 along x.
    let line = |query| {
        format!(
            r#"{{"query": "{query}", "a": {{"shape": {{"kind": "box", "half_extents": [1, 2, 3]}}}},
            "b": {{"shape": {{"kind": "box", "half_extents": [1.5, 2, 1]}}, "pose": {{"translation": [2, 0.25, 0.5]}}}}}}"#
        )
        .replace('\n', " ")
    };
    let result = objects(&run(&["pairs"], &line("penetration")).lines).remove(0);
    assert_eq!(
        (&result["collides"], &result["signed_distance"], &result["depth"]),
        (&json!(true), &json!(-0.5), &json!(0.5))
    );
    assert_eq!(result["normal"], json!([1.0, 0.0, 0.0]));
    let result = objects(&run(&["pairs"], &line("distance")).lines).remove(0);
    assert_eq!((&result["distance"], result.get("depth")), (&json!(0.0), None));
}

#[test]
fn warm_tracks_agree_with_cold_answers() {
    let input: String =
        (0..60).map(|i| case(i).replacen('{', &format!(r#"{{"track": "t{}", "#, i / 20), 1) + "\n").collect();
    let (cold, warm) = (run(&["pairs"], &input), run(&["pairs", "--warm"], &input));
    assert_eq!((cold.status, warm.status), (0, 0));
    for (cold, warm) in objects(&cold.lines).iter().zip(objects(&warm.lines)) {
        assert_eq!((&cold["id"], &cold["track"], &cold["status"]), (&warm["id"], &warm["track"], &warm["status"]));
        assert!((cold["distance"].as_f64().unwrap() - warm["distance"].as_f64().unwrap()).abs() < 1e-14);
    }
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = command(&["pairs"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut ask, mut answers) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for i in 0..3 {
        writeln!(ask, "{}", case(i)).unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(answer.starts_with(&format!(r#"{{"id":"case {i}""#)) && answer.ends_with("}\n"), "{answer}");
    }
    drop(ask);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child =
        command(&["pairs"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut ask = child.stdin.take().unwrap();
    let input = (case(0) + "\n").repeat(20_000);
    let writer = std::thread::spawn(move || ask.write_all(input.as_bytes()));
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!((child.wait().unwrap().code(), complaint.as_str()), (Some(0), ""));
    // The command stopped reading.
    assert!(writer.join().unwrap().is_err());
}

#[test]
fn files_go_in_and_out_and_meshes_lie_beside_the_cases() {
    let folder = std::env::temp_dir().join(format!("clearance-pairs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(root().join("testdata/meshes/box.stl"), folder.join("part.stl")).unwrap();
    let (cases, results) = (folder.join("cases.jsonl"), folder.join("results.jsonl"));
    // The mesh, doubled, ends at x = 1.25.
    let case = r#"{"a": {"shape": {"kind": "mesh", "file": "part.stl", "scale": 2}},
        "b": {"shape": {"kind": "point"}, "pose": {"translation": [1.5, 0.25, 1]}}}"#;
    std::fs::write(&cases, case.replace('\n', " ")).unwrap();
    let arguments = ["pairs", cases.to_str().unwrap(), "-o", results.to_str().unwrap()];
    let done = run(&arguments, "");
    assert_eq!((done.status, done.lines.len()), (0, 0));
    let written = std::fs::read_to_string(&results).unwrap();
    assert!(written.ends_with("}\n"));
    assert_eq!(objects(&[written])[0]["distance"], json!(0.25));
    let same = run(&["pairs", cases.to_str().unwrap(), "-o", cases.to_str().unwrap()], "");
    assert_eq!(same.status, 2);
    assert!(same.complaint.ends_with("is both the input and the output, expected two files\n"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn single_precision_encloses_too() {
    let result = objects(&run(&["pairs", "--precision", "f32"], &case(4)).lines).remove(0);
    assert!(result["lower"].as_f64().unwrap() <= 0.75 && result["upper"].as_f64().unwrap() >= 0.75);
    assert!((result["distance"].as_f64().unwrap() - 0.75).abs() < 1e-6);
}

/// A mesh, a compound and a halfspace beside a ball, by every query.
#[test]
fn every_query_is_answered_of_meshes_compounds_and_halfspaces() {
    let mesh = json!({"kind": "mesh", "file": "testdata/meshes/house.obj", "as": "mesh"});
    let gate = json!({"kind": "compound", "parts": [
        {"shape": {"kind": "box", "half_extents": [0.5, 0.5, 2]}, "pose": {"translation": [-0.9, -2, 1]}},
        {"shape": {"kind": "box", "half_extents": [0.5, 0.5, 2]}, "pose": {"translation": [0.9, -2, 1]}}]});
    let wall = json!({"kind": "halfspace", "normal": [1, 0, 0], "offset": -0.4});
    let ball = json!({"kind": "sphere", "radius": 0.3});
    let at = |x: f64| json!({"translation": [x, -2, 1.1]});
    for body in [&mesh, &gate, &wall] {
        let ask = |query: &str, x: f64| {
            let case = json!({"a": {"shape": body}, "b": {"shape": ball, "pose": at(x)}, "query": query});
            objects(&run(&["pairs"], &(case.to_string() + "\n")).lines).remove(0)
        };
        for query in ["all", "distance", "contact"] {
            let free = ask(query, 0.0);
            assert_eq!((&free["collides"], &free["exact"]), (&json!(false), &json!(true)), "{body} {query}: {free:?}");
            assert!((free["distance"].as_f64().unwrap() - 0.1).abs() < 1e-7, "{body} {query}: {free:?}");
        }
        assert_eq!(ask("collide", 0.0)["collides"], json!(false));
        assert_eq!(ask("penetration", 0.0)["depth"], json!(0.0));
        let contact = ask("contact", -0.25);
        assert_eq!((&contact["collides"], contact["contacts"].as_array().unwrap().len()), (&json!(true), 1), "{body}");
        let depth = -contact["contacts"][0]["signed_distance"].as_f64().unwrap();
        assert!((depth - 0.15).abs() < 1e-7, "{body}: {contact:?}");
        // From the middle to the wall: 0.1 of 1.
        let toi = json!({"a": {"shape": body}, "b": {"shape": ball, "pose": at(0.0)}, "motion": {"b": {"linear": [-1, 0, 0]}}});
        let hit = objects(&run(&["pairs"], &(toi.to_string() + "\n")).lines).remove(0);
        assert!((hit["toi"].as_f64().unwrap() - 0.1).abs() < 1e-7, "{body}: {hit:?}");
    }
}

#[test]
fn the_triangle_of_a_mesh_is_reported() {
    let mesh = json!({"kind": "mesh", "file": "testdata/meshes/box.obj", "as": "mesh"});
    let case =
        json!({"a": {"shape": {"kind": "point"}, "pose": {"translation": [0.125, 0.125, 3]}}, "b": {"shape": mesh}});
    let found = objects(&run(&["pairs"], &(case.to_string() + "\n")).lines).remove(0);
    assert_eq!((&found["distance"], &found["normal"]), (&json!(2.0), &json!([0.0, 0.0, -1.0])));
    assert!(found["part_b"].as_u64().unwrap() < 12 && found.get("part_a").is_none(), "{found:?}");
}

#[test]
fn a_ray_hits_a_mesh_at_a_triangle() {
    let mesh = json!({"kind": "mesh", "file": "testdata/meshes/box.obj", "as": "mesh"});
    let cast = |a: Value, z: f64| {
        let side = json!({"shape": a, "pose": {"translation": [0.25, 0.25, z]}});
        let motion = json!({"a": {"linear": [0, 0, -4]}});
        let case = json!({"query": "raycast", "a": side, "b": {"shape": mesh}, "motion": motion});
        objects(&run(&["pairs"], &(case.to_string() + "\n")).lines).remove(0)
    };
    let hit = cast(json!({"kind": "point"}), 3.0);
    assert_eq!((&hit["toi"], &hit["status"], &hit["exact"]), (&json!(0.5), &json!("touching"), &json!(true)));
    let weights: f64 = hit["barycentric"].as_array().unwrap().iter().map(|weight| weight.as_f64().unwrap()).sum();
    assert!(hit["triangle"].as_u64().unwrap() < 12 && (weights - 1.0).abs() < 1e-15, "{hit:?}");
    let miss = cast(json!({"kind": "point"}), 6.0);
    assert_eq!((&miss["toi"], miss.get("triangle")), (&Value::Null, None));
    let wrong = cast(json!({"kind": "sphere", "radius": 1}), 3.0);
    assert!(wrong["error"].as_str().unwrap().contains("/a/shape: a ray is a point that moves"), "{wrong:?}");
}

#[test]
fn bodies_within_the_target_distance_at_the_start_are_in_contact() {
    let ball = json!({"kind": "sphere", "radius": 1});
    let case = json!({"a": {"shape": ball}, "b": {"shape": ball, "pose": {"translation": [3, 0, 0]}}, "query": "toi",
        "motion": {"b": {"linear": [1, 0, 0]}, "target_distance": 2}});
    let found = objects(&run(&["pairs"], &(case.to_string() + "\n")).lines).remove(0);
    assert_eq!((&found["collides"], &found["toi"], &found["status"]), (&json!(true), &json!(0.0), &json!("separated")));
}
