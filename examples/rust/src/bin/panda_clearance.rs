//! How near is a robot to itself and its world, and which way is away?

use std::path::Path;

use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::{Robot, RobotClearance, RobotError, Srdf, Workcell};

fn main() -> Result<(), RobotError> {
    let panda = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/robots/panda"));
    let model = Robot::from_file(&panda.join("panda.urdf"), &UrdfOptions::default())?;
    let model = model.with_srdf(Srdf::from_file(&panda.join("panda.srdf"))?);
    let world = model.robot.world_of_file(&panda.join("boxes.json"))?;
    let mut clearance = RobotClearance::new(&Workcell::new(model, &world)?)?;

    let q = [0.0, -0.785398, 0.0, -2.356194, 0.0, 1.570796, 0.785398, 0.02];
    let found = clearance.gradient_at(&q)?.expect("the robot has pairs");
    let [a, b] = clearance.names(found.clearance.pair);
    println!("clearance {:.6} to {:.6}: {a} and {b}", found.clearance.bounds.lower, found.clearance.bounds.upper);

    // The derivative by each joint, in metres per radian: a step along it moves the nearest pair apart.
    let away: Vec<f64> = q.iter().zip(&found.gradient).map(|(q, rate)| q + 0.05 * rate).collect();
    let after = clearance.at(&away)?.expect("the robot has pairs");
    println!("after a step: {:.4}", after.proximity.signed_distance);
    Ok(())
}

// Output:
// clearance 0.134174 to 0.134174: panda_link5 and panda_rightfinger
// after a step: 0.1343
