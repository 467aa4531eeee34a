//! Adds half-spaces where a proof would need too small cells: they cut off what one axis does not prove.
//!
//! In a cell that an axis does not prove, the change of the gap at its two most binding points is linear in the joints.
//! The half-space of the configurations in which it takes little enough proves the cell with a multiplier of one, since
//! that change is then taken off the gradient of all points. Where that cuts off the seed, the cell is cut off whole.

use clearance::Real;

use super::cell::{Leaf, OpenCell};
use crate::bound::parameter_box::{half_width, middle};
use crate::bound::polytope::Polytope;
use crate::prove::range::AxisBound;

/// How a region is carved.
pub(super) struct Carver<'c> {
    /// What has to stay in the region.
    pub seed: &'c [f64],
    /// The half width of the whole box for each joint, which distances from the seed are measured by.
    pub widths: &'c [f64],
    /// Cells whose paths curve by more are cut on, metres.
    pub step: f64,
    /// Maximum number of half-spaces.
    pub rows: usize,
}

/// The seed stays at least this part of the box away from a new half-space, if another way is left.
const ROOM: f64 = 0.05;

/// The part of its distance from the seed by which a half-space may be moved in for a cell, instead of a new one.
const MOVED: f64 = 0.03;

/// Which part of the curvature is left as a clearance.
const LEFT: f64 = 1.0 / 64.0;

impl Carver<'_> {
    /// Carves the polytope so that a cell is proven; `None` if it is to be cut on.
    pub fn carve(&self, polytope: &mut Polytope, cell: &OpenCell) -> Option<Leaf> {
        let best = cell.best.as_ref()?;
        if best.bound.curvature > self.step {
            return None;
        }
        let slack = LEFT * best.bound.curvature;
        if let Some(leaf) = self.moved(polytope, cell, slack) {
            return Some(leaf);
        }
        let across = (polytope.rows().1.len() < self.rows).then(|| self.across(polytope, cell, slack)).flatten();
        let beyond = self.beyond(cell.full);
        let room = |row: &Option<(Vec<f64>, f64)>| row.as_ref().map_or(f64::NEG_INFINITY, |row| self.room(row));
        let (first, second) = (room(&across), room(&beyond));
        if !(first.max(second) > 0.0) {
            return None;
        }
        if first >= second || first > ROOM {
            let (a, b) = across?;
            return self.proven(polytope, cell, (a, b));
        }
        let (a, b) = beyond?;
        let row = polytope.push(a, b);
        polytope.is_beyond(row, cell.full).then_some(Leaf::Outside(row)).or_else(|| {
            polytope.pop();
            None
        })
    }

    /// How far the seed is from a half-space, as a part of the box.
    fn room(&self, (a, b): &(Vec<f64>, f64)) -> f64 {
        let at: f64 = a.iter().zip(self.seed).map(|(a, seed)| a * seed).sum();
        let across: f64 = a.iter().zip(self.widths).map(|(a, width)| a.abs() * width).sum();
        if across > 0.0 { (b - at) / across } else { f64::NEG_INFINITY }
    }

    /// The row that has the largest multiplier in the cell is moved in a little.
    fn moved(&self, polytope: &mut Polytope, cell: &OpenCell, slack: f64) -> Option<Leaf> {
        let best = cell.best.as_ref()?;
        let margin = cell.at.posed.pair.chain.margin;
        let &(row, y) = best.rows.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let (a, b) = polytope.row(row)?;
        let lacking = (margin + slack - best.bound.lower) / y;
        let first = polytope.first(row);
        let moved = b - lacking;
        let [was, is] = [first, moved].map(|b| self.room(&(a.to_vec(), b)));
        let full = polytope.rows().1.len() >= self.rows;
        if !(lacking.is_finite() && is > if full { 0.0 } else { (1.0 - MOVED) * was }) {
            return None;
        }
        polytope.set(row, moved);
        match cell.bound_with(polytope, &best.rows) {
            Some(AxisBound { lower, .. }) if lower > margin => {
                let rows = best.rows.clone();
                Some(Leaf::Axis { axis: best.axis, bound: lower, rows })
            }
            _ => {
                polytope.set(row, b);
                None
            }
        }
    }

    /// The half-space in which the most binding points are far enough apart.
    fn across(&self, polytope: &mut Polytope, cell: &OpenCell, slack: f64) -> Option<(Vec<f64>, f64)> {
        let plain = cell.bound_with(polytope, &[])?;
        let variables = &cell.at.posed.pair.chain.frames.variables;
        let mut a = vec![0.0; cell.full.len()];
        for ((&variable, change), half) in variables.iter().zip(plain.change(cell.at.halves.len())).zip(&cell.at.halves)
        {
            a[variable] = if *half > 0.0 { change / half } else { 0.0 };
        }
        let at: f64 = a.iter().zip(cell.full).map(|(a, &side)| a * middle(side)).sum();
        if a.iter().all(|a| *a == 0.0) || !a.iter().all(|a| a.is_finite()) {
            return None;
        }
        let row = polytope.push(a.clone(), at);
        let bound = cell.bound_with(polytope, &[(row, 1.0)]);
        polytope.pop();
        let b = at + (bound?.lower - cell.at.posed.pair.chain.margin - slack);
        b.is_finite().then_some((a, b))
    }

    fn proven(&self, polytope: &mut Polytope, cell: &OpenCell, (a, b): (Vec<f64>, f64)) -> Option<Leaf> {
        let best = cell.best.as_ref()?;
        let row = polytope.push(a, b);
        if polytope.is_beyond(row, cell.full) {
            return Some(Leaf::Outside(row));
        }
        match cell.bound_with(polytope, &[(row, 1.0)]) {
            Some(AxisBound { lower, .. }) if lower > cell.at.posed.pair.chain.margin => {
                Some(Leaf::Axis { axis: best.axis, bound: lower, rows: vec![(row, 1.0)] })
            }
            _ => {
                polytope.pop();
                None
            }
        }
    }

    /// The half-space between the seed and the cell.
    fn beyond(&self, full: &[[f64; 2]]) -> Option<(Vec<f64>, f64)> {
        let toward = |((&side, seed), width): ((&[f64; 2], &f64), &f64)| {
            let way = middle(side) - seed;
            if *width > 0.0 && half_width(side) < *width { way / (width * width) } else { 0.0 }
        };
        let a: Vec<f64> = full.iter().zip(self.seed).zip(self.widths).map(toward).collect();
        let corner = a.iter().zip(full).map(|(a, side)| if *a > 0.0 { a * side[0] } else { a * side[1] });
        let least: f64 = corner.sum();
        let size: f64 = a.iter().zip(full).map(|(a, side)| a.abs() * side[0].abs().max(side[1].abs())).sum();
        let b = least - 64.0 * (a.len() as f64 + 1.0) * f64::UNIT * size;
        (a.iter().any(|a| *a != 0.0) && b.is_finite()).then_some((a, b))
    }
}
