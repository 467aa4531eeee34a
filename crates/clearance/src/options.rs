//! Settings of a query; every default is relative to the shapes at hand.

use crate::math::Real;

/// How much a query does beyond its first answer. No choice makes an answer wrong; it decides how wide the bounds may
/// be.
///
/// The choices beyond the first serve polytopes, and polytopes swept by balls (balls, capsules, rounded boxes):
/// whatever [`crate::exact`] has exact answers for. Other cores get the answer of [`Rounded`](Accuracy::Rounded).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Accuracy {
    /// Bounds a few roundings of the *sizes* wide; the status of polytopes is exact all the same.
    #[default]
    Rounded,
    /// Bounds at most 4 units in the last place of the *distance* wide: by twofold numbers where they suffice, else by
    /// exact ones. Costs about as much again as the rounded answer.
    Tight,
    /// The correctly rounded signed distance between its adjacent floats, in exact arithmetic: 10 to 100 µs for small
    /// hulls.
    Exact,
}

/// When a query may stop. There is no setting under which an answer is wrong: stopping early only widens the bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields, bound(deserialize = "T: Real + serde::Deserialize<'de>"))
)]
pub struct Options<T> {
    /// Stop once `upper − lower ≤ relative · |distance|`. Default 2⁻⁴⁵ (f64), 2⁻²⁰ (f32): 8 bits above the rounding of
    /// the scalar, so that the last steps are not spent on noise. Polytopes end exactly, whatever it is.
    pub relative: T,
    /// Stop once `upper − lower ≤ absolute`, a length. Default 0: lengths are the user's.
    pub absolute: T,
    /// For the depth of curved cores, which only a fine polytope can prove: stop once `upper − lower` is at most this
    /// part of the pair's size. Default 2⁻³⁶ = 1.5·10⁻¹¹ (f64), 2⁻²⁰ (f32).
    pub curved_depth: T,
    /// The most support evaluations in the distance part. Default 256: polytopes of 10⁵ vertices need at most 40,
    /// curved pairs 20.
    pub max_iterations: u32,
    /// The most expansions in the penetration part. Default 4096: it bounds time and memory for curved pairs whose
    /// depth is attained along a whole ring; polytopes end long before.
    pub max_expansions: u32,
    /// How wide the bounds of polytopes may be. Default [`Accuracy::Rounded`].
    pub accuracy: Accuracy,
}

impl<T: Real> Default for Options<T> {
    fn default() -> Self {
        let u = T::UNIT;
        // 2⁻⁴⁵ = 2⁸u in f64; 2⁻²⁰ = 2⁴u in f32.
        let double = u.exponent() == -53;
        Options {
            relative: T::power_of_two(if double { -45 } else { -20 }),
            absolute: T::ZERO,
            curved_depth: T::power_of_two(if double { -36 } else { -20 }),
            max_iterations: 256,
            max_expansions: 4096,
            accuracy: Accuracy::Rounded,
        }
    }
}
