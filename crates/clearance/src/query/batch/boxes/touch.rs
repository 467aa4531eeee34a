//! The nearest points of the features of boxes along an axis, which is another one in each lane: what
//! [`Boxes::touch`](crate::closed_form::boxes::Boxes::touch) computes of one pair, with the same roundings. All three
//! kinds of axes are computed at once and chosen from by masks: less than to sort pairs by their axes and to gather
//! them again.

use super::super::setting::each;
use super::axes::{Axes, only, only_claims, pick};
use super::gaps::FAR;
use super::names::{Spanned, powers};
use crate::closed_form::boxes::{Boxes, corner, dot, minus, part};
use crate::math::{Number, Real};

/// Where two features are nearest; as `Touch` of one pair.
pub(super) struct Touching<N: Number> {
    pub normal: [N; 3],
    pub a: [N; 3],
    pub b: [N; 3],
    /// The normal from A to B, in A's frame.
    pub between: [N; 3],
    pub height: N,
    pub inside: N::Mask,
    pub single: N::Mask,
    pub place: Spanned<N>,
}

#[inline(always)]
fn back<N: Number>(x: [N; 3]) -> [N; 3] {
    [-x[0], -x[1], -x[2]]
}

/// The places in the lanes that have an axis.
#[inline(always)]
pub(super) fn touch<N: Number>(boxes: &Boxes<N>, axis: N) -> Touching<N> {
    let (zero, one) = (axis.like(N::Float::ZERO), axis.like(N::Float::ONE));
    let axes = Axes::<N>::new(axis);
    let Axes { of_a, of_b, across, i, j } = axes;
    let Boxes { r, t, t_in_b, h, g, .. } = *boxes;
    let rj = each(|n| pick(j, [r[0][n], r[1][n], r[2][n]], 0));
    let (rk, rl) = (pick(i, rj, 1), pick(i, rj, 2));
    let inverse = one / (rk * rk + rl * rl).root();
    let crossed = pick(i, t, 2) * rk - pick(i, t, 1) * rl;
    let side = N::choose(of_b, pick(j, t_in_b, 0), N::choose(across, crossed, pick(i, t, 0)));
    let sign = N::choose(across, inverse, one).with_sign(side);
    let along = only(i, of_a, sign, [zero; 3]);
    let (k, l) = (-rl * sign, rk * sign);
    let over = [pick(i, [zero, l, k], 0), pick(i, [k, zero, l], 0), pick(i, [l, k, zero], 0)];
    let normal = each(|n| N::choose(across, over[n], N::choose(of_b, rj[n] * sign, along[n])));
    let heights = each(|n| N::choose(across, dot(r[n], normal), pick(i, r[n], 0) * sign));
    let (far_a, far_b) = (corner(h, normal), corner(g, back(heights)));
    // Of pairs of edges, in the middle of both.
    let (x, y) = (only(i, across, zero, far_a), only(j, across, zero, far_b));
    let y_in_a = boxes.in_a(y);
    let d = minus(y_in_a, x);
    let (c, part_of_d) = (pick(i, rj, 0), dot(d, rj));
    let sigma = (pick(i, d, 0) - c * part_of_d) * (inverse * inverse);
    let tau = c * sigma - part_of_d;
    let end = pick(i, h, 0) * sign;
    let x_in_b = boxes.in_b(far_a);
    let (witness_a, witness_b) =
        (each(|n| N::choose(of_a, y_in_a[n], x[n])), each(|n| N::choose(of_b, x_in_b[n], y[n])));
    let a = only(i, !of_b, N::choose(across, sigma, end), witness_a);
    let b = only(j, !of_a, N::choose(across, tau, -pick(j, g, 0) * sign), witness_b);
    let between = minus(boxes.in_a(b), a);
    let height = dot(normal, each(|n| N::choose(across, d[n], between[n])));
    let clear_a = clear(normal, h, boxes.noise, only_claims(i, across)) | of_a;
    let clear_b = clear(heights, g, boxes.noise, only_claims(j, across)) | of_b;
    Touching {
        normal,
        a,
        b,
        between,
        height: N::choose(of_a, (pick(i, y_in_a, 0) - end) * sign, height),
        inside: within(a, h) & within(b, g) & axis.like(N::Float::from_f64(FAR)).above(axis),
        single: clear_a & clear_b,
        place: place(&axes, [a, b], [h, g]),
    }
}

/// Whether corners are farther than others along all axes but those of the claims.
#[inline(always)]
fn clear<N: Number>(heights: [N; 3], half: [N; 3], noise: N, not: [N::Mask; 3]) -> N::Mask {
    let [x, y, z] = each(|n| heights[n].magnitude() * half[n]);
    (x.above(noise) | not[0]) & (y.above(noise) | not[1]) & (z.above(noise) | not[2])
}

/// Whether a place lies in a box.
#[inline(always)]
fn within<N: Number>(x: [N; 3], half: [N; 3]) -> N::Mask {
    let [x, y, z] = each(|n| x[n].magnitude());
    x.at_most(half[0]) & y.at_most(half[1]) & z.at_most(half[2])
}

/// The spans of the features and where on them the places are.
#[inline(always)]
fn place<N: Number>(axes: &Axes<N>, [a, b]: [[N; 3]; 2], [h, g]: [[N; 3]; 2]) -> Spanned<N> {
    let zero = a[0].like(N::Float::ZERO);
    let Axes { of_a, of_b, across, i, j } = *axes;
    let ([p, q], [half_p, half_q]) = (on_spans(axes, a, b), on_spans(axes, h, g));
    let powers = powers(zero);
    let first_of_a = N::choose(across, pick(i, powers, 0), N::choose(of_a, pick(i, powers, 1), zero));
    let second_of_b = N::choose(across, pick(j, powers, 0), N::choose(of_b, pick(j, powers, 2), zero));
    Spanned {
        corners: [lowest(a, across, of_a, i), lowest(b, across, of_b, j)],
        spans: [
            [first_of_a, N::choose(of_a, pick(i, powers, 2), zero)],
            [N::choose(of_b, pick(j, powers, 1), zero), second_of_b],
        ],
        parts: [part(p, half_p), part(q, half_q)],
        count: zero.like(N::Float::TWO),
    }
}

/// The entries along both spans.
#[inline(always)]
fn on_spans<N: Number>(axes: &Axes<N>, x: [N; 3], y: [N; 3]) -> [N; 2] {
    let Axes { of_b, across, i, j, .. } = *axes;
    let first = N::choose(of_b, pick(j, y, 1), pick(i, x, 1));
    let second = N::choose(of_b, pick(j, y, 2), pick(i, x, 2));
    [N::choose(across, pick(i, x, 0), first), N::choose(across, pick(j, y, 0), second)]
}

/// The number of the corner at the lower ends of the spans: those of a face are all but its axis, that of an edge is
/// its axis.
#[inline(always)]
fn lowest<N: Number>(place: [N; 3], across: N::Mask, face: N::Mask, is: [N::Mask; 2]) -> N {
    let zero = place[0].like(N::Float::ZERO);
    let powers = powers(zero);
    let z = !(is[0] | is[1]);
    let on_x = place[0].negative() | (is[0] & across) | (!is[0] & face);
    let on_y = place[1].negative() | (is[1] & across) | (!is[1] & face);
    let on_z = place[2].negative() | (z & across) | (!z & face);
    N::choose(on_x, zero, powers[0]) + N::choose(on_y, zero, powers[1]) + N::choose(on_z, zero, powers[2])
}
