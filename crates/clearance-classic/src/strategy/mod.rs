//! Ways to find the supporting vertex of a polytope: the step that takes most of the time of every published loop.
//!
//! | strategy | source | products |
//! |---|---|---|
//! | [`Scan`] | all papers | all vertices |
//! | [`Climb`] | S. Cameron, Enhancing GJK, 1997: along edges, from the last vertex | a few, when moving slowly |
//! | [`Climb::with_far_neighbours`] | C. Ericson, Real-Time Collision Detection, 2005: "artificial neighbours" | fewer, from a bad start |
//! | [`Hierarchy`] | D. P. Dobkin and D. G. Kirkpatrick, 1985 | `O(log n)`, from no start |
//!
//! **Where they fail.** A climb compares rounded products: on nearly flat parts it can end at a vertex that is lower
//! than the highest by as much as rounding hides. The core's polytope asks its cells instead.

mod climb;
mod hierarchy;
mod scan;

pub use climb::{Climb, From};
pub use hierarchy::Hierarchy;
pub use scan::Scan;

use std::cell::Cell;

use clearance::hull::{Hull, convex_hull};
use clearance::support::{Core, Outline, SupportExt, Vertices};
use clearance::{Hint, Real, ShapeError, Space, Support, Vector};

/// Finds the vertex farthest along a direction.
pub trait Strategy<V: Vector> {
    /// What it must know of the hull beforehand.
    fn prepare(hull: &Hull<V>) -> Self;
    /// The number of a vertex farthest along `dir`; the search may start at `near`.
    fn farthest(&self, heights: &Heights<'_, V>, near: Option<u32>) -> u32;
}

/// The heights of vertices along a direction, evaluated and counted one by one.
#[derive(Debug)]
pub struct Heights<'h, V> {
    vertices: &'h [V],
    dir: V,
    products: Cell<u64>,
}

impl<V: Vector> Heights<'_, V> {
    /// `dir · x` of a vertex.
    #[inline]
    pub fn of(&self, vertex: u32) -> V::Scalar {
        self.products.set(self.products.get() + 1);
        self.dir.dot(self.vertices[vertex as usize])
    }
    /// How many vertices there are.
    pub fn count(&self) -> u32 {
        self.vertices.len() as u32
    }
    /// The highest of some vertices, the first of several.
    #[inline]
    pub fn highest(&self, vertices: impl IntoIterator<Item = u32>) -> Option<(u32, V::Scalar)> {
        let measured = vertices.into_iter().map(|vertex| (vertex, self.of(vertex)));
        measured.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }
}

/// The convex hull of some points, searched by a strategy.
///
/// ```
/// use clearance::{Support, Vec2};
/// use clearance_classic::strategy::{Hierarchy, Searched};
/// let kite = [[-1.0, 0.0], [0.0, -1.0], [2.0, 0.5], [0.0, 1.0]].map(Vec2::from);
/// let kite = Searched::<_, Hierarchy>::new(&kite).unwrap();
/// assert_eq!(kite.support(Vec2::new(1.0, 1.0)), Vec2::new(2.0, 0.5));
/// ```
#[derive(Clone, Debug)]
pub struct Searched<V: Vector, S> {
    vertices: Vec<V>,
    center: V,
    reach: V::Scalar,
    strategy: S,
    products: Cell<u64>,
}

impl<V: Vector, S: Strategy<V>> Searched<V, S> {
    /// The hull of one or more points; errors are those of [`convex_hull`].
    pub fn new(points: &[V]) -> Result<Self, ShapeError>
    where
        V: Space,
    {
        let hull = convex_hull(points)?;
        Ok(Self::with(&hull, S::prepare(&hull)))
    }

    /// A hull with a strategy prepared for it.
    pub fn with(hull: &Hull<V>, strategy: S) -> Self {
        let vertices = hull.points().to_vec();
        let share = V::Scalar::ONE / V::Scalar::from_f64(vertices.len() as f64);
        let center = vertices.iter().fold(V::ZERO, |sum, &p| sum + p * share);
        // Four roundings of a sum of squares and its root.
        let above = V::Scalar::ONE + V::Scalar::from_f64(4.0) * V::Scalar::UNIT;
        let reach = vertices.iter().fold(V::Scalar::ZERO, |reach, p| reach.max(p.norm() * above));
        Searched { vertices, center, reach, strategy, products: Cell::new(0) }
    }

    /// How many scalar products with vertices were made so far.
    pub fn products(&self) -> u64 {
        self.products.get()
    }
}

impl<V: Vector, S: Strategy<V>> Support<V> for Searched<V, S> {
    fn support(&self, dir: V) -> V {
        self.support_from(dir, Hint::NONE).0
    }
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        let heights = Heights { vertices: &self.vertices, dir, products: Cell::new(0) };
        let id = self.strategy.farthest(&heights, hint.id().filter(|&id| id < self.vertex_count()));
        self.products.set(self.products.get() + heights.products.get());
        (self.vertices[id as usize], Hint::vertex(id))
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        Outline { center: self.center, ..Outline::new(self.reach) }
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        Core { vertices: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector, S: Strategy<V>> Vertices<V> for Searched<V, S> {
    fn count(&self) -> u32 {
        self.vertices.len() as u32
    }
    fn corner(&self, id: u32) -> V {
        self.vertices[id as usize]
    }
}

#[cfg(test)]
mod tests;
