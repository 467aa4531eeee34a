//! The steps that decide a pair over an interval, in the order of `search.rs`, and what is recorded of their proofs.

use clearance::query::Within;
use clearance::{Hint, Vec3, Vector};

use super::interval::{Answer, Interval, Open};
use super::outcome::{Entry, Keep};
use super::search::Search;
use super::snapshot::Snapshot;
use super::span::{Span, least_over};
use super::worst;
use crate::bound::enclosure::{Apart, AxisFrame};
use crate::bound::swing::Swing;
use crate::cell::bodies::Stage;
use crate::cell::chain::{Chain, FixedAxis, Side};

/// Certificates of least distances claim what is proven if errors move bodies by this much more, and half of what is
/// above the least distance. Other verifiers may bound the second-order terms of errors by wider estimates: `judge/`
/// takes up to 0.7 more where errors are large.
const WIDER: f64 = 0.5;

impl Search<'_> {
    /// Steps 1 and 2: how far a pair is apart in the middle at least, if they cannot decide it.
    pub(super) fn enclosed(&mut self, span: &Span, open: &mut Open) -> Option<f64> {
        let (stage, pair) = (self.stage, &self.stage.pairs()[open.pair]);
        let (goal, enough) = (self.goal(open.pair), self.enough(open.pair));
        let (apart, way) = span.apart(stage, open.pair, &mut open.hints, [goal, enough]);
        let [a, b] = pair.bodies;
        let bound = apart.lower - way;
        if bound > enough {
            return None;
        }
        let axis = || apart.axis([span.middle.body(stage, a), span.middle.body(stage, b)]);
        if bound > goal && self.settle(span, open, axis, bound) {
            return None;
        }
        if let Some(fixed) = open.axis {
            let gap = span.middle.gap(stage, open.pair, fixed, &mut open.hints);
            let bound = gap - self.swing_along(span, pair, fixed).way(span.half);
            if bound > goal {
                self.record(span, open, fixed, bound);
                return None;
            }
        }
        Some(apart.lower)
    }

    /// A bound of a pair that is above this decides it, and is nothing to keep: above the least bound so far, it is not
    /// the least.
    fn enough(&self, pair: usize) -> f64 {
        match self.keep {
            Keep::Verdict => self.goal(pair),
            Keep::Nothing | Keep::Gaps => self.goal(pair).max(self.lower),
            Keep::Entries(_) => f64::INFINITY,
        }
    }

    /// Steps 3 and 4; the last time that an interval is checked, any bound above the margin will do.
    pub(super) fn ask(
        &mut self,
        span: &Span,
        interval: &mut Interval,
        open: &mut Open,
        swing: Swing,
        last: bool,
    ) -> Answer {
        let (stage, pair) = (self.stage, &self.stage.pairs()[open.pair]);
        let goal = if last { self.margin(open.pair) } else { self.goal(open.pair) };
        if let Some(fixed) = open.axis
            && let bound = self.between_ends(span, swing, interval, open, fixed)
            && bound > goal
        {
            self.record(span, open, fixed, bound);
            return Answer::Apart;
        }
        let proximity = match self.keep {
            Keep::Verdict | Keep::Gaps if !self.wants_least() => {
                let enough = self.enough(open.pair) + swing.way(span.half);
                match span.middle.proximity_within(stage, open.pair, enough) {
                    Within::Beyond { .. } => return Answer::Apart,
                    Within::Near(found) => found,
                }
            }
            _ => span.middle.proximity(stage, open.pair),
        };
        self.nearest = self.nearest.min(proximity.bounds.upper);
        if proximity.bounds.upper <= self.margin(open.pair) {
            return Answer::Contact(proximity, None);
        }
        let bound = proximity.bounds.lower - swing.way(span.half);
        if bound > goal && self.settle(span, open, || proximity.normal, bound) {
            return Answer::Apart;
        }
        if swing.off > 0.0 && self.shown_along(span, open, proximity.normal, goal) {
            return Answer::Apart;
        }
        let mut best = f64::NEG_INFINITY;
        for side in [Side::Between, Side::B, Side::A] {
            if !pair.frames.has(side) {
                continue;
            }
            let axis = span.middle.pose_of(pair.frames.frame_of(side)).vector_back(proximity.normal);
            let fixed = FixedAxis { side, axis };
            let bound = self.between_ends(span, swing, interval, open, fixed);
            if bound > goal {
                self.record(span, open, fixed, bound);
                return Answer::Apart;
            }
            if bound > best && !open.at_end {
                (best, open.axis) = (bound, Some(fixed));
            }
        }
        Answer::Open
    }

    /// How far a pair is apart at least over an interval, by the gaps at both ends along an axis that is fixed in the
    /// frame of a side.
    fn between_ends(
        &self,
        span: &Span,
        between: Swing,
        interval: &mut Interval,
        open: &mut Open,
        fixed: FixedAxis,
    ) -> f64 {
        let pair = &self.stage.pairs()[open.pair];
        let is_known = fixed.side == Side::Between && between.off == 0.0;
        let swing = if is_known { between } else { self.swing_along(span, pair, fixed) };
        let ends = [0, 1].map(|end| {
            let snapshot = interval.snapshot(end, self.stage, self.segment, &self.cells);
            snapshot.gap(self.stage, open.pair, fixed, &mut open.hints)
        });
        least_over(ends, swing, interval.length())
    }

    /// How a pair moves along an axis that is fixed in the frame of a side.
    fn swing_along(&self, span: &Span, pair: &Chain, fixed: FixedAxis) -> Swing {
        let swing = span.swing_along(self.stage, pair, fixed);
        if self.leaves_room { swing.off_more(swing.off * WIDER) } else { swing }
    }

    /// Records a pair that a bound of another kind proves apart. Certificates hold gaps only: then the gap along the
    /// axis (in the world) must show enough as well, which up to rounding it does.
    fn settle(&mut self, span: &Span, open: &mut Open, axis: impl FnOnce() -> Vec3<f64>, bound: f64) -> bool {
        match self.keep {
            Keep::Verdict | Keep::Nothing => {
                self.lower = self.lower.min(bound);
                return true;
            }
            // The gap is no less, so it is not the least.
            Keep::Gaps if bound > self.lower => return true,
            Keep::Gaps | Keep::Entries(_) => {}
        }
        // With room for other verifiers an axis may show much less.
        let enough = if self.leaves_room { self.goal(open.pair) } else { self.margin(open.pair) };
        self.shown_along(span, open, axis(), enough)
    }

    /// Records a pair whose gap along an axis of the world, fixed in the frame between the bodies, shows enough.
    fn shown_along(&mut self, span: &Span, open: &mut Open, axis: Vec3<f64>, enough: f64) -> bool {
        let pair = &self.stage.pairs()[open.pair];
        let fixed = FixedAxis::between(span.middle.pose_of(pair.frames.common).vector_back(axis).normalized());
        let way = self.swing_along(span, pair, fixed).way(span.half);
        let gap = span.middle.gap(self.stage, open.pair, fixed, &mut open.hints);
        let bound = gap - way;
        if bound > enough {
            self.record(span, open, fixed, bound);
        }
        bound > enough
    }

    fn record(&mut self, span: &Span, open: &Open, FixedAxis { side, axis }: FixedAxis, bound: f64) {
        let goal = self.goal(open.pair);
        let half = 0.5 * (goal + bound);
        let bound = if self.leaves_room && half > goal { half } else { bound };
        self.lower = self.lower.min(bound);
        if let Keep::Entries(entries) = &mut self.keep {
            entries.push(Entry { pair: open.pair, interval: span.ends, side, axis, bound, cell: open.cell });
        }
    }

    /// The errors of a cell that bring a pair nearest to first order, if they are more to blame than the length of the
    /// interval: a contact is seen there or not.
    pub(super) fn worst(&self, span: &Span, open: &Open, cell: usize, swing: Swing) -> Option<Answer> {
        let cell = self.cells.get(cell).filter(|_| swing.off > swing.speed * span.half)?;
        if let Some(fixed) = open.axis {
            // Where no error closes the gap in the middle, there is no contact to be seen.
            let off = span.swing_along(self.stage, &self.stage.pairs()[open.pair], fixed).off;
            let gap = span.middle.gap(self.stage, open.pair, fixed, &mut open.hints.clone());
            if gap - off > self.margin(open.pair) {
                return None;
            }
        }
        let x = 0.5 * (span.ends[0] + span.ends[1]);
        let mut errors = cell.middle();
        // The axis turns with the bodies, so the errors that are worst are looked for again.
        for _ in 0..worst::ROUNDS {
            let at = Snapshot::new(self.stage, self.segment, x, Some(&errors));
            let proximity = at.proximity(self.stage, open.pair);
            if proximity.bounds.upper <= self.margin(open.pair) {
                return Some(Answer::Contact(proximity, Some(errors)));
            }
            let next = worst::corner(self.stage, &at, open.pair, &proximity, cell);
            if next == errors {
                return None;
            }
            errors = next;
        }
        None
    }
}

impl Span {
    /// How far a pair is apart in the middle at least by balls, and by boxes, or along the normal of a halfspace, where
    /// the balls do not show a goal; the first box will do if it shows enough. With how far it may come from there.
    pub(super) fn apart(
        &self,
        stage: &Stage,
        index: usize,
        hints: &mut [Hint; 2],
        [goal, enough]: [f64; 2],
    ) -> (Apart, f64) {
        let pair = &stage.pairs()[index];
        let (balls, way) = self.enclosing(stage, pair);
        let apart = Apart::by_balls(balls[0].distance_bound(balls[1]), balls);
        let apart = if apart.lower - way > goal { apart } else { self.boxed(stage, index, hints, apart, enough + way) };
        (apart, way)
    }

    fn boxed(&self, stage: &Stage, index: usize, hints: &mut [Hint; 2], apart: Apart, enough: f64) -> Apart {
        let [a, b] = stage.pairs()[index].bodies;
        let balls = [a, b].map(|body| self.ball(stage, body));
        match [a, b].map(|body| &stage.bodies()[body].enclosure) {
            [Some(first), Some(second)] => {
                let from_a = first.apart_from(self.middle.body(stage, a), balls[1], 0);
                if from_a.lower > enough {
                    return from_a;
                }
                let from_b = second.apart_from(self.middle.body(stage, b), balls[0], 1);
                apart.or(from_a).or(from_b)
            }
            _ => {
                let way = stage.halfspace_axis(b);
                let lower = self.middle.gap(stage, index, FixedAxis::between(way), hints);
                Apart { lower, way, frame: AxisFrame::World }
            }
        }
    }
}
