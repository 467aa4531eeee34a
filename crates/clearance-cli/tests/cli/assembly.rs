//! The report of an assembly: bands, exit status, files, and CAD that Python reads.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::run::{command, objects, run};
use serde_json::{Value, json};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("assembly").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A shaft beside a bearing and a cover: balls of radius 10 mm, whose distances are 0.05, 4 and 24.05 mm.
fn gearbox() -> String {
    let ball = |name: &str, x: f64| json!({"name": name, "shape": {"kind": "sphere", "radius": 0.01}, "pose": {"translation": [x, 0, 0]}});
    let bodies = [ball("gearbox/bearing", 0.0), ball("gearbox/shaft:1", 0.02005), ball("cover", 0.04405)];
    json!({"bodies": bodies}).to_string()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn every_pair_is_in_a_band_and_the_status_is_that_of_requirements() {
    let folder = folder("bands");
    let (scene, bands) = (folder.join("gearbox.json"), folder.join("bands.json"));
    fs::write(&scene, gearbox()).unwrap();
    let found = run(&["assembly", text(&scene)], "");
    assert_eq!((found.status, found.complaint.as_str()), (0, ""));
    assert_eq!(found.lines[..2], ["3 parts, 3 pairs: 3 ok", "distances in mm"]);
    let columns: Vec<&str> = found.lines[3].split_whitespace().collect();
    assert_eq!(columns, ["gearbox/bearing", "gearbox/shaft:1", "ok", "0.05", "0.05"]);

    let limits = r#"{"default": {"min": "5mm"}, "pairs": [{"a": "shaft*", "b": "bearing", "max": "0.1mm"}]}"#;
    fs::write(&bands, limits).unwrap();
    let found = run(&["assembly", text(&scene), "--bands", text(&bands), "--json"], "");
    let rows = objects(&found.lines);
    let of = |row: &Value| [row["a"].clone(), row["b"].clone(), row["band"].clone()];
    let expected = [
        ["gearbox/shaft:1", "cover", "too near"],
        ["gearbox/bearing", "gearbox/shaft:1", "ok"],
        ["gearbox/bearing", "cover", "ok"],
    ];
    assert_eq!(rows.iter().map(of).collect::<Vec<_>>(), expected.map(|row| row.map(Value::from)));
    assert_eq!((found.status, rows[0]["min"].as_f64()), (3, Some(5.0)));
    let [lower, upper] = ["lower", "upper"].map(|key| rows[0][key].as_f64().unwrap());
    assert!(lower <= 4.0 && 4.0 <= upper && upper - lower < 1e-9, "{}", rows[0]);
}

#[test]
fn reports_are_written_as_tables_for_integration_and_as_a_page() {
    let folder = folder("reports");
    let scene = folder.join("gearbox.json");
    fs::write(&scene, gearbox()).unwrap();
    let [table, whole, junit, page] = ["out.csv", "out.json", "out.xml", "out.html"].map(|name| folder.join(name));
    let files = ["--junit", text(&junit), "--html", text(&page)];
    let ask =
        |out: &Path| run(&[&["assembly", text(&scene), "-o", text(out), "--within", "5mm"], &files[..]].concat(), "");
    assert_eq!([ask(&table).status, ask(&whole).status], [0, 0]);
    let csv = fs::read_to_string(&table).unwrap();
    let head = "a,b,band,signed_distance,lower,upper,tessellation,tessellation_proven,min,max,status,unit,";
    assert!(csv.starts_with(head) && csv.lines().count() == 3, "{csv}");
    let report: Value = serde_json::from_str(&fs::read_to_string(&whole).unwrap()).unwrap();
    assert_eq!((&report["parts"], &report["unit"], &report["counts"]["ok"]), (&json!(3), &json!("mm"), &json!(2)));
    assert!(fs::read_to_string(&junit).unwrap().contains(r#"<testsuite name="gearbox" tests="2" failures="0""#));
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.contains("gearbox/shaft:1") && page.contains(r#""band":"ok""#));
    let refused = run(&["assembly", text(&scene), "-o", text(&folder.join("out.xlsx"))], "");
    assert_eq!(refused.status, 2);
    assert!(refused.complaint.contains("expected a name that ends with .csv or .json"), "{}", refused.complaint);
}

#[test]
fn a_clash_has_its_volume_in_every_report() {
    let folder = folder("volume");
    let (scene, table, page) = (folder.join("clash.json"), folder.join("clash.csv"), folder.join("clash.html"));
    let brick = |name: &str, x: f64| json!({"name": name, "shape": {"kind": "box", "half_extents": [0.01, 0.02, 0.03]}, "pose": {"translation": [x, 0, 0]}});
    fs::write(&scene, json!({"bodies": [brick("a", 0.0), brick("b", 0.0195), brick("c", 0.05)]}).to_string()).unwrap();
    let found = run(&["assembly", text(&scene), "-o", text(&table)], "");
    assert_eq!(found.status, 3);
    // Half a millimetre of 40 by 60.
    assert!(found.lines[3].ends_with("volume 1200 to 1200 mm³"), "{:?}", found.lines);
    assert!(!found.lines[4].contains("volume"), "{:?}", found.lines);
    let row = objects(&run(&["assembly", text(&scene), "--json"], "").lines).remove(0);
    let [lower, upper] = ["volume_lower", "volume_upper"].map(|key| row[key].as_f64().unwrap());
    assert!(lower <= 1200.0 && 1200.0 <= upper && upper - lower < 1e-3, "{row}");
    let csv = fs::read_to_string(&table).unwrap();
    assert!(csv.lines().next().unwrap().contains(",unit,volume_lower,volume_upper,"), "{csv}");
    run(&["assembly", text(&scene), "--html", text(&page)], "");
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.contains(r#""band":"clash","volume":["#), "no volume");
    assert!(page.contains(r#"<section id="findings""#));
}

#[test]
fn triangles_of_a_mesh_file_count_with_their_error() {
    let file = "testdata/meshes/mug.obj";
    let folder = folder("tessellation");
    let scene = folder.join("mug.json");
    let mug = crate::run::root().join(file).canonicalize().unwrap();
    let ball = json!({"name": "ball", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [9, 0, 0]}});
    let bodies = json!({"bodies": [{"name": "mug", "shape": {"kind": "mesh", "file": mug}}, ball]});
    fs::write(&scene, bodies.to_string()).unwrap();
    let width = |more: &[&str]| {
        let found = run(&[&["assembly", text(&scene), "--json", "--unit", "m"], more].concat(), "");
        let row = objects(&found.lines).remove(0);
        (row["upper"].as_f64().unwrap() - row["lower"].as_f64().unwrap(), row)
    };
    let (narrow, row) = width(&[]);
    assert!(narrow < 1e-12 && row.get("tessellation").is_none(), "{row}");
    let (wide, row) = width(&["--tessellation", "2mm"]);
    assert!((wide - 0.004).abs() < 1e-12, "{row}");
    assert_eq!((row["tessellation_proven"].as_bool(), row["band"].as_str()), (Some(false), Some("ok")));
}

/// A Python that writes a scene of two parts and ends with a status of its choice.
fn python(folder: &Path, status: i32) -> PathBuf {
    let (path, scene) = (folder.join("python"), folder.join("scene.json"));
    fs::write(&scene, gearbox()).unwrap();
    let script = format!(
        "#!/bin/sh\nshift 2\necho \"$@\" >&2\nwhile [ \"$1\" != -o ]; do shift; done\ncp {} \"$2\"\nexit {status}\n",
        text(&scene)
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn asked(python: &Path, arguments: &[&str]) -> Output {
    command(arguments).env("CLEARANCE_PYTHON", python).stdin(Stdio::null()).output().unwrap()
}

#[test]
fn cad_is_read_by_python_and_a_part_that_is_left_out_counts() {
    let folder = folder("cad");
    let step = folder.join("gear box.step");
    fs::write(&step, "ISO-10303-21;").unwrap();
    for (verb, lines) in [("assembly", 6), ("scene", 2)] {
        let whole = asked(&python(&folder, 0), &[verb, text(&step), "--tolerance", "0.5mm"]);
        assert_eq!((whole.status.code(), String::from_utf8_lossy(&whole.stdout).lines().count()), (Some(0), lines));
        let given = String::from_utf8_lossy(&whole.stderr).to_string();
        assert!(given.contains("--quiet --tolerance=0.0005m -o ") && given.contains("-- "), "{given}");
        assert_eq!(asked(&python(&folder, 1), &[verb, text(&step)]).status.code(), Some(1));
        let unread = asked(&python(&folder, 2), &[verb, text(&step)]);
        assert_eq!(unread.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&unread.stderr).contains("gear box.step: cannot be read as CAD"));
    }
}

#[test]
fn what_cad_needs_is_named_where_it_is_missing() {
    let folder = folder("missing");
    let step = folder.join("part.step");
    fs::write(&step, "ISO-10303-21;").unwrap();
    let none = asked(Path::new("no/such/python"), &["assembly", text(&step)]);
    let expected = "clearance: a CAD file needs Python with the package clearance, and there is no no/such/python; \
                    CLEARANCE_PYTHON may name one\n";
    assert_eq!((none.status.code(), String::from_utf8_lossy(&none.stderr).as_ref()), (Some(2), expected));
    let absent = run(&["assembly", "no/such.step"], "");
    assert_eq!(absent.complaint, "clearance: no/such.step: cannot be read: there is no such file\n");
}
