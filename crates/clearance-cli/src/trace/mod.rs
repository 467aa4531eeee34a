//! `clearance trace`: what an algorithm does on one case, step by step.

mod case;
mod classic;
mod svg;
mod text;

use crate::status::Status;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clearance_classic::Algorithm;
use clearance_pages::{PlayPage, TRACE, fill};

use crate::output::{print, write_whole};
use crate::page::PageOptions;
use crate::settings::Scalar;
use crate::terminal::colours;

/// Show what an algorithm does on one case: simplex, nearest point, weights, support point, bounds and decision of each
/// step
///
/// As text, as a picture of all steps (2D), or as a page to turn and step through (2D and 3D). Lengths and coordinates
/// are in the world frame.
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
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    /// Make the page one in which the case can be dragged, changed and stepped again: of space, with the core
    #[arg(long, requires = "html")]
    live: bool,
    #[command(flatten)]
    page: PageOptions,
}

/// Names of algorithms, which the help lists.
fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::NAMES).try_map(|name| name.parse::<Algorithm>())
}

impl Trace {
    /// Runs, and prints or draws.
    pub fn run(self) -> anyhow::Result<Status> {
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
        if self.live {
            self.write_live(choice, trace.dim)?;
        } else {
            self.page.write(&[&self.input], |made| fill(TRACE, made, &trace))?;
        }
        if self.json {
            print(&(serde_json::to_string(&trace)? + "\n"))?;
        } else if self.svg.is_none() && !self.page.wanted() {
            print(&text::report(&trace, colours()))?;
        }
        Ok(Status::SUCCESS)
    }

    /// The page that computes by itself, with the case.
    fn write_live(&self, choice: case::Choice, dim: usize) -> anyhow::Result<()> {
        anyhow::ensure!(dim == 3, "--live shows cases of space, and this case has \"dim\": {dim}; leave it out");
        let is_file = self.input != Path::new("-");
        anyhow::ensure!(
            is_file,
            "--live reads the case once more, and the standard input can be read once: name a file"
        );
        let (text, folder) = case::text_of(&self.input, choice)?;
        let mut page = PlayPage::default();
        page.add_text("case.json".into(), &text, &folder)?;
        self.page.write(&[&self.input], |made| page.html(made))
    }
}
