//! What a core is, where formulas may ask.

use crate::math::Vector;

/// A core that is so simple that pairs of such cores have formulas; coordinates are relative to the anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Form<V: Vector> {
    /// A point, vertex 0.
    Point(V),
    /// A segment between vertices 0 and 1, with features as those of [`Segment`](crate::Segment).
    Segment([V; 2]),
    /// The points whose component `i` is within the half extent `i` of zero; vertex `id` is at the positive end of axis
    /// `i` where bit `i` of `id` is set, and edges and faces are those of [`Cuboid`](crate::Cuboid).
    Cuboid(V),
    /// An ellipsoid with these radii along the axes, about the anchor, without the largest ball that rolls inside.
    Ellipsoid(V),
    /// The hull of two discs across a unit vector through the anchor: `half_length` before and beyond it, with these
    /// radii.
    Frustum {
        /// The unit vector.
        axis: V,
        /// Half the distance of the discs.
        half_length: V::Scalar,
        /// Radii of the disc before the anchor and of the one beyond it.
        radii: [V::Scalar; 2],
    },
    /// Any other.
    General,
}

impl<V: Vector> Form<V> {
    /// The point, of a core that is one.
    #[inline(always)]
    pub fn point(self) -> Option<V> {
        if let Form::Point(point) = self { Some(point) } else { None }
    }

    /// The half extents, of a core that is a box.
    #[inline(always)]
    pub fn cuboid(self) -> Option<V> {
        if let Form::Cuboid(half) = self { Some(half) } else { None }
    }

    /// The radii, of a core that is an ellipsoid.
    #[inline(always)]
    pub fn ellipsoid(self) -> Option<V> {
        if let Form::Ellipsoid(radii) = self { Some(radii) } else { None }
    }

    /// Axis, half length and radii, of a core that is a frustum.
    #[inline(always)]
    pub fn frustum(self) -> Option<(V, V::Scalar, [V::Scalar; 2])> {
        if let Form::Frustum { axis, half_length, radii } = self { Some((axis, half_length, radii)) } else { None }
    }
}
