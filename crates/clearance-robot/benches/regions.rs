//! Times of free regions: boxes of a half width about the starts of planning problems, proven without and with a
//! certificate.
//!
//! `cargo run --release -p clearance-robot --example regions URDF SRDF PROBLEMS [HALF [CELLS]]`, with problems as of
//! `clearance robot plan`, in scenes relative to them. The first problem of each scenario is taken, the name before the
//! slash.

use std::collections::HashSet;
use std::path::Path;

use clearance_models::{Packages, ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::range::{JointBox, RangeOfMotion, RangeOptions};
use clearance_robot::region::GrowOptions;
use clearance_robot::{Robot, Srdf, Workcell};
use clearance_scene::json::{Json, Node};
use cpu_time::ProcessTime;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [urdf, srdf, problems, rest @ ..] = &given[..] else { return Err("expected URDF SRDF PROBLEMS".into()) };
    let half: f64 = rest.first().map_or(Ok(0.3), |text| text.parse())?;
    let cells: usize = rest.get(1).map_or(Ok(200_000), |text| text.parse())?;
    let folder = Path::new(urdf).parent().unwrap_or(Path::new(""));
    let packages = Packages::beside().with("meshes", folder.join("meshes"));
    let robot = Robot::from_urdf_file(Path::new(urdf), &UrdfOptions { packages, ..UrdfOptions::default() })?;
    let robot = robot.with_srdf(Srdf::from_file(Path::new(srdf))?).robot;
    let rest = robot.rest("{\"panda_finger_joint1\": 0.02}").unwrap_or_else(|_| robot.no_rest());
    let mut seen = HashSet::new();
    for line in std::fs::read_to_string(problems)?.lines() {
        let json = Json::parse(line)?;
        let node = Node::root(&json, "");
        let fields = node.fields()?;
        let id = fields.need("id")?.text()?.to_string();
        if !seen.insert(id.split('/').next().unwrap_or("").to_string()) {
            continue;
        }
        let start = robot.read_configuration(&fields.need("start")?, &rest)?;
        let file = Path::new(problems).parent().unwrap_or(Path::new("")).join(fields.need("scene")?.text()?);
        let world = robot.world_of_file(&file)?;
        let range = RangeOfMotion::new(&Workcell::new(&robot, &world)?)?;
        let over = JointBox::about(&robot, &start, half)?;
        let options = RangeOptions { target: Some(f64::MIN_POSITIVE), cells, ..RangeOptions::default() };
        let begin = ProcessTime::now();
        let least = range.least(&over, &options)?;
        let searched = begin.elapsed().as_secs_f64() * 1e3;
        let begin = ProcessTime::now();
        let certificate = range.prove_box(&over, &GrowOptions { cells: 20_000, ..GrowOptions::default() })?;
        let proven = begin.elapsed().as_secs_f64() * 1e3;
        let nodes = certificate.as_ref().map_or(0, |found| found.proofs.cells().iter().map(Vec::len).sum::<usize>());
        let begin = ProcessTime::now();
        let verified = certificate.as_ref().is_some_and(|found| found.verify(range.cell()).is_ok());
        let verifying = begin.elapsed().as_secs_f64() * 1e3;
        println!(
            "{id:<26} {:?} {:.5} {} cells {searched:.1} ms; certificate {nodes} nodes {proven:.1} ms, verified {verified} {verifying:.1} ms",
            least.collides(),
            least.upper,
            least.cells
        );
    }
    Ok(())
}
