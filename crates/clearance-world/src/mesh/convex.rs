//! How far a closed mesh is from bounding a convex body: exactly convex, or with shallow dents as rounded files have
//! them.
//!
//! **Lemma (star).** Let a closed mesh wind once around a point `c` that lies strictly behind all its triangles that
//! are not flat. Then each ray from `c` that meets no edge crosses exactly one triangle: all that it meets show it
//! their backs, and the winding number counts the crossings. So the solid `M` is what lies, on each such ray, before
//! that triangle.
//!
//! **Lemma (dents).** For each triangle that is not flat let there be a unit vector `n` along which `c` is below all
//! its corners, and along which the hull `H` reaches at most `δ` beyond the lowest of them. Then every point that is
//! deeper than `δ` in `H` is in `M`: a point `x` of `H` outside of `M` is beyond the triangle that its ray from `c`
//! crosses, hence at least as high along `n` as the crossing, and `H` ends at most `δ` above it. Any `n` will do. That
//! of the triangle itself gives `δ = 0` for convex bodies; that of a neighbour is better for slivers, whose own normals
//! are turned by what their corners are rounded.
//!
//! So for any body `B` the signed distance of `M` is at least that of `H`, and where `H` and `B` are `D` deep in one
//! another, that of `M` is at most `δ − D`: a translation that separates `M` from `B` separates `H` eroded by `δ`, and
//! one by `δ` more separates `H`.

use clearance::exact::orient3d;
use clearance::{Real, Space, SupportExt, Vec3, Vector};

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
    pub fn is_convex(&self) -> bool {
        self.dents() == Some(V::Scalar::ZERO)
    }

    /// How deep the dents of a closed mesh are at most: what is farther inside of its [hull](Self::hull) is inside of
    /// the mesh. Zero for a convex body, exactly; a rounding of the size for one whose vertices were rounded. `None`
    /// for a mesh that is open, winds around more than one part, or does not show its inside to the mean of its
    /// vertices.
    ///
    /// Computed by the first call, in time that grows with the number of triangles and by a support point of the hull
    /// for each dent.
    pub fn dents(&self) -> Option<V::Scalar> {
        *self.dents.get_or_init(|| if V::DIM == 3 && self.is_solid() { self.depth_of_dents() } else { None })
    }

    fn depth_of_dents(&self) -> Option<V::Scalar> {
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
        let edges = self.edges();
        if !has_flat && self.folds_nowhere(&edges) {
            return Some(V::Scalar::ZERO);
        }
        let deepest = self.dent_of_each(&corners, middle, &edges).into_iter().fold(0.0, f64::max);
        let scale = V::Scalar::ONE + V::Scalar::UNIT * V::Scalar::TWO;
        deepest.is_finite().then(|| (V::Scalar::from_f64(deepest) * scale).next_up())
    }

    /// The sides of all triangles with the triangle and its third corner, those with the same ends next to each other.
    fn edges(&self) -> Vec<Side> {
        let mut edges = Vec::with_capacity(3 * self.triangles.len());
        for (triangle, &[a, b, c]) in (0u32..).zip(&self.triangles) {
            edges.extend([(a, b, c), (b, c, a), (c, a, b)].map(|(from, to, other)| Side {
                ends: [from.min(to), from.max(to)],
                triangle,
                other,
            }));
        }
        edges.sort_unstable_by_key(|side| (side.ends, side.triangle));
        edges
    }

    /// Whether no triangle's third corner is in front of a neighbour across their edge. A surface of one triangle on
    /// each ray is then convex near each of its edges, and near its vertices, so that what it bounds is convex (H.
    /// Tietze, Über Konvexheit im kleinen und im großen, 1928).
    fn folds_nowhere(&self, edges: &[Side]) -> bool {
        edges.chunk_by(|a, b| a.ends == b.ends).all(|edge| match edge {
            [first, second] => {
                let [a, b, c] = self.corners(first.triangle).map(spatial);
                orient3d(a, b, c, spatial(self.vertices[second.other as usize])) != IN_FRONT
            }
            _ => false,
        })
    }

    /// For each triangle how far the hull reaches beyond it at most, along its own normal or that of one nearby.
    fn dent_of_each(&self, corners: &[[Point; 3]], middle: Point, edges: &[Side]) -> Vec<f64> {
        let tops: Vec<Option<Top>> = corners.iter().map(|&corners| self.top(corners)).collect();
        let dent = |triangle: u32, along: u32| {
            let top = tops[along as usize].as_ref();
            top.map_or(f64::INFINITY, |top| top.above(&corners[triangle as usize], middle))
        };
        let all = 0..corners.len() as u32;
        let mut best: Vec<(f64, u32)> = all.map(|i| (dent(i, i), i)).collect();
        for _ in 0..NEARBY {
            for edge in edges.chunk_by(|a, b| a.ends == b.ends) {
                for pair in edge.windows(2).flat_map(|pair| [[&pair[0], &pair[1]], [&pair[1], &pair[0]]]) {
                    let [own, other] = pair.map(|side| side.triangle);
                    let along = best[other as usize].1;
                    let found = dent(own, along);
                    if found < best[own as usize].0 {
                        best[own as usize] = (found, along);
                    }
                }
            }
        }
        // No ray but through an edge meets a flat triangle.
        let flat = |&[a, b, c]: &[Point; 3]| signs::is_flat([a, b, c]);
        best.iter().zip(corners).map(|(&(dent, _), corners)| if flat(corners) { 0.0 } else { dent }).collect()
    }

    /// How far the hull reaches along the normal of a triangle; `None` for one without an area.
    fn top(&self, [a, b, c]: [Point; 3]) -> Option<Top> {
        let cross = (b - a).cross(c - a);
        let largest = cross.max_abs();
        if !(largest > 0.0 && largest.is_finite()) {
            return None;
        }
        let hull = self.hull();
        let direction: V = V::from_fn(|k| V::Scalar::from_f64(cross[k] / largest)).normalized();
        let unit = spatial(direction);
        let point = spatial(hull.anchor() + clearance::Support::support(hull, direction));
        // The unit vector is one up to 4u, products round by 3u, and the search counts the difference from the anchor
        // as given.
        let size = hull.reach().to_f64() + spatial(hull.anchor()).norm() + point.norm();
        let rounding = 16.0 * V::Scalar::UNIT.to_f64() * size;
        Some(Top { unit, height: unit.dot(point) + hull.support_error().to_f64() + rounding, rounding })
    }
}

/// A side of a triangle.
struct Side {
    ends: [u32; 2],
    triangle: u32,
    /// The third corner.
    other: u32,
}

/// How often normals are handed on to neighbours: slivers lie beside slivers, but not many.
const NEARBY: usize = 4;

/// How far the hull reaches along a direction.
struct Top {
    unit: Point,
    /// Proven: nothing of the hull is above.
    height: f64,
    /// Rounding error of a product with a point that is no farther from the frame's origin than the hull's.
    rounding: f64,
}

impl Top {
    /// How far the hull reaches above the lowest corner of a triangle; infinite if a point that sees its back is not
    /// below it.
    fn above(&self, corners: &[Point; 3], middle: Point) -> f64 {
        let lowest = corners.iter().fold(f64::INFINITY, |lowest, corner| lowest.min(self.unit.dot(*corner)));
        if lowest - self.unit.dot(middle) > self.rounding {
            self.height - lowest + self.rounding
        } else {
            f64::INFINITY
        }
    }
}

/// The sign of [`orient3d`] of a point in front of a triangle, from where its corners turn counter-clockwise.
const IN_FRONT: i8 = 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::tests::{Soup, box_of};
    use clearance::Polytope;
    use clearance_testkit::random::Random;

    fn convex(points: &[Point]) -> TriangleMesh<Point> {
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
    fn rounded_hulls_have_dents_of_a_rounding_and_what_is_deeper_is_inside() {
        let mut random = Random::new(0xc0f3);
        let mut dented = 0;
        for _ in 0..40 {
            // Many points on three planes, turned, and rounded to single precision.
            let points: Vec<Point> = (0..24)
                .map(|i| Vec3::from_fn(|k| if i % 3 == k { 0.7 } else { random.uniform(-0.7, 0.7) }))
                .chain([[-1.0, 0.1, 0.2], [0.1, -1.0, 0.3], [0.2, 0.1, -1.0]].map(Vec3::from))
                .collect();
            let turned = clearance::Rotor3::from_axis_angle(Vec3::from_fn(|_| random.uniform(0.1, 1.0)), 0.9).unwrap();
            let turned = clearance::Pose3::new(turned, Vec3::ZERO).unwrap();
            let hull = convex(&points.iter().map(|&point| turned.point(point)).collect::<Vec<_>>());
            let rounded: Vec<Point> = hull.vertices().iter().map(|v| Vec3::from_fn(|k| v[k] as f32 as f64)).collect();
            let mesh = TriangleMesh::new(&rounded, hull.triangles()).unwrap();
            let Some(dents) = mesh.dents() else { continue };
            assert!(dents < 2e-6, "{dents}");
            dented += usize::from(dents > 1e-9);
            let whole = Polytope::new(&rounded).unwrap();
            for _ in 0..50 {
                let point: Point = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
                let at = clearance::Pose3::from_translation(point).unwrap();
                let depth = -clearance::query::signed_distance(&whole, &clearance::Point::new(), &at).bounds.upper;
                assert!(depth <= dents || mesh.contains(point), "{point:?} is {depth} deep");
            }
        }
        assert!(dented > 10, "{dented} with dents");
    }

    #[test]
    fn a_deep_dent_is_as_deep_as_it_is() {
        // The top of a box of half size 1 pulled down to a height of 1 - depth.
        let bowl = |depth: f64| {
            let corners: Vec<Point> =
                (0..8).map(|i| Vec3::from_fn(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 })).collect();
            let faces = box_of(-1.0, 1.0).mesh();
            let top = Vec3::new(0.0, 0.0, 1.0 - depth);
            let (mut vertices, mut triangles) = (faces.vertices().to_vec(), Vec::new());
            for triangle in faces.triangles() {
                let is_top = triangle.iter().all(|&corner| faces.vertices()[corner as usize].z == 1.0);
                if !is_top {
                    triangles.push(*triangle);
                }
            }
            assert_eq!((corners.len(), triangles.len()), (8, 10));
            vertices.push(top);
            let at = |x: f64, y: f64| vertices.iter().position(|v| *v == Vec3::new(x, y, 1.0)).unwrap() as u32;
            let rim = [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)];
            triangles.extend((0..4).map(|i| [rim[i], rim[(i + 1) % 4], 8]));
            TriangleMesh::new(&vertices, &triangles).unwrap()
        };
        assert!(bowl(0.0).is_convex() && bowl(-0.5).is_convex());
        // The plane through one side of the rim and the middle rises by twice the depth over the other side, seen
        // across it.
        let dents = bowl(0.25).dents().unwrap();
        let expected = 0.5 / (1.0f64 + 0.25 * 0.25).sqrt();
        assert!(dents >= expected && dents < expected + 1e-13, "{dents} {expected}");
        assert!(bowl(1.5).dents().is_none(), "the middle does not see all of its inside");
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
