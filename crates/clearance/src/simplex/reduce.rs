//! The dimension's part of a simplex: its features by Voronoi regions.

use super::{Nearest, Simplex, dim2, dim3};
use crate::math::{Real, Vec2, Vec3, Vector};

mod sealed {
    use crate::math::{Real, Vec2, Vec3};
    pub trait Sealed {}
    impl<T: Real> Sealed for Vec2<T> {}
    impl<T: Real> Sealed for Vec3<T> {}
}

/// A space whose simplices can be reduced to the feature nearest to the origin. Sealed.
pub trait Reduce: Vector + sealed::Sealed {
    /// The feature of the simplex nearest to the origin; `None` if the origin is certainly inside. The newest point is
    /// passed by itself, so that it need not be read back from where it was just written.
    #[doc(hidden)]
    fn nearest(simplex: &Simplex<Self>, newest: Self, error: Self::Scalar) -> Option<Nearest<Self>>;
    /// The barycentric weights of the origin's projection to a feature; negative beyond its border.
    #[doc(hidden)]
    #[inline]
    fn barycentric(simplex: &Simplex<Self>) -> [Self::Scalar; 3] {
        Self::barycentric_of([simplex.w(0), simplex.w(1), simplex.w(2)], simplex.len())
    }
    /// The barycentric weights of the origin's projection to the feature of the first `count` of three points.
    #[doc(hidden)]
    fn barycentric_of(points: [Self; 3], count: usize) -> [Self::Scalar; 3];
    /// The origin's projection on the feature of the first `count` points with its weights, if it lies inside of the
    /// feature and is known to a few roundings of the points.
    #[doc(hidden)]
    fn projection(points: [Self; 3], count: usize) -> Option<(Self, [Self::Scalar; 3])>;
    /// The barycentric weights of the origin inside a simplex of D + 1 points.
    #[doc(hidden)]
    fn inner_weights(simplex: &Simplex<Self>) -> [Self::Scalar; 4];
    /// Whether the hull of the first D + 1 points holds the ball of this radius about the origin, however the points
    /// were to move within their rounding; then points that are off by as much still surround the origin.
    #[doc(hidden)]
    fn surrounds(points: &[Self; 4], radius: Self::Scalar) -> bool;
}

macro_rules! reduce {
    ($($vector:ident by $dimension:ident),+) => {$(
        impl<T: Real> Reduce for $vector<T> {
            #[inline(always)]
            fn nearest(simplex: &Simplex<Self>, newest: Self, error: T) -> Option<Nearest<Self>> {
                $dimension::nearest(simplex, newest, error)
            }
            #[inline(always)]
            fn barycentric_of(points: [Self; 3], count: usize) -> [T; 3] {
                $dimension::barycentric(points, count)
            }
            #[inline(always)]
            fn projection(points: [Self; 3], count: usize) -> Option<(Self, [T; 3])> {
                $dimension::projection(points, count)
            }
            fn inner_weights(simplex: &Simplex<Self>) -> [T; 4] {
                $dimension::inner_weights(simplex)
            }
            fn surrounds(points: &[Self; 4], radius: T) -> bool {
                $dimension::surrounds(points, radius)
            }
        }
    )+};
}

reduce!(Vec2 by dim2, Vec3 by dim3);
