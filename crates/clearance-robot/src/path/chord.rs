//! Several stretches of a trajectory as one: a straight motion, and a box of errors that contains what it misses.
//!
//! The place `s` on the chord, `0 ≤ s ≤ 1`, counts the stretches. Every value moves on a line `l(s)` from its first to
//! its last control point. Over each stretch the value is a polynomial with control points `c_0 … c_d`, and the line is
//! one with the control points `l(s_k)` at equally spaced `s_k` (Bernstein's polynomials reproduce lines). Their
//! difference has the control points `c_k − l(s_k)`, so it lies between the least and the greatest of these. With the
//! tolerances of the stretches added, that is a [box of errors](super::Cell): any functions of time within it.

use std::ops::Range;
use std::sync::Arc;

use clearance::{Pose3, Real};

use super::bernstein::Curve;
use super::cell::{Cell, POSE};
use super::{Carry, Path, Segment, Timed};

/// Several stretches as one.
pub(crate) struct Chord {
    /// The straight motion, with its box of errors.
    pub segment: Segment,
    /// For each carried body whether it stands still. The chord holds nothing of one that moves.
    pub stands: Vec<bool>,
}

impl Path {
    /// Stretches of a trajectory as one; `None` of other segments, and of none.
    pub(crate) fn chord(&self, stretches: Range<usize>) -> Option<Chord> {
        let timed = |segment: &'_ Segment| match segment {
            Segment::Timed(stretch) => Some(stretch.clone()),
            Segment::Straight { .. } | Segment::Cubic(_) => None,
        };
        let all: Vec<Arc<Timed>> = self.segments().get(stretches)?.iter().map(timed).collect::<Option<_>>()?;
        let first = all.first()?;
        let (curves, missed): (Vec<Curve>, Vec<_>) = (0..first.curves.len()).map(|i| line(&all, i)).unzip();
        let stands = (0..first.carried.len()).map(|body| stands(&all, body)).collect();
        let carried = first.carried.iter().map(|carry| Carry::beginning(*carry)).collect();
        let loose = Some(Arc::new(errors(&all, &missed)));
        Some(Chord { segment: Segment::Timed(Arc::new(Timed { curves, carried, loose })), stands })
    }
}

/// The line of a value, and the least and the greatest that it misses.
///
/// A place rounds by less than `4u`, and a value of the line by less than `8u` of its ends more.
fn line(all: &[Arc<Timed>], value: usize) -> (Curve, [f64; 2]) {
    let end = |curve: &Curve| curve.controls()[curve.controls().len() - 1];
    let (from, to) = (all[0].curves[value].controls()[0], end(&all[all.len() - 1].curves[value]));
    let [mut least, mut most] = [f64::INFINITY, f64::NEG_INFINITY];
    for (i, stretch) in all.iter().enumerate() {
        let curve = &stretch.curves[value];
        let last = curve.controls().len() - 1;
        // A constant is a polynomial of the first degree as well.
        let degree = last.max(1);
        for k in 0..=degree {
            let place = (i as f64 + k as f64 / degree as f64) / all.len() as f64;
            let control = curve.controls()[k.min(last)];
            let missed = control - (from + place * (to - from));
            let error = curve.error() + 32.0 * f64::UNIT * (from.abs() + to.abs() + control.abs());
            (least, most) = (least.min(missed - error), most.max(missed + error));
        }
    }
    (Curve::new(&[from, to], 0.0), [least.next_down(), most.next_up()])
}

/// The box of errors: what the lines miss, and all tolerances of the stretches.
fn errors(all: &[Arc<Timed>], missed: &[[f64; 2]]) -> Cell {
    let count = missed.len() + POSE * all[0].carried.len();
    let mut cell = Cell::within(&vec![0.0; count]);
    for loose in all.iter().filter_map(|stretch| stretch.loose.as_ref()) {
        cell.lower.iter_mut().zip(&loose.lower).for_each(|(low, other)| *low = low.min(*other));
        cell.upper.iter_mut().zip(&loose.upper).for_each(|(high, other)| *high = high.max(*other));
    }
    for (i, [least, most]) in missed.iter().enumerate() {
        cell.lower[i] = (cell.lower[i] + least).next_down();
        cell.upper[i] = (cell.upper[i] + most).next_up();
    }
    cell
}

/// Whether a body stands still over all stretches, in one place.
fn stands(all: &[Arc<Timed>], body: usize) -> bool {
    let pose: Option<Pose3<f64>> = all[0].carried[body].rest();
    pose.is_some() && all.iter().all(|stretch| stretch.carried[body].rest() == pose)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_chord_and_its_box_contain_every_value_of_their_stretches() {
        let mut random = Random::new(0xc40d);
        let mut sharp = 0;
        for trial in 0..300 {
            let count = 2 + random.below(6);
            // A slow curve, in pieces of any degree with tolerances.
            let mut value = random.between(-2.0, 2.0);
            let stretches: Vec<Timed> = (0..count)
                .map(|_| {
                    let degree = random.below(6);
                    let mut points = vec![value];
                    points.extend((0..degree).map(|_| value + random.between(-0.1, 0.2)));
                    value = points[points.len() - 1];
                    let loose = (random.below(2) == 0).then(|| Arc::new(Cell::within(&[random.between(0.0, 0.05)])));
                    Timed { curves: vec![Curve::new(&points, 1e-12)], carried: Vec::new(), loose }
                })
                .collect();
            let path = Path::of_stretches(stretches.clone());
            let Segment::Timed(chord) = path.chord(0..count).unwrap().segment else { panic!("a stretch") };
            let cell = chord.loose.clone().unwrap();
            let mut widest = 0.0f64;
            for (i, stretch) in stretches.iter().enumerate() {
                let off = stretch.loose.as_ref().map_or(0.0, |loose| loose.upper[0]);
                for k in 0..=8 {
                    let x = f64::from(k) / 8.0;
                    let missed = stretch.curves[0].at(x).0 - chord.curves[0].at((i as f64 + x) / count as f64).0;
                    let is_inside = cell.lower[0] <= missed - off && missed + off <= cell.upper[0];
                    assert!(is_inside, "seed 0xc40d, {trial}: {missed} and {off} in {cell:?}");
                    widest = widest.max(missed.abs() + off);
                }
            }
            sharp += usize::from(cell.upper[0] - cell.lower[0] < 4.0 * widest);
        }
        assert!(sharp > 200, "{sharp}");
    }

    #[test]
    fn only_stretches_of_a_trajectory_have_a_chord() {
        let path = Path::through(&[vec![0.0], vec![1.0], vec![2.0]], 1).unwrap();
        assert!(path.chord(0..2).is_none() && Path::default().chord(0..0).is_none());
    }
}
