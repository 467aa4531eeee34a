//! `clearance trace`: text, picture, choice of the case, refusals.

use crate::run::{objects, run};
use clearance_classic::Algorithm;

const CASES: &str = "testdata/traces/lecture.jsonl";

#[test]
fn squares_apart_are_traced_word_by_word() {
    // By hand: A - B has the corners (-5, -2)..(-2, 1); the line x = -2 is its side next to the origin.
    let run = run(&["trace", CASES], "");
    assert_eq!((run.status, run.complaint.as_str()), (0, ""));
    let expected = "\
case      squares apart
algorithm core: GJK with proven bounds, second-order steps, EPA, exact arithmetic

GJK   2
  simplex   w0   (  -2.000000,    1.250000)  = A3 - B0  weight 1.000000
  nearest        (  -2.000000,    1.250000)
  asked          (   0.847998,   -0.529999)  from the nearest point to the origin
  support   w1   (  -2.000000,   -1.750000)  = A1 - B2
  bounds    1.9058585871765727 .. 2.358495283014151   gap 4.5e-1
            continues with all points

GJK   3
  simplex   w0   (  -2.000000,    1.250000)  = A3 - B0  weight 0.583333
            w1   (  -2.000000,   -1.750000)  = A1 - B2  weight 0.416667
  nearest        (  -2.000000,           0)
  asked          (   1.000000,           0)  from the nearest point to the origin
  support   w2   (  -2.000000,   -0.750000)  = A1 - B0
  bounds    1.9999999999999898 .. 2   gap 1.0e-14
            ends: no point of the difference lies before the support plane

answer    separated (proven)
distance  2
bounds    1.999999999999989 .. 2.0000000000000107   gap 2.2e-14
normal    (   1.000000,           0)
on A      (   1.000000,    0.166667)
on B      (   3.000000,    0.166667)
supports  3
solver    gjk";
    assert_eq!(run.lines.join("\n"), expected);
}

#[test]
fn the_published_algorithms_tell_their_steps_and_what_the_core_says() {
    for name in Algorithm::NAMES.into_iter().filter(|&name| name != "core") {
        for case in ["four iterations", "expanding polygon", "sunken box"] {
            let run = run(&["trace", CASES, "--id", case, "--algorithm", name, "--json"], "");
            let trace = &objects(&run.lines)[0];
            let found = trace["outcome"]["distance"].as_f64().unwrap();
            let core = trace["outcome"]["reference"].as_f64().unwrap();
            assert!((found - core).abs() < 1e-12, "{name}, {case}: {found}, core {core}");
            let frames = trace["frames"].as_array().unwrap();
            assert!(frames.last().unwrap()["decision"].as_str().unwrap().starts_with("ends: "), "{name}, {case}");
            assert_eq!(frames.iter().any(|frame| frame["phase"] == "EPA"), found < 0.0, "{name}, {case}");
        }
    }
}

#[test]
fn a_method_that_fails_shows_where() {
    let last = |file: &str, id: &str, algorithm: &str| {
        let file = format!("testdata/corpus/{file}.jsonl");
        let run = run(&["trace", &file, "--id", id, "--algorithm", algorithm, "--json"], "");
        let trace = objects(&run.lines).remove(0);
        let frames = trace["frames"].as_array().unwrap();
        let repeats: u64 = frames.iter().map(|frame| frame["repeats"].as_u64().unwrap()).sum();
        (frames.last().unwrap()["decision"].as_str().unwrap().to_string(), repeats)
    };
    // The conditions of 1988 ask for a gap of zero, and rounding leaves one of 3e-14.
    let circles = ("ends without an answer: iteration limit".into(), 97);
    assert_eq!(last("d2", "d2_near/000", "johnson"), circles);
    let lost = ("ends without an answer: rounding leaves no facet".into(), 0);
    assert_eq!(last("smooth", "cyl_cyl/024", "voronoi"), lost);
}

#[test]
fn every_simplex_makes_its_nearest_point() {
    for line in 1..=7 {
        let run = run(&["trace", CASES, "--line", &line.to_string(), "--json"], "");
        let trace = &objects(&run.lines)[0];
        for frame in trace["frames"].as_array().unwrap() {
            for axis in 0..3 {
                let corners = frame["simplex"].as_array().unwrap();
                let terms = corners.iter().map(|c| c["weight"].as_f64().unwrap() * c["w"][axis].as_f64().unwrap());
                let miss = terms.sum::<f64>() - frame["nearest"][axis].as_f64().unwrap();
                assert!(miss.abs() < 1e-12, "line {line}: {frame}");
            }
        }
    }
}

#[test]
fn a_picture_is_well_formed_and_draws_every_step_once() {
    for (case, panels) in [("squares apart", 3), ("expanding polygon", 7)] {
        let run = run(&["trace", CASES, "--id", case, "--svg", "-"], "");
        assert_eq!((run.status, run.complaint.as_str()), (0, ""));
        let text = run.lines.join("\n");
        let tree = roxmltree::Document::parse(&text).expect("well-formed");
        let frames = tree.descendants().filter(|node| node.attribute("class") == Some("frame")).count();
        assert_eq!(frames, panels, "{case}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{case}");
        assert!(text.contains("prefers-color-scheme: dark"));
        let urls = text.matches("http").count();
        assert_eq!(urls, 1, "only the name space of SVG");
    }
}

#[test]
fn a_long_run_is_drawn_in_part_and_says_so() {
    let coins = r#"{"dim": 2, "a": {"shape": {"kind": "ellipsoid", "radii": [2, 1]}}, "b": {"shape": {"kind": "ellipsoid", "radii": [1, 0.75]}, "pose": {"translation": [0.25, 0.125]}}}"#;
    let run = run(&["trace", "-", "--algorithm", "casalino", "--svg", "-"], coins);
    let text = run.lines.join("\n");
    assert!(text.contains("steps left out") && text.matches(r#"class="frame""#).count() == 25, "{}", run.complaint);
}

#[test]
fn cases_are_chosen_by_line_or_name() {
    let name = |arguments: &[&str]| {
        let arguments = [&["trace", CASES], arguments].concat();
        run(&arguments, "").lines[0].trim_start_matches("case").trim().to_string()
    };
    assert_eq!(name(&[]), "squares apart");
    assert_eq!(name(&["--line", "3"]), "expanding polygon");
    assert_eq!(name(&["--id", "tetrahedra"]), "tetrahedra");
    let unnamed =
        r#"{"a": {"shape": {"kind": "point"}}, "b": {"shape": {"kind": "point"}, "pose": {"translation": [1, 2, 2]}}}"#;
    let run = run(&["trace", "-"], unnamed);
    assert_eq!(run.lines[0], "case      standard input, line 1");
    assert!(run.lines.contains(&"distance  3".to_string()), "{:?}", run.lines);
}

#[test]
fn refusals_name_the_thing_and_the_rule() {
    let names = Algorithm::NAMES.join(", ");
    let unknown = format!("invalid value 'gkj' for '--algorithm <NAME>' [possible values: {names}]");
    let cases: [(&[&str], &str); 6] = [
        (&[CASES, "--line", "99"], "testdata/traces/lecture.jsonl: no case in line 99, the last one is in line 7"),
        (&[CASES, "--id", "spheres"], r#"testdata/traces/lecture.jsonl: no case with the id "spheres""#),
        (
            &[CASES, "--id", "tetrahedra", "--svg", "-"],
            r#"--svg draws cases of the plane, and this case has "dim": 3; --html shows it"#,
        ),
        (
            &["testdata/corpus/toi.jsonl"],
            r#"testdata/corpus/toi.jsonl, line 1, /query: "toi" asks many questions, expected a query of one: "all""#,
        ),
        (&["no/such.jsonl"], "no/such.jsonl: cannot be read: No such file or directory (os error 2)"),
        (&[CASES, "--algorithm", "gkj"], &unknown),
    ];
    for (arguments, expected) in cases {
        let run = run(&[&["trace"], arguments].concat(), "");
        assert_eq!((run.status, run.lines.len()), (2, 0), "{arguments:?}");
        let complaint = run.complaint.strip_prefix("clearance: ").expect("the name").trim_end();
        assert_eq!(complaint.trim_end_matches(" (see clearance --help)"), expected);
    }
    let floor = r#"{"a": {"shape": {"kind": "point"}}, "b": {"shape": {"kind": "halfspace", "normal": [0, 0, 1], "offset": 0}}}"#;
    let refused = run(&["trace", "-"], floor);
    let expected = "clearance: standard input, line 1, /b/shape: a halfspace has no iterations: its distance is one support \
        evaluation, expected a bounded shape";
    assert_eq!((refused.status, refused.complaint.trim_end()), (2, expected));
}

#[test]
fn a_page_holds_its_data_and_asks_for_nothing() {
    for case in ["expanding polygon", "sunken box"] {
        let run = run(&["trace", CASES, "--id", case, "--html", "-"], "");
        assert_eq!((run.status, run.complaint.as_str()), (0, ""));
        let page = run.lines.join("\n");
        let data = page.split(r#"<script type="application/json" id="data">"#).nth(1).expect("the data");
        let data: serde_json::Value = serde_json::from_str(data.split("</script>").next().unwrap()).expect("JSON");
        assert_eq!(data["case"], case);
        for loader in ["src=", "href=", "@import", "url(http", "<link", "<img", "<iframe"] {
            assert!(!page.contains(loader), "{loader}");
        }
    }
}

/// The names of the files in a page to play with, and the texts of those that are no meshes.
fn files_of(page: &str) -> Vec<(String, String)> {
    let data = page.split(r#"<script type="application/json" id="data">"#).nth(1).expect("the data");
    let data: serde_json::Value = serde_json::from_str(data.split("</script>").next().unwrap()).expect("JSON");
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let decoded = |text: &str| {
        let bits: Vec<u8> =
            text.bytes().filter_map(|b| letters.iter().position(|&l| l == b)).map(|i| i as u8).collect();
        let bytes = bits.chunks(4).flat_map(|c| {
            let word = c.iter().fold(0u32, |word, &six| word << 6 | u32::from(six)) << (6 * (4 - c.len()));
            word.to_be_bytes()[1..c.len()].to_vec()
        });
        String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
    };
    let files = data["files"].as_array().expect("files").iter();
    files.map(|file| (file["name"].as_str().unwrap().into(), decoded(file["contents"].as_str().unwrap()))).collect()
}

#[test]
fn a_page_to_play_with_holds_the_files_and_what_they_name() {
    let run = run(&["trace", CASES, "--id", "sunken box", "--html", "-", "--live"], "");
    assert_eq!((run.status, run.complaint.as_str()), (0, ""));
    let [(name, text)] = &files_of(&run.lines.join("\n"))[..] else { panic!("one file is expected") };
    assert!(name == "case.json" && text.contains(r#""id": "sunken box""#), "{name}: {text}");
    let flat = crate::run::run(&["trace", CASES, "--html", "-", "--live"], "");
    assert_eq!(flat.complaint, "clearance: --live shows cases of space, and this case has \"dim\": 2; leave it out\n");
    let robot = "testdata/robots/panda/panda.urdf";
    let run = crate::run::run(&["play", robot, "docs/pages/post.json", "--html", "-"], "");
    assert_eq!((run.status, run.complaint.as_str()), (0, ""));
    let files = files_of(&run.lines.join("\n"));
    let [meshes @ .., (urdf, text), (scene, _)] = &files[..] else { panic!("files are expected") };
    assert_eq!((urdf.as_str(), scene.as_str()), ("robot.urdf", "post.json"));
    assert!(meshes.len() > 5 && meshes.iter().all(|(name, _)| text.contains(&format!("filename=\"{name}\""))));
    let wrong = crate::run::run(&["play", "README.md", "--html", "-"], "");
    assert!(wrong.status == 2 && wrong.complaint.starts_with("clearance: README.md: expected a mesh file, a robot"));
}

#[test]
fn names_of_cases_cannot_break_the_page_or_the_picture() {
    let case = r#"{"id": "</script><b>&\"", "dim": 2, "a": {"shape": {"kind": "point"}}, "b": {"shape": {"kind": "point"}, "pose": {"translation": [1, 2]}}}"#;
    let page = run(&["trace", "-", "--html", "-"], case).lines.join("\n");
    assert!(page.contains(r#""case":"\u003c/script>\u003cb>&\"""#) && !page.contains("</script><b>"));
    let picture = run(&["trace", "-", "--svg", "-"], case).lines.join("\n");
    let tree = roxmltree::Document::parse(&picture).expect("well-formed");
    assert_eq!(tree.descendants().find(|node| node.has_tag_name("title")).unwrap().text(), Some("</script><b>&\""));
}

/// FNV-1a, as in `viewer/build.mjs`.
fn source_hash() -> String {
    let viewer = crate::run::root().join("viewer");
    let folders = std::fs::read_dir(viewer.join("src")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names = Vec::new();
    for folder in folders.map(|name| name.into_string().unwrap()) {
        let files = std::fs::read_dir(viewer.join("src").join(&folder)).unwrap();
        names.extend(files.map(|entry| format!("src/{folder}/{}", entry.unwrap().file_name().to_str().unwrap())));
    }
    names.extend(["../bindings/wasm/package/clearance.js", "build.mjs", "package-lock.json"].map(String::from));
    names.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for name in names {
        for byte in name.bytes().chain(std::fs::read(viewer.join(&name)).unwrap()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

#[test]
fn the_pages_are_built_from_the_sources_at_hand() {
    for name in ["trace", "scene", "robot", "play"] {
        let file = crate::run::root().join(format!("crates/clearance-pages/assets/{name}.html"));
        let page = std::fs::read_to_string(file).unwrap();
        let built = page.split("from sources ").nth(1).and_then(|rest| rest.get(..16)).expect("the hash");
        assert_eq!(built, source_hash(), "{name}.html is stale: npm ci && npm run build in viewer/");
    }
}
