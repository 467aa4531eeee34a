//! Configurations in which constraints hold, near others in which they do not: Newton's method on what is violated,
//! with steps of least norm (D. Berenson, S. Srinivasa and J. Kuffner, Task space regions, 2011).

use super::space::JointSpace;
use crate::cell::keep::Height;
use crate::cell::workcell::Workcell;
use crate::linear::{Matrix, Svd, norm};

/// Steps aim at this part of the greatest height above a limit, so that edges between projections have room.
const AIM: f64 = 0.15;

/// What has this part of it needs no step.
pub(super) const ENOUGH: f64 = 0.02;

/// The maximum number of steps.
const STEPS: u32 = 20;

/// Singular values below this part of the largest count as zero.
const DAMPING: f64 = 1e-6;

/// The longest step, radians or metres of joint values.
const LONGEST: f64 = 0.5;

/// Newton's step towards what all constraints of a cell permit; `None` if they hold with some room.
pub(super) fn correction(cell: &Workcell, q: &[f64]) -> Option<Vec<f64>> {
    let heights = cell.constraint_heights(q).unwrap_or_default();
    let missing: Vec<&Height> = heights.iter().filter(|height| height.value < ENOUGH * height.depth).collect();
    if missing.is_empty() {
        return None;
    }
    let mut rows = Matrix::zero(missing.len(), q.len());
    for (i, height) in missing.iter().enumerate() {
        height.gradient.iter().enumerate().for_each(|(k, entry)| *rows.at_mut(i, k) = *entry);
    }
    let rise: Vec<f64> = missing.iter().map(|height| AIM * height.depth - height.value).collect();
    let mut way = Svd::new(&rows).solve(&rise, DAMPING);
    let length = norm(&way);
    if length > LONGEST {
        way.iter_mut().for_each(|entry| *entry *= LONGEST / length);
    }
    Some(way)
}

/// A configuration within the limits of a space in which the constraints of its cell hold, up to rounding, near another
/// one; `None` if no step leads there.
pub(super) fn projected(cell: &Workcell, space: &JointSpace, q: &[f64]) -> Option<Vec<f64>> {
    let mut q = q.to_vec();
    for _ in 0..STEPS {
        let Some(way) = correction(cell, &q) else { return Some(q) };
        q.iter_mut().zip(&way).for_each(|(value, change)| *value += change);
        space.clamp(&mut q);
    }
    None
}
