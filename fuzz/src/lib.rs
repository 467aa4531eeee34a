//! Checks of hulls from scratch, and points made of bytes.

use std::collections::{BTreeMap, BTreeSet};

use clearance::exact::orient3d;
use clearance::hull::{Hull, convex_hull};
use clearance::{Hint, Polytope, Real, Support, SupportExt, Vec3, Vector};

pub mod make;

/// A point of space.
pub type Point = Vec3<f64>;

/// The first byte chooses how the rest is read: as raw floats, as small integers, or as those moved by a few units in
/// the last place.
pub fn points_of_bytes(bytes: &[u8]) -> Vec<Point> {
    let Some((&kind, rest)) = bytes.split_first() else { return Vec::new() };
    if kind % 3 == 0 {
        let numbers: Vec<f64> = rest.as_chunks::<8>().0.iter().map(|&b| f64::from_le_bytes(b)).collect();
        return numbers.as_chunks::<3>().0.iter().map(|&p| Vec3::from(p)).collect();
    }
    let coordinate = |byte: u8| {
        let whole = f64::from(byte as i8 >> 4);
        if kind % 3 == 1 { whole } else { whole + f64::from(byte & 15) * 2f64.powi(-50) }
    };
    rest.as_chunks::<3>().0.iter().map(|p| Vec3::from(p.map(coordinate))).collect()
}

/// Panics unless the hull of the points is exactly their hull, or the points are refused for a reason.
pub fn check_hull(points: &[Point]) {
    let legal = |x: f64| x.is_finite() && x.abs() <= f64::LARGEST;
    let refused = points.is_empty() || points.iter().any(|p| (0..3).any(|k| !legal(p[k])));
    let hull = match convex_hull(points) {
        Ok(hull) => hull,
        Err(error) => {
            assert!(refused, "{error}: {points:?}");
            return;
        }
    };
    assert!(!refused, "{points:?}");
    check_ids(points, &hull);
    check_surface(points, &hull);
    let reversed: Vec<Point> = points.iter().rev().copied().collect();
    let again = convex_hull(&reversed).expect("the same points");
    assert_eq!(faces(&hull), faces(&again), "{points:?}");
    check_supports(&hull, points);
}

/// Vertices are the first of equal input points, ascending.
fn check_ids(points: &[Point], hull: &Hull<Point>) {
    assert!(hull.vertices().is_sorted_by(|a, b| a < b));
    let mut first = BTreeMap::new();
    for (id, p) in points.iter().enumerate() {
        first.entry(key(*p)).or_insert(id as u32);
    }
    for (&id, &p) in hull.vertices().iter().zip(hull.points()) {
        assert_eq!((points[id as usize], first[&key(p)]), (p, id));
    }
}

fn key(p: Point) -> [u64; 3] {
    // Adding zero makes both zeros one.
    <[f64; 3]>::from(p).map(|x| (x + 0.0).to_bits())
}

fn faces(hull: &Hull<Point>) -> BTreeSet<Vec<[u64; 3]>> {
    let turned = |face: &[u32]| {
        let keys: Vec<_> = face.iter().map(|&v| key(hull.points()[v as usize])).collect();
        let first = (0..keys.len()).min_by_key(|&i| keys[i]).unwrap_or(0);
        keys[first..].iter().chain(&keys[..first]).copied().collect()
    };
    hull.faces().map(turned).collect()
}

/// Containment, planarity, convexity at every edge and Euler's formula.
fn check_surface(points: &[Point], hull: &Hull<Point>) {
    let euler = hull.vertices().len() as i64 - hull.edges().len() as i64 + hull.face_count() as i64;
    assert_eq!(euler, if hull.dimension() == 3 { 2 } else { 1 }, "{points:?}");
    if hull.dimension() < 3 {
        return;
    }
    let at = |v: u32| hull.points()[v as usize];
    for (f, face) in hull.faces().enumerate() {
        let side = |p: Point| orient3d(at(face[0]), at(face[1]), at(face[2]), p);
        assert!(points.iter().all(|&p| side(p) <= 0), "a point above face {f}: {points:?}");
        assert!(face.iter().all(|&v| side(at(v)) == 0), "face {f} is not flat: {points:?}");
        for &beyond in hull.faces_beyond(f) {
            assert!(hull.face(beyond as usize).iter().any(|&v| side(at(v)) < 0), "coplanar faces: {points:?}");
        }
    }
}

fn check_supports(hull: &Hull<Point>, points: &[Point]) {
    let polytope = Polytope::from_hull(hull);
    let vertices = polytope.vertices();
    let mut hint = Hint::NONE;
    let directions = (0..vertices.len().min(60)).map(|i| vertices[i] - vertices[(i * 7 + 1) % vertices.len()]);
    for dir in directions.chain((0..3).map(Vec3::axis)) {
        let dir = dir.normalized();
        let (found, id) = polytope.support_from(dir, hint);
        assert_eq!(polytope.support(dir), found);
        let number = id.id().expect("a polytope's vertex") as usize;
        // Where products with the vertices round normally, the answer is that of a scan.
        if (1e-100..1e100).contains(&polytope.reach()) {
            let scan = (0..vertices.len())
                .fold(0, |best, i| if dir.dot(vertices[i]) > dir.dot(vertices[best]) { i } else { best });
            assert_eq!(number, scan, "{dir:?} of {points:?}");
        }
        let span = [polytope.input_id(number as u32)];
        assert_eq!(polytope.feature_corners(&span), span);
        hint = id;
    }
}
