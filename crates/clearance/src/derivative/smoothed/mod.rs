//! A distance without kinks, for optimisers.
//!
//! The distance of two bodies that are apart has a kink wherever several pairs of points are closest: parallel faces,
//! on which every solver ends. A small price on the place of A's point removes it:
//!
//! ```text
//! s² = min over a ∈ A, b ∈ B of |b − a|² + κ |a − c|²        κ = (blur/ρ)²
//! ```
//!
//! with `c` the centre of A, which moves with A, and `ρ` no less than the distance of any point of A from it.
//!
//! * *Bias.* The closest pair itself costs `d² + κ|a − c|² ≤ d² + blur²`, and no pair less than `d²`: so
//!   `d ≤ s ≤ √(d² + blur²)`, which is at most `d + blur` and at most `d + blur²/(2d)`.
//! * *Smoothness.* The price is a positive definite quadratic form of `(a, b)`, so the minimiser is unique and moves
//!   Lipschitz-continuously with the poses (strong convexity). By Danskin's theorem `s²` is differentiable with `(s²)'
//!   = 2 (b − a)·(ḃ − ȧ)`, as `|a − c|` does not change when A moves: a Lipschitz-continuous gradient everywhere, and
//!   so has `s` wherever it is positive, that is while A's centre is outside B, through touching and shallow overlaps.
//!
//! With `z = (b − a, √κ (a − c))` this is the point nearest to the origin of a convex set of four or six dimensions
//! that is known by its support points: Wolfe's algorithm (P. Wolfe, Finding the nearest point in a polytope, 1976),
//! with orthogonalisation in place of the normal equations. Polytopes end by themselves; curved bodies by the gap or
//! the limit of the options.

use alloc::vec::Vec;

use super::twist::{Gradient, Twisting};
use crate::difference::Difference;
use crate::goal::Goal;
use crate::math::{Each, Matrix, Real, Vector};
use crate::options::Options;
use crate::shape::rounding::length_above;
use crate::support::{Bodies, Support, SupportExt};

/// A distance that is differentiable everywhere while A's centre is outside B, in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Smoothed<V: Twisting> {
    /// No less than the distance `d` of the bodies and at most `√(d² + blur²)`.
    pub distance: V::Scalar,
    /// How much it may still exceed the exact smoothed distance, rounding apart.
    pub gap: V::Scalar,
    /// The point of A.
    pub witness_a: V,
    /// The point of B.
    pub witness_b: V,
}

impl<V: Twisting> Smoothed<V> {
    /// The derivative by twists of B about a point; that by twists of A is its [reverse](Gradient::reversed).
    pub fn gradient(&self, about: V) -> Gradient<V> {
        let zero = V::Scalar::ZERO;
        let share = if self.distance > zero { V::Scalar::ONE / self.distance } else { zero };
        Gradient::at_point(about, self.witness_b, (self.witness_b - self.witness_a) * share)
    }
}

/// The smoothed distance of two bodies, in A's frame whatever their placement.
pub(crate) fn of_bodies<V: Twisting>(
    bodies: &Bodies<'_, V>,
    blur: V::Scalar,
    options: &Options<V::Scalar>,
) -> Smoothed<V> {
    let (a, b) = (&bodies.a, &bodies.b);
    let m = Difference::new(a, b, &bodies.way());
    let center = a.center();
    let reach = a.reach() + length_above(center) + a.radius();
    let weight = if reach > V::Scalar::ZERO { blur / reach } else { V::Scalar::ZERO };
    let lifted = Lifted { m: &m, center: center * m.frame.scale, weight };
    let mut run = Wolfe::new(lifted.support([-m.center(), V::ZERO]));
    let goal = Goal::within(options.relative, options.absolute * m.frame.scale, options.max_iterations);
    let mut gap = V::Scalar::INFINITY;
    for _ in 0..goal.max_iterations {
        let z = run.nearest;
        let length = norm(z);
        if length == V::Scalar::ZERO {
            gap = length;
            break;
        }
        let next = lifted.support([-z[0], -z[1]]);
        gap = (length - dot(z, next.z) / length).min(gap);
        if goal.is_met(gap, length, m.frame.rounding()) || !run.insert(next) {
            break;
        }
    }
    let (witness_a, witness_b) = run.sources();
    let back = |p: V| p * m.frame.unscale + a.anchor();
    Smoothed {
        distance: norm(run.nearest) * m.frame.unscale,
        gap: gap.max(V::Scalar::ZERO) * m.frame.unscale,
        witness_a: back(witness_a),
        witness_b: back(witness_b),
    }
}

/// A point of the lifted set with its sources, both in A's frame, scaled.
#[derive(Clone, Copy, Debug)]
struct Source<V> {
    z: [V; 2],
    a: V,
    b: V,
}

fn dot<V: Vector>(p: [V; 2], q: [V; 2]) -> V::Scalar {
    p[0].dot(q[0]) + p[1].dot(q[1])
}
fn norm<V: Vector>(p: [V; 2]) -> V::Scalar {
    dot(p, p).sqrt()
}
/// `p + t q`.
fn plus<V: Vector>(p: [V; 2], t: V::Scalar, q: [V; 2]) -> [V; 2] {
    [p[0] + q[0] * t, p[1] + q[1] * t]
}

/// The set of all `(b − a, √κ (a − c))`.
struct Lifted<'m, V: Vector> {
    m: &'m Difference<'m, V>,
    center: V,
    weight: V::Scalar,
}

impl<V: Vector> Lifted<'_, V> {
    fn support(&self, dir: [V; 2]) -> Source<V> {
        let m = self.m;
        let along_a = dir[1] * self.weight - dir[0];
        let (out_a, out_b) = (along_a.normalized(), dir[0].normalized());
        let a = (m.a.support(out_a) + out_a * m.a.radius()) * m.frame.scale;
        let b = (m.b_in_a(m.b.support(m.turn.apply_transpose(out_b))) + out_b * m.b.radius()) * m.frame.scale;
        Source { z: [b - a, (a - self.center) * self.weight], a, b }
    }
}

/// The point of a hull nearest to the origin, with the affinely independent points that span it.
struct Wolfe<V: Vector> {
    points: Vec<Source<V>>,
    weights: Vec<V::Scalar>,
    nearest: [V; 2],
}

impl<V: Vector> Wolfe<V> {
    fn new(first: Source<V>) -> Self {
        Wolfe { points: alloc::vec![first], weights: alloc::vec![V::Scalar::ONE], nearest: first.z }
    }

    /// Takes a point in; whether that brought the hull nearer to the origin.
    fn insert(&mut self, point: Source<V>) -> bool {
        let before = norm(self.nearest);
        self.points.push(point);
        self.weights.push(V::Scalar::ZERO);
        // Every round but the last drops a point.
        while let Some(goal) = self.affine_minimum() {
            let zero = V::Scalar::ZERO;
            let stop = self.weights.iter().zip(&goal).filter(|(_, to)| !(**to > zero));
            let share = stop.map(|(&from, &to)| from / (from - to)).fold(V::Scalar::ONE, V::Scalar::min);
            for (weight, &to) in self.weights.iter_mut().zip(&goal) {
                *weight += (to - *weight) * share;
            }
            if goal.iter().all(|&to| to > zero) {
                break;
            }
            self.drop_lightest(&goal);
        }
        self.settle();
        norm(self.nearest) < before
    }

    /// Drops the points whose weight has come down to zero: at least the first to do so.
    fn drop_lightest(&mut self, goal: &[V::Scalar]) {
        let zero = V::Scalar::ZERO;
        let falling = (0..goal.len()).filter(|&i| !(goal[i] > zero));
        let first = falling.reduce(|f, i| if self.weights[i] < self.weights[f] { i } else { f });
        if let Some(first) = first {
            self.points.remove(first);
            self.weights.remove(first);
        }
    }

    fn settle(&mut self) {
        let sum = self.weights.iter().fold(V::Scalar::ZERO, |sum, &w| sum + w);
        self.nearest = [V::ZERO; 2];
        for (point, weight) in self.points.iter().zip(&mut self.weights) {
            *weight /= sum;
            self.nearest = plus(self.nearest, *weight, point.z);
        }
    }

    /// The weights of the point nearest to the origin in the affine hull of the points; none if they are not
    /// independent.
    fn affine_minimum(&self) -> Option<Vec<V::Scalar>> {
        let base = self.points[0].z;
        let n = self.points.len() - 1;
        if n > 2 * V::DIM {
            return None;
        }
        let mut axes = [[V::ZERO; 2]; 6];
        let mut upper = [[V::Scalar::ZERO; 6]; 6];
        let mut right = [V::Scalar::ZERO; 6];
        for k in 0..n {
            let edge = plus(self.points[k + 1].z, -V::Scalar::ONE, base);
            let mut rest = edge;
            // Twice is enough (W. Kahan).
            for _ in 0..2 {
                for i in 0..k {
                    let part = dot(axes[i], rest);
                    upper[i][k] += part;
                    rest = plus(rest, -part, axes[i]);
                }
            }
            let length = norm(rest);
            if !(length > V::Scalar::from_f64(16.0) * V::Scalar::UNIT * norm(edge)) {
                return None;
            }
            upper[k][k] = length;
            axes[k] = rest.each(|part| part * (V::Scalar::ONE / length));
            right[k] = -dot(axes[k], base);
        }
        let mut weights = alloc::vec![V::Scalar::ONE; n + 1];
        for k in (0..n).rev() {
            let known = (k + 1..n).fold(right[k], |sum, j| sum - upper[k][j] * right[j]);
            right[k] = known / upper[k][k];
            weights[k + 1] = right[k];
            weights[0] -= right[k];
        }
        Some(weights)
    }

    /// The points of A and B.
    fn sources(&self) -> (V, V) {
        let (mut a, mut b) = (V::ZERO, V::ZERO);
        for (point, &weight) in self.points.iter().zip(&self.weights) {
            a += point.a * weight;
            b += point.b * weight;
        }
        (a, b)
    }
}

#[cfg(test)]
mod tests;
