//! Bodies that move: a pose at every time of `[0, 1]`, and a bound on how much the paths of its points bend.
//!
//! Nothing else is needed to prove that two moving bodies stay apart (see
//! [`time_of_impact`](crate::query::time_of_impact)), so a motion of the user's own needs no more than these two
//! functions.

mod body;
mod closest;
mod course;
mod encounter;
pub(crate) mod impact;
mod linear;
mod passed;
mod rotating;

pub use body::MovingBody;
pub use closest::{ApproachOptions, ClosestApproach};
pub use course::Course;
pub(crate) use course::Envelope;
pub use encounter::{Encounter, Impact, Overlap, ToiOptions};
pub use linear::LinearMotion;
pub use rotating::Rotating;

use crate::dimension::Dimension;
use crate::math::{Pose, Real};

/// A rigid motion over `0 ≤ t ≤ 1`.
///
/// A fixed body is its [`Pose`].
pub trait Motion<V: Dimension> {
    /// The pose at a time, with the errors of its rounding; see [`Pose::widened`].
    fn pose_at(&self, t: V::Scalar) -> Pose<V>;

    /// An upper bound of `|dir·x″(t)|` over all times, for every point `x` of the body within `reach` of the origin of
    /// its frame; `dir` is a unit vector. Zero for points that move along straight lines at constant speed.
    fn bend(&self, dir: V, reach: V::Scalar) -> V::Scalar;

    /// The pose at a time with its translation counted from a point of the world. Near that point it should round less
    /// than the world's coordinates do.
    fn pose_from(&self, origin: V, t: V::Scalar) -> Pose<V> {
        counted_from(origin, self.pose_at(t))
    }

    /// What is known of all times at once, for motions that turn at a constant rate; without it, fast spins cost in
    /// proportion to the turns.
    fn course(&self) -> Option<Course<V>> {
        None
    }
}

/// A pose with its translation counted from a point, rounded once.
fn counted_from<V: Dimension>(origin: V, pose: Pose<V>) -> Pose<V> {
    let translation = pose.translation() - origin;
    let rounding = V::Scalar::UNIT * translation.abs().dot(V::from_fn(|_| V::Scalar::ONE));
    pose.moved_to(translation).widened(V::Scalar::ZERO, if origin == V::ZERO { V::Scalar::ZERO } else { rounding })
}

impl<V: Dimension> Motion<V> for Pose<V> {
    fn pose_at(&self, _: V::Scalar) -> Pose<V> {
        *self
    }
    fn bend(&self, _: V, _: V::Scalar) -> V::Scalar {
        V::Scalar::ZERO
    }
    fn course(&self) -> Option<Course<V>> {
        Some(Course { to_pivot: V::ZERO, way: V::ZERO, axis: V::ZERO, turns: false })
    }
}

impl<V: Dimension, M: Motion<V> + ?Sized> Motion<V> for &M {
    fn pose_at(&self, t: V::Scalar) -> Pose<V> {
        (**self).pose_at(t)
    }
    fn bend(&self, dir: V, reach: V::Scalar) -> V::Scalar {
        (**self).bend(dir, reach)
    }
    fn pose_from(&self, origin: V, t: V::Scalar) -> Pose<V> {
        (**self).pose_from(origin, t)
    }
    fn course(&self) -> Option<Course<V>> {
        (**self).course()
    }
}

#[cfg(test)]
mod tests;
