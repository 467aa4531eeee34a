//! Certificates: proofs that a motion or a set of configurations is free, for others to check.
//!
//! A [`Certificate`] names the robot, the scene, the pairs and the margins that it is about by their digests, says what
//! it proves ([`Subject`]) and lists for every pair what proves it ([`Proofs`]): over which stretch of time, or in
//! which cell of joint space, which axis keeps both bodies apart. An axis is fixed in a frame, the world or what a
//! joint moves, so two support evaluations of posed bodies and a bound of their motion re-check an entry, without any
//! of the algorithms that found it; [`Certificate::verify`] does that.

mod cells;
mod constraints;
mod digest;
mod finer;
mod format;
mod labels;
mod refusal;
mod stretches;
mod task;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod verify;
mod written;

pub use constraints::ConstraintProof;
pub use format::{AllowedPair, Attached, CellNode, CloserPair, Detached, Digests, FinerBody, FinerPart};
pub use format::{PoseNumbers, TaskStep};
pub use refusal::Refusal;
pub use stretches::{CellBounds, Stretch};

pub(crate) use cells::{clearance_of, leaves};

use serde::{Deserialize, Serialize};

use crate::error::RobotError;
use crate::model::robot::Robot;
use crate::trajectory::Trajectory;
use written::Written;

/// The version of the format that is written, and the only one that is read.
pub(crate) const VERSION: u32 = 1;

/// The words for subjects; files name all but a path.
const PATH: &str = "path";
const TRAJECTORY: &str = "trajectory";
const BOX: &str = "range";
const POLYTOPE: &str = "region";
const TASK: &str = "task";

/// A proof that a motion or a set of configurations is free, or that no clearance in a set is below a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Certificate {
    /// 1.
    pub version: u32,
    /// The name of the path, trajectory or set.
    pub id: Option<String>,
    /// The digests of robot, scene, pairs, margins and path.
    pub digests: Digests,
    /// The motion or the set of configurations.
    pub subject: Subject,
    /// The pairs of hulls that finer shapes replace.
    pub closer: Vec<CloserPair>,
    /// The finer shapes, in the order in which they are numbered: others can check that parts hold the mesh without
    /// making any.
    pub finer: Vec<FinerBody>,
    /// All pairs that are proven, by the names of links and bodies; of several shapes with one name, `#` and a number
    /// follow it.
    pub pairs: Vec<[String; 2]>,
    /// The proofs of the pairs.
    pub proofs: Proofs,
    /// The proof that the constraints of the cell hold, if it has any.
    pub constraints: Option<ConstraintProof>,
}

/// The motion or the set of configurations that a certificate is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Nothing collides on a path.
    Path {
        /// The configurations of the path, straight from one to the next; of cubics, four control points for each.
        points: Vec<Vec<f64>>,
        /// Whether the path is of cubics.
        cubic: bool,
    },
    /// Nothing collides while a trajectory is executed.
    Trajectory(serde_json::Value),
    /// No clearance in a box of joint values is less than a number. Below zero it bounds how deep bodies collide.
    Box {
        /// The names of the variables, in the order of the box.
        joints: Vec<String>,
        /// The least and the greatest value of each.
        sides: Vec<[f64; 2]>,
        /// The least clearance: the signed distance of any pair minus its margin, metres.
        lower: f64,
    },
    /// Nothing collides in a box of joint values, or in what the rows of `A q ≤ b` leave of it.
    Polytope {
        /// The names of the variables, in the order of the box and of the columns of A.
        joints: Vec<String>,
        /// The least and the greatest value of each.
        sides: Vec<[f64; 2]>,
        /// The rows of `A q ≤ b`; empty if the set is the box.
        a: Vec<Vec<f64>>,
        /// `b`.
        b: Vec<f64>,
    },
    /// Nothing collides in the motions of a task but what its steps allow. The digests are those of the cell in which
    /// it begins; the proofs are in the steps.
    Task {
        /// Where the robot is at first.
        start: Vec<f64>,
        /// Motions, and what is held between them.
        steps: Vec<TaskStep>,
    },
}

/// The proofs of all pairs.
#[derive(Clone, Debug, PartialEq)]
pub enum Proofs {
    /// The proof of a motion: axes over stretches of time.
    Stretches {
        /// Boxes of errors that stretches hold for.
        cells: Vec<CellBounds>,
        /// The stretches, each with its pair.
        entries: Vec<Stretch>,
    },
    /// The proof of a set of configurations: for each pair of the list, its cells in preorder from the whole box on.
    Cells(Vec<Vec<CellNode>>),
}

impl Subject {
    /// The execution of a trajectory of a robot.
    pub(crate) fn of_trajectory(trajectory: &Trajectory, robot: &Robot) -> Self {
        // What is written is JSON.
        Subject::Trajectory(serde_json::from_str(&trajectory.to_json(robot).to_string()).unwrap_or_default())
    }

    /// The word for it: `"path"`, or what files call it.
    pub fn name(&self) -> &'static str {
        match self {
            Subject::Path { .. } => PATH,
            Subject::Trajectory(_) => TRAJECTORY,
            Subject::Box { .. } => BOX,
            Subject::Polytope { .. } => POLYTOPE,
            Subject::Task { .. } => TASK,
        }
    }

    /// The names of the variables of a set; empty of a motion.
    pub fn joints(&self) -> &[String] {
        match self {
            Subject::Box { joints, .. } | Subject::Polytope { joints, .. } => joints,
            Subject::Path { .. } | Subject::Trajectory(_) | Subject::Task { .. } => &[],
        }
    }

    /// The sides of the box of a set; empty of a motion.
    pub fn sides(&self) -> &[[f64; 2]] {
        match self {
            Subject::Box { sides, .. } | Subject::Polytope { sides, .. } => sides,
            Subject::Path { .. } | Subject::Trajectory(_) | Subject::Task { .. } => &[],
        }
    }

    /// The rows `A` and the numbers `b` of a polytope; empty of all others.
    pub fn rows(&self) -> (&[Vec<f64>], &[f64]) {
        match self {
            Subject::Polytope { a, b, .. } => (a, b),
            _ => (&[], &[]),
        }
    }

    /// The steps of a task; empty of all others.
    pub fn steps(&self) -> &[TaskStep] {
        match self {
            Subject::Task { steps, .. } => steps,
            _ => &[],
        }
    }

    /// The configurations or control points of a path; empty of all others.
    pub fn points(&self) -> &[Vec<f64>] {
        match self {
            Subject::Path { points, .. } => points,
            _ => &[],
        }
    }
}

impl Proofs {
    /// The stretches of a motion; empty of a set.
    pub fn entries(&self) -> &[Stretch] {
        match self {
            Proofs::Stretches { entries, .. } => entries,
            Proofs::Cells(_) => &[],
        }
    }

    /// The cells of each pair over a set; empty of a motion.
    pub fn cells(&self) -> &[Vec<CellNode>] {
        match self {
            Proofs::Stretches { .. } => &[],
            Proofs::Cells(cells) => cells,
        }
    }
}

impl Certificate {
    /// A certificate of a text in JSON.
    pub fn read(text: &str) -> Result<Self, RobotError> {
        serde_json::from_str(text).map_err(|error| RobotError::new(format!("no certificate: {error}")))
    }

    /// A line of JSON, with a name.
    pub fn to_line(&self, id: &str) -> String {
        let named = Certificate { id: Some(id.into()), ..self.clone() };
        // Names, lists and finite numbers only.
        serde_json::to_string(&named).unwrap_or_default() + "\n"
    }
}
