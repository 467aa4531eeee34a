//! A path whose corners are rounded, over its length in joint space: lines and [blends](super::corner).

use super::corner::{Blend, Corner, StraightEdge, distance};
use super::piece::PathPiece;
use super::reach::{Ends, PathInterval};
use crate::path::Path;

/// A part of a piece, by its place, between two of its lengths.
pub(super) struct PiecePart {
    pub piece: usize,
    pub ends: [f64; 2],
}

/// The pieces of a path.
#[derive(Clone, Debug)]
pub(super) struct Rounded {
    pub pieces: Vec<PathPiece>,
    /// The corners that are rounded, and those that are not.
    pub blends: usize,
    pub stops: usize,
}

/// The fastest motion changes from one limit to the next anywhere, but here at ends of intervals only: that costs a
/// line less than a hundredth of its time.
const LINE: usize = 200;
/// Parabolas are shorter, but what limits the motion changes along them.
const PARABOLA: usize = 64;

impl Rounded {
    /// The path with corners that are rounded by at most a deviation of any joint, where the blend is free.
    pub fn of(path: &Path, deviation: f64, kind: Blend, is_free: impl Fn(&Path) -> bool) -> Self {
        let edges: Vec<StraightEdge> = path.segments().iter().filter_map(StraightEdge::of).collect();
        let mut rounded = Rounded { pieces: Vec::new(), blends: 0, stops: 0 };
        let mut from = edges.first().map(|edge| edge.from.clone()).unwrap_or_default();
        let mut at_rest = true;
        for (i, edge) in edges.iter().enumerate() {
            let corner = edges.get(i + 1).map(|next| Corner { edge, next });
            let blend = corner.and_then(|corner| corner.blend(deviation, kind, &is_free)).unwrap_or_default();
            let to = blend.first().map_or(&edge.to, |first| &first.controls[0]).clone();
            let length = distance(&from, &to);
            // Where two blends take half of the edge each, what is between them is rounding.
            if length > 1e-12 * edge.length {
                let mut line = PathPiece::new(vec![from.clone(), to.clone()], length);
                (line.starts_at_rest, line.ends_at_rest) = (at_rest, blend.is_empty());
                rounded.pieces.push(line);
            }
            at_rest = blend.is_empty();
            if i + 1 < edges.len() {
                rounded.blends += usize::from(!at_rest);
                rounded.stops += usize::from(at_rest);
            }
            from = blend.last().and_then(|last| last.controls.last()).unwrap_or(&to).clone();
            rounded.pieces.extend(blend);
        }
        rounded
    }

    /// The parts of all pieces, in order.
    pub fn parts(&self) -> Vec<PiecePart> {
        let of = |(piece, own): (usize, &PathPiece)| {
            let (length, count) = (own.length, if own.is_line() { LINE } else { PARABOLA });
            let at = move |k: usize| length * (k as f64 / count as f64);
            (0..count).map(move |k| PiecePart { piece, ends: [at(k), at(k + 1)] })
        };
        self.pieces.iter().enumerate().flat_map(of).collect()
    }

    /// What a part is for the fastest motion.
    pub fn interval(&self, part: &PiecePart) -> PathInterval {
        let piece = &self.pieces[part.piece];
        let [start, end] = part.ends;
        let ends = part.ends.map(|s| Ends { first: piece.derivative(s, 1), second: piece.derivative(s, 2) });
        let stops = [start == 0.0 && piece.starts_at_rest, end == piece.length && piece.ends_at_rest];
        PathInterval { length: end - start, ends, stops }
    }
}
