//! What can be read off any shape, one number at a time.

use alloc::vec::Vec;

use super::{Concrete, Core, FeatureKind, Fine, Form, Hint, Image, Inscribed, Support, fine};
use crate::exact::{ExactPoint, ExactVector};
use crate::math::{Matrix, Vector};
use crate::projection::Projection;

/// The numbers and parts of a shape by name, with the answer that stands for "unknown"; implemented for all shapes.
///
/// ```
/// use clearance::{Cuboid, SupportExt, Vec2};
/// let tile = Cuboid::<Vec2<f64>>::from_half_extents(Vec2::new(3.0, 4.0)).unwrap();
/// assert_eq!((tile.reach().round(), tile.vertex_count(), tile.vertex(1)), (5.0, 4, Vec2::new(3.0, -4.0)));
/// ```
pub trait SupportExt<V: Vector>: Support<V> {
    /// The shape that queries ask: this one, or the one behind a pointer or in an enum; and what is known of it.
    #[doc(hidden)]
    #[inline]
    fn innermost(&self) -> (&dyn Support<V>, Core<'_, V>) {
        let core = self.core();
        match core.concrete {
            Concrete::Inside(container) => container.content(),
            _ => (self.erased(), core),
        }
    }
    /// What is known of that shape.
    #[doc(hidden)]
    #[inline]
    fn inner_core(&self) -> Core<'_, V> {
        self.innermost().1
    }
    /// See [`Outline::reach`](super::Outline::reach).
    #[inline]
    fn reach(&self) -> V::Scalar {
        self.outline().reach
    }
    /// See [`Outline::error`](super::Outline::error).
    #[inline]
    fn support_error(&self) -> V::Scalar {
        self.outline().error
    }
    /// See [`Outline::radius`](super::Outline::radius).
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.outline().radius
    }
    /// See [`Outline::anchor`](super::Outline::anchor).
    #[inline]
    fn anchor(&self) -> V {
        self.outline().anchor
    }
    /// See [`Outline::center`](super::Outline::center).
    #[inline]
    fn center(&self) -> V {
        self.outline().center
    }
    /// See [`Outline::form`](super::Outline::form).
    #[inline]
    fn form(&self) -> Form<V> {
        self.outline().form
    }
    /// How many vertices a polytopal core has; 0 for a curved core.
    #[inline]
    fn vertex_count(&self) -> u32 {
        self.inner_core().vertices.map_or(0, |vertices| vertices.count())
    }
    /// Vertex `id < vertex_count()`; the center of a core without any.
    #[inline]
    fn vertex(&self, id: u32) -> V {
        self.inner_core().vertices.map_or_else(|| self.center(), |vertices| vertices.corner(id))
    }
    /// See [`Vertices::input`](super::Vertices::input).
    #[inline]
    fn input_id(&self, vertex: u32) -> u32 {
        self.inner_core().vertices.map_or(vertex, |vertices| vertices.input(vertex))
    }
    /// See [`Vertices::kind`](super::Vertices::kind).
    #[inline]
    fn feature_kind(&self, span: &[u32]) -> FeatureKind {
        self.inner_core().vertices.map_or_else(|| FeatureKind::of_simplex(span.len()), |vertices| vertices.kind(span))
    }
    /// See [`Vertices::corners`](super::Vertices::corners).
    fn feature_corners(&self, span: &[u32]) -> Vec<u32> {
        self.inner_core().vertices.map_or_else(Vec::new, |vertices| vertices.corners(span))
    }
    /// See [`Vertices::are_exact`](super::Vertices::are_exact).
    fn has_exact_vertices(&self) -> bool {
        self.inner_core().vertices.is_some_and(|vertices| vertices.are_exact())
    }
    /// See [`Vertices::farthest`](super::Vertices::farthest).
    fn exact_support(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        self.inner_core().vertices?.farthest(dir)
    }
    /// See [`FineSupport::fine`](super::FineSupport::fine); by default that of the form and the vertices.
    #[doc(hidden)]
    fn fine_support(&self, dir: Fine, scale: f64) -> Option<Fine> {
        match self.inner_core().fine {
            Some(body) => body.fine(dir, scale),
            None => fine::of_form(self, dir, scale),
        }
    }
    /// See [`FineSupport::image`](super::FineSupport::image).
    #[doc(hidden)]
    fn image(&self) -> Option<&dyn Image<V>> {
        self.inner_core().fine?.image()
    }
    /// See [`Curved::curvature`](super::Curved::curvature).
    #[inline]
    fn support_curved(&self, dir: V) -> (V, V::Matrix) {
        match self.inner_core().curved {
            Some(curved) => curved.curvature(dir),
            None => (self.support(dir), V::Matrix::ZERO),
        }
    }
    /// See [`Curved::flat_end`](super::Curved::flat_end).
    #[inline]
    fn flat_normal(&self, dir: V) -> V {
        self.inner_core().curved.map_or(V::ZERO, |curved| curved.flat_end(dir))
    }
    /// See [`Curved::inscribed`](super::Curved::inscribed).
    fn inscribed_along(&self, dir: V) -> Inscribed<V> {
        match self.inner_core().curved {
            Some(curved) => curved.inscribed(dir),
            None => Inscribed::ball(self.support(dir), self.radius()),
        }
    }
    /// See [`Curved::project`](super::Curved::project).
    #[inline]
    fn nearest(&self, p: V) -> Option<Projection<V>> {
        self.inner_core().curved?.project(p)
    }
}

impl<V: Vector, S: Support<V> + ?Sized> SupportExt<V> for S {}
