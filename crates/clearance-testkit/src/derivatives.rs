//! The derivatives of one pair judged by differences of the answers at neighbouring poses.

use clearance::SupportExt;
use clearance::query::{Gradient, PoseGradient, SecondDerivatives, Twist, gradient, second_derivatives};
use clearance::{Pose, Shape};

use crate::differences::{Displaced, Estimate, coordinate, coordinates, derivatives, displaced, freedoms};
use crate::make::body;
use crate::pairs::Pair;

/// Differences that are not sure of themselves to this part of the derivative judge nothing: a kink is near.
const SURE: f64 = 1e-10;

/// Steps below it drown in rounding.
const LEAST_STEP: f64 = 5e-4;

/// How far derivatives are from differences, relative to the largest component; `None` where differences cannot decide.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Misses {
    /// Error of the gradient.
    pub gradient: Option<f64>,
    /// Error of the second derivatives.
    pub hessian: Option<f64>,
    /// Error of the derivative of the normal.
    pub normal: Option<f64>,
    /// Error of the derivatives of the witness points.
    pub witness: Option<f64>,
}

/// A pair as the derivatives see it.
pub struct Smooth<V: Displaced> {
    a: Shape<V>,
    b: Shape<V>,
    b_in_a: Pose<V>,
    found: PoseGradient<V>,
}

impl<V: Displaced> Smooth<V> {
    /// The pair, if its signed distance is differentiable.
    pub fn new(pair: &Pair) -> Option<Self> {
        let make = |spec| body::<V>(spec).unwrap_or_else(|error| panic!("{error}: {spec:?}"));
        let ((a, pose_a), (b, pose_b)) = (make(&pair.a), make(&pair.b));
        let b_in_a = Pose::relative(&pose_a, &pose_b);
        let found = gradient(&a, &b, &b_in_a);
        found.differentiable.then_some(Smooth { a, b, b_in_a, found })
    }

    /// The gradient under test.
    pub fn found(&self) -> &PoseGradient<V> {
        &self.found
    }

    /// Twists are about the origin of B's frame.
    fn about(&self) -> V {
        self.b_in_a.translation()
    }

    /// There may be a kink where the cores come to touch, which the differences must not reach.
    fn step(&self) -> f64 {
        let core = self.found.proximity.signed_distance + self.a.radius() + self.b.radius();
        (core.abs() / 8.0).min(0.05)
    }

    fn at(&self, i: usize, h: f64) -> Pose<V> {
        displaced(&self.b_in_a, &coordinate(self.about(), i, h))
    }

    /// The gradient against differences of the signed distance, the second derivatives against those of the gradient.
    pub fn misses(&self) -> Misses {
        if self.step() < LEAST_STEP {
            return Misses::default();
        }
        let about = self.about();
        let sample = |i: usize, h: f64| -> Vec<f64> {
            let there = gradient(&self.a, &self.b, &self.at(i, h));
            let branch = &there.branches[0];
            let points = [branch.normal, branch.pairs[0][0], branch.pairs[0][1]];
            let points = points.into_iter().flat_map(|v| (0..V::DIM).map(move |k| v[k]));
            let slope = coordinates(&there.of_b(about));
            core::iter::once(there.proximity.signed_distance).chain(slope).chain(points).collect()
        };
        let count = freedoms(V::DIM);
        let all: Vec<Vec<Estimate>> = (0..count).map(|i| derivatives(|h| sample(i, h), self.step())).collect();
        let slope = self.found.of_b(about);
        let gradient = relative(all.iter().map(|row| row[0]).zip(coordinates(&slope)), 0.0);
        let Some(second) = second_derivatives(&self.a, &self.b, &self.b_in_a, about) else {
            return Misses { gradient, ..Misses::default() };
        };
        let part = |from: usize, len: usize, exact: &dyn Fn(usize, usize) -> f64| {
            let entries = (0..count).flat_map(|i| (0..len).map(move |k| (i, k)));
            relative(entries.map(|(i, k)| (all[i][from + k], exact(i, k))), 1.0)
        };
        let first = 1 + count;
        let witness =
            |i: usize, k: usize| if k < V::DIM { second.witness_a(i)[k] } else { second.witness_b(i)[k - V::DIM] };
        Misses {
            gradient,
            hessian: part(1, count, &|i, k| second.hessian(i, k) + bracket(&slope, i, k)),
            normal: part(first, V::DIM, &|i, k| second.normal(i)[k]),
            witness: part(first + V::DIM, 2 * V::DIM, &witness),
        }
    }

    /// The second derivatives under test.
    pub fn second(&self) -> Option<SecondDerivatives<V>> {
        second_derivatives(&self.a, &self.b, &self.b_in_a, self.about())
    }
}

/// Excess: by how much the derivative by coordinate `i` of the gradient's component `k` exceeds the second derivative:
/// gradients are by motions that follow the one already made. First `v, ω`, then `v', ω'` is `v + v' + ω'×v, ω + ω' + ½
/// ω'×ω` to second order.
fn bracket<V: Displaced>(slope: &Gradient<V>, i: usize, k: usize) -> f64 {
    let (before, after): (Twist<V>, Twist<V>) = (coordinate(slope.about, i, 1.0), coordinate(slope.about, k, 1.0));
    let turn =
        |x: [f64; 3], y: [f64; 3]| [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    let carried = Twist { linear: V::ZERO, about: V::ZERO, ..after }.velocity(before.linear);
    let twisted = turn(V::axes(after.angular), V::axes(before.angular)).map(|x| 0.5 * x);
    slope.along(&Twist { about: slope.about, linear: carried, angular: V::angular(twisted) })
}

/// The largest difference over the largest value, or over `floor` if that is larger: a normal that does not turn is
/// right to rounding. `None` if an estimate is not sure.
fn relative(pairs: impl Iterator<Item = (Estimate, f64)>, floor: f64) -> Option<f64> {
    let pairs: Vec<_> = pairs.collect();
    let size = pairs.iter().map(|(_, exact)| exact.abs()).fold(floor, f64::max);
    if pairs.iter().any(|(estimate, _)| !(estimate.error <= SURE * size)) {
        return None;
    }
    Some(pairs.iter().map(|(estimate, exact)| (estimate.value - exact).abs() / size).fold(0.0, f64::max))
}
