//! Every triangle asked in exact arithmetic is the judge.

use clearance_testkit::random::Random;

use super::super::patches::tests::bumpy;
use super::super::tests::box_of;
use super::*;
use crate::Body;

type Point = Vec3<f64>;
type Mesh = TriangleMesh<Point>;

/// The least distance of all triangles, exactly.
fn brute(mesh: &Mesh, p: Point) -> Bounds<f64> {
    let all = (0..mesh.triangles().len() as u32).map(|i| exact::nearest(p, mesh.corners(i)).bounds);
    all.fold(Bounds { lower: f64::INFINITY, upper: f64::INFINITY }, |least, other| Bounds {
        lower: Real::min(least.lower, other.lower),
        upper: Real::min(least.upper, other.upper),
    })
}

/// Asks one point from some triangle on, and checks the answer.
fn check(mesh: &Mesh, p: Point, scratch: &mut Scratch) -> OnSurface {
    let found = mesh.on_surface(p, scratch).unwrap();
    let truth = brute(mesh, p);
    let Bounds { lower, upper } = found.bounds;
    assert!(lower <= truth.upper && truth.lower <= upper, "{p:?}: {found:?} of {truth:?}");
    let size = mesh.bounds().extent().max_abs() + truth.upper;
    assert!(upper - lower <= 1e-13 * size, "{p:?}: {found:?} is {:e} of {size} wide", upper - lower);
    assert!(lower <= found.distance && found.distance <= upper);
    assert_eq!(found.touches, mesh.is_on_surface(p));
    assert!((found.at - p).norm() <= upper + 1e-15 * (size + p.max_abs() + mesh.bounds().reach_from_frame()));
    found
}

fn bits(found: &OnSurface) -> String {
    // Debug shows floats to the last bit.
    format!("{found:?}")
}

#[test]
fn bounds_hold_the_exact_distance_and_are_narrow_wherever_the_search_began() {
    let mut random = Random::new(0xd157);
    let (mut near, mut inside) = (0, 0);
    for round in 0..5u32 {
        let middle = Vec3::from_fn(|_| random.uniform(-1.0, 1.0)) * [0.0, 3.0, 0.1, 1.0, 0.0][round as usize];
        let size = [1.0, 0.01, 40.0, 1.0, 1e-6][round as usize];
        let mesh = bumpy(&mut random, 8 + round, middle, size);
        let mut scratch = Scratch::default();
        for i in 0..60 {
            let away = random.magnitude(-14.0, 1.0) * size;
            let way = Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
            let triangle = mesh.corners(i * 3 % mesh.triangles().len() as u32);
            let p = match i % 3 {
                0 => middle + way * (2.0 * size),
                // Near a vertex, an edge or a face.
                1 => triangle[0] + (triangle[1] - triangle[0]) * f64::from(i % 2) * 0.3 + way * away,
                _ => triangle[0] * 0.25 + triangle[1] * 0.25 + triangle[2] * 0.5 + way * away,
            };
            let found = check(&mesh, p, &mut scratch);
            assert_eq!(bits(&found), bits(&check(&mesh, p, &mut Scratch::default())));
            assert_eq!(mesh.winding(p), mesh.winding_number(p));
            near += u32::from(found.bounds.upper < 1e-6 * size);
            inside += u32::from(mesh.winding(p) != 0);
        }
    }
    assert!(near > 60 && inside > 60, "{near} near, {inside} inside");
}

#[test]
fn needles_slivers_and_points_as_triangles_have_narrow_bounds() {
    let mut random = Random::new(0xd158);
    let mut scratch = Scratch::default();
    for round in 0..120 {
        let mut draw = || Vec3::from_fn(|_| random.uniform(-1.0, 1.0));
        let [a, b, d, p] = [draw(), draw(), draw(), draw()];
        let thin = [0.0, 1e-16, 1e-9, 1e-4][round % 4];
        let c = match round % 3 {
            0 => a + (b - a) * 0.4 + d * thin,
            1 => a + d * thin,
            _ => b + (b - a) * thin,
        };
        let mesh = Mesh::new(&[a, b, c, d], &[[0, 1, 2], [2, 1, 0]]).unwrap();
        for p in [p, a + (b - a) * 0.3 + p * 1e-9, a + p * 1e-15, b] {
            check(&mesh, p, &mut scratch);
        }
    }
}

#[test]
fn sizes_whose_squares_overflow_or_vanish_have_narrow_bounds() {
    for exponent in [-1000, -400, -90, 90, 400, 980] {
        let size = f64::power_of_two(exponent);
        let mesh = box_of(0.0, size).mesh();
        for (p, distance) in [([0.5, 0.5, 0.25], 0.25), ([4.0, 0.5, 0.5], 3.0), ([0.5, 0.0, 0.5], 0.0)] {
            let found = mesh.on_surface(Vec3::from(p) * size, &mut Scratch::default()).unwrap();
            let Bounds { lower, upper } = found.bounds;
            assert!(lower <= distance * size && distance * size <= upper, "{found:?}");
            assert!(
                upper - lower <= 1e-13 * (1.0 + distance) * size && found.touches == (distance == 0.0),
                "{found:?}"
            );
        }
    }
    // A point beyond all squares.
    let far = Body::mesh(box_of(0.0, 1.0).mesh()).point_distance(Vec3::new(1e200, 0.5, 0.5)).unwrap();
    assert!(far.bounds.lower <= 1e200 && 1e200 <= far.bounds.upper && far.inside == Some(false), "{far:?}");
}

#[test]
fn normals_are_gradients_and_ties_are_reported() {
    let body = Body::mesh(box_of(-1.0, 1.0).mesh());
    let at = |p: [f64; 3]| body.point_distance(Vec3::from(p)).unwrap();
    let (above, below) = (at([0.25, 0.5, 1.5]), at([0.25, 0.5, 0.9]));
    assert_eq!((above.normal, above.unique), (Vec3::new(0.0, 0.0, 1.0), true));
    assert_eq!((below.normal, below.unique, below.inside), (Vec3::new(0.0, 0.0, 1.0), true, Some(true)));
    // The middle is as far from all faces; a point above the diagonal of a face is nearest to two triangles at one
    // place.
    assert!(!at([0.0; 3]).unique && at([0.0, 0.0, 2.0]).unique);
    let on_face = at([0.25, 0.5, 1.0]);
    assert_eq!((on_face.signed_distance, on_face.normal, on_face.unique), (Some(0.0), Vec3::new(0.0, 0.0, 1.0), true));
    assert!(!at([1.0, 0.5, 1.0]).unique && at([1.0, 0.5, 1.0]).inside == Some(true));
}

#[test]
fn what_is_not_closed_is_a_surface() {
    let sheet = Mesh::new(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from), &[[0, 1, 2]]).unwrap();
    let sheet = Body::mesh(sheet);
    let at = |p: [f64; 3]| sheet.point_distance(Vec3::from(p)).unwrap();
    for (p, distance) in [([0.25, 0.25, 0.5], 0.5), ([0.25, 0.25, -0.5], 0.5), ([0.25, 0.25, 0.0], 0.0)] {
        let found = at(p);
        assert_eq!((found.signed_distance, found.inside, found.surface), (Some(distance), None, true));
        assert_eq!(found.unique, distance > 0.0);
    }
}

#[test]
fn the_overlap_of_solids_and_a_solid_within_a_cavity_are_inside() {
    let lapped = box_of(0.0, 2.0).with_box([1.0; 3], [3.0; 3], true).mesh();
    let nested = box_of(0.0, 6.0).with_box([1.0; 3], [5.0; 3], false).with_box([2.0; 3], [4.0; 3], true).mesh();
    let sign = |mesh: &Mesh, x: f64| {
        let found = Body::mesh(mesh.clone()).point_distance(Vec3::new(x, x, x)).unwrap();
        (found.inside.unwrap(), found.signed_distance.unwrap())
    };
    assert_eq!(sign(&lapped, 1.5), (true, -0.5));
    assert_eq!([0.5, 1.5, 3.0, 4.5, 5.5].map(|x| sign(&nested, x).0), [true, false, true, false, true]);
}
