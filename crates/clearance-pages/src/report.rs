//! What a report says of a motion beside its replay: its closest approach, the nearest pairs with a picture of each,
//! the least distance between each two samples, the rates of its joints, requirements with their answers, and the files
//! that it is about.

use clearance::Bounds;
use clearance_robot::edge::Approach;
use clearance_robot::{JointKind, RateLimits, Robot, RobotError, Trajectory};
use serde::Serialize;

use crate::sample::Sample;

/// The report of a motion.
#[derive(Serialize)]
pub struct MotionReport {
    /// The pairs that come nearest, the nearest first.
    pub nearest: Vec<NearPair>,
    /// Stretches between samples, each with the bounds of its least distance.
    pub profile: Vec<Stretch>,
    /// What joints do, and their limits.
    pub joints: Vec<JointRange>,
}

/// How near a pair comes.
#[derive(Serialize)]
pub struct NearPair {
    pair: [String; 2],
    /// None of a body in contact with triangles of a mesh.
    lower: Option<f64>,
    upper: f64,
    /// When the upper bound is attained.
    at: f64,
    /// Where everything is then.
    sample: Sample,
}

/// A stretch of time.
#[derive(Serialize)]
pub struct Stretch {
    t0: f64,
    t1: f64,
    lower: Option<f64>,
    upper: f64,
}

/// The values of a joint, or of one of its rates, over all of the time.
#[derive(Serialize)]
pub struct JointRange {
    joint: String,
    /// `position`, `velocity` or `acceleration`.
    quantity: &'static str,
    unit: &'static str,
    least: f64,
    greatest: f64,
    /// The limits, if there are any, and whether they are proven to be kept.
    limits: Option<[f64; 2]>,
    kept: Option<bool>,
}

/// A requirement with its answer.
#[derive(Serialize)]
pub struct Requirement {
    /// What it is called.
    pub name: String,
    /// `holds`, `violated`, `undecided`, `nothing tested`, or why it cannot be answered.
    pub result: String,
    /// The clearance that is to be kept; none if the requirement cannot be read.
    pub at_least: Option<f64>,
    /// No clearance is less.
    pub lower: Option<f64>,
    /// The clearance that was found.
    pub upper: Option<f64>,
    /// The pair with that clearance.
    pub pair: Option<[String; 2]>,
}

/// A file that an answer depends on.
#[derive(Serialize)]
pub struct Input {
    /// Its name, without folders.
    pub file: String,
    /// The SHA-256 of its bytes.
    pub sha256: String,
}

impl NearPair {
    /// The pair of a closest approach of a robot.
    pub fn of(robot: &Robot, found: &Approach) -> Result<Self, RobotError> {
        let Approach { least, time, pair, .. } = found;
        let (lower, sample) = (finite(least.lower), Sample::nearest(robot, found)?);
        Ok(NearPair { pair: pair.clone(), lower, upper: least.upper, at: *time, sample })
    }
}

impl Stretch {
    /// The stretch between two times, with the closest approach over it.
    pub fn of(([t0, t1], found): &([f64; 2], Approach)) -> Self {
        Stretch { t0: *t0, t1: *t1, lower: finite(found.least.lower), upper: found.least.upper }
    }
}

fn finite(bound: f64) -> Option<f64> {
    Some(bound).filter(|bound| bound.is_finite())
}

const QUANTITIES: [&str; 3] = ["position", "velocity", "acceleration"];
const UNITS: [[&str; 3]; 2] = [["rad", "rad/s", "rad/s²"], ["m", "m/s", "m/s²"]];

/// What the joints of a trajectory do: positions, velocities and accelerations, each proven, with the limits of the
/// robot's file and others that are given.
pub fn joint_ranges(robot: &Robot, trajectory: &Trajectory, limits: &RateLimits) -> Vec<JointRange> {
    let breaches = trajectory.beyond_limits(robot, limits);
    let mut rows = Vec::new();
    for (variable, &place) in robot.variables().iter().enumerate().take(trajectory.joints()) {
        let joint = &robot.joints()[place];
        let given = |all: &[Option<f64>]| all.get(variable).copied().flatten().map(|size| [-size, size]);
        let position = joint.limits.filter(|_| joint.kind != JointKind::Continuous);
        let own = [
            position.map(|ends| [ends.lower, ends.upper]),
            given(&limits.velocities).or(joint.velocity.map(|size| [-size, size])),
            given(&limits.accelerations),
        ];
        for (order, limits) in own.into_iter().enumerate() {
            let Bounds { lower: least, upper: greatest } = trajectory.range(variable, order);
            let is_broken = breaches.iter().any(|it| it.joint == variable && it.quantity.name() == QUANTITIES[order]);
            rows.push(JointRange {
                joint: joint.name.clone(),
                quantity: QUANTITIES[order],
                unit: UNITS[usize::from(joint.kind == JointKind::Prismatic)][order],
                least,
                greatest,
                limits,
                kept: limits.map(|_| !is_broken),
            });
        }
    }
    rows
}
