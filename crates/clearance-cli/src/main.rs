//! The command `clearance`: signed distances of shapes and mesh files with proven bounds, one by one or by the million.

mod batch;
mod compare;
mod decompose;
mod distance;
mod guard;
mod hull;
mod lines;
mod mesh;
mod outline;
mod output;
mod page;
mod pairs;
mod progress;
mod report;
mod robot;
mod scene;
mod settings;
mod signals;
mod table;
mod terminal;
mod trace;

use std::io::{Write, stdout};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};

use guard::guarded;
use terminal::say;

/// How far apart convex shapes are, where, and how deep they overlap, with proven bounds on every answer.
///
/// Exit status: 0 all answered; 1 some items had errors (all results are still written); 2 the command line or an input
/// cannot be used.
#[derive(Parser)]
#[command(name = "clearance", version, max_term_width = 110, arg_required_else_help = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Pairs(pairs::Pairs),
    Distance(distance::Distance),
    Hull(hull::ConvexHull),
    Scene(scene::Scene),
    Mesh(mesh::Mesh),
    Decompose(decompose::Decompose),
    Trace(trace::Trace),
    Compare(compare::Compare),
    Robot(robot::Robot),
}

/// The status of a command line or an input that cannot be used.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    guard::keep_quiet();
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        Err(error) => return refuse(&error),
    };
    let done = guarded(|| command_line.command.run()).unwrap_or_else(|fault| Err(fault.into()));
    done.unwrap_or_else(|error| {
        say(&format!("{error:#}"));
        ExitCode::from(UNUSABLE)
    })
}

impl Command {
    fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Command::Pairs(pairs) => pairs.run(),
            Command::Distance(distance) => distance.run(),
            Command::Hull(hull) => hull.run(),
            Command::Scene(scene) => scene.run(),
            Command::Mesh(mesh) => mesh.run(),
            Command::Decompose(decompose) => decompose.run(),
            Command::Trace(trace) => trace.run(),
            Command::Compare(compare) => compare.run(),
            Command::Robot(robot) => robot.run(),
        }
    }
}

/// Shows help as it is, also where arguments are missing altogether, and a refusal in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // Nobody is left to be told if the help cannot be written.
        let _ = write!(stdout(), "{}", error.render());
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let first: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    say(&format!("{}{} (see clearance --help)", first.join(" "), suggestion(error)));
    ExitCode::from(UNUSABLE)
}

/// The word that was probably meant, if there is one.
fn suggestion(error: &clap::Error) -> String {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let meant = kinds.iter().find_map(|kind| match error.get(*kind)? {
        ContextValue::String(word) => Some(word.clone()),
        ContextValue::Strings(words) => words.first().cloned(),
        _ => None,
    });
    meant.map_or(String::new(), |word| format!(", did you mean '{word}'?"))
}
