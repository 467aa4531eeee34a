//! Two bodies of a scene and what is between them.

use clearance::{Space, Vector};

use crate::answer::Between;
use crate::key::BodyId;

/// Two bodies of a scene and what is between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near<V: Vector> {
    /// The body of the lesser key first.
    pub pair: [BodyId; 2],
    /// The answer from the first to the second.
    pub between: Between<V>,
    /// How far the two should keep apart.
    pub margin: V::Scalar,
}

impl<V: Space> Near<V> {
    /// Whether the signed distance is at most the margin; `None` if the bounds leave it open.
    pub fn within_margin(&self) -> Option<bool> {
        let bounds = &self.between.bounds;
        if bounds.upper <= self.margin {
            Some(true)
        } else if bounds.lower > self.margin {
            Some(false)
        } else {
            None
        }
    }
}

impl<V: Space> Near<V> {
    /// `None` if the pair is proven to be farther apart; else whether it is proven not to be.
    pub(crate) fn is_within(&self, limit: V::Scalar) -> Option<bool> {
        let bounds = &self.between.bounds;
        if bounds.lower > limit { None } else { Some(bounds.upper <= limit) }
    }
}
