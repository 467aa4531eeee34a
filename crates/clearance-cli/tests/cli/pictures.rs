//! What docs/background/algorithms.md shows and states is what the command draws and answers.

use crate::run::{objects, root, run};

#[test]
fn the_pictures_of_the_docs_are_as_the_command_draws_them() {
    let script = std::fs::read_to_string(root().join("docs/pictures/draw")).unwrap();
    let value = |name: &str| {
        let line = script.lines().find_map(|line| line.strip_prefix(&format!("{name}=")));
        line.unwrap_or_else(|| panic!("docs/pictures/draw sets no {name}")).to_string()
    };
    let drawn: Vec<&str> = script.lines().filter(|line| line.contains(" --svg ")).collect();
    assert_eq!(drawn.len(), 6, "pictures in the script");
    let again = std::env::temp_dir().join(format!("clearance-picture-{}.svg", std::process::id()));
    for line in drawn {
        let line = line.replace("$lecture", &value("lecture")).replace("$corpus", &value("corpus"));
        let (command, picture) = line.rsplit_once(' ').unwrap();
        // Every second piece between quotation marks is one argument, the others are words.
        let pieces = command.split('\'').enumerate();
        let mut arguments: Vec<&str> = pieces
            .flat_map(|(i, piece)| if i % 2 == 1 { vec![piece] } else { piece.split_whitespace().collect() })
            .collect();
        assert_eq!(arguments.remove(0), "clearance", "{line}");
        arguments.push(again.to_str().unwrap());
        let run = run(&arguments, "");
        assert_eq!((run.status, run.complaint.as_str()), (0, ""), "{line}");
        let text = |path| std::fs::read_to_string(path).unwrap();
        let same = text(again.clone()) == text(root().join(picture));
        assert!(same, "{picture} is not what is drawn now: run docs/pictures/draw and look at it");
    }
    std::fs::remove_file(again).unwrap();
}

#[test]
fn the_failures_that_the_docs_tell_of_happen() {
    const FOUR: [&str; 4] = ["voronoi", "johnson-backup", "van-den-bergen", "signed-volumes"];
    let told: &[(&str, &str, &[&str], f64)] = &[
        ("d2", "d2_near/060", &["liu-farthest"], 0.001734),
        ("d2", "d2_near/060", &["core"], 0.001691),
        ("d2", "d2_scale/032", &["voronoi", "liu", "johnson-backup"], 4.689e-4),
        ("d2", "d2_scale/032", &["core"], -9.349e-9),
        ("touch", "touch_rotated/064", &FOUR, 0.2416),
        ("touch", "touch_rotated/064", &["liu"], 0.2416),
        ("touch", "touch_rotated/064", &["core"], -3.762e-16),
        ("nested", "deep_ties/056", &FOUR, -1.430),
        ("nested", "deep_ties/056", &["johnson", "casalino"], -1.504),
        ("nested", "deep_ties/056", &["liu", "core"], -1.625),
        ("nested", "concentric/012", &FOUR, -0.5757),
        ("nested", "concentric/012", &["liu", "core"], -0.94470),
    ];
    for &(file, id, algorithms, distance) in told {
        for algorithm in algorithms {
            let file = format!("testdata/corpus/{file}.jsonl");
            let run = run(&["trace", &file, "--id", id, "--algorithm", algorithm, "--json"], "");
            let found = objects(&run.lines)[0]["outcome"]["distance"].as_f64().unwrap();
            assert!(
                (found - distance).abs() < 5e-4 * distance.abs(),
                "{algorithm} on {id}: {found}, stated {distance}"
            );
        }
    }
}
