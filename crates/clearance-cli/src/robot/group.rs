//! The options that say which joints move, and where the others stand.

use clap::Args;
use clearance_models::ReadRobot;
use clearance_robot::{Rest, Workcell};
use serde_json::json;

use super::items::{Answer, Object, json_number};

/// Which joints move.
#[derive(Args)]
#[command(next_help_heading = "Group")]
pub struct GroupOptions {
    /// The joints that move, the others stand still: groups of the SRDF, names of joints or places of their values,
    /// with commas between them. Lists may then have the values of these joints only
    #[arg(long, value_name = "NAMES")]
    group: Option<String>,
    /// The values of joints that a configuration does not name: a group state of the SRDF, or a configuration. Those
    /// that are not in --group stand at zero else, or in the middle of limits that are without it
    #[arg(long, value_name = "STATE", visible_alias = "at")]
    rest: Option<String>,
}

impl GroupOptions {
    /// The cell in which planners move the group.
    pub fn cell(&self, cell: Workcell) -> anyhow::Result<Workcell> {
        let Some(names) = &self.group else { return Ok(cell) };
        let group = cell.robot().group(names).map_err(|error| anyhow::anyhow!("--group: {error}"))?;
        Ok(cell.with_group(group))
    }

    /// The rest of configurations of a cell.
    pub fn rest(&self, cell: &Workcell) -> anyhow::Result<Rest> {
        let rest = match &self.rest {
            Some(state) => cell.robot().rest(state).map_err(|error| anyhow::anyhow!("--rest: {error}"))?,
            None => cell.robot().no_rest(),
        };
        Ok(cell.rest(rest))
    }
}

/// The joints that are not in the group of a cell, with the values that they keep over configurations; none without a
/// group.
pub fn at_rest(cell: &Workcell, configurations: &[Vec<f64>]) -> Object {
    let (Some(group), [first, ..]) = (cell.group(), configurations) else { return Object::new() };
    let robot = cell.robot();
    let stands =
        |&variable: &usize| !group.moves(variable) && configurations.iter().all(|q| q[variable] == first[variable]);
    let name = |variable: usize| robot.joints()[robot.variables()[variable]].name.clone();
    (0..first.len()).filter(stands).map(|variable| (name(variable), json_number(first[variable]))).collect()
}

/// The answer with what stands still, see [`at_rest`].
pub fn with_rest(mut answer: Answer, cell: &Workcell, configurations: &[Vec<f64>]) -> Answer {
    let held = at_rest(cell, configurations);
    if !held.is_empty() {
        answer.text += &format!(" (at rest: {})", rest_text(&held));
        answer.keys.insert("at_rest".into(), json!(held));
    }
    answer
}

/// Joints with their values, with commas between them.
pub fn rest_text(held: &Object) -> String {
    held.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
}
