//! What can be wrong with a shape or a pose. Queries on valid shapes have no errors.

use core::fmt;

/// Why a constructor refused its input: what, the rule, and the value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number is NaN or infinite.
    NotFinite {
        /// The quantity.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A size is negative.
    Negative {
        /// The quantity.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A magnitude is above [`Real::LARGEST`](crate::Real::LARGEST).
    TooLarge {
        /// The quantity.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The limit.
        limit: f64,
    },
    /// A set needs at least one element.
    Empty {
        /// The set.
        what: &'static str,
    },
    /// A vector has no direction.
    NoDirection {
        /// The quantity.
        what: &'static str,
    },
    /// A set has more elements than can be numbered.
    TooMany {
        /// The set.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// Data that were stored or computed elsewhere break an invariant.
    Inconsistent {
        /// The object.
        what: &'static str,
        /// The invariant.
        rule: &'static str,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { what, value } => write!(f, "{what} must be finite, got {value}"),
            Self::Negative { what, value } => write!(f, "{what} must not be negative, got {value}"),
            Self::TooLarge { what, value, limit } => {
                write!(f, "{what} must have a magnitude of at most {limit:e}, got {value:e}")
            }
            Self::Empty { what } => write!(f, "{what} must not be empty"),
            Self::NoDirection { what } => write!(f, "{what} must not be zero"),
            Self::TooMany { what, count, limit } => write!(f, "{what} must have at most {limit} elements, got {count}"),
            Self::Inconsistent { what, rule } => write!(f, "{what} is inconsistent: {rule}"),
        }
    }
}

impl core::error::Error for ShapeError {}
