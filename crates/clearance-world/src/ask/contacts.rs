//! All pairs that meet.

use clearance::{Real, Space};

use crate::between::meet;
use crate::key::BodyId;
use crate::resident::Pair;
use crate::scene::Scene;
use crate::sort::sort_by;

/// Two bodies that meet, or may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Contact {
    /// The body of the lesser key first.
    pub pair: [BodyId; 2],
    /// Whether it is proven that they have a common point. If not, rounding cannot decide whether they touch.
    pub proven: bool,
}

impl<V: Space> Scene<V> {
    /// All pairs of bodies with a common point, touching included, by their keys. Every pair that is not among them is
    /// proven to be apart.
    ///
    /// Polytopes, rounded or not, are decided exactly. Cost: a search of the tree and one boolean query for each pair
    /// of boxes that meet. [`between`](Self::between) has the depth, [`contact_points`](Self::contact_points) the
    /// points.
    pub fn contacts(&self) -> Vec<Contact> {
        let candidates = self.candidates(V::Scalar::ZERO);
        let mut found = self.ask_all(&candidates, |pair| Some((pair.keys(), self.contact(pair)?)));
        sort_by(&mut found, |(a, _), (b, _)| a.cmp(b));
        found.into_iter().map(|(_, contact)| contact).collect()
    }

    /// The contact of a pair, if it is not proven to be apart.
    pub(crate) fn contact(&self, pair: &Pair<'_, V>) -> Option<Contact> {
        let [a, b] = pair.placed();
        match meet(a, b, &self.options) {
            Some(false) => None,
            found => Some(Contact { pair: self.ids_of(pair), proven: found == Some(true) }),
        }
    }
}
