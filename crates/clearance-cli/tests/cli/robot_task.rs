//! `robot task`: a Panda picks a cup from a table, carries it around a post and places it, with one certificate.

use std::path::{Path, PathBuf};

use crate::run::{Run, objects, run};
use serde_json::{Value, json};

fn panda(file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/panda").join(file).display().to_string()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("clearance-task-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn ask(verb: &str, input: &str, scene: &str, more: &[&str]) -> (Run, Vec<Value>) {
    let [robot, srdf] = ["panda.urdf", "panda.srdf"].map(panda);
    let common = ["robot", verb, &robot, input, "--srdf", &srdf, "--scene", scene, "--json"];
    let found = run(&[&common[..], more].concat(), "");
    let lines = objects(&found.lines);
    (found, lines)
}

#[test]
fn a_panda_picks_a_cup_carries_it_and_places_it_with_one_certificate() {
    let folder = folder("panda");
    let certificate = folder.join("task.jsonl").display().to_string();
    let (task, kitchen) = (panda("pick_and_place.json"), panda("kitchen.json"));
    let options = ["--group", "arm", "--certificate", &certificate, "--require-free"];
    let (found, lines) = ask("task", &task, &kitchen, &options);
    assert_eq!((found.status, lines.len()), (0, 9), "{} {lines:?}", found.complaint);
    let words: Vec<&str> = lines[..8].iter().map(|line| line["step"].as_str().unwrap()).collect();
    assert_eq!(words, ["plan", "move", "attach", "allow", "plan", "detach", "move", "plan"]);
    // The gripper stands still in every plan, to the bit: open, around the cup, and open again.
    let fingers = |line: &Value| -> Vec<f64> {
        let mut all: Vec<f64> = line["path"].as_array().unwrap().iter().map(|q| q[7].as_f64().unwrap()).collect();
        all.dedup();
        all
    };
    assert_eq!([0, 4, 7].map(|plan| fingers(&lines[plan])), [vec![0.04], vec![0.031], vec![0.04]]);
    // The cup stands on the table, 0 above it: only the depth that is allowed leaves it free.
    let lower = lines[8]["clearance_lower"].as_f64().unwrap();
    assert!((-0.001..=0.0).contains(&lower), "{lower}");
    let (found, answers) = ask("verify", &certificate, &kitchen, &[]);
    assert_eq!((found.status, &answers[0]["valid"]), (0, &json!(true)), "{answers:?}");
    assert_eq!(answers[0]["clearance_lower"], lines[8]["clearance_lower"]);
    // It proves nothing in another scene, nor if a step of it is changed.
    let text = std::fs::read_to_string(&certificate).unwrap();
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let file = folder.join("changed.jsonl");
        std::fs::write(&file, text.replacen(from, to, 1)).unwrap();
        let (found, answers) = ask("verify", &file.display().to_string(), &kitchen, &[]);
        assert_eq!(found.status, 1);
        answers[0]["reason"].as_str().unwrap().to_string()
    };
    assert!(refused("\"depth\":0.001", "\"depth\":0.0005").contains("step 4, motion: "));
    assert!(refused("\"link\":\"panda_hand\"", "\"link\":\"panda_link8\"").contains("step 2, attach: the pose"));
    assert!(refused("\"touch\":[\"panda_leftfinger\",", "\"touch\":[").contains("another list of allowed pairs"));
    let elsewhere = std::fs::read_to_string(&kitchen).unwrap().replace("[0.5, 0, 0.31]", "[0.5, 0.001, 0.31]");
    let other = folder.join("other.json").display().to_string();
    std::fs::write(&other, elsewhere).unwrap();
    let (found, answers) = ask("verify", &certificate, &other, &[]);
    assert_eq!((found.status, &answers[0]["reason"]), (1, &json!("the certificate is about another scene")));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn motions_of_a_task_are_trajectories_within_limits() {
    let folder = folder("times");
    let [certificate, times] = ["task.jsonl", "times.jsonl"].map(|name| folder.join(name).display().to_string());
    let (task, kitchen) = (panda("pick_and_place.json"), panda("kitchen.json"));
    let timed = ["--times", &times, "--acceleration", "5", "--certificate", &certificate, "--group", "arm"];
    let (found, lines) = ask("task", &task, &kitchen, &timed);
    assert_eq!((found.status, &lines[8]["solved"]), (0, &json!(true)), "{} {lines:?}", found.complaint);
    // The fingers close by 9 mm at 5 m/s²: 2 sqrt(0.009/5) seconds.
    let closing = lines[1]["duration"].as_f64().unwrap();
    assert!((0.0848..0.0858).contains(&closing), "{closing}");
    let (found, answers) = ask("verify", &certificate, &kitchen, &[]);
    assert_eq!((found.status, &answers[0]["valid"]), (0, &json!(true)), "{answers:?}");
    // Each is in the file too, by the place of its step.
    let written = std::fs::read_to_string(&times).unwrap();
    let ids: Vec<Value> =
        written.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone()).collect();
    assert_eq!(ids, [0, 1, 4, 6, 7].map(|place| json!(place)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_hand_moves_on_arcs_by_tubes_about_chords_with_limits_of_jerk() {
    let folder = folder("arcs");
    let file = |name: &str| folder.join(name).display().to_string();
    let kitchen = panda("kitchen.json");
    let home = json!([0, -0.785, 0, -2.356, 0, 1.571, 0.785, 0.04]);
    let taken = |steps: Value, more: &[&str]| {
        std::fs::write(file("task.json"), json!({"start": home, "steps": steps}).to_string()).unwrap();
        ask("task", &file("task.json"), &kitchen, &[&["--group", "arm"], more].concat())
    };
    let about =
        json!({"link": "panda_hand", "point": [0, 0, 0.1], "center": [0.1, 0, 0], "axis": [0, 0, 1], "angle": 0.8});
    let back = json!({"link": "panda_hand", "point": [0, 0, 0.1], "center": [0.1, 0, 0], "axis": [0, 0, -1], "angle": 0.8, "axes": "turn"});
    let steps = json!([{"arc": about, "radius": 0.004}, {"arc": back, "radius": 0.02}]);
    let (proof, times) = (file("proof.jsonl"), file("times.jsonl"));
    let rates = ["--times", &times, "--acceleration", "5", "--jerk", "500", "--certificate", &proof];
    let (found, lines) = taken(steps, &rates);
    assert_eq!((found.status, &lines[2]["solved"]), (0, &json!(true)), "{} {lines:?}", found.complaint);
    assert_eq!([&lines[0]["step"], &lines[1]["step"]], [&json!("arc"), &json!("arc")]);
    let last = lines[1]["path"].as_array().unwrap().last().unwrap();
    for (a, b) in last.as_array().unwrap().iter().zip(home.as_array().unwrap()) {
        assert!((a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 0.01, "back near the start: {last}");
    }
    let (found, answers) = ask("verify", &proof, &kitchen, &[]);
    assert_eq!((found.status, &answers[0]["valid"]), (0, &json!(true)), "{answers:?}");
    // The narrow one has more chords; a line for each is in the file, and the duration is that of all.
    let trajectories: Vec<Value> =
        std::fs::read_to_string(&times).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(trajectories.len() >= 4 && trajectories.iter().all(|one| one["interpolation"] == "quintic"));
    let ends =
        trajectories.iter().map(|one| one["points"].as_array().unwrap().last().unwrap()["time"].as_f64().unwrap());
    let whole: f64 = lines[..2].iter().map(|line| line["duration"].as_f64().unwrap()).sum();
    assert!((ends.sum::<f64>() - whole).abs() < 1e-9);
    let refused = |step: Value| taken(json!([step]), &[]).0.complaint;
    assert!(refused(json!({"arc": about})).contains("/steps/0: missing key \"radius\""));
    let none = refused(
        json!({"arc": {"link": "panda_hand", "center": [0, 0, 0], "axis": [0, 0, 1], "angle": 0}, "radius": 0.01}),
    );
    assert!(
        none.contains("/steps/0/arc: the angle of an arc must not be zero and at most 2π, radians, got 0"),
        "{none}"
    );
    let mixed = refused(json!({"plan": {"goal": home}, "radius": 0.01}));
    assert!(mixed.contains("a step \"plan\" has no \"radius\": it belongs to \"line\" and \"arc\""), "{mixed}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_step_that_fails_is_named_and_what_is_no_step_is_refused() {
    let folder = folder("steps");
    let kitchen = panda("kitchen.json");
    let home = json!([0, -0.785, 0, -2.356, 0, 1.571, 0.785, 0.04]);
    let taken = |steps: Value| {
        let file = folder.join("task.json");
        std::fs::write(&file, json!({"start": home, "steps": steps}).to_string()).unwrap();
        ask("task", &file.display().to_string(), &kitchen, &["--require-free"])
    };
    // Through the table.
    let down = json!([0, 1.2, 0, -1.2, 0, 1.571, 0.785, 0.04]);
    let (found, lines) = taken(json!([{"move": {"panda_finger_joint1": 0.02}}, {"move": down}]));
    assert_eq!((found.status, lines.len(), &lines[0]["step"]), (3, 2, &json!("move")), "{lines:?}");
    assert_eq!((&lines[1]["solved"], &lines[1]["step"]), (&json!(false), &json!(1)));
    assert!(lines[1]["reason"].as_str().unwrap().starts_with("hit, "));
    let refused = |steps: Value| {
        let (found, _) = taken(steps);
        assert_eq!(found.status, 2);
        found.complaint
    };
    assert!(refused(json!([{"attach": {"body": "cup"}}])).contains("/steps/0/attach: missing key \"link\""));
    assert!(refused(json!([{"attach": {"link": "panda_hand"}}])).contains("/steps/0/attach: missing key \"body\""));
    let until = |more: Value| {
        let mut step = json!({"allow": ["panda_hand", "table"]});
        step.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        refused(json!([step]))
    };
    assert!(until(json!({"until": 0})).contains("/steps/0/allow: a height must be a positive length, got 0"));
    assert!(until(json!({"until": 1, "up": [0, 0, 0]})).contains("the direction up must be finite and not zero"));
    assert!(until(json!({"until": 1, "depth": 0})).contains("a depth must be a positive length, got 0"));
    assert!(until(json!({"up": [0, 0, 1]})).contains("/steps/0/up: a step without \"until\" has no \"up\""));
    let forbidden = refused(json!([{"forbid": ["panda_hand", "table"], "until": 1}]));
    assert!(forbidden.contains("/steps/0/until: a step \"forbid\" has no \"until\": it belongs to \"allow\""));
    let near = refused(json!([{"attach": {"body": "cop", "link": "panda_hand"}}]));
    assert!(near.contains("/steps/0/attach: attach \"cop\": no body of the scene is named \"cop\""), "{near}");
    assert!(refused(json!([{"detach": "cup"}])).contains("the robot holds nothing"));
    assert!(refused(json!([{"plan": {"goal": home}, "depth": 1}])).contains("a step \"plan\" has no \"depth\""));
    assert!(refused(json!([{"plan": {"goal": home}, "group": "hnad"}])).contains("hnad"));
    assert!(refused(json!([{}])).contains("expected one of"));
    std::fs::remove_dir_all(folder).unwrap();
}
