//! The image of a shape under a linear map and a translation.

use alloc::vec::Vec;

use super::hessian;
use super::rounding::{check_extent, length_above, quantum, sum_above, tamed, unit_scale, units};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::math::{Matrix, Real, Vector};
use crate::support::{
    Core, Curved, FeatureKind, Fine, FineSupport, Hint, Inscribed, Outline, Support, SupportExt, Vertices, fine,
};

/// The image `B x + c` of a shape under any matrix, uneven, sheared, mirrored or singular, and a translation.
///
/// A core without a ball stays polytopal or curved as it is. A ball becomes an ellipsoid and joins the core: the image has
/// radius zero and is curved. Coordinates are counted from the image of the shape's anchor.
///
/// The support point along `d` is `B q` with `q = p + r g/|g|`, `g = Bᵀd` and `p` the support point of the inner core along `g`.
/// `B` is scaled near 1 for `g`; if `g` vanishes the whole image is farthest, and any `p` will do. Cost: that of the shape and
/// two products with a matrix.
///
/// `support_error`, with `e` and the reach `ρ` of the inner core, the radius `r`, and `‖B‖` a bound of the norm of the absolute
/// matrix: products with `B` err by `3u‖B‖`. For any point `y` of core and ball, `(Bᵀd)·(y − q)` is at most `e|g|`,
/// plus `3u‖B‖ · 2(ρ + r) |d|` for the rounding of `g`, plus `u(6r + ρ + r)|g|` for that of `r g/|g|` (`5u` the
/// unit vector, `u` the product) and of the sum; and `B q` adds `3u‖B‖(ρ + r)`. Together `‖B‖ (e + 11u(ρ + r + e) + 7u r)`
/// with the second-order terms, and quanta of the subnormal numbers for underflow. The image of an anchor `a` that is not
/// zero adds `5u(‖B‖|a| + |c|)`. No point along an axis is farther than the support point, but for the error: the corners of the box of
/// these bound the reach where that is less than `‖B‖(ρ + r)`.
///
/// ```
/// use clearance::{Affine, Ball, Support, SupportExt, Vec2, math::{Mat2, Matrix}};
/// let wide = Mat2::from_columns(|i| if i == 0 { Vec2::new(2.0, 0.0) } else { Vec2::new(0.0, 1.0) });
/// let disc = Affine::new(Ball::new(3.0).unwrap(), wide, Vec2::new(10.0, 0.0)).unwrap();
/// assert_eq!(disc.anchor() + disc.support(Vec2::new(1.0, 0.0)), Vec2::new(16.0, 0.0)); // 10 + 2 * 3
/// ```
#[doc(alias = "scaled")]
#[doc(alias = "sheared")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine<V: Vector, S> {
    shape: S,
    matrix: V::Matrix,
    translation: V,
    /// The matrix over a power of two, `magnitude`, so that its largest entry is near 1.
    scaled: V::Matrix,
    magnitude: V::Scalar,
    anchor: V,
    reach: V::Scalar,
    error: V::Scalar,
}

impl<V: Vector, S: Support<V>> Affine<V, S> {
    /// The image of `shape` under `x ↦ matrix x + translation`.
    pub fn new(shape: S, matrix: V::Matrix, translation: V) -> Result<Self, ShapeError> {
        let mut largest = V::Scalar::ZERO;
        for i in 0..V::DIM {
            largest = largest.max(ShapeError::check_point("affine matrix", matrix.column(i))?.max_abs());
        }
        ShapeError::check_point("affine translation", translation)?;
        let scaled = matrix.scale(unit_scale(largest));
        let magnitude = V::Scalar::power_of_two(largest.exponent());
        let norm = if largest == V::Scalar::ZERO { largest } else { norm_above::<V>(&scaled) * magnitude };

        let (radius, inner) = (shape.radius(), shape.support_error());
        let body = sum_above(shape.reach(), radius);
        let (few, slack) = (V::Scalar::from_f64(4.0) * quantum(), V::Scalar::ONE + units(8));
        let rounding = units::<V::Scalar>(11) * (body + inner) + units::<V::Scalar>(7) * radius;
        let mut error = norm * (inner + rounding + few) + few;
        let mut anchor = translation;
        if shape.anchor() != V::ZERO {
            anchor = matrix.apply(shape.anchor()) + translation;
            error += units::<V::Scalar>(5) * (norm * length_above(shape.anchor()) + length_above(translation));
        }
        let reach = sum_above(norm * body * slack, error);
        check_extent("reach of an affine image", anchor, reach)?;
        let image = Affine { shape, matrix, translation, scaled, magnitude, anchor, reach, error };
        Ok(Affine { reach: reach.min(image.reach_of_box()), ..image })
    }
    /// How far the corners of a box around the image are from its anchor. An image of an image that turns its long side into the
    /// direction that the second map shrinks is much smaller than the product of both norms.
    fn reach_of_box(&self) -> V::Scalar {
        let end = |dir: V| sum_above(self.support(dir).dot(dir), self.error);
        length_above(V::from_fn(|i| end(V::axis(i)).max(end(-V::axis(i)))))
    }
    /// The shape before the map.
    pub fn shape(&self) -> &S {
        &self.shape
    }
    /// The linear part.
    pub fn matrix(&self) -> &V::Matrix {
        &self.matrix
    }
    /// Where the origin goes.
    pub fn translation(&self) -> V {
        self.translation
    }
    /// The direction in the inner frame; `None` if the image has no extent along `dir`.
    fn inner_direction(&self, dir: V) -> Option<V> {
        tamed(self.scaled.apply_transpose(dir))
    }
}

/// An upper bound of `max |‖M| x| / |x|`, with `|M|` the absolute values of a matrix of magnitude near 1: the geometric mean
/// of the largest column and row sums, or the Frobenius norm if that is smaller.
fn norm_above<V: Vector>(matrix: &V::Matrix) -> V::Scalar {
    let ones = V::from_fn(|_| V::Scalar::ONE);
    let columns = (0..V::DIM).fold(V::Scalar::ZERO, |sum, i| sum.max(matrix.column(i).abs().dot(ones)));
    let rows = (0..V::DIM).fold(V::ZERO, |sum, i| sum + matrix.column(i).abs()).max_abs();
    // Sums, product and root err by less than 6u, the Frobenius norm by less than 12u.
    (columns * rows).sqrt().min(matrix.frobenius()) * (V::Scalar::ONE + units(16))
}

impl<V: Vector, S: Support<V>> Support<V> for Affine<V, S> {
    fn support(&self, dir: V) -> V {
        self.support_from(dir, Hint::NONE).0
    }
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        let inner = self.inner_direction(dir);
        let (point, hint) = self.shape.support_from(inner.unwrap_or(V::axis(0)), hint);
        let radius = self.shape.radius();
        match inner {
            _ if radius == V::Scalar::ZERO => (self.matrix.apply(point), hint),
            Some(inner) => (self.matrix.apply(point + inner.normalized() * radius), Hint::NONE),
            None => (self.matrix.apply(point), Hint::NONE),
        }
    }
    fn outline(&self) -> Outline<V> {
        let inner = self.shape.outline();
        Outline {
            anchor: self.anchor,
            center: self.matrix.apply(inner.center),
            error: self.error,
            ..Outline::new(self.reach)
        }
    }
    fn core(&self) -> Core<'_, V> {
        let polytopal = self.shape.inner_core().vertices.is_some();
        Core::of(self, polytopal && self.shape.radius() == V::Scalar::ZERO)
    }
}

impl<V: Vector, S: Support<V>> Vertices<V> for Affine<V, S> {
    fn count(&self) -> u32 {
        if self.shape.radius() == V::Scalar::ZERO { self.shape.vertex_count() } else { 0 }
    }
    fn input(&self, vertex: u32) -> u32 {
        self.shape.input_id(vertex)
    }
    fn kind(&self, span: &[u32]) -> FeatureKind {
        self.shape.feature_kind(span)
    }
    fn corners(&self, span: &[u32]) -> Vec<u32> {
        self.shape.feature_corners(span)
    }
    fn corner(&self, id: u32) -> V {
        self.matrix.apply(self.shape.vertex(id))
    }
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        if self.shape.radius() != V::Scalar::ZERO {
            return None;
        }
        let columns: [ExactVector; 3] = core::array::from_fn(|i| match i < V::DIM {
            true => ExactVector::new(self.matrix.column(i)),
            false => ExactVector::ZERO,
        });
        let (point, hint) = self.shape.exact_support(&ExactVector::from_fn(|i| columns[i].dot(dir)))?;
        let [x, y, z] = core::array::from_fn(|i| columns[i].scale(&point.xyz.xyz[i]));
        let moved = &ExactVector::new(self.translation).scale(&point.w) + &(&(&x + &y) + &z);
        Some((ExactPoint { xyz: moved, ..point }, hint))
    }
}

impl<V: Vector, S: Support<V>> Curved<V> for Affine<V, S> {
    fn curvature(&self, dir: V) -> (V, V::Matrix) {
        let Some(inner) = self.inner_direction(dir) else { return (self.support(dir), V::Matrix::ZERO) };
        let (point, curvature) = self.shape.support_curved(inner);
        let (unit, radius) = (inner.normalized(), self.shape.radius());
        let curvature = hessian::with_ball(&curvature, unit, radius);
        // With B = m S: B H Bᵀ / |Bᵀd| = (S H Sᵀ / |Sᵀd|) m at a unit d.
        let shrink = V::Scalar::ONE / self.scaled.apply_transpose(dir.normalized()).norm();
        let image = hessian::congruent::<V>(&self.scaled, &curvature).scale(shrink).scale(self.magnitude);
        (self.matrix.apply(point + unit * radius), hessian::finite_or_zero::<V>(image))
    }
    fn inscribed(&self, dir: V) -> Inscribed<V> {
        self.shape.inscribed_along(self.inner_direction(dir).unwrap_or(V::axis(0))).mapped(&self.matrix)
    }
}

impl<V: Vector, S: Support<V>> FineSupport<V> for Affine<V, S> {
    fn fine(&self, dir: Fine, scale: f64) -> Option<Fine> {
        fine::of_image(&self.matrix, self.translation, dir, scale, |dir, scale| self.shape.fine_support(dir, scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Mat3, Vec3};
    use crate::random::Random;
    use crate::shape::{Ball, Cuboid, Ellipsoid};

    fn columns(c: [[f64; 3]; 3]) -> Mat3<f64> {
        Mat3::from_columns(|i| Vec3::from(c[i]))
    }

    #[test]
    fn a_singular_map_flattens() {
        let wall = columns([[0.0, 0.0, 0.0], [0.5, 2.0, 0.0], [0.0, -1.0, 3.0]]);
        let cuboid = Cuboid::from_half_extents(Vec3::new(1.25, 0.75, 0.5)).unwrap();
        let flat = Affine::new(cuboid, wall, Vec3::new(7.5, 0.0, 0.0)).unwrap();
        assert_eq!(flat.support(Vec3::new(0.0, 0.0, 2.5)).z, 1.5);
        let point = Affine::new(Ball::new(2.5).unwrap(), wall.scale(0.0), Vec3::new(7.5, 1.0, 0.0)).unwrap();
        assert_eq!((point.support(Vec3::new(1.0, 2.0, 3.0)), point.anchor().x), (Vec3::ZERO, 7.5));
    }

    #[test]
    fn the_reach_of_an_image_of_an_image_is_that_of_its_box() {
        let egg = Ellipsoid::from_radii(Vec3::new(1.5, 0.75, 1.0)).unwrap();
        let long = columns([[1000.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        let short = columns([[0.001, 0.0, 0.0], [0.0, 50.0, 25.0], [0.0, -1.0, 100.0]]);
        let image = Affine::new(Affine::new(egg, long, Vec3::ZERO).unwrap(), short, Vec3::ZERO).unwrap();
        let reach = image.outline().reach;
        let mut random = Random(20_261_126);
        let farthest = (0..4000).map(|_| {
            let dir = Vec3::new(random.unit(), random.unit(), random.unit());
            image.support(dir).norm()
        });
        let farthest = farthest.fold(0.0, f64::max);
        // The product of the norms is 150 000.
        assert!(farthest <= reach && reach < 1.8 * farthest && farthest > 90.0, "{farthest} {reach}");
    }

    #[test]
    fn an_image_beyond_all_coordinates_is_refused() {
        let cuboid = Cuboid::from_half_extents(Vec3::new(1e200, 0.75, 0.5)).unwrap();
        let error = Affine::new(cuboid, columns([[1e200, 0.0, 0.0]; 3]), Vec3::ZERO).unwrap_err();
        assert_eq!(error.to_string(), "reach of an affine image must be finite, got inf");
        assert!(Affine::new(cuboid, columns([[f64::NAN; 3]; 3]), Vec3::ZERO).is_err());
    }
}
