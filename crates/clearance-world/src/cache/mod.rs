//! Scenes that move a little at a time: what is remembered from one question to the next.

mod budget;
mod table;

use clearance::enclosure::Budget;
use clearance::{Real, Space};

use crate::ask::{Closest, Contact, Kept, Near, Within};
use crate::body::Body;
use crate::key::BodyId;
use crate::resident::Pair;
use crate::scene::Scene;
use crate::sort::sort_by;
use crate::surfaces::Follow;
use budget::is_beyond;
use table::Table;

/// Remembers the answers of one scene, and asks only what may have changed. A value of the caller's own; as many as there are users.
///
/// Each answer equals that of the scene itself, bit by bit: what is reported was asked anew since one of its bodies moved last, and what is
/// left out was proven to be beyond by its last answer and by how far its bodies have moved since. Asked with another scene, it begins anew.
///
/// ```
/// use clearance::{Ball, Pose3, Vec3};
/// use clearance_world::{Body, Scene, Watch};
/// let at = |x| Pose3::from_translation(Vec3::new(x, 0.0, 0.0)).unwrap();
/// let mut scene = Scene::new();
/// let ball = |x: f64| Body::new(Ball::new(0.5).unwrap()).at(at(x));
/// let ids = [0.0, 2.0, 7.0].map(|x| scene.add(x as u64, ball(x)).unwrap());
/// let mut watch = Watch::new();
/// assert_eq!(watch.closest(&scene, 1).pairs[0].pair, [ids[0], ids[1]]);
/// scene.move_to(ids[2], at(2.75)).unwrap();
/// assert_eq!(watch.contacts(&scene)[0].pair, [ids[1], ids[2]]);
/// assert_eq!(watch.closest(&scene, 1), scene.closest(1));
/// ```
#[derive(Clone, Debug)]
pub struct Watch<V: Space> {
    /// Which scene, and with which exceptions.
    scene: Option<[u64; 2]>,
    contacts: Contacts,
    memory: Table<Memory<V>>,
    /// Where searches among the triangles of two meshes begin.
    follows: Table<Follow<V>>,
    /// The answer of the last [`closest`](Self::closest).
    closest: Vec<[BodyId; 2]>,
    asked: u64,
}

/// The list of contacts at a revision of the scene.
#[derive(Clone, Debug, Default)]
struct Contacts {
    revision: Option<u64>,
    list: Vec<Contact>,
}

/// The last answer of a pair.
#[derive(Clone, Copy, Debug)]
struct Memory<V: Space> {
    near: Near<V>,
    /// When the bodies had come to where they were.
    since: [u64; 2],
    budget: Budget<V::Scalar>,
}

impl<V: Space> Default for Watch<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Space> Watch<V> {
    /// An empty one.
    pub fn new() -> Self {
        let (memory, follows) = (Table::default(), Table::default());
        Watch { scene: None, contacts: Contacts::default(), memory, follows, closest: Vec::new(), asked: 0 }
    }

    /// How many pairs were asked for their signed distance since the scene was first seen.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// [`Scene::contacts`]. Cost: a look at every body, and the boxes near those that moved since the last time.
    pub fn contacts(&mut self, scene: &Scene<V>) -> &[Contact] {
        self.attend(scene);
        match self.contacts.revision {
            Some(revision) => self.contacts.update(scene, revision),
            None => self.contacts.list = scene.contacts(),
        }
        self.contacts.revision = Some(scene.revision);
        &self.contacts.list
    }

    /// [`Scene::closest`]. Cost: a search of the tree below the last answer, and a query for each pair whose budget is used up.
    pub fn closest(&mut self, scene: &Scene<V>, k: usize) -> Closest<V> {
        self.attend(scene);
        let mut last = Kept::new(k.max(1));
        for pair in core::mem::take(&mut self.closest) {
            let known = pair.map(|id| scene.slot_of(id).ok());
            if let [Some(a), Some(b)] = known
                && let Some(pair) = scene.pair(a, b)
            {
                let near = self.answer(scene, &pair);
                last.add(near.between.bounds, ());
            }
        }
        // `k` pairs are no farther apart than this, so nothing beyond it is among the closest.
        let start = last.limit();
        let mut kept = Kept::<V::Scalar, (V::Scalar, Near<V>)>::new(k.max(1));
        scene.tree().closest_pairs(start, |a, b, _| {
            let limit = kept.limit().min(start);
            if let Some(pair) = scene.pair(a, b) {
                let bound = pair.bound();
                if bound <= limit
                    && let Some(near) = self.answer_within(scene, &pair, limit)
                {
                    kept.add(near.between.bounds, (bound, near));
                }
            }
            kept.limit().min(start)
        });
        let found = scene.closest_of(kept, k);
        self.closest = found.pairs.iter().map(|near| near.pair).collect();
        self.trim(scene.len());
        found
    }

    /// [`Scene::within`]. Cost: a search of the tree, and a query for each pair whose budget is used up.
    pub fn within(&mut self, scene: &Scene<V>, max: V::Scalar) -> Within<V> {
        self.attend(scene);
        let mut found = Vec::new();
        for [a, b] in scene.candidates(max) {
            let Some(pair) = scene.any_pair(a, b) else { continue };
            if let Some(near) = self.answer_within(scene, &pair, max) {
                found.extend(near.is_within(max).map(|proven| (near, proven)));
            }
        }
        self.trim(scene.len());
        Within::of(scene, found)
    }

    /// Ends a question.
    fn trim(&mut self, bodies: usize) {
        self.memory.trim(16 * bodies);
        self.follows.trim(0);
    }

    /// Forgets everything if this is another scene, or other pairs are ignored in it.
    fn attend(&mut self, scene: &Scene<V>) {
        let stamp = Some([scene.identity.number(), scene.arranged]);
        if self.scene != stamp {
            *self = Watch { scene: stamp, ..Watch::new() };
        }
    }

    /// The answer of a pair, unless it is proven to be beyond `limit`.
    fn answer_within(&mut self, scene: &Scene<V>, pair: &Pair<'_, V>, limit: V::Scalar) -> Option<Near<V>> {
        if let Some(known) = self.memory.get(scene.ids_of(pair))
            && known.since != pair.since()
            && is_beyond(&known.budget, limit, pair, &scene.options)
        {
            return None;
        }
        Some(self.answer(scene, pair))
    }

    /// The answer of a pair: the last one if neither body has moved.
    fn answer(&mut self, scene: &Scene<V>, pair: &Pair<'_, V>) -> Near<V> {
        let (ids, since) = (scene.ids_of(pair), pair.since());
        if let Some(known) = self.memory.get(ids)
            && known.since == since
        {
            return known.near;
        }
        let near = match pair.bodies.map(|body| body.object.body()) {
            [Body::Mesh(_), Body::Mesh(_)] => scene.ask_from(pair, self.follows.or_default(ids)),
            _ => scene.ask(pair),
        };
        self.asked += 1;
        let budget = Budget { lower: near.between.bounds.lower, travel: pair.travel() };
        self.memory.put(ids, Memory { near, since, budget });
        near
    }
}

impl Contacts {
    /// Asks the bodies that have moved since a revision with all that are near them now.
    fn update<V: Space>(&mut self, scene: &Scene<V>, revision: u64) {
        let mut moved = vec![false; scene.slot_count()];
        let mut list = Vec::new();
        for (slot, resident) in scene.residents() {
            if resident.since > revision {
                moved[slot as usize] = true;
                list.push(slot);
            }
        }
        let stands = |id: BodyId| scene.slot_of(id).is_ok_and(|slot| !moved[slot as usize]);
        self.list.retain(|contact| contact.pair.into_iter().all(stands));
        let zero = V::Scalar::ZERO;
        let mut candidates = Vec::new();
        for slot in list {
            let Some(resident) = scene.resident(slot) else { continue };
            scene.tree().items_within(&resident.bounds, zero, |other| {
                // Two that have moved see each other.
                if other == slot || (moved[other as usize] && other < slot) {
                    return;
                }
                if let Some(pair) = scene.pair(slot, other)
                    && pair.is_within(zero)
                {
                    candidates.push(pair.slots);
                }
            });
        }
        self.list.extend(scene.ask_all(&candidates, |pair| scene.contact(pair)));
        sort_by(&mut self.list, |a, b| scene.by_keys(a.pair, b.pair));
    }
}
