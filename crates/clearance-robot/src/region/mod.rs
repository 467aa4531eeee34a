//! Free regions of joint space: boxes and polytopes around a configuration in which nothing collides, with a
//! certificate, and the regions of others, checked.
//!
//! A region is a box of joint values, or the part of it that some half-spaces `A q ≤ b` leave. For each pair its box is
//! cut into cells, and in each cell an axis that is fixed in a frame keeps the pair apart, by the bound of
//! `bound/height` or by the way of the joints alone. A [certificate](crate::certificate) lists axes and cuts.

mod carve;
mod cell;
mod foreign;
mod grow;
mod grow_polytope;
mod loosen;
mod prove;
mod range;
mod sketch;
#[cfg(test)]
mod tests;

pub use crate::bound::polytope::Polytope;
pub use foreign::Foreign;

/// How much work regions take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrowOptions {
    /// The half width that a box may have at most, for each joint: radians or metres.
    pub most: f64,
    /// Maximum number of cells in the proof of a box, for each pair.
    pub cells: usize,
    /// Maximum number of cells in the proofs of a polytope that grows, for all pairs together.
    pub polytope_cells: usize,
    /// How many times each side is moved out.
    pub rounds: usize,
    /// How many configurations of a foreign region are tried before it is proven.
    pub samples: usize,
    /// Seed of these configurations.
    pub seed: u64,
}

impl Default for GrowOptions {
    /// Half a turn at most, 2000 cells, 60 000 for polytopes, two rounds, 20 000 samples: of regions by sampling one
    /// configuration in a thousand collides.
    fn default() -> Self {
        GrowOptions {
            most: core::f64::consts::PI,
            cells: 2000,
            polytope_cells: 60_000,
            rounds: 2,
            samples: 20_000,
            seed: 1,
        }
    }
}
