//! A triangle.

use super::anchor::anchor;
use super::farthest::farthest;
use super::rounding::{length_above, unit_scale, units};
use crate::error::ShapeError;
use crate::exact::{ExactPoint, ExactVector};
use crate::math::{Each, Real, Vector};
use crate::support::{Core, Hint, Outline, Support, Vertices};

/// The triangle of three points `a`, `b`, `c` (vertices 0, 1, 2) in any position: collinear and equal ones are legal.
///
/// A support point costs two scalar products, with the edges from `a`. `support_error`: the corners differ exactly from
/// the anchor, so only the choice can be wrong. The values `d·(b − a)` and `d·(c − a)` carry `4u` of the edge's length
/// each (one for the difference, three for the product), and a choice compares two of them: `9u` of the longer edge
/// with the second-order terms.
///
/// ```
/// use clearance::{Support, Triangle, Vec2};
/// let sail = Triangle::new(Vec2::new(0.0, 0.0), Vec2::new(4.0, 0.0), Vec2::new(0.0, 3.0)).unwrap();
/// assert_eq!(sail.support(Vec2::new(1.0, 1.0)), Vec2::new(4.0, 0.0)); // 4 against 3 and 0
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V: Vector> {
    anchor: V,
    /// Relative to the anchor.
    corners: [V; 3],
    /// `b − a` and `c − a`, scaled together to a magnitude near 1.
    edges: [V; 2],
    reach: V::Scalar,
    error: V::Scalar,
}

impl<V: Vector> Triangle<V> {
    /// The triangle of three corners.
    pub fn new(a: V, b: V, c: V) -> Result<Self, ShapeError> {
        for corner in [a, b, c] {
            ShapeError::check_point("triangle corner", corner)?;
        }
        let anchor = anchor([a, b, c].into_iter());
        let corners = [a, b, c].each(|p| p - anchor);
        let edges = [corners[1] - corners[0], corners[2] - corners[0]];
        let scale = unit_scale(edges[0].max_abs().max(edges[1].max_abs()));
        Ok(Triangle {
            anchor,
            corners,
            edges: edges.each(|e| e * scale),
            reach: corners.iter().fold(V::Scalar::ZERO, |reach, &p| reach.max(length_above(p))),
            error: units::<V::Scalar>(9) * length_above(edges[0]).max(length_above(edges[1])),
        })
    }
    /// The corners in the given order.
    pub fn corners(&self) -> [V; 3] {
        self.corners.each(|p| self.anchor + p)
    }
}

impl<V: Vector> Support<V> for Triangle<V> {
    fn support(&self, dir: V) -> V {
        self.support_from(dir, Hint::NONE).0
    }
    fn support_from(&self, dir: V, _: Hint) -> (V, Hint) {
        let (b, c) = (dir.dot(self.edges[0]), dir.dot(self.edges[1]));
        let id = match (b > V::Scalar::ZERO, c > b.max(V::Scalar::ZERO)) {
            (_, true) => 2,
            (true, _) => 1,
            _ => 0,
        };
        (self.corners[id], Hint::vertex(id as u32))
    }
    fn outline(&self) -> Outline<V> {
        Outline {
            anchor: self.anchor,
            center: {
                let third = V::Scalar::ONE / V::Scalar::from_f64(3.0);
                self.corners[0] * third + self.corners[1] * third + self.corners[2] * third
            },
            error: self.error,
            ..Outline::new(self.reach)
        }
    }
    fn core(&self) -> Core<'_, V> {
        Core { vertices: Some(self), ..Core::UNKNOWN }
    }
}

impl<V: Vector> Vertices<V> for Triangle<V> {
    fn count(&self) -> u32 {
        3
    }
    fn corner(&self, id: u32) -> V {
        self.corners[id as usize]
    }
    fn are_exact(&self) -> bool {
        true
    }
    fn farthest(&self, dir: &ExactVector) -> Option<(ExactPoint, Hint)> {
        farthest(self.corners.into_iter(), self.anchor, dir)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    #[test]
    fn a_triangle_may_be_flat_or_a_point() {
        let p = Vec3::new(0.3, -0.4, 7.0);
        let needle = Triangle::new(p, p * 3.0, p * 2.0).unwrap();
        assert_eq!(needle.support_from(p, Hint::NONE).1, Hint::vertex(1));
        assert_eq!(Triangle::new(p, p, p).unwrap().support_from(p, Hint::NONE), (Vec3::ZERO, Hint::vertex(0)));
        assert!(Triangle::new(p, p, p * f64::INFINITY).is_err());
    }
}
