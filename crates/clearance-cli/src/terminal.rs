//! What people are told beside the results.

use std::io::{Write, stderr};

/// One line on standard error, which may be closed.
pub fn say(line: &str) {
    let _ = writeln!(stderr(), "clearance: {line}");
}
