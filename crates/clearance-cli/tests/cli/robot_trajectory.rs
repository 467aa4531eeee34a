//! `clearance robot check --trajectory`, and `verify` of its certificates, on the redundant robot of the paper.

use std::path::{Path, PathBuf};

use crate::run::{objects, root, run};
use serde_json::{Value, json};

fn ask(verb: &str, more: &[&str]) -> crate::run::Run {
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

#[test]
fn the_closest_approach_of_a_path_and_of_a_trajectory_is_that_of_dense_samples() {
    let to = [1.5, -0.5, 0.3, 0.1];
    let lines = [
        json!({"id": "path", "path": [UP, to, UP]}),
        json!({"id": "swing", "points": swing(to, 0.0)["points"]}),
        json!({"id": "hit", "from": UP, "to": LOW}),
        json!({"id": "short", "points": [{"time": 0, "positions": UP}]}),
    ];
    let file = written("approach.jsonl", &lines.map(|line| line.to_string() + "\n").concat());
    let profile = written("profile.csv", "");
    let found = ask("approach", &[&text(&file), "--json", "--profile", &text(&profile)]);
    let all = objects(&found.lines);
    assert_eq!((found.status, all.len()), (1, 4), "{}", found.complaint);
    assert!(all[3]["error"].as_str().unwrap().contains("at least 2 points, got 1"), "{:?}", all[3]);
    let number = |value: &Value| value.as_f64().unwrap();
    // Samples of the path there and back, of which the trajectory is the first half.
    let sample = |i: u32| {
        let q = [0, 1, 2, 3].map(|k| UP[k] + (to[k] - UP[k]) * f64::from(i) / 100.0);
        json!({"q": q}).to_string() + "\n"
    };
    let samples: Vec<String> = (0..=100).map(sample).collect();
    let samples = written("samples.jsonl", &samples.concat());
    let sampled = objects(&ask("clearance", &[&text(&samples), "--json"]).lines);
    let nearest = sampled.iter().map(|row| number(&row["signed_distance"])).fold(f64::INFINITY, f64::min);
    for answer in &all[..2] {
        let least = &answer["least"];
        let (lower, upper) = (number(&least["lower"]), number(&least["upper"]));
        assert!(
            lower <= nearest && upper <= nearest + 1e-9 && upper - lower <= 1e-6 && nearest - upper < 1e-3,
            "{least} {nearest}"
        );
        assert!(number(&least["t"][0]) <= number(&least["at"]) && number(&least["at"]) <= number(&least["t"][1]));
        assert_eq!(least["complete"], json!(true));
    }
    assert!(number(&all[2]["least"]["upper"]) < 0.0 && all[2]["least"]["b"] == json!("high"), "{}", all[2]);
    // A row for each segment, each above the least of all.
    let rows = std::fs::read_to_string(&profile).unwrap();
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!((rows.len(), rows[0][0], rows[1][0], rows[2][1]), (5, "id", "path", "1"), "{rows:?}");
    assert!(rows[1..3].iter().all(|row| row[4].parse::<f64>().unwrap() >= number(&all[0]["least"]["lower"])));
    // Certificates of the free ones, which prove all but a micrometre of it.
    let proofs = written("approach-proofs.jsonl", "");
    let certified = objects(&ask("approach", &[&text(&file), "--json", "--certificate", &text(&proofs)]).lines);
    let valid = objects(&ask("verify", &[&text(&proofs), "--json"]).lines);
    assert!(certified[2]["certified"].is_null() && valid.len() == 2, "{certified:?} {valid:?}");
    for (answer, verified) in certified.iter().zip(&valid) {
        let (lower, upper) = (number(&answer["least"]["lower"]), number(&answer["least"]["upper"]));
        let proven = number(&verified["clearance_lower"]);
        assert_eq!(verified["clearance_lower"], answer["certified"], "{verified} {answer}");
        assert!(lower - 1e-6 <= proven && proven <= upper, "{verified} {answer}");
    }
    std::fs::remove_file(&proofs).unwrap();
    let printed = ask("approach", &[&text(&file)]).lines.join("\n");
    assert!(
        printed.contains("path: ") && printed.contains(" are closest at ") && printed.contains(" segments, "),
        "{printed}"
    );
    [file, profile, samples].iter().for_each(|file| std::fs::remove_file(file).unwrap());
}

#[test]
fn angles_of_a_recording_may_be_in_degrees() {
    let to = [1.5, -0.5, 0.3, 0.1];
    let log = |scale: f64| {
        let row = |time: u32, q: [f64; 4]| {
            let values = q.map(|value| (value * scale).to_string());
            format!("{time},{}\n", values.join(","))
        };
        format!("time,joint1,joint2,joint3,joint4\n{}{}", row(0, UP), row(2, to))
    };
    let (radians, degrees) =
        (written("log.csv", &log(1.0)), written("degrees.csv", &log(180.0 / std::f64::consts::PI)));
    let [one, other] = [(&radians, &[][..]), (&degrees, &["--degrees"])].map(|(file, more)| {
        let found = ask("approach", &[&[&text(file), "--json"], more].concat());
        assert_eq!(found.status, 0, "{} {:?}", found.complaint, found.lines);
        objects(&found.lines)[0]["least"].clone()
    });
    let upper = |least: &Value| least["upper"].as_f64().unwrap();
    assert!((upper(&one) - upper(&other)).abs() < 1e-9 && one["b"] == other["b"], "{one} {other}");
    let distance = (upper(&one) + 0.01).to_string();
    let found = ask("approach", &[&text(&radians), "--json", "--below", &distance]);
    let below = &objects(&found.lines)[0]["below"]["intervals"];
    let [from, to_time] = [0, 1].map(|end| below[0]["t"][end].as_f64().unwrap());
    let at = one["at"].as_f64().unwrap();
    assert!(from <= at && at <= to_time && to_time - from < 2.0 && below[0]["proven"] == json!(true), "{below}");
    let printed = ask("approach", &[&text(&radians), "--below", "0"]).lines.join("\n");
    assert!(printed.contains("never within 0"), "{printed}");
    let lines = written("lines.jsonl", &json!({"path": [UP, to]}).to_string());
    let refused = ask("approach", &[&text(&lines), "--degrees"]);
    assert!(refused.complaint.contains("--degrees goes with CSV files"), "{}", refused.complaint);
    [radians, degrees, lines].iter().for_each(|file| std::fs::remove_file(file).unwrap());
}

#[test]
fn a_report_names_its_files_by_digests_and_no_folder() {
    let to = [1.5, -0.5, 0.3, 0.1];
    let lines =
        [json!({"id": "swing", "points": swing(to, 0.0)["points"]}), json!({"id": "hit", "from": UP, "to": LOW})];
    let file = written("report.jsonl", &lines.map(|line| line.to_string() + "\n").concat());
    let page = written("report.html", "");
    let ball = |name: &str, x: f64| json!({"name": name, "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [x, 0, 0]}});
    let turns = json!({"type": "continuous", "axis": [0, 0, 1]});
    let mut arm = ball("arm", 2.0);
    arm["joint"] = turns;
    // 4 between the centres where the arm points to the post, 8 where it points away.
    let cell = json!({"robot": {"bodies": [ball("post", 6.0), arm]}, "requirements": [
        {"name": "keeps away", "at_least": 2.9}, {"name": "keeps far away", "at_least": 3.1},
        {"name": "odd", "pairs": [["arm", "posd"]]}]});
    let asserted = written("report-requirements.json", &cell.to_string());
    let with = ["--html", &text(&page), "--requirements", &text(&asserted)];
    let found = ask("approach", &[&[&text(&file), "--json"], &with[..]].concat());
    assert_eq!(found.status, 0, "{}", found.complaint);
    let html = std::fs::read_to_string(&page).unwrap();
    let start = html.find(r#"{"made""#).unwrap();
    let data: Value = serde_json::Deserializer::from_str(&html[start..]).into_iter::<Value>().next().unwrap().unwrap();
    let inputs = data["inputs"].as_array().unwrap();
    let name = file.file_name().unwrap().to_str().unwrap();
    assert!(inputs.iter().any(|input| input["file"] == json!(name)), "{inputs:?}");
    assert!(inputs.iter().all(|input| input["sha256"].as_str().unwrap().len() == 64), "{inputs:?}");
    let rows = data["requirements"].as_array().unwrap();
    let results: Vec<[&Value; 2]> = rows.iter().map(|row| [&row["name"], &row["result"]]).collect();
    let (kept, broken) = (json!(["keeps away", "holds"]), json!(["keeps far away", "violated"]));
    assert_eq!((json!(results[0]), json!(results[1])), (kept, broken));
    assert!(results[2][1].as_str().unwrap().contains("did you mean \"post\"?"), "{rows:?}");
    assert!((rows[1]["upper"].as_f64().unwrap() - 3.0).abs() < 0.11 && rows[1]["pair"].is_array(), "{rows:?}");
    assert!(!data.to_string().contains(&*std::env::temp_dir().to_string_lossy()), "a folder is named");
    let least = &objects(&found.lines)[0]["least"];
    let report = &data["paths"][0]["report"];
    let number = |value: &Value| value.as_f64().unwrap();
    assert!((number(&report["nearest"][0]["upper"]) - number(&least["upper"])).abs() < 1e-6, "{report}");
    // Where everything is then, for a picture.
    let sample = &report["nearest"][0]["sample"];
    assert!(sample["pair"] == report["nearest"][0]["pair"] && sample["t"] == report["nearest"][0]["at"], "{sample}");
    assert!(
        (number(&sample["upper"]) - number(&least["upper"])).abs() < 1e-6 && sample["poses"].is_array(),
        "{sample}"
    );
    assert!(
        report["nearest"].as_array().unwrap().len() > 1 && report["joints"].as_array().unwrap().len() == 12,
        "{report}"
    );
    let profile = report["profile"].as_array().unwrap();
    let lower = profile.iter().map(|part| number(&part["lower"])).fold(f64::INFINITY, f64::min);
    assert!(lower <= number(&least["upper"]) && number(&least["lower"]) - 1e-6 <= lower, "{report}");
    assert_eq!((&data["paths"][1]["result"], &data["paths"][1]["report"]["joints"]), (&json!("hit"), &json!([])));
    [file, page, asserted].iter().for_each(|file| std::fs::remove_file(file).unwrap());
}
