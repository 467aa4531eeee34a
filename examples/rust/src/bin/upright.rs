//! Carry a cup upright: a plan whose every edge keeps the cup within 10 degrees of up, proven, with a certificate.

use std::path::Path;

use clearance::{Pose3, Rotor3, Vec3};
use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::edge::{Checker, EdgeOptions};
use clearance_robot::plan::{Goal, InverseOptions, PlanOptions, Target, Tip, inverse};
use clearance_robot::{Constraint, Robot, Srdf, Workcell};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let panda = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/panda");
    let model = Robot::from_urdf_file(&panda.join("panda.urdf"), &UrdfOptions::default())?;
    let model = model.with_srdf(Srdf::from_file(&panda.join("panda.srdf"))?);
    let world = model.robot.world_of_file(&panda.join("kitchen.json"))?;
    let cell = Workcell::new(&model, &world)?.with_group(model.robot.group("arm")?);
    // The hand looks down at the cup; the fingers are around it.
    let home = [0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785, 0.031];
    let above = |x: f64, y: f64| Pose3::new(Rotor3::from_wxyz([0.0, 1.0, 0.0, 0.0])?, Vec3::new(x, y, 0.12));
    let tip = Tip { link: model.robot.find_link("panda_hand_tcp")?, point: Vec3::new(0.0, 0.0, 0.0) };
    let reach = |cell: &Workcell, pose, guess: &[f64]| {
        inverse(&Checker::new(cell)?, &Target { tip, pose, oriented: true }, guess, &InverseOptions::default())
    };
    let touch = ["panda_leftfinger", "panda_rightfinger", "table"];
    let cell = cell.allow("cup", "panda_leftfinger")?.allow("cup", "panda_rightfinger")?;
    let grasp = reach(&cell, above(0.45, 0.3)?, &home)?.ok_or("the cup is out of reach")?;
    let held = cell.attach("cup", "panda_hand", &grasp, &touch)?;
    let up = Vec3::new(0.0, 0.0, 1.0);
    let upright = held.keep(Constraint::axis("upright", "cup", up, up, 10f64.to_radians()))?;
    let place = reach(&upright, above(0.45, -0.3)?, &grasp)?.ok_or("the place is out of reach")?;

    let checker = Checker::new(&upright)?;
    let straight = checker.edge(&grasp, &place, &EdgeOptions::default())?;
    println!("straight to the place: {}", straight.name());
    let mut plan = checker.plan(&grasp, &Goal::at(place), &PlanOptions::default())??;
    println!("a plan of {} edges", plan.plan.path.len() - 1);
    let certificate = plan.certify(&checker)?;
    println!("proven: {}", certificate.verify(&upright).is_ok());
    println!("proven without the constraint: {}", certificate.verify(&held).is_ok());
    Ok(())
}

// Output:
// straight to the place: hit
// a plan of 7 edges
// proven: true
// proven without the constraint: false
