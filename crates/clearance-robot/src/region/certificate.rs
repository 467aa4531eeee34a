//! Certificates of free regions, and their verifier.
//!
//! The verifier shares with the prover: the readers, the poses, the bounds of `bound/height`, the supports of shapes.
//! It shares no distance and no search, and nothing of what the certificate says: pairs are listed anew.

use serde::{Deserialize, Serialize};

use super::cells::{Claim, PairCells, refuse};
use super::polytope::Polytope;
use crate::cell::workcell::Workcell;
use crate::certificate::Refusal;
use crate::prove::range::RangeOfMotion;
use crate::prove::time::Checker;

/// A proof that nothing collides in a region of joint space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionCertificate {
    /// 1.
    pub version: u32,
    /// `"region"`.
    pub what: String,
    /// What the region is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What the certificate is about.
    pub digests: RegionDigests,
    /// The names of the variables, in the order of the box and of the columns of A.
    pub joints: Vec<String>,
    /// The least and the greatest value of each.
    #[serde(rename = "box")]
    pub sides: Vec<[f64; 2]>,
    /// The rows of `A q ≤ b`; none if the region is the box.
    #[serde(rename = "A", default, skip_serializing_if = "Vec::is_empty")]
    pub a: Vec<Vec<f64>>,
    /// `b`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub b: Vec<f64>,
    /// All pairs that must stay apart, with what proves them.
    pub pairs: Vec<PairCells>,
}

/// Digests of what a region is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegionDigests {
    /// Joints, links and their shapes.
    pub robot: String,
    /// The pairs that must stay apart.
    pub srdf: String,
    /// The fixed bodies.
    pub scene: String,
    /// The margin of every pair.
    pub margins: String,
}

impl RegionDigests {
    pub(super) fn of(checker: &Checker) -> Self {
        let all = checker.all_digests();
        RegionDigests { robot: all.robot, srdf: all.srdf, scene: all.scene, margins: all.margins }
    }

    /// Refuses the digests of anything else.
    pub(super) fn compare(&self, checker: &Checker) -> Result<(), Refusal> {
        let found = RegionDigests::of(checker);
        let (d, f) = (self, &found);
        let all = [
            ("robot", &d.robot, &f.robot),
            ("scene", &d.scene, &f.scene),
            ("list of allowed pairs", &d.srdf, &f.srdf),
            ("list of margins", &d.margins, &f.margins),
        ];
        match all.into_iter().find(|(_, claimed, found)| claimed != found) {
            Some((what, ..)) => refuse(format!("the certificate is about another {what}")),
            None => Ok(()),
        }
    }
}

impl RegionCertificate {
    /// A line of JSON.
    pub fn to_line(&self, id: &str) -> String {
        let named = RegionCertificate { id: Some(id.into()), ..self.clone() };
        serde_json::to_string(&named).unwrap_or_default() + "\n"
    }

    /// A proven lower bound of all signed distances over the region, if the certificate proves that nothing collides
    /// there for this robot, these bodies and these margins.
    pub fn verify(&self, cell: &Workcell) -> Result<f64, Refusal> {
        let robot = cell.robot();
        if self.version != 1 || self.what != "region" {
            return refuse(format!("expected version 1 of a \"region\", got {} of {:?}", self.version, self.what));
        }
        let (range, checker) = made(cell)?;
        self.digests.compare(&checker)?;
        let polytope =
            Polytope::new(self.a.clone(), self.b.clone(), robot.dof()).or_else(|error| refuse(error.to_string()))?;
        let (joints, sides, pairs) = (&self.joints, &self.sides, &self.pairs);
        let claim = Claim { joints, sides, pairs, polytope: &polytope, lower: None };
        claim.verify(&range, &checker.stage().all_labels())
    }
}

/// What a certificate is checked with, made of the workcell and of nothing else.
pub(super) fn made(cell: &Workcell) -> Result<(RangeOfMotion<'_>, Checker<'_>), Refusal> {
    let made = || Ok((RangeOfMotion::new(cell)?, Checker::new(cell)?));
    made().or_else(|error: crate::error::RobotError| refuse(error.to_string()))
}
