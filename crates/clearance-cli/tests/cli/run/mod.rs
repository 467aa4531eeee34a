//! Runs the command as a user does.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The command with arguments, to be started at the root of the repository.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clearance"));
    command.args(arguments).current_dir(root());
    command
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What came of a run.
pub struct Run {
    /// The exit status.
    pub status: i32,
    /// The lines of the standard output.
    pub lines: Vec<String>,
    /// The standard error.
    pub complaint: String,
}

/// Runs the command with some text as its standard input.
pub fn run(arguments: &[&str], input: &str) -> Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the command ends");
    // A command that refuses its arguments does not read; that is no failure of the test.
    let _ = writer.join();
    Run {
        status: status.code().expect("no signal"),
        lines: String::from_utf8(stdout).expect("text").lines().map(str::to_string).collect(),
        complaint: String::from_utf8(stderr).expect("text"),
    }
}

/// The lines as JSON.
pub fn objects(lines: &[String]) -> Vec<serde_json::Value> {
    lines.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}
