//! How long plans take: `plan_times ROBOT.urdf ROBOT.srdf PROBLEMS.jsonl [EVERY [LIMIT]]`.
//!
//! Plans every EVERY-th problem of `bench/robots/mbm.py` with at most LIMIT seconds, makes and checks the certificate
//! of each path, and prints processor time of this thread in milliseconds: reading a scene, planning with the proof of
//! the path, making the certificate, and checking it.

use std::error::Error;
use std::path::Path;

use cpu_time::ThreadTime;

use clearance_models::{ReadRobot, ReadSrdf, UrdfOptions};
use clearance_robot::edge::Checker;
use clearance_robot::plan::{Goal, PlanOptions};
use clearance_robot::{LIMIT_TOLERANCE, Robot, Srdf, Workcell};
use clearance_scene::json::{Json, Node};

/// What became of one problem, times in milliseconds.
struct Row {
    solved: bool,
    read: f64,
    plan: f64,
    certify: f64,
    check: f64,
    length: f64,
    asked: f64,
    proofs: f64,
    refuted: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [urdf, srdf, problems, rest @ ..] = &arguments[..] else {
        return Err("expected ROBOT.urdf ROBOT.srdf PROBLEMS.jsonl [EVERY [LIMIT]]".into());
    };
    let every: usize = rest.first().map_or(Ok(1), |text| text.parse())?;
    let limit: Option<f64> = rest.get(1).map(|text| text.parse()).transpose()?;
    let robot = Robot::from_urdf_file(Path::new(urdf), &UrdfOptions::default())?;
    let robot = robot.with_srdf(Srdf::from_file(Path::new(srdf))?).robot;
    let folder = Path::new(problems).parent().unwrap_or(Path::new(""));
    let cell = Workcell::new(robot, &[])?;
    let mut rows = Vec::new();
    for line in std::fs::read_to_string(problems)?.lines().step_by(every) {
        rows.push(row(&cell, folder, line, limit)?);
    }
    let of = |value: fn(&Row) -> f64| -> Vec<f64> { rows.iter().filter(|row| row.solved).map(value).collect() };
    println!("{} problems, {} solved", rows.len(), of(|_| 1.0).len());
    println!("{:16} {:>9} {:>9} {:>9} {:>9}", "of the solved", "mean", "median", "95 %", "most");
    print("read, ms", of(|row| row.read));
    print("plan, ms", of(|row| row.plan));
    print("both, ms", of(|row| row.read + row.plan));
    print("certificate, ms", of(|row| row.certify));
    print("check, ms", of(|row| row.check));
    print("length, rad", of(|row| row.length));
    print("edges asked", of(|row| row.asked));
    print("edges proven", of(|row| row.proofs));
    print("paths refuted", of(|row| row.refuted));
    Ok(())
}

fn row(cell: &Workcell, folder: &Path, line: &str, limit: Option<f64>) -> Result<Row, Box<dyn Error>> {
    let robot = cell.robot();
    let json = Json::parse(line)?;
    let node = Node::root(&json, "");
    let fields = node.fields()?;
    let start = ThreadTime::now();
    let world = robot.world_of_file(&folder.join(fields.need("scene")?.text()?))?;
    let end = |key| -> Result<Vec<f64>, Box<dyn Error>> {
        let mut q = robot.read_configuration(&fields.need(key)?, &robot.no_rest())?;
        robot.clamp_to_limits(&mut q, LIMIT_TOLERANCE);
        Ok(q)
    };
    let (from, to) = (end("start")?, Goal::at(end("goal")?));
    let read = ThreadTime::now();
    let checker = Checker::new(&cell.with_scene(&world)?)?;
    let found = checker.plan(&from, &to, &PlanOptions::default().within(limit))?;
    let planned = ThreadTime::now();
    let between = |from: ThreadTime, to: ThreadTime| to.duration_since(from).as_secs_f64() * 1e3;
    let mut row = Row {
        solved: found.is_ok(),
        read: between(start, read),
        plan: between(read, planned),
        certify: 0.0,
        check: 0.0,
        length: 0.0,
        asked: 0.0,
        proofs: 0.0,
        refuted: 0.0,
    };
    let name = fields.need("id")?.text()?.to_string();
    match found {
        Ok(mut found) => {
            let certificate = found.certify(&checker)?;
            let certified = ThreadTime::now();
            row.certify = between(planned, certified);
            certificate.verify(&cell.with_scene(&world)?)?;
            row.check = between(certified, ThreadTime::now());
            let effort = found.plan.effort;
            (row.length, row.asked) = (found.plan.length(), f64::from(effort.edges));
            (row.proofs, row.refuted) = (f64::from(effort.proofs), f64::from(effort.refuted));
        }
        Err(why) => println!("{name}: {}", checker.reason(&why, &from, &to)),
    }
    Ok(row)
}

fn print(name: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    let at = |part: f64| values.get(((part * values.len() as f64) as usize).min(values.len().wrapping_sub(1)));
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let of = |part| at(part).copied().unwrap_or(f64::NAN);
    println!("{name:16} {mean:9.3} {:9.3} {:9.3} {:9.3}", of(0.5), of(0.95), of(1.0));
}
