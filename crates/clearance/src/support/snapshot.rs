//! A body as a query sees it: its numbers are read once, the rest is asked of the shape behind it.

use core::any::Any;

use super::{Core, Curved, FineSupport, Hint, Outline, Support, SupportExt, Vertices};
use crate::math::{Pose, Vector};

/// A shape with its numbers, one type for all shapes: queries are compiled for it once, in this crate.
#[derive(Clone, Copy)]
pub struct Snapshot<'s, V: Vector> {
    shape: &'s dyn Support<V>,
    pub(crate) body: Outline<V>,
    vertices: Option<&'s dyn Vertices<V>>,
    curved: Option<&'s dyn Curved<V>>,
    fine: Option<&'s dyn FineSupport<V>>,
    /// The shape, where queries have code of their own for its type.
    known: Option<&'s dyn Any>,
    vertex_count: u32,
}

/// A body and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Body<'p, V: Vector> {
    pub shape: &'p Snapshot<'p, V>,
    pub pose: &'p Pose<V>,
}

impl<'s, V: Vector> Snapshot<'s, V> {
    /// The snapshot of a shape, or of the one behind an enum or a pointer.
    #[inline(always)]
    pub fn new<S: Support<V> + ?Sized>(shape: &'s S) -> Self {
        let (inner, Core { vertices, curved, fine, concrete }) = shape.innermost();
        let vertex_count = vertices.map_or(0, |vertices| vertices.count());
        Snapshot { shape: inner, body: shape.outline(), vertices, curved, fine, known: concrete.known(), vertex_count }
    }

    /// The shape, if it is stored in this type.
    #[inline]
    pub(crate) fn downcast<T: 'static>(&self) -> Option<&'s T> {
        self.known?.downcast_ref()
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
        Core { vertices: self.vertices, curved: self.curved, fine: self.fine, ..Core::UNKNOWN }
    }
}
