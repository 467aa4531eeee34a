//! Tables in Parquet, which the Python package reads and writes: `clearance pairs` becomes `python -m clearance.table
//! run`.
//!
//! Exit status, output, signals and `--resume` are those of the package: on Unix its process replaces this one.

use std::ffi::OsString;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use clap::Args;

use crate::status::Status;

/// Names another Python than the first `python3` on the PATH.
const PYTHON: &str = "CLEARANCE_PYTHON";
/// Refuses a package that is missing or of another version in one line, then runs its command. Modules are not looked
/// for in the working folder, which `-c` would begin with.
const SCRIPT: &str = r#"
import sys
sys.path[:] = [place for place in sys.path if place]
try:
    from clearance import __version__
    from clearance.table.command import main
except ImportError as error:
    print(
        f"clearance: a table needs the Python package clearance with pyarrow: pip install './bindings/python[table]',"
        f" or name a Python that has it by CLEARANCE_PYTHON; {sys.executable}: {error}",
        file=sys.stderr,
    )
    sys.exit(2)
if __version__ != sys.argv[1]:
    print(f"clearance: expected the Python package clearance {sys.argv[1]}, got {__version__}", file=sys.stderr)
    sys.exit(2)
sys.exit(main(sys.argv[2:]))
"#;

/// The options that only tables have.
#[derive(Args)]
#[command(next_help_heading = "Tables (Parquet)")]
pub struct TableOptions {
    /// Shape table of the pairs in FILE, a Parquet table; the Python package clearance answers it into the folder OUT
    #[arg(long, value_name = "FILE", requires = "output")]
    shapes: Option<PathBuf>,
    /// Columns of the answers, separated by commas, or all
    #[arg(long, value_name = "NAMES", requires = "shapes")]
    columns: Option<String>,
    /// Columns to copy from the table, separated by commas
    #[arg(long, value_name = "NAMES", requires = "shapes")]
    carry: Option<String>,
    /// Approximate number of rows in an output file [default: 262144]
    #[arg(long, value_name = "N", requires = "shapes")]
    rows_per_slice: Option<NonZeroUsize>,
}

impl TableOptions {
    /// Whether an input is a table, by its name or by its options.
    pub fn are_of(&self, input: &Path) -> bool {
        self.shapes.is_some() || input.extension().is_some_and(|extension| extension == "parquet")
    }

    /// Hands a table over, with options that both commands have by the same names.
    pub fn run(&self, input: &Path, output: &Path, shared: &[(&str, Option<String>)]) -> anyhow::Result<Status> {
        let shapes = self.shapes.as_ref();
        let shapes = shapes.with_context(|| format!("{}: a table needs --shapes FILE and -o DIR", input.display()))?;
        let own = [
            ("columns", self.columns.clone()),
            ("carry", self.carry.clone()),
            ("rows-per-slice", self.rows_per_slice.map(|rows| rows.to_string())),
        ];
        let mut arguments: Vec<OsString> = vec!["run".into(), named("out", output), named("shapes", shapes)];
        for (name, value) in own.iter().chain(shared) {
            arguments.extend(value.as_ref().map(|value| named(name, value)));
        }
        arguments.extend(["--".into(), input.as_os_str().to_owned()]);
        hand_over(&arguments)
    }
}

/// An option that may begin with a dash; one without a value is empty.
fn named(name: &str, value: impl AsRef<std::ffi::OsStr>) -> OsString {
    let mut option = OsString::from(format!("--{name}"));
    if !value.as_ref().is_empty() {
        option.push("=");
        option.push(value);
    }
    option
}

fn hand_over(arguments: &[OsString]) -> anyhow::Result<Status> {
    with_python("a table", "the package clearance", |mut command| {
        command.args(["-c", SCRIPT, env!("CARGO_PKG_VERSION")]).args(arguments);
        become_it(command)
    })
}

/// Starts the Python that the environment names, or the first there is; an error says what needs it, and the package.
pub fn with_python<R>(what: &str, package: &str, start: impl Fn(Command) -> io::Result<R>) -> anyhow::Result<R> {
    let given = std::env::var_os(PYTHON);
    let names = given.map_or_else(|| vec!["python3".into(), "python".into()], |name| vec![name]);
    for name in &names {
        match start(Command::new(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            ended => return ended.with_context(|| format!("{}: cannot be started", name.display())),
        }
    }
    let names: Vec<String> = names.iter().map(|name| name.display().to_string()).collect();
    anyhow::bail!("{what} needs Python with {package}, and there is no {}; {PYTHON} may name one", names.join(" or "))
}

/// Gives this process to a command: returns only if it cannot be started.
#[cfg(unix)]
fn become_it(mut command: Command) -> io::Result<Status> {
    Err(std::os::unix::process::CommandExt::exec(&mut command))
}

/// Runs a command to its end; signals of a console reach both processes.
#[cfg(not(unix))]
fn become_it(mut command: Command) -> io::Result<Status> {
    let status = command.status()?;
    Ok(Status(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(crate::UNUSABLE)))
}
