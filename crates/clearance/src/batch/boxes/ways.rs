//! What [`closed_form::boxes`](crate::closed_form::boxes) does to one pair of boxes, for a register of pairs that take one way.

use super::super::frame::{Completed, Frame, Solved};
use super::PROJECTED;
use crate::closed_form::boxes::{Axis, Boxes, NEAR, Projected, Touch, dot, minus};
use crate::math::{Number, Real};

/// The largest gap and its axis.
#[derive(Clone, Copy)]
pub(super) struct Gap<N> {
    pub gap: N,
    /// The largest gap of the others that may be equal to it.
    pub second: N,
    /// No gap is larger.
    pub upper: N,
    /// The place in [`AXES`](super::AXES), or [`PROJECTED`] for a pair too far for axes.
    pub axis: N,
}

/// Answers, and for which lanes they hold.
pub(super) struct Solution<N: Number> {
    pub completed: Completed<N>,
    /// One bit for each lane.
    pub sound: u64,
    pub unique: u64,
    /// No half extent is null.
    pub thick: u64,
    /// Where the witness points lie on the boxes, scaled, and the numbers of the corners that their signs tell.
    pub places: [[N; 3]; 2],
    pub corners: [N; 2],
    pub parts: [N; 2],
}

impl<N: Number> Gap<N> {
    /// Takes part of a gap in the lanes of the claim.
    #[inline(always)]
    fn offer(&mut self, claim: N::Mask, gap: N, error: N, axis: N) {
        self.upper = N::choose(claim, self.upper.larger(gap + error), self.upper);
        let wins = claim & gap.above(self.gap);
        let second = N::choose(wins, self.gap, self.second.larger(gap));
        self.second = N::choose(claim, second, self.second);
        self.axis = N::choose(wins, axis, self.axis);
        self.gap = N::choose(wins, gap, self.gap);
    }
}

/// `None` where all are too far for axes.
#[inline(always)]
pub(super) fn largest_gap<N: Number>(frame: &Frame<N>, boxes: &Boxes<N>) -> Option<Gap<N>> {
    let reach = (frame.given.reach[0] + frame.given.reach[1]) * frame.scale;
    let near = dot(boxes.t, boxes.t).at_most(frame.number(NEAR * NEAR) * reach * reach);
    let low = boxes.size.like(-N::Float::INFINITY);
    let mut largest = Gap { gap: low, second: low, upper: low, axis: frame.number(PROJECTED as f64) };
    if !N::any(near) {
        return None;
    }
    largest.offer(near, boxes.along_a(0), boxes.noise, frame.number(0.0));
    largest.offer(near, boxes.along_a(1), boxes.noise, frame.number(1.0));
    largest.offer(near, boxes.along_a(2), boxes.noise, frame.number(2.0));
    largest.offer(near, boxes.along_b(0), boxes.noise, frame.number(3.0));
    largest.offer(near, boxes.along_b(1), boxes.noise, frame.number(4.0));
    largest.offer(near, boxes.along_b(2), boxes.noise, frame.number(5.0));
    let parallel = largest.gap + frame.number(2.0) * boxes.noise;
    let mut offer = Edges { boxes, near, parallel, largest };
    offer.pair::<0, 0>(frame);
    offer.pair::<0, 1>(frame);
    offer.pair::<0, 2>(frame);
    offer.pair::<1, 0>(frame);
    offer.pair::<1, 1>(frame);
    offer.pair::<1, 2>(frame);
    offer.pair::<2, 0>(frame);
    offer.pair::<2, 1>(frame);
    offer.pair::<2, 2>(frame);
    Some(offer.largest)
}

/// The gaps across edges.
struct Edges<'b, N: Number> {
    boxes: &'b Boxes<N>,
    near: N::Mask,
    parallel: N,
    largest: Gap<N>,
}

impl<N: Number> Edges<'_, N> {
    /// Constants, so that the numbers of axes cost nothing.
    #[inline(always)]
    fn pair<const I: usize, const J: usize>(&mut self, frame: &Frame<N>) {
        let (zero, one) = (frame.number(0.0), frame.number(1.0));
        let (boxes, largest) = (self.boxes, &mut self.largest);
        let (raw, squared) = boxes.across(I, J);
        let open = self.near & !(raw + boxes.noise).at_most(largest.gap.smaller(zero));
        if !N::any(open) {
            return;
        }
        let null = squared.at_most(zero);
        let inexact = open & null & !boxes.exact_turn;
        largest.upper = N::choose(inexact, largest.upper.larger(self.parallel), largest.upper);
        let inverse = one / squared.root();
        let axis = frame.number((6 + 3 * I + J) as f64);
        largest.offer(open & !null, raw * inverse, boxes.noise * inverse, axis);
    }
}

/// The answers along one axis.
#[inline(always)]
pub(super) fn along<N: Number>(frame: &Frame<N>, boxes: &Boxes<N>, gap: &Gap<N>, axis: Axis) -> Option<Solution<N>> {
    let Touch { normal, a, b, height, inside, single, parts } = boxes.touch(axis)?;
    let w = minus(a, boxes.in_a(b));
    let outside = gap.gap.above(frame.number(0.0));
    let upper = N::choose(outside, frame.upper(dot(w, w).root()), gap.upper);
    let alone = (gap.gap - gap.second).above(frame.number(2.0) * boxes.noise) & dot(normal, boxes.t).above(boxes.noise);
    let lower = height - frame.plane_error;
    let found = Solved { normal, distance: gap.gap, lower, upper, a: unscaled(frame, a), b: unscaled(frame, b) };
    Some(Solution {
        completed: frame.complete(&found),
        sound: N::bits(inside & (upper - lower).at_most(frame.number(8.0) * boxes.noise)),
        unique: N::bits(single & (outside | alone)),
        thick: N::bits(thick(boxes)),
        places: [a, b],
        corners: [corner(frame, a), corner(frame, b)],
        parts,
    })
}

/// The answers by projections.
#[inline(always)]
pub(super) fn apart<N: Number>(frame: &Frame<N>, boxes: &Boxes<N>) -> Solution<N> {
    let projected = boxes.projected();
    let Projected { a, b, v, least } = projected;
    let (found, sound) = frame.apart(v, least, [unscaled(frame, a), unscaled(frame, b)]);
    Solution {
        completed: frame.complete(&found),
        sound: N::bits(sound & projected.is_settled(boxes.size)),
        unique: u64::MAX,
        thick: u64::MAX,
        places: [a, b],
        corners: [corner(frame, a), corner(frame, b)],
        parts: [frame.number(0.0); 2],
    }
}

/// Whether no half extent is null.
#[inline(always)]
fn thick<N: Number>(boxes: &Boxes<N>) -> N::Mask {
    let least = |x: [N; 3]| x[0].smaller(x[1]).smaller(x[2]);
    least(boxes.h).smaller(least(boxes.g)).above(boxes.size.like(N::Float::ZERO))
}

/// The number of the corner on whose side a place lies along each axis.
#[inline(always)]
fn corner<N: Number>(frame: &Frame<N>, place: [N; 3]) -> N {
    let bit = |i: usize| N::choose(place[i].negative(), frame.number(0.0), frame.number(f64::from(1 << i)));
    bit(0) + bit(1) + bit(2)
}

#[inline(always)]
fn unscaled<N: Number>(frame: &Frame<N>, x: [N; 3]) -> [N; 3] {
    [x[0] * frame.unscale, x[1] * frame.unscale, x[2] * frame.unscale]
}
