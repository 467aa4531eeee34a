//! The Minkowski sum of two shapes.

use super::rounding::{check_extent, sum_above, sum_with_error, units};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::math::twofold::two_sum;
use crate::math::{Matrix, Real, Vector};
use crate::support::{
    Core, Curved, FeatureKind, Fine, FineSupport, Hint, Inscribed, Outline, Support, SupportExt, Vertices,
};

/// All sums of a point of `a` and a point of `b`. Radii add up; so do anchors and support points.
///
/// The sum of vertex `i` of `a` and vertex `j` of `b` is vertex `i n + j`, with `n` the number of vertices of `b`,
/// unless there are too many to number, when the core counts as curved. Cost: that of both shapes.
///
/// `support_error`: both errors, `2u` of both reaches for the rounded sum of the points, and the exact rounding errors
/// of the sums of the anchors and of the radii, which are mostly zero.
///
/// ```
/// use clearance::{Cuboid, Segment, Sum, Support, Vec2};
/// let square = Cuboid::from_half_extents(Vec2::new(1.0, 1.0)).unwrap();
/// let sum = Sum::new(square, Segment::new(Vec2::new(0.0, 0.0), Vec2::new(2.0, 3.0)).unwrap()).unwrap();
/// assert_eq!(sum.support(Vec2::new(1.0, 1.0)), Vec2::new(3.0, 4.0));
/// ```
#[doc(alias = "minkowski sum")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum<V: Vector, A, B> {
    a: A,
    b: B,
    anchor: V,
    radius: V::Scalar,
    reach: V::Scalar,
    error: V::Scalar,
    vertices: u32,
}

impl<V: Vector, A: Support<V>, B: Support<V>> Sum<V, A, B> {
    /// The sum of two shapes.
    pub fn new(a: A, b: B) -> Result<Self, ShapeError> {
        let radius = two_sum(a.radius(), b.radius());
        let (anchor, anchor_error) = sum_with_error(a.anchor(), b.anchor());
        let reaches = sum_above(a.reach(), b.reach());
        let errors = sum_above(a.support_error(), b.support_error());
        let exact_parts = sum_above(anchor_error, radius.lo.abs());
        let error = sum_above(sum_above(errors, exact_parts), units::<V::Scalar>(2) * reaches);
        let reach = sum_above(reaches, error);
        check_extent("reach of a sum", anchor, reach + radius.hi)?;
        let vertices = a.vertex_count().checked_mul(b.vertex_count()).unwrap_or(0);
        Ok(Sum { a, b, anchor, radius: radius.hi, reach, error, vertices })
    }
    /// The first shape.
    pub fn a(&self) -> &A {
        &self.a
    }
    /// The second shape.
    pub fn b(&self) -> &B {
        &self.b
    }
    /// The vertices of `a` and of `b` that add up to vertex `id`.
    fn addends(&self, id: u32) -> (u32, u32) {
        let n = self.b.vertex_count();
        (id / n, id % n)
    }
    /// The number of the sum of two vertices.
    fn number(&self, in_a: Hint, in_b: Hint) -> Hint {
        let numbers = in_a.id().zip(in_b.id()).filter(|_| self.vertices > 0);
        numbers.map_or(Hint::NONE, |(i, j)| Hint::vertex(i * self.b.vertex_count() + j))
    }
}

impl<V: Vector, A: Support<V>, B: Support<V>> Support<V> for Sum<V, A, B> {
    fn support(&self, dir: V) -> V {
        self.a.support(dir) + self.b.support(dir)
    }
    fn support_from(&self, dir: V, hint: Hint) -> (V, Hint) {
        if self.vertices == 0 {
            return (self.support(dir), Hint::NONE);
        }
        let (in_a, in_b) = match hint.id() {
            Some(id) => (Hint::vertex(self.addends(id).0), Hint::vertex(self.addends(id).1)),
            None => (Hint::NONE, Hint::NONE),
        };
        let ((a, in_a), (b, in_b)) = (self.a.support_from(dir, in_a), self.b.support_from(dir, in_b));
        (a + b, self.number(in_a, in_b))
    }
    fn outline(&self) -> Outline<V> {
        let of_a = self.a.outline();
        let of_b = self.b.outline();
        Outline {
            radius: self.radius,
            anchor: self.anchor,
            center: of_a.center + of_b.center,
            error: self.error,
            ..Outline::new(self.reach)
        }
    }
    fn core(&self) -> Core<'_, V> {
        Core::of(self, self.vertices > 0)
    }
}

impl<V: Vector, A: Support<V>, B: Support<V>> Vertices<V> for Sum<V, A, B> {
    fn count(&self) -> u32 {
        self.vertices
    }
    fn kind(&self, span: &[u32]) -> FeatureKind {
        let (in_a, in_b) = (Parts::new(span, |id| self.addends(id).0), Parts::new(span, |id| self.addends(id).1));
        let parallel = || {
            let ways = [in_a.way(|id| self.a.vertex(id)), in_b.way(|id| self.b.vertex(id))];
            are_parallel(ways[0], ways[1])
        };
        added(self.a.feature_kind(in_a.ids()), self.b.feature_kind(in_b.ids()), parallel)
    }
    fn corner(&self, id: u32) -> V {
        let (i, j) = self.addends(id);
        self.a.vertex(i) + self.b.vertex(j)
    }
    /// None also if the sum of the radii is not a float.
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        if two_sum(self.a.radius(), self.b.radius()).lo != V::Scalar::ZERO {
            return None;
        }
        let ((a, in_a), (b, in_b)) = (self.a.exact_support(dir)?, self.b.exact_support(dir)?);
        Some((a.plus(&b), self.number(in_a, in_b)))
    }
}

impl<V: Vector, A: Support<V>, B: Support<V>> Curved<V> for Sum<V, A, B> {
    fn curvature(&self, dir: V) -> (V, V::Matrix) {
        let ((a, in_a), (b, in_b)) = (self.a.support_curved(dir), self.b.support_curved(dir));
        (a + b, V::Matrix::from_columns(|i| in_a.column(i) + in_b.column(i)))
    }
    fn flat_end(&self, dir: V) -> V {
        let (a, b) = (self.a.flat_normal(dir), self.b.flat_normal(dir));
        if a.dot(dir) < b.dot(dir) { b } else { a }
    }
    fn inscribed(&self, dir: V) -> Inscribed<V> {
        self.a.inscribed_along(dir).plus(self.b.inscribed_along(dir))
    }
}

impl<V: Vector, A: Support<V>, B: Support<V>> FineSupport<V> for Sum<V, A, B> {
    fn fine(&self, dir: Fine, scale: f64) -> Option<Fine> {
        Some(self.a.fine_support(dir, scale)? + self.b.fine_support(dir, scale)?)
    }
}

/// The vertices of one summand in a span of vertices of the sum, each once.
pub(super) struct Parts {
    ids: [u32; 3],
    count: usize,
}

impl Parts {
    pub fn new(span: &[u32], part: impl Fn(u32) -> u32) -> Self {
        let mut parts = Parts { ids: [0; 3], count: 0 };
        for id in span.iter().take(3).map(|&id| part(id)) {
            if !parts.ids().contains(&id) {
                parts.ids[parts.count] = id;
                parts.count += 1;
            }
        }
        parts
    }
    pub fn ids(&self) -> &[u32] {
        &self.ids[..self.count]
    }
    /// The vector from the first vertex to the second.
    pub fn way<V: Vector>(&self, vertex: impl Fn(u32) -> V) -> V {
        vertex(self.ids[1]) - vertex(self.ids[0])
    }
}

/// What a feature and a feature add up to, if they are features of one face of the sum: two edges an edge if they are
/// parallel.
pub(super) fn added(a: FeatureKind, b: FeatureKind, parallel: impl FnOnce() -> bool) -> FeatureKind {
    match (a, b) {
        (FeatureKind::Smooth, _) | (_, FeatureKind::Smooth) => FeatureKind::Smooth,
        (FeatureKind::Vertex, other) | (other, FeatureKind::Vertex) => other,
        (FeatureKind::Edge, FeatureKind::Edge) if parallel() => FeatureKind::Edge,
        _ => FeatureKind::Face,
    }
}

/// Whether the rounded cross product of two vectors vanishes, as it does for edges along an axis and for equal ones.
pub(super) fn are_parallel<V: Vector>(a: V, b: V) -> bool {
    let (a, b) = (a.normalized(), b.normalized());
    (0..V::DIM).all(|i| (0..i).all(|j| a[i] * b[j] == a[j] * b[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::shape::{Ball, Cuboid, Ellipsoid};

    #[test]
    fn a_sum_with_a_curved_core_is_curved() {
        let cuboid = Cuboid::from_half_extents(Vec3::new(1.25, 0.75, 0.5)).unwrap();
        assert_eq!(Sum::new(cuboid, Ball::new(2.5).unwrap()).unwrap().vertex_count(), 8);
        let egg = Ellipsoid::from_radii(Vec3::new(0.5, 0.25, 2.0)).unwrap();
        let dir = Vec3::new(0.3, -2.0, 1.0);
        assert_eq!(Sum::new(egg, cuboid).unwrap().support_from(dir, Hint::NONE).1, Hint::NONE);
    }

    #[test]
    fn a_sum_beyond_all_coordinates_is_refused() {
        let huge = Cuboid::from_half_extents(Vec3::new(1e301, 0.0, 0.0)).unwrap();
        assert!(
            Sum::new(huge, huge)
                .unwrap_err()
                .to_string()
                .starts_with("reach of a sum must have a magnitude of at most")
        );
    }
}
