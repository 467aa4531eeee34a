//! Two boxes in one frame, and the gaps along their axes, for one pair or for several side by side.

use crate::math::{Number, Real};

/// The number of roundings of the size by which places may lie beside the normal: what a contact may be off by, too.
const BESIDE: f64 = 24.0;

/// The frame of one pair, scaled. Plain arrays, whose places are known when the code is compiled.
pub(crate) struct Boxes<N: Number> {
    /// `r[j]` is axis `j` of B in A's frame.
    pub r: [[N; 3]; 3],
    /// Offset in A's frame and in B's.
    pub t: [N; 3],
    pub t_in_b: [N; 3],
    pub h: [N; 3],
    pub g: [N; 3],
    pub noise: N,
    pub size: N,
    pub exact_turn: N::Mask,
}

/// An axis: a face of A, a face of B, or an edge of each.
#[derive(Clone, Copy)]
pub(crate) enum Axis {
    OfA(usize),
    OfB(usize),
    Across(usize, usize),
}

impl Axis {
    /// The number of a pair of edges; three faces of A and three of B come before.
    #[inline(always)]
    pub const fn number_across(i: usize, j: usize) -> usize {
        6 + 3 * i + j
    }

    /// The axis with a number.
    #[inline(always)]
    pub fn numbered(number: usize) -> Self {
        match number {
            0..3 => Axis::OfA(number),
            3..6 => Axis::OfB(number - 3),
            _ => Axis::Across((number - 6) / 3 % 3, (number - 6) % 3),
        }
    }
}

#[inline(always)]
pub(crate) fn dot<N: Number>(x: [N; 3], y: [N; 3]) -> N {
    x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
}

impl<N: Number> Boxes<N> {
    #[inline(always)]
    pub fn along_a(&self, i: usize) -> N {
        let (r, g) = (&self.r, self.g);
        let of_b = r[0][i].magnitude() * g[0] + r[1][i].magnitude() * g[1] + r[2][i].magnitude() * g[2];
        self.t[i].magnitude() - (self.h[i] + of_b)
    }

    #[inline(always)]
    pub fn along_b(&self, j: usize) -> N {
        let (r, h) = (&self.r[j], self.h);
        let of_a = r[0].magnitude() * h[0] + r[1].magnitude() * h[1] + r[2].magnitude() * h[2];
        self.t_in_b[j].magnitude() - (self.g[j] + of_a)
    }

    /// The gap along `eᵢ × Rⱼ`, times its length, and the square of that.
    #[inline(always)]
    pub fn across(&self, i: usize, j: usize) -> (N, N) {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        let (p, q) = ((j + 1) % 3, (j + 2) % 3);
        let (rk, rl) = (self.r[j][k], self.r[j][l]);
        // eᵢ × Rⱼ = rk eₗ − rl eₖ; its product with R_p is ± the entry i of R_q.
        let between = (self.t[l] * rk - self.t[k] * rl).magnitude();
        let of_a = self.h[k] * rl.magnitude() + self.h[l] * rk.magnitude();
        let of_b = self.g[p] * self.r[q][i].magnitude() + self.g[q] * self.r[p][i].magnitude();
        (between - (of_a + of_b), rk * rk + rl * rl)
    }

    /// A point of B in A's frame.
    #[inline(always)]
    pub fn in_a(&self, b: [N; 3]) -> [N; 3] {
        let (r, t) = (&self.r, &self.t);
        let at = |i: usize| r[0][i] * b[0] + r[1][i] * b[1] + r[2][i] * b[2] + t[i];
        [at(0), at(1), at(2)]
    }

    /// A point of A in B's frame.
    #[inline(always)]
    pub fn in_b(&self, a: [N; 3]) -> [N; 3] {
        let x = minus(a, self.t);
        [dot(self.r[0], x), dot(self.r[1], x), dot(self.r[2], x)]
    }

    /// Whether the offset from a place of A to one of B runs along a unit normal, up to rounding. The places of nearly
    /// parallel edges may lie anywhere along them.
    #[inline(always)]
    pub fn face(&self, offset: [N; 3], normal: [N; 3], height: N) -> N::Mask {
        let along = [normal[0] * height, normal[1] * height, normal[2] * height];
        let (beside, rounding) =
            (minus(offset, along), self.size.like(N::Float::from_f64(BESIDE) * N::Float::UNIT) * self.size);
        dot(beside, beside).at_most(rounding * rounding)
    }
}

#[inline(always)]
pub(crate) fn minus<N: Number>(x: [N; 3], y: [N; 3]) -> [N; 3] {
    [x[0] - y[0], x[1] - y[1], x[2] - y[2]]
}
