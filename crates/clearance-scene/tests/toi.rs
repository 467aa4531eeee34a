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

/// A plate of a height of 1/2 about the origin with a post of a height of 2 at x = 3/2: the top of the one is at 1/4,
/// that of the other at 9/4.
const POST: &str = r#"{"kind": "compound", "parts": [
    {"shape": {"kind": "box", "half_extents": [2, 2, 0.25]}},
    {"shape": {"kind": "box", "half_extents": [0.25, 0.25, 1]}, "pose": {"translation": [1.5, 0, 1.25]}}]}"#;

fn about_post(sides: [&str; 2], shape: &str, at: [f64; 3], motion: &str) -> PairResult {
    let [post, other] = sides;
    let line = format!(
        r#"{{"{post}": {{"shape": {POST}}}, "{other}": {{"shape": {shape}, "pose": {{"translation": {at:?}}}}}, "motion": {motion}}}"#
    );
    answered(&line.replace('\n', " "), &Settings::default())
}

#[test]
fn a_ball_falls_on_the_part_of_a_compound_that_is_below_it() {
    let ball = r#"{"kind": "sphere", "radius": 0.25}"#;
    for (x, part, time) in [(1.5, 1, 0.3125), (-1.5, 0, 0.5625)] {
        for (sides, up) in [(["a", "b"], 1.0), (["b", "a"], -1.0)] {
            let falls = format!(r#"{{"{}": {{"linear": [0, 0, -8]}}}}"#, sides[1]);
            let found = about_post(sides, ball, [x, 0.0, 5.0], &falls);
            assert!((found.toi.unwrap().unwrap() - time).abs() < 1e-13 && found.exact, "{found:?}");
            assert!(found.toi_lower.unwrap() <= time && time <= found.toi_upper.unwrap(), "{found:?}");
            assert_eq!((found.collides, found.status), (Some(true), "touching"));
            assert_eq!(
                if up > 0.0 { (found.part_a, found.part_b) } else { (found.part_b, found.part_a) },
                (Some(part), None)
            );
            assert!((found.contact.unwrap().normal[2] - up).abs() < 1e-13);
        }
    }
}

#[test]
fn a_target_distance_is_from_the_nearest_part() {
    let ball = r#"{"kind": "sphere", "radius": 0.25}"#;
    let motion = r#"{"b": {"linear": [0, 0, -8]}, "target_distance": 0.5}"#;
    let found = about_post(["a", "b"], ball, [1.5, 0.0, 5.0], motion);
    // 4.75 - 8 t - 2.25 = 0.5
    assert!((found.toi.unwrap().unwrap() - 0.25).abs() < 1e-13, "{found:?}");
    assert!((found.signed_distance.unwrap().unwrap() - 0.5).abs() < 1e-12, "{found:?}");
}

#[test]
fn what_recedes_or_slides_at_the_start_is_no_hit_if_only_what_approaches_is() {
    // On the plate's top at 1/4, and on the post's at 9/4.
    let ball = r#"{"kind": "sphere", "radius": 0.25}"#;
    let found = |at: [f64; 3], way: &str, overlap: &str| {
        let motion = format!(r#"{{"b": {{"linear": {way}}}, "initial_overlap": "{overlap}"}}"#);
        about_post(["a", "b"], ball, at, &motion).toi.unwrap()
    };
    let top = [1.5, 0.0, 2.5];
    for (way, slides, counts) in [("[1, 0, 0]", None, 0.0), ("[0, 1, 2]", None, 0.0), ("[1, 0, -1]", Some(0.0), 0.0)] {
        assert_eq!(found(top, way, "only_approaching"), slides, "{way}");
        assert_eq!(found(top, way, "counts"), Some(counts), "{way}");
    }
    assert_eq!(found(top, "[0, 0, 1]", "ignored"), None);
}

#[test]
fn a_compound_that_turns_strikes_with_its_post() {
    // The plate reaches to 2.02 from the axis y, the post's outer side x = 7/4 is at 2.5 from it where the angle's
    // cosine is 0.7.
    let found = about_post(["a", "b"], r#"{"kind": "point"}"#, [2.5, 0.0, 0.0], r#"{"a": {"angular": [0, 3, 0]}}"#);
    assert!((found.toi.unwrap().unwrap() - 0.7f64.acos() / 3.0).abs() < 1e-12, "{found:?}");
    assert_eq!(found.part_a, Some(1));
}

#[test]
fn a_compound_falls_on_a_halfspace_with_its_lowest_part() {
    let floor = r#"{"kind": "halfspace", "normal": [0, 0, 2], "offset": -8}"#;
    for sides in [["a", "b"], ["b", "a"]] {
        let falls = format!(r#"{{"{}": {{"linear": [1, 0, -7.5]}}}}"#, sides[0]);
        // From -1/4 to the floor at -4.
        let found = about_post(sides, floor, [0.0; 3], &falls);
        assert!((found.toi.unwrap().unwrap() - 0.5).abs() < 1e-13 && found.exact, "{found:?}");
    }
}

#[test]
fn compounds_that_overlap_from_the_start_have_bounds_and_no_depth() {
    let found = about_post(["a", "b"], POST, [1.0, 0.0, 0.125], r#"{"b": {"linear": [9, 0, 0]}}"#);
    assert_eq!((found.toi, found.toi_upper, found.status), (Some(Some(0.0)), Some(0.0), "overlapping"));
    assert_eq!(found.signed_distance, Some(None));
    assert!(found.lower.unwrap() <= found.upper.unwrap() && found.upper.unwrap() < 0.0, "{found:?}");
}

#[test]
fn a_point_passes_between_the_parts() {
    let gate = r#"{"kind": "compound", "parts": [
        {"shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [0, -1, 4]}},
        {"shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [0, 1, 4]}}]}"#;
    let found = about_post(["a", "b"], gate, [0.0, 0.0, 0.0], r#"{"b": {"linear": [-9, 0, 0]}}"#);
    assert_eq!((found.toi, found.collides, found.status), (Some(None), Some(false), "separated"));
    // At the start the centers are off the post's edge by (1.25, 0.75, 1.75).
    assert!(found.lower.unwrap() > 0.0 && found.lower.unwrap() <= 5.1875f64.sqrt() - 0.5, "{found:?}");
}

#[test]
fn the_plane_has_compounds_that_move() {
    let line = r#"{"dim": 2, "a": {"shape": {"kind": "compound", "parts": [
        {"shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [-2, 0]}},
        {"shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [2, 0]}}]}},
        "b": {"shape": {"kind": "box", "half_extents": [0.5, 0.5]}, "pose": {"translation": [2, 5]}}, "motion": {"b": {"linear": [0, -8]}}}"#
        .replace('\n', " ");
    for precision in [Precision::F64, Precision::F32] {
        let found = answered(&line, &Settings { precision, ..Settings::default() });
        // From 4.5 down to 0.5.
        assert!((found.toi.unwrap().unwrap() - 0.5).abs() < 1e-5 && found.part_a == Some(1), "{found:?}");
    }
}
