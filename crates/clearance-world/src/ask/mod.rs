//! The questions that one can ask of a scene.

mod arrivals;
mod cast;
mod closest;
mod contacts;
mod impact;
mod meeting;
mod within;

pub(crate) use arrivals::Arrivals;
pub use cast::{Cast, Struck};
pub(crate) use closest::Kept;
pub use closest::{Closest, ClosestTo, NearTo};
pub use contacts::Contact;
pub use impact::{Arrival, Earliest};
pub use within::Within;

use core::cmp::Ordering;

use clearance::query::{self, ContactOptions, Manifold};
use clearance::{Real, Space, Vector};

use crate::between::{Between, between_from};
use crate::depth::{Depth, DepthBudget, depth};
use crate::error::SceneError;
use crate::key::{BodyId, Key};
use crate::parts::part;
use crate::resident::Pair;
use crate::scene::Scene;
use crate::surfaces::Follow;

/// Two bodies of a scene and what is between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near<V: Vector> {
    /// The body of the lesser key first.
    pub pair: [BodyId; 2],
    /// The answer from the first to the second.
    pub between: Between<V>,
    /// How far the two should keep apart.
    pub margin: V::Scalar,
}

impl<V: Space> Near<V> {
    /// Whether the signed distance is at most the margin; `None` if the bounds leave it open.
    pub fn within_margin(&self) -> Option<bool> {
        let bounds = &self.between.bounds;
        if bounds.upper <= self.margin {
            Some(true)
        } else if bounds.lower > self.margin {
            Some(false)
        } else {
            None
        }
    }
}

impl<V: Space> Near<V> {
    /// `None` if the pair is proven to be farther apart; else whether it is proven not to be.
    pub(crate) fn is_within(&self, limit: V::Scalar) -> Option<bool> {
        let bounds = &self.between.bounds;
        if bounds.lower > limit { None } else { Some(bounds.upper <= limit) }
    }
}

impl<V: Space> Scene<V> {
    /// What is between two bodies, asked or ignored in other questions. Fails for two halfspaces, which always meet or never, and
    /// for a body and itself.
    pub fn between(&self, a: BodyId, b: BodyId) -> Result<Near<V>, SceneError> {
        let (pair, _) = self.in_order([(a, ()), (b, ())], "a signed distance")?;
        Ok(self.ask(&pair))
    }

    /// The contact points of an answer's two parts: corners of the contact polygon in the world. Of bodies that are not convex these are the
    /// points of the reported parts only. Fails for halfspaces.
    pub fn contact_points(
        &self,
        near: &Near<V>,
        options: &ContactOptions<V::Scalar>,
    ) -> Result<Manifold<V>, SceneError> {
        let [a, b] = near.pair.map(|id| self.get(id));
        let (Some(a), Some(b)) = (a, b) else { return Err(SceneError::NoSuchBody) };
        if a.is_unbounded() || b.is_unbounded() {
            return Err(SceneError::Unbounded("a contact polygon"));
        }
        let [i, j] = near.between.parts;
        let (of_a, of_b) = (part(a.geometry(), i), part(b.geometry(), j));
        Ok(query::Pair::in_world((&*of_a, a.pose()), (&*of_b, b.pose())).contact(options))
    }

    /// The length of the least translation of `b` that leaves it without a point in common with `a`, enclosed as far as the budget goes.
    ///
    /// For convex bodies this is their depth. For others the [bounds](Between::bounds) of an answer hold it, and this narrows them.
    pub fn depth(&self, a: BodyId, b: BodyId, budget: &DepthBudget<V::Scalar>) -> Result<Depth<V>, SceneError> {
        let (Some(of_a), Some(of_b)) = (self.resident(self.slot_of(a)?), self.resident(self.slot_of(b)?)) else {
            return Err(SceneError::NoSuchBody);
        };
        if a == b {
            return Err(SceneError::Itself("a depth"));
        }
        Ok(depth(of_a.placed(), of_b.placed(), &self.options, budget)?)
    }

    /// Asks a pair.
    pub(crate) fn ask(&self, pair: &Pair<'_, V>) -> Near<V> {
        self.ask_from(pair, &mut Follow::default())
    }

    /// Asks a pair, sooner with what is left of its last answer.
    pub(crate) fn ask_from(&self, pair: &Pair<'_, V>, follow: &mut Follow<V>) -> Near<V> {
        let [a, b] = pair.placed();
        let between = between_from(a, b, &self.options, follow);
        Near { pair: self.ids_of(pair), between, margin: self.margin(pair) }
    }

    pub(crate) fn ids_of(&self, pair: &Pair<'_, V>) -> [BodyId; 2] {
        pair.slots.map(|slot| self.id(slot))
    }

    pub(crate) fn margin(&self, pair: &Pair<'_, V>) -> V::Scalar {
        let [a, b] = pair.bodies;
        self.exceptions.margin(pair.slots).unwrap_or(a.body.own_margin() + b.body.own_margin())
    }

    /// The order of answers: by the signed distance, then by the keys.
    pub(crate) fn order(&self, a: &Near<V>, b: &Near<V>) -> Ordering {
        by_number(a.between.rank(), b.between.rank()).then_with(|| self.by_keys(a.pair, b.pair))
    }

    pub(crate) fn by_keys(&self, a: [BodyId; 2], b: [BodyId; 2]) -> Ordering {
        let keys = |pair: [BodyId; 2]| pair.map(|id| self.key(id));
        keys(a).cmp(&keys(b))
    }

    pub(crate) fn keys_of(&self, slots: [u32; 2]) -> [Option<&Key>; 2] {
        slots.map(|slot| self.resident(slot).map(|resident| &resident.key))
    }

    /// Every candidate asked, in the order given, on as many threads as there are.
    pub(crate) fn ask_all<'s, T: Send>(
        &'s self,
        pairs: &[[u32; 2]],
        ask: impl Fn(&Pair<'s, V>) -> Option<T> + Sync,
    ) -> Vec<T> {
        let one = |&[a, b]: &[u32; 2]| self.any_pair(a, b).and_then(|pair| ask(&pair));
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            pairs.par_iter().filter_map(one).collect()
        }
        #[cfg(not(feature = "rayon"))]
        pairs.iter().filter_map(one).collect()
    }

    /// The pairs to be asked whose boxes are within a distance, in no particular order.
    pub(crate) fn candidates(&self, max: V::Scalar) -> Vec<[u32; 2]> {
        let mut found = Vec::new();
        self.tree().pairs_within(max, |a, b| {
            if let Some(pair) = self.pair(a, b)
                && pair.is_within(max)
            {
                found.push(pair.slots);
            }
        });
        found
    }
}

/// Numbers are never NaN here.
pub(crate) fn by_number<T: Real>(a: T, b: T) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}
