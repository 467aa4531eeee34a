//! Polygons of the plane: brackets, stars, spirals, and plates with holes.

use clearance::Vec2;
use clearance::math::Vector;
use clearance_testkit::random::Random;

type Point = Vec2<f64>;

/// An outline that turns to the left, and holes that turn to the right.
pub struct Outline {
    pub outer: Vec<Point>,
    pub holes: Vec<Vec<Point>>,
    /// The corner of the outline from which a bridge to each hole is free, and the corner of the hole.
    pub bridges: Vec<[usize; 2]>,
}

impl Outline {
    /// A polygon of the kind that a number gives.
    pub fn random(random: &mut Random, number: usize) -> Self {
        match number % 4 {
            0 => Self::simple(bracket(random)),
            1 => Self::simple(star(random, Vec2::ZERO, [0.5, 2.0])),
            2 => Self::simple(spiral(random)),
            _ => plate(random),
        }
    }

    fn simple(outer: Vec<Point>) -> Self {
        Outline { outer, holes: Vec::new(), bridges: Vec::new() }
    }

    /// All rings.
    pub fn rings(&self) -> impl Iterator<Item = &Vec<Point>> + Clone {
        std::iter::once(&self.outer).chain(&self.holes)
    }

    pub fn area(&self) -> f64 {
        self.sides().map(|[p, q]| 0.5 * cross(p, q)).sum()
    }

    pub fn is_convex(&self) -> bool {
        let (count, at) = (self.outer.len(), |i: usize| self.outer[i % self.outer.len()]);
        self.holes.is_empty() && (0..count).all(|i| cross(at(i + 1) - at(i), at(i + 2) - at(i)) > 0.0)
    }

    /// The distance from the border, negative inside.
    pub fn signed_distance(&self, point: Point) -> f64 {
        let nearest = |[p, q]: [Point; 2]| {
            let along = ((point - p).dot(q - p) / (q - p).norm_squared()).clamp(0.0, 1.0);
            (point - p - (q - p) * along).norm()
        };
        let distance = self.sides().map(nearest).fold(f64::INFINITY, f64::min);
        let crosses = |&[p, q]: &[Point; 2]| {
            (p.y > point.y) != (q.y > point.y) && point.x < p.x + (q.x - p.x) * (point.y - p.y) / (q.y - p.y)
        };
        if self.sides().filter(crosses).count() % 2 == 1 { -distance } else { distance }
    }

    fn sides(&self) -> impl Iterator<Item = [Point; 2]> {
        self.rings().flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]))
    }
}

fn cross(p: Point, q: Point) -> f64 {
    p.x * q.y - p.y * q.x
}

/// A U with walls of three widths.
fn bracket(random: &mut Random) -> Vec<Point> {
    let [left, gap, right, floor, high] = [(); 5].map(|()| random.uniform(0.3, 1.5));
    let (wide, tall) = (left + gap + right, floor + high);
    let corners = [
        [0.0, 0.0],
        [wide, 0.0],
        [wide, tall],
        [left + gap, tall],
        [left + gap, floor],
        [left, floor],
        [left, tall],
        [0.0, tall],
    ];
    corners.map(|[x, y]| Vec2::new(x, y)).into()
}

/// A star-shaped polygon with radii between two.
fn star(random: &mut Random, middle: Point, [low, high]: [f64; 2]) -> Vec<Point> {
    let count = 5 + random.below(16);
    let corner = |i: usize| {
        let (sin, cos) = (i as f64 / count as f64 * std::f64::consts::TAU).sin_cos();
        middle + Vec2::new(cos, sin) * random.uniform(low, high)
    };
    (0..count).map(corner).collect()
}

/// The outer wall of a spiral, and its inner one back.
fn spiral(random: &mut Random) -> Vec<Point> {
    let (turns, width) = (random.uniform(1.2, 3.0), random.uniform(0.3, 0.8));
    let count = (turns * 16.0) as usize;
    let at = |i: usize, radius: f64| {
        let angle = i as f64 / 16.0 * std::f64::consts::TAU;
        let (sin, cos) = angle.sin_cos();
        Vec2::new(cos, sin) * (radius + angle / std::f64::consts::TAU)
    };
    let outer = (0..=count).map(|i| at(i, 1.0));
    outer.chain((0..=count).rev().map(|i| at(i, 1.0 - width))).collect()
}

/// A rectangle with a row of holes, below each of which it has a corner on its lower side.
fn plate(random: &mut Random) -> Outline {
    let count = 1 + random.below(4);
    let mut made = Outline { outer: vec![Vec2::ZERO], holes: Vec::new(), bridges: Vec::new() };
    for i in 0..count {
        let mut hole = star(random, Vec2::new(2.0 * i as f64 + 1.0, 1.0), [0.2, 0.9]);
        hole.reverse();
        let lowest = (0..hole.len()).min_by(|&a, &b| hole[a].y.total_cmp(&hole[b].y)).unwrap();
        made.bridges.push([made.outer.len(), lowest]);
        made.outer.push(Vec2::new(hole[lowest].x, 0.0));
        made.holes.push(hole);
    }
    let wide = 2.0 * count as f64;
    made.outer.extend([[wide, 0.0], [wide, 2.0], [0.0, 2.0]].map(|[x, y]| Vec2::new(x, y)));
    made
}
