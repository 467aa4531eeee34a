//! Cases at the edges, as files write them: ends of the range, angles, matrices, twins, fast spins.

use std::path::PathBuf;

use clearance_scene::json::{Fields, Json, Node};
use clearance_scene::{CaseLine, MeshFiles, PairResult, Settings, WarmStarts, answer};

fn lines() -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/edges/cases.jsonl");
    std::fs::read_to_string(path).unwrap().lines().map(str::to_string).collect()
}

fn answered(line: &str) -> PairResult {
    let case = CaseLine::parse(line).unwrap();
    answer(&case, &MeshFiles::relative_to("."), &Settings::default(), &mut WarmStarts::default()).unwrap()
}

fn number(fields: &Fields, key: &str) -> Option<f64> {
    fields.get(key).and_then(|node| node.number().ok())
}

/// What is wrong with an answer, if anything is.
fn wrong(found: &PairResult, expect: &Fields) -> Option<String> {
    if let Some(status) = expect.get("status")
        && (status.text().unwrap() != found.status || !found.exact)
    {
        return Some(format!("status {}", found.status));
    }
    let width = number(expect, "width").unwrap_or(f64::INFINITY);
    if let Some(toi) = expect.get("toi") {
        let time = found.toi.unwrap();
        if *toi.value() == Json::Null {
            return (time.is_some() || !found.exact).then(|| format!("toi {time:?}"));
        }
        let bracket = (found.toi_lower.unwrap(), found.toi_upper.unwrap());
        let inside = bracket.0 <= toi.number().unwrap() && toi.number().unwrap() <= bracket.1;
        return (!inside || !found.exact || bracket.1 - bracket.0 > width).then(|| format!("bracket {bracket:?}"));
    }
    let (lower, upper) = (found.lower.unwrap(), found.upper.unwrap());
    let (least, most) = (number(expect, "lower").unwrap_or(lower), number(expect, "upper").unwrap_or(upper));
    (lower > most || upper < least || upper - lower > width).then(|| format!("bounds {lower:e}, {upper:e}"))
}

#[test]
fn cases_at_the_edges_are_answered() {
    let mut failures = Vec::new();
    let lines = lines();
    for line in &lines {
        let case = CaseLine::parse(line).unwrap();
        let tree = case.need("expect").unwrap();
        let node = Node::root(&tree, "/expect");
        if let Some(reason) = wrong(&answered(line), &node.fields().unwrap()) {
            failures.push(format!("{}: {reason}", case.id().unwrap().unwrap()));
        }
    }
    assert!(failures.is_empty() && lines.len() > 50, "{} of {}:\n{}", failures.len(), lines.len(), failures.join("\n"));
}
