//! `clearance robot task`: motions and what is held between them, proven as one.

use crate::status::Status;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use clearance_models::{TaskOptions, TaskRun, run_task};
use clearance_pages::task_page;
use clearance_robot::plan::PlanOptions;
use serde_json::{Value, json};

use super::model::{ModelOptions, WorldOptions};
use super::required::Tested;
use super::times::TimesOptions;
use crate::output::Output;
use crate::page::PageOptions;
use crate::settings::OWN;

/// Plan to a body, take hold of it, carry it and let it go, with one proof of all motions
///
/// TASK is a JSON object: {"start": q, "steps": [..]}. A step is one of {"plan": {"goal": q}}, with "goals" or
/// "goal_pose" as in `robot plan` and "group" beside it for the joints that it moves; {"move": q}, straight to a
/// configuration, or with an object of joints of any group; {"attach": {"body", "link", "touch"?: [name, ..]}};
/// {"detach": body}; {"allow": [a, b], "depth"?: metres, "until"?: metres, "up"?: [x, y, z]}, until the link is a
/// height above where it stands, and {"forbid": [a, b]}; {"keep": constraint}, which holds on
/// all motions until {"relax": name}; {"line": {"link", "point"?, "pose"}, "radius": metres}, the tip of a link
/// straight to a pose, and proven to stay within the radius of the line; {"arc": {"link", "point"?, "via", "pose"},
/// "radius": metres}, on an arc through a point, or {"arc": {"link", "point"?, "center", "axis", "angle", "axes"?:
/// "turn"|"still"|"free"}, ..} about a line. With --group all other joints stand where the
/// start says, but for those that a "move" names. With --times each motion is a trajectory from rest to rest, and is
/// proven as such.
///
/// One line for each step, and one for the task. The certificate has all steps, and the proof of each motion in the
/// scene as it is then; `robot verify` checks it in the scene at the start.
///
/// Exit status: 3 with --require-free if a step fails.
#[derive(Args)]
pub struct Task {
    #[command(flatten)]
    model: ModelOptions,
    /// The task, a JSON file
    #[arg(value_name = "TASK", help_heading = OWN)]
    task: PathBuf,
    /// Seed of the random numbers: equal seeds give equal plans
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, help_heading = OWN)]
    seed: u64,
    /// Maximum number of samples for each plan
    #[arg(long, value_name = "N", default_value = "2000000", allow_negative_numbers = true, help_heading = OWN)]
    iterations: u32,
    #[command(flatten)]
    times: TimesOptions,
    #[command(flatten)]
    world: WorldOptions,
    /// Output file of the steps; - is the standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = OWN)]
    output: PathBuf,
    /// Print one JSON object for each step
    #[arg(long, help_heading = OWN)]
    json: bool,
    /// Write the certificate of the task if no step fails, for `robot verify`
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    certificate: Option<PathBuf>,
    /// Exit status 3 if a step fails
    #[arg(long, help_heading = OWN)]
    require_free: bool,
    #[command(flatten)]
    page: PageOptions,
}

impl Task {
    /// Takes all steps.
    pub fn run(self) -> anyhow::Result<Status> {
        let cell = self.world.workcell(&self.model.read()?)?;
        let rest = self.world.rest(&cell)?;
        let here = || self.task.display().to_string();
        let text = std::fs::read_to_string(&self.task).with_context(|| format!("{}: cannot be read", here()))?;
        let plan = PlanOptions { seed: self.seed, max_iterations: self.iterations, ..PlanOptions::default() };
        let times = self.times.open(cell.robot(), &self.task)?;
        let options = TaskOptions { plan, times: times.as_ref().map(|times| (times.limits.clone(), times.options)) };
        let begin = Instant::now();
        let run = run_task(&text, &cell, &rest, &options).map_err(|error| error.within(here()))?;
        let seconds = begin.elapsed().as_secs_f64();
        if !self.page.takes_output() && !self.write(&run, seconds)? {
            return Ok(Status::SUCCESS);
        }
        if let Some(times) = times {
            run.trajectories().for_each(|line| times.write(&line));
            times.finish()?;
        }
        if self.page.wanted() {
            let page = task_page(&cell, &run.task)?;
            self.page.write(&[&self.task], |made| page.html(made))?;
        }
        if let (Some(file), None) = (&self.certificate, &run.failed) {
            let output = Output::open(file, &[&self.task])?;
            output.write(&run.task.certificate()?.to_line("task"))?;
            output.finish()?;
        }
        let tested = Tested::default();
        tested.add(run.failed.is_none(), run.task.lower() < f64::INFINITY);
        Ok(tested.status(self.require_free, Status::SUCCESS))
    }

    /// Writes all steps; false if the reader has left.
    fn write(&self, run: &TaskRun, seconds: f64) -> anyhow::Result<bool> {
        let output = Output::open(&self.output, &[&self.task])?;
        for line in run.steps.iter().enumerate().map(|(i, step)| self.line(i, step)) {
            if !output.write(&(line + "\n"))? {
                return Ok(false);
            }
        }
        output.write(&(self.last(run, seconds) + "\n"))?;
        output.finish()?;
        Ok(true)
    }

    /// A step that was taken.
    fn line(&self, place: usize, step: &Value) -> String {
        if self.json {
            return step.to_string();
        }
        let text = |key: &str| step[key].as_str().unwrap_or_default();
        let what = match (step["path"].as_array(), step["pair"].as_array()) {
            (Some(path), _) => {
                let edges = format!("{} edges", path.len() - 1);
                step["duration"].as_f64().map_or(edges.clone(), |seconds| format!("{edges}, {seconds:.3} s"))
            }
            (_, Some(pair)) => pair.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" and "),
            _ if step["constraint"].is_string() => text("constraint").into(),
            _ if step["link"].is_string() => format!("{} by {}", text("body"), text("link")),
            _ => text("body").into(),
        };
        format!("{place} {}: {what}", text("step"))
    }

    /// What is known of all steps.
    fn last(&self, run: &TaskRun, seconds: f64) -> String {
        let TaskRun { task, failed, .. } = run;
        match failed {
            _ if self.json => {
                let mut line = run.summary();
                line["seconds"] = json!(seconds);
                line.to_string()
            }
            Some((place, why)) => format!("step {place} failed: {why}"),
            None => format!("proven free, clearance at least {:.6}, {:.1} ms", task.lower(), seconds * 1e3),
        }
    }
}
