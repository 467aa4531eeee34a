//! Link poses beside those of another program: `link_poses TABLE.jsonl`, as `testdata/robots/kinematics.py` writes it for any URDF files.
//!
//! Prints how many robots and rows there are, the largest difference of any entry of a matrix or translation in parts of the robot's size (at
//! least a metre), and the largest error bounds. Robots that cannot be read are named. Exit status 1 if a difference is above 1e-12.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use clearance::Vec3;
use clearance::math::Matrix;
use clearance_robot::{Robot, RobotError, UrdfOptions};
use clearance_scene::json::{Json, Node};

#[derive(Default)]
struct Tally {
    rows: usize,
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
        let urdf = fields.need("urdf")?.text()?.to_string();
        let read = || match Robot::from_urdf_file(&folder.join(&urdf), &options) {
            Ok(robot) => Some(robot),
            Err(error) => {
                println!("{error}");
                None
            }
        };
        if let Some(robot) = robots.entry(urdf.clone()).or_insert_with(read) {
            compare(robot, [&fields.need("q")?, &fields.need("links")?], &mut tally)?;
        }
    }
    let read = robots.values().flatten().count();
    let Tally { rows, difference, errors: [turned, moved] } = tally;
    println!("{read} of {} robots, {rows} rows, off by at most {difference:.1e}", robots.len());
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
