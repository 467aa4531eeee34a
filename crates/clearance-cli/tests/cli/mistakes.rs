//! Typical mistakes, and what the command says to them, word by word.

use crate::run::{objects, run};

/// The error of the only line, without the input's name and the line's number.
fn refusal(line: &str) -> String {
    let run = run(&["pairs"], line);
    assert_eq!(run.status, 1, "{line}");
    let error = objects(&run.lines)[0]["error"].as_str().expect("an error").to_string();
    error.strip_prefix("standard input, line 1").expect("the place").trim_start_matches([',', ':', ' ']).to_string()
}

/// The refusal of a shape as side A.
fn shape(text: &str) -> String {
    refusal(&format!(r#"{{"a": {{"shape": {text}}}, "b": {{"shape": {{"kind": "point"}}}}}}"#))
}

#[test]
fn shapes_name_the_key_and_the_rule() {
    let mistakes = [
        (r#"{"kind": "sphere", "radius": -1}"#, "/a/shape/radius: must not be negative, got -1"),
        (
            r#"{"kind": "sphere", "radus": 1}"#,
            r#"/a/shape: unknown key "radus", expected "kind", "radius" (did you mean "radius"?)"#,
        ),
        (r#"{"kind": "sphere"}"#, r#"/a/shape: missing key "radius""#),
        (r#"{"kind": "sphere", "radius": "1"}"#, r#"/a/shape/radius: expected a number, got "1""#),
        (
            r#"{"kind": "box", "half_extents": [1, 2]}"#,
            "/a/shape/half_extents: expected a list of 3 numbers, got a list of 2",
        ),
        (r#"{"kind": "box", "half_extents": [1, 2, -3]}"#, "/a/shape/half_extents: must not be negative, got -3"),
        (r#"{"kind": "hull", "vertices": []}"#, "/a/shape/vertices: expected at least one vertex"),
        (
            r#"{"kind": "hull", "vertices": [[1, 2, 3], [1, null, 3]]}"#,
            "/a/shape/vertices/1/1: expected a number, got null",
        ),
        (r#"{"kind": "triangle", "vertices": [[1, 2, 3]]}"#, "/a/shape/vertices: expected 3 vertices, got 1"),
        (
            r#"{"kind": "capsule", "radius": 1, "half_length": 2, "axis": "w"}"#,
            r#"/a/shape/axis: expected "x", "y" or "z", got "w""#,
        ),
        (r#"{"kind": "halfspace", "normal": [0, 0, 0], "offset": 1}"#, "/a/shape: halfspace normal must not be zero"),
        (r#"{"kind": "rounded", "radius": 1, "shape": {}}"#, r#"/a/shape/shape: missing key "kind""#),
        (
            r#"{"kind": "mesh", "file": "no/such.obj"}"#,
            "/a/shape/file, no/such.obj: cannot be read: No such file or directory (os error 2)",
        ),
        (
            r#"{"kind": "rounded", "radius": 1, "shape": {"kind": "mesh", "file": "x.obj", "as": "mesh"}}"#,
            "/a/shape/shape/file, x.obj: cannot be read: No such file or directory (os error 2)",
        ),
        (
            r#"{"kind": "rounded", "radius": 1, "shape": {"kind": "compound", "parts": []}}"#,
            "/a/shape/shape: a compound is not convex: it cannot be part of another shape",
        ),
        ("7", "/a/shape: expected an object, got 7"),
    ];
    for (text, expected) in mistakes {
        assert_eq!(shape(text), expected, "{text}");
    }
    assert!(
        shape(r#"{"kind": "ball"}"#).ends_with(r#""octree" or "heightfield", got "ball" (did you mean "sphere"?)"#)
    );
    assert!(shape(r#"{"kind": "capsul"}"#).ends_with(r#"got "capsul" (did you mean "capsule"?)"#));
}

#[test]
fn numbers_that_json_does_not_have_are_found_by_column_and_key() {
    assert_eq!(
        shape(r#"{"kind": "sphere", "radius": NaN}"#),
        r#"column 46 (key "radius"): expected a finite number, got NaN or infinity, which JSON does not have"#
    );
    assert_eq!(
        shape(r#"{"kind": "sphere", "radius": 1e400}"#),
        r#"column 50 (key "radius"): expected a number in the range of f64"#
    );
    assert_eq!(
        shape(r#"{"kind": "sphere", "radius": 1e305}"#),
        "/a/shape: ball radius must have a magnitude of at most 1.0715086071862673e301, got 1e305"
    );
}

#[test]
fn cases_name_what_is_missing_or_unknown() {
    let mistakes = [
        ("{}", r#"missing key "a""#),
        (r#"{"id": true, "a": {}, "b": {}}"#, "/id: expected a string or a number, got true"),
        (r#"{"dim": 4, "a": {}, "b": {}}"#, "/dim: expected 2 or 3, got 4"),
        (r#"{"a": {}, "a": {}, "b": {}}"#, r#"column 17 (key "a"): not valid JSON: key "a" is given twice"#),
        (
            r#"{"a": {}, "b": {}, "#,
            r#"column 18 (key "b"): not valid JSON: end of text while parsing a value (expected one object per line)"#,
        ),
        (
            r#"{"a": {"shape": {"kind": "point"}, "psoe": {}}, "b": {}}"#,
            r#"/a: unknown key "psoe", expected "shape", "pose" (did you mean "pose"?)"#,
        ),
        (
            r#"{"dim": 2, "a": {"shape": {"kind": "cone", "radius": 1, "half_length": 1}}, "b": {}}"#,
            r#"/a/shape: this kind needs "dim": 3"#,
        ),
    ];
    for (line, expected) in mistakes {
        assert_eq!(refusal(line), expected, "{line}");
    }
}

#[test]
fn nesting_is_limited_and_deep_shapes_within_the_limit_work() {
    let nested = |levels: usize| {
        let open = r#"{"kind": "rounded", "radius": 0, "shape": "#.repeat(levels);
        format!(r#"{open}{{"kind": "point"}}{}"#, "}".repeat(levels))
    };
    assert!(shape(&nested(100_000)).ends_with("nested more than 127 levels deep"));
    let case = |shape: &str| format!(r#"{{"a": {{"shape": {shape}}}, "b": {{"shape": {{"kind": "point"}}}}}}"#);
    assert_eq!(run(&["pairs"], &case(&nested(120))).status, 0);
}

#[test]
fn a_command_line_that_cannot_be_used_is_refused_in_one_line() {
    let refusals: [(&[&str], &str); 12] = [
        (&["pairs", "no/such.jsonl"], "no/such.jsonl: cannot be read: No such file or directory (os error 2)"),
        (&["pairs", "testdata"], "testdata: is a folder, expected a file"),
        (&["pairs", "--threads", "0"], "invalid value '0' for '--threads <N>': number would be zero for non-zero type"),
        (
            &["pairs", "--max-distance", "-1"],
            "invalid value '-1' for '--max-distance <D>': expected a number that is finite and not negative",
        ),
        (&["distance", "a.obj"], "the following required arguments were not provided: <B>"),
        (
            &["distance", "cup.step", "{}"],
            "A/shape/file, cup.step: expected a mesh file (.obj, .stl, .ply, .off, .dae, .glb, .gltf or .3mf)",
        ),
        (
            &["distance", r#"{"kind": "sphere", "radius": 1}"#, "x.obj", "--pose-a", "1,2"],
            r#"pose of A: expected x,y,z or x,y,z,roll,pitch,yaw or JSON, got "1,2""#,
        ),
        (
            &["distance", "a.obj", "b.obj", "--scale", "inch"],
            "invalid value 'inch' for '--scale <SCALE>': expected a number, x,y,z, or one of m, cm, mm, um, in, ft",
        ),
        (
            &["hull", "testdata/meshes/box.stl", "-o", "testdata/meshes/../meshes/box.stl"],
            "testdata/meshes/box.stl: is both the input and the output, expected two files",
        ),
        (&["pairs", "--treads", "2"], "unexpected argument '--treads' found, did you mean '--threads'?"),
        (&["distnace"], "unrecognized subcommand 'distnace', did you mean 'distance'?"),
        (&["pears"], "unrecognized subcommand 'pears', did you mean 'pairs'?"),
    ];
    for (arguments, expected) in refusals {
        let run = run(arguments, "");
        assert_eq!((run.status, run.lines.len()), (2, 0), "{arguments:?}");
        let complaint = run.complaint.strip_prefix("clearance: ").expect("the name");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        let complaint = complaint.trim_end().trim_end_matches(" (see clearance --help)");
        assert_eq!(complaint, expected, "{arguments:?}");
    }
}

#[test]
fn without_arguments_there_is_help() {
    for arguments in [&[][..], &["distance"], &["hull"], &["trace"]] {
        let run = run(arguments, "");
        assert_eq!((run.status, run.complaint.as_str()), (0, ""), "{arguments:?}");
        assert!(run.lines.iter().any(|line| line.starts_with("Usage: clearance")), "{arguments:?}");
    }
}
