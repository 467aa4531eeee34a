//! How far points of a body may be off **along an axis**, to first and second order: joints that move it across the axis cost little.
//!
//! **Setting** as in `swing.rs`: a frame F, a body, joints `1 … n` from F outwards with rates of at most `v_k` over an interval of half length `h`, each off by
//! `|e_k| ≤ ε_k`; `n` a unit axis fixed in F. Write `η_k = v_k h`, `H_k = η_k + ε_k`, and `R_k` for the reach of the body beyond joint `k`.
//!
//! **First order.** `∂_k(n·x) = w_k(x) = (n × z_k)·(x − o_k)` for a revolute joint, `n·z_k` for a prismatic one. Over the ball `(c, ρ)`:
//! `|w_k| ≤ |(n × z_k)·(c − o_k)| + |n × z_k| ρ`.
//!
//! **Second order.** `|∂_j∂_k x| ≤ M_jk = R_k` for `j ≤ k`, `j` and `k` revolute, or 1 for a prismatic `k`; 0 for a prismatic `j`. So at a time at which the joints are
//! within `η` of the middle, Taylor's remainder about the joints as they are then, and the change of `w_k` since the middle, give
//! `n·x(q + e) ≥ n·x(q) − Σ ε_k|w_k| − ½ ΣΣ (H_j H_k − η_j η_k) M_jk`: of each pair `ε_k η_j + ε_j η_k + ε_j ε_k`, half. All points between lie in a convex box.
//!
//! **The body's own pose** may be off by `d` with `|d| ≤ E` in its own frame, which turns against F by no more than `Θ = Σ_{revolute} H_k` from where it is in the middle:
//! `|n·d| ≤ D + ΘE`, with the bound D for `n` as the body sees it in the middle.

use clearance::enclosure::Ball;
use clearance::{Real, Vec3, Vector};

use super::swing::Moving;

/// How far a body is off by its own pose.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Own {
    /// In any direction.
    pub most: f64,
    /// Along the axis, as it is in the middle.
    pub along: f64,
}

/// The bound of a body along an axis of the world that is fixed in the frame, known to an error; the joints **next to the body first**.
///
/// Products and sums of numbers that are not negative, fewer than 2¹⁰ of them for each of at most 2¹⁰ joints: a part in 2³⁰ covers their rounding.
pub(crate) fn off_along<'j>(
    joints: impl Iterator<Item = &'j Moving> + Clone,
    (body, own): (&Ball<Vec3<f64>>, Own),
    (axis, axis_error): (Vec3<f64>, f64),
    half: f64,
) -> f64 {
    let turning = joints.clone().filter(|joint| joint.turns);
    let sums = turning.fold([0.0, 0.0], |[eta, all], joint| {
        let eta_k = joint.speed * half;
        [eta + eta_k, all + eta_k + joint.off]
    });
    // Less those passed they are the sums over j < k, up to 2n roundings of the whole.
    let [mut inside_eta, mut inside] = sums.map(|sum| sum * (1.0 + 4096.0 * f64::UNIT));
    let mut off = own.along + inside * own.most;
    // How far joints that were passed may have carried points.
    let mut carried = own.most;
    for joint in joints {
        let eta = joint.speed * half;
        let all = eta + joint.off;
        if all == 0.0 {
            continue;
        }
        let error = axis_error + joint.axis_error + 16.0 * f64::UNIT;
        let (first, reach, squared) = if joint.turns {
            (inside_eta, inside) = (inside_eta - eta, inside - all);
            let (lever, arm) = (axis.cross(joint.axis), body.center - joint.origin);
            let missed = error * (arm.norm() + body.radius) + joint.origin_error;
            let first = lever.dot(arm).abs() + lever.norm() * body.radius + missed;
            (first, joint.farthest(body) + carried, 0.5 * (all * all - eta * eta))
        } else {
            (axis.dot(joint.axis).abs() + error, 1.0, 0.0)
        };
        let crossed = (all * inside - eta * inside_eta).max(0.0);
        let spare = 4096.0 * f64::UNIT * all * inside.abs();
        off += joint.off * first + reach * (squared.max(0.0) + crossed + spare);
        carried += all * reach;
    }
    const GROWTH: f64 = 1.0 + 1.0 / (1u64 << 30) as f64;
    off * GROWTH
}
