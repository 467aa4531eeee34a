//! Corners of a path, and what rounds them: curves that leave and join the straight edges at their speed.
//!
//! At a corner `c` between the directions `d` and `e`, over an arm `δ` of each edge:
//!
//! - a parabola with the control points `c − δd, c, c + δe`, nearest to the corner in its middle, at `δ (e − d)/4`: the
//!   derivative by the length is continuous;
//! - two cubics whose second derivative by the length rises from zero to `(e − d)/δ` and falls to zero again, nearest
//!   in the middle, at `δ (e − d)/6`: the second derivative is continuous too.

use super::piece::PathPiece;
use crate::path::{Cubic, Path, Segment};

/// What rounds corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blend {
    /// A parabola.
    Parabola,
    /// Two cubics, without a jump of the curvature.
    Cubics,
}

/// A blend that is not proven free is halved this often, then the robot stops at the corner.
const HALVINGS: usize = 6;

/// The cosine of the sharpest turn that is rounded: beyond it a blend is hardly faster than a stop, and its derivative
/// nearly vanishes in the middle.
const SHARPEST: f64 = -0.9;

/// The cosine of the sharpest turn that is gentle: the velocity may change along it.
pub(super) const GENTLE: f64 = 0.98;

/// Where two edges meet.
pub(super) struct Corner<'e> {
    pub edge: &'e StraightEdge,
    pub next: &'e StraightEdge,
}

impl Corner<'_> {
    /// The largest blend that is within the deviation, leaves room on both edges, and is free.
    pub fn blend(&self, deviation: f64, blend: Blend, is_free: &impl Fn(&Path) -> bool) -> Option<Vec<PathPiece>> {
        if self.cosine() < SHARPEST || deviation == 0.0 {
            return None;
        }
        // Along two cubics the velocity is constant unless the turn is gentle: it changes in what they leave.
        let (nearest, part) = match blend {
            Blend::Parabola => (0.25, 0.5),
            Blend::Cubics if self.cosine() >= GENTLE => (1.0 / 6.0, 0.5),
            Blend::Cubics => (1.0 / 6.0, 1.0 / 3.0),
        };
        let most = (deviation / (nearest * self.bend())).min(part * self.edge.length).min(part * self.next.length);
        let arms = core::iter::successors(Some(most), |arm| Some(0.5 * arm)).take(HALVINGS);
        arms.map(|arm| self.pieces(arm, blend)).find(|pieces| path(pieces).is_some_and(|path| is_free(&path)))
    }

    fn pieces(&self, arm: f64, blend: Blend) -> Vec<PathPiece> {
        let corner = &self.edge.to;
        let before = |part: f64| at(corner, -part * arm, self.edge);
        let after = |part: f64| at(corner, part * arm, self.next);
        match blend {
            Blend::Parabola => vec![PathPiece::new(vec![before(1.0), corner.clone(), after(1.0)], 2.0 * arm)],
            Blend::Cubics => {
                let third = 1.0 / 3.0;
                let change = |i: usize| self.next.direction(i) - self.edge.direction(i);
                let middle: Vec<f64> = corner.iter().enumerate().map(|(i, c)| c + arm * change(i) / 6.0).collect();
                vec![
                    PathPiece::new(vec![before(1.0), before(2.0 * third), before(third), middle.clone()], arm),
                    PathPiece::new(vec![middle, after(third), after(2.0 * third), after(1.0)], arm),
                ]
            }
        }
    }

    /// The largest change of a joint's direction.
    fn bend(&self) -> f64 {
        let change = |i: usize| (self.next.direction(i) - self.edge.direction(i)).abs();
        (0..self.edge.to.len()).map(change).fold(0.0, f64::max)
    }

    /// The cosine of the turn.
    fn cosine(&self) -> f64 {
        (0..self.edge.to.len()).map(|i| self.edge.direction(i) * self.next.direction(i)).sum()
    }
}

/// A straight edge that is not a point.
pub(super) struct StraightEdge {
    pub from: Vec<f64>,
    pub to: Vec<f64>,
    pub length: f64,
}

impl StraightEdge {
    /// The edge of a segment.
    pub fn of(segment: &Segment) -> Option<Self> {
        let Segment::Straight { from, to } = segment else { return None };
        let length = distance(from, to);
        (length > 0.0).then(|| StraightEdge { from: from.clone(), to: to.clone(), length })
    }

    fn direction(&self, i: usize) -> f64 {
        (self.to[i] - self.from[i]) / self.length
    }
}

fn at(corner: &[f64], length: f64, edge: &StraightEdge) -> Vec<f64> {
    corner.iter().enumerate().map(|(i, corner)| corner + length * edge.direction(i)).collect()
}

/// Parabolas and cubics as a path of cubics.
fn path(pieces: &[PathPiece]) -> Option<Path> {
    let cubic = |piece: &PathPiece| match &piece.controls[..] {
        [a, c, b] => {
            let third = |end: &[f64]| end.iter().zip(c).map(|(end, corner)| (end + 2.0 * corner) / 3.0).collect();
            Cubic::new([a.clone(), third(a), third(b), b.clone()])
        }
        all => Cubic::new(core::array::from_fn(|i| all[i].clone())),
    };
    Path::of_cubics(pieces.iter().map(cubic).collect(), pieces.first()?.controls[0].len()).ok()
}

/// The length of an edge in joint space.
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (y - x) * (y - x)).sum::<f64>().sqrt()
}
