//! Polytopes of other programs: the largest scale about their seeds that is proven free, each scale with its time.
//!
//! `cargo run --release -p clearance-robot --example foreign_regions URDF SRDF FOLDER FILE [CELLS [SCALE..]]`, with
//! lines {"id", "scene", "q", "A", "b", "seconds"} as of `bench/robots/drake_regions.py`, and scenes in FOLDER.

use std::path::Path;

use clearance_models::{Packages, ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::range::{JointBox, RangeOfMotion};
use clearance_robot::region::{Foreign, GrowOptions, Polytope};
use clearance_robot::{Robot, Srdf, Workcell};
use cpu_time::ProcessTime;
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [urdf, srdf, scenes, file, rest @ ..] = &given[..] else {
        return Err("expected URDF SRDF FOLDER FILE [CELLS [SCALE..]]".into());
    };
    let cells: usize = rest.first().map_or(Ok(100_000), |text| text.parse())?;
    let scales: Vec<f64> = rest.iter().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let folder = Path::new(urdf).parent().unwrap_or(Path::new(""));
    let packages = Packages::beside().with("meshes", folder.join("meshes"));
    let robot = Robot::from_urdf_file(Path::new(urdf), &UrdfOptions { packages, ..UrdfOptions::default() })?;
    let robot = robot.with_srdf(Srdf::from_file(Path::new(srdf))?).robot;
    let options = GrowOptions { cells, samples: 0, ..GrowOptions::default() };
    for line in std::fs::read_to_string(file)?.lines() {
        let line: Value = serde_json::from_str(line)?;
        let numbers = |value: &Value| serde_json::from_value::<Vec<f64>>(value.clone());
        let (a, b): (Vec<Vec<f64>>, _) = (serde_json::from_value(line["A"].clone())?, numbers(&line["b"])?);
        let (seed, polytope) = (numbers(&line["q"])?, Polytope::new(a, b, robot.dof())?);
        let world = robot.world_of_file(&Path::new(scenes).join(line["scene"].as_str().unwrap_or("")))?;
        let range = RangeOfMotion::new(&Workcell::new(&robot, &world)?)?;
        println!("{} {} rows, found in {} s", line["id"], polytope.rows().1.len(), line["seconds"]);
        for &scale in &scales {
            let begin = ProcessTime::now();
            let scaled = polytope.scaled(&seed, scale);
            let found = range.check_polytope(&scaled, &JointBox::whole(&robot)?, &options)?;
            let seconds = begin.elapsed().as_secs_f64();
            let said = match found {
                Foreign::Proven(found) => {
                    let nodes: usize = found.proofs.cells().iter().map(Vec::len).sum();
                    format!("proven by {nodes} nodes, verified {}", found.verify(range.cell()).is_ok())
                }
                Foreign::Refuted { .. } => "refuted".into(),
                Foreign::Open { decided, .. } => format!("open, {decided:.3} of the box decided"),
            };
            println!("    scale {scale}: {said}, {seconds:.2} s");
        }
    }
    Ok(())
}
