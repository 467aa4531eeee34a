//! `clearance robot verify`: certificates in, whether they hold out.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path as File, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clearance_models::ReadRobot;
use clearance_robot::certificate::{Certificate, Refusal};
use clearance_robot::edge::Checker;
use clearance_robot::path::Path;
use clearance_robot::region::{RangeCertificate, RegionCertificate};
use clearance_robot::{LIMIT_TOLERANCE, Obstacle, Rest, Robot, RobotError, Workcell};
use clearance_scene::ReadError;
use serde_json::{Value, json};

use super::items::{Answer, Answers, Item, answer_all, json_number, object, read_all};
use super::model::{ModelOptions, read_rest};
use super::trajectory;
use crate::settings::OWN;
use clearance_models::lines::points;

/// Check certificates of `robot check`, `plan`, `follow`, `sweep`, `region` and `check-region` again, by support points
/// and kinematics only
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
    /// The values of joints that a configuration of --path does not name: a group state of the SRDF, or a configuration
    #[arg(long, value_name = "STATE", requires = "path", help_heading = OWN)]
    rest: Option<String>,
    #[command(flatten)]
    answers: Answers,
}

/// The status if a certificate does not hold.
const REFUSED: u8 = 1;

impl Verify {
    /// Answers all certificates.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let robot = self.model.read()?;
        let worlds = self.worlds(&robot)?;
        let checkers = checkers(&robot, &worlds)?;
        let rest = read_rest(self.rest.as_deref(), &robot)?;
        let trajectory = self.trajectory.as_ref().map(|file| trajectory::only(file, &robot)).transpose()?;
        let paths = self.path.as_ref().map(|file| Paths::read(file, &robot, &rest)).transpose()?;
        let mut refused = false;
        let status = answer_all(&self.certificates, &self.answers, |item| {
            let what = item.node.fields()?.get("what").map(|what| what.value().to_string());
            if what.as_deref() == Some("\"trajectory\"") {
                let (answer, holds) = trajectory::verified(item.text, (&robot, &worlds), trajectory.as_ref())?;
                refused |= !holds;
                return Ok(answer);
            }
            if what.is_some() {
                let is_range = what.as_deref() == Some("\"range\"");
                let found = if is_range { self.range(&robot, item)? } else { self.region(&robot, item)? };
                refused |= found.keys["valid"] == json!(false);
                return Ok(found);
            }
            let certificate: Certificate = read_certificate(item)?;
            let checker = checkers.iter().find(|(scene, _)| *scene == certificate.digests.scene);
            // With another scene, the first one says so.
            let checker = &checker.unwrap_or(&checkers[0]).1;
            let found = match paths.as_ref().map(|paths| paths.find(item)) {
                None => certificate.verify(checker).map_err(|why| why.to_string()),
                Some(Ok(path)) => certificate.verify_for(path, checker).map_err(|why| why.to_string()),
                Some(Err(why)) => Err(why),
            };
            refused |= found.is_err();
            Ok(match found {
                Ok(lower) => valid(lower, &certificate, checker),
                Err(why) => refusal(&why),
            })
        })?;
        Ok(if refused { ExitCode::from(REFUSED) } else { status })
    }

    /// The certificate of a region, in the world that it was written for.
    fn region(&self, robot: &Robot, item: &Item) -> Result<Answer, ReadError> {
        let certificate: RegionCertificate = read_certificate(item)?;
        let found = self.in_its_world(robot, |cell| certificate.verify(cell))?;
        let lower = match found {
            Ok(lower) => lower,
            Err(why) => return Ok(refusal(&why)),
        };
        let mut keys = json!({
            "valid": true, "clearance_lower": json_number(lower), "box": certificate.sides,
            "pairs": certificate.pairs.len(),
        });
        if !certificate.b.is_empty() {
            (keys["A"], keys["b"]) = (json!(certificate.a), json!(certificate.b));
        }
        Ok(Answer { keys: object(keys), text: format!("valid, clearance at least {lower} in all the region") })
    }

    /// The certificate of a range, in the world that it was written for.
    fn range(&self, robot: &Robot, item: &Item) -> Result<Answer, ReadError> {
        let certificate: RangeCertificate = read_certificate(item)?;
        let found = self.in_its_world(robot, |cell| certificate.verify(cell))?;
        let lower = match found {
            Ok(lower) => lower,
            Err(why) => return Ok(refusal(&why)),
        };
        let keys = json!({
            "valid": true, "clearance_lower": json_number(lower), "box": certificate.sides,
            "pairs": certificate.pairs.len(),
        });
        let sides = certificate.joints.iter().zip(&certificate.sides);
        let sides: Vec<String> = sides.map(|(name, [low, high])| format!("{name} {low} to {high}")).collect();
        let text = format!("valid, clearance at least {lower}\n  for {}", sides.join(", "));
        Ok(Answer { keys: object(keys), text })
    }

    /// What a certificate proves in the world that it was written for; with another scene, the first one says so.
    fn in_its_world(
        &self,
        robot: &Robot,
        verify: impl Fn(&Workcell) -> Result<f64, Refusal>,
    ) -> Result<Result<f64, String>, ReadError> {
        let mut why = String::new();
        for world in self.worlds(robot)? {
            match verify(&Workcell::new(robot, &world)?) {
                Ok(lower) => return Ok(Ok(lower)),
                Err(refusal) if why.is_empty() || !refusal.to_string().ends_with("another scene") => {
                    why = refusal.to_string()
                }
                Err(_) => {}
            }
        }
        Ok(Err(why))
    }

    fn worlds(&self, robot: &Robot) -> Result<Vec<Vec<Obstacle>>, RobotError> {
        match self.scene[..] {
            [] => Ok(vec![robot.fixtures().to_vec()]),
            _ => self.scene.iter().map(|path| robot.world_of_file(path)).collect(),
        }
    }
}

fn read_certificate<T: serde::de::DeserializeOwned>(item: &Item) -> Result<T, ReadError> {
    serde_json::from_str(item.text).map_err(|error| ReadError::new(format!("no certificate: {error}")))
}

fn refusal(why: &str) -> Answer {
    let keys = json!({"valid": false, "clearance_lower": null, "reason": why});
    Answer { keys: object(keys), text: format!("refused: {why}") }
}

/// The robot in each world, with the world's digest.
fn checkers<'r>(robot: &'r Robot, worlds: &[Vec<Obstacle>]) -> anyhow::Result<Vec<(String, Checker<'r>)>> {
    let digested = |world: &Vec<Obstacle>| {
        let checker = Checker::new(&Workcell::new(robot, world)?)?;
        Ok((checker.scene_digest(), checker))
    };
    worlds.iter().map(digested).collect()
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

/// What a certificate that holds says: from where to where, and which pairs it is about.
fn valid(lower: f64, certificate: &Certificate, checker: &Checker) -> Answer {
    let [start, end] = [certificate.path.first(), certificate.path.last()].map(|q| q.cloned().unwrap_or_default());
    let (pairs, open) = (certificate.pairs.len(), checker.not_checked());
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    open.iter().for_each(|(_, why)| *counts.entry(why.to_string()).or_default() += 1);
    let rules: Vec<String> = counts.iter().map(|(why, count)| format!("{count} {why}")).collect();
    let rules = if rules.is_empty() { "none".into() } else { rules.join(", ") };
    let rows: Vec<Value> = open.iter().map(|(pair, why)| json!({"pair": pair, "why": why.to_string()})).collect();
    let keys = json!({
        "valid": true, "clearance_lower": json_number(lower), "start": start, "end": end, "pairs": pairs, "not_checked": rows,
    });
    let text = format!(
        "valid, clearance at least {lower}\n  from {start:?}\n  to {end:?}\n  {pairs} pairs proven; pairs not checked: {rules}"
    );
    Answer { keys: object(keys), text }
}
