//! Robot files that were misread once, and joints at their limits, as a user meets them.

mod run;

use run::{objects, run};
use serde_json::json;

fn file(name: &str) -> String {
    format!("testdata/robots/urdf/{name}")
}

#[test]
fn a_box_turned_by_a_quaternion_is_hit() {
    let [robot, edges, scene] = ["false_free.urdf", "false_free.jsonl", "false_free.json"].map(file);
    let found = run(&["robot", "check", &robot, &edges, "--scene", &scene, "--json"], "");
    assert_eq!((found.status, &objects(&found.lines)[0]["result"]), (0, &json!("hit")));
}

#[test]
fn what_is_not_understood_is_refused_in_one_line() {
    for (name, what) in [
        ("2g.urdf", "a second <geometry> in one <collision>"),
        ("2s.urdf", "a second shape in one <geometry>"),
        ("inc.urdf", "URDF has no <include>"),
        ("fu1.urdf", "\"file:/models/c.obj\" was not found; tried /models/c.obj"),
    ] {
        let found = run(&["robot", "show", &file(name)], "");
        assert_eq!((found.status, found.complaint.lines().count()), (2, 1), "{}", found.complaint);
        assert!(found.complaint.contains(what), "{}", found.complaint);
    }
}

#[test]
fn values_beyond_a_limit_by_the_tolerance_are_taken_for_the_limit() {
    let robot = file("quatj.urdf");
    // The joint ends at 3.
    let line = |q: f64| format!("{{\"q\": [{q}]}}\n");
    let asked = |more: &[&str], q: f64| {
        let found = run(&[&["robot", "clearance", &robot, "-", "--json"][..], more].concat(), &line(q));
        objects(&found.lines)[0].clone()
    };
    let near = asked(&[], 3.000_002_6);
    assert_eq!((&near["clamped"], near.get("beyond_limits")), (&json!(["j"]), None));
    let far = asked(&[], 3.1);
    assert_eq!((far.get("clamped"), &far["beyond_limits"]), (None, &json!(["j"])));
    let strict = asked(&["--limit-tolerance", "0"], 3.000_002_6);
    assert_eq!((strict.get("clamped"), &strict["beyond_limits"]), (None, &json!(["j"])));
    let edge = "{\"from\": [0], \"to\": [3.0000026]}\n";
    let checked = objects(&run(&["robot", "check", &robot, "-", "--json"], edge).lines);
    assert_eq!((&checked[0]["clamped"], &checked[0]["result"]), (&json!(["j"]), &json!("free")));
    let problem = "{\"start\": [0], \"goal\": [3.0000026]}\n";
    let planned = objects(&run(&["robot", "plan", &robot, "-", "--json"], problem).lines);
    assert_eq!((&planned[0]["clamped"], &planned[0]["path"]), (&json!(["j"]), &json!([[0.0], [3.0]])));
}
