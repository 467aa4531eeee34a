//! Free polytopes about the starts of planning problems: times, cells and rows. Writes OUT, one line a problem: {"id",
//! "scene", "q", "A", "b", "seconds"}, with the sides of the box among the rows.
//!
//! `cargo run --release -p clearance-robot --example polytopes URDF SRDF PROBLEMS OUT CELLS ID..`, with problems as of
//! `clearance robot plan`, in scenes relative to them.

use std::io::Write;
use std::path::Path;

use clearance_models::{Packages, ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::certificate::Certificate;
use clearance_robot::range::RangeOfMotion;
use clearance_robot::region::GrowOptions;
use clearance_robot::{Robot, Srdf, Workcell};
use clearance_scene::json::{Json, Node};
use cpu_time::ProcessTime;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [urdf, srdf, problems, out, cells, ids @ ..] = &given[..] else {
        return Err("expected URDF SRDF PROBLEMS OUT CELLS ID..".into());
    };
    let folder = Path::new(urdf).parent().unwrap_or(Path::new(""));
    let packages = Packages::beside().with("meshes", folder.join("meshes"));
    let robot = Robot::from_urdf_file(Path::new(urdf), &UrdfOptions { packages, ..UrdfOptions::default() })?;
    let robot = robot.with_srdf(Srdf::from_file(Path::new(srdf))?).robot;
    let mut out = std::fs::File::create(out)?;
    let options = GrowOptions { polytope_cells: cells.parse()?, ..GrowOptions::default() };
    for line in std::fs::read_to_string(problems)?.lines() {
        let json = Json::parse(line)?;
        let node = Node::root(&json, "");
        let fields = node.fields()?;
        let id = fields.need("id")?.text()?.to_string();
        if !ids.contains(&id) {
            continue;
        }
        let start = robot.read_configuration(&fields.need("start")?, &robot.no_rest())?;
        let scene = fields.need("scene")?.text()?.to_string();
        let world = robot.world_of_file(&Path::new(problems).parent().unwrap_or(Path::new("")).join(&scene))?;
        let range = RangeOfMotion::new(&Workcell::new(&robot, &world)?)?;
        let begin = ProcessTime::now();
        let grown = range.free_polytope(&start, &options)?;
        let seconds = begin.elapsed().as_secs_f64();
        let Some(region) = grown else {
            println!("{id:<26} no region, {seconds:.2} s");
            continue;
        };
        let begin = ProcessTime::now();
        let least = region.verify(range.cell());
        let verifying = begin.elapsed().as_secs_f64();
        let nodes: usize = region.proofs.cells().iter().map(Vec::len).sum();
        println!(
            "{id:<26} {} rows, {nodes} nodes, {seconds:.2} s; verified in {verifying:.2} s: {least:?}",
            region.subject.rows().1.len()
        );
        let (a, b) = rows(&region);
        let row = serde_json::json!({"id": id, "scene": scene, "q": start, "A": a, "b": b, "seconds": seconds});
        writeln!(out, "{row}")?;
    }
    Ok(())
}

/// All half-spaces, those of the box included.
fn rows(region: &Certificate) -> (Vec<Vec<f64>>, Vec<f64>) {
    let (sides, (a, b)) = (region.subject.sides(), region.subject.rows());
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    for (i, [low, high]) in sides.iter().enumerate() {
        for (sign, limit) in [(1.0, *high), (-1.0, -*low)] {
            a.push((0..sides.len()).map(|j| if i == j { sign } else { 0.0 }).collect());
            b.push(limit);
        }
    }
    (a, b)
}
