//! Pointers to shapes, behind which queries look.

use core::any::Any;

use super::{Container, Core, Support, SupportExt};
use crate::math::Vector;

macro_rules! point_to {
    ($($pointer:ty),+) => {$(
        impl<V: Vector, S: Support<V> + ?Sized> Container<V> for $pointer {
            #[inline]
            fn content(&self) -> (&dyn Support<V>, Core<'_, V>) {
                (**self).innermost()
            }
            #[inline]
            fn known(&self) -> Option<&dyn Any> {
                (**self).core().concrete.known()
            }
        }
    )+};
}

point_to!(&S, alloc::boxed::Box<S>, alloc::sync::Arc<S>);
