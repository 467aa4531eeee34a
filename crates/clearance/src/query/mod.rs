//! The questions one can ask of two shapes; every one is answered by the same machinery, so no two can disagree.
//!
//! Each takes `a`, `b` and `b_in_a`, the pose of `b`'s frame in `a`'s, and answers in `a`'s frame. One of the two may
//! be a [`Halfspace`](crate::Halfspace). [`Pair`] asks the same questions with options, with a warm start, or of two
//! bodies in the world.

mod against;
mod any;
mod asked;
mod at_once;
pub mod batch;
mod cast;
mod certify;
mod compiled;
pub mod deforming;
mod moving_pair;
mod pair;
mod parts;
mod point;
mod ray;
mod space;
mod track;

pub use crate::decide::Certificate;
#[doc(hidden)]
pub use crate::derivative::Twisting;
pub use crate::derivative::{Branch, Gradient, PoseGradient, SecondDerivatives, Smoothed, Twist};
pub use crate::epa::Expansion;
pub use crate::gjk::{End, Finish, Means, Sample, Step};
pub use crate::manifold::{ContactOptions, ContactPoint, Manifold, PartsContact};
pub use crate::motion;
pub use crate::motion::{ApproachOptions, ClosestApproach, Encounter, Impact, Overlap, ToiOptions};
pub use crate::proximity::{Bounds, Feature, Proximity, Status, Within};
pub use crate::solution::Solver;
pub use crate::solve::{Event, WarmStart};
pub use crate::support::FeatureKind;
pub use against::Against;
pub use cast::{cast, cast_ray};
pub use certify::certify;
pub use moving_pair::{MovingPair, closest_approach, time_of_impact};
pub use pair::{
    Pair, contact, distance, distance_within, gradient, intersects, second_derivatives, signed_distance,
    smoothed_distance,
};
pub use parts::contact_of_parts;
pub use point::PointQueries;
pub use ray::{Crossing, RayHit, RoughCrossing, RoughHit, SegmentEnclosure, crossing};
pub use space::Space;
pub use track::{Track, Tracks};
