use super::*;
use clearance_robot::range::RangeOptions;

const ASSEMBLY: &str = r#"{"bodies": [
    {"name": "post", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [0, 3, 0]}},
    {"name": "wall", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [-2.5, 0, 0]}},
    {"name": "arm", "shape": {"kind": "sphere", "radius": 0.25}, "pose": {"translation": [2, 0, 0]},
     "joint": {"type": "continuous", "origin": [0, 0, 0], "axis": [0, 0, 1]}}]}"#;

fn read(requirements: &str) -> Requirements {
    let text = format!(r#"{{"robot": {ASSEMBLY}, "requirements": [{requirements}]}}"#);
    Requirements::parse(&text, "".as_ref()).unwrap()
}

#[test]
fn each_requirement_holds_is_violated_or_says_what_is_wrong_with_it() {
    let requirements = read(
        r#"{"name": "passes", "pairs": [["arm", "post"]], "at_least": 0.2},
           {"name": "too near", "pairs": [["post", "arm"]], "at_least": 0.26},
           {"name": "half", "over": {"ranges": {"arm": [-1, 1]}}, "at_least": 0.5},
           {"name": "all", "pairs": ["arm"]},
           {"name": "way", "over": {"path": [[0], [1]]}, "at_least": 0.5},
           {"name": "through", "over": {"path": [[0], [3]]}},
           {"name": "lost", "pairs": [["arm", "pots"]]},
           {"name": "lost", "at_least": 0},
           {"name": "odd", "over": {"range": {}}}"#,
    );
    let answers = requirements.answer(&RangeOptions::default());
    let outcome = |answer: &Answer| match &answer.found {
        Ok(found) => found.outcome.name().to_string(),
        Err(error) => error.to_string(),
    };
    let outcomes: Vec<String> = answers.iter().map(outcome).collect();
    assert_eq!(outcomes[..6], ["holds", "violated", "holds", "violated", "holds", "violated"]);
    assert_eq!(outcomes[6], r#"no link or body is named "pots" (did you mean "post"?)"#);
    assert_eq!(outcomes[7], r#"/requirements/7: another requirement is named "lost""#);
    assert!(outcomes[8].starts_with("/requirements/8/over"), "{}", outcomes[8]);
    // Configurations that violate: the arm at a quarter turn, and at the end of its way into the wall.
    let at = |i: usize| answers[i].found.as_ref().unwrap().at[0];
    assert!((at(1) - core::f64::consts::FRAC_PI_2).abs() < 0.1, "{}", at(1));
    assert!((at(5) - 3.0).abs() < 1e-3, "{}", at(5));
    // Of a path that keeps its clearance, the nearest place: at 1 the arm is √(13 − 12 sin 1) from the post's centre.
    let kept = answers[4].found.as_ref().unwrap();
    let least = (13.0 - 12.0 * 1f64.sin()).sqrt() - 0.75;
    assert!(kept.lower <= least && least <= kept.upper.unwrap() + 1e-12 && kept.pair.is_some(), "{kept:?} {least}");
    assert!((kept.at[0] - 1.0).abs() < 1e-3, "{kept:?}");
}

#[test]
fn a_receipt_is_stale_once_a_number_has_changed() {
    let before =
        read(r#"{"name": "passes", "pairs": [["arm", "post"]], "at_least": 0.2}, {"name": "all", "at_least": 9}"#);
    let receipt = Receipt::of(&before.answer(&RangeOptions::default()));
    let text = serde_json::to_string(&receipt).unwrap();
    let receipt: Receipt = serde_json::from_str(&text).unwrap();
    let said = |requirements: &Requirements| {
        receipt.compared_with(requirements).into_iter().map(|(_, said)| said).collect::<Vec<_>>()
    };
    assert_eq!(said(&before), ["holds", "violated"]);
    let other =
        read(r#"{"name": "passes", "pairs": [["arm", "post"]], "at_least": 0.21}, {"name": "all", "at_least": 9}"#);
    assert_eq!(said(&other), ["stale", "violated"]);
    let moved = ASSEMBLY.replace("[0, 3, 0]", "[0, 3.5, 0]");
    let text =
        format!(r#"{{"robot": {moved}, "requirements": [{{"name": "all", "at_least": 9}}, {{"name": "new"}}]}}"#);
    assert_eq!(said(&Requirements::parse(&text, "".as_ref()).unwrap()), ["stale", "stale"]);
}

#[test]
fn a_junit_report_counts_failures_and_errors() {
    let answers =
        read(r#"{"name": "a < b", "at_least": 9}, {"name": "fine", "at_least": -9}, {"name": "?", "over": 1}"#)
            .answer(&RangeOptions::default());
    let report = junit(&answers, "door");
    assert!(report.contains(r#"tests="3" failures="1" errors="1""#), "{report}");
    assert!(report.contains(r#"name="a &lt; b"><failure message="violated: at least 9, clearance"#), "{report}");
    assert_eq!(report.matches("<testcase").count(), 3);
}

#[test]
fn a_mesh_that_changed_within_its_hull_is_another_one() {
    // A tetrahedron with a dent in one face.
    let digest = |depth: f64| {
        let mesh = format!(
            r#"{{"kind": "mesh", "as": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.25, 0.25, {depth}]],
             "triangles": [[0, 2, 4], [2, 1, 4], [1, 0, 4], [0, 1, 3], [1, 2, 3], [2, 0, 3]]}}"#
        );
        let joint = r#"{"type": "continuous", "origin": [0, 0, 0], "axis": [0, 0, 1]}"#;
        let text = format!(
            r#"{{"robot": {{"bodies": [{{"name": "part", "shape": {mesh}, "joint": {joint}}}]}}, "requirements": [{{"name": "one"}}]}}"#
        );
        Requirements::parse(&text, "".as_ref()).unwrap().digests()[0].1.clone()
    };
    assert_eq!(digest(0.1), digest(0.1));
    assert_ne!(digest(0.1), digest(0.2));
}
