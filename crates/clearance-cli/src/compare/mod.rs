//! `clearance compare`: the algorithms of the literature side by side with the core, for people and for charts.

mod cases;
mod charts;
mod robust;
mod tables;
mod text;

use crate::status::Status;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clearance_classic::comparison::{Cost, Setting, TABLE_2, TABLE_3, at_rest, robustness, tracked};

use crate::output::Output;
use crate::settings::size;

/// Compare the published algorithms with the core: time, iterations, support evaluations, and failures
///
/// Without FILE the bodies are polytopes of random points on unit balls: pairs at rest and a body on the move, as in
/// Tables 2 and 3 of Liu et al., "Geometric interpretation and comparisons of enhancements of GJK algorithm". Times
/// need a release build and a quiet machine; everything else is the same everywhere.
#[derive(Args)]
pub struct Compare {
    /// Pair cases to compare the algorithms on, one JSON object per line; - is the standard input
    #[arg(value_name = "FILE")]
    input: Option<PathBuf>,
    /// Count failures of each algorithm on ordinary and on degenerate pairs, in f64 and f32
    #[arg(long, conflicts_with_all = ["input", "charts"])]
    robustness: bool,
    /// Number of random pairs for each figure
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pairs: u32,
    /// Distance between the centres of the balls [default: 5√3]
    #[arg(long, value_name = "D", value_parser = size)]
    apart: Option<f64>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Minimum time of each measurement, in milliseconds; the fastest round counts
    #[arg(long, value_name = "MS", default_value = "20", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    time: u64,
    /// Also write charts into this folder: at-rest.svg, on-the-move.svg, support-share.svg, profile.svg
    #[arg(long, value_name = "FOLDER", conflicts_with = "input")]
    charts: Option<PathBuf>,
    /// Print one JSON object per line instead of tables
    #[arg(long)]
    json: bool,
}

/// The costs of all contenders for one pair of vertex counts.
struct Row {
    counts: [usize; 2],
    costs: Vec<Cost>,
}

/// The rows of Table 2 or 3.
struct Table {
    name: &'static str,
    title: String,
    rows: Vec<Row>,
}

impl Compare {
    /// Measures and prints.
    pub fn run(self) -> anyhow::Result<Status> {
        let output = Output::open(Path::new("-"), &[])?;
        if let Some(input) = &self.input {
            return cases::run(input, self.json, Duration::from_millis(self.time), &output);
        }
        if self.robustness {
            let scores = robustness(self.pairs as usize, self.seed)?;
            let text = if self.json { robust::lines(&scores) } else { robust::table(&scores, self.pairs) };
            output.write(&text)?;
            return Ok(Status::SUCCESS);
        }
        let default = Setting::default();
        let setting = Setting {
            pairs: self.pairs as usize,
            apart: self.apart.unwrap_or(default.apart),
            seed: self.seed,
            time: Duration::from_millis(self.time),
        };
        let tables = [
            table("at-rest", &TABLE_2, &setting, at_rest, |pairs, apart| {
                format!("At rest: polytopes in unit balls {apart:.2} apart, mean of {pairs} pairs")
            })?,
            table("on-the-move", &TABLE_3, &setting, tracked, |pairs, apart| {
                format!(
                    "On the move: from {apart:.2} apart through ten positions, a unit step and a turn of 10° each, from the \
                     last vertices; mean of a query, {pairs} paths"
                )
            })?,
        ];
        if let Some(folder) = &self.charts {
            charts::write(folder, &tables)?;
        }
        for table in &tables {
            output.write(&if self.json { tables::lines(table) } else { tables::text(table) })?;
        }
        Ok(Status::SUCCESS)
    }
}

fn table(
    name: &'static str,
    counts: &[[usize; 2]],
    setting: &Setting,
    measure: impl Fn([usize; 2], &Setting) -> Result<Vec<Cost>, clearance::ShapeError>,
    title: impl Fn(usize, f64) -> String,
) -> anyhow::Result<Table> {
    let rows: Result<_, clearance::ShapeError> =
        counts.iter().map(|&counts| Ok(Row { counts, costs: measure(counts, setting)? })).collect();
    Ok(Table { name, title: title(setting.pairs, setting.apart), rows: rows? })
}
