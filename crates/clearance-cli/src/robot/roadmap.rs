//! `clearance robot roadmap`: free regions that overlap, for `robot plan --regions`.

use crate::status::Status;
use std::path::{Path as File, PathBuf};

use clap::Args;
use clearance_models::{ReadRoadmap, ReadRobot, WriteRoadmap};
use clearance_robot::edge::Checker;
use clearance_robot::plan::{Goal, PlanOptions};
use clearance_robot::random::Random;
use clearance_robot::range::{JointBox, RangeOfMotion};
use clearance_robot::region::GrowOptions;
use clearance_robot::roadmap::Roadmap as Regions;
use clearance_robot::{Rest, RobotClearance, Workcell};
use clearance_scene::ReadError;
use clearance_scene::json::Node;
use serde_json::json;

use super::group::with_rest;
use super::items::{Answer, Answers, Item, answer_all, ends, object};
use super::model::{ModelOptions, WorldOptions};
use crate::output::Output;
use crate::settings::OWN;

/// Cover paths and configurations with free regions that overlap
///
/// ITEMS are problems {"id", "start": q, "goal": q}, for which a path is planned first, paths {"id", "path": [q, ..]},
/// or configurations {"id", "q"}. Each is covered by proven polytopes, like those of `robot region --polytope`. The
/// file has the regions with their certificates, and configurations that two of them share. `robot plan --regions`
/// finds paths through them.
#[derive(Args)]
pub struct Roadmap {
    #[command(flatten)]
    model: ModelOptions,
    /// Problems, paths or configurations to cover, one JSON object per line; - is the standard input
    #[arg(value_name = "ITEMS", help_heading = OWN)]
    items: PathBuf,
    /// The file of the roadmap
    #[arg(long, value_name = "FILE", help_heading = OWN)]
    regions: PathBuf,
    /// Number of random free configurations that get regions too, if none holds them
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, help_heading = OWN)]
    samples: usize,
    /// Maximum number of cells in the proof of a region, for all pairs together
    #[arg(long, value_name = "N", default_value_t = 20_000, allow_negative_numbers = true, help_heading = OWN)]
    polytope_cells: usize,
    /// Seed of the random numbers: equal seeds give equal roadmaps
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, help_heading = OWN)]
    seed: u64,
    #[command(flatten)]
    world: WorldOptions,
    #[command(flatten)]
    answers: Answers,
}

impl Roadmap {
    /// Covers all items.
    pub fn run(self) -> anyhow::Result<Status> {
        let cell = self.world.workcell(&self.model.read()?)?;
        let rest = self.world.rest(&cell)?;
        let range = RangeOfMotion::new(&cell)?;
        let output = Output::open(&self.regions, &[&self.items])?;
        let options = GrowOptions { polytope_cells: self.polytope_cells, seed: self.seed, ..GrowOptions::default() };
        let mut regions = Regions::default();
        let status = answer_all(&self.items, &self.answers, |item| {
            let path = match self.path(item, &cell, &rest)? {
                Ok(path) => path,
                Err(reason) => {
                    let keys = object(json!({"covered": false, "reason": reason}));
                    return Ok(Answer { keys, text: format!("not covered: {reason}") });
                }
            };
            let (added, left) = regions.cover(&range, &path, &options)?;
            let mut keys = object(
                json!({"covered": left.is_none(), "added": added, "regions": regions.len(), "overlaps": regions.overlaps().len()}),
            );
            let mut text = format!("{added} regions added, {} in all", regions.len());
            if let Some(left) = left {
                keys.insert("left_at".into(), json!(left));
                text += &format!("; not covered from segment {left:.3} on");
            }
            Ok(with_rest(Answer { keys, text }, &cell, &path))
        })?;
        self.sample(&mut regions, (&range, &rest), &options)?;
        output.write(&regions.to_text())?;
        output.finish()?;
        Ok(status)
    }

    /// The path of an item, or why none was found.
    fn path(&self, item: &Item, cell: &Workcell, rest: &Rest) -> Result<Result<Vec<Vec<f64>>, String>, ReadError> {
        let fields = item.node.object(&["id", "q", "path", "start", "goal"])?;
        let robot = cell.robot();
        let read = |node: &Node| robot.read_configuration(node, rest);
        let mut path = match (fields.get("q"), fields.get("path")) {
            (Some(q), _) => vec![read(&q)?],
            (_, Some(path)) => path.list()?.map(|q| read(&q)).collect::<Result<_, _>>()?,
            _ => {
                let mut ends = ends(robot, &item.node, rest)?;
                self.world.clamp(robot, &mut ends);
                let [start, goal] = ends;
                let (checker, goal) = (Checker::new(cell)?, Goal::at(goal));
                let options = PlanOptions { seed: self.seed, ..PlanOptions::default() };
                match checker.plan(&start, &goal, &options)? {
                    Ok(found) => found.plan.path,
                    Err(why) => return Ok(Err(checker.reason(&why, &start, &goal))),
                }
            }
        };
        self.world.clamp(robot, &mut path);
        Ok(Ok(path))
    }

    /// Regions about random configurations.
    fn sample(
        &self,
        regions: &mut Regions,
        (range, rest): (&RangeOfMotion, &Rest),
        options: &GrowOptions,
    ) -> Result<(), ReadError> {
        if self.samples == 0 {
            return Ok(());
        }
        let (limits, mut random) = (JointBox::of_sides(range.robot(), rest.sides())?, Random::new(self.seed));
        let mut clearance = RobotClearance::new(range.cell())?;
        for _ in 0..self.samples {
            let q: Vec<f64> = limits.sides().iter().map(|side| random.between(side[0], side[1])).collect();
            if clearance.collides(&q)? == Some(false) {
                regions.grow(range, &q, options)?;
            }
        }
        Ok(())
    }
}

/// Reads a roadmap.
pub fn read(file: &File) -> anyhow::Result<Regions> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| anyhow::anyhow!("--regions: {}: cannot be read: {error}", file.display()))?;
    Regions::parse(&text).map_err(|error| anyhow::anyhow!("--regions: {}: {error}", file.display()))
}
