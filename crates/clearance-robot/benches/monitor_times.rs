//! What ticks of a monitor cost, and how near their bounds are.
//!
//!     cargo run --release -p clearance-robot --example monitor_times -- ROBOT.urdf ROBOT.srdf TICKS [SAMPLES.jsonl EVERY]
//!
//! A robot moves as its joints may, with 12 capsules of a person that walks by and 20 boxes, and looks 100 ms ahead.
//! Prints percentiles of the times of ticks, wall clock and processor, and how much memory they took. With a file, one
//! tick in EVERY is written with the sets that its bounds are about: members of them that another library can measure.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use allocation_counter::measure;
use clearance::{Axial, Capsule, Cuboid, Pose3, Rotor3, Vec3};
use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::monitor::{Ahead, Monitor, MonitorOptions, Sample, Seen, Verdict, Watched};
use clearance_robot::plan::variable_limits;
use clearance_robot::random::Random;
use clearance_robot::{Obstacle, Robot, Srdf, Workcell};
use cpu_time::ProcessTime;
use serde_json::json;

/// s.
const PERIOD: f64 = 1e-3;
const HORIZON: f64 = 0.1;
/// m/s.
const WALK: f64 = 1.6;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [robot, srdf, ticks, written @ ..] = &arguments[..] else {
        return Err("usage: monitor_times ROBOT.urdf ROBOT.srdf TICKS [SAMPLES.jsonl EVERY]".into());
    };
    let robot = Robot::from_file(Path::new(robot), &UrdfOptions::default())?;
    let robot = robot.with_srdf(Srdf::from_file(Path::new(srdf))?).robot;
    let ticks: usize = ticks.parse()?;
    let every = written.get(1).map_or(Ok(usize::MAX), |text| text.parse())?;
    let mut file = written.first().map(std::fs::File::create).transpose()?.map(std::io::BufWriter::new);
    let mut random = Random::new(7);
    let (world, person) = (boxes(&mut random)?, person()?);
    let ahead = Ahead::Accelerations { horizon: HORIZON, most: vec![5.0; robot.dof()] };
    let mut monitor = Monitor::new(&Workcell::new(&robot, &world)?, &person, MonitorOptions::new(robot.dof(), ahead))?;
    println!("{} pairs", monitor.pairs());

    let motion = Motion::new(&robot, &mut random);
    let (mut times, mut memory, mut counts) = (Vec::with_capacity(ticks), 0, [0usize; 3]);
    let (mut evaluations, mut incomplete, mut slack) = (0u64, 0, 0.0);
    let began = ProcessTime::now();
    for tick in 0..ticks {
        let now = tick as f64 * PERIOD;
        let (q, v) = motion.at(now);
        let seen = walk(now);
        let sample = Sample { now, taken: now, configuration: &q, velocity: &v, bodies: &seen, stop: None };
        let (mut reading, mut elapsed) = (None, 0.0);
        let used = measure(|| {
            let begin = Instant::now();
            reading = Some(monitor.tick(&sample));
            elapsed = begin.elapsed().as_secs_f64();
        });
        let Some(reading) = reading else { continue };
        times.push(elapsed);
        memory += used.count_total;
        counts[match reading.verdict {
            Verdict::Free => 0,
            Verdict::Close => 1,
            Verdict::Fault(_) => 2,
        }] += 1;
        evaluations += u64::from(reading.evaluations);
        incomplete += usize::from(!reading.complete);
        slack += reading.watched.upper - reading.watched.lower;
        if let Some(file) = file.as_mut().filter(|_| tick % every == 0) {
            let poses: Vec<_> = seen.iter().map(|seen| <[f64; 3]>::from(seen.pose.translation())).collect();
            let lower = [reading.watched.lower, reading.own.lower, reading.world.lower];
            writeln!(file, "{}", json!({"q": q, "v": v, "person": poses, "lower": lower, "horizon": reading.horizon}))?;
        }
    }
    let cpu = began.elapsed().as_secs_f64();
    times.sort_unstable_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize] * 1e6;
    println!("{ticks} ticks: {:.1} us of processor time each, with what makes the samples", cpu * 1e6 / ticks as f64);
    println!(
        "wall us: p50 {:.1}, p90 {:.1}, p99 {:.1}, p99.9 {:.1}, p99.99 {:.1}, most {:.1}",
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(0.9999),
        at(1.0)
    );
    println!(
        "{} free, {} close, {} faults; {incomplete} incomplete; {memory} allocations",
        counts[0], counts[1], counts[2]
    );
    println!(
        "{:.1} support evaluations each; mean slack to people {:.4} m",
        evaluations as f64 / ticks as f64,
        slack / ticks as f64
    );
    println!("us, ticks: {}", histogram(&times));
    Ok(())
}

/// How many times lie between neighbours of a scale of quarter octaves, with its lower ends: what
/// `docs/pictures/monitor.py` draws.
fn histogram(times: &[f64]) -> String {
    let bin = |time: &f64| (4.0 * (time * 1e6).max(1.0).log2()).floor() as i32;
    let bins = times.chunk_by(|a, b| bin(a) == bin(b));
    let words: Vec<String> =
        bins.map(|all| format!("{:.1} {}", 2f64.powf(f64::from(bin(&all[0])) / 4.0), all.len())).collect();
    words.join(", ")
}

/// Boxes about the robot, none nearer to its base than 0.45 m.
fn boxes(random: &mut Random) -> Result<Vec<Obstacle>, Box<dyn std::error::Error>> {
    (0..20)
        .map(|i| {
            let half = Vec3::new(random.between(0.03, 0.12), random.between(0.03, 0.12), random.between(0.03, 0.12));
            let (angle, radius) = (random.between(0.0, std::f64::consts::TAU), random.between(0.6, 1.1));
            let at = Vec3::new(radius * angle.cos(), radius * angle.sin(), random.between(-0.2, 1.0));
            let turned = Rotor3::from_wxyz([1.0, random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.5])?;
            Ok(Obstacle::new(format!("box{i}"), Cuboid::from_half_extents(half)?, Pose3::new(turned, at)?))
        })
        .collect()
}

/// Head, chest, hips, and three for each arm, less for legs: radius and half of the length, m.
const PERSON: [(f64, f64, [f64; 3]); 12] = [
    (0.12, 0.05, [0.0, 0.0, 1.65]),
    (0.17, 0.18, [0.0, 0.0, 1.25]),
    (0.16, 0.10, [0.0, 0.0, 0.95]),
    (0.06, 0.14, [0.0, 0.25, 1.30]),
    (0.05, 0.13, [0.1, 0.28, 1.05]),
    (0.05, 0.08, [0.2, 0.28, 0.90]),
    (0.06, 0.14, [0.0, -0.25, 1.30]),
    (0.05, 0.13, [0.1, -0.28, 1.05]),
    (0.05, 0.08, [0.2, -0.28, 0.90]),
    (0.08, 0.20, [0.0, 0.1, 0.60]),
    (0.08, 0.20, [0.0, -0.1, 0.60]),
    (0.07, 0.20, [0.0, 0.0, 0.20]),
];

fn person() -> Result<Vec<Watched>, Box<dyn std::error::Error>> {
    let part = |(i, (radius, half_length, _)): (usize, &(f64, f64, [f64; 3]))| {
        let shape = Capsule::along(Axial { radius: *radius, half_length: *half_length, axis: 2 })?;
        Ok(Watched::new(Obstacle::new(format!("person{i}"), shape, Pose3::IDENTITY), WALK))
    };
    PERSON.iter().enumerate().map(part).collect()
}

/// A person that walks to and fro at 1 m/s between 0.9 and 2.4 m from the robot.
fn walk(now: f64) -> Vec<Seen> {
    let phase = (now % 3.0) / 1.5;
    let x = 0.9 + 1.5 * (1.0 - (phase - 1.0).abs());
    let at = |&(_, _, [dx, dy, z]): &(f64, f64, [f64; 3])| Seen {
        taken: now,
        pose: Pose3::from_xyz(x - dx, dy + 0.3 * (0.7 * now).sin(), z).unwrap_or(Pose3::IDENTITY),
    };
    PERSON.iter().map(at).collect()
}

/// Joints that swing about the middle of their ranges, each with its own period.
struct Motion(Vec<[f64; 4]>);

impl Motion {
    fn new(robot: &Robot, random: &mut Random) -> Self {
        let swing = |[low, high]: [f64; 2]| {
            let size = 0.35 * (high - low).min(3.0);
            [
                0.5 * (low + high),
                size,
                0.8 / size * random.between(0.4, 1.0),
                random.between(0.0, std::f64::consts::TAU),
            ]
        };
        Motion(variable_limits(robot).into_iter().map(swing).collect())
    }

    fn at(&self, now: f64) -> (Vec<f64>, Vec<f64>) {
        let of = |[middle, size, rate, phase]: &[f64; 4]| {
            let angle = rate * now + phase;
            (middle + size * angle.sin(), size * rate * angle.cos())
        };
        self.0.iter().map(of).unzip()
    }
}
