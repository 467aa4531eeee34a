//! Bits of answers: they depend on their input alone, not on threads, optimisation or the machine.
//!
//! `.ci/bits` builds the core at every level of optimisation, for the baseline processor and for this one, and compares
//! the hashes of a million answers; here a small part of them is compared with the record. A change of the record is a
//! change of answers: say why where it is made. `CLEARANCE_RECORD=1 cargo test -p clearance --test bits` makes it.

mod answers;

use std::fs;
use std::path::Path;
use std::thread;

use answers::hash;

/// Answers compared with the record.
const COUNT: u64 = 4_000;

fn recorded() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bits/recorded.txt")
}

#[test]
fn answers_have_the_recorded_bits_on_any_number_of_threads() {
    let alone = hash(0..COUNT);
    let part = |k: u64| thread::spawn(move || hash((k..COUNT).step_by(3)));
    let together = (0..3).map(part).map(|thread| thread.join().unwrap()).fold(0, u64::wrapping_add);
    assert_eq!(alone, together, "threads change the answers");
    let text = format!("{alone:016x} of {COUNT} answers\n");
    if std::env::var_os("CLEARANCE_RECORD").is_some() {
        fs::write(recorded(), &text).unwrap();
    }
    let record = fs::read_to_string(recorded()).unwrap();
    assert_eq!(text, record, "the answers have other bits than recorded");
}

/// Functions that platforms implement each in their own way, and fused products.
const FOREIGN: [&str; 14] = [
    ".sin(",
    ".cos(",
    ".tan(",
    ".sin_cos(",
    ".atan",
    ".acos(",
    ".asin(",
    ".exp(",
    ".exp2(",
    ".ln(",
    ".log",
    ".powf(",
    ".cbrt(",
    ".mul_add(",
];

#[test]
fn no_platform_mathematics_decides_a_result() {
    fn scan(folder: &Path, found: &mut Vec<String>, lines: &mut usize) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // Tests are not scanned, be they a file or a folder.
            if path.is_dir() && path.ends_with("tests") {
                continue;
            }
            if path.is_dir() {
                scan(&path, found, lines);
            } else if path.file_name().is_some_and(|name| name != "tests.rs" && name != "random.rs") {
                let source = fs::read_to_string(&path).unwrap();
                let body = source.split("#[cfg(test)]\nmod").next().unwrap_or_default();
                let body = body.split("#[cfg(all(test").next().unwrap_or_default();
                for line in body.lines().filter(|line| !line.trim_start().starts_with("//")) {
                    *lines += 1;
                    if FOREIGN.iter().any(|call| line.contains(call)) {
                        found.push(format!("{}: {line}", path.display()));
                    }
                }
            }
        }
    }
    let (mut found, mut lines) = (Vec::new(), 0);
    scan(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found, &mut lines);
    assert!(lines > 5_000, "only {lines} lines read");
    assert!(found.is_empty(), "{found:#?}");
}
