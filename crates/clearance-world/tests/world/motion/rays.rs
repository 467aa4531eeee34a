//! Rays against meshes, beside a judge in whole numbers.

use std::cmp::Ordering;

use clearance::query::Impact;
use clearance::query::motion::LinearMotion;
use clearance::{Point, Pose3, Vec3, Vector};
use clearance_testkit::random::Random;
use clearance_world::{Body, MovingBodies, Scene, TriangleMesh};

use super::judge::{self, Time};
use super::shapes;

type Space3 = Vec3<f64>;
type Whole = [i128; 3];

/// A mesh of whole coordinates up to `size`.
fn rounded(mesh: &TriangleMesh<Space3>, size: f64, keep: impl Fn(usize) -> bool) -> TriangleMesh<Space3> {
    let whole: Vec<Space3> = mesh.vertices().iter().map(|&p| Vec3::from_fn(|k| (p[k] * size).round())).collect();
    let kept: Vec<[u32; 3]> = (0..).zip(mesh.triangles()).filter(|(i, _)| keep(*i)).map(|(_, &t)| t).collect();
    TriangleMesh::new(&whole, &kept).unwrap()
}

fn whole(v: Space3) -> Whole {
    [v.x as i128, v.y as i128, v.z as i128]
}

/// The first triangles of all, by the judge.
fn firsts(mesh: &TriangleMesh<Space3>, origin: Whole, way: Whole) -> Option<(Time, Vec<u32>)> {
    let mut found: Option<(Time, Vec<u32>)> = None;
    for triangle in 0..mesh.triangles().len() as u32 {
        let Some(time) = judge::crossing(origin, way, mesh.corners(triangle).map(whole)) else { continue };
        match found.as_mut().map_or(Ordering::Less, |(best, _)| time.cmp(*best)) {
            Ordering::Less => found = Some((time, vec![triangle])),
            Ordering::Equal => found.as_mut().unwrap().1.push(triangle),
            Ordering::Greater => {}
        }
    }
    found
}

/// A ray of whole numbers: at random, or through a vertex, the middle of an edge, or along an edge or in a plane.
fn ray(random: &mut Random, mesh: &TriangleMesh<Space3>, size: i128, round: usize) -> [Whole; 2] {
    let mut number = |size: i128| random.uniform(-size as f64, size as f64).round() as i128;
    let origin = [(); 3].map(|()| number(2 * size));
    let triangle = number(1 << 30).unsigned_abs() as usize % mesh.triangles().len();
    let [a, b, c] = mesh.corners(triangle as u32).map(whole);
    let to = |target: Whole, times: i128| [0, 1, 2].map(|k| (target[k] - origin[k]) * times);
    match round % 6 {
        0 => [origin, [(); 3].map(|()| number(4 * size))],
        1 => [origin, to(a, 2)],
        // To the middle of an edge, twice.
        2 => [origin, [0, 1, 2].map(|k| a[k] + b[k] - 2 * origin[k])],
        // Along the plane of a triangle, and through a vertex along an axis.
        3 => {
            let start = [0, 1, 2].map(|k| a[k] + 3 * (a[k] - b[k]));
            [start, [0, 1, 2].map(|k| b[k] + c[k] - 2 * start[k])]
        }
        4 => {
            let axis = number(1 << 30).unsigned_abs() as usize % 3;
            let start = [0, 1, 2].map(|k| if k == axis { -3 * size } else { a[k] });
            [start, [0, 1, 2].map(|k| if k == axis { 6 * size } else { 0 })]
        }
        _ => [origin, to([0, 1, 2].map(|k| (a[k] + b[k] + c[k]) / 3), 3)],
    }
}

fn float(v: Whole) -> Space3 {
    Vec3::new(v[0] as f64, v[1] as f64, v[2] as f64)
}

/// How many hits, misses, and hits of several triangles at once there were.
pub fn check(random: &mut Random, mesh: &TriangleMesh<Space3>, size: i128, count: usize) -> [usize; 3] {
    let body = Body::mesh(mesh.clone());
    let (mut counts, point) = ([0; 3], Body::new(Point::new()));
    for round in 0..count {
        let [origin, way] = ray(random, mesh, size, round);
        let expected = firsts(mesh, origin, way);
        let found = mesh.cast_ray(float(origin), float(way)).unwrap();
        match (&expected, &found) {
            (None, None) => counts[1] += 1,
            (Some((time, triangles)), Some(hit)) => {
                counts[0] += 1;
                counts[2] += usize::from(triangles.len() > 1);
                assert!(triangles.contains(&hit.triangle), "{round}: {hit:?} of {triangles:?}");
                let (nearest, lower, upper) = (hit.hit.nearest, hit.hit.time.lower, hit.hit.time.upper);
                assert!((nearest - time.value()).abs() <= 2.0 * f64::EPSILON * nearest, "{round}: {time:?} {hit:?}");
                assert!(lower <= nearest && nearest <= upper && (upper == lower || upper == lower.next_up()));
                let at: Space3 =
                    (0..3).fold(Vec3::ZERO, |sum, k| sum + mesh.corners(hit.triangle)[k] * hit.hit.barycentric[k]);
                let miss = (at - float(origin) - float(way) * nearest).norm();
                assert!(miss < 1e-9 * size as f64, "{round}: {miss}");
            }
            _ => panic!("{round}: {expected:?} {found:?}, from {origin:?} by {way:?}"),
        }
        let path = LinearMotion::straight(Pose3::from_translation(float(origin)).unwrap(), float(way)).unwrap();
        if round % 8 == 0 {
            let met = MovingBodies::new((&point, &path), (&body, &Pose3::IDENTITY)).time_of_impact().unwrap();
            let starts_inside = mesh.contains(float(origin));
            match (met.impact, found) {
                (Impact::Hit(hit), _) if starts_inside => assert!(hit.initial && hit.time == 0.0),
                (Impact::Hit(hit), Some(other)) => {
                    assert_eq!(
                        (hit.time, hit.bracket, met.parts[1]),
                        (other.hit.nearest, other.hit.time, other.triangle)
                    );
                }
                (Impact::NoContact { .. }, None) => {}
                (met, found) => panic!("{round}: {met:?} {found:?}"),
            }
        }
    }
    counts
}

/// An icosphere, an animal of waves, and one with holes, doubled and flat triangles and vertices on edges.
pub fn meshes(level: usize, size: i128) -> [TriangleMesh<Space3>; 3] {
    let ball = shapes::icosphere(level, 1.0);
    let animal = shapes::bumpy(&ball);
    let holes = rounded(&animal, size as f64, |i| i % 7 != 0);
    let (mut corners, mut triangles) = (holes.vertices().to_vec(), holes.triangles().to_vec());
    for i in (0..triangles.len()).step_by(11) {
        let [a, b, c] = triangles[i];
        triangles.push([b, c, a]);
        triangles.push([a, b, a]);
        let middle = (corners[a as usize] + corners[b as usize]) * 0.5;
        corners.push(Vec3::from_fn(|k| middle[k].round()));
        triangles.push([a, corners.len() as u32 - 1, b]);
    }
    let holes = TriangleMesh::new(&corners, &triangles).unwrap();
    [rounded(&ball, size as f64, |_| true), rounded(&animal, size as f64, |_| true), holes]
}

#[test]
fn every_hit_and_every_miss_is_that_of_whole_numbers() {
    let random = &mut Random::new(0x4a9);
    for (number, mesh) in meshes(2, 1 << 11).iter().enumerate() {
        let [hits, misses, several] = check(random, mesh, 1 << 11, 900);
        assert!(hits > 500 && misses > 60 && several > 200, "mesh {number}: {hits} {misses} {several} (seed 0x4a9)");
    }
}

#[test]
fn a_mesh_turned_by_angles_is_hit_where_a_solid_is_met_and_missed_where_it_is_not() {
    let mut random = Random::new(0x4aa);
    let mesh = shapes::bumpy(&shapes::icosphere(2, 1.0));
    let (body, point) = (Body::mesh(mesh.clone()), Body::new(Point::new()));
    let (mut hits, mut misses, mut through_edges, mut wide, mut undecided) = (0, 0, 0, 0, 0);
    for round in 0..1200 {
        let mut vector = |size: f64| -> Space3 { Vec3::from_fn(|_| random.uniform(-size, size)) };
        let (rpy, shift, origin) = (vector(3.0), vector(1.0), vector(1.0).normalized() * 4.0);
        let angled = Pose3::from_rpy([rpy.x, rpy.y, rpy.z], shift).unwrap();
        let rational = Pose3::new(angled.rotor(), shift).unwrap();
        assert!(!angled.is_rational() && rational.is_rational());
        let triangle = random.below(mesh.triangles().len()) as u32;
        let [a, b, _] = mesh.corners(triangle).map(|corner| angled.point(corner));
        let aim = match round % 3 {
            0 => Vec3::from_fn(|_| random.uniform(-1.2, 1.2)),
            1 => (a + b) * 0.5,
            _ => a,
        };
        let path = LinearMotion::straight(Pose3::from_translation(origin).unwrap(), (aim - origin) * 2.0).unwrap();
        let cast = |pose: &Pose3<f64>| MovingBodies::new((&point, &path), (&body, pose)).time_of_impact().unwrap();
        // Whether a ray a little beside the aim misses what is there.
        let mut misses_beside = || {
            let aside = Vec3::from_fn(|_| random.uniform(-1e-8, 1e-8));
            let hit =
                mesh.cast_ray(rational.vector_back(origin - shift), rational.vector_back((aim + aside - origin) * 2.0));
            hit.unwrap().is_none_or(|hit| (hit.hit.nearest - 0.5).abs() > 1e-6)
        };
        match (cast(&angled).impact, cast(&rational).impact) {
            (Impact::Hit(hit), Impact::Hit(other)) => {
                hits += 1;
                through_edges += usize::from(round % 3 > 0);
                assert!(hit.bracket.lower <= hit.time && hit.time <= hit.bracket.upper);
                if hit.bracket.width() < 1e-10 {
                    // The poses are the same but for rounding.
                    assert!((hit.time - other.time).abs() < 1e-11, "{round}: {hit:?} {other:?}");
                } else {
                    // Past an edge of the outline, which only exact numbers see.
                    wide += 1;
                    let bracket = hit.bracket;
                    assert!(bracket.lower <= other.time && other.time <= bracket.upper, "{round}: {hit:?}");
                    assert!((0..16).any(|_| misses_beside()), "{round}: {hit:?}");
                }
            }
            (Impact::NoContact { .. }, Impact::NoContact { .. }) => misses += 1,
            // The outline of the body, seen from the start of the ray.
            (Impact::Undecided(_), _) if (0..16).any(|_| misses_beside()) => undecided += 1,
            (found, other) => panic!("{round}: {found:?} {other:?}"),
        }
    }
    assert!(hits > 700 && through_edges > 500 && misses > 60, "{hits} {through_edges} {misses}");
    assert!(wide < 40 && undecided < 120, "{wide} {undecided}");
}

#[test]
fn single_precision_is_decided_like_double() {
    let random = &mut Random::new(0x4ab);
    let ball = rounded(&shapes::icosphere(2, 1.0), 4096.0, |_| true);
    let narrow = |v: Space3| Vec3::new(v.x as f32, v.y as f32, v.z as f32);
    let corners: Vec<Vec3<f32>> = ball.vertices().iter().map(|&v| narrow(v)).collect();
    let single = TriangleMesh::new(&corners, ball.triangles()).unwrap();
    let (mut hits, mut misses) = (0, 0);
    for round in 0..600 {
        let [origin, way] = ray(random, &ball, 4096, round).map(float);
        let expected = ball.cast_ray(origin, way).unwrap();
        let found = single.cast_ray(narrow(origin), narrow(way)).unwrap();
        match (expected, found) {
            (Some(a), Some(b)) => {
                hits += 1;
                assert!((a.hit.nearest - f64::from(b.hit.nearest)).abs() < 1e-7, "{round}");
                assert!(
                    f64::from(b.hit.time.lower) <= a.hit.time.upper && a.hit.time.lower <= f64::from(b.hit.time.upper)
                );
            }
            (None, None) => misses += 1,
            other => panic!("{round}: {other:?}"),
        }
    }
    assert!(hits > 300 && misses > 30, "{hits} {misses}");
}

#[test]
fn a_ray_from_inside_hits_the_wall_as_a_surface_and_begins_in_the_body_as_a_solid() {
    let mesh = shapes::icosphere(2, 1.0);
    let found = mesh.cast_ray(Vec3::new(0.1, 0.2, 0.0), Vec3::new(4.0, 0.0, 0.0)).unwrap().unwrap();
    assert!(found.hit.nearest > 0.2 && found.hit.nearest < 0.25 && found.hit.normal.x < 0.0, "{found:?}");
    let mut scene = Scene::new();
    scene.add(0, Body::mesh(mesh)).unwrap();
    let cast = scene.cast_ray(Vec3::new(0.1, 0.2, 0.0), Vec3::new(4.0, 0.0, 0.0)).unwrap();
    assert!(matches!(cast.first.unwrap().impact, Impact::Hit(hit) if hit.initial && hit.time == 0.0));
}

#[test]
#[ignore = "the long form: a hundred thousand rays against each of three meshes, a minute"]
fn a_hundred_thousand_rays_a_mesh_are_those_of_whole_numbers() {
    let random = &mut Random::new(0x4ac);
    for (number, mesh) in meshes(3, 1 << 11).iter().enumerate() {
        let [hits, misses, several] = check(random, mesh, 1 << 11, 100_000);
        println!(
            "mesh {number} of {} triangles: {hits} hits, {several} of them of several triangles, {misses} misses",
            mesh.triangles().len()
        );
    }
}
