//! Checks of a hull from scratch, by exact signs: convexity, containment, extremality, orientation, adjacency.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use crate::exact::{orient2d, orient3d};
use crate::hull::cloud::lifted;
use crate::hull::{Hull, Hulls, convex_hull};
use crate::math::{Vec2, Vec3, Vector};
use crate::random::Random;

pub(super) type Point = Vec3<f64>;

fn at(points: &[Point], [a, b, c]: [u32; 3], d: Point) -> i8 {
    orient3d(points[a as usize], points[b as usize], points[c as usize], d)
}

/// Three corners of a face that are not collinear, which any three corners of a true face are.
fn plane_of(face: &[u32]) -> [u32; 3] {
    [face[0], face[1], face[2]]
}

fn collinear(a: Point, b: Point, c: Point) -> bool {
    (0..3).all(|k| {
        let flat = |p: Point| Vec2::new(p[k], p[(k + 1) % 3]);
        orient2d(flat(a), flat(b), flat(c)) == 0
    })
}

pub(super) fn check<V: Hulls>(input: &[V]) -> Hull<V> {
    let hull = convex_hull(input).unwrap();
    let cloud: Vec<Point> = input.iter().map(|&p| lifted(p)).collect();
    let corners: Vec<Point> = hull.points().iter().map(|&p| lifted(p)).collect();
    check_ids(input, &hull);
    check_adjacency(&hull);
    match hull.dimension() {
        0 => assert!(cloud.iter().all(|&p| p == corners[0]) && corners.len() == 1),
        1 => check_segment(&cloud, &corners),
        2 => check_polygon(&cloud, &corners, hull.face(0)),
        _ => check_solid(&cloud, &corners, &hull),
    }
    check_measures(&hull);
    hull
}

/// Vertices are input points, each with the lowest id at its place, ascending.
fn check_ids<V: Vector>(input: &[V], hull: &Hull<V>) {
    assert!(hull.vertices().is_sorted_by(|a, b| a < b));
    let mut lowest = BTreeMap::new();
    for (id, &p) in input.iter().enumerate() {
        // Adding zero makes both zeros one.
        lowest.entry(<[f64; 3]>::from(lifted(p)).map(|x| (x + 0.0).to_bits())).or_insert(id as u32);
    }
    for (&id, &p) in hull.vertices().iter().zip(hull.points()) {
        assert_eq!(input[id as usize], p);
        assert_eq!(lowest[&<[f64; 3]>::from(lifted(p)).map(|x| (x + 0.0).to_bits())], id);
    }
}

fn check_adjacency<V: Vector>(hull: &Hull<V>) {
    let mut face_of_edge = BTreeMap::new();
    for (f, face) in hull.faces().enumerate() {
        assert!(face.len() >= 3 && face.iter().all(|&v| v >= face[0]));
        for i in 0..face.len() {
            assert!(face_of_edge.insert((face[i], face[(i + 1) % face.len()]), f).is_none());
        }
    }
    for (f, face) in hull.faces().enumerate() {
        for (i, &beyond) in hull.faces_beyond(f).iter().enumerate() {
            let back = if hull.dimension() == 3 { (face[(i + 1) % face.len()], face[i]) } else { (face[0], face[1]) };
            assert_eq!(face_of_edge[&back], beyond as usize);
        }
    }
    let euler = hull.vertices().len() as i64 - hull.edges().len() as i64 + hull.face_count() as i64;
    assert_eq!(euler, if hull.dimension() == 3 { 2 } else { 1 });
    assert!(hull.edges().is_sorted_by(|a, b| a < b));
    let mut ends = BTreeSet::new();
    for v in 0..hull.vertices().len() as u32 {
        assert!(hull.neighbours(v as usize).is_sorted_by(|a, b| a < b));
        ends.extend(hull.neighbours(v as usize).iter().map(|&w| [v.min(w), v.max(w)]));
    }
    assert!(ends.iter().eq(hull.edges()));
}

fn check_segment(cloud: &[Point], corners: &[Point]) {
    let &[a, b] = corners else { panic!("a segment has two ends") };
    for &p in cloud {
        let between = (0..3).all(|k| a[k].min(b[k]) <= p[k] && p[k] <= a[k].max(b[k]));
        assert!(collinear(a, b, p) && between);
    }
}

fn check_polygon(cloud: &[Point], corners: &[Point], face: &[u32]) {
    let plane = plane_of(face);
    let [a, b, c] = plane.map(|v| corners[v as usize]);
    assert!(cloud.iter().all(|&p| orient3d(a, b, c, p) == 0));
    // Seen from above, or if it is upright from the front or from the right.
    let turn = |k: usize, a: Point, b: Point, c: Point| {
        let flat = |p: Point| Vec2::new(p[(k + 1) % 3], p[(k + 2) % 3]);
        orient2d(flat(a), flat(b), flat(c))
    };
    let axis = [2, 1, 0].into_iter().find(|&k| turn(k, a, b, c) != 0).unwrap();
    assert_eq!(face.len(), corners.len());
    for i in 0..face.len() {
        let [a, b, c] = [0, 1, 2].map(|j| corners[face[(i + j) % face.len()] as usize]);
        assert_eq!(turn(axis, a, b, c), 1);
        assert!(cloud.iter().all(|&p| turn(axis, a, b, p) >= 0));
    }
}

fn check_solid<V: Vector>(cloud: &[Point], corners: &[Point], hull: &Hull<V>) {
    // All pairs of small sets; of large ones the faces thinned out.
    let stride = (hull.face_count() * cloud.len() / 2_000_000).max(1);
    for (f, face) in hull.faces().enumerate() {
        for i in 0..face.len() {
            let [a, b, c] = [0, 1, 2].map(|j| face[(i + j) % face.len()]);
            assert!(!collinear(corners[a as usize], corners[b as usize], corners[c as usize]));
            assert_eq!(at(corners, plane_of(face), corners[c as usize]), 0);
        }
        for &beyond in hull.faces_beyond(f) {
            let side = |&v: &u32| at(corners, plane_of(face), corners[v as usize]);
            let sides: Vec<i8> = hull.face(beyond as usize).iter().map(side).collect();
            assert!(sides.iter().all(|&s| s <= 0) && sides.contains(&-1), "{sides:?}");
        }
        if f % stride == 0 {
            assert!(cloud.iter().all(|&p| at(corners, plane_of(face), p) <= 0));
        }
    }
}

fn check_measures<V: Vector>(hull: &Hull<V>) {
    let center = hull.centroid();
    let (low, high) = hull.bounding_box();
    assert!((0..V::DIM).all(|k| low[k] <= center[k] && center[k] <= high[k]));
    assert!(hull.volume() >= 0.0 && hull.area() >= 0.0);
    let (inner, outer) = (hull.inner_radius(center), hull.outer_radius(center));
    assert!(0.0 <= inner && inner < outer, "{inner} {outer}");
}

/// The faces in terms of input ids, from the lowest on.
fn faces_by_id<V: Vector>(hull: &Hull<V>, original: impl Fn(u32) -> u32) -> BTreeSet<Vec<u32>> {
    let rotated = |face: &[u32]| {
        let ids: Vec<u32> = face.iter().map(|&v| original(hull.vertices()[v as usize])).collect();
        let first = (0..ids.len()).min_by_key(|&i| ids[i]).unwrap();
        ids[first..].iter().chain(&ids[..first]).copied().collect()
    };
    hull.faces().map(rotated).collect()
}

fn shuffled(random: &mut Random, n: usize) -> Vec<u32> {
    let mut order: Vec<u32> = (0..n as u32).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i as u64 + 1) as usize);
    }
    order
}

/// Checks the hull, and that it is the same for shuffled points.
pub(super) fn check_shuffled(points: &[Point], random: &mut Random) -> Hull<Point> {
    let hull = check(points);
    let order = shuffled(random, points.len());
    let permuted: Vec<Point> = order.iter().map(|&id| points[id as usize]).collect();
    let other = check(&permuted);
    let mut lowest = BTreeMap::new();
    for (id, p) in points.iter().enumerate() {
        lowest.entry(<[f64; 3]>::from(*p).map(|x| (x + 0.0).to_bits())).or_insert(id as u32);
    }
    let original = |id: u32| lowest[&<[f64; 3]>::from(permuted[id as usize]).map(|x| (x + 0.0).to_bits())];
    assert_eq!(faces_by_id(&hull, |id| id), faces_by_id(&other, original));
    assert_eq!(hull.vertices().len(), other.vertices().len());
    hull
}

/// The corners of all triangles of one of the meshes in `testdata/robots/panda`.
pub(super) fn corners_of_robot(name: &str) -> Vec<Point> {
    let path = std::format!("{}/../../testdata/robots/panda/{name}.stl", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(path).unwrap();
    // Binary STL: 84 bytes of header, then for each triangle a normal, three corners and two bytes more.
    let corners = bytes[84..].as_chunks::<50>().0.iter().flat_map(|triangle| triangle[12..48].as_chunks::<12>().0);
    let number = |corner: &[u8; 12], k: usize| f32::from_le_bytes([0, 1, 2, 3].map(|i| corner[4 * k + i]));
    corners.map(|corner| Vec3::from([0, 1, 2].map(|k| f64::from(number(corner, k))))).collect()
}
