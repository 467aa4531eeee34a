//! The point of the difference nearest to one next to its border, with its sources: GJK about that point.
//!
//! Take the support plane whose height is least up to rounding. The projection of the origin on it is a point of the
//! difference, up to rounding, whether the surface is flat there, curved, or a tip. The distance from the origin
//! depends on an error of that point in second order only; the distance from the projection is the error itself. So the
//! steps continue until that is rounding. They need no second derivatives and converge linearly on curved surfaces. A
//! point inside of the difference, as the projection is where the plane is not quite the lowest, is soon surrounded,
//! and then it is a sum itself.

use super::enough;
use crate::difference::{Difference, Vertex};
use crate::math::Real;
use crate::simplex::{Reduce, Simplex, robust};
use crate::support::Hint;

/// The most support points: on a curved surface an error of 1 takes about 50 to become rounding.
const STEPS: u32 = 128;

/// The point of the difference nearest to `to`, or nearly, as one vertex without corners, and the number of support
/// points; the search begins with known points of the difference.
pub(super) fn nearest_to<V: Reduce>(m: &Difference<'_, V>, to: V, known: &Simplex<V>) -> (Vertex<V>, u32) {
    let seen = |point: &Vertex<V>| Vertex { w: point.w - to, ..*point };
    let mut simplex = Simplex::new(seen(known.newest()));
    for point in known.points().rev().skip(1) {
        simplex.push(seen(point));
    }
    simplex.keep(robust::nearest(&simplex));
    let rounding = enough(m.frame.size) * V::Scalar::power_of_two(-3);
    let mut steps = 0;
    while simplex.squared > rounding * rounding && steps < STEPS {
        steps += 1;
        let (v, length) = (simplex.nearest, simplex.squared.sqrt());
        let point = seen(&m.support(v * -(V::Scalar::ONE / length), [Hint::NONE; 2]));
        // The place itself is outside by what is left, or no step is to be seen.
        if length - v.dot(point.w) / length <= rounding {
            break;
        }
        let before = simplex;
        simplex.push(point);
        if let Some(weights) = robust::inner_weights(&simplex) {
            return (sum(m, &simplex, weights), steps);
        }
        simplex.keep(robust::nearest(&simplex));
        if !(simplex.squared < before.squared) {
            simplex = before;
            break;
        }
    }
    let [x, y, z] = simplex.weights();
    (sum(m, &simplex, [x, y, z, V::Scalar::ZERO]), steps)
}

/// The weighted sum of the points as one.
fn sum<V: Reduce>(m: &Difference<'_, V>, simplex: &Simplex<V>, weights: [V::Scalar; 4]) -> Vertex<V> {
    let (mut a, mut b) = (V::ZERO, V::ZERO);
    for (point, weight) in simplex.points().zip(weights) {
        a += point.a * weight;
        b += point.b * weight;
    }
    Vertex { w: m.point(a, b), a, b, ids: [Hint::NONE; 2] }
}
