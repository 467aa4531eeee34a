//! The features that hold the witness points of boxes: what `in_parallelogram` and `Feature::from_points` make of one
//! pair.

use super::super::answer::Named;
use crate::math::{Number, Real};

/// Where witness points lie: each at a corner but for at most two edges of both boxes together, the spans.
pub(super) struct Spanned<N: Number> {
    /// The corners at the lower ends of the spans.
    pub corners: [N; 2],
    /// What the first span adds to the number of a corner of each side, and the second one.
    pub spans: [[N; 2]; 2],
    /// The parameter on each span; a single span has it twice, none has zero.
    pub parts: [N; 2],
    /// How many spans.
    pub count: N,
}

/// What the ends along each axis add to the number of a corner.
#[inline(always)]
pub(super) fn powers<N: Number>(like: N) -> [N; 3] {
    let number = N::Float::from_f64;
    [like.like(number(1.0)), like.like(number(2.0)), like.like(number(4.0))]
}

/// The weights, and sums of them that are computed as by the query, in this order.
struct Sums<N: Number> {
    /// Whether the first span's part is the larger one.
    first: N::Mask,
    low: N,
    middle: N,
    high: N,
    all: N,
    early: [N; 2],
    late: [N; 2],
}

/// The number of vertices, the vertices and their weights.
type Side<N> = (N, [N; 3], [N; 3]);

impl<N: Number> Sums<N> {
    /// The feature of a side; `early`: whether the sums of its edge are the early ones.
    #[inline(always)]
    fn side(&self, corner: N, [p, q]: [N; 2], early: N::Mask) -> Side<N> {
        let number = |x: f64| corner.like(N::Float::from_f64(x));
        let zero = number(0.0);
        let (face, any) = (p.above(zero) & q.above(zero), p.above(zero) | q.above(zero));
        let far = corner + (p + q);
        let next = corner + N::choose(self.first, p, q);
        let start = N::choose(early, self.early[0], self.late[0]);
        let end = N::choose(early, self.early[1], self.late[1]);
        let vertices = [corner, N::choose(face, next, N::choose(any, far, zero)), N::choose(face, far, zero)];
        let weights = [
            N::choose(face, self.low, N::choose(any, start, self.all)),
            N::choose(face, self.middle, N::choose(any, end, zero)),
            N::choose(face, self.high, zero),
        ];
        (N::choose(face, number(3.0), N::choose(any, number(2.0), number(1.0))), vertices, weights)
    }
}

#[inline(always)]
pub(super) fn name<N: Number>(place: &Spanned<N>) -> Named<N> {
    let (zero, one) = (place.count.like(N::Float::ZERO), place.count.like(N::Float::ONE));
    let [s, t] = place.parts;
    let first = t.at_most(s);
    let (most, least) = (N::choose(first, s, t), N::choose(first, t, s));
    let (low, middle, high) = (one - most, most - least, least);
    let (early, late) = ([low, middle + high], [low + middle, high]);
    let sums = Sums { first, low, middle, high, all: low + middle + high, early, late };
    let a = sums.side(place.corners[0], place.spans[0], first);
    let b = sums.side(place.corners[1], place.spans[1], !first);
    let thin = place.count.at_most(one);
    let none = place.count.at_most(zero);
    let sound = low.above(zero) & (middle.above(zero) | thin) & (high.above(zero) | none);
    Named { counts: [a.0, b.0], vertices: [a.1, b.1], weights: [a.2, b.2], sound }
}
