//! `--base` and `--limits` of the commands of robots: a cart of 0.6 by 0.4 that passes a door of 0.5.

use std::path::PathBuf;

use crate::run::{objects, run};
use serde_json::{Value, json};

const QUARTER: f64 = std::f64::consts::FRAC_PI_2;

/// The files of a cart, its SRDF, and a door between two posts.
struct Files(PathBuf);

impl Files {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("clearance-bases-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let files = Files(folder);
        files.write(
            "cart.urdf",
            r#"<robot name="cart"><link name="body"><collision><geometry><box size="0.6 0.4 0.2"/></geometry></collision></link>
            <link name="lid"/><joint name="lift" type="prismatic"><parent link="body"/><child link="lid"/><axis xyz="0 0 1"/>
            <limit lower="0" upper="0.5" effort="1" velocity="1"/></joint></robot>"#,
        );
        files.write(
            "cart.srdf",
            r#"<robot name="cart"><virtual_joint name="wheels" type="planar" parent_frame="map" child_link="body"/>
            <group name="drive"><joint name="wheels"/></group>
            <group_state name="dock" group="drive"><joint name="wheels" value="-1.2 0 1.5707963267948966"/></group_state></robot>"#,
        );
        let post = |side: f64| {
            json!({"name": format!("post {side}"), "shape": {"kind": "box", "half_extents": [0.1, 1, 1]},
            "pose": {"translation": [0, 1.25 * side, 0]}})
        };
        files.write("door.json", &json!({"bodies": [post(1.0), post(-1.0)]}).to_string());
        files
    }
    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }
    /// A verb about the cart before the door, with JSON out.
    fn ask(&self, verb: &str, more: &[&str], input: &str) -> (crate::run::Run, Vec<Value>) {
        let (cart, door) = (self.path("cart.urdf"), self.path("door.json"));
        let found = run(&[&["robot", verb, &cart], more, &["--scene", &door, "--json"]].concat(), input);
        let answers = objects(&found.lines);
        (found, answers)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const PLANAR: [&str; 4] = ["--base", "planar", "--limits", "x=-2:2,base/y=-1.5:1.5"];

#[test]
fn a_cart_plans_through_a_door_with_times_and_is_verified_as_the_urdf_that_it_writes() {
    let files = Files::new("plan");
    let problem = json!({"id": "door", "start": [-1.2, 0, QUARTER, 0.1], "goal": [1.2, 0, QUARTER, 0.1]}).to_string();
    let (proof, times) = (files.path("proof.jsonl"), files.path("times.jsonl"));
    let more = [&["-"], &PLANAR[..], &["--group", "base", "--certificate", &proof]].concat();
    let (found, answers) = files.ask("plan", &more, &problem);
    assert_eq!((found.status, &answers[0]["solved"]), (0, &json!(true)), "{}", found.complaint);
    assert_eq!(answers[0]["at_rest"], json!({"lift": 0.1}));
    let (_, verified) = files.ask("verify", &[&proof, "--base", "planar"], "");
    assert_eq!(verified[0]["valid"], json!(true));
    // Written as URDF, the base is joints like others.
    let urdf = files.path("written.urdf");
    run(&["robot", "show", &files.path("cart.urdf"), "--base", "planar", "--urdf", &urdf], "");
    let verified = run(&["robot", "verify", &urdf, &proof, "--scene", &files.path("door.json"), "--json"], "");
    assert_eq!(objects(&verified.lines)[0]["valid"], json!(true));
    let (_, held) = files.ask("verify", &[&proof], "");
    assert_eq!(held[0]["valid"], json!(false));
    let (found, timed) =
        files.ask("plan", &[&more[..], &["--times", &times, "--acceleration", "1"]].concat(), &problem);
    assert!(
        timed[0]["error"].as_str().unwrap().contains("\"base/x\" moves: its limit of velocity"),
        "{found:?}",
        found = found.lines
    );
    let rates = ["--times", &times, "--acceleration", "1", "--velocity", "0.5"];
    let (_, timed) = files.ask("plan", &[&more[..], &rates].concat(), &problem);
    assert_eq!(timed[0]["trajectory"], json!("free"), "{timed:?}");
    // 2.4 m at half a metre a second take longer than that.
    assert!(timed[0]["duration"].as_f64().unwrap() > 4.8);
}

#[test]
fn edges_ranges_and_regions_are_of_the_values_of_a_base() {
    let files = Files::new("ranges");
    let turn = |x: f64| json!({"from": [x, 0, 0, 0], "to": [x, 0, QUARTER, 0]}).to_string();
    let (_, edges) = files.ask("check", &[&["-"], &PLANAR[..]].concat(), &(turn(1.0) + "\n" + &turn(0.0)));
    assert_eq!([&edges[0]["result"], &edges[1]["result"]], [&json!("free"), &json!("hit")]);
    // Turning at x = -0.8 its diagonal, 0.36056, comes to within 0.8 - 0.1 - 0.36056 of the posts.
    let ranges = json!({"base/x": [-1, -0.8], "base/y": [-1, 1], "lift": 0}).to_string();
    let (_, sweep) = files.ask("sweep", &["--base", "planar", "--ranges", &ranges], "");
    let [lower, upper] = ["lower", "upper"].map(|key| sweep[0][key].as_f64().unwrap_or(f64::NAN));
    let expected = 0.7 - 0.360_555_127_546_398_9;
    assert!(lower <= expected && expected <= upper + 1e-9 && upper - lower < 2e-3, "{}", sweep[0]);
    let (found, _) = files.ask("sweep", &["--base", "planar"], "");
    assert!(
        found.complaint.contains("joint \"base/x\" slides without limits: it needs a range"),
        "{}",
        found.complaint
    );
    let (_, regions) = files.ask("region", &[&["-"], &PLANAR[..]].concat(), &json!({"q": [-1.2, 0, 0, 0]}).to_string());
    assert_eq!(regions[0]["result"], json!("free"));
    assert!(regions[0]["box"]["base/x"][1].as_f64().unwrap() < 0.0);
}

#[test]
fn the_virtual_joint_of_an_srdf_is_the_base_unless_it_is_held() {
    let files = Files::new("srdf");
    let srdf = files.path("cart.srdf");
    let values = |more: &[&str]| {
        let shown = run(&[&["robot", "show", &files.path("cart.urdf"), "--srdf", &srdf, "--json"], more].concat(), "");
        (objects(&shown.lines)[0]["variables"].clone(), shown.complaint)
    };
    let planar = json!(["wheels/x", "wheels/y", "wheels/theta", "lift"]);
    let (names, complaint) = values(&[]);
    assert_eq!(names, planar);
    assert!(
        complaint.contains("1 planar virtual joints of the SRDF have values of their own; base fixed holds them"),
        "{complaint}"
    );
    assert_eq!(values(&["--base", "fixed"]).0, json!(["lift"]));
    assert_eq!(values(&["--base", "floating"]).0[3], json!("wheels/roll"));
    // The group state has all values of the joint; the group is its values.
    let limits = ["--srdf", &srdf, "--limits", "x=-2:2,y=-1.5:1.5"];
    let problem = json!({"start": {"lift": 0.2}, "goal": [1.2, 0, QUARTER]}).to_string();
    let more = [&["-", "--group", "drive", "--at", "dock"], &limits[..]].concat();
    let (found, answers) = files.ask("plan", &more, &problem);
    assert_eq!(answers[0]["solved"], json!(true), "{} {answers:?}", found.complaint);
    assert_eq!(answers[0]["path"][0], json!([-1.2, 0.0, QUARTER, 0.2]));
    let (_, short) = files.ask("clearance", &["-", "--srdf", &srdf], &json!({"q": [0.2]}).to_string());
    let error = short[0]["error"].as_str().unwrap();
    assert!(error.contains("expected the 4 values of wheels/x, wheels/y, wheels/theta, lift, got 1"), "{error}");
}

#[test]
fn limits_that_are_none_are_refused_by_name() {
    let files = Files::new("limits");
    let refused = |limits: &str| {
        let found = run(&["robot", "show", &files.path("cart.urdf"), "--limits", limits], "");
        assert_eq!(found.status, 2);
        found.complaint
    };
    assert!(refused("lift").contains("expected JOINT=LOW:HIGH"));
    assert!(refused("lift=1").contains("expected JOINT=LOW:HIGH"));
    assert!(refused("lift=0:0.1,lift=0:0.2").contains("--limits: joint \"lift\" has limits already"));
    assert!(refused("lift=1:0").contains("--limits: joint \"lift\": limits must be finite, the lower one not above"));
    assert!(refused("lft=0:1").contains("--limits: no joint is named \"lft\" (did you mean \"lift\"?)"));
    let shown = run(&["robot", "show", &files.path("cart.urdf"), "--limits", "lift=-0.25:1", "--json"], "");
    assert_eq!(objects(&shown.lines)[0]["joints"][0]["limits"], json!([-0.25, 1.0]));
}
