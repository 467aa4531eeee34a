//! The options and the answers of times of impact.

use crate::dimension::Dimension;
use crate::math::Real;
use crate::options::Options;
use crate::proximity::{Bounds, Proximity};

/// What an overlap at the start means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Overlap {
    /// A contact at time 0, with its depth.
    #[default]
    Counts,
    /// Nothing: a contact is the first one after the bodies have parted, for the tolerance at least. Bodies that never
    /// do end as [`Impact::NoContact`] with a lower bound that is not above the target.
    Ignored,
    /// A contact at time 0 only if the bodies come nearer from there: with `v` the velocity of B's point against A's
    /// and `n` the normal from A to B, if `−n·v` is more than [`ToiOptions::tolerance`] of their speed. Bodies that
    /// recede or slide, touching, overlapping or within the target distance, are not in contact: of bodies that do not
    /// turn for all of the motion, as they come no nearer than at the start; bodies that turn must part first, as of
    /// [`Overlap::Ignored`], unless a direction proves that they come no nearer.
    ///
    /// An edge beside an edge slides if it does along any of its normals. Bodies of many parts, that do not turn, slide
    /// over all parts that are not nearer, along the normal of such a contact, than that is: a box on a floor of many
    /// triangles meets none of their edges.
    OnlyApproaching,
}

/// When a motion ends in a contact, and how much work may be done: for [`MovingPair`](crate::query::MovingPair).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields, bound(deserialize = "T: Real + serde::Deserialize<'de>"))
)]
pub struct ToiOptions<T> {
    /// The signed distance that counts as contact, default 0: a positive one asks when the bodies come closer than
    /// that.
    pub target_distance: T,
    /// What it means that the bodies are in contact at the start.
    pub initial_overlap: Overlap,
    /// Stop once the contact is nearer than this in time. Default 2⁻⁴⁴ = 6·10⁻¹⁴ of the motion (f64), 2⁻²⁰ (f32).
    pub tolerance: T,
    /// The most distance queries. Default 1024: grazing and fast spins need tens, all others about 6.
    pub max_steps: u32,
    /// Options of the distance queries.
    pub query: Options<T>,
}

impl<T: Real> Default for ToiOptions<T> {
    fn default() -> Self {
        let double = T::UNIT.exponent() == -53;
        // Once a contact is at hand, the depth of curved cores matters no more than that there is one.
        let query = Options { max_expansions: 64, ..Options::default() };
        let tolerance = T::power_of_two(if double { -44 } else { -20 });
        ToiOptions { target_distance: T::ZERO, initial_overlap: Overlap::Counts, tolerance, max_steps: 1024, query }
    }
}

/// How a motion ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Impact<V: Dimension> {
    /// The signed distance is proven to stay above the target over all of `[0, 1]`, but for what an
    /// [`Overlap`] at the start leaves out.
    NoContact {
        /// A proven lower bound of the signed distance at all times: above the target, but not sharp. To learn whether
        /// the bodies come closer than some distance, make it the target. Of bodies that begin in contact, and recede
        /// or slide, not above the target.
        lower: V::Scalar,
        /// Support evaluations of the pair.
        iterations: u32,
    },
    /// A contact, proven.
    Hit(Encounter<V>),
    /// Nearer than rounding, or than the permitted work, can distinguish from a contact. The bodies are proven to be
    /// apart before the bracket; nothing is proven inside it and after it.
    Undecided(Encounter<V>),
}

/// A contact in time and space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter<V: Dimension> {
    /// The best estimate of the first time at which the signed distance is at most the target; in the bracket.
    pub time: V::Scalar,
    /// Before `lower` the signed distance is proven to be above the target; of a hit, at `upper` it is proven not to
    /// be.
    pub bracket: Bounds<V::Scalar>,
    /// Where the bodies are closest at the lower end of the bracket, in the world frame: normal and witness points of
    /// the contact. Of bodies that overlap from the start, their depth.
    pub proximity: Proximity<V>,
    /// The bodies are in contact at `t = 0`.
    pub initial: bool,
    /// Support evaluations of the pair.
    pub iterations: u32,
}

impl<V: Dimension> Impact<V> {
    /// The answer with A and B exchanged.
    pub fn swapped(self) -> Self {
        let swapped = |encounter: Encounter<V>| Encounter { proximity: encounter.proximity.swapped(), ..encounter };
        match self {
            Self::NoContact { .. } => self,
            Self::Hit(encounter) => Self::Hit(swapped(encounter)),
            Self::Undecided(encounter) => Self::Undecided(swapped(encounter)),
        }
    }

    /// The contact, decided or not.
    pub fn encounter(&self) -> Option<&Encounter<V>> {
        match self {
            Self::NoContact { .. } => None,
            Self::Hit(encounter) | Self::Undecided(encounter) => Some(encounter),
        }
    }
}
