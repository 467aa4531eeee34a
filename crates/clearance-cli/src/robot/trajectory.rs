//! `clearance robot check --trajectory`: what is executed, in seconds.

use crate::status::Status;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

use clap::Args;
use clearance::Pose3;
use clearance_models::lines::{violation_keys, violation_text};
use clearance_models::{PathFormat, ReadRateLimits, trajectory_texts};
use clearance_pages::RobotPage;
use clearance_pages::replay;
use clearance_robot::edge::{Contact, EdgeOptions, Found};
use clearance_robot::{Execution, LIMIT_TOLERANCE, LimitBreach, RateLimits, Rest, Robot, Trajectory, Workcell};
use clearance_scene::ReadError;
use clearance_scene::json::Json;
use serde_json::{Value, json};

use super::items::{Answer, Answers, Item, Object, answer_lines, json_number, object};
use super::required::Tested;
use crate::lines::Input;
use crate::output::Output;
use crate::settings::size;

/// What is executed.
#[derive(Args)]
#[command(next_help_heading = "Trajectory")]
pub struct TrajectoryOptions {
    /// Check a trajectory instead of edges: in JSON, CSV with a column "time", or a trajectory message of ROS or MoveIt
    #[arg(long, value_name = "FILE", conflicts_with = "edges")]
    trajectory: Option<PathBuf>,
    /// Bound on the error of each joint at any time, radians or metres; replaces the tube of FILE
    #[arg(long, value_name = "R", requires = "trajectory", allow_negative_numbers = true, value_parser = size)]
    tube: Option<f64>,
    /// If a trajectory with errors is not free: the largest factor of its tube and boxes with which it is, by halving
    #[arg(long, requires = "trajectory")]
    free_scale: bool,
    /// Limits of velocities, accelerations and jerks: joint_limits.yaml of MoveIt
    #[arg(long, value_name = "FILE", requires = "trajectory")]
    joint_limits: Option<PathBuf>,
}

/// A robot in its world, and the values that a trajectory does not name.
type Setting<'s> = (&'s Workcell, &'s Rest);

/// How often the tube is halved to find the largest that is proven free.
const HALVINGS: u32 = 10;

/// The limits that have been read.
pub fn read_limits(path: &Path, robot: &Robot) -> anyhow::Result<RateLimits> {
    let text = std::fs::read_to_string(path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
    RateLimits::from_yaml(&text, robot).map_err(|error| error.within(path.display()).into())
}

impl TrajectoryOptions {
    /// The files that are read.
    pub fn files(&self) -> Vec<&Path> {
        self.trajectory.iter().chain(&self.joint_limits).map(PathBuf::as_path).collect()
    }

    /// Answers all trajectories.
    pub fn check(
        &self,
        (setting @ (cell, _), options): (Setting, EdgeOptions),
        (format, answers, certificates): (Option<PathFormat>, &Answers, Option<&Path>),
        mut page: Option<&mut RobotPage>,
    ) -> anyhow::Result<(Status, Tested)> {
        let file = self.trajectory.as_deref().unwrap_or(Path::new("-"));
        let limits = self.joint_limits.as_deref().map(|path| read_limits(path, cell.robot())).transpose()?;
        let limits = RateLimits { tolerance: LIMIT_TOLERANCE, ..limits.unwrap_or_default() };
        let output = certificates.map(|path| Output::open(path, &[file])).transpose()?;
        let (tested, failed) = (Tested::default(), RefCell::new(None));
        let status = answer_lines((file, lines(file, format)?), answers, |item| {
            let failed_to_answer = |_: &ReadError| tested.fail();
            let trajectory = self.read(item, setting).inspect_err(failed_to_answer)?;
            let execution = Execution::new(cell, &trajectory).inspect_err(failed_to_answer)?;
            let (found, certificate) = match &output {
                Some(_) => execution.certify(&options),
                None => execution.check(&options).map(|found| (found, None)),
            }
            .inspect_err(failed_to_answer)?;
            if let (Some(output), Some(certificate)) = (&output, certificate)
                && let Err(error) = output.write(&certificate.to_line(&item.name))
            {
                failed.borrow_mut().get_or_insert(error);
            }
            if let Some(page) = page.as_deref_mut() {
                replay::add_executed(page, (&item.name, cell.robot(), &execution), &found)?;
            }
            let is_free = found.is_free();
            tested.add(is_free, found.lower() != Some(f64::INFINITY));
            let mut answer = answer(&found, &trajectory, cell.robot());
            let breaches = trajectory.beyond_limits(cell.robot(), &limits);
            add_limits(&mut answer, &breaches, cell.robot());
            if self.free_scale
                && !is_free
                && trajectory.is_loose()
                && let Some(scale) = execution.largest_scale(&options, HALVINGS)?
            {
                answer.keys.insert("free_scale".into(), json_number(scale));
                answer.text += &format!("\n  free with all that may be off times {scale}");
            }
            Ok(answer)
        })?;
        if let Some(error) = failed.into_inner() {
            return Err(error);
        }
        output.map_or(Ok(()), Output::finish)?;
        Ok((status, tested))
    }

    fn read(&self, item: &Item, (cell, rest): Setting) -> Result<Trajectory, ReadError> {
        let trajectory = Trajectory::read(&item.node, cell.robot(), rest)?;
        let Some(tube) = self.tube else { return Ok(trajectory) };
        let sizes = vec![tube; trajectory.joints()];
        trajectory.with_tube(sizes).map_err(|error| item.node.error(error.to_string()))
    }
}

/// The trajectories of a file, one a line, each with an id.
fn lines(file: &Path, format: Option<PathFormat>) -> anyhow::Result<Input> {
    let mut text = String::new();
    Input::open(file)?.read_to_string(&mut text)?;
    let format = format.unwrap_or_else(|| PathFormat::of(file, &text));
    lines_of(file, &text, format)
}

/// The trajectories of a text, one a line, each with an id.
pub fn lines_of(file: &Path, text: &str, format: PathFormat) -> anyhow::Result<Input> {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("trajectory");
    let texts = trajectory_texts(text, format).map_err(|error| error.within(file.display()))?;
    let several = texts.len() > 1;
    let named = |(i, text): (usize, String)| match Json::parse(&text) {
        Ok(Json::Object(mut entries)) if entries.iter().all(|(key, _)| key != "id") => {
            let id = if several { format!("{stem}#{}", i + 1) } else { stem.to_string() };
            entries.insert(0, ("id".into(), Json::Text(id)));
            format!("{}\n", Json::Object(entries))
        }
        _ => text + "\n",
    };
    Ok(Input::of_text(file, texts.into_iter().enumerate().map(named).collect()))
}

fn answer(found: &Found, trajectory: &Trajectory, robot: &Robot) -> Answer {
    let [start, end] = trajectory.span();
    let mut answer = match found {
        Found::Free { lower, upper } => {
            let keys = json!({
                "result": "free", "clearance_lower": json_number(*lower), "clearance_upper": json_number(*upper),
            });
            let text = format!("free from {start} s to {end} s, clearance at least {lower}");
            Answer { keys: object(keys), text }
        }
        Found::Hit(contact) | Found::Undecided(contact) => not_free(found.name(), contact),
        Found::Violated(violation) => {
            let mut keys = violation_keys(found.name(), violation);
            keys.insert("q".into(), json!(violation.values));
            Answer { keys, text: violation_text(found.name(), violation, " s") }
        }
    };
    answer.keys.extend(object(json!({"start": start, "end": end})));
    let names = |joint: usize| robot.joints()[robot.variables()[joint]].name.as_str();
    let jumps: Vec<Value> = trajectory
        .jumps()
        .iter()
        .map(|jump| json!({"joint": names(jump.joint), "time": jump.time, "derivative": jump.order, "by": jump.by}))
        .collect();
    for jump in trajectory.jumps() {
        let what = ["position", "velocity", "acceleration"][jump.order.min(2)];
        answer.text += &format!("\n  jump of the {what} of {} by {} at {} s", names(jump.joint), jump.by, jump.time);
    }
    if !jumps.is_empty() {
        answer.keys.insert("jumps".into(), jumps.into());
    }
    answer
}

fn not_free(result: &str, contact: &Contact) -> Answer {
    let Contact { pair, time, proximity, values, bodies, off } = contact;
    let keys = json!({
        "result": result, "t_lower": time.lower, "t_upper": time.upper, "pair": pair,
        "signed_distance": json_number(proximity.signed_distance),
        "normal": <[f64; 3]>::from(proximity.normal),
        "witness_a": <[f64; 3]>::from(proximity.witness_a), "witness_b": <[f64; 3]>::from(proximity.witness_b),
        "q": values, "bodies": poses(bodies), "off": off,
    });
    let mut text = format!("{result}, {} and {} between {} s and {} s", pair[0], pair[1], time.lower, time.upper);
    if *off && result == "hit" {
        text += &format!("\n  off within its tube, at {values:?}");
    }
    Answer { keys: object(keys), text }
}

/// The poses of bodies, by their names.
pub fn poses(bodies: &[(String, Pose3<f64>)]) -> Object {
    let pose = |(name, pose): &(String, Pose3<f64>)| {
        let translation: [f64; 3] = pose.translation().into();
        (name.clone(), json!({"translation": translation, "quaternion": pose.rotor().to_unit_wxyz()}))
    };
    bodies.iter().map(pose).collect()
}

/// Adds the limits that are not kept, or not proven to be.
fn add_limits(answer: &mut Answer, breaches: &[LimitBreach], robot: &Robot) {
    if breaches.is_empty() {
        return;
    }
    let name = |breach: &LimitBreach| robot.joints()[robot.variables()[breach.joint]].name.clone();
    let row = |breach: &LimitBreach| {
        json!({
            "joint": name(breach), "quantity": breach.quantity.name(), "limit": breach.limit,
            "lower": breach.value.lower, "upper": breach.value.upper, "time": breach.time, "proven": breach.proven,
        })
    };
    answer.keys.insert("beyond_limits".into(), breaches.iter().map(row).collect());
    for breach in breaches {
        let word = if breach.proven { "beyond" } else { "too near to decide at" };
        answer.text += &format!(
            "\n  {} of {} {word} its limit {}: {} at {} s",
            breach.quantity.name(),
            name(breach),
            breach.limit,
            breach.value.upper,
            breach.time
        );
    }
}

/// The one trajectory of a file.
pub fn only(file: &Path, robot: &Robot) -> anyhow::Result<Trajectory> {
    let mut lines = lines(file, None)?;
    let mut taken = 0;
    let Some(line) = lines.next_line(&mut taken)? else { anyhow::bail!("{}: expected a trajectory", file.display()) };
    let trajectory = Json::parse(line.text()?).and_then(|mut json| {
        if let Json::Object(entries) = &mut json {
            entries.retain(|(key, _)| key != "id");
        }
        Trajectory::from_json(&json.to_string(), robot, &robot.no_rest())
    });
    Ok(trajectory.map_err(|error| error.within(file.display()))?)
}
