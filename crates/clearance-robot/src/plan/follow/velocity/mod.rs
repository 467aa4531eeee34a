//! A velocity controller: the tip's velocity as nearly as contacts and limits allow, with every executed step proven.
//!
//! Each step solves `min ½|J q′ − v|² + ½ w|q′|² + ½ ρ σ²` over rates `q′` and a slack `σ ≥ 0`, subject to
//! * `g·q′ + σ ≥ −ξ (l − d_s)/(d_i − d_s)` for every generator `g` of every pair with a lower bound `l` of its distance
//!   below `d_i`: the velocity damper of B. Faverjon and P. Tournassoud (1987), with all generators of Clarke's
//!   subdifferential, so that parallel faces do not chatter;
//! * the same damper for the height of every constraint of the cell above its limit, which is kept above a part of its
//!   depth, as where plans are projected to;
//! * rates within `±r`, and no joint beyond its limits within the step.
//!
//! The program is a first-order model; the step itself is proven free by the certified edge check, and halved until it
//! is.

use clearance::Vector;

use super::potential::{Tip, place};
use crate::linear::{Infeasible, Matrix, QuadraticProgram};
use crate::plan::project::ENOUGH;
use crate::plan::space::{slides_without_end, variable_limits};
use crate::prove::time::{Checker, EdgeOptions, Found, Mode};

/// Settings of [`velocity_step`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VelocityOptions {
    /// `d_s`: pairs are kept this far apart, as far as the slack is zero. Default 0.02.
    pub safe: f64,
    /// `d_i`: pairs farther apart are not constrained. Default 0.1.
    pub influence: f64,
    /// `ξ`, metres per second: how fast a pair may approach at `d_i`. Default 0.5.
    pub approach: f64,
    /// `w`. Default 10⁻⁴.
    pub damping: f64,
    /// `ρ`. Default 10⁴.
    pub slack_weight: f64,
    /// `r`. Default 2.
    pub rate: f64,
    /// The duration of a step. Default 0.02.
    pub step: f64,
}

impl Default for VelocityOptions {
    fn default() -> Self {
        VelocityOptions {
            safe: 0.02,
            influence: 0.1,
            approach: 0.5,
            damping: 1e-4,
            slack_weight: 1e4,
            rate: 2.0,
            step: 0.02,
        }
    }
}

/// A step of the controller.
#[derive(Clone, Debug, PartialEq)]
pub struct VelocityStep {
    /// Where it ends: proven free all the way.
    pub configuration: Vec<f64>,
    /// How long it took: the given duration, or a half, a quarter … of it; zero if no part is proven free.
    pub duration: f64,
    /// The rates.
    pub rates: Vec<f64>,
    /// How much the dampers gave way, metres per second.
    pub slack: f64,
    /// No signed distance is below this on the step, nearly the least one; what is proven of the start if the step took
    /// no time.
    pub lower: f64,
    /// The residual of the program's optimality conditions.
    pub residual: f64,
}

/// Why there is no step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStep {
    /// The start is not proven free.
    Start,
    /// The program has no answer.
    Program(Infeasible),
}

impl std::fmt::Display for NoStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start => write!(f, "the start must be free, got one that is not proven to be"),
            Self::Program(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NoStep {}

/// A step is halved at most so often: a millionth of its duration is no step any more.
const HALVINGS: i32 = 20;

/// One step from a configuration, whose tip wants to move with a velocity.
pub fn velocity_step(
    checker: &Checker,
    q: &[f64],
    tip: &Tip,
    velocity: [f64; 3],
    options: &VelocityOptions,
) -> Result<VelocityStep, NoStep> {
    let Ok(Found::Free { lower, .. }) = checker.edge(q, q, &EdgeOptions::default()) else { return Err(NoStep::Start) };
    let program = program(checker, q, tip, velocity, options);
    let minimum = program.solve().map_err(NoStep::Program)?;
    let (mut rates, slack) = (minimum.x[..q.len()].to_vec(), minimum.x[q.len()]);
    checker.cell().only_moving(&mut rates);
    let still = VelocityStep {
        configuration: q.to_vec(),
        duration: 0.0,
        slack,
        lower,
        residual: minimum.residual,
        rates: rates.clone(),
    };
    for halving in 0..HALVINGS {
        let duration = options.step * 0.5f64.powi(halving);
        let next: Vec<f64> = q.iter().zip(&rates).map(|(value, rate)| value + duration * rate).collect();
        let least =
            EdgeOptions { mode: Mode::LeastClearance { tolerance: options.safe / 64.0 }, ..EdgeOptions::default() };
        if let Ok(Found::Free { lower, .. }) = checker.edge(q, &next, &least) {
            return Ok(VelocityStep { configuration: next, duration, lower, ..still });
        }
    }
    Ok(still)
}

/// The program of a step: the rates, and the slack behind them.
fn program(checker: &Checker, q: &[f64], tip: &Tip, velocity: [f64; 3], options: &VelocityOptions) -> QuadraticProgram {
    let n = q.len();
    let (_, jacobian) = place(checker, tip, q);
    let mut hessian = Matrix::zero(n + 1, n + 1);
    for i in 0..n {
        for j in 0..n {
            let product: f64 = (0..3).map(|row| jacobian.at(row, i) * jacobian.at(row, j)).sum();
            *hessian.at_mut(i, j) = product + if i == j { options.damping } else { 0.0 };
        }
    }
    *hessian.at_mut(n, n) = options.slack_weight;
    let mut linear = jacobian.transpose_times(&velocity);
    linear.push(0.0);

    let (mut rows, mut least): (Vec<Vec<f64>>, Vec<f64>) = (Vec::new(), Vec::new());
    let range = options.influence - options.safe;
    for near in checker.near(q, options.influence).unwrap_or_default() {
        let room = (near.proximity.bounds.lower - near.margin - options.safe) / range;
        for generator in near.generators {
            let mut row = generator;
            checker.cell().only_moving(&mut row);
            row.push(1.0);
            rows.push(row);
            least.push(-options.approach * room);
        }
    }
    for height in checker.cell().constraint_heights(q).unwrap_or_default() {
        rows.push(height.gradient.into_iter().chain([1.0]).collect());
        least.push(-options.approach * (height.value - ENOUGH * height.depth) / range);
    }
    let unit = |k: usize, sign: f64| (0..=n).map(|i| if i == k { sign } else { 0.0 }).collect::<Vec<f64>>();
    let limits = variable_limits(checker.robot()).into_iter().enumerate();
    for (k, limits) in limits.filter(|(k, _)| checker.cell().moves(*k)) {
        let is_free = slides_without_end(checker.robot(), k);
        let [low, high] = if is_free { [f64::NEG_INFINITY, f64::INFINITY] } else { limits };
        // Beyond a limit a joint comes back as fast as it may.
        let slowest = ((low - q[k]) / options.step).clamp(-options.rate, options.rate);
        let fastest = ((high - q[k]) / options.step).clamp(-options.rate, options.rate);
        rows.extend([unit(k, 1.0), unit(k, -1.0)]);
        least.extend([slowest, -fastest]);
    }
    rows.push(unit(n, 1.0));
    least.push(0.0);
    let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
    QuadraticProgram { hessian, linear, rows: Matrix::from_rows(n + 1, &rows), least }
}

/// The velocity that leads a tip to a point in a second, and not faster than `fastest`.
pub fn tip_velocity(checker: &Checker, q: &[f64], tip: &Tip, goal: [f64; 3], fastest: f64) -> [f64; 3] {
    let (at, _) = place(checker, tip, q);
    let way = clearance::Vec3::from(goal) - at;
    let length = way.norm();
    let factor = if length > fastest { fastest / length } else { 1.0 };
    (way * factor).into()
}

#[cfg(test)]
mod tests;
