//! The questions about two bodies, and a question with everything that may be said about it.

use super::contact::{ContactOptions, Manifold};
use super::dispatch::Memory;
use super::gradient::PoseGradient;
use super::observe::Event;
use super::second::SecondDerivatives;
use super::smoothed::Smoothed;
use super::space::Space;
use super::warm::WarmStart;
use super::{Proximity, Within, at_once};
use crate::math::Pose;
use crate::options::Options;
use crate::shape::Shape;
use crate::support::{Bodies, Placement, Snapshot, Support};

/// Whether the closed bodies have a common point. Touching counts.
///
/// Agrees with the status of [`signed_distance`]. Cost: usually one or two support evaluations; none if balls around the bodies are apart.
pub fn intersects<V: Space>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized), b_in_a: &Pose<V>) -> bool {
    Pair::new(a, b, b_in_a).intersects()
}

/// The distance of the closed bodies with witness points; zero with a common point if they meet.
///
/// Cost: one support evaluation of both shapes for each step, 2 to 10 for boxes and small polytopes.
pub fn distance<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
) -> Proximity<V> {
    Pair::new(a, b, b_in_a).distance()
}

/// The signed distance: the distance of bodies that are apart, minus the penetration depth of bodies that overlap.
pub fn signed_distance<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
) -> Proximity<V> {
    Pair::new(a, b, b_in_a).signed_distance()
}

/// The signed distance if it is at most `max`, else a proof that it is not: the cheapest question for far pairs.
pub fn distance_within<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
    max: V::Scalar,
) -> Within<V> {
    Pair::new(a, b, b_in_a).distance_within(max)
}

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
    asked: Asked<'p, V>,
}

/// What belongs to a question besides the shapes.
pub struct Asked<'p, V: Space> {
    pub(super) placement: Placement<'p, V>,
    pub(super) options: Options<V::Scalar>,
    warm: Option<&'p mut WarmStart<V>>,
}

impl<V: Space> Asked<'_, V> {
    /// What queries read.
    #[inline(always)]
    pub(super) fn bodies<'s>(
        &'s self,
        a: &'s (impl Support<V> + ?Sized),
        b: &'s (impl Support<V> + ?Sized),
    ) -> Bodies<'s, V> {
        Bodies { a: Snapshot::new(a), b: Snapshot::new(b), placement: self.placement }
    }

    /// Asks with the memory that is given, or with none.
    #[inline(always)]
    pub(super) fn ask<R>(
        &mut self,
        a: &(impl Support<V> + ?Sized),
        b: &(impl Support<V> + ?Sized),
        question: impl FnOnce(&Bodies<'_, V>, &Options<V::Scalar>, &mut Memory<'_, V>) -> R,
    ) -> R {
        // A copy of the options: with a pointer to them the placement would have to be in memory too.
        let (options, warm, mut none) = (self.options, self.warm.take(), WarmStart::new());
        question(&self.bodies(a, b), &options, &mut Memory { warm: warm.unwrap_or(&mut none), kept: None })
    }
}

impl<'p, V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Pair<'p, V, A, B> {
    /// `b` at the pose `b_in_a` of its frame in `a`'s; answers are in `a`'s frame.
    #[inline(always)]
    pub fn new(a: &'p A, b: &'p B, b_in_a: &'p Pose<V>) -> Self {
        Self::placed(a, b, Placement::Relative(b_in_a))
    }

    /// `a` and `b` with their poses in a common frame, in which answers are.
    #[inline(always)]
    pub fn in_world((a, pose_a): (&'p A, &'p Pose<V>), (b, pose_b): (&'p B, &'p Pose<V>)) -> Self {
        Self::placed(a, b, Placement::World([pose_a, pose_b]))
    }

    #[inline(always)]
    fn placed(a: &'p A, b: &'p B, placement: Placement<'p, V>) -> Self {
        Pair { a, b, asked: Asked { placement, options: Options::default(), warm: None } }
    }

    /// When to stop, and how accurate to be.
    #[inline]
    pub fn options(self, options: Options<V::Scalar>) -> Self {
        Pair { asked: Asked { options, ..self.asked }, ..self }
    }

    /// Begins where the last query of the pair ended, and remembers where this one ends. Enclosures are as wide; the last digits may differ.
    #[inline]
    pub fn warm(self, warm: &'p mut WarmStart<V>) -> Self {
        Pair { asked: Asked { warm: Some(warm), ..self.asked }, ..self }
    }

    /// Both shapes, if they are kept in the enum of all.
    #[inline(always)]
    fn any(&self) -> Option<[&'p Shape<V>; 2]> {
        let [a, b] = [self.a.core().concrete, self.b.core().concrete];
        Some([a.known()?.downcast_ref()?, b.known()?.downcast_ref()?])
    }

    /// What all queries read.
    #[inline(always)]
    fn bodies(&self) -> Bodies<'_, V> {
        self.asked.bodies(self.a, self.b)
    }

    #[inline(always)]
    fn ask<R>(mut self, question: impl FnOnce(&Bodies<'_, V>, &Options<V::Scalar>, &mut Memory<'_, V>) -> R) -> R {
        self.asked.ask(self.a, self.b, question)
    }

    /// See [`intersects`](super::intersects).
    #[inline(always)]
    pub fn intersects(self) -> bool {
        self.options(Options::default()).collides() != Some(false)
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
        match self.any() {
            Some([a, b]) => V::collides_of_any(a, b, &self.asked),
            None => at_once::collides(self.a, self.b, &self.asked),
        }
    }
    /// See [`distance`](super::distance).
    #[inline(always)]
    pub fn distance(mut self) -> Proximity<V> {
        match self.any() {
            Some([a, b]) => V::distance_of_any(a, b, &mut self.asked),
            None => at_once::distance(self.a, self.b, &mut self.asked),
        }
    }
    /// See [`signed_distance`](super::signed_distance).
    #[inline(always)]
    pub fn signed_distance(mut self) -> Proximity<V> {
        match self.any() {
            Some([a, b]) => V::signed_distance_of_any(a, b, &mut self.asked),
            None => at_once::signed_distance(self.a, self.b, &mut self.asked),
        }
    }
    /// See [`distance_within`](super::distance_within).
    #[inline]
    pub fn distance_within(self, max: V::Scalar) -> Within<V> {
        self.ask(|bodies, options, memory| V::distance_within(bodies, max, options, memory))
    }
    /// The signed distance with everything that the query does shown to `observe`; the answer is the same to the last bit. For pairs that
    /// have a [formula](crate::Form) steps are taken all the same, and the answer is theirs.
    pub fn observed(self, mut observe: impl FnMut(Event<'_, V>)) -> Proximity<V> {
        V::observed(&self.bodies(), &self.asked.options, &mut observe)
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
        V::smoothed_distance(&self.bodies(), blur, &self.asked.options)
    }
}
