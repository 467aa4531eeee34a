//! The closest approach of a recording of the Panda among 20 boxes, the profile of a trajectory, and the certificate of
//! a long recording.
//!
//! `cargo run --release -p clearance-robot --example approach_times [LOGS]`

use std::path::PathBuf;

use clearance_models::{Packages, ReadRobot, ReadSrdf, UrdfOptions, obstacles};
use clearance_robot::edge::{ApproachOptions, Checker, EdgeOptions, Mode, TOLERANCE};
use clearance_robot::path::Path;
use clearance_robot::random::Random;
use clearance_robot::{Execution, Interpolation, Robot, Srdf, TimedPoint, Trajectory, Workcell};
use clearance_scene::read_scene;
use cpu_time::ProcessTime;

/// A smooth motion of all joints within their limits, and its samples.
fn recording(robot: &Robot, random: &mut Random, (samples, seconds): (usize, f64)) -> Vec<Vec<f64>> {
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
    let at =
        |i: usize| limits.iter().zip(&waves).map(|joint| value(seconds * i as f64 / samples as f64, joint)).collect();
    (0..samples).map(at).collect()
}

/// The certificates of recordings of 20 s at 1 kHz: processor time, size, and the time of the verifier.
fn certificates(cell: &Workcell, random: &mut Random, logs: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mode = Mode::LeastClearance { tolerance: TOLERANCE };
    for samples in [2_000, 20_000] {
        let mut found = 0;
        while found < logs {
            let points = recording(cell.robot(), random, (samples, 1e-3 * samples as f64));
            let point = |(i, positions): (usize, Vec<f64>)| TimedPoint::at(1e-3 * i as f64, positions);
            let points: Vec<TimedPoint> = points.into_iter().enumerate().map(point).collect();
            let execution = Execution::new(cell, &Trajectory::through(&points, Interpolation::Linear)?)?;
            let begin = ProcessTime::now();
            let certificate = execution.certify(&EdgeOptions { mode, ..EdgeOptions::default() })?.1;
            let made = begin.elapsed().as_secs_f64();
            // Most recordings of random motions touch something.
            let Some(certificate) = certificate else { continue };
            found += 1;
            let begin = ProcessTime::now();
            let lower = certificate.verify(cell)?;
            let (verified, bytes) = (begin.elapsed().as_secs_f64(), certificate.to_line("log").len());
            let entries = certificate.proofs.entries().len();
            let size = bytes as f64 * 1e-6;
            println!(
                "{samples} samples: {entries} entries, {size:.2} MB, at least {lower:.4} m, made in {made:.2} s, verified in {verified:.2} s"
            );
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let logs: usize = std::env::args().nth(1).map_or(Ok(20), |text| text.parse())?;
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/panda");
    let options = UrdfOptions { packages: Packages::beside(), ignore_mimic: true, ..UrdfOptions::default() };
    let robot = Robot::from_urdf_file(&folder.join("panda.urdf"), &options)?;
    let robot = robot.with_srdf(Srdf::from_file(&folder.join("panda.srdf"))?).robot;
    let scene = read_scene(&folder.join("boxes.json"))?.into_space()?;
    let cell = Workcell::new(&robot, &obstacles(&scene)?)?;
    let checker = Checker::new(&cell)?;
    let mut random = Random::new(0xa9);
    for (samples, within) in [(1000, 1e-6), (1000, 1e-3), (200, 1e-6)] {
        let (mut spent, mut most, mut each, mut apart, mut touching) = (0.0, 0.0f64, 0.0, 0, 0);
        while apart < logs {
            let points = recording(&robot, &mut random, (samples, 10.0));
            let path = Path::through(&points, robot.dof())?;
            let options = ApproachOptions { within, ..ApproachOptions::default() };
            let begin = ProcessTime::now();
            let found = checker.closest_approach(&path, &options).ok_or("no pairs")?;
            let took = begin.elapsed().as_secs_f64();
            // How deep something is in contact is another question.
            if found.least.upper <= 0.0 {
                touching += 1;
                continue;
            }
            (spent, most, apart) = (spent + took, most.max(took), apart + 1);
            assert!(found.complete, "{found:?}");
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
        let [all, profile] = [spent, each].map(|seconds| 1e3 * seconds / logs as f64);
        let most = 1e3 * most;
        println!(
            "{samples} samples within {within:e} m: {all:.2} ms ({most:.2} at most), profile {profile:.2} ms; {touching} others touch"
        );
    }
    certificates(&cell, &mut random, logs.div_ceil(5))
}
