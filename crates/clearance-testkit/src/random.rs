//! A seeded source of random numbers, the same on every machine.

/// xoshiro256** (Blackman and Vigna, Scrambled linear pseudorandom number generators, 2021), seeded by SplitMix64.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
    /// What is drawn first, the next one last.
    given: Vec<u64>,
}

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        let mut x = seed;
        let state = std::array::from_fn(|_| {
            x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let y = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let y = (y ^ y >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            y ^ y >> 31
        });
        Random { state, given: Vec::new() }
    }

    /// Bytes, eight at a time, and after them the sequence of seed 0: so that each choice is in reach of who alters the
    /// bytes.
    pub fn reading(bytes: &[u8]) -> Self {
        let given = bytes.as_chunks::<8>().0.iter().rev().map(|&chunk| u64::from_le_bytes(chunk)).collect();
        Random { given, ..Random::new(0) }
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        if let Some(given) = self.given.pop() {
            return given;
        }
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }
    /// Uniform in `[low, high)`.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 * 2f64.powi(-53))
    }
    /// 10 to a uniform power.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        10f64.powf(self.uniform(low, high))
    }
    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }
    /// True once in `count` times.
    pub fn once_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
    /// One of the values.
    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
    /// A point of the unit ball of 2 or 3 dimensions, not too near to its centre.
    pub fn direction(&mut self, dim: usize) -> Vec<f64> {
        loop {
            let v: Vec<f64> = (0..dim).map(|_| self.uniform(-1.0, 1.0)).collect();
            let square: f64 = v.iter().map(|c| c * c).sum();
            if (0.01..=1.0).contains(&square) {
                return v;
            }
        }
    }
    /// A quaternion of no particular length; in the plane about the third axis.
    pub fn quaternion(&mut self, dim: usize) -> [f64; 4] {
        if dim == 2 {
            let v = self.direction(2);
            return [v[0], 0.0, 0.0, v[1]];
        }
        loop {
            let q: [f64; 4] = std::array::from_fn(|_| self.uniform(-1.0, 1.0));
            let square: f64 = q.iter().map(|c| c * c).sum();
            if (0.01..=1.0).contains(&square) {
                return q;
            }
        }
    }
    /// One of the rotations that map the axes to one another, exactly.
    pub fn quarter_turns(&mut self, dim: usize) -> [f64; 4] {
        const TURNS: [[f64; 4]; 6] = [
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 1.0],
            [0.0, 0.0, 0.0, 1.0],
            [1.0, 1.0, 0.0, 0.0],
            [1.0, 1.0, 1.0, 1.0],
            [0.0, 1.0, 0.0, 1.0],
        ];
        TURNS[self.below(if dim == 2 { 3 } else { 6 })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_drawn_first_and_then_the_sequence_of_seed_0() {
        let mut random = Random::reading(&[3, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 9]);
        assert_eq!([random.bits(), random.bits(), random.bits()], [3, 256, Random::new(0).bits()]);
    }

    #[test]
    fn uniform_numbers_fill_their_interval() {
        let mut random = Random::new(7);
        let sample: Vec<f64> = (0..4000).map(|_| random.uniform(2.0, 6.0)).collect();
        assert!(sample.iter().all(|x| (2.0..6.0).contains(x)));
        let mean = sample.iter().sum::<f64>() / 4000.0;
        assert!((mean - 4.0).abs() < 0.1, "{mean}");
    }
}
