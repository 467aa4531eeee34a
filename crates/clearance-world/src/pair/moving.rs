//! When two bodies that move first meet.

use clearance::Space;
use clearance::query::motion::Motion;
use clearance::query::{Impact, ToiOptions};

use super::check;
use crate::body::Body;
use crate::meeting::{Moving, first_contact};
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
        check(self.bodies)?;
        let moving = |side: usize| Moving { body: self.bodies[side], motion: self.motions[side] };
        let (parts, impact) = first_contact(moving(0), moving(1), &self.options);
        Ok(Meeting { parts, impact })
    }
}
