//! Stretches of time with boxes of errors, and whether some of them cover another one.

use crate::path::Cell;

/// A stretch of time, and a box of errors.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub ends: [f64; 2],
    pub cell: Cell,
}

impl Region {
    fn holds(&self, other: &Self) -> bool {
        self.ends[0] <= other.ends[0] && other.ends[1] <= self.ends[1] && self.cell.holds(&other.cell)
    }

    /// Whether both have more in common than a border; in directions in which they have no extent, a point counts.
    pub fn meets(&self, other: &Self) -> bool {
        let crosses =
            |[a, b]: [f64; 2], [c, d]: [f64; 2]| a.max(c) < b.min(d) || (a == b || c == d) && a.max(c) <= b.min(d);
        let side = |of: &Self, i: usize| [of.cell.lower[i], of.cell.upper[i]];
        crosses(self.ends, other.ends) && (0..self.cell.lower.len()).all(|i| crosses(side(self, i), side(other, i)))
    }

    /// A stretch of time in which some regions do not cover this one; they all meet it. In the order of time, `n` of
    /// them take about `n log n` comparisons.
    pub fn hole(&self, regions: &[&Region]) -> Option<[f64; 2]> {
        if regions.iter().any(|region| region.holds(self)) {
            return None;
        }
        let (before, after) = regions.split_at(regions.len() / 2);
        let Some((direction, at)) = after.iter().chain(before).find_map(|region| self.cut_by(region)) else {
            return Some(self.ends);
        };
        let mut halves = [self.clone(), self.clone()];
        match direction {
            None => (halves[0].ends[1], halves[1].ends[0]) = (at, at),
            Some(i) => (halves[0].cell.upper[i], halves[1].cell.lower[i]) = (at, at),
        }
        halves.iter().find_map(|half| {
            let own: Vec<&Region> = regions.iter().copied().filter(|region| region.meets(half)).collect();
            half.hole(&own)
        })
    }

    /// A side of another region that lies within this one: of time, or of a direction of the errors.
    fn cut_by(&self, other: &Region) -> Option<(Option<usize>, f64)> {
        let inside = |at: f64, [low, high]: [f64; 2]| low < at && at < high;
        if let Some(&at) = other.ends.iter().find(|&&at| inside(at, self.ends)) {
            return Some((None, at));
        }
        (0..self.cell.lower.len()).find_map(|i| {
            let side = [self.cell.lower[i], self.cell.upper[i]];
            let at = [other.cell.lower[i], other.cell.upper[i]].into_iter().find(|&at| inside(at, side))?;
            Some((Some(i), at))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cells_leave_uncovered_is_found() {
        let region = |ends: [f64; 2], lower: [f64; 2], upper: [f64; 2]| Region {
            ends,
            cell: Cell { lower: lower.to_vec(), upper: upper.to_vec() },
        };
        let whole = region([0.0, 1.0], [-1.0, 0.0], [1.0, 0.0]);
        let parts = [
            region([0.0, 1.0], [-1.0, 0.0], [0.25, 0.0]),
            region([0.0, 0.5], [0.25, 0.0], [1.0, 0.0]),
            region([0.5, 1.0], [0.25, 0.0], [1.0, 0.0]),
        ];
        assert_eq!(whole.hole(&parts.each_ref()), None);
        assert_eq!(whole.hole(&[&parts[0], &parts[1]]), Some([0.5, 1.0]));
        assert_eq!(whole.hole(&[&whole]), None);
        assert_eq!(whole.hole(&[]), Some([0.0, 1.0]));
    }
}
