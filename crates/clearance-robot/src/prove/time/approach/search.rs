//! The search for the least signed distance of a motion: best first over intervals of its segments, each with the pairs
//! that are open over it, and one upper bound for all.
//!
//! An interval is evaluated in its middle. A pair is closed there once one of its bounds is at least the least distance
//! found so far minus the width of the bounds. From the cheapest bound on:
//! 1. balls and boxes about the bodies in the middle, minus their displacement from there (whole segments only);
//! 2. the distance in the middle, minus that displacement;
//! 3. the [bounds from both ends](super::bound) of either half.
//!
//! The halves with the pairs that are left go back. Where joints and bodies may deviate, an interval has a cell of
//! errors too: bounds are taken with the errors in the middle of the cell, less what the others move, and the cell is
//! halved in place of the time where that is more. The distance with the errors that are [worst] to first order is seen
//! too.

use clearance::{Hint, Proximity, Vec3};

use super::bound::{EndGap, PairOver};
use crate::bound::swing::Swing;
use crate::cell::bodies::Stage;
use crate::cell::chain::{FixedAxis, Side};
use crate::path::{Cell, Segment};
use crate::prove::best_first::{LeastSearch, StopRule};
use crate::prove::time::interval::{Interval, Open, SHORTEST};
use crate::prove::time::snapshot::Snapshot;
use crate::prove::time::span::Span;
use crate::prove::time::worst;

/// Number of places of the motion where distances are computed first, so that few pairs are open at all.
const SAMPLES: usize = 8;

/// A pair that is open over an interval.
#[derive(Clone)]
struct NearPair {
    pair: usize,
    /// No signed distance is below this.
    bound: f64,
    /// Its gaps at both ends, once they are needed.
    ends: [Option<EndGap>; 2],
    hints: [Hint; 2],
}

/// An interval of a segment.
pub(super) struct SegmentPart {
    segment: usize,
    interval: Interval<NearPair>,
}

/// A whole segment, and the place of its cell of errors.
pub(super) type Whole = (Span, usize);

/// Where a distance is attained.
#[derive(Clone, Debug)]
pub(super) struct Attained {
    pub pair: usize,
    pub segment: usize,
    pub x: f64,
    /// The errors of joints and bodies.
    pub off: Option<Vec<f64>>,
    pub proximity: Proximity<Vec3<f64>>,
}

/// What is found.
pub(super) struct LeastDistance {
    pub lower: f64,
    pub upper: f64,
    pub place: Attained,
    /// Segments and places in them between which the least distance is attained.
    pub times: [(usize, f64); 2],
    pub complete: bool,
    /// Pairs in contact of which finer shapes are known.
    pub touching: Vec<usize>,
}

/// The segments of a motion, and which distances count.
#[derive(Clone, Copy)]
pub(super) struct Asked<'s> {
    pub stage: &'s Stage,
    pub segments: &'s [Segment],
    /// Whether the margin of each pair is subtracted from its distance.
    pub padded: bool,
    /// Pairs that are left out, by their names.
    pub without: &'s [[String; 2]],
}

/// A search over the segments of a motion.
pub(super) struct ApproachSearch<'s> {
    pub stage: &'s Stage,
    pub segments: &'s [Segment],
    padded: bool,
    /// Whether each pair is left out; empty if none is.
    pub skipped: Vec<bool>,
    pub search: LeastSearch<'s, SegmentPart, Option<Attained>>,
    /// Cells of errors.
    pub cells: Vec<Cell>,
    /// Closed intervals in which the least distance may be attained, with their bounds.
    closed: Vec<(f64, usize, [f64; 2])>,
    touching: Vec<usize>,
}

impl<'s> ApproachSearch<'s> {
    /// The least signed distance over segments; `None` without pairs.
    pub fn over(
        Asked { stage, segments, padded, without }: Asked<'s>,
        goal: StopRule<'s>,
        looks_closer: bool,
    ) -> Option<LeastDistance> {
        let search = LeastSearch::new(goal, None);
        let (cells, closed, touching) = Default::default();
        let is_without = |pair| without.contains(&stage.names(pair));
        let skipped = if without.is_empty() { Vec::new() } else { (0..stage.pairs().len()).map(is_without).collect() };
        let mut least = ApproachSearch { stage, segments, padded, skipped, search, cells, closed, touching };
        least.sample();
        least.begin();
        while !least.search.is_done() && (least.touching.is_empty() || !looks_closer) {
            let Some(entry) = least.search.next() else { break };
            least.look(entry.item);
        }
        least.finish()
    }

    /// Distances at some places of the motion.
    fn sample(&mut self) {
        let count = if self.skipped.is_empty() { self.segments.len().min(SAMPLES) } else { 0 };
        for k in 0..count {
            let segment = (2 * k + 1) * self.segments.len() / (2 * count);
            let at = Snapshot::new(self.stage, &self.segments[segment], 0.5, None);
            // Where margins count, another pair may have less room: what is attained is an upper bound.
            if let Some((proximity, pair)) = at.nearest(self.stage) {
                self.attain(Attained { pair, segment, x: 0.5, off: None, proximity });
            }
        }
    }

    /// Opens a segment with those of some pairs, and those of the crowd, that may be near over it.
    pub(super) fn begin_segment(&mut self, segment: usize, (span, place): &Whole, pairs: &[usize]) {
        let mut open = Vec::new();
        for &pair in pairs {
            self.enclose(span, segment, pair, &mut open);
        }
        if let Some(crowd) = self.stage.crowd() {
            for (mover, &body) in crowd.movers().iter().enumerate() {
                let reach = span.ball(self.stage, body).inflated(span.way(self.stage, body));
                // What is left out is farther than a distance that is attained.
                let limit = (self.search.upper + self.most_margin(body)).max(0.0);
                crowd.nearest(mover, &reach, limit, |pair| {
                    self.enclose(span, segment, pair, &mut open);
                    limit
                });
            }
        }
        let interval = Interval { ends: [0.0, 1.0], cell: *place, snapshots: [None, None], open, unseen: false };
        self.push(SegmentPart { segment, interval });
    }

    /// Opens a pair over a segment, unless balls and boxes close it.
    fn enclose(&mut self, span: &Span, segment: usize, pair: usize, open: &mut Vec<NearPair>) {
        if self.skipped.get(pair) == Some(&true) {
            return;
        }
        let (margin, mut hints) = (self.margin(pair), [Hint::NONE; 2]);
        let (apart, way) = span.apart(self.stage, pair, &mut hints, [self.search.threshold() + margin; 2]);
        let bound = less((apart.lower - way).next_down(), margin);
        if bound >= self.search.threshold() {
            self.close(bound, segment, span.ends);
        } else {
            open.push(NearPair { pair, bound, ends: [None; 2], hints });
        }
    }

    fn push(&mut self, part: SegmentPart) {
        let bound = part.interval.open.iter().map(|near| near.bound).fold(f64::INFINITY, f64::min);
        if bound < f64::INFINITY {
            // A bound that has become too large since is closed pair by pair when its turn comes.
            if bound >= self.search.threshold() {
                self.close(bound, part.segment, part.interval.ends);
            } else {
                self.search.take(bound, part);
            }
        }
    }

    pub(super) fn close(&mut self, bound: f64, segment: usize, ends: [f64; 2]) {
        self.search.close(bound);
        if bound <= self.search.upper {
            self.closed.push((bound, segment, ends));
        }
    }

    /// What is taken from the distances of a pair.
    pub(super) fn margin(&self, pair: usize) -> f64 {
        if self.padded { self.stage.pairs()[pair].margin } else { 0.0 }
    }

    /// No pair of a body with the crowd has a larger margin.
    fn most_margin(&self, body: usize) -> f64 {
        let own = |body: usize| self.stage.bodies()[body].part.margin;
        let others = (0..self.stage.bodies().len()).map(own).fold(0.0, f64::max);
        if self.padded { own(body) + others } else { 0.0 }
    }

    fn attain(&mut self, place: Attained) {
        let upper = place.proximity.bounds.upper;
        let room = if self.padded { (upper - self.margin(place.pair)).next_up() } else { upper };
        if upper <= 0.0 && self.stage.closer(place.pair).is_some() && !self.touching.contains(&place.pair) {
            self.touching.push(place.pair);
        }
        self.search.attain(room, || Some(place));
    }

    fn segment(&self, part: &SegmentPart) -> &'s Segment {
        &self.segments[part.segment]
    }

    /// Evaluates an interval in its middle, and puts back its halves with what is left.
    fn look(&mut self, mut part: SegmentPart) {
        let (segment, ends) = (self.segment(&part), part.interval.ends);
        let span = Span::new(self.stage, segment, ends, self.cells.get(part.interval.cell));
        let x = 0.5 * (ends[0] + ends[1]);
        let mut left: Vec<(NearPair, EndGap, Swing)> = Vec::new();
        for mut near in std::mem::take(&mut part.interval.open) {
            if near.bound >= self.search.threshold() {
                self.close(near.bound, part.segment, ends);
                continue;
            }
            let proximity = span.middle.proximity(self.stage, near.pair);
            let off = self.cells.get(part.interval.cell).map(Cell::middle);
            self.attain(Attained { pair: near.pair, segment: part.segment, x, off, proximity });
            self.look_at_worst(&part, near.pair, x, &proximity);
            let seen = EndGap::along(self.stage, &span.middle, near.pair, proximity.normal, &mut near.hints);
            let swing = span.swing(self.stage, &self.stage.pairs()[near.pair], Side::Between);
            let bound = self.in_the_middle(&span, near.pair, proximity.bounds.lower, seen, swing);
            near.bound = near.bound.max(less(bound, self.margin(near.pair)));
            if !self.cells.is_empty() && near.bound < self.search.threshold() {
                // With both ends, time and errors can be compared.
                self.bound_between(&span, part.segment, &mut part.interval, &mut near, swing);
            }
            if near.bound >= self.search.threshold() {
                self.close(near.bound, part.segment, ends);
            } else {
                left.push((near, seen, swing));
            }
        }
        if left.is_empty() {
            return;
        }
        if part.interval.length() <= SHORTEST {
            left.iter().for_each(|(near, ..)| self.close(near.bound, part.segment, ends));
            return;
        }
        if let Some(halves) = self.halved_cell(&part, &span, &left) {
            for cell in halves {
                self.cells.push(cell);
                let open = left.iter().map(|(near, ..)| NearPair { ends: [None; 2], ..near.clone() }).collect();
                let cell = self.cells.len() - 1;
                let interval = Interval { ends, cell, snapshots: [None, None], open, unseen: false };
                self.push(SegmentPart { segment: part.segment, interval });
            }
            return;
        }
        let SegmentPart { segment, interval } = part;
        for (side, mut interval) in interval.parts(x, span.middle.clone()).into_iter().enumerate() {
            for (near, seen, swing) in &left {
                let mut near = near.clone();
                near.ends[1 - side] = Some(*seen);
                self.bound_between(&span, segment, &mut interval, &mut near, *swing);
                if near.bound >= self.search.threshold() {
                    self.close(near.bound, segment, interval.ends);
                } else {
                    interval.open.push(near);
                }
            }
            self.push(SegmentPart { segment, interval });
        }
    }

    /// No signed distance is below this over a span, by what is seen in its middle.
    fn in_the_middle(&self, span: &Span, pair: usize, lower: f64, seen: EndGap, swing: Swing) -> f64 {
        let bound = (lower - swing.way(span.half)).next_down();
        if swing.off == 0.0 {
            return bound;
        }
        let along = span.swing_along(self.stage, &self.stage.pairs()[pair], FixedAxis::between(seen.axis));
        bound.max((seen.gap - along.way(span.half)).next_down())
    }

    /// Raises the bound of a pair over an interval in a span by what is seen at both of its ends.
    fn bound_between(
        &mut self,
        span: &Span,
        segment: usize,
        interval: &mut Interval<NearPair>,
        near: &mut NearPair,
        swing: Swing,
    ) {
        let of = &self.segments[segment];
        let ends = [0, 1].map(|end| interval.snapshot(end, self.stage, of, &self.cells));
        for end in [0, 1] {
            if near.ends[end].is_none() {
                let proximity = ends[end].proximity(self.stage, near.pair);
                let off = self.cells.get(interval.cell).map(Cell::middle);
                self.attain(Attained { pair: near.pair, segment, x: interval.ends[end], off, proximity });
                let seen = EndGap::along(self.stage, &ends[end], near.pair, proximity.normal, &mut near.hints);
                near.ends[end] = Some(seen);
            }
        }
        let [Some(first), Some(last)] = near.ends else { return };
        let ends = [&*ends[0], &*ends[1]];
        let between = PairOver { stage: self.stage, pair: near.pair, span, swing, ends, duration: interval.length() };
        let margin = self.margin(near.pair);
        let bound = between.bound([first, last], &mut near.hints, self.search.threshold() + margin);
        near.bound = near.bound.max(less(bound, margin));
    }

    /// The distance with the errors of a cell that bring a pair nearest to first order.
    fn look_at_worst(&mut self, part: &SegmentPart, pair: usize, x: f64, proximity: &Proximity<Vec3<f64>>) {
        let Some(cell) = self.cells.get(part.interval.cell) else { return };
        let at = Snapshot::new(self.stage, self.segment(part), x, Some(&cell.middle()));
        let errors = worst::corner(self.stage, &at, pair, proximity, cell);
        let at = Snapshot::new(self.stage, self.segment(part), x, Some(&errors));
        let proximity = at.proximity(self.stage, pair);
        self.attain(Attained { pair, segment: part.segment, x, off: Some(errors), proximity });
    }

    /// The halves of an interval's cell of errors, if these take more of the gap of the nearest pair than the time.
    fn halved_cell(&self, part: &SegmentPart, span: &Span, left: &[(NearPair, EndGap, Swing)]) -> Option<[Cell; 2]> {
        let cell = self.cells.get(part.interval.cell)?;
        let (near, seen, _) = left.iter().min_by(|a, b| a.0.bound.total_cmp(&b.0.bound))?;
        let along = span.swing_along(self.stage, &self.stage.pairs()[near.pair], FixedAxis::between(seen.axis));
        let least = near.ends.iter().flatten().map(|seen| seen.gap).fold(seen.gap, f64::min);
        if along.off <= least - near.bound - along.off {
            return None;
        }
        let axis = Some(FixedAxis::between(seen.axis));
        let open = Open { axis, ..Open::fresh(near.pair, part.interval.cell) };
        cell.halves(span.widest(self.stage, &open, cell).0)
    }

    fn finish(mut self) -> Option<LeastDistance> {
        let place = self.search.worst.take()?;
        let (lower, complete) = self.search.outcome();
        let upper = self.search.upper;
        let open = self.search.rest().map(|entry| (entry.bound, entry.item.segment, entry.item.interval.ends));
        let may_be = open.chain(self.closed).filter(|(bound, ..)| *bound <= upper);
        let (mut first, mut last) = ((place.segment, place.x), (place.segment, place.x));
        let is_before = |a: (usize, f64), b: (usize, f64)| a.0 < b.0 || a.0 == b.0 && a.1 < b.1;
        for (_, segment, ends) in may_be {
            first = if is_before((segment, ends[0]), first) { (segment, ends[0]) } else { first };
            last = if is_before(last, (segment, ends[1])) { (segment, ends[1]) } else { last };
        }
        Some(LeastDistance { lower, upper, place, times: [first, last], complete, touching: self.touching })
    }
}

/// A lower bound less a margin.
pub(super) fn less(bound: f64, margin: f64) -> f64 {
    if margin == 0.0 { bound } else { (bound - margin).next_down() }
}
