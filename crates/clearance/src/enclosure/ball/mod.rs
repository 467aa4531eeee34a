//! Balls around bodies: the first bound of every pair.

use super::Aabb;
use crate::math::{Pose, Real, Vector, posed_point};
use crate::shape::rounding::{length_above, length_bound, units};
use crate::support::{Support, SupportExt};

/// A ball that holds a body, whatever was rounded.
///
/// Not the shape [`Ball`](crate::Ball): its center may be anywhere, and it is compared, not queried.
#[doc(alias = "bounding sphere")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<V: Vector> {
    /// The center.
    pub center: V,
    /// Every point of the body is within this of the center.
    pub radius: V::Scalar,
}

impl<V: Vector> Ball<V> {
    /// A ball around a shape, in the shape's frame: the smallest of those about its anchor and about the middle of its
    /// box that are seen to hold it. Cost: six support evaluations, or four in the plane, and a look at the vertices of
    /// a polytope.
    ///
    /// All points are within `reach + radius` of the anchor `c`, to the error `e` of the support points. A ball
    /// about the box's middle `k` holds the shape if it holds the box, or the ball about the anchor, or all
    /// vertices, since the core lies within `e` of their hull. The differences `c − k` and `(c + v) − k` round by
    /// less than `2u (|c| + |v| + |k|)` each, the sums by `8u` of themselves.
    pub fn around(shape: &(impl Support<V> + ?Sized)) -> Self {
        let outline = shape.outline();
        let (anchor, boxed) = (outline.anchor, Aabb::of(shape, &Pose::IDENTITY).ball());
        let up = V::Scalar::ONE + units(8);
        let swept = outline.radius + outline.error;
        let beside = units::<V::Scalar>(2) * (length_bound(anchor) + outline.reach + length_bound(boxed.center));
        let around = (length_above(anchor - boxed.center) + outline.reach + swept + beside) * up;
        let mut best = Ball { radius: boxed.radius.min(around), ..boxed };
        let count = shape.vertex_count();
        if count > 0 {
            let away = |id| length_above(anchor + shape.vertex(id) - boxed.center);
            let farthest = (0..count).map(away).fold(V::Scalar::ZERO, V::Scalar::max);
            best.radius = best.radius.min((farthest + swept + beside) * up);
        }
        let anchored = Ball { center: anchor, radius: (outline.reach + swept) * up };
        if anchored.radius < best.radius { anchored } else { best }
    }

    /// The ball at a pose: its center's [image](posed_point), and its radius with the error of that.
    pub fn posed(&self, pose: &Pose<V>) -> Self {
        let (center, off) = posed_point(pose, self.center);
        Ball { center, radius: (self.radius + off) * (V::Scalar::ONE + units(2)) }
    }

    /// The ball with a radius larger by `margin`, which is not negative.
    pub fn inflated(&self, margin: V::Scalar) -> Self {
        Ball { radius: (self.radius + margin).next_up(), ..*self }
    }

    /// A lower bound of the signed distance of what is in two balls: `|k' − k| − s − s'`, rounded down.
    ///
    /// The components of the difference round by `u`, squares and sums by `3u`, the root by `u` of what is left of half
    /// of that: below `4u` of the distance. The radii's sum, both products and the last difference round by `u` each,
    /// of terms that are counted with `8u`. Squares that underflow or overflow make the bound smaller.
    pub fn distance_bound(&self, other: &Self) -> V::Scalar {
        let length = length(other.center - self.center);
        length * (V::Scalar::ONE - units(8)) - (self.radius + other.radius) * (V::Scalar::ONE + units(8))
    }

    /// The cube around the ball, so much larger that the [bound](Aabb::distance_bound) of two such cubes is below that
    /// of the balls, also less margins that are not negative: what a search of a tree of cubes leaves out could not
    /// have changed an answer that balls decide.
    ///
    /// By inclusion the signed distance of two cubes is at most that of the balls in them, exactly. Bounds from balls
    /// are within `20u` of `|k' − k| + s + s'`, margins included, below that; each cube is moved out by `32u (|k| +
    /// s)`, and the distance of cubes is rounded down.
    pub fn cube(&self) -> Aabb<V> {
        let size = length_bound(self.center) + self.radius;
        Aabb::at(self.center).inflated(self.radius + units::<V::Scalar>(32) * size + V::Scalar::SMALLEST)
    }
}

/// A length of at most that of the vector, to `3u`: less where squares underflow, and no more than the largest square
/// has for a root.
pub(super) fn length<V: Vector>(v: V) -> V::Scalar {
    // In this order what is not a number stays that.
    V::Scalar::power_of_two(V::Scalar::MAX_EXPONENT).min(v.norm_squared()).sqrt()
}

#[cfg(test)]
mod tests;
