//! Requirements: named clearances that a robot, an assembly or a scene must keep, answered with proof and checked again
//! when their inputs change.

mod answer;
mod read;
mod receipt;
#[cfg(test)]
mod tests;

pub use receipt::{Receipt, Recorded, junit};

use std::path::PathBuf;

use clearance_robot::range::JointBox;
use clearance_robot::{Robot, Workcell};
use clearance_scene::{MeshOptions, ReadError};

/// A file of requirements with the robot that they are about.
///
/// ```
/// use clearance_models::requirements::{Outcome, Requirements};
/// use clearance_robot::range::RangeOptions;
/// let assembly = r#"{"bodies": [
///     {"name": "post", "shape": {"kind": "sphere", "radius": 0.5}, "pose": {"translation": [0, 3, 0]}},
///     {"name": "arm", "shape": {"kind": "sphere", "radius": 0.25}, "pose": {"translation": [2, 0, 0]},
///      "joint": {"type": "continuous", "origin": [0, 0, 0], "axis": [0, 0, 1]}}]}"#;
/// let text = format!(r#"{{"robot": {assembly}, "requirements": [
///     {{"name": "arm passes the post", "at_least": 0.2}}, {{"name": "with room to spare", "at_least": 0.3}}]}}"#);
/// let answers = Requirements::parse(&text, "".as_ref()).unwrap().answer(&RangeOptions::default());
/// let outcomes: Vec<_> = answers.iter().map(|answer| answer.found.as_ref().unwrap().outcome).collect();
/// assert_eq!(outcomes, [Outcome::Holds, Outcome::Violated]);
/// ```
pub struct Requirements {
    cell: Option<Workcell>,
    all: Vec<Result<Requirement, (String, ReadError)>>,
    meshes: MeshOptions,
}

/// A clearance that pairs must keep.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// What it is called.
    pub name: String,
    /// Two names each, or one for all pairs with it; all pairs if there are none.
    pub pairs: Vec<Vec<String>>,
    /// The least clearance, metres.
    pub at_least: f64,
    /// Over what.
    pub over: Over,
    /// Its text in the file.
    text: String,
}

/// What a requirement is about.
#[derive(Clone, Debug)]
pub enum Over {
    /// All configurations of a box.
    Ranges(JointBox),
    /// The straight segments through these configurations.
    Path(Vec<Vec<f64>>),
    /// The bodies of a scene file where they stand.
    Scene(PathBuf),
}

/// Whether a requirement holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Proven.
    Holds,
    /// Proven not to hold: there is a configuration with less.
    Violated,
    /// Neither is proven.
    Undecided,
    /// There is no pair to test.
    Untested,
}

impl Outcome {
    /// `"holds"`, `"violated"`, `"undecided"` or `"nothing tested"`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Holds => "holds",
            Outcome::Violated => "violated",
            Outcome::Undecided => "undecided",
            Outcome::Untested => "nothing tested",
        }
    }

    /// What bounds of the least clearance decide, which is infinite without a pair.
    fn of([lower, upper]: [f64; 2], at_least: f64) -> Self {
        if lower == f64::INFINITY {
            return Outcome::Untested;
        }
        match (lower >= at_least, upper < at_least) {
            (true, _) => Outcome::Holds,
            (_, true) => Outcome::Violated,
            _ => Outcome::Undecided,
        }
    }
}

/// What is known of a requirement.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Whether it holds.
    pub outcome: Outcome,
    /// The least clearance is not below this.
    pub lower: f64,
    /// Nor above this, where a configuration was found.
    pub upper: Option<f64>,
    /// The pair that is nearest there.
    pub pair: Option<[String; 2]>,
    /// The configuration with that clearance: on a path, where it is least; over ranges that violate the requirement,
    /// one that violates it, which need not be the worst. Empty for scenes.
    pub at: Vec<f64>,
}

/// The answer to a requirement: what was found, or why it cannot be answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What the requirement is called.
    pub name: String,
    /// The clearance that is to be kept; not a number if the requirement could not be read.
    pub at_least: f64,
    /// SHA-256 of all numbers that the answer depends on.
    pub digest: String,
    /// The answer.
    pub found: Result<Found, ReadError>,
}

impl Requirements {
    /// The robot, if the file names one.
    pub fn robot(&self) -> Option<&Robot> {
        self.cell.as_ref().map(Workcell::robot)
    }
}
