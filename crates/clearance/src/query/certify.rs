//! The status with its proof.

use super::space::Space;
use crate::decide::Certificate;
use crate::math::{Pose, Real};
use crate::support::{Snapshot, Support};

/// Proves the status of `a` at `pose_a` and `b` at `pose_b` by exact arithmetic, in their frame; `None` if one of them
/// has no exact answers ([`crate::exact`] says which have), or if a pose is made of angles or of a matrix, whose
/// rotation no rational one is.
///
/// The status is that of every other query. Cost: that of an exact decision, 10 to 100 µs for small polytopes.
///
/// ```
/// use clearance::query::Certificate;
/// use clearance::{Cuboid, Pose3, Vec3, query};
/// let step = Cuboid::from_half_extents(Vec3::new(0.5, 1.5, 0.25)).unwrap();
/// let [low, high] = [0.25, 0.75].map(|z| Pose3::from_translation(Vec3::new(3.0, 0.5, z)).unwrap());
/// let proof = query::certify((&step, &low), (&step, &high)).unwrap();
/// let Certificate::Touching { direction, .. } = proof else { panic!() };
/// assert_eq!(direction.unit::<Vec3<f64>>(), Vec3::new(0.0, 0.0, 1.0));
/// ```
pub fn certify<V: Space>(
    (a, pose_a): (&(impl Support<V> + ?Sized), &Pose<V>),
    (b, pose_b): (&(impl Support<V> + ?Sized), &Pose<V>),
) -> Option<Certificate> {
    let exact = |pose: &Pose<V>| pose.fine_error() == V::Scalar::ZERO;
    if exact(pose_a) && exact(pose_b) { V::certify(&Snapshot::new(a), pose_a, &Snapshot::new(b), pose_b) } else { None }
}
