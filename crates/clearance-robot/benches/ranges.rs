//! Times of ranges of motion: the Panda's pairs that never collide, each enclosed to 0.1 mm over all that its joints
//! can do.
//!
//! `cargo run --release -p clearance-robot --example ranges [CELLS [WIDTH]]`

use clearance_models::{Packages, ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::range::{JointBox, RangeOfMotion, RangeOptions};
use clearance_robot::{Robot, Srdf, Workcell};
use cpu_time::ProcessTime;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = std::env::args().skip(1);
    let cells: usize = given.next().map_or(Ok(4_000_000), |text| text.parse())?;
    let width: f64 = given.next().map_or(Ok(1e-4), |text| text.parse())?;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/panda");
    let options = UrdfOptions { packages: Packages::beside(), ignore_mimic: true, ..UrdfOptions::default() };
    let robot = Robot::from_urdf_file(&folder.join("panda.urdf"), &options)?.robot;
    let srdf = Srdf::from_file(&folder.join("panda.srdf"))?;
    let never: Vec<[String; 2]> =
        srdf.disabled.iter().filter(|row| row.reason == "Never").map(|row| row.links.clone()).collect();
    let range = RangeOfMotion::new(&Workcell::new(&robot, &[])?)?;
    let whole = JointBox::whole(&robot)?;
    let options = RangeOptions { width, cells, ..RangeOptions::default() };
    let start = ProcessTime::now();
    for pair in &never {
        let begin = ProcessTime::now();
        let is = |names: [&str; 2]| {
            names == [pair[0].as_str(), pair[1].as_str()] || names == [pair[1].as_str(), pair[0].as_str()]
        };
        let least = range.least_of(is, &whole, &options, &mut |_| {})?;
        println!(
            "{:<14} {:<14} {:.7} to {:.7} {:>9} cells {:>8.1} ms {}",
            pair[0],
            pair[1],
            least.lower,
            least.upper,
            least.cells,
            begin.elapsed().as_secs_f64() * 1e3,
            if least.complete { "" } else { "not complete" }
        );
    }
    println!("{} pairs, {:.2} CPU s", never.len(), start.elapsed().as_secs_f64());
    let with = robot.with_srdf(srdf);
    let range = RangeOfMotion::new(&Workcell::new(&with, &[])?)?;
    let begin = ProcessTime::now();
    let least = range.least(&whole, &RangeOptions { cells: 200_000, ..options })?;
    println!("whole box: {least:?}, {:.2} CPU s", begin.elapsed().as_secs_f64());
    Ok(())
}
