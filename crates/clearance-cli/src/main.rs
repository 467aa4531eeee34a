//! The command `clearance`: signed distances of shapes and mesh files with proven bounds, one by one or by the million.

mod batch;
mod compare;
mod distance;
mod hull;
mod lines;
mod output;
mod pairs;
mod progress;
mod report;
mod settings;
mod trace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// How far apart convex shapes are, where, and how deep they overlap, with proven bounds on every answer.
///
/// Exit status: 0 all answered; 1 some items had errors (all results are still written); 2 the command line or an input
/// cannot be used.
#[derive(Parser)]
#[command(name = "clearance", version, max_term_width = 110)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Pairs(pairs::Pairs),
    Distance(distance::Distance),
    Hull(hull::ConvexHull),
    Trace(trace::Trace),
    Compare(compare::Compare),
}

/// The status of a command line or an input that cannot be used.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        Err(error) => return refuse(&error),
    };
    let done = match command_line.command {
        Command::Pairs(pairs) => pairs.run(),
        Command::Distance(distance) => distance.run(),
        Command::Hull(hull) => hull.run(),
        Command::Trace(trace) => trace.run(),
        Command::Compare(compare) => compare.run(),
    };
    done.unwrap_or_else(|error| {
        eprintln!("clearance: {error:#}");
        ExitCode::from(UNUSABLE)
    })
}

/// Shows help as it is, and a refusal in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) | Err(_) => ExitCode::SUCCESS,
        };
    }
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let first: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    eprintln!("clearance: {} (see clearance --help)", first.join(" "));
    ExitCode::from(UNUSABLE)
}
