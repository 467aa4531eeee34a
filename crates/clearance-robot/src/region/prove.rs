//! Proves a pair apart over a box, or over what half-spaces leave of it: cuts it until an axis does. Where that would
//! take too small cells, a half-space may be added.

use clearance::{Vec3, Vector};

use super::carve::Carver;
use super::cell::{Best, Leaf, OpenCell};
use crate::bound::multipliers::{CellRows, shift};
use crate::bound::parameter_box::{half_width, middle};
use crate::bound::polytope::Polytope;
use crate::cell::ask;
use crate::cell::chain::Side;
use crate::cell::interior::FAR;
use crate::cell::pieces::ROOT;
use crate::certificate::CellNode;
use crate::prove::range::{Evaluator, bound_of, widest};

/// A pair over a box, with what is left of it.
pub(super) struct Prover<'p> {
    pub evaluator: &'p Evaluator<'p>,
    pub pair: usize,
    /// The sides of all variables of the robot.
    pub whole: &'p [[f64; 2]],
    pub polytope: &'p mut Polytope,
    /// How many cells are left.
    pub budget: &'p mut usize,
    /// The share of the pair's box that is proven or outside.
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
        let variables = &self.evaluator.pairs[self.pair].chain.frames.variables;
        let mut open: Vec<Vec<[f64; 2]>> = vec![variables.iter().map(|&variable| self.whole[variable]).collect()];
        let mut nodes = Vec::new();
        while let Some(cell) = open.pop() {
            if *self.budget == 0 {
                return Err(Failure::Open);
            }
            *self.budget -= 1;
            let full = self.full(&cell);
            if let Some(row) = self.polytope.row_beyond(&full) {
                nodes.push(CellNode::Outside { row });
                self.decided += self.share(&cell);
                continue;
            }
            match self.leaf(&cell, &full)? {
                Ok(leaf) => {
                    nodes.push(leaf);
                    self.decided += self.share(&cell);
                }
                Err(widest) => {
                    let at = middle(cell[widest]);
                    if !(cell[widest][0] < at && at < cell[widest][1]) {
                        return Err(Failure::Open);
                    }
                    let halves = [[cell[widest][0], at], [at, cell[widest][1]]].map(|side| {
                        let mut half = cell.clone();
                        half[widest] = side;
                        half
                    });
                    nodes.push(CellNode::Cut(
                        self.joints[self.evaluator.pairs[self.pair].chain.frames.variables[widest]].clone(),
                        at,
                    ));
                    let [low, high] = halves;
                    open.extend([high, low]);
                }
            }
        }
        Ok(nodes)
    }

    /// The share of a cell in the pair's box.
    fn share(&self, cell: &[[f64; 2]]) -> f64 {
        let of = |(&variable, [low, high]): (&usize, &[f64; 2])| {
            let [first, last] = self.whole[variable];
            if first == last { 1.0 } else { (high - low) / (last - first) }
        };
        self.evaluator.pairs[self.pair].chain.frames.variables.iter().zip(cell).map(of).product()
    }

    /// The sides of all variables in a cell of the pair's.
    fn full(&self, cell: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let mut full = self.whole.to_vec();
        for (&variable, &side) in self.evaluator.pairs[self.pair].chain.frames.variables.iter().zip(cell) {
            full[variable] = side;
        }
        full
    }

    /// An axis or a new half-space that proves the cell, or which variable is to be cut.
    fn leaf(&mut self, cell: &[[f64; 2]], full: &[[f64; 2]]) -> Result<Result<CellNode, usize>, Failure> {
        let margin = self.evaluator.pairs[self.pair].chain.margin;
        let floor = self.lower.map_or(margin, |lower| (lower + margin).next_up());
        let values: Vec<f64> = cell.iter().map(|&side| middle(side)).collect();
        let halves: Vec<f64> = cell.iter().map(|&side| half_width(side)).collect();
        let posed = self.evaluator.posed(self.pair, &values);
        let found = ask::nearest(posed.parts, posed.poses.each_ref());
        let q: Vec<f64> = full.iter().map(|&side| middle(side)).collect();
        if self.lower.is_none() && found.bounds.upper <= margin && self.polytope.holds(&q) && self.carver.is_none() {
            return Err(Failure::Collides(q));
        }
        // Bodies that come nearer than the bound as hulls have it from their triangles.
        if self.lower.is_some_and(|lower| found.bounds.upper < (lower + margin).next_down().next_down()) {
            return Err(Failure::Collides(q));
        }
        let mut cell = OpenCell { evaluator: self.evaluator, pair: self.pair, full, posed, halves, best: None };
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
        let shares = cell.best.as_ref().map(|best| best.bound.shares(cell.halves.len()));
        let sides: Vec<[f64; 2]> =
            self.evaluator.pairs[self.pair].chain.frames.variables.iter().map(|&v| full[v]).collect();
        let cut = match shares {
            Some(shares) => widest(&shares),
            None => self.evaluator.cell((self.pair, [ROOT; 2]), &sides, f64::INFINITY).widest,
        };
        match (cut, self.lower, &cell.best) {
            (Some(variable), ..) => Ok(Err(variable)),
            (None, Some(_), Some(best)) => {
                let leaf = Leaf::Axis { side: best.side, axis: best.axis, bound: best.proven, rows: Vec::new() };
                Ok(Ok(self.node(cell.pair, leaf)))
            }
            _ => Err(Failure::Open),
        }
    }

    /// An axis along the normal whose bound is above the floor; else the best one stays in the cell.
    fn axis(&self, cell: &mut OpenCell, normal: Vec3<f64>, floor: f64) -> Option<CellNode> {
        let variables = &self.evaluator.pairs[self.pair].chain.frames.variables;
        let rows = CellRows::of(self.polytope, cell.full, variables);
        for side in cell.posed.sides() {
            let axis = cell.posed.pose_of(side).map_or(normal, |pose| pose.vector_back(normal));
            let axis: [f64; 3] = axis.normalized().into();
            let by = |rows: &[(usize, f64)]| {
                let shift = shift(self.polytope, rows, cell.full, variables).unwrap_or_default();
                bound_of(self.evaluator, &cell.posed, &cell.halves, (side, axis), &shift)
            };
            let (mut used, (mut proven, mut bound)) = (Vec::new(), by(&[]));
            if !(proven > floor)
                && let Some(plain) = &bound
            {
                let some = rows.best(&plain.change(cell.halves.len()));
                let (more, with) = if some.is_empty() { (f64::NEG_INFINITY, None) } else { by(&some) };
                if more > proven {
                    (used, proven, bound) = (some, more, with);
                }
            }
            if proven > floor {
                return Some(self.node(self.pair, Leaf::Axis { side, axis, bound: proven, rows: used }));
            }
            if let Some(bound) = bound
                && cell.best.as_ref().is_none_or(|best| best.bound.lower < bound.lower)
            {
                cell.best = Some(Best { side, axis, rows: used, proven, bound });
            }
        }
        None
    }

    fn node(&self, pair: usize, leaf: Leaf) -> CellNode {
        match leaf {
            Leaf::Outside(row) => CellNode::Outside { row },
            Leaf::Axis { side, axis, bound, rows } => {
                CellNode::Axis { axis, frame: (self.frames)(pair, side), bound, rows }
            }
        }
    }
}
