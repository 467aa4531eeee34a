//! The proof that constraints hold on a motion: points stay apart from halfspaces, in stretches as all pairs.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::refusal::{Refusal, refuse};
use super::stretches::{CellBounds, Stretch, least, stretches_of};
use super::{Certificate, verify};
use crate::cell::constraint::Constraint;
use crate::error::RobotError;
use crate::path::Path;
use crate::prove::time::execution::{Execution, MotionProof};
use crate::prove::time::{Checker, EdgeOptions, Found};

/// The proof that the constraints of a cell hold on a motion.
///
/// The point of each is where its axis, of length 1, or its point comes to as it is seen from where the constraint is
/// given. It stays apart from halfspaces by the bounds of the entries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConstraintProof {
    /// All constraints of the cell.
    pub list: Vec<Constraint>,
    /// The name of each and of a halfspace: the name with `limit` behind it, of an axis, or with `-x` to `+z`, of a
    /// face of a box.
    pub pairs: Vec<[String; 2]>,
    /// Boxes of errors that stretches hold for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellBounds>,
    /// The stretches, each with its pair.
    pub entries: Vec<Stretch>,
}

impl ConstraintProof {
    /// What is proven of the constraints of a checker's cell.
    pub(super) fn of(checker: &Checker, proof: &MotionProof) -> Option<Self> {
        let stage = checker.constraints()?.stage();
        let (cells, entries) = stretches_of(stage, proof);
        Some(ConstraintProof { list: checker.cell().constraints().to_vec(), pairs: stage.all_labels(), cells, entries })
    }
}

impl Checker<'_> {
    /// The answer for a path, with a certificate if it is free.
    pub fn certify(&self, path: &Path, options: &EdgeOptions) -> (Found, Option<Certificate>) {
        let (found, certificate) = self.certify_apart(path, options);
        let mut proof = MotionProof::default();
        let found = self.obeying(found, options, |constraints, options| {
            let ((found, _), entries) = constraints.prove(path, options);
            proof.entries = entries;
            found
        });
        let certificate = certificate.filter(|_| found.is_free());
        let constraints = ConstraintProof::of(self, &proof);
        (found, certificate.map(|certificate| Certificate { constraints, ..certificate }))
    }
}

impl Execution {
    /// The answer for all of the time, with a certificate if it is free. What is proven then is the trajectory as the
    /// certificate writes it.
    pub fn certify(&self, options: &EdgeOptions) -> Result<(Found, Option<Certificate>), RobotError> {
        let (found, certificate) = self.certify_apart(options)?;
        if self.cell().constraints().is_empty() {
            return Ok((found, certificate));
        }
        let (checker, mut proof) = (self.checker()?, MotionProof::default());
        let written = certificate.as_ref().map(|certificate| certificate.execution(self.cell())).transpose()?;
        let execution = written.as_ref().unwrap_or(self);
        let found =
            checker.obeying(found, options, |constraints, options| execution.prove(constraints, options, &mut proof));
        let certificate = certificate.filter(|_| found.is_free());
        let constraints = ConstraintProof::of(&checker, &proof);
        Ok((found, certificate.map(|certificate| Certificate { constraints, ..certificate })))
    }
}

impl Certificate {
    /// Refuses a motion whose certificate does not prove the constraints of its cell, and those of other cells.
    pub(super) fn verify_constraints(&self, checker: &Checker, path: &Path) -> Result<(), Refusal> {
        let own = checker.cell().constraints();
        let (constraints, proof) = match (checker.constraints(), &self.constraints) {
            (None, None) => return Ok(()),
            (Some(constraints), Some(proof)) if proof.list == own => (constraints, proof),
            (Some(_), None) => return refuse(format!("the constraint {:?} is not proven", own[0].name)),
            _ => return refuse("the certificate is about other constraints"),
        };
        let labels = constraints.stage().all_labels();
        let places: HashMap<[String; 2], usize> = verify::compare_pairs(&proof.pairs, &labels)?;
        least(constraints.stage(), path, &places, &proof.cells, &proof.entries)?;
        Ok(())
    }
}
