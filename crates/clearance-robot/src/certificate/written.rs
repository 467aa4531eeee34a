//! The one format of certificates: an envelope that all share, and the keys of each subject.

use serde::{Deserialize, Serialize};

use super::constraints::ConstraintProof;
use super::format::{CellNode, CloserPair, Digests, FinerBody, TaskStep};
use super::stretches::{CellBounds, Stretch};
use super::{BOX, Certificate, PATH, POLYTOPE, Proofs, Subject, TASK, TRAJECTORY};

/// The keys of all subjects in the order in which they are written. The subject is named by `what`, and is a path
/// without it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    what: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    digests: Digests,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<Vec<Vec<f64>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cubic: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trajectory: Option<serde_json::Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    joints: Option<Vec<String>>,
    #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
    sides: Option<Vec<[f64; 2]>>,
    #[serde(rename = "A", default, skip_serializing_if = "Option::is_none")]
    a: Option<Vec<Vec<f64>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    b: Option<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lower: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<TaskStep>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    closer: Vec<CloserPair>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    finer: Vec<FinerBody>,
    pairs: Pairs,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cells: Vec<CellBounds>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entries: Option<Vec<Stretch>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    constraints: Option<ConstraintProof>,
}

/// The names of all pairs, with the cells of each over a set.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Pairs {
    Names(Vec<[String; 2]>),
    Cells(Vec<PairCells>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PairCells {
    pair: [String; 2],
    cells: Vec<CellNode>,
}

impl From<Certificate> for Written {
    fn from(certificate: Certificate) -> Self {
        let Certificate { version, id, digests, subject, closer, finer, pairs, proofs, constraints } = certificate;
        let (pairs, cells, entries) = match proofs {
            Proofs::Stretches { cells, entries } => (Pairs::Names(pairs), cells, Some(entries)),
            Proofs::Cells(cells) => {
                let rows = pairs.into_iter().zip(cells).map(|(pair, cells)| PairCells { pair, cells });
                (Pairs::Cells(rows.collect()), Vec::new(), None)
            }
        };
        let what = Some(subject.name()).filter(|name| *name != PATH).map(String::from);
        let head = Written {
            version,
            what,
            id,
            digests,
            path: None,
            cubic: None,
            trajectory: None,
            joints: None,
            sides: None,
            a: None,
            b: None,
            lower: None,
            start: None,
            steps: None,
            closer,
            finer,
            pairs,
            cells,
            entries,
            constraints,
        };
        match subject {
            Subject::Path { points, cubic } => Written { path: Some(points), cubic: cubic.then_some(true), ..head },
            Subject::Trajectory(trajectory) => Written { trajectory: Some(trajectory), ..head },
            Subject::Box { joints, sides, lower } => {
                Written { joints: Some(joints), sides: Some(sides), lower: Some(lower), ..head }
            }
            Subject::Polytope { joints, sides, a, b } => {
                let (a, b) = (Some(a).filter(|a| !a.is_empty()), Some(b).filter(|b| !b.is_empty()));
                Written { joints: Some(joints), sides: Some(sides), a, b, ..head }
            }
            // The proofs are in the steps.
            Subject::Task { start, steps } => Written { start: Some(start), steps: Some(steps), entries: None, ..head },
        }
    }
}

impl TryFrom<Written> for Certificate {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        written.check_keys()?;
        let lacks = |key: &str| format!("missing key {key:?}");
        let Written { version, what, id, digests, closer, finer, pairs, cells, entries, constraints, .. } = written;
        let joints = written.joints.ok_or_else(|| lacks("joints"));
        let sides = written.sides.ok_or_else(|| lacks("box"));
        let subject = match what.as_deref() {
            None => Subject::Path {
                points: written.path.ok_or_else(|| lacks("path"))?,
                cubic: written.cubic.unwrap_or_default(),
            },
            Some(TRAJECTORY) => Subject::Trajectory(written.trajectory.ok_or_else(|| lacks("trajectory"))?),
            Some(BOX) => {
                Subject::Box { joints: joints?, sides: sides?, lower: written.lower.ok_or_else(|| lacks("lower"))? }
            }
            Some(TASK) => Subject::Task {
                start: written.start.ok_or_else(|| lacks("start"))?,
                steps: written.steps.ok_or_else(|| lacks("steps"))?,
            },
            Some(_) => {
                let (a, b) = (written.a.unwrap_or_default(), written.b.unwrap_or_default());
                Subject::Polytope { joints: joints?, sides: sides?, a, b }
            }
        };
        let is_motion = matches!(subject, Subject::Path { .. } | Subject::Trajectory(_));
        let (pairs, proofs) = match pairs {
            Pairs::Names(pairs) if matches!(subject, Subject::Task { .. }) && pairs.is_empty() => {
                (pairs, Proofs::Stretches { cells, entries: Vec::new() })
            }
            _ if matches!(subject, Subject::Task { .. }) => {
                return Err("the pairs of a task are those of its motions, got some of its own".into());
            }
            Pairs::Names(pairs) if is_motion => {
                (pairs, Proofs::Stretches { cells, entries: entries.ok_or_else(|| lacks("entries"))? })
            }
            Pairs::Cells(rows) if !is_motion => {
                let (pairs, cells) = rows.into_iter().map(|PairCells { pair, cells }| (pair, cells)).unzip();
                (pairs, Proofs::Cells(cells))
            }
            Pairs::Names(pairs) if pairs.is_empty() => (pairs, Proofs::Cells(Vec::new())),
            Pairs::Names(_) => return Err("each of \"pairs\" must be an object with \"pair\" and \"cells\"".into()),
            Pairs::Cells(_) => return Err("each of \"pairs\" must be two names".into()),
        };
        Ok(Certificate { version, id, digests, subject, closer, finer, pairs, proofs, constraints })
    }
}

impl Written {
    /// Refuses a subject that is unknown, and keys that belong to another one.
    fn check_keys(&self) -> Result<(), String> {
        let (subject, allowed): (&str, &[&str]) = match self.what.as_deref() {
            None => (PATH, &["path", "cubic", "closer", "finer", "entries", "constraints"]),
            Some(TRAJECTORY) => (TRAJECTORY, &["trajectory", "closer", "finer", "cells", "entries", "constraints"]),
            Some(POLYTOPE) => (POLYTOPE, &["joints", "box", "A", "b"]),
            Some(BOX) => (BOX, &["joints", "box", "lower"]),
            Some(TASK) => (TASK, &["start", "steps"]),
            Some(other) => {
                let known = format!("{TRAJECTORY:?}, {POLYTOPE:?}, {BOX:?} or {TASK:?}");
                return Err(format!("\"what\": expected {known}, got {other:?}"));
            }
        };
        let given = [
            ("path", self.path.is_some()),
            ("cubic", self.cubic.is_some()),
            ("trajectory", self.trajectory.is_some()),
            ("joints", self.joints.is_some()),
            ("box", self.sides.is_some()),
            ("A", self.a.is_some()),
            ("b", self.b.is_some()),
            ("lower", self.lower.is_some()),
            ("start", self.start.is_some()),
            ("steps", self.steps.is_some()),
            ("closer", !self.closer.is_empty()),
            ("finer", !self.finer.is_empty()),
            ("cells", !self.cells.is_empty()),
            ("entries", self.entries.is_some()),
            ("constraints", self.constraints.is_some()),
        ];
        match given.iter().find(|(key, is_given)| *is_given && !allowed.contains(key)) {
            Some((key, _)) => Err(format!("the certificate of a {subject} has no key {key:?}")),
            None => Ok(()),
        }
    }
}
