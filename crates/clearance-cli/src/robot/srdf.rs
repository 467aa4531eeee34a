//! `clearance robot srdf`: which pairs need not be asked about, and how much of that is proven.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use clearance_robot::{Proposal, ProposalOptions, Reason, Robot};
use serde::Serialize;

use crate::output::Output;

use super::model::ModelOptions;
use super::named::Named;

/// Pairs of links that need not be asked about: adjacent, always or never in contact, proven or sampled
///
/// Pairs that an SRDF lists are told too, with what it says and a configuration in which they meet, if there is one.
#[derive(Args)]
pub struct Srdf {
    #[command(flatten)]
    model: ModelOptions,
    /// How many random configurations are tried
    #[arg(long, value_name = "N", default_value_t = ProposalOptions::default().samples)]
    samples: usize,
    /// How many cells of the joints' box a proof may need, for each pair of links
    #[arg(long, value_name = "N", default_value_t = ProposalOptions::default().cells)]
    cells: usize,
    /// Of the random configurations
    #[arg(long, value_name = "N", default_value_t = ProposalOptions::default().seed)]
    seed: u64,
    /// JSON Lines
    #[arg(long, conflicts_with = "xml")]
    json: bool,
    /// An SRDF file with a row for each pair that need not be asked about
    #[arg(long)]
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

impl Srdf {
    /// Prints the pairs.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let robot = self.model.read()?;
        let options = ProposalOptions { samples: self.samples, cells: self.cells, seed: self.seed };
        let proposals = robot.proposals(&options)?;
        let rows: Vec<Row> = proposals.iter().map(|proposal| row(&robot, proposal)).collect();
        let mut text = String::new();
        if self.json {
            for row in &rows {
                text += &(serde_json::to_string(row)? + "\n");
            }
        } else if self.xml {
            text = xml(&robot, &rows);
        } else {
            text = table(&robot, &rows);
            let still: Vec<&str> = robot
                .links()
                .iter()
                .filter(|link| link.frame == 0 && !link.shapes.is_empty())
                .map(|link| link.name.as_str())
                .collect();
            if !still.is_empty() {
                let _ = writeln!(text, "\nno joint moves {}: not asked about against fixed bodies", still.join(", "));
            }
        }
        Output::open(Path::new("-"), &[])?.write(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn row<'r>(robot: &'r Robot, proposal: &'r Proposal) -> Row<'r> {
    let names = robot.variables().iter().map(|&joint| robot.joints()[joint].name.clone());
    let meeting = proposal.meeting.as_ref();
    Row {
        pair: proposal.links.map(|link| robot.links()[link].name.as_str()),
        why: proposal.reason.map(|reason| match reason {
            Reason::Adjacent => "adjacent",
            Reason::Always => "always",
            Reason::Never => "never",
        }),
        proof: proposal.reason.map(|_| if proposal.proven { "proven" } else { "sampled" }),
        lower: proposal.lower,
        srdf: proposal.listed.as_deref(),
        meets_at: meeting.map(|q| Named(names.zip(q.iter().copied()).collect())),
    }
}

fn table(robot: &Robot, rows: &[Row]) -> String {
    let mut text = format!(
        "{}\n\n{:<26} {:<26} {:<9} {:<8} {:<9} least distance\n",
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
