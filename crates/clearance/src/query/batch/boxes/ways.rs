//! What [`closed_form::boxes`](crate::closed_form::boxes) does to one pair of boxes, for a register of pairs: along
//! their axes, and by projections.

use super::super::answer::Answer;
use super::super::question::Question;
use super::super::setting::{Scaled, Solved, each};
use super::gaps::LargestGap;
use super::names::{Spanned, name, powers};
use super::touch::{Touching, touch};
use crate::closed_form::boxes::{Boxes, Projected, dot, part};
use crate::math::{Number, Real};

/// The answers along axes, and the lanes in which they hold but for what exact arithmetic has to say.
#[inline(always)]
pub(super) fn along<N: Number>(
    question: Question,
    scaled: &Scaled<N>,
    boxes: &Boxes<N>,
    gap: &LargestGap<N>,
) -> (Answer<N>, u64) {
    finished(question, scaled, boxes, (touch(boxes, gap.axis), gap))
}

/// The answers of boxes that are apart where edges cross.
#[inline(always)]
pub(super) fn crossing<N: Number>(question: Question, scaled: &Scaled<N>, boxes: &Boxes<N>, axis: N) -> Answer<N> {
    let mut touching = touch(boxes, axis);
    let gap = touching.height;
    touching.inside = touching.inside & gap.above(scaled.number(0.0));
    let second = scaled.frame.size.like(-N::Float::INFINITY);
    finished(question, scaled, boxes, (touching, &LargestGap { gap, second, upper: gap, axis })).0
}

#[inline(always)]
fn finished<N: Number>(
    question: Question,
    scaled: &Scaled<N>,
    boxes: &Boxes<N>,
    (touching, gap): (Touching<N>, &LargestGap<N>),
) -> (Answer<N>, u64) {
    let Touching { normal, a, b, between, height, inside, single, place } = touching;
    let outside = gap.gap.above(scaled.number(0.0));
    let upper = N::choose(outside, scaled.frame.upper(dot(between, between).root()), gap.upper);
    let alone =
        (gap.gap - gap.second).above(scaled.number(2.0) * boxes.noise) & dot(normal, boxes.t).above(boxes.noise);
    let lower = height - scaled.frame.plane_error;
    let found = Solved { normal, distance: gap.gap, lower, upper, a: unscaled(scaled, a), b: unscaled(scaled, b) };
    let narrow = (upper - lower).at_most(scaled.number(8.0) * boxes.noise);
    let holds = inside & narrow & boxes.face(between, normal, height);
    let claims = [holds & thick(boxes), single & (outside | alone)];
    (Answer::new(question, scaled.complete(&found), name(&place), claims), N::bits(holds))
}

/// Answers by projections, and where they are none.
pub(super) struct Apart<N> {
    pub answer: Answer<N>,
    /// One bit for each lane: whether it lies on one edge of each box, and these may cross.
    pub crossing: u64,
    /// The axis of these edges.
    pub axis: N,
}

/// The answers by projections.
#[inline(always)]
pub(super) fn apart<N: Number>(question: Question, scaled: &Scaled<N>, boxes: &Boxes<N>) -> Apart<N> {
    let Projected { a, b, v, least, settled } = boxes.projected();
    let (found, sound) = scaled.apart(v, least, [unscaled(scaled, a), unscaled(scaled, b)]);
    let place = ends([a, b], [boxes.h, boxes.g]);
    let two = place.count.at_most(scaled.number(2.0));
    let all = scaled.number(0.0).at_most(scaled.number(0.0));
    let (i, j) = (place.spans[0][0], place.spans[1][1]);
    let crossing = two & i.above(scaled.number(0.0)) & j.above(scaled.number(0.0)) & !settled;
    // Of the power of two that an axis adds to the number of a corner.
    let axis_of = |power: N| N::choose(power.above(scaled.number(2.0)), scaled.number(2.0), power - scaled.number(1.0));
    let axis = scaled.number(6.0) + scaled.number(3.0) * axis_of(i) + axis_of(j);
    let answer = Answer::new(question, scaled.complete(&found), name(&place), [sound & settled & two, all]);
    Apart { answer, crossing: N::bits(crossing), axis }
}

/// The spans along which places are at no end of their boxes; if there are more than two, only their number counts.
#[inline(always)]
fn ends<N: Number>([a, b]: [[N; 3]; 2], [h, g]: [[N; 3]; 2]) -> Spanned<N> {
    let (zero, one) = (a[0].like(N::Float::ZERO), a[0].like(N::Float::ONE));
    let powers = powers(zero);
    let none = CornerSpan { place: zero, half: one, adds: [zero; 2] };
    let mut spans = Spans { first: none, last: none, corners: [zero; 2], count: zero };
    spans.visit::<0>(a[0], h[0], powers[0]);
    spans.visit::<0>(a[1], h[1], powers[1]);
    spans.visit::<0>(a[2], h[2], powers[2]);
    spans.visit::<1>(b[0], g[0], powers[0]);
    spans.visit::<1>(b[1], g[1], powers[1]);
    spans.visit::<1>(b[2], g[2], powers[2]);
    let Spans { first, last, corners, count } = spans;
    let (any, two) = (count.above(zero), count.above(one));
    let second = [N::choose(two, last.adds[0], zero), N::choose(two, last.adds[1], zero)];
    let parts = [part(first.place, first.half), part(last.place, last.half)];
    Spanned {
        corners,
        spans: [[first.adds[0], second[0]], [first.adds[1], second[1]]],
        parts: [N::choose(any, parts[0], zero), N::choose(any, parts[1], zero)],
        count,
    }
}

/// An edge, and where on it a place is.
#[derive(Clone, Copy)]
struct CornerSpan<N> {
    place: N,
    half: N,
    /// To the number of a corner of each side.
    adds: [N; 2],
}

/// The first span so far, and the last one.
struct Spans<N> {
    first: CornerSpan<N>,
    last: CornerSpan<N>,
    corners: [N; 2],
    count: N,
}

impl<N: Number> Spans<N> {
    /// Looks along the next axis.
    #[inline(always)]
    fn visit<const SIDE: usize>(&mut self, place: N, half: N, power: N) {
        let (zero, one) = (place.like(N::Float::ZERO), place.like(N::Float::ONE));
        let free = half.above(place.magnitude());
        let begins = free & self.count.at_most(zero);
        let mut adds = [zero; 2];
        adds[SIDE] = power;
        let span = CornerSpan { place, half, adds };
        self.first = self.first.or(begins, &span);
        self.last = self.last.or(free, &span);
        self.corners[SIDE] = self.corners[SIDE] + N::choose(place.negative() | free, zero, power);
        self.count = self.count + N::choose(free, one, zero);
    }
}

impl<N: Number> CornerSpan<N> {
    /// The other one in the lanes of the claim.
    #[inline(always)]
    fn or(&self, claim: N::Mask, other: &Self) -> Self {
        let adds = [N::choose(claim, other.adds[0], self.adds[0]), N::choose(claim, other.adds[1], self.adds[1])];
        CornerSpan {
            place: N::choose(claim, other.place, self.place),
            half: N::choose(claim, other.half, self.half),
            adds,
        }
    }
}

/// Whether no half extent is zero.
#[inline(always)]
fn thick<N: Number>(boxes: &Boxes<N>) -> N::Mask {
    let least = |x: [N; 3]| x[0].smaller(x[1]).smaller(x[2]);
    least(boxes.h).smaller(least(boxes.g)).above(boxes.size.like(N::Float::ZERO))
}

#[inline(always)]
fn unscaled<N: Number>(scaled: &Scaled<N>, x: [N; 3]) -> [N; 3] {
    each(|i| x[i] * scaled.frame.unscale)
}
