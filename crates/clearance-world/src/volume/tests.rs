use clearance::hull::convex_hull;
use clearance::{Axial, Ball, Bounds, Cone, Cuboid, Cylinder, Pose3, Segment, Vec3, Vector};
use clearance_testkit::random::Random;

use super::*;
use crate::body::Body;
use crate::many::BOX;
use crate::mesh::TriangleMesh;

type Point = Vec3<f64>;
type Pose = Pose3<f64>;

/// A box by its corner regions: the half extents, its middle and the pose of that frame.
#[derive(Clone, Copy)]
struct Brick {
    half: Point,
    middle: Point,
    pose: Pose,
}

impl Brick {
    /// Its six planes `n·x ≤ c`.
    fn planes(&self) -> Vec<(Point, f64)> {
        let plane = |i: usize| {
            let side = if i < 3 { 1.0 } else { -1.0 };
            let normal = self.pose.vector(Point::axis(i % 3) * side);
            let at = self.pose.point(self.middle + Point::axis(i % 3) * (side * self.half[i % 3]));
            (normal, normal.dot(at))
        };
        (0..6).map(plane).collect()
    }
}

/// The volume of the intersection of some boxes: the hull of all points in three of their planes and beyond none.
fn judged(bricks: &[Brick]) -> f64 {
    let planes: Vec<(Point, f64)> = bricks.iter().flat_map(Brick::planes).collect();
    let mut points = Vec::new();
    for i in 0..planes.len() {
        for j in i + 1..planes.len() {
            for k in j + 1..planes.len() {
                let [(a, p), (b, q), (c, r)] = [planes[i], planes[j], planes[k]];
                let determinant = a.dot(b.cross(c));
                if determinant.abs() < 1e-9 {
                    continue;
                }
                let at = (b.cross(c) * p + c.cross(a) * q + a.cross(b) * r) * (1.0 / determinant);
                if planes.iter().all(|(normal, offset)| normal.dot(at) <= offset + 1e-11) {
                    points.push(at);
                }
            }
        }
    }
    if points.len() < 4 { 0.0 } else { convex_hull(&points).map_or(0.0, |hull| hull.volume()) }
}

fn pose(random: &mut Random, size: f64) -> Pose {
    let mut draw = |size: f64| random.uniform(-size, size);
    Pose::from_rpy([draw(3.0), draw(3.0), draw(3.0)], Vec3::new(draw(size), draw(size), draw(size))).unwrap()
}

fn found(a: (&Body<Point>, &Pose), b: (&Body<Point>, &Pose), errors: [f64; 2]) -> Bounds<f64> {
    BodyPair::in_world(a, b).common_volume(errors).unwrap()
}

fn holds(bounds: Bounds<f64>, truth: f64, off: f64) -> bool {
    bounds.lower <= truth + off && truth - off <= bounds.upper
}

/// Vertices and triangles of a box.
fn cube(half: Point, middle: Point) -> (Vec<Point>, Vec<[u32; 3]>) {
    let corner = |i: usize| middle + Point::from_fn(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] });
    ((0..8).map(corner).collect(), BOX.to_vec())
}

/// A mesh of two boxes, as one surface each.
fn meshes(bricks: &[(Point, Point)]) -> Body<Point> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for &(half, middle) in bricks {
        let (points, faces) = cube(half, middle);
        let first = vertices.len() as u32;
        vertices.extend(points);
        triangles.extend(faces.into_iter().map(|corners| corners.map(|corner| corner + first)));
    }
    Body::mesh(TriangleMesh::new(&vertices, &triangles).unwrap())
}

fn sizes(random: &mut Random) -> Point {
    Point::from_fn(|_| random.uniform(0.2, 1.0))
}

#[test]
fn boxes_have_the_volume_of_the_hull_of_their_common_corners() {
    let mut random = Random::new(0x701);
    let mut widest = 0.0f64;
    let mut met = 0;
    for round in 0..400 {
        let halves = [sizes(&mut random), sizes(&mut random)];
        let poses = [pose(&mut random, 0.7), pose(&mut random, 0.7)];
        let bricks = [0, 1].map(|i| Brick { half: halves[i], middle: Point::ZERO, pose: poses[i] });
        let truth = judged(&bricks);
        // As shapes, and as meshes.
        let bodies = halves.map(|half| match round % 2 {
            0 => Body::new(Cuboid::from_half_extents(half).unwrap()),
            _ => meshes(&[(half, Point::ZERO)]),
        });
        let bounds = found((&bodies[0], &poses[0]), (&bodies[1], &poses[1]), [0.0; 2]);
        assert!(holds(bounds, truth, 1e-12), "{round}: {bounds:?} {truth}");
        widest = widest.max(bounds.upper - bounds.lower);
        met += usize::from(truth > 1e-3);
    }
    assert!(widest < 1e-8 && (150..400).contains(&met), "{widest} {met}");
}

#[test]
fn a_surface_that_crosses_itself_has_bounds_that_hold() {
    let mut random = Random::new(0x702);
    let mut apart = 0;
    for round in 0..100 {
        let halves = [sizes(&mut random), sizes(&mut random), sizes(&mut random)];
        // Beside one another, or overlapping by a little or by much.
        let shift = [2.5, halves[0].x + halves[1].x - 1e-3, 0.3][round % 3];
        let middles = [Point::ZERO, Vec3::new(shift, 0.1, 0.2), Point::ZERO];
        let poses = [pose(&mut random, 0.6), pose(&mut random, 0.6)];
        let brick = |i: usize| Brick { half: halves[i], middle: middles[i], pose: poses[i / 2] };
        let [a, b, c] = [0, 1, 2].map(brick);
        let truth = judged(&[a, c]) + judged(&[b, c]) - judged(&[a, b, c]);
        let two = meshes(&[(halves[0], middles[0]), (halves[1], middles[1])]);
        let one = meshes(&[(halves[2], middles[2])]);
        let bounds = found((&two, &poses[0]), (&one, &poses[1]), [0.0; 2]);
        assert!(holds(bounds, truth, 1e-11), "{round}: {bounds:?} {truth}");
        if round % 3 == 0 {
            assert!(bounds.upper - bounds.lower < 1e-8, "{round}: {bounds:?}");
            apart += usize::from(truth > 1e-3);
        }
        assert!(round % 3 == 2 || bounds.upper - bounds.lower < 2e-2, "{round}: {bounds:?} {truth}");
    }
    assert!(apart > 10, "{apart}");
}

#[test]
fn round_shapes_have_the_volumes_of_their_formulas() {
    let pi = core::f64::consts::PI;
    let at = |x: f64, y: f64, z: f64| Pose::from_rpy([0.3, -0.4, 0.2], Vec3::new(x, y, z)).unwrap();
    let ball = Body::new(Ball::new(0.75).unwrap());
    let (apart, here) = (0.5, at(0.1, 0.2, 0.3));
    let lens = pi / 12.0 * (4.0 * 0.75 + apart) * (2.0 * 0.75 - apart) * (2.0 * 0.75 - apart);
    let bounds = found((&ball, &here), (&ball, &at(0.1 + apart, 0.2, 0.3)), [0.0; 2]);
    assert!(holds(bounds, lens, 0.0) && bounds.upper - bounds.lower < 0.01 * lens, "{bounds:?} {lens}");
    // Two cylinders that cross at a right angle: Archimedes.
    let rod = |axis| Body::new(Cylinder::along(Axial { radius: 0.5, half_length: 2.0, axis }).unwrap());
    let bounds = found((&rod(0), &here), (&rod(2), &here), [0.0; 2]);
    let common = 16.0 / 3.0 * 0.125;
    assert!(holds(bounds, common, 0.0) && bounds.upper - bounds.lower < 1e-3 * common, "{bounds:?}");
    // A cone wholly inside of a box.
    let hat = Body::new(Cone::along(Axial { radius: 0.5, half_length: 1.0, axis: 1 }).unwrap());
    let room = Body::new(Cuboid::from_half_extents(Vec3::new(5.0, 6.0, 7.0)).unwrap());
    let bounds = found((&hat, &here), (&room, &Pose::IDENTITY), [0.0; 2]);
    let cone = pi * 0.25 * 2.0 / 3.0;
    assert!(holds(bounds, cone, 0.0) && bounds.upper - bounds.lower < 1e-3 * cone, "{bounds:?}");
}

#[test]
fn bounds_hold_for_surfaces_that_have_moved() {
    let mut random = Random::new(0x703);
    let error = 0.01;
    for round in 0..100 {
        let halves = [sizes(&mut random), sizes(&mut random)];
        let poses = [pose(&mut random, 0.7), pose(&mut random, 0.7)];
        let bodies = halves.map(|half| meshes(&[(half, Point::ZERO)]));
        let bounds = found((&bodies[0], &poses[0]), (&bodies[1], &poses[1]), [error; 2]);
        // Corners move by the error where each side moves by a root of three less.
        let by = error / 3f64.sqrt();
        let moved = |sides: [f64; 2]| {
            let of = |i: usize| Brick {
                half: halves[i] + Vec3::new(1.0, 1.0, 1.0) * (by * sides[i]),
                middle: Point::ZERO,
                pose: poses[i],
            };
            judged(&[of(0), of(1)])
        };
        for sides in [[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]] {
            assert!(holds(bounds, moved(sides), 1e-12), "{round}: {bounds:?} {}", moved(sides));
        }
        let area: f64 = halves.iter().map(|h| 8.0 * (h.x * h.y + h.y * h.z + h.z * h.x)).sum();
        let width = bounds.upper - bounds.lower;
        assert!(width < 4.5 * error * area, "{round}: {width} {area}");
    }
}

#[test]
fn bodies_without_an_inside_and_too_many_pairs_have_none() {
    let brick = meshes(&[(Vec3::new(1.0, 2.0, 3.0), Point::ZERO)]);
    let far = Pose::from_translation(Vec3::new(9.0, 0.0, 0.0)).unwrap();
    let nothing = found((&brick, &Pose::IDENTITY), (&brick, &far), [0.0; 2]);
    assert_eq!(nothing, Bounds { lower: 0.0, upper: 0.0 });
    let sail = TriangleMesh::new(&[Point::ZERO, Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0)], &[[0, 1, 2]]);
    let line = Body::new(Segment::new(Point::ZERO, Vec3::new(1.0, 0.0, 0.0)).unwrap());
    for flat in [Body::mesh(sail.unwrap()), line] {
        assert_eq!(BodyPair::new(&brick, &flat, &Pose::IDENTITY).common_volume([0.0; 2]), None);
    }
    let solid = Solid::of(&brick, &Pose::IDENTITY).unwrap();
    assert_eq!(common_volume([&solid, &solid], [0.0; 2], 20), None);
    let whole = common_volume([&solid, &solid], [0.0; 2], 2000).unwrap();
    assert!(holds(whole, 48.0, 0.0) && whole.upper - whole.lower < 1e-8, "{whole:?}");
}
