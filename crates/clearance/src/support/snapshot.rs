//! A body as a query sees it: what formulas ask is read once, the rest is asked of the shape behind it.

use alloc::vec::Vec;
use core::any::Any;

use super::{FeatureKind, Fine, Form, Hint, Support};
use crate::exact::{ExactPoint, ExactVector};
use crate::foot::Foot;
use crate::math::Vector;

/// A shape with its plain numbers, one type for all shapes: queries are compiled for it once, in this crate.
#[derive(Clone, Copy)]
pub struct Snapshot<'s, V: Vector> {
    shape: &'s dyn Support<V>,
    form: Form<V>,
    radius: V::Scalar,
    anchor: V,
    reach: V::Scalar,
    error: V::Scalar,
    vertex_count: u32,
}

impl<'s, V: Vector> Snapshot<'s, V> {
    /// The snapshot of a shape, or of the one behind an enum or a pointer.
    #[inline(always)]
    pub fn new<S: Support<V> + ?Sized>(shape: &'s S) -> Self {
        Snapshot {
            form: shape.form(),
            radius: shape.radius(),
            anchor: shape.anchor(),
            reach: shape.reach(),
            error: shape.support_error(),
            vertex_count: shape.vertex_count(),
            shape: shape.innermost().unwrap_or_else(|| shape.erased()),
        }
    }

    /// The shape, if it is of this type.
    #[inline]
    pub(crate) fn downcast<T: 'static>(&self) -> Option<&'s T> {
        self.shape.concrete()?.downcast_ref()
    }
}

impl<V: Vector> Support<V> for Snapshot<'_, V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        self.shape.support(dir)
    }
    #[inline]
    fn reach(&self) -> V::Scalar {
        self.reach
    }
    #[inline]
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        self.shape.support_from(dir, hint)
    }
    #[inline]
    fn support_curved(&self, dir: V) -> (V, V::Matrix) {
        self.shape.support_curved(dir)
    }
    fn flat_normal(&self, dir: V) -> V {
        self.shape.flat_normal(dir)
    }
    #[inline]
    fn nearest(&self, p: V) -> Option<Foot<V>> {
        self.shape.nearest(p)
    }
    #[inline]
    fn vertex_count(&self) -> u32 {
        self.vertex_count
    }
    #[inline]
    fn vertex(&self, id: u32) -> V {
        self.shape.vertex(id)
    }
    #[inline]
    fn input_id(&self, vertex: u32) -> u32 {
        self.shape.input_id(vertex)
    }
    #[inline]
    fn feature_kind(&self, span: &[u32]) -> FeatureKind {
        self.shape.feature_kind(span)
    }
    fn feature_corners(&self, span: &[u32]) -> Vec<u32> {
        self.shape.feature_corners(span)
    }
    fn concrete(&self) -> Option<&dyn Any> {
        self.shape.concrete()
    }
    #[inline]
    fn radius(&self) -> V::Scalar {
        self.radius
    }
    #[inline]
    fn anchor(&self) -> V {
        self.anchor
    }
    #[inline]
    fn center(&self) -> V {
        self.shape.center()
    }
    #[inline]
    fn support_error(&self) -> V::Scalar {
        self.error
    }
    #[inline]
    fn form(&self) -> Form<V> {
        self.form
    }
    fn has_exact_vertices(&self) -> bool {
        self.shape.has_exact_vertices()
    }
    fn exact_support(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        self.shape.exact_support(dir)
    }
    fn fine_support(&self, dir: Fine, scale: f64) -> Option<Fine> {
        self.shape.fine_support(dir, scale)
    }
}
