//! Move the tip of a redundant arm along a line past obstacles, and prove what lies between the steps.

use std::error::Error;
use std::path::Path;

use clearance_models::{ReadRobot, ReadSrdf, Task, UrdfOptions};
use clearance_robot::edge::{Checker, Found};
use clearance_robot::{Robot, Srdf, Workcell};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/robots/redundant"));
    let model = Robot::from_file(&folder.join("robot.json"), &UrdfOptions::default())?;
    let model = model.with_srdf(Srdf::from_file(&folder.join("robot.srdf"))?);
    let world = model.robot.world_of_file(&folder.join("scene.json"))?;
    let checker = Checker::new(&Workcell::new(model, &world)?)?;

    let (robot, text) = (checker.robot(), std::fs::read_to_string(folder.join("task.json"))?);
    let task = Task::read(&text, robot, &robot.no_rest())?;
    let run = task.run(&checker)?;
    let steps = run.steps(&checker).collect::<Result<Vec<_>, _>>()?;
    println!("{} steps, the last at {:.2} s", steps.len(), steps.last().map_or(0.0, |step| step.time));
    if let (Found::Free { lower, .. }, _) = run.proof(&checker)? {
        println!("free at all times, clearance above {lower:.4}");
    }
    Ok(())
}

// Output:
// 335 steps, the last at 16.70 s
// free at all times, clearance above 0.4182
