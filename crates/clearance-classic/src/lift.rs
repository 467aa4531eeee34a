//! The plane as the floor of space, so that formulas with cross products are written once.

use clearance::{Vec3, Vector};

/// The vector with a third component of zero, if it has none.
#[inline]
pub(crate) fn lifted<V: Vector>(v: V) -> Vec3<V::Scalar> {
    Vec3::from_fn(|i| if i < V::DIM { v[i] } else { V::ZERO[0] })
}

/// The first components.
#[inline]
pub(crate) fn dropped<V: Vector>(v: Vec3<V::Scalar>) -> V {
    V::from_fn(|i| v[i])
}
