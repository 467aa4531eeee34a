//! Which plans that a sphere model and fixed steps call free are not: `sampled_plans SPHERES.urdf ROBOT.urdf ROBOT.srdf PROBLEMS.jsonl STEPS`.
//!
//! RRT-Connect plans each problem on the sphere model, with STEPS configurations a radian on every edge and nothing in between, as VAMP does
//! (W. Thomason, Z. Kingston and L. Kavraki 2024: 32). Then the paths are checked on the robot's hulls, with proof, and in steps on the hulls.

use std::error::Error;
use std::path::Path;

use clearance_robot::edge::{Checker, Edge, EdgeOptions, Mode};
use clearance_robot::path::Path as JointPath;
use clearance_robot::plan::{Connector, PlanOptions, rrt_connect, variable_limits};
use clearance_robot::{Obstacle, Robot, RobotClearance, Srdf, UrdfOptions, obstacles};
use clearance_scene::json::{Json, Node};
use clearance_scene::read_scene;

/// Edges that are free at so many configurations a radian.
struct Steps<'r> {
    clearance: RobotClearance<'r>,
    limits: Vec<[f64; 2]>,
    each_radian: f64,
}

impl Connector for Steps<'_> {
    fn limits(&self) -> &[[f64; 2]] {
        &self.limits
    }
    fn is_free(&mut self, from: &[f64], to: &[f64]) -> bool {
        let length = from.iter().zip(to).map(|(a, b)| (b - a).powi(2)).sum::<f64>().sqrt();
        let steps = ((length * self.each_radian).ceil() as u64).max(1);
        (0..=steps).all(|k| {
            let x = k as f64 / steps as f64;
            let q: Vec<f64> = from.iter().zip(to).map(|(a, b)| a + x * (b - a)).collect();
            matches!(self.clearance.collides(&q), Ok(Some(false)))
        })
    }
}

fn steps<'r>(robot: &'r Robot, world: &[Obstacle], each_radian: f64) -> Result<Steps<'r>, Box<dyn Error>> {
    Ok(Steps { clearance: RobotClearance::new(robot, world)?, limits: variable_limits(robot), each_radian })
}

#[derive(Default)]
struct Tally {
    problems: u32,
    solved: u32,
    /// Of the solved ones: those that are not proven free on the hulls, those that are hit, and the hits that steps on the hulls see as well.
    not_free: u32,
    hit: u32,
    seen: u32,
    deepest: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [spheres, urdf, srdf, problems, each_radian] = &arguments[..] else {
        return Err("expected SPHERES.urdf ROBOT.urdf ROBOT.srdf PROBLEMS.jsonl STEPS".into());
    };
    let read = |file: &str| -> Result<Robot, Box<dyn Error>> {
        let robot = Robot::from_urdf_file(Path::new(file), &UrdfOptions::default())?;
        Ok(robot.with_srdf(Srdf::from_file(Path::new(srdf))?))
    };
    let (spheres, robot, each_radian): (Robot, Robot, f64) = (read(spheres)?, read(urdf)?, each_radian.parse()?);
    let folder = Path::new(problems).parent().unwrap_or(Path::new(""));
    let mut tally = Tally::default();
    for line in std::fs::read_to_string(problems)?.lines() {
        let json = Json::parse(line)?;
        let node = Node::root(&json, "");
        let fields = node.fields()?;
        let world = obstacles(&read_scene(&folder.join(fields.need("scene")?.text()?))?.into_space()?)?;
        let end = |key| robot.read_configuration(&fields.need(key)?, &robot.no_rest());
        tally.problems += 1;
        let plan = rrt_connect(
            &mut steps(&spheres, &world, each_radian)?,
            &end("start")?,
            &end("goal")?,
            &PlanOptions { max_iterations: 20_000, ..PlanOptions::default() },
        );
        let Ok(plan) = plan else { continue };
        tally.solved += 1;
        judge(&robot, &world, &plan.path, each_radian, &mut tally)?;
    }
    let Tally { problems, solved, not_free, hit, seen, deepest } = tally;
    println!("{problems} problems, {solved} solved by spheres and {each_radian} steps a radian");
    println!("on the hulls {not_free} of these paths are not free, {hit} of them hits, {deepest:.4} m deep at most");
    println!("{seen} of the hits are seen by the same steps on the hulls");
    Ok(())
}

/// Checks a path on the hulls.
fn judge(
    robot: &Robot,
    world: &[Obstacle],
    path: &[Vec<f64>],
    each_radian: f64,
    tally: &mut Tally,
) -> Result<(), Box<dyn Error>> {
    let options = EdgeOptions { mode: Mode::FirstHit, ..EdgeOptions::default() };
    let edge = Checker::new(robot, world)?.path(&JointPath::through(path, robot.dof())?, &options);
    tally.not_free += u32::from(!matches!(edge, Edge::Free { .. }));
    if matches!(edge, Edge::Hit(_)) {
        let mut hulls = steps(robot, world, each_radian)?;
        tally.hit += 1;
        tally.seen += u32::from(!path.windows(2).all(|ends| hulls.is_free(&ends[0], &ends[1])));
        for x in (0..=1000 * (path.len() - 1)).map(|k| k as f64 / 1000.0) {
            let (i, part) = ((x as usize).min(path.len() - 2), x - (x as usize).min(path.len() - 2) as f64);
            let q: Vec<f64> = path[i].iter().zip(&path[i + 1]).map(|(a, b)| a + part * (b - a)).collect();
            if let Some(found) = hulls.clearance.at(&q)? {
                tally.deepest = tally.deepest.max(-found.bounds.upper);
            }
        }
    }
    Ok(())
}
