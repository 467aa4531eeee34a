//! The times at which bodies that move are within a distance, with the keys of the format.

use clearance::Real;
use clearance_world::TimesBelow;
use serde::Serialize;

/// All times at which bodies are at most a distance apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Below {
    /// The distance.
    pub distance: f64,
    /// All times within it: at all others they are proven to be farther apart.
    pub intervals: Vec<BelowInterval>,
}

/// Times at which two bodies are at most a distance apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BelowInterval {
    /// The first time and the last one.
    pub t: [f64; 2],
    /// Whether they are proven to be within the distance at some of these times.
    pub proven: bool,
    /// The two bodies of a scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pair: Option<[String; 2]>,
}

impl BelowInterval {
    /// The intervals of two bodies.
    pub(crate) fn of<T: Real>(all: &[TimesBelow<T>], pair: Option<&[String; 2]>) -> Vec<Self> {
        let one = |TimesBelow { times, proven }: &TimesBelow<T>| BelowInterval {
            t: [times.lower.to_f64(), times.upper.to_f64()],
            proven: *proven,
            pair: pair.cloned(),
        };
        all.iter().map(one).collect()
    }
}
