//! When bodies that move first meet.

use clearance::query::motion::Motion;
use clearance::query::{Encounter, Impact, MovingPair, ToiOptions};
use clearance::{Bounds, Pose, Real, Space, Vector};

use super::{Scene, by_number};
use crate::between::between;
use crate::body::Geometry;
use crate::error::SceneError;
use crate::key::BodyId;
use crate::parts::{Placed, part, part_count};
use crate::{Aabb, Tree, halfspace};

/// Two bodies that come into contact, or may.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrival<V: Space> {
    /// The body of the lesser key first.
    pub pair: [BodyId; 2],
    /// The parts of the bodies that meet first.
    pub parts: [u32; 2],
    /// A hit, or undecided.
    pub impact: Impact<V>,
}

/// The first contact of a scene whose bodies move.
#[derive(Clone, Debug, PartialEq)]
pub struct Earliest<V: Space> {
    /// The first contact, of equal ones that of the least keys; an undecided one only if there is no hit. `None` proves that no pair meets.
    pub first: Option<Arrival<V>>,
    /// Before `lower` no pair meets; at `upper` one does, if the first is a hit. Infinite if none meets.
    pub bracket: Bounds<V::Scalar>,
    /// Other pairs that may be the first, by keys.
    pub ties: Vec<[BodyId; 2]>,
}

/// Into how many parts the time is cut to see when boxes come near: each halves what a box along a turning path has too much by four.
const SPANS: usize = 8;

/// Who comes first, how, the bracket of the first contact, and the others that may come as early.
pub(crate) type First<V, A> = (A, Impact<V>, Bounds<<V as Vector>::Scalar>, Vec<A>);

/// A body and how it moves.
#[derive(Clone, Copy)]
pub(crate) struct Moving<'s, V: Space> {
    pub geometry: &'s Geometry<V>,
    pub motion: &'s dyn Motion<V>,
}

impl<V: Space> Moving<'_, V> {
    /// Boxes around the body in each part of the time.
    fn spans(&self) -> [Aabb<V>; SPANS] {
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

/// The contacts found so far: what is not among them comes later than the first hit.
pub(crate) struct Arrivals<V: Space, A> {
    /// Each with a lower bound of its time that does not depend on the order of the search.
    all: Vec<(V::Scalar, A, Impact<V>)>,
    /// The end of the first hit's bracket.
    limit: V::Scalar,
}

impl<V: Space, A: Copy> Arrivals<V, A> {
    pub fn new() -> Self {
        Arrivals { all: Vec::new(), limit: V::Scalar::INFINITY }
    }

    /// The time after which no contact matters.
    pub fn limit(&self) -> V::Scalar {
        self.limit
    }

    pub fn add(&mut self, entry: V::Scalar, who: A, impact: Impact<V>) {
        if let Impact::Hit(encounter) = &impact {
            self.limit = self.limit.min(encounter.bracket.upper);
        }
        if !matches!(impact, Impact::NoContact { .. }) {
            self.all.push((entry, who, impact));
        }
    }

    /// The first by the end of its bracket and then by `order`, hits before others; the bracket of the first contact; the others that may
    /// come as early.
    pub fn finish<K: Ord>(mut self, order: impl Fn(A) -> K) -> Option<First<V, A>> {
        let limit = self.limit;
        let bracket = |impact: &Impact<V>| impact.encounter().map_or(limit, |encounter| encounter.bracket.lower);
        self.all.retain(|(entry, _, impact)| *entry <= limit && bracket(impact) <= limit);
        // An undecided one proves nothing of its end.
        let rank = |impact: &Impact<V>| match impact {
            Impact::Hit(encounter) => (false, encounter.bracket.upper),
            other => (true, bracket(other)),
        };
        let lower = self.all.iter().fold(V::Scalar::INFINITY, |least, (_, _, impact)| least.min(bracket(impact)));
        self.all.sort_by(|(_, a, x), (_, b, y)| {
            let ((open_x, time_x), (open_y, time_y)) = (rank(x), rank(y));
            open_x.cmp(&open_y).then(by_number(time_x, time_y)).then_with(|| order(*a).cmp(&order(*b)))
        });
        let mut found = self.all.into_iter();
        let (_, first, impact) = found.next()?;
        let upper = impact.encounter().map_or(limit, |encounter| encounter.bracket.upper);
        let mut others: Vec<A> = found.map(|(_, who, _)| who).collect();
        others.sort_by_key(|who| order(*who));
        Some((first, impact, Bounds { lower, upper }, others))
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
    /// The first contact of the scene over `0 ≤ t ≤ 1`, of the pairs of which at least one body moves; the others stay at their poses.
    ///
    /// Never passes a contact. Cost: boxes along the paths, and one [time of impact](clearance::query::time_of_impact) for each pair whose
    /// boxes come near each other before the first contact.
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
        let mut motions: Vec<Option<&dyn Motion<V>>> = vec![None; self.slot_count()];
        for (id, motion) in moving {
            motions[self.slot_of(*id)? as usize] = Some(*motion);
        }
        let mut spans: Vec<Option<[Aabb<V>; SPANS]>> = vec![None; self.slot_count()];
        let mut boxes = Vec::with_capacity(self.len());
        for (slot, resident) in self.residents() {
            let Some(motion) = motions[slot as usize] else {
                boxes.push((slot, resident.bounds));
                continue;
            };
            let all = Moving { geometry: resident.body.geometry(), motion }.spans();
            boxes.push((slot, all.iter().fold(Aabb::empty(), |whole, part| whole.union(part))));
            spans[slot as usize] = Some(all);
        }
        let target = options.target_distance;
        let mut candidates = Vec::new();
        Tree::build(boxes).pairs_within(target, |a, b| {
            if motions[a as usize].is_none() && motions[b as usize].is_none() {
                return;
            }
            let Some(pair) = self.pair(a, b) else { return };
            let near = |i: usize| {
                let at = |k: usize| spans[pair.slots[k] as usize].as_ref().map_or(pair.bodies[k].bounds, |all| all[i]);
                at(0).is_within(&at(1), target)
            };
            if let Some(first) = (0..SPANS).find(|&i| near(i)) {
                candidates.push((first, pair.slots));
            }
        });
        candidates.sort_by(|(i, a), (j, b)| i.cmp(j).then_with(|| self.keys_of(*a).cmp(&self.keys_of(*b))));
        let mut arrivals = Arrivals::new();
        for (first, slots) in candidates {
            let entry = V::Scalar::from_f64(first as f64 / SPANS as f64);
            if entry > arrivals.limit() {
                break;
            }
            let Some(pair) = self.any_pair(slots[0], slots[1]) else { continue };
            let body = |k: usize| {
                let at_rest: &dyn Motion<V> = pair.bodies[k].body.pose();
                let motion = motions[pair.slots[k] as usize].unwrap_or(at_rest);
                Moving { geometry: pair.bodies[k].body.geometry(), motion }
            };
            let (parts, impact) = first_contact(body(0), body(1), options);
            arrivals.add(entry, (slots, parts), impact);
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
