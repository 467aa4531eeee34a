//! A cell of a region: what is known of it while no axis proves it, and what proves it.

use crate::bound::multipliers::shift;
use crate::bound::polytope::Polytope;
use crate::cell::chain::FixedAxis;
use crate::prove::range::{AxisBound, PosedCell};

/// What is known of a cell that no axis proves.
pub(super) struct OpenCell<'c> {
    pub pair: usize,
    /// The sides of all variables of the robot.
    pub full: &'c [[f64; 2]],
    pub at: PosedCell<'c>,
    /// The axis with the largest bound; `None` if nothing has a gap along one.
    pub best: Option<Best>,
}

/// The axis with the largest bound in a cell.
pub(super) struct Best {
    pub axis: FixedAxis,
    pub rows: Vec<(usize, f64)>,
    /// What is proven, and what the bound by gradient and curvature consists of.
    pub proven: f64,
    pub bound: AxisBound,
}

impl OpenCell<'_> {
    /// The bound of the best axis by its gradient, with other rows.
    pub fn bound_with(&self, polytope: &Polytope, rows: &[(usize, f64)]) -> Option<AxisBound> {
        let best = self.best.as_ref()?;
        let shift = shift(polytope, rows, self.full, &self.at.posed.pair.chain.frames.variables)?;
        self.at.gradient(best.axis, &shift)
    }
}

/// What proves a cell.
pub(super) enum Leaf {
    Outside(usize),
    Axis { axis: FixedAxis, bound: f64, rows: Vec<(usize, f64)> },
}
