//! Boxes in boxes, open ones, doubled ones, and random solids against the solid angle.

use clearance::{Bounds, Vec3, Vector};
use clearance_testkit::random::Random;

use super::*;
use crate::body::Body;
use crate::many::BOX;

type Point = Vec3<f64>;
type Mesh = TriangleMesh<Point>;

#[derive(Clone, Default)]
pub(crate) struct Soup {
    pub vertices: Vec<Point>,
    pub triangles: Vec<[u32; 3]>,
}

impl Soup {
    /// With a box between two corners, its front outside or inside.
    pub fn with_box(mut self, low: [f64; 3], high: [f64; 3], outside: bool) -> Self {
        let first = self.vertices.len() as u32;
        self.vertices.extend((0..8).map(|i| Vec3::from_fn(|k| if i >> k & 1 == 1 { high[k] } else { low[k] })));
        self.triangles.extend(BOX.map(|t| {
            let [a, b, c] = t.map(|corner| corner + first);
            if outside { [a, b, c] } else { [a, c, b] }
        }));
        self
    }

    pub fn mesh(&self) -> Mesh {
        TriangleMesh::new(&self.vertices, &self.triangles).unwrap()
    }
}

pub(crate) fn box_of(low: f64, high: f64) -> Soup {
    Soup::default().with_box([low; 3], [high; 3], true)
}

#[test]
fn a_box_is_told_with_exact_numbers() {
    let report = Soup::default().with_box([-0.5, 0.0, 1.0], [0.5, 0.75, 3.0], true).mesh().report();
    assert!(report.closed && report.oriented && report.manifold);
    assert_eq!((report.triangles, report.vertices, report.components), (12, 8, 1));
    assert_eq!((report.self_intersections, report.degenerate, report.open_edges), (0, 0, 0));
    assert_eq!((report.volume, report.area), (Some(1.5), 8.5));
    assert_eq!(report.bounds.upper, Vec3::new(0.5, 0.75, 3.0));
}

#[test]
fn points_on_faces_edges_and_vertices_are_on_the_surface_and_lattice_rays_cross_right() {
    let mesh = box_of(0.0, 2.0).mesh();
    for (p, inside) in [
        ([1.0, 1.0, 1.0], true),   // its ray meets the diagonal of a face
        ([-1.0, 0.0, 0.0], false), // its ray runs along an edge
        ([-1.0, 1.0, 0.0], false), // within a face
        ([-1.0, 2.0, 2.0], false),
        ([3.0, 1.0, 1.0], false),
        ([0.0, 0.0, 0.0], true),
        ([2.0, 2.0, 1.0], true),
        ([2.0, 0.7, 0.3], true),
        ([2.0f64.next_up(), 0.7, 0.3], false),
        ([2.0f64.next_down(), 0.7, 0.3], true),
    ] {
        assert_eq!(mesh.contains(Vec3::from(p)), inside, "{p:?}");
    }
    assert!(mesh.is_on_surface(Vec3::new(2.0, 2.0, 1.0)) && !mesh.is_on_surface(Vec3::new(1.0, 1.0, 1.0)));
}

#[test]
fn the_overlap_of_two_components_is_inside_and_a_cavity_is_not() {
    let overlapping = box_of(0.0, 2.0).with_box([1.0; 3], [3.0; 3], true).mesh();
    assert_eq!(overlapping.winding_number(Vec3::new(1.5, 1.5, 1.5)), 2);
    assert!(overlapping.contains(Vec3::new(1.5, 1.5, 1.5)) && overlapping.report().self_intersections > 0);
    let hollow = box_of(0.0, 3.0).with_box([1.0; 3], [2.0; 3], false).mesh();
    assert!(!hollow.contains(Vec3::new(1.5, 1.5, 1.5)) && hollow.contains(Vec3::new(0.5, 0.5, 0.5)));
    assert_eq!((hollow.volume(), hollow.component_count()), (Some(26.0), 2));
    // A part inside of a part is no cavity.
    assert!(box_of(0.0, 3.0).with_box([1.0; 3], [2.0; 3], true).mesh().contains(Vec3::new(1.5, 1.5, 1.5)));
}

#[test]
fn components_inside_out_are_turned_with_what_they_hold() {
    let flipped = box_of(0.0, 2.0).with_box([1.0; 3], [3.0; 3], false).mesh();
    assert!(flipped.contains(Vec3::new(1.5, 1.5, 1.5)), "the overlap of a box and one inside out");
    assert_eq!((flipped.report().turned, flipped.volume()), (1, Some(16.0)));
    let hollow = Soup::default().with_box([0.0; 3], [3.0; 3], false).with_box([1.0; 3], [2.0; 3], true).mesh();
    assert!(!hollow.contains(Vec3::new(1.5, 1.5, 1.5)));
    assert_eq!((hollow.report().turned, hollow.volume()), (2, Some(26.0)));
}

#[test]
fn open_and_badly_turned_meshes_are_no_solids() {
    let mut open = box_of(0.0, 1.0);
    open.triangles.pop();
    let mesh = open.mesh();
    let report = mesh.report();
    assert!(!report.closed && report.oriented && report.manifold && !mesh.is_solid());
    assert_eq!((report.open_edges, report.volume, mesh.volume()), (3, None, None));
    assert!(!mesh.contains(Vec3::new(0.5, 0.5, 0.5)) && mesh.contains(Vec3::new(0.5, 0.5, 0.0)));
    let mut turned = box_of(0.0, 1.0);
    turned.triangles[3].swap(0, 1);
    let report = turned.mesh().report();
    assert!(report.closed && !report.oriented && report.volume.is_none());
}

#[test]
fn boxes_on_one_edge_or_vertex_are_not_manifold() {
    let on_edge = box_of(0.0, 1.0).with_box([1.0, 1.0, 0.0], [2.0, 2.0, 1.0], true).mesh().report();
    assert!(on_edge.closed && on_edge.oriented && !on_edge.manifold);
    assert_eq!((on_edge.components, on_edge.self_intersections), (1, 0));
    let on_vertex = box_of(0.0, 1.0).with_box([1.0; 3], [2.0; 3], true).mesh().report();
    assert!(on_vertex.closed && !on_vertex.manifold);
    assert_eq!((on_vertex.components, on_vertex.self_intersections), (2, 0));
}

#[test]
fn triangles_that_meet_elsewhere_are_counted() {
    let count = |points: &[[f64; 3]], triangles: &[[u32; 3]]| {
        let points: Vec<Point> = points.iter().map(|&p| Vec3::from(p)).collect();
        TriangleMesh::new(&points, triangles).unwrap().report().self_intersections
    };
    let fan = [
        [0.0, 0.0, 0.0],
        [2.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [-2.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [1.0, 0.5, 1.0],
        [1.0, 0.5, -1.0],
    ];
    assert_eq!(count(&fan, &[[0, 1, 2], [0, 2, 3]]), 0, "neighbours in one plane");
    assert_eq!(count(&fan, &[[0, 1, 2], [0, 2, 4]]), 1, "folded over an edge");
    assert_eq!(count(&fan, &[[0, 1, 2], [2, 0, 1]]), 1, "twice the same");
    assert_eq!(count(&fan, &[[0, 1, 2], [0, 5, 6]]), 1, "through one another from a common vertex");
    assert_eq!(count(&fan, &[[0, 1, 2], [3, 5, 6]]), 1, "through one another");
    assert_eq!(count(&fan, &[[0, 1, 2], [3, 4, 4]]), 0, "one without area");
    assert_eq!(count(&fan, &[[0, 1, 5], [0, 3, 6]]), 0, "a common vertex only");
}

#[test]
fn triangles_without_area_are_no_components() {
    let mut soup = box_of(0.0, 1.0);
    soup.triangles.extend([[0, 0, 1], [2, 2, 2]]);
    let report = soup.mesh().report();
    assert!(report.closed && report.oriented && report.manifold);
    assert_eq!((report.triangles, report.components, report.degenerate), (14, 1, 2));
}

#[test]
fn bad_meshes_are_refused() {
    let corners = [[0.0; 3], [1.0; 3]].map(Vec3::from);
    assert!(TriangleMesh::new(&corners, &[]).is_err());
    assert!(TriangleMesh::new(&corners, &[[0, 1, 2]]).is_err());
    assert!(TriangleMesh::new(&[Vec3::new(f64::NAN, 0.0, 0.0)], &[[0, 0, 0]]).is_err());
}

/// The winding number as the sum of the solid angles (van Oosterom and Strackee, The solid angle of a plane triangle,
/// 1983).
fn solid_angle(mesh: &Mesh, p: Point) -> f64 {
    let angle = |i: u32| {
        let [a, b, c] = mesh.corners(i).map(|q| q - p);
        let (x, y, z) = (a.norm(), b.norm(), c.norm());
        let below = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
        2.0 * a.dot(b.cross(c)).atan2(below)
    };
    (0..mesh.triangles().len() as u32).map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI)
}

#[test]
fn inside_agrees_with_the_solid_angle() {
    let mut random = Random::new(0x3e5);
    let (mut inside, mut all) = (0, 0);
    for _ in 0..40 {
        let mut soup = Soup::default();
        for _ in 0..3 {
            // Whole numbers, so that rays meet edges and vertices.
            let low: [f64; 3] = std::array::from_fn(|_| random.below(4) as f64);
            let high = low.map(|c| c + 1.0 + random.below(3) as f64);
            soup = soup.with_box(low, high, true);
        }
        let mesh = soup.mesh();
        for _ in 0..200 {
            let p = Vec3::from_fn(|_| 0.5 + random.below(9) as f64 * 0.5 + if random.once_in(2) { 0.0 } else { 0.125 });
            if mesh.is_on_surface(p) {
                continue;
            }
            let (winding, angle) = (mesh.winding_number(p), solid_angle(&mesh, p));
            assert!((f64::from(winding) - angle).abs() < 1e-9, "{winding} {angle} at {p:?} of {:?}", soup.vertices);
            inside += usize::from(winding != 0);
            all += 1;
        }
    }
    assert!(inside > all / 15 && inside < all / 2, "{inside} of {all} inside");
}

#[test]
fn single_precision_meshes_are_exact_too() {
    let soup = box_of(0.1, 0.7);
    let vertices: Vec<Vec3<f32>> = soup.vertices.iter().map(|v| Vec3::from_fn(|k| v[k] as f32)).collect();
    let mesh = TriangleMesh::new(&vertices, &soup.triangles).unwrap();
    assert!(mesh.contains(Vec3::new(0.7f32, 0.2, 0.2)) && !mesh.contains(Vec3::new(0.7f32.next_up(), 0.2, 0.2)));
}

/// A ball of radius 1 around a point, of `n` × `2n` squares cut in two, each triangle with corners of its own: up to
/// `crack` apart from its neighbours.
fn cracked_ball(n: usize, crack: f64, random: &mut Random) -> Vec<[Point; 3]> {
    let at = |i: usize, j: usize| {
        let [theta, phi] = [i as f64 / n as f64, j as f64 / n as f64].map(|x| x * std::f64::consts::PI);
        Vec3::new(theta.sin() * phi.cos(), theta.sin() * phi.sin(), theta.cos())
    };
    let mut triangles = Vec::new();
    for (i, j) in (0..n).flat_map(|i| (0..2 * n).map(move |j| (i, j))) {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    let mut moved = |corner: Point| corner + Vec3::from_fn(|_| random.uniform(-crack, crack) * 0.5);
    triangles.into_iter().map(|triangle| triangle.map(&mut moved)).collect()
}

fn mesh_of(triangles: &[[Point; 3]]) -> Mesh {
    let corners: Vec<Point> = triangles.iter().flatten().copied().collect();
    let numbers: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    TriangleMesh::new(&corners, &numbers).unwrap()
}

#[test]
fn winding_numbers_of_meshes_with_holes_are_the_sums_of_their_solid_angles() {
    let (mut random, mut sharp, mut all) = (Random::new(0x3e6), 0, 0);
    for k in 0..30 {
        // Boxes with triangles left out, on a grid; and cracked balls.
        let mesh = if k % 2 == 0 {
            let mut soup = Soup::default();
            for _ in 0..2 {
                let low: [f64; 3] = std::array::from_fn(|_| random.below(4) as f64);
                let high = low.map(|c| c + 1.0 + random.below(3) as f64);
                soup = soup.with_box(low, high, true);
            }
            for _ in 0..random.below(6) {
                soup.triangles.swap_remove(random.below(soup.triangles.len()));
            }
            // Each triangle twice: rims are passed twice in one direction.
            if k % 4 == 0 {
                soup.triangles.extend(soup.triangles.clone());
            }
            soup.mesh()
        } else {
            mesh_of(&cracked_ball(6, 0.05, &mut random))
        };
        for width in [0.25, 1e-3, 0.0] {
            for _ in 0..60 {
                let p = Vec3::from_fn(|_| random.below(17) as f64 * 0.375 - 0.75);
                if mesh.is_on_surface(p) {
                    continue;
                }
                let (Bounds { lower, upper }, angle) = (mesh.winding_bounds(p, width), solid_angle(&mesh, p));
                assert!(lower - 1e-12 <= angle && angle <= upper + 1e-12, "{lower} {angle} {upper} at {p:?}");
                sharp += usize::from(upper - lower <= f64::max(width, 1e-9));
                all += 1;
            }
        }
    }
    assert!(sharp * 1000 > all * 995, "{sharp} of {all}");
}

#[test]
fn the_inside_of_a_cracked_ball_is_inside() {
    let mut random = Random::new(0x3e7);
    let mesh = mesh_of(&cracked_ball(16, 0.01, &mut random)).signed_by_winding();
    assert!(!mesh.is_solid() && mesh.open_edges() > 900, "{}", mesh.open_edges());
    let body = Body::mesh(mesh);
    for _ in 0..400 {
        let p = Vec3::from_fn(|_| random.uniform(-1.2, 1.2));
        let found = body.point_distance(p).unwrap();
        let depth = 1.0 - p.norm();
        // Chords of a sixteenth of half a turn are 0.005 below the sphere, and cracks are 0.01 wide.
        if depth.abs() > 0.06 {
            assert_eq!((found.inside, found.surface), (Some(depth > 0.0), true), "{p:?}");
            let distance = found.signed_distance.unwrap();
            assert!((distance + depth).abs() < 0.03, "{distance} {depth}");
        }
    }
}
