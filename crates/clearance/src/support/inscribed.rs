//! Round bodies inside of a shape: each reaches as far as the shape along one direction, and nearly as far along those
//! next to it.

use alloc::vec::Vec;

use crate::math::{Each, Matrix, Real, Vector};

/// A body inside of a shape, its radius included: a centre, a ball of radius `r`, and images of the unit ball, each
/// given by the columns of its matrix `Eᵢ`, all added up. For unit `n` its support function is `h(n) = c·n + Σ |Eᵢᵀ
/// n| + r`, which has second derivatives where no `Eᵢᵀ n` is zero.
///
/// A point (no images) lies inside of any body. Of a cylinder the disc at one end does, and along the rim's normals it
/// reaches as far: along a ring of them one body says what no number of points could.
///
/// ```
/// use clearance::{Axial, Cylinder, SupportExt, Vec3};
/// let can = Cylinder::along(Axial { radius: 2.0, half_length: 1.5, axis: 2 }).unwrap();
/// let disc = can.inscribed_along(Vec3::new(0.3, 0.4, 0.1));
/// assert_eq!((disc.center, disc.images[0][0]), (Vec3::new(0.0, 0.0, 1.5), Vec3::new(2.0, 0.0, 0.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Inscribed<V: Vector> {
    /// Relative to the shape's anchor.
    pub center: V,
    /// Columns of matrices; those beyond the dimension are zero.
    pub images: Vec<[V; 3]>,
    /// The radius of the ball.
    pub ball: V::Scalar,
}

impl<V: Vector> Inscribed<V> {
    /// A ball about a point.
    pub fn ball(center: V, ball: V::Scalar) -> Self {
        Inscribed { center, images: Vec::new(), ball }
    }

    /// The image of the unit ball under the matrix of some columns, about a point.
    pub fn image(center: V, mut column: impl FnMut(usize) -> V) -> Self {
        let columns = [0, 1, 2].each(|i| if i < V::DIM { column(i) } else { V::ZERO });
        Inscribed { images: alloc::vec![columns], ..Self::ball(center, V::Scalar::ZERO) }
    }

    /// The body moved by a vector.
    pub fn moved(self, by: V) -> Self {
        Inscribed { center: self.center + by, ..self }
    }

    /// With a larger ball.
    pub fn inflated(self, by: V::Scalar) -> Self {
        Inscribed { ball: self.ball + by, ..self }
    }

    /// The sum of two.
    pub fn plus(mut self, other: Self) -> Self {
        self.images.extend(other.images);
        Inscribed { center: self.center + other.center, images: self.images, ball: self.ball + other.ball }
    }

    /// Turned by a rotation.
    pub fn turned(self, turn: impl Fn(V) -> V) -> Self {
        let images = self.images.iter().map(|columns| columns.each(&turn)).collect();
        Inscribed { center: turn(self.center), images, ball: self.ball }
    }

    /// The image under a matrix, which makes an ellipsoid of the ball.
    pub fn mapped(self, matrix: &V::Matrix) -> Self {
        let ball = self.ball;
        let mut mapped = Self { ball: V::Scalar::ZERO, ..self }.turned(|x| matrix.apply(x));
        if ball > V::Scalar::ZERO {
            mapped.images.extend(Self::image(V::ZERO, |i| matrix.column(i) * ball).images);
        }
        mapped
    }
}
