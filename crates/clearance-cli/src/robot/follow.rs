//! `clearance robot follow`: a tip that follows a path, with clearance over time.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use clearance::Vec3;
use clearance_robot::Robot;
use clearance_robot::edge::{Checker, Edge, EdgeOptions, Mode};
use clearance_robot::path::Path;
use clearance_robot::plan::{
    Potential, Run, Sign, Tip, TipPath, Variant, VelocityOptions, follow, tip_velocity, velocity_step,
};
use clearance_scene::json::{Json, Node};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::model::{ModelOptions, WorldOptions};
use super::page::Page;
use super::replay;
use crate::output::{Output, write_whole};

/// Moves a tip along a path: the planner of the paper, or a velocity controller whose every step is proven
///
/// TASK is a JSON object: {"tip": {"link", "point"?}, "start": q, "stages": [{"velocity": [x, y, z], "duration": s}, ..], "planner"?:
/// "potential" or "velocity", "variant"?: "published" or "closed", "k"?, "d0"?, "step"?, "feedback"?, "as_printed"?}, or with the planner
/// "velocity" {"goal": [x, y, z], "duration": s} instead of "stages".
///
/// One line for each step, {"time", "q", "tip", "signed_distance", "lower", "upper", "pair"}, and one for the whole motion.
#[derive(Args)]
pub struct Follow {
    #[command(flatten)]
    model: ModelOptions,
    /// The task, a JSON file
    #[arg(value_name = "TASK")]
    task: PathBuf,
    #[command(flatten)]
    world: WorldOptions,
    /// Where the steps go; - is the standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Print one JSON object for each step
    #[arg(long)]
    json: bool,
    /// Write a certificate of the motion if it is free, for `robot verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Write a page that replays the motion: clearance over time, and the certificate if it is free
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Exit status 3 if the motion is not proven free
    #[arg(long)]
    require_free: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    tip: TipName,
    start: Box<RawValue>,
    #[serde(default)]
    stages: Vec<Stage>,
    goal: Option<[f64; 3]>,
    duration: Option<f64>,
    #[serde(default)]
    planner: Planner,
    #[serde(default)]
    variant: VariantName,
    k: Option<f64>,
    d0: Option<f64>,
    step: Option<f64>,
    feedback: Option<f64>,
    #[serde(default)]
    as_printed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TipName {
    link: String,
    #[serde(default)]
    point: [f64; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stage {
    velocity: [f64; 3],
    duration: f64,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Planner {
    #[default]
    Potential,
    Velocity,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum VariantName {
    #[default]
    Published,
    Closed,
}

/// The least clearance of the motion is told to this length.
const TOLERANCE: f64 = 1e-4;

/// At most so many steps.
const MOST_STEPS: f64 = 1e6;

impl Follow {
    /// Runs the planner, and proves what it did.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let robot = self.model.read()?;
        let (world, rest) = (self.world.obstacles(&robot)?, self.world.rest(&robot)?);
        let checker = Checker::new(&robot, &world)?;
        let here = || self.task.display().to_string();
        let text = std::fs::read_to_string(&self.task).with_context(|| format!("{}: cannot be read", here()))?;
        let task: Task = serde_json::from_str(&text).with_context(here)?;
        task.check().with_context(here)?;
        let start = Json::parse(task.start.get()).with_context(here)?;
        let start = robot.read_configuration(&Node::root(&start, "/start"), &rest).with_context(here)?;
        let tip = task.tip(&robot).with_context(here)?;
        let run = match task.planner {
            Planner::Potential => follow(&checker, &tip, &task.stages(), &start, &task.potential()),
            Planner::Velocity => task.controlled(&checker, &tip, &start).with_context(here)?,
        };
        self.write(&checker, &run, Page::new(&robot, &world))
    }

    fn write(&self, checker: &Checker, run: &Run, page: Page) -> anyhow::Result<ExitCode> {
        let output = Output::open(&self.output, &[&self.task])?;
        for ((time, q), tip) in run.times.iter().zip(&run.configurations).zip(&run.tips) {
            let nearest = checker.nearest(q);
            let line = match (self.json, nearest) {
                (true, None) => json!({"time": time, "q": q, "tip": <[f64; 3]>::from(*tip)}).to_string(),
                (true, Some((found, pair))) => json!({
                    "time": time, "q": q, "tip": <[f64; 3]>::from(*tip), "signed_distance": found.signed_distance,
                    "lower": found.bounds.lower, "upper": found.bounds.upper, "pair": pair,
                })
                .to_string(),
                (false, None) => format!("{time:8.3}"),
                (false, Some((found, [a, b]))) => format!("{time:8.3}  {:.6}  {a} and {b}", found.signed_distance),
            };
            if !output.write(&(line + "\n"))? {
                return Ok(ExitCode::SUCCESS);
            }
        }
        let (edge, line) = self.prove(checker, run, page)?;
        output.write(&(line + "\n"))?;
        output.finish()?;
        let free = matches!(edge, Edge::Free { .. });
        Ok(if self.require_free && !free { ExitCode::from(3) } else { ExitCode::SUCCESS })
    }

    /// Whether the motion between all steps is free, and the line that says so.
    fn prove(&self, checker: &Checker, run: &Run, mut page: Page) -> anyhow::Result<(Edge, String)> {
        let path = Path::through(&run.configurations, checker.robot().dof())?;
        let options = EdgeOptions { mode: Mode::LeastClearance { tolerance: TOLERANCE }, ..EdgeOptions::default() };
        let (edge, certificate) = checker.certify(&path, &options);
        let edge = match edge {
            free @ Edge::Free { .. } => free,
            // When the first contact is, not when one was seen.
            _ => checker.path(&path, &EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() }),
        };
        if let Some(file) = &self.html {
            replay::add(&mut page, ("motion", &path), &edge, certificate.as_ref(), checker)?;
            write_whole(file, &[&self.task], page.html()?.as_bytes())?;
        }
        if let (Some(file), Some(certificate)) = (&self.certificate, certificate) {
            let output = Output::open(file, &[&self.task])?;
            output.write(&certificate.to_line("motion"))?;
            output.finish()?;
        }
        let line = match &edge {
            Edge::Free { lower } if self.json => json!({"result": "free", "clearance_lower": lower}).to_string(),
            Edge::Free { lower } => format!("proven free, clearance at least {lower:.6}"),
            Edge::Hit(contact) | Edge::Undecided(contact) => {
                let result = if matches!(edge, Edge::Hit(_)) { "hit" } else { "undecided" };
                let (pair, time) = (&contact.pair, contact.time);
                if self.json {
                    json!({"result": result, "t_lower": time.lower, "t_upper": time.upper, "pair": pair}).to_string()
                } else {
                    format!("{result}: {} and {} at step {:.3}", pair[0], pair[1], time.upper)
                }
            }
        };
        Ok((edge, line))
    }
}

impl Task {
    /// Numbers that make no motion are refused.
    fn check(&self) -> anyhow::Result<()> {
        let step = self.step.unwrap_or(Potential::default().step);
        anyhow::ensure!(step > 0.0 && step.is_finite(), "/step: expected a positive number, got {step}");
        let duration: f64 = self.duration.unwrap_or(0.0) + self.stages.iter().map(|stage| stage.duration).sum::<f64>();
        anyhow::ensure!(
            self.stages.iter().all(|stage| stage.duration >= 0.0) && duration > 0.0 && duration / step <= MOST_STEPS,
            "durations must be positive and at most {MOST_STEPS} steps, got {duration} seconds in steps of {step}"
        );
        let d0 = self.d0.unwrap_or(Potential::default().influence);
        anyhow::ensure!(d0 > 0.0 && d0.is_finite(), "/d0: expected a positive number, got {d0}");
        match self.planner {
            Planner::Potential => anyhow::ensure!(!self.stages.is_empty(), "expected a list \"stages\""),
            Planner::Velocity => anyhow::ensure!(
                self.goal.is_some() && self.duration.is_some(),
                "the planner \"velocity\" needs \"goal\" and \"duration\""
            ),
        }
        Ok(())
    }

    fn tip(&self, robot: &Robot) -> anyhow::Result<Tip> {
        let link = robot.link_named(&self.tip.link);
        let link = link.with_context(|| format!("/tip/link: the robot has no link {:?}", self.tip.link))?;
        Ok(Tip { link, point: Vec3::from(self.tip.point) })
    }

    fn stages(&self) -> TipPath {
        TipPath { stages: self.stages.iter().map(|stage| (Vec3::from(stage.velocity), stage.duration)).collect() }
    }

    fn potential(&self) -> Potential {
        let usual = Potential::default();
        let variant = match self.variant {
            VariantName::Published => Variant::Published,
            VariantName::Closed => Variant::Closed { feedback: self.feedback.unwrap_or(5.0) },
        };
        Potential {
            influence: self.d0.unwrap_or(usual.influence),
            gain: self.k.unwrap_or(usual.gain),
            step: self.step.unwrap_or(usual.step),
            sign: if self.as_printed { Sign::AsPrinted } else { Sign::Right },
            variant,
            ..usual
        }
    }

    /// The velocity controller towards the goal, until the time is over.
    fn controlled(&self, checker: &Checker, tip: &Tip, start: &[f64]) -> anyhow::Result<Run> {
        let usual = VelocityOptions::default();
        let options = VelocityOptions { step: self.step.unwrap_or(usual.step), ..usual };
        let (goal, duration) = (self.goal.unwrap_or_default(), self.duration.unwrap_or(0.0));
        let place = |q: &[f64]| checker.tip_place(tip, q);
        let mut run = Run { times: vec![0.0], configurations: vec![start.to_vec()], tips: vec![place(start)] };
        for i in 0..(duration / options.step).ceil() as u32 {
            let q = run.configurations[i as usize].clone();
            let velocity = tip_velocity(checker, &q, tip, goal, 1.0);
            let step = velocity_step(checker, &q, (tip, velocity), &options)?;
            run.times.push(f64::from(i + 1) * options.step);
            run.tips.push(place(&step.configuration));
            run.configurations.push(step.configuration);
        }
        Ok(run)
    }
}
