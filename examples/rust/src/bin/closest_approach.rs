//! How near a recorded motion of a Panda comes to a post, when, and with which link; and between which samples it is
//! nearer than a distance.

use std::error::Error;
use std::path::Path;

use clearance::{Cuboid, Pose3, Vec3};
use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::edge::{ApproachOptions, Checker};
use clearance_robot::path::Path as JointPath;
use clearance_robot::{Obstacle, Robot, Srdf, Workcell};

/// The first joint swings past the post and back while the elbow bends, in a hundred steps.
fn sample(i: u32) -> Vec<f64> {
    let phase = f64::from(i) / 100.0 * std::f64::consts::TAU;
    vec![0.9 * (1.0 - phase.cos()), -0.4, 0.0, -2.0 + 0.3 * phase.sin(), 0.0, 1.6, 0.8, 0.02]
}

fn main() -> Result<(), Box<dyn Error>> {
    let panda = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/robots/panda"));
    let model = Robot::from_file(&panda.join("panda.urdf"), &UrdfOptions::default())?;
    let model = model.with_srdf(Srdf::from_file(&panda.join("panda.srdf"))?);
    let post = Cuboid::from_half_extents(Vec3::new(0.05, 0.05, 0.5))?;
    let cell = Workcell::new(model, &[Obstacle::new("post", post, Pose3::from_xyz(0.25, 0.55, 0.5)?)])?;

    let samples: Vec<_> = (0..=100).map(sample).collect();
    let path = JointPath::through(&samples, cell.robot().dof())?;
    let (checker, options) = (Checker::new(&cell)?, ApproachOptions::default());
    let found = checker.closest_approach(&path, &options).ok_or("no pair is checked")?;
    let [link, body] = &found.pair;
    println!("{link} and {body} are {:.5} m apart after {:.1} steps", found.least.upper, found.time);
    println!("nothing is nearer at any time: proven to {:.0e} m", options.within);
    assert!(found.complete && found.least.width() <= options.within);

    let near = checker.approaches(&path, &options).ok_or("no pair is checked")?;
    let below = near.iter().filter(|segment| segment.least.upper <= 0.1).count();
    println!("it is nearer than 0.1 m in {below} of {} steps", near.len());
    Ok(())
}

// Output:
// panda_link6 and post are 0.05727 m apart after 69.8 steps
// nothing is nearer at any time: proven to 1e-6 m
// it is nearer than 0.1 m in 26 of 100 steps
