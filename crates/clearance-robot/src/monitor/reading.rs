//! What a monitor answers.

use std::fmt;

/// The answer of one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// What it says in a word.
    pub verdict: Verdict,
    /// The robot and the bodies that are watched.
    pub watched: Least,
    /// The robot and itself.
    pub own: Least,
    /// The robot and the world.
    pub world: Least,
    /// How far ahead it looked, s, from now on.
    pub horizon: f64,
    /// Whether all bounds are as good as they get; else the budget ended before. They are proven either way.
    pub complete: bool,
    /// Number of support evaluations.
    pub evaluations: u32,
}

/// The least separation of pairs of one kind, less their margins, over all that the joints and bodies may do within the
/// horizon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Least {
    /// Proven: never above the truth. Infinite without pairs; minus infinity if a fault leaves nothing known.
    pub lower: f64,
    /// Not below the truth: attained by a configuration and by bodies within what is allowed. Infinite if none was
    /// evaluated.
    pub upper: f64,
    /// The pair of the lower bound, for [`Monitor::names`](super::Monitor::names).
    pub pair: Option<usize>,
}

/// Whether the robot may continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All lower bounds are positive: proven that nothing touches within the horizon.
    Free,
    /// Not proven: something is too near, or the budget ended too early. The robot has to stop.
    Close,
    /// The sample cannot be used. The robot has to stop.
    Fault(Fault),
}

/// Why a sample cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The wrong number of values, rates or bodies, or of values of the stop; or a stop where none is expected, or none
    /// where one is.
    Count,
    /// A value, a rate or a time that is not finite, or a value that is out of all proportion.
    NotFinite,
    /// The sample of the joints is too old, or later than now.
    StaleJoints,
    /// The sample of a body is too old, or later than now; its index.
    StaleBody(u32),
}

impl Reading {
    /// Nothing is known.
    pub(super) fn fault(fault: Fault) -> Self {
        let unknown = Least { lower: f64::NEG_INFINITY, upper: f64::INFINITY, pair: None };
        Reading {
            verdict: Verdict::Fault(fault),
            watched: unknown,
            own: unknown,
            world: unknown,
            horizon: 0.0,
            complete: false,
            evaluations: 0,
        }
    }

    /// The least of all kinds.
    pub fn lower(&self) -> f64 {
        self.watched.lower.min(self.own.lower).min(self.world.lower)
    }
}

impl Least {
    /// The separation of no pairs: infinite.
    pub(super) const NONE: Self = Least { lower: f64::INFINITY, upper: f64::INFINITY, pair: None };
}

impl Verdict {
    /// In a word: `free`, `close` or `fault`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Close => "close",
            Self::Fault(_) => "fault",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count => f.write_str("the sample has another number of values than the monitor expects"),
            Self::NotFinite => f.write_str("a value of the sample is not finite, or too large"),
            Self::StaleJoints => f.write_str("the sample of the joints is too old, or later than now"),
            Self::StaleBody(body) => write!(f, "the sample of body {body} is too old, or later than now"),
        }
    }
}
