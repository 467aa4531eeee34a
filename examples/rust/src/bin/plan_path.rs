//! Plan a path whose every edge is proven free, prove another one to collide, and check the proof again.

use std::error::Error;
use std::path::Path as FilePath;

use clearance::{Cuboid, Pose3, Vec3};
use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::certificate::Certificate;
use clearance_robot::edge::{Checker, EdgeOptions, Found};
use clearance_robot::plan::{Goal, PlanOptions};
use clearance_robot::{Obstacle, Robot, Srdf, Workcell};

fn main() -> Result<(), Box<dyn Error>> {
    let panda = FilePath::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/robots/panda"));
    let model = Robot::from_file(&panda.join("panda.urdf"), &UrdfOptions::default())?;
    let model = model.with_srdf(Srdf::from_file(&panda.join("panda.srdf"))?);
    let post = Cuboid::from_half_extents(Vec3::new(0.05, 0.05, 0.6))?;
    let world = [Obstacle::new("post", post, Pose3::from_translation(Vec3::new(0.25, -0.25, 0.6))?)];
    let checker = Checker::new(&Workcell::new(model, &world)?)?;

    let start = [0.0, -0.785398, 0.0, -2.356194, 0.0, 1.570796, 0.785398, 0.02];
    let goal = [-1.5, start[1], start[2], start[3], start[4], start[5], start[6], start[7]];
    if let Found::Hit(contact) = checker.edge(&start, &goal, &EdgeOptions::default())? {
        println!("straight: {} and {} collide at t = {:.4}", contact.pair[0], contact.pair[1], contact.time.upper);
    }

    let mut found =
        checker.plan(&start, &Goal::at(goal.to_vec()), &PlanOptions { seed: 1, ..PlanOptions::default() })??;
    println!("planned: {} edges, clearance above {:.6}", found.plan.path.len() - 1, found.lower);

    // A line of text that another program can check.
    let line = found.certify(&checker)?.to_line("plan");
    let certificate: Certificate = serde_json::from_str(&line)?;
    println!("checked again: {}", certificate.verify(checker.cell()).is_ok());
    Ok(())
}

// Output:
// straight: panda_hand and post collide at t = 0.2210
// planned: 4 edges, clearance above 0.000025
// checked again: true
