//! Points in the frame of a body, and how high they are along an axis.

use clearance::enclosure::{Aabb, Axis, Height};
use clearance::{Hint, Real, Shape, Space};

/// Points in the frame of a body, by which it is looked at along an axis.
#[derive(Clone, Copy)]
pub(super) enum Points<'p, V: Space> {
    Box(Aabb<V>),
    Corners([V; 3]),
    Shape(&'p Shape<V>),
}

impl<V: Space> Points<'_, V> {
    /// The largest height along an axis of the body's frame, and a bound of its error. Sums over the corners of a box
    /// round as dot products do.
    pub fn height(&self, axis: &Axis<V>) -> (V::Scalar, V::Scalar) {
        let n = axis.direction;
        match self {
            Points::Box(bounds) => {
                let top = |sum, k: usize| sum + (n[k] * bounds.lower[k]).max(n[k] * bounds.upper[k]);
                ((0..V::DIM).fold(V::Scalar::ZERO, top), axis.height_error(self.reach()) + V::Scalar::SMALLEST)
            }
            Points::Corners(corners) => {
                let top = corners.iter().fold(-V::Scalar::INFINITY, |top, &p| top.max(n.dot(p)));
                (top, axis.height_error(self.reach()) + V::Scalar::SMALLEST)
            }
            Points::Shape(shape) => {
                let found = Height::of(*shape, axis, &mut Hint::NONE.clone());
                (found.value, found.error)
            }
        }
    }

    /// An upper bound of the distance of the points from the origin of the frame.
    pub fn reach(&self) -> V::Scalar {
        match self {
            Points::Box(bounds) => bounds.reach_from_frame(),
            Points::Corners(corners) => {
                corners.iter().fold(Aabb::empty(), |all, &p| all.union(&Aabb::at(p))).reach_from_frame()
            }
            Points::Shape(shape) => clearance::enclosure::reach_from_frame(*shape),
        }
    }
}
