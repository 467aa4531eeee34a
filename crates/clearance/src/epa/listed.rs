//! The depth of small polytopes without growth: the lowest of all facets of their difference.
//!
//! Which facet is the lowest is seen from [the overlay](super::overlay) of the Gauss maps. Its normal `n` comes from the faces and edges
//! as they were given, and errs by a small `tilt`; points `p` of it, `x = Σλp` next to the foot of the origin, tell the rest.
//!
//! **Floor.** All points of a facet are on its exact plane, so its exact height is that of the exact `x` along the exact normal: at
//! least `n·x cos(tilt)`, less the miss of `x` times the tilt and the error of the points. The products `n·p` are rounded once, and their
//! weighted mean loses at most `10u` of it, the lengths of normal and weights among them. The misses are covered by what
//! the point error, a sum of `7.2u` roundings, has left to the `8u` that it is. All other facets are at least as high as the
//! overlay says; as long as one of them may be as low as rounding makes this one, growth has to tell.

use super::lowest::Facet;
use super::overlay::Overlay;
use super::{Penetration, least_weight_of};
use crate::contact::enough;
use crate::difference::{Difference, Vertex};
use crate::exact::twofold::{two_product, two_sum};
use crate::gjk::{Simplex, convex};
use crate::math::{Matrix, Real, Scan, Vector};
use crate::space::Space;
use crate::support::{Hint, Support};

/// The penetration of two polytopes that know their Gauss maps; `None` where rounding leaves open which facet is the lowest, or whether
/// they overlap.
pub(crate) fn penetration<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
) -> Option<Penetration<V>> {
    let (number, u) = (V::Scalar::from_f64, V::Scalar::UNIT);
    let maps = [m.a.gauss_map()?, m.b.gauss_map()?];
    let array = |v: V| [v[0], v[1], v[2]];
    let overlay = Overlay {
        maps,
        turn: [array(m.turn.column(0)), array(m.turn.column(1)), array(m.turn.column(2))],
        offset: array(m.offset),
        rotation_error: m.rotation_error,
        point_error: m.point_error * m.unscale,
        size: m.size * m.unscale,
    };
    let lowest = V::Scalar::in_fours(overlay)?;
    if !(lowest.height > V::Scalar::ZERO && lowest.tilt <= V::Scalar::power_of_two(-6)) {
        return None;
    }
    let normal = V::from_fn(|k| lowest.normal[k]).normalized();
    let point = m.support(normal, [Hint::NONE; 2]);
    let (mut simplex, weights) = foot(m, lowest.facet, point.ids)?;
    let points = || simplex.points().zip(&weights);
    let height = points().fold(V::Scalar::ZERO, |sum, (p, &weight)| sum + height(normal, p.w) * weight);
    let floor = height * (V::Scalar::ONE - number(10.0) * u - lowest.tilt * lowest.tilt);
    let miss = points().fold(normal * -height, |miss, (p, &weight)| miss + p.w * weight);
    let along = normal.dot(point.w);
    let rounding = number(4.0) * u * m.size;
    let certain = lowest.others * m.scale > height + V::Scalar::TWO * m.point_error
        && height * (lowest.tilt * lowest.tilt) <= rounding
        && along - height <= rounding
        && miss.norm() <= enough(m.size)
        && floor > m.point_error;
    (simplex.nearest, simplex.squared) = (normal * height, height * height);
    let ceiling = along / normal.norm();
    certain.then_some(Penetration { normal, height, ceiling, floor, simplex, weights, evaluations: 1, tied: false })
}

/// Three corners of a facet around the foot of the origin, with its weights.
fn foot<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    m: &Difference<'_, V, A, B>,
    facet: Facet,
    farthest: [Hint; 2],
) -> Option<(Simplex<V>, [V::Scalar; 3])> {
    let of_pair = |a: u8, b: u8| m.vertex([Hint::vertex(a.into()), Hint::vertex(b.into())]);
    match facet {
        Facet::OfA(face) => fan(m.a.gauss_map()?.corners(face), |a| m.vertex([Hint::vertex(a.into()), farthest[1]])),
        Facet::OfB(face) => fan(m.b.gauss_map()?.corners(face), |b| m.vertex([farthest[0], Hint::vertex(b.into())])),
        Facet::Across(of_a, of_b) => {
            let ([a, c], [b, d]) = (of_a.ends, of_b.ends);
            let corners = [of_pair(a, b)?, of_pair(c, b)?, of_pair(c, d)?, of_pair(a, d)?];
            fan(&[0, 1, 2, 3], |i| corners.get(i as usize).copied())
        }
    }
}

/// The triangle of a convex polygon that the origin is over, with its weights.
fn fan<V: Space>(corners: &[u8], vertex: impl Fn(u8) -> Option<Vertex<V>>) -> Option<(Simplex<V>, [V::Scalar; 3])> {
    let (&first, others) = corners.split_first()?;
    let first = vertex(first)?;
    for pair in others.windows(2) {
        let (second, third) = (vertex(pair[0])?, vertex(pair[1])?);
        let weights = V::barycentric_of([first.w, second.w, third.w], 3);
        if least_weight_of::<V>(&weights) >= V::Scalar::from_f64(-64.0) * V::Scalar::UNIT {
            let mut simplex = Simplex::new(first);
            simplex.push(second);
            simplex.push(third);
            return Some((simplex, convex(weights)));
        }
    }
    None
}

/// `n·w` rounded once (T. Ogita, S. M. Rump, S. Oishi 2005).
fn height<V: Vector>(n: V, w: V) -> V::Scalar {
    let first = two_product(n[0], w[0]);
    let (mut sum, mut low) = (first.hi, first.lo);
    for k in 1..V::DIM {
        let term = two_product(n[k], w[k]);
        let next = two_sum(sum, term.hi);
        (sum, low) = (next.hi, low + (next.lo + term.lo));
    }
    sum + low
}

#[cfg(test)]
mod tests;
