//! The questions one can ask of two shapes; every one is answered by the same machinery, so no two can disagree.
//!
//! Each takes `a`, `b` and `b_in_a`, the pose of `b`'s frame in `a`'s, and answers in `a`'s frame; [`world`] has the same
//! questions for two world poses.

mod angles;
mod balls;
mod cast;
mod certify;
mod concrete;
mod contact;
mod encounter;
mod formula;
mod gradient;
mod halfspace;
mod impact;
pub mod motion;
mod observe;
mod proximity;
mod second;
mod settle;
mod signed;
mod site;
mod smoothed;
mod stationary;
#[cfg(feature = "simd")]
mod stepped;
mod track;
mod twist;
mod warm;
pub mod world;

pub use crate::epa::Expansion;
pub use crate::gjk::{End, Finish, Means, Sample, Step};
pub use crate::support::FeatureKind;
pub use cast::{cast, cast_ray, cast_with};
pub use certify::certify;
pub use contact::{ContactOptions, ContactPoint, Manifold, contact, contact_with};
pub use encounter::{Encounter, Impact, Overlap, ToiOptions};
pub use gradient::{Branch, PoseGradient, gradient, gradient_with};
pub use impact::{time_of_impact, time_of_impact_with};
pub use observe::{Event, signed_distance_observed};
pub use proximity::{Bounds, Feature, Proximity, Status};
pub use second::{SecondDerivatives, second_derivatives};
pub use smoothed::{Smoothed, smoothed_distance, smoothed_distance_with};
pub use track::{Track, Tracks};
pub use twist::{Gradient, Twist, Twisting};
pub use warm::WarmStart;

use crate::closed_form;
use crate::math::{Pose, Real, Way};
use crate::options::Options;
use crate::space::Space;
use crate::support::Support;
#[cfg(feature = "simd")]
pub(crate) use balls::{apart as balls_apart, overlap as balls_overlap};
use concrete::answer_concrete;
#[cfg(feature = "simd")]
pub(crate) use formula::{centred_ends, ordinary_lengths};
#[cfg(feature = "simd")]
pub(crate) use settle::is_coarse;
use signed::{Depth, Ending, answer_at_once, overlap};
#[cfg(feature = "simd")]
pub(crate) use stepped::Stepped;

/// What [`distance_within`] found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within<V: Space> {
    /// The signed distance, which is not proven to be above the maximum.
    Near(Proximity<V>),
    /// The signed distance is above the maximum.
    Beyond {
        /// A proven lower bound of the signed distance.
        lower: V::Scalar,
    },
}

impl<V: Space> Within<V> {
    /// A settled answer, as far as it is wanted.
    fn of(found: Proximity<V>, max: V::Scalar) -> Self {
        if found.bounds.lower > max { Within::Beyond { lower: found.bounds.lower } } else { Within::Near(found) }
    }
}

/// Whether the closed bodies have a common point. Touching counts.
///
/// The same decision as the status of [`signed_distance`], usually after one or two support evaluations; after none if balls
/// around the bodies are apart.
pub fn intersects<V: Space>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized), b_in_a: &Pose<V>) -> bool {
    answer_concrete!(a, b => intersects(a, b, b_in_a));
    if balls::apart(a, b, (b_in_a.translation(), b_in_a.translation_error())) {
        return false;
    }
    if let Some(decided) = formula::intersects_concrete((a, &Pose::IDENTITY), (b, b_in_a)) {
        return decided;
    }
    if let Some(decided) = formula::intersects((a, &Pose::IDENTITY), (b, b_in_a)) {
        return decided;
    }
    let offset = (b_in_a.translation(), b_in_a.translation_error());
    if balls::overlap(a, b, offset, ([None, Some(b_in_a.matrix())], b_in_a.rotation_error())) {
        return true;
    }
    if let Some(decided) = closed_form::boxes::meet(a, b, || Way::of(b_in_a)) {
        return decided;
    }
    let options = Options::default();
    if let Some(decided) = overlap((a, b, b_in_a), &options) {
        return decided;
    }
    let (wanted, mut ending) = ((Depth::Unwanted, V::Scalar::ZERO), Ending::default());
    let mut found = answer_at_once((a, b, b_in_a), &options, wanted, &mut WarmStart::new(), &mut ending);
    if ending.beyond {
        return false;
    }
    found.settle(&ending, (a, &Pose::IDENTITY), (b, b_in_a));
    found.status != Status::Separated
}

/// The distance of the closed bodies with witness points; zero with a common point if they meet.
///
/// Cost: one support evaluation of both shapes for each step, 2 to 10 for boxes and small polytopes.
#[inline]
pub fn distance<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
) -> Proximity<V> {
    distance_with(a, b, b_in_a, &Options::default(), &mut WarmStart::new())
}

/// [`distance`] with options and a warm start.
#[inline]
pub fn distance_with<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
    options: &Options<V::Scalar>,
    warm: &mut WarmStart<V>,
) -> Proximity<V> {
    // Each identity is made where it is asked for, which most pairs never do.
    if let Some(found) = formula::answer_concrete((a, &Pose::IDENTITY), (b, b_in_a), options, Depth::Unwanted) {
        return found;
    }
    if let Some(found) = formula::signed_distance((a, &Pose::IDENTITY), (b, b_in_a)) {
        return found.unsigned((a, &Pose::IDENTITY), (b, b_in_a), options);
    }
    let (wanted, mut ending) = ((Depth::Unwanted, V::Scalar::INFINITY), Ending::default());
    let found = answer_at_once((a, b, b_in_a), options, wanted, warm, &mut ending);
    if found.is_final(options) & (found.status == Status::Separated) {
        return found;
    }
    found.finished_distance((&ending, options), (a, &Pose::IDENTITY), (b, b_in_a))
}

/// The signed distance: the distance of bodies that are apart, minus the penetration depth of bodies that overlap.
#[inline]
pub fn signed_distance<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
) -> Proximity<V> {
    signed_distance_with(a, b, b_in_a, &Options::default(), &mut WarmStart::new())
}

/// [`signed_distance`] with options and a warm start.
#[inline]
pub fn signed_distance_with<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
    options: &Options<V::Scalar>,
    warm: &mut WarmStart<V>,
) -> Proximity<V> {
    if let Some(found) = formula::answer_concrete((a, &Pose::IDENTITY), (b, b_in_a), options, Depth::Wanted) {
        return found;
    }
    if let Some(found) = formula::signed_distance((a, &Pose::IDENTITY), (b, b_in_a)) {
        return found.signed((a, &Pose::IDENTITY), (b, b_in_a), options);
    }
    let (wanted, mut ending) = ((Depth::Wanted, V::Scalar::INFINITY), Ending::default());
    let found = answer_at_once((a, b, b_in_a), options, wanted, warm, &mut ending);
    if found.is_final(options) { found } else { found.finished((&ending, options), (a, &Pose::IDENTITY), (b, b_in_a)) }
}

/// The signed distance if it is at most `max`, else a proof that it is not: the cheapest question for far pairs.
#[inline]
pub fn distance_within<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
    max: V::Scalar,
) -> Within<V> {
    distance_within_with(a, b, b_in_a, max, &Options::default(), &mut WarmStart::new())
}

/// [`distance_within`] with options and a warm start.
#[inline]
pub fn distance_within_with<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
    b_in_a: &Pose<V>,
    max: V::Scalar,
    options: &Options<V::Scalar>,
    warm: &mut WarmStart<V>,
) -> Within<V> {
    let mut ending = Ending::default();
    let mut found = answer_at_once((a, b, b_in_a), options, (Depth::Wanted, max), warm, &mut ending);
    if ending.beyond {
        return Within::Beyond { lower: found.bounds.lower };
    }
    found.finish((&ending, options), (a, &Pose::IDENTITY), (b, b_in_a));
    Within::of(found, max)
}
