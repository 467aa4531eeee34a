//! The convex hull of points.

use alloc::vec::Vec;

use super::anchor::anchor;
use super::rounding::{direction_scale, length_above, unit_scaled};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector, farthest};
use crate::math::{Real, Vector};
use crate::support::{Hint, Support};

/// The convex hull of any points: interior, equal, collinear and coplanar ones are legal. Vertex `i` is the given point `i`.
///
/// A support point costs one scalar product per point; ties go to the lowest number. `support_error` is the default: the
/// points differ exactly from the anchor and two rounded products are compared.
///
/// ```
/// use clearance::{Polytope, Support, Vec2};
/// let kite = Polytope::new(&[Vec2::new(-1.0, 0.0), Vec2::new(0.0, -1.0), Vec2::new(2.0, 0.5), Vec2::new(0.0, 1.0)]).unwrap();
/// assert_eq!(kite.support(Vec2::new(1.0, 1.0)), Vec2::new(2.0, 0.5));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polytope<V: Vector> {
    anchor: V,
    vertices: Vec<V>,
    center: V,
    reach: V::Scalar,
    scale: V::Scalar,
}

impl<V: Vector> Polytope<V> {
    /// The hull of one or more points.
    pub fn new(points: &[V]) -> Result<Self, ShapeError> {
        if points.is_empty() {
            return Err(ShapeError::Empty { what: "points of a polytope" });
        }
        let limit = (u32::MAX - 1) as usize;
        if points.len() > limit {
            return Err(ShapeError::TooMany { what: "points of a polytope", count: points.len(), limit });
        }
        for &p in points {
            ShapeError::check_point("polytope point", p)?;
        }
        let anchor = anchor(points.iter().copied());
        let vertices: Vec<V> = points.iter().map(|&p| p - anchor).collect();
        let reach = vertices.iter().fold(V::Scalar::ZERO, |reach, &p| reach.max(length_above(p)));
        let share = V::Scalar::ONE / V::Scalar::from_f64(vertices.len() as f64);
        let center = vertices.iter().fold(V::ZERO, |sum, &p| sum + p * share);
        Ok(Polytope { anchor, vertices, center, reach, scale: direction_scale(reach) })
    }
    /// The points in the given order, relative to the [anchor](Support::anchor).
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }
}

impl<V: Vector> Support<V> for Polytope<V> {
    fn support(&self, dir: V) -> V {
        self.support_from(dir, Hint::NONE).0
    }
    #[inline]
    fn reach(&self) -> V::Scalar {
        self.reach
    }
    fn support_from(&self, dir: V, _: Hint) -> (V, Hint) {
        let dir = unit_scaled(dir) * self.scale;
        let (mut best, mut height) = (0, dir.dot(self.vertices[0]));
        for (i, p) in self.vertices.iter().enumerate().skip(1) {
            let candidate = dir.dot(*p);
            if candidate > height {
                (best, height) = (i, candidate);
            }
        }
        (self.vertices[best], Hint::vertex(best as u32))
    }
    fn vertex_count(&self) -> u32 {
        self.vertices.len() as u32
    }
    #[inline]
    fn vertex(&self, id: u32) -> V {
        self.vertices[id as usize]
    }
    #[inline]
    fn anchor(&self) -> V {
        self.anchor
    }
    #[inline]
    fn center(&self) -> V {
        self.center
    }
    fn exact_support(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        farthest(self.vertices.iter().copied(), self.anchor, dir)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    #[test]
    fn ties_go_to_the_lowest_number() {
        let p = Vec3::new(0.5f32, -0.25, 3.0);
        let stick = Polytope::new(&[p, p * 2.0, p * 2.0, p]).unwrap();
        assert_eq!(stick.support_from(p, Hint::vertex(3)).1, Hint::vertex(1));
    }

    #[test]
    fn a_polytope_needs_points() {
        assert_eq!(Polytope::<Vec3<f64>>::new(&[]).unwrap_err().to_string(), "points of a polytope must not be empty");
        assert!(Polytope::new(&[Vec3::new(0.0, 1e302, 0.0)]).is_err());
    }
}
