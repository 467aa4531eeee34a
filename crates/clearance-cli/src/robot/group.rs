//! The options that say which joints move, where the others stand, and what the robot holds.

use std::path::PathBuf;

use clap::Args;
use clearance::Vec3;
use clearance_models::{ReadRobot, constraints_of_file};
use clearance_robot::{Constraint, Rest, Workcell};
use serde_json::json;

use super::items::{Answer, Object, json_number};
use crate::settings::size;

/// Which joints move, and what is held.
#[derive(Args)]
#[command(next_help_heading = "Workcell")]
pub struct CellOptions {
    /// The joints that move, the others stand still: groups of the SRDF, names of joints or places of their values,
    /// with commas between them. Lists may then have the values of these joints only
    #[arg(long, value_name = "NAMES")]
    group: Option<String>,
    /// The values of joints that a configuration does not name: a group state of the SRDF, or a configuration. Those
    /// that are not in --group stand at zero else, or in the middle of limits that are without it
    #[arg(long, value_name = "STATE", visible_alias = "at")]
    rest: Option<String>,
    /// A link holds a body of the scene, where both are in --held-at; the body may touch the link and those named
    /// behind it, links or bodies; repeatable
    #[arg(long, value_name = "BODY=LINK,..", value_parser = held, requires = "held_at")]
    hold: Vec<Held>,
    /// Where the robot takes hold of bodies: a group state of the SRDF, or a configuration
    #[arg(long, value_name = "STATE", requires = "hold")]
    held_at: Option<String>,
    /// Check two links, or a link and a body, although the SRDF or the scene says otherwise; repeatable
    #[arg(long, value_name = "A,B", value_parser = pair)]
    forbid: Vec<Pair>,
    /// A link and a body of the scene may overlap by less than D, as a cup that stands on a table; repeatable
    #[arg(long, value_name = "A,B=D", value_parser = overlap)]
    overlap: Vec<Overlap>,
    /// What holds on all of every motion: {"constraints": [{"name", "link", ..}]}
    #[arg(long, value_name = "FILE")]
    constraints: Option<PathBuf>,
    /// The z axis of a link stays within an angle of straight up, degrees, as a cup that is carried; repeatable
    #[arg(long, value_name = "LINK=DEG", value_parser = upright)]
    keep_upright: Vec<Upright>,
}

/// Two names.
#[derive(Clone)]
pub struct Pair(pub [String; 2]);

/// `A,B`
pub fn pair(text: &str) -> Result<Pair, String> {
    match text.split_once(',') {
        Some((a, b)) if !a.is_empty() && !b.is_empty() => Ok(Pair([a.into(), b.into()])),
        _ => Err("expected A,B".into()),
    }
}

/// A pair, and by how much it may overlap.
#[derive(Clone)]
struct Overlap {
    pair: Pair,
    depth: f64,
}

fn overlap(text: &str) -> Result<Overlap, String> {
    let Some((names, depth)) = text.rsplit_once('=') else { return Err("expected A,B=D".into()) };
    Ok(Overlap { pair: pair(names)?, depth: size(depth)? })
}

/// A link, and an angle in degrees.
#[derive(Clone)]
struct Upright {
    link: String,
    degrees: f64,
}

fn upright(text: &str) -> Result<Upright, String> {
    match text.rsplit_once('=') {
        Some((link, degrees)) if !link.is_empty() => Ok(Upright { link: link.into(), degrees: size(degrees)? }),
        _ => Err("expected LINK=DEG".into()),
    }
}

/// A body, the link that holds it, and what it may touch.
#[derive(Clone)]
struct Held {
    body: String,
    link: String,
    touch: Vec<String>,
}

fn held(text: &str) -> Result<Held, String> {
    let Some((body, links)) = text.rsplit_once('=') else { return Err("expected BODY=LINK or BODY=LINK,A,..".into()) };
    let mut names = links.split(',').map(String::from);
    let link = names.next().unwrap_or_default();
    Ok(Held { body: body.into(), link, touch: names.collect() })
}

impl CellOptions {
    /// The cell in which planners move the group, and the robot holds what it shall.
    pub fn cell(&self, cell: Workcell) -> anyhow::Result<Workcell> {
        let cell = self.keeping(self.holding(cell)?)?;
        let Some(names) = &self.group else { return Ok(cell) };
        let group = cell.robot().group(names).map_err(|error| anyhow::anyhow!("--group: {error}"))?;
        Ok(cell.with_group(group))
    }

    fn holding(&self, mut cell: Workcell) -> anyhow::Result<Workcell> {
        if let Some(state) = &self.held_at {
            let found = cell.robot().rest(state).map_err(|error| anyhow::anyhow!("--held-at: {error}"))?;
            let q: Vec<f64> = found.values().iter().copied().flatten().collect();
            for Held { body, link, touch } in &self.hold {
                let touch: Vec<&str> = touch.iter().map(String::as_str).collect();
                cell = cell.attach(body, link, &q, &touch).map_err(|error| anyhow::anyhow!("--hold: {error}"))?;
            }
        }
        for Pair([a, b]) in &self.forbid {
            cell = cell.forbid(a, b).map_err(|error| anyhow::anyhow!("--forbid: {error}"))?;
        }
        for Overlap { pair: Pair([a, b]), depth } in &self.overlap {
            cell = cell.allow_within(a, b, *depth).map_err(|error| anyhow::anyhow!("--overlap: {error}"))?;
        }
        Ok(cell)
    }

    /// The cell in which all constraints hold; they may be about what is held.
    fn keeping(&self, mut cell: Workcell) -> anyhow::Result<Workcell> {
        if let Some(path) = &self.constraints {
            for constraint in constraints_of_file(path)? {
                cell = cell.keep(constraint).map_err(|error| anyhow::anyhow!("--constraints: {error}"))?;
            }
        }
        for Upright { link, degrees } in &self.keep_upright {
            let up = Vec3::new(0.0, 0.0, 1.0);
            let constraint = Constraint::axis(format!("upright {link}"), link, up, up, degrees.to_radians());
            cell = cell.keep(constraint).map_err(|error| anyhow::anyhow!("--keep-upright: {error}"))?;
        }
        Ok(cell)
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
