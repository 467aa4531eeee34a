//! Which pairs the ways of their bodies leave apart.

use clearance::enclosure::Budget;
use clearance::{Options, Real, Space};

use crate::resident::Pair;

/// Whether a pair is still proven to be so far beyond `limit` that a new answer would say so, too.
///
/// A new answer's lower bound is below the truth by the width of its bounds, which the options limit in proportion to
/// the distance and to the size of the pair.
pub(crate) fn is_beyond<V: Space>(
    known: &Budget<V::Scalar>,
    limit: V::Scalar,
    pair: &Pair<'_, V>,
    options: &Options<V::Scalar>,
) -> bool {
    let zero = V::Scalar::ZERO;
    let is_convex = pair.bodies.iter().all(|body| body.object.body().as_shape().is_some());
    let now = known.left(pair.travel());
    let size = pair.bodies.iter().fold(limit.abs(), |size, body| size + body.bounds.ball().radius);
    let width = options.relative * size + options.absolute + options.curved_depth * size;
    let slack = (width + V::Scalar::from_f64(64.0) * V::Scalar::UNIT * size) * V::Scalar::from_f64(4.0);
    // Depths of bodies that are not convex may jump.
    now > limit + slack && (is_convex || now > zero)
}
