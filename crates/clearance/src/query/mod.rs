//! The questions one can ask of two shapes; every one is answered by the same machinery, so no two can disagree.
//!
//! Each takes `a`, `b` and `b_in_a`, the pose of `b`'s frame in `a`'s, and answers in `a`'s frame. [`Pair`] asks the same questions with
//! options, with a warm start, or of two bodies in the world.

mod angles;
mod any;
mod at_once;
mod balls;
pub mod batch;
mod bodies;
mod cast;
mod certify;
mod closed;
mod contact;
mod contact_patch;
mod curved;
mod dispatch;
mod display;
mod encounter;
mod formula;
mod gradient;
mod halfspace;
mod impact;
pub mod motion;
mod observe;
mod overlap;
mod pair;
mod second;
#[cfg(feature = "serde")]
mod serde;
mod settle;
mod smoothed;
mod space;
mod stationary;
mod steps;
mod track;
mod twist;
mod warm;

pub use crate::decide::Certificate;
pub use crate::epa::Expansion;
pub use crate::gjk::{End, Finish, Means, Sample, Step};
pub use crate::proximity::{Bounds, Feature, Proximity, Status};
pub use crate::support::FeatureKind;
pub use cast::{cast, cast_ray};
pub use certify::certify;
pub use contact::{ContactOptions, ContactPoint, Manifold, contact};
pub use encounter::{Encounter, Impact, Overlap, ToiOptions};
pub use gradient::{Branch, PoseGradient, gradient};
pub use impact::{MovingPair, time_of_impact};
pub use observe::Event;
pub use pair::{Pair, distance, distance_within, intersects, signed_distance};
pub use second::{SecondDerivatives, second_derivatives};
pub use smoothed::{Smoothed, smoothed_distance};
pub use space::Space;
pub use track::{Track, Tracks};
#[doc(hidden)]
pub use twist::Twisting;
pub use twist::{Gradient, Twist};
pub use warm::WarmStart;

use crate::dimension::Dimension;

#[cfg(feature = "simd")]
pub(crate) use settle::is_coarse;

/// What [`distance_within`] found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within<V: Dimension> {
    /// The signed distance, which is not proven to be above the maximum.
    Near(Proximity<V>),
    /// The signed distance is above the maximum.
    Beyond {
        /// A proven lower bound of the signed distance.
        lower: V::Scalar,
    },
}

impl<V: Dimension> Within<V> {
    /// A settled answer, as far as it is wanted.
    fn of(found: Proximity<V>, max: V::Scalar) -> Self {
        if found.bounds.lower > max { Within::Beyond { lower: found.bounds.lower } } else { Within::Near(found) }
    }
}

/// Questions in any dimension's own code, for tests that are generic over the scalar.
#[cfg(test)]
pub(crate) mod generic {
    use super::dispatch::{self, Memory};
    use super::{Proximity, WarmStart};
    use crate::dimension::Dimension;
    use crate::math::Pose;
    use crate::options::Options;
    use crate::support::{Bodies, Support};

    pub fn signed_distance<V: Dimension>(a: &impl Support<V>, b: &impl Support<V>, b_in_a: &Pose<V>) -> Proximity<V> {
        let memory = &mut Memory { warm: &mut WarmStart::new(), kept: None };
        dispatch::signed_distance(&Bodies::new(a, b, b_in_a), &Options::default(), memory)
    }

    pub fn distance<V: Dimension>(a: &impl Support<V>, b: &impl Support<V>, b_in_a: &Pose<V>) -> Proximity<V> {
        let memory = &mut Memory { warm: &mut WarmStart::new(), kept: None };
        dispatch::distance(&Bodies::new(a, b, b_in_a), &Options::default(), memory)
    }
}
