//! Sets of points that hull builders get wrong.

use crate::Point;
use clearance::{Vec3, Vector};

/// xorshift64*, enough to make points.
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    /// Below `count`.
    pub fn below(&mut self, count: u64) -> u64 {
        self.bits() % count
    }
    /// Uniform in [−1, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }
    fn point(&mut self) -> Point {
        Vec3::from([(); 3].map(|()| self.unit()))
    }
    fn lattice(&mut self, side: u64) -> Point {
        Vec3::from([(); 3].map(|()| self.below(side) as f64))
    }
}

/// The names of the kinds of [`points`].
pub const KINDS: [&str; 12] = [
    "random",
    "sphere",
    "lattice",
    "turned lattice",
    "cocircular",
    "prism",
    "moved by 1e-14",
    "duplicates",
    "sliver",
    "any magnitude",
    "nearly flat",
    "any bits",
];

/// A set of points of one of the [`KINDS`].
pub fn points(kind: usize, random: &mut Random) -> Vec<Point> {
    let count = 1 + random.below(60) as usize;
    let axes = [(); 3].map(|()| random.point());
    let turned = |p: Point| axes[0] * p.x + axes[1] * p.y + axes[2] * p.z;
    let thickness = 10f64.powi(-(random.below(20) as i32));
    let corners = 3 + random.below(64);
    let side = 2 + random.below(4);
    let known: Vec<Point> = (0..12).map(|_| random.lattice(side)).collect();
    let make = |random: &mut Random| match KINDS[kind] {
        "random" => random.point(),
        "sphere" => random.point().normalized(),
        "lattice" => random.lattice(side),
        "turned lattice" => turned(random.lattice(side)),
        "cocircular" | "prism" => {
            let angle = random.below(corners) as f64 / corners as f64 * std::f64::consts::TAU;
            let height = if KINDS[kind] == "prism" { random.below(2) as f64 } else { 0.25 };
            Vec3::new(angle.cos(), angle.sin(), height)
        }
        "moved by 1e-14" => random.lattice(side) + random.point() * 1e-14,
        "duplicates" => known[random.below(12) as usize],
        "sliver" => turned(random.point().scaled_by(Vec3::new(1.0, 1.0, thickness))),
        "any magnitude" => Vec3::from([(); 3].map(|()| random.unit() * 2f64.powi(random.below(2000) as i32 - 1010))),
        "nearly flat" => {
            let p = random.point();
            turned(Vec3::new(p.x, p.y, (p.x * p.x + p.y * p.y) * thickness))
        }
        _ => Vec3::from([(); 3].map(|()| f64::from_bits(random.bits()))),
    };
    (0..count).map(|_| make(random)).collect()
}
