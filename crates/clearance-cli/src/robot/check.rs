//! `clearance robot check`: edges and paths in, proofs out.

use crate::status::Status;
use std::cell::RefCell;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clearance_models::lines::{beyond_limits, edge_keys, points, violation_text};
use clearance_models::{PathFormat, path_lines};
use clearance_pages::RobotPage;
use clearance_pages::replay::{self, Clock};
use clearance_robot::edge::{Checker, Contact, EdgeOptions, Found, Mode, TOLERANCE};
use clearance_robot::path::Path;
use clearance_robot::{Rest, Robot, RobotClearance, RobotError, Workcell};
use serde_json::json;

use super::group::with_rest;
use super::items::{Answer, Answers, answer_lines};
use super::model::{ModelOptions, WorldOptions};
use super::report;
use super::required::Tested;
use super::trajectory::TrajectoryOptions;
use crate::lines::Input;
use crate::output::Output;
use crate::page::PageOptions;
use crate::settings::{OWN, size};

/// Prove edges and paths free of collision, or find their first contact
///
/// Items are {"id", "from": q, "to": q} or {"id", "path": [q, ..]}. Edges are straight in the written numbers: nothing
/// wraps. Answers are "free" with a proven lower bound of all signed distances, "hit" with a bracket of the first
/// contact, or "undecided"; the time counts segments. With --padding, "free" means farther apart than the padding. If a
/// "path" is not free, the answer lists its edges that are not, each with the deepest contact found, and the least
/// change of waypoints found that frees it; a page shows the path as given and repaired.
///
/// With --trajectory the time is in seconds: joints are interpolated as by controllers, bodies may move, and joints and
/// poses may have errors.
///
/// EDGES may also be CSV (a header of joint names, rows of values; a column "id" separates paths), a trajectory message
/// of ROS or MoveIt in YAML or JSON (its points are joined by straight segments), or a path printed by OMPL (.txt).
///
/// Exit status: 3 with --require-free if any item is not proven free.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    model: ModelOptions,
    /// The edges, one JSON object per line; - is the standard input
    #[arg(value_name = "EDGES", required_unless_present = "trajectory", help_heading = OWN)]
    edges: Option<PathBuf>,
    #[command(flatten)]
    trajectory: TrajectoryOptions,
    /// Format of the edges; by default it follows from the file's extension and text
    #[arg(long, value_name = "FORMAT", value_enum, help_heading = OWN)]
    format: Option<Format>,
    /// Write a certificate for each item that is free, one per line, for `robot verify`
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    certificate: Option<PathBuf>,
    /// Exit status 3 if any item is not proven free
    #[arg(long, help_heading = OWN)]
    require_free: bool,
    /// Distance that all pairs must keep, in addition to their margins
    #[arg(long, value_name = "D", default_value = "0", allow_negative_numbers = true, value_parser = size, help_heading = OWN)]
    margin: f64,
    /// Tolerance of the least clearance of free items: the proven bound is below it by no more, unless joints or
    /// poses have errors
    #[arg(long, value_name = "D", default_value_t = TOLERANCE, allow_negative_numbers = true, value_parser = size, help_heading = OWN)]
    tolerance: f64,
    #[command(flatten)]
    world: WorldOptions,
    #[command(flatten)]
    answers: Answers,
    #[command(flatten)]
    page: PageOptions,
}

/// How edges and paths are written.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Items in JSON, one a line
    Jsonl,
    /// Rows of joint values
    Csv,
    /// A trajectory message in JSON
    Json,
    /// A trajectory message in YAML
    Yaml,
    /// A path printed by OMPL
    Ompl,
}

impl From<Format> for PathFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Jsonl => PathFormat::JsonLines,
            Format::Csv => PathFormat::Csv,
            Format::Json => PathFormat::Json,
            Format::Yaml => PathFormat::Yaml,
            Format::Ompl => PathFormat::Ompl,
        }
    }
}

impl Check {
    /// Answers all items.
    pub fn run(self) -> anyhow::Result<Status> {
        let cell = self.world.workcell(&self.model.read()?)?;
        let (robot, rest) = (cell.robot(), self.world.rest(&cell)?);
        let Some(edges) = &self.edges else { return self.trajectories(&cell, &rest) };
        let checker = Checker::new(&cell)?;
        let certificates = self.certificate.as_ref().map(|path| Output::open(path, &[edges])).transpose()?;
        let (tested, failed) = (Tested::default(), RefCell::new(None));
        let mut page = self.page.wanted().then(|| RobotPage::new(robot, cell.world()));
        let lines = self.lines(edges)?;
        let mut clearance = None;
        let status = answer_lines((edges, lines), &self.answers, |item| {
            let mut points = points(robot, &item.node, &rest).inspect_err(|_| tested.fail())?;
            let clamped = self.world.clamp(robot, &mut points);
            let path = Path::through(&points, robot.dof()).map_err(|error| item.node.error(error.to_string()));
            let path = path.inspect_err(|_| tested.fail())?;
            let edge = self.ask(&checker, &path, (&item.name, certificates.as_ref()), &failed);
            tested.add(edge.is_free(), edge.lower() != Some(f64::INFINITY));
            if let Some(page) = &mut page {
                self.show(page, (&item.name, &path), &edge, &checker)?;
            }
            let found = with_rest(answer(&edge, robot), &cell, &points);
            let mut found = with_limits(found, robot, &points, &clamped);
            // Repairs know no constraints.
            let is_repaired = cell.constraints().is_empty() && item.node.fields()?.get("path").is_some();
            if !edge.is_free() && is_repaired {
                let clearance = match &mut clearance {
                    Some(clearance) => clearance,
                    none => none.insert(RobotClearance::new(&cell)?),
                };
                let repaired = report::add(&mut found, &points, self.margin, (&checker, clearance))?;
                if let (Some(page), Some(points)) = (&mut page, repaired) {
                    let path =
                        Path::through(&points, robot.dof()).map_err(|error| item.node.error(error.to_string()))?;
                    let name = format!("{} repaired", item.name);
                    self.show(
                        page,
                        (&name, &path),
                        &checker.path_with_first_contact(&path, &self.options()),
                        &checker,
                    )?;
                }
            }
            Ok(found)
        })?;
        if let Some(error) = failed.into_inner() {
            return Err(error);
        }
        certificates.map_or(Ok(()), Output::finish)?;
        if let Some(page) = page {
            self.page.write(&[edges], |made| page.html(made))?;
        }
        Ok(tested.status(self.require_free, status))
    }

    /// Adds a path to a page, with its proof or its contact.
    fn show(
        &self,
        page: &mut RobotPage,
        (name, path): (&str, &Path),
        edge: &Found,
        checker: &Checker,
    ) -> Result<(), RobotError> {
        let certificate = checker.certify(path, &self.options()).1;
        replay::add(page, (name, path, Clock::Segments), edge, certificate.as_ref(), checker)
    }

    /// The items; of a file in another format, made of it.
    fn lines(&self, edges: &std::path::Path) -> anyhow::Result<Input> {
        let given = self.format.map(PathFormat::from);
        let extension = edges.extension().is_some_and(|extension| extension != "jsonl");
        if matches!(given, Some(PathFormat::JsonLines)) || (given.is_none() && !extension) {
            return Input::open(edges);
        }
        let mut text = String::new();
        Input::open(edges)?.read_to_string(&mut text)?;
        let format = given.unwrap_or_else(|| PathFormat::of(edges, &text));
        let id = edges.file_stem().and_then(|stem| stem.to_str()).unwrap_or("path");
        let lines = path_lines(&text, format, id).map_err(|error| error.within(edges.display()))?;
        Ok(Input::of_text(edges, lines))
    }

    /// How motions are checked.
    fn options(&self) -> EdgeOptions {
        let mode = Mode::LeastClearance { tolerance: self.tolerance };
        EdgeOptions { mode, margin: self.margin, ..EdgeOptions::default() }
    }

    /// Answers all trajectories of a file.
    fn trajectories(&self, cell: &Workcell, rest: &Rest) -> anyhow::Result<Status> {
        let options = self.options();
        let mut page = self.page.wanted().then(|| RobotPage::new(cell.robot(), cell.world()));
        let (status, tested) = self.trajectory.check(
            ((cell, rest), options),
            (self.format.map(PathFormat::from), &self.answers, self.certificate.as_deref()),
            page.as_mut(),
        )?;
        if let Some(page) = page {
            self.page.write(&self.trajectory.files(), |made| page.html(made))?;
        }
        Ok(tested.status(self.require_free, status))
    }

    /// The answer, with its certificate written.
    fn ask(
        &self,
        checker: &Checker,
        path: &Path,
        (id, certificates): (&str, Option<&Output>),
        failed: &RefCell<Option<anyhow::Error>>,
    ) -> Found {
        let options = self.options();
        let first = EdgeOptions { mode: Mode::FirstHit, ..options };
        let Some(output) = certificates else { return checker.path_with_first_contact(path, &options) };
        let (edge, certificate) = checker.certify(path, &options);
        let Some(certificate) = certificate else { return checker.path(path, &first) };
        if let Err(error) = output.write(&certificate.to_line(id)) {
            failed.borrow_mut().get_or_insert(error);
        }
        edge
    }
}

/// The joints that were moved to their limits, and those that are outside of them somewhere on a path: then they are at
/// one of its configurations.
fn with_limits(mut answer: Answer, robot: &Robot, points: &[Vec<f64>], clamped: &[String]) -> Answer {
    if !clamped.is_empty() {
        answer.text += &format!(" (at their limits: {})", clamped.join(", "));
        answer.keys.insert("clamped".into(), json!(clamped));
    }
    let outside = beyond_limits(robot, points);
    if !outside.is_empty() {
        answer.text += &format!(" (beyond limits: {})", outside.join(", "));
        answer.keys.insert("beyond_limits".into(), json!(outside));
    }
    answer
}

fn answer(edge: &Found, robot: &Robot) -> Answer {
    let text = match edge {
        Found::Free { lower, .. } => {
            let padded = robot.links().iter().any(|link| link.padding != 0.0);
            let beyond = if padded { " and farther apart than the padding" } else { "" };
            format!("free{beyond}, clearance at least {lower}")
        }
        Found::Hit(contact) | Found::Undecided(contact) => not_free(edge.name(), contact, robot),
        Found::Violated(violation) => violation_text(edge.name(), violation, ""),
    };
    Answer { keys: edge_keys(edge, robot), text }
}

fn not_free(result: &str, contact: &Contact, robot: &Robot) -> String {
    let Contact { pair, time, .. } = contact;
    let text = format!("{result}, {} and {} between {} and {}", pair[0], pair[1], time.lower, time.upper);
    let padding = contact.padding(robot);
    if padding == 0.0 { text } else { format!("{text}, nearer than their padding of {padding}") }
}
