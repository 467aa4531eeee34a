//! What is known of a motion: of an edge, a path or a trajectory.

use clearance::{Bounds, Pose3, Proximity, Vec3};

use crate::model::robot::Robot;

/// What is known of an edge, a path or a trajectory.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// All pairs are proven to stay farther apart than their margins, at all times and with all tolerances.
    Free {
        /// No signed distance is ever below this; infinite if there is no pair.
        lower: f64,
        /// The least signed distance that was seen; infinite if none had to be computed.
        upper: f64,
    },
    /// A pair is proven to come as near as its margin.
    Hit(Contact),
    /// Neither is proven, as for a graze closer than rounding can decide. Planners treat it as not free.
    Undecided(Contact),
}

/// Where a motion is not free, or not known to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The first body's name is a link's.
    pub pair: [String; 2],
    /// In segments from the start of a path; in seconds of a trajectory. Where the first contact is looked for, and of
    /// trajectories always, the motion is proven free before `lower`, with all tolerances; otherwise `lower` is where
    /// the segment begins. Of a hit, the pair is in contact at `upper`.
    pub time: Bounds<f64>,
    /// Where the bodies are closest at `time.upper`, in the world.
    pub proximity: Proximity<Vec3<f64>>,
    /// The values of the joints there, with their deviations.
    pub values: Vec<f64>,
    /// The poses there of bodies that move or have tolerances; empty for edges and paths.
    pub bodies: Vec<(String, Pose3<f64>)>,
    /// Whether joints or bodies deviate there.
    pub off: bool,
}

impl Found {
    /// Free, without any pair.
    pub(crate) const NO_PAIR: Self = Found::Free { lower: f64::INFINITY, upper: f64::INFINITY };

    /// The word for it: `"free"`, `"hit"` or `"undecided"`.
    pub fn name(&self) -> &'static str {
        match self {
            Found::Free { .. } => "free",
            Found::Hit(_) => "hit",
            Found::Undecided(_) => "undecided",
        }
    }

    /// Whether it is proven free.
    pub fn is_free(&self) -> bool {
        matches!(self, Found::Free { .. })
    }

    /// The lower bound of all signed distances, if it is proven free.
    pub fn lower(&self) -> Option<f64> {
        match self {
            Found::Free { lower, .. } => Some(*lower),
            Found::Hit(_) | Found::Undecided(_) => None,
        }
    }

    /// Where it is not free, or not known to be.
    pub fn contact(&self) -> Option<&Contact> {
        match self {
            Found::Free { .. } => None,
            Found::Hit(contact) | Found::Undecided(contact) => Some(contact),
        }
    }

    /// With another contact, if it has one.
    pub(crate) fn map_contact(self, change: impl FnOnce(Contact) -> Contact) -> Self {
        match self {
            Found::Free { .. } => self,
            Found::Hit(contact) => Found::Hit(change(contact)),
            Found::Undecided(contact) => Found::Undecided(change(contact)),
        }
    }

    /// The result for two parts of a motion: the least of both if they are free, otherwise the first that is not.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Found::Free { lower, upper }, Found::Free { lower: least, upper: seen }) => {
                Found::Free { lower: lower.min(least), upper: upper.min(seen) }
            }
            (Found::Free { .. }, other) => other,
            (found, _) => found,
        }
    }
}

impl Contact {
    /// The padding of the links of the pair.
    pub fn padding(&self, robot: &Robot) -> f64 {
        self.pair.iter().filter_map(|name| Some(robot.links()[robot.link_named(name)?].padding)).sum()
    }
}
