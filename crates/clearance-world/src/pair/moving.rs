//! When two bodies that move first meet.

use clearance::Space;
use clearance::query::motion::Motion;
use clearance::query::{ApproachOptions, Impact, ToiOptions};

use super::check;
use crate::body::Body;
use crate::meeting::{BodiesApproach, Moving, TimesBelow, closest_approach, first_contact, times_below};
use crate::refusal::Refusal;

/// The first contact of two moving bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting<V: Space> {
    /// The parts of the bodies that meet first.
    pub parts: [u32; 2],
    /// A hit, a proof that they do not meet, or undecided. Its proximity is that of the parts.
    pub impact: Impact<V>,
}

/// Two bodies of any kind that move: [`MovingPair`](clearance::query::MovingPair) of bodies.
///
/// ```
/// use clearance::query::motion::LinearMotion;
/// use clearance::{Ball, Halfspace, Pose3, Vec3};
/// use clearance_world::{Body, MovingBodies};
/// let floor = Body::halfspace(Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0).unwrap());
/// let ball = Body::new(Ball::new(0.5).unwrap());
/// let start = Pose3::from_translation(Vec3::new(0.0, 0.0, 2.5)).unwrap();
/// let fall = LinearMotion::straight(start, Vec3::new(0.0, 0.0, -4.0)).unwrap();
/// let found = MovingBodies::new((&floor, &Pose3::IDENTITY), (&ball, &fall)).time_of_impact().unwrap();
/// assert!((found.impact.encounter().unwrap().time - 0.5f64).abs() < 1e-13); // 2 of 4
/// ```
pub struct MovingBodies<'p, V: Space> {
    bodies: [&'p Body<V>; 2],
    motions: [&'p dyn Motion<V>; 2],
    options: ToiOptions<V::Scalar>,
}

impl<'p, V: Space> MovingBodies<'p, V> {
    /// Two bodies, each with its motion in the world.
    pub fn new(
        (a, motion_a): (&'p Body<V>, &'p dyn Motion<V>),
        (b, motion_b): (&'p Body<V>, &'p dyn Motion<V>),
    ) -> Self {
        MovingBodies { bodies: [a, b], motions: [motion_a, motion_b], options: ToiOptions::default() }
    }

    /// What counts as contact, and how much work may be done. [`Overlap::Ignored`](clearance::query::Overlap::Ignored)
    /// is of each pair of parts, not of the bodies.
    pub fn options(self, options: ToiOptions<V::Scalar>) -> Self {
        MovingBodies { options, ..self }
    }

    /// When the closed bodies first have a common point over `0 ≤ t ≤ 1`, or are at the target distance. Never passes a
    /// contact.
    pub fn time_of_impact(self) -> Result<Meeting<V>, Refusal> {
        let [a, b] = self.moving()?;
        let (parts, impact) = first_contact(a, b, &self.options);
        Ok(Meeting { parts, impact })
    }

    /// The least signed distance over `0 ≤ t ≤ 1`, and when it is attained; the options of times of impact are not its.
    ///
    /// Bodies that are apart cost distances of them as they are, and a
    /// [closest approach](clearance::query::closest_approach) for each pair of parts that may be the nearest. Of bodies
    /// in contact that are not convex, the lower bound is that of their hulls. Of a height field, voxels or a cloud and
    /// a halfspace, it is that of a box.
    ///
    /// ```
    /// use clearance::query::ApproachOptions;
    /// use clearance::query::motion::LinearMotion;
    /// use clearance::{Ball, Pose3, Shape3, Vec3};
    /// use clearance_world::{Body, MovingBodies};
    /// let at = |x, y| Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap();
    /// let ball = Shape3::from(Ball::new(0.5).unwrap());
    /// let dumbbell = Body::compound([(ball.clone(), at(-2.0, 0.0)), (ball.clone(), at(2.0, 0.0))]).unwrap();
    /// let flight = LinearMotion::straight(at(-4.0, 3.0), Vec3::new(8.0, -1.0, 0.0)).unwrap();
    /// let ball = Body::new(ball);
    /// let pair = MovingBodies::new((&dumbbell, &Pose3::IDENTITY), (&ball, &flight));
    /// let found = pair.closest_approach(&ApproachOptions::default()).unwrap();
    /// // The line x + 8 y = 20 passes the second ball's centre at 18/√65, where 51 of 65 are behind.
    /// let least = 18.0 / 65f64.sqrt() - 1.0;
    /// assert!(found.complete && found.least.lower <= least && least <= found.least.upper);
    /// assert!(found.between.parts == [1, 0] && (found.time - 51.0 / 65.0).abs() < 1e-2);
    /// ```
    pub fn closest_approach(self, options: &ApproachOptions<V::Scalar>) -> Result<BodiesApproach<V>, Refusal> {
        let [a, b] = self.moving()?;
        Ok(closest_approach(a, b, options))
    }

    /// All times of `0 ≤ t ≤ 1` at which the signed distance is at most a distance: at all others it is proven to be
    /// greater. At the ends of a stretch, and wherever it is greater within one, it is at most
    /// [`ApproachOptions::within`] greater, unless `max_steps` distances were too few to prove that.
    ///
    /// The distance of bodies that are not convex must not be negative; in contact theirs is zero.
    ///
    /// ```
    /// use clearance::query::ApproachOptions;
    /// use clearance::query::motion::LinearMotion;
    /// use clearance::{Ball, Pose3, Vec3};
    /// use clearance_world::{Body, MovingBodies};
    /// let ball = Body::new(Ball::new(0.5).unwrap());
    /// let start = Pose3::from_translation(Vec3::new(-4.0, 3.0, 0.0)).unwrap();
    /// let flight = LinearMotion::straight(start, Vec3::new(8.0, 0.0, 0.0)).unwrap();
    /// let pair = MovingBodies::new((&ball, &Pose3::IDENTITY), (&ball, &flight));
    /// // The centres are within 5 m of each other at all times, and 4 m apart at x = ±√7.
    /// let found = pair.times_below(3.0, &ApproachOptions::default()).unwrap();
    /// let [from, to] = [0.5 - 7f64.sqrt() / 8.0, 0.5 + 7f64.sqrt() / 8.0];
    /// assert!(found.len() == 1 && found[0].proven);
    /// assert!((found[0].times.lower - from).abs() < 1e-6 && (found[0].times.upper - to).abs() < 1e-6);
    /// ```
    pub fn times_below(
        self,
        distance: V::Scalar,
        options: &ApproachOptions<V::Scalar>,
    ) -> Result<Vec<TimesBelow<V::Scalar>>, Refusal> {
        times_below(self.moving()?, distance, options)
    }

    fn moving(&self) -> Result<[Moving<'p, V>; 2], Refusal> {
        check(self.bodies)?;
        Ok([0, 1].map(|side| Moving { body: self.bodies[side], motion: self.motions[side] }))
    }
}
