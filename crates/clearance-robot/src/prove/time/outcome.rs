//! The options of a search along an edge, what it finds and what it keeps.

use clearance::{Bounds, Proximity, Vec3};

#[cfg(doc)]
use super::Checker;
use crate::cell::chain::Side;

/// The query of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// Whether it is free: contacts are looked for all over the edge, and any of them ends the search.
    AnyHit,
    /// When the first contact is.
    FirstHit,
    /// Also how much room there is: intervals are halved until the proven least distance is within this of the true
    /// one; where joints or bodies have tolerances, as far as little work permits.
    LeastClearance {
        /// Not negative.
        tolerance: f64,
    },
}

/// The tolerance of least clearances where none is given, metres: a hundredth of the distances that robots usually
/// keep, for some percent more of processor time than whether a motion is free.
pub const TOLERANCE: f64 = 1e-3;

/// Settings of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeOptions {
    /// The query. Default [`Mode::FirstHit`].
    pub mode: Mode,
    /// Maximum number of intervals; then the rest is undecided. Default 20 000.
    pub max_intervals: u32,
    /// Added to the margin of every pair: the edge is free if all signed distances stay above. Default 0.
    pub margin: f64,
    /// The edge is free only if no signed distance is at or below this either, whatever the margin of its pair.
    /// Default: negative infinity.
    pub least: f64,
    /// The most time for an edge, or for each segment of a path; then the rest is undecided. Default: no limit.
    pub seconds: f64,
}

impl Default for EdgeOptions {
    fn default() -> Self {
        let (mode, least) = (Mode::FirstHit, f64::NEG_INFINITY);
        EdgeOptions { mode, max_intervals: 20_000, margin: 0.0, least, seconds: f64::INFINITY }
    }
}

impl EdgeOptions {
    /// Whether no signed distance is at or below a distance, for a [certificate](Checker::certify) of a closest
    /// approach.
    pub fn above(least: f64) -> Self {
        // As many as a closest approach may take.
        EdgeOptions { mode: Mode::AnyHit, max_intervals: 200_000, least, ..EdgeOptions::default() }
    }
}

/// A pair that is proven apart over an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub pair: usize,
    pub interval: [f64; 2],
    pub side: Side,
    /// Fixed in the frame of that side, from the first body to the second.
    pub axis: Vec3<f64>,
    /// The signed distance is at least this.
    pub bound: f64,
    /// The cell of errors, by its place among those of the search.
    pub cell: usize,
}

/// A contact of a pair over a segment, or what cannot be distinguished from one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairContact {
    pub pair: usize,
    /// Free before the lower end. Of a hit, in contact at the upper end.
    pub bracket: Bounds<f64>,
    /// Where the bodies are closest, in the world, at the upper end.
    pub proximity: Proximity<Vec3<f64>>,
    /// Where joints and bodies may be off: the errors there, by their place among those of the search.
    pub off: Option<usize>,
}

/// How a search ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outcome {
    /// With bounds of the least signed distance; the upper one is of what was asked.
    Free {
        lower: f64,
        upper: f64,
    },
    Hit(PairContact),
    Undecided(PairContact),
}

/// What is kept of the proofs of pairs.
pub(crate) enum Keep<'k> {
    /// Nothing, and of a contact only that there is one: distances are computed no farther than they decide.
    Verdict,
    /// Nothing: any bound will do.
    Nothing,
    /// Nothing, but all bounds are gaps along axes, as those of a certificate are.
    Gaps,
    /// An entry for each pair and interval.
    Entries(&'k mut Vec<Entry>),
}
