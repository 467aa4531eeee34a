//! The questions that one can ask of a scene.

mod approach;
mod cast;
mod closest;
mod contacts;
mod impact;
mod near;
mod swept;
mod within;

pub use approach::{PairTimesBelow, SceneApproach};
pub use cast::{Cast, Struck};
pub(crate) use closest::Kept;
pub use closest::{Closest, ClosestTo, NearTo};
pub use contacts::Contact;
pub use impact::{Arrival, Earliest};
pub use near::Near;
pub use within::Within;

use core::cmp::Ordering;

use clearance::query::{ContactOptions, ContactPoint};
use clearance::{Pose, Space};

use crate::between::{between, between_from};
use crate::depth::{Depth, DepthBudget, depth};
use crate::error::SceneError;
use crate::key::{BodyId, Key};
use crate::pair::{BodyContact, Contacts, check, contact_of, contacts_of};
use crate::parts::Placed;
use crate::resident::{Pair, Resident};
use crate::scene::Scene;
use crate::sort::by_number;
use crate::stop::Share;
use crate::surfaces::Follow;

impl<V: Space> Scene<V> {
    /// What is between two bodies, asked or ignored in other questions. Fails for two halfspaces, which always meet or
    /// never, and for a body and itself.
    pub fn between(&self, a: BodyId, b: BodyId) -> Result<Near<V>, SceneError> {
        let (pair, _) = self.in_order([(a, ()), (b, ())], "a signed distance")?;
        Ok(self.ask(&pair))
    }

    /// The contact points of an answer: corners of the contact polygon in the world, as of
    /// [`BodyPair::contact`](crate::BodyPair::contact).
    pub fn contact_points(
        &self,
        near: &Near<V>,
        options: &ContactOptions<V::Scalar>,
    ) -> Result<Vec<ContactPoint<V>>, SceneError> {
        Ok(self.contact_of(near, options)?.points)
    }

    /// The contact of an answer: its [points](Self::contact_points), and [ids](BodyContact::ids) by which these are
    /// found again in the next step.
    ///
    /// ```
    /// use clearance::{Cuboid, Pose3, Vec3};
    /// use clearance_world::{Body, Scene};
    /// let crate_ = |x: f64, z: f64| {
    ///     let half = Vec3::new(0.5, 0.5, 0.5);
    ///     Body::new(Cuboid::from_half_extents(half).unwrap()).at(Pose3::from_translation(Vec3::new(x, 0.0, z)).unwrap())
    /// };
    /// let mut scene = Scene::new();
    /// let below = scene.add("below", crate_(0.0, 0.0)).unwrap();
    /// let above = scene.add("above", crate_(0.1, 0.99)).unwrap();
    /// let before = scene.contact_of(&scene.between(below, above).unwrap(), &Default::default()).unwrap();
    /// scene.move_to(above, Pose3::from_translation(Vec3::new(0.2, 0.0, 0.98)).unwrap()).unwrap();
    /// let after = scene.contact_of(&scene.between(below, above).unwrap(), &Default::default()).unwrap();
    /// // Each point of the step before is carried on to the one with its id.
    /// for (id, point) in before.ids().iter().zip(&before.points) {
    ///     let place = after.ids().iter().position(|other| other == id).unwrap();
    ///     assert!((after.points[place].witness_b.x - point.witness_b.x).abs() < 0.11);
    /// }
    /// ```
    pub fn contact_of(
        &self,
        near: &Near<V>,
        options: &ContactOptions<V::Scalar>,
    ) -> Result<BodyContact<V>, SceneError> {
        let placed = |id: BodyId| {
            let slot = self.slot_of(id)?;
            self.resident(slot).map(Resident::placed).ok_or(SceneError::NoSuchBody)
        };
        let [a, b] = [placed(near.pair[0])?, placed(near.pair[1])?];
        Ok(contact_of(a, b, near.between, options))
    }

    /// The contacts of two bodies along all normals, as of [`BodyPair::contacts`](crate::BodyPair::contacts): of a body
    /// in a corner one with the floor and one with the wall. The body of the lesser key is the first.
    pub fn contacts_of(
        &self,
        a: BodyId,
        b: BodyId,
        within: V::Scalar,
        options: &ContactOptions<V::Scalar>,
    ) -> Result<Vec<BodyContact<V>>, SceneError> {
        let (pair, _) = self.in_order([(a, ()), (b, ())], "a contact")?;
        let [a, b] = pair.placed();
        Ok(contacts_of(a, b, Contacts { within, contact: options, options: &self.options }))
    }

    /// The length of the least translation of `b` that leaves it without a point in common with `a`, enclosed as far as
    /// the budget goes.
    ///
    /// For convex bodies this is their depth. For others the [bounds](crate::Between) of an answer hold it, and this
    /// narrows them.
    pub fn depth(&self, a: BodyId, b: BodyId, budget: &DepthBudget<V::Scalar>) -> Result<Depth<V>, SceneError> {
        let (Some(of_a), Some(of_b)) = (self.resident(self.slot_of(a)?), self.resident(self.slot_of(b)?)) else {
            return Err(SceneError::NoSuchBody);
        };
        if a == b {
            return Err(SceneError::Itself("a depth"));
        }
        check([of_a.object.body(), of_b.object.body()])?;
        Ok(depth(of_a.placed(), of_b.placed(), &self.options, budget)?)
    }

    /// What is [between](Scene::between) two bodies at other poses than their own.
    pub fn between_at(&self, bodies: [(BodyId, Pose<V>); 2]) -> Result<Near<V>, SceneError> {
        let (pair, poses) = self.in_order(bodies, "a signed distance")?;
        let placed = |side: usize| Placed { body: pair.bodies[side].object.body(), pose: &poses[side] };
        let found = between(placed(0), placed(1), &self.options);
        Ok(Near { pair: self.ids_of(&pair), between: found, margin: self.margin(&pair) })
    }

    /// Two bodies and what is said of each, the one of the lesser key first. Fails for a body and itself, and for two
    /// halfspaces.
    pub(crate) fn in_order<T>(
        &self,
        [a, b]: [(BodyId, T); 2],
        what: &'static str,
    ) -> Result<(Pair<'_, V>, [T; 2]), SceneError> {
        let (slot_a, slot_b) = (self.slot_of(a.0)?, self.slot_of(b.0)?);
        if slot_a == slot_b {
            return Err(SceneError::Itself(what));
        }
        let pair = self.any_pair(slot_a, slot_b).ok_or(SceneError::NoSuchBody)?;
        check(pair.bodies.map(|resident| resident.object.body()))?;
        let said = if pair.slots[0] == slot_a { [a.1, b.1] } else { [b.1, a.1] };
        Ok((pair, said))
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
        self.exceptions.margin(pair.slots).unwrap_or(a.object.own_margin() + b.object.own_margin())
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
        let share = Share::of(pairs.len());
        let one = |&[a, b]: &[u32; 2]| share.steps(1, || self.any_pair(a, b).and_then(|pair| ask(&pair)));
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            pairs.par_iter().panic_fuse().filter_map(one).collect()
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
