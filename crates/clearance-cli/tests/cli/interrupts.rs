//! What an interrupted run leaves, and how another one continues it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::run::{command, run};

const PATIENCE: Duration = Duration::from_secs(60);

/// A folder of its own, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("clearance-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Two spheres whose centres are 1.75 + `i` / 16 apart.
fn cases(count: usize) -> String {
    let sphere = r#"{"shape": {"kind": "sphere", "radius": 0.5}"#;
    let case = |i: usize| {
        let x = 1.75 + i as f64 / 16.0;
        format!("{{\"id\": {i}, \"a\": {sphere}}}, \"b\": {sphere}, \"pose\": {{\"translation\": [{x}, 0, 0]}}}}}}\n")
    };
    (0..count).map(case).collect()
}

/// Ends a run that has answered the first 3 of its cases and waits for more, and returns its status and its messages.
#[cfg(unix)]
fn ended_by(signal: &str, out: &str) -> (Option<i32>, String) {
    let mut child = waiting(out);
    let input = child.stdin.take();
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let ended = child.wait_with_output().unwrap();
    drop(input);
    (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
}

/// Starts a run that has answered the first 3 of its cases and waits for more.
fn waiting(out: &str) -> Child {
    let mut child = command(&["pairs", "-o", out]).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(cases(3).as_bytes()).unwrap();
    let start = Instant::now();
    let lines = || fs::read_to_string(format!("{out}.part")).unwrap_or_default().lines().count();
    while lines() < 3 && start.elapsed() < PATIENCE {
        sleep(Duration::from_millis(5));
    }
    assert!(!fs::exists(out).unwrap(), "not complete");
    child
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_whole_lines_and_a_note_and_another_run_goes_on() {
    let folder = Folder::new("signals");
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let out = folder.file(signal);
        let told = format!("clearance: interrupted: 3 cases are done, in {out}.part\n");
        assert_eq!(ended_by(signal, &out), (Some(status), told));
        assert!(!fs::exists(&out).unwrap());
        let note: serde_json::Value = serde_json::from_slice(&fs::read(format!("{out}.part.note")).unwrap()).unwrap();
        assert_eq!((&note["cases"], &note["errors"]), (&3.into(), &0.into()));

        // The note does not count a line that was cut by another program.
        fs::OpenOptions::new()
            .append(true)
            .open(format!("{out}.part"))
            .unwrap()
            .write_all(b"{\"id\": 3, \"sta")
            .unwrap();
        let whole = run(&["pairs"], &cases(8));
        let resumed = run(&["pairs", "-o", &out, "--resume"], &cases(8));
        assert_eq!((resumed.status, resumed.complaint.as_str()), (0, ""));
        assert_eq!(fs::read_to_string(&out).unwrap().lines().collect::<Vec<_>>(), whole.lines);
        assert!(!fs::exists(format!("{out}.part")).unwrap() && !fs::exists(format!("{out}.part.note")).unwrap());
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_at_once_leaves_a_note_and_another_run_goes_on() {
    let folder = Folder::new("killed");
    let out = folder.file("out.jsonl");
    assert_eq!(ended_by("-KILL", &out).0, None);
    assert!(fs::exists(format!("{out}.part.note")).unwrap());
    let whole = run(&["pairs"], &cases(8));
    let resumed = run(&["pairs", "-o", &out, "--resume"], &cases(8));
    assert_eq!((resumed.status, resumed.complaint.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&out).unwrap().lines().collect::<Vec<_>>(), whole.lines);
}

#[test]
fn a_second_run_with_the_same_output_is_refused_and_changes_nothing() {
    let folder = Folder::new("locked");
    let out = folder.file("out.jsonl");
    let mut first = waiting(&out);
    for options in [&["pairs", "-o", &out][..], &["pairs", "-o", &out, "--resume"]] {
        let second = run(options, &cases(2));
        let refused = format!("clearance: {out}.part: is being written by another run\n");
        assert_eq!((second.status, second.complaint), (2, refused));
    }
    drop(first.stdin.take());
    assert!(first.wait().unwrap().success());
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let told = command(&["--help"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(told.status.code(), Some(2));
    assert!(String::from_utf8(told.stderr).unwrap().starts_with("clearance: cannot write the help: "));
}

#[cfg(unix)]
#[test]
fn other_cases_or_options_are_not_gone_on_with() {
    let folder = Folder::new("resume");
    let out = folder.file("out.jsonl");
    assert_eq!(ended_by("-TERM", &out).0, Some(143));
    let refused =
        format!("clearance: {out}: was begun with other options, or other cases than the first 3 of standard input\n");
    let others = cases(8).replace("0.5", "0.25");
    for (options, cases) in [(&["--max-distance", "5"][..], cases(8)), (&[], others), (&[], cases(2))] {
        let run = run(&[&["pairs", "-o", &out, "--resume"], options].concat(), &cases);
        assert_eq!((run.status, run.complaint.as_str()), (2, refused.as_str()));
    }
    assert_eq!(run(&["pairs", "-o", &out, "--resume"], &cases(8)).status, 0);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 8);
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let folder = Folder::new("links");
    let (real, link) = (folder.file("real.jsonl"), folder.file("link.jsonl"));
    fs::write(&real, "old\n").unwrap();
    std::os::unix::fs::symlink("real.jsonl", &link).unwrap();
    assert_eq!(run(&["pairs", "-o", &link], &cases(2)).status, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap().lines().count(), 2);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2);
}

#[test]
fn a_run_that_cannot_begin_leaves_the_old_results() {
    let folder = Folder::new("begin");
    let out = folder.file("out.jsonl");
    fs::write(&out, "old\n").unwrap();
    assert_eq!(run(&["pairs", "no/such.jsonl", "-o", &out], "").status, 2);
    assert_eq!(fs::read_to_string(&out).unwrap(), "old\n");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}
