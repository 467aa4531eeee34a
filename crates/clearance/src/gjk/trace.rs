//! Lazy views for an observer: an unobserved run pays nothing.

use super::End;
use crate::difference::{Difference, Vertex};
use crate::math::{Real, Vector};
use crate::simplex::{Reduce, Simplex};
use crate::support::{Hint, SupportExt};

/// A point of the Minkowski difference and the points that it comes from, in the user's lengths and in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<V> {
    /// `a - b`.
    pub w: V,
    /// The point of A's core.
    pub a: V,
    /// The point of B's core.
    pub b: V,
    /// The vertices of A and B, where they are polytopes.
    pub ids: [Hint; 2],
}

/// How lengths and places of a run become the user's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lens<V: Vector> {
    pub unscale: V::Scalar,
    anchor: V,
}

impl<V: Vector> Lens<V> {
    #[inline(always)]
    pub fn new(m: &Difference<'_, V>) -> Self {
        Lens { unscale: m.frame.unscale, anchor: m.a.anchor() }
    }

    pub fn sample(&self, point: &Vertex<V>) -> Sample<V> {
        let (w, a) = (point.w * self.unscale, point.a + self.anchor);
        Sample { w, a, b: a - w, ids: point.ids }
    }
}

/// Why a direction was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// It leads from the nearest point to the origin: a plain step.
    Nearest,
    /// The curvature of the support function predicts the minimum there.
    Curvature,
    /// It is the normal of the points of both cores that are nearest to each other.
    Projections,
}

/// The observer of a run, if there is one.
pub(crate) type Watch<'w, V> = Option<&'w mut (dyn FnMut(Step<'_, V>) + 'w)>;

/// One step of GJK: the simplex before it, the new support point, and the bounds after it.
#[derive(Clone, Copy, Debug)]
pub struct Step<'r, V: Vector> {
    /// Number of the support evaluation.
    pub iteration: u32,
    /// Why this direction.
    pub means: Means,
    pub(super) simplex: &'r Simplex<V>,
    pub(super) point: Vertex<V>,
    pub(super) direction: V,
    pub(super) lower: V::Scalar,
    pub(super) lens: Lens<V>,
}

impl<V: Reduce> Step<'_, V> {
    /// The points of the simplex before the step, oldest first; at most D.
    pub fn simplex(&self) -> impl ExactSizeIterator<Item = Sample<V>> {
        self.simplex.points().map(|point| self.lens.sample(point))
    }
    /// The weights of these points in the nearest point; 0 beyond them.
    pub fn weights(&self) -> [V::Scalar; 3] {
        self.simplex.weights()
    }
    /// The point of the simplex nearest to the origin.
    pub fn nearest(&self) -> V {
        self.simplex.nearest * self.lens.unscale
    }
    /// The unit direction that was asked.
    pub fn direction(&self) -> V {
        self.direction.normalized()
    }
    /// The new support point of the difference.
    pub fn support(&self) -> Sample<V> {
        self.lens.sample(&self.point)
    }
    /// The best lower bound of the cores' signed distance so far.
    pub fn lower(&self) -> V::Scalar {
        self.lower * self.lens.unscale
    }
    /// The distance of the nearest point.
    pub fn upper(&self) -> V::Scalar {
        self.simplex.squared.sqrt() * self.lens.unscale
    }
}

/// How GJK has ended.
#[derive(Clone, Copy, Debug)]
pub struct Finish<'r, V: Vector> {
    /// Why.
    pub end: End,
    /// How many support evaluations it took.
    pub iterations: u32,
    pub(crate) simplex: &'r Simplex<V>,
    pub(crate) lower: V::Scalar,
    pub(crate) lens: Lens<V>,
}

impl<V: Reduce> Finish<'_, V> {
    /// The last simplex: of the nearest point, or D + 1 points around the origin.
    pub fn simplex(&self) -> impl ExactSizeIterator<Item = Sample<V>> {
        self.simplex.points().map(|point| self.lens.sample(point))
    }
    /// The weights of its points in the nearest point, or in the origin; 0 beyond them.
    pub fn weights(&self) -> [V::Scalar; 4] {
        if self.simplex.len() > V::DIM {
            return V::inner_weights(self.simplex);
        }
        let [x, y, z] = self.simplex.weights();
        [x, y, z, V::Scalar::ZERO]
    }
    /// The proven lower bound of the cores' signed distance.
    pub fn lower(&self) -> V::Scalar {
        self.lower * self.lens.unscale
    }
}
