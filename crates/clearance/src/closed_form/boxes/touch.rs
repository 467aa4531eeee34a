//! The nearest points of the features of two boxes along one of their axes.

use super::frame::{Axis, Boxes, dot, minus};
use crate::math::{Number, Real, Vector};
use crate::simplex::Barycentric;

/// Where two features are nearest, scaled.
pub(crate) struct Touch<N: Number> {
    /// Unit, from A to B.
    pub normal: [N; 3],
    /// On A, in A's frame.
    pub a: [N; 3],
    /// On B, in B's frame.
    pub b: [N; 3],
    /// How far the farthest corner of A and that of B the other way are apart along the normal.
    pub height: N,
    /// Whether no other corner of the boxes is as far.
    pub single: N::Mask,
    /// The fractions along the two edges of [`SPANS`].
    pub parts: [N; 2],
}

/// What an edge adds to the number of a corner of A at its lower end, and to that of one of B.
type Span = [u32; 2];

/// The two edges that span the difference of the features, by the number of the axis.
const SPANS: [[Span; 2]; 15] = {
    let mut spans = [[[0; 2]; 2]; 15];
    let mut i = 0;
    while i < 3 {
        let (next, last) = (1 << ((i + 1) % 3), 1 << ((i + 2) % 3));
        spans[i] = [[next, 0], [last, 0]];
        spans[3 + i] = [[0, next], [0, last]];
        let mut j = 0;
        while j < 3 {
            spans[Axis::number_across(i, j)] = [[1 << i, 0], [0, 1 << j]];
            j += 1;
        }
        i += 1;
    }
    spans
};

/// A place of a box: the axes along which it is at no end, the place and the half extents.
pub(super) type Within<T> = (u32, [T; 3], [T; 3]);

/// Names the corners around a place that lies inside of at most two edges: those along the free axes of each side.
#[inline]
pub(super) fn name_corners<V: Vector>(corners: [u32; 2], sides: [Within<V::Scalar>; 2], sum: &mut Barycentric<V>) {
    let (mut spans, mut parts) = ([[0; 2]; 2], [V::Scalar::ZERO; 2]);
    let mut count = 0;
    for (side, (free, place, half)) in sides.into_iter().enumerate() {
        for i in 0..3 {
            if free & 1 << i != 0 && count < 2 {
                (spans[count][side], parts[count]) = (1 << i, part(place[i], half[i]));
                count += 1;
            }
        }
    }
    sum.name_spanned(corners, spans, parts);
}

/// Sets the vertex ids of the two features along the axis with an index; the signs say at which end of each box they
/// lie.
#[inline]
pub(super) fn name_ends<V: Vector>(
    places: [[V::Scalar; 3]; 2],
    axis: usize,
    parts: [V::Scalar; 2],
    sum: &mut Barycentric<V>,
) {
    let bit = |p: [V::Scalar; 3], i: usize| u32::from(!p[i].is_negative()) << i;
    let corner = |p: [V::Scalar; 3]| bit(p, 0) | bit(p, 1) | bit(p, 2);
    let spans @ [p, q] = SPANS[axis % SPANS.len()];
    let corners = [corner(places[0]) & !(p[0] | q[0]), corner(places[1]) & !(p[1] | q[1])];
    sum.name_spanned(corners, spans, parts);
}

/// The corner of a box farthest along a direction, of which only the signs count.
#[inline(always)]
pub(crate) fn corner<N: Number>(half: [N; 3], dir: [N; 3]) -> [N; 3] {
    [half[0].with_sign(dir[0]), half[1].with_sign(dir[1]), half[2].with_sign(dir[2])]
}

/// Which part of a span from `−half` to `half` lies below a place; of a span without length, half of it.
#[inline(always)]
pub(crate) fn part<N: Number>(place: N, half: N) -> N {
    let middle = place.like(N::Float::HALF);
    N::choose(half.above(place.like(N::Float::ZERO)), middle + middle * (place / half), middle)
}

#[inline(always)]
fn back<N: Number>(x: [N; 3]) -> [N; 3] {
    [-x[0], -x[1], -x[2]]
}

impl<N: Number> Boxes<N> {
    /// `None` where no nearest points are inside of the features.
    #[inline(always)]
    pub fn touch(&self, axis: Axis) -> Option<Touch<N>> {
        match axis {
            Axis::OfA(i) => self.corner_of_b(i),
            Axis::OfB(j) => self.corner_of_a(j),
            Axis::Across(i, j) => self.edges(i, j),
        }
    }

    #[inline(always)]
    fn corner_of_b(&self, i: usize) -> Option<Touch<N>> {
        let (one, zero) = (self.noise.like(N::Float::ONE), self.noise.like(N::Float::ZERO));
        let sign = one.with_sign(self.t[i]);
        let heights = [self.r[0][i] * sign, self.r[1][i] * sign, self.r[2][i] * sign];
        let b = corner(self.g, back(heights));
        let mut a = self.in_a(b);
        let (above, end) = (a[i], self.h[i] * sign);
        a[i] = end;
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        let inside = a[k].magnitude().at_most(self.h[k]) & a[l].magnitude().at_most(self.h[l]);
        if !N::any(inside) {
            return None;
        }
        let mut normal = [zero; 3];
        normal[i] = sign;
        let single = |j: usize| (heights[j].magnitude() * self.g[j]).above(self.noise);
        Some(Touch {
            normal,
            a,
            b,
            height: (above - end) * sign,
            single: single(0) & single(1) & single(2),
            parts: [part(a[k], self.h[k]), part(a[l], self.h[l])],
        })
    }

    #[inline(always)]
    fn corner_of_a(&self, j: usize) -> Option<Touch<N>> {
        let sign = self.noise.like(N::Float::ONE).with_sign(self.t_in_b[j]);
        let normal = [self.r[j][0] * sign, self.r[j][1] * sign, self.r[j][2] * sign];
        let a = corner(self.h, normal);
        let mut b = self.in_b(a);
        b[j] = -self.g[j] * sign;
        let (k, l) = ((j + 1) % 3, (j + 2) % 3);
        let inside = b[k].magnitude().at_most(self.g[k]) & b[l].magnitude().at_most(self.g[l]);
        if !N::any(inside) {
            return None;
        }
        let single = |i: usize| (normal[i].magnitude() * self.h[i]).above(self.noise);
        Some(Touch {
            normal,
            a,
            b,
            height: dot(normal, minus(self.in_a(b), a)),
            single: single(0) & single(1) & single(2),
            parts: [part(b[k], self.g[k]), part(b[l], self.g[l])],
        })
    }

    /// On the lines `x + σ eᵢ` and `y + τ Rⱼ` with `d = y − x` and `c = eᵢ·Rⱼ`: `σ(1 − c²) = dᵢ − c d·Rⱼ`, and `τ = c σ
    /// − d·Rⱼ` is the place nearest to that, so that an error of `σ`, which is large where the edges are nearly
    /// parallel, moves both places together.
    #[inline(always)]
    fn edges(&self, i: usize, j: usize) -> Option<Touch<N>> {
        let (one, zero) = (self.noise.like(N::Float::ONE), self.noise.like(N::Float::ZERO));
        let ((k, l), (p, q)) = (((i + 1) % 3, (i + 2) % 3), ((j + 1) % 3, (j + 2) % 3));
        let (rk, rl) = (self.r[j][k], self.r[j][l]);
        let inverse = one / (rk * rk + rl * rl).root();
        let sign = inverse.with_sign(self.t[l] * rk - self.t[k] * rl);
        let mut normal = [zero; 3];
        (normal[k], normal[l]) = (-rl * sign, rk * sign);
        let heights = [dot(self.r[0], normal), dot(self.r[1], normal), dot(self.r[2], normal)];
        // In the middle of the two edges.
        let (mut x, mut y_in_b) = (corner(self.h, normal), corner(self.g, back(heights)));
        (x[i], y_in_b[j]) = (zero, zero);
        let d = minus(self.in_a(y_in_b), x);
        let (c, along) = (self.r[j][i], dot(d, self.r[j]));
        let sigma = (d[i] - c * along) * (inverse * inverse);
        let tau = c * sigma - along;
        let inside = sigma.magnitude().at_most(self.h[i]) & tau.magnitude().at_most(self.g[j]);
        if !N::any(inside) {
            return None;
        }
        let single = |height: N, half: N| (height.magnitude() * half).above(self.noise);
        (x[i], y_in_b[j]) = (sigma, tau);
        Some(Touch {
            normal,
            a: x,
            b: y_in_b,
            height: dot(normal, d),
            single: single(normal[k], self.h[k])
                & single(normal[l], self.h[l])
                & single(heights[p], self.g[p])
                & single(heights[q], self.g[q]),
            parts: [part(sigma, self.h[i]), part(tau, self.g[j])],
        })
    }
}
