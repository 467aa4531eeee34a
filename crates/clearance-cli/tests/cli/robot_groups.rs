//! `--group` of the commands of robots: the Panda's arm moves, and its gripper stands where it is.

use crate::run::{objects, root, run};
use serde_json::{Value, json};

const PANDA: [&str; 3] = ["testdata/robots/panda/panda.urdf", "--srdf", "testdata/robots/panda/panda.srdf"];
const SCENE: [&str; 2] = ["--scene", "testdata/robots/panda/mbm/box_0080.json"];
const FINGER: &str = "panda_finger_joint1";

/// A verb about the arm of the Panda, with JSON out.
fn ask(verb: &str, more: &[&str], input: &str) -> (crate::run::Run, Vec<Value>) {
    let found = run(&[&["robot", verb], &PANDA[..], &["--json"], more].concat(), input);
    let answers = objects(&found.lines);
    (found, answers)
}

/// Start and goal of a problem of the motion benchmark, as lists of the arm's values.
fn ends() -> [Vec<f64>; 2] {
    let file = root().join("testdata/robots/panda/mbm/problems.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let line = text.lines().find(|line| line.contains("\"box/0080\"")).unwrap();
    let problem: Value = serde_json::from_str(line).unwrap();
    let values = |key: &str| (1..=7).map(|i| problem[key][format!("panda_joint{i}")].as_f64().unwrap()).collect();
    ["start", "goal"].map(values)
}

fn values(path: &Value) -> Vec<Vec<f64>> {
    let row = |q: &Value| q.as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect();
    path.as_array().unwrap().iter().map(row).collect()
}

#[test]
fn the_arm_plans_with_the_gripper_standing_where_the_start_says_to_the_bit() {
    let [start, goal] = ends();
    let whole = [&start[..], &[0.0325]].concat();
    // The goal names the arm only; the start says where the fingers are, or --rest does, or they stand at zero. In the
    // box the goal is free with the fingers of the start only, which go around the can.
    for (from, options, stands) in [
        (&whole, &SCENE[..], 0.0325),
        (&start, &["--rest", "{\"panda_finger_joint1\": 0.017}"], 0.017),
        (&start, &["--at", "default"], 0.001),
        (&start, &[], 0.0),
    ] {
        let problem = json!({"id": "reach", "start": from, "goal": goal}).to_string();
        let (found, answers) = ask("plan", &[&["-", "--group", "arm"], options].concat(), &problem);
        assert_eq!((found.status, &answers[0]["solved"]), (0, &json!(true)), "{:?}", found.complaint);
        let path = values(&answers[0]["path"]);
        assert!(path.len() > 1 && path.iter().all(|q| q.len() == 8 && q[7] == stands), "{path:?}");
        assert_eq!(answers[0]["at_rest"], json!({FINGER: stands}));
        assert!((0..7).all(|i| path[path.len() - 1][i] == goal[i]));
    }
}

#[test]
fn what_is_no_group_or_moves_another_joint_is_refused_by_name() {
    let [start, goal] = ends();
    let problem = json!({"start": start, "goal": goal}).to_string();
    let refused = |group: &str| {
        let (found, _) = ask("plan", &["-", "--group", group], &problem);
        assert_eq!(found.status, 2);
        found.complaint.trim_end().to_string()
    };
    let unknown = refused("amr");
    assert!(
        unknown
            .contains("--group: group \"amr\": neither a group nor a joint is named \"amr\" (did you mean \"arm\"?)")
    );
    assert!(unknown.contains("there are arm, hand, arm_and_hand"), "{unknown}");
    assert!(
        refused("arm,panda_joint3")
            .contains("\"panda_joint3\" names joint \"panda_joint3\", which is in the group already")
    );
    assert!(refused("panda_finger_joint2").contains("follows \"panda_finger_joint1\": name that one"));
    let with = |q: &[f64], finger: f64| [q, &[finger]].concat();
    let moved = json!({"start": with(&start, 0.01), "goal": with(&goal, 0.02)});
    let (_, answers) = ask("plan", &["-", "--group", "arm"], &moved.to_string());
    let error = answers[0]["error"].as_str().unwrap();
    assert!(
        error.contains("joint \"panda_finger_joint1\" stands at 0.01, since it is not in the group \"arm\", got 0.02"),
        "{error}"
    );
    let (_, answers) = ask("plan", &["-", "--group", "arm"], &json!({"start": [1, 2], "goal": goal}).to_string());
    let error = answers[0]["error"].as_str().unwrap();
    assert!(
        error.contains("expected the 7 values of panda_joint1, ") && error.contains("or the 8 values of"),
        "{error}"
    );
}

#[test]
fn edges_regions_and_sweeps_are_of_the_group() {
    let [start, _] = ends();
    let more = [&["-", "--group", "arm", "--rest", "{\"panda_finger_joint1\": 0.02}"], &SCENE[..]].concat();
    let mut near = start.clone();
    near[0] += 0.05;
    let (_, edges) = ask("check", &more, &json!({"from": start, "to": near}).to_string());
    assert_eq!((&edges[0]["result"], &edges[0]["at_rest"]), (&json!("free"), &json!({FINGER: 0.02})));
    let whole = |q: &[f64]| [q, &[0.02]].concat();
    let (_, same) =
        ask("check", &[&["-"], &SCENE[..]].concat(), &json!({"from": whole(&start), "to": whole(&near)}).to_string());
    assert_eq!(edges[0]["clearance_lower"], same[0]["clearance_lower"]);
    let region = [&more[..], &["--half", "0.01"]].concat();
    let (_, regions) = ask("region", &region, &json!({"q": start}).to_string());
    assert_eq!((&regions[0]["result"], &regions[0]["box"][FINGER]), (&json!("free"), &json!([0.02, 0.02])));
    let side = &regions[0]["box"]["panda_joint1"];
    assert!(side[1].as_f64().unwrap() - side[0].as_f64().unwrap() > 0.019, "{side}");
    // A slide or two of the arm: all others stand.
    let held = json!(
        start
            .iter()
            .enumerate()
            .map(|(i, q)| (format!("panda_joint{}", i + 1), *q))
            .collect::<std::collections::HashMap<_, _>>()
    );
    let sweep = ["--group", "panda_joint7", "--at", &held.to_string(), "--ranges", "{\"panda_joint7\": [0, 0.1]}"];
    let (found, swept) = ask("sweep", &sweep, "");
    assert_eq!(found.status, 0, "{}", found.complaint);
    assert_eq!((&swept[0]["worst"]["panda_joint1"], &swept[0]["worst"][FINGER]), (&json!(start[0]), &json!(0.0)));
}
