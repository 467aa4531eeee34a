//! What a scene refuses.

use core::fmt;

use clearance::ShapeError;

use crate::key::Key;
use crate::refusal::Refusal;

/// Why a scene was not changed: what, the rule, and the value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SceneError {
    /// Two bodies would have one key.
    KeyTaken(Key),
    /// The handle is of a body that is no longer in the scene, or of another scene.
    NoSuchBody,
    /// A margin is negative, infinite or NaN.
    Margin(f64),
    /// The scene holds as many bodies as can be numbered.
    TooMany(usize),
    /// The two bodies have no answer to the question.
    Refused(Refusal),
    /// A body was to be asked with itself.
    Itself(&'static str),
    /// A shape or a pose was refused.
    Shape(ShapeError),
    /// An option of a walk or of a push is not in its range.
    Option {
        /// Which.
        what: &'static str,
        /// What it must be.
        rule: &'static str,
        /// What it is.
        value: f64,
    },
    /// What walks is not one convex shape, but of this [kind](crate::Body::kind).
    NotConvex(&'static str),
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyTaken(key) => write!(f, "bodies must have keys of their own, \"{key}\" is taken"),
            Self::NoSuchBody => {
                f.write_str("a handle must be of a body of the scene, this body was removed or never added")
            }
            Self::Margin(value) => write!(f, "a margin must be finite and not negative, got {value}"),
            Self::TooMany(limit) => write!(f, "a scene must have at most {limit} bodies"),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Itself(what) => write!(f, "{what} needs two bodies, got one and the same"),
            Self::Shape(error) => error.fmt(f),
            Self::Option { what, rule, value } => write!(f, "{what} must be {rule}, got {value}"),
            Self::NotConvex(kind) => write!(f, "what walks must be one convex shape, got a {kind}"),
        }
    }
}

impl core::error::Error for SceneError {}

impl From<Refusal> for SceneError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<ShapeError> for SceneError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}
