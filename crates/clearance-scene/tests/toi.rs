//! Times of impact of the corpus, which were certified elsewhere by other means.

use std::path::PathBuf;

use clearance_scene::json::{Json, Node};
use clearance_scene::{CaseLine, MeshFiles, PairResult, Precision, Settings, WarmStarts, answer};

fn cases() -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/corpus/toi.jsonl");
    std::fs::read_to_string(path).unwrap().lines().map(str::to_string).collect()
}

fn answered(line: &str, settings: &Settings) -> PairResult {
    let case = CaseLine::parse(line).unwrap();
    answer(&case, &MeshFiles::relative_to("."), settings, &mut WarmStarts::default()).unwrap()
}

/// The certified time, and whether the bodies only just touch.
fn expected(line: &str) -> (Option<f64>, bool) {
    let tree = CaseLine::parse(line).unwrap().need("expect").unwrap();
    let node = Node::root(&tree, "/expect");
    let fields = node.fields().unwrap();
    let time = fields.need("toi").unwrap().text().ok().map(|digits| digits.parse().unwrap());
    (time, fields.get("borderline").is_some_and(|flag| *flag.value() == Json::Bool(true)))
}

#[test]
fn times_of_impact_are_those_of_the_corpus() {
    let (mut hits, mut misses) = (0, 0);
    for line in cases() {
        let id = CaseLine::parse(&line).unwrap().id().unwrap().unwrap().to_string();
        let found = answered(&line, &Settings::default());
        let (time, borderline) = expected(&line);
        let toi = found.toi.unwrap();
        assert_eq!(found.collides, found.exact.then_some(time.is_some()), "{id}: {found:?}");
        assert!(found.exact || borderline, "{id}: {found:?}");
        let Some((toi, time)) = toi.zip(time) else {
            assert_eq!(toi, None, "{id}: {found:?}");
            misses += 1;
            continue;
        };
        hits += 1;
        assert!((toi - time).abs() <= 1e-12 || !found.exact, "{id}: {toi} instead of {time}");
        let (lower, upper) = (found.toi_lower.unwrap(), found.toi_upper.unwrap());
        assert!(lower <= time + 1e-16 && time - 1e-16 <= upper, "{id}: {time} not in [{lower}, {upper}]");
        assert!(upper - lower <= 1e-9 || borderline, "{id}: [{lower}, {upper}]");
    }
    assert!(hits > 80 && misses > 10, "{hits} hits, {misses} misses");
}

#[test]
fn single_precision_comes_near_the_same_times() {
    let settings = Settings { precision: Precision::F32, ..Settings::default() };
    for line in cases() {
        let id = CaseLine::parse(&line).unwrap().id().unwrap().unwrap().to_string();
        let found = answered(&line, &settings);
        let (time, borderline) = expected(&line);
        if borderline || found.toi == Some(Some(0.0)) || !found.exact {
            continue;
        }
        let (toi, time) = found.toi.flatten().zip(time).unwrap_or((0.0, 0.0));
        assert!((toi - time).abs() <= 1e-3, "{id}: {toi} instead of {time}");
    }
}

#[test]
fn a_box_falls_on_a_halfspace_from_either_side() {
    let falling =
        r#"{"shape": {"kind": "box", "half_extents": [0.5, 0.5, 0.25]}, "pose": {"translation": [0, 0, 2.25]}}"#;
    let floor = r#"{"shape": {"kind": "halfspace", "normal": [0, 0, 2], "offset": 1}}"#;
    for (sides, up) in [(["a", "b"], -1.0), (["b", "a"], 1.0)] {
        let [falls, lies] = sides;
        let line = format!(
            r#"{{"id": "f", "query": "toi", "{falls}": {falling}, "{lies}": {floor}, "motion": {{"{falls}": {{"linear": [1, 0, -3]}}}}}}"#
        );
        let found = answered(&line, &Settings::default());
        assert!((found.toi.unwrap().unwrap() - 0.5).abs() < 1e-14 && found.exact, "{found:?}");
        assert!((found.contact.unwrap().normal[2] - up).abs() < 1e-14);
    }
}
