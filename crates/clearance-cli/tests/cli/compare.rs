//! `clearance compare`: tables, charts, given cases and failures.

use crate::run::{objects, root, run};
use serde_json::json;

/// Few pairs and no time: all but the times is as with more.
const QUICK: [&str; 5] = ["compare", "--pairs", "3", "--time", "0"];

#[test]
fn both_tables_have_a_line_for_each_pair_of_counts_and_each_algorithm() {
    let run = run(&[&QUICK[..], &["--json"]].concat(), "");
    assert_eq!((run.status, run.complaint.as_str(), run.lines.len()), (0, "", (10 + 8) * 5));
    for object in objects(&run.lines) {
        assert!(object["deviation"].as_f64().unwrap() < 1e-12, "{object}");
        assert!(object["iterations"].as_f64().unwrap() >= 1.0 && object["time"].as_f64().unwrap() > 0.0, "{object}");
    }
}

#[test]
fn people_read_blocks_with_a_star_for_the_fastest() {
    let run = run(&QUICK, "");
    assert!(
        run.lines[0].starts_with("At rest: polytopes in unit balls 8.66 apart, mean of 3 pairs"),
        "{}",
        run.lines[0]
    );
    let heads = run.lines.iter().filter(|line| line.starts_with("vertices   original GJK   with Liu's")).count();
    assert_eq!(heads, 12);
    let rows: Vec<&String> = run.lines.iter().filter(|line| line.starts_with("8/8 ")).collect();
    assert_eq!(rows.len(), 6);
    assert_eq!(rows[0].matches('*').count(), 1, "{}", rows[0]);
}

#[test]
fn charts_are_drawn_into_a_folder_that_is_made() {
    let folder = std::env::temp_dir().join(format!("clearance-compare-{}", std::process::id())).join("charts");
    let run = run(&[&QUICK[..], &["--charts", folder.to_str().unwrap()]].concat(), "");
    assert_eq!((run.status, run.complaint.as_str()), (0, ""));
    for (file, word) in [
        ("at-rest.svg", "Figure 12"),
        ("on-the-move.svg", "Table 3"),
        ("support-share.svg", "Figure 9"),
        ("profile.svg", "Figure 15"),
    ] {
        let chart = std::fs::read_to_string(folder.join(file)).unwrap();
        let names = ["original GJK", "with Liu", "with both", "core"];
        assert!(chart.starts_with("<svg") && chart.contains(word), "{file}");
        assert!(names.iter().all(|name| chart.contains(name)), "{file}");
    }
    std::fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}

#[test]
fn failures_are_counted_by_algorithm_precision_and_family() {
    let run = run(&["compare", "--robustness", "--pairs", "20", "--json"], "");
    let all = objects(&run.lines);
    assert_eq!((run.status, all.len()), (0, 9 * 2 * 6));
    for object in &all {
        let counts = ["right", "inexact", "wrong_side", "no_answer"].map(|kind| object[kind].as_u64().unwrap());
        assert_eq!(counts.iter().sum::<u64>(), 20, "{object}");
    }
    let voronoi = all.iter().find(|o| o["algorithm"] == "voronoi" && o["family"] == "apart" && o["precision"] == "f64");
    assert_eq!(voronoi.unwrap()["right"], 20);
}

#[test]
fn given_cases_show_what_every_algorithm_says() {
    let square = r#"{"kind": "hull", "vertices": [[0, 0], [1, 0], [1, 1], [0, 1]]}"#;
    let squares = format!(
        r#"{{"id": "squares", "dim": 2, "a": {{"shape": {square}}}, "b": {{"shape": {square}, "pose": {{"translation": [2, 2]}}}}}}"#
    );
    let run = run(&["compare", "-", "--time", "0"], &format!("{squares}\n{{\"id\": true}}\n"));
    assert_eq!((run.status, run.lines[0].as_str()), (1, "squares"));
    let named = |name: &str| run.lines.iter().find(|line| line.starts_with(name)).unwrap();
    for name in ["johnson ", "liu ", "voronoi ", "signed-volumes ", "casalino ", "core "] {
        assert!(named(name).contains("1.41421356237") && named(name).ends_with("as it should"), "{}", named(name));
    }
    assert!(run.lines.contains(&"standard input, line 2, /id: expected a string or a number, got true".to_string()));
}

#[test]
fn given_cases_may_come_from_the_corpus_as_json() {
    let case = root().join("testdata/corpus/near.jsonl");
    let text = std::fs::read_to_string(case).unwrap();
    let first: String = text.lines().take(2).collect::<Vec<_>>().join("\n");
    let run = run(&["compare", "-", "--time", "0", "--json"], &first);
    let all = objects(&run.lines);
    assert_eq!((run.status, all.len()), (0, 18));
    assert!(all.iter().filter(|object| object["algorithm"] == "core").all(|object| object["difference"] == json!(0.0)));
}

#[test]
fn what_cannot_be_used_is_refused_in_one_line() {
    let refused = |arguments: &[&str]| {
        let run = run(arguments, "");
        assert_eq!(run.status, 2, "{arguments:?}");
        run.complaint
    };
    assert!(refused(&["compare", "--pairs", "0"]).contains("0 is not in 1..=100000"));
    assert!(refused(&["compare", "no-such-file"]).starts_with("clearance: no-such-file: cannot be read"));
    assert!(refused(&["compare", "--robustness", "--charts", "x"]).contains("cannot be used with"));
}
