//! The results of pair cases about bodies that move.

use clearance::query::Impact;
use clearance::{Bounds, Real, Space};
use clearance_world::BodiesApproach;

use crate::result::PairResult;

impl PairResult {
    /// The result of two bodies that never come into contact; what is known of one that they may come into is left out.
    pub(crate) fn never<V: Space>(found: &Impact<V>) -> Self {
        let (lower, iterations) = match found {
            Impact::NoContact { lower, iterations } => (Some(lower.to_f64()), Some(*iterations)),
            Impact::Hit(_) | Impact::Undecided(_) => (None, None),
        };
        PairResult { toi: Some(None), lower, iterations, ..Self::apart() }
    }

    /// The pair at the last time that is proven free, with its time of contact. In a contact on the way the bodies
    /// touch, or are at the target distance; a contact at the start has its full answer.
    pub(crate) fn at_impact<V: Space>(self, found: &Impact<V>) -> Self {
        let (encounter, decided) = match found {
            Impact::NoContact { .. } => return Self::never(found),
            Impact::Hit(encounter) => (encounter, true),
            Impact::Undecided(encounter) => (encounter, false),
        };
        // An undecided time is the last one that is proven to be free.
        let time = if decided { encounter.time } else { encounter.bracket.lower };
        let at = PairResult {
            exact: decided,
            iterations: Some(encounter.iterations),
            toi: Some(Some(time.to_f64())),
            toi_lower: Some(encounter.bracket.lower.to_f64()),
            toi_upper: Some(encounter.bracket.upper.to_f64()),
            ..self
        };
        match (decided, encounter.initial && at.collides.is_some()) {
            // Bounds of what is undecided hold zero.
            (false, _) => PairResult {
                collides: None,
                status: "undecided",
                lower: at.lower.map(|lower| lower.min(0.0)),
                upper: at.upper.map(|upper| upper.max(0.0)),
                ..at
            },
            (true, false) => PairResult { collides: Some(true), status: "touching", ..at },
            // Within the target distance from the start is a contact, too.
            (true, true) => PairResult { collides: Some(true), ..at },
        }
    }

    /// The pair when it is as near as it comes, with the bounds of that distance over all times.
    pub(crate) fn at_closest<V: Space>(self, found: &BodiesApproach<V>) -> Self {
        let Bounds { lower, upper } = found.times;
        PairResult {
            lower: Some(found.least.lower.to_f64()),
            time: Some(found.time.to_f64()),
            times: Some([lower.to_f64(), upper.to_f64()]),
            complete: Some(found.complete),
            ..self
        }
    }
}
