//! A question with everything that may be said about it.

use super::contact::{ContactOptions, Manifold};
use super::dispatch::Memory;
use super::gradient::PoseGradient;
use super::observe::Event;
use super::placement::Bodies;
use super::second::SecondDerivatives;
use super::smoothed::Smoothed;
use super::space::Space;
use super::warm::WarmStart;
use super::{Proximity, Within};
use crate::math::Pose;
use crate::options::Options;
use crate::support::Support;

/// Two bodies about which questions are asked with options, with a warm start, or in the frame of the world.
///
/// The free functions of [`query`](crate::query) ask the same questions of two bodies and a relative pose.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3, query::Pair};
/// let ball = Ball::new(1.0).unwrap();
/// let at = |x: f64| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
/// let found = Pair::in_world((&ball, &at(10.0)), (&ball, &at(12.5))).signed_distance();
/// assert_eq!((found.signed_distance, found.witness_a.x), (0.5, 11.0));
/// ```
pub struct Pair<'p, V: Space> {
    bodies: Bodies<'p, V>,
    options: Options<V::Scalar>,
    warm: Option<&'p mut WarmStart<V>>,
}

impl<'p, V: Space> Pair<'p, V> {
    /// `b` at the pose `b_in_a` of its frame in `a`'s; answers are in `a`'s frame.
    #[inline]
    pub fn new(a: &'p (impl Support<V> + ?Sized), b: &'p (impl Support<V> + ?Sized), b_in_a: &'p Pose<V>) -> Self {
        Pair { bodies: Bodies::new(a, b, b_in_a), options: Options::default(), warm: None }
    }

    /// `a` and `b` with their poses in a common frame, in which answers are.
    #[inline]
    pub fn in_world(
        a: (&'p (impl Support<V> + ?Sized), &'p Pose<V>),
        b: (&'p (impl Support<V> + ?Sized), &'p Pose<V>),
    ) -> Self {
        Pair { bodies: Bodies::in_world(a, b), options: Options::default(), warm: None }
    }

    /// When to stop, and how accurate to be.
    #[inline]
    pub fn options(self, options: Options<V::Scalar>) -> Self {
        Pair { options, ..self }
    }

    /// Begins where the last query of the pair ended, and remembers where this one ends. Enclosures are as wide; the last digits may differ.
    #[inline]
    pub fn warm(self, warm: &'p mut WarmStart<V>) -> Self {
        Pair { warm: Some(warm), ..self }
    }

    /// Asks with the memory that is given, or with none.
    #[inline]
    fn ask<R>(self, ask: impl FnOnce(&Bodies<'_, V>, &Options<V::Scalar>, &mut Memory<'_, V>) -> R) -> R {
        let mut none = WarmStart::new();
        let warm = self.warm.unwrap_or(&mut none);
        ask(&self.bodies, &self.options, &mut Memory { warm, kept: None })
    }

    /// See [`intersects`](super::intersects).
    #[inline]
    pub fn intersects(self) -> bool {
        V::intersects(&self.bodies)
    }
    /// Whether the closed bodies have a common point; `None` where neither is proven. [`intersects`](Self::intersects) is true there.
    ///
    /// ```
    /// use clearance::{Ball, Pose3, Vec3, query::Pair};
    /// let ball = Ball::new(1.0).unwrap();
    /// let at = |x: f64| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
    /// let collides = |x: f64| Pair::new(&ball, &ball, &at(x)).collides();
    /// assert_eq!([collides(1.9), collides(2.1)], [Some(true), Some(false)]);
    /// ```
    #[inline]
    pub fn collides(self) -> Option<bool> {
        V::collides(&self.bodies, &self.options)
    }
    /// See [`distance`](super::distance).
    #[inline]
    pub fn distance(self) -> Proximity<V> {
        self.ask(V::distance)
    }
    /// See [`signed_distance`](super::signed_distance).
    #[inline]
    pub fn signed_distance(self) -> Proximity<V> {
        self.ask(V::signed_distance)
    }
    /// See [`distance_within`](super::distance_within).
    #[inline]
    pub fn distance_within(self, max: V::Scalar) -> Within<V> {
        self.ask(|bodies, options, memory| V::distance_within(bodies, max, options, memory))
    }
    /// The signed distance with everything that the query does shown to `observe`; the answer is the same to the last bit. For pairs that
    /// have a [formula](crate::Form) steps are taken all the same, and the answer is theirs.
    pub fn observed(self, mut observe: impl FnMut(Event<'_, V>)) -> Proximity<V> {
        V::observed(&self.bodies, &self.options, &mut observe)
    }
    /// See [`contact`](super::contact).
    pub fn contact(self, contact: &ContactOptions<V::Scalar>) -> Manifold<V> {
        self.ask(|bodies, options, memory| V::contact(bodies, contact, options, memory))
    }
    /// See [`gradient`](super::gradient).
    pub fn gradient(self) -> PoseGradient<V> {
        self.ask(V::gradient)
    }
    /// See [`second_derivatives`](super::second_derivatives).
    pub fn second_derivatives(self, about: V) -> Option<SecondDerivatives<V>> {
        self.ask(|bodies, options, memory| V::second_derivatives(bodies, about, options, memory))
    }
    /// See [`smoothed_distance`](super::smoothed_distance).
    pub fn smoothed_distance(self, blur: V::Scalar) -> Smoothed<V> {
        V::smoothed_distance(&self.bodies, blur, &self.options)
    }
}
