//! The distance of smooth cores: Newton's method on the sphere of directions, for a support function of one piece.
//!
//! The signed distance is `−min h(d)` over unit `d`. With the support point `w` of `d` and the Hessian `H` of `h`, the
//! gradient on the sphere is `g = w − h d` and the Hessian `H − h I` on the plane across `d`, which `H` maps to itself.
//! So conjugate gradients (Hestenes and Stiefel 1952) solve for the step in as many steps as the plane has dimensions,
//! and no basis is needed.
//!
//! Each evaluation brings a support plane, and a point whose length bounds the distance from above by `|g|²/2|h|` more.
//! Where pieces meet, steps do not help, and the steps for several pieces continue from the best plane.

use super::{ClosestPair, End, Lens, Means, Step, Watch, quadrics};
use crate::contact::enough;
use crate::difference::{Difference, Vertex};
use crate::goal::Goal;
use crate::math::{Real, Vector};
use crate::simplex::{Reduce, Simplex};
use crate::support::Hint;

/// Evaluations: quadratic convergence takes 4 to 6, and up to 12 with axes of 1 to 10.
const EVALUATIONS: u32 = 12;

/// The tangent of the longest step, 35 degrees: beyond it a quadratic model says nothing.
const LONGEST: f64 = 0.7;

/// Evaluations in a row that may fail to halve the gradient.
const PATIENCE: u32 = 2;

/// Looks for the support plane that is farthest from the origin, beginning with a direction from B to A. [`End::Limit`]
/// if it is not found; `None` where nothing was gained.
pub(crate) fn closest<V: Reduce>(
    m: &Difference<'_, V>,
    axis: V,
    goal: &Goal<V::Scalar>,
    watch: &mut Watch<'_, V>,
) -> Option<ClosestPair<V>> {
    let mut direction = -axis.normalized();
    let mut iterations = 0;
    if let Some(facing) = quadrics::facing(m, direction) {
        (iterations, direction) = (1, facing);
        let look = Evaluated::new(m, m.support(direction, [Hint::NONE; 2]), direction);
        look.show(m, iterations, watch);
        if let Some(end) = look.end(m, goal) {
            return Some(look.facing(end, iterations));
        }
    }
    let (mut farthest, mut at) = (V::Scalar::ZERO, direction);
    let (mut least, mut patience) = (V::Scalar::INFINITY, PATIENCE);
    while iterations < EVALUATIONS.min(goal.max_iterations) && patience > 0 {
        iterations += 1;
        let (vertex, curvatures) = m.support_bent(direction);
        let look = Evaluated::new(m, vertex, direction);
        look.show(m, iterations, watch);
        if let Some(end) = look.end(m, goal) {
            return Some(look.facing(end, iterations));
        }
        if look.lower > farthest {
            (farthest, at) = (look.lower, direction);
        }
        patience = if look.slope <= V::Scalar::HALF * least { PATIENCE } else { patience - 1 };
        least = least.min(look.slope);
        direction = turned(direction, newton(look.gradient, |x| m.bend(&curvatures, x) - x * look.height)?);
    }
    (farthest > V::Scalar::ZERO).then(|| ClosestPair::along(m, -at, (End::Limit, iterations)))
}

/// What one support evaluation along a unit direction proves.
struct Evaluated<V: Vector> {
    vertex: Vertex<V>,
    direction: V,
    /// Height of the support plane, and what it proves: see [`Closest::lower`](super::Closest::lower).
    height: V::Scalar,
    lower: V::Scalar,
    /// Gradient of the support function on the sphere, and its length.
    gradient: V,
    slope: V::Scalar,
}

impl<V: Reduce> Evaluated<V> {
    #[inline(always)]
    fn new(m: &Difference<'_, V>, vertex: Vertex<V>, direction: V) -> Self {
        let height = direction.dot(vertex.w);
        let gradient = vertex.w - direction * height;
        Evaluated { vertex, direction, height, lower: -height - m.frame.plane_error, gradient, slope: gradient.norm() }
    }

    /// How the run ends here, if it does.
    #[inline(always)]
    fn end(&self, m: &Difference<'_, V>, goal: &Goal<V::Scalar>) -> Option<End> {
        if self.lower > goal.cutoff {
            return Some(End::Beyond);
        }
        let upper = self.vertex.w.norm();
        let near = goal.is_met(upper + self.height, upper, m.frame.rounding()) & (self.slope <= enough(m.frame.size));
        (near & (self.lower > V::Scalar::ZERO)).then_some(End::Apart)
    }

    #[inline(always)]
    fn show(&self, m: &Difference<'_, V>, iteration: u32, watch: &mut Watch<'_, V>) {
        let (simplex, means) = (&Simplex::new(self.vertex), Means::Curvature);
        let (point, direction, lower) = (self.vertex, self.direction, self.lower);
        if let Some(watch) = watch {
            watch(Step { iteration, means, simplex, point, direction, lower, lens: Lens::new(m) });
        }
    }

    #[inline(always)]
    fn facing(&self, end: End, iterations: u32) -> ClosestPair<V> {
        let Evaluated { vertex, direction, lower, .. } = *self;
        ClosestPair { vertex, upper: vertex.w.norm(), end, lower, axis: -direction, iterations }
    }
}

/// A unit vector after a step across it.
#[inline(always)]
fn turned<V: Vector>(direction: V, step: V) -> V {
    (direction + limited(step, step.norm_squared())).normalized()
}

/// A step whose length as a part of the direction's has this square, if that is not too long; else a shorter one.
#[inline(always)]
pub(super) fn limited<V: Vector>(step: V, squared: V::Scalar) -> V {
    let longest = V::Scalar::from_f64(LONGEST);
    if squared > longest * longest { step * (longest / squared.sqrt()) } else { step }
}

/// The step across the direction that leads to where the gradient is zero, for a map that is positive definite there;
/// `None` if it is not.
#[inline(always)]
fn newton<V: Vector>(gradient: V, map: impl Fn(V) -> V) -> Option<V> {
    solved(-gradient, V::DIM - 1, map)
}

/// The `x` with `A x = b` in a space of `dimensions`, for a map that is positive definite on it; `None` if it is not.
#[inline(always)]
pub(super) fn solved<V: Vector>(right: V, dimensions: usize, map: impl Fn(V) -> V) -> Option<V> {
    let mut rest = right;
    let (mut way, mut squared) = (rest, rest.norm_squared());
    let enough = squared * V::Scalar::UNIT * V::Scalar::UNIT;
    let mut x = V::ZERO;
    for _ in 0..dimensions {
        let image = map(way);
        let curvature = way.dot(image);
        if !(curvature > V::Scalar::ZERO) {
            return None;
        }
        let length = squared / curvature;
        x += way * length;
        rest = rest - image * length;
        let before = squared;
        squared = rest.norm_squared();
        if squared <= enough {
            break;
        }
        way = rest + way * (squared / before);
    }
    Some(x)
}

#[cfg(test)]
mod tests;
