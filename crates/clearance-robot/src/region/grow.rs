//! Grows boxes around configurations, and makes their certificates.

use super::GrowOptions;
use super::carve::Carver;
use super::loosen::Carved;
use super::prove::{Failure, Prover};
use crate::bound::parameter_box::JointBox;
use crate::bound::polytope::Polytope;
use crate::cell::chain::Side;
use crate::certificate::{CellNode, Certificate, Digests, Proofs, Subject, VERSION};
use crate::error::RobotError;
use crate::model::joint::JointKind;
use crate::prove::range::{RangeOfMotion, RangeOptions, Refinable};
use crate::prove::time::Checker;

/// The first half width that is tried, and how many times the largest one is sought between two.
const FIRST: f64 = 0.02;
const STEPS: usize = 4;

impl RangeOfMotion<'_> {
    /// The box of a half width about a configuration, within the limits of the joints; those that are not in the cell's
    /// [group](crate::Workcell::with_group) stand as in the configuration.
    pub fn about(&self, q: &[f64], half: f64) -> Result<JointBox, RobotError> {
        let mut sides = JointBox::about(self.robot(), q, half)?.sides().to_vec();
        let still = (0..q.len()).filter(|&variable| !self.cell().moves(variable));
        still.for_each(|variable| sides[variable] = [q[variable]; 2]);
        JointBox::new(sides)
    }

    /// A box around a configuration in which nothing collides, within the limits, with its certificate; `None` if the
    /// configuration itself is not proven free.
    ///
    /// First the largest box that grows on all sides alike, then each side for itself.
    pub fn free_box(&self, q: &[f64], options: &GrowOptions) -> Result<Option<Certificate>, RobotError> {
        self.robot().check_configuration(q)?;
        let about = |half: f64| self.about(q, half.min(options.most));
        let (mut low, mut high) = (0.0, FIRST);
        if !self.is_free(&about(0.0)?, options)? {
            return Ok(None);
        }
        while low < options.most && self.is_free(&about(high)?, options)? {
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..STEPS {
            let half = 0.5 * (low + high);
            match self.is_free(&about(half)?, options)? {
                true => low = half,
                false => high = half,
            }
        }
        let mut sides = about(low)?.sides().to_vec();
        self.grow_sides(q, &mut sides, options)?;
        let found = self.prove_region(&JointBox::new(sides)?, &Polytope::default(), options)?;
        if let Ok(certificate) = found {
            return Ok(Some(certificate));
        }
        // The proof of axes may need some more cells than the search: a little less is enough.
        for _ in 0..STEPS {
            low *= 0.8;
            if let Ok(certificate) = self.prove_region(&about(low)?, &Polytope::default(), options)? {
                return Ok(Some(certificate));
            }
        }
        Ok(None)
    }

    /// Moves each side out by itself, by half of its distance from the configuration or to the limit, as long as the
    /// box stays free.
    fn grow_sides(&self, q: &[f64], sides: &mut [[f64; 2]], options: &GrowOptions) -> Result<(), RobotError> {
        for _ in 0..options.rounds {
            for variable in (0..sides.len()).filter(|&variable| self.cell().moves(variable)) {
                let joint = &self.robot().joints()[self.robot().variables()[variable]];
                let limits = joint.limits.filter(|_| joint.kind != JointKind::Continuous);
                for end in [0, 1] {
                    let sign = if end == 0 { -1.0 } else { 1.0 };
                    let reach = ((sides[variable][end] - q[variable]).abs() * 2.0 + FIRST).min(options.most);
                    let moved = q[variable] + sign * reach;
                    let moved = limits.map_or(moved, |limits| moved.clamp(limits.lower, limits.upper));
                    let mut wider = sides.to_vec();
                    wider[variable][end] = moved;
                    if moved != sides[variable][end] && self.is_free(&JointBox::new(wider.clone())?, options)? {
                        sides.copy_from_slice(&wider);
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a box is proven free, with no certificate.
    pub fn is_free(&self, over: &JointBox, options: &GrowOptions) -> Result<bool, RobotError> {
        // Anything above zero is free.
        let search = RangeOptions {
            target: Some(f64::MIN_POSITIVE),
            cells: options.cells.max(2 * self.all_pairs().len()),
            ..RangeOptions::default()
        };
        Ok(self.least(over, &search)?.collides() == Some(false))
    }

    /// The certificate that nothing collides in a box; `None` if that is not proven with so much work.
    pub fn prove_box(&self, over: &JointBox, options: &GrowOptions) -> Result<Option<Certificate>, RobotError> {
        over.check(self.robot())?;
        Ok(self.prove_region(over, &Polytope::default(), options)?.ok())
    }

    /// The certificate that nothing collides in a box, or in what half-spaces leave of it; or why there is none, and
    /// the share of the box that is decided.
    pub(super) fn prove_region(
        &self,
        over: &JointBox,
        polytope: &Polytope,
        options: &GrowOptions,
    ) -> Result<Result<Certificate, (Failure, f64)>, RobotError> {
        let mut polytope = polytope.clone();
        let mut each = options.cells;
        Ok(match self.prove_pairs(over, &mut polytope, (&mut each, true), (None, None)) {
            Ok(cells) => Ok(self.region(Carved { over: over.clone(), polytope, cells })?),
            Err(failure) => Err(failure),
        })
    }

    /// What proves each pair; the budget is for each of them, or for all.
    pub(super) fn prove_pairs(
        &self,
        over: &JointBox,
        polytope: &mut Polytope,
        (budget, each): (&mut usize, bool),
        (carver, lower): (Option<&Carver>, Option<f64>),
    ) -> Result<Vec<Vec<CellNode>>, (Failure, f64)> {
        let pairs: Vec<Refinable> = self.all_pairs().into_iter().map(|place| self.refinable(place)).collect();
        let evaluator = self.evaluator(&pairs);
        let joints = self.variable_names();
        let frames = |pair: usize, side: Side| self.frame_name(&pairs[pair], side);
        let mut proofs = Vec::with_capacity(pairs.len());
        let whole = *budget;
        for pair in 0..pairs.len() {
            if each {
                *budget = whole;
            }
            let mut prover = Prover {
                evaluator: &evaluator,
                pair,
                whole: over.sides(),
                polytope,
                budget,
                decided: 0.0,
                frames: &frames,
                joints: &joints,
                carver,
                lower,
            };
            match prover.prove() {
                Ok(cells) => proofs.push(cells),
                Err(failure) => return Err((failure, prover.decided)),
            }
        }
        Ok(proofs)
    }

    /// The certificate that nothing collides in a region.
    pub(super) fn region(&self, Carved { over, polytope, cells }: Carved) -> Result<Certificate, RobotError> {
        let (a, b) = polytope.rows();
        let (joints, sides) = (self.variable_names(), over.sides().to_vec());
        self.certificate(Subject::Polytope { joints, sides, a: a.to_vec(), b: b.to_vec() }, cells)
    }

    /// The certificate of proofs.
    pub(super) fn certificate(&self, subject: Subject, cells: Vec<Vec<CellNode>>) -> Result<Certificate, RobotError> {
        let checker = Checker::new(self.cell())?;
        let pairs = checker.stage().all_labels();
        let digests = Digests::of(checker.stage(), None, &pairs);
        let (closer, finer, proofs) = (Vec::new(), Vec::new(), Proofs::Cells(cells));
        let (id, constraints) = (None, None);
        Ok(Certificate { version: VERSION, id, digests, subject, closer, finer, pairs, proofs, constraints })
    }
}
