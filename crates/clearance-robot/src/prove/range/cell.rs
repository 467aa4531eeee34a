//! What is known of a pair in a cell: a configuration in its middle, and a bound over all of it.

use clearance::enclosure::{Axis, Ball};
use clearance::query::Within;
use clearance::{Hint, Pose3, Proximity, Real, SupportExt, Vec3, Vector};

use super::refinable::Refinable;
use crate::bound::height::{Corners, Lever, Spread};
use crate::cell::ask;
use crate::cell::chain::Side;
use crate::cell::gap::{Placed, gap};
use crate::cell::interior::FAR;
use crate::cell::piece::Piece;
use crate::cell::pieces::ROOT;
use crate::cell::stage::{Part, Stage};
use crate::model::robot::Robot;

/// What answers for pairs in cells.
#[derive(Clone, Copy)]
pub(crate) struct Evaluator<'s> {
    pub robot: &'s Robot,
    pub stage: &'s Stage,
    pub pairs: &'s [Refinable],
}

/// Nodes of the bodies of a pair, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairNodes {
    pub pair: usize,
    pub nodes: [u32; 2],
}

impl PairNodes {
    /// The bodies of a pair, whole.
    pub fn whole(pair: usize) -> Self {
        PairNodes { pair, nodes: [ROOT; 2] }
    }
}

/// A pair where it is.
pub(crate) struct Posed<'s> {
    pub pair: &'s Refinable,
    pub parts: [&'s Part; 2],
    pub corners: [&'s Corners; 2],
    pub frames: [Vec<Pose3<f64>>; 2],
    pub poses: [Pose3<f64>; 2],
}

/// What is known of a pair over a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CellClearance {
    /// No clearance of the pair in the cell is less.
    pub lower: f64,
    /// The clearance in the middle is at most this; infinity if it was not computed, or is that of hulls of triangles.
    pub upper: f64,
    /// A proven lower bound in the middle.
    pub least: f64,
    /// Which variable of the pair contributes most to what the bound loses; `None` if nothing moves.
    pub widest: Option<usize>,
    /// Whether halves of a node promise more than halves of the cell.
    pub is_coarse: bool,
}

impl<'s> Evaluator<'s> {
    /// A pair at values of its variables.
    pub fn posed(&self, pair: usize, values: &[f64]) -> Posed<'s> {
        self.posed_nodes(PairNodes::whole(pair), values)
    }

    /// Nodes of a pair at values of its variables.
    pub fn posed_nodes(&self, of: PairNodes, values: &[f64]) -> Posed<'s> {
        let pair = &self.pairs[of.pair];
        let (parts, corners) = pair.nodes(self.stage, of.nodes);
        let frames = pair.chain.frames.poses(self.robot, values);
        let poses = [0, 1].map(|body| pair.pose(parts[body], body, &frames));
        Posed { pair, parts, corners, frames, poses }
    }

    /// The clearance of nodes of a pair at values of its variables.
    pub fn clearance(&self, of: PairNodes, values: &[f64]) -> (Posed<'s>, Proximity<Vec3<f64>>) {
        let posed = self.posed_nodes(of, values);
        let found = ask::nearest(posed.parts, posed.poses.each_ref());
        (posed, found)
    }

    /// What is known over a cell. A pair that stays above the threshold is refined no more than it takes to
    /// see that.
    pub fn cell(&self, of: PairNodes, sides: &[[f64; 2]], threshold: f64) -> CellClearance {
        let cell = self.posed_cell(of, sides);
        let (posed, variables) = (&cell.posed, cell.halves.len());
        let margin = posed.pair.chain.margin;
        let spreads = cell.spreads();
        let way = (spreads[0].way + spreads[1].way) * (1.0 + 8.0 * f64::UNIT);
        let needed = ((threshold + margin).max(f64::MIN) + way).next_up();
        let proximity = match ask::within(posed.parts, posed.poses.each_ref(), needed) {
            Within::Beyond { lower } => {
                let lower = less(lower, way, margin);
                return CellClearance {
                    lower,
                    upper: f64::INFINITY,
                    least: less(lower, 0.0, 0.0),
                    widest: widest(&shares_of_ways(&cell.levers, &spreads, variables)),
                    is_coarse: false,
                };
            }
            Within::Near(proximity) => proximity,
        };
        let least = less(proximity.bounds.lower, 0.0, margin);
        let mut found = CellClearance {
            lower: less(proximity.bounds.lower, way, margin),
            upper: (proximity.bounds.upper - margin).next_up(),
            least,
            widest: None,
            is_coarse: false,
        };
        let mut shares = shares_of_ways(&cell.levers, &spreads, variables);
        if found.lower < threshold && proximity.signed_distance < FAR {
            let enough = (threshold + margin).next_up();
            if let Some(best) = cell.search(&posed.axes(proximity.normal), enough) {
                let lower = less(best.lower, 0.0, margin);
                if lower > found.lower {
                    found.lower = lower;
                    shares = best.shares.unwrap_or(shares);
                }
            }
        }
        found.widest = widest(&shares);
        if let Some((_, radius)) = posed.pair.coarser(self.stage, of.nodes) {
            // What may be lost to the hulls, and what is lost to the joints.
            found.is_coarse = found.widest.is_none() || (least < threshold && radius > least - found.lower);
            found.upper = f64::INFINITY;
        }
        found
    }
}

impl Posed<'_> {
    /// A ball about a body; one that is endless does not move.
    pub fn ball(&self, body: usize) -> Ball<Vec3<f64>> {
        match self.frames[body].first() {
            Some(frame) => self.parts[body].ball.posed(frame),
            None => self.parts[body].ball,
        }
    }

    /// The pose of the frame of a side; `None` for the one that carries both.
    pub fn pose_of(&self, side: Side) -> Option<&Pose3<f64>> {
        match side {
            Side::Between => None,
            Side::Carried(body, place) => self.frames[body].get(place),
        }
    }

    /// A lower bound of the signed distance along an axis.
    pub fn gap_along(&self, axis: &Axis<Vec3<f64>>, hints: &mut [Hint; 2]) -> f64 {
        let [a, b] = [0, 1].map(|body| Placed { piece: &self.parts[body].piece, pose: &self.poses[body] });
        gap(&a, &b, axis, hints)
    }

    /// The axes that are tried: the normal in the middle, and of triangles of meshes those of their planes, since
    /// neighbours in one plane take the normal off it where one ends.
    fn axes(&self, normal: Vec3<f64>) -> Vec<Vec3<f64>> {
        let plane = |body: usize| {
            let shape = self.parts[body].piece.hull().filter(|shape| shape.vertex_count() == 3)?;
            let [a, b, c] = [0, 1, 2].map(|corner| shape.vertex(corner));
            let across = self.poses[body].vector((b - a).cross(c - a));
            Some(if across.dot(normal) < 0.0 { -across } else { across })
        };
        let planes = [0, 1].into_iter().filter(|_| self.pair.has_trees()).filter_map(plane);
        core::iter::once(normal).chain(planes).collect()
    }

    /// The frames in which an axis is tried: the one that carries both bodies; the one in the middle of a long chain,
    /// whose joints are then divided between the bodies; the bodies' own. Other ones than the first only if both are
    /// bounded.
    pub fn sides(&self) -> Vec<Side> {
        let mut sides = vec![Side::Between];
        if matches!(self.parts[1].piece, Piece::Convex(_)) {
            let up = &self.pair.chain.frames.up;
            let long = if up[0].len() >= up[1].len() { 0 } else { 1 };
            let place = (up[0].len() + up[1].len()) / 2;
            if place > 0 && place < up[long].len() {
                sides.push(Side::Carried(long, place));
            }
            sides.extend([0, 1].into_iter().filter(|&body| !up[body].is_empty()).map(|body| Side::Carried(body, 0)));
        }
        sides
    }
}

fn shares_of_ways(levers: &[Vec<Lever>; 2], spreads: &[Spread; 2], variables: usize) -> Vec<f64> {
    let mut shares = vec![0.0; variables];
    for (levers, spread) in levers.iter().zip(spreads) {
        for (lever, reach) in levers.iter().zip(&spread.reaches) {
            shares[lever.variable] += lever.joint.speed * reach;
        }
    }
    shares
}

pub(crate) fn widest(shares: &[f64]) -> Option<usize> {
    (0..shares.len()).max_by(|&i, &j| shares[i].total_cmp(&shares[j]).then(j.cmp(&i))).filter(|&i| shares[i] > 0.0)
}

/// A lower bound less what is taken off, each difference rounded down.
fn less(lower: f64, way: f64, margin: f64) -> f64 {
    let lower = if way == 0.0 { lower } else { (lower - way).next_down() };
    if margin == 0.0 { lower } else { (lower - margin).next_down() }
}
