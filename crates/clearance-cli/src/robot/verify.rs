//! `clearance robot verify`: certificates in, whether they hold out.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clearance_robot::certificate::Certificate;
use clearance_robot::edge::Checker;
use clearance_robot::{Obstacle, Robot};
use clearance_scene::ReadError;
use serde_json::json;

use super::items::{Answer, Answers, answer_all, json_number, object};
use super::model::ModelOptions;

/// Checks certificates of `robot check` and `robot plan` again, by supports and kinematics only
///
/// The robot, its SRDF, the scene and the margins must be those that the certificate was written for. A certificate that does not hold says
/// why; exit status 1 then.
#[derive(Args)]
pub struct Verify {
    #[command(flatten)]
    model: ModelOptions,
    /// The certificates, one JSON object per line; - is the standard input
    #[arg(value_name = "CERTIFICATE")]
    certificates: PathBuf,
    /// The worlds of the certificates; each is checked in the one that it was written for
    #[arg(long, value_name = "FILE", num_args = 1..)]
    scene: Vec<PathBuf>,
    #[command(flatten)]
    answers: Answers,
}

/// The status if a certificate does not hold.
const REFUSED: u8 = 1;

impl Verify {
    /// Answers all certificates.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let robot = self.model.read()?;
        let checkers = self.checkers(&robot)?;
        let mut refused = false;
        let status = answer_all(&self.certificates, &self.answers, |item| {
            let certificate: Certificate =
                serde_json::from_str(item.text).map_err(|error| ReadError::new(format!("no certificate: {error}")))?;
            let checker = checkers.iter().find(|(scene, _)| *scene == certificate.digests.scene);
            // With another scene, the first one says so.
            Ok(match certificate.verify(&checker.unwrap_or(&checkers[0]).1) {
                Ok(lower) => {
                    let keys = json!({"valid": true, "clearance_lower": json_number(lower)});
                    Answer { keys: object(keys), text: format!("valid, clearance at least {lower}") }
                }
                Err(why) => {
                    refused = true;
                    let keys = json!({"valid": false, "clearance_lower": null, "reason": why.to_string()});
                    Answer { keys: object(keys), text: format!("refused: {why}") }
                }
            })
        })?;
        Ok(if refused { ExitCode::from(REFUSED) } else { status })
    }

    /// The robot in each world, with the world's digest; without any, in the empty one.
    fn checkers<'r>(&self, robot: &'r Robot) -> anyhow::Result<Vec<(String, Checker<'r>)>> {
        let worlds: Vec<Vec<Obstacle>> = match self.scene[..] {
            [] => vec![Vec::new()],
            _ => self.scene.iter().map(|path| robot.world_of_file(path)).collect::<Result<_, _>>()?,
        };
        let digested = |world: &Vec<Obstacle>| {
            let checker = Checker::new(robot, world)?;
            Ok((checker.scene_digest(), checker))
        };
        worlds.iter().map(digested).collect()
    }
}
