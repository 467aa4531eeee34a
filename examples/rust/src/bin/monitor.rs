//! A control loop of 1 kHz beside a person: how near the robot may come before it stops, and what each tick costs.

use std::{path::Path, time::Instant};

use clearance::{Axial, Capsule, Pose3};
use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::monitor::{Ahead, Monitor, MonitorOptions, Sample, Seen, Verdict, Watched};
use clearance_robot::{Obstacle, Robot, Srdf, Workcell};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/robots/panda");
    let model = Robot::from_file(&root.join("panda.urdf"), &UrdfOptions::default())?;
    let model = model.with_srdf(Srdf::from_file(&root.join("panda.srdf"))?);
    let cell = Workcell::new(&model, &model.robot.world_of_file(&root.join("boxes.json"))?)?;
    // No point of a person's forearm is faster than 1.6 m/s, and the camera is off by up to 2 cm.
    let forearm = Capsule::along(Axial { radius: 0.06, half_length: 0.12, axis: 2 })?;
    let forearm = Obstacle { margin: 0.02, ..Obstacle::new("forearm", forearm, Pose3::IDENTITY) };
    // Whatever the joints do within 5 rad/s² in the next 0.1 s: keep moving, or brake.
    let ahead = Ahead::Accelerations { horizon: 0.1, most: vec![5.0; cell.robot().dof()] };
    let options = MonitorOptions { max_age: 0.02, ..MonitorOptions::new(cell.robot().dof(), ahead) };
    let mut monitor = Monitor::new(&cell, &[Watched::new(forearm, 1.6)], options)?;
    let mut q = [0.0, -0.785398, 0.0, -2.356194, 0.0, 1.570796, 0.785398, 0.02];
    let velocity = [0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let (mut ticks, mut bins) = (0, [0u32; 12]);
    loop {
        let now = f64::from(ticks) * 1e-3;
        q[0] = 0.1 * now;
        // The camera saw the arm 10 ms ago, on its way from 1.6 m to the robot at 0.5 m/s.
        let seen = [Seen { taken: now - 0.01, pose: Pose3::from_xyz(1.6 - 0.5 * (now - 0.01), 0.1, 0.5)? }];
        let sample = Sample { now, taken: now, configuration: &q, velocity: &velocity, bodies: &seen, stop: None };
        let begin = Instant::now();
        let reading = monitor.tick(&sample);
        bins[(begin.elapsed().as_micros() as u64).max(1).ilog2().min(11) as usize] += 1;
        let [link, _] = reading.watched.pair.map_or(["", ""], |pair| monitor.names(pair));
        if reading.verdict != Verdict::Free {
            println!("{now:.3} s: {}, stop", reading.verdict.name());
            break;
        }
        if ticks % 250 == 0 {
            println!("{now:.3} s: free, {link} at least {:.2} m from the arm", reading.watched.lower);
        }
        ticks += 1;
    }
    for (bin, count) in bins.iter().enumerate().filter(|(_, count)| **count > 0) {
        let share = 60 * count / bins.iter().max().copied().unwrap_or(1);
        eprintln!("{:>5} us and more: {count:>5} {}", 1 << bin, "#".repeat(share as usize));
    }
    Ok(())
}

// Output:
// 0.000 s: free, panda_link6 at least 0.97 m from the arm
// 0.250 s: free, panda_link6 at least 0.85 m from the arm
// 0.500 s: free, panda_link6 at least 0.72 m from the arm
// 0.750 s: free, panda_link6 at least 0.60 m from the arm
// 1.000 s: free, panda_link6 at least 0.47 m from the arm
// 1.250 s: free, panda_link6 at least 0.35 m from the arm
// 1.500 s: free, panda_link6 at least 0.22 m from the arm
// 1.750 s: free, panda_link6 at least 0.10 m from the arm
// 1.952 s: close, stop
