//! Each program prints what the comment at its end says, and is short enough to copy.

use std::path::Path;
use std::process::Command;

const PROGRAMS: &[(&str, &str)] = &[
    ("casts", env!("CARGO_BIN_EXE_casts")),
    ("closest_approach", env!("CARGO_BIN_EXE_closest_approach")),
    ("cloth", env!("CARGO_BIN_EXE_cloth")),
    ("follow_task", env!("CARGO_BIN_EXE_follow_task")),
    ("maps", env!("CARGO_BIN_EXE_maps")),
    ("mesh_distance", env!("CARGO_BIN_EXE_mesh_distance")),
    ("monitor", env!("CARGO_BIN_EXE_monitor")),
    ("pair", env!("CARGO_BIN_EXE_pair")),
    ("panda_clearance", env!("CARGO_BIN_EXE_panda_clearance")),
    ("points", env!("CARGO_BIN_EXE_points")),
    ("plan_path", env!("CARGO_BIN_EXE_plan_path")),
    ("range_of_motion", env!("CARGO_BIN_EXE_range_of_motion")),
    ("scene_contacts", env!("CARGO_BIN_EXE_scene_contacts")),
    ("tracking", env!("CARGO_BIN_EXE_tracking")),
    ("trajectory", env!("CARGO_BIN_EXE_trajectory")),
    ("upright", env!("CARGO_BIN_EXE_upright")),
    ("walk", env!("CARGO_BIN_EXE_walk")),
];

#[test]
fn programs_print_what_they_say() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
    assert_eq!(std::fs::read_dir(&sources).unwrap().count(), PROGRAMS.len(), "a program is not listed here");
    for &(name, program) in PROGRAMS {
        let source = std::fs::read_to_string(sources.join(name).with_extension("rs")).unwrap();
        assert!(source.lines().count() <= 60, "{name} has {} lines", source.lines().count());
        let (_, stated) = source.split_once("// Output:\n").unwrap_or_else(|| panic!("{name} states no output"));
        let stated: Vec<&str> = stated.lines().map(|line| line.trim_start_matches("// ")).collect();
        let run = Command::new(program).output().unwrap();
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
        let printed = String::from_utf8(run.stdout).unwrap();
        assert_eq!(printed.lines().collect::<Vec<_>>(), stated, "{name}");
    }
}

#[test]
fn the_program_of_the_guide_is_the_one_that_is_tested() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = std::fs::read_to_string(root.join("docs/guide/pairs.md")).unwrap();
    let (_, block) = guide.split_once("```rust\n").expect("a program");
    let (block, _) = block.split_once("```").expect("its end");
    let source = std::fs::read_to_string(root.join("examples/rust/src/bin/pair.rs")).unwrap();
    assert!(source.ends_with(block), "the guide has another program:\n{block}");
}
