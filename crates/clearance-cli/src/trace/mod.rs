//! `clearance trace`: what an algorithm does on one case, step by step.

mod case;
mod classic;
mod core;
mod html;
mod record;
mod recorder;
mod svg;
mod text;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clearance_classic::Algorithm;

use crate::output::{print, write_whole};
use crate::settings::Scalar;

/// Shows what an algorithm does on one case: simplex, nearest point, weights, support point, bounds and decision of each step
///
/// As text, as a picture of all steps for cases of the plane, or as a page in which cases of the space can be turned and
/// stepped through. Lengths and places are those of the world frame.
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Trace {
    /// A file of pair cases, one JSON object per line; - is the standard input
    #[arg(value_name = "CASE")]
    input: PathBuf,
    /// The case in this line of the file [default: the first]
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "id")]
    line: Option<usize>,
    /// The case with this name
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// The algorithm: the core, or one of the literature
    #[arg(long, value_name = "NAME", default_value = "core", value_parser = algorithms())]
    algorithm: Algorithm,
    /// The scalar of all computations; f32 rounds every number of the input first
    #[arg(long, value_enum, default_value = "f64")]
    precision: Scalar,
    /// Write a picture of all steps instead, of a case with "dim": 2; - is the standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a page to step through instead, of a case in either dimension; - is the standard output
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
}

/// Names of algorithms, which the help lists.
fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::NAMES).try_map(|name| name.parse::<Algorithm>())
}

impl Trace {
    /// Runs, and prints or draws.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let choice = case::Choice { line: self.line, id: self.id.as_deref() };
        let trace = case::record(&self.input, choice, self.algorithm, self.precision)?;
        if let Some(path) = &self.svg {
            anyhow::ensure!(
                trace.dim == 2,
                "--svg draws cases of the plane, and this case has \"dim\": {}; --html shows it",
                trace.dim
            );
            write_whole(path, &[&self.input], svg::picture(&trace).as_bytes())?;
        }
        if let Some(path) = &self.html {
            write_whole(path, &[&self.input], html::page(&trace)?.as_bytes())?;
        }
        if self.json {
            print(&(serde_json::to_string(&trace)? + "\n"))?;
        } else if self.svg.is_none() && self.html.is_none() {
            let colours = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            print(&text::report(&trace, colours))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
