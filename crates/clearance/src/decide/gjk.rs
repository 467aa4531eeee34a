//! The point of a Minkowski difference closest to the origin, by GJK in exact arithmetic.
//!
//! E. G. Gilbert, D. W. Johnson and S. S. Keerthi, A fast procedure for computing the distance between complex objects
//! in three-dimensional space (1988). It ends: `v·v` decreases strictly, a minimal simplex determines its `v`, and
//! there are finitely many. It needs no care for degenerate simplices: the new vertex has `v·w < v·v`, all points of
//! the old simplex's affine hull have `v·y = v·v`, so affine independence is kept.

use super::difference::{Difference, Stop};
use super::simplex::{Closest, closest_of_vertex, reduce};
use crate::exact::{Exact, ExactVector};
use crate::math::Vector;

/// The point of `M` closest to the origin; `start` is the direction in which to look first.
pub(super) fn closest<V>(difference: &Difference<'_, V>, start: &ExactVector) -> Result<Closest, Stop>
where
    V: Vector,
{
    let mut best = closest_of_vertex(difference.support(start)?);
    while !best.direction.is_zero() {
        let down = -best.direction.clone();
        let level = best.simplex.first().map_or(Exact::ZERO, |vertex| down.dot(&vertex.point));
        let Some(vertex) = difference.beyond(&down, &level)? else { break };
        best = reduce(best.simplex, vertex);
    }
    Ok(best)
}
