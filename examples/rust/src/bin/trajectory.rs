//! What a robot executes, in seconds: a spline as its controller interpolates it, a tracking error, and a cart that
//! passes by.

use std::error::Error;
use std::path::Path;

use clearance::{Cuboid, Pose3, Vec3};
use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::edge::{EdgeOptions, Found};
use clearance_robot::{
    Between, BodyMotion, Execution, Interpolation, Obstacle, Robot, Srdf, TimedPoint, Trajectory, Waypoint, Workcell,
};

/// A quarter of a turn of the first joint in two seconds, at rest at both ends; the joints follow to 0.01 rad. The cart
/// comes along y = 0.5, known to 2 cm.
fn swing(end: f64) -> Result<Trajectory, Box<dyn Error>> {
    let ready = [0.0, -0.785398, 0.0, -2.356194, 0.0, 1.570796, 0.785398, 0.02];
    let turned = [1.5, ready[1], ready[2], ready[3], ready[4], ready[5], ready[6], ready[7]];
    let at = |time, q: [f64; 8]| TimedPoint::at(time, q.to_vec()).with_velocities(vec![0.0; 8]);
    let joints = Trajectory::through(&[at(0.0, ready), at(2.0, turned)], Interpolation::Cubic)?;
    let way = |time, x| Ok::<_, clearance::ShapeError>(Waypoint { time, pose: Pose3::from_xyz(x, 0.5, 0.4)? });
    let cart = BodyMotion::through("cart", &[way(0.0, 2.2)?, way(2.0, end)?], Between::Linear)?;
    let cart = cart.uncertain([0.02, 0.02, 0.0], [0.0; 3])?;
    Ok(joints.with_tube(vec![0.01; 8])?.with_body(cart)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let panda = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/robots/panda"));
    let model = Robot::from_file(&panda.join("panda.urdf"), &UrdfOptions::default())?;
    let model = model.with_srdf(Srdf::from_file(&panda.join("panda.srdf"))?);
    let cart = Cuboid::from_half_extents(Vec3::new(0.2, 0.2, 0.4))?;
    let world = [Obstacle::new("cart", cart, Pose3::from_xyz(2.2, 0.5, 0.4)?)];
    let cell = Workcell::new(model, &world)?;

    for end in [1.2, 0.2] {
        let execution = Execution::new(&cell, &swing(end)?)?;
        match execution.check(&EdgeOptions::default())? {
            Found::Free { lower, .. } => println!("cart to {end}: free, never nearer than {lower:.3} m"),
            Found::Hit(found) => {
                let [link, body] = &found.pair;
                println!("cart to {end}: free until {:.3} s, then {link} and {body} may collide", found.time.lower);
            }
            other => println!("cart to {end}: not known, {other:?}"),
        }
    }

    // A proof that another program can check.
    let free = Execution::new(&cell, &swing(1.2)?)?;
    let (_, proof) = free.certify(&EdgeOptions::default())?;
    let proof = proof.ok_or("it is not free")?;
    println!("the certificate holds: {}", proof.verify(&cell).is_ok());
    Ok(())
}

// Output:
// cart to 1.2: free, never nearer than 0.009 m
// cart to 0.2: free until 1.816 s, then panda_hand and cart may collide
// the certificate holds: true
