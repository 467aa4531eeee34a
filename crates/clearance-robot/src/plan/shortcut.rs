//! Shorter paths: corners that are not needed, and cuts between random points.

use crate::random::Random;

/// The Euclidean length of a polyline.
pub(super) fn length(path: &[Vec<f64>]) -> f64 {
    path.windows(2).map(|ends| distance(&ends[0], &ends[1])).sum()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}

/// A path that is no longer, with ends unchanged, by so many random cuts between a removal of corners before and after.
///
/// A cut leaves parts of two edges that are proven free. They are parts up to rounding only, so those that are left in the end are asked about
/// once more; if one is not free, no cut is taken.
pub(super) fn shorten(
    path: Vec<Vec<f64>>,
    cuts: u32,
    random: &mut Random,
    mut is_free: impl FnMut(&[f64], &[f64]) -> bool,
) -> Vec<Vec<f64>> {
    let uncut = without_corners(path, &mut is_free);
    let mut shorter = Polyline::of(uncut.clone());
    for _ in 0..cuts {
        if shorter.points.len() < 3 {
            break;
        }
        shorter.cut(random, &mut is_free);
    }
    let mut parts = shorter.points.windows(2).zip(&shorter.is_part);
    if parts.any(|(ends, &is_part)| is_part && !is_free(&ends[0], &ends[1])) {
        return uncut;
    }
    without_corners(shorter.points, &mut is_free)
}

/// From each corner on to the farthest that a free segment leads to, tried from the far end.
fn without_corners(path: Vec<Vec<f64>>, is_free: &mut impl FnMut(&[f64], &[f64]) -> bool) -> Vec<Vec<f64>> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at + 1 < path.len() {
        kept.push(path[at].clone());
        // The next corner needs no question: its edge is of the path.
        at = (at + 2..path.len()).rev().find(|&far| is_free(&path[at], &path[far])).unwrap_or(at + 1);
    }
    kept.extend(path.last().cloned());
    kept
}

/// A path with its edges.
struct Polyline {
    points: Vec<Vec<f64>>,
    /// Whether an edge was not asked about itself, but is a part of one that was.
    is_part: Vec<bool>,
}

impl Polyline {
    /// Of edges that are all proven.
    fn of(points: Vec<Vec<f64>>) -> Self {
        Polyline { is_part: vec![false; points.len().saturating_sub(1)], points }
    }

    /// A cut between two random points, on different edges, if it is free.
    fn cut(&mut self, random: &mut Random, is_free: &mut impl FnMut(&[f64], &[f64]) -> bool) {
        let Polyline { points, is_part } = self;
        let (first, second) = (random.below(is_part.len()), random.below(is_part.len()));
        let (from, to) = (first.min(second), first.max(second));
        let (x, y) = (random.unit(), random.unit());
        if from == to {
            return;
        }
        let point = |edge: usize, x: f64| -> Vec<f64> {
            points[edge].iter().zip(&points[edge + 1]).map(|(a, b)| a + x * (b - a)).collect()
        };
        let (leave, back) = (point(from, x), point(to, y));
        let old = length(&points[from..=to + 1]);
        let new = distance(&points[from], &leave) + distance(&leave, &back) + distance(&back, &points[to + 1]);
        // A thousandth of the length is not worth a proof.
        if new <= 0.999 * old && is_free(&leave, &back) {
            points.splice(from + 1..=to, [leave, back]);
            is_part.splice(from..=to, [true, false, true]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Around a square pillar of half width 1 in the plane.
    fn corner() -> Vec<Vec<f64>> {
        [[-3.0, -0.5], [-3.0, 2.5], [3.0, 2.5], [3.0, -0.5]].map(Vec::from).to_vec()
    }

    /// Whether a segment misses the open pillar, by its clipping to both slabs.
    fn misses(from: &[f64], to: &[f64]) -> bool {
        let (mut begin, mut end) = (0.0f64, 1.0f64);
        for (a, b) in from.iter().zip(to) {
            if a == b {
                if a.abs() >= 1.0 {
                    return true;
                }
                continue;
            }
            let times = [(-1.0 - a) / (b - a), (1.0 - a) / (b - a)];
            (begin, end) = (begin.max(times[0].min(times[1])), end.min(times[0].max(times[1])));
        }
        begin >= end
    }

    #[test]
    fn every_edge_of_a_shortened_path_was_asked_about() {
        let mut asked = Vec::new();
        let found = shorten(corner(), 50, &mut Random::new(7), |from, to| {
            let free = misses(from, to);
            if free {
                asked.push((from.to_vec(), to.to_vec()));
            }
            free
        });
        // Straight up, across and down are 12; the shortest way touches both upper corners: 2 + 2·√(4 + 2.25) = 7.
        assert!(length(&found) < 8.0 && found[0] == corner()[0] && found.last() == corner().last(), "{found:?}");
        for ends in found.windows(2) {
            assert!(asked.contains(&(ends[0].clone(), ends[1].clone())), "{ends:?} was not asked about");
        }
    }

    #[test]
    fn no_cut_is_taken_if_a_part_of_an_edge_is_not_free() {
        // Nothing that ends or begins at a corner of the path is free but the edges of the path: parts of them are refused.
        let is_corner = |q: &[f64]| corner().iter().any(|point| point == q);
        let found = shorten(corner(), 50, &mut Random::new(7), |from, to| {
            !(is_corner(from) || is_corner(to)) && misses(from, to)
        });
        assert_eq!(found, corner());
    }
}
