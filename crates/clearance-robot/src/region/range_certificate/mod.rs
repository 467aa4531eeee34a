//! Certificates of ranges: that no clearance over a box of joint values is less than a number, by cells as those of
//! regions.

use serde::{Deserialize, Serialize};

use super::cells::{Claim, PairCells, RegionNode, clearance_of, refuse};
use super::certificate::{RegionDigests, made};
use super::polytope::Polytope;
use super::prove::Failure;
use crate::bound::parameter_box::JointBox;
use crate::cell::piece::Piece;
use crate::cell::workcell::Workcell;
use crate::certificate::Refusal;
use crate::error::RobotError;
use crate::prove::range::RangeOfMotion;
use crate::prove::range::Refinable;
use crate::prove::time::Checker;

/// A proof that no clearance over a box of joint values is less than a number. Below zero it bounds how deep bodies
/// collide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeCertificate {
    /// 1.
    pub version: u32,
    /// `"range"`.
    pub what: String,
    /// What the range is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What the certificate is about.
    pub digests: RegionDigests,
    /// The names of the variables, in the order of the box.
    pub joints: Vec<String>,
    /// The least and the greatest value of each.
    #[serde(rename = "box")]
    pub sides: Vec<[f64; 2]>,
    /// No configuration of the box has a smaller clearance: the signed distance of any pair less its margin, metres.
    pub lower: f64,
    /// All pairs, with what proves them.
    pub pairs: Vec<PairCells>,
}

impl RangeOfMotion<'_> {
    /// The certificate that no clearance over a box is less than `lower`, as [`least`](Self::least) found it, among the
    /// bodies that the range was made of; none if that takes more cells. A pair whose bound cannot be improved by
    /// cutting may prove a little less, and the certificate says so.
    ///
    /// Closed loops have none, and bodies whose triangles were looked at have it of their hulls only.
    pub fn certify(
        &self,
        over: &JointBox,
        (lower, cells): (f64, usize),
    ) -> Result<Option<RangeCertificate>, RobotError> {
        over.check(self.robot())?;
        if self.has_loop(over)? {
            return Err(RobotError::new("a range of a closed loop has no certificate"));
        }
        if !lower.is_finite() {
            return Err(RobotError::new(format!("a certificate is about a finite clearance, got {lower}")));
        }
        let mut budget = cells;
        let mut none = Polytope::default();
        let proofs = match self.prove_pairs(over, &mut none, (&mut budget, false), (None, Some(lower))) {
            Ok(proofs) => proofs,
            Err((Failure::Open, _)) => return Ok(None),
            Err((Failure::Collides(q), _)) => {
                let what = format!("certificates are about hulls, and at {q:?} some are nearer than {lower}");
                return Err(RobotError::new(what));
            }
        };
        let checker = Checker::new(self.cell())?;
        let labels = checker.stage().all_labels().into_iter();
        let pairs: Vec<PairCells> = labels.zip(proofs).map(|(pair, cells)| PairCells { pair, cells }).collect();
        let margins = self.all_pairs().into_iter().map(|place| self.refinable(place).chain.margin);
        let proven = pairs.iter().zip(margins).flat_map(|(pair, margin)| {
            let bounds = pair.cells.iter().filter_map(|node| match node {
                RegionNode::Axis { bound, .. } => Some(*bound),
                _ => None,
            });
            bounds.map(move |bound| clearance_of(bound, margin))
        });
        let lower = proven.fold(lower, f64::min);
        if self.inside_margin().is_some_and(|margin| !(lower + margin > 0.0)) {
            return Ok(None);
        }
        Ok(Some(RangeCertificate {
            version: 1,
            what: "range".into(),
            id: None,
            digests: RegionDigests::of(&checker),
            joints: self.variable_names(),
            sides: over.sides().to_vec(),
            lower,
            pairs,
        }))
    }

    /// The least margin of the pairs with what is inside of a closed mesh; none if there are none. Such a pair is apart
    /// as long as the surface of the mesh is not met.
    fn inside_margin(&self) -> Option<f64> {
        let pairs = self.all_pairs().into_iter().map(|place| self.refinable(place));
        let is_inside = |pair: &Refinable| matches!(pair.parts(self.stage())[1].piece, Piece::Interior(_));
        pairs.filter(is_inside).map(|pair| pair.chain.margin).reduce(f64::min)
    }
}

impl RangeCertificate {
    /// A line of JSON.
    pub fn to_line(&self, id: &str) -> String {
        let named = RangeCertificate { id: Some(id.into()), ..self.clone() };
        // Names, lists and finite numbers only.
        serde_json::to_string(&named).unwrap_or_default() + "\n"
    }

    /// Its lower bound, if the certificate proves it for this robot, these bodies and these margins.
    pub fn verify(&self, cell: &Workcell) -> Result<f64, Refusal> {
        if self.version != 1 || self.what != "range" {
            return refuse(format!("expected version 1 of a \"range\", got {} of {:?}", self.version, self.what));
        }
        let (range, checker) = made(cell)?;
        self.digests.compare(&checker)?;
        match range.inside_margin() {
            Some(margin) if !(self.lower + margin > 0.0) => {
                return refuse(format!("what is inside of a mesh is apart only above zero, got {}", self.lower));
            }
            _ => {}
        }
        let (joints, sides, pairs) = (&self.joints, &self.sides, &self.pairs);
        let claim = Claim { joints, sides, pairs, polytope: &Polytope::default(), lower: Some(self.lower) };
        claim.verify(&range, &checker.stage().all_labels())?;
        Ok(self.lower)
    }
}

#[cfg(test)]
mod tests;
