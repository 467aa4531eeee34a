//! The help reads as it should, the reference page has all of it, and what the README shows is what the command prints.

mod run;

use std::process::Command;

use run::{command, root, run};

/// The verbs of the command, and those of `robot`.
const VERBS: [&[&str]; 19] = [
    &["pairs"],
    &["distance"],
    &["hull"],
    &["scene"],
    &["mesh"],
    &["decompose"],
    &["robot"],
    &["robot", "show"],
    &["robot", "clearance"],
    &["robot", "gradient"],
    &["robot", "check"],
    &["robot", "verify"],
    &["robot", "plan"],
    &["robot", "follow"],
    &["robot", "srdf"],
    &["trace"],
    &["compare"],
    &["completions"],
    &["man"],
];

fn help(verb: &[&str]) -> String {
    let output = command(&[verb, &["--help"]].concat()).env_remove("COLUMNS").output().unwrap();
    assert!(output.status.success(), "{verb:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The reference page: each verb with its help.
fn page() -> String {
    let mut page = String::from(
        "# The command\n\nWritten by `UPDATE=1 cargo test -p clearance-cli --test help`: the help of every verb. Files and keys are in\n\
         [formats](formats.md).\n",
    );
    for verb in VERBS {
        let name = verb.join(" ");
        let text: Vec<String> = help(verb).lines().map(|line| line.trim_end().to_string()).collect();
        page += &format!("\n## clearance {name}\n\n```text\n{}\n```\n", text.join("\n").trim_end());
    }
    page
}

#[test]
fn the_reference_page_has_the_help_of_every_verb() {
    let (path, page) = (root().join("docs/reference/command.md"), page());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(
        written == page,
        "docs/reference/command.md is not the help: UPDATE=1 cargo test -p clearance-cli --test help"
    );
}

#[test]
fn help_is_imperative_and_plain_text_where_there_is_no_terminal() {
    for verb in VERBS {
        let help = help(verb);
        let first = help.split_whitespace().next().unwrap();
        assert!(!first.ends_with('s') || first == "Address", "{verb:?} begins with {first}");
        assert!(!help.contains('\u{1b}'), "{verb:?} has colours");
    }
}

#[test]
fn completions_and_manual_pages_are_generated() {
    let script = run(&["completions", "bash"], "");
    assert!(script.status == 0 && script.lines.iter().any(|line| line.contains("_clearance")));
    let folder = std::env::temp_dir().join(format!("clearance-man-{}", std::process::id()));
    assert_eq!(run(&["man", folder.to_str().unwrap()], "").status, 0);
    let page = std::fs::read_to_string(folder.join("clearance-robot-check.1")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(page.contains("require\\-free"), "{page}");
}

#[test]
fn the_version_names_commit_and_build() {
    let long = run(&["--version"], "").lines.join("\n");
    assert!(
        long.starts_with(concat!("clearance ", env!("CARGO_PKG_VERSION"), " (")) && long.contains("commit"),
        "{long}"
    );
}

/// Blocks of a page: a command, and what it prints.
fn shown(text: &str) -> Vec<(String, String)> {
    let blocks: Vec<&str> = text.split("```").skip(1).step_by(2).map(|block| block.trim_start_matches('\n')).collect();
    let is_command = |block: &str| block.contains("cargo run --release -- ") && block.trim_end().lines().count() == 1;
    let pairs = blocks.windows(2).filter(|pair| is_command(pair[0]));
    pairs.map(|pair| (pair[0].trim_end().to_string(), pair[1].trim_end().to_string())).collect()
}

#[test]
fn the_readme_shows_what_the_command_prints() {
    let shown = shown(&std::fs::read_to_string(root().join("README.md")).unwrap());
    assert_eq!(shown.len(), 2);
    for (line, stated) in shown {
        let line = line.replace("cargo run --release --", env!("CARGO_BIN_EXE_clearance"));
        let output = Command::new("sh").args(["-c", &line]).current_dir(root()).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let timeless = |text: &str| -> Vec<String> {
            text.trim_end().lines().filter(|line| !line.starts_with("time ")).map(String::from).collect()
        };
        assert_eq!(timeless(&printed), timeless(&stated), "{line}");
    }
}
