use clearance_scene::{AnyScene, MeshFiles, parse_scene};
use serde_json::{Value, json};

use super::*;

/// A box of half extents 1 as a mesh.
fn cube() -> Value {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 1.0 } else { -1.0 });
    json!({"kind": "mesh", "vertices": (0..8).map(corner).collect::<Vec<_>>(), "triangles": [
        [0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4],
        [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]]})
}

/// Cubes along x whose surfaces are known up to an error.
fn row_of_cubes(error: f64, places: &[(&str, f64)]) -> AnyScene {
    let mut shape = cube();
    if error > 0.0 {
        shape["tessellation"] = json!(error);
    }
    let body = |&(name, x): &(&str, f64)| json!({"name": name, "shape": shape, "pose": {"translation": [x, 0.0, 0.0]}});
    let scene = json!({"bodies": places.iter().map(body).collect::<Vec<_>>()});
    parse_scene(&scene.to_string(), &MeshFiles::relative_to("")).unwrap()
}

/// The bands of all pairs of cubes.
fn found(bands: &str, error: f64, places: &[(&str, f64)]) -> Vec<(String, Band)> {
    let report = Bands::parse(bands).unwrap().report(row_of_cubes(error, places), None).unwrap();
    let one = |found: &Finding| (format!("{} {}", found.row.a, found.row.b), found.band);
    report.findings.iter().map(one).collect()
}

fn band(bands: &str, error: f64, apart: f64) -> Band {
    found(bands, error, &[("a", 0.0), ("b", 2.0 + apart)])[0].1
}

#[test]
fn bounds_decide_the_band() {
    let bands = r#"{"default": {"min": 0.5, "max": 3}}"#;
    assert_eq!(band(bands, 0.0, -0.25), Band::Clash);
    assert_eq!(band(bands, 0.0, 0.0), Band::Fit);
    assert_eq!(band(bands, 0.0, 0.375), Band::TooNear);
    assert_eq!(band(bands, 0.0, 0.75), Band::Ok);
    assert_eq!(band(bands, 0.0, 3.5), Band::TooFar);
    // Each surface may be an eighth elsewhere, so that the distance is known to a quarter either way.
    assert_eq!(band(bands, 0.125, 0.375), Band::Undecided);
    assert_eq!(band(bands, 0.125, 0.875), Band::Ok);
    assert_eq!(band(bands, 0.125, 2.875), Band::Undecided);
    assert_eq!(band(bands, 0.125, 0.125), Band::Fit);
    assert_eq!(band(bands, 0.125, -0.125), Band::Fit);
}

#[test]
fn an_overlap_deeper_than_the_tessellation_is_no_fit() {
    assert_eq!(band("{}", 0.125, -0.25), Band::Fit);
    // The points in the middle are deep enough in both.
    assert_eq!(band("{}", 0.125, -0.375), Band::Clash);
    assert_eq!(band(r#"{"default": {"contact": true}}"#, 0.125, -0.375), Band::Fit);
    assert_eq!(band(r#"{"tolerance": 0.5}"#, 0.125, -0.375), Band::Fit);
    // A sheet thinner than the errors has no such point, and yet the cube stands in it.
    let mut sheet = cube();
    (sheet["scale"], sheet["tessellation"]) = (json!([9.0, 9.0, 0.0625]), json!(0.125));
    let bodies = json!({"bodies": [{"name": "sheet", "shape": sheet}, {"name": "cube", "shape": cube()}]});
    let scene = parse_scene(&bodies.to_string(), &MeshFiles::relative_to("")).unwrap();
    assert_eq!(Bands::default().report(scene, None).unwrap().findings[0].band, Band::Undecided);
}

#[test]
fn contact_may_be_asked_for_or_refused() {
    assert_eq!(band(r#"{"default": {"contact": true}}"#, 0.0, -0.25), Band::Fit);
    assert_eq!(band(r#"{"default": {"contact": false}}"#, 0.0, 0.0), Band::TooNear);
    assert_eq!(band(r#"{"tolerance": "250mm"}"#, 0.0, -0.125), Band::Fit);
    assert_eq!(band(r#"{"tolerance": 0.25, "default": {"min": 1}}"#, 0.0, 0.125), Band::Fit);
}

#[test]
fn the_first_rule_that_matches_holds_in_either_order_of_names() {
    let bands = r#"{"default": {"min": 1}, "ignore": [["washer?", "*"]],
        "pairs": [{"a": "shaft:*", "b": "bearing", "min": 0, "max": "300mm"}, {"a": "*", "b": "shaft*", "min": 2}]}"#;
    let places = [("case/bearing", 0.0), ("case/shaft:2", 2.25), ("cover", 5.5), ("washer1", 7.5)];
    let found = found(bands, 0.0, &places);
    let expected = [
        ("case/shaft:2 cover", Band::TooNear),
        ("case/bearing case/shaft:2", Band::Ok),
        ("case/bearing cover", Band::Ok),
    ];
    assert_eq!(found, expected.map(|(names, band)| (names.to_string(), band)));
}

#[test]
fn pairs_that_are_to_be_near_are_reported_however_far_they_are() {
    let bands = Bands::parse(r#"{"pairs": [{"a": "a", "b": "c", "max": 1}]}"#).unwrap();
    let scene = row_of_cubes(0.0, &[("a", 0.0), ("b", 2.5), ("c", 9.0)]);
    let report = bands.report(scene, Some(1.0)).unwrap();
    let found: Vec<_> = report.findings.iter().map(|found| (found.row.names(), found.band)).collect();
    assert_eq!(found, [(["a", "c"], Band::TooFar), (["a", "b"], Band::Ok)]);
    assert!(!report.holds());
}

#[test]
fn reports_hold_the_bounds_in_their_unit() {
    let bands = Bands::parse(r#"{"default": {"min": "300mm"}}"#).unwrap();
    let report = bands.report(row_of_cubes(0.0, &[("a, b", 0.0), ("<c>", 2.25)]), None).unwrap();
    let keys = &json(&report, Unit::Millimetre)["findings"][0];
    assert_eq!((&keys["band"], &keys["unit"], &keys["min"]), (&json!("too near"), &json!("mm"), &json!(300.0)));
    let [lower, upper] = ["lower", "upper"].map(|key| keys[key].as_f64().unwrap());
    assert!(lower <= 250.0 && 250.0 <= upper && upper - lower < 1e-9, "{keys}");
    let table = csv(&report, Unit::Millimetre);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("a,b,band,signed_distance,lower,upper,") && lines[0].ends_with(",witness_b_z"));
    assert!(lines[1].starts_with("\"a, b\",<c>,too near,250.0,"), "{table}");
    let suite = junit(&report, Unit::Millimetre, "gearbox");
    assert!(suite.contains(r#"tests="1" failures="1" errors="0""#), "{suite}");
    assert!(suite.contains("too near: 250 to 250 mm, expected at least 300 mm"), "{suite}");
    assert!(suite.contains(r#"name="a, b and &lt;c&gt;""#), "{suite}");
}

#[test]
fn a_clash_has_the_volume_in_common() {
    let report = |error: f64, apart: f64| {
        let scene = row_of_cubes(error, &[("a", 0.0), ("b", 2.0 + apart)]);
        Bands::default().report(scene, None).unwrap()
    };
    // A quarter of the face of four square metres.
    let found = &report(0.0, -0.25).findings[0];
    let volume = found.volume.unwrap();
    assert!(volume.lower <= 1.0 && 1.0 <= volume.upper && volume.upper - volume.lower < 1e-9, "{volume:?}");
    let keys = found.json(Unit::Millimetre);
    let [lower, upper] = ["volume_lower", "volume_upper"].map(|key| keys[key].as_f64().unwrap());
    assert!(lower <= 1e9 && 1e9 <= upper && upper - lower < 1.0, "{keys}");
    assert_eq!(found.common_volume(Unit::Metre), "volume 1 to 1 m³");
    // Each surface may be a hundredth elsewhere, all around.
    let wide = report(0.01, -0.25).findings[0].volume.unwrap();
    assert!(wide.lower < 1.0 - 0.08 && 1.0 + 0.08 < wide.upper && wide.upper - wide.lower < 0.5, "{wide:?}");
    assert_eq!((report(0.0, 0.25).findings[0].volume, keys["band"].as_str()), (None, Some("clash")));
    let table = csv(&report(0.0, -0.25), Unit::Metre);
    assert!(table.lines().next().unwrap().contains(",unit,volume_lower,volume_upper,witness_a_x"), "{table}");
}

#[test]
fn mistakes_are_named_with_their_place() {
    let refusal = |text: &str| Bands::parse(text).unwrap_err().to_string();
    let units = "(cm, mm, um, in, m)";
    let expected = [
        (
            r#"{"default": {"min": "5 km"}}"#,
            format!(r#"/default/min: expected a length such as 0.5mm {units}, got "5 km""#),
        ),
        (r#"{"default": {"min": -1}}"#, "/default/min: must not be negative, got -1".into()),
        (r#"{"default": {"min": 2, "max": 1}}"#, "/default/max: must not be below \"min\", got 1 m and 2 m".into()),
        (r#"{"ignore": [["a", "b", "c"]]}"#, "/ignore/0: expected a name or two, got a list of 3".into()),
        (r#"{"pairs": [{"a": "x"}]}"#, r#"/pairs/0: missing key "b""#.into()),
    ];
    for (text, expected) in expected {
        assert!(refusal(text).starts_with(&expected), "{}", refusal(text));
    }
}

#[test]
fn patterns_match_whole_names_and_the_last_of_a_path() {
    let matches = |pattern: &str, name: &str| glob::Glob::new(pattern).matches(name);
    assert!(matches("shaft*", "gearbox/shaft:1") && matches("gearbox/*", "gearbox/shaft:1") && matches("*", ""));
    assert!(matches("s?aft", "shaft") && matches("*a*t*", "shaft") && !matches("shaft", "shaft:1"));
}
