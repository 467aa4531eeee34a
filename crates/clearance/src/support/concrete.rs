//! What queries know of a shape's type.

use core::any::Any;

use super::{Core, Support};
use crate::math::Vector;

/// The shape behind a [`Core`], where queries have code of their own for its type or ask it without a detour.
#[derive(Clone, Copy, Default)]
pub enum Concrete<'s, V: Vector> {
    /// A shape of any other type.
    #[default]
    Unknown,
    /// The shape itself.
    Known(&'s dyn Any),
    /// Behind a pointer or an enum; all else that is known of the core is [there](Container::content).
    Inside(&'s dyn Container<V>),
}

/// A pointer to a shape, or an enum of shapes.
pub trait Container<V: Vector> {
    /// The shape inside, which is no container, and what is known of it.
    fn content(&self) -> (&dyn Support<V>, Core<'_, V>);

    /// The container itself, or the shape inside, where queries have code of their own for its type.
    fn known(&self) -> Option<&dyn Any>;
}

impl<'s, V: Vector> Concrete<'s, V> {
    /// The shape, where queries have code of their own for its type.
    #[inline(always)]
    pub fn known(self) -> Option<&'s dyn Any> {
        match self {
            Concrete::Unknown => None,
            Concrete::Known(shape) => Some(shape),
            Concrete::Inside(container) => container.known(),
        }
    }
}
