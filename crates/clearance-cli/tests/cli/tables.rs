//! Tables are handed over to Python as they were asked for, and what it says is what the command says.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use crate::run::{command, run};

/// A Python that prints its arguments behind the script and ends with a status of its choice.
fn stand_in(name: &str, ending: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, format!("#!/bin/sh\nshift 2\nprintf '%s\\n' \"$@\"\n{ending}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

fn handed_over(python: &str, arguments: &[&str]) -> Output {
    command(arguments).env("CLEARANCE_PYTHON", python).stdin(Stdio::null()).output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn options_that_both_commands_have_are_handed_over() {
    let python = stand_in("telling", "exit 1");
    let arguments = "pairs t.parquet --shapes s.jsonl -o out --columns normal,witness_a --carry label --rows-per-slice 5 --threads 3 \
                     --accuracy tight --relative-tolerance 1e-9 --resume";
    let output = handed_over(&python.to_string_lossy(), &arguments.split_whitespace().collect::<Vec<_>>());
    let expected = [env!("CARGO_PKG_VERSION"), "run", "--out=out", "--shapes=s.jsonl"]
        .into_iter()
        .chain(["--columns=normal,witness_a", "--carry=label", "--rows-per-slice=5", "--threads=3"])
        .chain(["--accuracy=tight", "--relative-tolerance=1e-9", "--resume", "--", "t.parquet"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_exit_status_and_the_signal_are_those_of_python() {
    use std::os::unix::process::ExitStatusExt;
    let table = ["pairs", "t", "--shapes", "s.jsonl", "-o", "out"];
    assert_eq!(handed_over(&stand_in("refusing", "exit 2").to_string_lossy(), &table).status.code(), Some(2));
    assert_eq!(handed_over(&stand_in("killed", "kill -KILL $$").to_string_lossy(), &table).status.signal(), Some(9));
}

#[test]
fn a_python_that_is_not_there_is_told_in_one_line() {
    let output = handed_over("no/such/python", &["pairs", "t.parquet", "--shapes", "s.jsonl", "-o", "out"]);
    let expected = "clearance: a table needs Python with the package clearance, and there is no no/such/python; \
                    CLEARANCE_PYTHON may name one\n";
    assert_eq!((output.status.code(), told(&output).as_str()), (Some(2), expected));
}

#[test]
fn what_a_table_has_not_is_refused_before_python_is_started() {
    let refusals = [
        ("t.parquet", "t.parquet: a table needs --shapes FILE and -o DIR"),
        ("t.parquet --shapes s.jsonl -o out --warm", "t.parquet: a table takes no --warm"),
        ("t.parquet --shapes s.jsonl -o out --precision f32", "t.parquet: a table takes no --precision f32"),
        ("t.parquet --shapes s.jsonl -o out --max-distance 1", "t.parquet: a table takes no --max-distance"),
        ("t.parquet --shapes s.jsonl -o out --contact-points 2", "t.parquet: a table takes no --contact-points"),
        (
            "cases.jsonl -o out --columns all",
            "the following required arguments were not provided: --shapes <FILE> (see clearance --help)",
        ),
    ];
    for (arguments, expected) in refusals {
        let arguments: Vec<&str> = ["pairs"].into_iter().chain(arguments.split_whitespace()).collect();
        let refused = run(&arguments, "");
        assert_eq!((refused.status, refused.complaint), (2, format!("clearance: {expected}\n")));
        assert!(refused.lines.is_empty());
    }
}
