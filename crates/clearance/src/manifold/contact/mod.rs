//! Where two bodies touch, as a few points with a depth each: what a solver of contacts or a designer of fits asks for.
//!
//! Along the normal of the signed distance both bodies have a support face, and the two faces, seen along the normal,
//! have a polygon in common. Each of its corners gives a point of A straight below a point of B. Their gap is the gap
//! of two points of the bodies, so it is never below the signed distance; the corner nearest to being so attains it.
//!
//! Faces that are tilted against the normal by a small angle count too ([`ContactOptions::tilt`]): a box that rests on
//! one edge, a thousandth of a radian from resting on its face, needs support at all four corners, with the depths that
//! they have.

use alloc::vec::Vec;

use super::patch::{Above, ContactPatch};
use super::polygon::spread;
use crate::difference::Difference;
use crate::dimension::Dimension;
use crate::math::Real;
use crate::options::Options;
use crate::proximity::{Feature, Proximity};
use crate::solve::{Memory, Pair, dispatch};
use crate::support::{Bodies, Placement};

/// What counts as the contact of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields, bound(deserialize = "T: Real + serde::Deserialize<'de>"))
)]
pub struct ContactOptions<T> {
    /// Faces belong to the contact if they are tilted against its normal by no more than this angle, in radians.
    /// Default 2⁻⁶, about one degree, as much as stacked bodies of a simulation are. 0 for the exact contact patch
    /// only.
    pub tilt: T,
    /// The most points: the deepest one, and those that span the largest area with it. Default 4.
    pub max_points: usize,
}

impl<T: Real> Default for ContactOptions<T> {
    fn default() -> Self {
        ContactOptions { tilt: T::power_of_two(-6), max_points: 4 }
    }
}

/// A point of each body, one straight above the other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactPoint<V: Dimension> {
    /// Point of A.
    pub witness_a: V,
    /// Point of B: `witness_b − witness_a = distance · normal`.
    pub witness_b: V,
    /// Signed: negative for bodies that overlap there. At least the signed distance of the bodies.
    pub distance: V::Scalar,
    /// Where the points lie on the cores of A and B.
    pub features: [Feature<V::Scalar>; 2],
}

/// The contact of two bodies.
#[doc(alias = "contact manifold")]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Manifold<V: Dimension> {
    /// The signed distance; its normal is that of all points.
    pub proximity: Proximity<V>,
    /// Corners of the contact polygon, counter-clockwise seen against the normal; two on edges, one of bodies that meet
    /// in a point. The distance of the deepest ones is that of the proximity.
    pub points: Vec<ContactPoint<V>>,
}

impl<V: Dimension> Manifold<V> {
    /// The contact with A and B exchanged.
    pub fn swapped(self) -> Self {
        let swap = |point: &ContactPoint<V>| {
            let [a, b] = point.features;
            ContactPoint { witness_a: point.witness_b, witness_b: point.witness_a, features: [b, a], ..*point }
        };
        // The normal is reversed, and so is the way around.
        Manifold { proximity: self.proximity.swapped(), points: self.points.iter().rev().map(swap).collect() }
    }
}

/// The contact of two bodies, in the frame of their placement.
pub(crate) fn manifold<V: Dimension>(
    bodies: &Bodies<'_, V>,
    contact: &ContactOptions<V::Scalar>,
    options: &Options<V::Scalar>,
    memory: &mut Memory<'_, V>,
) -> Manifold<V> {
    let proximity = dispatch::signed_distance(bodies, options, memory);
    let pair = (&bodies.a, &bodies.b, &bodies.way());
    let Placement::World([pose_a, _]) = bodies.placement else {
        return Manifold { proximity, points: points(pair, &proximity, contact) };
    };
    let normal = pose_a.vector_back(proximity.normal).normalized();
    let witness_a = pose_a.vector_back(proximity.witness_a - pose_a.translation());
    let local = Proximity { normal, witness_a, witness_b: witness_a + normal * proximity.signed_distance, ..proximity };
    let mut points = points(pair, &local, contact);
    for point in &mut points {
        point.witness_a = pose_a.point(point.witness_a);
        point.witness_b = point.witness_a + proximity.normal * point.distance;
    }
    Manifold { proximity, points }
}

/// The points of a contact with a known signed distance.
fn points<V: Dimension>(
    (a, b, b_in_a): Pair<'_, V>,
    found: &Proximity<V>,
    options: &ContactOptions<V::Scalar>,
) -> Vec<ContactPoint<V>> {
    let m = Difference::new(a, b, b_in_a);
    let site = ContactPatch::of_answer(&m, found, options.tilt);
    let mut pairs: Vec<Above<V>> = site.pairs().collect();
    // Gaps within the rounding of a few products of that are the signed distance.
    let rounding = site.view.slack * m.frame.unscale;
    let deep: Vec<usize> = (0..pairs.len()).filter(|&i| pairs[i].gap - found.signed_distance <= rounding).collect();
    deep.iter().for_each(|&i| pairs[i].gap = found.signed_distance);
    // A witness point between the corners of tilted faces: the tip of a flat pyramid.
    let witness = Above {
        witness_a: found.witness_a,
        witness_b: found.witness_b,
        gap: found.signed_distance,
        aside: V::Scalar::ZERO,
        features: found.features,
    };
    let wanted = options.max_points.max(1);
    let all: Vec<usize> = (0..pairs.len()).collect();
    let (first, count, extra) = if deep.is_empty() { (all, wanted - 1, Some(witness)) } else { (deep, wanted, None) };
    let chosen = spread(&site.common, &first, count);
    let point = |above: Above<V>| ContactPoint {
        witness_a: above.witness_a,
        witness_b: above.witness_a + found.normal * above.gap,
        distance: above.gap,
        features: above.features,
    };
    chosen.into_iter().map(|i| pairs[i]).chain(extra).map(point).collect()
}

#[cfg(test)]
mod tests;
