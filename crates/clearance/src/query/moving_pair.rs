//! The time of impact of two bodies that move.

use super::against::{Against, Moving};
use super::space::Space;
use crate::motion::{ApproachOptions, ClosestApproach, Impact, Motion, Overlap, ToiOptions};

/// When two moving bodies first come into contact over `0 ≤ t ≤ 1`; touching counts.
///
/// Never passes a contact, however thin the bodies or fast the motion. Cost: some 13 support evaluations of boxes and
/// 22 of hulls of 100 vertices, 17 and 25 for turns up to two radians; in proportion to the turns beyond a few.
///
/// One of the bodies may be a [`Halfspace`](crate::Halfspace), which may move as well.
///
/// ```
/// use clearance::query::time_of_impact;
/// use clearance::query::motion::LinearMotion;
/// use clearance::{Ball, Halfspace, Pose, Vec2};
/// let floor = Halfspace::new(Vec2::new(0.0, 1.0), 0.0).unwrap();
/// let above = Pose::from_translation(Vec2::new(3.0, 2.0)).unwrap();
/// let falling = LinearMotion::straight(above, Vec2::new(1.0, -4.0)).unwrap();
/// let impact = time_of_impact((&floor, &Pose::IDENTITY), (&Ball::new(0.5).unwrap(), &falling));
/// assert!((impact.encounter().unwrap().time - 0.375f64).abs() < 1e-14);
/// ```
#[doc(alias = "toi")]
#[doc(alias = "continuous collision")]
#[doc(alias = "ccd")]
pub fn time_of_impact<V: Space, A: Against<B, V, K> + ?Sized, B: ?Sized, K>(
    a: (&A, &dyn Motion<V>),
    b: (&B, &dyn Motion<V>),
) -> Impact<V> {
    MovingPair::new(a, b).time_of_impact()
}

/// The least signed distance of two moving bodies over `0 ≤ t ≤ 1`, with bounds, and when it is attained.
///
/// Of bodies that overlap it is minus their greatest depth. Cost: some 20 to 100 distances.
///
/// ```
/// use clearance::query::closest_approach;
/// use clearance::query::motion::LinearMotion;
/// use clearance::{Ball, Pose, Vec2};
/// let ball = Ball::new(0.5).unwrap();
/// let start = Pose::from_translation(Vec2::new(-3.0, 2.0)).unwrap();
/// let passing = LinearMotion::straight(start, Vec2::new(4.0, 0.0)).unwrap();
/// let found = closest_approach((&ball, &Pose::IDENTITY), (&ball, &passing));
/// // The centres are 2 apart where the second one has come 3 of its 4.
/// assert!(found.complete && found.least.lower <= 1.0 && 1.0 <= found.least.upper);
/// assert!(found.times.lower <= 0.75 && 0.75 <= found.times.upper && (found.time - 0.75f64).abs() < 1e-2);
/// ```
#[doc(alias = "minimum distance")]
#[doc(alias = "least distance")]
pub fn closest_approach<V: Space, A: Against<B, V, K> + ?Sized, B: ?Sized, K>(
    a: (&A, &dyn Motion<V>),
    b: (&B, &dyn Motion<V>),
) -> ClosestApproach<V> {
    MovingPair::new(a, b).closest_approach(&ApproachOptions::default())
}

/// Two moving bodies whose [`time_of_impact`] and [`closest_approach`] are queried with options.
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
    bodies: Moving<'p, V>,
    options: ToiOptions<V::Scalar>,
}

impl<'p, V: Space> MovingPair<'p, V> {
    /// Two bodies, each with its motion in the world.
    pub fn new<A: Against<B, V, K> + ?Sized, B: ?Sized, K>(
        (a, motion_a): (&'p A, &'p dyn Motion<V>),
        (b, motion_b): (&'p B, &'p dyn Motion<V>),
    ) -> Self {
        MovingPair { bodies: a.moving(motion_a, b, motion_b), options: ToiOptions::default() }
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
        match self.bodies {
            Moving::Shapes([a, b]) => V::time_of_impact(a, b, &self.options),
            Moving::Halfspace { half, motion, shape, swapped } => {
                let found = V::halfspace_impact(half, motion, shape, &self.options);
                if swapped { found.swapped() } else { found }
            }
        }
    }

    /// See [`closest_approach`]; the options of times of impact are not its.
    pub fn closest_approach(self, options: &ApproachOptions<V::Scalar>) -> ClosestApproach<V> {
        match self.bodies {
            Moving::Shapes([a, b]) => V::closest_approach(a, b, options),
            Moving::Halfspace { half, motion, shape, swapped } => {
                let found = V::halfspace_approach(half, motion, shape, options);
                if swapped { found.swapped() } else { found }
            }
        }
    }
}
