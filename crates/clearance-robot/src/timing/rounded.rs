//! A path whose corners are rounded by parabolas, over its length in joint space.
//!
//! A corner `c` between the directions `d` and `e` is replaced by the parabola with the control points `c − δd, c, c +
//! δe`: it leaves and joins the straight edges at their speed, so the derivative by the length is continuous. It is
//! nearest to the corner in its middle, at `δ (e − d)/4`.

use super::reach::{Ends, PathInterval};
use crate::path::{Cubic, Path, Segment};

/// A line or a parabola, over its length; of a parabola that of its control polygon.
#[derive(Clone, Debug)]
pub(super) struct PathPiece {
    controls: [Vec<f64>; 3],
    pub length: f64,
    pub is_line: bool,
    /// Whether the robot must stop where it begins, since the direction jumps there.
    starts_at_rest: bool,
    ends_at_rest: bool,
}

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

/// A parabola that is not proven free is halved this often, then the robot stops at the corner.
const HALVINGS: usize = 6;

/// The cosine of the sharpest turn that is rounded: beyond it a parabola is hardly faster than a stop, and its
/// derivative nearly vanishes in the middle.
const SHARPEST: f64 = -0.9;

impl PathPiece {
    fn new(controls: [Vec<f64>; 3], length: f64, is_line: bool) -> Self {
        PathPiece { controls, length, is_line, starts_at_rest: false, ends_at_rest: false }
    }

    /// The configuration at a length.
    pub fn at(&self, s: f64) -> Vec<f64> {
        let x = s / self.length;
        let [a, c, b] = &self.controls;
        let ends = |i: usize| [a[i] + x * (c[i] - a[i]), c[i] + x * (b[i] - c[i])];
        let value = |i: usize| {
            if x == 1.0 {
                return b[i];
            }
            let [from, to] = if self.is_line { [a[i], b[i]] } else { ends(i) };
            from + x * (to - from)
        };
        (0..a.len()).map(value).collect()
    }

    /// The derivative by the length there.
    fn first(&self, s: f64) -> Vec<f64> {
        let x = s / self.length;
        let [a, c, b] = &self.controls;
        let rate = |i: usize| match self.is_line {
            true => (b[i] - a[i]) / self.length,
            false => 2.0 * ((1.0 - x) * (c[i] - a[i]) + x * (b[i] - c[i])) / self.length,
        };
        (0..a.len()).map(rate).collect()
    }

    /// The second derivative, which is the same everywhere.
    fn second(&self) -> Vec<f64> {
        let [a, c, b] = &self.controls;
        let bend = |i: usize| 2.0 * ((b[i] - c[i]) - (c[i] - a[i])) / (self.length * self.length);
        (0..a.len()).map(|i| if self.is_line { 0.0 } else { bend(i) }).collect()
    }
}

impl Rounded {
    /// The path with corners that are rounded by at most a deviation of any joint, where the parabola is free.
    pub fn of(path: &Path, deviation: f64, is_free: impl Fn(&Path) -> bool) -> Self {
        let edges: Vec<StraightEdge> = path.segments().iter().filter_map(StraightEdge::of).collect();
        let mut rounded = Rounded { pieces: Vec::new(), blends: 0, stops: 0 };
        let mut from = edges.first().map(|edge| edge.from.clone()).unwrap_or_default();
        let mut at_rest = true;
        for (i, edge) in edges.iter().enumerate() {
            let blend = edges.get(i + 1).and_then(|next| blend([edge, next], deviation, &is_free));
            let to = blend.as_ref().map_or(&edge.to, |blend| &blend.controls[0]).clone();
            let length = distance(&from, &to);
            // Where two parabolas take half of the edge each, what is between them is rounding.
            if length > 1e-12 * edge.length {
                let mut line = PathPiece::new([from.clone(), from.clone(), to.clone()], length, true);
                (line.starts_at_rest, line.ends_at_rest) = (at_rest, blend.is_none());
                rounded.pieces.push(line);
            }
            at_rest = blend.is_none();
            if i + 1 < edges.len() {
                rounded.blends += usize::from(!at_rest);
                rounded.stops += usize::from(at_rest);
            }
            from = to;
            if let Some(blend) = blend {
                from.clone_from(&blend.controls[2]);
                rounded.pieces.push(blend);
            }
        }
        rounded
    }

    /// The parts of all pieces, in order.
    pub fn parts(&self) -> Vec<PiecePart> {
        let of = |(piece, own): (usize, &PathPiece)| {
            let (length, count) = (own.length, if own.is_line { LINE } else { PARABOLA });
            let at = move |k: usize| length * (k as f64 / count as f64);
            (0..count).map(move |k| PiecePart { piece, ends: [at(k), at(k + 1)] })
        };
        self.pieces.iter().enumerate().flat_map(of).collect()
    }

    /// What a part is for the fastest motion.
    pub fn interval(&self, part: &PiecePart) -> PathInterval {
        let piece = &self.pieces[part.piece];
        let [start, end] = part.ends;
        let ends = part.ends.map(|s| Ends { first: piece.first(s), second: piece.second() });
        let stops = [start == 0.0 && piece.starts_at_rest, end == piece.length && piece.ends_at_rest];
        PathInterval { length: end - start, ends, stops }
    }
}

/// A straight edge that is not a point.
struct StraightEdge {
    from: Vec<f64>,
    to: Vec<f64>,
    length: f64,
}

impl StraightEdge {
    fn of(segment: &Segment) -> Option<Self> {
        let Segment::Straight { from, to } = segment else { return None };
        let length = distance(from, to);
        (length > 0.0).then(|| StraightEdge { from: from.clone(), to: to.clone(), length })
    }

    fn direction(&self, i: usize) -> f64 {
        (self.to[i] - self.from[i]) / self.length
    }
}

/// The largest parabola at the corner of two edges that is within the deviation, takes no more than half of either, and
/// is free.
fn blend([edge, next]: [&StraightEdge; 2], deviation: f64, is_free: &impl Fn(&Path) -> bool) -> Option<PathPiece> {
    let joints = 0..edge.to.len();
    let cosine: f64 = joints.clone().map(|i| edge.direction(i) * next.direction(i)).sum();
    let bend = joints.map(|i| (next.direction(i) - edge.direction(i)).abs()).fold(0.0, f64::max);
    if cosine < SHARPEST || deviation == 0.0 {
        return None;
    }
    let mut arm = (4.0 * deviation / bend).min(0.5 * edge.length).min(0.5 * next.length);
    for _ in 0..HALVINGS {
        let along = |sign: f64, of: &StraightEdge| -> Vec<f64> {
            edge.to.iter().enumerate().map(|(i, corner)| corner + sign * arm * of.direction(i)).collect()
        };
        let controls = [along(-1.0, edge), edge.to.clone(), along(1.0, next)];
        if is_free(&cubic(&controls)?) {
            return Some(PathPiece::new(controls, 2.0 * arm, false));
        }
        arm *= 0.5;
    }
    None
}

/// A parabola as a path of one cubic.
fn cubic([a, c, b]: &[Vec<f64>; 3]) -> Option<Path> {
    let third = |end: &[f64]| end.iter().zip(c).map(|(end, corner)| (end + 2.0 * corner) / 3.0).collect();
    Path::of_cubics(vec![Cubic::new([a.clone(), third(a), third(b), b.clone()])], a.len()).ok()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (y - x) * (y - x)).sum::<f64>().sqrt()
}
