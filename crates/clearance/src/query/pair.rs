//! A question with everything that may be said about it.

use super::contact::{ContactOptions, Manifold};
use super::dispatch::Memory;
use super::gradient::PoseGradient;
use super::observe::Event;
use super::placement::{Bodies, Placement};
use super::second::SecondDerivatives;
use super::smoothed::Smoothed;
use super::space::Space;
use super::warm::WarmStart;
use super::{Proximity, Within, at_once};
use crate::math::Pose;
use crate::options::Options;
use crate::shape::Shape;
use crate::support::{Outlined, Snapshot, Support};

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
pub struct Pair<'p, V: Space, A: ?Sized = Shape<V>, B: ?Sized = Shape<V>> {
    a: &'p A,
    b: &'p B,
    placement: Placement<'p, V>,
    options: Options<V::Scalar>,
    warm: Option<&'p mut WarmStart<V>>,
}

impl<'p, V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Pair<'p, V, A, B> {
    /// `b` at the pose `b_in_a` of its frame in `a`'s; answers are in `a`'s frame.
    #[inline(always)]
    pub fn new(a: &'p A, b: &'p B, b_in_a: &'p Pose<V>) -> Self {
        Pair { a, b, placement: Placement::Relative(b_in_a), options: Options::default(), warm: None }
    }

    /// `a` and `b` with their poses in a common frame, in which answers are.
    #[inline(always)]
    pub fn in_world((a, pose_a): (&'p A, &'p Pose<V>), (b, pose_b): (&'p B, &'p Pose<V>)) -> Self {
        Pair { a, b, placement: Placement::World([pose_a, pose_b]), options: Options::default(), warm: None }
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

    /// What formulas read.
    #[inline(always)]
    fn outlined(&self) -> [Outlined<'p, V>; 2] {
        [Outlined::new(self.a), Outlined::new(self.b)]
    }

    /// What all queries read.
    #[inline(always)]
    fn bodies(&self, [a, b]: &[Outlined<'p, V>; 2]) -> Bodies<'p, V> {
        let (a, b) = (Snapshot::of(self.a, a.outline()), Snapshot::of(self.b, b.outline()));
        Bodies { a, b, placement: self.placement }
    }

    /// Asks with the memory that is given, or with none.
    #[inline(always)]
    fn ask<R>(
        self,
        outlined: &[Outlined<'p, V>; 2],
        ask: impl FnOnce(&Bodies<'_, V>, &Options<V::Scalar>, &mut Memory<'_, V>) -> R,
    ) -> R {
        let (bodies, options, mut none) = (self.bodies(outlined), self.options, WarmStart::new());
        let warm = self.warm.unwrap_or(&mut none);
        ask(&bodies, &options, &mut Memory { warm, kept: None })
    }

    /// See [`intersects`](super::intersects).
    #[inline(always)]
    pub fn intersects(self) -> bool {
        let outlined = self.outlined();
        at_once::collides(&outlined, &self.placement).unwrap_or_else(|| V::intersects(&self.bodies(&outlined)))
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
    #[inline(always)]
    pub fn collides(self) -> Option<bool> {
        let outlined = self.outlined();
        at_once::collides(&outlined, &self.placement).or_else(|| V::collides(&self.bodies(&outlined), &self.options))
    }
    /// See [`distance`](super::distance).
    #[inline(always)]
    pub fn distance(self) -> Proximity<V> {
        let outlined = self.outlined();
        match at_once::distance(&outlined, &self.placement, &self.options) {
            Some(found) => found,
            None => self.ask(&outlined, V::distance),
        }
    }
    /// See [`signed_distance`](super::signed_distance).
    #[inline(always)]
    pub fn signed_distance(self) -> Proximity<V> {
        let outlined = self.outlined();
        match at_once::signed_distance(&outlined, &self.placement, &self.options) {
            Some(found) => found,
            None => self.ask(&outlined, V::signed_distance),
        }
    }
    /// See [`distance_within`](super::distance_within).
    #[inline]
    pub fn distance_within(self, max: V::Scalar) -> Within<V> {
        let outlined = self.outlined();
        self.ask(&outlined, |bodies, options, memory| V::distance_within(bodies, max, options, memory))
    }
    /// The signed distance with everything that the query does shown to `observe`; the answer is the same to the last bit. For pairs that
    /// have a [formula](crate::Form) steps are taken all the same, and the answer is theirs.
    pub fn observed(self, mut observe: impl FnMut(Event<'_, V>)) -> Proximity<V> {
        V::observed(&self.bodies(&self.outlined()), &self.options, &mut observe)
    }
    /// See [`contact`](super::contact).
    pub fn contact(self, contact: &ContactOptions<V::Scalar>) -> Manifold<V> {
        let outlined = self.outlined();
        self.ask(&outlined, |bodies, options, memory| V::contact(bodies, contact, options, memory))
    }
    /// See [`gradient`](super::gradient).
    pub fn gradient(self) -> PoseGradient<V> {
        let outlined = self.outlined();
        self.ask(&outlined, V::gradient)
    }
    /// See [`second_derivatives`](super::second_derivatives).
    pub fn second_derivatives(self, about: V) -> Option<SecondDerivatives<V>> {
        let outlined = self.outlined();
        self.ask(&outlined, |bodies, options, memory| V::second_derivatives(bodies, about, options, memory))
    }
    /// See [`smoothed_distance`](super::smoothed_distance).
    pub fn smoothed_distance(self, blur: V::Scalar) -> Smoothed<V> {
        V::smoothed_distance(&self.bodies(&self.outlined()), blur, &self.options)
    }
}
