//! `clearance robot plan`: problems in, proven paths out.

use crate::status::Status;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use clearance_models::{ReadGoal, ReadRobot};
use clearance_pages::RobotPage;
use clearance_pages::replay::{self, Clock};
use clearance_robot::edge::{Checker, Found};
use clearance_robot::path::Path;
use clearance_robot::plan::{Goal, NoPlan, PlanOptions, ProvenPlan};
use clearance_robot::roadmap::Roadmap;
use clearance_robot::{Rest, Robot, Workcell};
use clearance_scene::ReadError;
use clearance_scene::json::Node;
use serde_json::json;

use super::group::with_rest;
use super::items::{Answer, Answers, Object, answer_all, ends, json_number, object};
use super::model::{ModelOptions, WorldOptions};
use super::roadmap;
use super::times::{Times, TimesOptions};
use crate::output::Output;
use crate::page::PageOptions;
use crate::settings::{OWN, size};

/// Plan paths whose every edge is proven free
///
/// Problems are {"id", "start": q, "goal": q, "scene"?: file}; with --group all other joints stand where the start
/// says. "goals": [q, ..] in place of a goal is for a path to any of them, and "goal_pose": {"link", "point"?, "pose"}
/// for one that brings the link there. A scene is relative to the folder of PROBLEMS and replaces --scene. Joints
/// without limits may turn either way: the path is written as it turns, and "turns" says where it ends whole turns away
/// from the goal. Plans are the same on every machine for a seed, unless they end by --time-limit.
///
/// With --regions the path goes through the regions of a roadmap and no edge is proven: both ends of each are in one
/// region. The certificates of the regions that are used are computed again first.
///
/// With --times each path is also a trajectory: as fast as the limits of velocities, accelerations and jerks leave,
/// along the path rounded at its waypoints, and proven as it is executed.
#[derive(Args)]
pub struct Plan {
    #[command(flatten)]
    model: ModelOptions,
    /// The problems, one JSON object per line; - is the standard input
    #[arg(value_name = "PROBLEMS", help_heading = OWN)]
    problems: PathBuf,
    /// Seed of the random numbers: equal seeds give equal plans
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, help_heading = OWN)]
    seed: u64,
    /// Maximum number of samples for each problem
    #[arg(long, value_name = "N", default_value = "2000000", allow_negative_numbers = true, help_heading = OWN)]
    iterations: u32,
    /// Maximum time for each problem, in seconds
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = size, help_heading = OWN)]
    time_limit: Option<f64>,
    /// A difference of this joint counts W times in the lengths that the planner compares; may be given several times
    #[arg(long, value_name = "JOINT=W", value_parser = weight, help_heading = OWN)]
    weight: Vec<Weight>,
    /// Go through the regions of a roadmap made by `robot roadmap`, without a search
    #[arg(long, value_name = "FILE", conflicts_with_all = ["certificate", "html", "times"], help_heading = OWN)]
    regions: Option<PathBuf>,
    /// Write a certificate for each path, one per line, for `robot verify`
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    times: TimesOptions,
    #[command(flatten)]
    world: WorldOptions,
    #[command(flatten)]
    answers: Answers,
    #[command(flatten)]
    page: PageOptions,
}

/// A joint and what it counts.
#[derive(Clone)]
struct Weight {
    joint: String,
    weight: f64,
}

fn weight(text: &str) -> Result<Weight, String> {
    match text.rsplit_once('=') {
        Some((joint, weight)) if !joint.is_empty() => Ok(Weight { joint: joint.into(), weight: size(weight)? }),
        _ => Err("expected JOINT=W".into()),
    }
}

impl Plan {
    /// Answers all problems.
    pub fn run(self) -> anyhow::Result<Status> {
        let model = self.model.read()?;
        let cell = self.world.workcell(&model)?;
        let (robot, rest) = (cell.robot(), self.world.rest(&cell)?);
        if let Some(file) = &self.regions {
            return self.through(&cell, &rest, &roadmap::read(file)?);
        }
        let certificates = self.certificate.as_ref().map(|path| Output::open(path, &[&self.problems])).transpose()?;
        let folder = self.problems.parent().map_or_else(PathBuf::new, |folder| folder.to_path_buf());
        let (options, failed) = (self.options(robot)?, RefCell::new(None));
        let times = self.times.open(robot, &self.problems)?;
        let mut page = self.page.wanted().then(|| RobotPage::new(robot, cell.world()));
        // What is known of the robot is found once for the scenes of all problems.
        let alone = Workcell::new(&model, &[])?;
        let status = answer_all(&self.problems, &self.answers, |item| {
            let fields = item.node.object(&["id", "start", "goal", "goals", "goal_pose", "scene"])?;
            let own_scene = |file: Node| {
                let own = alone.with_scene(&model.robot.world_of_file(&folder.join(file.text()?))?)?;
                self.world.arranged(own).map_err(|error| ReadError::new(error.to_string()))
            };
            let own = fields.get("scene").map(own_scene).transpose()?;
            if own.is_some() && page.is_some() {
                return Err(item.node.error("a page shows one world: expected no \"scene\" of its own beside --html"));
            }
            let problem = Problem { cell: own.as_ref().unwrap_or(&cell), rest: &rest, options: &self.world };
            problem.plan(&item.node, &options, |found, checker| {
                let timed = times.as_ref().map(|times| times.add((&item.name, found), checker)).transpose()?;
                let line = match &timed {
                    Some((_, line)) => line.clone(),
                    None if certificates.is_some() => Some(found.certify(checker)?.to_line(&item.name)),
                    None => None,
                };
                if let (Some(output), Some(line)) = (&certificates, line)
                    && let Err(error) = output.write(&line)
                {
                    failed.borrow_mut().get_or_insert(error);
                }
                page.as_mut().map_or(Ok(()), |page| show(page, (&item.name, found), checker, robot))?;
                Ok(timed.map(|(said, _)| said))
            })
        })?;
        if let Some(error) = failed.into_inner() {
            return Err(error);
        }
        certificates.map_or(Ok(()), Output::finish)?;
        times.map_or(Ok(()), Times::finish)?;
        if let Some(page) = page {
            self.page.write(&[&self.problems], |made| page.html(made))?;
        }
        Ok(status)
    }

    /// Answers all problems by the regions of a roadmap.
    fn through(&self, cell: &Workcell, rest: &Rest, roadmap: &Roadmap) -> anyhow::Result<Status> {
        let robot = cell.robot();
        let mut proven: HashMap<usize, f64> = HashMap::new();
        answer_all(&self.problems, &self.answers, |item| {
            item.node.object(&["id", "start", "goal"])?;
            let mut ends = ends(robot, &item.node, rest)?;
            self.world.clamp(robot, &mut ends);
            let begin = Instant::now();
            let found = roadmap.route(&ends[0], &ends[1]);
            let seconds = begin.elapsed().as_secs_f64();
            let route = match found {
                Ok(route) => route,
                Err(why) => {
                    let keys = object(json!({"solved": false, "seconds": seconds, "reason": why.to_string()}));
                    return Ok(Answer { keys, text: why.to_string() });
                }
            };
            let mut lower = f64::INFINITY;
            for &region in &route.regions {
                let Some(certificate) = roadmap.certificate(region) else { continue };
                let refused = |why: clearance_robot::certificate::Refusal| {
                    item.node.error(format!("the roadmap does not hold here: region {region}: {why}"))
                };
                let known = match proven.get(&region) {
                    Some(known) => *known,
                    None => certificate.verify(cell).map_err(refused)?,
                };
                proven.insert(region, known);
                lower = lower.min(known);
            }
            let edges = route.path.len() - 1;
            let keys = object(json!({
                "solved": true, "path": route.path, "length": route.length(), "edges": edges, "proven": true, "seconds": seconds,
                "clearance_lower": json_number(lower), "regions": route.regions,
            }));
            let text = format!(
                "{edges} edges, length {:.3}, {:.2} ms, through regions {:?}",
                route.length(),
                seconds * 1e3,
                route.regions
            );
            Ok(with_rest(Answer { keys, text }, cell, &route.path))
        })
    }

    fn options(&self, robot: &Robot) -> anyhow::Result<PlanOptions> {
        let mut options = PlanOptions { seed: self.seed, max_iterations: self.iterations, ..PlanOptions::default() };
        if !self.weight.is_empty() {
            let named = self.weight.iter().map(|Weight { joint, weight }| (joint.as_str(), *weight));
            options.weights = Some(robot.weights(named).map_err(|error| error.within("--weight"))?);
        }
        Ok(options.within(self.time_limit))
    }
}

struct Problem<'p> {
    cell: &'p Workcell,
    rest: &'p Rest,
    options: &'p WorldOptions,
}

impl Problem<'_> {
    fn plan(
        &self,
        node: &Node,
        options: &PlanOptions,
        keep: impl FnOnce(&mut ProvenPlan, &Checker) -> Result<Option<Answer>, ReadError>,
    ) -> Result<Answer, ReadError> {
        let robot = self.cell.robot();
        let mut ends = [robot.read_configuration(&node.fields()?.need("start")?, self.rest)?];
        let mut goal = Goal::read(node, robot, &self.rest.at_start(&ends[0]))?;
        let mut clamped = self.options.clamp(robot, &mut ends);
        if let Goal::Configurations(all) = &mut goal {
            let more = self.options.clamp(robot, all);
            let new: Vec<String> = more.into_iter().filter(|name| !clamped.contains(name)).collect();
            clamped.extend(new);
        }
        let [start] = ends;
        let said = |mut answer: Answer| {
            if !clamped.is_empty() {
                answer.text += &format!(" (at their limits: {})", clamped.join(", "));
                answer.keys.insert("clamped".into(), json!(clamped));
            }
            answer
        };
        let checker = Checker::new(self.cell)?;
        let begin = Instant::now();
        let found = checker.plan(&start, &goal, options)?;
        let seconds = begin.elapsed().as_secs_f64();
        let mut found = match found {
            Ok(found) => found,
            Err(why) => return Ok(said(unsolved(&why, checker.reason(&why, &start, &goal), seconds))),
        };
        let more = keep(&mut found, &checker)?;
        let mut answer = self.solved(&found, &goal, seconds);
        if let Some(more) = more {
            answer.keys.extend(more.keys);
            answer.text += &more.text;
        }
        Ok(said(with_rest(answer, self.cell, &found.plan.path)))
    }

    fn solved(&self, found: &ProvenPlan, goal: &Goal, seconds: f64) -> Answer {
        let (path, effort) = (&found.plan.path, &found.plan.effort);
        let mut keys = object(json!({
            "solved": true, "path": path, "length": found.plan.length(), "edges": path.len() - 1, "proven": true,
            "seconds": seconds, "clearance_lower": json_number(found.lower),
            "iterations": effort.iterations, "checked_edges": effort.edges, "nodes": effort.nodes,
        }));
        let mut text = format!("{} edges, length {:.3}, {:.1} ms", path.len() - 1, found.plan.length(), seconds * 1e3);
        if let Goal::Configurations(all) = goal
            && all.len() > 1
        {
            keys.insert("goal".into(), found.plan.goal.into());
            text += &format!(", to goal {}", found.plan.goal);
        }
        let robot = self.cell.robot();
        let variables = robot.variables().iter().map(|&joint| &robot.joints()[joint].name);
        let turned = variables.zip(&found.plan.turns).filter(|(_, turns)| **turns != 0.0);
        let turned: Object = turned.map(|(name, turns)| (name.clone(), json!(*turns as i64))).collect();
        if !turned.is_empty() {
            text += &format!(", whole turns beyond the goal: {}", serde_json::Value::from(turned.clone()));
            keys.insert("turns".into(), turned.into());
        }
        Answer { keys, text }
    }
}

/// Adds a plan to a page.
fn show(
    page: &mut RobotPage,
    (id, found): (&str, &mut ProvenPlan),
    checker: &Checker,
    robot: &Robot,
) -> Result<(), ReadError> {
    let certificate = found.certify(checker)?;
    let path = Path::through(&found.plan.path, robot.dof()).map_err(|error| ReadError::new(error.to_string()))?;
    let edge = Found::Free { lower: found.lower, upper: f64::INFINITY };
    replay::add(page, (id, &path, Clock::Segments), &edge, Some(&certificate), checker)?;
    Ok(())
}

fn unsolved(why: &NoPlan, reason: String, seconds: f64) -> Answer {
    let mut keys = object(json!({"solved": false, "seconds": seconds, "reason": reason}));
    if let NoPlan::NotFound(effort) = why {
        keys.extend(object(json!({"iterations": effort.iterations, "checked_edges": effort.edges})));
    }
    Answer { keys, text: reason }
}
