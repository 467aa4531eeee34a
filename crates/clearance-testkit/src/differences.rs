//! Derivatives by differences of the signed distances themselves: what analytic derivatives are judged by.
//!
//! Ridders' extrapolation (C. J. F. Ridders, Accurate computation of F'(x) and F'(x) F''(x), 1982) of central
//! differences to step zero, which also estimates the error of the result; it sees nothing of the derivative under
//! test.

use clearance::Pose;
use clearance::math::Rotor;
use clearance::query::motion::{LinearMotion, Motion};
use clearance::query::{Gradient, Twist, Twisting};

use crate::make::World;

/// A derivative and an estimate of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The derivative.
    pub value: f64,
    /// The largest difference of the extrapolations that agree best.
    pub error: f64,
}

/// A space in which bodies can be displaced.
pub trait Displaced: World + Twisting<Scalar = f64> {}
impl<V: World + Twisting<Scalar = f64>> Displaced for V {}

/// The pose after a rotation about `twist.about` by the rotation vector `twist.angular`, then a displacement by
/// `twist.linear`.
pub fn displaced<V: Displaced>(pose: &Pose<V>, twist: &Twist<V>) -> Pose<V> {
    let turn = LinearMotion::new(Pose::IDENTITY, V::ZERO, twist.angular).expect("a finite rotation").pose_at(1.0);
    let origin = turn.vector(pose.translation() - twist.about) + twist.about + twist.linear;
    Pose::new(pose.rotor().then(&turn.rotor()), origin).expect("an admissible translation")
}

/// The twist by `amount` along one coordinate: the axes of displacement first, then those of rotation.
pub fn coordinate<V: Twisting<Scalar = f64>>(about: V, index: usize, amount: f64) -> Twist<V> {
    if index < V::DIM {
        return Twist { about, linear: V::axis(index) * amount, angular: V::STILL };
    }
    let axis = if V::DIM == 2 { 2 } else { index - 3 };
    let angular = V::angular([0, 1, 2].map(|i| if i == axis { amount } else { 0.0 }));
    Twist { about, linear: V::ZERO, angular }
}

/// How many coordinates a twist has.
pub const fn freedoms(dim: usize) -> usize {
    if dim == 2 { 3 } else { 6 }
}

/// The coordinates of a gradient, in the order of [`coordinate`].
pub fn coordinates<V: Twisting<Scalar = f64>>(gradient: &Gradient<V>) -> Vec<f64> {
    let linear = (0..V::DIM).map(|i| gradient.linear[i]);
    let angular = V::axes(gradient.angular);
    linear.chain(angular.into_iter().skip(if V::DIM == 2 { 2 } else { 0 })).collect()
}

/// The derivative at zero of a function of one variable, from central differences of steps `step / 2ᵏ`.
pub fn derivative(f: impl Fn(f64) -> f64, step: f64) -> Estimate {
    derivatives(|h| vec![f(h)], step)[0]
}

/// The derivative of every component of a function, which must give as many for every argument.
pub fn derivatives(f: impl Fn(f64) -> Vec<f64>, step: f64) -> Vec<Estimate> {
    let slope = |h: f64| f(h).iter().zip(f(-h)).map(|(above, below)| (above - below) / (2.0 * h)).collect();
    extrapolated(slope, step, 4.0)
}

/// The derivative at zero to the right, from differences of steps `step / 2ᵏ` above `f(0)`.
pub fn derivative_to_the_right(f: impl Fn(f64) -> f64, step: f64) -> Estimate {
    let here = f(0.0);
    extrapolated(|h| vec![(f(h) - here) / h], step, 2.0)[0]
}

/// How often the step is halved.
const LEVELS: usize = 13;

/// The limits at zero of functions whose error is a power series in `h` of which each extrapolation removes a term:
/// with `ratio` 2 the next power, with 4 the next even one.
fn extrapolated(f: impl Fn(f64) -> Vec<f64>, step: f64, ratio: f64) -> Vec<Estimate> {
    let samples: Vec<Vec<f64>> = (0..LEVELS).map(|level| f(step * 0.5f64.powi(level as i32))).collect();
    // A kink within the coarse steps may pretend to a limit, but not to the same as without them.
    let limit = |i: usize| {
        let column = |from: usize| neville(samples[from..].iter().map(|sample| sample[i]), ratio);
        let (all, fine) = (column(0), column(LEVELS / 3));
        Estimate { value: all.value, error: all.error.max((all.value - fine.value).abs()) }
    };
    (0..samples[0].len()).map(limit).collect()
}

fn neville(samples: impl Iterator<Item = f64>, ratio: f64) -> Estimate {
    let mut best = Estimate { value: f64::NAN, error: f64::INFINITY };
    let mut above: Vec<f64> = Vec::new();
    for sample in samples {
        let mut row = vec![sample];
        let mut factor = 1.0;
        for (k, &before) in above.iter().enumerate() {
            factor *= ratio;
            let value = row[k] + (row[k] - before) / (factor - 1.0);
            let error = (value - row[k]).abs().max((value - before).abs());
            if error < best.error {
                best = Estimate { value, error };
            }
            row.push(value);
        }
        above = row;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extrapolation_reaches_twelve_digits_and_knows_it() {
        let estimate = derivative(|x| (1.3 + x).exp(), 0.25);
        assert!((estimate.value - 1.3f64.exp()).abs() < 1e-11 && estimate.error < 1e-11, "{estimate:?}");
        let right = derivative_to_the_right(|x| (x.abs() + 1.0).ln(), 0.25);
        assert!((right.value - 1.0).abs() < 1e-9 && right.error < 1e-9, "{right:?}");
    }

    #[test]
    fn a_kink_in_reach_of_the_step_is_left_behind() {
        let estimate = derivative(|x| (x - 0.01).max(0.0) * 30.0 + x.sin(), 0.25);
        assert!((estimate.value - 1.0).abs() < 1e-9 && estimate.error < 1e-9, "{estimate:?}");
    }
}
