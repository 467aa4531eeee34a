//! The questions about two bodies, and a question with everything that may be said about it.

use super::against::Against;
use super::asked::Asked;
use super::space::Space;
use crate::derivative::{PoseGradient, SecondDerivatives, Smoothed};
use crate::manifold::{ContactOptions, Manifold};
use crate::math::Pose;
use crate::options::Options;
use crate::proximity::{Proximity, Within};
use crate::shape::Shape;
use crate::solution::Solver;
use crate::solve::{Event, WarmStart};
use crate::support::{Bodies, Placement, Support};

/// Whether the closed bodies have a common point. Touching counts.
///
/// Agrees with the status of [`signed_distance`]. Cost: usually one or two support evaluations; none if balls around
/// the bodies are apart.
#[doc(alias = "overlap")]
#[doc(alias = "intersection test")]
#[doc(alias = "collision")]
pub fn intersects<V: Space, A: Against<B, V, K> + ?Sized, B: ?Sized, K>(a: &A, b: &B, b_in_a: &Pose<V>) -> bool {
    Pair::new(a, b, b_in_a).intersects()
}

/// The distance of the closed bodies with witness points; zero with a common point if they meet.
///
/// Cost: one support evaluation of both shapes for each step, 2 to 10 for boxes and small polytopes.
#[doc(alias = "closest points")]
#[doc(alias = "minimum distance")]
#[doc(alias = "gjk")]
pub fn distance<V: Space, A: Against<B, V, K> + ?Sized, B: ?Sized, K>(a: &A, b: &B, b_in_a: &Pose<V>) -> Proximity<V> {
    Pair::new(a, b, b_in_a).distance()
}

/// The signed distance: the distance of bodies that are apart, minus the penetration depth of bodies that overlap.
///
/// One of the bodies may be a [`Halfspace`](crate::Halfspace): the depth of a shape in it is how far it reaches below
/// the boundary. That costs one support evaluation; the bounds are those of its contract, plus `3(ρ + 6u)` of the
/// shape's reach for the relative rotation (whose own error is `ρ`), and `24u` of the lengths that are added for the
/// rounding of normal, offset and sums.
///
/// ```
/// use clearance::{Cuboid, Halfspace, Pose3, Vec3, query};
/// let floor = Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.5f64).unwrap();
/// let crate_ = Cuboid::from_half_extents(Vec3::new(1.0, 2.0, 0.25)).unwrap();
/// let above = Pose3::from_translation(Vec3::new(3.0, -4.0, 1.0)).unwrap();
/// let found = query::signed_distance(&floor, &crate_, &above);
/// assert!((found.signed_distance - 0.25).abs() < 1e-14 && found.bounds.contains(0.25));
/// ```
#[doc(alias = "penetration depth")]
#[doc(alias = "minimum translation vector")]
#[doc(alias = "mtv")]
#[doc(alias = "epa")]
pub fn signed_distance<V: Space, A: Against<B, V, K> + ?Sized, B: ?Sized, K>(
    a: &A,
    b: &B,
    b_in_a: &Pose<V>,
) -> Proximity<V> {
    Pair::new(a, b, b_in_a).signed_distance()
}

/// The signed distance if it is at most `max`, else a proof that it is not: the cheapest question for far pairs.
#[doc(alias = "proximity")]
#[doc(alias = "broad phase")]
pub fn distance_within<V: Space, A: Against<B, V, K> + ?Sized, B: ?Sized, K>(
    a: &A,
    b: &B,
    b_in_a: &Pose<V>,
    max: V::Scalar,
) -> Within<V> {
    Pair::new(a, b, b_in_a).distance_within(max)
}

/// The contact of two bodies, whether they are apart or overlap, in A's frame.
///
/// Polytopes, rounded or not, have polygons of any number of corners. Of flat faces of curved bodies, like the caps of
/// cylinders, sixteen corners are known. Cost: [`signed_distance`] and one look at every vertex.
///
/// ```
/// use clearance::query::contact;
/// use clearance::{Cuboid, Pose3, Vec3};
/// let table = Cuboid::from_half_extents(Vec3::new(2.0f64, 2.0, 0.5)).unwrap();
/// let brick = Cuboid::from_half_extents(Vec3::new(1.0, 0.5, 0.25)).unwrap();
/// let found = contact(&table, &brick, &Pose3::from_translation(Vec3::new(1.5, 0.0, 0.625)).unwrap());
/// assert_eq!(found.points.len(), 4); // x from 0.5 to the table's edge at 2, y from -0.5 to 0.5
/// assert!(found.points.iter().all(|p| p.distance == -0.125 && p.witness_a.z == 0.5 && p.witness_b.z == 0.375));
/// assert!(found.points.iter().all(|p| (p.witness_a.x - 1.25).abs() == 0.75 && p.witness_a.y.abs() == 0.5));
/// let floor = clearance::Halfspace::new(Vec3::new(0.0, 0.0, 1.0), 0.0f64).unwrap();
/// let sunk = Pose3::from_translation(Vec3::new(7.0, 0.0, 0.125)).unwrap();
/// let found = contact(&floor, &brick, &sunk);
/// assert_eq!(found.points.len(), 4);
/// assert!(found.points.iter().all(|p| p.distance == -0.125 && (p.witness_b.x - 7.0).abs() == 1.0));
/// ```
#[doc(alias = "contact points")]
#[doc(alias = "contact manifold")]
#[doc(alias = "manifold")]
pub fn contact<V: Space, A: Against<B, V, K> + ?Sized, B: ?Sized, K>(a: &A, b: &B, b_in_a: &Pose<V>) -> Manifold<V> {
    Pair::new(a, b, b_in_a).contact(&ContactOptions::default())
}

/// The signed distance with its derivative by the poses of both bodies, in A's frame.
///
/// Cost: [`signed_distance`], one look at every vertex, and for overlapping cores one more growth of a
/// polytope that finds all ties. Where that is too much, [`Proximity::gradient`] is free.
///
/// ```
/// use clearance::query::{Twist, gradient};
/// use clearance::{Cuboid, Pose2, Vec2};
/// let square = Cuboid::from_half_extents(Vec2::new(1.0, 1.0)).unwrap();
/// let found = gradient(&square, &square, &Pose2::from_translation(Vec2::new(5.0, 0.5)).unwrap());
/// assert!(!found.differentiable); // two sides face one another from y = -0.5 to 1
/// let turn = |angular| Twist { about: Vec2::new(5.0, 0.5), linear: Vec2::new(0.0, 0.0), angular };
/// assert_eq!(found.along(&Twist::STILL, &turn(1.0)), -0.5); // the pair at y = 1 comes nearer
/// assert_eq!(found.along(&Twist::STILL, &turn(-1.0)), -1.0); // the pair at y = -0.5
/// ```
#[doc(alias = "derivative")]
#[doc(alias = "jacobian")]
pub fn gradient<V: Space, A: Against<B, V, K> + ?Sized, B: ?Sized, K>(
    a: &A,
    b: &B,
    b_in_a: &Pose<V>,
) -> PoseGradient<V> {
    Pair::new(a, b, b_in_a).gradient()
}

/// The second derivatives by motions of B about a point of A's frame, where they exist; `None` where the distance is
/// not differentiable, or its normal or witness points are not, and where it is not found which features meet.
///
/// ```
/// use clearance::query::second_derivatives;
/// use clearance::{Ball, Point, Pose3, Vec3};
/// let (point, ball) = (Point::new(), Ball::new(1.0).unwrap());
/// let at = Vec3::new(4.0, 0.0, 0.0);
/// let found = second_derivatives(&point, &ball, &Pose3::from_translation(at).unwrap(), at).unwrap();
/// assert_eq!(found.hessian(1, 1), 0.25); // |(4, y, 0)| - 1 = 3 + y²/8 + ...
/// assert_eq!(found.normal(2), Vec3::new(0.0, 0.0, 0.25));
/// ```
pub fn second_derivatives<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
    about: V,
) -> Option<SecondDerivatives<V>> {
    Pair::new(a, b, b_in_a).second_derivatives(about)
}

/// The smoothed distance; `blur` is a length, the largest bias. Bodies that overlap have one between 0 and `blur`.
///
/// Cost: one support evaluation a step, 5 to 20 for boxes; several times those of a distance for curved bodies.
///
/// ```
/// use clearance::query::smoothed_distance;
/// use clearance::{Cuboid, Pose2, Vec2};
/// let square = Cuboid::from_half_extents(Vec2::new(3.0, 4.0)).unwrap(); // corners 5 from the centre
/// let found = smoothed_distance(&square, &square, &Pose2::from_translation(Vec2::new(10.0, 0.0)).unwrap(), 2.5);
/// // The middles of the sides: 4² + (2.5 / 5)² 3² = 18.25.
/// assert!((found.distance - 18.25f64.sqrt()).abs() < 1e-14 && (found.witness_a - Vec2::new(3.0, 0.0)).norm() < 1e-14);
/// # use clearance::Vector;
/// ```
pub fn smoothed_distance<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
    blur: V::Scalar,
) -> Smoothed<V> {
    Pair::new(a, b, b_in_a).smoothed_distance(blur)
}

/// Two bodies and their queries, with options, with a warm start, or in the frame of the world.
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

impl<'p, V: Space, A: ?Sized, B: ?Sized> Pair<'p, V, A, B> {
    /// `b` at the pose `b_in_a` of its frame in `a`'s; answers are in `a`'s frame.
    #[inline(always)]
    pub fn new<K>(a: &'p A, b: &'p B, b_in_a: &'p Pose<V>) -> Self
    where
        A: Against<B, V, K>,
    {
        Self::placed(a, b, Placement::Relative(b_in_a))
    }

    /// `a` and `b` with their poses in a common frame, in which answers are.
    #[inline(always)]
    pub fn in_world<K>((a, pose_a): (&'p A, &'p Pose<V>), (b, pose_b): (&'p B, &'p Pose<V>)) -> Self
    where
        A: Against<B, V, K>,
    {
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

    /// Begins where the last query of the pair ended, and remembers where this one ends. Enclosures are as wide; the
    /// last digits may differ.
    #[inline]
    pub fn warm(self, warm: &'p mut WarmStart<V>) -> Self {
        Pair { asked: Asked { warm: Some(warm), ..self.asked }, ..self }
    }

    /// See [`intersects`].
    #[inline(always)]
    pub fn intersects<K>(self) -> bool
    where
        A: Against<B, V, K>,
    {
        self.options(Options::default()).collides() != Some(false)
    }

    /// Whether the closed bodies have a common point; `None` where neither is proven. [`intersects`](Self::intersects)
    /// is true there.
    ///
    /// ```
    /// use clearance::{Ball, Pose3, Vec3, query::Pair};
    /// let ball = Ball::new(1.0).unwrap();
    /// let at = |x: f64| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
    /// let collides = |x: f64| Pair::new(&ball, &ball, &at(x)).collides();
    /// assert_eq!([collides(1.9), collides(2.1)], [Some(true), Some(false)]);
    /// ```
    #[inline(always)]
    pub fn collides<K>(self) -> Option<bool>
    where
        A: Against<B, V, K>,
    {
        self.a.collides(self.b, &self.asked)
    }

    /// See [`distance`].
    #[inline(always)]
    pub fn distance<K>(mut self) -> Proximity<V>
    where
        A: Against<B, V, K>,
    {
        self.a.distance(self.b, &mut self.asked)
    }

    /// See [`signed_distance`].
    #[inline(always)]
    pub fn signed_distance<K>(mut self) -> Proximity<V>
    where
        A: Against<B, V, K>,
    {
        self.a.signed_distance(self.b, &mut self.asked)
    }

    /// See [`distance_within`].
    #[inline]
    pub fn distance_within<K>(mut self, max: V::Scalar) -> Within<V>
    where
        A: Against<B, V, K>,
    {
        self.a.distance_within(self.b, max, &mut self.asked)
    }

    /// See [`contact`].
    pub fn contact<K>(mut self, contact: &ContactOptions<V::Scalar>) -> Manifold<V>
    where
        A: Against<B, V, K>,
    {
        self.a.contact(self.b, contact, &mut self.asked)
    }

    /// See [`gradient`].
    pub fn gradient<K>(mut self) -> PoseGradient<V>
    where
        A: Against<B, V, K>,
    {
        self.a.gradient(self.b, &mut self.asked)
    }
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Pair<'_, V, A, B> {
    /// What all queries read.
    #[inline(always)]
    fn bodies(&self) -> Bodies<'_, V> {
        self.asked.bodies(self.a, self.b)
    }

    /// The signed distance with everything that the search does shown to `observe`.
    ///
    /// Formulas are left out, so that there are steps to see, and a polytope that grows is kept. Status and enclosure
    /// are proven as always; the last digits may differ from those of [`signed_distance`](Self::signed_distance).
    pub fn observed(self, mut observe: impl FnMut(Event<'_, V>)) -> Proximity<V> {
        V::observed(&self.bodies(), &self.asked.options, &mut observe)
    }
    /// The signed distance by one solver alone, before any refinement; `None` where it does not apply or cannot prove
    /// the answer. For tests.
    #[doc(hidden)]
    pub fn solved_by(self, solver: Solver) -> Option<Proximity<V>> {
        V::solved_by(&self.bodies(), &self.asked.options, solver)
    }

    /// The distance for loops that must not wait: what floating point shows of it, without exact arithmetic and without
    /// taking memory. At most [`max_iterations`](Options::max_iterations) support evaluations of each body. Of bodies
    /// within rounding of contact the bounds hold zero, and the status may be [`Undecided`](crate::Status::Undecided).
    ///
    /// ```
    /// use clearance::{Cuboid, Pose3, Status, Vec3, query::Pair};
    /// let cube = Cuboid::from_half_extents(Vec3::new(1.0, 1.0, 1.0)).unwrap();
    /// let at = |x: f64| Pose3::from_translation(Vec3::new(x, 0.5, 0.25)).unwrap();
    /// let found = |x: f64| Pair::new(&cube, &cube, &at(x)).unrefined_distance();
    /// assert_eq!((found(5.0).signed_distance, found(5.0).status), (3.0, Status::Separated));
    /// assert!(found(2.0).bounds.contains(0.0)); // faces that touch
    /// ```
    pub fn unrefined_distance(mut self) -> Proximity<V> {
        self.asked.ask(self.a, self.b, |bodies, options, memory| V::unrefined(bodies, options, memory))
    }

    /// See [`second_derivatives`].
    pub fn second_derivatives(mut self, about: V) -> Option<SecondDerivatives<V>> {
        self.asked.ask(self.a, self.b, |bodies, options, memory| V::second_derivatives(bodies, about, options, memory))
    }

    /// See [`smoothed_distance`].
    pub fn smoothed_distance(self, blur: V::Scalar) -> Smoothed<V> {
        V::smoothed_distance(&self.bodies(), blur, &self.asked.options)
    }
}
