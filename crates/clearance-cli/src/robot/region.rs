//! `clearance robot region` and `clearance robot check-region`: free boxes of joint space with certificates, and the
//! regions of others.

use crate::status::Status;
use std::path::PathBuf;

use clap::Args;
use clearance_models::ReadRobot;
use clearance_robot::certificate::Certificate;
use clearance_robot::range::{JointBox, RangeOfMotion};
use clearance_robot::region::{Foreign, GrowOptions, Polytope};
use clearance_robot::{JointGroup, Robot, Workcell};
use clearance_scene::ReadError;
use clearance_scene::json::Node;
use serde_json::{Value, json};

use super::group::with_rest;
use super::items::{Answer, Answers, answer_all, json_number, object};
use super::model::{ModelOptions, WorldOptions};
use super::required::Tested;
use super::sweep::named;
use crate::output::Output;
use crate::settings::{OWN, size};

/// Prove boxes or polytopes of joint values around configurations free of collision
///
/// SEEDS are configurations as of `robot clearance`: {"id", "q"}, one per line. With --half the box of that half width
/// is proven free as it is, or not; without it, it grows within the limits on each side until something is in the way.
/// With --polytope a polytope A q <= b grows within a box.
#[derive(Args)]
pub struct Region {
    #[command(flatten)]
    model: ModelOptions,
    /// The configurations, one JSON object per line; - is the standard input
    #[arg(value_name = "SEEDS", help_heading = OWN)]
    seeds: PathBuf,
    /// Prove the box of this half width about each configuration, within the limits, radians or metres
    #[arg(long, value_name = "H", allow_negative_numbers = true, value_parser = size, help_heading = OWN)]
    half: Option<f64>,
    /// Grow a polytope: larger than a box, in more time
    #[arg(long, conflicts_with = "half", help_heading = OWN)]
    polytope: bool,
    /// Maximum number of cells in the proof of a polytope, for all pairs together
    #[arg(long, value_name = "N", default_value_t = GrowOptions::default().polytope_cells, allow_negative_numbers = true, requires = "polytope", help_heading = OWN)]
    polytope_cells: usize,
    /// Seed of the configurations that are tried for a polytope
    #[arg(long, value_name = "N", default_value_t = GrowOptions::default().seed, allow_negative_numbers = true, requires = "polytope", help_heading = OWN)]
    seed: u64,
    /// The largest half width of a region that grows
    #[arg(long, value_name = "H", default_value_t = GrowOptions::default().most, allow_negative_numbers = true, value_parser = size, help_heading = OWN)]
    most: f64,
    /// Maximum number of cells in a proof, for each pair
    #[arg(long, value_name = "N", default_value_t = GrowOptions::default().cells, allow_negative_numbers = true, help_heading = OWN)]
    cells: usize,
    /// Write a certificate for each box, one per line, for `robot verify`
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    world: WorldOptions,
    #[command(flatten)]
    answers: Answers,
}

/// Prove the regions of other programs free, or find a configuration in them that collides
///
/// REGIONS are polytopes {"id", "A": [[..], ..], "b": [..]}, one per line: all joint values q with A q <= b, within the
/// limits. A region is proven free, refuted with a configuration in it that collides, or open; of one that is not
/// proven, the largest part that was proven, scaled about its middle, is named with its scale.
///
/// Exit status: 3 with --require-free if any region is not proven free.
#[derive(Args)]
pub struct CheckRegion {
    #[command(flatten)]
    model: ModelOptions,
    /// The regions, one JSON object per line; - is the standard input
    #[arg(value_name = "REGIONS", help_heading = OWN)]
    regions: PathBuf,
    /// Number of configurations that are tried before the proof
    #[arg(long, value_name = "N", default_value_t = GrowOptions::default().samples, allow_negative_numbers = true, help_heading = OWN)]
    samples: usize,
    /// Maximum number of cells in a proof, for each pair
    #[arg(long, value_name = "N", default_value_t = GrowOptions::default().cells, allow_negative_numbers = true, help_heading = OWN)]
    cells: usize,
    /// Seed of the configurations that are tried
    #[arg(long, value_name = "N", default_value_t = GrowOptions::default().seed, allow_negative_numbers = true, help_heading = OWN)]
    seed: u64,
    /// Write a certificate for each region that is proven, or for its proven part, one per line
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    certificate: Option<PathBuf>,
    /// Exit status 3 if any region is not proven free
    #[arg(long, help_heading = OWN)]
    require_free: bool,
    #[command(flatten)]
    world: WorldOptions,
    #[command(flatten)]
    answers: Answers,
}

impl Region {
    /// Answers all configurations.
    pub fn run(self) -> anyhow::Result<Status> {
        let cell = self.world.workcell(&self.model.read()?)?;
        let (robot, rest) = (cell.robot(), self.world.rest(&cell)?);
        let range = RangeOfMotion::new(&cell)?;
        let output = self.certificate.as_ref().map(|path| Output::open(path, &[&self.seeds])).transpose()?;
        let options = GrowOptions {
            most: self.most,
            cells: self.cells,
            polytope_cells: self.polytope_cells,
            seed: self.seed,
            ..GrowOptions::default()
        };
        let mut failed = None;
        let status = answer_all(&self.seeds, &self.answers, |item| {
            let fields = item.node.object(&["id", "q"])?;
            let mut q = vec![robot.read_configuration(&fields.need("q")?, &rest)?];
            self.world.clamp(robot, &mut q);
            let found = match self.half {
                None if self.polytope => range.free_polytope(&q[0], &options)?,
                None => range.free_box(&q[0], &options)?,
                Some(half) => range.prove_box(&range.about(&q[0], half)?, &options)?,
            };
            write(&output, found.as_ref(), &item.name, &mut failed);
            let answer = match found {
                Some(certificate) => free(robot, &certificate, range.cell())?,
                None => {
                    let keys = object(json!({"result": "open", "box": null}));
                    Answer { keys, text: "no free box is proven".into() }
                }
            };
            Ok(with_rest(answer, &cell, &q))
        })?;
        finish(output, failed, status)
    }
}

impl CheckRegion {
    /// Answers all regions.
    pub fn run(self) -> anyhow::Result<Status> {
        let cell = self.world.workcell(&self.model.read()?)?;
        let (robot, rest, range) = (cell.robot(), self.world.rest(&cell)?, RangeOfMotion::new(&cell)?);
        let limits = JointBox::of_sides(robot, rest.sides())?;
        let output = self.certificate.as_ref().map(|path| Output::open(path, &[&self.regions])).transpose()?;
        let options =
            GrowOptions { cells: self.cells, samples: self.samples, seed: self.seed, ..GrowOptions::default() };
        let (mut failed, tested) = (None, Tested::default());
        let status = answer_all(&self.regions, &self.answers, |item| {
            let polytope = polytope(&item.node, (robot, cell.group())).inspect_err(|_| tested.fail())?;
            let found = range.check_polytope(&polytope, &limits, &options).inspect_err(|_| tested.fail())?;
            let certificate = match &found {
                Foreign::Proven(certificate) => Some(certificate),
                Foreign::Refuted { part, .. } | Foreign::Open { part, .. } => part.as_ref().map(|(_, found)| found),
            };
            write(&output, certificate, &item.name, &mut failed);
            tested.add(matches!(found, Foreign::Proven(_)), range.pair_count() > 0);
            Ok(with_rest(foreign(robot, &found), &cell, &[limits.middle()]))
        })?;
        finish(output, failed, tested.status(self.require_free, status))
    }
}

/// The polytope of an item; its rows may have the numbers of a group only.
fn polytope(node: &Node, (robot, group): (&Robot, Option<&JointGroup>)) -> Result<Polytope, ReadError> {
    let fields = node.object(&["id", "A", "b"])?;
    let numbers = |list: &Node| list.list()?.map(|number| number.number()).collect::<Result<Vec<f64>, _>>();
    let row = |list: Node| {
        let row = numbers(&list)?;
        let of_group = group.filter(|group| row.len() == group.variables().len());
        Ok(of_group.map_or(row.clone(), |group| group.whole(&row, &vec![0.0; robot.dof()])))
    };
    let a = fields.need("A")?.list()?.map(row).collect::<Result<Vec<_>, ReadError>>()?;
    Polytope::new(a, numbers(&fields.need("b")?)?, robot.dof()).map_err(|error| node.error(error.to_string()))
}

fn write(output: &Option<Output>, certificate: Option<&Certificate>, id: &str, failed: &mut Option<anyhow::Error>) {
    if let (Some(output), Some(certificate)) = (output, certificate)
        && let Err(error) = output.write(&certificate.to_line(id))
    {
        failed.get_or_insert(error);
    }
}

fn finish(output: Option<Output>, failed: Option<anyhow::Error>, status: Status) -> anyhow::Result<Status> {
    if let Some(error) = failed {
        return Err(error);
    }
    output.map_or(Ok(()), Output::finish)?;
    Ok(status)
}

/// The sides of a box by the names of its joints.
fn sides(certificate: &Certificate) -> Value {
    let (joints, sides) = (certificate.subject.joints(), certificate.subject.sides());
    let sides = joints.iter().cloned().zip(sides.iter().map(|side| json!(side)));
    Value::Object(sides.collect())
}

fn free(robot: &Robot, certificate: &Certificate, cell: &Workcell) -> Result<Answer, ReadError> {
    let lower = certificate.verify(cell).map_err(|why| ReadError::new(why.to_string()))?;
    let cells: usize = certificate.proofs.cells().iter().map(Vec::len).sum();
    let mut keys = object(json!({
        "result": "free", "box": sides(certificate), "clearance_lower": json_number(lower), "cells": cells,
    }));
    let mut faces = String::new();
    let (a, b) = certificate.subject.rows();
    if !b.is_empty() {
        keys.insert("A".into(), json!(a));
        keys.insert("b".into(), json!(b));
        faces = format!(", within {} half-spaces (--json prints them)", b.len());
    }
    let rows = certificate.subject.joints().iter().zip(certificate.subject.sides());
    let rows: Vec<String> = rows.map(|(name, [low, high])| format!("{name} {low:.6} to {high:.6}")).collect();
    let text = format!("free, {cells} cells, {}{faces}\n  {}", robot.name(), rows.join("\n  "));
    Ok(Answer { keys, text })
}

fn foreign(robot: &Robot, found: &Foreign) -> Answer {
    let (mut keys, mut text) = match found {
        Foreign::Proven(_) => (object(json!({"result": "proven"})), "proven free".to_string()),
        Foreign::Refuted { at, .. } => {
            let keys = object(json!({"result": "refuted", "collides_at": named(robot, at)}));
            (keys, format!("refuted: collides at {at:?}"))
        }
        Foreign::Open { decided, .. } => {
            let keys = object(json!({"result": "open", "decided": json_number(*decided)}));
            (keys, format!("open: {:.1} % decided", 100.0 * decided))
        }
    };
    if let Foreign::Refuted { part: Some((scale, part)), .. } | Foreign::Open { part: Some((scale, part)), .. } = found
    {
        keys.insert("proven_scale".into(), json_number(*scale));
        let (a, b) = part.subject.rows();
        keys.insert("A".into(), json!(a));
        keys.insert("b".into(), json!(b));
        text += &format!("; scaled by {scale} about its middle it is proven free");
    }
    Answer { keys, text }
}
