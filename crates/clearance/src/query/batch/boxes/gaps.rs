//! The largest gap of boxes, in each lane, and its axis.

use super::super::frame::Frame;
use crate::closed_form::boxes::{Boxes, NEAR, dot};
use crate::math::{Number, Real};

/// The largest gap and its axis.
#[derive(Clone, Copy)]
pub(super) struct Gap<N> {
    pub gap: N,
    /// The largest gap of the others that may be equal to it.
    pub second: N,
    /// No gap is larger.
    pub upper: N,
    /// Three faces of A, three of B, and nine pairs of edges; [`FAR`] for a pair too far for axes.
    pub axis: N,
}

/// The axis of pairs that no axis serves.
pub(super) const FAR: f64 = 15.0;

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
    let mut largest = Gap { gap: low, second: low, upper: low, axis: frame.number(FAR) };
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
