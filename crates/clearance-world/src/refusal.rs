//! What a pair of bodies cannot be asked.

use core::fmt;

/// A question that a pair of bodies has no answer to: the kind of body that stands in the way, and what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// Two halfspaces overlap without end, or are bounded by parallel planes: they have neither a depth nor witness
    /// points.
    TwoHalfspaces,
    /// Certificates are of two shapes.
    Certificate {
        /// The [kind](crate::Body::kind) of the other body.
        kind: &'static str,
    },
    /// The depth of bodies that are not convex may jump, so that it has no derivative.
    Gradient {
        /// The [kind](crate::Body::kind) of the body that is not convex.
        kind: &'static str,
    },
    /// The depth of bodies that are not convex may jump, so that no motion bounds it.
    NegativeDistance {
        /// The [kind](crate::Body::kind) of the body that is not convex.
        kind: &'static str,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoHalfspaces => f.write_str("two halfspaces have no distance, expected at most one"),
            Self::Certificate { kind } => {
                write!(f, "a {kind} has no certificate, expected two bounded convex shapes")
            }
            Self::NegativeDistance { kind } => {
                write!(f, "the distance of a {kind} that times are below must not be negative")
            }
            Self::Gradient { kind } => {
                write!(f, "a {kind} that is not apart has no gradient, expected bodies that are apart or convex")
            }
        }
    }
}

impl core::error::Error for Refusal {}
