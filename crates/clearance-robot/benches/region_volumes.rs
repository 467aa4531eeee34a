//! Polytopes of two programs about the same seeds, compared by a walk through each: the share of configurations that
//! collide, and the ratio of the volumes, the first one shrunk about its seed until no configuration of its walk
//! collides.
//!
//! `cargo run --release -p clearance-robot --example region_volumes URDF SRDF FOLDER FIRST SECOND [SAMPLES]`, with
//! lines {"id", "scene", "q", "A", "b", "seconds"} as of `--example polytopes` and `bench/robots/drake_regions.py`, and
//! scenes in FOLDER.

use std::collections::HashMap;
use std::path::Path;

use clearance_models::{Packages, ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::random::Random;
use clearance_robot::range::JointBox;
use clearance_robot::region::Polytope;
use clearance_robot::{Robot, RobotClearance, Srdf, Workcell};
use serde_json::Value;

/// How many steps of the walk lie between two configurations.
const MIXING: usize = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [urdf, srdf, scenes, first, second, rest @ ..] = &given[..] else {
        return Err("expected URDF SRDF FOLDER FIRST SECOND [SAMPLES]".into());
    };
    let samples: usize = rest.first().map_or(Ok(100_000), |text| text.parse())?;
    let folder = Path::new(urdf).parent().unwrap_or(Path::new(""));
    let packages = Packages::beside().with("meshes", folder.join("meshes"));
    let robot = Robot::from_urdf_file(Path::new(urdf), &UrdfOptions { packages, ..UrdfOptions::default() })?;
    let robot = robot.with_srdf(Srdf::from_file(Path::new(srdf))?).robot;
    let (first, second) = (read(first)?, read(second)?);
    let mut ids: Vec<&String> = first.keys().filter(|id| second.contains_key(*id)).collect();
    ids.sort();
    for id in ids {
        let (a, b) = (&first[id], &second[id]);
        let world = robot.world_of_file(&Path::new(scenes).join(&a.scene))?;
        let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world)?)?;
        let within = JointBox::whole(&robot)?;
        let mut walker = Walker { within, random: Random::new(1), clearance: &mut clearance };
        let hits = walker.hits(&a.polytope, &a.seed, samples)?;
        let (mut low, mut high) = (0.0, 1.0);
        if hits > 0 {
            for _ in 0..7 {
                let scale = 0.5 * (low + high);
                let hit = walker.hits(&a.polytope.scaled(&a.seed, scale), &a.seed, samples / 10)? > 0;
                if hit { high = scale } else { low = scale }
            }
        } else {
            low = 1.0;
        }
        let shrunk = a.polytope.scaled(&a.seed, low);
        let own = walker.hits(&b.polytope, &b.seed, samples)?;
        let inside = |walker: &mut Walker, of: &Region, polytope: &Polytope, other: &Polytope| {
            let walk = walker.walk(polytope, &of.seed, samples / 4);
            walk.iter().filter(|q| other.holds(q)).count() as f64 / walk.len() as f64
        };
        let ratio = inside(&mut walker, a, &shrunk, &b.polytope) / inside(&mut walker, b, &b.polytope, &shrunk);
        println!(
            "{id:<24} first {} rows {:.2} s, {hits} of {samples} collide, free at scale {low:.3}; second {} rows {:.2} s, {own} of {samples} collide; volume {ratio:.3} of the first shrunk",
            a.polytope.rows().1.len(),
            a.seconds,
            b.polytope.rows().1.len(),
            b.seconds
        );
    }
    Ok(())
}

struct Region {
    scene: String,
    seed: Vec<f64>,
    polytope: Polytope,
    seconds: f64,
}

fn read(file: &str) -> Result<HashMap<String, Region>, Box<dyn std::error::Error>> {
    let numbers = |value: &Value| -> Vec<f64> {
        value.as_array().map(|list| list.iter().filter_map(Value::as_f64).collect()).unwrap_or_default()
    };
    let mut regions = HashMap::new();
    for line in std::fs::read_to_string(file)?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let seed = numbers(&row["q"]);
        let a = row["A"].as_array().ok_or("no A")?.iter().map(numbers).collect();
        let polytope = Polytope::new(a, numbers(&row["b"]), seed.len())?;
        let text = |key: &str| row[key].as_str().unwrap_or("").to_string();
        let seconds = row["seconds"].as_f64().unwrap_or(f64::NAN);
        regions.insert(text("id"), Region { scene: text("scene"), seed, polytope, seconds });
    }
    Ok(regions)
}

struct Walker<'w, 'r> {
    within: JointBox,
    random: Random,
    clearance: &'w mut RobotClearance<'r>,
}

impl Walker<'_, '_> {
    fn walk(&mut self, polytope: &Polytope, seed: &[f64], count: usize) -> Vec<Vec<f64>> {
        let mut q = seed.to_vec();
        let mut next = || {
            for _ in 0..MIXING {
                q = polytope.hit_and_run(&self.within, &q, &mut self.random);
            }
            q.clone()
        };
        (0..count).map(|_| next()).collect()
    }

    fn hits(&mut self, polytope: &Polytope, seed: &[f64], count: usize) -> Result<usize, clearance_robot::RobotError> {
        let mut hits = 0;
        for q in self.walk(polytope, seed, count) {
            hits += usize::from(self.clearance.collides(&q)? != Some(false));
        }
        Ok(hits)
    }
}
