//! How high the boxes of a body's parts are above a halfspace at least.
//!
//! A point `x` of the body's frame is `D + m·x` above the plane, with one number `D` for all. Let a shape `S` hold a
//! box `R` around all parts, and be at least `g` above the plane, proven. Then `D ≥ g − min_S m·x ≥ g − min_R m·x`, so
//! that what is in a box is at least `g + (min m·x over the box − min_R m·x)` above it: what is rounded here is two
//! heights along the axis and two sums.

use clearance::enclosure::{Aabb, Axis, gap_above};
use clearance::{Halfspace, Hint, Real, Shape, Space, Vector};

use crate::many::box_around;
use crate::parts::Placed;

/// Lower bounds of signed distances from a halfspace.
pub(super) struct LeastHeights<V: Space> {
    /// The plane's normal in the body's frame.
    normal: V,
    /// The lowest height of the box of all parts.
    lowest: V::Scalar,
    /// The bound of that box, less what is rounded of others.
    least: V::Scalar,
}

impl<V: Space> LeastHeights<V> {
    /// Bounds for a body whose parts are in a box; `None` where that is too large for a shape.
    pub fn new(half: &Halfspace<V>, own: Placed<'_, V>, body: Placed<'_, V>, all: &Aabb<V>) -> Option<Self> {
        let around: Shape<V> = box_around(all).ok()?;
        let (gap, _) = gap_above((half, own.pose), (&around, body.pose), &mut Hint::NONE.clone());
        let axis = Axis::normalized(half.normal()).posed(own.pose).in_frame(body.pose);
        let (normal, reach) = (axis.direction, all.reach_from_frame());
        let units = |count: f64| V::Scalar::UNIT * V::Scalar::from_f64(count);
        // Each sum rounds by `u` of terms that are at most these.
        let sums = units(4.0) * (reach + reach + gap.lower().abs());
        let pad = (axis.height_error(reach) + V::Scalar::SMALLEST) * V::Scalar::from_f64(2.0) + sums;
        let least = gap.lower() - pad * (V::Scalar::ONE + units(8.0));
        Some(LeastHeights { normal, lowest: bottom(normal, all), least })
    }

    /// A lower bound of the signed distance of what is in a box in that of all parts.
    pub fn above(&self, bounds: &Aabb<V>) -> V::Scalar {
        (bottom(self.normal, bounds) - self.lowest) + self.least
    }
}

/// The lowest height of a box along a direction; rounds as a dot product does.
fn bottom<V: Vector>(n: V, bounds: &Aabb<V>) -> V::Scalar {
    (0..V::DIM).fold(V::Scalar::ZERO, |sum, k| sum + (n[k] * bounds.lower[k]).min(n[k] * bounds.upper[k]))
}
