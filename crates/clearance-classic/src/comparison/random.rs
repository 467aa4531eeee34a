//! Random numbers that are the same on every machine.

use clearance::{Real, Rotor3, Vec3, Vector};

/// SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number generators, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    /// Uniform in `[low, high)`.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 * f64::power_of_two(-53))
    }

    /// A unit vector, uniform on the sphere.
    pub fn direction(&mut self) -> Vec3<f64> {
        loop {
            let point = Vec3::from_fn(|_| self.uniform(-1.0, 1.0));
            // Out of the cube into the ball, and not so near to its centre that rounding shows.
            if (0.01..=1.0).contains(&point.norm_squared()) {
                return point.normalized();
            }
        }
    }

    /// A rotation about a random axis by a random angle.
    pub fn rotor(&mut self) -> Rotor3<f64> {
        let axis = self.direction();
        Rotor3::from_axis_angle(axis, self.uniform(0.0, core::f64::consts::TAU)).unwrap()
    }
}
