//! Random numbers for the tests.

use crate::math::Real;

/// Cheap, reproducible, and good enough to mix exponents and mantissas (Steele and Vigna's splitmix64, 2014).
pub(crate) struct Random(pub u64);

impl Random {
    /// 64 of them.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// An integer below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }
    /// A number in (−1, 1).
    pub fn unit(&mut self) -> f64 {
        self.bits() as i64 as f64 / 9.3e18
    }
    /// A number of exponent in `low..=high`, zero now and then.
    pub fn of_magnitude(&mut self, low: i32, high: i32) -> f64 {
        if self.below(16) == 0 {
            return 0.0;
        }
        let e = low + self.below((high - low + 1) as u64) as i32;
        // Subnormals come from the second factor.
        (1.0 + self.unit().abs() * 0.999).copysign(self.unit())
            * f64::power_of_two(e / 2)
            * f64::power_of_two(e - e / 2)
    }
}
