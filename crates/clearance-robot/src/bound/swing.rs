//! How fast the points of a link move, and how much their paths bend, relative to any other frame of the robot.
//!
//! **Setting.** A frame F and a body are joined by joints `1 … n`, counted from F outwards; joint `k` has the rate
//! `|q_k′| ≤ v_k` and `|q_k″| ≤ a_k` on the interval. `r_k` bounds the distance of the body's points from the axis of a
//! revolute joint `k` on the interval.
//!
//! **Speed.** In F, `x′ = Σ q_k′ z_k × (x − o_k)` over revolute joints and `q_k′ z_k` over prismatic ones, so `|x′| ≤ s
//! = Σ v_k r_k` with `r_k = 1` for prismatic ones.
//!
//! **Bend.** `∂²x/∂q_j∂q_k = z_j × (z_k × (x − o_k))` for `j ≤ k`, `j` and `k` revolute, is at most `r_k` long; `z_j ×
//! z_k` for a prismatic `k`, at most 1; and zero for a prismatic `j`, or `j = k` prismatic. Summed over both orders of
//! `j < k` and once over `j = k`: `|x″| ≤ Σ_k [a_k r_k + v_k r_k (v_k + 2 Σ_{j<k, revolute} v_j)]` for revolute `k`,
//! `a_k + 2 v_k Σ_{j<k, revolute} v_j` for prismatic `k`.
//!
//! **Reach.** The distance of a point from axis `k` is changed by the joints beyond `k` only, at most by their speed
//! `s_{>k}`: within half an interval `h` of its middle, `r_k = dist(c, axis_k) + ρ + h s_{>k}`, with the ball `(c, ρ)`
//! about the body at the middle. So one pass from the body to F gives all.
//!
//! **What deviates.** Joint `k` may err by `|e_k| ≤ ε_k`, each by any function of time. Along `q + λe`, `0 ≤ λ ≤ 1`, a
//! point has the speed `Σ e_k ∂_k x`, so it errs by no more than `l = Σ ε_k r_k`, where `r_k` holds for all that is
//! passed: it grows by `l_{>k}` as well. What the body's own pose may err by comes before all joints.

use clearance::enclosure::Ball;
use clearance::{Real, Vec3, Vector};

/// A joint on the way from a body to a frame, where it is at the middle of an interval, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// A point of the axis.
    pub origin: Vec3<f64>,
    /// The unit axis.
    pub axis: Vec3<f64>,
    /// Whether it turns; else it slides.
    pub turns: bool,
    /// `v`.
    pub speed: f64,
    /// `a`.
    pub change: f64,
    /// `ε`.
    pub off: f64,
    /// The true point of the axis is within this of `origin`.
    pub origin_error: f64,
    /// The true axis is within this of `axis`.
    pub axis_error: f64,
}

/// How the points of a body move relative to a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Swing {
    /// No point is faster.
    pub speed: f64,
    /// No point's path has a larger second derivative.
    pub bend: f64,
    /// No point is farther off, wherever it is on its path.
    pub off: f64,
}

impl Swing {
    /// How far points may come from where they are in the middle of an interval, of which half the length is given.
    pub fn way(&self, half: f64) -> f64 {
        self.speed * half + self.off
    }

    /// With what sums and products have rounded.
    fn rounded(self) -> Self {
        const GROWTH: f64 = 1.0 + 1.0 / (1u64 << 30) as f64;
        Swing { speed: self.speed * GROWTH, bend: self.bend * GROWTH, off: self.off * GROWTH }
    }

    /// With points that may be farther off.
    pub(crate) fn off_more(self, off: f64) -> Self {
        Swing { off: self.off + off, ..self }
    }
}

impl std::ops::Add for Swing {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Swing { speed: self.speed + other.speed, bend: self.bend + other.bend, off: self.off + other.off }
    }
}

impl Moving {
    /// A joint at rest.
    pub(crate) const STILL: Self = Moving {
        origin: Vec3::new(0.0, 0.0, 0.0),
        axis: Vec3::new(0.0, 0.0, 0.0),
        turns: false,
        speed: 0.0,
        change: 0.0,
        off: 0.0,
        origin_error: 0.0,
        axis_error: 0.0,
    };

    /// No point of a ball is farther from the axis.
    ///
    /// The distance `|z × (c − o)|` of the center rounds by less than `8u|c − o|`, and errs by the errors of axis and
    /// origin.
    pub(crate) fn farthest(&self, ball: &Ball<Vec3<f64>>) -> f64 {
        let arm = ball.center - self.origin;
        let error = self.origin_error + (self.axis_error + 16.0 * f64::UNIT) * arm.norm();
        self.axis.cross(arm).norm() + error + ball.radius
    }
}

/// The bounds of a body over an interval of half length `half`, by the joints from it to the frame, **those next to the
/// body first**. The body's own pose errs by up to `off`.
///
/// Rounding: what is behind `Moving::farthest` adds and multiplies numbers that are not negative, fewer than 2¹⁰ times
/// `n ≤ 2¹⁰`, so a part in 2³⁰ covers it.
pub fn swing<'j>(
    joints: impl Iterator<Item = &'j Moving> + Clone,
    body: &Ball<Vec3<f64>>,
    off: f64,
    half: f64,
) -> Swing {
    swings(joints, body, off, half, |_| {})
}

/// [`swing`], and `each` of those relative to the frames on the way: before the first joint, after it, and so on. Their
/// bends count all joints, also those nearer to the last frame.
pub(crate) fn swings<'j>(
    joints: impl Iterator<Item = &'j Moving> + Clone,
    body: &Ball<Vec3<f64>>,
    off: f64,
    half: f64,
    mut each: impl FnMut(Swing),
) -> Swing {
    // Σ v_j over all revolute joints; less those passed, it is the sum over j < k, up to 2n roundings of the whole.
    let turning: f64 = joints.clone().filter(|joint| joint.turns).map(|joint| joint.speed).sum();
    let mut inside = turning * (1.0 + 4096.0 * f64::UNIT);
    let mut swing = Swing { off, ..Swing::default() };
    each(swing.rounded());
    for joint in joints {
        if joint.speed != 0.0 || joint.change != 0.0 || joint.off != 0.0 {
            let reach = if joint.turns {
                inside -= joint.speed;
                joint.farthest(body) + swing.way(half)
            } else {
                1.0
            };
            let own = if joint.turns { joint.speed } else { 0.0 };
            swing.bend += reach * (joint.change + joint.speed * (own + 2.0 * inside));
            swing.speed += joint.speed * reach;
            swing.off += joint.off * reach;
        }
        each(swing.rounded());
    }
    swing.rounded()
}
