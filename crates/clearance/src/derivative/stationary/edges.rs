//! The edges that span a face, and its point and curvature at a place of it.

use crate::manifold::{Corner, Face};
use crate::math::{Matrix, Real, Vector};

/// Perpendicular unit vectors.
pub(super) struct Span<V> {
    axes: [V; 2],
    count: usize,
}

impl<V: Vector> Default for Span<V> {
    fn default() -> Self {
        Span { axes: [V::ZERO; 2], count: 0 }
    }
}

impl<V: Vector> Span<V> {
    /// Adds the direction of a unit vector unless it is, nearly, in the span.
    pub fn grows_by(&mut self, unit: V) -> bool {
        let rest = self.axes.iter().fold(unit, |rest, &axis| rest - axis * axis.dot(unit));
        // Second derivatives grow with the inverse square of that.
        let grows = self.count + 1 < V::DIM && rest.norm() > V::Scalar::from_f64(16.0) * V::Scalar::UNIT.sqrt();
        if grows {
            self.axes[self.count] = rest.normalized();
            self.count += 1;
        }
        grows
    }
}

/// Unit vectors that span a face from its first corner: the longest edge from there, and the one that leaves it most;
/// zero ones for a face that has no more.
pub(super) fn spanning<V: Vector>(face: &Face<V>) -> [V; 2] {
    let first = face.corners[0].point;
    let mut edges = [V::ZERO; 2];
    for k in 0..(face.corners.len() - 1).min(2) {
        let rest = |corner: &Corner<V>| {
            let edge = corner.point - first;
            edge - edges[0] * edges[0].dot(edge)
        };
        let longer = |f: V, r: V| if r.norm_squared() > f.norm_squared() { r } else { f };
        edges[k] = face.corners[1..].iter().map(rest).reduce(longer).map_or(V::ZERO, V::normalized);
    }
    edges
}

/// The point of a face nearest to a place of it: a strictly convex core has no choice.
pub(super) fn projection_on<V: Vector>(face: &Face<V>, projection: V) -> V {
    let [first, last] = [face.corners[0].point, face.corners[face.corners.len() - 1].point];
    match face.corners.len() {
        1 => first,
        2 => {
            let along = (last - first).normalized();
            first + along * along.dot(projection - first)
        }
        _ => projection,
    }
}

/// The Hessian at a point of a face: of an edge the mean of those at its ends by the point's weights.
pub(super) fn curvature_at<V: Vector>(face: &Face<V>, projection: V) -> V::Matrix {
    let [first, last] = [face.corners[0], face.corners[face.corners.len() - 1]];
    if face.corners.len() != 2 {
        return first.curvature;
    }
    let along = last.point - first.point;
    let t = (projection - first.point).dot(along) / along.norm_squared();
    V::Matrix::from_columns(|i| first.curvature.column(i) * (V::Scalar::ONE - t) + last.curvature.column(i) * t)
}
