//! Second derivatives of the clearance by the joints.

use clearance::query::SecondDerivatives;
use clearance::{Pose3, Vec3, Vector};

use super::RobotClearance;
use crate::cell::ask;
use crate::error::RobotError;
use crate::linear::Matrix;

/// A joint between the bodies of a pair, in A's frame: its axis, a point on it, and what it belongs to.
struct PairJoint {
    axis: Vec3<f64>,
    point: Vec3<f64>,
    turns: bool,
    variable: usize,
    /// How B moves against A per unit of the joint's value: its multiplier, or minus that on A's branch.
    factor: f64,
}

impl RobotClearance<'_> {
    /// The second derivatives of the clearance by the values of a configuration, symmetric; `None` where it is not
    /// twice differentiable, or there are no pairs.
    ///
    /// In A's frame only B moves, by the joints between them: those of A's branch from A upward, reversed, then those
    /// of B's branch downward. With `ξ_j` the twist of joint `j` about B's witness point `b`, and `H` the second
    /// derivatives of the signed distance by a displacement and a rotation vector,
    ///
    /// `∂²φ/∂q_j ∂q_k = ξ_jᵀ H ξ_k + n·∂²b/∂q_j ∂q_k`,
    ///
    /// where for `j` before `k` on the way from A to B the point's second derivative is `z_j × (z_k × (b − o_k))`, or
    /// `z_j × z_k` if `k` slides, and zero if `j` slides. For a rotation vector about `b` itself no term of its own
    /// second order is left at `b`.
    pub fn second_at(&mut self, q: &[f64]) -> Result<Option<Matrix>, RobotError> {
        let Some(found) = self.gradient_at(q)? else { return Ok(None) };
        if !found.differentiable {
            return Ok(None);
        }
        let pair = found.clearance.pair;
        let [pose_a, pose_b] = self.poses_of(pair);
        let b_in_a = Pose3::relative(&pose_a, &pose_b);
        let about = pose_a.vector_back(found.clearance.proximity.witness_b - pose_a.translation());
        let Some(second) = ask::second(self.stage.pair(pair), &b_in_a, about) else { return Ok(None) };
        let normal = second.first.branches[0].normal;
        let way = self.way(pair, &pose_a);
        let mut hessian = Matrix::zero(self.robot().dof(), self.robot().dof());
        for (j, first) in way.iter().enumerate() {
            for (k, other) in way.iter().enumerate() {
                let bent = normal.dot(if j <= k { bend(first, other, about) } else { bend(other, first, about) });
                let value = through(&second, &twist(first, about), &twist(other, about)) + bent;
                *hessian.at_mut(first.variable, other.variable) += first.factor * other.factor * value;
            }
        }
        Ok(Some(hessian))
    }

    /// The joints from A to B, in A's frame.
    fn way(&self, pair: usize, pose_a: &Pose3<f64>) -> Vec<PairJoint> {
        let [a, b] = self.stage.pair(pair).map(|part| part.frame);
        let common = self.robot().common_frame(a, b);
        let branch = |mut frame: usize, sign: f64| {
            let mut joints = Vec::new();
            while frame != common {
                let joint = &self.robot().joints()[self.robot().frames()[frame].joint];
                let (axis, point) = self.robot().axis(&self.placement, frame);
                if let Some(variable) = joint.drive.variable {
                    joints.push(PairJoint {
                        axis: pose_a.vector_back(axis),
                        point: pose_a.vector_back(point - pose_a.translation()),
                        turns: joint.kind.turns(),
                        variable,
                        factor: sign * joint.drive.multiplier,
                    });
                }
                frame = self.robot().frames()[frame].parent;
            }
            joints
        };
        let mut way = branch(a, -1.0);
        let mut down = branch(b, 1.0);
        down.reverse();
        way.append(&mut down);
        way
    }
}

/// `∂²b/∂q_j ∂q_k` for `j` before `k`, or the same.
fn bend(j: &PairJoint, k: &PairJoint, b: Vec3<f64>) -> Vec3<f64> {
    match (j.turns, k.turns) {
        (false, _) => Vec3::ZERO,
        (true, true) => j.axis.cross(k.axis.cross(b - k.point)),
        (true, false) => j.axis.cross(k.axis),
    }
}

/// The displacement of B's point at `about`, and the turn, per unit of a joint.
fn twist(joint: &PairJoint, about: Vec3<f64>) -> [f64; 6] {
    let (v, w) =
        if joint.turns { (joint.axis.cross(about - joint.point), joint.axis) } else { (joint.axis, Vec3::ZERO) };
    [v.x, v.y, v.z, w.x, w.y, w.z]
}

fn through(second: &SecondDerivatives<Vec3<f64>>, left: &[f64; 6], right: &[f64; 6]) -> f64 {
    let row = |i: usize| (0..6).map(|j| second.hessian(i, j) * right[j]).sum::<f64>();
    (0..6).map(|i| left[i] * row(i)).sum()
}
