//! Many bodies: their poses, and which pairs are checked. The queries are in `ask`.

use std::collections::hash_map;
use std::sync::OnceLock;

use clearance::enclosure::Aabb;
use clearance::{Options, Pose, Real, Space};

use crate::error::SceneError;
use crate::filter::Exceptions;
use crate::key::{BodyId, Key, KeyMap};
use crate::object::Object;
use crate::resident::{Entry, Identity, Pair, Resident};
use crate::tree::MAX_ITEM;
use crate::tree::Tree;

/// Fraction of its radius by which the box of a moved body is larger than the body: more finds more pairs of boxes in
/// vain, less changes the tree more often.
const ROOM: f64 = 0.125;

/// Bodies in one world, two- or three-dimensional, in single or double precision.
///
/// Questions take `&self` and may be asked from many threads. Their answers have the same bits however the scene came
/// about: each pair that is reported was asked anew, with the body of the lesser [`Key`] first.
///
/// ```
/// use clearance::{Ball, Cuboid, Pose3, Vec3};
/// use clearance_world::{Body, Scene};
/// let at = |x, z| Pose3::from_translation(Vec3::new(x, 0.0, z)).unwrap();
/// let mut scene = Scene::new();
/// let table = Body::new(Cuboid::from_half_extents(Vec3::new(1.0f64, 1.0, 0.05)).unwrap()).fixed();
/// let table = scene.add("table", table).unwrap();
/// let cup = scene.add("cup", Body::new(Ball::new(0.1).unwrap()).at(at(0.5, 0.35))).unwrap();
/// let spoon = scene.add("spoon", Body::new(Ball::new(0.02).unwrap()).at(at(0.5, 0.06))).unwrap();
/// let closest = scene.closest(1);
/// assert_eq!(closest.pairs[0].pair, [spoon, table]); // the lesser name first
/// assert!((closest.bounds.upper + 0.01).abs() < 1e-14); // 0.06 - 0.05 - 0.02
/// scene.move_to(spoon, at(0.8, 0.2)).unwrap();
/// assert_eq!(scene.contacts().len(), 0);
/// assert_eq!(scene.closest_to(table, 1).unwrap().pairs[0].pair, [spoon, table]);
/// assert!(scene.key(cup).is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Scene<V: Space> {
    entries: Vec<Entry<V>>,
    free: Vec<u32>,
    by_key: KeyMap<u32>,
    pub(crate) exceptions: Exceptions<V::Scalar>,
    pub(crate) options: Options<V::Scalar>,
    /// Made by the first question.
    tree: OnceLock<Tree<V>>,
    /// How often the tree was changed since it was built.
    changes: usize,
    pub(crate) identity: Identity,
    /// How often a body was added, removed or moved.
    pub(crate) revision: u64,
    /// How often a pair was ignored, or given a margin.
    pub(crate) arranged: u64,
}

impl<V: Space> Default for Scene<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Space> Scene<V> {
    /// No bodies.
    pub fn new() -> Self {
        Self::with_options(Options::default())
    }

    /// No bodies, and every pair asked with these options.
    pub fn with_options(options: Options<V::Scalar>) -> Self {
        Scene {
            entries: Vec::new(),
            free: Vec::new(),
            by_key: KeyMap::default(),
            exceptions: Exceptions::default(),
            options,
            tree: OnceLock::new(),
            changes: 0,
            identity: Identity::new(),
            revision: 0,
            arranged: 0,
        }
    }

    /// Adds a body under a key that no other has.
    pub fn add(&mut self, key: impl Into<Key>, body: impl Into<Object<V>>) -> Result<BodyId, SceneError> {
        let (key, object) = (key.into(), body.into());
        check_margin(object.own_margin())?;
        let slot = self.free.last().copied().unwrap_or(self.entries.len() as u32);
        if slot > MAX_ITEM {
            return Err(SceneError::TooMany(MAX_ITEM as usize + 1));
        }
        match self.by_key.entry(key.clone()) {
            hash_map::Entry::Occupied(_) => return Err(SceneError::KeyTaken(key)),
            hash_map::Entry::Vacant(place) => place.insert(slot),
        };
        if self.free.pop().is_none() {
            self.entries.push(Entry { generation: 0, resident: None });
        }
        self.revision += 1;
        let bounds = object.bounds();
        if let Some(tree) = self.tree.get_mut() {
            tree.insert(slot, bounds);
            self.changes += 1;
        }
        let entry = &mut self.entries[slot as usize];
        let (since, travel) = (self.revision, V::Scalar::ZERO);
        entry.resident = Some(Resident { key, object, bounds, since, ball: None, travel });
        Ok(BodyId { slot, generation: entry.generation })
    }

    /// Takes a body out, with its ignored pairs and margins.
    pub fn remove(&mut self, id: BodyId) -> Result<Object<V>, SceneError> {
        self.slot_of(id)?;
        let entry = &mut self.entries[id.slot as usize];
        let Some(resident) = entry.resident.take() else { return Err(SceneError::NoSuchBody) };
        entry.generation = entry.generation.wrapping_add(1);
        self.by_key.remove(&resident.key);
        self.exceptions.forget(id.slot);
        self.free.push(id.slot);
        self.revision += 1;
        if let Some(tree) = self.tree.get_mut() {
            tree.remove(id.slot);
        }
        Ok(resident.object)
    }

    /// Puts a body elsewhere. Its box in the tree is a little larger than the body, so that small moves leave the tree
    /// as it is.
    pub fn move_to(&mut self, id: BodyId, pose: Pose<V>) -> Result<(), SceneError> {
        self.slot_of(id)?;
        self.revision += 1;
        let Some(resident) = &mut self.entries[id.slot as usize].resident else { return Err(SceneError::NoSuchBody) };
        let ball = *resident.ball.get_or_insert_with(|| resident.object.body().aabb(&Pose::IDENTITY).ball());
        resident.travel = (resident.travel + ball.travel(resident.object.pose(), &pose)).next_up();
        resident.object.move_to(pose);
        (resident.bounds, resident.since) = (resident.object.bounds(), self.revision);
        let room = ball.radius * V::Scalar::from_f64(ROOM);
        if let Some(tree) = self.tree.get_mut() {
            if tree.update(id.slot, resident.bounds, room) {
                self.changes += 1;
            }
            // Insertions one by one make a worse tree than one that is built, which costs about as much as this number
            // of them.
            if self.changes > 4 * tree.len() + 64 {
                self.tree.take();
                self.changes = 0;
            }
        }
        Ok(())
    }

    /// Leaves a pair out of every question about the scene.
    pub fn ignore(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        let pair = [self.slot_of(a)?, self.slot_of(b)?];
        self.exceptions.ignore(pair, true);
        self.arranged += 1;
        Ok(())
    }

    /// Takes an ignored pair back in.
    pub fn unignore(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        let pair = [self.slot_of(a)?, self.slot_of(b)?];
        self.exceptions.ignore(pair, false);
        self.arranged += 1;
        Ok(())
    }

    /// A margin of the pair's own, in place of the sum of its bodies'.
    pub fn set_margin(&mut self, a: BodyId, b: BodyId, margin: V::Scalar) -> Result<(), SceneError> {
        let pair = [self.slot_of(a)?, self.slot_of(b)?];
        self.exceptions.set_margin(pair, check_margin(margin)?);
        self.arranged += 1;
        Ok(())
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.by_key.len()
    }
    /// Whether there is no body.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }
    /// The body of a handle; `None` if it was removed.
    pub fn get(&self, id: BodyId) -> Option<&Object<V>> {
        self.slot_of(id).ok().and_then(|slot| self.resident(slot)).map(|resident| &resident.object)
    }
    /// What a body is called.
    pub fn key(&self, id: BodyId) -> Option<&Key> {
        self.slot_of(id).ok().and_then(|slot| self.resident(slot)).map(|resident| &resident.key)
    }
    /// The body that is called so.
    pub fn find(&self, key: &Key) -> Option<BodyId> {
        self.by_key.get(key).map(|&slot| self.id(slot))
    }
    /// All bodies in the order of their keys.
    pub fn ids(&self) -> impl Iterator<Item = BodyId> + '_ {
        let mut all: Vec<(&Key, u32)> = self.by_key.iter().map(|(key, &slot)| (key, slot)).collect();
        all.sort();
        all.into_iter().map(|(_, slot)| self.id(slot))
    }
    /// A box around all bodies; empty without any.
    pub fn bounds(&self) -> Aabb<V> {
        self.residents().fold(Aabb::empty(), |all, (_, resident)| all.union(&resident.bounds))
    }
    /// The boxes of the bodies, with [`BodyId::number`] for items.
    pub fn tree(&self) -> &Tree<V> {
        self.tree
            .get_or_init(|| Tree::build(self.residents().map(|(slot, resident)| (slot, resident.bounds)).collect()))
    }

    pub(crate) fn slot_count(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn id(&self, slot: u32) -> BodyId {
        BodyId { slot, generation: self.entries[slot as usize].generation }
    }

    pub(crate) fn residents(&self) -> impl Iterator<Item = (u32, &Resident<V>)> {
        (0..).zip(&self.entries).filter_map(|(slot, entry)| Some((slot, entry.resident.as_ref()?)))
    }

    pub(crate) fn resident(&self, slot: u32) -> Option<&Resident<V>> {
        self.entries.get(slot as usize)?.resident.as_ref()
    }

    pub(crate) fn slot_of(&self, id: BodyId) -> Result<u32, SceneError> {
        match self.entries.get(id.slot as usize) {
            Some(entry) if entry.generation == id.generation && entry.resident.is_some() => Ok(id.slot),
            _ => Err(SceneError::NoSuchBody),
        }
    }

    /// The two bodies, the one of the lesser key first, if they are to be asked.
    pub(crate) fn pair(&self, a: u32, b: u32) -> Option<Pair<'_, V>> {
        let pair = self.any_pair(a, b)?;
        let [first, second] = pair.bodies;
        (first.object.meets(&second.object) && !self.exceptions.is_ignored(pair.slots)).then_some(pair)
    }

    /// The two bodies, the one of the lesser key first, asked or not.
    pub(crate) fn any_pair(&self, a: u32, b: u32) -> Option<Pair<'_, V>> {
        let (of_a, of_b) = (self.resident(a)?, self.resident(b)?);
        let (slots, bodies) = if of_a.key <= of_b.key { ([a, b], [of_a, of_b]) } else { ([b, a], [of_b, of_a]) };
        Some(Pair { slots, bodies })
    }
}

fn check_margin<T: Real>(margin: T) -> Result<T, SceneError> {
    if margin >= T::ZERO && margin <= T::LARGEST { Ok(margin) } else { Err(SceneError::Margin(margin.to_f64())) }
}
