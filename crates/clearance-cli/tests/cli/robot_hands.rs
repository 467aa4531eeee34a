//! `--hold`, `--held-at` and `--forbid`: a body of the scene that a link holds, without a file of its own.

use std::path::{Path, PathBuf};

use crate::run::{objects, run};
use serde_json::{Value, json};

/// An arm of one turn with a hand at 2 from its axis; a cup there, and a post at a quarter turn.
const ARM: &str = r#"<robot name="arm"><link name="base"/><link name="hand"><collision><origin xyz="1.6 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="hand"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>"#;
const WORLD: &str = r#"{"dim": 3, "bodies": [
{"name": "cup", "shape": {"kind": "sphere", "radius": 0.25}, "pose": {"translation": [2, 0, 0]}},
{"name": "post", "shape": {"kind": "sphere", "radius": 0.25}, "pose": {"translation": [0, 2.75, 0]}}]}"#;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("clearance-hands-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("arm.urdf"), ARM).unwrap();
    std::fs::write(folder.join("world.json"), WORLD).unwrap();
    folder
}

fn ask(folder: &Path, verb: &str, more: &[&str], input: &str) -> (crate::run::Run, Vec<Value>) {
    let [arm, world] = ["arm.urdf", "world.json"].map(|file| folder.join(file).display().to_string());
    let found = run(&[&["robot", verb, &arm, "-", "--scene", &world, "--json"], more].concat(), input);
    let answers = objects(&found.lines);
    (found, answers)
}

const HOLD: [&str; 4] = ["--hold", "cup=hand", "--held-at", "[0]"];

#[test]
fn a_body_of_the_scene_is_carried_and_proven_with_the_link_that_holds_it() {
    let folder = folder("carry");
    let quarter = json!({"id": 1, "q": [core::f64::consts::FRAC_PI_2]}).to_string();
    let (found, answers) = ask(&folder, "clearance", &HOLD, &quarter);
    assert_eq!((found.status, &answers[0]["pair"]), (0, &json!(["cup", "post"])), "{}", found.complaint);
    // The cup is at (0, 2): 0.75 from the middle of the post, less both radii.
    assert!((answers[0]["signed_distance"].as_f64().unwrap() - 0.25).abs() < 1e-12);
    let certificate = folder.join("proof.jsonl").display().to_string();
    let edge = json!({"id": "carry", "from": [0], "to": [core::f64::consts::FRAC_PI_2]}).to_string();
    let (found, answers) = ask(&folder, "check", &[&HOLD[..], &["--certificate", &certificate]].concat(), &edge);
    assert_eq!((found.status, &answers[0]["result"]), (0, &json!("free")));
    let line = std::fs::read_to_string(&certificate).unwrap();
    let verify = |more: &[&str]| ask(&folder, "verify", more, &line).1[0]["valid"].clone();
    assert_eq!((verify(&HOLD), verify(&[])), (json!(true), json!(false)));
    // Without its hold the cup is in the way of the hand at once; what it may touch is not checked.
    let (_, bare) = ask(&folder, "clearance", &[], &json!({"q": [0]}).to_string());
    assert_eq!((&bare[0]["collides"], &bare[0]["pair"]), (&json!(false), &json!(["hand", "cup"])));
    let touching = ["--hold", "cup=hand,post", "--held-at", "{\"turn\": 0}"];
    let (_, answers) = ask(&folder, "clearance", &touching, &quarter);
    assert_eq!(answers[0]["pair"], json!(["hand", "post"]));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_held_or_forbidden_is_refused_by_name() {
    let folder = folder("refused");
    let refused = |more: &[&str]| {
        let (found, _) = ask(&folder, "clearance", more, "");
        assert_eq!(found.status, 2);
        found.complaint
    };
    assert!(
        refused(&["--hold", "cap=hand", "--held-at", "[0]"])
            .contains("--hold: attach \"cap\": no body of the scene is named \"cap\" (did you mean \"cup\"?)")
    );
    assert!(
        refused(&["--hold", "cup=hand,pst", "--held-at", "[0]"])
            .contains("\"pst\" is neither a link nor a body of the world")
    );
    assert!(
        refused(&["--hold", "cup=hand", "--held-at", "[0, 1]"])
            .contains("--held-at: expected the 1 values of turn, got 2")
    );
    assert!(refused(&["--hold", "cup", "--held-at", "[0]"]).contains("expected BODY=LINK"));
    assert!(refused(&["--hold", "cup=hand"]).contains("--held-at"));
    assert!(refused(&["--forbid", "hand,bse"]).contains("--forbid: \"bse\" is neither a link nor a body"));
    assert!(refused(&["--overlap", "hand,cup=-1"]).contains("--overlap"));
    assert!(refused(&["--overlap", "hand,cap=0.1"]).contains("--overlap: \"cap\" is neither a link nor a body"));
    std::fs::remove_dir_all(folder).unwrap();
}
