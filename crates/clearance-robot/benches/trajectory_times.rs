//! What proofs of trajectories cost beside those of edges.
//!
//!     cargo run --release -p clearance-robot --example trajectory_times -- ROBOT.urdf ROBOT.srdf SCENE.json COUNT LENGTH [TUBE]
//!
//! COUNT edges of a given length from free configurations: as edges, as straight trajectories without a tube, with a
//! tube (0.01 by default), and those of the edges that are free with and without the tube. Then two such robots, 1.2 m
//! apart, in the same scene: trajectories of 5 s by quintics. Processor time.

use std::path::Path;
use std::time::Duration;

use clearance::Pose3;
use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions, obstacles};
use clearance_robot::edge::{Checker, EdgeOptions, Found};
use clearance_robot::plan::variable_limits;
use clearance_robot::random::Random;
use clearance_robot::{Interpolation, Robot, RobotClearance, Srdf, TimedPoint, Trajectory, Workcell};
use clearance_scene::read_scene;
use cpu_time::ProcessTime;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [robot, srdf, scene, count, length, tube @ ..] = &arguments[..] else {
        return Err("usage: trajectory_times ROBOT.urdf ROBOT.srdf SCENE.json COUNT LENGTH [TUBE]".into());
    };
    let robot = Robot::from_file(Path::new(robot), &UrdfOptions::default())?;
    let robot = robot.with_srdf(Srdf::from_file(Path::new(srdf))?).robot;
    let world = obstacles(&read_scene(Path::new(scene))?.into_space()?)?;
    let (count, length): (usize, f64) = (count.parse()?, length.parse()?);
    let tube: f64 = tube.first().map_or(Ok(0.01), |text| text.parse())?;
    let checker = Checker::new(&Workcell::new(&robot, &world)?)?;
    let edges = edges(&robot, &mut RobotClearance::new(&Workcell::new(&robot, &world)?)?, (count, length))?;
    let options = EdgeOptions::default();

    let begin = ProcessTime::now();
    let free: Vec<bool> =
        edges.iter().map(|[a, b]| checker.edge(a, b, &options).map(|edge| edge.is_free())).collect::<Result<_, _>>()?;
    report("edges", begin.elapsed(), count, &[free.iter().filter(|free| **free).count(), 0, 0]);
    let point = |time: f64, q: &[f64]| TimedPoint::at(time, q.to_vec());
    let straight = |[a, b]: &[Vec<f64>; 2]| Trajectory::through(&[point(0.0, a), point(1.0, b)], Interpolation::Linear);
    let both = [("trajectories", 0.0), ("with a tube", tube)];
    for (name, tube) in both {
        let all: Vec<Trajectory> = edges
            .iter()
            .map(|edge| straight(edge).and_then(|all| all.with_tube(vec![tube; robot.dof()])))
            .collect::<Result<_, _>>()?;
        let (mut counts, begin) = ([0; 3], ProcessTime::now());
        for trajectory in &all {
            counts[place(&checker.trajectory(trajectory, &options)?)] += 1;
        }
        report(name, begin.elapsed(), count, &counts);
    }

    let beside = Pose3::from_rpy([0.0, 0.0, std::f64::consts::PI], clearance::Vec3::new(1.2, 0.0, 0.0))?;
    let cell = Robot::together("cell", &[("left", &robot, Pose3::IDENTITY), ("right", &robot, beside)])?;
    let checker = Checker::new(&Workcell::new(&cell, &world)?)?;
    let (mut counts, mut time, mut most) = ([0; 3], Duration::ZERO, Duration::ZERO);
    for pair in edges.chunks_exact(2) {
        let still = || vec![0.0; cell.dof()];
        let at = |time: f64, end: usize| {
            let q = [&pair[0][end][..], &pair[1][end][..]].concat();
            point(time, &q).with_velocities(still()).with_accelerations(still())
        };
        let trajectory = Trajectory::through(&[at(0.0, 0), at(5.0, 1)], Interpolation::Quintic)?;
        let begin = ProcessTime::now();
        counts[place(&checker.trajectory(&trajectory, &options)?)] += 1;
        (time, most) = (time + begin.elapsed(), most.max(begin.elapsed()));
    }
    report("two robots, quintic", time, count / 2, &counts);
    println!("  the longest {:.1} ms", most.as_secs_f64() * 1e3);
    Ok(())
}

fn edges(
    robot: &Robot,
    clearance: &mut RobotClearance,
    (count, length): (usize, f64),
) -> Result<Vec<[Vec<f64>; 2]>, Box<dyn std::error::Error>> {
    let (limits, mut random, mut edges) = (variable_limits(robot), Random::new(1), Vec::new());
    while edges.len() < count {
        let from: Vec<f64> = limits.iter().map(|[low, high]| random.between(*low, *high)).collect();
        let way: Vec<f64> = limits.iter().map(|_| random.between(-1.0, 1.0)).collect();
        let norm = way.iter().map(|w| w * w).sum::<f64>().sqrt();
        if clearance.collides(&from)? == Some(false) {
            let to = from.iter().zip(&way).map(|(q, w)| q + w * length / norm).collect();
            edges.push([from, to]);
        }
    }
    Ok(edges)
}

fn place(found: &Found) -> usize {
    match found {
        Found::Free { .. } => 0,
        Found::Hit(_) => 1,
        Found::Undecided(_) | Found::Violated(_) => 2,
    }
}

fn report(what: &str, time: Duration, count: usize, [free, hit, undecided]: &[usize; 3]) {
    let each = time.as_secs_f64() * 1e6 / count as f64;
    println!("{what}: {each:.1} us each; {free} free, {hit} hit, {undecided} undecided of {count}");
}
