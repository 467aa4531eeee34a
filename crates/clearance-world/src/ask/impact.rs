//! When bodies that move first meet.

use clearance::query::motion::Motion;
use clearance::query::{Impact, ToiOptions};
use clearance::{Bounds, Real, Space};

use super::swept::Swept;
use crate::arrivals::Arrivals;
use crate::error::SceneError;
use crate::key::BodyId;
use crate::meeting::{self, Moving, SPANS, first_contact};
use crate::scene::Scene;
use crate::sort::sort_by;

/// Two bodies that come into contact, or may.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival<V: Space> {
    /// The body of the lesser key first.
    pub pair: [BodyId; 2],
    /// The parts of the bodies that meet first.
    pub parts: [u32; 2],
    /// A hit, or undecided; of two bodies that were asked alone also that they do not meet.
    pub impact: Impact<V>,
}

/// The first contact of a scene whose bodies move.
#[derive(Clone, Debug, PartialEq)]
pub struct Earliest<V: Space> {
    /// The first contact, of equal ones that of the least keys; an undecided one only if there is no hit. `None` proves
    /// that no pair meets.
    pub first: Option<Arrival<V>>,
    /// Before `lower` no pair meets; at `upper` one does, if the first is a hit. Infinite if none meets.
    pub bracket: Bounds<V::Scalar>,
    /// Other pairs that may be the first, by keys.
    pub ties: Vec<[BodyId; 2]>,
}

impl<V: Space> Scene<V> {
    /// The first contact of the scene over `0 ≤ t ≤ 1`, of the pairs of which at least one body moves; the others stay
    /// at their poses.
    ///
    /// Never passes a contact. Cost: boxes along the paths, and one [time of impact](clearance::query::time_of_impact)
    /// for each pair whose boxes come near each other before the first contact.
    ///
    /// ```
    /// use clearance::query::ToiOptions;
    /// use clearance::query::motion::LinearMotion;
    /// use clearance::{Ball, Pose3, Vec3};
    /// use clearance_world::{Body, Scene};
    /// let at = |x| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
    /// let mut scene = Scene::new();
    /// let ball = |x: f64| Body::new(Ball::new(0.5).unwrap()).at(at(x));
    /// let ids = [0.0, 3.0, 9.0].map(|x| scene.add(x as u64, ball(x)).unwrap());
    /// let flight = LinearMotion::straight(at(9.0), Vec3::new(-10.0, 0.0, 0.0)).unwrap();
    /// let found = scene.time_of_impact(&[(ids[2], &flight)], &ToiOptions::default()).unwrap();
    /// assert_eq!(found.first.unwrap().pair, [ids[1], ids[2]]);
    /// assert!((found.bracket.upper - 0.5).abs() < 1e-13); // from 9 to 4
    /// ```
    pub fn time_of_impact(
        &self,
        moving: &[(BodyId, &dyn Motion<V>)],
        options: &ToiOptions<V::Scalar>,
    ) -> Result<Earliest<V>, SceneError> {
        let swept = Swept::new(self, moving)?;
        let target = options.target_distance;
        let mut candidates = Vec::new();
        swept.pairs_within(self, target, |slots, boxes| {
            if let Some(first) = boxes.iter().position(|[a, b]| a.is_within(b, target)) {
                candidates.push((first, slots));
            }
        });
        sort_by(&mut candidates, |(i, a), (j, b)| i.cmp(j).then_with(|| self.keys_of(*a).cmp(&self.keys_of(*b))));
        let mut arrivals = Arrivals::<V, ([u32; 2], [u32; 2])>::new();
        for (first, slots) in candidates {
            let entry = V::Scalar::from_f64(first as f64 / SPANS as f64);
            if entry > arrivals.limit() {
                break;
            }
            let Some(pair) = self.any_pair(slots[0], slots[1]) else { continue };
            let [a, b] = swept.moving(&pair);
            let limit = arrivals.limit().min(V::Scalar::ONE);
            if let meeting::Arrival::Met(parts, impact) = meeting::arrival(a, b, options, limit) {
                arrivals.add(entry, (slots, parts), impact);
            }
        }
        let far = V::Scalar::INFINITY;
        let Some((first, impact, bracket, others)) = arrivals.finish(|(slots, _)| self.keys_of(slots)) else {
            return Ok(Earliest { first: None, bracket: Bounds { lower: far, upper: far }, ties: Vec::new() });
        };
        let ids = |slots: [u32; 2]| slots.map(|slot| self.id(slot));
        let ties = others.into_iter().map(|(slots, _)| ids(slots)).collect();
        Ok(Earliest { first: Some(Arrival { pair: ids(first.0), parts: first.1, impact }), bracket, ties })
    }
}

impl<V: Space> Scene<V> {
    /// The first contact of two bodies over `0 ≤ t ≤ 1`, asked or ignored in other questions; a motion stands for the
    /// body's pose. Unlike of a whole scene, [`Impact::NoContact`] has a lower bound of their signed distance.
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
        let moving = |side: usize| Moving { body: pair.bodies[side].object.body(), motion: motions[side] };
        let (parts, impact) = first_contact(moving(0), moving(1), options);
        Ok(Arrival { pair: self.ids_of(&pair), parts, impact })
    }
}
