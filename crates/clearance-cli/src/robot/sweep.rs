//! `clearance robot sweep` and `clearance sweep`: the least clearance over all that joints can do.

use crate::status::Status;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use clearance_models::ReadJointBox;
use clearance_pages::ranges_page;
use clearance_robot::range::{
    JointBox, LeastClearance, PairRange, RangeOfMotion, RangeOptions, RangeProgress, Verdict,
};
use clearance_robot::{Robot, Workcell};
use serde_json::{Value, json};

use super::group::CellOptions;
use super::items::{json_number, object};
use super::long_answer::{Interrupt, Spinner};
use super::model::{ModelOptions, workcell};
use super::required::Tested;
use crate::output::Output;
use crate::page::PageOptions;
use crate::settings::{OWN, size};

/// Compute the least clearance over all that the joints of a robot or an assembly can do, with proven bounds
///
/// FILE is a robot, or an assembly: a scene in JSON whose bodies have joints. Prints lower <= least clearance <= upper,
/// the configuration in which upper is attained and its pair; with --pairs the same for each pair, and whether it
/// collides never, always or sometimes. The search ends at a contact, which need not be the worst, unless --depth is
/// given. If the work or the time ends first, or Ctrl-C is
/// pressed, the bounds are what is known by then. Padding and margins count as parts of the bodies.
///
/// Exit status: 3 with --require-free if it is not proven that nothing collides.
#[derive(Args)]
pub struct Sweep {
    #[command(flatten)]
    model: ModelOptions,
    /// Ranges of joints, {"joint": [low, high], ..} or a number to hold one, as text or in a file; other joints have
    /// their limits, or one turn
    #[arg(long, value_name = "JSON", help_heading = OWN)]
    ranges: Option<String>,
    /// Width of the bounds, in metres
    #[arg(long, value_name = "W", default_value = "1e-4", allow_negative_numbers = true, value_parser = size, help_heading = OWN)]
    width: f64,
    /// Answer for each pair
    #[arg(long, help_heading = OWN)]
    pairs: bool,
    /// Enclose how deep bodies collide instead of ending at the first contact
    #[arg(long, help_heading = OWN)]
    depth: bool,
    /// Maximum number of cells, for each answer
    #[arg(long, value_name = "N", default_value_t = RangeOptions::default().cells, allow_negative_numbers = true, help_heading = OWN)]
    cells: usize,
    /// Maximum time for each answer, in seconds
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = size, help_heading = OWN)]
    time_limit: Option<f64>,
    /// Number of threads; the answer does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = OWN)]
    threads: usize,
    /// Exit status 3 if it is not proven that nothing collides
    #[arg(long, help_heading = OWN)]
    require_free: bool,
    /// Write the certificate that no clearance is less than the lower bound, for `robot verify`
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    certificate: Option<PathBuf>,
    /// Print one JSON object for each answer
    #[arg(long, help_heading = OWN)]
    json: bool,
    /// The bodies of the world
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    scene: Option<PathBuf>,
    #[command(flatten)]
    cell: CellOptions,
    #[command(flatten)]
    page: PageOptions,
}

impl Sweep {
    /// Answers over the box.
    pub fn run(self) -> anyhow::Result<Status> {
        let cell = self.cell.cell(workcell(&self.model.read()?, self.scene.as_deref())?)?;
        let robot = cell.robot();
        let over = self.over(&cell)?;
        let interrupt = Interrupt::new()?;
        let range = RangeOfMotion::new(&cell)?.until(interrupt.flag());
        let (options, mut spinner) = (self.options(), Spinner::new());
        let (least, mut text) = if self.pairs {
            let mut said = |done, count| spinner.say(|| format!("{done} of {count} pairs"));
            let mut table = range.each_of(&over, &options, &mut said)?;
            table.sort_by(|a, b| a.least.upper.total_cmp(&b.least.upper));
            let text = if self.json {
                table.iter().map(|row| line(pair_keys(robot, row))).collect()
            } else {
                table_text(robot, &table)
            };
            (table.into_iter().next().map(|row| row.least), text)
        } else {
            let mut said = |known: &RangeProgress| {
                spinner.say(|| format!("{:.6} to {:.6}, {} cells", known.lower, known.upper, known.cells));
            };
            let least = range.least_of(|_| true, &over, &options, &mut said)?;
            let text = if self.json { line(keys(robot, &least)) } else { least_text(robot, &least) };
            (Some(least), text)
        };
        spinner.finish();
        if interrupt.came() && !self.json {
            text += "interrupted: the bounds are what was known by then\n";
        }
        if !self.page.takes_output() {
            Output::open(Path::new("-"), &[])?.write(&text)?;
        }
        if interrupt.came() {
            return Ok(interrupt.status());
        }
        self.write_page(&cell, (&over, least.as_ref()))?;
        if let (Some(path), Some(least)) = (&self.certificate, &least) {
            self.certify(path, &range, (&over, least))?;
        }
        let tested = Tested::default();
        if let Some(least) = &least {
            tested.add(least.collides() == Some(false), least.pair.is_some());
        }
        Ok(tested.status(self.require_free, Status::SUCCESS))
    }

    /// Writes the certificate of the lower bound.
    fn certify(
        &self,
        path: &Path,
        range: &RangeOfMotion,
        (over, least): (&JointBox, &LeastClearance),
    ) -> anyhow::Result<()> {
        let file = path.display();
        if !self.depth && least.collides() == Some(true) {
            anyhow::bail!("--certificate: {file}: not written: it collides (--depth encloses how deep)");
        }
        let found = range.certify(over, (least.lower, self.cells)).context("--certificate")?;
        let Some(found) = found else {
            anyhow::bail!("--certificate: {file}: not written: it takes more than {} cells (--cells)", self.cells);
        };
        let output = Output::open(path, &[self.model.file()])?;
        output.write(&found.to_line(range.robot().name()))?;
        output.finish()
    }

    fn options(&self) -> RangeOptions {
        RangeOptions {
            width: self.width,
            cells: self.cells,
            seconds: self.time_limit.unwrap_or(f64::INFINITY),
            stop_at_contact: !self.depth,
            threads: self.threads,
            ..RangeOptions::default()
        }
    }

    /// The box, of a text or a file.
    fn over(&self, cell: &Workcell) -> anyhow::Result<JointBox> {
        let (robot, rest) = (cell.robot(), self.cell.rest(cell)?);
        let Some(given) = &self.ranges else { return Ok(JointBox::of_sides(robot, rest.sides())?) };
        let within = |error: clearance_robot::RobotError| anyhow::anyhow!("--ranges: {error}");
        if given.trim_start().starts_with('{') {
            return JointBox::parse(robot, given, &rest).map_err(within);
        }
        let text = std::fs::read_to_string(given)
            .map_err(|error| anyhow::anyhow!("--ranges: {given}: cannot be read: {error}"))?;
        JointBox::parse(robot, &text, &rest).map_err(|error| within(error.within(given)))
    }

    fn write_page(&self, cell: &Workcell, (over, least): (&JointBox, Option<&LeastClearance>)) -> anyhow::Result<()> {
        let Some(least) = least else { return Ok(()) };
        let page = || ranges_page(cell.robot(), cell.world(), over, least);
        self.page.write(&[self.model.file()], |made| anyhow::Ok(page()?.html(made)?))
    }
}

fn line(value: Value) -> String {
    value.to_string() + "\n"
}

/// A configuration by the names of its joints.
pub fn named(robot: &Robot, q: &[f64]) -> Value {
    let names = robot.variables().iter().map(|&joint| robot.joints()[joint].name.clone());
    Value::Object(names.zip(q.iter().map(|&value| json_number(value))).collect())
}

fn keys(robot: &Robot, least: &LeastClearance) -> Value {
    json!({
        "lower": json_number(least.lower), "upper": json_number(least.upper), "collides": least.collides(), "pair": least.pair,
        "worst": named(robot, &least.worst), "cells": least.cells, "complete": least.complete,
    })
}

fn pair_keys(robot: &Robot, row: &PairRange) -> Value {
    let mut all = object(keys(robot, &row.least));
    all.insert("pair".into(), json!(row.pair));
    all.insert("verdict".into(), json!(row.verdict.name()));
    if let Verdict::Sometimes { free } = &row.verdict {
        all.insert("free_at".into(), named(robot, free));
    }
    Value::Object(all)
}

fn bounds_text(least: &LeastClearance) -> String {
    match least.collides() {
        Some(true) => format!("collides, clearance {:.7}", least.upper),
        _ => format!("{:.7} to {:.7}", least.lower, least.upper),
    }
}

fn worst_text(robot: &Robot, q: &[f64]) -> String {
    let names = robot.variables().iter().map(|&joint| &robot.joints()[joint].name);
    names.zip(q).map(|(name, value)| format!("{name} {value:.6}")).collect::<Vec<_>>().join(", ")
}

fn least_text(robot: &Robot, least: &LeastClearance) -> String {
    let Some([a, b]) = &least.pair else { return "no pair is checked\n".into() };
    let word = match least.collides() {
        Some(false) => "never collides",
        Some(true) => "collides",
        None => "not known whether it collides",
    };
    let mut text = format!("{}: {word}\n", robot.name());
    let _ = writeln!(text, "least clearance  {}", bounds_text(least));
    let _ = writeln!(text, "pair             {a} and {b}");
    let _ = writeln!(text, "attained at      {}", worst_text(robot, &least.worst));
    let _ = writeln!(text, "cells            {}{}", least.cells, if least.complete { "" } else { ", not complete" });
    text
}

fn table_text(robot: &Robot, table: &[PairRange]) -> String {
    let mut text =
        format!("{}\n\n{:<24} {:<24} {:<10} least clearance\n", robot.name(), "link", "link or body", "collides");
    for row in table {
        let [a, b] = &row.pair;
        let more = if row.least.complete { "" } else { ", not complete" };
        let _ = writeln!(text, "{a:<24} {b:<24} {:<10} {}{more}", row.verdict.name(), bounds_text(&row.least));
    }
    if let Some(first) = table.first() {
        let _ = writeln!(text, "\nworst of the first: {}", worst_text(robot, &first.least.worst));
    }
    text
}
