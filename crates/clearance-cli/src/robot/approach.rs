//! `clearance robot approach`: the least distance of a motion, when, and of which pair.

use crate::status::Status;
use std::path::{Path as File, PathBuf};

use clap::Args;
use clearance_models::lines::points;
use clearance_models::{PathFormat, csv_in_radians, path_lines};
use clearance_pages::RobotPage;
use clearance_robot::certificate::{Certificate, Proofs};
use clearance_robot::edge::{Approach as Found, ApproachOptions, Checker, TimesBelow};
use clearance_robot::path::Path;
use clearance_robot::{Execution, LIMIT_TOLERANCE, RateLimits, Rest, Robot, Trajectory, Workcell};
use clearance_scene::ReadError;
use serde_json::{Value, json};

use super::approach_page;
use super::items::{Answer, Answers, Item, Object, answer_lines, json_number, object};
use super::model::{ModelOptions, WorldOptions};
use super::motion::Motion;
use super::trajectory::{lines_of, poses, read_limits};
use crate::lines::Input;
use crate::output::Output;
use crate::page::PageOptions;
use crate::settings::{OWN, size};

/// Find the closest approach of paths and trajectories: the least signed distance of all pairs, with proven bounds, and
/// when it is attained
///
/// MOTION has paths, edges and trajectories as `robot check` reads them: one JSON object per line, CSV (with a column
/// "time" it is a trajectory), a trajectory message of ROS or MoveIt in YAML or JSON, or a path printed by OMPL. Joints
/// move in straight lines between samples, or on the splines of a trajectory. Times are in segments of paths and in
/// seconds of trajectories. No distance of any pair at any time is below "lower"; "upper" is attained at "at".
#[derive(Args)]
pub struct Approach {
    #[command(flatten)]
    model: ModelOptions,
    /// The motions; - is the standard input
    #[arg(value_name = "MOTION", help_heading = OWN)]
    motions: PathBuf,
    /// Largest distance between the bounds of the least distance, metres
    #[arg(long, value_name = "D", default_value = "1e-6", allow_negative_numbers = true, value_parser = size, help_heading = OWN)]
    within: f64,
    /// Report all times at which a pair is within this distance, metres
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = size, help_heading = OWN)]
    below: Option<f64>,
    /// Bound on the error of each joint of a trajectory at any time, radians or metres; replaces the tube of MOTION
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = size, help_heading = OWN)]
    tube: Option<f64>,
    /// Angles in MOTION, a CSV file, are in degrees
    #[arg(long, help_heading = OWN)]
    degrees: bool,
    /// Write a certificate, one per line, for each motion that is free: no distance is less than its "lower", up to
    /// --within; for `robot verify`
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    certificate: Option<PathBuf>,
    /// Write the least distance between each two samples, a row of CSV each
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    profile: Option<PathBuf>,
    /// Limits of velocities, accelerations and jerks for the page: joint_limits.yaml of MoveIt
    #[arg(long, value_name = "FILE", requires = "html", help_heading = OWN)]
    joint_limits: Option<PathBuf>,
    /// Requirements whose answers the page has: a file of `clearance assert`
    #[arg(long, value_name = "FILE", requires = "html", help_heading = OWN)]
    requirements: Option<PathBuf>,
    #[command(flatten)]
    world: WorldOptions,
    #[command(flatten)]
    answers: Answers,
    #[command(flatten)]
    page: PageOptions,
}

impl Approach {
    /// Answers all motions.
    pub fn run(self) -> anyhow::Result<Status> {
        let cell = self.world.workcell(&self.model.read()?)?;
        let rest = self.world.rest(&cell)?;
        cell.refuse_constraints("closest approaches")?;
        let checker = Checker::new(&cell)?;
        let options = ApproachOptions { within: self.within, ..ApproachOptions::default() };
        let profile = self.profile.as_ref().map(|path| Output::open(path, &[&self.motions])).transpose()?;
        let certificates = self.certificate.as_ref().map(|path| Output::open(path, &[&self.motions])).transpose()?;
        let mut proofs = String::new();
        let mut rows = String::from("id,start,end,lower,upper,at,a,b\n");
        let limits = self.joint_limits.as_deref().map(|path| read_limits(path, cell.robot())).transpose()?;
        let limits = RateLimits { tolerance: LIMIT_TOLERANCE, ..limits.unwrap_or_default() };
        let mut page = self.page.wanted().then(|| RobotPage::new(cell.robot(), cell.world()));
        let status = answer_lines((&self.motions, self.lines(cell.robot())?), &self.answers, |item| {
            let (motion, clamped) = self.read(item, (&cell, &rest))?;
            let found = match &motion {
                Motion::Path(path) => checker.closest_approach(path, &options),
                Motion::Trajectory(execution) => execution.closest_approach(&options)?,
            };
            if let (Some(page), Some(found)) = (&mut page, &found) {
                approach_page::add(page, (&item.name, &motion), (&checker, found), (&options, &limits))?;
            }
            if profile.is_some() {
                rows +=
                    &motion.profile(&checker, &options)?.iter().map(|row| csv_row(&item.name, row)).collect::<String>();
            }
            let mut answer = answer(found.as_ref(), &motion);
            if let Some(distance) = self.below {
                let times = match &motion {
                    Motion::Path(path) => checker.times_below(path, distance, &options),
                    Motion::Trajectory(execution) => execution.times_below(distance, &options)?,
                };
                say_below(&mut answer, (distance, &times), motion.unit());
            }
            if let (Some(_), Some(found)) = (&certificates, &found) {
                let certificate = motion.certificate(&checker, found.least.lower - self.within)?;
                say_certified(&mut answer, certificate.as_ref());
                proofs += &certificate.map_or(String::new(), |certificate| certificate.to_line(&item.name));
            }
            if !clamped.is_empty() {
                answer.text += &format!(" (at their limits: {})", clamped.join(", "));
                answer.keys.insert("clamped".into(), json!(clamped));
            }
            Ok(answer)
        })?;
        for (output, text) in [(profile, rows), (certificates, proofs)] {
            if let Some(output) = output {
                output.write(&text)?;
                output.finish()?;
            }
        }
        if let Some(mut page) = page {
            if let Some(file) = &self.requirements {
                page.add_requirements(approach_page::requirements(file)?);
            }
            let others = [self.joint_limits.as_deref(), self.requirements.as_deref()];
            let named = [self.world.scene(), Some(&self.motions)].into_iter().chain(others);
            let files: Vec<&File> = self.model.files().chain(named.flatten()).collect();
            page.add_inputs(approach_page::inputs(files.iter().copied())?);
            self.page.write(&files, |made| page.html(made))?;
        }
        Ok(status)
    }

    /// The motions of a file, one a line.
    fn lines(&self, robot: &Robot) -> anyhow::Result<Input> {
        let mut text = String::new();
        Input::open(&self.motions)?.read_to_string(&mut text)?;
        let format = PathFormat::of(&self.motions, &text);
        if self.degrees {
            if format != PathFormat::Csv {
                let what = "--degrees goes with CSV files, other formats have radians";
                return Err(ReadError::new(what).within(self.motions.display()).into());
            }
            text = csv_in_radians(&text, robot);
        }
        let has_times = match format {
            PathFormat::Csv => {
                text.lines().next().is_some_and(|names| names.split(',').any(|name| name.trim() == "time"))
            }
            PathFormat::Ompl => false,
            PathFormat::JsonLines | PathFormat::Json | PathFormat::Yaml => true,
        };
        if has_times {
            return lines_of(&self.motions, &text, format);
        }
        let id = self.motions.file_stem().and_then(|stem| stem.to_str()).unwrap_or("path");
        let lines = path_lines(&text, format, id).map_err(|error| error.within(self.motions.display()))?;
        Ok(Input::of_text(&self.motions, lines))
    }

    /// A motion, and the joints that were moved to their limits.
    fn read(&self, item: &Item, (cell, rest): (&Workcell, &Rest)) -> Result<(Motion, Vec<String>), ReadError> {
        let robot = cell.robot();
        let fields = item.node.fields()?;
        if fields.get("from").is_some() || fields.get("path").is_some() {
            let mut points = points(robot, &item.node, rest)?;
            let clamped = self.world.clamp(robot, &mut points);
            let path = Path::through(&points, robot.dof()).map_err(|error| item.node.error(error.to_string()))?;
            return Ok((Motion::Path(path), clamped));
        }
        let mut trajectory = Trajectory::read(&item.node, robot, rest)?;
        if let Some(tube) = self.tube {
            let sizes = vec![tube; trajectory.joints()];
            trajectory = trajectory.with_tube(sizes).map_err(|error| item.node.error(error.to_string()))?;
        }
        Ok((Motion::Trajectory(Box::new(Execution::new(cell, &trajectory)?)), Vec::new()))
    }
}

fn answer(found: Option<&Found>, motion: &Motion) -> Answer {
    let Some(found) = found else {
        return Answer { keys: object(json!({"least": null})), text: "no pair is checked".into() };
    };
    let unit = motion.unit();
    let Found { least, time, pair: [a, b], .. } = found;
    let bounds = match least.lower == f64::NEG_INFINITY {
        true => format!("signed distance at most {}", least.upper),
        false => format!("signed distance between {} and {}", least.lower, least.upper),
    };
    let mut text = format!("{a} and {b} are closest at {time} {unit}, {bounds}");
    if found.off {
        text += &format!("\n  with errors within the tolerances, at {:?}", found.values);
    }
    if !found.complete {
        text += "\n  the bounds are not as near as --within";
    }
    Answer { keys: keys(found), text }
}

/// All times at which a pair is within a distance.
fn say_below(answer: &mut Answer, (distance, times): (f64, &[TimesBelow<f64>]), unit: &str) {
    let stretch =
        |below: &TimesBelow<f64>| json!({"t": [below.times.lower, below.times.upper], "proven": below.proven});
    let all: Vec<Value> = times.iter().map(stretch).collect();
    answer.keys.insert("below".into(), json!({"distance": distance, "intervals": all}));
    answer.text += &match times {
        [] => format!("\n  never within {distance}"),
        _ => times.iter().fold(String::new(), |text, below| {
            let open = if below.proven { "" } else { ", possibly" };
            format!("{text}\n  within {distance} from {} to {} {unit}{open}", below.times.lower, below.times.upper)
        }),
    };
}

/// What a certificate proves.
fn say_certified(answer: &mut Answer, certificate: Option<&Certificate>) {
    let least = |proofs: &Proofs| proofs.entries().iter().map(|entry| entry.bound).fold(f64::INFINITY, f64::min);
    let lower = certificate.map(|certificate| least(&certificate.proofs));
    answer.keys.insert("certified".into(), lower.map_or(Value::Null, json_number));
    answer.text += &match lower {
        Some(lower) => format!("\n  certified: no signed distance is less than {lower}"),
        None => "\n  no certificate: not proven free".into(),
    };
}

fn keys(found: &Found) -> Object {
    let Found { least, times, time, pair, proximity, values, .. } = found;
    let mut keys = json!({
        "lower": json_number(least.lower), "upper": json_number(least.upper), "t": [times.lower, times.upper],
        "at": time, "a": pair[0], "b": pair[1], "q": values,
        "witness_a": <[f64; 3]>::from(proximity.witness_a), "witness_b": <[f64; 3]>::from(proximity.witness_b),
        "complete": found.complete,
    });
    if found.off {
        keys["off"] = true.into();
    }
    if !found.bodies.is_empty() {
        keys["bodies"] = Value::Object(poses(&found.bodies));
    }
    object(json!({"least": keys}))
}

/// A row of a profile.
fn csv_row(id: &str, ([start, end], found): &([f64; 2], Found)) -> String {
    let quoted = |name: &str| match name.contains([',', '"', '\n']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name.to_string(),
    };
    let Found { least, time, pair: [a, b], .. } = found;
    format!("{},{start},{end},{},{},{time},{},{}\n", quoted(id), least.lower, least.upper, quoted(a), quoted(b))
}
