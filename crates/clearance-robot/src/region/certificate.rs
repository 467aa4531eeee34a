//! Certificates of free regions, and their verifier.
//!
//! The verifier shares with the prover: the readers, the poses, the bounds of `expansion.rs`, the supports of shapes. It shares no distance and no search, and nothing
//! of what the certificate says: pairs are listed anew.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::bound_by;
use super::multipliers::shift;
use super::polytope::Polytope;
use crate::certificate::Refusal;
use crate::edge::Checker;
use crate::obstacle::Obstacle;
use crate::range::{Evaluator, JointBox, RangeOfMotion, RangePair};

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

impl RegionDigests {
    pub(super) fn of(checker: &Checker) -> Self {
        let all = checker.all_digests();
        RegionDigests { robot: all.robot, srdf: all.srdf, scene: all.scene, margins: all.margins }
    }
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

fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(why))
}

impl RegionCertificate {
    /// A line of JSON.
    pub fn to_line(&self, id: &str) -> String {
        let named = RegionCertificate { id: Some(id.into()), ..self.clone() };
        serde_json::to_string(&named).unwrap_or_default() + "\n"
    }

    /// A proven lower bound of all signed distances over the region, if the certificate proves that nothing collides there for this robot, these bodies and these margins.
    pub fn verify(&self, range: &RangeOfMotion, world: &[Obstacle]) -> Result<f64, Refusal> {
        let robot = range.robot();
        if self.version != 1 || self.what != "region" {
            return refuse(format!("expected version 1 of a \"region\", got {} of {:?}", self.version, self.what));
        }
        let checker = Checker::new(robot, world).or_else(|error| refuse(error.to_string()))?;
        let found = RegionDigests::of(&checker);
        let (d, f) = (&self.digests, &found);
        let all = [
            ("robot", &d.robot, &f.robot),
            ("scene", &d.scene, &f.scene),
            ("list of allowed pairs", &d.srdf, &f.srdf),
            ("list of margins", &d.margins, &f.margins),
        ];
        if let Some((what, ..)) = all.into_iter().find(|(_, claimed, found)| claimed != found) {
            return refuse(format!("the certificate is about another {what}"));
        }
        if self.joints != range.variable_names() {
            return refuse("the certificate names other joints");
        }
        let over = JointBox::new(self.sides.clone()).or_else(|error| refuse(error.to_string()))?;
        over.check(robot).or_else(|error| refuse(format!("the box is none: {error}")))?;
        let polytope =
            Polytope::new(self.a.clone(), self.b.clone(), robot.dof()).or_else(|error| refuse(error.to_string()))?;
        self.verify_pairs(range, &checker, &polytope)
    }

    fn verify_pairs(&self, range: &RangeOfMotion, checker: &Checker, polytope: &Polytope) -> Result<f64, Refusal> {
        let labels = checker.stage().all_labels();
        let pairs: Vec<RangePair> = range.all_pairs().into_iter().map(|place| range.range_pair(place)).collect();
        let places: HashMap<&[String; 2], usize> = labels.iter().enumerate().map(|(i, pair)| (pair, i)).collect();
        let mut seen = vec![false; pairs.len()];
        let mut least = f64::INFINITY;
        for PairCells { pair, cells } in &self.pairs {
            let [a, b] = pair;
            let Some(&place) = places.get(pair) else {
                return refuse(format!("the list has the pair {a:?} and {b:?}, which need not stay apart"));
            };
            seen[place] = true;
            let evaluator = range.evaluator(&pairs);
            let check = Recheck { certificate: self, range, evaluator: &evaluator, pair: place, polytope };
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

/// A pair whose cells are checked.
struct Recheck<'c> {
    certificate: &'c RegionCertificate,
    range: &'c RangeOfMotion<'c>,
    evaluator: &'c Evaluator<'c>,
    pair: usize,
    polytope: &'c Polytope,
}

impl Recheck<'_> {
    /// The least bound of all cells, each computed again. The cuts make the cells, so they cover the box.
    fn walk(&self, nodes: &[RegionNode]) -> Result<f64, String> {
        let pair = &self.evaluator.pairs[self.pair];
        let sides = &self.certificate.sides;
        let mut open = vec![sides.clone()];
        let mut least = f64::INFINITY;
        for node in nodes {
            let Some(cell) = open.pop() else { return Err("there are more cells than cuts".into()) };
            match node {
                RegionNode::Cut(joint, at) => {
                    let Some(place) = self.certificate.joints.iter().position(|name| name == joint) else {
                        return Err(format!("a cell is cut at {joint:?}, which is no joint of the list"));
                    };
                    let [low, high] = cell[place];
                    if !(low <= *at && *at <= high) {
                        return Err(format!("a cell of {joint:?} from {low} to {high} is cut at {at}"));
                    }
                    open.extend(halves(&cell, place, *at));
                }
                RegionNode::Outside { row } => {
                    if !self.polytope.is_beyond(*row, &cell) {
                        return Err(format!("a cell is not outside of row {row}"));
                    }
                }
                RegionNode::Axis { axis, frame, bound, rows } => {
                    let side = self
                        .range
                        .side_named(pair, frame)
                        .ok_or_else(|| format!("{frame:?} is no frame of the pair"))?;
                    if !(*bound > pair.margin) {
                        return Err(format!("the bound {bound} is not above the margin {}", pair.margin));
                    }
                    let own: Vec<[f64; 2]> = pair.variables.iter().map(|&variable| cell[variable]).collect();
                    let Some(shift) = shift(self.polytope, rows, &cell, &pair.variables) else {
                        return Err(format!("expected rows of A with multipliers of at least 0, got {rows:?}"));
                    };
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
