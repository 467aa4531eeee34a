//! The cells of a pair in certificates, and what re-checks them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::bound_by;
use super::multipliers::shift;
use super::polytope::Polytope;
use crate::bound::parameter_box::JointBox;
use crate::cell::piece::Piece;
use crate::certificate::Refusal;
use crate::prove::range::Refinable;
use crate::prove::range::{Evaluator, RangeOfMotion};

/// What proves a pair apart over the region.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairCells {
    /// The names of links and bodies; of several shapes with one name, `#` and a number follow it.
    pub pair: [String; 2],
    /// The cells in preorder, beginning with the whole box.
    pub cells: Vec<RegionNode>,
}

/// A cell of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RegionNode {
    /// It is cut at a value of a joint: the cell below follows, then the one above.
    Cut(String, f64),
    /// An axis keeps the pair apart in all of it that is in the region.
    #[serde(rename_all = "snake_case")]
    Axis {
        /// The axis from the first body to the second, of any length.
        axis: [f64; 3],
        /// What it is fixed in: `"world"`, or the name of a joint, for the frame that it moves.
        frame: String,
        /// The signed distance is at least this, metres.
        bound: f64,
        /// Rows of `A q ≤ b` with multipliers that are not negative, whose sum is taken off the gradient.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rows: Vec<(usize, f64)>,
    },
    /// It is outside of the region, by a row of `A q ≤ b`.
    Outside {
        /// The row.
        row: usize,
    },
}

/// The upper and the lower half of a cell: the lower one is taken next.
fn halves(cell: &[[f64; 2]], variable: usize, at: f64) -> [Vec<[f64; 2]>; 2] {
    let [low, high] = cell[variable];
    [[at, high], [low, at]].map(|side| {
        let mut half = cell.to_vec();
        half[variable] = side;
        half
    })
}

/// The leaves of cells that are known to be whole, by their places, with the sides of each.
pub(super) fn leaves(joints: &[String], sides: &[[f64; 2]], nodes: &[RegionNode]) -> Vec<(usize, Vec<[f64; 2]>)> {
    let (mut open, mut found) = (vec![sides.to_vec()], Vec::new());
    for (place, node) in nodes.iter().enumerate() {
        let Some(cell) = open.pop() else { break };
        match node {
            RegionNode::Cut(joint, at) => {
                let variable = joints.iter().position(|name| name == joint).unwrap_or(0);
                open.extend(halves(&cell, variable, *at));
            }
            _ => found.push((place, cell)),
        }
    }
    found
}

/// Cells of pairs over a box, as a certificate claims them.
pub(super) struct Claim<'c> {
    /// The names of the variables.
    pub joints: &'c [String],
    pub sides: &'c [[f64; 2]],
    pub pairs: &'c [PairCells],
    pub polytope: &'c Polytope,
    /// The clearance that every cell must prove; none if anything above zero will do.
    pub lower: Option<f64>,
}

impl Claim<'_> {
    /// Refuses a bound that is too low.
    fn is_enough(&self, bound: f64, margin: f64) -> Result<(), String> {
        match self.lower {
            None if bound > margin => Ok(()),
            None => Err(format!("the bound {bound} is not above the margin {margin}")),
            Some(lower) if clearance_of(bound, margin) >= lower => Ok(()),
            Some(lower) => Err(format!("the bound {bound} less the margin {margin} is below {lower}")),
        }
    }

    /// The least bound of all cells, if every pair that is checked is listed, covered and proven.
    pub fn verify(&self, range: &RangeOfMotion, labels: &[[String; 2]]) -> Result<f64, Refusal> {
        if self.joints != range.variable_names() {
            return refuse("the certificate names other joints");
        }
        let over = JointBox::new(self.sides.to_vec()).or_else(|error| refuse(error.to_string()))?;
        over.check(range.robot()).or_else(|error| refuse(format!("the box is none: {error}")))?;
        let pairs: Vec<Refinable> = range.all_pairs().into_iter().map(|place| range.refinable(place)).collect();
        let places: HashMap<&[String; 2], usize> = labels.iter().enumerate().map(|(i, pair)| (pair, i)).collect();
        let mut seen = vec![false; pairs.len()];
        let mut least = f64::INFINITY;
        for PairCells { pair, cells } in self.pairs {
            let [a, b] = pair;
            let Some(&place) = places.get(pair) else {
                return refuse(format!("the list has the pair {a:?} and {b:?}, which need not stay apart"));
            };
            seen[place] = true;
            let check = Recheck { claim: self, range, evaluator: &range.evaluator(&pairs), pair: place };
            let bound = check.walk(cells).map_err(|why| Refusal::new(format!("{a} and {b}: {why}")))?;
            least = least.min(bound);
        }
        match seen.iter().position(|seen| !seen) {
            Some(lacking) => {
                let [a, b] = &labels[lacking];
                refuse(format!("the list lacks the pair {a:?} and {b:?}"))
            }
            None => Ok(least),
        }
    }
}

pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(why))
}

/// A clearance that a signed distance proves, rounded down.
pub(super) fn clearance_of(bound: f64, margin: f64) -> f64 {
    if margin == 0.0 { bound } else { (bound - margin).next_down() }
}

/// A pair whose cells are checked.
struct Recheck<'c> {
    claim: &'c Claim<'c>,
    range: &'c RangeOfMotion<'c>,
    evaluator: &'c Evaluator<'c>,
    pair: usize,
}

impl Recheck<'_> {
    /// The least bound of all cells, each computed again. The cuts make the cells, so they cover the box.
    fn walk(&self, nodes: &[RegionNode]) -> Result<f64, String> {
        let pair = &self.evaluator.pairs[self.pair];
        let mut open = vec![self.claim.sides.to_vec()];
        let mut least = f64::INFINITY;
        for node in nodes {
            let Some(cell) = open.pop() else { return Err("there are more cells than cuts".into()) };
            match node {
                RegionNode::Cut(joint, at) => {
                    let Some(place) = self.claim.joints.iter().position(|name| name == joint) else {
                        return Err(format!("a cell is cut at {joint:?}, which is no joint of the list"));
                    };
                    let [low, high] = cell[place];
                    if !(low <= *at && *at <= high) {
                        return Err(format!("a cell of {joint:?} from {low} to {high} is cut at {at}"));
                    }
                    open.extend(halves(&cell, place, *at));
                }
                RegionNode::Outside { row } => {
                    if !self.claim.polytope.is_beyond(*row, &cell) {
                        return Err(format!("a cell is not outside of row {row}"));
                    }
                }
                RegionNode::Axis { axis, frame, bound, rows } => {
                    let side = self
                        .range
                        .side_named(pair, frame)
                        .ok_or_else(|| format!("{frame:?} is no frame of the pair"))?;
                    self.claim.is_enough(*bound, pair.chain.margin)?;
                    let own: Vec<[f64; 2]> =
                        pair.chain.frames.variables.iter().map(|&variable| cell[variable]).collect();
                    let Some(shift) = shift(self.claim.polytope, rows, &cell, &pair.chain.frames.variables) else {
                        return Err(format!("expected rows of A with multipliers of at least 0, got {rows:?}"));
                    };
                    // Whether the body is outside of a mesh is seen in the middle of the cell, which may be no part of
                    // the region.
                    let is_inside = matches!(pair.parts(self.range.stage())[1].piece, Piece::Interior(_));
                    if is_inside && !self.claim.polytope.rows().1.is_empty() {
                        return Err("what is inside of a closed mesh is proven in boxes only".into());
                    }
                    let proven = bound_by(self.evaluator, self.pair, &own, (side, *axis), &shift);
                    if !(*bound <= proven) {
                        return Err(format!("claims {bound}, the axis proves {proven}"));
                    }
                    least = least.min(*bound);
                }
            }
        }
        if open.is_empty() { Ok(least) } else { Err("cells are missing".into()) }
    }
}
