//! Random shapes and rotations from a seed.

use clearance::ShapeError;
use clearance::hull::convex_hull;

use crate::{Solid, bodies};

/// Steele and Vigna's splitmix64 (2014).
pub struct Random(u64);

impl Random {
    /// The stream of a name: a cell's pairs do not depend on which other cells are made.
    pub fn of(name: &str) -> Self {
        // Fowler, Noll and Vo's hash of the name.
        Random(name.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)))
    }
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// An integer below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
    /// Uniform in `[low, high)`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// Uniform on the unit sphere of `N` dimensions: a point of the ball, projected.
    pub fn direction<const N: usize>(&mut self) -> [f64; N] {
        loop {
            let p: [f64; N] = std::array::from_fn(|_| self.between(-1.0, 1.0));
            let square: f64 = p.iter().map(|x| x * x).sum();
            if square > 0.01 && square <= 1.0 {
                return p.map(|x| x / square.sqrt());
            }
        }
    }
    /// A hull of `n` vertices on the unit sphere.
    pub fn hull(&mut self, n: usize) -> Result<Solid, ShapeError> {
        let vertices: Vec<[f64; 3]> = (0..n).map(|_| self.direction()).collect();
        let hull = convex_hull(&vertices.iter().map(|&p| bodies::vector::<f64>(p)).collect::<Vec<_>>())?;
        let fans = hull.faces().flat_map(|face| face[1..].windows(2).map(|edge| [face[0], edge[0], edge[1]]));
        let triangles = fans.map(|triangle| triangle.map(|i| hull.vertices()[i as usize])).collect();
        Ok(Solid::Hull { vertices, triangles })
    }
}
