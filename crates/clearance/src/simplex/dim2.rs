//! The distance sub-algorithm in the plane: the same regions as in space, one dimension less.

use super::{Nearest, Simplex, edge_weight};
use crate::math::{Each, Real, Vec2, Vector};

/// The feature of the simplex nearest to the origin; `None` if the origin is certainly inside. `a` is the newest point;
/// `error` bounds the error of each.
pub(crate) fn nearest<T: Real>(simplex: &Simplex<Vec2<T>>, a: Vec2<T>, error: T) -> Option<Nearest<Vec2<T>>> {
    let w = |i| simplex.w(i);
    match simplex.len() {
        1 => Some(Nearest::new(a, [0])),
        2 => Some(edge(a, w(0), 1, 0)),
        _ => triangle([a, w(1), w(0)], error),
    }
}

/// The nearest point of `{a}` or the edge `ab`.
#[inline(always)]
fn edge<T: Real>(a: Vec2<T>, b: Vec2<T>, i: u8, j: u8) -> Nearest<Vec2<T>> {
    let e = b - a;
    if e.dot(a) >= T::ZERO {
        return Nearest::new(a, [i]);
    }
    // The part of a perpendicular to e: its direction is exact however close the origin is.
    Nearest::new(e.perpendicular() * (e.cross(a) / e.norm_squared()), [j, i])
}

fn triangle<T: Real>([a, b, c]: [Vec2<T>; 3], error: T) -> Option<Nearest<Vec2<T>>> {
    let area = (b - a).cross(c - a);
    let sign = T::ONE.copysign(area);
    // How far inside of each edge the origin is.
    let depths = [a.cross(b - a), b.cross(c - b), c.cross(a - c)].each(|d| sign * d);
    let squared = a.norm_squared().max(b.norm_squared()).max(c.norm_squared());
    // Moving the points changes a determinant by 4L·error to first order (a corner and an edge); it rounds by less than
    // 12uL².
    let uncertain = T::from_f64(6.0) * error * squared.sqrt() + T::from_f64(12.0) * T::UNIT * squared;
    if area.abs() > uncertain && depths.iter().all(|&depth| depth > uncertain) {
        return None;
    }
    Some(edge(a, b, 2, 1).nearer(edge(a, c, 2, 0)))
}

/// The barycentric weights of the origin's projection on the feature of the first `count` points, in their order;
/// negative beyond an end.
pub(crate) fn barycentric<T: Real>([a, b, _]: [Vec2<T>; 3], count: usize) -> [T; 3] {
    if count == 1 {
        return [T::ONE, T::ZERO, T::ZERO];
    }
    let t = edge_weight(a, b);
    [T::ONE - t, t, T::ZERO]
}

/// The origin's projection on the feature of the first `count` points with its weights, if it lies inside of the
/// feature.
pub(crate) fn projection<T: Real>([a, b, _]: [Vec2<T>; 3], count: usize) -> Option<(Vec2<T>, [T; 3])> {
    if count == 1 {
        return Some((a, [T::ONE, T::ZERO, T::ZERO]));
    }
    let (e, t) = (b - a, edge_weight(a, b));
    let inside = t > T::ZERO && t < T::ONE;
    inside.then(|| (e.perpendicular() * (e.cross(a) / e.norm_squared()), [T::ONE - t, t, T::ZERO]))
}

/// The barycentric weights of the origin inside a triangle, in the order of the points.
pub(crate) fn inner_weights<T: Real>(simplex: &Simplex<Vec2<T>>) -> [T; 4] {
    let [a, b, c] = [simplex.w(0), simplex.w(1), simplex.w(2)];
    let areas = [b.cross(c), c.cross(a), a.cross(b)];
    let sum = areas[0] + areas[1] + areas[2];
    [areas[0] / sum, areas[1] / sum, areas[2] / sum, T::ZERO]
}

/// Whether the disc of this radius about the origin lies inside the triangle of the first three points, beyond
/// rounding.
pub(crate) fn surrounds<T: Real>(points: &[Vec2<T>; 4], radius: T) -> bool {
    [[0, 1, 2], [1, 2, 0], [2, 0, 1]].into_iter().all(|[i, j, opposite]| {
        let a = points[i];
        let (x, to_apex) = (points[j] - a, points[opposite] - a);
        let (height, apex) = (x.cross(-a), x.cross(to_apex));
        let sign = T::ONE.copysign(apex);
        let length = x.norm();
        // Differences and products round by less than 8u of the lengths' products.
        let rounding = T::from_f64(8.0) * T::UNIT * length;
        sign * apex > rounding * to_apex.norm() && sign * height > radius * length + rounding * (a.norm() + radius)
    })
}
