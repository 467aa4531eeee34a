//! Runs of GJK side by side: what each lane knows between two steps.

use super::vector::{Point, choose, plus, times};
use crate::closed_form::boxes::minus;
use crate::math::{Number, Real};

/// What a run needs to know of its pair; lengths are scaled like the [difference](crate::difference::Difference).
pub(super) struct Place<N> {
    /// B's rotation in A's frame, by columns.
    pub turn: [Point<N>; 3],
    pub offset: Point<N>,
    pub scale: N,
    pub size: N,
    pub point_error: N,
    pub plane_error: N,
}

/// A point of the difference, with the number of its pair of vertices: see [`pair_number`].
#[derive(Clone, Copy)]
pub(super) struct Vertex<N> {
    pub w: Point<N>,
    pub pair: N,
}

/// Numbers of vertices are below.
pub(super) const MOST: u32 = 64;

/// The number of a pair of vertices, given by their numbers, each below [`MOST`].
#[inline(always)]
pub(super) fn pair_number<N: Number>([a, b]: [N; 2]) -> N {
    a + b * a.like(N::Float::from_f64(f64::from(MOST)))
}

/// A run between two steps.
pub(super) struct Run<N> {
    /// The points of the nearest point, the newest first; of these `count` are meant.
    pub points: [Vertex<N>; 3],
    pub count: N,
    /// The nearest point and its squared length.
    pub nearest: Point<N>,
    pub squared: N,
    /// The vertex that lies farthest against the nearest point: the next of the points.
    pub next: Vertex<N>,
}

/// What a run has proven.
pub(super) struct Proven<N> {
    pub lower: N,
    /// The direction in which `lower` was found.
    pub axis: Point<N>,
    pub iterations: N,
}

impl<N: Number> Place<N> {
    /// The point of the difference of two points of the cores.
    #[inline(always)]
    pub fn point(&self, a: Point<N>, b: Point<N>) -> Point<N> {
        let Place { turn: [x, y, z], offset, scale, .. } = *self;
        let (x, y, z) = (times(x, scale), times(y, scale), times(z, scale));
        let turned = plus(plus(times(x, b[0]), times(y, b[1])), times(z, b[2]));
        minus(times(a, scale), plus(turned, offset))
    }
}

impl<N: Number> Vertex<N> {
    #[inline(always)]
    pub fn choose(claim: N::Mask, first: Self, second: Self) -> Self {
        Vertex { w: choose(claim, first.w, second.w), pair: N::choose(claim, first.pair, second.pair) }
    }
}

impl<N: Number> Run<N> {
    /// Whether the second and the third point are meant.
    #[inline(always)]
    pub fn holds(&self) -> [N::Mask; 2] {
        let number = |x: f64| self.count.like(N::Float::from_f64(x));
        [self.count.above(number(1.5)), self.count.above(number(2.5))]
    }
}

impl<N> Place<N> {
    /// How many numbers it is told by.
    pub const NUMBERS: usize = 16;
}

impl<N: Copy> Place<N> {
    /// All its numbers, in order. One by one, since a list that is walked goes through memory as a whole.
    #[inline(always)]
    pub fn numbers(&self, mut each: impl FnMut(usize, N)) {
        tell(&mut each, 0, self.turn[0]);
        tell(&mut each, 3, self.turn[1]);
        tell(&mut each, 6, self.turn[2]);
        tell(&mut each, 9, self.offset);
        each(12, self.scale);
        each(13, self.size);
        each(14, self.point_error);
        each(15, self.plane_error);
    }

    /// The one with these numbers.
    #[inline(always)]
    pub fn from_numbers(number: impl Fn(usize) -> N) -> Self {
        Place {
            turn: [vector(&number, 0), vector(&number, 3), vector(&number, 6)],
            offset: vector(&number, 9),
            scale: number(12),
            size: number(13),
            point_error: number(14),
            plane_error: number(15),
        }
    }
}

impl<N> Run<N> {
    pub const NUMBERS: usize = 21;
}

impl<N: Copy> Run<N> {
    #[inline(always)]
    pub fn numbers(&self, mut each: impl FnMut(usize, N)) {
        let [a, b, c] = self.points;
        tell(&mut each, 0, a.w);
        tell(&mut each, 3, b.w);
        tell(&mut each, 6, c.w);
        tell(&mut each, 9, self.nearest);
        tell(&mut each, 12, [a.pair, b.pair, c.pair]);
        each(15, self.count);
        each(16, self.squared);
        tell(&mut each, 17, self.next.w);
        each(20, self.next.pair);
    }

    #[inline(always)]
    pub fn from_numbers(number: impl Fn(usize) -> N) -> Self {
        let vertex = |i: usize| Vertex { w: vector(&number, 3 * i), pair: number(12 + i) };
        Run {
            points: [vertex(0), vertex(1), vertex(2)],
            nearest: vector(&number, 9),
            count: number(15),
            squared: number(16),
            next: Vertex { w: vector(&number, 17), pair: number(20) },
        }
    }
}

impl<N> Proven<N> {
    pub const NUMBERS: usize = 5;
}

impl<N: Copy> Proven<N> {
    #[inline(always)]
    pub fn numbers(&self, mut each: impl FnMut(usize, N)) {
        tell(&mut each, 0, self.axis);
        each(3, self.lower);
        each(4, self.iterations);
    }

    #[inline(always)]
    pub fn from_numbers(number: impl Fn(usize) -> N) -> Self {
        Proven { axis: vector(&number, 0), lower: number(3), iterations: number(4) }
    }
}

/// The components of a vector, counted from `i`.
#[inline(always)]
fn tell<N>(each: &mut impl FnMut(usize, N), i: usize, [x, y, z]: [N; 3]) {
    each(i, x);
    each(i + 1, y);
    each(i + 2, z);
}

#[inline(always)]
fn vector<N>(number: &impl Fn(usize) -> N, i: usize) -> [N; 3] {
    [number(i), number(i + 1), number(i + 2)]
}
