//! `clearance sweep`, `clearance assert` and regions, as a user runs them.

use crate::run::{objects, run};
use serde_json::{Value, json};

const CABINET: &str = r#"{"bodies": [
    {"name": "board", "shape": {"kind": "box", "half_extents": [0.3, 0.25, 0.02]}},
    {"name": "wall", "shape": {"kind": "box", "half_extents": [0.02, 0.8, 0.5]}, "pose": {"translation": [-0.75, -0.3, 0.2]}},
    {"name": "door", "shape": {"kind": "box", "half_extents": [0.3, 0.01, 0.19]}, "pose": {"translation": [0, -0.27, 0.22]},
     "joint": {"type": "revolute", "axis": [0, 0, 1], "origin": [-0.3, -0.27, 0], "range": [-1.9, 0]}},
    {"name": "drawer", "shape": {"kind": "box", "half_extents": [0.25, 0.22, 0.05]}, "pose": {"translation": [0, 0, 0.15]},
     "joint": {"type": "prismatic", "axis": [0, -1, 0], "range": [0, 0.3]}}]}"#;

/// A folder of this test with the cabinet in it.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("clearance-ranges-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("cabinet.json"), CABINET).unwrap();
    folder
}

fn text(path: &std::path::Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn what_is_required_fails_where_nothing_is_tested() {
    let folder = folder("nothing");
    let (alone, edges) = (folder.join("alone.json"), folder.join("edges.jsonl"));
    let door = r#"{"name": "door", "shape": {"kind": "sphere", "radius": 1}, "joint": {"type": "revolute", "axis": [0, 0, 1], "range": [0, 1]}}"#;
    std::fs::write(&alone, format!("{{\"bodies\": [{door}]}}")).unwrap();
    std::fs::write(&edges, "{\"from\": [0], \"to\": [1]}\n").unwrap();
    let empty = folder.join("empty.jsonl");
    std::fs::write(&empty, "").unwrap();
    for asked in [
        &["sweep", text(&alone)][..],
        &["sweep", text(&alone), "--pairs"],
        &["robot", "check", text(&alone), text(&edges)],
        &["robot", "check", text(&folder.join("cabinet.json")), text(&empty)],
        &["robot", "check-region", text(&folder.join("cabinet.json")), text(&empty)],
    ] {
        let found = run(&[asked, &["--require-free"]].concat(), "");
        assert_eq!(found.status, 3, "{asked:?} {:?} {}", found.lines, found.complaint);
        assert!(found.complaint.contains("nothing is tested"), "{asked:?} {}", found.complaint);
        assert_eq!(run(asked, "").status, 0, "{asked:?}");
    }
    let requirements = folder.join("requirements.json");
    let over =
        |over: &str| format!(r#"{{"robot": "alone.json", "requirements": [{{"name": "room", "over": {over}}}]}}"#);
    std::fs::write(folder.join("scene.json"), r#"{"bodies": []}"#).unwrap();
    for over in [r#"{"ranges": {}}"#, r#"{"path": [[0], [1]]}"#, r#"{"scene": "scene.json"}"#].map(over) {
        std::fs::write(&requirements, &over).unwrap();
        let found = run(&["assert", text(&requirements), "--json"], "");
        assert_eq!((found.status, &objects(&found.lines)[0]["result"]), (3, &json!("nothing tested")), "{over}");
    }
    std::fs::write(&requirements, r#"{"requirements": []}"#).unwrap();
    let none = run(&["assert", text(&requirements)], "");
    assert!(none.status == 3 && none.complaint.contains("nothing to test"), "{}", none.complaint);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_sweep_says_of_each_pair_whether_it_collides_and_how_near_it_comes() {
    let folder = folder("sweep");
    let (file, page) = (folder.join("cabinet.json"), folder.join("page.html"));
    let found = run(&["sweep", text(&file), "--pairs", "--json", "--width", "1e-6", "--html", text(&page)], "");
    let rows = objects(&found.lines);
    assert_eq!((found.status, rows.len()), (0, 5));
    let row = |a: &str, b: &str| rows.iter().find(|row| row["pair"] == json!([a, b])).unwrap();
    assert_eq!(row("door", "drawer")["verdict"], "sometimes");
    assert!(row("door", "drawer")["free_at"]["drawer"].is_number());
    let least = |a: &str, b: &str| ["lower", "upper"].map(|key| row(a, b)[key].as_f64().unwrap());
    // The door's tip, 0.6 from the hinge, turns to −0.3 − 0.6 cos 1.9 − 0.01 sin 1.9 at its corner; the wall ends at
    // −0.73.
    let truth = 0.73 - 0.3 + 0.6 * 1.9f64.cos() - 0.01 * 1.9f64.sin();
    let [lower, upper] = least("door", "wall");
    assert!(lower <= truth && truth <= upper + 1e-15 && upper - lower <= 1e-6, "{lower} {truth} {upper}");
    assert!((row("door", "wall")["worst"]["door"].as_f64().unwrap() + 1.9).abs() < 1e-4);
    assert_eq!(row("drawer", "wall")["verdict"], "never");
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("over drawer") && page.contains("worst"));
    // With the door open the drawer slides freely; a text of one answer.
    let ranges = r#"{"door": [-1.9, -1.6]}"#;
    let open = run(&["robot", "sweep", text(&file), "--ranges", ranges, "--require-free"], "");
    assert_eq!(open.status, 0, "{:?}", open.lines);
    assert!(open.lines[0].contains("never collides"), "{:?}", open.lines);
    assert_eq!(run(&["sweep", text(&file), "--require-free"], "").status, 3);
    let wrong = run(&["sweep", text(&file), "--ranges", r#"{"dor": 1}"#], "");
    assert_eq!(wrong.status, 2);
    assert!(wrong.complaint.contains("no joint is named \"dor\""), "{}", wrong.complaint);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_certificate_of_a_range_is_verified_and_a_contact_has_none_but_of_its_depth() {
    let folder = folder("certificate");
    let (file, certificate) = (folder.join("cabinet.json"), folder.join("range.jsonl"));
    let ranges = r#"{"door": [-1.9, -1.6]}"#;
    let sweep = |more: &[&str]| {
        let all = ["sweep", text(&file), "--json", "--certificate", text(&certificate)];
        run(&[&all, more].concat(), "")
    };
    let lower = |found: &Value| found["lower"].as_f64().unwrap();
    let verify = || run(&["robot", "verify", text(&file), text(&certificate), "--json"], "");
    let free = sweep(&["--ranges", ranges]);
    let verified = objects(&verify().lines);
    assert_eq!(
        (free.status, &verified[0]["valid"], verified[0]["box"].clone()),
        (0, &json!(true), json!([[-1.9, -1.6], [0.0, 0.3]]))
    );
    let claimed = verified[0]["clearance_lower"].as_f64().unwrap();
    assert!(claimed > 0.0 && (claimed - lower(&objects(&free.lines)[0])).abs() < 1e-12, "{claimed}");
    let hit = sweep(&[]);
    assert_eq!(hit.status, 2);
    assert!(hit.complaint.contains("it collides (--depth encloses how deep)"), "{}", hit.complaint);
    assert_eq!(sweep(&["--depth", "--width", "1e-3"]).status, 0);
    assert!(objects(&verify().lines)[0]["clearance_lower"].as_f64().unwrap() < 0.0);
    // In another assembly it is refused.
    let other = folder.join("other.json");
    std::fs::write(&other, CABINET.replace("-0.75", "-0.74")).unwrap();
    let refused = run(&["robot", "verify", text(&other), text(&certificate)], "");
    assert_eq!(refused.status, 1);
    assert!(refused.lines[0].contains("another scene"), "{:?}", refused.lines);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_body_as_its_mesh_slides_along_a_rod_through_its_hole_and_as_its_hull_it_does_not() {
    let folder = folder("hole");
    let file = folder.join("rod.json");
    // A square ring of half width 0.5 with a hole of half width 0.2: outside, top, hole, bottom.
    let ring = |half: f64, z: f64| [[-half, -half, z], [half, -half, z], [half, half, z], [-half, half, z]];
    let vertices = [ring(0.5, -0.03), ring(0.5, 0.03), ring(0.2, 0.03), ring(0.2, -0.03)].concat();
    let side = |s: usize, i: usize| 4 * (s % 4) + i % 4;
    let quad = |(s, i): (usize, usize)| {
        let [a, b, c, d] = [side(s, i), side(s, i + 1), side(s + 1, i + 1), side(s + 1, i)];
        [[a, b, c], [a, c, d]]
    };
    let triangles: Vec<[usize; 3]> = (0..4).flat_map(|s| (0..4).map(move |i| (s, i))).flat_map(quad).collect();
    let write = |kind: &str| {
        let assembly = json!({"bodies": [
            {"name": "rod", "shape": {"kind": "box", "half_extents": [0.1, 0.1, 3]}},
            {"name": "ring", "shape": {"kind": "mesh", "vertices": vertices, "triangles": triangles, "as": kind}, "pose": {"translation": [0.02, 0, 0]},
             "joint": {"type": "prismatic", "axis": [0, 0, 1], "range": [-1, 1]}}]});
        std::fs::write(&file, assembly.to_string()).unwrap();
    };
    write("mesh");
    let page = folder.join("page.html");
    let found = run(&["sweep", text(&file), "--json", "--width", "1e-6", "--html", text(&page)], "");
    let row = &objects(&found.lines)[0];
    let [lower, upper] = ["lower", "upper"].map(|key| row[key].as_f64().unwrap());
    assert!(lower <= 0.08 && 0.08 <= upper + 1e-15 && upper - lower <= 1e-6, "{row}");
    assert_eq!(row["collides"], false);
    // Certificates are about hulls.
    let certificate = folder.join("range.jsonl");
    let refused = run(&["sweep", text(&file), "--certificate", text(&certificate)], "");
    assert_eq!(refused.status, 2);
    assert!(refused.complaint.contains("certificates are about hulls"), "{}", refused.complaint);
    write("hull");
    assert_eq!(objects(&run(&["sweep", text(&file), "--json"], "").lines)[0]["collides"], true);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn requirements_end_with_a_status_a_report_and_a_receipt_that_becomes_stale() {
    let folder = folder("assert");
    let file = folder.join("requirements.json");
    let write = |at_least: f64| {
        let requirements = json!({"robot": "cabinet.json", "requirements": [
            {"name": "door and wall", "pairs": [["door", "wall"]], "at_least": at_least},
            {"name": "open", "over": {"ranges": {"door": [-1.9, -1.6]}}},
            {"name": "way", "over": {"path": [{"door": 0, "drawer": 0}, {"door": -1.7, "drawer": 0}, [-1.7, 0.3]]}},
        ]});
        std::fs::write(&file, requirements.to_string()).unwrap();
    };
    write(0.02);
    let (receipt, report) = (folder.join("receipt.json"), folder.join("report.xml"));
    let options = ["assert", text(&file), "--json", "--receipt", text(&receipt), "--junit", text(&report)];
    let found = run(&options, "");
    let results = |lines: &[String]| objects(lines).iter().map(|row| row["result"].clone()).collect::<Vec<Value>>();
    assert_eq!((found.status, results(&found.lines)), (0, vec![json!("holds"), json!("holds"), json!("holds")]));
    assert!(std::fs::read_to_string(&report).unwrap().contains(r#"tests="3" failures="0" errors="0""#));
    let against = ["assert", text(&file), "--json", "--against", text(&receipt)];
    assert_eq!(run(&against, "").status, 0);
    write(0.9);
    let stale = run(&against, "");
    assert_eq!((stale.status, results(&stale.lines)), (3, vec![json!("stale"), json!("holds"), json!("holds")]));
    let found = run(&options, "");
    assert_eq!((found.status, &results(&found.lines)[0]), (3, &json!("violated")));
    // A configuration that violates it: the search over ranges does not look for the worst one.
    let said = run(&["assert", text(&file)], "").lines;
    assert!(said[1].starts_with("  violated at: door "), "{said:?}");
    let swept = run(&["sweep", text(&folder.join("cabinet.json"))], "").lines;
    assert!(swept.iter().any(|line| line.starts_with("attained at      door ")), "{swept:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn regions_are_grown_certified_checked_and_refused_in_another_world() {
    let folder = folder("region");
    let (file, certificate) = (folder.join("cabinet.json"), folder.join("regions.jsonl"));
    let seeds = "{\"id\": \"open\", \"q\": [-1.7, 0.1]}\n{\"id\": \"hit\", \"q\": [0, 0.2]}\n";
    let grown = run(&["robot", "region", text(&file), "-", "--json", "--certificate", text(&certificate)], seeds);
    let rows = objects(&grown.lines);
    assert_eq!((grown.status, &rows[0]["result"], &rows[1]["result"]), (0, &json!("free"), &json!("open")));
    let side = |joint: &str, end: usize| rows[0]["box"][joint][end].as_f64().unwrap();
    assert!(side("drawer", 0) == 0.0 && side("drawer", 1) == 0.3 && side("door", 0) == -1.9 && side("door", 1) > -1.7);
    let verified = run(&["robot", "verify", text(&file), text(&certificate), "--json"], "");
    assert_eq!((verified.status, &objects(&verified.lines)[0]["valid"]), (0, &json!(true)));
    // A polytope holds its seed, and says what it consists of.
    let certified = folder.join("polytope.jsonl");
    let grown = run(
        &[
            "robot",
            "region",
            text(&file),
            "-",
            "--polytope",
            "--polytope-cells",
            "2000",
            "--json",
            "--certificate",
            text(&certified),
        ],
        seeds,
    );
    let rows = objects(&grown.lines);
    let (a, b) = (rows[0]["A"].as_array().map_or(0, Vec::len), rows[0]["b"].as_array().map_or(0, Vec::len));
    assert_eq!((grown.status, &rows[0]["result"], &rows[1]["result"], a), (0, &json!("free"), &json!("open"), b));
    let verified = run(&["robot", "verify", text(&file), text(&certified), "--json"], "");
    assert_eq!((verified.status, &objects(&verified.lines)[0]["valid"]), (0, &json!(true)));
    let wrong = run(&["robot", "region", text(&file), "-", "--polytope", "--half", "0.1"], seeds);
    assert_eq!(wrong.status, 2);
    let regions = r#"{"id": "all", "A": [[1, 0]], "b": [0]}"#.to_string()
        + "\n"
        + r#"{"id": "open", "A": [[1, 0]], "b": [-1.6]}"#;
    let found = run(&["robot", "check-region", text(&file), "-", "--json", "--require-free"], &regions);
    let rows = objects(&found.lines);
    assert_eq!((found.status, &rows[0]["result"], &rows[1]["result"]), (3, &json!("refuted"), &json!("proven")));
    std::fs::write(&file, CABINET.replace("-0.75", "-0.751")).unwrap();
    let refused = run(&["robot", "verify", text(&file), text(&certificate), "--json"], "");
    assert_eq!((refused.status, &objects(&refused.lines)[0]["valid"]), (1, &json!(false)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_roadmap_answers_problems_with_paths_through_its_regions_and_none_in_another_world() {
    let folder = folder("roadmap");
    let (file, roadmap) = (folder.join("cabinet.json"), folder.join("roadmap.json"));
    let items = "{\"id\": \"way\", \"start\": [0, 0], \"goal\": [-1.8, 0.28]}\n{\"id\": \"shut\", \"q\": [0, 0.3]}\n";
    let covered = run(
        &["robot", "roadmap", text(&file), "-", "--regions", text(&roadmap), "--polytope-cells", "2000", "--json"],
        items,
    );
    let rows = objects(&covered.lines);
    assert_eq!(
        (covered.status, &rows[0]["covered"], &rows[1]["covered"]),
        (0, &json!(true), &json!(false)),
        "{rows:?}"
    );
    let problems = "{\"id\": \"there\", \"start\": [0, 0], \"goal\": [-1.8, 0.28]}\n{\"id\": \"shut\", \"start\": [0, 0], \"goal\": [0, 0.3]}\n";
    let plan = ["robot", "plan", text(&file), "-", "--regions", text(&roadmap), "--json"];
    let found = run(&plan, problems);
    let rows = objects(&found.lines);
    assert_eq!((found.status, &rows[0]["solved"], &rows[1]["solved"]), (0, &json!(true), &json!(false)), "{rows:?}");
    assert_eq!(rows[1]["reason"], "no region of the roadmap holds the goal");
    // What goes through the regions is free for the checker of edges as well.
    let path = json!({"id": "there", "path": rows[0]["path"]}).to_string();
    let checked = run(&["robot", "check", text(&file), "-", "--json"], &path);
    assert_eq!(objects(&checked.lines)[0]["result"], "free");
    std::fs::write(&file, CABINET.replace("-0.75", "-0.751")).unwrap();
    let other = run(&plan, problems);
    assert!(objects(&other.lines)[0]["error"].as_str().unwrap().contains("another scene"), "{:?}", other.lines);
    let changed = std::fs::read_to_string(&roadmap).unwrap().replacen("0.", "1.", 1);
    std::fs::write(&roadmap, changed).unwrap();
    assert_eq!(run(&plan, problems).status, 2);
    std::fs::remove_dir_all(folder).unwrap();
}
