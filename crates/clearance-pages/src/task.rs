//! A task as a page: all of its motions one after the other, with what is held where the robot has it.

use clearance::Pose3;
use clearance_robot::certificate::{Certificate, Subject, TaskStep};
use clearance_robot::edge::Checker;
use clearance_robot::path::Path;
use clearance_robot::task::Task;
use clearance_robot::{RobotError, Trajectory, Workcell};

use crate::replay::nearest;
use crate::robot::{RobotPage, Verdict};
use crate::sample::Sample;

/// Samples of each motion.
const SAMPLES: u32 = 100;

/// The page of a task that begins in a cell: its robot among its bodies, of which those move that are held on the way.
///
/// Times are seconds if all motions are trajectories, and edges otherwise.
pub fn page(first: &Workcell, task: &Task) -> Result<RobotPage, RobotError> {
    let mut page = RobotPage::new(first.robot(), first.world());
    let held = task.steps().iter().filter_map(|step| match step {
        TaskStep::Attach(attached) => Some(attached.body.clone()),
        _ => None,
    });
    let mut moving: Vec<String> = held.collect();
    moving.sort();
    moving.dedup();
    let motions = task.motions().map(|(cell, certificate)| Ok((cell, Motion::of(certificate, cell)?)));
    let motions = motions.collect::<Result<Vec<_>, RobotError>>()?;
    let in_seconds = motions.iter().all(|(_, motion)| matches!(motion, Motion::Timed(_)));
    let (mut samples, mut start) = (Vec::new(), 0.0);
    for (cell, motion) in motions {
        let checker = Checker::new(cell)?;
        let length = motion.length(in_seconds);
        for k in 0..=SAMPLES {
            let part = f64::from(k) / f64::from(SAMPLES);
            let q = motion.at(part);
            let bodies = moving.iter().map(|body| placed(cell, body, &q)).collect::<Result<Vec<_>, _>>()?;
            let sample = Sample::new(first.robot(), start + part * length, &q, nearest(checker.nearest(&q)?))?;
            samples.push(sample.among(&bodies));
        }
        start += length;
    }
    let verdict = Verdict {
        result: Some("free"),
        clearance_lower: Some(task.lower()).filter(|lower| lower.is_finite()),
        unit: if in_seconds { "s" } else { "segments" },
        ..Verdict::default()
    };
    page.add_executed("task", (moving, Vec::new()), (samples, verdict));
    Ok(page)
}

/// What a step of a task does.
enum Motion {
    Straight(Path),
    Timed(Trajectory),
}

impl Motion {
    fn of(certificate: &Certificate, cell: &Workcell) -> Result<Self, RobotError> {
        match &certificate.subject {
            Subject::Trajectory(value) => {
                let robot = cell.robot();
                Trajectory::from_json(&value.to_string(), robot, &robot.no_rest()).map(Motion::Timed)
            }
            other => {
                let path = Path::through(other.points(), cell.robot().dof());
                path.map(Motion::Straight).map_err(|error| RobotError::new(error.to_string()))
            }
        }
    }

    /// How long it is: in seconds, or in edges, where a trajectory counts as one.
    fn length(&self, in_seconds: bool) -> f64 {
        match self {
            Motion::Straight(path) => path.len() as f64,
            Motion::Timed(_) if !in_seconds => 1.0,
            Motion::Timed(trajectory) => trajectory.span()[1] - trajectory.span()[0],
        }
    }

    /// The configuration at a part of it.
    fn at(&self, part: f64) -> Vec<f64> {
        match self {
            Motion::Straight(path) => path.at(part * path.len() as f64).values,
            Motion::Timed(trajectory) => {
                let [start, end] = trajectory.span();
                trajectory.at(start + part * (end - start))
            }
        }
    }
}

/// Where a body is that a link may hold.
fn placed(cell: &Workcell, body: &str, q: &[f64]) -> Result<Pose3<f64>, RobotError> {
    let robot = cell.robot();
    match robot.link_named(body) {
        Some(link) => Ok(robot.link_pose(&robot.place(q)?, link)),
        None => {
            let standing = cell.world().iter().find(|standing| standing.name == body);
            standing.map(|standing| standing.pose).ok_or_else(|| RobotError::new(format!("{body:?} is nowhere")))
        }
    }
}
