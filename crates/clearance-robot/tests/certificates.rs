//! Certificates that were written before: samples of every format, read, verified and written again.

use std::path::{Path, PathBuf};

use clearance_models::{ReadRobot, UrdfOptions};
use clearance_robot::certificate::Certificate;
use clearance_robot::{Robot, Workcell};
use clearance_scene::MeshFiles;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/certificates")
}

fn sample(name: &str) -> String {
    std::fs::read_to_string(folder().join(name)).unwrap()
}

fn cell(scene: &str) -> Workcell {
    let robot = Robot::from_urdf_file(&folder().join("arm.urdf"), &UrdfOptions::default()).unwrap().robot;
    let world = robot.world_of_json(scene, &MeshFiles::relative_to(folder())).unwrap();
    Workcell::new(robot, &world).unwrap()
}

/// The files, what each is about, and the bound that the command printed of it when it was written.
const SAMPLES: [(&str, &str, f64); 5] = [
    ("path.json", "path", 0.585210418108794),
    ("trajectory.json", "trajectory", 0.10810367816116284),
    ("box.json", "region", 0.015401928779931167),
    ("polytope.json", "region", 0.010059458220439963),
    ("range.json", "range", 0.7671560762383449),
];

#[test]
fn samples_of_every_format_hold_and_are_written_again_as_they_are() {
    let cell = cell(&sample("scene.json"));
    for (file, subject, lower) in SAMPLES {
        let text = sample(file);
        let certificate = Certificate::read(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!((certificate.subject.name(), certificate.verify(&cell)), (subject, Ok(lower)), "{file}");
        assert_eq!(certificate.to_line(certificate.id.as_deref().unwrap()), text, "{file}");
    }
}

#[test]
fn samples_prove_nothing_in_another_world() {
    let moved = sample("scene.json").replace("[0, 1.9, 0.1]", "[0, 1.0, 0.1]");
    assert_ne!(moved, sample("scene.json"));
    let cell = cell(&moved);
    for (file, ..) in SAMPLES {
        let why = Certificate::read(&sample(file)).unwrap().verify(&cell).unwrap_err();
        assert_eq!(why.to_string(), "the certificate is about another scene", "{file}");
    }
}

#[test]
fn keys_of_another_subject_are_refused() {
    let refusal = |file: &str, change: [&str; 2]| {
        let text = sample(file);
        let changed = text.replacen(change[0], change[1], 1);
        assert_ne!(changed, text, "{file}");
        Certificate::read(&changed).unwrap_err().to_string()
    };
    let path = |new: &str| refusal("path.json", ["\"path\":[[", new]);
    assert!(path("\"lower\":1,\"path\":[[").contains("the certificate of a path has no key \"lower\""));
    assert!(path("\"paths\":[[").contains("unknown field `paths`"));
    let what = |file: &str, from: &str, to: &str| refusal(file, [&format!("\"what\":{from:?}"), to]);
    assert!(what("range.json", "range", "\"what\":\"region\"").contains("a region has no key \"lower\""));
    assert!(what("trajectory.json", "trajectory", "\"what\":\"path\"").contains("expected \"trajectory\", "));
    assert!(refusal("range.json", ["\"lower\":0.7671560762383449,", ""]).contains("missing key \"lower\""));
    let names = "\"pairs\":[[\"upper\",\"post\"]]";
    let cells = sample("range.json");
    let begin = &cells[..cells.find("\"pairs\"").unwrap()];
    assert!(Certificate::read(&format!("{begin}{names}}}")).unwrap_err().to_string().contains("must be an object"));
}
