//! The command `clearance`: signed distances of shapes and mesh files with proven bounds, one by one or by the million.

mod batch;
mod compare;
mod decompose;
mod distance;
mod guard;
mod hull;
mod lines;
mod mesh;
mod output;
mod page;
mod pairs;
mod play;
mod points;
mod progress;
mod read_as;
mod report;
mod requirements;
mod robot;
mod scene;
mod settings;
mod shell;
mod signals;
mod table;
mod terminal;
mod trace;

use std::io::{self, Write, stdout};
use std::process::ExitCode;
use std::sync::LazyLock;

use anstream::AutoStream;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use guard::guarded;
use terminal::{STYLES, say};

/// Compute distances, penetration depths, contacts and proven motions of bodies, with proven bounds on every answer
///
/// Exit status: 0 all answered; 1 some items had errors (all other results are written); 2 the command line or an input
/// cannot be used.
#[derive(Parser)]
#[command(name = "clearance", version, long_version = LONG_VERSION.as_str(), max_term_width = 110, arg_required_else_help = true)]
#[command(styles = STYLES)]
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
    Points(points::Points),
    Mesh(mesh::Mesh),
    Decompose(decompose::Decompose),
    Play(play::Play),
    Trace(trace::Trace),
    Compare(compare::Compare),
    Robot(robot::Robot),
    Sweep(robot::Sweep),
    Assert(requirements::Assert),
    Completions(shell::Completions),
    Man(shell::Manual),
}

/// The version with the commit of a release build and the features that were chosen.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("CLEARANCE_COMMIT").map_or("unknown commit".into(), |commit| format!("commit {commit}"));
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    format!("{} ({commit}, {build}, {} {})", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH)
});

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
            Command::Points(points) => points.run(),
            Command::Mesh(mesh) => mesh.run(),
            Command::Decompose(decompose) => decompose.run(),
            Command::Play(play) => play.run(),
            Command::Trace(trace) => trace.run(),
            Command::Compare(compare) => compare.run(),
            Command::Robot(robot) => robot.run(),
            Command::Sweep(sweep) => sweep.run(),
            Command::Assert(assert) => assert.run(),
            Command::Completions(completions) => completions.run(CommandLine::command()),
            Command::Man(manual) => manual.run(CommandLine::command()),
        }
    }
}

/// Shows help as it is, also where arguments are missing altogether, and a refusal in one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let written = write!(AutoStream::auto(stdout()), "{}", error.render().ansi()).and_then(|()| stdout().flush());
        return match written {
            // A reader that has seen enough closes the pipe.
            Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => {
                say(&format!("cannot write the help: {fault}"));
                ExitCode::from(UNUSABLE)
            }
            _ => ExitCode::SUCCESS,
        };
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
        // The best of them is last.
        ContextValue::Strings(words) => words.last().cloned(),
        _ => None,
    });
    meant.map_or(String::new(), |word| format!(", did you mean '{word}'?"))
}
