//! Misses and contacts that floats prove.
//!
//! **Apart.** If a coordinate of all points of B is above that of all points of A by more than `d` at 0, and at 1,
//! then at all times between, as their differences are linear in time. A difference that is at most `d` rounds to at
//! most `d`.
//!
//! **The volume.** `f = x·(y × z)` of the [paths](super::curves) is a cubic in Bernstein form. Its four control
//! values are determinants `[x y z]` of the vectors at 0 and at 1: `[000]`, `([100] + [010] + [001]) / 3`,
//! `([110] + [101] + [011]) / 3`, `[111]`. Where they have one sign there is no contact.
//!
//! **The weights.** Seen from the axis `k` in which the common normal is largest, the [weights](super::exact) times
//! `(y × z)ₖ` are quadratics with three control values. Where one is positive and another negative there is no contact.
//! Where all have one sign, and `f` changes its sign once, there is one contact at the root. Otherwise the interval is
//! halved.
//!
//! **Errors.** With `|xᵢ| ≤ X`, `|yᵢ| ≤ Y`, `|zᵢ| ≤ Z` for the components, which round by `u` of themselves, a
//! determinant has six products of at most `XYZ`. Each has an error of at most nine roundings, as in
//! [`orient3d`](crate::exact::orient3d), and of three more for the sum and the third: `6·12 u XYZ`, times slack for
//! the squares of `u` and for the rounding of `X`, `Y`, `Z`: `80 u XYZ`. With `M` the largest of the three, a
//! component of a cross product has two products of at most `M²`, with four roundings and the two of a mean:
//! `12 u M²`. The first weight of a triangle is a difference of three of these of at most `2M²`, with an error of
//! `36 u M²` and two roundings of at most `6M²`: `48 u M²` in all, `50 u M²` with slack. Halving takes three means in
//! a row of numbers of at most the largest control value `T`. Each adds `u T` to the error of what it is made of, so
//! `3u T` are added; `4u T` with slack. What underflows is less than [`MIN_POSITIVE`](f64::MIN_POSITIVE) in all for
//! each factor that is left.

use super::features::{FeaturePair, MovingFeatures};
use crate::math::{Real, Vec3, Vector};

/// The proof that floats give.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sieved {
    /// No contact up to the limit.
    Free,
    /// The first contact is in this interval, in which the volume has one root, and changes its sign.
    Isolated([f64; 2]),
    /// Nothing.
    Open,
}

/// Errors of control values of the volume, of the weights, and of a halving, each times `u` and the sizes.
const VOLUME_ERROR: f64 = 80.0 * f64::UNIT;
const WEIGHT_ERROR: f64 = 50.0 * f64::UNIT;
const HALVING_ERROR: f64 = 4.0 * f64::UNIT;

/// Differences of coordinates are below two to this power: 18 products of three stay below `2¹⁰²²`.
const LARGEST_EXPONENT: i32 = 339;

/// Halvings of an interval until exact numbers take over: after 24, an isolated root is known to `10⁻⁷`, and touching
/// features, whose volume has two roots in one, are as near to zero as it rounds.
const HALVINGS: u32 = 24;

pub(super) fn sieve(features: &MovingFeatures, limit: f64) -> Sieved {
    if are_apart(features, 0.0) {
        return Sieved::Free;
    }
    let vectors = vectors(features);
    let sizes = sizes(&vectors);
    let largest = sizes[0].max(sizes[1]).max(sizes[2]);
    // Overflow has no error bound.
    if !(largest < f64::power_of_two(LARGEST_EXPONENT)) {
        return Sieved::Open;
    }
    let volume = volume(&vectors);
    let [volume_error, weight_error] = errors(sizes);
    if one_sign(&volume, volume_error) {
        return Sieved::Free;
    }
    let weights = weights(features.pair, &vectors, viewed_from(&vectors));
    Search { limit, halved: [volume_error, weight_error], growth: growth(&volume, &weights) }.run(Piece {
        from: 0.0,
        to: 1.0,
        halvings: 0,
        volume,
        weights,
    })
}

/// `x`, `y` and `z` at 0 and at 1, rounded.
fn vectors(features: &MovingFeatures) -> [[Vec3<f64>; 3]; 2] {
    let sides = features.pair.sides();
    [features.start, features.end].map(|points| sides.map(|[from, to]| points[to] - points[from]))
}

/// `X`, `Y` and `Z`.
fn sizes(vectors: &[[Vec3<f64>; 3]; 2]) -> [f64; 3] {
    core::array::from_fn(|i| vectors[0][i].max_abs().max(vectors[1][i].max_abs()))
}

/// The errors of the control values of the volume and of the weights; `sizes` are `X`, `Y` and `Z`.
fn errors(sizes: [f64; 3]) -> [f64; 2] {
    let lost = f64::MIN_POSITIVE * (1.0 + sizes[0] + sizes[1] + sizes[2]);
    let largest = sizes[0].max(sizes[1]).max(sizes[2]);
    [VOLUME_ERROR * (sizes[0] * sizes[1] * sizes[2]) + lost, WEIGHT_ERROR * (largest * largest) + f64::MIN_POSITIVE]
}

/// True if a coordinate keeps the features apart by more than a distance at both ends of the motion in one order.
pub(super) fn are_apart(features: &MovingFeatures, distance: f64) -> bool {
    let split = if features.pair == FeaturePair::VertexFace { 1 } else { 2 };
    let [start, end] = [&features.start, &features.end].map(|points| {
        let (a, b) = points.split_at(split);
        [(least(a), greatest(a)), (least(b), greatest(b))]
    });
    (0..3).any(|k| {
        let above = |[a, b]: &[(Vec3<f64>, Vec3<f64>); 2]| b.0[k] - a.1[k] > distance;
        let below = |[a, b]: &[(Vec3<f64>, Vec3<f64>); 2]| a.0[k] - b.1[k] > distance;
        above(&start) && above(&end) || below(&start) && below(&end)
    })
}

fn least(points: &[Vec3<f64>]) -> Vec3<f64> {
    points[1..].iter().fold(points[0], |low, p| Vec3::from_fn(|k| low[k].min(p[k])))
}

fn greatest(points: &[Vec3<f64>]) -> Vec3<f64> {
    points[1..].iter().fold(points[0], |high, p| Vec3::from_fn(|k| high[k].max(p[k])))
}

/// The control values of `x·(y × z)`.
fn volume(vectors: &[[Vec3<f64>; 3]; 2]) -> [f64; 4] {
    let [[x0, y0, z0], [x1, y1, z1]] = *vectors;
    let (n00, n01, n10, n11) = (y0.cross(z0), y0.cross(z1), y1.cross(z0), y1.cross(z1));
    let third = 1.0 / 3.0;
    [
        x0.dot(n00),
        (x1.dot(n00) + x0.dot(n10) + x0.dot(n01)) * third,
        (x1.dot(n10) + x1.dot(n01) + x0.dot(n11)) * third,
        x1.dot(n11),
    ]
}

/// The axis from which the features are seen with the largest area halfway.
fn viewed_from(vectors: &[[Vec3<f64>; 3]; 2]) -> usize {
    let [[_, y0, z0], [_, y1, z1]] = *vectors;
    let normal = (y0 + y1).cross(z0 + z1);
    (0..3).fold(0, |best, k| if normal[k].abs() > normal[best].abs() { k } else { best })
}

/// The control values of the weights, seen from an axis; of a triangle, the last one is there twice.
fn weights(pair: FeaturePair, vectors: &[[Vec3<f64>; 3]; 2], axis: usize) -> [[f64; 3]; 4] {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let cross = |p: usize, q: usize| {
        let term = |s: usize, e: usize| {
            let (a, b) = (vectors[s][p], vectors[e][q]);
            a[i] * b[j] - a[j] * b[i]
        };
        [term(0, 0), (term(0, 1) + term(1, 0)) * 0.5, term(1, 1)]
    };
    let minus = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let (whole, last) = (cross(1, 2), cross(0, 1));
    match pair {
        FeaturePair::VertexFace => {
            let middle = cross(2, 0);
            [minus(minus(whole, middle), last), middle, last, last]
        }
        FeaturePair::EdgeEdge => {
            let of_a = cross(0, 2);
            [minus(whole, of_a), minus(whole, last), of_a, last]
        }
    }
}

/// The growth of the errors by a halving.
fn growth(volume: &[f64; 4], weights: &[[f64; 3]; 4]) -> [f64; 2] {
    let top = |values: &[f64]| values.iter().fold(0.0, |top: f64, c| top.max(c.abs()));
    [HALVING_ERROR * top(volume) + f64::MIN_POSITIVE, HALVING_ERROR * top(weights.as_flattened()) + f64::MIN_POSITIVE]
}

fn one_sign(values: &[f64], error: f64) -> bool {
    values.iter().all(|&c| c > error) || values.iter().all(|&c| c < -error)
}

/// The control values over a part of the time.
#[derive(Clone, Copy)]
struct Piece {
    from: f64,
    to: f64,
    halvings: u32,
    volume: [f64; 4],
    weights: [[f64; 3]; 4],
}

struct Search {
    limit: f64,
    /// Errors of the volume and of the weights before the first halving.
    halved: [f64; 2],
    growth: [f64; 2],
}

impl Search {
    /// Looks at the earliest piece first.
    fn run(&self, whole: Piece) -> Sieved {
        let mut open = [whole; HALVINGS as usize + 1];
        let mut count = 1;
        while count > 0 {
            let piece = open[count - 1];
            count -= 1;
            let [volume_error, weight_error] =
                [0, 1].map(|i| self.halved[i] + f64::from(piece.halvings) * self.growth[i]);
            if piece.from > self.limit || one_sign(&piece.volume, volume_error) {
                continue;
            }
            let any = |sign: f64| piece.weights.iter().any(|w| w.iter().all(|&c| c * sign > weight_error));
            if any(1.0) && any(-1.0) {
                continue;
            }
            if crosses_once(&piece.volume, volume_error) && one_sign(piece.weights.as_flattened(), weight_error) {
                return Sieved::Isolated([piece.from, piece.to]);
            }
            if piece.halvings == HALVINGS {
                return Sieved::Open;
            }
            let (left, right) = piece.halved();
            (open[count], open[count + 1]) = (right, left);
            count += 2;
        }
        Sieved::Free
    }
}

/// True if the cubic has different signs at the ends and changes in one direction: its derivative has the control
/// values `3 (cᵢ₊₁ − cᵢ)`. Subtractions have the error of both values; `4u` of them are less than the error's slack.
fn crosses_once(c: &[f64; 4], error: f64) -> bool {
    let up = c[3] > error && c[0] < -error;
    let down = c[3] < -error && c[0] > error;
    let sign = if up { 1.0 } else { -1.0 };
    (up || down) && c.windows(2).all(|w| (w[1] - w[0]) * sign > 2.5 * error)
}

impl Piece {
    fn halved(&self) -> (Piece, Piece) {
        let middle = (self.from + self.to) * 0.5;
        let mut left = Piece { to: middle, halvings: self.halvings + 1, ..*self };
        let mut right = Piece { from: middle, halvings: self.halvings + 1, ..*self };
        let mean = |a: f64, b: f64| (a + b) * 0.5;
        let [a, b, c, d] = self.volume;
        let (ab, bc, cd) = (mean(a, b), mean(b, c), mean(c, d));
        let (abc, bcd) = (mean(ab, bc), mean(bc, cd));
        let all = mean(abc, bcd);
        (left.volume, right.volume) = ([a, ab, abc, all], [all, bcd, cd, d]);
        for (i, &[a, b, c]) in self.weights.iter().enumerate() {
            let (ab, bc) = (mean(a, b), mean(b, c));
            let abc = mean(ab, bc);
            (left.weights[i], right.weights[i]) = ([a, ab, abc], [abc, bc, c]);
        }
        (left, right)
    }
}

#[cfg(test)]
mod tests;
