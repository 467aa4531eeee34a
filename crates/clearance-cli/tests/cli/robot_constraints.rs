//! Constraints at the command: a cup stays upright, a point stays in a box, and what knows no constraints refuses them.

use std::path::{Path, PathBuf};

use crate::run::{Run, objects, run};
use serde_json::{Value, json};

/// A slide along x that carries a cup which tilts about y.
const ROBOT: &str = r#"<robot name="waiter"><link name="base"/><link name="tray"/>
<link name="cup"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="base"/><child link="tray"/><axis xyz="1 0 0"/>
<limit lower="-4" upper="4" effort="1" velocity="1"/></joint>
<joint name="tilt" type="revolute"><parent link="tray"/><child link="cup"/><axis xyz="0 1 0"/>
<limit lower="-2" upper="2" effort="1" velocity="1"/></joint></robot>"#;

struct Files(PathBuf);

impl Files {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("clearance-constraints-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let files = Files(folder);
        files.write("robot.urdf", ROBOT);
        let post =
            json!({"name": "post", "shape": {"kind": "sphere", "radius": 0.1}, "pose": {"translation": [3, 0, 0]}});
        files.write("post.json", &json!({"bodies": [post]}).to_string());
        files
    }

    fn write(&self, name: &str, text: &str) -> String {
        let file = self.0.join(name);
        std::fs::write(&file, text).unwrap();
        file.display().to_string()
    }

    fn ask(&self, verb: &str, input: &str, more: &[&str]) -> (Run, Vec<Value>) {
        let [robot, scene] = ["robot.urdf", "post.json"].map(|name| self.0.join(name).display().to_string());
        let found = run(&[&["robot", verb, &robot, input, "--scene", &scene, "--json"], more].concat(), "");
        let lines = objects(&found.lines);
        (found, lines)
    }
}

#[test]
fn a_cup_that_tilts_too_far_is_violated_and_one_that_does_not_has_a_certificate() {
    let files = Files::new("check");
    let edges = r#"{"id": "level", "from": [0, -0.1], "to": [1, 0.1]}
{"id": "tilted", "from": [0, 0], "to": [1, 0.5]}
{"id": "struck first", "path": [[0, 0], [4, 0], [4, 0.5]]}
"#;
    let edges = files.write("edges.jsonl", edges);
    let proofs = files.0.join("proofs.jsonl").display().to_string();
    let upright = ["--keep-upright", "cup=10"];
    let (found, lines) = files.ask("check", &edges, &[&upright[..], &["--certificate", &proofs]].concat());
    assert_eq!(found.status, 0, "{}", found.complaint);
    let results: Vec<&Value> = lines.iter().map(|line| &line["result"]).collect();
    assert_eq!(results, ["free", "violated", "hit"]);
    // 10 degrees are 0.17453 of a tilt of 0.5.
    let (angle, time) = (10f64.to_radians(), lines[1]["t_upper"].as_f64().unwrap());
    assert!((time - angle / 0.5).abs() < 1e-9, "{}", lines[1]);
    assert_eq!((&lines[1]["constraint"], &lines[1]["limit"]), (&json!("upright cup"), &json!(angle)));
    // A certificate holds for this constraint, and for no other nor without it.
    let (found, answers) = files.ask("verify", &proofs, &upright);
    assert_eq!((found.status, &answers[0]["valid"]), (0, &json!(true)), "{answers:?}");
    for other in [&["--keep-upright", "cup=11"][..], &[]] {
        let (found, answers) = files.ask("verify", &proofs, other);
        assert_eq!(found.status, 1);
        assert_eq!(answers[0]["reason"], "the certificate is about another list of constraints");
    }
}

#[test]
fn configurations_say_whether_constraints_hold() {
    let files = Files::new("clearance");
    let text =
        r#"{"constraints": [{"name": "near", "link": "cup", "point": [0, 0, 0], "box": {"half": [0.5, null, null]}}]}"#;
    let constraints = files.write("constraints.json", text);
    let inputs = files.write("configurations.jsonl", "{\"q\": [0.25, 0]}\n{\"q\": [0.75, 0]}\n");
    let (found, lines) = files.ask("clearance", &inputs, &["--constraints", &constraints]);
    assert_eq!(found.status, 0, "{}", found.complaint);
    let near = |value: f64, holds: bool| json!([{"name": "near", "value": value, "limit": 0.0, "holds": holds}]);
    assert_eq!([&lines[0]["constraints"], &lines[1]["constraints"]], [&near(-0.25, true), &near(0.25, false)]);
    // Distances are those of bodies.
    assert!((lines[1]["signed_distance"].as_f64().unwrap() - 2.05).abs() < 1e-12);
}

#[test]
fn what_knows_no_constraints_refuses_them_and_wrong_ones_are_named() {
    let files = Files::new("refused");
    let edges = files.write("edges.jsonl", r#"{"from": [0, 0], "to": [1, 0.05]}"#);
    let (found, _) = files.ask("approach", &edges, &["--keep-upright", "cup=10"]);
    assert!(
        found.status != 0
            && found.complaint.contains("closest approaches cannot hold constraints, got \"upright cup\""),
        "{}",
        found.complaint
    );
    let complaint = |option: &str| files.ask("check", &edges, &["--keep-upright", option]).0.complaint;
    assert!(complaint("cip=10").contains("no link is named \"cip\""), "{}", complaint("cip=10"));
    assert!(complaint("cup=0").contains("must be between 0 and π, radians, got 0"), "{}", complaint("cup=0"));
    assert!(complaint("tray=5").contains("no joint moves what it says of \"tray\""), "{}", complaint("tray=5"));
    let text =
        r#"{"constraints": [{"name": "near", "link": "cup", "point": [0, 0, 0], "bax": {"half": [0.5, null, null]}}]}"#;
    let wrong = files.write("wrong.json", text);
    let complaint = files.ask("check", &edges, &["--constraints", &wrong]).0.complaint;
    assert!(complaint.contains("wrong.json, /constraints/0: unknown field `bax`"), "{complaint}");
}

#[test]
fn a_panda_carries_a_cup_upright_from_a_shelf_around_a_post() {
    let panda = |file: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/panda");
        folder.join(file).display().to_string()
    };
    let files = Files::new("panda");
    let [robot, srdf, task, scene] = ["panda.urdf", "panda.srdf", "upright.json", "shelf.json"].map(panda);
    let proof = files.0.join("task.jsonl").display().to_string();
    let common = ["--srdf", &srdf, "--scene", &scene, "--json"];
    let asked = ["robot", "task", &robot, &task, "--group", "arm", "--certificate", &proof, "--require-free"];
    let found = run(&[&asked[..], &common].concat(), "");
    let lines = objects(&found.lines);
    assert_eq!(found.status, 0, "{} {lines:?}", found.complaint);
    let words: Vec<&str> = lines[..11].iter().map(|line| line["step"].as_str().unwrap()).collect();
    assert_eq!(words, ["plan", "move", "attach", "allow", "allow", "keep", "plan", "relax", "detach", "move", "plan"]);
    let found = run(&[&["robot", "verify", &robot, &proof], &common[..]].concat(), "");
    assert_eq!((found.status, &objects(&found.lines)[0]["valid"]), (0, &json!(true)));
    // The proof of what is carried is needed.
    let text = std::fs::read_to_string(&proof).unwrap();
    assert!(text.contains("\"angle\":0.17"));
    let wider = files.write("wider.jsonl", &text.replacen("\"angle\":0.17", "\"angle\":0.16", 1));
    let found = run(&[&["robot", "verify", &robot, &wider], &common[..]].concat(), "");
    let why = objects(&found.lines)[0]["reason"].to_string();
    assert!(found.status == 1 && why.contains("step 8, motion: the certificate is about another list of constraints"));
}
