//! What an observer sees of the growth.

use super::Grow;
use super::{Facet, Growth, Run};
use crate::difference::Vertex;
use crate::gjk::{Lens, Sample};
use crate::math::Real;

/// The observer of a growth, if there is one.
pub(crate) type Watch<'w, V> = Option<&'w mut (dyn FnMut(Expansion<'_, V>) + 'w)>;

/// One step of EPA: the polytope, its nearest facet, and the support point along that facet's normal.
pub struct Expansion<'r, V: Grow> {
    /// Support evaluations of the growth so far; those that follow the curvature count, but are not steps.
    pub evaluations: u32,
    hull: &'r V::Growth,
    facet: Facet<V>,
    point: Vertex<V>,
    ceiling: V::Scalar,
    lens: Lens<V>,
}

impl<'r, V: Grow> Expansion<'r, V> {
    #[inline(always)]
    pub(super) fn new(run: &Run<'_, V>, hull: &'r V::Growth, facet: &Facet<V>, point: &Vertex<V>) -> Self {
        let ceiling = run.best.map_or(V::Scalar::INFINITY, |lowest| lowest.height);
        let (evaluations, lens) = (run.evaluations, Lens::new(run.m));
        Expansion { evaluations, hull, facet: *facet, point: *point, ceiling, lens }
    }

    /// All points of the polytope so far, also those that it has swallowed.
    pub fn points(&self) -> impl ExactSizeIterator<Item = Sample<V>> {
        self.hull.points().iter().map(|point| self.lens.sample(point))
    }
    /// The facets by the numbers of their points, counter-clockwise seen from outside; of the plane's edges the first
    /// two count.
    pub fn facets(&self) -> impl Iterator<Item = [u32; 3]> {
        self.hull.facets().map(|facet| facet.corners)
    }
    /// The nearest facet.
    pub fn facet(&self) -> [u32; 3] {
        self.facet.corners
    }
    /// Its outward unit normal: the direction that was asked.
    pub fn direction(&self) -> V {
        self.facet.normal
    }
    /// Its signed distance: the depth is at least that, but for rounding.
    pub fn floor(&self) -> V::Scalar {
        self.facet.distance * self.lens.unscale
    }
    /// The height of the lowest support plane so far: the depth is at most that, but for rounding.
    pub fn ceiling(&self) -> V::Scalar {
        self.ceiling * self.lens.unscale
    }
    /// The support point along the facet's normal.
    pub fn support(&self) -> Sample<V> {
        self.lens.sample(&self.point)
    }
    /// The height of the support point over the facet.
    pub fn rise(&self) -> V::Scalar {
        (self.facet.normal.dot(self.point.w) - self.facet.distance) * self.lens.unscale
    }
}
