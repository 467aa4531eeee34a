//! Where the bodies of a scene come as they move: boxes along their paths, and the pairs that come near each other.

use clearance::enclosure::Aabb;
use clearance::query::motion::Motion;
use clearance::{Real, Space};

use crate::error::SceneError;
use crate::key::BodyId;
use crate::meeting::{Moving, SPANS};
use crate::resident::Pair;
use crate::scene::Scene;
use crate::tree::Tree;

/// The bodies of a scene that move.
pub(super) struct Swept<'m, V: Space> {
    motions: Vec<Option<&'m dyn Motion<V>>>,
    spans: Vec<Option<[Aabb<V>; SPANS]>>,
    /// Boxes about whole paths.
    paths: Vec<(u32, Aabb<V>)>,
}

impl<'m, V: Space> Swept<'m, V> {
    pub fn new(scene: &Scene<V>, moving: &[(BodyId, &'m dyn Motion<V>)]) -> Result<Self, SceneError> {
        let mut motions: Vec<Option<&dyn Motion<V>>> = vec![None; scene.slot_count()];
        for (id, motion) in moving {
            motions[scene.slot_of(*id)? as usize] = Some(*motion);
        }
        let mut spans: Vec<Option<[Aabb<V>; SPANS]>> = vec![None; scene.slot_count()];
        let mut paths = Vec::with_capacity(moving.len());
        for (slot, resident) in scene.residents() {
            if let Some(motion) = motions[slot as usize] {
                let all = Moving { body: resident.object.body(), motion }.spans();
                paths.push((slot, all.iter().fold(Aabb::empty(), |whole, part| whole.union(part))));
                spans[slot as usize] = Some(all);
            }
        }
        Ok(Swept { motions, spans, paths })
    }

    /// Calls `add` for pairs of which at least one body moves and whose paths come within a distance, with the boxes of
    /// both in each part of the time.
    pub fn pairs_within(&self, scene: &Scene<V>, max: V::Scalar, mut add: impl FnMut([u32; 2], [[Aabb<V>; 2]; SPANS])) {
        let mut add = |a: u32, b: u32| {
            let Some(pair) = scene.pair(a, b) else { return };
            add(pair.slots, core::array::from_fn(|i| [self.bounds(&pair, 0, i), self.bounds(&pair, 1, i)]));
        };
        // Bodies at rest are where the scene's tree has them.
        for (slot, bounds) in &self.paths {
            scene.tree().items_within(bounds, max, |other| {
                if self.motions[other as usize].is_none() {
                    add(*slot, other);
                }
            });
        }
        Tree::build(self.paths.clone()).pairs_within(max, &mut add);
    }

    fn bounds(&self, pair: &Pair<'_, V>, side: usize, span: usize) -> Aabb<V> {
        self.spans[pair.slots[side] as usize].as_ref().map_or(pair.bodies[side].bounds, |all| all[span])
    }

    /// Both bodies of a pair, at rest without a motion.
    pub fn moving<'s>(&self, pair: &Pair<'s, V>) -> [Moving<'s, V>; 2]
    where
        'm: 's,
    {
        [0, 1].map(|side| {
            let at_rest: &dyn Motion<V> = pair.bodies[side].object.pose();
            let motion = self.motions[pair.slots[side] as usize].unwrap_or(at_rest);
            Moving { body: pair.bodies[side].object.body(), motion }
        })
    }

    /// More than any two bodies of the scene ever are apart.
    pub fn size(&self, scene: &Scene<V>) -> V::Scalar {
        let all = self.paths.iter().fold(scene.bounds(), |all, (_, path)| all.union(path));
        all.extent().norm().min(V::Scalar::LARGEST).next_up()
    }
}
