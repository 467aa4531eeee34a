//! `clearance scene`: questions, frames, compounds, halfspaces, mistakes.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::run::{Run, objects, run};
use serde_json::{Value, json};

/// A file of its own, removed in the end.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        // Tests run side by side.
        static FILES: AtomicUsize = AtomicUsize::new(0);
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("clearance-{}-{number}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        File(path)
    }
    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A floor below z = 0, a table 1 high with its top from 0.875 to 1, a cup 0.25 above it, a ball of 0.5 beside it, far
/// below which nothing is, and a bracket in the shape of an L around the ball.
fn room() -> Value {
    json!({"bodies": [
        {"name": "floor", "fixed": true, "shape": {"kind": "halfspace", "normal": [0, 0, 1], "offset": 0}},
        {"name": "table", "fixed": true, "shape": {"kind": "box", "half_extents": [1, 0.5, 0.0625]},
         "pose": {"translation": [0, 0, 0.9375]}},
        {"name": "cup", "shape": {"kind": "cylinder", "radius": 0.25, "half_length": 0.5},
         "pose": {"translation": [0.5, 0, 1.75]}, "margin": 0.125},
        {"name": "ball", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [3, 0, 2]}, "margin": 0.25},
        {"name": "bracket", "shape": {"kind": "compound", "parts": [
            {"shape": {"kind": "box", "half_extents": [1, 1, 0.125]}, "pose": {"translation": [0, 0, -0.875]}},
            {"shape": {"kind": "box", "half_extents": [0.125, 1, 1]}, "pose": {"translation": [0.875, 0, 0]}}]},
         "pose": {"translation": [3, 0, 2]}}
    ]})
}

fn ask(scene: &Value, options: &[&str]) -> Run {
    let file = File::new("room.json", &scene.to_string());
    run(&[&["scene", file.path(), "--json"], options].concat(), "")
}

fn pairs(rows: &[Value]) -> Vec<[&str; 2]> {
    rows.iter().map(|row| ["a", "b"].map(|key| row[key].as_str().unwrap())).collect()
}

#[test]
fn the_closest_pairs_come_in_order_with_halfspaces_and_compounds() {
    let run = ask(&room(), &["--k", "4"]);
    assert_eq!((run.status, run.complaint.as_str()), (0, ""));
    let rows = objects(&run.lines);
    // The cup stands 0.25 above the table; the ball is 0.25 above and beside the bracket's planks, which are 1 above
    // the floor.
    let near: Vec<f64> = rows.iter().map(|row| row["signed_distance"].as_f64().unwrap()).collect();
    assert!(near.iter().zip([0.25, 0.25, 1.0]).all(|(d, known)| (d - known).abs() < 1e-14), "{near:?}");
    assert_eq!(pairs(&rows)[..3], [["ball", "bracket"], ["table", "cup"], ["floor", "bracket"]]);
    assert_eq!(rows[0]["ties"], json!([["table", "cup"]]));
    assert_eq!((&rows[0]["part_b"], rows[0].get("part_a"), rows[1].get("part_b")), (&json!(0), None, None));
    // Margins: 0.25 of the ball, 0.125 of the cup.
    let within: Vec<&Value> = rows.iter().map(|row| &row["within_margin"]).collect();
    assert_eq!(within[..3], [&json!(true), &json!(false), &json!(false)]);
    for row in &rows {
        let [lower, upper] = ["lower", "upper"].map(|key| row[key].as_f64().unwrap());
        assert!((lower..=upper).contains(&row["signed_distance"].as_f64().unwrap()));
    }
}

#[test]
fn within_contacts_a_body_and_a_pair() {
    let of = |options: &[&str]| objects(&ask(&room(), options).lines);
    let within = of(&["--question", "within", "--max-distance", "0.5"]);
    assert_eq!(pairs(&within), [["ball", "bracket"], ["table", "cup"]]);
    let margins = of(&["--question", "within"]);
    assert_eq!(pairs(&margins), [["ball", "bracket"]]);
    assert_eq!(of(&["--question", "contacts"]).len(), 0);
    let cup = of(&["--body", "cup", "--k", "2"]);
    assert_eq!(pairs(&cup), [["table", "cup"], ["floor", "cup"]]);
    let fixed = of(&["--pair", "table,floor"]);
    assert_eq!((pairs(&fixed), &fixed[0]["signed_distance"]), (vec![["floor", "table"]], &json!(0.875)));
    let mut sunk = room();
    sunk["bodies"][3]["pose"]["translation"] = json!([3, 0, 1.5]);
    let file = of(&["--pair", "ball,bracket"]);
    assert_eq!(file[0]["status"], "separated");
    let rows = objects(&ask(&sunk, &["--question", "contacts"]).lines);
    // 0.25 deep in the lower plank; the true depth is at least that, and at most that of the hull.
    let row = &rows[0];
    assert_eq!((rows.len(), &row["status"], &row["collides"]), (1, &json!("overlapping"), &json!(true)));
    assert_eq!((&row["signed_distance"], row["local_depth"].as_f64().unwrap()), (&Value::Null, 0.25));
    assert!(
        row["upper"].as_f64().unwrap() <= -0.249_999 && row["lower"].as_f64().unwrap() < row["upper"].as_f64().unwrap()
    );
}

#[test]
fn meshes_are_hulls_triangles_or_parts() {
    // A tetrahedron without its bottom: open, so its surface alone counts; its hull, and one part, hold the ball
    // inside.
    let obj = "v 0 0 0\nv 8 0 0\nv 0 8 0\nv 0 0 8\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let mesh = File::new("open.obj", obj);
    let ball =
        json!({"name": "ball", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [1, 1.5, 1]}});
    let near = |meaning: &str| {
        let mut shape = json!({"kind": "mesh", "file": mesh.path(), "as": meaning});
        if meaning == "parts" {
            shape["max_parts"] = json!(1);
        }
        objects(&ask(&json!({"bodies": [{"name": "tent", "shape": shape}, ball]}), &[]).lines).remove(0)
    };
    let open = near("mesh");
    assert_eq!((&open["status"], open["signed_distance"].as_f64().unwrap()), (&json!("separated"), 0.5));
    for meaning in ["hull", "parts"] {
        let found = near(meaning);
        assert_eq!((&found["collides"], &found["as_a"]), (&json!(null), &json!(meaning)));
        // No point of the solid tetrahedron is farther than this from its three faces.
        assert!(found["as_error_upper"].as_f64().unwrap() < 8.0 && found["lower"].as_f64().unwrap() < 0.0, "{found}");
    }
}

#[test]
fn a_body_inside_of_a_mesh_tells_the_way_out_of_its_innermost_point() {
    let cube = std::fs::read_to_string(crate::run::root().join("testdata/meshes/box.obj")).unwrap();
    // A second solid far away, with which the mesh is not convex.
    let aside = "\nv 9 0 0\nv 10 0 0\nv 9 1 0\nv 9 0 1\nf -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n";
    let mesh = File::new("cube-and-tetrahedron.obj", &(cube + aside));
    // From -0.375 to 0.625 along x: the ball's center is 0.25 from the wall x = 0.625.
    let shape = json!({"kind": "mesh", "file": mesh.path(), "as": "mesh"});
    let ball = json!({"kind": "sphere", "radius": 0.125});
    let scene = json!({"bodies": [{"name": "mesh", "shape": shape},
        {"name": "ball", "shape": ball, "pose": {"translation": [0.375, 0.125, 0.5625]}}]});
    let row = objects(&ask(&scene, &[]).lines).remove(0);
    assert_eq!((&row["status"], &row["signed_distance"]), (&json!("overlapping"), &Value::Null));
    let numbers = |key: &str| row[key].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<f64>>();
    let ([normal, a, b], depth) =
        (["normal", "witness_a", "witness_b"].map(numbers), row["local_depth"].as_f64().unwrap());
    assert!((depth - 0.25).abs() < 1e-14 && (normal[0] - 1.0).abs() < 1e-14, "{row}");
    assert!((0..3).all(|k| (b[k] - (a[k] - depth * normal[k])).abs() < 1e-14), "{row}");
    // 0.25 and the radius along x would part the two.
    let [lower, upper] = ["lower", "upper"].map(|key| row[key].as_f64().unwrap());
    assert!(lower <= -0.375 && (-0.375..=-0.25 + 1e-14).contains(&upper), "{row}");
}

#[test]
fn frames_move_bodies_and_a_bad_frame_is_an_error_of_its_own() {
    let frames = concat!(
        "{\"time\": 0.5, \"poses\": {\"cup\": {\"translation\": [0.5, 0, 1.625]}}}\n",
        "{\"poses\": {\"cap\": {}}}\n",
        "{\"poses\": {\"ball\": {\"translation\": [0.5, 0, 3]}}}\n"
    );
    let frames = File::new("frames.jsonl", frames);
    let run = ask(&room(), &["--frames", frames.path(), "--body", "cup"]);
    assert_eq!((run.status, run.complaint.as_str()), (1, "clearance: 1 of 3 frames have errors\n"));
    let rows = objects(&run.lines);
    assert_eq!((&rows[0]["frame"], &rows[0]["signed_distance"]), (&json!(0), &json!(0.125)));
    let error = rows[1]["error"].as_str().unwrap();
    assert_eq!(rows[1]["frame"], 1);
    assert!(error.ends_with("line 2, /poses: no body is named \"cap\" (did you mean \"cup\"?)"), "{error}");
    // The cup is where the first frame put it: the ball ends 0.375 above it.
    assert_eq!((pairs(&rows[2..]), &rows[2]["frame"]), (vec![["table", "cup"]], &json!(2)));
}

#[test]
fn mistakes_are_told_in_one_line() {
    let file = File::new("mistakes.json", &room().to_string());
    let refusal = |options: &[&str]| {
        let run = run(&[&["scene", file.path()], options].concat(), "");
        assert_eq!((run.status, run.lines.len()), (2, 0));
        run.complaint
    };
    assert_eq!(refusal(&["--body", "tabel"]), "clearance: no body is named \"tabel\", did you mean \"table\"?\n");
    assert_eq!(
        refusal(&["--pair", "cup"]),
        "clearance: --pair: expected two names with a comma between them, got \"cup\"\n"
    );
    assert_eq!(refusal(&["--pair", "cup,cup"]), "clearance: --pair: expected two bodies, got \"cup,cup\"\n");
    let mut walls = room();
    walls["bodies"][1]["shape"] = walls["bodies"][0]["shape"].clone();
    assert_eq!(
        ask(&walls, &["--pair", "floor,table"]).complaint,
        "clearance: --pair: two halfspaces have no distance, expected at most one\n"
    );
    let missing = run(&["scene", "no/such.json"], "");
    assert_eq!(missing.complaint, "clearance: no/such.json: cannot be read: No such file or directory (os error 2)\n");
}

#[test]
fn people_get_a_table() {
    let file = File::new("table.json", &room().to_string());
    let run = run(&["scene", file.path()], "");
    assert!(run.lines[0].starts_with("a     b            status     signed distance"), "{:?}", run.lines);
    assert!(run.lines[1].starts_with("ball  bracket [0]  separated  "), "{:?}", run.lines);
    assert_eq!(run.lines[2], "as close, up to the bounds: table, cup");
}

#[test]
fn pairs_answer_compounds_with_the_same_words() {
    let bodies = room()["bodies"].clone();
    let case = |translation: Value| {
        let side = |i: usize| json!({"shape": bodies[i]["shape"], "pose": bodies[i]["pose"]});
        let mut case = json!({"a": side(3), "b": side(4)});
        case["a"]["pose"]["translation"] = translation;
        case.to_string()
    };
    let input = format!("{}\n{}\n", case(json!([3, 0, 2])), case(json!([3, 0, 1.5])));
    let run = run(&["pairs"], &input);
    assert_eq!(run.status, 0);
    let rows = objects(&run.lines);
    assert_eq!((&rows[0]["distance"], &rows[0]["part_b"], rows[0].get("part_a")), (&json!(0.25), &json!(0), None));
    assert_eq!((&rows[1]["signed_distance"], &rows[1]["local_depth"]), (&Value::Null, &json!(0.25)));
    assert_eq!((&rows[1]["collides"], &rows[1]["distance"], rows[1].get("depth")), (&json!(true), &json!(0.0), None));
}

/// A gap of 4 closes at a rate of 8.
#[test]
fn the_first_contact_of_a_scene_that_moves() {
    let towards = |rate: f64| {
        json!({"bodies": [
            {"name": "wall", "fixed": true, "shape": {"kind": "box", "half_extents": [0.5, 2, 2]}},
            {"name": "ball", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [5, 0, 0]},
             "motion": {"linear": [-rate, 0, 0]}}]})
    };
    let rows = objects(&ask(&towards(8.0), &["--question", "toi"]).lines);
    assert_eq!(
        (pairs(&rows), &rows[0]["toi"], &rows[0]["status"]),
        (vec![["wall", "ball"]], &json!(0.5), &json!("touching"))
    );
    let number = |key: &str| rows[0][key].as_f64().unwrap();
    assert!(number("toi_lower") < 0.5 && number("toi_upper") >= 0.5, "{rows:?}");
    // In time 1 it comes no nearer than 1.
    assert!(objects(&ask(&towards(3.0), &["--question", "toi"]).lines).is_empty());
    let rows = objects(&ask(&towards(3.0), &["--question", "closest-approach", "--within", "1e-9"]).lines);
    let number = |key: &str| rows[0][key].as_f64().unwrap();
    assert!(number("lower") <= 1.0 && number("upper") >= 1.0 && number("upper") - number("lower") <= 1e-9, "{rows:?}");
    // Within 2.5 once it has moved 1.5 of 3.
    let rows_below = objects(&ask(&towards(3.0), &["--question", "closest-approach", "--below", "2.5"]).lines);
    let below = &rows_below[0]["below"]["intervals"][0];
    assert!((below["t"][0].as_f64().unwrap() - 0.5).abs() < 1e-5, "{below}");
    assert_eq!((&below["t"][1], &below["pair"]), (&json!(1.0), &json!(["wall", "ball"])), "{below}");
    let row = (pairs(&rows), &rows[0]["time"], &rows[0]["times"][1], &rows[0]["complete"]);
    assert_eq!(row, (vec![["wall", "ball"]], &json!(1.0), &json!(1.0), &json!(true)));
}

#[test]
fn an_option_that_a_question_has_no_use_for_is_an_error() {
    let told = ask(&room(), &["--question", "contacts", "--k", "3"]);
    assert_eq!(
        (told.status, told.complaint.trim()),
        (2, "clearance: --k goes with --question closest, got --question contacts")
    );
}

#[test]
fn the_first_contact_of_a_point_and_a_mesh_is_proven() {
    // The box begins at x = 0.625: 1.5 of 4.
    let scene = json!({"bodies": [
        {"name": "box", "shape": {"kind": "mesh", "file": crate::run::root().join("testdata/meshes/box.obj"), "as": "mesh"}},
        {"name": "ray", "shape": {"kind": "point"}, "pose": {"translation": [2.125, 0.125, 0.25]}, "motion": {"linear": [-4, 0, 0]}},
        {"name": "ball", "shape": {"kind": "sphere", "radius": 0.125}, "pose": {"translation": [0.125, 2, 0.25]},
         "motion": {"linear": [0, -1.5, 0]}}]});
    let rows = objects(&ask(&scene, &["--question", "toi"]).lines);
    assert_eq!((pairs(&rows), &rows[0]["toi"]), (vec![["box", "ray"]], &json!(0.375)));
    assert_eq!(
        (&rows[0]["status"], &rows[0]["exact"], &rows[0]["toi_upper"]),
        (&json!("touching"), &json!(true), &json!(0.375))
    );
}
