//! `clearance robot monitor` on the redundant robot of the paper.

use crate::run::{objects, root, run};
use serde_json::json;

fn folder() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("clearance-monitor-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn ask(log: &str, more: &[&str]) -> crate::run::Run {
    let file = |name: &str| root().join("testdata/robots/redundant").join(name).display().to_string();
    let (robot, srdf, scene) = (file("robot.json"), file("robot.srdf"), file("scene.json"));
    run(&[&["robot", "monitor", &robot, log, "--srdf", &srdf, "--scene", &scene], more].concat(), "")
}

#[test]
fn logs_in_json_and_csv_have_the_answers_of_the_loop() {
    let folder = folder();
    let path = |name: &str| folder.join(name).display().to_string();
    let setup = json!({
        "horizon": 0.1, "accelerations": 2, "max_age": 0.05,
        "watched": [{"name": "hand", "shape": {"kind": "sphere", "radius": 0.1}, "speed": 2, "margin": 0.01}],
    });
    std::fs::write(path("setup.json"), setup.to_string()).unwrap();
    let up = [0.0, 0.3, 0.1, 0.1];
    let sample = |time: f64, taken: f64, x: f64| json!({"time": time, "taken": taken, "q": up, "velocity": [0, 0, 0, 0], "bodies": {"hand": {"pose": {"translation": [x, 4, 0.5]}}}});
    let lines = [sample(1.0, 1.0, 9.0), sample(1.2, 1.0, 9.0), json!({"time": 2, "q": up, "velocity": up})];
    std::fs::write(path("log.jsonl"), lines.map(|line| line.to_string() + "\n").concat()).unwrap();
    let found = ask(&path("log.jsonl"), &["--setup", &path("setup.json"), "--json", "--require-free"]);
    assert_eq!(found.status, 3, "{}", found.complaint);
    let all = objects(&found.lines);
    assert_eq!(
        (&all[0]["verdict"], &all[0]["horizon"], &all[0]["complete"]),
        (&json!("free"), &json!(0.1), &json!(true))
    );
    assert_eq!(all[0]["watched"]["pair"][1], "hand");
    let (lower, upper) = (all[0]["watched"]["lower"].as_f64().unwrap(), all[0]["watched"]["upper"].as_f64().unwrap());
    assert!(lower > 5.0 && lower <= upper && upper < 10.0, "{lower} {upper}");
    assert_eq!((&all[1]["verdict"], all[1].get("watched")), (&json!("fault"), None));
    assert_eq!(all[1]["reason"], "the sample of the joints is too old, or later than now");
    assert!(all[2]["error"].as_str().unwrap().contains("\"bodies\" must have \"hand\""), "{:?}", all[2]);

    let names = ["joint1", "joint2", "joint3", "joint4"];
    let velocities = names.map(|name| format!("{name}.velocity")).join(",");
    let table =
        format!("time,{},{velocities},hand.x,hand.y,hand.z\n1,0,0.3,0.1,0.1,0,0,0,0,9,4,0.5\n", names.join(","));
    std::fs::write(path("log.csv"), table).unwrap();
    let found = ask(&path("log.csv"), &["--setup", &path("setup.json"), "--json"]);
    let same = objects(&found.lines);
    assert_eq!((&same[0]["watched"], &same[0]["world"]), (&all[0]["watched"], &all[0]["world"]), "{:?}", found.lines);
    let text = ask(&path("log.csv"), &["--setup", &path("setup.json")]).lines.join("\n");
    assert!(text.starts_with("1: free at 1 s for 0.1 s\n  watched: at least "), "{text}");

    std::fs::write(path("bad.json"), r#"{"horizon": 0.1, "reaction": 1}"#).unwrap();
    let refused = ask(&path("log.csv"), &["--setup", &path("bad.json")]);
    assert!(refused.status != 0 && refused.complaint.contains("expected one of \"horizon\""), "{}", refused.complaint);
    std::fs::remove_dir_all(folder).unwrap();
}
