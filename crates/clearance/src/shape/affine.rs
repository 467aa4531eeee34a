//! The image of a shape under a linear map and a translation.

use alloc::vec::Vec;

use super::hessian;
use super::rounding::{check_extent, length_above, quantum, sum_above, tamed, unit_scale, units};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::math::{FineMap, Matrix, Real, Vector};
use crate::support::{
    Core, Curved, FeatureKind, Fine, FineSupport, Hint, Image, Inscribed, Outline, Support, SupportExt, Vertices, fine,
};

/// The image `B x + c` of a shape under any matrix, uneven, sheared, mirrored or singular, and a translation.
///
/// A core without a ball stays polytopal or curved as it is. A ball becomes an ellipsoid and joins the core: the image
/// has radius zero and is curved. Coordinates are counted from the image of the shape's anchor.
///
/// The support point along `d` is `B q` with `q = p + r g/|g|`, `g = Bᵀd` and `p` the support point of the inner core
/// along `g`. `B` is scaled near 1 for `g`; if `g` vanishes the whole image is farthest, and any `p` will do. Cost:
/// that of the shape and two products with a matrix.
///
/// `support_error`, with `e` and the reach `ρ` of the inner core, the radius `r`, and `‖B‖` a bound of the norm of the
/// absolute matrix: products with `B` err by `3u‖B‖`. For any point `y` of core and ball, `(Bᵀd)·(y − q)` is at most
/// `e|g|`, plus `3u‖B‖ · 2(ρ + r) |d|` for the rounding of `g`, plus `u(6r + ρ + r)|g|` for that of `r g/|g|` (`5u` the
/// unit vector, `u` the product) and of the sum; and `B q` adds `3u‖B‖(ρ + r)`. Together `‖B‖ (e + 11u(ρ + r + e) + 7u
/// r)` with the second-order terms, and quanta of the subnormal numbers for underflow. The image of an anchor `a` that
/// is not zero adds `5u(‖B‖|a| + |c|)`. No point along an axis is farther than the support point, but for the error:
/// the corners of the box of these bound the reach where that is less than `‖B‖(ρ + r)`.
///
/// An image of an image is one of the innermost shape: `B` is the product of the maps, computed in twofold numbers and
/// rounded once, since the second map may shrink what the first one stretches. With `δ` the rounding of `B` and what
/// the twofold product `η` is off by, three products with it add `3δ(ρ + r + e)`; and `2⁴²η(ρ + r + e)`, which is
/// small, keeps the [fine](crate::support::FineSupport::fine) support points within their part of the error.
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
    /// The product of the maps, of an image of an image.
    product: Option<FineMap>,
    /// `B`, of the one shape that is no image.
    linear: V::Matrix,
    /// `B` over a power of two, `magnitude`, so that its largest entry is near 1.
    scaled: V::Matrix,
    magnitude: V::Scalar,
    /// The part of the error that is the anchor's.
    anchor_error: V::Scalar,
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
        let (mut anchor, mut anchor_error) = (translation, V::Scalar::ZERO);
        if shape.anchor() != V::ZERO {
            anchor = matrix.apply(shape.anchor()) + translation;
            let norm = norm_above::<V>(&scaled) * magnitude;
            anchor_error = units::<V::Scalar>(5) * (norm * length_above(shape.anchor()) + length_above(translation));
        }
        let (reach, error) = (V::Scalar::ZERO, V::Scalar::ZERO);
        let own = Affine {
            shape,
            matrix,
            translation,
            product: None,
            linear: matrix,
            scaled,
            magnitude,
            anchor_error,
            anchor,
            reach,
            error,
        };
        let image = own.multiplied().bounded();
        check_extent("reach of an affine image", anchor, image.reach)?;
        Ok(Affine { reach: image.reach.min(image.reach_of_box()), ..image })
    }
    /// With the product of the maps, of an image of an image.
    fn multiplied(self) -> Self {
        let own = FineMap::of::<V>(&self.matrix);
        let Some((inner, own)) = self.shape.image().zip(own) else { return self };
        let Some(product) = inner.map().and_then(|first| own.after(&first)) else { return self };
        let magnitude = V::Scalar::from_f64(product.magnitude());
        // Entries that are subnormal in this scalar would lose digits.
        let low = V::Scalar::SMALLEST / (V::Scalar::UNIT * V::Scalar::UNIT);
        if !(magnitude > low && magnitude < V::Scalar::LARGEST) {
            return self;
        }
        let norm = self.norm();
        let anchor_error = self.anchor_error + norm * inner.anchor_error() * (V::Scalar::ONE + units(8));
        let scaled = product.rounded::<V>();
        let linear = scaled.scale(magnitude);
        Affine { product: Some(product), linear, scaled, magnitude, anchor_error, ..self }
    }
    /// The image that this one is an image of.
    fn inner(&self) -> Option<&dyn Image<V>> {
        if self.product.is_some() { self.shape.image() } else { None }
    }
    /// `‖B‖`.
    fn norm(&self) -> V::Scalar {
        norm_above::<V>(&self.scaled) * self.magnitude
    }
    /// With its error and its reach.
    fn bounded(self) -> Self {
        let (source, norm) = (self.source(), self.norm());
        let (radius, inner) = (source.radius(), source.support_error());
        let body = sum_above(source.reach(), radius);
        let (few, slack) = (V::Scalar::from_f64(4.0) * quantum(), V::Scalar::ONE + units(8));
        let rounding = units::<V::Scalar>(11) * (body + inner) + units::<V::Scalar>(7) * radius;
        let mut error = norm * (inner + rounding + few) + few;
        if let Some(product) = &self.product {
            let unsure = V::Scalar::from_f64(product.error()) * self.magnitude * slack;
            let off = units::<V::Scalar>(6) * norm + V::Scalar::from_f64(FINER) * unsure;
            error += off * (body + inner) * slack;
        }
        if self.anchor_error != V::Scalar::ZERO {
            error += self.anchor_error;
        }
        let reach = sum_above(norm * body * slack, error);
        Affine { reach, error, ..self }
    }
    /// How far the corners of a box around the image are from its anchor. An image of an image that turns its long side
    /// into the direction that the second map shrinks is much smaller than the product of both norms.
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
    /// The support point, from the shape that is no image.
    fn image_of<T: Support<V> + ?Sized>(&self, source: &T, dir: V, hint: Hint) -> (V, Hint) {
        let inner = self.inner_direction(dir);
        let (point, hint) = source.support_from(inner.unwrap_or(V::axis(0)), hint);
        let radius = source.radius();
        match inner {
            _ if radius == V::Scalar::ZERO => (self.linear.apply(point), hint),
            Some(inner) => (self.linear.apply(point + inner.normalized() * radius), Hint::NONE),
            None => (self.linear.apply(point), Hint::NONE),
        }
    }
    /// The direction in the inner frame; `None` if the image has no extent along `dir`.
    fn inner_direction(&self, dir: V) -> Option<V> {
        tamed(self.scaled.apply_transpose(dir))
    }
}

/// Three times the part of the error that fine support points may be off by, and a third of that beside it.
const FINER: f64 = 4.0 / fine::PART;

/// An upper bound of `max |‖M| x| / |x|`, with `|M|` the absolute values of a matrix of magnitude near 1: the geometric
/// mean of the largest column and row sums, or the Frobenius norm if that is smaller.
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
        if self.product.is_some() {
            self.image_of(self.source(), dir, hint)
        } else {
            self.image_of(&self.shape, dir, hint)
        }
    }
    fn outline(&self) -> Outline<V> {
        let center = if self.product.is_some() { self.source().center() } else { self.shape.center() };
        Outline {
            anchor: self.anchor,
            center: self.linear.apply(center),
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
        let vertex = if self.product.is_some() { self.source().vertex(id) } else { self.shape.vertex(id) };
        self.linear.apply(vertex)
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
        let source = self.source();
        let (point, curvature) = source.support_curved(inner);
        let (unit, radius) = (inner.normalized(), source.radius());
        let curvature = hessian::with_ball(&curvature, unit, radius);
        // With B = m S: B H Bᵀ / |Bᵀd| = (S H Sᵀ / |Sᵀd|) m at a unit d.
        let shrink = V::Scalar::ONE / self.scaled.apply_transpose(dir.normalized()).norm();
        let image = hessian::congruent::<V>(&self.scaled, &curvature).scale(shrink).scale(self.magnitude);
        (self.linear.apply(point + unit * radius), hessian::finite_or_zero::<V>(image))
    }
    fn inscribed(&self, dir: V) -> Inscribed<V> {
        self.source().inscribed_along(self.inner_direction(dir).unwrap_or(V::axis(0))).mapped(&self.linear)
    }
}

impl<V: Vector, S: Support<V>> FineSupport<V> for Affine<V, S> {
    fn fine(&self, dir: Fine, scale: f64) -> Option<Fine> {
        let (source, origin) = (self.source(), self.origin(scale));
        let Some(map) = self.map() else { return Some(origin) };
        fine::of_image(&map, origin, dir, scale, |dir, scale| source.fine_support(dir, scale))
    }
    fn image(&self) -> Option<&dyn Image<V>> {
        Some(self)
    }
}

impl<V: Vector, S: Support<V>> Image<V> for Affine<V, S> {
    fn source(&self) -> &dyn Support<V> {
        self.inner().map_or(&self.shape, |inner| inner.source())
    }
    fn map(&self) -> Option<FineMap> {
        self.product.or_else(|| FineMap::of::<V>(&self.matrix))
    }
    fn origin(&self, scale: f64) -> Fine {
        let moved = fine::scaled(self.translation, scale);
        let (Some(inner), Some(own)) = (self.inner(), FineMap::of::<V>(&self.matrix)) else {
            return moved;
        };
        own.columns_times(inner.origin(scale * own.magnitude())) + moved
    }
    fn anchor_error(&self) -> V::Scalar {
        self.anchor_error
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
    fn an_image_of_an_image_rounds_at_its_own_size() {
        let mut random = Random(38);
        // Stretches by 1000 along (0.6, 0.8, 0), and back: the product of the norms is 1000 times the norm of the
        // product.
        let along = |by: f64| {
            columns([
                [0.64 + 0.36 * by, 0.48 * (by - 1.0), 0.0],
                [0.48 * (by - 1.0), 0.36 + 0.64 * by, 0.0],
                [0.0, 0.0, 1.0],
            ])
        };
        let cuboid = Cuboid::from_half_extents(Vec3::new(1.25, 0.75, 0.5)).unwrap();
        let egg = Ellipsoid::from_radii(Vec3::new(1.5, 0.75, 1.0)).unwrap();
        let bodies: [alloc::boxed::Box<dyn Support<Vec3<f64>>>; 2] =
            [alloc::boxed::Box::new(cuboid), alloc::boxed::Box::new(egg)];
        for body in &bodies {
            let long = Affine::new(body, along(1000.0), Vec3::new(0.1, 0.2, 0.3)).unwrap();
            let image = Affine::new(long, along(0.001), Vec3::new(-0.5, 0.25, 0.125)).unwrap();
            let (anchor, error) = (image.anchor(), image.support_error());
            assert!(error < 100.0 * f64::UNIT * image.reach(), "{error:e}");
            for _ in 0..500 {
                let dir = Vec3::from_fn(|_| random.unit());
                let fine = image.fine_support(fine::scaled(dir, 1.0), 1.0).unwrap();
                let point = anchor + image.support(dir);
                let height = dir.dot(fine.value() - point);
                assert!(height.abs() <= (error + 4.0 * f64::UNIT) * dir.norm(), "{height:e} {error:e}");
            }
        }
    }

    #[test]
    fn an_image_beyond_all_coordinates_is_refused() {
        let cuboid = Cuboid::from_half_extents(Vec3::new(1e200, 0.75, 0.5)).unwrap();
        let error = Affine::new(cuboid, columns([[1e200, 0.0, 0.0]; 3]), Vec3::ZERO).unwrap_err();
        assert_eq!(error.to_string(), "reach of an affine image must be finite, got inf");
        assert!(Affine::new(cuboid, columns([[f64::NAN; 3]; 3]), Vec3::ZERO).is_err());
    }
}
