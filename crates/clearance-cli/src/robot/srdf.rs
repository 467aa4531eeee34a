//! `clearance robot srdf`: which pairs can be disabled, and how much of that is proven.

use crate::status::Status;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clearance_robot::{Proposal, ProposalOptions, Reason, Robot, RobotClearance, StillPair};
use serde::Serialize;

use crate::output::Output;
use crate::settings::OWN;

use super::model::{ModelOptions, workcell};
use clearance_models::lines::Named;

/// Find the pairs of links that can be disabled: adjacent, always or never in collision, proven or sampled
///
/// Pairs that an SRDF lists are reported too, with its reason and a configuration in which they collide, if there is
/// one.
#[derive(Args)]
pub struct Srdf {
    #[command(flatten)]
    model: ModelOptions,
    /// The bodies of the world: fixed links are tested against them by this command only
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    scene: Option<PathBuf>,
    /// Number of random configurations
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = ProposalOptions::default().samples, help_heading = OWN)]
    samples: usize,
    /// Maximum number of cells of the joints' box in a proof, for each pair of links
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = ProposalOptions::default().cells, help_heading = OWN)]
    cells: usize,
    /// Seed of the random configurations
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = ProposalOptions::default().seed, help_heading = OWN)]
    seed: u64,
    /// Print one JSON object for each pair
    #[arg(long, conflicts_with = "xml", help_heading = OWN)]
    json: bool,
    /// Print an SRDF file with a row for each pair that can be disabled
    #[arg(long, help_heading = OWN)]
    xml: bool,
}

#[derive(Serialize)]
struct Row<'r> {
    pair: [&'r str; 2],
    why: Option<&'static str>,
    proof: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    srdf: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meets_at: Option<Named<f64>>,
}

/// A link that no joint moves, against a body of the world.
#[derive(Serialize)]
struct Still<'r> {
    pair: [&'r str; 2],
    why: &'static str,
    proof: &'static str,
    collides: Option<bool>,
    signed_distance: f64,
    lower: f64,
    upper: f64,
}

impl Srdf {
    /// Prints the pairs.
    pub fn run(self) -> anyhow::Result<Status> {
        let cell = workcell(&self.model.read()?, self.scene.as_deref())?;
        let robot = cell.robot();
        let options = ProposalOptions { samples: self.samples, cells: self.cells, seed: self.seed };
        let proposals = robot.proposals(&options)?;
        let rows: Vec<Row> = proposals.iter().map(|proposal| row(robot, proposal)).collect();
        let still_pairs = RobotClearance::new(&cell)?.still_pairs();
        let still: Vec<Still> = still_pairs.iter().map(|pair| still(robot, pair)).collect();
        let text = if self.json {
            let rows = rows.iter().map(serde_json::to_string);
            let lines: Result<Vec<String>, _> = rows.chain(still.iter().map(serde_json::to_string)).collect();
            lines?.iter().map(|line| line.clone() + "\n").collect()
        } else if self.xml {
            xml(robot, &rows)
        } else {
            table(robot, &rows) + &table_of_still(robot, &still)
        };
        Output::open(Path::new("-"), &[])?.write(&text)?;
        Ok(Status::SUCCESS)
    }
}

fn row<'r>(robot: &'r Robot, proposal: &'r Proposal) -> Row<'r> {
    let names = robot.variables().iter().map(|&joint| robot.joints()[joint].name.clone());
    let meeting = proposal.meeting.as_ref();
    Row {
        pair: proposal.links.map(|link| robot.links()[link].name.as_str()),
        why: proposal.reason.map(Reason::name),
        proof: proposal.reason.map(|_| if proposal.proven { "proven" } else { "sampled" }),
        lower: proposal.lower,
        srdf: proposal.listed.as_deref(),
        meets_at: meeting.map(|q| Named(names.zip(q.iter().copied()).collect())),
    }
}

fn still<'r>(robot: &'r Robot, pair: &'r StillPair) -> Still<'r> {
    let proximity = &pair.proximity;
    Still {
        pair: [&robot.links()[pair.link].name, &pair.body],
        why: "fixed",
        proof: "proven",
        collides: pair.collides(),
        signed_distance: proximity.signed_distance,
        lower: proximity.bounds.lower,
        upper: proximity.bounds.upper,
    }
}

/// What is said of links that no joint moves.
fn table_of_still(robot: &Robot, still: &[Still]) -> String {
    let links = robot.links().iter().filter(|link| link.frame == 0 && !link.shapes.is_empty());
    let names: Vec<&str> = links.map(|link| link.name.as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    let mut text = format!("\nno joint moves {}: not checked against fixed bodies\n", names.join(", "));
    for row in still {
        let word = row.collides.map_or("undecided", |collides| if collides { "meet" } else { "apart" });
        let _ = writeln!(text, "{:<26} {:<26} {word:<9} {:.6}", row.pair[0], row.pair[1], row.signed_distance);
    }
    text
}

fn table(robot: &Robot, rows: &[Row]) -> String {
    let padded = robot.links().iter().any(|link| link.padding != 0.0);
    let what =
        if padded { "\nlinks meet if they are as near as their padding; distances are without it\n" } else { "" };
    let mut text = format!(
        "{}\n{what}\n{:<26} {:<26} {:<9} {:<8} {:<9} least distance\n",
        robot.name(),
        "link",
        "link",
        "why",
        "proof",
        "srdf"
    );
    for row in rows {
        let lower = row.lower.map_or(String::new(), |lower| format!("at least {lower:.3e}"));
        let meets = if row.why == Some("never") || row.meets_at.is_none() { "" } else { "meet" };
        let why = row.why.unwrap_or("-");
        let (proof, listed) = (row.proof.unwrap_or("-"), row.srdf.unwrap_or(""));
        let _ =
            writeln!(text, "{:<26} {:<26} {why:<9} {proof:<8} {listed:<9} {lower}{meets}", row.pair[0], row.pair[1]);
    }
    text
}

fn xml(robot: &Robot, rows: &[Row]) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let mut text = format!("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n", escaped(robot.name()));
    for row in rows {
        let Some(why) = row.why else { continue };
        let reason = why[..1].to_uppercase() + &why[1..];
        let pair = row.pair.map(escaped);
        let _ =
            writeln!(text, "  <disable_collisions link1=\"{}\" link2=\"{}\" reason=\"{reason}\"/>", pair[0], pair[1]);
    }
    text + "</robot>\n"
}
