//! Certificates of ranges: that no clearance over a box of joint values is less than a number.

use super::prove::Failure;
use crate::bound::parameter_box::JointBox;
use crate::bound::polytope::Polytope;
use crate::certificate::{CellNode, Certificate, Subject, clearance_of};
use crate::error::RobotError;
use crate::prove::range::RangeOfMotion;

impl RangeOfMotion<'_> {
    /// The certificate that no clearance over a box is less than `lower`, as [`least`](Self::least) found it; `None` if
    /// that takes more cells. A pair whose bound cannot be improved by cutting may prove a little less, and the
    /// certificate says so.
    ///
    /// Closed loops have none, and bodies whose triangles were refined have it of their hulls only.
    pub fn certify(&self, over: &JointBox, (lower, cells): (f64, usize)) -> Result<Option<Certificate>, RobotError> {
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
        let margins = self.all_pairs().into_iter().map(|place| self.refinable(place).chain.margin);
        let proven = proofs.iter().zip(margins).flat_map(|(cells, margin)| {
            let bounds = cells.iter().filter_map(|node| match node {
                CellNode::Axis { bound, .. } => Some(*bound),
                _ => None,
            });
            bounds.map(move |bound| clearance_of(bound, margin))
        });
        let lower = proven.fold(lower, f64::min);
        if self.inside_margin().is_some_and(|margin| !(lower + margin > 0.0)) {
            return Ok(None);
        }
        let subject = Subject::Box { joints: self.variable_names(), sides: over.sides().to_vec(), lower };
        Ok(Some(self.certificate(subject, proofs)?))
    }
}
