//! The signed distance of polytopal cores swept by balls, decided by exact arithmetic and rounded once.
//!
//! What the answer is exact about is said in the head of [`crate::exact`].
//!
//! **Proof.** GJK ends with the point `v` of `M = A − B` closest to the origin: no vertex of `M` is strictly below it,
//! so `v·x ≥ v·v` on all of `M`. If `v` is zero, hull growth ends with a plane that bounds `M` and whose distance from
//! the origin no other facet of a hull inside `M` undercuts. Both squared lengths are rational, the radii are added
//! exactly, and the status is the sign of a comparison of rationals. Both loops end because every step finds a new
//! vertex.

mod certificate;
mod difference;
mod features;
mod gjk;
mod growth;
mod halfspace;
mod resting;
mod simplex;
mod surroundings;

pub use certificate::Certificate;
pub(crate) use certificate::certify;
pub(crate) use halfspace::decide_halfspace;
pub(crate) use resting::{Rest, rest};

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::Rounded;
use crate::exact::{Exact, ExactPoint, ExactVector};
use crate::math::{Pose, Vector};
use crate::proximity::{Bounds, Status};
use crate::support::{Hint, Snapshot, SupportExt};
use difference::{Difference, Stop, Vertex};
use features::features_cross;
use gjk::closest;
use growth::{Exit, nearest_exit};
use simplex::Closest;

/// An exactly decided signed distance in the frame of the two poses.
#[derive(Clone, Debug)]
pub(crate) struct Decision<V: Vector> {
    pub status: Status,
    /// The signed distance, correctly rounded.
    pub distance: V::Scalar,
    /// The adjacent floats around it, or twice the distance if that is a float.
    pub bounds: Bounds<V::Scalar>,
    /// Unit, from `a` to `b`: the direction of the escape translation of `b`. Correctly rounded.
    pub normal: V,
    /// Witness points; those of the cores are correctly rounded before the radii are added.
    pub witness_a: V,
    pub witness_b: V,
    /// The pairs of core vertices, at most three, that span the witness points, with their weights.
    pub features: Vec<([Hint; 2], V::Scalar)>,
    /// Whether no other pair of points attains the distance; false also for parallel features.
    pub unique: bool,
}

/// The exact decision, or `None` if a core leaves exact answers to others, or a pose is not [exact](Pose::is_exact).
///
/// `guess` is a direction from `a` to `b` to begin with, zero for none; it never changes the answer's value.
pub(crate) fn decide<V>(
    a: &Snapshot<'_, V>,
    pose_a: &Pose<V>,
    b: &Snapshot<'_, V>,
    pose_b: &Pose<V>,
    guess: V,
) -> Option<Decision<V>>
where
    V: Vector,
{
    let radii = [Exact::new(a.radius()), Exact::new(b.radius())];
    let between = pose_b.point(b.anchor() + b.center()) - pose_a.point(a.anchor() + a.center());
    let start = if guess == V::ZERO { between } else { guess };
    let start = ExactVector::new(if start == V::ZERO { V::axis(0) } else { start });
    let mut difference = Difference::new(a, pose_a, b, pose_b)?;
    let apart = loop {
        match place(&difference, &start) {
            Ok(place) => break place,
            Err(Stop::Denominator(w)) => difference.admit(w),
            Err(Stop::Inexact) => return None,
        }
    };
    Some(apart.decision(&difference.denominator(), radii, [a.radius(), b.radius()]))
}

/// How the cores lie to one another.
struct Place {
    /// The normal from `a` to `b`.
    normal: ExactVector,
    overlap: bool,
    /// Squared distance or depth, times the square of the common denominator: numerator and denominator.
    squared: [Exact; 2],
    simplex: Vec<Vertex>,
    weights: Vec<Exact>,
    unique: bool,
}

fn place<V>(difference: &Difference<'_, V>, start: &ExactVector) -> Result<Place, Stop>
where
    V: Vector,
{
    let Closest { simplex, weights, direction, squared } = closest(difference, start)?;
    if !direction.is_zero() {
        let normal = -direction;
        let unique = features_cross(difference, &normal, &simplex)?;
        return Ok(Place { normal, overlap: false, squared, simplex, weights, unique });
    }
    // A plane through the origin that bounds M proves that they touch, and a good start often is its normal.
    let bounded = difference.beyond(start, &Exact::ZERO)?.is_none();
    let exit = if bounded {
        Exit::along(start.clone(), simplex, weights)
    } else {
        nearest_exit(difference, simplex, weights)?
    };
    let Exit { normal, squared, simplex, weights, single } = exit;
    let unique = single && features_cross(difference, &normal, &simplex)?;
    Ok(Place { normal, overlap: true, squared, simplex, weights, unique })
}

impl Place {
    fn decision<V: Vector>(self, denominator: &Exact, radii: [Exact; 2], floats: [V::Scalar; 2]) -> Decision<V> {
        let radius = &radii[0] + &radii[1];
        let square = &self.squared[0];
        let below = &self.squared[1] * &denominator.squared();
        let rounded: Rounded<V::Scalar> = match self.overlap {
            true => square.round_root(&below, &-radius.clone()).negated(),
            false => square.round_root(&below, &radius),
        };
        let status = match (self.overlap, square.cmp(&(&radius.squared() * &below))) {
            (true, _) if square.is_zero() && radius.is_zero() => Status::Touching,
            (true, _) | (false, Ordering::Less) => Status::Overlapping,
            (false, Ordering::Equal) => Status::Touching,
            (false, Ordering::Greater) => Status::Separated,
        };
        let normal: V = self.normal.unit();
        let total = self.weights.iter().fold(Exact::ZERO, |sum, weight| &sum + weight);
        let weighted = || self.simplex.iter().zip(&self.weights);
        let feature = |(vertex, weight): (&Vertex, &Exact)| (vertex.ids, weight.round_ratio(&total).nearest);
        Decision {
            status,
            distance: rounded.nearest,
            bounds: Bounds { lower: rounded.lower, upper: rounded.upper },
            normal,
            witness_a: mean::<V>(weighted().map(|(vertex, weight)| (&vertex.sides[0], weight)), &total)
                + normal * floats[0],
            witness_b: mean::<V>(weighted().map(|(vertex, weight)| (&vertex.sides[1], weight)), &total)
                + -normal * floats[1],
            features: weighted().map(feature).collect(),
            unique: self.unique,
        }
    }
}

/// The mean of points by weights of a given sum, correctly rounded.
fn mean<'a, V: Vector>(points: impl Iterator<Item = (&'a ExactPoint, &'a Exact)>, total: &Exact) -> V {
    let weigh =
        |(point, weight): (&ExactPoint, &Exact)| ExactPoint { xyz: point.xyz.scale(weight), w: point.w.clone() };
    let sum = points.map(weigh).reduce(|sum, point| sum.plus(&point)).unwrap_or(ExactPoint::ORIGIN);
    ExactPoint { w: &sum.w * total, ..sum }.to_vector()
}

#[cfg(test)]
mod constructed;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
