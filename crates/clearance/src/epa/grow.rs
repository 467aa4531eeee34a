//! Which polytope grows in which dimension.

use super::Growth;
use super::dim2::Polygon;
use super::dim3::Polyhedron;
use crate::math::{Real, Vec2, Vec3};
use crate::simplex::Reduce;

/// A space in which polytopes can be grown. Sealed.
pub trait Grow: Reduce {
    /// The polytope of the penetration algorithm.
    #[doc(hidden)]
    type Growth: Growth<Self>;
}

impl<T: Real> Grow for Vec2<T> {
    type Growth = Polygon<T>;
}

impl<T: Real> Grow for Vec3<T> {
    type Growth = Polyhedron<T>;
}
