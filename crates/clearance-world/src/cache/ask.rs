//! The questions of a scene, answered by a watch.

use clearance::{Real, Space};

use super::Watch;
use crate::ask::{Closest, Contact, Kept, Near, Within};
use crate::error::SceneError;
use crate::key::BodyId;
use crate::resident::Pair;
use crate::scene::Scene;

/// Answers that may be among the closest, each with the bound of its boxes.
type Found<V> = Kept<<V as clearance::Vector>::Scalar, (<V as clearance::Vector>::Scalar, Near<V>)>;

impl<V: Space> Watch<V> {
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

    /// [`Scene::closest`]. Cost: a search of the tree below the last answer, and a query for each pair whose budget is
    /// used up.
    pub fn closest(&mut self, scene: &Scene<V>, k: usize) -> Closest<V> {
        self.closest_within(scene, k, V::Scalar::INFINITY)
    }

    /// [`Scene::closest_within`], at the cost of [`closest`](Self::closest).
    pub fn closest_within(&mut self, scene: &Scene<V>, k: usize, max: V::Scalar) -> Closest<V> {
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
        let start = last.limit().min(max);
        let mut kept = Found::<V>::new(k.max(1));
        scene.tree().closest_pairs(start, |a, b, _| {
            self.add_pair(scene, &mut kept, scene.pair(a, b), start);
            kept.limit().min(start)
        });
        let found = scene.closest_of(kept, k);
        self.closest = found.pairs.iter().map(|near| near.pair).collect();
        self.trim(scene.len());
        found
    }

    /// [`Scene::closest_to`]. Cost: a search of the tree, and a query for each pair whose budget is used up.
    pub fn closest_to(&mut self, scene: &Scene<V>, body: BodyId, k: usize) -> Result<Closest<V>, SceneError> {
        self.attend(scene);
        let slot = scene.slot_of(body)?;
        let resident = scene.resident(slot).ok_or(SceneError::NoSuchBody)?;
        let (mut kept, far) = (Found::<V>::new(k.max(1)), V::Scalar::INFINITY);
        scene.tree().closest_items(&resident.bounds, far, |other, _| {
            if other != slot {
                self.add_pair(scene, &mut kept, scene.pair(slot, other), far);
            }
            kept.limit()
        });
        self.trim(scene.len());
        Ok(scene.closest_of(kept, k))
    }

    /// [`Scene::within`]. Cost: a search of the tree, and a query for each pair whose budget is used up.
    pub fn within(&mut self, scene: &Scene<V>, max: V::Scalar) -> Within<V> {
        self.within_limits(scene, max, |_| max)
    }

    /// [`Scene::within_margins`], at the cost of [`within`](Self::within).
    pub fn within_margins(&mut self, scene: &Scene<V>) -> Within<V> {
        self.within_limits(scene, scene.largest_margin(), |pair| scene.margin(pair))
    }

    /// [`Scene::between`]. Cost: nothing if neither body has moved since the pair was asked last.
    pub fn between(&mut self, scene: &Scene<V>, a: BodyId, b: BodyId) -> Result<Near<V>, SceneError> {
        self.attend(scene);
        let (pair, _) = scene.in_order([(a, ()), (b, ())], "a signed distance")?;
        Ok(self.answer(scene, &pair))
    }

    /// The pairs at most as far apart as their limit, which is at most `max`.
    fn within_limits(
        &mut self,
        scene: &Scene<V>,
        max: V::Scalar,
        limit: impl Fn(&Pair<'_, V>) -> V::Scalar,
    ) -> Within<V> {
        self.attend(scene);
        let candidates = scene.candidates(max);
        self.ask_ahead(scene, &candidates, &limit);
        let mut found = Vec::new();
        for [a, b] in candidates {
            let Some(pair) = scene.any_pair(a, b) else { continue };
            let limit = limit(&pair);
            if let Some(near) = self.answer_within(scene, &pair, limit) {
                found.extend(near.is_within(limit).map(|proven| (near, proven)));
            }
        }
        self.trim(scene.len());
        Within::of(scene, found)
    }

    /// Adds the answer of a pair, unless it is proven to be beyond `most` or what is kept.
    fn add_pair(&mut self, scene: &Scene<V>, kept: &mut Found<V>, pair: Option<Pair<'_, V>>, most: V::Scalar) {
        let Some(pair) = pair else { return };
        let (bound, limit) = (pair.bound(), kept.limit().min(most));
        if bound <= limit
            && let Some(near) = self.answer_within(scene, &pair, limit)
            && near.between.bounds.lower <= most
        {
            kept.add(near.between.bounds, (bound, near));
        }
    }
}
