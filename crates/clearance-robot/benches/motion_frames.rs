//! Frames of the paper's motion between two pyramids, its Fig. 14: `motion_frames FOLDER > frames.svg`, with
//! `testdata/robots/redundant` as the folder.
//!
//! The arm moves in the plane x = 0, so it is seen along x: -y to the right, z up. Above with avoidance (`k` = -1),
//! below without (`k` = 0).

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use clearance::{Pose3, Shape3, SupportExt};
use clearance_models::{ReadRobot, ReadSrdf, obstacles};
use clearance_robot::edge::Checker;
use clearance_robot::plan::{Potential, Run, Tip, TipPath, follow};
use clearance_robot::{Obstacle, Robot, Srdf, Workcell};
use clearance_scene::read_scene;

/// Frames of each motion.
const FRAMES: usize = 6;

/// What a frame shows, metres: from here to the left of the base, so wide and so high; and pixels a metre.
const LEFT: f64 = 0.5;
const WIDTH: f64 = 2.6;
const HEIGHT: f64 = 3.6;
const SCALE: f64 = 62.0;

/// A point of the picture, pixels.
type Point = [f64; 2];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("expected FOLDER")?;
    let file = |name: &str| Path::new(&folder).join(name);
    let robot = Robot::from_dh_file(&file("robot.json"))?.with_srdf(Srdf::from_file(&file("robot.srdf"))?).robot;
    let world = obstacles(&read_scene(&file("scene.json"))?.into_space()?)?;
    let checker = Checker::new(&Workcell::new(&robot, &world)?)?;
    // The printed start and velocities, in degrees and metres a second.
    let start = [0.0, 90.0, -150.0, -30.0].map(f64::to_radians);
    let tip = Tip { link: 4, point: clearance::Vec3::new(0.0, 0.0, 0.0) };
    let stages = [(0.0, -0.1, 0.0, 6.7), (0.0, 0.0, 0.1, 10.0)];
    let stages = stages.map(|(x, y, z, duration)| (clearance::Vec3::new(x, y, z), duration)).to_vec();

    let (across, down) = (FRAMES as f64 * WIDTH * SCALE, 2.0 * (HEIGHT * SCALE + 24.0));
    println!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across:.0} {down:.0}\" font-family=\"sans-serif\" font-size=\"11\">"
    );
    println!("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
    for (row, gain) in [-1.0, 0.0].into_iter().enumerate() {
        let options = Potential { gain, ..Potential::default() };
        let run = follow(&checker, &tip, &TipPath { stages: stages.clone() }, &start, &options)?;
        for column in 0..FRAMES {
            let step = column * (run.times.len() - 1) / (FRAMES - 1);
            let corner = [column as f64 * WIDTH * SCALE, row as f64 * (HEIGHT * SCALE + 24.0)];
            println!("<g transform=\"translate({:.0} {:.0})\">", corner[0], corner[1]);
            println!("{}</g>", frame((&checker, &world), &run, (step, gain))?);
        }
    }
    println!("</svg>");
    Ok(())
}

/// One frame with its time and clearance.
fn frame(
    (checker, world): (&Checker, &[Obstacle]),
    run: &Run,
    (step, gain): (usize, f64),
) -> Result<String, Box<dyn Error>> {
    let (robot, q) = (checker.robot(), &run.configurations[step]);
    let mut text = String::new();
    for obstacle in world {
        if let Some(shape) = obstacle.body.as_shape() {
            polygon(&mut text, &outline(shape, &obstacle.pose), "#c9b079");
        }
    }
    let placement = robot.place(q)?;
    for (i, link) in robot.links().iter().enumerate() {
        for shape in &link.shapes {
            polygon(&mut text, &outline(&shape.shape, &robot.link_pose(&placement, i).then(&shape.pose)), "#7fa3c7");
        }
    }
    let line: Vec<String> = run.tips[..=step].iter().map(|tip| written(seen((*tip).into()))).collect();
    writeln!(text, "<polyline points=\"{}\" fill=\"none\" stroke=\"#b3261e\" stroke-width=\"1.5\"/>", line.join(" "))?;
    let clearance = checker.nearest(q)?.map_or(f64::INFINITY, |(found, _)| found.signed_distance);
    let place = HEIGHT * SCALE + 16.0;
    writeln!(
        text,
        "<text x=\"6\" y=\"{place:.0}\">k = {gain}, {:.1} s, clearance {clearance:.2}</text>",
        run.times[step]
    )?;
    Ok(text)
}

/// Where a point of the world is seen.
fn seen([_, y, z]: [f64; 3]) -> Point {
    [(LEFT - y) * SCALE, (HEIGHT - z) * SCALE]
}

fn written([x, y]: Point) -> String {
    format!("{x:.1},{y:.1}")
}

fn polygon(text: &mut String, points: &[Point], fill: &str) {
    let points: Vec<String> = points.iter().map(|point| written(*point)).collect();
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#333\" stroke-width=\"0.7\"/>",
        points.join(" ")
    );
}

/// The outline of a polytope: the convex hull of its corners as they are seen (A. M. Andrew 1979).
fn outline(shape: &Shape3<f64>, pose: &Pose3<f64>) -> Vec<Point> {
    let mut points: Vec<Point> =
        (0..shape.vertex_count()).map(|id| seen(pose.point(shape.anchor() + shape.vertex(id)).into())).collect();
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let turns_left = |[a, b]: [Point; 2], c: Point| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0;
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && !turns_left([a, b], point)
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    hull
}
