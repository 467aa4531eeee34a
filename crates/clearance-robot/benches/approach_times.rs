//! The closest approach of a recording of the Panda among 20 boxes, and the profile of a trajectory.
//!
//! `cargo run --release -p clearance-robot --example approach_times [LOGS]`

use std::path::PathBuf;

use clearance_models::{Packages, ReadRobot, ReadSrdf, UrdfOptions, obstacles};
use clearance_robot::edge::{ApproachOptions, Checker};
use clearance_robot::path::Path;
use clearance_robot::random::Random;
use clearance_robot::{Robot, Srdf, Workcell};
use clearance_scene::read_scene;
use cpu_time::ProcessTime;

/// A smooth motion of all joints within their limits, and its samples.
fn recording(robot: &Robot, random: &mut Random, samples: usize) -> Vec<Vec<f64>> {
    let limits: Vec<[f64; 2]> = robot
        .joints()
        .iter()
        .filter_map(|joint| joint.drive.variable.and(joint.limits))
        .map(|limits| [limits.lower, limits.upper])
        .collect();
    let size = random.between(0.02, 0.4);
    let waves: Vec<[f64; 4]> =
        limits.iter().map(|_| [0, 1, 2, 3].map(|_| random.between(0.0, std::f64::consts::TAU))).collect();
    let value = |time: f64, ([low, high], wave): (&[f64; 2], &[f64; 4])| {
        let swing = 0.5 * (1.5 * time + wave[0]).sin() + 0.3 * (3.1 * time + wave[1]).sin() + 0.1 * wave[2].sin();
        0.5 * (low + high) + size * (high - low) * swing
    };
    let at = |i: usize| limits.iter().zip(&waves).map(|joint| value(10.0 * i as f64 / samples as f64, joint)).collect();
    (0..samples).map(at).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let logs: usize = std::env::args().nth(1).map_or(Ok(20), |text| text.parse())?;
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/panda");
    let options = UrdfOptions { packages: Packages::beside(), ignore_mimic: true, ..UrdfOptions::default() };
    let robot = Robot::from_urdf_file(&folder.join("panda.urdf"), &options)?;
    let robot = robot.with_srdf(Srdf::from_file(&folder.join("panda.srdf"))?).robot;
    let scene = read_scene(&folder.join("boxes.json"))?.into_space()?;
    let checker = Checker::new(&Workcell::new(&robot, &obstacles(&scene)?)?)?;
    let mut random = Random::new(0xa9);
    for (samples, within) in [(1000, 1e-6), (1000, 1e-3), (200, 1e-6)] {
        let (mut spent, mut most, mut each, mut apart, mut open) = (0.0, 0.0f64, 0.0, 0, 0);
        for _ in 0..logs {
            let points = recording(&robot, &mut random, samples);
            let path = Path::through(&points, robot.dof())?;
            let options = ApproachOptions { within, ..ApproachOptions::default() };
            let begin = ProcessTime::now();
            let found = checker.closest_approach(&path, &options).ok_or("no pairs")?;
            let took = begin.elapsed().as_secs_f64();
            (spent, most) = (spent + took, most.max(took));
            apart += usize::from(found.least.lower > 0.0);
            open += usize::from(!found.complete);
            let begin = ProcessTime::now();
            let profile = checker.approaches(&path, &options).ok_or("no pairs")?;
            each += begin.elapsed().as_secs_f64();
            let least = profile.iter().map(|part| part.least.upper).fold(f64::INFINITY, f64::min);
            assert!(least + 1e-12 >= found.least.lower && found.least.upper <= least + within, "{least} {found:?}");
            for point in &points {
                let Some((here, _)) = checker.nearest(point)? else { continue };
                assert!(here.bounds.upper >= found.least.lower, "{here:?} {found:?}");
            }
        }
        let per = 1e3 / logs as f64;
        println!(
            "{samples} samples within {within:e} m: {:.2} ms ({:.2} at most), profile {:.2} ms; {apart} apart, {open} open",
            spent * per,
            most * 1e3,
            each * per
        );
    }
    Ok(())
}
