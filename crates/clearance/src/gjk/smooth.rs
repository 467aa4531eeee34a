//! The distance of smooth cores: Newton's method on the sphere of directions, for a support function of one piece.
//!
//! The signed distance is `−min h(d)` over unit `d`. With the support point `w` of `d` and the Hessian `H` of `h`, the gradient on the
//! sphere is `g = w − h d` and the Hessian `H − h I` on the plane across `d`, which `H` maps to itself. So conjugate gradients
//! (Hestenes and Stiefel 1952) solve for the step in as many steps as the plane has dimensions, and no basis is needed.
//!
//! Each evaluation brings a support plane, and a point whose length bounds the distance from above by `|g|²/2|h|` more. Where pieces
//! meet, steps do not help, and the steps for several pieces go on from the best plane.

use super::{Closest, End, Goal, Lens, Means, Simplex, Step};
use crate::contact::enough;
use crate::difference::Difference;
use crate::math::{Real, Vector};
use crate::space::Space;
use crate::support::Support;

/// Evaluations: quadratic convergence takes 4 to 6, and up to 12 with axes of 1 to 10.
const EVALUATIONS: u32 = 12;

/// The tangent of the longest step, 35 degrees: beyond it a quadratic model says nothing.
const LONGEST: f64 = 0.7;

/// Evaluations in a row that may fail to halve the gradient.
const PATIENCE: u32 = 2;

/// Looks for the support plane that is farthest from the origin, beginning with a direction from B to A. [`End::Limit`] if it is
/// not found; `None` where nothing was gained.
pub(crate) fn closest<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    axis: V,
    goal: &Goal<V::Scalar>,
    mut observe: impl FnMut(Step<'_, V>),
) -> Option<Closest<V>> {
    let mut direction = -axis.normalized();
    let (mut farthest, mut at) = (V::Scalar::ZERO, direction);
    let (mut least, mut patience) = (V::Scalar::INFINITY, PATIENCE);
    let mut iterations = 0;
    while iterations < EVALUATIONS.min(goal.max_iterations) && patience > 0 {
        iterations += 1;
        let (vertex, curvatures) = m.support_bent(direction);
        let height = direction.dot(vertex.w);
        let gradient = vertex.w - direction * height;
        let (upper, lower, slope) = (vertex.w.norm(), -height - m.plane_error, gradient.norm());
        observe(Step {
            iteration: iterations,
            means: Means::Curvature,
            simplex: &Simplex::new(vertex),
            point: vertex,
            direction,
            lower,
            lens: Lens::new(m),
        });
        let closest = |end| Closest { simplex: Simplex::new(vertex), upper, end, lower, axis: -direction, iterations };
        if lower > goal.cutoff {
            return Some(closest(End::Beyond));
        }
        let floor = V::Scalar::from_f64(4.0) * V::Scalar::UNIT * m.size;
        let wanted = (goal.relative * upper).max(goal.absolute).max(floor);
        if lower > V::Scalar::ZERO && upper + height <= wanted && slope <= enough(m.size) {
            return Some(closest(End::Apart));
        }
        if lower > farthest {
            (farthest, at) = (lower, direction);
        }
        patience = if slope <= V::Scalar::HALF * least { PATIENCE } else { patience - 1 };
        least = least.min(slope);
        let step = newton(gradient, |x| m.bend(&curvatures, x) - x * height)?;
        let (length, longest) = (step.norm(), V::Scalar::from_f64(LONGEST));
        let step = if length > longest { step * (longest / length) } else { step };
        direction = (direction + step).normalized();
    }
    let best = || Closest { end: End::Limit, iterations, ..Closest::along(m, -at) };
    (farthest > V::Scalar::ZERO).then(best)
}

/// The step `x` with `A x = −g`, for a map that is positive definite on the plane of `g`; `None` if it is not.
#[inline]
fn newton<V: Vector>(gradient: V, map: impl Fn(V) -> V) -> Option<V> {
    let mut rest = -gradient;
    let (mut way, mut squared) = (rest, rest.norm_squared());
    let enough = squared * V::Scalar::UNIT * V::Scalar::UNIT;
    let mut step = V::ZERO;
    for _ in 1..V::DIM {
        let image = map(way);
        let curvature = way.dot(image);
        if !(curvature > V::Scalar::ZERO) {
            return None;
        }
        let length = squared / curvature;
        step += way * length;
        rest = rest - image * length;
        let before = squared;
        squared = rest.norm_squared();
        if squared <= enough {
            break;
        }
        way = rest + way * (squared / before);
    }
    Some(step)
}

#[cfg(test)]
mod tests;
