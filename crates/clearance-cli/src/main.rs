//! The command `clearance`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(clearance_cli::run(std::env::args_os().collect()).0)
}
