//! Proves a pair apart over a box, or over what half-spaces leave of it: cuts it until an axis does. Where that would
//! take too small cells, a half-space may be added.

use clearance::{Vec3, Vector};

use super::carve::Carver;
use super::cell::{Best, Leaf, OpenCell};
use crate::bound::multipliers::{CellRows, shift};
use crate::bound::parameter_box::{halves, middle};
use crate::bound::polytope::{Polytope, Trim};
use crate::cell::ask;
use crate::cell::chain::{FixedAxis, Side};
use crate::cell::interior::FAR;
use crate::certificate::CellNode;
use crate::prove::range::{BestAxis, Evaluator, PairNodes, widest};

/// A pair over a box, with what is left of it.
pub(super) struct Prover<'p> {
    pub evaluator: &'p Evaluator<'p>,
    pub pair: usize,
    /// The sides of all variables of the robot.
    pub whole: &'p [[f64; 2]],
    pub polytope: &'p mut Polytope,
    /// How many cells are left.
    pub budget: &'p mut usize,
    /// The share of the box that is proven or outside.
    pub decided: f64,
    /// The frame of each side by its name.
    pub frames: &'p dyn Fn(usize, Side) -> String,
    /// The names of the robot's variables.
    pub joints: &'p [String],
    /// What adds half-spaces; `None` if the region is to stay as it is.
    pub carver: Option<&'p Carver<'p>>,
    /// The clearance that every cell has to prove, of a range: a cell that cannot be cut keeps what it proves. None of
    /// a region, where anything above zero will do.
    pub lower: Option<f64>,
}

/// Why there is no proof.
pub(super) enum Failure {
    /// The pair is as near as its margin in this configuration, which is in the region.
    Collides(Vec<f64>),
    /// The work has ended, or the numbers lie no closer.
    Open,
}

impl<'p> Prover<'p> {
    /// The cells in preorder: the lower half of each cut first.
    pub fn prove(&mut self) -> Result<Vec<CellNode>, Failure> {
        let mut open: Vec<Vec<[f64; 2]>> = vec![self.whole.to_vec()];
        let mut nodes = Vec::new();
        while let Some(mut cell) = open.pop() {
            if *self.budget == 0 {
                return Err(Failure::Open);
            }
            *self.budget -= 1;
            if let Some(row) = self.polytope.row_beyond(&cell) {
                nodes.push(CellNode::Outside { row });
                self.decided += self.share(&cell);
                continue;
            }
            // While half-spaces are added, what they leave is not known.
            if self.carver.is_none() {
                self.trim(&mut cell, (&mut open, &mut nodes));
            }
            match self.leaf(&cell)? {
                Ok(leaf) => {
                    nodes.push(leaf);
                    self.decided += self.share(&cell);
                }
                Err(widest) => {
                    let variable = self.variables()[widest];
                    let at = middle(cell[variable]);
                    if !(cell[variable][0] < at && at < cell[variable][1]) {
                        return Err(Failure::Open);
                    }
                    let [low, high] = self.cut(&cell, variable, at, &mut nodes);
                    open.extend([high, low]);
                }
            }
        }
        Ok(nodes)
    }

    /// The variables of the pair.
    fn variables(&self) -> &'p [usize] {
        &self.evaluator.pairs[self.pair].chain.frames.variables
    }

    /// The halves of a cell, with the node that cuts it.
    fn cut(&self, cell: &[[f64; 2]], variable: usize, at: f64, nodes: &mut Vec<CellNode>) -> [Vec<[f64; 2]>; 2] {
        nodes.push(CellNode::Cut(self.joints[variable].clone(), at));
        halves(cell, variable, at)
    }

    /// Cuts off what is outside of the polytope, as far as single rows show it.
    fn trim(&mut self, cell: &mut Vec<[f64; 2]>, (open, nodes): (&mut Vec<Vec<[f64; 2]>>, &mut Vec<CellNode>)) {
        while let Some(Trim { variable, at, end, row }) = self.polytope.trim(cell, self.whole) {
            let [low, high] = self.cut(cell, variable, at, nodes);
            if end == 1 {
                // The upper half comes when all of the lower one is proven.
                open.push(high);
                *cell = low;
            } else {
                nodes.push(CellNode::Outside { row });
                self.decided += self.share(&low);
                *cell = high;
            }
        }
    }

    /// The share of a cell in the whole box.
    fn share(&self, cell: &[[f64; 2]]) -> f64 {
        let of = |([first, last], [low, high]): (&[f64; 2], &[f64; 2])| {
            if first == last { 1.0 } else { (high - low) / (last - first) }
        };
        self.whole.iter().zip(cell).map(of).product()
    }

    /// An axis or a new half-space that proves the cell, or which variable of the pair is to be cut.
    fn leaf(&mut self, full: &[[f64; 2]]) -> Result<Result<CellNode, usize>, Failure> {
        let margin = self.evaluator.pairs[self.pair].chain.margin;
        let floor = self.lower.map_or(margin, |lower| (lower + margin).next_up());
        let own: Vec<[f64; 2]> = self.variables().iter().map(|&variable| full[variable]).collect();
        let at = self.evaluator.posed_cell(PairNodes::whole(self.pair), &own);
        let found = ask::nearest(at.posed.parts, at.posed.poses.each_ref());
        let q: Vec<f64> = full.iter().map(|&side| middle(side)).collect();
        if self.lower.is_none() && found.bounds.upper <= margin && self.polytope.holds(&q) && self.carver.is_none() {
            return Err(Failure::Collides(q));
        }
        // Bodies that come nearer than the bound as hulls have it from their triangles.
        if self.lower.is_some_and(|lower| found.bounds.upper < (lower + margin).next_down().next_down()) {
            return Err(Failure::Collides(q));
        }
        let mut cell = OpenCell { pair: self.pair, full, at, best: None };
        // Outside of what a mesh encloses any axis will do, if all of the cell is in the region.
        let is_whole = self.carver.is_none() && self.polytope.rows().1.is_empty();
        let normal = if found.signed_distance < FAR { found.normal } else { Vec3::axis(0) };
        if (found.signed_distance < FAR || is_whole)
            && let Some(leaf) = self.axis(&mut cell, normal, floor)
        {
            return Ok(Ok(leaf));
        }
        if let Some(leaf) = self.carver.and_then(|carver| carver.carve(self.polytope, &cell)) {
            return Ok(Ok(self.node(cell.pair, leaf)));
        }
        // Which variable takes most from the bound, whether or not it is above any threshold.
        let shares = cell.best.as_ref().map(|best| best.bound.shares(cell.at.halves.len()));
        let cut = match shares {
            Some(shares) => widest(&shares),
            None => self.evaluator.cell(PairNodes::whole(self.pair), &own, f64::INFINITY).widest,
        };
        match (cut, self.lower, &cell.best) {
            (Some(variable), ..) => Ok(Err(variable)),
            (None, Some(_), Some(best)) => {
                let leaf = Leaf::Axis { axis: best.axis, bound: best.proven, rows: Vec::new() };
                Ok(Ok(self.node(cell.pair, leaf)))
            }
            _ => Err(Failure::Open),
        }
    }

    /// An axis along the normal whose bound is above the floor; else the best one stays in the cell.
    fn axis(&self, cell: &mut OpenCell, normal: Vec3<f64>, floor: f64) -> Option<CellNode> {
        let variables = self.variables();
        let rows = CellRows::of(self.polytope, cell.full, variables);
        for side in cell.at.posed.sides() {
            let axis = cell.at.posed.pose_of(side).map_or(normal, |pose| pose.vector_back(normal));
            let fixed = FixedAxis { side, axis: axis.normalized() };
            let by = |rows: &[(usize, f64)]| {
                let shift = shift(self.polytope, rows, cell.full, variables).unwrap_or_default();
                let proof = cell.at.without_volumes(fixed, &shift, floor.next_up());
                proof.map_or((f64::NEG_INFINITY, None), |proof| (proof.lower, proof.gradient))
            };
            let (mut used, (mut proven, mut bound)) = (Vec::new(), by(&[]));
            let most = bound.as_ref().map_or(f64::NEG_INFINITY, |plain| plain.lower + 2.0 * plain.curvature);
            if !(proven > floor)
                && let Some(plain) = &bound
            {
                let some = rows.best(&plain.change(cell.at.halves.len()));
                let (more, with) = if some.is_empty() { (f64::NEG_INFINITY, None) } else { by(&some) };
                if more > proven {
                    (used, proven, bound) = (some, more, with);
                }
            }
            if proven > floor {
                return Some(self.node(self.pair, Leaf::Axis { axis: fixed, bound: proven, rows: used }));
            }
            if side == Side::Between
                && most > floor
                && let Some(leaf) = self.volumes(cell, normal, floor)
            {
                return Some(leaf);
            }
            if let Some(bound) = bound
                && cell.best.as_ref().is_none_or(|best| best.bound.lower < bound.lower)
            {
                cell.best = Some(Best { axis: fixed, rows: used, proven, bound });
            }
        }
        None
    }

    /// An axis that proves the cell by control volumes, with a bound of its own: the search ends just above the floor.
    fn volumes(&self, cell: &OpenCell, normal: Vec3<f64>, floor: f64) -> Option<CellNode> {
        let BestAxis { axis, lower } = cell.at.best_axis(normal, floor.next_up()).filter(|best| best.lower > floor)?;
        let axis = FixedAxis::between(axis);
        let more = self.lower.map_or_else(|| cell.at.gap_of_volumes(axis, f64::INFINITY), |_| None);
        let bound = more.map_or(lower, |more| more.max(lower));
        Some(self.node(self.pair, Leaf::Axis { axis, bound, rows: Vec::new() }))
    }

    fn node(&self, pair: usize, leaf: Leaf) -> CellNode {
        match leaf {
            Leaf::Outside(row) => CellNode::Outside { row },
            Leaf::Axis { axis: FixedAxis { side, axis }, bound, rows } => {
                CellNode::Axis { axis: axis.into(), frame: (self.frames)(pair, side), bound, rows }
            }
        }
    }
}
