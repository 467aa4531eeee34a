//! Surfaces of triangles inside and outside of balls, cylinders and cones.
//!
//! Corners are inside of the shape by more than their rounding. A polygon in a circle of radius 1 whose sides are `c`
//! from the centre at least contains the circle of radius `c`, so that one which is `1/c` as large contains the first;
//! likewise for a ball. Circles and balls are made by halving arcs, with roots alone: the same bits everywhere.

use clearance::{Real, Vec3, Vector};

type Point = Vec3<f64>;
type Triangles = Vec<[Point; 3]>;

/// A shape between two surfaces.
pub(super) struct Round {
    pub inner: Triangles,
    pub outer: Triangles,
}

/// How often a quarter of a circle is halved: 256 sides.
const OF_CIRCLE: u32 = 6;
/// How often the sides of a triangle of a ball are halved: 5120 triangles of an icosahedron's.
const OF_BALL: u32 = 4;
/// More than the error of unit vectors, and of a few products of them.
const ROUNDING: f64 = 32.0 * f64::UNIT;

/// A ball around the origin.
pub(super) fn ball(radius: f64) -> Round {
    let golden = 0.5 * (1.0 + 5f64.sqrt());
    let corner = |i: usize| {
        let (one, long) = (if i & 1 == 0 { 1.0 } else { -1.0 }, if i & 2 == 0 { golden } else { -golden });
        let at = [0.0, one, long];
        Point::from_fn(|k| at[(k + i / 4) % 3])
    };
    let corners: Vec<Point> = (0..12).map(corner).collect();
    // Edges of the icosahedron have length 2, other pairs of corners are farther apart.
    let is_edge = |i: usize, j: usize| (corners[i] - corners[j]).norm_squared() < 5.0;
    let mut faces = Vec::new();
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                if is_edge(i, j) && is_edge(j, k) && is_edge(i, k) {
                    faces.push(outward([i, j, k].map(|i| corners[i].normalized())));
                }
            }
        }
    }
    for _ in 0..OF_BALL {
        let quarters = |[a, b, c]: [Point; 3]| {
            let [ab, bc, ca] = [(a + b).normalized(), (b + c).normalized(), (c + a).normalized()];
            [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        };
        faces = faces.into_iter().flat_map(quarters).collect();
    }
    let height = |&[a, b, c]: &[Point; 3]| (b - a).cross(c - a).normalized().dot(a);
    let least = faces.iter().map(height).fold(1.0, f64::min);
    let scaled = |size: f64| faces.iter().map(|corners| corners.map(|corner| corner * size)).collect();
    // Sides are at least a fortieth, so that a normal errs by less than a hundred roundings.
    Round { inner: scaled(radius * (1.0 - ROUNDING)), outer: scaled(radius / least * (1.0 + 8.0 * ROUNDING)) }
}

fn outward([a, b, c]: [Point; 3]) -> [Point; 3] {
    if (b - a).cross(c - a).dot(a) < 0.0 { [a, c, b] } else { [a, b, c] }
}

/// Points of a circle of radius 1 counter-clockwise, and how far the sides between them are from its middle at least.
fn circle() -> (Vec<[f64; 2]>, f64) {
    let mut points = vec![[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let middle = |[a, b]: [[f64; 2]; 2]| [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
    let length = |p: [f64; 2]| (p[0] * p[0] + p[1] * p[1]).sqrt();
    let sides = |points: &[[f64; 2]]| -> Vec<[[f64; 2]; 2]> {
        (0..points.len()).map(|i| [points[i], points[(i + 1) % points.len()]]).collect()
    };
    for _ in 0..OF_CIRCLE {
        let halved = |side: [[f64; 2]; 2]| {
            let at = middle(side);
            [side[0], at.map(|x| x / length(at))]
        };
        points = sides(&points).into_iter().flat_map(halved).collect();
    }
    let least = sides(&points).into_iter().map(|side| length(middle(side))).fold(1.0, f64::min);
    (points, least)
}

/// Both surfaces of a body of revolution, each from a polygon in a circle of its size.
fn around(radius: f64, axis: usize, surface: impl Fn(&[Point]) -> Triangles) -> Round {
    let (points, least) = circle();
    let of_size = |size: f64| {
        let at = |p: &[f64; 2]| {
            let mut at = [0.0; 3];
            (at[(axis + 1) % 3], at[(axis + 2) % 3]) = (p[0] * size, p[1] * size);
            Point::from(at)
        };
        let rim: Vec<Point> = points.iter().map(at).collect();
        surface(&rim)
    };
    Round { inner: of_size(radius * (1.0 - ROUNDING)), outer: of_size(radius / least * (1.0 + ROUNDING)) }
}

/// A cylinder along an axis.
pub(super) fn cylinder(radius: f64, half_length: f64, axis: usize) -> Round {
    let up = Point::axis(axis) * half_length;
    let surface = |rim: &[Point]| {
        let side = |i: usize| {
            let [p, q] = [rim[i], rim[(i + 1) % rim.len()]];
            [[up, p + up, q + up], [-up, q - up, p - up], [p - up, q - up, q + up], [p - up, q + up, p + up]]
        };
        (0..rim.len()).flat_map(side).collect()
    };
    around(radius, axis, surface)
}

/// A cone along an axis, with its apex above.
pub(super) fn cone(radius: f64, half_length: f64, axis: usize) -> Round {
    let up = Point::axis(axis) * half_length;
    let surface = |rim: &[Point]| {
        let side = |i: usize| {
            let [p, q] = [rim[i], rim[(i + 1) % rim.len()]];
            [[-up, q - up, p - up], [p - up, q - up, up]]
        };
        (0..rim.len()).flat_map(side).collect()
    };
    around(radius, axis, surface)
}
