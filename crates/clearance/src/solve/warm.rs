//! What a query remembers for the next one of the same pair.

use crate::difference::{Difference, Vertex};
use crate::dimension::Dimension;
use crate::gjk::{CachedFeatures, Closest};
use crate::math::{Real, Vector};
use crate::simplex::{Barycentric, Simplex};
use crate::support::Hint;

/// The last simplex, by the numbers of its vertices, and the last direction. A small value that the caller keeps, one
/// for each pair that it follows; it never changes an answer beyond its enclosure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WarmStart<V> {
    vertices: [[Hint; 2]; 3],
    axis: V,
}

impl<V: Vector> Default for WarmStart<V> {
    fn default() -> Self {
        WarmStart { vertices: [[Hint::NONE; 2]; 3], axis: V::ZERO }
    }
}

impl<V: Dimension> WarmStart<V> {
    /// Empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// The last direction, or that of the centres.
    pub(crate) fn axis(&self, m: &Difference<'_, V>) -> V {
        if self.axis.max_abs() != V::Scalar::ZERO {
            return self.axis;
        }
        let center = m.center();
        if center.max_abs() == V::Scalar::ZERO { V::axis(0) } else { center }
    }

    /// Whether vertices are known.
    pub(crate) fn has_vertices(&self) -> bool {
        self.vertices[0][0] != Hint::NONE
    }

    /// The last nearest features at the pair's new pose, where GJK need not look for them.
    #[inline(always)]
    pub(crate) fn standing(&self, m: &Difference<'_, V>) -> Option<CachedFeatures<V>> {
        if m.polytopal && self.has_vertices() { CachedFeatures::new(m, &self.vertices) } else { None }
    }

    /// The points of the last simplex at the pair's new pose.
    pub(crate) fn points<'m>(&'m self, m: &'m Difference<'_, V>) -> impl Iterator<Item = Vertex<V>> + 'm {
        self.vertices.iter().map_while(|&ids| m.vertex(ids))
    }

    /// The last simplex at the pair's new pose.
    #[inline(never)]
    pub(crate) fn simplex(&self, m: &Difference<'_, V>) -> Option<Simplex<V>> {
        let mut known = self.points(m);
        let mut simplex = Simplex::new(known.next()?);
        for point in known {
            if !simplex.contains(&point) {
                simplex.push(point);
            }
        }
        simplex.settle(m.frame.point_error);
        Some(simplex)
    }

    pub(crate) fn remember(&mut self, closest: &Closest<V>) {
        self.vertices = [[Hint::NONE; 2]; 3];
        for (ids, point) in self.vertices.iter_mut().zip(closest.simplex.points()) {
            *ids = point.ids;
        }
        self.axis = closest.axis * (V::Scalar::ONE / closest.axis.norm());
    }

    /// The one vertex that is nearest, and its direction.
    #[inline(always)]
    pub(crate) fn remember_vertex(&mut self, ids: [Hint; 2], axis: V) {
        (self.vertices, self.axis) = ([ids, [Hint::NONE; 2], [Hint::NONE; 2]], axis);
    }

    /// The vertices of a formula's witness points.
    pub(crate) fn remember_sum(&mut self, sum: &Barycentric<V>) {
        self.vertices = [[Hint::NONE; 2]; 3];
        for i in 0..sum.count.min(3) {
            self.vertices[i] = [sum.ids[0][i], sum.ids[1][i]];
        }
    }
}
