//! The planner of Section 4.4 of the paper on GJK by geometric reasoning: an artificial potential in the null space of
//! a redundant robot.
//!
//! `q′ = J⁺x′ + k (I − J⁺J) ∇H` (its equation 6) moves the tip along a given path, and with `k < 0` uses the freedom
//! that is left to fall down the potential `H = Σ ½ (1/d − 1/d₀)²` of all pairs nearer than `d₀`.
//!
//! **Errata.** Equation 7 prints `∂d/∂q_k` with the obstacle's point first, `(v_i − v_j)ᵀ/|v_i − v_j|`, times the
//! motion of the link's point: that is the negative of the derivative, and with the printed `k = −1` drives links into
//! obstacles ([`Sign::AsPrinted`] does so, for the test that shows it). And the printed start and destination are
//! exchanged: the printed angles (0, 90, −150, −30 degrees) place the tip at the printed destination (0, −0.0804, 2.3),
//! and the described motion leads from there to the printed start, but for the drift of its integration.
//!
//! **Variants.** [`Variant::Published`] integrates equation 6 by Euler's steps without looking back, as published.
//! [`Variant::Closed`] feeds the tip's deviation back, `x′ + K (x_d − x)`, and takes steps of Runge and Kutta. The text
//! states no time step and no treatment of singular poses: here singular values below a threshold times the largest
//! count as zero.

use clearance::{Vec3, Vector};

use super::run::Run;
use crate::error::RobotError;
use crate::linear::{Matrix, Svd};
use crate::prove::time::{Checker, Near};

/// Which way the gradient of a distance points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Towards larger distances.
    Right,
    /// The sign of equation 7 as printed: towards smaller distances.
    AsPrinted,
}

/// How equation 6 is integrated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Variant {
    /// Euler's steps, open loop.
    Published,
    /// Runge and Kutta's steps of fourth order, with the tip's deviation fed back.
    Closed {
        /// `K`, per second.
        feedback: f64,
    },
}

/// Settings of [`follow`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Potential {
    /// `d₀`: pairs farther apart have no potential. Published: 0.5.
    pub influence: f64,
    /// `k`. Published: −1.
    pub gain: f64,
    /// How the motion is integrated.
    pub variant: Variant,
    /// The time step. Default 0.05.
    pub step: f64,
    /// Singular values of J below this part of the largest count as zero. Default 10⁻³.
    pub threshold: f64,
    /// Which way the gradient points.
    pub sign: Sign,
}

impl Default for Potential {
    fn default() -> Self {
        let (variant, sign) = (Variant::Published, Sign::Right);
        Potential { influence: 0.5, gain: -1.0, variant, step: 0.05, threshold: 1e-3, sign }
    }
}

/// The point that follows the path: at a place of a link's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tip {
    /// The link, by its place in the robot's list.
    pub link: usize,
    /// In the frame of the link.
    pub point: Vec3<f64>,
}

/// Velocities of a tip, one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct TipPath {
    /// Each with its duration.
    pub stages: Vec<(Vec3<f64>, f64)>,
}

impl TipPath {
    /// How long it takes.
    pub fn duration(&self) -> f64 {
        self.stages.iter().map(|(_, duration)| duration).sum()
    }
}

/// The motion from a configuration along a path of the tip, without regard to limits.
///
/// Steps end at the ends of stages; it says nothing of contacts on the way: [`Checker::path`] proves those of the
/// configurations that it returns. An error if a joint's value grows out of all bounds, as with a step that is too long
/// for the gain. A checker that is stopped ends the motion where it is.
pub fn follow(
    checker: &Checker,
    tip: &Tip,
    path: &TipPath,
    start: &[f64],
    options: &Potential,
) -> Result<Run, RobotError> {
    checker.robot().check_configuration(start)?;
    let mut follower = Follower { checker, tip, options, velocity: Vec3::ZERO, begin: place(checker, tip, start).0 };
    let (mut run, mut q, mut time) = (Run::default(), start.to_vec(), 0.0);
    run.push(0.0, &q, follower.begin);
    for &(velocity, duration) in &path.stages {
        let steps = (duration / options.step).ceil().max(1.0);
        let step = duration / steps;
        follower.velocity = velocity;
        for i in 0..steps as u32 {
            if checker.is_stopped() {
                return Ok(run);
            }
            let now = time + f64::from(i) * step;
            q = follower
                .stepped(&q, f64::from(i) * step, step)
                .map_err(|error| error.within(format_args!("the step from {now:.3} s on")))?;
            run.push(time + f64::from(i + 1) * step, &q, place(checker, tip, &q).0);
        }
        time += duration;
        follower.begin += velocity * duration;
    }
    Ok(run)
}

impl Checker<'_> {
    /// Where a tip is in a configuration, in the world.
    pub fn tip_place(&self, tip: &Tip, q: &[f64]) -> Vec3<f64> {
        place(self, tip, q).0
    }
}

/// Where the tip is, and its Jacobian by the joints that move.
pub(super) fn place(checker: &Checker, tip: &Tip, q: &[f64]) -> (Vec3<f64>, Matrix) {
    let robot = checker.robot();
    let Ok(placement) = robot.place(q) else { return (Vec3::ZERO, Matrix::zero(3, q.len())) };
    let point = robot.link_pose(&placement, tip.link).point(tip.point);
    let columns = robot.jacobian(&placement, robot.links()[tip.link].frame, point);
    let mut jacobian = Matrix::zero(3, q.len());
    for (k, column) in columns.iter().enumerate().filter(|(k, _)| checker.cell().moves(*k)) {
        (0..3).for_each(|i| *jacobian.at_mut(i, k) = column.linear[i]);
    }
    (point, jacobian)
}

/// `∇H`: for each pair nearer than `d₀`, `(1/d₀ − 1/d) d⁻² ∇d`.
pub fn potential_gradient(near: &[Near], influence: f64, joints: usize) -> Vec<f64> {
    let mut sum = vec![0.0; joints];
    for pair in near {
        let d = pair.proximity.signed_distance;
        if d <= 0.0 || d > influence {
            continue;
        }
        let slope = (1.0 / influence - 1.0 / d) / (d * d);
        // Of parallel faces, the mean of the generators: a gradient where there is one.
        let weight = slope / pair.generators.len() as f64;
        for generator in &pair.generators {
            sum.iter_mut().zip(generator).for_each(|(entry, rate)| *entry += weight * rate);
        }
    }
    sum
}

/// A stage of the motion; its times begin at zero.
struct Follower<'f, 'r> {
    checker: &'f Checker<'r>,
    tip: &'f Tip,
    options: &'f Potential,
    velocity: Vec3<f64>,
    /// Where the tip should be when the stage begins.
    begin: Vec3<f64>,
}

impl Follower<'_, '_> {
    fn stepped(&self, q: &[f64], time: f64, step: f64) -> Result<Vec<f64>, RobotError> {
        let moved = |rates: &[f64], step: f64| -> Result<Vec<f64>, RobotError> {
            let next: Vec<f64> = q.iter().zip(rates).map(|(q, r)| q + step * r).collect();
            self.checker.robot().check_configuration(&next).map(|()| next)
        };
        let first = self.rates(q, time);
        if self.options.variant == Variant::Published {
            return moved(&first, step);
        }
        let half = 0.5 * step;
        let second = self.rates(&moved(&first, half)?, time + half);
        let third = self.rates(&moved(&second, half)?, time + half);
        let fourth = self.rates(&moved(&third, step)?, time + step);
        let mean = |i: usize| (first[i] + 2.0 * (second[i] + third[i]) + fourth[i]) / 6.0;
        moved(&(0..q.len()).map(mean).collect::<Vec<_>>(), step)
    }

    /// Equation 6.
    fn rates(&self, q: &[f64], time: f64) -> Vec<f64> {
        let Potential { influence, gain, variant, threshold, sign, .. } = *self.options;
        let (at, jacobian) = place(self.checker, self.tip, q);
        let wanted = match variant {
            Variant::Published => self.velocity,
            Variant::Closed { feedback } => self.velocity + (self.begin + self.velocity * time - at) * feedback,
        };
        let svd = Svd::new(&jacobian);
        let mut rates = svd.solve(&<[f64; 3]>::from(wanted), threshold);
        if gain != 0.0 {
            let near = self.checker.near(q, influence).unwrap_or_default();
            let mut slope = potential_gradient(&near, influence, q.len());
            self.checker.cell().only_moving(&mut slope);
            let slope = svd.project_to_kernel(&slope, threshold);
            let gain = if sign == Sign::Right { gain } else { -gain };
            rates.iter_mut().zip(slope).for_each(|(rate, slope)| *rate += gain * slope);
        }
        rates
    }
}

#[cfg(test)]
mod tests;
