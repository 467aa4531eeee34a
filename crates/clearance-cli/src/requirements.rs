//! `clearance assert`: requirements in, whether they hold out, for people and for continuous integration.

use crate::status::Status;
use std::path::PathBuf;

use clap::Args;
use clearance_models::requirements::{Answer, Outcome, Receipt, Requirements, junit};
use clearance_robot::range::RangeOptions;
use serde_json::{Value, json};

use crate::output::{Output, write_whole};
use crate::read_as::ReadMeshes;
use crate::robot::{json_number, named};
use crate::settings::size;
use crate::terminal::say;

/// Prove that named clearances are kept: over ranges of joints, paths, or scenes
///
/// FILE is {"robot": FILE or assembly, "srdf"?, "scene"?, "requirements": [{"name", "pairs"?: [[a, b], ..],
/// "at_least"?: d, "over"?: {"ranges": {..}} | {"path": [q, ..]} | {"scene": FILE}}, ..]}; files are relative to it.
/// Each requirement holds, is violated (with a configuration that violates it) or is undecided. A receipt holds the
/// answers with digests of all numbers that they depend on; --against compares a receipt with the inputs of today,
/// without any search: answers with changed inputs are stale.
///
/// Exit status: 0 all hold; 1 some cannot be answered; 3 some are violated, undecided or stale, or nothing was tested.
#[derive(Args)]
pub struct Assert {
    /// The requirements
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Width of the bounds over ranges, in metres: requirements met or missed by less may be undecided
    #[arg(long, value_name = "W", default_value = "1e-6", allow_negative_numbers = true, value_parser = size)]
    width: f64,
    /// Maximum number of cells, for each requirement
    #[arg(long, value_name = "N", default_value_t = RangeOptions::default().cells, allow_negative_numbers = true)]
    cells: usize,
    /// Maximum time for each requirement, in seconds
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = size)]
    time_limit: Option<f64>,
    /// Number of threads; the answers do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Write a receipt
    #[arg(long, value_name = "FILE")]
    receipt: Option<PathBuf>,
    /// Compare a receipt with the inputs instead of answering
    #[arg(long, value_name = "RECEIPT", conflicts_with_all = ["receipt", "junit"])]
    against: Option<PathBuf>,
    /// Write a report for continuous integration, in the format of JUnit
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print one JSON object for each requirement
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    meshes: ReadMeshes,
}

/// The status if a requirement does not hold.
const NOT_HELD: u8 = 3;

impl Assert {
    /// Answers all requirements, or compares a receipt.
    pub fn run(self) -> anyhow::Result<Status> {
        let requirements = Requirements::from_file(&self.file)?.with_meshes(self.meshes.options());
        if let Some(path) = &self.against {
            return self.compare(&requirements, path);
        }
        let options = RangeOptions {
            width: self.width,
            cells: self.cells,
            seconds: self.time_limit.unwrap_or(f64::INFINITY),
            threads: self.threads,
            ..RangeOptions::default()
        };
        let answers = requirements.answer(&options);
        let text: String = answers.iter().map(|answer| self.line(answer, &requirements)).collect();
        Output::open("-".as_ref(), &[])?.write(&text)?;
        if let Some(path) = &self.receipt {
            let text = serde_json::to_string_pretty(&Receipt::of(&answers))? + "\n";
            write_whole(path, &[&self.file], text.as_bytes())?;
        }
        if let Some(path) = &self.junit {
            let suite = self.file.file_stem().map_or("requirements".into(), |stem| stem.to_string_lossy());
            write_whole(path, &[&self.file], junit(&answers, &suite).as_bytes())?;
        }
        let held = |answer: &Answer| answer.found.as_ref().is_ok_and(|found| found.outcome == Outcome::Holds);
        if answers.is_empty() {
            say("nothing to test: the file has no requirements");
            return Ok(Status(NOT_HELD));
        }
        Ok(if answers.iter().any(|answer| answer.found.is_err()) {
            Status(1)
        } else if answers.iter().all(held) {
            Status::SUCCESS
        } else {
            Status(NOT_HELD)
        })
    }

    fn line(&self, answer: &Answer, requirements: &Requirements) -> String {
        let at = |q: &[f64]| match requirements.robot() {
            Some(robot) if q.len() == robot.dof() && !q.is_empty() => named(robot, q),
            _ => Value::Null,
        };
        match &answer.found {
            Err(error) if self.json => json!({"name": answer.name, "error": error.to_string()}).to_string() + "\n",
            Err(error) => format!("{}: {error}\n", answer.name),
            Ok(found) if self.json => {
                let keys = json!({
                    "name": answer.name, "result": found.outcome.name(), "at_least": answer.at_least,
                    "lower": json_number(found.lower), "upper": found.upper, "pair": found.pair, "at": at(&found.at),
                    "digest": answer.digest,
                });
                keys.to_string() + "\n"
            }
            Ok(found) => {
                let mut text = format!("{}: {}", answer.name, found.outcome.name());
                if found.outcome == Outcome::Holds {
                    return text + &format!(", at least {}\n", found.lower);
                }
                text += &format!(", expected at least {}", answer.at_least);
                if let Some(upper) = found.upper {
                    text += &format!(", clearance {upper:.7}");
                }
                if let Some([a, b]) = &found.pair {
                    text += &format!(", {a} and {b}");
                }
                if let Value::Object(q) = at(&found.at) {
                    let values: Vec<String> = q.iter().map(|(name, value)| format!("{name} {value}")).collect();
                    // Over ranges the search ends with the first that violates it.
                    let word = if found.outcome == Outcome::Violated { "violated at" } else { "at" };
                    text += &format!("\n  {word}: {}", values.join(", "));
                }
                text + "\n"
            }
        }
    }

    /// Says of each requirement what the receipt says, or that it is stale.
    fn compare(&self, requirements: &Requirements, path: &PathBuf) -> anyhow::Result<Status> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| anyhow::anyhow!("{}: cannot be read: {error}", path.display()))?;
        let receipt: Receipt =
            serde_json::from_str(&text).map_err(|error| anyhow::anyhow!("{}: no receipt: {error}", path.display()))?;
        let rows = receipt.compared_with(requirements);
        let line = |(name, said): &(String, String)| match self.json {
            true => json!({"name": name, "result": said}).to_string() + "\n",
            false => format!("{name}: {said}\n"),
        };
        Output::open("-".as_ref(), &[])?.write(&rows.iter().map(line).collect::<String>())?;
        let all = rows.iter().all(|(_, said)| said == "holds");
        Ok(if all { Status::SUCCESS } else { Status(NOT_HELD) })
    }
}
