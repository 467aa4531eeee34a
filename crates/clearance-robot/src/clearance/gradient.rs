//! How the clearance changes with the joints: gradients, and where it has kinks, all that generates its one-sided
//! rates.

use clearance::{Vec3, Vector};

use super::{Clearance, RobotClearance};
use crate::cell::ask;
use crate::cell::workcell::Workcell;
use crate::error::RobotError;
use crate::linear::{dot, least_norm_point};

/// The derivative of one pair's signed distance by the joints.
#[derive(Clone, Debug, PartialEq)]
pub struct PairGradient {
    /// The pair, for [`RobotClearance::names`].
    pub pair: usize,
    /// For each normal that ties, for each corner of the contact patch, the derivative by the values of a
    /// configuration. The signed distance is the largest over the normals of the least over the corners, to first
    /// order.
    pub branches: Vec<Vec<Vec<f64>>>,
    /// Whether these are all there is.
    pub complete: bool,
}

/// The derivative of the clearance by the joints.
#[derive(Clone, Debug, PartialEq)]
pub struct ClearanceGradient {
    /// The clearance itself.
    pub clearance: Clearance,
    /// The derivative by the values of a configuration; one of the generators where there are several.
    pub gradient: Vec<f64>,
    /// The pairs that may attain the least, that of the clearance first.
    pub active: Vec<PairGradient>,
    /// Whether the derivative is unique: one pair, one normal, one pair of points.
    pub differentiable: bool,
    /// Whether the generators are all there are. If so and no pair overlaps, Clarke's subdifferential is their convex
    /// hull.
    pub complete: bool,
}

impl ClearanceGradient {
    /// All generators.
    pub fn generators(&self) -> impl Iterator<Item = &Vec<f64>> {
        self.active.iter().flat_map(|pair| pair.branches.iter().flatten())
    }
    /// The one-sided rate along a joint velocity: the least over the pairs, of the largest over their normals, of the
    /// least over the corners.
    pub fn along(&self, velocity: &[f64]) -> f64 {
        let corners = |branch: &Vec<Vec<f64>>| branch.iter().map(|g| dot(g, velocity)).fold(f64::INFINITY, f64::min);
        let normals = |pair: &PairGradient| pair.branches.iter().map(corners).fold(f64::NEG_INFINITY, f64::max);
        self.active.iter().map(normals).fold(f64::INFINITY, f64::min)
    }
    /// The joint velocity of unit length along which the clearance rises fastest, and its rate; `None` if it rises
    /// along none.
    ///
    /// For bodies apart it is the point of the generators' hull nearest to zero, by its length, which is the rate
    /// (Clarke 1983).
    pub fn ascent(&self) -> Option<(Vec<f64>, f64)> {
        steepest(self.generators().cloned().collect())
    }

    /// [`ascent`](Self::ascent) by the joints that a cell's planners move.
    pub(crate) fn ascent_in(&self, cell: &Workcell) -> Option<(Vec<f64>, f64)> {
        let mut generators: Vec<Vec<f64>> = self.generators().cloned().collect();
        generators.iter_mut().for_each(|generator| cell.only_moving(generator));
        steepest(generators)
    }
}

/// The direction along which the least of all rates is largest, and that rate.
fn steepest(generators: Vec<Vec<f64>>) -> Option<(Vec<f64>, f64)> {
    let nearest = least_norm_point(&generators)?;
    let rate = dot(&nearest.point, &nearest.point).sqrt();
    let largest = generators.iter().map(|g| dot(g, g)).fold(0.0, f64::max).sqrt();
    // Shorter than what rounding of the generators leaves of zero.
    if !(rate > 64.0 * f64::EPSILON * largest) {
        return None;
    }
    Some((nearest.point.iter().map(|x| x / rate).collect(), rate))
}

impl RobotClearance<'_> {
    /// The clearance in a configuration with its derivative by the joints; `None` if there are no pairs.
    ///
    /// With the normal `n` from A to B and the witness points `a`, `b`, a pair's rate is `n·(J_B(b) − J_A(a)) q̇`.
    /// Joints above both bodies move them alike, so they are left out.
    pub fn gradient_at(&mut self, q: &[f64]) -> Result<Option<ClearanceGradient>, RobotError> {
        let Some(clearance) = self.at(q)? else { return Ok(None) };
        let active: Vec<PairGradient> =
            self.active(&clearance).into_iter().map(|pair| self.pair_gradient(pair)).collect();
        let complete = active.iter().all(|pair| pair.complete);
        let differentiable = match &active[..] {
            [only] => complete && only.branches.len() == 1 && only.branches[0].len() == 1,
            _ => false,
        };
        let proximity = &clearance.proximity;
        let gradient = match &active[..] {
            [only] if differentiable => only.branches[0][0].clone(),
            _ => self.rates(clearance.pair, proximity.normal, [proximity.witness_a, proximity.witness_b]),
        };
        Ok(Some(ClearanceGradient { clearance, gradient, active, differentiable, complete }))
    }

    fn pair_gradient(&mut self, pair: usize) -> PairGradient {
        let poses = self.poses_of(pair);
        let found = ask::gradient(self.stage.pair(pair), [&poses[0], &poses[1]]);
        let rates = |branch: &clearance::query::Branch<Vec3<f64>>| {
            branch.pairs.iter().map(|points| self.rates(pair, branch.normal, *points)).collect()
        };
        PairGradient { pair, branches: found.branches.iter().map(rates).collect(), complete: found.complete }
    }

    /// `n·(J_B(b) − J_A(a))`.
    pub(super) fn rates(&self, pair: usize, normal: Vec3<f64>, [on_a, on_b]: [Vec3<f64>; 2]) -> Vec<f64> {
        let [a, b] = self.stage.pair(pair).map(|part| part.frame);
        let common = self.robot().common_frame(a, b);
        let mut rates = vec![0.0; self.robot().dof()];
        for (frame, point, sign) in [(b, on_b, 1.0), (a, on_a, -1.0)] {
            let mut add = |variable: usize, column: crate::kinematics::Column| {
                rates[variable] += sign * normal.dot(column.linear);
            };
            self.robot().add_jacobian(&self.placement, [common, frame], &mut add, point);
        }
        rates
    }
}
