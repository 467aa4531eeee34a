//! Closest approaches of pair cases with known answers.

use clearance_scene::{CaseLine, MeshFiles, PairResult, Settings, WarmStarts, answer};

fn answered(line: &str) -> Result<PairResult, String> {
    let case = CaseLine::parse(line).unwrap();
    let found = answer(&case, &MeshFiles::relative_to("."), &Settings::default(), &mut WarmStarts::default());
    found.map_err(|error| error.to_string())
}

#[test]
fn a_ball_is_nearest_where_it_passes() {
    let line = |more: &str| {
        format!(
            r#"{{"query": "closest_approach", "a": {{"shape": {{"kind": "sphere", "radius": 0.5}}}},
            "b": {{"shape": {{"kind": "sphere", "radius": 0.5}}, "pose": {{"translation": [-3, 2, 0]}}}},
            "motion": {{"b": {{"linear": [4, 0, 0]}}{more}}}}}"#
        )
        .replace('\n', "")
    };
    let found = answered(&line("")).unwrap();
    let (lower, upper) = (found.lower.unwrap(), found.upper.unwrap());
    assert!(lower <= 1.0 && 1.0 <= upper && upper - lower <= 2e-6, "{found:?}");
    let [from, to] = found.times.unwrap();
    assert!(from <= 0.75 && 0.75 <= to && to - from < 0.01 && found.complete == Some(true), "{found:?}");
    let there = found.contact.as_ref().unwrap();
    let x = -3.0 + 4.0 * found.time.unwrap();
    assert!((there.witness_b[0] - there.normal[0] * -0.5 - x).abs() < 1e-12, "{found:?}");
    let near = answered(&line(r#", "within": 1e-12"#)).unwrap();
    assert!(near.upper.unwrap() - near.lower.unwrap() <= 1e-12 && near.complete == Some(true), "{near:?}");
    // Within 1.5 of each other while the centres are within 2.5: from x = −1.5 to 1.5.
    let below = answered(&line(r#", "below": 1.5"#)).unwrap().below.unwrap();
    let [from, to] = below.intervals[0].t;
    assert!(below.intervals.len() == 1 && below.intervals[0].proven && below.intervals[0].pair.is_none(), "{below:?}");
    assert!((from - 0.375).abs() < 1e-5 && to == 1.0 && below.distance == 1.5, "{below:?}");
    let never = answered(&line(r#", "below": 0.9"#)).unwrap().below.unwrap();
    assert!(never.intervals.is_empty(), "{never:?}");
    let refusal = answered(&line(r#", "below": 0.5"#).replace("closest_approach", "toi")).unwrap_err();
    assert!(refusal.starts_with("/motion/below: a time of impact has no \"below\""), "{refusal}");
    let refusal = answered(&line(r#", "target_distance": 0.5"#)).unwrap_err();
    assert!(refusal.starts_with("/motion/target_distance: a closest approach has no target distance"), "{refusal}");
    let refusal = answered(&line(r#", "within": 0.5"#).replace("closest_approach", "toi")).unwrap_err();
    assert!(refusal.starts_with("/motion/within: a time of impact has no \"within\""), "{refusal}");
}

#[test]
fn a_pin_that_wobbles_in_its_bracket_is_nearest_to_the_wall_that_it_tilts_to() {
    // Two walls 2 apart, a rod of length 1 between them that turns by a quarter about z: its tips, 0.5 off the
    // middle, come as near as 0.5 to both at the end only.
    let wall = |x: f64| {
        format!(
            r#"{{"shape": {{"kind": "box", "half_extents": [0.5, 4, 4]}}, "pose": {{"translation": [{x}, 0, 0]}}}}"#
        )
    };
    let line = format!(
        r#"{{"query": "closest_approach", "a": {{"shape": {{"kind": "compound", "parts": [{}, {}]}}}},
        "b": {{"shape": {{"kind": "segment", "a": [0, -0.5, 0], "b": [0, 0.5, 0]}}}},
        "motion": {{"b": {{"angular": [0, 0, 1.5707963267948966]}}}}}}"#,
        wall(-1.5),
        wall(1.5)
    );
    let found = answered(&line.replace('\n', "")).unwrap();
    let (lower, upper) = (found.lower.unwrap(), found.upper.unwrap());
    assert!(lower <= 0.5 + 1e-12 && 0.5 - 1e-12 <= upper && upper - lower < 1e-5, "{found:?}");
    assert!(found.times.unwrap()[1] == 1.0 && found.time.unwrap() > 0.99 && found.part_a.is_some(), "{found:?}");
}

/// An L of two arms, 3 long and 1 wide.
const BRACKET: &str = r#"{"kind": "polygon", "vertices": [[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]]}"#;

#[test]
fn the_footprint_of_a_vehicle_is_one_body_of_pairs_and_scenes() {
    let line = |more: &str| {
        format!(
            r#"{{"dim": 2, "query": "closest_approach", "a": {{"shape": {BRACKET}}},
            "b": {{"shape": {{"kind": "sphere", "radius": 0.25}}, "pose": {{"translation": [4, 2]}}}},
            "motion": {{"b": {{"linear": [-2, 0]}}{more}}}}}"#
        )
        .replace('\n', "")
    };
    // The ball moves along y = 2, 0.75 above the lower arm until it is over it, and at the end 0.75 from the upper one.
    let found = answered(&line(r#", "below": 0.751"#)).unwrap();
    let (lower, upper) = (found.lower.unwrap(), found.upper.unwrap());
    assert!(lower <= 0.75 && 0.75 <= upper && upper - lower < 1e-5, "{found:?}");
    let below = &found.below.as_ref().unwrap().intervals;
    assert!(below.len() == 1 && below[0].t[0] > 0.4 && below[0].t[0] < 0.5 && below[0].t[1] == 1.0, "{below:?}");
    let scene = format!(
        r#"{{"dim": 2, "bodies": [{{"name": "car", "shape": {BRACKET}}},
        {{"name": "post", "shape": {{"kind": "point"}}, "pose": {{"translation": [2, 2]}}}}]}}"#
    );
    let stage = clearance_scene::parse_scene(&scene, &MeshFiles::relative_to(".")).unwrap();
    let row = clearance_scene::AnyStage::new(stage).unwrap().pair(0, 1).unwrap();
    assert_eq!((row.signed_distance, row.status), (Some(1.0), "separated"));
    let refusal = answered(&line("").replace("[1, 3], [0, 3]", "[0, 3], [1, 3]")).unwrap_err();
    assert!(refusal.starts_with("/a/shape/vertices: sides") && refusal.contains("cross"), "{refusal}");
    let refusal = answered(&line("").replace(r#""dim": 2"#, r#""dim": 3"#)).unwrap_err();
    assert!(refusal.contains(r#"this kind needs "dim": 2"#), "{refusal}");
}
