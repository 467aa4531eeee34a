//! Whether a closed mesh bounds a convex body, exactly.
//!
//! **Lemma (star).** Let a closed mesh wind once around a point `c` that lies strictly behind all its triangles that
//! are not flat. Then each ray from `c` that meets no edge crosses exactly one triangle: all that it meets show it
//! their backs, and the winding number counts the crossings. So the solid `M` is what lies, on each such ray, before
//! that triangle.
//!
//! **Lemma (folds).** A star without flat triangles bounds a convex body if no third corner of a triangle is in front
//! of its neighbour across their edge. Near an inner point of an edge `M` is then the common part of two halfspaces.
//! Near a vertex it is a cone: rays meet the surface once, so that the link of the vertex is a simple polygon on the
//! sphere, whose angles are at most π by the edges, and such a polygon bounds a convex part of it. A closed connected
//! set that is convex near each of its points is convex (H. Tietze, Über Konvexheit im kleinen und im großen, 1928). It
//! takes as many signs as there are triangles and edges, and the sort of these.

use clearance::exact::orient3d;
use clearance::{Real, Space, Vec3, Vector};

use super::{TriangleMesh, signs, spatial};

type Point = Vec3<f64>;

impl<V: Space> TriangleMesh<V> {
    /// Whether the mesh is proven to bound a convex body, exactly: then it is the [hull](Self::hull) of its vertices.
    ///
    /// ```
    /// use clearance::Vec3;
    /// use clearance_world::TriangleMesh;
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    /// let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// assert!(TriangleMesh::new(&corners, &faces)?.is_convex());
    /// assert!(!TriangleMesh::new(&corners, &faces[1..])?.is_convex()); // open
    /// # Ok::<(), clearance::ShapeError>(())
    /// ```
    ///
    /// Computed by the first call, by signs alone: O(n log n).
    pub fn is_convex(&self) -> bool {
        *self.convex.get_or_init(|| {
            V::DIM == 3
                && self.is_solid()
                && self.star().is_some_and(|star| !star.has_flat)
                && self.folds_nowhere(&self.edges())
        })
    }

    /// Whether the mesh is [convex](Self::is_convex) but for [dents](Self::dents) of less than 2⁻²⁰ of its size, such
    /// as coordinates of single precision leave.
    pub fn is_nearly_convex(&self) -> bool {
        *self.nearly_convex.get_or_init(|| {
            let few = self.size() * V::Scalar::from_f64(ROUNDED);
            self.is_convex() || !self.has_fold_above(few.to_f64()) && self.dents().is_some_and(|dents| dents <= few)
        })
    }

    /// Whether the third corner of a triangle is in front of a neighbour's plane by more than rounding of its corners
    /// by a length explains. Found among the neighbours alone, before any hull is made: most meshes have such a fold.
    fn has_fold_above(&self, length: f64) -> bool {
        let is_above = |first: &TriangleEdge, second: &TriangleEdge| {
            let [a, b, c] = self.corners(first.triangle).map(spatial);
            let apex = spatial(self.vertices[second.other as usize]);
            let normal = (b - a).cross(c - a);
            let longest = [b - a, c - b, a - c, apex - a].into_iter().map(Vec3::norm).fold(0.0, f64::max);
            // Corners that move by the length turn the plane by so much of it over its least height, twice the area
            // over the longest side; over that distance the apex is then beside it.
            let tilt = 1.0 + longest * longest / normal.norm();
            normal.dot(apex - a) > 4.0 * tilt * length * normal.norm()
        };
        let edges = self.edges();
        let mut pairs = edges.chunk_by(|a, b| a.ends == b.ends);
        pairs.any(|edge| matches!(edge, [first, second] if is_above(first, second) || is_above(second, first)))
    }

    /// Half the longest side of the box around the mesh.
    fn size(&self) -> V::Scalar {
        let extent = self.bounds().extent();
        (0..V::DIM).fold(V::Scalar::ZERO, |size, k| size.max(extent[k])) * V::Scalar::HALF
    }

    /// The triangles about the mean of the vertices, if the mesh winds once around it and shows it no front.
    pub(super) fn star(&self) -> Option<Star> {
        let count = self.vertices.len() as f64;
        let middle = self.vertices.iter().fold(Point::ZERO, |sum, &vertex| sum + spatial(vertex) * (1.0 / count));
        let corners: Vec<[Point; 3]> = (0..self.triangles.len() as u32).map(|i| self.corners(i).map(spatial)).collect();
        let mut has_flat = false;
        for &[a, b, c] in &corners {
            if orient3d(a, b, c, middle) != -IN_FRONT {
                if !signs::is_flat([a, b, c]) {
                    return None;
                }
                has_flat = true;
            }
        }
        let crossings = |sum: i32, &corners: &[Point; 3]| sum + super::winding::crossing(middle, corners);
        if corners.iter().fold(0, crossings) != 1 {
            return None;
        }
        Some(Star { corners, middle, has_flat })
    }

    /// The sides of all triangles with the triangle and its third corner, those with the same ends next to each other.
    pub(super) fn edges(&self) -> Vec<TriangleEdge> {
        let mut edges = Vec::with_capacity(3 * self.triangles.len());
        for (triangle, &[a, b, c]) in (0u32..).zip(&self.triangles) {
            edges.extend([(a, b, c), (b, c, a), (c, a, b)].map(|(from, to, other)| TriangleEdge {
                ends: [from.min(to), from.max(to)],
                triangle,
                other,
            }));
        }
        edges.sort_unstable_by_key(|side| (side.ends, side.triangle));
        edges
    }

    /// Whether no triangle's third corner is in front of a neighbour across their edge.
    fn folds_nowhere(&self, edges: &[TriangleEdge]) -> bool {
        edges.chunk_by(|a, b| a.ends == b.ends).all(|edge| match edge {
            [first, second] => {
                let [a, b, c] = self.corners(first.triangle).map(spatial);
                orient3d(a, b, c, spatial(self.vertices[second.other as usize])) != IN_FRONT
            }
            _ => false,
        })
    }
}

/// Dents that are shallower than this part of a mesh's size are those of rounding: files of single precision round by
/// 2⁻²⁵ of each coordinate.
const ROUNDED: f64 = 1.0 / (1 << 20) as f64;

/// A mesh as the lemma of stars has it.
pub(super) struct Star {
    pub corners: Vec<[Point; 3]>,
    pub middle: Point,
    /// Whether a triangle has no area.
    has_flat: bool,
}

/// A side of a triangle.
pub(super) struct TriangleEdge {
    pub ends: [u32; 2],
    pub triangle: u32,
    /// The third corner.
    other: u32,
}

/// The sign of [`orient3d`] of a point in front of a triangle, from where its corners turn counter-clockwise.
const IN_FRONT: i8 = 1;

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::mesh::tests::{Soup, box_of};
    use clearance::Polytope;
    use clearance_testkit::random::Random;

    pub(in crate::mesh) fn convex(points: &[Point]) -> TriangleMesh<Point> {
        let hull = clearance::hull::convex_hull(points).unwrap();
        let fans = hull
            .faces()
            .flat_map(|face| (1..face.len() - 1).map(|i| [face[0], face[i], face[i + 1]]).collect::<Vec<_>>());
        TriangleMesh::new(hull.points(), &fans.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn hulls_are_convex_and_what_has_one_vertex_pulled_in_is_not() {
        let mut random = Random::new(0xc0f1);
        for round in 0..40 {
            let points: Vec<Point> = (0..30).map(|_| Vec3::from_fn(|_| random.uniform(-1.0, 1.0))).collect();
            let mesh = convex(&points);
            assert!(mesh.is_convex() && mesh.is_solid(), "{round}");
            let mut vertices = mesh.vertices().to_vec();
            let pulled = random.below(vertices.len());
            vertices[pulled] = vertices[pulled] * 0.3;
            let dented = TriangleMesh::new(&vertices, mesh.triangles()).unwrap();
            assert!(!dented.is_convex(), "{round}");
        }
    }

    #[test]
    fn a_dent_of_one_rounding_is_seen() {
        let tip = |height: f64| {
            let corners = [[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, -1.0, 0.0], [0.0, 0.0, height]];
            let faces = [[0, 2, 1], [0, 3, 2], [0, 1, 3], [4, 1, 2], [4, 2, 3], [4, 3, 1]];
            TriangleMesh::new(&corners.map(Vec3::from), &faces).unwrap().is_convex()
        };
        assert!(tip(f64::MIN_POSITIVE) && tip(0.0));
        assert!(!tip(-f64::EPSILON));
    }

    #[test]
    fn what_is_not_one_convex_body_is_not_said_to_be() {
        assert!(box_of(0.0, 2.0).mesh().is_convex());
        // A cavity, two boxes, and an inner wall.
        assert!(!box_of(0.0, 4.0).with_box([1.0; 3], [3.0; 3], false).mesh().is_convex());
        assert!(!box_of(0.0, 1.0).with_box([2.0; 3], [3.0; 3], true).mesh().is_convex());
        assert!(
            !Soup::default().with_box([0.0; 3], [1.0; 3], true).with_box([0.0; 3], [1.0; 3], true).mesh().is_convex()
        );
    }

    #[test]
    fn a_convex_mesh_is_the_hull_of_its_vertices() {
        let mut random = Random::new(0xc0f2);
        let points: Vec<Point> = (0..20).map(|_| Vec3::from_fn(|_| random.uniform(-1.0, 1.0))).collect();
        let (mesh, hull) = (convex(&points), Polytope::new(&points).unwrap());
        for _ in 0..200 {
            let point: Point = Vec3::from_fn(|_| random.uniform(-1.2, 1.2));
            let at = clearance::Pose3::from_translation(point).unwrap();
            let inside = clearance::query::intersects(&hull, &clearance::Point::new(), &at);
            assert_eq!(mesh.contains(point), inside);
        }
    }
}
