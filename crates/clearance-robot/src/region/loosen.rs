//! Moves the half-spaces of a proven region out as far as its proof allows, and drops those that it does not need.

use crate::bound::multipliers::shift;
use crate::bound::parameter_box::JointBox;
use crate::bound::polytope::Polytope;
use crate::cell::chain::FixedAxis;
use crate::certificate::{CellNode, leaves};
use crate::linear::{dot, norm};
use crate::prove::range::{Evaluator, RangeOfMotion, Refinable};

/// A leaf that depends on rows: what is left above the margin, and how fast each row takes it.
struct Need {
    left: f64,
    rows: Vec<(usize, f64)>,
}

/// Which part of what is left rows take in turn: first half of it, then nearly all.
const PARTS: [f64; 3] = [0.5, 0.5, 0.95];

/// A part of a box that half-spaces leave, with the cells that prove each pair.
pub(super) struct Carved {
    pub over: JointBox,
    pub polytope: Polytope,
    pub cells: Vec<Vec<CellNode>>,
}

impl Carved {
    /// The distance of a configuration from the nearest half-space or side that is no limit.
    pub fn room(&self, q: &[f64], limits: &JointBox) -> f64 {
        let (a, b) = self.polytope.rows();
        let row = |(a, b): (&Vec<f64>, &f64)| (b - dot(a, q)) / norm(a);
        let ends = self.over.sides().iter().zip(limits.sides()).zip(q).flat_map(|((side, limit), value)| {
            let room = |end: usize| if side[end] == limit[end] { f64::INFINITY } else { (side[end] - value).abs() };
            [room(0), room(1)]
        });
        a.iter().zip(b).map(row).chain(ends).fold(f64::INFINITY, f64::min)
    }
}

impl RangeOfMotion<'_> {
    /// The region with its half-spaces farther out, by the same cells and axes.
    pub(super) fn loosened(&self, region: Carved) -> Carved {
        let pairs: Vec<Refinable> = self.all_pairs().into_iter().map(|place| self.refinable(place)).collect();
        let evaluator = self.evaluator(&pairs);
        let joints = self.variable_names();
        let tight = &region.polytope;
        let mut needs: Vec<Need> = Vec::new();
        for (pair, cells) in region.cells.iter().enumerate() {
            for (place, cell) in leaves(&joints, region.over.sides(), cells) {
                let need = match &cells[place] {
                    CellNode::Axis { rows, .. } if !rows.is_empty() => Need {
                        left: self.proven(&evaluator, pair, &cell, &cells[place], tight) - pairs[pair].chain.margin,
                        rows: rows.clone(),
                    },
                    CellNode::Outside { row } => Need { left: tight.beyond_by(*row, &cell), rows: vec![(*row, 1.0)] },
                    _ => continue,
                };
                needs.push(need);
            }
        }
        let mut loose = tight.made_anew();
        loosen(&mut loose, &mut needs);
        let mut found = region.cells.clone();
        for (pair, cells) in found.iter_mut().enumerate() {
            for (place, cell) in leaves(&joints, region.over.sides(), cells) {
                let proven = self.proven(&evaluator, pair, &cell, &cells[place], &loose);
                let holds = match &mut cells[place] {
                    CellNode::Axis { bound, .. } => {
                        *bound = proven;
                        proven > pairs[pair].chain.margin
                    }
                    CellNode::Outside { row } => loose.is_beyond(*row, &cell),
                    CellNode::Cut(..) => true,
                };
                if !holds {
                    return needed(region);
                }
            }
        }
        needed(Carved { over: region.over, polytope: loose, cells: found })
    }

    /// What the axis of a leaf proves; minus infinity of other leaves.
    fn proven(
        &self,
        evaluator: &Evaluator,
        pair: usize,
        cell: &[[f64; 2]],
        leaf: &CellNode,
        polytope: &Polytope,
    ) -> f64 {
        let CellNode::Axis { axis, frame, rows, .. } = leaf else { return f64::NEG_INFINITY };
        let of = &evaluator.pairs[pair];
        let own: Vec<[f64; 2]> = of.chain.frames.variables.iter().map(|&variable| cell[variable]).collect();
        let side = self.side_named(of, frame);
        let shift = shift(polytope, rows, cell, &of.chain.frames.variables);
        let (Some(side), Some(shift)) = (side, shift) else { return f64::NEG_INFINITY };
        let fixed = FixedAxis { side, axis: (*axis).into() };
        evaluator.bound_by(pair, &own, fixed, &shift, f64::INFINITY)
    }
}

/// Moves each row out by a part of what all leaves that need it have left.
fn loosen(polytope: &mut Polytope, needs: &mut [Need]) {
    for part in PARTS {
        for row in 0..polytope.rows().1.len() {
            let rate = |need: &Need| need.rows.iter().find(|(other, _)| *other == row).map_or(0.0, |(_, y)| *y);
            let room = needs.iter().filter(|need| rate(need) > 0.0).map(|need| need.left / rate(need));
            let moved = part * room.fold(f64::INFINITY, f64::min);
            if moved > 0.0 && moved.is_finite() {
                polytope.set(row, polytope.rows().1[row] + moved);
                needs.iter_mut().for_each(|need| need.left -= moved * rate(need));
            }
        }
    }
}

/// Without the rows that no leaf uses.
fn needed(mut region: Carved) -> Carved {
    let mut used = vec![false; region.polytope.rows().1.len()];
    let all = |cells: &mut [Vec<CellNode>], on: &mut dyn FnMut(&mut usize)| {
        for node in cells.iter_mut().flatten() {
            match node {
                CellNode::Axis { rows, .. } => rows.iter_mut().for_each(|(row, _)| on(row)),
                CellNode::Outside { row } => on(row),
                CellNode::Cut(..) => {}
            }
        }
    };
    all(&mut region.cells, &mut |row| used[*row] = true);
    let places: Vec<usize> =
        used.iter().scan(0, |next, &used| Some(std::mem::replace(next, *next + usize::from(used)))).collect();
    all(&mut region.cells, &mut |row| *row = places[*row]);
    region.polytope.retain(&used);
    region
}
