//! `clearance robot check --trajectory`, and `verify` of its certificates, on the redundant robot of the paper.

mod run;

use std::path::{Path, PathBuf};

use run::{objects, root, run};
use serde_json::{Value, json};

fn ask(verb: &str, more: &[&str]) -> run::Run {
    let file = |name: &str| root().join("testdata/robots/redundant").join(name).display().to_string();
    let (robot, srdf, scene) = (file("robot.json"), file("robot.srdf"), file("scene.json"));
    run(&[&["robot", verb, &robot], more, &["--srdf", &srdf, "--scene", &scene]].concat(), "")
}

/// A file of its own with a text.
fn written(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("clearance-trajectory-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Upright; bent into the pyramids, the high one first.
const UP: [f64; 4] = [0.0, 0.3, 0.1, 0.1];
const LOW: [f64; 4] = [0.0, 2.4, 0.1, 0.1];
const STILL: [f64; 4] = [0.0; 4];

fn swing(to: [f64; 4], tube: f64) -> Value {
    json!({"points": [{"time": 0, "positions": UP, "velocities": STILL}, {"time": 2.5, "positions": to, "velocities": STILL}], "tube": tube})
}

#[test]
fn trajectories_are_free_or_hit_in_seconds_and_say_which_limits_they_break() {
    let lines =
        [swing([1.5, -0.5, 0.3, 0.1], 0.001), swing(LOW, 0.0), json!({"points": [{"time": 0, "positions": UP}]})];
    let file = written("all.jsonl", &lines.map(|line| line.to_string() + "\n").concat());
    let found = ask("check", &["--trajectory", &text(&file), "--json", "--require-free"]);
    assert_eq!(found.status, 3, "{}", found.complaint);
    let all = objects(&found.lines);
    assert_eq!((&all[0]["result"], &all[0]["end"]), (&json!("free"), &json!(2.5)));
    assert_eq!((&all[1]["result"], &all[1]["pair"][1], &all[1]["off"]), (&json!("hit"), &json!("high"), &json!(false)));
    let (lower, upper) = (all[1]["t_lower"].as_f64().unwrap(), all[1]["t_upper"].as_f64().unwrap());
    assert!(lower > 0.5 && lower <= upper && upper < 2.0 && upper - lower < 1e-9, "{lower} {upper}");
    assert!(all[2]["error"].as_str().unwrap().contains("at least 2 points, got 1"), "{:?}", all[2]);
    // As text, with a tube that is too wide, and the largest that is not.
    let wide = written("wide.json", &swing([1.5, -0.5, 0.3, 0.1], 0.0).to_string());
    for scale in [&[][..], &["--free-scale"]] {
        let found = ask("check", &[&["--trajectory", &text(&wide), "--tube", "0.8"], scale].concat());
        let printed = found.lines.join("\n");
        let is_scaled = printed.contains("free with all that may be off times");
        assert!(printed.contains("off within its tube, at [") && is_scaled != scale.is_empty(), "{printed}");
    }
    std::fs::remove_file(file).unwrap();
    std::fs::remove_file(wide).unwrap();
}

#[test]
fn other_formats_have_the_same_answer_and_limits_are_proven() {
    let own = written("own.json", &swing([1.5, -0.5, 0.3, 0.1], 0.0).to_string());
    let joints = ["joint1", "joint2", "joint3", "joint4"];
    let point = |time: f64, q: [f64; 4]| {
        let (sec, nanosec) = (time.floor(), time.fract() * 1e9);
        json!({"positions": q, "velocities": STILL, "time_from_start": {"sec": sec as u32, "nanosec": nanosec as u32}})
    };
    let message = json!({"joint_names": joints, "points": [point(0.0, UP), point(2.5, [1.5, -0.5, 0.3, 0.1])]});
    let ros = written("ros.yaml", &message.to_string());
    let mut csv = format!(
        "time,{},{}\n",
        joints.join(","),
        joints.iter().map(|name| format!("{name}.velocity")).collect::<Vec<_>>().join(",")
    );
    for (time, q) in [(0.0, UP), (2.5, [1.5, -0.5, 0.3, 0.1])] {
        csv += &format!("{time},{},0,0,0,0\n", q.map(|value| value.to_string()).join(","));
    }
    let csv = written("rows.csv", &csv);
    let answers = [&own, &ros, &csv].map(|file| {
        let found = ask("check", &["--trajectory", &text(file), "--json"]);
        let mut answer = objects(&found.lines).remove(0);
        answer.as_object_mut().unwrap().remove("id");
        answer
    });
    assert!(answers[0]["result"] == "free" && answers[0] == answers[1] && answers[1] == answers[2], "{answers:?}");
    let limits = written(
        "limits.yaml",
        &format!("joint_limits:\n  {}:\n    has_acceleration_limits: true\n    max_acceleration: 1.0\n", joints[0]),
    );
    let found = ask("check", &["--trajectory", &text(&own), "--json", "--joint-limits", &text(&limits)]);
    // 6 · 1.5 / 2.5² = 1.44 at both ends of the cubic.
    let breach = &objects(&found.lines)[0]["beyond_limits"][0];
    assert_eq!(
        (&breach["quantity"], &breach["time"], &breach["proven"]),
        (&json!("acceleration"), &json!(0.0), &json!(true))
    );
    assert!((breach["upper"].as_f64().unwrap() - 1.44).abs() < 1e-12, "{breach}");
    for file in [own, ros, csv, limits] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn certificates_hold_for_their_trajectory_only() {
    let own = written("own2.json", &swing([1.5, -0.5, 0.3, 0.1], 0.001).to_string());
    let other = written("other2.json", &swing([1.4, -0.5, 0.3, 0.1], 0.001).to_string());
    let proof = written("proof.jsonl", "");
    let found = ask("check", &["--trajectory", &text(&own), "--certificate", &text(&proof)]);
    assert_eq!(found.status, 0, "{}", found.complaint);
    let holds = ask("verify", &[&text(&proof), "--trajectory", &text(&own)]);
    assert!(holds.status == 0 && holds.lines[0].contains("valid"), "{:?} {}", holds.lines, holds.complaint);
    let refused = ask("verify", &[&text(&proof), "--trajectory", &text(&other)]);
    assert!(refused.status == 1 && refused.lines[0].contains("another trajectory"), "{:?}", refused.lines);
    let cut = std::fs::read_to_string(&proof).unwrap().replacen("\"bound\":", "\"bound\":9", 1);
    std::fs::write(&proof, cut).unwrap();
    assert_eq!(ask("verify", &[&text(&proof)]).status, 1);
    for file in [own, other, proof] {
        std::fs::remove_file(file).unwrap();
    }
}
