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
    /// A [constraint](crate::Constraint) of the cell is proven to be violated, or not proven to hold.
    Violated(Violation),
}

/// Where a constraint does not hold, or is not known to.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The name of the constraint.
    pub constraint: String,
    /// In segments from the start of a path; in seconds of a trajectory. Where the first contact is looked for, the
    /// motion is proven to obey before `lower`. Of one that is proven, the constraint is violated at `upper`.
    pub time: Bounds<f64>,
    /// The value there: an angle in radians, or how far a point is outside of its box in metres; rounded.
    pub value: f64,
    /// What the value should stay below.
    pub limit: f64,
    /// The values of the joints there, with their deviations.
    pub values: Vec<f64>,
    /// Whether it is proven; else the constraint is nearer to its limit than rounding can decide.
    pub is_proven: bool,
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

    /// The word for it: `"free"`, `"hit"`, `"violated"` or `"undecided"`.
    pub fn name(&self) -> &'static str {
        match self {
            Found::Free { .. } => "free",
            Found::Hit(_) => "hit",
            Found::Violated(violation) if violation.is_proven => "violated",
            Found::Undecided(_) | Found::Violated(_) => "undecided",
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
            Found::Hit(_) | Found::Undecided(_) | Found::Violated(_) => None,
        }
    }

    /// Where it collides, or is not known not to; `None` where a constraint is violated.
    pub fn contact(&self) -> Option<&Contact> {
        match self {
            Found::Free { .. } | Found::Violated(_) => None,
            Found::Hit(contact) | Found::Undecided(contact) => Some(contact),
        }
    }

    /// Where a constraint does not hold, or is not known to.
    pub fn violation(&self) -> Option<&Violation> {
        match self {
            Found::Violated(violation) => Some(violation),
            Found::Free { .. } | Found::Hit(_) | Found::Undecided(_) => None,
        }
    }

    /// With another time, if it is not free.
    pub(crate) fn map_time(mut self, change: impl FnOnce(Bounds<f64>) -> Bounds<f64>) -> Self {
        match &mut self {
            Found::Free { .. } => {}
            Found::Hit(Contact { time, .. })
            | Found::Undecided(Contact { time, .. })
            | Found::Violated(Violation { time, .. }) => *time = change(*time),
        }
        self
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
