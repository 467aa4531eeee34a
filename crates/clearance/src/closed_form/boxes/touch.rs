//! The nearest points of the features of two boxes along one of their axes.

use super::{Axis, Boxes, dot};
use crate::gjk::Weighted;
use crate::math::{Real, Vector};

/// Where two features are nearest, scaled.
pub(super) struct Touch<T> {
    /// Unit, from A to B.
    pub normal: [T; 3],
    /// On A, in A's frame.
    pub a: [T; 3],
    /// On B, in B's frame.
    pub b: [T; 3],
    /// How far the farthest corner of A and that of B the other way are apart along the normal.
    pub height: T,
    /// Whether no other corner of the boxes is as far.
    pub single: bool,
    /// The corners at the low ends of the spans.
    corners: [u32; 2],
    /// Side and axis of the two edges that span the difference of the features, and the place in it.
    spans: [(usize, usize); 2],
    parts: [T; 2],
}

impl<T: Real> Touch<T> {
    /// Names the corners around the place.
    #[inline]
    pub fn name<V: Vector<Scalar = T>>(&self, sum: &mut Weighted<V>) {
        name(self.corners, self.spans, self.parts, sum);
    }
}

/// A place of a box: the axes along which it is at no end, the place and the half extents.
pub(super) type Within<T> = (u32, [T; 3], [T; 3]);

/// Names the corners around a place that lies inside of at most two edges: those along the free axes of each side.
#[inline]
pub(super) fn name_corners<V: Vector>(corners: [u32; 2], sides: [Within<V::Scalar>; 2], sum: &mut Weighted<V>) {
    let (mut spans, mut parts) = ([(0, 0); 2], [V::Scalar::ZERO; 2]);
    let mut count = 0;
    for (side, (free, place, half)) in sides.into_iter().enumerate() {
        for i in 0..3 {
            if free & 1 << i != 0 && count < 2 {
                (spans[count], parts[count]) = ((side, i), part(place[i], half[i]));
                count += 1;
            }
        }
    }
    name(corners, spans, parts, sum);
}

/// Names the corners around the place with these parts along two spans that begin at two corners.
#[inline]
fn name<V: Vector>(corners: [u32; 2], spans: [(usize, usize); 2], parts: [V::Scalar; 2], sum: &mut Weighted<V>) {
    let [(first, i), (second, j)] = spans;
    let corner = |s: bool, t: bool| {
        let mut ids = corners;
        ids[first] |= u32::from(s) << i;
        ids[second] |= u32::from(t) << j;
        ids
    };
    sum.name_in_parallelogram(corner, parts[0], parts[1]);
}

/// The corner of a box farthest along a direction, of which only the signs count, and its number.
#[inline]
fn corner<T: Real>(half: [T; 3], dir: [T; 3]) -> ([T; 3], u32) {
    let bit = |i: usize| u32::from(!dir[i].is_negative()) << i;
    let end = |i: usize| half[i].copysign(dir[i]);
    ([end(0), end(1), end(2)], bit(0) | bit(1) | bit(2))
}

/// Which part of a span from `−half` to `half` lies below a place; of a span without length, half of it.
#[inline]
fn part<T: Real>(place: T, half: T) -> T {
    if half > T::ZERO { T::HALF + T::HALF * (place / half) } else { T::HALF }
}

#[inline]
fn minus<T: Real>(x: [T; 3]) -> [T; 3] {
    [-x[0], -x[1], -x[2]]
}

impl<T: Real> Boxes<T> {
    /// `None` where the nearest points are not inside of the features.
    #[inline]
    pub(super) fn touch(&self, axis: &Axis) -> Option<Touch<T>> {
        match *axis {
            Axis::OfA(i) => self.corner_of_b(i),
            Axis::OfB(j) => self.corner_of_a(j),
            Axis::Across(i, j) => self.edges(i, j),
        }
    }

    fn corner_of_b(&self, i: usize) -> Option<Touch<T>> {
        let sign = T::ONE.copysign(self.t[i]);
        let heights = [self.r[0][i] * sign, self.r[1][i] * sign, self.r[2][i] * sign];
        let (b, id) = corner(self.g, minus(heights));
        let mut a = self.in_a(b);
        let (above, end) = (a[i], self.h[i] * sign);
        a[i] = end;
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        if !(a[k].abs() <= self.h[k]) | !(a[l].abs() <= self.h[l]) {
            return None;
        }
        let mut normal = [T::ZERO; 3];
        normal[i] = sign;
        let single = |j: usize| heights[j].abs() * self.g[j] > self.noise;
        Some(Touch {
            normal,
            a,
            b,
            height: (above - end) * sign,
            single: single(0) & single(1) & single(2),
            corners: [u32::from(!sign.is_negative()) << i, id],
            spans: [(0, k), (0, l)],
            parts: [part(a[k], self.h[k]), part(a[l], self.h[l])],
        })
    }

    fn corner_of_a(&self, j: usize) -> Option<Touch<T>> {
        let sign = T::ONE.copysign(self.t_in_b[j]);
        let normal = [self.r[j][0] * sign, self.r[j][1] * sign, self.r[j][2] * sign];
        let (a, id) = corner(self.h, normal);
        let mut b = self.in_b(a);
        b[j] = -self.g[j] * sign;
        let (k, l) = ((j + 1) % 3, (j + 2) % 3);
        if !(b[k].abs() <= self.g[k]) | !(b[l].abs() <= self.g[l]) {
            return None;
        }
        let single = |i: usize| normal[i].abs() * self.h[i] > self.noise;
        let in_a = self.in_a(b);
        Some(Touch {
            normal,
            a,
            b,
            height: dot(normal, [in_a[0] - a[0], in_a[1] - a[1], in_a[2] - a[2]]),
            single: single(0) & single(1) & single(2),
            corners: [id, u32::from(sign.is_negative()) << j],
            spans: [(1, k), (1, l)],
            parts: [part(b[k], self.g[k]), part(b[l], self.g[l])],
        })
    }

    /// On the lines `x + σ eᵢ` and `y + τ Rⱼ` with `d = y − x` and `c = eᵢ·Rⱼ`: `σ(1 − c²) = dᵢ − c d·Rⱼ` and
    /// `τ(1 − c²) = c dᵢ − d·Rⱼ`.
    fn edges(&self, i: usize, j: usize) -> Option<Touch<T>> {
        let ((k, l), (p, q)) = (((i + 1) % 3, (i + 2) % 3), ((j + 1) % 3, (j + 2) % 3));
        let (rk, rl) = (self.r[j][k], self.r[j][l]);
        let inverse = T::ONE / (rk * rk + rl * rl).sqrt();
        let sign = inverse.copysign(self.t[l] * rk - self.t[k] * rl);
        let mut normal = [T::ZERO; 3];
        (normal[k], normal[l]) = (-rl * sign, rk * sign);
        let heights = [dot(self.r[0], normal), dot(self.r[1], normal), dot(self.r[2], normal)];
        // In the middle of the two edges.
        let ((mut x, id_a), (mut y_in_b, id_b)) = (corner(self.h, normal), corner(self.g, minus(heights)));
        (x[i], y_in_b[j]) = (T::ZERO, T::ZERO);
        let y = self.in_a(y_in_b);
        let d = [y[0] - x[0], y[1] - x[1], y[2] - x[2]];
        let (c, along, back) = (self.r[j][i], dot(d, self.r[j]), inverse * inverse);
        let (sigma, tau) = ((d[i] - c * along) * back, (c * d[i] - along) * back);
        if !(sigma.abs() <= self.h[i]) | !(tau.abs() <= self.g[j]) {
            return None;
        }
        let single = |height: T, half: T| height.abs() * half > self.noise;
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
            corners: [id_a & !(1 << i), id_b & !(1 << j)],
            spans: [(0, i), (1, j)],
            parts: [part(sigma, self.h[i]), part(tau, self.g[j])],
        })
    }

    /// A point of B in A's frame.
    #[inline]
    pub(super) fn in_a(&self, b: [T; 3]) -> [T; 3] {
        let (r, t) = (&self.r, &self.t);
        let at = |i: usize| r[0][i] * b[0] + r[1][i] * b[1] + r[2][i] * b[2] + t[i];
        [at(0), at(1), at(2)]
    }

    /// A point of A in B's frame.
    #[inline]
    pub(super) fn in_b(&self, a: [T; 3]) -> [T; 3] {
        let x = [a[0] - self.t[0], a[1] - self.t[1], a[2] - self.t[2]];
        [dot(self.r[0], x), dot(self.r[1], x), dot(self.r[2], x)]
    }
}
