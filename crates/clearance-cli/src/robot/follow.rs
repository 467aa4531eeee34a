//! `clearance robot follow`: a tip that follows a path, with clearance over time.

use crate::status::Status;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clearance_models::Task;
use clearance_models::lines::{violation_keys, violation_text};
use clearance_pages::RobotPage;
use clearance_pages::replay::{self, Clock};
use clearance_robot::edge::{Checker, Found};
use clearance_robot::plan::{Run, Step};
use serde_json::{Value, json};

use super::model::{ModelOptions, WorldOptions};
use super::required::Tested;
use crate::output::Output;
use crate::page::PageOptions;
use crate::settings::OWN;

/// Move a tip along a path, by an artificial potential or by a velocity controller, and prove the motion
///
/// TASK is a JSON object: {"tip": {"link", "point"?}, "start": q, "stages": [{"velocity": [x, y, z], "duration": s},
/// ..], "planner"?: "potential" or "velocity", "variant"?: "published" or "closed", "k"?, "d0"?, "step"?, "feedback"?,
/// "as_printed"?}, or with the planner "velocity" {"goal": [x, y, z], "duration": s} instead of "stages".
///
/// One line for each step, {"time", "q", "tip", "signed_distance", "lower", "upper", "pair"}, and one for the whole
/// motion.
#[derive(Args)]
pub struct Follow {
    #[command(flatten)]
    model: ModelOptions,
    /// The task, a JSON file
    #[arg(value_name = "TASK", help_heading = OWN)]
    task: PathBuf,
    #[command(flatten)]
    world: WorldOptions,
    /// Output file of the steps; - is the standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = OWN)]
    output: PathBuf,
    /// Print one JSON object for each step
    #[arg(long, help_heading = OWN)]
    json: bool,
    /// Write a certificate of the motion if it is free, for `robot verify`
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    certificate: Option<PathBuf>,
    /// Exit status 3 if the motion is not proven free
    #[arg(long, help_heading = OWN)]
    require_free: bool,
    #[command(flatten)]
    page: PageOptions,
}

impl Follow {
    /// Runs the planner, and proves what it did.
    pub fn run(self) -> anyhow::Result<Status> {
        let cell = self.world.workcell(&self.model.read()?)?;
        let (robot, rest) = (cell.robot(), self.world.rest(&cell)?);
        let checker = Checker::new(&cell)?;
        let here = || self.task.display().to_string();
        let text = std::fs::read_to_string(&self.task).with_context(|| format!("{}: cannot be read", here()))?;
        let task = Task::read(&text, robot, &rest).map_err(|error| error.within(here()))?;
        let run = task.run(&checker).map_err(|error| error.within(here()))?;
        self.write(&checker, &run, RobotPage::new(robot, cell.world()))
    }

    fn write(&self, checker: &Checker, run: &Run, page: RobotPage) -> anyhow::Result<Status> {
        let output = Output::open(&self.output, &[&self.task])?;
        // A page has all steps; beside it the result is enough.
        let brief = self.page.wanted() && !self.json && self.output.as_os_str() == "-";
        for step in run.steps(checker).filter(|_| !brief) {
            let line = if self.json { step_json(&step?) } else { step_text(&step?) };
            if !output.write(&(line + "\n"))? {
                return Ok(Status::SUCCESS);
            }
        }
        let (edge, line) = self.prove(checker, run, page)?;
        if !self.page.takes_output() {
            output.write(&(line + "\n"))?;
        }
        output.finish()?;
        let tested = Tested::default();
        tested.add(edge.is_free(), edge.lower() != Some(f64::INFINITY));
        Ok(tested.status(self.require_free, Status::SUCCESS))
    }

    /// Whether the motion between all steps is free, and the line that says so.
    fn prove(&self, checker: &Checker, run: &Run, mut page: RobotPage) -> anyhow::Result<(Found, String)> {
        let (edge, certificate) = run.proof(checker)?;
        let clock = Clock::Seconds(&run.times);
        if self.page.wanted() {
            replay::add(&mut page, ("motion", &run.path(checker)?, clock), &edge, certificate.as_ref(), checker)?;
            self.page.write(&[&self.task], |made| page.html(made))?;
        }
        if let (Some(file), Some(certificate)) = (&self.certificate, certificate) {
            let output = Output::open(file, &[&self.task])?;
            output.write(&certificate.to_line("motion"))?;
            output.finish()?;
        }
        let line = match &edge {
            Found::Free { lower, .. } if self.json => json!({"result": "free", "clearance_lower": lower}).to_string(),
            Found::Free { lower, .. } => format!("proven free, clearance at least {lower:.6}"),
            Found::Violated(violation) if self.json => {
                Value::Object(violation_keys(edge.name(), violation)).to_string()
            }
            Found::Violated(violation) => violation_text(edge.name(), violation, ""),
            Found::Hit(contact) | Found::Undecided(contact) => {
                let result = edge.name();
                let (pair, time) = (&contact.pair, contact.time);
                if self.json {
                    json!({"result": result, "t_lower": time.lower, "t_upper": time.upper, "pair": pair}).to_string()
                } else {
                    format!("{result}: {} and {} at {:.3} s", pair[0], pair[1], clock.at(time.upper))
                }
            }
        };
        Ok((edge, line))
    }
}

/// A step for programs.
fn step_json(step: &Step) -> String {
    let mut line = json!({"time": step.time, "q": step.configuration, "tip": <[f64; 3]>::from(step.tip)});
    if let Some((found, pair)) = &step.nearest {
        line["signed_distance"] = json!(found.signed_distance);
        (line["lower"], line["upper"]) = (json!(found.bounds.lower), json!(found.bounds.upper));
        line["pair"] = json!(pair);
    }
    if !step.beyond_limits.is_empty() {
        line["beyond_limits"] = json!(step.beyond_limits);
    }
    line.to_string()
}

/// A step for people.
fn step_text(step: &Step) -> String {
    let nearest = step.nearest.as_ref();
    let near = nearest.map_or(String::new(), |(found, [a, b])| format!("  {:.6}  {a} and {b}", found.signed_distance));
    let outside = &step.beyond_limits;
    let limits = if outside.is_empty() { String::new() } else { format!("  (beyond limits: {})", outside.join(", ")) };
    format!("{:8.3}{near}{limits}", step.time)
}
