//! Whole tasks of robots: a cup from a shelf, upright around a post and placed, by a UR5, a Baxter with both arms and a
//! Fetch with its base, with times; every step proven, and the certificate checked again.

use std::path::Path;

use crate::run::{objects, run};
use serde_json::{Value, json};

/// What a task has to show.
struct Carry<'j> {
    robot: &'j str,
    options: &'j [&'j str],
    /// The joints that stand still, to the bit, in a step of the task.
    still: &'j [(usize, &'j [&'j str])],
}

fn file(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/carry").join(name).display().to_string()
}

/// The steps of the certificate by their words.
fn words(steps: &[Value]) -> Vec<&str> {
    steps.iter().filter_map(|step| step.as_object()?.keys().next().map(String::as_str)).collect()
}

/// The page plays all motions one after the other, and the cup ends elsewhere than it began.
fn check_page(page: &str, lines: &[Value]) {
    let data = page.split(r#"<script type="application/json" id="data">"#).nth(1).unwrap();
    let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    let path = &data["paths"][0];
    assert_eq!((&path["result"], &path["unit"]), (&json!("free"), &json!("s")));
    let cup = path["moving"].as_array().unwrap().iter().position(|name| name == "cup").unwrap();
    let samples = path["samples"].as_array().unwrap();
    let duration: f64 = lines.iter().filter_map(|line| line["duration"].as_f64()).sum();
    let last = samples.last().unwrap();
    assert!((last["t"].as_f64().unwrap() - duration).abs() < 1e-9 * duration);
    let height = |sample: &Value| sample["bodies"][cup][2].as_f64().unwrap();
    assert!(height(&samples[0]) - height(last) > 0.03);
}

fn done(carry: &Carry) -> Vec<Value> {
    let robot = carry.robot;
    let folder = std::env::temp_dir().join(format!("clearance-carry-{}-{robot}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [proof, times] = ["task.jsonl", "times.jsonl"].map(|name| folder.join(name).display().to_string());
    let [urdf, srdf, scene, task] =
        [".urdf", ".srdf", "_scene.json", "_task.json"].map(|end| file(&format!("{robot}{end}")));
    let common = ["--srdf", &srdf, "--scene", &scene, "--json"];
    let rates = ["--times", &times, "--acceleration", "5", "--velocity", "2"];
    let page = folder.join("task.html").display().to_string();
    let asked = ["robot", "task", &urdf, &task, "--certificate", &proof, "--require-free", "--html", &page];
    let found = run(&[&asked[..], &common, carry.options, &rates].concat(), "");
    let lines = objects(&found.lines);
    assert_eq!(found.status, 0, "{} {:?}", found.complaint, lines.last());
    // Its own variables, from a line of `robot show`.
    let shown = run(&["robot", "show", &urdf, "--srdf", &srdf, "--json"], "");
    let variables = objects(&shown.lines)[0]["variables"].clone();
    let place = |name: &str| {
        let all = variables.as_array().unwrap();
        all.iter().position(|own| own == name).unwrap_or_else(|| panic!("{name} is none of {all:?}"))
    };
    for (step, joints) in carry.still {
        let path = lines[*step]["path"].as_array().unwrap();
        assert!(path.len() > 1);
        for joint in *joints {
            let at = place(joint);
            assert!(path.iter().all(|q| q[at] == path[0][at]), "step {step}: {joint}");
        }
    }
    check_page(&std::fs::read_to_string(&page).unwrap(), &lines);
    let found = run(&[&["robot", "verify", &urdf, &proof], &common[..]].concat(), "");
    let answer = &objects(&found.lines)[0];
    assert_eq!((found.status, &answer["valid"]), (0, &json!(true)), "{answer}");
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&proof).unwrap()).unwrap();
    let steps = written["steps"].as_array().unwrap().clone();
    // Each motion is a trajectory; where the contact with the shelf is allowed, the cup is kept near where it stands.
    let motions = steps.iter().filter_map(|step| step.get("motion"));
    assert!(motions.into_iter().all(|motion| motion["what"] == "trajectory"));
    let allowed = steps.iter().position(|step| step["allow"]["pair"] == json!(["cup", "shelf"])).unwrap();
    assert_eq!(words(&steps[allowed..allowed + 5]), ["allow", "keep", "motion", "relax", "forbid"]);
    assert_eq!(steps[allowed + 1]["keep"]["name"], "cup stands on shelf");
    std::fs::remove_dir_all(folder).unwrap();
    steps
}

#[test]
fn a_ur5_with_a_gripper_places_a_cup() {
    let still: &[(usize, &[&str])] = &[(0, &["left_finger_joint"]), (6, &["left_finger_joint"])];
    done(&Carry { robot: "ur5", options: &["--group", "arm"], still });
}

#[test]
fn a_baxter_holds_a_tray_while_the_other_arm_places_a_cup() {
    let left = ["left_s0", "left_s1", "left_e0", "left_e1", "left_w0", "left_w1", "left_w2", "left_finger_a_joint"];
    let carry = [&left[..], &["right_finger_a_joint"]].concat();
    let steps = done(&Carry { robot: "baxter", options: &[], still: &[(11, &carry)] });
    // The tray is never let go.
    assert_eq!(words(&steps).iter().filter(|word| **word == "attach").count(), 2);
    assert_eq!(words(&steps).iter().filter(|word| **word == "detach").count(), 1);
}

#[test]
fn a_fetch_carries_a_cup_by_wheels_and_arm() {
    let arm = ["torso_lift_joint", "shoulder_pan_joint", "elbow_flex_joint", "wrist_roll_joint", "l_finger_joint"];
    let still: &[(usize, &[&str])] = &[(0, &arm), (1, &["base/x", "base/y", "base/theta"]), (7, &["l_finger_joint"])];
    done(&Carry { robot: "fetch", options: &["--limits", "x=-2:2,y=-2:2"], still });
}
