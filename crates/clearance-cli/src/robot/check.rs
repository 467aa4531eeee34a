//! `clearance robot check`: edges and paths in, proofs out.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clearance_pages::RobotPage;
use clearance_pages::replay::{self, Clock};
use clearance_robot::edge::{Checker, Contact, Edge, EdgeOptions, Mode};
use clearance_robot::path::Path;
use clearance_robot::{Rest, Robot};
use clearance_scene::ReadError;
use clearance_scene::json::Node;
use serde_json::json;

use super::items::{Answer, Answers, answer_all, json_number, object};
use super::model::{ModelOptions, WorldOptions};
use crate::output::Output;
use crate::page::PageOptions;
use crate::settings::size;

/// Prove edges and paths free of collision, or find their first contact
///
/// Items are {"id", "from": q, "to": q} or {"id", "path": [q, ..]}. Edges are straight in the written numbers: nothing wraps. Answers are
/// "free" with a proven lower bound of all signed distances, "hit" with a bracket of the first contact, or "undecided"; the time
/// counts segments.
///
/// Exit status: 3 with --require-free if any item is not proven free.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    model: ModelOptions,
    /// The edges, one JSON object per line; - is the standard input
    #[arg(value_name = "EDGES")]
    edges: PathBuf,
    /// Write a certificate for each item that is free, one per line, for `robot verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Exit status 3 if any item is not proven free
    #[arg(long)]
    require_free: bool,
    /// Distance that all pairs must keep, in addition to their margins
    #[arg(long, value_name = "D", default_value = "0", allow_negative_numbers = true, value_parser = size)]
    margin: f64,
    /// Compute the smallest clearance of free items to this tolerance; without it the proven bound may be far below
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = size)]
    tolerance: Option<f64>,
    #[command(flatten)]
    world: WorldOptions,
    #[command(flatten)]
    answers: Answers,
    #[command(flatten)]
    page: PageOptions,
}

/// The status if not all items are proven free.
const NOT_FREE: u8 = 3;

impl Check {
    /// Answers all items.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let robot = self.model.read()?;
        let (world, rest) = (self.world.obstacles(&robot)?, self.world.rest(&robot)?);
        let checker = Checker::new(&robot, &world)?;
        let certificates = self.certificate.as_ref().map(|path| Output::open(path, &[&self.edges])).transpose()?;
        let (all_free, failed) = (Cell::new(true), RefCell::new(None));
        let mut page = self.page.wanted().then(|| RobotPage::new(&robot, &world));
        let status = answer_all(&self.edges, &self.answers, |item| {
            let mut points = points(&robot, &item.node, &rest).inspect_err(|_| all_free.set(false))?;
            let clamped = self.world.clamp(&robot, &mut points);
            let path = Path::through(&points, robot.dof()).map_err(|error| item.node.error(error.to_string()));
            let path = path.inspect_err(|_| all_free.set(false))?;
            let edge = self.ask(&checker, &path, (&item.name, certificates.as_ref()), &failed);
            all_free.set(all_free.get() && matches!(edge, Edge::Free { .. }));
            if let Some(page) = &mut page {
                let certificate =
                    checker.certify(&path, &EdgeOptions { margin: self.margin, ..EdgeOptions::default() }).1;
                replay::add(page, (&item.name, &path, Clock::Segments), &edge, certificate.as_ref(), &checker)?;
            }
            Ok(with_limits(answer(&edge), &robot, &points, &clamped))
        })?;
        if let Some(error) = failed.into_inner() {
            return Err(error);
        }
        certificates.map_or(Ok(()), Output::finish)?;
        if let Some(page) = page {
            self.page.write(&[&self.edges], |made| page.html(made))?;
        }
        Ok(if self.require_free && !all_free.get() { ExitCode::from(NOT_FREE) } else { status })
    }

    /// The answer, with its certificate written.
    fn ask(
        &self,
        checker: &Checker,
        path: &Path,
        (id, certificates): (&str, Option<&Output>),
        failed: &RefCell<Option<anyhow::Error>>,
    ) -> Edge {
        let mode = self.tolerance.map_or(Mode::FirstHit, |tolerance| Mode::LeastClearance { tolerance });
        let options = EdgeOptions { mode, margin: self.margin, ..EdgeOptions::default() };
        let first = EdgeOptions { mode: Mode::FirstHit, ..options };
        let Some(output) = certificates else {
            return match checker.path(path, &options) {
                free @ Edge::Free { .. } => free,
                other if mode == Mode::FirstHit => other,
                // When the first contact is, not when it was seen.
                _ => checker.path(path, &first),
            };
        };
        let (edge, certificate) = checker.certify(path, &options);
        let Some(certificate) = certificate else { return checker.path(path, &first) };
        if let Err(error) = output.write(&certificate.to_line(id)) {
            failed.borrow_mut().get_or_insert(error);
        }
        edge
    }
}

/// The configurations of an item.
pub fn points(robot: &Robot, node: &Node, rest: &Rest) -> Result<Vec<Vec<f64>>, ReadError> {
    let fields = node.object(&["id", "from", "to", "path"])?;
    match (fields.get("from"), fields.get("to"), fields.get("path")) {
        (Some(from), Some(to), None) => {
            Ok(vec![robot.read_configuration(&from, rest)?, robot.read_configuration(&to, rest)?])
        }
        (None, None, Some(list)) => list.list()?.map(|point| robot.read_configuration(&point, rest)).collect(),
        _ => Err(node.error("expected \"from\" and \"to\", or a list \"path\"")),
    }
}

/// The joints that were moved to their limits, and those that are outside of them somewhere on a path: then they are at one of its configurations.
fn with_limits(mut answer: Answer, robot: &Robot, points: &[Vec<f64>], clamped: &[String]) -> Answer {
    if !clamped.is_empty() {
        answer.text += &format!(" (at their limits: {})", clamped.join(", "));
        answer.keys.insert("clamped".into(), json!(clamped));
    }
    let mut outside: Vec<&str> = Vec::new();
    for name in points.iter().flat_map(|q| robot.names_beyond_limits(q)) {
        if !outside.contains(&name) {
            outside.push(name);
        }
    }
    if !outside.is_empty() {
        answer.text += &format!(" (beyond limits: {})", outside.join(", "));
        answer.keys.insert("beyond_limits".into(), json!(outside));
    }
    answer
}

fn answer(edge: &Edge) -> Answer {
    match edge {
        Edge::Free { lower } => {
            let keys = json!({"result": "free", "clearance_lower": json_number(*lower)});
            Answer { keys: object(keys), text: format!("free, clearance at least {lower}") }
        }
        Edge::Hit(contact) => not_free("hit", contact),
        Edge::Undecided(contact) => not_free("undecided", contact),
    }
}

fn not_free(result: &str, contact: &Contact) -> Answer {
    let Contact { pair, time, proximity } = contact;
    let keys = json!({
        "result": result, "t_lower": time.lower, "t_upper": time.upper, "pair": pair,
        "normal": <[f64; 3]>::from(proximity.normal),
        "witness_a": <[f64; 3]>::from(proximity.witness_a), "witness_b": <[f64; 3]>::from(proximity.witness_b),
    });
    let text = format!("{result}, {} and {} between {} and {}", pair[0], pair[1], time.lower, time.upper);
    Answer { keys: object(keys), text }
}
