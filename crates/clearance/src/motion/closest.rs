//! The options and the answers of closest approaches.

use crate::dimension::Dimension;
use crate::math::Real;
use crate::options::Options;
use crate::proximity::{Bounds, Proximity};

/// How near the bounds of a closest approach come, and how much work may be done: for
/// [`MovingPair`](crate::query::MovingPair).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields, bound(deserialize = "T: Real + serde::Deserialize<'de>"))
)]
pub struct ApproachOptions<T> {
    /// Stop once `upper − lower` is at most this, a length. Default: 2⁻²⁰ ≈ 10⁻⁶ of the bodies' size (f64), 2⁻¹² (f32).
    pub within: Option<T>,
    /// Only a least distance below this matters: stop once it is proven not to be. Default infinite.
    pub below: T,
    /// Only these times count. Default: all, 0 to 1.
    pub times: Bounds<T>,
    /// The most distance queries. Default 4096.
    pub max_steps: u32,
    /// Options of the distance queries.
    pub query: Options<T>,
}

impl<T: Real> Default for ApproachOptions<T> {
    fn default() -> Self {
        let times = Bounds { lower: T::ZERO, upper: T::ONE };
        ApproachOptions { within: None, below: T::INFINITY, times, max_steps: 4096, query: Options::default() }
    }
}

impl<T: Real> ApproachOptions<T> {
    /// The width of the bounds for bodies of a size.
    pub fn width(&self, size: T) -> T {
        let double = T::UNIT.exponent() == -53;
        self.within.unwrap_or(size * T::power_of_two(if double { -20 } else { -12 }))
    }
}

/// The least signed distance of two bodies that move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestApproach<V: Dimension> {
    /// Bounds of the least signed distance over all times that count. The upper one is attained at
    /// [`time`](Self::time).
    pub least: Bounds<V::Scalar>,
    /// The least signed distance is attained within these times, and nowhere outside of them.
    pub times: Bounds<V::Scalar>,
    /// When the bodies are as near as `least.upper`.
    pub time: V::Scalar,
    /// Where they are closest at that time, in the world frame.
    pub proximity: Proximity<V>,
    /// Whether the bounds are at most [`ApproachOptions::within`] apart, or the least distance is proven to be at least
    /// [`ApproachOptions::below`].
    pub complete: bool,
    /// Support evaluations of the pair.
    pub iterations: u32,
}

impl<V: Dimension> ClosestApproach<V> {
    /// The answer with A and B exchanged.
    pub fn swapped(self) -> Self {
        ClosestApproach { proximity: self.proximity.swapped(), ..self }
    }
}
