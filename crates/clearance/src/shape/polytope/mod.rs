//! The convex hull of points, with supports that do not depend on how many there are.
//!
//! Small polytopes scan their vertices. Larger ones look up the direction in a grid of [cells], each of which lists the
//! vertices that can win there; or they [climb](Polytope::climb) along edges from a hint. Every way gives the same vertex,
//! bit for bit that of a scan: the lists are proved, and a climb that ends in a near tie is not believed.

mod candidates;
mod cells;
mod exact;
mod features;
mod lanes;
mod links;
mod numbers;
mod pool;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::anchor::anchor;
use super::rounding::{direction_scale, length_above, unit_scaled, units};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::hull::{Hull, convex_hull};
use crate::math::{Real, Vector};
use crate::support::{FeatureKind, Hint, Support};
use candidates::fitting;
use cells::Cells;
use lanes::Lanes;
use links::Links;

pub use features::Place;

/// Up to so many vertices a scan is not slower than the cells, and its answer comes sooner: 16 and 24 ns for 20 vertices,
/// of the cells 11 and 30.
const SCANNED: usize = 20;

/// How often a climb moves before the cells are faster: each look at the neighbours costs 5 ns.
const MOVES: usize = 3;

/// The convex hull of any points: interior, equal, collinear and coplanar ones are legal.
///
/// Its vertices are the extreme points, numbered in their order among the given ones; [`input_id`](Support::input_id)
/// tells which they were. A support point takes 10 to 30 ns for any number of vertices, 10 ns from a good hint; ties go to
/// the lowest number. `support_error` is the default: the points differ exactly from the anchor and two rounded
/// products are compared. 1000 vertices on a sphere are prepared in 2 ms.
///
/// ```
/// use clearance::{Polytope, Support, Vec2};
/// let kite = Polytope::new(&[Vec2::new(-1.0, 0.0), Vec2::new(0.0, -1.0), Vec2::new(2.0, 0.5), Vec2::new(0.0, 1.0)]).unwrap();
/// assert_eq!(kite.support(Vec2::new(1.0, 1.0)), Vec2::new(2.0, 0.5));
/// ```
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

impl<V: Vector> Polytope<V> {
    /// The hull of one or more points. Errors are those of [`convex_hull`].
    pub fn new(points: &[V]) -> Result<Self, ShapeError> {
        Ok(Self::from_hull(&convex_hull(points)?))
    }

    /// The polytope of a hull, with the same numbers of vertices.
    pub fn from_hull(hull: &Hull<V>) -> Self {
        let anchor = anchor(hull.points().iter().copied());
        let vertices: Vec<V> = hull.points().iter().map(|&p| p - anchor).collect();
        let reach = vertices.iter().fold(V::Scalar::ZERO, |reach, &p| reach.max(length_above(p)));
        let share = V::Scalar::ONE / V::Scalar::from_f64(vertices.len() as f64);
        let center = vertices.iter().fold(V::ZERO, |sum, &p| sum + p * share);
        let all = hull.vertices().last().is_none_or(|&last| last as usize + 1 == vertices.len());
        let mut polytope = Polytope {
            anchor,
            vertices,
            input_ids: if all { Vec::new() } else { hull.vertices().to_vec() },
            center,
            reach,
            scale: direction_scale(reach),
            tame: tame_magnitudes(reach),
            links: Links::new(hull),
            lookup: Lookup::Scan(Lanes::new(&[])),
        };
        polytope.lookup = if polytope.vertices.len() > SCANNED {
            let bytes = Self::bytes_at_most(polytope.vertices.len()).saturating_sub(polytope.bytes());
            Lookup::Cells(fitting(&polytope.vertices, reach, bytes))
        } else {
            Lookup::Scan(Lanes::new(&polytope.vertices))
        };
        polytope
    }

    /// The vertices relative to the [anchor](Support::anchor).
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

    /// The first of the vertices farthest along a direction; the hint may say where to begin.
    #[inline(always)]
    fn best(&self, dir: V, hint: Hint) -> u32 {
        match &self.lookup {
            Lookup::Scan(lanes) if self.is_tame(dir.max_abs()) => return lanes.farthest(dir),
            Lookup::Scan(_) => {}
            Lookup::Cells(cells) => {
                if let Some(id) = hint.id()
                    && let Some(found) = self.climb(dir, id)
                {
                    return found;
                }
                let (cell, largest) = cells.of(dir);
                if self.is_tame(largest) {
                    return cells.farthest(cell, dir, &self.vertices);
                }
            }
        }
        self.best_along_wild(dir)
    }

    /// Whether products of the vertices with a direction of this largest component neither over- nor underflow.
    #[inline(always)]
    fn is_tame(&self, largest: V::Scalar) -> bool {
        (largest >= self.tame[0]) & (largest <= self.tame[1])
    }

    /// The first of the vertices farthest along a direction, after scaling it by a power of two.
    #[cold]
    #[inline(never)]
    fn best_along_wild(&self, dir: V) -> u32 {
        let dir = unit_scaled(dir) * self.scale;
        match &self.lookup {
            Lookup::Scan(lanes) => lanes.farthest(dir),
            Lookup::Cells(cells) => cells.farthest(cells.of(dir).0, dir, &self.vertices),
        }
    }

    /// The farthest vertex, found along edges from `start`; none if that takes long or ends in a near tie, or if there is no such
    /// vertex or the direction is not tame.
    ///
    /// The vertices above a plane are connected by edges above it. So if all neighbours of a vertex come out lower than it
    /// by more than twice what two products may err, `2·6u|d|·reach`, all other vertices come out lower too.
    #[inline]
    fn climb(&self, dir: V, start: u32) -> Option<u32> {
        let largest = dir.max_abs();
        let mut best = start;
        let mut height = dir.dot(*self.vertices.get(start as usize).filter(|_| self.is_tame(largest))?);
        for _ in 0..=MOVES {
            let (mut next, mut next_height) = (best, -V::Scalar::INFINITY);
            self.links.for_each(best, |i| {
                let candidate = dir.dot(self.vertices[i as usize]);
                if candidate > next_height {
                    (next, next_height) = (i, candidate);
                }
            });
            if next_height <= height {
                let margin = units::<V::Scalar>(32) * (largest * self.reach);
                return Some(best).filter(|_| next_height < height - margin);
            }
            (best, height) = (next, next_height);
        }
        None
    }
}

/// How a vertex is found without a hint.
#[derive(Clone, Debug, PartialEq)]
enum Lookup<V: Vector> {
    Scan(Lanes<V>),
    Cells(Cells),
}

impl<V: Vector> Lookup<V> {
    /// Memory on the heap.
    fn bytes(&self) -> usize {
        match self {
            Self::Scan(lanes) => lanes.bytes(),
            Self::Cells(cells) => cells.bytes(),
        }
    }
}

/// Magnitudes of directions such that products with vertices stay in the middle half of the exponents.
fn tame_magnitudes<T: Real>(reach: T) -> [T; 2] {
    let half = -T::SMALLEST.exponent() / 2;
    let limit = 2 * half - 30;
    [-half, half].map(|middle| T::power_of_two((middle - reach.exponent()).clamp(-limit, limit)))
}

impl<V: Vector> Support<V> for Polytope<V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        self.vertices[self.best(dir, Hint::NONE) as usize]
    }
    #[inline]
    fn reach(&self) -> V::Scalar {
        self.reach
    }
    #[inline]
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        let best = self.best(dir, hint);
        (self.vertices[best as usize], Hint::vertex(best))
    }
    fn vertex_count(&self) -> u32 {
        self.vertices.len() as u32
    }
    /// The place of a vertex in the list of points that the polytope was made of; the lowest one of equal points.
    #[inline]
    fn input_id(&self, vertex: u32) -> u32 {
        self.input_ids.get(vertex as usize).copied().unwrap_or(vertex)
    }
    #[inline]
    fn feature_kind(&self, span: &[u32]) -> FeatureKind {
        self.kind(span)
    }
    fn feature_corners(&self, span: &[u32]) -> Vec<u32> {
        let numbers: Vec<u32> = span.iter().filter_map(|&id| self.number(id)).collect();
        self.corners(&numbers).into_iter().map(|v| self.input_id(v)).collect()
    }
    #[inline]
    fn vertex(&self, id: u32) -> V {
        self.vertices[id as usize]
    }
    #[inline]
    fn anchor(&self) -> V {
        self.anchor
    }
    #[inline]
    fn center(&self) -> V {
        self.center
    }
    fn has_exact_vertices(&self) -> bool {
        true
    }
    fn exact_support(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        let best = self.exactly_farthest(dir);
        let point = &ExactVector::new(self.vertices[best as usize]) + &ExactVector::new(self.anchor);
        Some((ExactPoint { xyz: point, ..ExactPoint::ORIGIN }, Hint::vertex(best)))
    }
}
