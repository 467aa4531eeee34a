//! The command `clearance`, which published wheels bring.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command with its arguments, the program first, and returns its exit status; `None` in a build without it.
#[pyfunction]
pub fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> Option<u8> {
    #[cfg(feature = "command")]
    return Some(py.detach(|| clearance_cli::run(arguments).0));
    #[cfg(not(feature = "command"))]
    {
        let _ = (py, arguments);
        None
    }
}
