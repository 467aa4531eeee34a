//! The first body that something meets along a straight line.

use clearance::enclosure::Aabb;
use clearance::query::motion::LinearMotion;
use clearance::query::{Impact, Overlap, ToiOptions};
use clearance::{Bounds, Point, Pose, Real, Shape, Space};

use crate::arrivals::Arrivals;
use crate::body::Body;
use crate::error::SceneError;
use crate::key::BodyId;
use crate::meeting::{Arrival, Moving, Resting, arrival_on, resting};
use crate::pair::check;
use crate::scene::Scene;
use crate::threads::each;

/// A body that is struck, or may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Struck<V: Space> {
    /// The body.
    pub body: BodyId,
    /// The part of it.
    pub part: u32,
    /// A hit, or undecided. The normal leads from the body to what strikes it.
    pub impact: Impact<V>,
}

/// What a cast met first.
#[derive(Clone, Debug, PartialEq)]
pub struct Cast<V: Space> {
    /// The first body, of equal ones that of the least key; an undecided one only if there is no hit. `None` proves
    /// that the way is free.
    pub first: Option<Struck<V>>,
    /// Before `lower` nothing is met; at `upper` something is, if the first is a hit. Infinite if the way is free.
    pub bracket: Bounds<V::Scalar>,
    /// Other bodies that may be the first, by keys.
    pub ties: Vec<BodyId>,
}

impl<V: Space> Scene<V> {
    /// The first body on the segment from `origin` to `origin + displacement`; time 1 is its end. A ray that begins in
    /// a body meets it at 0.
    ///
    /// Fails if a number is not finite or above [`Real::LARGEST`].
    ///
    /// ```
    /// use clearance::{Ball, Pose3, Vec3};
    /// use clearance_world::{Body, Scene};
    /// let at = |x| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
    /// let mut scene = Scene::new();
    /// let ids = [4.0f64, 8.0].map(|x| scene.add(x as u64, Body::new(Ball::new(1.0).unwrap()).at(at(x))).unwrap());
    /// let hit = scene.cast_ray(Vec3::new(0.0, 0.0, 0.0), Vec3::new(12.0, 0.0, 0.0)).unwrap();
    /// assert_eq!(hit.first.unwrap().body, ids[0]);
    /// assert!((hit.bracket.upper - 0.25).abs() < 1e-13); // 3 of 12
    /// ```
    pub fn cast_ray(&self, origin: V, displacement: V) -> Result<Cast<V>, SceneError> {
        self.cast_shape(&Shape::Point(Point::new()), Pose::from_translation(origin)?, displacement)
    }

    /// Many [rays](Self::cast_ray), each from an origin by a displacement, on as many threads as there are; each answer
    /// has the bits of one ray alone, and one that fails leaves the others as they are.
    pub fn cast_rays(&self, rays: &[[V; 2]]) -> Vec<Result<Cast<V>, SceneError>> {
        self.tree();
        each(rays, |&[origin, displacement]| self.cast_ray(origin, displacement))
    }

    /// The first body that a shape meets on its way from a pose along a straight line, without turning.
    pub fn cast_shape(&self, shape: &Shape<V>, pose: Pose<V>, displacement: V) -> Result<Cast<V>, SceneError> {
        self.cast_body(&Body::Convex(shape.clone()), pose, displacement)
    }

    /// The first body that a body of any kind meets on its way from a pose along a straight line, without turning. A
    /// halfspace is not asked with other halfspaces.
    ///
    /// ```
    /// use clearance::{Ball, Cuboid, Pose3, Shape3, Vec3};
    /// use clearance_world::{Body, Scene};
    /// let at = |x, y| Pose3::from_translation(Vec3::new(x, y, 0.0)).unwrap();
    /// let mut scene = Scene::new();
    /// let post = Cuboid::from_half_extents(Vec3::new(0.5, 0.5, 2.0)).unwrap();
    /// let post = scene.add("post", Body::new(post).at(at(6.0, 2.0))).unwrap();
    /// let ball = Shape3::from(Ball::new(0.5).unwrap());
    /// let dumbbell = Body::compound([(ball.clone(), at(0.0, -2.0)), (ball, at(0.0, 2.0))]).unwrap();
    /// let hit = scene.cast_body(&dumbbell, at(0.0, 0.0), Vec3::new(10.0, 0.0, 0.0)).unwrap();
    /// assert_eq!(hit.first.unwrap().body, post);
    /// assert!((hit.bracket.upper - 0.5f64).abs() < 1e-13); // 5 of 10, with the second ball
    /// ```
    pub fn cast_body(&self, probe: &Body<V>, pose: Pose<V>, displacement: V) -> Result<Cast<V>, SceneError> {
        self.cast_body_with(probe, (pose, displacement), &ToiOptions { query: self.options, ..ToiOptions::default() })
    }

    /// The [first body](Self::cast_body) that a body meets on its way from a pose by a displacement, with options: a
    /// [target distance](ToiOptions::target_distance) as a skin, and what it
    /// [rests on](clearance::query::Overlap::OnlyApproaching) or overlaps at the start.
    ///
    /// What it rests on is that of all bodies: a box slides from one tile of a floor to the next and meets neither.
    ///
    /// ```
    /// use clearance::query::{Overlap, ToiOptions};
    /// use clearance::{Cuboid, Pose3, Vec3};
    /// use clearance_world::{Body, Scene};
    /// let cuboid = |x, y, z| Body::new(Cuboid::from_half_extents(Vec3::new(x, y, z)).unwrap());
    /// let at = |x, z| Pose3::from_translation(Vec3::new(x, 0.0, z)).unwrap();
    /// let mut scene = Scene::new();
    /// scene.add("left", cuboid(2.0, 1.0, 0.5).at(at(-2.0, -0.5))).unwrap();
    /// scene.add("right", cuboid(2.0, 1.0, 0.5).at(at(2.0, -0.5))).unwrap();
    /// let wall = scene.add("wall", cuboid(0.5, 1.0, 2.0).at(at(4.5, 1.0))).unwrap();
    /// let options = ToiOptions { initial_overlap: Overlap::OnlyApproaching, ..ToiOptions::default() };
    /// let start = (at(-1.0, 0.25), Vec3::new(8.0, 0.0, 0.0)); // a crate that stands on the left tile
    /// let hit = scene.cast_body_with(&cuboid(0.5, 0.5, 0.25), start, &options).unwrap();
    /// assert_eq!(hit.first.unwrap().body, wall);
    /// assert!((hit.bracket.upper - 4.5f64 / 8.0).abs() < 1e-13); // from 0.5 less a half to 4
    /// ```
    pub fn cast_body_with(
        &self,
        probe: &Body<V>,
        (pose, displacement): (Pose<V>, V),
        options: &ToiOptions<V::Scalar>,
    ) -> Result<Cast<V>, SceneError> {
        let path = LinearMotion::straight(pose, displacement)?;
        let start = probe.aabb(&pose);
        let moving = Moving { body: probe, motion: &path };
        let resting = self.resting(moving, &start, options);
        Ok(self.first_of(moving, (start, displacement), (options, &resting), |_| true))
    }

    /// The first body that a body meets whose box at the start moves by a displacement, of those that are `met`, and
    /// but for what it rests on.
    pub(crate) fn first_of(
        &self,
        moving: Moving<'_, V>,
        (start, displacement): (Aabb<V>, V),
        (options, resting): (&ToiOptions<V::Scalar>, &[Resting<V>]),
        mut met: impl FnMut(u32) -> bool,
    ) -> Cast<V> {
        let near = options.target_distance.max(V::Scalar::ZERO);
        let mut arrivals = Arrivals::<V, (u32, u32)>::new();
        let one = V::Scalar::ONE;
        self.tree().best_items(
            |bounds| start.arrival_within(displacement, bounds, near),
            one,
            |slot, _| {
                let limit = arrivals.limit().min(one);
                let Some(resident) = self.resident(slot) else { return limit };
                let entry = start.arrival_within(displacement, &resident.bounds, near);
                if entry <= limit && check([resident.object.body(), moving.body]).is_ok() && met(slot) {
                    let body = Moving { body: resident.object.body(), motion: resident.object.pose() };
                    if let Arrival::Met(parts, impact) = arrival_on(body, moving, (options, resting), limit) {
                        arrivals.add(entry, (slot, parts[0]), impact);
                    }
                }
                arrivals.limit().min(one)
            },
        );
        let far = V::Scalar::INFINITY;
        let order = |(slot, _): (u32, u32)| self.resident(slot).map(|resident| &resident.key);
        let Some((first, impact, bracket, others)) = arrivals.finish(order) else {
            return Cast { first: None, bracket: Bounds { lower: far, upper: far }, ties: Vec::new() };
        };
        let ties = others.into_iter().map(|(slot, _)| self.id(slot)).collect();
        Cast { first: Some(Struck { body: self.id(first.0), part: first.1, impact }), bracket, ties }
    }

    /// What a body touches at the start of its motion and does not approach, of all bodies.
    fn resting(&self, moving: Moving<'_, V>, start: &Aabb<V>, options: &ToiOptions<V::Scalar>) -> Vec<Resting<V>> {
        let mut all = Vec::new();
        if options.initial_overlap == Overlap::OnlyApproaching {
            self.tree().items_within(start, options.target_distance.max(V::Scalar::ZERO).next_up(), |slot| {
                let Some(resident) = self.resident(slot) else { return };
                let body = resident.object.body();
                if check([body, moving.body]).is_ok() {
                    all.extend(resting(Moving { body, motion: resident.object.pose() }, moving, options));
                }
            });
        }
        all
    }

    /// Many casts of one [body](Self::cast_body), each from a pose by a displacement, on as many threads as there are,
    /// with the bits of one alone.
    pub fn cast_bodies(&self, probe: &Body<V>, starts: &[(Pose<V>, V)]) -> Vec<Result<Cast<V>, SceneError>> {
        self.tree();
        each(starts, |&(pose, displacement)| self.cast_body(probe, pose, displacement))
    }

    /// Many [casts with options](Self::cast_body_with) of one body, on as many threads as there are.
    pub fn cast_bodies_with(
        &self,
        probe: &Body<V>,
        starts: &[(Pose<V>, V)],
        options: &ToiOptions<V::Scalar>,
    ) -> Vec<Result<Cast<V>, SceneError>> {
        self.tree();
        each(starts, |&start| self.cast_body_with(probe, start, options))
    }

    /// The weights of a triangle's corners at the point of a mesh that is struck; `None` for other bodies, and for
    /// those that are not in the scene.
    pub fn barycentric(&self, struck: &Struck<V>) -> Option<[f64; 3]> {
        let object = self.get(struck.body)?;
        let Body::Mesh(mesh) = object.body() else { return None };
        let at = struck.impact.encounter()?.proximity.witness_a;
        Some(mesh.barycentric(struck.part, object.pose().vector_back(at - object.pose().translation())))
    }
}
