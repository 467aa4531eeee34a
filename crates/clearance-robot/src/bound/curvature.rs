//! How far points of a body move **along an axis**, to first and second order: joints that move it across the axis cost
//! little.
//!
//! **Setting.** A frame F and a body are joined by joints `1 … m`, counted from F outwards, with axes `z_k` through
//! points `o_k`. `n` is a unit axis that is fixed in F. The height of a point `x` of the body is `f(q) = n·x(q)`. About
//! the configuration in the middle every joint changes by no more than `H_k`.
//!
//! **First order.** `∂_k f = w_k(x) = (n × z_k)·(x − o_k)` for a joint that turns, `n·z_k` for one that slides. Over a
//! ball `(c, ρ)`: `|w_k| ≤ |(n × z_k)·(c − o_k)| + |n × z_k| ρ`.
//!
//! **Curvature.** For `j ≤ k`, j nearer to F: a turn about j turns all that is beyond it, so `∂_j ∂_k x = z_j × ∂_k x`;
//! a slide turns nothing, so it is zero if j slides. `n·(z_j × v) = (n × z_j)·v`, hence `|∂_j ∂_k f| ≤ M_jk = σ_j R_k`,
//! where `R_k` bounds `|∂_k x|` and `σ_j` bounds `|n × z_j|` for all these changes:
//! - `R_k = 1` if k slides; else the distance of `x` from axis k, which only joints beyond k change: `R_k = dist(c,
//!   axis_k) + ρ + Σ_{l>k} H_l R_l` with a ball `(c, ρ)` about the body in the middle.
//! - `σ_j = min(1, |n × z_j| + Σ_{l<j, turning} H_l)` with `z_j` in the middle, since only turns between F and j move
//!   it, by no more than their angles.
//!
//! **Second order.** Let each joint first change by no more than `η_k`, then err by no more than `ε_k`, and `H_k =
//! η_k + ε_k`. Taylor's remainder of the second change, and the change of `w_k` by the first, give `|f(q + e) − f(q) −
//! Σ e_k w_k| ≤ c = ½ ΣΣ (H_j H_k − η_j η_k) M_jk`: of each pair `ε_k η_j + ε_j η_k + ε_j ε_k`, half. All that is
//! between is in a convex box. With all joints further out gathered, this is `c = Σ_{j turning} σ_j [H_j (½ H_j R_j +
//! Σ_{k>j} H_k R_k) − η_j (½ η_j R_j + Σ_{k>j} η_k R_k)]`: one pass from the body to F, a [`Curvature`]. Changes from
//! the middle alone have `η = 0`.
//!
//! **The body's own pose** may err by `d` with `|d| ≤ E` in its own frame: the outermost slide, with `H = E`, `η =
//! 0` and `R = 1`. Of first order it is `|n·d| ≤ D`, for `n` as the body sees it in the middle.

use clearance::enclosure::{Axis, Ball};
use clearance::{Real, Vec3, Vector};

use super::swing::Moving;

/// Sums and products of numbers that are not negative, at most some thousand of them, round by less than this factor.
const GROWTH: f64 = 1.0 + 1.0 / (1u64 << 30) as f64;

/// The terms of second order of a body's heights along an axis, joint by joint from the body to the frame.
pub(crate) struct Curvature<'a> {
    axis: &'a Axis<Vec3<f64>>,
    ball: &'a Ball<Vec3<f64>>,
    /// The `H` of the joints that turn and are nearer to the frame than those passed.
    inside: f64,
    /// `Σ H_k R_k` and `Σ η_k R_k` of those passed.
    ways: [f64; 2],
    sum: f64,
}

impl<'a> Curvature<'a> {
    /// No joint is passed yet. `turning` is the sum of `H` over all joints that turn; less those passed it is the sum
    /// over `l < j`, up to `2m` roundings of the whole.
    pub fn new(axis: &'a Axis<Vec3<f64>>, ball: &'a Ball<Vec3<f64>>, own: f64, turning: f64) -> Self {
        Curvature { axis, ball, inside: turning * (1.0 + 4096.0 * f64::UNIT), ways: [own, 0.0], sum: 0.0 }
    }

    /// Passes the next joint, with its `H` and `η`: its `R`, and its `σ`, which is zero for one that slides.
    ///
    /// `|n × z|` errs by the errors of both and by `8u`. Both terms round by less than 2¹¹ `u` of themselves, with
    /// what `H` and `η` round. Where the second is less than half the first, [`GROWTH`] covers that; else 2¹³ `u` of
    /// the second do.
    pub fn pass(&mut self, joint: &Moving, [all, first]: [f64; 2]) -> (f64, f64) {
        let (reach, tilt) = if joint.turns {
            self.inside -= all;
            let axis = self.axis;
            let across = axis.direction.cross(joint.axis).norm() + axis.error + joint.axis_error + 8.0 * f64::UNIT;
            (joint.farthest(self.ball) + self.ways[0], (across + self.inside.max(0.0)).min(1.0))
        } else {
            (1.0, 0.0)
        };
        let both = all * tilt * (0.5 * all * reach + self.ways[0]);
        self.sum += both;
        self.ways[0] += all * reach;
        if first > 0.0 {
            let known = first * tilt * (0.5 * first * reach + self.ways[1]);
            self.sum -= known * (1.0 - 8192.0 * f64::UNIT);
            self.ways[1] += first * reach;
        }
        (reach, tilt)
    }

    /// No point is farther from where it is in the middle: `Σ H_k R_k` of the joints passed.
    pub fn way(&self) -> f64 {
        self.ways[0] * GROWTH
    }

    /// `c`, with all joints passed.
    pub fn bound(&self) -> f64 {
        self.sum * GROWTH
    }
}

/// How far a body errs by its own pose.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Own {
    /// In any direction.
    pub most: f64,
    /// Along the axis, as it is in the middle.
    pub along: f64,
}

/// How far points of a body may deviate along an axis that is fixed in the frame, wherever joints are in an interval of
/// half length `half`; the joints **next to the body first**.
pub(crate) fn off_along<'j>(
    joints: impl Iterator<Item = &'j Moving> + Clone,
    body: &Ball<Vec3<f64>>,
    own: Own,
    axis: &Axis<Vec3<f64>>,
    half: f64,
) -> f64 {
    let changes = |joint: &Moving| [joint.speed * half + joint.off, joint.speed * half];
    let turning = joints.clone().filter(|joint| joint.turns).map(|joint| changes(joint)[0]).sum();
    let mut curvature = Curvature::new(axis, body, own.most, turning);
    let mut off = own.along;
    for joint in joints {
        let changes = changes(joint);
        if changes[0] == 0.0 {
            continue;
        }
        curvature.pass(joint, changes);
        let error = axis.error + joint.axis_error + 16.0 * f64::UNIT;
        let first = if joint.turns {
            let (lever, arm) = (axis.direction.cross(joint.axis), body.center - joint.origin);
            let missed = error * (arm.norm() + body.radius) + joint.origin_error;
            lever.dot(arm).abs() + lever.norm() * body.radius + missed
        } else {
            axis.direction.dot(joint.axis).abs() + error
        };
        off += joint.off * first;
    }
    off * GROWTH + curvature.bound()
}
