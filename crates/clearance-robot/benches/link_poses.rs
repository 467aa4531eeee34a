//! Link poses beside those of another program: `link_poses TABLE.jsonl`, as `testdata/robots/kinematics.py` writes it
//! for any URDF files, and `testdata/robots/mjcf/kinematics.py` for any MJCF files, those of their geoms included.
//!
//! Prints how many robots and rows there are, the largest difference of any entry of a matrix or translation in parts
//! of the robot's size (at least a metre), and the largest error bounds. Robots that cannot be read are named. Exit
//! status 1 if a difference is above 1e-12.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use clearance::math::Matrix;
use clearance::{SupportExt, Vec3};
use clearance_models::{ReadRobot, UrdfOptions};
use clearance_robot::{Robot, RobotError};
use clearance_scene::json::{Fields, Json, Node};

#[derive(Default)]
struct Tally {
    rows: usize,
    geoms: usize,
    difference: f64,
    errors: [f64; 2],
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let table = std::env::args().nth(1).ok_or("expected TABLE.jsonl")?;
    let folder = Path::new(&table).parent().unwrap_or(Path::new(""));
    let options = UrdfOptions { ignore_mimic: true, ..UrdfOptions::default() };
    let (mut robots, mut tally): (BTreeMap<String, Option<Robot>>, Tally) = Default::default();
    for line in std::fs::read_to_string(&table)?.lines() {
        let json = Json::parse(line)?;
        let node = Node::root(&json, "");
        let fields = node.fields()?;
        let urdf = fields.get("urdf").map_or_else(|| fields.need("file"), Ok)?.text()?.to_string();
        let read = || match Robot::from_file(&folder.join(&urdf), &options) {
            Ok(model) => Some(model.robot),
            Err(error) => {
                println!("{error}");
                None
            }
        };
        if let Some(robot) = robots.entry(urdf.clone()).or_insert_with(read) {
            let before = tally.difference;
            compare(robot, [&fields.need("q")?, &fields.need("links")?], &mut tally)
                .and_then(|()| compare_geoms(robot, &fields, &mut tally))
                .map_err(|error| error.within(&urdf))?;
            if tally.difference > before.max(1e-12) {
                println!("{urdf}: off by {:.1e}", tally.difference);
            }
        }
    }
    let read = robots.values().flatten().count();
    let Tally { rows, geoms, difference, errors: [turned, moved] } = tally;
    println!("{read} of {} robots, {rows} rows, {geoms} geoms, off by at most {difference:.1e}", robots.len());
    println!("error bounds at most {turned:.1e} rad and {moved:.1e} m");
    Ok(ExitCode::from(u8::from(difference > 1e-12)))
}

fn compare(robot: &Robot, [q, links]: [&Node; 2], tally: &mut Tally) -> Result<(), RobotError> {
    let placement = robot.place(&robot.read_configuration(q, &robot.no_rest())?)?;
    let links = links.fields()?;
    let (mut size, mut worst) = (1.0f64, 0.0f64);
    for (i, link) in robot.links().iter().enumerate() {
        let Some(row) = links.get(&link.name) else { continue };
        let expected: [f64; 12] = row.numbers()?;
        let pose = robot.link_pose(&placement, i);
        let translation: Vec3<f64> = pose.translation();
        let entry = |i: usize| if i < 9 { pose.matrix().column(i % 3)[i / 3] } else { translation[i - 9] };
        worst = (0..12).map(|i| (entry(i) - expected[i]).abs()).fold(worst, f64::max);
        size = expected[9..].iter().fold(size, |size, x| size.max(x.abs()));
        tally.errors = [tally.errors[0].max(pose.rotation_error()), tally.errors[1].max(pose.translation_error())];
    }
    tally.rows += 1;
    tally.difference = tally.difference.max(worst / size);
    Ok(())
}

/// How far the bounds of meshes may differ, in parts of the robot's size: MuJoCo keeps vertices in single precision.
const SINGLE: f64 = 1e-6;

/// Compares the geoms of each body with the shapes of its links, each with the nearest one.
fn compare_geoms(robot: &Robot, fields: &Fields, tally: &mut Tally) -> Result<(), RobotError> {
    let Some(bodies) = fields.get("geoms") else { return Ok(()) };
    let placement = robot.place(&robot.read_configuration(&fields.need("q")?, &robot.no_rest())?)?;
    let bodies = bodies.fields()?;
    for body in bodies.keys() {
        let of_body = |name: &str| name == body || name.strip_prefix(body).is_some_and(|rest| rest.starts_with(':'));
        let mut poses: Vec<[f64; 12]> = Vec::new();
        let mut bounds: Vec<[f64; 6]> = Vec::new();
        for (i, link) in robot.links().iter().enumerate().filter(|(_, link)| of_body(&link.name)) {
            for shape in &link.shapes {
                let pose = robot.link_pose(&placement, i).then(&shape.pose);
                let translation: Vec3<f64> = pose.translation();
                let entry = |i: usize| if i < 9 { pose.matrix().column(i % 3)[i / 3] } else { translation[i - 9] };
                poses.push(core::array::from_fn(entry));
                let corner = |id: u32| <[f64; 3]>::from(pose.point(shape.shape.anchor() + shape.shape.vertex(id)));
                let corners: Vec<[f64; 3]> = (0..shape.shape.vertex_count()).map(corner).collect();
                let side = |k: usize, pick: fn(f64, f64) -> f64, first: f64| {
                    corners.iter().map(|corner| corner[k]).fold(first, pick)
                };
                bounds.push(core::array::from_fn(|k| {
                    if k < 3 { side(k, f64::min, f64::INFINITY) } else { side(k - 3, f64::max, f64::NEG_INFINITY) }
                }));
            }
        }
        for geom in bodies.need(body)?.list()? {
            let geom = geom.fields()?;
            let miss = match geom.get("pose") {
                Some(pose) => nearest(&pose.numbers::<12>()?, &poses),
                None => nearest(&geom.need("bounds")?.numbers::<6>()?, &bounds) * 1e-12 / SINGLE,
            };
            tally.difference = tally.difference.max(miss);
            tally.geoms += 1;
        }
    }
    Ok(())
}

/// The largest difference of any number from that of the nearest candidate, in parts of their size.
fn nearest<const N: usize>(wanted: &[f64; N], candidates: &[[f64; N]]) -> f64 {
    let size = wanted.iter().fold(1.0f64, |size, x| size.max(x.abs()));
    let miss = |found: &[f64; N]| (0..N).map(|i| (found[i] - wanted[i]).abs()).fold(0.0, f64::max);
    candidates.iter().map(miss).fold(f64::INFINITY, f64::min) / size
}
