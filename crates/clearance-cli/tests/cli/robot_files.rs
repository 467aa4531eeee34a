//! Robot files that were misread once, and joints at their limits, as a user meets them.

use crate::run::{objects, run};
use serde_json::json;

fn file(name: &str) -> String {
    format!("testdata/robots/urdf/{name}")
}

#[test]
fn a_box_turned_by_a_quaternion_is_hit() {
    let [robot, edges, scene] = ["false_free.urdf", "false_free.jsonl", "false_free.json"].map(file);
    let found = run(&["robot", "check", &robot, &edges, "--scene", &scene, "--json"], "");
    assert_eq!((found.status, &objects(&found.lines)[0]["result"]), (0, &json!("hit")));
}

#[test]
fn what_is_not_understood_is_refused_in_one_line() {
    for (name, what) in [
        ("2g.urdf", "a second <geometry> in one <collision>"),
        ("2s.urdf", "a second shape in one <geometry>"),
        ("inc.urdf", "URDF has no <include>"),
        ("fu1.urdf", "\"file:/models/c.obj\" was not found; tried /models/c.obj"),
    ] {
        let found = run(&["robot", "show", &file(name)], "");
        assert_eq!((found.status, found.complaint.lines().count()), (2, 1), "{}", found.complaint);
        assert!(found.complaint.contains(what), "{}", found.complaint);
    }
}

#[test]
fn values_beyond_a_limit_by_the_tolerance_are_taken_for_the_limit() {
    let robot = file("quatj.urdf");
    // The joint ends at 3.
    let line = |q: f64| format!("{{\"q\": [{q}]}}\n");
    let asked = |more: &[&str], q: f64| {
        let found = run(&[&["robot", "clearance", &robot, "-", "--json"][..], more].concat(), &line(q));
        objects(&found.lines)[0].clone()
    };
    let near = asked(&[], 3.000_002_6);
    assert_eq!((&near["clamped"], near.get("beyond_limits")), (&json!(["j"]), None));
    let far = asked(&[], 3.1);
    assert_eq!((far.get("clamped"), &far["beyond_limits"]), (None, &json!(["j"])));
    let strict = asked(&["--limit-tolerance", "0"], 3.000_002_6);
    assert_eq!((strict.get("clamped"), &strict["beyond_limits"]), (None, &json!(["j"])));
    let edge = "{\"from\": [0], \"to\": [3.0000026]}\n";
    let checked = objects(&run(&["robot", "check", &robot, "-", "--json"], edge).lines);
    assert_eq!((&checked[0]["clamped"], &checked[0]["result"]), (&json!(["j"]), &json!("free")));
    let problem = "{\"start\": [0], \"goal\": [3.0000026]}\n";
    let planned = objects(&run(&["robot", "plan", &robot, "-", "--json"], problem).lines);
    assert_eq!((&planned[0]["clamped"], &planned[0]["path"]), (&json!(["j"]), &json!([[0.0], [3.0]])));
}

/// An arm of 1 m about z, whose tip meets the post at a quarter turn; a path over it is hit in its second edge.
const SWING: &str = "{\"bodies\": [{\"name\": \"post\", \"shape\": {\"kind\": \"sphere\", \"radius\": 0.1}, \"pose\": {\"translation\": [0, 1.35, 0]}}]}";

#[test]
fn paths_of_planners_are_read_and_their_bad_edges_listed_with_a_repair() {
    let folder = std::env::temp_dir().join(format!("clearance-paths-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    // Two joints: the arm turns, and slides outwards by up to 1.
    let robot = write(
        "arm.urdf",
        "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><link name=\"c\"><collision><origin xyz=\"1 0 0\"/><geometry>\
         <sphere radius=\"0.1\"/></geometry></collision></link><joint name=\"turn\" type=\"continuous\"><parent link=\"a\"/><child link=\"b\"/>\
         <axis xyz=\"0 0 1\"/></joint><joint name=\"out\" type=\"prismatic\"><parent link=\"b\"/><child link=\"c\"/><axis xyz=\"1 0 0\"/>\
         <limit lower=\"0\" upper=\"1\"/></joint></robot>",
    );
    let scene = write("scene.json", SWING);
    let rows = "turn,out\n0,0.3\n0.5,0.3\n2.5,0.3\n";
    let states =
        "Geometric path with 3 states\nRealVectorState [0 0.3]\nRealVectorState [0.5 0.3]\nRealVectorState [2.5 0.3]\n";
    let yaml = "joint_names: [out, turn]\npoints:\n- {positions: [0.3, 0]}\n- {positions: [0.3, 0.5]}\n- {positions: [0.3, 2.5]}\n";
    let lines = "{\"id\": \"p\", \"path\": [[0, 0.3], [0.5, 0.3], [2.5, 0.3]]}\n";
    let mut answers = Vec::new();
    for (name, text) in [("p.csv", rows), ("p.txt", states), ("p.yaml", yaml), ("p.jsonl", lines)] {
        let path = write(name, text);
        let found = run(&["robot", "check", &robot, &path, "--scene", &scene, "--json"], "");
        assert_eq!((found.status, found.complaint.as_str()), (0, ""), "{name}");
        answers.push(objects(&found.lines)[0].clone());
    }
    let first = &answers[0];
    assert!(answers.iter().all(|answer| answer == first), "{answers:?}");
    assert_eq!((&first["id"], &first["result"], &first["pair"]), (&json!("p"), &json!("hit"), &json!(["c", "post"])));
    assert_eq!((first["edges"].as_array().unwrap().len(), &first["edges"][0]["edge"]), (1, &json!(1)));
    // Over the post at a quarter turn the arm, 1.3 long, is 0.05 from its middle: 0.15 deep.
    let deepest = &first["edges"][0]["deepest"];
    let near =
        |value: &serde_json::Value, expected: f64, width: f64| (value.as_f64().unwrap() - expected).abs() < width;
    assert!(near(&deepest["signed_distance"], -0.15, 1e-9), "{deepest}");
    assert!(
        near(&deepest["lower"], -0.15, 2e-9) && deepest["lower"].as_f64() <= deepest["upper"].as_f64(),
        "{deepest}"
    );
    assert!(near(&deepest["t"], 1.0 + (std::f64::consts::FRAC_PI_2 - 0.5) / 2.0, 1e-4), "{deepest}");
    // One new waypoint, after the second one, and the path is free by it: proven by a check of its own.
    assert_eq!(first["repairs"][0]["after"], json!(1));
    let repaired = write("repaired.jsonl", &format!("{}\n", json!({"path": first["repaired_path"]})));
    let again = run(&["robot", "check", &robot, &repaired, "--scene", &scene, "--json"], "");
    assert_eq!(objects(&again.lines)[0]["result"], json!("free"));
    let text = run(&["robot", "check", &robot, &write("p.csv", rows), "--scene", &scene], "").lines.join("\n");
    assert!(text.contains("edge 1 hits from") && text.contains("with that the path is proven free"), "{text}");
    // The page replays the path as it is, and repaired.
    let page = folder.join("page.html");
    let csv = write("p.csv", rows);
    let made = run(&["robot", "check", &robot, &csv, "--scene", &scene, "--html", &page.display().to_string()], "");
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(made.status == 0 && html.contains("\"p repaired\""), "{}", made.complaint);
    // The robot is read back from what is written of it.
    let copy = folder.join("copy.urdf").display().to_string();
    let shown = run(&["robot", "show", &robot, "--urdf", &copy], "");
    assert_eq!((shown.status, shown.complaint.as_str()), (0, ""));
    let again = run(&["robot", "check", &copy, &csv, "--scene", &scene, "--json"], "");
    assert_eq!(objects(&again.lines)[0], *first);
    // A waypoint that is in the post itself is moved.
    let inside = write("inside.csv", "turn,out\n1.5,0.1\n1.5707963267948966,0.18\n1.7,0.1\n");
    let found = run(&["robot", "check", &robot, &inside, "--scene", &scene, "--json"], "");
    let answer = &objects(&found.lines)[0];
    assert_eq!((&answer["result"], &answer["repairs"][0]["waypoint"]), (&json!("hit"), &json!(1)));
    assert!(
        answer["repairs"][0]["moved"].as_f64().unwrap() < 0.05 && answer.get("repaired_path").is_some(),
        "{answer}"
    );
    let odd = write("odd.csv", "turn,otu\n0,0\n1,1\n");
    let found = run(&["robot", "check", &robot, &odd, "--scene", &scene, "--json"], "");
    let error = objects(&found.lines)[0]["error"].as_str().unwrap().to_string();
    assert!(error.contains("no joint is named \"otu\" (did you mean \"out\"?)"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}
