//! When two bodies that move first meet, convex or not.
//!
//! The bodies meet when the first pair of their parts does. So before the least of all lower ends no parts meet, and at the least upper
//! end of a hit some do: the bracket of the bodies is from the one to the other.

use clearance::query::motion::Motion;
use clearance::query::{Encounter, Impact, MovingPair, ToiOptions};
use clearance::{Bounds, Pose, Real, Space};

use super::{Arrival, Arrivals, Near, Scene};
use crate::between::between;
use crate::body::Geometry;
use crate::error::SceneError;
use crate::key::BodyId;
use crate::parts::{Placed, part, part_count};
use crate::resident::Pair;
use crate::{Aabb, Tree, halfspace};

/// Into how many parts the time is cut to see when boxes come near: each halves what a box along a turning path has too much by four.
pub(super) const SPANS: usize = 8;

/// A body and how it moves.
#[derive(Clone, Copy)]
pub(crate) struct Moving<'s, V: Space> {
    pub geometry: &'s Geometry<V>,
    pub motion: &'s dyn Motion<V>,
}

impl<V: Space> Moving<'_, V> {
    /// Boxes around the body in each part of the time.
    pub fn spans(&self) -> [Aabb<V>; SPANS] {
        if let Geometry::Halfspace(_) = self.geometry {
            return [Aabb::whole(); SPANS];
        }
        let length = V::Scalar::from_f64(1.0 / SPANS as f64);
        let at = |i: usize| self.geometry.bounds(&self.motion.pose_at(V::Scalar::from_f64(i as f64) * length));
        let reach = self.geometry.reach_from_frame();
        let mut start = at(0);
        core::array::from_fn(|i| {
            let end = at(i + 1);
            let ends = start.union(&end);
            start = end;
            ends.bent(self.motion, reach, length)
        })
    }
}

/// When the parts of two bodies first meet; the bracket begins before any of them may.
pub(crate) fn first_contact<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    options: &ToiOptions<V::Scalar>,
) -> ([u32; 2], Impact<V>) {
    if let Some(found) = halfspace::first_contact((a.geometry, a.motion), (b.geometry, b.motion), options) {
        return found;
    }
    let ask = |[i, j]: [u32; 2]| {
        MovingPair::new((&*part(a.geometry, i), a.motion), (&*part(b.geometry, j), b.motion))
            .options(*options)
            .time_of_impact()
    };
    let counts = [a, b].map(|body| part_count(body.geometry) as u32);
    if counts == [1, 1] {
        return ([0, 0], ask([0, 0]));
    }
    if let Some(met) = meets_at_start(a, b, options) {
        return met;
    }
    let along = |body: Moving<'_, V>, count: u32| -> Tree<V> {
        (0..count).map(|i| (i, Aabb::along(&*part(body.geometry, i), body.motion))).collect()
    };
    let (far, boxes) = (V::Scalar::INFINITY, [along(a, counts[0]), along(b, counts[1])]);
    let (mut arrivals, mut least, mut work) = (Arrivals::new(), far, 0);
    boxes[0].closest_between(&boxes[1], &Pose::IDENTITY, far, |i, j, bound| {
        if bound > options.target_distance {
            // All that come later have larger bounds.
            least = least.min(bound);
            return -far;
        }
        let impact = ask([i, j]);
        match &impact {
            Impact::NoContact { lower, iterations } => (least, work) = (least.min(*lower), work + iterations),
            Impact::Hit(encounter) | Impact::Undecided(encounter) => work += encounter.iterations,
        }
        arrivals.add(V::Scalar::ZERO, [i, j], impact);
        far
    });
    match arrivals.finish(|parts| parts) {
        Some((parts, mut impact, bracket, _)) => {
            if let Impact::Hit(encounter) | Impact::Undecided(encounter) = &mut impact {
                (encounter.bracket.lower, encounter.iterations) = (bracket.lower, work);
            }
            (parts, impact)
        }
        None => ([0, 0], Impact::NoContact { lower: least, iterations: work }),
    }
}

/// The contact of bodies of which one is a mesh and that meet from the start: one may be wholly inside of the other, where no parts meet. Bodies
/// that are apart cannot come into one another but through their surfaces.
fn meets_at_start<V: Space>(
    a: Moving<'_, V>,
    b: Moving<'_, V>,
    options: &ToiOptions<V::Scalar>,
) -> Option<([u32; 2], Impact<V>)> {
    if ![a, b].iter().any(|body| matches!(body.geometry, Geometry::Mesh(mesh) if mesh.is_solid())) {
        return None;
    }
    let zero = V::Scalar::ZERO;
    let [pose_a, pose_b] = [a, b].map(|body| body.motion.pose_at(zero));
    let (a, b) = (Placed { geometry: a.geometry, pose: &pose_a }, Placed { geometry: b.geometry, pose: &pose_b });
    let found = between(a, b, &options.query);
    let (proximity, iterations) = (found.proximity, found.proximity.iterations);
    let bracket = Bounds { lower: zero, upper: zero };
    let hit = Encounter { time: zero, bracket, proximity, initial: true, iterations };
    (found.collides == Some(true)).then_some((found.parts, Impact::Hit(hit)))
}

impl<V: Space> Scene<V> {
    /// The first contact of two bodies over `0 ≤ t ≤ 1`, asked or ignored in other questions; a motion stands for the body's pose. Unlike of
    /// a whole scene, [`Impact::NoContact`] has a lower bound of their signed distance.
    ///
    /// [`Overlap::Ignored`](clearance::query::Overlap::Ignored) is of each pair of parts, not of the bodies.
    ///
    /// ```
    /// use clearance::query::ToiOptions;
    /// use clearance::query::motion::LinearMotion;
    /// use clearance::{Ball, Pose3, Shape3, Vec3};
    /// use clearance_world::{Body, Scene};
    /// let at = |x| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
    /// let ball = Shape3::from(Ball::new(0.5).unwrap());
    /// let mut scene = Scene::new();
    /// let dumbbell = Body::compound([(ball.clone(), at(-2.0)), (ball.clone(), at(2.0))]).unwrap();
    /// let ids = [scene.add(0, dumbbell).unwrap(), scene.add(1, Body::new(ball).at(at(8.0))).unwrap()];
    /// let flight = LinearMotion::straight(at(8.0), Vec3::new(-10.0, 0.0, 0.0)).unwrap();
    /// let found = scene.first_contact([(ids[0], &at(0.0)), (ids[1], &flight)], &ToiOptions::default()).unwrap();
    /// assert_eq!(found.parts, [1, 0]);
    /// assert!((found.impact.encounter().unwrap().time - 0.5f64).abs() < 1e-13); // from 8 to 3
    /// ```
    pub fn first_contact(
        &self,
        bodies: [(BodyId, &dyn Motion<V>); 2],
        options: &ToiOptions<V::Scalar>,
    ) -> Result<Arrival<V>, SceneError> {
        let (pair, motions) = self.in_order(bodies, "a time of impact")?;
        let moving = |side: usize| Moving { geometry: pair.bodies[side].body.geometry(), motion: motions[side] };
        let (parts, impact) = first_contact(moving(0), moving(1), options);
        Ok(Arrival { pair: self.ids_of(&pair), parts, impact })
    }

    /// What is [between](Scene::between) two bodies at other poses than their own.
    pub fn between_at(&self, bodies: [(BodyId, Pose<V>); 2]) -> Result<Near<V>, SceneError> {
        let (pair, poses) = self.in_order(bodies, "a signed distance")?;
        let placed = |side: usize| Placed { geometry: pair.bodies[side].body.geometry(), pose: &poses[side] };
        let found = between(placed(0), placed(1), &self.options);
        Ok(Near { pair: self.ids_of(&pair), between: found, margin: self.margin(&pair) })
    }

    /// Two bodies and what is said of each, the one of the lesser key first. Fails for a body and itself, and for two halfspaces.
    pub(super) fn in_order<T>(
        &self,
        [a, b]: [(BodyId, T); 2],
        what: &'static str,
    ) -> Result<(Pair<'_, V>, [T; 2]), SceneError> {
        let (slot_a, slot_b) = (self.slot_of(a.0)?, self.slot_of(b.0)?);
        if slot_a == slot_b {
            return Err(SceneError::Itself(what));
        }
        let pair = self.any_pair(slot_a, slot_b).ok_or(SceneError::NoSuchBody)?;
        if pair.bodies.iter().all(|body| body.body.is_unbounded()) {
            return Err(SceneError::Unbounded(what));
        }
        let said = if pair.slots[0] == slot_a { [a.1, b.1] } else { [b.1, a.1] };
        Ok((pair, said))
    }
}
