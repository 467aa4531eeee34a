//! How far a closed mesh is from bounding a convex body: shallow dents, as rounded files have them.
//!
//! **Lemma (dents).** Of a star as of [`convex`](super::convex), let there be for each triangle that is not flat a unit
//! vector `n` along which `c` is below all its corners, and along which the hull `H` reaches at most `δ` beyond the
//! lowest of them. Then every point that is deeper than `δ` in `H` is in `M`: a point `x` of `H` outside of `M` is
//! beyond the triangle that its ray from `c` crosses, hence at least as high along `n` as the crossing, and `H` ends at
//! most `δ` above it. Any `n` will do.
//!
//! **Lemma (wedges).** Beside a sharp edge a dent of `δ` along the faces goes much farther back along the bisector of
//! the edge. Let a ball of radius `ρ` about `c` be in `H`, and `H` in one of radius `R`. The image of `H` by the factor
//! `1 − δ/ρ` about `c` is at least `δ` deep in `H`, as convex sums of `H` and the ball are in `H`, hence in `M`; and no
//! point of `H` moves farther than `e = δR/ρ` to its image. So no point of `H` is farther from `M` than `e`, and `H`
//! reaches nowhere farther than `e` beyond that image.
//!
//! So for any body `B` the signed distance of `M` is at least that of `H`, and where `H` and a convex `B` are `D` deep
//! in one another, that of `M` is at most `e − D`: a translation that separates `M` from `B` separates the image of
//! `H`, and one by `e` more separates `H`.
//!
//! The normals are those of faces of `H`, beyond which it does not reach: of the faces at the corners of a triangle, or
//! of those that its neighbours found. No support point is needed, so that all takes the time of the hull.

use std::collections::VecDeque;

use clearance::hull::{Hull, convex_hull};
use clearance::{Options, Polytope, Pose, Real, Shape, Space, Vec3, Vector};

use super::convex::{Star, TriangleEdge};
use super::{TriangleMesh, signs, spatial};
use crate::convex::signed_distance;

type Point = Vec3<f64>;

impl<V: Space> TriangleMesh<V> {
    /// How deep the dents of a closed mesh are at most: no point of its [hull](Self::hull) is farther from the mesh,
    /// and what is farther inside of the hull is inside of the mesh. Beside sharp edges, as deep as a dent goes along
    /// their bisector. Zero for a convex body, exactly; a rounding of the size for one whose vertices were rounded.
    /// `None` for a mesh that is open, winds around more than one part, or does not show its inside to the mean of its
    /// vertices.
    ///
    /// Computed by the first call, in the time of a hull: O(n log n).
    pub fn dents(&self) -> Option<V::Scalar> {
        *self.dents.get_or_init(|| match V::DIM {
            _ if self.is_convex() => Some(V::Scalar::ZERO),
            3 if self.is_solid() => self.depth_of_dents(),
            _ => None,
        })
    }

    fn depth_of_dents(&self) -> Option<V::Scalar> {
        let star = self.star()?;
        // Not reached: what the hull refuses, the constructor of the mesh does.
        let hull = convex_hull(&self.vertices).ok()?;
        let shape = self.hull.get_or_init(|| Polytope::from_hull(&hull).into());
        let deepest =
            dent_of_each(&star, &self.triangles, &Tops::of(&hull), &self.edges()).into_iter().fold(0.0, f64::max);
        let back = deepest * self.steepness(shape, star.middle)?;
        let scale = V::Scalar::ONE + V::Scalar::UNIT * V::Scalar::TWO;
        back.is_finite().then(|| (V::Scalar::from_f64(back) * scale).next_up())
    }

    /// `R/ρ` about a point of the hull, rounded up by its last factor; `None` if the point is not proven to be in it.
    fn steepness(&self, hull: &Shape<V>, middle: Point) -> Option<f64> {
        let center = V::from_fn(|k| V::Scalar::from_f64(middle[k]));
        let (point, pose) = (clearance::Point::new().into(), Pose::from_translation(center).ok()?);
        let inside = signed_distance((hull, &Pose::IDENTITY), (&point, &pose), &Options::default());
        let inner = -inside.bounds.upper.to_f64();
        let reach = self.vertices.iter().map(|&vertex| (spatial(vertex) - spatial(center)).norm()).fold(0.0, f64::max);
        // Differences, squares, their sum, the root and the quotient round by less than 8u.
        (inner > 0.0).then(|| reach / inner * (1.0 + 8.0 * f64::EPSILON))
    }
}

/// For each triangle how far the hull reaches beyond it at most, along the normal of a face; infinite if none is found.
fn dent_of_each(star: &Star, triangles: &[[u32; 3]], tops: &Tops, edges: &[TriangleEdge]) -> Vec<f64> {
    let dent = |triangle: usize, top: u32| tops.all[top as usize].above(&star.corners[triangle], star.middle);
    let of_corners = |i: usize| {
        let tops = triangles[i].iter().flat_map(|&corner| tops.at(corner));
        let dents = tops.map(|&top| (dent(i, top), top));
        dents.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((f64::INFINITY, 0))
    };
    let mut best: Vec<(f64, u32)> = (0..triangles.len()).map(of_corners).collect();
    let beside = Neighbours::of(triangles.len(), edges);
    // Triangles at the hull hand normals to those in dents, and to slivers, whose own faces are turned by rounding.
    let mut open: VecDeque<u32> = (0..triangles.len() as u32).filter(|&i| best[i as usize].0.is_finite()).collect();
    for _ in 0..NEARBY * triangles.len() {
        let Some(triangle) = open.pop_front() else { break };
        for &other in beside.of_triangle(triangle) {
            let top = best[triangle as usize].1;
            let found = dent(other as usize, top);
            if found < best[other as usize].0 {
                best[other as usize] = (found, top);
                open.push_back(other);
            }
        }
    }
    // No ray but through an edge meets a flat triangle.
    let flat = |&[a, b, c]: &[Point; 3]| signs::is_flat([a, b, c]);
    best.iter().zip(&star.corners).map(|(&(dent, _), corners)| if flat(corners) { 0.0 } else { dent }).collect()
}

/// How often a triangle hands its normal on, on average: it is repeated where a neighbour has found a better one.
const NEARBY: usize = 8;

/// The triangles across the edges of each.
struct Neighbours {
    starts: Vec<u32>,
    others: Vec<u32>,
}

impl Neighbours {
    fn of(count: usize, edges: &[TriangleEdge]) -> Self {
        let pairs = || edges.chunk_by(|a, b| a.ends == b.ends).flat_map(|edge| edge.windows(2));
        let mut starts = vec![0; count + 1];
        for side in pairs().flatten() {
            starts[side.triangle as usize + 1] += 1;
        }
        (0..count).for_each(|i| starts[i + 1] += starts[i]);
        let (mut next, mut others) = (starts.clone(), vec![0; starts[count] as usize]);
        for pair in pairs() {
            for [own, other] in [[&pair[0], &pair[1]], [&pair[1], &pair[0]]] {
                let place = &mut next[own.triangle as usize];
                others[*place as usize] = other.triangle;
                *place += 1;
            }
        }
        Neighbours { starts, others }
    }

    fn of_triangle(&self, triangle: u32) -> &[u32] {
        let at = |i: u32| self.starts[i as usize] as usize;
        &self.others[at(triangle)..at(triangle + 1)]
    }
}

/// The faces of a hull, as bounds of how far it reaches, and those at each input point.
struct Tops {
    all: Vec<Top>,
    starts: Vec<u32>,
    at_points: Vec<u32>,
}

impl Tops {
    fn of<V: Space>(hull: &Hull<V>) -> Self {
        let points: Vec<Point> = hull.points().iter().map(|&point| spatial(point)).collect();
        let size = points.iter().map(|point| point.norm()).fold(0.0, f64::max);
        let faces = || (0..hull.face_count()).map(|face| hull.face(face));
        let ids = hull.vertices();
        let mut starts = vec![0; ids.last().map_or(0, |&last| last as usize + 1) + 1];
        for &corner in faces().flatten() {
            starts[ids[corner as usize] as usize + 1] += 1;
        }
        (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        let (mut next, mut at_points) = (starts.clone(), vec![0; starts[starts.len() - 1] as usize]);
        for (number, face) in (0u32..).zip(faces()) {
            for &corner in face {
                let place = &mut next[ids[corner as usize] as usize];
                at_points[*place as usize] = number;
                *place += 1;
            }
        }
        let corners = |face: &[u32]| face.iter().map(|&corner| points[corner as usize]).collect::<Vec<_>>();
        let all = faces().map(|face| Top::of(&corners(face), size)).collect();
        Tops { all, starts, at_points }
    }

    /// The faces at an input point; none at one that is no vertex of the hull.
    fn at(&self, point: u32) -> &[u32] {
        let at = |i: usize| self.starts.get(i).map_or(self.at_points.len(), |&start| start as usize);
        &self.at_points[at(point as usize)..at(point as usize + 1)]
    }
}

/// How far the hull reaches along a direction.
struct Top {
    unit: Point,
    /// Proven: nothing of the hull is above.
    height: f64,
    /// Rounding error of a product with a point that is no farther from the frame's origin than the hull's.
    rounding: f64,
}

impl Top {
    /// The bound along the normal of a face, of a hull whose points are within `size` of the origin.
    ///
    /// Let `m` be the exact unit normal of the plane through three corners `p`, `q`, `r` of the face, below which the
    /// hull is. The sides, scaled to size 1, have errors of `2u` each: `4u |q − p| |r − p|` in their cross product,
    /// whose products and differences add `3√3 u` of the same. A vector turns by at most twice its relative error, and
    /// the quotient by its length adds `4u`: the unit vector `n` is within `η = 20u |q − p| |r − p| / |cross| + 4u` of
    /// `m`. So no point `x` of the hull has `n·(x − p) > η |x − p|`, and `|x − p| ≤ 2 size`. Sizes without an inverse
    /// have no face.
    fn of(face: &[Point], size: f64) -> Self {
        let p = face[0];
        let sides = face.windows(2).skip(1).map(|pair| [pair[0] - p, pair[1] - p].map(|side| side * (1.0 / size)));
        let crosses = sides.map(|[q, r]| (q.cross(r), q.norm() * r.norm()));
        let widest = crosses.max_by(|(a, x), (b, y)| (a.norm() / x).total_cmp(&(b.norm() / y)));
        let unit = f64::EPSILON / 2.0;
        let rounding = 16.0 * unit * size;
        match widest.filter(|(cross, _)| cross.norm() > 0.0) {
            Some((cross, sides)) => {
                let error = 20.0 * unit * sides / cross.norm() + 4.0 * unit;
                let normal = cross * (1.0 / cross.norm());
                Top { unit: normal, height: normal.dot(p) + 2.0 * size * error + rounding, rounding }
            }
            None => Top { unit: Point::ZERO, height: f64::INFINITY, rounding },
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::convex::tests::convex;
    use crate::mesh::tests::box_of;
    use clearance_testkit::random::Random;

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
            // A rounding of single precision, times R/ρ.
            assert!(dents < 1e-5, "{dents}");
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
        // Below the top of the box that it was: 0.25, times R/ρ about the mean of the nine vertices, 1/12 above the
        // middle.
        let dents = bowl(0.25).dents().unwrap();
        let steepness = (2.0 + (1.0 + 1.0 / 12.0f64).powi(2)).sqrt() / (1.0 - 1.0 / 12.0);
        assert!((dents / (0.25 * steepness) - 1.0).abs() < 1e-12, "{dents} {steepness}");
        assert!(bowl(1.5).dents().is_none(), "the middle does not see all of its inside");
    }

    #[test]
    fn a_dent_in_a_sharp_edge_goes_farther_back_than_below_its_faces() {
        // A blade along z whose edge at x = 0 is 10⁻⁴ back in its middle, where faces with an angle of 0.01 lose 10⁻⁶.
        let (back, slope) = (1e-4, 0.01);
        let base = [[-1.0, -slope], [-1.0, slope]];
        let mut vertices: Vec<Point> = Vec::new();
        for z in [-1.0, 1.0] {
            vertices.extend(base.map(|[x, y]| Vec3::new(x, y, z)));
            vertices.push(Vec3::new(0.0, 0.0, z));
        }
        vertices.push(Vec3::new(-back, 0.0, 0.0));
        let faces = [
            [0, 1, 2],
            [3, 5, 4],
            [0, 3, 4],
            [0, 4, 1],
            [0, 2, 6],
            [0, 6, 3],
            [3, 6, 5],
            [1, 6, 2],
            [1, 4, 6],
            [4, 5, 6],
        ];
        let blade = TriangleMesh::new(&vertices, &faces).unwrap();
        assert!(blade.is_solid() && blade.dents().is_some_and(|dents| dents >= back), "{:?}", blade.dents());
        // A ball that is 5·10⁻⁵ deep in the hull there, and as far from the blade.
        let ball = crate::Body::new(clearance::Ball::new(1e-3).unwrap());
        let at = clearance::Pose3::from_translation(Vec3::new(1e-3 - 0.5 * back, 0.0, 0.0)).unwrap();
        let blade = crate::Body::mesh(blade);
        let pair = crate::BodyPair::in_world((&blade, &clearance::Pose3::IDENTITY), (&ball, &at));
        let found = pair.signed_distance().unwrap();
        assert!(found.collides == Some(false) && found.bounds.lower > 0.4 * back, "{found:?}");
    }
}
