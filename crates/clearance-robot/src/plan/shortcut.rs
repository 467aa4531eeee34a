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
pub(super) fn shorten(
    path: Vec<Vec<f64>>,
    cuts: u32,
    random: &mut Random,
    mut is_free: impl FnMut(&[f64], &[f64]) -> bool,
) -> Vec<Vec<f64>> {
    let mut path = without_corners(path, &mut is_free);
    for _ in 0..cuts {
        if path.len() < 3 {
            break;
        }
        cut(&mut path, random, &mut is_free);
    }
    without_corners(path, &mut is_free)
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

/// A cut between two random points of the path, on different edges, if it is free. Its ends are new corners, so the remains of both edges are
/// asked about as well: they are parts of proven ones up to rounding only.
fn cut(path: &mut Vec<Vec<f64>>, random: &mut Random, is_free: &mut impl FnMut(&[f64], &[f64]) -> bool) {
    let edges = path.len() - 1;
    let (first, second) = (random.below(edges), random.below(edges));
    let (from, to) = (first.min(second), first.max(second));
    let (x, y) = (random.unit(), random.unit());
    if from == to {
        return;
    }
    let point = |edge: usize, x: f64| -> Vec<f64> {
        path[edge].iter().zip(&path[edge + 1]).map(|(a, b)| a + x * (b - a)).collect()
    };
    let (leave, back) = (point(from, x), point(to, y));
    let old = length(&path[from..=to + 1]);
    let new = distance(&path[from], &leave) + distance(&leave, &back) + distance(&back, &path[to + 1]);
    // A thousandth of the length is not worth three proofs.
    if new > 0.999 * old {
        return;
    }
    if is_free(&leave, &back) && is_free(&path[from], &leave) && is_free(&back, &path[to + 1]) {
        path.splice(from + 1..=to, [leave, back]);
    }
}
