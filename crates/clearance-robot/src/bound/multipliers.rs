//! What rows of `A q ≤ b` add to the bound of a cell.
//!
//! With multipliers `y ≥ 0`, `Aᵀy·δ ≤ y·(b − A c)` about the middle `c` of the cell: a [`Shift`] of the changes of
//! heights. Any `y` gives a bound that holds; here the ones are sought that take most off the change at one pair of
//! points.

use clearance::Real;

use super::polytope::{Polytope, along};
use crate::bound::height::Shift;
use crate::bound::parameter_box::{half_width, middle};

/// How many rows are combined in a cell.
const MOST_ROWS: usize = 4;

/// The shift of rows with their multipliers in a cell. `full` has the sides of all variables of the robot, `own` which
/// of them are the pair's. None if a multiplier is negative or no number, or a row is none.
///
/// Each sum of `m` products errs by `(m + 4) 2u` of the sum of their sizes; variables that are none of the pair's
/// count with their whole half widths.
pub(crate) fn shift(polytope: &Polytope, rows: &[(usize, f64)], full: &[[f64; 2]], own: &[usize]) -> Option<Shift> {
    let (a, b) = polytope.rows();
    if rows.is_empty() {
        return Some(Shift::default());
    }
    if rows.iter().any(|&(row, y)| row >= a.len() || !(0.0..f64::INFINITY).contains(&y)) {
        return None;
    }
    let terms = 2.0 * f64::UNIT * (rows.len() as f64 + 4.0);
    let mut most = 0.0;
    let mut size = 0.0;
    for &(row, y) in rows {
        let (at, error) = along(&a[row], full.iter().map(|&side| middle(side)));
        most += y * (b[row] - at);
        size += y * (b[row].abs() + at.abs() + error / f64::UNIT);
    }
    let mut scaled = vec![0.0; own.len()];
    for (variable, &side) in full.iter().enumerate() {
        let half = half_width(side);
        let sum: f64 = rows.iter().map(|&(row, y)| y * a[row][variable]).sum();
        let whole: f64 = rows.iter().map(|&(row, y)| y * a[row][variable].abs()).sum();
        size += half * whole;
        match own.binary_search(&variable) {
            Ok(place) => scaled[place] = sum * half,
            Err(_) => most += sum.abs() * half,
        }
    }
    let most = most + (terms + 4.0 * f64::UNIT * full.len() as f64) * size + f64::SMALLEST;
    most.is_finite().then_some(Shift { scaled, most })
}

/// The rows as a cell sees them: what they leave in the middle, and what they take per half width of the pair's
/// variables.
pub(crate) struct CellRows {
    rows: Vec<(usize, f64, Vec<f64>)>,
}

impl CellRows {
    /// Those that cut the cell.
    pub fn of(polytope: &Polytope, full: &[[f64; 2]], own: &[usize]) -> Self {
        let (a, b) = polytope.rows();
        let mut rows = Vec::new();
        for (row, (a, b)) in a.iter().zip(b).enumerate() {
            let mut room = *b;
            let mut span = 0.0;
            let mut scaled = vec![0.0; own.len()];
            for (variable, (&a, &side)) in a.iter().zip(full).enumerate().filter(|(_, (a, _))| **a != 0.0) {
                room -= a * middle(side);
                match own.binary_search(&variable) {
                    Ok(place) => {
                        scaled[place] = a * half_width(side);
                        span += scaled[place].abs();
                    }
                    Err(_) => room += a.abs() * half_width(side),
                }
            }
            if span > room {
                rows.push((row, room, scaled));
            }
        }
        CellRows { rows }
    }

    /// Rows and multipliers that take off much of a change `Σ w_v t_v`: the row that takes off most, then another one,
    /// as long as it pays.
    pub fn best(&self, change: &[f64]) -> Vec<(usize, f64)> {
        let mut left = change.to_vec();
        let mut found: Vec<(usize, f64)> = Vec::new();
        for _ in 0..MOST_ROWS {
            let least = 1e-3 * left.iter().map(|w| w.abs()).sum::<f64>();
            let best = self.rows.iter().map(|row| (row, multiplier(&left, row.1, &row.2)));
            let best = best.filter(|(_, (_, gain))| *gain > least).max_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b));
            let Some(((row, _, scaled), (y, _))) = best else { break };
            left.iter_mut().zip(scaled).for_each(|(left, r)| *left -= y * r);
            match found.iter_mut().find(|(other, _)| other == row) {
                Some((_, sum)) => *sum += y,
                None => found.push((*row, y)),
            }
        }
        found
    }
}

/// The `y ≥ 0` with the least `y room + Σ |w_v − y r_v|`, and by how much that is less than with none: the sum is
/// convex, and its slope changes where `w_v = y r_v`.
fn multiplier(change: &[f64], room: f64, row: &[f64]) -> (f64, f64) {
    let value = |y: f64| y * room + change.iter().zip(row).map(|(w, r)| (w - y * r).abs()).sum::<f64>();
    let none = value(0.0);
    let kinks = change.iter().zip(row).filter(|(w, r)| *w * *r > 0.0).map(|(w, r)| w / r);
    let best = kinks.map(|y| (y, none - value(y))).max_by(|a, b| a.1.total_cmp(&b.1));
    best.filter(|(y, _)| y.is_finite()).unwrap_or((0.0, 0.0))
}
