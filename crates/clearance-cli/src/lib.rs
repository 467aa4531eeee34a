//! The command `clearance`: signed distances of shapes and mesh files with proven bounds, one by one or by the million.

#[cfg(feature = "full")]
mod assembly;
mod batch;
#[cfg(feature = "full")]
mod cad;
#[cfg(feature = "full")]
mod compare;
mod decompose;
mod distance;
mod guard;
mod hull;
mod lines;
mod mesh;
mod output;
#[cfg(feature = "full")]
mod page;
mod pairs;
#[cfg(feature = "full")]
mod play;
mod points;
mod progress;
mod read_as;
mod report;
#[cfg(feature = "full")]
mod requirements;
#[cfg(feature = "full")]
mod robot;
#[cfg(feature = "full")]
mod scene;
mod settings;
#[cfg(feature = "full")]
mod shell;
mod signals;
mod status;
mod table;
mod terminal;
mod thickness;
#[cfg(feature = "full")]
mod trace;

use std::ffi::OsString;
use std::io::{self, Write, stdout};
use std::sync::{LazyLock, OnceLock};

use anstream::AutoStream;
#[cfg(feature = "full")]
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Parser, Subcommand};

use guard::guarded;
pub use status::Status;
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
    #[cfg(feature = "full")]
    Scene(scene::Scene),
    #[cfg(feature = "full")]
    Assembly(assembly::Assembly),
    Points(points::Points),
    Mesh(mesh::Mesh),
    Decompose(decompose::Decompose),
    #[cfg(feature = "full")]
    Play(play::Play),
    #[cfg(feature = "full")]
    Trace(trace::Trace),
    #[cfg(feature = "full")]
    Compare(compare::Compare),
    #[cfg(feature = "full")]
    Robot(robot::Robot),
    #[cfg(feature = "full")]
    Sweep(robot::Sweep),
    #[cfg(feature = "full")]
    Assert(requirements::Assert),
    #[cfg(feature = "full")]
    Completions(shell::Completions),
    #[cfg(feature = "full")]
    Man(shell::Manual),
}

/// The version with the commit of a release build and the features that were chosen.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("CLEARANCE_COMMIT").map_or("unknown commit".into(), |commit| format!("commit {commit}"));
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let features = if cfg!(feature = "full") { "full" } else { "without full" };
    let (version, system) = (env!("CARGO_PKG_VERSION"), [std::env::consts::OS, std::env::consts::ARCH].join(" "));
    format!("{version} ({commit}, {build}, {features}, {system})")
});

/// The status of a command line or an input that cannot be used.
const UNUSABLE: u8 = 2;

/// The words of the command line, the program first.
static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Runs the command with its arguments, the program first: once in a process, which it may end.
pub fn run(arguments: Vec<OsString>) -> Status {
    guard::keep_quiet();
    let command_line = match CommandLine::try_parse_from(ARGUMENTS.get_or_init(|| arguments)) {
        Ok(command_line) => command_line,
        Err(error) => return refuse(&error),
    };
    let done = guarded(|| command_line.command.run()).unwrap_or_else(|fault| Err(fault.into()));
    done.unwrap_or_else(|error| {
        say(&format!("{error:#}"));
        Status(UNUSABLE)
    })
}

impl Command {
    fn run(self) -> anyhow::Result<Status> {
        match self {
            Command::Pairs(pairs) => pairs.run(),
            Command::Distance(distance) => distance.run(),
            Command::Hull(hull) => hull.run(),
            #[cfg(feature = "full")]
            Command::Scene(scene) => scene.run(),
            #[cfg(feature = "full")]
            Command::Assembly(assembly) => assembly.run(),
            Command::Points(points) => points.run(),
            Command::Mesh(mesh) => mesh.run(),
            Command::Decompose(decompose) => decompose.run(),
            #[cfg(feature = "full")]
            Command::Play(play) => play.run(),
            #[cfg(feature = "full")]
            Command::Trace(trace) => trace.run(),
            #[cfg(feature = "full")]
            Command::Compare(compare) => compare.run(),
            #[cfg(feature = "full")]
            Command::Robot(robot) => robot.run(),
            #[cfg(feature = "full")]
            Command::Sweep(sweep) => sweep.run(),
            #[cfg(feature = "full")]
            Command::Assert(assert) => assert.run(),
            #[cfg(feature = "full")]
            Command::Completions(completions) => completions.run(CommandLine::command()),
            #[cfg(feature = "full")]
            Command::Man(manual) => manual.run(CommandLine::command()),
        }
    }
}

/// Shows help as it is, also where arguments are missing altogether, and a refusal in one line.
fn refuse(error: &clap::Error) -> Status {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let written = write!(AutoStream::auto(stdout()), "{}", error.render().ansi()).and_then(|()| stdout().flush());
        return match written {
            // A reader that has seen enough closes the pipe.
            Err(fault) if fault.kind() != io::ErrorKind::BrokenPipe => {
                say(&format!("cannot write the help: {fault}"));
                Status(UNUSABLE)
            }
            _ => Status::SUCCESS,
        };
    }
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let first: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    say(&format!("{}{} (see clearance --help)", first.join(" "), suggestion(error)));
    Status(UNUSABLE)
}

/// The word that was probably meant, if there is one; or what this build is without.
fn suggestion(error: &clap::Error) -> String {
    const FULL: [&str; 8] = ["scene", "assembly", "play", "trace", "compare", "robot", "sweep", "assert"];
    if let Some(ContextValue::String(verb)) = error.get(ContextKind::InvalidSubcommand)
        && FULL.contains(&verb.as_str())
    {
        return ", which this build is without: build it without --no-default-features".into();
    }
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let meant = kinds.iter().find_map(|kind| match error.get(*kind)? {
        ContextValue::String(word) => Some(word.clone()),
        // The best of them is last.
        ContextValue::Strings(words) => words.last().cloned(),
        _ => None,
    });
    meant.map_or(String::new(), |word| format!(", did you mean '{word}'?"))
}
