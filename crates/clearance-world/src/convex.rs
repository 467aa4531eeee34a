//! Pairs of convex shapes: the one place that queries the core about them.

use clearance::query::Pair;
use clearance::{Options, Pose, Proximity, Shape, Space};

/// A shape where it is.
pub(crate) type Posed<'s, V> = (&'s Shape<V>, &'s Pose<V>);

/// The signed distance of two shapes, in the frame of their poses.
pub(crate) fn signed_distance<V: Space>(
    a: Posed<'_, V>,
    b: Posed<'_, V>,
    options: &Options<V::Scalar>,
) -> Proximity<V> {
    Pair::in_world(a, b).options(*options).signed_distance()
}

/// Whether two shapes meet; `None` if rounding leaves it open. Most separated pairs are decided by a support evaluation
/// or two; of the others no depth is computed.
pub(crate) fn decide<V: Space>(a: Posed<'_, V>, b: Posed<'_, V>, options: &Options<V::Scalar>) -> Option<bool> {
    Pair::in_world(a, b).options(*options).collides()
}
