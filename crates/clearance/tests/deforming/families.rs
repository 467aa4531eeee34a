//! Degenerate motions: what rounding decides wrongly.

use clearance::query::deforming::{FeaturePair, MovingFeatures};
use clearance::{Vec3, Vector};
use clearance_testkit::random::Random;

pub const COUNT: u64 = 10;

type Point = Vec3<f64>;

/// The least and the largest part of hits that a family is to have.
pub fn hits(family: u64) -> [f64; 2] {
    match family {
        0..=4 | 8 => [0.02, 0.95],
        _ => [0.05, 1.0],
    }
}

/// A small whole number, so that ties are exact.
fn whole(random: &mut Random) -> f64 {
    random.uniform(-3.0, 4.0).floor()
}

fn lattice(random: &mut Random) -> Point {
    Vec3::from_fn(|_| whole(random))
}

fn four(random: &mut Random, mut point: impl FnMut(&mut Random) -> Point) -> [Point; 4] {
    core::array::from_fn(|_| point(random))
}

pub fn draw(family: u64, round: u64) -> MovingFeatures {
    let mut random = Random::new(0xccd0 + family * 1_000_003 + round);
    let pair = if round.is_multiple_of(2) { FeaturePair::VertexFace } else { FeaturePair::EdgeEdge };
    let r = &mut random;
    let (start, end) = match family {
        // Lattice points: roots that are fractions, at 0 and at 1, and doubled.
        0 => (four(r, lattice), four(r, lattice)),
        // In a plane for all times, of any tilt.
        1 => in_plane(r),
        // On a line for all times.
        2 => on_line(r, pair),
        // The triangle or an edge vanishes on the way.
        3 => vanishing(r),
        // Points at rest.
        4 => {
            let points = four(r, |r| lattice(r) * 0.5);
            let mut end = points;
            end[(round / 2 % 4) as usize] = lattice(r);
            (points, end)
        }
        // A contact at exactly 0 or 1.
        5 => at_an_end(r, pair),
        // Exponents from −299 to 299, of all coordinates alike or spread over sixty decades.
        6 => scaled(r, pair, |r| 10f64.powf(r.uniform(-299.0, 299.0))),
        // Coordinates of 1e8 with steps of 1e-8.
        7 => {
            let shift = lattice(r) * 1e8;
            let step = |p: Point| Vec3::from_fn(|k| shift[k] + p[k] * 1.5e-8);
            let (start, end) = (four(r, lattice), four(r, lattice));
            (start.map(step), end.map(step))
        }
        // A graze: the volume has a double root, or one that rounding makes or destroys.
        8 => grazing(r),
        // All in one point at one time, with random velocities.
        _ => {
            let rates = four(r, |r| Vec3::from_fn(|_| r.uniform(-1.0, 1.0)));
            (rates.map(|v| v * -0.5), rates.map(|v| v * 0.5))
        }
    };
    MovingFeatures { pair, start, end }
}

fn in_plane(r: &mut Random) -> ([Point; 4], [Point; 4]) {
    let axes = [lattice(r), lattice(r)];
    let point = |r: &mut Random| axes[0] * whole(r) + axes[1] * whole(r);
    (four(r, point), four(r, point))
}

fn on_line(r: &mut Random, pair: FeaturePair) -> ([Point; 4], [Point; 4]) {
    let (axis, drift) = (lattice(r), lattice(r));
    let of_a = if pair == FeaturePair::VertexFace { 1 } else { 2 };
    let far = if r.uniform(0.0, 1.0) < 0.8 { 9.0 } else { 0.0 };
    let mut four_from = |origin: Point| -> [Point; 4] {
        core::array::from_fn(|i| origin + axis * (whole(r) * 2.0 + if i < of_a { far } else { 0.0 }))
    };
    (four_from(Vec3::ZERO), four_from(drift))
}

fn vanishing(r: &mut Random) -> ([Point; 4], [Point; 4]) {
    let (mut start, mut end) = (four(r, lattice), four(r, lattice));
    // Points 2 and 3 meet at a half; in every other draw point 1 meets them.
    let middle = (start[2] + end[2]) * 0.5;
    end[3] = middle * 2.0 - start[3];
    if r.uniform(0.0, 1.0) < 0.5 {
        end[1] = middle * 2.0 - start[1];
    }
    // Often point 0 is there too.
    if r.uniform(0.0, 1.0) < 0.3 {
        start[0] = middle * 2.0 - end[0];
    }
    (start, end)
}

fn at_an_end(r: &mut Random, pair: FeaturePair) -> ([Point; 4], [Point; 4]) {
    let mut touching = four(r, lattice);
    match pair {
        FeaturePair::VertexFace => touching[0] = (touching[1] + touching[2]) * 0.25 + touching[3] * 0.5,
        FeaturePair::EdgeEdge => touching[0] = (touching[2] * 0.5 + touching[3] * 0.5) * 2.0 - touching[1],
    }
    let others = four(r, lattice);
    if r.uniform(0.0, 1.0) < 0.5 { (touching, others) } else { (others, touching) }
}

fn scaled(r: &mut Random, pair: FeaturePair, mut size: impl FnMut(&mut Random) -> f64) -> ([Point; 4], [Point; 4]) {
    let (start, end) = at_an_end(r, pair);
    let common = size(r).clamp(1e-260, 1e260);
    let mixed = r.uniform(0.0, 1.0) < 0.5;
    let mut scale = |points: [Point; 4]| {
        points.map(|p| {
            if mixed && r.uniform(0.0, 1.0) < 0.3 {
                p * (common * 10f64.powf(r.uniform(-30.0, 30.0)))
            } else {
                p * common
            }
        })
    };
    (scale(start), scale(end))
}

fn grazing(r: &mut Random) -> ([Point; 4], [Point; 4]) {
    // The vertex follows a parabola seen from the plane that turns: a determinant of two equal factors.
    let number = |r: &mut Random| r.uniform(-1.0, 1.0);
    let t = r.uniform(0.1, 0.9);
    let lift = if r.uniform(0.0, 1.0) < 0.5 { 0.0 } else { number(r) * 1e-16 };
    // f is in proportion to (s − t)² + lift.
    let start = [
        Vec3::new(-t, 0.0, lift),
        Vec3::new(-2.0, -2.0, 2.0 * t),
        Vec3::new(2.0, -2.0, -2.0 * t),
        Vec3::new(0.0, 2.0, 0.0),
    ];
    let end = [
        Vec3::new(1.0 - t, 0.0, lift),
        Vec3::new(-2.0, -2.0, -2.0 * (1.0 - t)),
        Vec3::new(2.0, -2.0, 2.0 * (1.0 - t)),
        Vec3::new(0.0, 2.0, 0.0),
    ];
    (start, end)
}
