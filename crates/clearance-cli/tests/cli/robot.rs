//! `clearance robot` as a user runs it.

use crate::run::{objects, run};

const PANDA: [&str; 3] = ["testdata/robots/panda/panda.urdf", "--srdf", "testdata/robots/panda/panda.srdf"];

fn robot(verb: &str, more: &[&str], input: &str) -> crate::run::Run {
    let arguments: Vec<&str> = ["robot", verb].iter().chain(&PANDA).chain(more).copied().collect();
    run(&arguments, input)
}

#[test]
fn show_lists_joints_links_shapes_and_allowed_pairs() {
    let shown = robot("show", &["--json"], "");
    let object = &objects(&shown.lines)[0];
    assert_eq!((shown.status, object["joints"].as_array().unwrap().len()), (0, 12));
    assert_eq!(object["variables"].as_array().unwrap().len(), 8);
    assert_eq!(object["joints"][0]["limits"], serde_json::json!([-2.8973, 2.8973]));
    assert_eq!(object["shapes"].as_array().unwrap().len(), 17);
    let mimic = object["joints"].as_array().unwrap().iter().find(|joint| joint.get("mimic").is_some()).unwrap();
    assert_eq!(
        (mimic["name"].as_str(), mimic["mimic"]["joint"].as_str()),
        (Some("panda_finger_joint2"), Some("panda_finger_joint1"))
    );
    let allowed = object["allowed"].as_array().unwrap();
    assert!(
        allowed
            .iter()
            .any(|row| row["pair"] == serde_json::json!(["panda_link0", "panda_link1"]) && row["why"] == "adjacent")
    );
    assert!(robot("show", &[], "").lines.iter().any(|line| line.contains("panda_joint1") && line.contains("revolute")));
}

#[test]
fn clearances_come_in_order_and_one_bad_line_spoils_no_other() {
    let lines = "{\"id\": 1, \"q\": [0, -0.785, 0, -2.356, 0, 1.571, 0.785, 0.02]}\n{\"id\": \"short\", \"q\": [1]}\n\
                 {\"id\": \"named\", \"q\": {\"panda_joint2\": 0.1}}\n{\"id\": 4, \"Q\": []}\n";
    let options = ["--scene", "testdata/robots/panda/boxes.json", "--rest", "default", "--json", "-"];
    let found = robot("clearance", &options, lines);
    let objects = objects(&found.lines);
    assert_eq!((found.status, objects.len()), (1, 4));
    let unknown = "standard input, line 4: unknown key \"Q\", expected \"id\", \"q\" (did you mean \"q\"?)";
    assert_eq!((&objects[3]["id"], objects[3]["error"].as_str()), (&serde_json::json!(4), Some(unknown)));
    assert_eq!(objects[0]["id"], 1);
    assert!(
        objects[1]["error"]
            .as_str()
            .unwrap()
            .starts_with("standard input, line 2, /q: expected the 8 values of panda_joint1")
    );
    for object in [&objects[0], &objects[2]] {
        let number = |key: &str| object[key].as_f64().unwrap();
        assert!(number("lower") <= number("signed_distance") && number("signed_distance") <= number("upper"));
        assert!(number("upper") - number("lower") < 1e-12 && object["collides"].is_boolean());
        let point = |key: &str| object[key].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>();
        let (a, b, n) = (point("witness_a"), point("witness_b"), point("normal"));
        assert!((0..3).all(|i| (b[i] - a[i] - number("signed_distance") * n[i]).abs() < 1e-12));
        assert_eq!(object["pair"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn gradients_name_every_variable() {
    let options = ["--scene", "testdata/robots/panda/boxes.json", "--json", "-"];
    let found = robot("gradient", &options, "{\"q\": [0.1, -0.785, 0.2, -2.356, 0.3, 1.571, 0.785, 0.02]}\n");
    let object = &objects(&found.lines)[0];
    assert_eq!((found.status, object["gradient"].as_object().unwrap().len()), (0, 8));
    assert!(object["differentiable"].is_boolean() && object["gradient"]["panda_joint1"].is_number());
}

#[test]
fn srdf_rows_are_decided_anew() {
    let found = robot("srdf", &["--json", "--samples", "50", "--cells", "200"], "");
    let objects = objects(&found.lines);
    assert!(found.status == 0 && objects.len() >= 30);
    let of = |a: &str, b: &str| objects.iter().find(|row| row["pair"] == serde_json::json!([a, b])).unwrap();
    let neighbours = of("panda_link0", "panda_link1");
    assert_eq!((neighbours["why"].as_str(), neighbours["proof"].as_str()), (Some("adjacent"), Some("proven")));
    assert!(
        objects
            .iter()
            .all(|row| row["why"].is_null() || ["proven", "sampled"].contains(&row["proof"].as_str().unwrap()))
    );
}

#[test]
fn what_cannot_be_used_is_told_in_one_line() {
    let missing = run(&["robot", "show", "nowhere.urdf"], "");
    assert!(
        missing.status == 2 && missing.complaint.starts_with("clearance: nowhere.urdf: cannot be read"),
        "{}",
        missing.complaint
    );
    let state = robot("clearance", &["--rest", "asleep", "-"], "");
    assert_eq!(state.status, 2);
    assert!(state.complaint.contains("there are \"default\""), "{}", state.complaint);
}
