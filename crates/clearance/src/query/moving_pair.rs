//! The time of impact of two bodies that move.

use super::space::Space;
use crate::motion::{Impact, Motion, MovingBody, ToiOptions};
use crate::support::{Snapshot, Support};

/// When two moving bodies first come into contact over `0 ≤ t ≤ 1`; touching counts.
///
/// Never passes a contact, however thin the bodies or fast the motion. Cost: some 13 support evaluations of boxes and 22 of
/// hulls of 100 vertices, 17 and 25 for turns up to two radians; in proportion to the turns beyond a few.
pub fn time_of_impact<V: Space>(
    a: (&(impl Support<V> + ?Sized), &dyn Motion<V>),
    b: (&(impl Support<V> + ?Sized), &dyn Motion<V>),
) -> Impact<V> {
    MovingPair::new(a, b).time_of_impact()
}

/// Two moving bodies whose [`time_of_impact`] is asked for with options.
pub struct MovingPair<'p, V: Space> {
    courses: [MovingBody<'p, V>; 2],
    options: ToiOptions<V::Scalar>,
}

impl<'p, V: Space> MovingPair<'p, V> {
    /// Two bodies, each with its motion in the world.
    pub fn new(
        (a, motion_a): (&'p (impl Support<V> + ?Sized), &'p dyn Motion<V>),
        (b, motion_b): (&'p (impl Support<V> + ?Sized), &'p dyn Motion<V>),
    ) -> Self {
        let courses = [
            MovingBody { shape: Snapshot::new(a), motion: motion_a },
            MovingBody { shape: Snapshot::new(b), motion: motion_b },
        ];
        MovingPair { courses, options: ToiOptions::default() }
    }

    /// What counts as contact, and how much work may be done.
    pub fn options(self, options: ToiOptions<V::Scalar>) -> Self {
        MovingPair { options, ..self }
    }

    /// See [`time_of_impact`].
    pub fn time_of_impact(self) -> Impact<V> {
        let [a, b] = self.courses;
        V::time_of_impact(a, b, &self.options)
    }
}
