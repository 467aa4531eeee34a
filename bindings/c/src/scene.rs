//! Scenes of many bodies, with the structs of the header.

use clearance_world::{Body, BodyId, Cast, Key, Near, Object, Scene, SceneApproach, SceneError, Watch};
use core_crate::query::motion::{LinearMotion, Motion};
use core_crate::query::{ContactOptions, ToiOptions};
use core_crate::{Options, Point, Pose3, Shape3, Vec3};

use crate::answer::{clearance_pose, clearance_proximity};
use crate::contact::clearance_contact_point;
use crate::motion::{approach_options, clearance_approach, clearance_impact, clearance_motion, impact_options};
use crate::refusal::{Answer, Refusal};
use crate::shape::clearance_shape;

type Space = Vec3<f64>;

/// What a `clearance_scene *` points to.
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_scene {
    pub(crate) world: Scene<Space>,
    /// The number of the next body.
    next: u64,
}

/// What a `clearance_watch *` points to.
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_watch(Watch<Space>);

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_body_options {
    size: u32,
    fixed: i32,
    groups: u64,
    collides_with: u64,
    margin: f64,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_near {
    a: u64,
    b: u64,
    part_a: u32,
    part_b: u32,
    margin: f64,
    proximity: clearance_proximity,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_meeting {
    a: u64,
    b: u64,
    proven: i32,
    reserved: i32,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_struck {
    body: u64,
    part: u32,
    ties: u32,
    impact: clearance_impact,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_arrival {
    a: u64,
    b: u64,
    part_a: u32,
    part_b: u32,
    ties: u32,
    reserved: u32,
    impact: clearance_impact,
}

/// The struct of this name in the header, which documents it.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(non_camel_case_types, reason = "the name that C knows")]
pub struct clearance_scene_approach {
    a: u64,
    b: u64,
    ties: u32,
    reserved: u32,
    approach: clearance_approach,
}

/// Motions of bodies of a scene.
type Motions = Vec<(BodyId, LinearMotion<Space>)>;

/// An answer about rows of a list; a refusal of no row has the number of rows.
pub(crate) type RowAnswer<T> = Result<T, (usize, Refusal)>;

/// No body.
pub(crate) const NONE: u64 = 0;

impl clearance_body_options {
    /// A body of the first group that collides with all, without a margin.
    pub fn defaults() -> Self {
        clearance_body_options {
            size: size_of::<Self>() as u32,
            fixed: 0,
            groups: 1,
            collides_with: u64::MAX,
            margin: 0.0,
        }
    }

    fn set(&self, body: Object<Space>) -> Object<Space> {
        let body = body.groups(self.groups).collides_with(self.collides_with).margin(self.margin);
        if self.fixed == 0 { body } else { body.fixed() }
    }
}

impl clearance_scene {
    /// No bodies.
    pub fn new() -> Self {
        clearance_scene { world: Scene::new(), next: NONE + 1 }
    }

    pub(crate) fn id(&self, what: &str, body: u64) -> Answer<BodyId> {
        self.world.find(&Key::Id(body)).ok_or_else(|| Refusal::invalid(format!("{what}: there is no body {body}")))
    }

    pub(crate) fn number(&self, id: BodyId) -> u64 {
        match self.world.key(id) {
            Some(Key::Id(number)) => *number,
            _ => NONE,
        }
    }

    pub(crate) fn both(&self, a: u64, b: u64) -> Answer<[BodyId; 2]> {
        Ok([self.id("a", a)?, self.id("b", b)?])
    }

    /// Adds a body and returns its number.
    pub fn add(
        &mut self,
        shape: &clearance_shape,
        pose: &clearance_pose,
        options: &clearance_body_options,
    ) -> Answer<u64> {
        let body = options.set(shape.0.clone().at(pose.read()?));
        let number = self.next;
        self.world.add(number, body).map_err(refused)?;
        self.next += 1;
        Ok(number)
    }

    /// Takes a body out.
    pub fn remove(&mut self, body: u64) -> Answer<()> {
        let id = self.id("body", body)?;
        self.world.remove(id).map(|_| ()).map_err(refused)
    }

    /// Moves bodies: all, or none and the first row that is refused.
    pub fn move_to(&mut self, bodies: &[u64], poses: &[clearance_pose]) -> Result<(), (usize, Refusal)> {
        let mut moves = Vec::with_capacity(bodies.len());
        for (row, (&body, pose)) in bodies.iter().zip(poses).enumerate() {
            let read = || Ok((self.id("body", body)?, pose.read()?));
            moves.push(read().map_err(|refusal: Refusal| (row, refusal.about(&format!("row {row}"))))?);
        }
        for (row, (id, pose)) in moves.into_iter().enumerate() {
            self.world.move_to(id, pose).map_err(|error| (row, refused(error)))?;
        }
        Ok(())
    }

    /// Leaves a pair out, or takes it back in.
    pub fn ignore(&mut self, a: u64, b: u64, ignored: bool) -> Answer<()> {
        let [a, b] = self.both(a, b)?;
        if ignored { self.world.ignore(a, b) } else { self.world.unignore(a, b) }.map_err(refused)
    }

    /// A margin of the pair's own.
    pub fn set_margin(&mut self, a: u64, b: u64, margin: f64) -> Answer<()> {
        let [a, b] = self.both(a, b)?;
        self.world.set_margin(a, b, margin).map_err(refused)
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.world.len()
    }

    /// The closest pairs.
    pub fn closest(&self, watch: Option<&mut clearance_watch>, k: usize, max: f64) -> Answer<Vec<clearance_near>> {
        let found = match watch {
            Some(watch) => watch.0.closest_within(&self.world, k, number("max_distance", max)?),
            None => self.world.closest_within(k, number("max_distance", max)?),
        };
        Ok(found.pairs.iter().map(|near| self.near(near)).collect())
    }

    /// The pairs within a distance, and behind them those that may be; how many are proven.
    pub fn within(&self, watch: Option<&mut clearance_watch>, max: f64) -> Answer<(Vec<clearance_near>, usize)> {
        // Without a number within the margins.
        let found = match (watch, max.is_nan()) {
            (Some(watch), false) => watch.0.within(&self.world, max),
            (Some(watch), true) => watch.0.within_margins(&self.world),
            (None, false) => self.world.within(max),
            (None, true) => self.world.within_margins(),
        };
        let all = found.near.iter().chain(&found.undecided).map(|near| self.near(near)).collect();
        Ok((all, found.near.len()))
    }

    /// All pairs with a common point.
    pub fn contacts(&self, watch: Option<&mut clearance_watch>) -> Vec<clearance_meeting> {
        let found = match watch {
            Some(watch) => watch.0.contacts(&self.world).to_vec(),
            None => self.world.contacts(),
        };
        let meeting = |contact: &clearance_world::Contact| {
            let [a, b] = contact.pair.map(|id| self.number(id));
            clearance_meeting { a, b, proven: contact.proven.into(), reserved: 0 }
        };
        found.iter().map(meeting).collect()
    }

    /// What is between two bodies.
    pub fn between(&self, watch: Option<&mut clearance_watch>, a: u64, b: u64) -> Answer<clearance_near> {
        let [a, b] = self.both(a, b)?;
        let near = match watch {
            Some(watch) => watch.0.between(&self.world, a, b),
            None => self.world.between(a, b),
        };
        Ok(self.near(&near.map_err(refused)?))
    }

    /// The first body on a segment.
    pub fn cast_ray(&self, origin: [f64; 3], displacement: [f64; 3]) -> Answer<clearance_struck> {
        let pose = Pose3::from_translation(origin.into()).map_err(|error| Refusal::invalid(error).about("origin"))?;
        self.cast(&Point::new().into(), (pose, displacement), ToiOptions::default())
    }

    /// The first body that a convex shape meets on its way.
    pub fn cast_shape(
        &self,
        shape: &clearance_shape,
        pose: &clearance_pose,
        displacement: [f64; 3],
        options: ToiOptions<f64>,
    ) -> Answer<clearance_struck> {
        let wrong = || Refusal::invalid("shape must be convex and bounded to be cast");
        self.cast(shape.0.as_shape().ok_or_else(wrong)?, (pose.read()?, displacement), options)
    }

    fn cast(
        &self,
        shape: &Shape3<f64>,
        (pose, displacement): (Pose3<f64>, [f64; 3]),
        options: ToiOptions<f64>,
    ) -> Answer<clearance_struck> {
        let options = ToiOptions { query: Options::default(), ..options };
        let cast = self.world.cast_body_with(&Body::new(shape.clone()), (pose, displacement.into()), &options);
        Ok(self.struck(cast.map_err(refused)?))
    }

    /// What a cast met first.
    pub(crate) fn struck(&self, Cast { first, bracket, ties }: Cast<Space>) -> clearance_struck {
        let Some(struck) = first else {
            return clearance_struck { body: NONE, part: 0, ties: 0, impact: clearance_impact::free() };
        };
        let impact = clearance_impact::of(&struck.impact).within(bracket);
        clearance_struck { body: self.number(struck.body), part: struck.part, ties: ties.len() as u32, impact }
    }

    /// The motions of bodies.
    fn motions(&self, bodies: &[u64], motions: &[clearance_motion]) -> RowAnswer<Motions> {
        let mut read = Vec::with_capacity(bodies.len());
        for (row, (&body, motion)) in bodies.iter().zip(motions).enumerate() {
            let both = || Ok((self.id("body", body)?, motion.read("motion")?));
            read.push(both().map_err(|refusal: Refusal| (row, refusal.about(&format!("row {row}"))))?);
        }
        Ok(read)
    }

    /// How near bodies that move come to others of the scene.
    pub fn closest_approach(
        &self,
        bodies: &[u64],
        motions: &[clearance_motion],
        within: f64,
    ) -> RowAnswer<Option<clearance_scene_approach>> {
        let read = self.motions(bodies, motions)?;
        let options = approach_options(within, None).map_err(|refusal| (bodies.len(), refusal))?;
        let found = self.world.closest_approach(&moving(&read), &options);
        let found = found.map_err(|error| (bodies.len(), refused(error)))?;
        Ok(found.map(|SceneApproach { pair, approach, ties }| {
            let ([a, b], ties) = (pair.map(|id| self.number(id)), ties.len() as u32);
            clearance_scene_approach { a, b, ties, reserved: 0, approach: clearance_approach::of(&approach) }
        }))
    }

    /// The first contact of bodies that move, of whole scenes.
    pub fn first_contact(
        &self,
        bodies: &[u64],
        motions: &[clearance_motion],
        target_distance: f64,
    ) -> RowAnswer<clearance_arrival> {
        let read = self.motions(bodies, motions)?;
        let options = impact_options(target_distance, 0, None).map_err(|refusal| (bodies.len(), refusal))?;
        let found =
            self.world.time_of_impact(&moving(&read), &options).map_err(|error| (bodies.len(), refused(error)))?;
        let Some(first) = found.first else {
            let impact = clearance_impact::free();
            return Ok(clearance_arrival { a: NONE, b: NONE, part_a: 0, part_b: 0, ties: 0, reserved: 0, impact });
        };
        let ([a, b], [part_a, part_b]) = (first.pair.map(|id| self.number(id)), first.parts);
        let impact = clearance_impact::of(&first.impact).within(found.bracket);
        Ok(clearance_arrival { a, b, part_a, part_b, ties: found.ties.len() as u32, reserved: 0, impact })
    }

    /// The corners of the contact polygon of two bodies, at most `most`.
    pub fn contact_points(&self, a: u64, b: u64, most: usize) -> Answer<Vec<clearance_contact_point>> {
        let [a, b] = self.both(a, b)?;
        let asked = ContactOptions { max_points: most, ..ContactOptions::default() };
        let near = self.world.between(a, b).map_err(refused)?;
        let found = self.world.contact_of(&near, &asked).map_err(refused)?;
        Ok(found.points.iter().zip(found.ids()).map(|(point, id)| clearance_contact_point::of(point, &id)).collect())
    }

    fn near(&self, near: &Near<Space>) -> clearance_near {
        let [a, b] = near.pair.map(|id| self.number(id));
        let [part_a, part_b] = near.between.parts;
        clearance_near { a, b, part_a, part_b, margin: near.margin, proximity: clearance_proximity::of(&near.between) }
    }
}

fn moving(motions: &Motions) -> Vec<(BodyId, &dyn Motion<Space>)> {
    motions.iter().map(|(id, motion)| (*id, motion as &dyn Motion<Space>)).collect()
}

impl clearance_watch {
    /// Empty.
    pub fn new() -> Self {
        clearance_watch(Watch::new())
    }

    /// How many pairs were asked for their signed distance.
    pub fn asked(&self) -> u64 {
        self.0.asked()
    }
}

fn number(what: &str, value: f64) -> Answer<f64> {
    if value.is_nan() { Err(Refusal::invalid(format!("{what} must be a number, got NaN"))) } else { Ok(value) }
}

pub(crate) fn refused(error: SceneError) -> Refusal {
    Refusal::invalid(error)
}
