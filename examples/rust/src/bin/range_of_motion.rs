//! Prove clearances of a mechanism over all that its joints can do.

use std::path::Path;

use clearance_models::{ReadJointBox, ReadRobot};
use clearance_robot::range::{JointBox, RangeOfMotion, RangeOptions};
use clearance_robot::{Robot, Workcell};

const CABINET: &str = r#"{"bodies": [
    {"name": "board", "shape": {"kind": "box", "half_extents": [0.3, 0.25, 0.02]}},
    {"name": "wall", "shape": {"kind": "box", "half_extents": [0.02, 0.8, 0.5]}, "pose": {"translation": [-0.75, -0.3, 0.2]}},
    {"name": "door", "shape": {"kind": "box", "half_extents": [0.3, 0.01, 0.19]}, "pose": {"translation": [0, -0.27, 0.22]},
     "joint": {"type": "revolute", "axis": [0, 0, 1], "origin": [-0.3, -0.27, 0], "range": [-1.9, 0]}},
    {"name": "drawer", "shape": {"kind": "box", "half_extents": [0.25, 0.22, 0.05]}, "pose": {"translation": [0, 0, 0.15]},
     "joint": {"type": "prismatic", "axis": [0, -1, 0], "range": [0, 0.3]}}]}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let range = RangeOfMotion::new(&Workcell::new(Robot::from_assembly_json(CABINET, Path::new(""))?, &[])?)?;
    let robot = range.robot();
    let options = RangeOptions { width: 1e-6, ..RangeOptions::default() };
    for row in range.each(&JointBox::whole(robot)?, &options)? {
        let [a, b] = &row.pair;
        match row.least.collides() {
            Some(false) => println!("{a} {b} {}, at least {:.5}", row.verdict.name(), row.least.lower),
            _ => println!("{a} {b} {}", row.verdict.name()),
        }
    }
    let open = JointBox::parse(robot, r#"{"door": [-1.9, -1.6]}"#, &robot.no_rest())?;
    let least = range.least(&open, &options)?;
    println!("with the door open: {:.5} between {}", least.lower, least.pair.unwrap_or_default().join(" and "));
    let certificate = range.certify(&open, (least.lower, options.cells))?.ok_or("too many cells")?;
    println!("certificate: valid, at least {:.5}", certificate.verify(range.cell())?);
    Ok(())
}

// Output:
// door drawer sometimes
// door board never, at least 0.01414
// door wall never, at least 0.22656
// drawer board never, at least 0.08000
// drawer wall never, at least 0.48000
// with the door open: 0.02140 between door and board
// certificate: valid, at least 0.02140
