//! How the signed distance of two bodies changes with their poses.
//!
//! Bodies that are apart are as far as their closest parts, and the distance changes as that of these parts if no
//! others are as close. Else it is the least of several functions, of which one alone is reported: neither its
//! derivative nor the list of branches is all.

use clearance::query::{self, PoseGradient};
use clearance::{Bounds, Options, Real, Space};

use crate::answer::Between;
use crate::between::between;
use crate::convex::signed_distance;
use crate::halfspace;
use crate::parts::{Placed, hull, near_parts, part};
use crate::refusal::Refusal;
use crate::tree::near::Known;

/// The derivative of the signed distance of two bodies of which one is no shape.
pub(super) fn gradient<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    options: &Options<V::Scalar>,
) -> Result<PoseGradient<V>, Refusal> {
    if let Some(found) = halfspace::gradient(a, b) {
        return Ok(found);
    }
    if let (Some(of_a), Some(of_b)) = (a.body.as_convex(), b.body.as_convex()) {
        return Ok(query::Pair::in_world((of_a, a.pose), (of_b, b.pose)).options(*options).gradient());
    }
    let found = between(a, b, options);
    if found.is_whole() && found.collides != Some(false) {
        return Ok(query::Pair::in_world((&*hull(a.body), a.pose), (&*hull(b.body), b.pose))
            .options(*options)
            .gradient());
    }
    if found.collides != Some(false) {
        let curved_in = if a.body.as_convex().is_none() { a.body } else { b.body };
        return Err(Refusal::Gradient { kind: curved_in.kind() });
    }
    let [i, j] = found.parts;
    let of_parts =
        query::Pair::in_world((&*part(a.body, i), a.pose), (&*part(b.body, j), b.pose)).options(*options).gradient();
    let alone = is_alone(a, b, &found, &of_parts, options);
    let (differentiable, complete) = (of_parts.differentiable && alone, of_parts.complete && alone);
    Ok(PoseGradient { differentiable, complete, ..of_parts })
}

/// Whether no other parts may be as close as the reported ones, but for those that have the same closest points:
/// triangles that share a vertex.
fn is_alone<V: Space>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    found: &Between<V>,
    own: &PoseGradient<V>,
    options: &Options<V::Scalar>,
) -> bool {
    let limit = Known { max: own.proximity.bounds.upper, normal: a.pose.vector_back(own.proximity.normal) };
    let mut alone = true;
    near_parts(a, b, limit, |parts| {
        let [i, j] = parts;
        let other = signed_distance((&part(a.body, i), a.pose), (&part(b.body, j), b.pose), options);
        let Bounds { lower, .. } = other.bounds;
        if parts != found.parts && lower <= limit.max {
            alone &= are_one(&own.proximity, &other);
        }
        limit
    });
    alone
}

/// Whether two answers are of the same points, within the rounding of their coordinates.
fn are_one<V: Space>(one: &query::Proximity<V>, other: &query::Proximity<V>) -> bool {
    let size = one.witness_a.norm() + one.witness_b.norm() + one.signed_distance;
    // Witness points round by some units of the sizes that they are computed from.
    let rounding = V::Scalar::from_f64(64.0) * V::Scalar::UNIT * size;
    let apart = |p: V, q: V| (p - q).norm() > rounding;
    !apart(one.witness_a, other.witness_a) && !apart(one.witness_b, other.witness_b)
}
