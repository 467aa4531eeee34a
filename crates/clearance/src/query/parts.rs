//! The contact of a body of many convex parts.

use super::space::Space;
use crate::manifold::{ContactOptions, PartsContact};
use crate::math::Pose;
use crate::proximity::Proximity;
use crate::shape::Shape;
use crate::support::{Snapshot, Support};

/// The contact of some parts of a body A with a shape B: corners of what the faces of all parts along one normal
/// have in common with the face of B, each with the index of its part.
///
/// `deepest` is the index of the deepest or closest part, with its answer: the normal of this is that of all points.
/// Parts whose faces are not in the plane of that contact, but for the [tilt](ContactOptions::tilt), have none. Poses,
/// answers and points are in one frame. Where parts meet in a plane there is no point at their common edges; if no
/// corner is as deep as the deepest part, its witness points come last.
///
/// ```
/// use clearance::query::{ContactOptions, Pair, contact_of_parts};
/// use clearance::{Cuboid, Polytope, Pose3, Shape3, Vec3};
/// // Two tiles side by side, and a brick across their common edge.
/// let at = |x: f64, z| Pose3::from_translation(Vec3::new(x, 0.0, z)).unwrap();
/// let tile = |x: f64| {
///     let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
///     let corners = corners.map(|[u, v]| [-1.0, 0.0].map(|z| Vec3::new(x + u, v, z))).concat();
///     Shape3::from(Polytope::new(&corners).unwrap())
/// };
/// let tiles = [tile(-1.0), tile(1.0)];
/// let brick = Shape3::from(Cuboid::from_half_extents(Vec3::new(0.5, 0.25, 0.25)).unwrap());
/// let (floor, sunk) = (Pose3::IDENTITY, at(0.0, 0.125));
/// let found = Pair::in_world((&tiles[0], &floor), (&brick, &sunk)).signed_distance();
/// let parts = [&tiles[0], &tiles[1]];
/// let contact = contact_of_parts((&parts, &floor), (&brick, &sunk), (0, &found), &ContactOptions::default());
/// assert!(contact.points.len() == 4 && contact.is_whole);
/// for (_, point) in &contact.points {
///     assert!((point.distance + 0.125).abs() < 1e-15 && (point.witness_b.x.abs() - 0.5).abs() < 1e-15); // none at x = 0
/// }
/// ```
#[doc(alias = "contact manifold")]
pub fn contact_of_parts<V: Space>(
    (parts, pose_a): (&[&Shape<V>], &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
    deepest: (usize, &Proximity<V>),
    options: &ContactOptions<V::Scalar>,
) -> PartsContact<V> {
    V::contact_of_parts((parts, pose_a), (&Snapshot::new(b), pose_b), deepest, options)
}
