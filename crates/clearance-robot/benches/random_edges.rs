//! Random edges of a robot: what they cost, and whether a fine grid ever contradicts one that is called free.
//!
//!     cargo run --release -p clearance-robot --example random_edges -- ROBOT.urdf ROBOT.srdf SCENE.json COUNT LENGTH GRID [FREE]
//!
//! COUNT edges of a given length in radians from random configurations that are free. Of those proven free, GRID steps
//! are checked for contacts; 0 asks none. FREE is a file for the edges that are proven free, `{"from": q, "to": q}` a
//! line, for others to contradict. Also counts which of the edges that are hit with both ends free are called free by
//! fixed steps, as planners take them: of 1/32 radian (VAMP), 0.05 and 0.1, and of one part in a hundred of the extent
//! of joint space (the default of OMPL).

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions, obstacles};
use clearance_robot::edge::{Checker, EdgeOptions, Found};
use clearance_robot::plan::variable_limits;
use clearance_robot::random::Random;
use clearance_robot::{Robot, RobotClearance, Srdf, Workcell};
use clearance_scene::read_scene;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [robot, srdf, scene, count, length, grid, free @ ..] = &arguments[..] else {
        eprintln!("usage: random_edges ROBOT.urdf ROBOT.srdf SCENE.json COUNT LENGTH GRID [FREE]");
        return ExitCode::from(2);
    };
    match run([robot, srdf, scene], [count, length, grid], free.first()) {
        Ok(contradictions) => ExitCode::from(u8::from(contradictions > 0)),
        Err(error) => {
            eprintln!("random_edges: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(files: [&str; 3], numbers: [&str; 3], free: Option<&String>) -> Result<u64, Box<dyn std::error::Error>> {
    let mut written = free.map(|file| File::create(file).map(BufWriter::new)).transpose()?;
    let options = UrdfOptions::default();
    let robot =
        Robot::from_urdf_file(Path::new(files[0]), &options)?.with_srdf(Srdf::from_file(Path::new(files[1]))?).robot;
    let world = obstacles(&read_scene(Path::new(files[2]))?.into_space()?)?;
    let (count, length, grid): (u64, f64, u64) = (numbers[0].parse()?, numbers[1].parse()?, numbers[2].parse()?);
    let checker = Checker::new(&Workcell::new(&robot, &world)?)?;
    let mut sampled = RobotClearance::new(&Workcell::new(&robot, &world)?)?;
    println!("{} pairs, {count} edges of {length} rad", checker.pair_count());

    let limits = variable_limits(&robot);
    let mut random = Random::new(1);
    let extent = limits.iter().map(|[low, high]| (high - low).powi(2)).sum::<f64>().sqrt();
    let steps = [("1/32 rad", 1.0 / 32.0), ("0.05 rad", 0.05), ("0.1 rad", 0.1), ("1 % of the extent", 0.01 * extent)];
    let mut tally = Tally::default();
    while tally.edges < count {
        let from: Vec<f64> = limits.iter().map(|[low, high]| random.between(*low, *high)).collect();
        let way: Vec<f64> = limits.iter().map(|_| random.between(-1.0, 1.0)).collect();
        let norm = way.iter().map(|w| w * w).sum::<f64>().sqrt();
        let to: Vec<f64> = from.iter().zip(&way).map(|(q, w)| q + w * length / norm).collect();
        if sampled.collides(&from)? != Some(false) {
            continue;
        }
        let begin = Instant::now();
        let edge = checker.edge(&from, &to, &EdgeOptions::default())?;
        tally.add(&edge, begin.elapsed());
        if let (Some(file), Found::Free { .. }) = (&mut written, &edge) {
            writeln!(file, "{{\"from\": {from:?}, \"to\": {to:?}}}")?;
        }
        let mut hits = |steps: u64| {
            (1..=steps).any(|k| {
                let x = k as f64 / steps as f64;
                let q: Vec<f64> = from.iter().zip(&to).map(|(a, b)| a + x * (b - a)).collect();
                sampled.collides(&q).is_ok_and(|answer| answer == Some(true))
            })
        };
        match edge {
            Found::Free { .. } if grid > 0 && hits(grid) => {
                println!("contradiction: {from:?} to {to:?}");
                tally.contradictions += 1;
            }
            Found::Hit(_) if !hits(1) => {
                tally.inner += 1;
                for (missed, (_, step)) in tally.missed.iter_mut().zip(&steps) {
                    *missed += u64::from(!hits((length / step).ceil() as u64));
                }
            }
            _ => {}
        }
    }
    println!("{tally}");
    println!("hits with both ends free: {}, of these called free by", tally.inner);
    for ((name, step), missed) in steps.iter().zip(tally.missed) {
        println!(
            "  steps of {name} ({step:.4} rad): {missed}, {:.2} %",
            100.0 * missed as f64 / tally.inner.max(1) as f64
        );
    }
    Ok(tally.contradictions)
}

#[derive(Default)]
struct Tally {
    edges: u64,
    free: u64,
    undecided: u64,
    contradictions: u64,
    /// Hits with both ends free, and those of them that steps miss.
    inner: u64,
    missed: [u64; 4],
    time: Duration,
    free_time: Duration,
}

impl Tally {
    fn add(&mut self, edge: &Found, time: Duration) {
        self.edges += 1;
        self.time += time;
        match edge {
            Found::Free { .. } => {
                self.free += 1;
                self.free_time += time;
            }
            Found::Undecided(_) => self.undecided += 1,
            Found::Hit(_) | Found::Violated(_) => {}
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let each = |time: Duration, count: u64| time.as_secs_f64() * 1e6 / count.max(1) as f64;
        writeln!(f, "free {}, undecided {} of {}", self.free, self.undecided, self.edges)?;
        writeln!(
            f,
            "microseconds an edge: all {:.1}, free {:.1}",
            each(self.time, self.edges),
            each(self.free_time, self.free)
        )?;
        write!(f, "free edges that the grid contradicts: {}", self.contradictions)
    }
}
