//! `clearance robot verify`: certificates in, whether they hold out.

use crate::status::Status;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path as File, PathBuf};

use clap::Args;
use clearance_robot::certificate::{Certificate, Subject, TaskStep};
use clearance_robot::edge::Checker;
use clearance_robot::path::Path;
use clearance_robot::{LIMIT_TOLERANCE, Rest, Robot, RobotModel, Trajectory};
use serde_json::{Value, json};

use super::group::CellOptions;
use super::items::{Answer, Answers, Item, answer_all, json_number, object, read_all};
use super::model::{ModelOptions, workcell};
use super::trajectory;
use crate::settings::OWN;
use clearance_models::lines::points;

/// Check certificates of `robot check`, `approach`, `plan`, `task`, `follow`, `sweep`, `region` and `check-region`
/// again, by support points and kinematics only
///
/// The robot, its SRDF, the scene and the margins must be those that the certificate was written for. A certificate
/// that does not hold says why, and the exit status is 1.
///
/// A certificate proves its own path only: give the path that is to be driven with --path, or the trajectory with
/// --trajectory.
#[derive(Args)]
pub struct Verify {
    #[command(flatten)]
    model: ModelOptions,
    /// The certificates, one JSON object per line; - is the standard input
    #[arg(value_name = "CERTIFICATE", help_heading = OWN)]
    certificates: PathBuf,
    /// The worlds of the certificates; each is checked in the one that it was written for
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = OWN)]
    scene: Vec<PathBuf>,
    /// The paths that the certificates must be about, as items of `robot check`, by their ids; a single item is that of
    /// every certificate
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    path: Option<PathBuf>,
    /// The trajectory that certificates of trajectories must be about
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    trajectory: Option<PathBuf>,
    #[command(flatten)]
    cell: CellOptions,
    #[command(flatten)]
    answers: Answers,
}

/// The status if a certificate does not hold.
const REFUSED: u8 = 1;

impl Verify {
    /// Answers all certificates.
    pub fn run(self) -> anyhow::Result<Status> {
        let model = self.model.read()?;
        let (robot, checkers) = (&model.robot, self.checkers(&model)?);
        // There is one for each scene, or one without.
        let rest = checkers.first().map_or(Ok(robot.no_rest()), |(_, checker)| self.cell.rest(checker.cell()))?;
        let about = About {
            trajectory: self.trajectory.as_ref().map(|file| trajectory::only(file, robot)).transpose()?,
            paths: self.path.as_ref().map(|file| Paths::read(file, robot, &rest)).transpose()?,
        };
        let mut refused = false;
        let status = answer_all(&self.certificates, &self.answers, |item| {
            let certificate = Certificate::read(item.text)?;
            let found = about.check(&certificate, item, robot).and_then(|()| proven(&certificate, &checkers));
            refused |= found.is_err();
            Ok(match found {
                Ok((lower, checker)) => valid(lower, &certificate, checker),
                Err(why) => refusal(&why),
            })
        })?;
        Ok(if refused { Status(REFUSED) } else { status })
    }

    /// The robot in each world, with the world's digest.
    fn checkers(&self, model: &RobotModel) -> anyhow::Result<Vec<(String, Checker<'static>)>> {
        let digested = |scene: Option<&PathBuf>| {
            let checker = Checker::new(&self.cell.cell(workcell(model, scene.map(PathBuf::as_path))?)?)?;
            Ok((checker.scene_digest(), checker))
        };
        match self.scene[..] {
            [] => Ok(vec![digested(None)?]),
            _ => self.scene.iter().map(|path| digested(Some(path))).collect(),
        }
    }
}

fn refusal(why: &str) -> Answer {
    let keys = json!({"valid": false, "clearance_lower": null, "reason": why});
    Answer { keys: object(keys), text: format!("refused: {why}") }
}

/// The lower bound that a certificate proves in the world that it was written for, with the checker of that world; or
/// why the first one refuses it.
fn proven<'c, 'r>(
    certificate: &Certificate,
    checkers: &'c [(String, Checker<'r>)],
) -> Result<(f64, &'c Checker<'r>), String> {
    let own = checkers.iter().position(|(scene, _)| *scene == certificate.digests.scene);
    // The digest of a trajectory's scene is without the poses of bodies that move.
    let tried = own.map_or(checkers, |own| &checkers[own..=own]);
    let mut why = None;
    for (_, checker) in tried {
        match certificate.verify(checker.cell()) {
            Ok(lower) => return Ok((lower, checker)),
            Err(refusal) => drop(why.get_or_insert(refusal.to_string())),
        }
    }
    Err(why.unwrap_or_default())
}

/// The motions that certificates must be about.
struct About {
    trajectory: Option<Trajectory>,
    paths: Option<Paths>,
}

impl About {
    /// Refuses a certificate of another path or trajectory.
    fn check(&self, certificate: &Certificate, item: &Item, robot: &Robot) -> Result<(), String> {
        let found = match (&certificate.subject, &self.paths, &self.trajectory) {
            (Subject::Path { .. }, Some(paths), _) => certificate.check_path(paths.find(item)?),
            (Subject::Trajectory(_), _, Some(trajectory)) => certificate.check_trajectory(trajectory, robot),
            (Subject::Task { .. }, Some(_), _) | (Subject::Task { .. }, _, Some(_)) => {
                return Err("the certificate is about a task, not about one path or trajectory".into());
            }
            _ => Ok(()),
        };
        found.map_err(|why| why.to_string())
    }
}

/// The paths that certificates must be about, by their ids.
struct Paths {
    file: String,
    named: HashMap<String, Path>,
}

impl Paths {
    fn read(file: &File, robot: &Robot, rest: &Rest) -> anyhow::Result<Self> {
        let mut named = HashMap::new();
        read_all(file, |item| {
            let mut points = points(robot, &item.node, rest)?;
            // As `robot check` and `robot plan` take them.
            points.iter_mut().for_each(|q| drop(robot.clamp_to_limits(q, LIMIT_TOLERANCE)));
            let path = Path::through(&points, robot.dof()).map_err(|error| item.node.error(error.to_string()))?;
            match named.insert(item.name.clone(), path) {
                Some(_) => Err(item.node.error(format!("another item has the id {:?}", item.name))),
                None => Ok(()),
            }
        })?;
        Ok(Paths { file: file.display().to_string(), named })
    }

    /// The path for a certificate: that of its id, or the only one.
    fn find(&self, certificate: &Item) -> Result<&Path, String> {
        let only = || self.named.values().next().filter(|_| self.named.len() == 1);
        self.named
            .get(&certificate.name)
            .or_else(only)
            .ok_or_else(|| format!("{} has no item with the id {:?}", self.file, certificate.name))
    }
}

/// The answer for a certificate that holds: its bound, and what it is about.
fn valid(lower: f64, certificate: &Certificate, checker: &Checker) -> Answer {
    let (subject, pairs) = (&certificate.subject, certificate.pairs.len());
    let mut keys = object(json!({"valid": true, "clearance_lower": json_number(lower), "pairs": pairs}));
    let text = match subject {
        Subject::Path { points, .. } => {
            let [start, end] = [points.first(), points.last()].map(|q| q.cloned().unwrap_or_default());
            let (rows, rules) = not_checked(checker);
            let about = format!("\n  from {start:?}\n  to {end:?}\n  {pairs} pairs proven; pairs not checked: {rules}");
            keys.extend(object(json!({"start": start, "end": end, "not_checked": rows})));
            about
        }
        Subject::Trajectory(_) => format!("\n  {pairs} pairs proven"),
        Subject::Task { start, steps } => {
            let motions = steps.iter().filter(|step| step.name() == "motion").count();
            let names: Vec<&str> = steps.iter().map(TaskStep::name).collect();
            keys.extend(object(json!({"start": start, "steps": names})));
            format!("\n  {motions} motions, from {start:?}: {}", names.join(", "))
        }
        Subject::Box { joints, sides, .. } => {
            keys.insert("box".into(), json!(sides));
            let sides = joints.iter().zip(sides).map(|(name, [low, high])| format!("{name} {low} to {high}"));
            format!("\n  for {}", sides.collect::<Vec<_>>().join(", "))
        }
        Subject::Polytope { sides, a, b, .. } => {
            keys.insert("box".into(), json!(sides));
            if !b.is_empty() {
                keys.extend(object(json!({"A": a, "b": b})));
            }
            " in all the region".into()
        }
    };
    Answer { keys, text: format!("valid, clearance at least {lower}{text}") }
}

/// The pairs that are not checked with the rules that say so, and how often each rule does.
fn not_checked(checker: &Checker) -> (Vec<Value>, String) {
    let open = checker.not_checked();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    open.iter().for_each(|(_, why)| *counts.entry(why.to_string()).or_default() += 1);
    let rules: Vec<String> = counts.iter().map(|(why, count)| format!("{count} {why}")).collect();
    let rules = if rules.is_empty() { "none".into() } else { rules.join(", ") };
    (open.iter().map(|(pair, why)| json!({"pair": pair, "why": why.to_string()})).collect(), rules)
}
