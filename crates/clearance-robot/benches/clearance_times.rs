//! How long clearances take: `clearance_times URDF SRDF SCENE CONFIGS [EDGES]`, with mimicking joints independent.
//!
//! CONFIGS are `{"q": [..]}`, EDGES `{"from": [..], "to": [..]}` a line. Prints the processor time of a configuration,
//! kinematics included, for four questions, the sum of the least signed distances, and the times of edges on hulls and
//! with a finer look at hulls that touch.

use cpu_time::ThreadTime;
use std::error::Error;
use std::hint::black_box;
use std::path::Path;

use clearance_models::{MeshUse, ReadRobot, ReadSrdf, UrdfOptions, obstacles};
use clearance_robot::edge::{Checker, EdgeOptions, Mode};
use clearance_robot::path::Path as Motion;
use clearance_robot::{Obstacle, Robot, RobotClearance, RobotError, Srdf, Workcell};
use clearance_scene::json::{Json, Node};
use clearance_scene::read_scene;

/// Number of configurations that takes a few milliseconds at most: less than a scheduler's slice, so that other
/// programs spoil few rounds.
const CHUNK: usize = 200;

/// Microseconds for each configuration: of every chunk the least of ten rounds.
fn timed<T>(configurations: &[T], mut ask: impl FnMut(&T) -> Result<(), RobotError>) -> Result<f64, RobotError> {
    let mut sum = 0.0;
    for chunk in configurations.chunks(CHUNK) {
        let mut least = f64::INFINITY;
        for _ in 0..10 {
            let begin = ThreadTime::now();
            for q in chunk {
                ask(q)?;
            }
            least = least.min(begin.elapsed().as_secs_f64());
        }
        sum += least;
    }
    Ok(sum / configurations.len() as f64 * 1e6)
}

/// The configurations under a key of all lines of a file.
fn read(robot: &Robot, file: &str, key: &str) -> Result<Vec<Vec<f64>>, Box<dyn Error>> {
    let mut all = Vec::new();
    for line in std::fs::read_to_string(file)?.lines() {
        let json = Json::parse(line)?;
        let node = Node::root(&json, "");
        all.push(robot.read_configuration(&node.fields()?.need(key)?, &robot.no_rest())?);
    }
    Ok(all)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, urdf, srdf, scene, configurations, edges @ ..] = &arguments[..] else {
        return Err("expected URDF SRDF SCENE CONFIGS [EDGES]".into());
    };
    // Hulls, as the peers have them: the default looks at pairs whose hulls touch more closely.
    let options = UrdfOptions { ignore_mimic: true, meshes: MeshUse::Hull, ..UrdfOptions::default() };
    let robot = Robot::from_urdf_file(Path::new(urdf), &options)?.with_srdf(Srdf::from_file(Path::new(srdf))?).robot;
    let world = obstacles(&read_scene(Path::new(scene))?.into_space()?)?;
    let all = read(&robot, configurations, "q")?;
    let mut clearance = RobotClearance::new(&Workcell::new(&robot, &world)?)?;
    let (mut sum, mut colliding) = (0.0, 0);
    for q in &all {
        if let Some(found) = clearance.at(q)? {
            sum += found.proximity.signed_distance;
            colliding += u32::from(found.collides == Some(true));
        }
    }
    println!(
        "{} pairs, {} configurations, {colliding} collide, sum of least distances {sum:.6}",
        clearance.pair_count(),
        all.len()
    );
    let mut placement = robot.place(&all[0])?;
    println!("kinematics      {:6.2} us", timed(&all, |q| robot.place_into(q, &mut placement))?);
    println!(
        "collides?       {:6.2} us",
        timed(&all, |q| clearance.collides(q).map(|found| {
            black_box(found);
        }))?
    );
    println!(
        "least distance  {:6.2} us",
        timed(&all, |q| clearance.at(q).map(|found| {
            black_box(found);
        }))?
    );
    println!(
        "with gradient   {:6.2} us",
        timed(&all, |q| clearance.gradient_at(q).map(|found| {
            black_box(found);
        }))?
    );
    // Steps of 0.01 rad from one configuration towards the next.
    let steps: Vec<Vec<f64>> = all
        .windows(2)
        .step_by(40)
        .flat_map(|pair| {
            let length = pair[0].iter().zip(&pair[1]).map(|(a, b)| (b - a).powi(2)).sum::<f64>().sqrt();
            let way =
                |k: i32| pair[0].iter().zip(&pair[1]).map(move |(a, b)| a + (b - a) / length * 0.01 * f64::from(k));
            (0..40).map(way).map(Iterator::collect).collect::<Vec<_>>()
        })
        .collect();
    println!(
        "0.01 rad steps  {:6.2} us",
        timed(&steps, |q| clearance.at(q).map(|found| {
            black_box(found);
        }))?
    );
    let Some(file) = edges.first() else { return Ok(()) };
    let edges: Vec<_> = read(&robot, file, "from")?.into_iter().zip(read(&robot, file, "to")?).collect();
    time_edges((&robot, &world), &edges, "")?;
    let options = UrdfOptions { ignore_mimic: true, ..UrdfOptions::default() };
    let adaptive = Robot::from_urdf_file(Path::new(urdf), &options)?.with_srdf(Srdf::from_file(Path::new(srdf))?).robot;
    time_edges((&adaptive, &world), &edges, "adaptive")
}

/// Edges by the first hit, as `robot check` asks them: all, and those that are free or hit; and by any hit, and by a
/// verdict.
fn time_edges(
    (robot, world): (&Robot, &[Obstacle]),
    edges: &[(Vec<f64>, Vec<f64>)],
    links: &str,
) -> Result<(), Box<dyn Error>> {
    let checker = Checker::new(&Workcell::new(robot, world)?)?;
    let any = EdgeOptions::default();
    let first = EdgeOptions { mode: Mode::FirstHit, ..any };
    let through = |(from, to): &(Vec<f64>, Vec<f64>)| Ok(Motion::through(&[from.clone(), to.clone()], robot.dof())?);
    let paths = edges.iter().map(through).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let is_free = |path: &&Motion| checker.path(path, &first).is_free();
    let (free, hit): (Vec<_>, Vec<_>) = paths.iter().partition(is_free);
    println!("{}: {} of {} free", if links.is_empty() { "hulls" } else { "finer" }, free.len(), paths.len());
    let name = |name: &str| format!("{:15}", format!("{name}{}", if links.is_empty() { "" } else { ", finer" }));
    for (kind, asked) in [("edge", paths.iter().collect()), ("free", free), ("hit", hit)] {
        let time = timed(&asked, |path| {
            black_box(checker.path(path, &first));
            Ok(())
        })?;
        println!("{} {time:6.2} us", name(kind));
    }
    let time = timed(edges, |(from, to)| {
        checker.edge(from, to, &any).map(|found| {
            black_box(found);
        })
    })?;
    println!("{} {time:6.2} us", name("any hit"));
    let time = timed(edges, |(from, to)| {
        black_box(checker.is_free(from, to, &any));
        Ok(())
    })?;
    println!("{} {time:6.2} us", name("is free"));
    Ok(())
}
