//! The time of impact of two bodies that move.

use super::space::Space;
use crate::motion::{Impact, Motion, MovingBody, Overlap, ToiOptions};
use crate::support::{Snapshot, Support};

/// When two moving bodies first come into contact over `0 ≤ t ≤ 1`; touching counts.
///
/// Never passes a contact, however thin the bodies or fast the motion. Cost: some 13 support evaluations of boxes and 22 of
/// hulls of 100 vertices, 17 and 25 for turns up to two radians; in proportion to the turns beyond a few.
#[doc(alias = "toi")]
#[doc(alias = "continuous collision")]
#[doc(alias = "ccd")]
pub fn time_of_impact<V: Space>(
    a: (&(impl Support<V> + ?Sized), &dyn Motion<V>),
    b: (&(impl Support<V> + ?Sized), &dyn Motion<V>),
) -> Impact<V> {
    MovingPair::new(a, b).time_of_impact()
}

/// Two moving bodies whose [`time_of_impact`] is queried with options.
///
/// ```
/// use clearance::prelude::*;
/// let (wall, ball) = (Cuboid::from_half_extents(Vec3::new(0.5, 4.0, 4.0))?, Ball::new(0.25)?);
/// let flight = LinearMotion::straight(Pose3::from_xyz(-5.0, 1.0, 0.0)?, Vec3::new(8.0, 0.0, 0.0))?;
/// let impact = MovingPair::new((&wall, &Pose3::IDENTITY), (&ball, &flight)).target_distance(0.25).time_of_impact();
/// let time = impact.encounter().unwrap().time; // a quarter before the contact, where the ball's centre is at x = -1
/// assert!((time - 0.5f64).abs() < 1e-12);
/// # Ok::<(), ShapeError>(())
/// ```
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

    /// The signed distance that counts as contact; see [`ToiOptions::target_distance`].
    pub fn target_distance(mut self, distance: V::Scalar) -> Self {
        self.options.target_distance = distance;
        self
    }

    /// What an overlap at the start means; see [`ToiOptions::initial_overlap`].
    pub fn initial_overlap(mut self, meaning: Overlap) -> Self {
        self.options.initial_overlap = meaning;
        self
    }

    /// How near in time the contact is found; see [`ToiOptions::tolerance`].
    pub fn tolerance(mut self, tolerance: V::Scalar) -> Self {
        self.options.tolerance = tolerance;
        self
    }

    /// See [`time_of_impact`].
    pub fn time_of_impact(self) -> Impact<V> {
        let [a, b] = self.courses;
        V::time_of_impact(a, b, &self.options)
    }
}
