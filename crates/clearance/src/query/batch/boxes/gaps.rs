//! The largest gap of boxes, in each lane, and its axis.

use super::super::setting::Scaled;
use crate::closed_form::boxes::{Boxes, NEAR, dot};
use crate::math::{Number, Real};

/// The largest gap and its axis.
#[derive(Clone, Copy)]
pub(super) struct LargestGap<N> {
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

impl<N: Number> LargestGap<N> {
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
pub(super) fn largest_gap<N: Number>(scaled: &Scaled<N>, boxes: &Boxes<N>) -> Option<LargestGap<N>> {
    let reach = (scaled.given.reach[0] + scaled.given.reach[1]) * scaled.frame.scale;
    let near = dot(boxes.t, boxes.t).at_most(scaled.number(NEAR * NEAR) * reach * reach);
    let low = boxes.size.like(-N::Float::INFINITY);
    let mut largest = LargestGap { gap: low, second: low, upper: low, axis: scaled.number(FAR) };
    if !N::any(near) {
        return None;
    }
    largest.offer(near, boxes.along_a(0), boxes.noise, scaled.number(0.0));
    largest.offer(near, boxes.along_a(1), boxes.noise, scaled.number(1.0));
    largest.offer(near, boxes.along_a(2), boxes.noise, scaled.number(2.0));
    largest.offer(near, boxes.along_b(0), boxes.noise, scaled.number(3.0));
    largest.offer(near, boxes.along_b(1), boxes.noise, scaled.number(4.0));
    largest.offer(near, boxes.along_b(2), boxes.noise, scaled.number(5.0));
    let parallel = largest.gap + scaled.number(2.0) * boxes.noise;
    let mut offer = Edges { boxes, near, parallel, largest };
    offer.pair::<0, 0>(scaled);
    offer.pair::<0, 1>(scaled);
    offer.pair::<0, 2>(scaled);
    offer.pair::<1, 0>(scaled);
    offer.pair::<1, 1>(scaled);
    offer.pair::<1, 2>(scaled);
    offer.pair::<2, 0>(scaled);
    offer.pair::<2, 1>(scaled);
    offer.pair::<2, 2>(scaled);
    Some(offer.largest)
}

/// The gaps across edges.
struct Edges<'b, N: Number> {
    boxes: &'b Boxes<N>,
    near: N::Mask,
    parallel: N,
    largest: LargestGap<N>,
}

impl<N: Number> Edges<'_, N> {
    /// Constants, so that the numbers of axes cost nothing.
    #[inline(always)]
    fn pair<const I: usize, const J: usize>(&mut self, scaled: &Scaled<N>) {
        let (zero, one) = (scaled.number(0.0), scaled.number(1.0));
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
        let axis = scaled.number((6 + 3 * I + J) as f64);
        largest.offer(open & !null, raw * inverse, boxes.noise * inverse, axis);
    }
}
