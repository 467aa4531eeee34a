//! A lower bound of a pair's signed distance over a cell by one axis: the formula of searches, provers and verifier.
//!
//! The axis is fixed in a frame. What is proven is the largest of three bounds: the gap in the middle minus the
//! displacement by the joints; minus its change by the gradient, and a bound of the curvature (`bound/height`); and the
//! gap of the [control volumes](crate::bound::control_volume).

use clearance::enclosure::{Axis, Ball};
use clearance::{Halfspace, Hint, Real, Vec3, Vector};

use super::cell::{Evaluator, PairNodes, Posed};
use crate::bound::height::{Lever, MovedShape, Shift, Spread, Top, least};
use crate::bound::parameter_box::{half_width, middle};
use crate::cell::chain::{FixedAxis, Side, through};
use crate::cell::piece::Piece;

/// A pair in the middle of a cell, with the joints that move it.
pub(crate) struct PosedCell<'s> {
    pub posed: Posed<'s>,
    /// The half widths of the pair's variables.
    pub halves: Vec<f64>,
    /// The joints from each body to the frame that carries both.
    pub levers: [Vec<Lever>; 2],
    pub balls: [Ball<Vec3<f64>>; 2],
}

/// What an axis proves over a cell.
pub(crate) struct AxisProof {
    /// No signed distance is less.
    pub lower: f64,
    /// The bound by gradient and curvature; `None` if it was not needed, or there is no gap along an axis.
    pub gradient: Option<AxisBound>,
}

/// The best axis of a search.
pub(crate) struct BestBound {
    pub lower: f64,
    /// For each variable what it takes from the bound, if that is known.
    pub shares: Option<Vec<f64>>,
}

/// A bound over a cell by an axis, by gradient and curvature.
#[derive(Clone, Debug)]
pub(crate) struct AxisBound {
    pub lower: f64,
    /// What the paths curve.
    pub curvature: f64,
    pub tops: Vec<Top>,
    /// Levers and spreads of the bodies that move against the frame, with the top of each.
    pub branches: Vec<(Vec<Lever>, Spread)>,
}

impl<'s> Evaluator<'s> {
    /// A lower bound of the signed distance of a pair over a cell, or over what half-spaces leave of it, by an axis;
    /// the first of the three bounds that is `enough`, else the largest.
    pub fn bound_by(&self, pair: usize, cell: &[[f64; 2]], fixed: FixedAxis, shift: &Shift, enough: f64) -> f64 {
        let posed = self.posed_cell(PairNodes::whole(pair), cell);
        posed.proof(fixed, shift, enough).map_or(f64::NEG_INFINITY, |proof| proof.lower)
    }

    /// Nodes of a pair in the middle of a cell.
    pub fn posed_cell(&self, of: PairNodes, cell: &[[f64; 2]]) -> PosedCell<'s> {
        let values: Vec<f64> = cell.iter().map(|&side| middle(side)).collect();
        let halves: Vec<f64> = cell.iter().map(|&side| half_width(side)).collect();
        let posed = self.posed_nodes(of, &values);
        let levers = [0, 1].map(|body| posed.pair.chain.frames.levers(self.robot, body, &posed.frames, &halves));
        PosedCell::new(posed, halves, levers)
    }
}

impl<'s> PosedCell<'s> {
    pub fn new(posed: Posed<'s>, halves: Vec<f64>, levers: [Vec<Lever>; 2]) -> Self {
        let balls = [0, 1].map(|body| posed.ball(body));
        PosedCell { posed, halves, levers, balls }
    }

    /// How far the points of each body move from where they are in the middle, for each of its levers.
    pub fn spreads(&self) -> [Spread; 2] {
        // Any axis will do for the displacement alone.
        let any = Axis::normalized(Vec3::axis(0));
        [0, 1].map(|body| Spread::of(&any, &self.balls[body], &self.levers[body]))
    }

    /// What an axis proves; `None` if it has no direction. The control volumes serve only where nothing else is
    /// `enough`.
    pub fn proof(&self, fixed: FixedAxis, shift: &Shift, enough: f64) -> Option<AxisProof> {
        let mut proof = self.without_volumes(fixed, shift, enough)?;
        if !(proof.lower >= enough) {
            let volumes = self.gap_of_volumes(fixed, enough).unwrap_or(f64::NEG_INFINITY);
            proof.lower = proof.lower.max(volumes);
        }
        Some(proof)
    }

    /// What such an axis proves by the displacement, and where that is not `enough`, by its gradient.
    pub fn without_volumes(&self, fixed: FixedAxis, shift: &Shift, enough: f64) -> Option<AxisProof> {
        let axis = self.in_common(fixed)?;
        let [a, b] = self.spreads().map(|spread| spread.way);
        let way = (a + b) * (1.0 + 8.0 * f64::EPSILON);
        let lower = (self.posed.gap_along(&axis, &mut [Hint::NONE; 2]) - way).next_down();
        let is_open = !(lower >= enough);
        let gradient = is_open.then(|| self.by_gradient(&self.levers_to(fixed.side), axis, shift)).flatten();
        Some(AxisProof { lower: gradient.as_ref().map_or(lower, |bound| bound.lower.max(lower)), gradient })
    }

    /// The bound of such an axis by gradient and curvature alone.
    pub fn gradient(&self, fixed: FixedAxis, shift: &Shift) -> Option<AxisBound> {
        self.by_gradient(&self.levers_to(fixed.side), self.in_common(fixed)?, shift)
    }

    /// An axis in the frame that carries both bodies.
    pub(super) fn in_common(&self, fixed: FixedAxis) -> Option<Axis<Vec3<f64>>> {
        let axis = Axis::along(fixed.axis)?;
        Some(self.posed.pose_of(fixed.side).map_or(axis, |pose| axis.posed(pose)))
    }

    /// The best bound that is found by some axes of the frame that carries both bodies, or the first that is `enough`.
    ///
    /// Each axis is tried by its gradient in the frames of the bodies, the first one by control volumes as well.
    pub fn search(&self, axes: &[Vec3<f64>], enough: f64) -> Option<BestBound> {
        let sides = self.posed.sides();
        let mut best: Option<BestBound> = None;
        for (k, &normal) in axes.iter().enumerate() {
            for &side in &sides {
                let bound = Axis::along(normal)
                    .and_then(|axis| self.by_gradient(&self.levers_to(side), axis, &Shift::default()));
                let Some(bound) = bound else { continue };
                // No bound along this axis is more than twice the curvature above that by the gradient.
                let may_curve_less = bound.lower + 2.0 * bound.curvature > enough;
                if best.as_ref().is_none_or(|best| best.lower < bound.lower) {
                    best = Some(BestBound { lower: bound.lower, shares: Some(bound.shares(self.halves.len())) });
                }
                if k == 0 && side == Side::Between && may_curve_less && !(bound.lower >= enough) {
                    let volumes =
                        self.gap_of_volumes(FixedAxis { side, axis: normal }, enough).unwrap_or(f64::NEG_INFINITY);
                    best.iter_mut().for_each(|best| best.lower = best.lower.max(volumes));
                }
                if best.as_ref().is_some_and(|best| best.lower >= enough) {
                    return best;
                }
            }
        }
        best
    }

    /// The joints from each body to the frame of a side.
    pub(crate) fn levers_to(&self, side: Side) -> [Vec<Lever>; 2] {
        let levers = &self.levers;
        [0, 1].map(|body| match side {
            Side::Between => levers[body].clone(),
            Side::Carried(of, place) => {
                let inner = self.posed.pair.chain.frames.inner[of][place];
                if of == body { levers[of][..inner].to_vec() } else { through(&levers[body], &levers[of][inner..]) }
            }
        })
    }

    /// The axis that bounds a pair: towards a halfspace its own.
    pub(super) fn axis_of(&self, axis: Axis<Vec3<f64>>) -> Axis<Vec3<f64>> {
        let of_plane = |half: &Halfspace<Vec3<f64>>| -Axis::normalized(half.normal()).posed(&self.posed.poses[1]);
        self.posed.parts[1].piece.halfspace().map_or(axis, of_plane)
    }

    /// The two tops along an axis and what curves; `None` for what has no gap along an axis.
    pub(crate) fn by_gradient(
        &self,
        levers: &[Vec<Lever>; 2],
        axis: Axis<Vec3<f64>>,
        shift: &Shift,
    ) -> Option<AxisBound> {
        let (posed, axis) = (&self.posed, self.axis_of(axis));
        let shifts = shift.divided([&levers[0], &levers[1]]);
        let (mut tops, mut branches, mut curvature) = (Vec::with_capacity(2), Vec::with_capacity(2), 0.0);
        for (body, own) in levers.iter().enumerate() {
            let towards = if body == 0 { axis } else { -axis };
            let Piece::Convex(shape) = &posed.parts[body].piece else {
                let half = posed.parts[body].piece.halfspace().filter(|_| body == 1)?;
                tops.push(Top::of_halfspace(half.offset()));
                branches.push((Vec::new(), Spread::default()));
                continue;
            };
            let branch = MovedShape { shape, corners: posed.corners[body], pose: &posed.poses[body], levers: own };
            let top = Top::of(&branch, &towards, &self.halves, &shifts[body], Hint::NONE);
            let spread = Spread::of(&towards, &self.balls[body], own);
            curvature += spread.curvature;
            tops.push(top);
            branches.push((own.clone(), spread));
        }
        // What half-spaces leave is taken off like the curvature.
        let curvature = curvature * (1.0 + 4.0 * f64::UNIT);
        let least = least(&axis, posed.poses.each_ref(), [&tops[0], &tops[1]], curvature);
        let lower = if shift.most == 0.0 { least } else { (least - shift.most).next_down() };
        Some(AxisBound { lower, curvature, tops, branches })
    }
}

impl AxisBound {
    /// For each variable how the bodies come nearer at their highest points, for its whole half width, less what
    /// half-spaces took off.
    pub fn change(&self, variables: usize) -> Vec<f64> {
        let mut change = vec![0.0; variables];
        for column in self.tops.iter().flat_map(|top| top.columns.iter().map(move |column| (column, top.point))) {
            change[column.0.variable] += column.0.at(column.1);
        }
        change
    }

    /// For each variable what it takes from the bound: the change at the highest points, and half of each term of the
    /// curvature that it is in.
    pub fn shares(&self, variables: usize) -> Vec<f64> {
        let mut shares = vec![0.0; variables];
        for (top, (levers, spread)) in self.tops.iter().zip(&self.branches) {
            top.columns.iter().for_each(|column| shares[column.variable] += column.at(top.point).abs());
            let mut beyond = 0.0;
            for (k, lever) in levers.iter().enumerate() {
                let half = lever.joint.speed;
                let own = half * spread.tilts[k];
                shares[lever.variable] += own * (0.5 * half * spread.reaches[k] + 0.5 * beyond);
                beyond += half * spread.reaches[k];
            }
            let mut inside = 0.0;
            for (k, lever) in levers.iter().enumerate().rev() {
                shares[lever.variable] += 0.5 * inside * lever.joint.speed * spread.reaches[k];
                inside += lever.joint.speed * spread.tilts[k];
            }
        }
        shares
    }
}
