//! Twins: one shape twice, turned and shifted by little. Along its rings and sides the depth is nearly the same in many
//! directions, and the difference of both is full of needles, so what a search proves shows here first.

use crate::pairs::{Pair, Regime};
use crate::random::Random;
use crate::shapes::{Form, ShapeSource};
use crate::spec::{BodySpec, PoseSpec, ShapeSpec};

/// The families that are drawn, by what makes their bodies curved.
pub const FAMILIES: [&str; 13] = [
    "cone",
    "cylinder",
    "capsule",
    "ellipsoid",
    "spheroid",
    "sum",
    "hull_of",
    "thin_hull_of",
    "rounded",
    "identity",
    "affine",
    "needle",
    "swept",
];

/// A shape of a family and its copy, turned by 10⁻¹² to 10⁻¹ and shifted by nothing or as little; the angle comes with
/// it.
pub fn twins(family: &str, seed: u64, index: u64) -> (Pair, f64) {
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ index ^ 0x7714);
    let shape = shape(family, &mut random);
    let (angle, shift) = (random.magnitude(-12.0, -1.0), random.magnitude(-12.0, -1.0));
    let axis = random.direction(3);
    let length = axis.iter().map(|c| c * c).sum::<f64>().sqrt();
    let half = 0.5 * angle;
    let turn = [1.0, half * axis[0] / length, half * axis[1] / length, half * axis[2] / length];
    let quaternion = random.quaternion(3);
    let translation: Vec<f64> = (0..3).map(|_| random.uniform(-1.0, 1.0)).collect();
    let moved = match random.below(3) {
        0 => translation.clone(),
        _ => translation.iter().map(|c| c + random.uniform(-shift, shift)).collect(),
    };
    let a = BodySpec { shape: shape.clone(), pose: PoseSpec { translation, quaternion } };
    let b = BodySpec { shape, pose: PoseSpec { translation: moved, quaternion: product(quaternion, turn) } };
    (Pair { dim: 3, regime: Regime::Given, a, b }, angle)
}

/// The product of two quaternions.
fn product([a, b, c, d]: [f64; 4], [w, x, y, z]: [f64; 4]) -> [f64; 4] {
    [
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    ]
}

fn shape(family: &str, random: &mut Random) -> ShapeSpec {
    const ROUND: [&str; 4] = ["cylinder", "cone", "ellipsoid", "sphere"];
    const THIN: [&str; 4] = ["point", "segment", "triangle", "disc"];
    match family {
        "spheroid" => {
            let [r, h] = [random.uniform(0.3, 1.5), random.uniform(0.3, 1.5)];
            ShapeSpec::Ellipsoid { radii: vec![r, r, h] }
        }
        "sum" => {
            let (round, other) =
                (random.pick(&ROUND), random.pick(&["box", "segment", "cone", "triangle", "cylinder"]));
            ShapeSpec::Sum { a: one(round, random), b: one(other, random) }
        }
        "hull_of" => hull_of(&ROUND, random),
        "thin_hull_of" => hull_of(&THIN, random),
        "rounded" => {
            let radius = random.uniform(0.1, 0.5);
            let shape = if random.once_in(3) { Box::new(hull_of(&ROUND, random)) } else { any(&ROUND, random) };
            ShapeSpec::Rounded { radius, shape }
        }
        "identity" => image(|i, j| if i == j { 1.0 } else { 0.0 }, one("sphere", random)),
        "affine" => {
            let matrix: [f64; 9] = std::array::from_fn(|_| random.uniform(-1.0, 1.0));
            image(|i, j| matrix[3 * i + j], any(&ROUND, random))
        }
        "needle" => {
            let (u, v) = (random.direction(3), random.direction(3));
            let thin = random.magnitude(-9.0, -1.0);
            let rest: [f64; 9] = std::array::from_fn(|_| random.uniform(-thin, thin));
            image(|i, j| u[i] * v[j] + rest[3 * i + j], any(&ROUND, random))
        }
        "swept" => {
            let motion = (0..3).map(|_| random.uniform(-1.0, 1.0)).collect();
            ShapeSpec::Swept { motion, shape: any(&ROUND, random) }
        }
        plain => *one(plain, random),
    }
}

fn any(kinds: &[&'static str], random: &mut Random) -> Box<ShapeSpec> {
    let kind = random.pick(kinds);
    one(kind, random)
}

fn one(kind: &str, random: &mut Random) -> Box<ShapeSpec> {
    if kind == "disc" {
        return Box::new(ShapeSpec::Cylinder { radius: random.uniform(0.3, 1.5), half_length: 0.0, axis: None });
    }
    Box::new(ShapeSource { random, dim: 3, form: Form::Ordinary }.shape(kind, 0))
}

fn hull_of(kinds: &[&'static str], random: &mut Random) -> ShapeSpec {
    let count = 2 + random.below(2);
    let mut part = |_| {
        let translation = (0..3).map(|_| random.uniform(-1.0, 1.0)).collect();
        BodySpec { shape: *any(kinds, random), pose: PoseSpec { translation, quaternion: random.quaternion(3) } }
    };
    ShapeSpec::HullOf { parts: (0..count).map(&mut part).collect() }
}

fn image(entry: impl Fn(usize, usize) -> f64, shape: Box<ShapeSpec>) -> ShapeSpec {
    let matrix = (0..3).map(|i| (0..3).map(|j| entry(i, j)).collect()).collect();
    ShapeSpec::Affine { matrix, translation: vec![0.25, -0.5, 0.125], shape }
}
