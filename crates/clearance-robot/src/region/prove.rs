//! Proves a pair apart over a box, or over what half-spaces leave of it: cuts it until an axis does.

use clearance::Vector;

use super::bound_of;
use super::certificate::RegionNode;
use super::polytope::Polytope;
use crate::clearance::ask;
use crate::range::{Evaluator, Side, half_width, middle};

/// A pair over a box, with what is left of it.
pub(super) struct Prover<'p> {
    pub evaluator: &'p Evaluator<'p>,
    pub pair: usize,
    /// The sides of all variables of the robot.
    pub whole: &'p [[f64; 2]],
    pub polytope: &'p Polytope,
    /// How many cells are left.
    pub budget: usize,
    /// The share of the pair's box that is proven or outside.
    pub decided: f64,
    /// The frame of each side by its name.
    pub frames: &'p dyn Fn(usize, Side) -> String,
    /// The names of the robot's variables.
    pub joints: &'p [String],
}

/// Why there is no proof.
pub(super) enum Failure {
    /// The pair is as near as its margin in this configuration, which is in the region.
    Collides(Vec<f64>),
    /// The work has ended, or the numbers lie no closer.
    Open,
}

impl Prover<'_> {
    /// The cells in preorder: the lower half of each cut first.
    pub fn prove(&mut self) -> Result<Vec<RegionNode>, Failure> {
        let variables = &self.evaluator.pairs[self.pair].variables;
        let mut open: Vec<Vec<[f64; 2]>> = vec![variables.iter().map(|&variable| self.whole[variable]).collect()];
        let mut nodes = Vec::new();
        while let Some(cell) = open.pop() {
            if self.budget == 0 {
                return Err(Failure::Open);
            }
            self.budget -= 1;
            let full = self.full(&cell);
            if let Some(row) = self.polytope.row_beyond(&full) {
                nodes.push(RegionNode::Outside { row });
                self.decided += self.share(&cell);
                continue;
            }
            match self.leaf(&cell)? {
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
                    nodes.push(RegionNode::Cut(
                        self.joints[self.evaluator.pairs[self.pair].variables[widest]].clone(),
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
        self.evaluator.pairs[self.pair].variables.iter().zip(cell).map(of).product()
    }

    /// The sides of all variables in a cell of the pair's.
    fn full(&self, cell: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let mut full = self.whole.to_vec();
        for (&variable, &side) in self.evaluator.pairs[self.pair].variables.iter().zip(cell) {
            full[variable] = side;
        }
        full
    }

    /// An axis that proves the cell, or which variable is to be cut.
    fn leaf(&self, cell: &[[f64; 2]]) -> Result<Result<RegionNode, usize>, Failure> {
        let margin = self.evaluator.pairs[self.pair].margin;
        let values: Vec<f64> = cell.iter().map(|&side| middle(side)).collect();
        let halves: Vec<f64> = cell.iter().map(|&side| half_width(side)).collect();
        let posed = self.evaluator.posed(self.pair, &values);
        let found = ask::nearest(posed.parts, posed.poses.each_ref());
        if found.bounds.upper <= margin {
            let q: Vec<f64> = self.full(cell).into_iter().map(middle).collect();
            if self.polytope.holds(&q) {
                return Err(Failure::Collides(q));
            }
        }
        for side in posed.sides() {
            let axis = posed.pose_of(side).map_or(found.normal, |pose| pose.vector_back(found.normal));
            let axis: [f64; 3] = axis.normalized().into();
            let bound = bound_of(self.evaluator, &posed, &halves, (side, axis));
            if bound > margin {
                let frame = (self.frames)(self.pair, side);
                return Ok(Ok(RegionNode::Axis { axis, frame, bound }));
            }
        }
        // Which variable takes most from the bound, whether or not it is above any threshold.
        let widest = self.evaluator.cell(self.pair, cell, f64::INFINITY).widest;
        widest.map(Err).ok_or(Failure::Open)
    }
}
