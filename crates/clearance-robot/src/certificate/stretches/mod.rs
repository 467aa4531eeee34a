//! Stretches of time over which axes keep pairs apart: the proofs of paths and trajectories.
//!
//! Times count segments of the path; those of a trajectory lie between its break times, which follow from its own
//! numbers: 2.25 is a quarter into the third. Where joints or bodies have errors, an entry may hold for a cell of the
//! errors alone. Entries of a long trajectory may hold over many stretches: then over their [chord](crate::path::Chord)
//! with its box of errors, for bodies that do not move on their own.

mod check;
#[cfg(test)]
mod long;
mod over;
mod region;
#[cfg(test)]
mod tests;

pub(super) use check::least;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::format::Digests;
use super::{Certificate, Proofs, Subject, VERSION};
use crate::cell::bodies::Stage;
use crate::error::RobotError;
use crate::path::{Cell, Path, Segment};
use crate::prove::time::execution::{Execution, MotionProof};
use crate::prove::time::{Checker, EdgeOptions, Entry, Found, Mode};
use crate::trajectory::Trajectory;

/// A stretch of time over which an axis proves a pair apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// The pair, as in the list of pairs.
    pub pair: [String; 2],
    /// In segments from the start of the path. An entry lies in one segment; of a trajectory, it may begin and end with
    /// stretches, and cover those between.
    pub t0: f64,
    /// The end of the stretch.
    pub t1: f64,
    /// The axis from the first body to the second.
    pub axis: [f64; 3],
    /// The frame in which the axis is fixed: `"world"`, or the name of a joint, for the frame that it moves.
    pub frame: String,
    /// The signed distance is at least this, metres.
    pub bound: f64,
    /// The index in the list of cells; without one it holds for all errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
}

/// The least and the greatest error of each value of a configuration, then six of each body that moves: a translation
/// in its own frame, and a rotation vector.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellBounds {
    /// The least of each.
    pub lower: Vec<f64>,
    /// The greatest of each.
    pub upper: Vec<f64>,
}

impl Checker<'_> {
    /// The answer for a path without constraints, with a certificate if it is free.
    pub(super) fn certify_apart(&self, path: &Path, options: &EdgeOptions) -> (Found, Option<Certificate>) {
        let mut certificate = None;
        let edge = self.closely(false, |checker, _| {
            let (known, proof) = checker.prove(path, options);
            certificate = known.0.is_free().then(|| checker.certificate(path, &proof));
            known
        });
        (edge, certificate)
    }

    /// The certificate of what is proven of a path: entries with their segments.
    fn certificate(&self, path: &Path, proof: &[(usize, Entry)]) -> Certificate {
        let cubic = path.segments().iter().any(|segment| matches!(segment, Segment::Cubic(_)));
        let subject = Subject::Path { points: if cubic { control_points(path) } else { corners(path) }, cubic };
        Certificate::of_motion(self, path, subject, &MotionProof { entries: proof.to_vec(), ..MotionProof::default() })
    }
}

impl Execution {
    /// The answer for all of the time without constraints, with a certificate if it is free. What is proven then is the
    /// trajectory as the certificate writes it.
    pub(super) fn certify_apart(&self, options: &EdgeOptions) -> Result<(Found, Option<Certificate>), RobotError> {
        if self.trajectory().is_loose() && matches!(options.mode, Mode::LeastClearance { .. }) && self.is_long() {
            // Errors let no run of stretches come near its least clearance.
            let free = self.certify_apart(&EdgeOptions { mode: Mode::AnyHit, ..*options })?.1;
            return Ok((self.check(options)?, free));
        }
        let robot = self.cell().robot();
        let text = self.trajectory().to_json(robot).to_string();
        let written = Trajectory::from_json(&text, robot, &robot.no_rest())?;
        let execution = Execution::new(self.cell(), &written)?;
        let mut proof = MotionProof::default();
        let checker = execution.checker()?;
        let executed = execution.prove(&checker, options, &mut proof);
        if !executed.is_free() {
            return Ok((executed, None));
        }
        let checker = checker.with_closer(proof.closer.clone()).filter(|_| !proof.closer.is_empty()).unwrap_or(checker);
        let subject = Subject::of_trajectory(self.trajectory(), robot);
        let certificate = Certificate::of_motion(&checker, execution.path(), subject, &proof);
        Ok((executed, Some(certificate)))
    }
}

impl Certificate {
    /// The certificate of what is proven of a motion.
    fn of_motion(checker: &Checker, path: &Path, subject: Subject, proof: &MotionProof) -> Self {
        let stage = checker.stage();
        let labels = stage.all_labels();
        let (cells, entries) = stretches_of(stage, proof);
        Certificate {
            version: VERSION,
            id: None,
            digests: Digests::of(stage, Some(path), &labels),
            subject,
            closer: checker.closer_pairs(),
            finer: stage.finer_bodies(),
            pairs: labels,
            proofs: Proofs::Stretches { cells, entries },
            constraints: None,
        }
    }
}

/// The stretches of a proof, and the boxes of errors that they hold for.
pub(super) fn stretches_of(stage: &Stage, proof: &MotionProof) -> (Vec<CellBounds>, Vec<Stretch>) {
    let labels = stage.all_labels();
    let mut cells: Vec<CellBounds> = Vec::new();
    let mut known: HashMap<(usize, usize), usize> = HashMap::new();
    let entries = proof.entries.iter().map(|(segment, entry)| {
        let own = proof.cells.get(*segment).and_then(|cells| cells.get(entry.cell)).filter(|_| entry.cell > 0);
        let cell = own.map(|Cell { lower, upper }| {
            *known.entry((*segment, entry.cell)).or_insert_with(|| {
                cells.push(CellBounds { lower: lower.clone(), upper: upper.clone() });
                cells.len() - 1
            })
        });
        Stretch { cell, ..Stretch::of(stage, &labels, (*segment, entry)) }
    });
    let entries = entries.collect();
    (cells, entries)
}

impl Stretch {
    /// What is proven over a part of a segment.
    fn of(stage: &Stage, labels: &[[String; 2]], (segment, entry): (usize, &Entry)) -> Self {
        let begin = segment as f64;
        Stretch {
            pair: labels[entry.pair].clone(),
            t0: begin + entry.interval[0],
            t1: begin + entry.interval[1],
            axis: entry.axis.into(),
            frame: stage.side_name(entry.pair, entry.side),
            bound: entry.bound,
            cell: None,
        }
    }
}

fn corners(path: &Path) -> Vec<Vec<f64>> {
    let first = path.at(0.0).values;
    core::iter::once(first).chain(path.segments().iter().map(|segment| segment.at(1.0).values)).collect()
}

fn control_points(path: &Path) -> Vec<Vec<f64>> {
    let of = |segment: &Segment| match segment {
        Segment::Cubic(curve) => curve.controls().to_vec(),
        Segment::Straight { .. } | Segment::Timed(_) => Vec::new(),
    };
    path.segments().iter().flat_map(of).collect()
}
