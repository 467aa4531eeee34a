//! `clearance robot monitor`: the samples of a log, each with how near the robot may come.

use crate::status::Status;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

use clap::Args;
use clearance_models::{MonitorSetup, ReadMonitor, monitor_rows};
use clearance_robot::monitor::{Least, Monitor as Ticks, Reading, Verdict};
use serde_json::{Value, json};

use super::items::{Answer, Answers, answer_lines, json_number, object};
use super::model::{ModelOptions, WorldOptions};
use super::required::Tested;
use crate::lines::Input;
use crate::settings::OWN;

/// Replay a log through the monitor of a control loop: how near a robot may come to people, itself and its world within
/// its horizon
///
/// LOG has one sample a line, {"time", "q", "velocity", "bodies": {"name": {"pose"}, ..}}, in JSON or as rows of CSV.
/// The answer has proven lower bounds of the separations within the horizon, for every motion of the joints and of
/// bodies up to their greatest speeds. "free": all bounds are positive. "close": not proven, the robot has to stop.
/// "fault": the sample cannot be used, for example because it is too old. Samples are answered in order, as in a loop.
/// People are watched against links that no joint moves too; --allow base,forearm leaves a pair out.
///
/// Exit status: 3 with --require-free if any sample is not proven free.
#[derive(Args)]
pub struct Monitor {
    #[command(flatten)]
    model: ModelOptions,
    /// The samples, one a line; - is the standard input
    #[arg(value_name = "LOG", help_heading = OWN)]
    log: PathBuf,
    /// Models of the joints' motion and of errors, and the watched bodies, in JSON
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    setup: PathBuf,
    /// Exit status 3 if any sample is not proven free
    #[arg(long, help_heading = OWN)]
    require_free: bool,
    #[command(flatten)]
    world: WorldOptions,
    #[command(flatten)]
    answers: Answers,
}

impl Monitor {
    /// Answers all samples.
    pub fn run(self) -> anyhow::Result<Status> {
        let model = self.model.read()?;
        let setup = MonitorSetup::from_file(&self.setup, &model.robot)?;
        let watched: Vec<_> = setup.watched.iter().map(|watched| watched.body.clone()).collect();
        let cell = self.world.workcell_beside(&model, &watched)?;
        let rest = self.world.rest(&cell)?;
        let monitor = RefCell::new(Ticks::new(&cell, &setup.watched, setup.options)?);
        let tested = Tested::default();
        let status = answer_lines((&self.log, lines(&self.log)?), &self.answers, |item| {
            let sample = monitor.borrow().read_sample(&item.node, &rest).inspect_err(|_| tested.fail())?;
            let reading = monitor.borrow_mut().tick(&sample.sample());
            tested.add(reading.verdict == Verdict::Free, monitor.borrow().pairs() > 0);
            Ok(answer(&monitor.borrow(), sample.now, &reading))
        })?;
        Ok(tested.status(self.require_free, status))
    }
}

/// The samples of a file, in JSON.
fn lines(path: &Path) -> anyhow::Result<Input> {
    let is_table = |extension: &std::ffi::OsStr| extension == "csv" || extension == "tsv";
    if !path.extension().is_some_and(is_table) {
        return Input::open(path);
    }
    let mut text = String::new();
    Input::open(path)?.read_to_string(&mut text)?;
    let rows = monitor_rows(&text).map_err(|error| error.within(path.display()))?;
    Ok(Input::of_text(path, rows.into_iter().map(|row| row + "\n").collect()))
}

fn answer(monitor: &Ticks, now: f64, reading: &Reading) -> Answer {
    let kinds = [("watched", &reading.watched), ("own", &reading.own), ("world", &reading.world)];
    let mut keys = json!({"time": now, "verdict": reading.verdict.name()});
    if let Verdict::Fault(fault) = reading.verdict {
        let text = format!("fault at {now} s: {fault}");
        keys["reason"] = fault.to_string().into();
        return Answer { keys: object(keys), text };
    }
    let mut text = format!("{} at {now} s for {} s", reading.verdict.name(), reading.horizon);
    keys["horizon"] = json_number(reading.horizon);
    for (kind, least) in kinds {
        keys[kind] = shown(monitor, least);
        if let Some(pair) = least.pair {
            let [a, b] = monitor.names(pair);
            text += &format!("\n  {kind}: at least {}, {a} and {b}", least.lower);
        }
    }
    (keys["complete"], keys["evaluations"]) = (reading.complete.into(), reading.evaluations.into());
    Answer { keys: object(keys), text }
}

/// Bounds and pair of a kind, or nothing without pairs.
fn shown(monitor: &Ticks, least: &Least) -> Value {
    match least.pair {
        Some(pair) => {
            json!({"lower": json_number(least.lower), "upper": json_number(least.upper), "pair": monitor.names(pair)})
        }
        None => Value::Null,
    }
}
