//! `clearance robot plan`: problems in, proven paths out.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use clearance_robot::edge::Checker;
use clearance_robot::plan::{NoPlan, PlanOptions};
use clearance_robot::{Obstacle, Rest, Robot};
use clearance_scene::ReadError;
use clearance_scene::json::{Fields, Node};
use serde_json::json;

use super::items::{Answer, Answers, answer_all, json_number, object};
use super::model::{ModelOptions, WorldOptions};
use crate::output::Output;
use crate::settings::size;

/// Plan paths whose every edge is proven free
///
/// Problems are {"id", "start": q, "goal": q, "scene"?: file}; a scene is relative to the folder of PROBLEMS and replaces --scene. Plans are the
/// same on every machine for a seed, unless they end by --time-limit.
#[derive(Args)]
pub struct Plan {
    #[command(flatten)]
    model: ModelOptions,
    /// The problems, one JSON object per line; - is the standard input
    #[arg(value_name = "PROBLEMS")]
    problems: PathBuf,
    /// Seed of the random numbers: equal seeds give equal plans
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true)]
    seed: u64,
    /// Maximum number of samples for each problem
    #[arg(long, value_name = "N", default_value = "200000", allow_negative_numbers = true)]
    iterations: u32,
    /// Maximum time for each problem, in seconds
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = size)]
    time_limit: Option<f64>,
    /// Write a certificate for each path, one per line, for `robot verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    world: WorldOptions,
    #[command(flatten)]
    answers: Answers,
}

impl Plan {
    /// Answers all problems.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let robot = self.model.read()?;
        let (scene, rest) = (self.world.obstacles(&robot)?, self.world.rest(&robot)?);
        let certificates = self.certificate.as_ref().map(|path| Output::open(path, &[&self.problems])).transpose()?;
        let folder = self.problems.parent().unwrap_or(Path::new("")).to_path_buf();
        let failed = RefCell::new(None);
        let status = answer_all(&self.problems, &self.answers, |item| {
            let fields = item.node.object(&["id", "start", "goal", "scene"])?;
            let own_scene = |file: Node| robot.world_of_file(&folder.join(file.text()?));
            let own = fields.get("scene").map(own_scene).transpose()?;
            let world = own.as_deref().unwrap_or(&scene);
            let problem = Problem { robot: &robot, world, rest: &rest, options: &self.world };
            problem.plan((&fields, &item.name), &self.options(), |line| {
                if let Some(output) = &certificates
                    && let Err(error) = output.write(&line)
                {
                    failed.borrow_mut().get_or_insert(error);
                }
            })
        })?;
        if let Some(error) = failed.into_inner() {
            return Err(error);
        }
        certificates.map_or(Ok(()), Output::finish)?;
        Ok(status)
    }

    fn options(&self) -> PlanOptions {
        let options = PlanOptions { seed: self.seed, max_iterations: self.iterations, ..PlanOptions::default() };
        options.within(self.time_limit)
    }
}

struct Problem<'p> {
    robot: &'p Robot,
    world: &'p [Obstacle],
    rest: &'p Rest,
    options: &'p WorldOptions,
}

impl Problem<'_> {
    fn plan(
        &self,
        (fields, id): (&Fields, &str),
        options: &PlanOptions,
        keep: impl FnOnce(String),
    ) -> Result<Answer, ReadError> {
        let end = |key: &str| self.robot.read_configuration(&fields.need(key)?, self.rest);
        let mut ends = [end("start")?, end("goal")?];
        let clamped = self.options.clamp(self.robot, &mut ends);
        let [start, goal] = ends;
        let said = |mut answer: Answer| {
            if !clamped.is_empty() {
                answer.text += &format!(" (at their limits: {})", clamped.join(", "));
                answer.keys.insert("clamped".into(), json!(clamped));
            }
            answer
        };
        let checker = Checker::new(self.robot, self.world)?;
        let begin = Instant::now();
        let found = checker.plan(&start, &goal, options);
        let seconds = begin.elapsed().as_secs_f64();
        let found = match found {
            Ok(found) => found,
            Err(why) => return Ok(said(unsolved(&why, checker.reason(&why, [&start, &goal]), seconds))),
        };
        let (path, effort) = (&found.plan.path, &found.plan.effort);
        let keys = json!({
            "solved": true, "path": path, "length": found.plan.length(), "edges": path.len() - 1, "proven": true,
            "seconds": seconds, "clearance_lower": json_number(found.lower),
            "iterations": effort.iterations, "checked_edges": effort.edges, "nodes": effort.nodes,
        });
        let text = format!("{} edges, length {:.3}, {:.1} ms", path.len() - 1, found.plan.length(), seconds * 1e3);
        keep(found.certificate.to_line(id));
        Ok(said(Answer { keys: object(keys), text }))
    }
}

fn unsolved(why: &NoPlan, reason: String, seconds: f64) -> Answer {
    let mut keys = object(json!({"solved": false, "seconds": seconds, "reason": reason}));
    if let NoPlan::NotFound(effort) = why {
        keys.extend(object(json!({"iterations": effort.iterations, "checked_edges": effort.edges})));
    }
    Answer { keys, text: reason }
}
