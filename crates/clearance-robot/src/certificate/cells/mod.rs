//! Cells of joint space in which axes keep pairs apart: the proofs of boxes and polytopes, and what re-checks them.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use super::format::CellNode;
use super::refusal::{Refusal, refuse};
use super::{Certificate, Proofs, Subject};
use crate::bound::multipliers::shift;
use crate::bound::parameter_box::{JointBox, halves};
use crate::bound::polytope::Polytope;
use crate::cell::chain::FixedAxis;
use crate::cell::piece::Piece;
use crate::prove::range::{Evaluator, RangeOfMotion, Refinable};

/// The leaves of cells that are known to be whole, by their indices, with the sides of each.
pub(crate) fn leaves(joints: &[String], sides: &[[f64; 2]], nodes: &[CellNode]) -> Vec<(usize, Vec<[f64; 2]>)> {
    let (mut open, mut found) = (vec![sides.to_vec()], Vec::new());
    for (place, node) in nodes.iter().enumerate() {
        let Some(cell) = open.pop() else { break };
        match node {
            CellNode::Cut(joint, at) => {
                let variable = joints.iter().position(|name| name == joint).unwrap_or(0);
                let [low, high] = halves(&cell, variable, *at);
                open.extend([high, low]);
            }
            _ => found.push((place, cell)),
        }
    }
    found
}

/// A clearance that a signed distance proves, rounded down.
pub(crate) fn clearance_of(bound: f64, margin: f64) -> f64 {
    if margin == 0.0 { bound } else { (bound - margin).next_down() }
}

impl Certificate {
    /// A lower bound over the box or the polytope, if the cells of every pair cover the box and each is proven.
    pub(super) fn verify_cells(
        &self,
        range: &RangeOfMotion,
        places: &HashMap<[String; 2], usize>,
    ) -> Result<f64, Refusal> {
        let Proofs::Cells(proofs) = &self.proofs else {
            return refuse("a set of configurations is proven by cells, not by stretches of time");
        };
        if !(self.closer.is_empty() && self.finer.is_empty()) {
            return refuse("a set of configurations is proven for hulls, without finer shapes");
        }
        if proofs.len() != self.pairs.len() {
            return refuse(format!("{} pairs are listed, and {} have cells", self.pairs.len(), proofs.len()));
        }
        if self.subject.joints() != range.variable_names() {
            return refuse("the certificate names other joints");
        }
        let over = JointBox::new(self.subject.sides().to_vec())?;
        over.check(range.robot()).or_else(|error| refuse(format!("the box is none: {error}")))?;
        let (a, b) = self.subject.rows();
        let polytope = Polytope::new(a.to_vec(), b.to_vec(), range.robot().dof())?;
        let lower = match self.subject {
            Subject::Box { lower, .. } => Some(lower),
            _ => None,
        };
        if let (Some(lower), Some(margin)) = (lower, range.inside_margin())
            && !(lower + margin > 0.0)
        {
            return refuse(format!("what is inside of a mesh is apart only above zero, got {lower}"));
        }
        let pairs: Vec<Refinable> = range.all_pairs().into_iter().map(|place| range.refinable(place)).collect();
        let evaluator = &range.evaluator(&pairs);
        let mut least = f64::INFINITY;
        for (pair @ [a, b], nodes) in self.pairs.iter().zip(proofs) {
            let check = CellTree { over: &over, polytope: &polytope, lower, range, evaluator, pair: places[pair] };
            let bound = check.least(self.subject.joints(), nodes);
            least = least.min(bound.or_else(|why| refuse(format!("{a} and {b}: {why}")))?);
        }
        Ok(lower.unwrap_or(least))
    }
}

/// The cells of a pair over a box.
struct CellTree<'c> {
    over: &'c JointBox,
    polytope: &'c Polytope,
    /// The clearance that every cell must prove; `None` if anything above zero is enough.
    lower: Option<f64>,
    range: &'c RangeOfMotion<'c>,
    evaluator: &'c Evaluator<'c>,
    pair: usize,
}

impl CellTree<'_> {
    /// The least bound of all cells, each computed again. The cuts make the cells, so they cover the box.
    fn least(&self, joints: &[String], nodes: &[CellNode]) -> Result<f64, String> {
        let mut open = vec![self.over.sides().to_vec()];
        let mut least = f64::INFINITY;
        for node in nodes {
            let Some(cell) = open.pop() else { return Err("there are more cells than cuts".into()) };
            match node {
                CellNode::Cut(joint, at) => {
                    let Some(place) = joints.iter().position(|name| name == joint) else {
                        return Err(format!("a cell is cut at {joint:?}, which is no joint of the list"));
                    };
                    let [low, high] = cell[place];
                    if !(low <= *at && *at <= high) {
                        return Err(format!("a cell of {joint:?} from {low} to {high} is cut at {at}"));
                    }
                    let [lower, upper] = halves(&cell, place, *at);
                    open.extend([upper, lower]);
                }
                CellNode::Outside { row } => {
                    if !self.polytope.is_beyond(*row, &cell) {
                        return Err(format!("a cell is not outside of row {row}"));
                    }
                }
                CellNode::Axis { axis, frame, bound, rows } => {
                    self.check_bound(*bound)?;
                    let proven = self.proven(&cell, frame, *axis, rows, *bound)?;
                    if !(*bound <= proven) {
                        return Err(format!("claims {bound}, the axis proves {proven}"));
                    }
                    least = least.min(*bound);
                }
            }
        }
        if open.is_empty() { Ok(least) } else { Err("cells are missing".into()) }
    }

    /// Refuses a bound that is too low.
    fn check_bound(&self, bound: f64) -> Result<(), String> {
        let margin = self.evaluator.pairs[self.pair].chain.margin;
        match self.lower {
            None if bound > margin => Ok(()),
            None => Err(format!("the bound {bound} is not above the margin {margin}")),
            Some(lower) if clearance_of(bound, margin) >= lower => Ok(()),
            Some(lower) => Err(format!("the bound {bound} less the margin {margin} is below {lower}")),
        }
    }

    /// What an axis proves in a cell, or a claim that it does.
    fn proven(
        &self,
        cell: &[[f64; 2]],
        frame: &str,
        axis: [f64; 3],
        rows: &[(usize, f64)],
        claim: f64,
    ) -> Result<f64, String> {
        let pair = &self.evaluator.pairs[self.pair];
        let side = self.range.side_named(pair, frame).ok_or_else(|| format!("{frame:?} is no frame of the pair"))?;
        let own: Vec<[f64; 2]> = pair.chain.frames.variables.iter().map(|&variable| cell[variable]).collect();
        let Some(shift) = shift(self.polytope, rows, cell, &pair.chain.frames.variables) else {
            return Err(format!("expected rows of A with multipliers of at least 0, got {rows:?}"));
        };
        // That the body is outside of a mesh is seen in the middle of the cell, which may be no part of the polytope.
        let is_inside = matches!(pair.parts(self.range.stage())[1].piece, Piece::Interior(_));
        if is_inside && !self.polytope.rows().1.is_empty() {
            return Err("what is inside of a closed mesh is proven in boxes only".into());
        }
        let fixed = FixedAxis { side, axis: axis.into() };
        Ok(self.evaluator.bound_by(self.pair, &own, fixed, &shift, claim))
    }
}
