//! A body as a query sees it: its numbers are read once, the rest is asked of the shape behind it.

use super::{Core, Hint, Outline, Support};
use crate::math::Vector;

/// A shape with its numbers, one type for all shapes: queries are compiled for it once, in this crate.
#[derive(Clone, Copy)]
pub struct Snapshot<'s, V: Vector> {
    shape: &'s dyn Support<V>,
    pub(crate) body: Outline<V>,
    core: Core<'s, V>,
    vertex_count: u32,
}

impl<'s, V: Vector> Snapshot<'s, V> {
    /// The snapshot of a shape, or of the one behind an enum or a pointer.
    #[inline(always)]
    pub fn new<S: Support<V> + ?Sized>(shape: &'s S) -> Self {
        let core = shape.core();
        let vertex_count = core.vertices.map_or(0, |vertices| vertices.count());
        Snapshot { shape: core.inner.unwrap_or_else(|| shape.erased()), body: shape.outline(), core, vertex_count }
    }

    /// The shape, if it is stored in this type.
    #[inline]
    pub(crate) fn downcast<T: 'static>(&self) -> Option<&'s T> {
        self.shape.concrete()?.downcast_ref()
    }

    /// How many vertices a polytopal core has; 0 for a curved core.
    #[inline]
    pub fn vertex_count(&self) -> u32 {
        self.vertex_count
    }
}

impl<V: Vector> Support<V> for Snapshot<'_, V> {
    #[inline]
    fn support(&self, dir: V) -> V {
        self.shape.support(dir)
    }
    #[inline]
    fn outline(&self) -> Outline<V> {
        self.body
    }
    #[inline]
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        self.shape.support_from(dir, hint)
    }
    #[inline]
    fn core(&self) -> Core<'_, V> {
        self.core
    }
}
