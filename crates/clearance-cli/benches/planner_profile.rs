//! The run-time profile of the paper's planner (its Fig. 15): `planner_profile FOLDER`, with
//! `testdata/robots/redundant` as the folder.
//!
//! The motion is planned by the core. Then the distances of all pairs of links and obstacles are computed anew at every
//! step by each of the paper's algorithms, warm from step to step, and by the core. The share is of distances in the
//! time of distances and all else, where all else is the time of the planner less that of its own distances. The paper
//! says 70 %.
//!
//! Times on a busy machine are no measure. With a second argument, `setup`, `planner`, `near` or the name of an
//! algorithm, only that is done, once, for an instruction counter; the counts less that of `setup` take the place of
//! times (`bench/robots/profile.py`).

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use clearance::{Pose3, SupportExt, Vec3};
use clearance_classic::comparison::{Body, Contender, Memory};
use clearance_models::{ReadRobot, ReadSrdf, obstacles};
use clearance_robot::edge::Checker;
use clearance_robot::plan::{Potential, Tip, TipPath, follow};
use clearance_robot::{Robot, Srdf, Workcell};
use clearance_scene::read_scene;

/// Microseconds of one step: the least of some rounds.
fn timed(steps: usize, mut work: impl FnMut()) -> f64 {
    let round = |_| {
        let begin = Instant::now();
        work();
        begin.elapsed().as_secs_f64() / steps as f64 * 1e6
    };
    (0..20).map(round).fold(f64::INFINITY, f64::min)
}

fn corners(shape: &clearance::Shape3<f64>) -> Vec<Vec3<f64>> {
    (0..shape.vertex_count()).map(|id| shape.anchor() + shape.vertex(id)).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("expected FOLDER")?;
    let file = |name: &str| Path::new(&folder).join(name);
    let robot = Robot::from_dh_file(&file("robot.json"))?.with_srdf(Srdf::from_file(&file("robot.srdf"))?).robot;
    let world = obstacles(&read_scene(&file("scene.json"))?.into_space()?)?;
    let checker = Checker::new(&Workcell::new(&robot, &world)?)?;

    // The printed start and velocities, in degrees and metres a second.
    let start = [0.0, 90.0, -150.0, -30.0].map(f64::to_radians);
    let tip = Tip { link: 4, point: Vec3::new(0.0, 0.0, 0.0) };
    let path = TipPath { stages: vec![(Vec3::new(0.0, -0.1, 0.0), 6.7), (Vec3::new(0.0, 0.0, 0.1), 10.0)] };
    let potential = Potential::default();
    let run = follow(&checker, &tip, &path, &start, &potential)?;
    let steps = run.configurations.len();

    let plan = || {
        black_box(follow(&checker, &tip, &path, &start, &potential).is_ok());
    };
    let near = || {
        for q in &run.configurations {
            black_box(checker.near(q, potential.influence).is_ok());
        }
    };

    let mut links = Vec::new();
    for (i, link) in robot.links().iter().enumerate().filter(|(_, link)| link.frame != 0) {
        for shape in &link.shapes {
            links.push((i, shape.pose, Body::new(&corners(&shape.shape))?));
        }
    }
    let mut bodies = Vec::new();
    for obstacle in &world {
        if let Some(shape) = obstacle.body.as_shape() {
            bodies.push((obstacle.pose, Body::new(&corners(shape))?));
        }
    }
    // Where each obstacle is in each link's shape, step by step.
    let mut poses: Vec<Vec<Pose3<f64>>> = Vec::new();
    for q in &run.configurations {
        let placement = robot.place(q)?;
        let posed = links.iter().map(|(link, pose, _)| robot.link_pose(&placement, *link).then(pose));
        let relative =
            |at: Pose3<f64>| bodies.iter().map(move |(body, _)| Pose3::relative(&at, body)).collect::<Vec<_>>();
        poses.push(posed.flat_map(relative).collect());
    }
    let asked = |contender: Contender| {
        let mut least = f64::INFINITY;
        let mut memories = vec![Memory::default(); poses[0].len()];
        for step in &poses {
            for (i, (pose, memory)) in step.iter().zip(&mut memories).enumerate() {
                let pair = [&links[i / bodies.len()].2, &bodies[i % bodies.len()].1];
                least = least.min(contender.ask(pair, pose, memory).distance);
            }
        }
        least
    };
    if let Some(only) = std::env::args().nth(2) {
        let contender = Contender::ALL.into_iter().find(|contender| contender.name() == only);
        match (only.as_str(), contender) {
            ("setup", _) => {}
            ("planner", _) => plan(),
            ("near", _) => near(),
            (_, Some(contender)) => println!("least distance {}", asked(contender)),
            (other, None) => return Err(format!("expected setup, planner, near or an algorithm, got {other:?}").into()),
        }
        return Ok(());
    }
    let (planner, own) = (timed(steps, plan), timed(steps, near));
    let rest = planner - own;
    println!(
        "{steps} steps, {} pairs a step, planner {planner:.1} us a step, of it its own distances {own:.1}",
        poses[0].len()
    );
    println!("{:<16} {:>14} {:>8} {:>18}", "distances by", "us a step", "share", "least distance");
    for contender in Contender::ALL {
        let mut least = f64::INFINITY;
        let time = timed(steps, || least = asked(contender));
        let share = time / (time + rest) * 100.0;
        println!("{:<16} {time:>14.2} {share:>7.1}% {least:>18.12}", contender.name());
    }
    println!("all else         {rest:>14.2}");
    Ok(())
}
