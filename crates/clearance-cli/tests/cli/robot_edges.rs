//! `clearance robot check`, `verify`, `plan` and `follow`, on the redundant robot of the paper.

use std::path::PathBuf;

use crate::run::{objects, root, run};
use serde_json::{Value, json};

const FOLDER: &str = "testdata/robots/redundant";

/// The robot, its SRDF and its scene behind a verb and its input.
fn ask(verb: &str, input: &str, more: &[&str]) -> crate::run::Run {
    let file = |name: &str| root().join(FOLDER).join(name).display().to_string();
    let (robot, srdf, scene) = (file("robot.json"), file("robot.srdf"), file("scene.json"));
    let arguments = [&["robot", verb, &robot, input, "--srdf", &srdf, "--scene", &scene], more].concat();
    run(&arguments, "")
}

/// A file of its own with these lines.
fn written(name: &str, lines: &[Value]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("clearance-robot-{}-{name}", std::process::id()));
    let text: String = lines.iter().map(|line| line.to_string() + "\n").collect();
    std::fs::write(&path, text).unwrap();
    path
}

fn text(path: &std::path::Path) -> String {
    path.display().to_string()
}

/// Upright; bent into the pyramids, the high one first.
const UP: [f64; 4] = [0.0, 0.3, 0.1, 0.1];
const LOW: [f64; 4] = [0.0, 2.4, 0.1, 0.1];

#[test]
fn edges_are_free_or_hit_and_bad_lines_spoil_no_others() {
    let edges = written(
        "edges.jsonl",
        &[
            json!({"id": "free", "from": UP, "to": [1.5, -0.5, 0.3, 0.1]}),
            json!({"id": "hit", "path": [UP, [0.2, 0.4, 0.1, 0.1], LOW]}),
            json!({"id": "short", "from": [0.0], "to": UP}),
            json!({"id": "odd", "from": UP, "to": UP, "speed": 3}),
        ],
    );
    let found = ask("check", &text(&edges), &["--json", "--require-free"]);
    assert_eq!(found.status, 3);
    let all = objects(&found.lines);
    assert_eq!((&all[0]["id"], &all[0]["result"]), (&json!("free"), &json!("free")));
    assert!(all[0]["clearance_lower"].as_f64().unwrap() > 0.0);
    assert_eq!((&all[1]["result"], &all[1]["pair"][1]), (&json!("hit"), &json!("high")));
    let (lower, upper) = (all[1]["t_lower"].as_f64().unwrap(), all[1]["t_upper"].as_f64().unwrap());
    assert!(lower > 1.0 && lower <= upper && upper < 2.0 && upper - lower < 1e-10);
    assert!(all[2]["error"].as_str().unwrap().contains("line 3"));
    assert!(all[3]["error"].as_str().unwrap().contains("speed"));
    std::fs::remove_file(edges).unwrap();
}

#[test]
fn certificates_hold_until_they_are_changed() {
    let edges = written("certified.jsonl", &[json!({"id": "swing", "from": UP, "to": [1.5, -0.5, 0.3, 0.1]})]);
    let certificates = edges.with_extension("certificates");
    let checked = ask("check", &text(&edges), &["--json", "--certificate", &text(&certificates)]);
    assert_eq!((checked.status, checked.complaint.as_str()), (0, ""));
    let verified = ask("verify", &text(&certificates), &["--json"]);
    let answer = &objects(&verified.lines)[0];
    assert_eq!((verified.status, &answer["id"], &answer["valid"]), (0, &json!("swing"), &json!(true)));
    assert_eq!(answer["clearance_lower"], objects(&checked.lines)[0]["clearance_lower"]);

    assert_eq!(
        (&answer["start"], &answer["end"], &answer["pairs"]),
        (&json!(UP), &json!([1.5, -0.5, 0.3, 0.1]), &json!(12))
    );
    let row = json!({"pair": ["link0", "link1"], "why": "SRDF: Adjacent"});
    assert!(answer["not_checked"].as_array().unwrap().contains(&row), "{answer}");

    // Of another path the certificate proves nothing.
    let driven = ask("verify", &text(&certificates), &["--json", "--path", &text(&edges)]);
    assert_eq!((driven.status, &objects(&driven.lines)[0]["valid"]), (0, &json!(true)));
    let other = written("other.jsonl", &[json!({"from": UP, "to": LOW})]);
    let driven = ask("verify", &text(&certificates), &["--json", "--path", &text(&other)]);
    let reason = &objects(&driven.lines)[0]["reason"];
    assert_eq!((driven.status, reason), (1, &json!("the certificate is about another path: segment 0 differs")));
    std::fs::remove_file(other).unwrap();

    let mut changed: Value = serde_json::from_str(&std::fs::read_to_string(&certificates).unwrap()).unwrap();
    changed["path"][1][0] = json!(1.6);
    std::fs::write(&certificates, changed.to_string()).unwrap();
    let refused = ask("verify", &text(&certificates), &["--json"]);
    let answer = &objects(&refused.lines)[0];
    assert_eq!((refused.status, &answer["valid"]), (1, &json!(false)));
    assert_eq!(answer["reason"], json!("the certificate is about another path"));
    std::fs::remove_file(edges).unwrap();
    std::fs::remove_file(certificates).unwrap();
}

#[test]
fn plans_are_proven_and_the_same_for_a_seed() {
    // From one side of the pyramids to the other, low: around them or over them.
    let problem = json!({"id": "over", "start": [1.2, 1.9, 0.2, 0.1], "goal": [-1.2, 1.9, 0.2, 0.1]});
    let blocked = json!({"id": "blocked", "start": UP, "goal": LOW});
    let problems = written("problems.jsonl", &[problem, blocked]);
    let certificates = problems.with_extension("certificates");
    let plan = |seed: &str| {
        let more = ["--json", "--seed", seed, "--certificate", &text(&certificates)];
        let found = ask("plan", &text(&problems), &more);
        assert_eq!((found.status, found.complaint.as_str()), (0, ""));
        objects(&found.lines)
    };
    let first = plan("3");
    assert_eq!((&first[0]["solved"], &first[0]["proven"]), (&json!(true), &json!(true)));
    assert_eq!(first[0]["edges"].as_u64().unwrap() + 1, first[0]["path"].as_array().unwrap().len() as u64);
    assert_eq!(first[1]["solved"], json!(false));
    let reason = first[1]["reason"].as_str().unwrap();
    assert!(reason.contains("goal") && reason.contains("are at a signed distance of -"), "{reason}");
    let verified = ask("verify", &text(&certificates), &["--json"]);
    assert_eq!((verified.status, objects(&verified.lines).len()), (0, 1));
    assert_eq!(plan("3")[0]["path"], first[0]["path"]);
    let page = certificates.with_extension("html");
    let shown = ask("plan", &text(&problems), &["--seed", "3", "--html", &text(&page)]);
    assert_eq!(shown.status, 0, "{}", shown.complaint);
    assert!(shown.complaint.contains("wrote "), "{}", shown.complaint);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(
        html.contains("clearance robot plan") && html.contains("\"result\":\"free\""),
        "a page of the plan with its proof"
    );
    std::fs::remove_file(page).unwrap();
    std::fs::remove_file(problems).unwrap();
    std::fs::remove_file(certificates).unwrap();
}

/// A ball of 5 cm, one metre from an axis about which it turns without end; a wire stands in its way at 0.
const SPINNER: &str = r#"<robot name="w"><link name="a"/><link name="b"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.05"/></geometry></collision></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint></robot>"#;
const WIRE: &str = r#"{"dim": 3, "bodies": [{"name": "wire", "fixed": true,
"shape": {"kind": "cylinder", "radius": 0.0001, "half_length": 1}, "pose": {"translation": [1, 0, 0]}}]}"#;

/// The answers to problems of the robot that turns without end.
fn spun(name: &str, problems: &[Value], more: &[&str]) -> Vec<Value> {
    let problems = written(name, problems);
    let (robot, scene) = (problems.with_extension("urdf"), problems.with_extension("json"));
    std::fs::write(&robot, SPINNER).unwrap();
    std::fs::write(&scene, WIRE).unwrap();
    let (urdf, file, world) = (text(&robot), text(&problems), text(&scene));
    let found = run(&[&["robot", "plan", &urdf, &file, "--scene", &world, "--json"], more].concat(), "");
    [robot, problems, scene].iter().for_each(|file| std::fs::remove_file(file).unwrap());
    objects(&found.lines)
}

#[test]
fn joints_without_limits_turn_the_short_way_and_say_so() {
    let found =
        spun("wrap.jsonl", &[json!({"start": [3.1], "goal": [-3.1]}), json!({"start": [-2.9], "goal": [9.0]})], &[]);
    // 2π − 6.2 = 0.0832 further on; 9 is 2.717 and one turn, and −2.9 − 0.666 is a whole turn before that.
    for (answer, [end, length, turns]) in found.iter().zip([[3.183_185, 0.083_185, 1.0], [-3.566_371, 0.666_371, -2.0]])
    {
        let path = answer["path"].as_array().unwrap();
        assert!((path.last().unwrap()[0].as_f64().unwrap() - end).abs() < 1e-5, "{answer}");
        assert!((answer["length"].as_f64().unwrap() - length).abs() < 1e-5, "{answer}");
        assert_eq!((&answer["proven"], &answer["turns"]), (&json!(true), &json!({"j": turns as i64})));
    }
}

#[test]
fn plans_lead_to_any_of_several_goals_or_to_a_pose() {
    let pose = json!({"link": "b", "point": [1, 0, 0], "pose": {"translation": [-1, 0, 0]}});
    let problems = [
        json!({"start": [0.4], "goals": [[0.01], [-0.5], [3.0]]}),
        json!({"start": [0.4], "goal_pose": pose}),
        json!({"start": [0.4], "goal_pose": {"link": "b", "pose": {"translation": [2, 0, 0]}}}),
        json!({"start": [0.4], "goal": [0.5], "goals": [[0.5]]}),
    ];
    let found = spun("goals.jsonl", &problems, &["--weight", "j=2"]);
    // The first goal is in contact, and the wire is between the start and the second: the third is nearer without it.
    assert_eq!((&found[0]["goal"], &found[0]["path"][1]), (&json!(2), &json!([3.0])));
    let end = found[1]["path"].as_array().unwrap().last().unwrap()[0].as_f64().unwrap();
    assert!((end.abs() - std::f64::consts::PI).abs() < 1e-5, "{end}");
    assert!(found[2]["reason"].as_str().unwrap().contains("at the pose of the goal"), "{}", found[2]);
    assert!(found[3]["error"].as_str().unwrap().contains("expected one of \"goal\", \"goals\""), "{}", found[3]);
    let refused = spun("weights.jsonl", &[json!({"start": [0.4], "goal": [0.5]})], &["--weight", "k=2"]);
    assert!(refused.is_empty());
}

#[test]
fn the_motion_of_the_paper_is_proven_free() {
    let task = root().join(FOLDER).join("task.json");
    let found = ask("follow", &text(&task), &["--json", "--require-free"]);
    assert_eq!((found.status, found.complaint.as_str()), (0, ""));
    let all = objects(&found.lines);
    // 6.7 s and 10 s in steps of 0.05, the start, and what is said of the whole.
    assert_eq!(all.len(), 134 + 200 + 2);
    assert_eq!(all[0]["time"], json!(0.0));
    let last = all.last().unwrap();
    assert_eq!(last["result"], json!("free"));
    assert!(last["clearance_lower"].as_f64().unwrap() > 0.05);
    // Without avoidance it collides.
    let mut changed: Value = serde_json::from_str(&std::fs::read_to_string(&task).unwrap()).unwrap();
    changed["k"] = json!(0);
    let changed = written("task.json", &[changed]);
    let found = ask("follow", &text(&changed), &["--json", "--require-free"]);
    assert_eq!((found.status, &objects(&found.lines).last().unwrap()["result"]), (3, &json!("hit")));
    std::fs::remove_file(changed).unwrap();
}

#[test]
fn certificates_of_several_scenes_are_checked_in_one_run() {
    let file = |name: &str| text(&root().join(FOLDER).join(name));
    let scene = |name: &str, height: f64| {
        let wall = json!({"name": "wall", "shape": {"kind": "box", "half_extents": [0.1, 3, 0.5]}, "pose": {"translation": [9, 0, height]}});
        written(name, &[json!({"bodies": [wall]})])
    };
    let scenes = [scene("one.json", 0.5), scene("two.json", 1.5)];
    let problem =
        |id: &str, scene: &PathBuf| json!({"id": id, "start": UP, "goal": [1.5, -0.5, 0.3, 0.1], "scene": text(scene)});
    let problems = written("two.jsonl", &[problem("a", &scenes[0]), problem("b", &scenes[1])]);
    let certificates = problems.with_extension("certificates");
    let robot = [file("robot.json"), file("robot.srdf")];
    let common = |verb, input| vec!["robot", verb, robot[0].as_str(), input, "--srdf", robot[1].as_str(), "--json"];
    let (input, output) = (text(&problems), text(&certificates));
    let planned = run(&[common("plan", &input), vec!["--certificate", &output]].concat(), "");
    assert_eq!((planned.status, planned.complaint.as_str()), (0, ""));
    let names = scenes.each_ref().map(|path| text(path));
    let verified = |scenes: &[&str]| {
        let found = run(&[common("verify", &output), vec!["--scene"], scenes.to_vec()].concat(), "");
        objects(&found.lines).iter().map(|answer| answer["valid"].as_bool().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(verified(&[&names[1], &names[0]]), [true, true]);
    assert_eq!(verified(&[&names[1]]), [false, true]);
    for path in scenes.iter().chain([&problems, &certificates]) {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn edges_beyond_limits_are_answered_and_tell_the_joints() {
    let panda = root().join("testdata/robots/panda");
    let files = ["panda.urdf", "panda.srdf"].map(|name| text(&panda.join(name)));
    let edge = |turn: f64| {
        let within = [0.1, -0.7, 0.2, -1.6, 0.1, 1.5, 0.3, 0.01];
        let mut to = within;
        to[3] = turn;
        json!({"from": within, "to": to})
    };
    // Joint 4 ends at -0.0698.
    let edges = written("limits.jsonl", &[edge(-0.4), edge(0.1)]);
    let found = run(&["robot", "check", &files[0], &text(&edges), "--srdf", &files[1], "--json"], "");
    let told = objects(&found.lines);
    assert_eq!(told[0].get("beyond_limits"), None);
    assert_eq!((found.status, &told[1]["beyond_limits"]), (0, &json!(["panda_joint4"])));
    std::fs::remove_file(edges).unwrap();
}

#[test]
fn problems_of_motion_bench_maker_are_solved_and_their_paths_verified() {
    let panda = root().join("testdata/robots/panda");
    let file = |name: &str| text(&panda.join(name));
    let certificates = written("mbm.certificates", &[]);
    let (robot, srdf, output) = (file("panda.urdf"), file("panda.srdf"), text(&certificates));
    let planned = run(
        &["robot", "plan", &robot, &file("mbm/problems.jsonl"), "--srdf", &srdf, "--certificate", &output, "--json"],
        "",
    );
    assert_eq!((planned.status, planned.complaint.as_str()), (0, ""));
    let scenes =
        ["bookshelf_small_0070", "box_0080", "table_under_pick_0050"].map(|name| file(&format!("mbm/{name}.json")));
    let all =
        ["robot", "verify", &robot, &output, "--srdf", &srdf, "--json", "--scene", &scenes[0], &scenes[1], &scenes[2]];
    let verified = objects(&run(&all, "").lines);
    for (plan, proof) in objects(&planned.lines).iter().zip(&verified) {
        // Each needs corners of its own: the straight way is not free.
        assert!(plan["solved"] == true && plan["edges"].as_u64().unwrap() > 1, "{plan}");
        assert!(proof["valid"] == true && proof["id"] == plan["id"], "{proof}");
        assert!(proof["clearance_lower"].as_f64().unwrap() > 0.0);
    }
    assert_eq!((planned.lines.len(), verified.len()), (3, 3));
    std::fs::remove_file(certificates).unwrap();
}

#[test]
fn what_the_robot_holds_is_asked_about_unless_it_is_allowed() {
    // The tip is 1.9 m off the higher pyramid's.
    let ball = json!({"name": "ball", "link": "link4", "shape": {"kind": "sphere", "radius": 3}, "touch": ["link3"]});
    let held = written("held.json", &[json!({"bodies": [ball]})]);
    let edges = written("held.jsonl", &[json!({"from": UP, "to": UP})]);
    let result = |more: &[&str]| {
        let found = ask("check", &text(&edges), &[&["--json"], more].concat());
        objects(&found.lines)[0].clone()
    };
    assert_eq!(result(&[])["result"], json!("free"));
    // It meets these, all of them from the start: a link before what is held, and what is held before the world.
    let meets = [["link0", "ball"], ["link1", "ball"], ["link2", "ball"], ["ball", "low"], ["ball", "high"]];
    let without = |kept: &[[&str; 2]]| {
        let allowed = meets.iter().filter(|pair| !kept.contains(pair)).map(|[a, b]| format!("{b},{a}"));
        let allowed: Vec<String> = allowed.flat_map(|pair| ["--allow".to_string(), pair]).collect();
        let held = text(&held);
        let more: Vec<&str> = ["--attach", &held].into_iter().chain(allowed.iter().map(String::as_str)).collect();
        result(&more)
    };
    for pair in meets {
        let hit = without(&[pair]);
        assert_eq!((&hit["result"], &hit["pair"]), (&json!("hit"), &json!(pair)));
    }
    let hit = without(&meets);
    assert!(hit["result"] == json!("hit") && meets.iter().any(|pair| hit["pair"] == json!(pair)), "{hit}");
    assert_eq!(without(&[])["result"], json!("free"));
    let unknown = ask("check", &text(&edges), &["--allow", "stranger,low"]);
    assert_eq!((unknown.status, unknown.complaint.contains("--allow: expected the name of a link")), (2, true));
    std::fs::remove_file(held).unwrap();
    std::fs::remove_file(edges).unwrap();
}

#[test]
fn margins_and_exemptions_of_a_scene_may_name_links() {
    let ball = |name: &str, x: f64| json!({"name": name, "shape": {"kind": "sphere", "radius": 0.1}, "pose": {"translation": [x, 0, 3]}});
    let bodies = json!([ball("left", -1.0), ball("right", 1.0)]);
    let rules = |margins: Value, ignore: Value| json!({"bodies": bodies, "margins": margins, "ignore": ignore});
    let edges = written("rules.jsonl", &[json!({"from": UP, "to": UP})]);
    let file = |name: &str| root().join(FOLDER).join(name).display().to_string();
    let (robot, srdf) = (file("robot.json"), file("robot.srdf"));
    let ask = |scene: Value| {
        let scene = written("rules.json", &[scene]);
        let scene_file = text(&scene);
        let options = ["--srdf", &srdf, "--scene", &scene_file, "--json"];
        let found = run(&[&["robot", "check", &robot, &text(&edges)][..], &options].concat(), "");
        std::fs::remove_file(scene).unwrap();
        found
    };
    let result = |scene: Value| objects(&ask(scene).lines)[0].clone();
    assert_eq!(result(rules(json!([]), json!([])))["result"], json!("free"));
    let hit = result(rules(json!([["link4", "right", 5]]), json!([])));
    assert_eq!((&hit["result"], &hit["pair"]), (&json!("hit"), &json!(["link4", "right"])));
    let wide = json!([["link4", "right", 5], ["link4", "left", 5]]);
    assert_eq!(result(rules(wide.clone(), json!([["right", "link4"]])))["pair"], json!(["link4", "left"]));
    assert_eq!(result(rules(wide, json!([["right", "link4"], ["left", "link4"]])))["result"], json!("free"));
    let unknown = ask(rules(json!([["lnk4", "right", 5]]), json!([])));
    assert_eq!(unknown.status, 2);
    assert!(unknown.complaint.contains("/margins/0/0: no body is named \"lnk4\" (did you mean \"link4\"?)"));
    std::fs::remove_file(edges).unwrap();
}

#[test]
fn padding_counts_as_margin_and_unknown_links_are_told() {
    let edges = written("padded.jsonl", &[json!({"from": UP, "to": UP})]);
    let upright = written("upright.jsonl", &[json!({"q": UP})]);
    let result = |more: &[&str]| ask("check", &text(&edges), &[&["--json"], more].concat());
    assert_eq!(objects(&result(&[]).lines)[0]["result"], json!("free"));
    // Upright, link 4 is 1.9 m off the higher pyramid's tip; no pair may be as near as its padding.
    assert_eq!(objects(&result(&["--padding", "link4=3"]).lines)[0]["result"], json!("hit"));
    let padded = ask("clearance", &text(&upright), &["--json", "--padding", "link4=3"]);
    let answer = &objects(&padded.lines)[0];
    assert_eq!((&answer["collides"], answer["signed_distance"].as_f64().unwrap() > 1.0), (&json!(true), true));
    let difference = answer["signed_distance"].as_f64().unwrap() - answer["padded_distance"].as_f64().unwrap();
    assert!((difference - 3.0).abs() < 1e-12, "{answer}");
    let plain = &objects(&ask("clearance", &text(&upright), &["--json"]).lines)[0];
    assert_eq!((&plain["collides"], plain.get("padded_distance")), (&json!(false), None));
    std::fs::remove_file(upright).unwrap();
    let unknown = result(&["--padding", "lnik4=1"]);
    let complaint = unknown.complaint.trim_end();
    assert_eq!((unknown.status, complaint.ends_with("(did you mean \"link4\"?)")), (2, true), "{complaint}");
    let negative = result(&["--padding", "link4=-1"]);
    assert!(negative.status == 2 && negative.complaint.contains("finite and not negative"), "{}", negative.complaint);
    let note = result(&["--allow", "link4,hihg"]).complaint;
    assert!(note.contains("neither a link nor a body") && note.contains("(did you mean \"high\"?)"), "{note}");
    std::fs::remove_file(edges).unwrap();
}

#[test]
fn tasks_that_cannot_be_followed_say_where() {
    let told = |task: Value| {
        let file = written("odd-task.json", &[task]);
        let found = ask("follow", &text(&file), &["--json"]);
        std::fs::remove_file(file).unwrap();
        (found.status, found.complaint.trim().to_string())
    };
    let task = |more: Value| {
        let mut all =
            json!({"tip": {"link": "link4"}, "start": UP, "stages": [{"velocity": [0, -0.1, 0], "duration": 1}]});
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    assert!(told(task(json!({"plannr": "potential"}))).1.ends_with("(did you mean \"planner\"?)"));
    assert!(told(task(json!({"d0": 0}))).1.ends_with("odd-task.json, /d0: must be positive, got 0.0"));
    let (status, what) = told(task(json!({"start": [0, 1.5, -2.6, -0.5], "k": 1e308})));
    assert!(status == 2 && what.contains("must be within 1e6 of zero"), "{what}");
}
