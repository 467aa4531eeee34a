//! Samples against proofs: a grid of a mechanism's configurations beside its proven range, and random configurations of
//! a free region of the Panda.
//!
//! `cargo run --release -p clearance-robot --example range_samples [GRID [SAMPLES]]`: the grid has GRID values for each
//! of three joints (215: 10⁷ configurations).

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
use std::path::Path;

use clearance_models::{Packages, ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::random::Random;
use clearance_robot::range::{JointBox, RangeOfMotion, RangeOptions};
use clearance_robot::region::GrowOptions;
use clearance_robot::{Robot, RobotClearance, Srdf, Workcell};

const MECHANISM: &str = r#"{"bodies": [
    {"name": "post", "shape": {"kind": "cylinder", "radius": 0.1, "half_length": 0.5}, "pose": {"translation": [0.2, 1.15, 0.4]}},
    {"name": "plate", "shape": {"kind": "box", "half_extents": [0.3, 0.2, 0.02]}, "pose": {"translation": [-0.9, 0.6, 0.9], "rpy": [0.2, 0.1, 0]}},
    {"name": "arm", "shape": {"kind": "capsule", "radius": 0.06, "half_length": 0.3, "axis": "x"}, "pose": {"translation": [0.35, 0, 0.5]},
     "joint": {"type": "revolute", "axis": [0, 0, 1], "origin": [0, 0, 0], "range": [-2.5, 2.5]}},
    {"name": "fore", "shape": {"kind": "box", "half_extents": [0.2, 0.04, 0.05]}, "pose": {"translation": [0.9, 0, 0.5]},
     "joint": {"type": "revolute", "axis": [0, 1, 0.2], "origin": [0.7, 0, 0.5], "range": [-0.9, 0.9], "parent": "arm"}},
    {"name": "tool", "shape": {"kind": "cone", "radius": 0.05, "half_length": 0.08, "axis": "x"}, "pose": {"translation": [1.2, 0, 0.5]},
     "joint": {"type": "prismatic", "axis": [1, 0, 0], "range": [-0.05, 0.05], "parent": "fore"}}]}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = std::env::args().skip(1);
    let grid: usize = given.next().map_or(Ok(40), |text| text.parse())?;
    let samples: usize = given.next().map_or(Ok(100_000), |text| text.parse())?;
    beside_a_grid(grid)?;
    in_a_region(samples)
}

/// The least clearance of a grid, which is never below the proven bound.
fn beside_a_grid(grid: usize) -> Result<(), Box<dyn std::error::Error>> {
    let cell = Workcell::new(Robot::from_assembly_json(MECHANISM, Path::new(""))?, &[])?;
    let over = JointBox::whole(cell.robot())?;
    let options = RangeOptions { width: 1e-6, stop_at_contact: false, ..RangeOptions::default() };
    let least = RangeOfMotion::new(&cell)?.least(&over, &options)?;
    let mut clearance = RobotClearance::new(&cell)?;
    let attained = clearance.at(&least.worst)?.map_or(f64::INFINITY, |found| found.bounds.upper);
    let (mut lowest, mut below) = (f64::INFINITY, 0);
    for place in 0..grid.pow(3) {
        let value = |(i, side): (usize, &[f64; 2])| {
            let step = (place / grid.pow(i as u32)) % grid;
            (side[0] + (side[1] - side[0]) * step as f64 / (grid - 1) as f64).clamp(side[0], side[1])
        };
        let q: Vec<f64> = over.sides().iter().enumerate().map(value).collect();
        let found = clearance.at(&q)?.map_or(f64::INFINITY, |found| found.bounds.upper);
        below += usize::from(found < least.lower);
        lowest = lowest.min(found);
    }
    println!(
        "{} configurations: least {lowest:.7}, {below} below the bound; proven {:.7} to {:.7} in {} cells, attained {attained:.7}",
        grid.pow(3),
        least.lower,
        least.upper,
        least.cells
    );
    Ok(())
}

/// Random configurations of a grown box, none of which collides.
fn in_a_region(samples: usize) -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/panda");
    let options = UrdfOptions { packages: Packages::beside(), ignore_mimic: true, ..UrdfOptions::default() };
    let robot = Robot::from_urdf_file(&folder.join("panda.urdf"), &options)?;
    let robot = robot.with_srdf(Srdf::from_file(&folder.join("panda.srdf"))?).robot;
    let world = robot.world_of_file(&folder.join("boxes.json"))?;
    let range = RangeOfMotion::new(&Workcell::new(&robot, &world)?)?;
    let ready = [0.0, -FRAC_PI_4, 0.0, -3.0 * FRAC_PI_4, 0.0, FRAC_PI_2, FRAC_PI_4, 0.02, 0.02];
    let Some(found) = range.free_box(&ready, &GrowOptions::default())? else { return Err("no box".into()) };
    let lower = found.verify(range.cell()).map_err(|why| why.to_string())?;
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world)?)?;
    let (mut random, mut collisions, mut least) = (Random::new(1), 0, f64::INFINITY);
    for _ in 0..samples {
        let value = |side: &[f64; 2]| {
            if random.below(4) == 0 { side[random.below(2)] } else { random.between(side[0], side[1]) }
        };
        let q: Vec<f64> = found.subject.sides().iter().map(value).collect();
        let Some(near) = clearance.at(&q)? else { continue };
        collisions += usize::from(near.collides != Some(false));
        least = least.min(near.bounds.upper);
    }
    let widths: Vec<String> = found.subject.sides().iter().map(|[low, high]| format!("{:.3}", high - low)).collect();
    println!(
        "box of widths {}: {collisions} of {samples} samples collide, least {least:.6}, proven {lower:.2e}",
        widths.join(" ")
    );
    Ok(())
}
