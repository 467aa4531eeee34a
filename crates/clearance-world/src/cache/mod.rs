//! Scenes that move a little at a time: what is remembered from one question to the next.

mod ask;
mod budget;
mod contacts;
mod table;

use clearance::Space;
use clearance::enclosure::Budget;

use crate::ask::Near;
use crate::body::Body;
use crate::key::BodyId;
use crate::resident::Pair;
use crate::scene::Scene;
use crate::surfaces::Follow;
use budget::is_beyond;
use contacts::Contacts;
use table::Table;

/// Remembers the answers of one scene, and asks only what may have changed. A value of the caller's own; as many as
/// there are users.
///
/// Each answer equals that of the scene itself, bit by bit: what is reported was asked anew since one of its bodies
/// moved last, and what is left out was proven to be beyond by its last answer and by how far its bodies have moved
/// since. Asked with another scene, it begins anew.
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
        let near = match are_meshes(pair) {
            true => scene.ask_from(pair, self.follows.or_default(ids)),
            false => scene.ask(pair),
        };
        self.remember(pair, near);
        near
    }

    fn remember(&mut self, pair: &Pair<'_, V>, near: Near<V>) {
        self.asked += 1;
        let budget = Budget { lower: near.between.bounds.lower, travel: pair.travel() };
        self.memory.put(near.pair, Memory { near, since: pair.since(), budget });
    }

    /// Whether a pair has to be asked to learn whether it is within `limit`.
    fn is_open(&mut self, scene: &Scene<V>, pair: &Pair<'_, V>, limit: V::Scalar) -> bool {
        self.memory
            .get(scene.ids_of(pair))
            .is_none_or(|known| known.since != pair.since() && !is_beyond(&known.budget, limit, pair, &scene.options))
    }

    /// Asks those of many pairs that have to be asked, on all processors. Two meshes are left to be asked one by one,
    /// from where they were.
    fn ask_ahead(&mut self, scene: &Scene<V>, candidates: &[[u32; 2]], limit: impl Fn(&Pair<'_, V>) -> V::Scalar) {
        let open: Vec<[u32; 2]> = candidates
            .iter()
            .filter_map(|&[a, b]| scene.any_pair(a, b))
            .filter(|pair| !are_meshes(pair) && self.is_open(scene, pair, limit(pair)))
            .map(|pair| pair.slots)
            .collect();
        if open.len() < FEW {
            return;
        }
        for (pair, near) in scene.ask_all(&open, |pair| Some((*pair, scene.ask(pair)))) {
            self.remember(&pair, near);
        }
    }
}

/// Number of pairs from which on they are evaluated on all processors.
const FEW: usize = 64;

fn are_meshes<V: Space>(pair: &Pair<'_, V>) -> bool {
    matches!(pair.bodies.map(|body| body.object.body()), [Body::Mesh(_), Body::Mesh(_)])
}
