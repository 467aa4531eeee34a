//! The convex hull of points, with supports that do not depend on how many there are.
//!
//! Small polytopes scan their vertices. Larger ones look up the direction in a grid of [cells], each of which lists the
//! vertices that can win there; or they [climb](Polytope::climb) along edges from a hint. Every way gives the same
//! vertex, bit for bit that of a scan: the lists are proved, and a climb that ends in a near tie is not believed.

mod candidates;
mod cells;
mod exact;
mod features;
mod grid;
mod lanes;
mod links;
mod lists;
mod numbers;
mod pool;
mod search;
mod sets;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::Shapes;
use super::anchor::anchor;
use super::rounding::{direction_scale, length_above};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::hull::{Hull, convex_hull};
use crate::math::{Real, Vector};
use crate::support::{Concrete, Core, FeatureKind, Hint, Outline, Support, SupportExt, Vertices};
use candidates::fitting;
use lanes::{SCANNED, VertexBlocks};
use links::Links;
use search::{Lookup, tame_magnitudes};

pub use features::Place;

/// The convex hull of any points: interior, equal, collinear and coplanar ones are legal.
///
/// Its vertices are the extreme points, numbered in their order among the given ones;
/// [`input_id`](crate::support::SupportExt::input_id) lists which they were. A support point takes 10 to 30 ns for any
/// number of vertices, 10 ns from a good hint; ties go to the lowest number. `support_error` is the default: the points
/// differ exactly from the anchor and two rounded products are compared. 1000 vertices on a sphere are prepared in 2
/// ms.
///
/// ```
/// use clearance::{Polytope, Support, Vec2};
/// let kite = Polytope::new(&[Vec2::new(-1.0, 0.0), Vec2::new(0.0, -1.0), Vec2::new(2.0, 0.5), Vec2::new(0.0, 1.0)]).unwrap();
/// assert_eq!(kite.support(Vec2::new(1.0, 1.0)), Vec2::new(2.0, 0.5));
/// ```
#[doc(alias = "convex polyhedron")]
#[doc(alias = "convex polygon")]
#[doc(alias = "convex mesh")]
#[derive(Clone, Debug, PartialEq)]
pub struct Polytope<V: Vector> {
    anchor: V,
    vertices: Vec<V>,
    /// Which input points the vertices are; empty if they are the first ones.
    input_ids: Vec<u32>,
    center: V,
    reach: V::Scalar,
    scale: V::Scalar,
    /// The magnitudes of directions whose products with the vertices neither overflow nor vanish.
    tame: [V::Scalar; 2],
    links: Links,
    lookup: Lookup<V>,
}

impl<V: Shapes> Polytope<V> {
    /// The hull of one or more points. Errors are those of [`convex_hull`].
    pub fn new(points: &[V]) -> Result<Self, ShapeError> {
        Ok(Self::from_hull(&convex_hull(points)?))
    }

    /// The polytope of a hull, with the same numbers of vertices.
    pub fn from_hull(hull: &Hull<V>) -> Self {
        V::polytope_of(hull)
    }
}

impl<V: Vector> Polytope<V> {
    pub(super) fn prepared(hull: &Hull<V>) -> Self {
        let mut polytope = Self::without_lookup(hull);
        polytope.prepare();
        polytope
    }

    fn without_lookup(hull: &Hull<V>) -> Self {
        let all = hull.vertices().last().is_none_or(|&last| last as usize + 1 == hull.points().len());
        let input_ids = if all { Vec::new() } else { hull.vertices().to_vec() };
        Self::assembled(hull.points(), input_ids, Links::new(hull))
    }

    fn assembled(points: &[V], input_ids: Vec<u32>, links: Links) -> Self {
        let anchor = anchor(points.iter().copied());
        let vertices: Vec<V> = points.iter().map(|&p| p - anchor).collect();
        let reach = vertices.iter().fold(V::Scalar::ZERO, |reach, &p| reach.max(length_above(p)));
        let share = V::Scalar::ONE / V::Scalar::from_f64(vertices.len() as f64);
        let center = vertices.iter().fold(V::ZERO, |sum, &p| sum + p * share);
        Polytope {
            anchor,
            vertices,
            input_ids,
            center,
            reach,
            scale: direction_scale(reach),
            tame: tame_magnitudes(reach),
            links,
            lookup: Lookup::Scan(VertexBlocks::new(&[])),
        }
    }

    /// Makes ready for supports without a hint.
    fn prepare(&mut self) {
        self.lookup = if self.vertices.len() > SCANNED {
            let bytes = Self::bytes_at_most(self.vertices.len()).saturating_sub(self.bytes());
            Lookup::Cells(fitting(&self.vertices, self.reach, bytes))
        } else {
            Lookup::Scan(VertexBlocks::new(&self.vertices))
        };
    }

    /// The vertices relative to the [anchor](crate::support::SupportExt::anchor).
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
    /// The number of the vertex that was a given point, if that is one.
    pub fn number(&self, input_id: u32) -> Option<u32> {
        let found =
            if self.input_ids.is_empty() { Ok(input_id as usize) } else { self.input_ids.binary_search(&input_id) };
        found.ok().filter(|&number| number < self.vertices.len()).map(|number| number as u32)
    }
    /// Memory on the heap, in bytes: at most 16384 and 48 for each vertex; from 65536 vertices on, 64 for each.
    pub fn bytes(&self) -> usize {
        let (links, cells) = (self.links.bytes(), self.lookup.bytes());
        size_of_val(&self.vertices[..]) + size_of_val(&self.input_ids[..]) + links + cells
    }
    /// What [`bytes`](Polytope::bytes) promises.
    fn bytes_at_most(vertices: usize) -> usize {
        16384 + vertices * if vertices <= 1 << 16 { 48 } else { 64 }
    }
}

impl<V: Vector> Support<V> for Polytope<V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        self.vertices[self.best(dir, Hint::NONE) as usize]
    }
    #[inline(always)]
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        let best = self.best(dir, hint);
        (self.vertices[best as usize], Hint::vertex(best))
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        Outline { anchor: self.anchor, center: self.center, ..Outline::new(self.reach) }
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core { vertices: Some(self), concrete: Concrete::Known(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Vertices<V> for Polytope<V> {
    fn count(&self) -> u32 {
        self.vertices.len() as u32
    }
    /// The place of a vertex in the list of points that the polytope was made of; the lowest one of equal points.
    #[inline]
    fn input(&self, vertex: u32) -> u32 {
        self.input_ids.get(vertex as usize).copied().unwrap_or(vertex)
    }
    #[inline]
    fn kind(&self, span: &[u32]) -> FeatureKind {
        self.kind(span)
    }
    fn corners(&self, span: &[u32]) -> Vec<u32> {
        let numbers: Vec<u32> = span.iter().filter_map(|&id| self.number(id)).collect();
        self.corners(&numbers).into_iter().map(|v| self.input_id(v)).collect()
    }
    #[inline]
    fn corner(&self, id: u32) -> V {
        self.vertices[id as usize]
    }
    fn are_exact(&self) -> bool {
        true
    }
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        let best = self.exactly_farthest(dir);
        let point = &ExactVector::new(self.vertices[best as usize]) + &ExactVector::new(self.anchor);
        Some((ExactPoint { xyz: point, ..ExactPoint::ORIGIN }, Hint::vertex(best)))
    }
}
