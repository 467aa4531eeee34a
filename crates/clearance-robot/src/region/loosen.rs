//! Moves the half-spaces of a proven region out as far as its proof allows, and drops those that it does not need.

use super::bound_by;
use super::cells::{PairCells, RegionNode, leaves};
use super::certificate::RegionCertificate;
use super::multipliers::shift;
use super::polytope::Polytope;
use crate::prove::range::Refinable;
use crate::prove::range::{Evaluator, RangeOfMotion};

/// A leaf that depends on rows: what is left above the margin, and how fast each row takes it.
struct Need {
    left: f64,
    rows: Vec<(usize, f64)>,
}

/// Which part of what is left rows take in turn: first half of it, then nearly all.
const PARTS: [f64; 3] = [0.5, 0.5, 0.95];

impl RangeOfMotion<'_> {
    /// The region with its half-spaces farther out, by the same cells and axes.
    pub(super) fn loosened(&self, region: RegionCertificate) -> RegionCertificate {
        let pairs: Vec<Refinable> = self.all_pairs().into_iter().map(|place| self.refinable(place)).collect();
        let evaluator = self.evaluator(&pairs);
        let Ok(tight) = Polytope::new(region.a.clone(), region.b.clone(), region.joints.len()) else { return region };
        let mut needs: Vec<Need> = Vec::new();
        for (pair, cells) in region.pairs.iter().enumerate() {
            for (place, cell) in leaves(&region.joints, &region.sides, &cells.cells) {
                let need = match &cells.cells[place] {
                    RegionNode::Axis { rows, .. } if !rows.is_empty() => Need {
                        left: self.proven(&evaluator, pair, (&cell, &cells.cells[place]), &tight)
                            - pairs[pair].chain.margin,
                        rows: rows.clone(),
                    },
                    RegionNode::Outside { row } => Need { left: tight.beyond_by(*row, &cell), rows: vec![(*row, 1.0)] },
                    _ => continue,
                };
                needs.push(need);
            }
        }
        let mut loose = tight;
        loosen(&mut loose, &mut needs);
        let mut found = region.clone();
        (found.a, found.b) = (loose.rows().0.to_vec(), loose.rows().1.to_vec());
        for (pair, PairCells { cells, .. }) in found.pairs.iter_mut().enumerate() {
            for (place, cell) in leaves(&found.joints, &found.sides, cells) {
                let proven = self.proven(&evaluator, pair, (&cell, &cells[place]), &loose);
                let holds = match &mut cells[place] {
                    RegionNode::Axis { bound, .. } => {
                        *bound = proven;
                        proven > pairs[pair].chain.margin
                    }
                    RegionNode::Outside { row } => loose.is_beyond(*row, &cell),
                    RegionNode::Cut(..) => true,
                };
                if !holds {
                    return needed(region);
                }
            }
        }
        needed(found)
    }

    /// What the axis of a leaf proves; minus infinity of other leaves.
    fn proven(
        &self,
        evaluator: &Evaluator,
        pair: usize,
        (cell, leaf): (&[[f64; 2]], &RegionNode),
        polytope: &Polytope,
    ) -> f64 {
        let RegionNode::Axis { axis, frame, rows, .. } = leaf else { return f64::NEG_INFINITY };
        let of = &evaluator.pairs[pair];
        let own: Vec<[f64; 2]> = of.chain.frames.variables.iter().map(|&variable| cell[variable]).collect();
        let side = self.side_named(of, frame);
        let shift = shift(polytope, rows, cell, &of.chain.frames.variables);
        let (Some(side), Some(shift)) = (side, shift) else { return f64::NEG_INFINITY };
        bound_by(evaluator, pair, &own, (side, *axis), &shift)
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
fn needed(mut region: RegionCertificate) -> RegionCertificate {
    let mut used = vec![false; region.b.len()];
    let all = |region: &mut RegionCertificate, on: &mut dyn FnMut(&mut usize)| {
        for node in region.pairs.iter_mut().flat_map(|pair| &mut pair.cells) {
            match node {
                RegionNode::Axis { rows, .. } => rows.iter_mut().for_each(|(row, _)| on(row)),
                RegionNode::Outside { row } => on(row),
                RegionNode::Cut(..) => {}
            }
        }
    };
    all(&mut region, &mut |row| used[*row] = true);
    let places: Vec<usize> =
        used.iter().scan(0, |next, &used| Some(std::mem::replace(next, *next + usize::from(used)))).collect();
    all(&mut region, &mut |row| *row = places[*row]);
    let keep = |row: &usize| used[*row];
    region.a = (0..used.len()).filter(keep).map(|row| region.a[row].clone()).collect();
    region.b = (0..used.len()).filter(keep).map(|row| region.b[row]).collect();
    region
}
