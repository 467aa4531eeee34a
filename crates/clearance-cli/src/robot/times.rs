//! `--times`: a plan as the fastest trajectory within the limits of the joints, proven as executed.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use clap::Args;
use clearance_robot::edge::Checker;
use clearance_robot::plan::ProvenPlan;
use clearance_robot::timing::{TimedPath, TimingOptions, timed};
use clearance_robot::{RateLimits, Robot};
use clearance_scene::ReadError;
use clearance_scene::json::Json;
use serde_json::json;

use super::items::{Answer, json_number, object};
use super::trajectory::read_limits;
use crate::output::Output;
use crate::settings::{rate, size};

/// The times of plans.
#[derive(Args)]
#[command(next_help_heading = "Times")]
pub struct TimesOptions {
    /// Write a trajectory for each path, one JSON object per line: the fastest within the limits, from rest to rest.
    /// What is proven then, and written by --certificate, is the trajectory as it is executed
    #[arg(long, value_name = "FILE")]
    times: Option<PathBuf>,
    /// Limits of velocities, accelerations and jerks: joint_limits.yaml of MoveIt; velocities that are not in it are
    /// limited by the robot's file
    #[arg(long, value_name = "FILE", requires = "times")]
    joint_limits: Option<PathBuf>,
    /// Limit of the acceleration of all joints that have none in --joint-limits, radians or metres per second squared
    #[arg(long, value_name = "A", requires = "times", allow_negative_numbers = true, value_parser = rate)]
    acceleration: Option<f64>,
    /// Limit of the jerk of all joints that have none in --joint-limits, radians or metres per second cubed; without
    /// any, accelerations jump
    #[arg(long, value_name = "J", requires = "times", allow_negative_numbers = true, value_parser = size)]
    jerk: Option<f64>,
    /// Limit of the velocity of all joints that have none in --joint-limits nor in the robot's file, radians or metres
    /// per second
    #[arg(long, value_name = "V", requires = "times", allow_negative_numbers = true, value_parser = rate)]
    velocity: Option<f64>,
    /// Paths are rounded at waypoints where that is proven free, by at most this of any joint, radians or metres; with
    /// 0 the robot stops at all waypoints
    #[arg(long, value_name = "R", default_value = "0.1", allow_negative_numbers = true, value_parser = size)]
    deviation: f64,
}

/// The limits of trajectories, and where these are written.
pub struct Times {
    pub options: TimingOptions,
    pub limits: RateLimits,
    output: Output,
    failed: RefCell<Option<anyhow::Error>>,
}

impl TimesOptions {
    /// The file of trajectories with the limits, if there is one.
    pub fn open(&self, robot: &Robot, input: &Path) -> anyhow::Result<Option<Times>> {
        let Some(file) = &self.times else { return Ok(None) };
        let limits = self.joint_limits.as_deref().map(|path| read_limits(path, robot)).transpose()?;
        let mut limits = limits.unwrap_or_default();
        limits.accelerations.resize(robot.dof(), None);
        limits.accelerations.iter_mut().for_each(|limit| *limit = limit.or(self.acceleration));
        limits.jerks.resize(robot.dof(), None);
        limits.jerks.iter_mut().for_each(|limit| *limit = limit.or(self.jerk));
        limits.velocities.resize(robot.dof(), None);
        let of_file = robot.variables().iter().map(|&joint| robot.joints()[joint].velocity);
        for (limit, of_file) in limits.velocities.iter_mut().zip(of_file) {
            *limit = limit.or(of_file).or(self.velocity);
        }
        let options = TimingOptions { deviation: self.deviation, ..TimingOptions::default() };
        Ok(Some(Times { options, limits, output: Output::open(file, &[input])?, failed: RefCell::default() }))
    }
}

impl Times {
    /// Writes the trajectory of a plan; returns what is said of it, and the line of its certificate.
    pub fn add(
        &self,
        (name, found): (&str, &ProvenPlan),
        checker: &Checker,
    ) -> Result<(Answer, Option<String>), ReadError> {
        let timed = timed(checker, &found.plan.path, &self.limits, &self.options)?;
        let mut line = timed.trajectory.to_json(checker.robot());
        if let Json::Object(keys) = &mut line {
            keys.insert(1, ("id".into(), Json::Text(name.into())));
        }
        self.write(&line.to_string());
        Ok((said(&timed), timed.certificate.as_ref().map(|certificate| certificate.to_line(name))))
    }

    /// Writes the line of a trajectory.
    pub fn write(&self, line: &str) {
        if let Err(error) = self.output.write(&format!("{line}\n")) {
            self.failed.borrow_mut().get_or_insert(error);
        }
    }

    /// Ends the file.
    pub fn finish(self) -> anyhow::Result<()> {
        match self.failed.into_inner() {
            Some(error) => Err(error),
            None => self.output.finish(),
        }
    }
}

/// What is said of the times of a plan.
fn said(TimedPath { trajectory, executed, rounded, stops, .. }: &TimedPath) -> Answer {
    let [start, end] = trajectory.span();
    let result = executed.name();
    let mut keys = object(json!({
        "duration": end - start, "trajectory": result, "rounded": rounded, "stops": stops,
    }));
    if let Some(lower) = executed.lower() {
        keys.insert("trajectory_clearance_lower".into(), json_number(lower));
    }
    let waypoints = format!("{rounded} waypoints rounded, {stops} stops");
    Answer { keys, text: format!(", {:.3} s, {waypoints}, the trajectory is {result}", end - start) }
}
