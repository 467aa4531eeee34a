//! `robot plan --times`: plans as trajectories within the limits of the joints, proven as executed.

use std::path::Path;

use crate::run::{objects, run};
use serde_json::json;

fn panda(file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/panda").join(file).display().to_string()
}

#[test]
fn a_plan_becomes_a_trajectory_that_keeps_all_limits_and_is_proven() {
    let folder = std::env::temp_dir().join(format!("clearance-times-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| folder.join(name).display().to_string();
    let limit = |acceleration: f64| format!("{{has_acceleration_limits: true, max_acceleration: {acceleration}}}");
    // Franka's limits of accelerations.
    let rows: String = [15.0, 7.5, 10.0, 12.5, 15.0, 20.0, 20.0]
        .iter()
        .enumerate()
        .map(|(i, most)| format!("  panda_joint{}: {}\n", i + 1, limit(*most)))
        .collect();
    std::fs::write(file("limits.yaml"), format!("joint_limits:\n{rows}")).unwrap();
    let at = |turn: f64| json!([turn, 0.3, 0, -1.9, 0, 2.2, 0.785, 0.04]);
    let problem = json!({"id": "around", "start": at(0.6), "goal": at(-0.6)}).to_string();
    let [robot, srdf, scene] = ["panda.urdf", "panda.srdf", "kitchen.json"].map(panda);
    let [times, certificate, limits] = ["times.jsonl", "proof.jsonl", "limits.yaml"].map(file);
    let common = ["--srdf", &srdf, "--scene", &scene, "--json"];
    let asked = |more: &[&str]| {
        let given = ["robot", "plan", &robot, "-", "--group", "arm", "--times", &times, "--certificate", &certificate];
        let found = run(&[&given[..], &common, more].concat(), &problem);
        (objects(&found.lines), found)
    };
    let (answers, found) = asked(&["--joint-limits", &limits]);
    assert_eq!((found.status, &answers[0]["trajectory"]), (0, &json!("free")), "{} {answers:?}", found.complaint);
    assert!(answers[0]["edges"].as_u64().unwrap() > 1, "the post must be in the way");
    let duration = answers[0]["duration"].as_f64().unwrap();
    // What was written is read again, keeps all limits, is free, and is what the certificate proves.
    let check = ["robot", "check", &robot, "--trajectory", &times, "--joint-limits", &limits, "--require-free"];
    let checked = run(&[&check[..], &common].concat(), "");
    let line = &objects(&checked.lines)[0];
    assert_eq!((checked.status, &line["result"], &line["id"]), (0, &json!("free"), &json!("around")));
    assert!(line.get("beyond_limits").is_none(), "{line}");
    let verify = ["robot", "verify", &robot, &certificate, "--trajectory", &times];
    let verified = run(&[&verify[..], &common].concat(), "");
    assert_eq!(objects(&verified.lines)[0]["valid"], json!(true));
    // With a stop at every waypoint it takes longer.
    let (stopping, _) = asked(&["--joint-limits", &limits, "--deviation", "0"]);
    assert_eq!((&stopping[0]["rounded"], &stopping[0]["trajectory"]), (&json!(0), &json!("free")));
    assert!(stopping[0]["duration"].as_f64().unwrap() > duration);
    // With limits of jerk it takes longer too; Franka's are 500 times those of accelerations.
    std::fs::write(file("jerks.yaml"), format!("joint_limits:\n{}", rows.replace("}\n", ", max_jerk: 4000}\n")))
        .unwrap();
    let jerks = file("jerks.yaml");
    let (soft, _) = asked(&["--joint-limits", &jerks]);
    assert_eq!(soft[0]["trajectory"], json!("free"));
    assert!(soft[0]["duration"].as_f64().unwrap() > duration);
    let check = ["robot", "check", &robot, "--trajectory", &times, "--joint-limits", &jerks, "--require-free"];
    let line = &objects(&run(&[&check[..], &common].concat(), "").lines)[0];
    assert!(line["result"] == "free" && line.get("beyond_limits").is_none() && line.get("jumps").is_none(), "{line}");
    let (same, _) = asked(&["--joint-limits", &limits, "--jerk", "4000"]);
    assert_eq!(same[0]["duration"], soft[0]["duration"]);
    let (_, refused) = asked(&["--joint-limits", &limits, "--jerk", "0"]);
    assert!(refused.lines.join(" ").contains("its limit of jerk must be positive, got 0"), "{:?}", refused.lines);
    let (_, refused) = asked(&[]);
    let complaint = refused.lines.join(" ");
    assert!(complaint.contains("its limit of acceleration must be positive, got none"), "{complaint}");
    for option in ["--acceleration", "--velocity"] {
        let (_, refused) = asked(&[option, "0"]);
        assert!(
            refused.complaint.contains(option) && refused.complaint.contains("finite and positive"),
            "{}",
            refused.complaint
        );
    }
    std::fs::remove_dir_all(folder).unwrap();
}
