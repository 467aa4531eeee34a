//! Half-spaces of joint space.

use clearance::Real;

use crate::bound::parameter_box::JointBox;
use crate::error::RobotError;
use crate::random::Random;

/// The configurations with `A q ≤ b`; all of them without rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polytope {
    a: Vec<Vec<f64>>,
    b: Vec<f64>,
    /// The `b` that rows were made with, while a region grows.
    first: Vec<f64>,
}

impl Polytope {
    /// Rows `A` with as many numbers as the robot has values, and as many numbers `b`.
    pub fn new(a: Vec<Vec<f64>>, b: Vec<f64>, dof: usize) -> Result<Self, RobotError> {
        if a.len() != b.len() {
            return Err(RobotError::new(format!("A has {} rows, b {} numbers", a.len(), b.len())));
        }
        if let Some(i) = a.iter().position(|row| row.len() != dof) {
            return Err(RobotError::new(format!("row {i} of A: expected {dof} numbers, got {}", a[i].len())));
        }
        match a.iter().flatten().chain(&b).find(|number| !number.is_finite()) {
            Some(number) => Err(RobotError::new(format!("A and b must be finite, got {number}"))),
            None => Ok(Polytope { first: b.clone(), a, b }),
        }
    }

    /// The rows.
    pub fn rows(&self) -> (&[Vec<f64>], &[f64]) {
        (&self.a, &self.b)
    }

    /// One row.
    pub(crate) fn row(&self, row: usize) -> Option<(&[f64], f64)> {
        Some((self.a.get(row)?, *self.b.get(row)?))
    }

    /// The `b` that a row was made with.
    pub(crate) fn first(&self, row: usize) -> f64 {
        self.first[row]
    }

    /// Adds a row, and says which one it is.
    pub(crate) fn push(&mut self, a: Vec<f64>, b: f64) -> usize {
        self.a.push(a);
        self.b.push(b);
        self.first.push(b);
        self.a.len() - 1
    }

    /// Takes off the last row.
    pub(crate) fn pop(&mut self) {
        self.a.pop();
        self.b.pop();
        self.first.pop();
    }

    /// The polytope as if made with the rows as they are now.
    pub(crate) fn made_anew(&self) -> Self {
        Polytope { first: self.b.clone(), ..self.clone() }
    }

    /// Keeps the rows that are marked.
    pub(crate) fn retain(&mut self, kept: &[bool]) {
        let mut marks = kept.iter();
        self.a.retain(|_| marks.next() == Some(&true));
        for numbers in [&mut self.b, &mut self.first] {
            let mut marks = kept.iter();
            numbers.retain(|_| marks.next() == Some(&true));
        }
    }

    /// Moves a row.
    pub(crate) fn set(&mut self, row: usize, b: f64) {
        self.b[row] = b;
    }

    /// Whether a configuration is proven to be in it.
    pub fn holds(&self, q: &[f64]) -> bool {
        self.a.iter().zip(&self.b).all(|(row, b)| {
            let (sum, error) = along(row, q.iter().copied());
            sum + error <= *b
        })
    }

    /// Whether all of a box is proven to be beyond a row.
    pub fn is_beyond(&self, row: usize, sides: &[[f64; 2]]) -> bool {
        self.beyond_by(row, sides) > 0.0
    }

    /// How far `a·q` is beyond `b` in all of a box at least; minus infinity of a row that is none.
    pub(crate) fn beyond_by(&self, row: usize, sides: &[[f64; 2]]) -> f64 {
        let Some((a, b)) = self.row(row) else { return f64::NEG_INFINITY };
        // The least of a·q is at the low end where a is positive, at the high one where it is negative.
        let corner = a.iter().zip(sides).map(|(a, side)| if *a > 0.0 { side[0] } else { side[1] });
        let (sum, error) = along(a, corner);
        let size: f64 = a.iter().zip(sides).map(|(a, [low, high])| a.abs() * low.abs().max(high.abs())).sum();
        // Rounding does not change the sign of a difference.
        (sum - error - 4.0 * f64::UNIT * size) - b
    }

    /// A row that all of a box is beyond.
    pub fn row_beyond(&self, sides: &[[f64; 2]]) -> Option<usize> {
        (0..self.a.len()).find(|&row| self.is_beyond(row, sides))
    }

    /// A part of a box that one row shows to be outside, at an end of a variable; `None` if none is wide enough: a part
    /// of the side, and of that in the whole box.
    pub(crate) fn trim(&self, sides: &[[f64; 2]], whole: &[[f64; 2]]) -> Option<Trim> {
        let mut best: Option<(f64, Trim)> = None;
        for (row, (a, b)) in self.a.iter().zip(&self.b).enumerate() {
            // The least of a·q, and what each variable adds to it on its way to the other end.
            let least: f64 = a.iter().zip(sides).map(|(a, side)| (a * side[0]).min(a * side[1])).sum();
            for (variable, (a, [low, high])) in a.iter().zip(sides).enumerate() {
                let width = high - low;
                // What the row leaves, and a little of what it does not, for rounding.
                let kept = ((b - least) / a.abs()).max(0.0) + ROUNDED * width;
                let part = 1.0 - kept / width;
                if !(part > PART && part > best.as_ref().map_or(0.0, |best| best.0)) {
                    continue;
                }
                let (at, end) = if *a > 0.0 { (low + kept, 1) } else { (high - kept, 0) };
                let mut cut = sides.to_vec();
                cut[variable] = if end == 1 { [at, *high] } else { [*low, at] };
                if width > SMALL * (whole[variable][1] - whole[variable][0]) && self.is_beyond(row, &cut) {
                    best = Some((part, Trim { variable, at, end, row }));
                }
            }
        }
        best.map(|(_, trim)| trim)
    }

    /// A box about its part in a box: each row bounds each joint by what the others leave. None if nothing is left.
    pub fn bounding(&self, within: &JointBox) -> Option<JointBox> {
        let mut sides = within.sides().to_vec();
        for _ in 0..20 {
            for (row, b) in self.a.iter().zip(&self.b) {
                for joint in (0..sides.len()).filter(|&joint| row[joint] != 0.0) {
                    let corner = row.iter().zip(&sides).enumerate().map(|(i, (a, side))| match i == joint {
                        true => 0.0,
                        false => {
                            if *a > 0.0 {
                                side[0]
                            } else {
                                side[1]
                            }
                        }
                    });
                    let (rest, error) = along(row, corner);
                    let limit = (b - rest + error + 4.0 * f64::UNIT * (b.abs() + rest.abs())) / row[joint];
                    let side = &mut sides[joint];
                    match row[joint] > 0.0 {
                        true => side[1] = side[1].min(limit + 4.0 * f64::UNIT * limit.abs()),
                        false => side[0] = side[0].max(limit - 4.0 * f64::UNIT * limit.abs()),
                    }
                    if !(side[0] <= side[1]) {
                        return None;
                    }
                }
            }
        }
        JointBox::new(sides).ok()
    }

    /// A configuration in it, by steps onto the rows that are violated most; `None` if that does not lead there.
    pub fn inside(&self, within: &JointBox) -> Option<Vec<f64>> {
        let mut q = within.middle();
        for _ in 0..20_000 {
            let worst = (0..self.a.len())
                .map(|row| {
                    let (sum, error) = along(&self.a[row], q.iter().copied());
                    let norm = self.a[row].iter().map(|a| a * a).sum::<f64>().sqrt();
                    ((sum + error - self.b[row]) / norm.max(f64::SMALLEST), row)
                })
                .max_by(|a, b| a.0.total_cmp(&b.0));
            let Some((over, row)) = worst.filter(|(over, _)| *over > 0.0) else {
                return within.contains(&q).then_some(q);
            };
            let a = &self.a[row];
            let norm = a.iter().map(|a| a * a).sum::<f64>().sqrt();
            for (i, value) in q.iter_mut().enumerate() {
                let side = within.sides()[i];
                *value = (*value - (1.5 * over + 1e-9) * a[i] / norm).clamp(side[0], side[1]);
            }
        }
        None
    }

    /// The next of a walk: a configuration on a line through one that is inside.
    pub fn hit_and_run(&self, within: &JointBox, q: &[f64], random: &mut Random) -> Vec<f64> {
        let widths = within.sides().iter().map(|[low, high]| high - low);
        let way: Vec<f64> = widths.map(|width| width * (random.unit() + random.unit() + random.unit() - 1.5)).collect();
        let (mut back, mut forth) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut cut = |along: f64, room: f64| {
            if along > 0.0 {
                forth = forth.min(room / along);
            } else if along < 0.0 {
                back = back.max(room / along);
            }
        };
        for (row, b) in self.a.iter().zip(&self.b) {
            let at: f64 = row.iter().zip(q).map(|(a, value)| a * value).sum();
            cut(row.iter().zip(&way).map(|(a, way)| a * way).sum(), (b - at).max(0.0));
        }
        for (i, [low, high]) in within.sides().iter().enumerate() {
            cut(way[i], high - q[i]);
            cut(-way[i], q[i] - low);
        }
        let step = if back.is_finite() && forth.is_finite() { random.between(back, forth) } else { 0.0 };
        let moved: Vec<f64> = (0..q.len()).map(|i| q[i] + step * way[i]).collect();
        if self.holds(&moved) && within.contains(&moved) { moved } else { q.to_vec() }
    }

    /// Scaled about a configuration.
    pub fn scaled(&self, about: &[f64], scale: f64) -> Self {
        let at = |row: &Vec<f64>| row.iter().zip(about).map(|(a, value)| a * value).sum::<f64>();
        let b: Vec<f64> = self.a.iter().zip(&self.b).map(|(row, b)| at(row) + scale * (b - at(row))).collect();
        Polytope { a: self.a.clone(), first: b.clone(), b }
    }
}

/// A part of a box that is outside of a polytope: all that is beyond `at` at one end of a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Trim {
    pub variable: usize,
    pub at: f64,
    /// 0 for what is below, 1 for what is above.
    pub end: usize,
    pub row: usize,
}

/// The part of a side that is worth a cut, the part of the whole side below which none is, and what is kept of a side
/// for rounding.
const PART: f64 = 0.1;
const SMALL: f64 = 1e-3;
const ROUNDED: f64 = 1e-9;

/// `a·q` with a bound of what it rounds by: `n` products and sums.
pub(crate) fn along(row: &[f64], q: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut sum, mut size) = (0.0, 0.0);
    for (a, value) in row.iter().zip(q) {
        sum += a * value;
        size += (a * value).abs();
    }
    (sum, (row.len() as f64 + 4.0) * 2.0 * f64::UNIT * size + f64::SMALLEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_cuts_off_what_it_excludes_at_the_end_of_a_side() {
        // q0 + q1 <= 1 in the square from 0 to 2: half of either side is beyond, then half of the other.
        let polytope = Polytope::new(vec![vec![1.0, 1.0]], vec![1.0], 2).unwrap();
        let whole = [[0.0, 2.0]; 2];
        let first = polytope.trim(&whole, &whole).unwrap();
        assert!(first.variable == 0 && first.end == 1 && (first.at - 1.0).abs() < 1e-8, "{first:?}");
        let second = polytope.trim(&[[0.0, first.at], [0.0, 2.0]], &whole).unwrap();
        assert!(second.variable == 1 && (second.at - 1.0).abs() < 1e-8, "{second:?}");
        assert_eq!(polytope.trim(&[[0.0, first.at], [0.0, second.at]], &whole), None);
    }

    #[test]
    fn no_configuration_of_the_polytope_is_cut_off() {
        let mut random = Random::new(5520);
        let (mut cuts, mut inside) = (0, 0);
        for _ in 0..200 {
            let mut number = || random.between(-1.0, 1.0);
            let rows: Vec<Vec<f64>> = (0..4).map(|_| (0..3).map(|_| number()).collect()).collect();
            let polytope = Polytope::new(rows, (0..4).map(|_| 0.5 * number()).collect(), 3).unwrap();
            let (whole, mut cell) = ([[-1.0, 1.0]; 3], vec![[-1.0, 1.0]; 3]);
            while let Some(Trim { variable, at, end, row }) = polytope.trim(&cell, &whole) {
                let mut cut = cell.clone();
                cut[variable][1 - end] = at;
                assert!(polytope.is_beyond(row, &cut), "seed 5520: {cut:?}");
                cell[variable][end] = at;
                cuts += 1;
            }
            for _ in 0..50 {
                let q: Vec<f64> = (0..3).map(|_| random.between(-1.0, 1.0)).collect();
                let is_kept = q.iter().zip(&cell).all(|(value, [low, high])| low <= value && value <= high);
                assert!(is_kept || !polytope.holds(&q), "seed 5520: {q:?} {cell:?}");
                inside += usize::from(polytope.holds(&q));
            }
        }
        assert!(cuts > 200 && inside > 200, "{cuts} {inside}");
    }
}
