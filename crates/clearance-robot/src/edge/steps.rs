//! The steps that decide a pair over an interval, in the order of `search.rs`, and what is recorded of their proofs.

use clearance::query::Within;
use clearance::{Vec3, Vector};

use super::enclosure::{Apart, Frame};
use super::interval::{Answer, Enclosed, Interval, Open};
use super::outcome::{Entry, Keep};
use super::search::Search;
use super::snapshot::Snapshot;
use super::span::{Span, least_over};
use super::stage::{Pair, Side, Stage};
use super::worst;
use crate::motion::Swing;

impl Search<'_> {
    /// Steps 1 and 2: what is known of a pair that they cannot decide.
    pub(super) fn enclosed(&mut self, span: &Span, open: &mut Open) -> Option<Enclosed> {
        let (stage, pair) = (self.stage, &self.stage.pairs()[open.pair]);
        let [a, b] = pair.bodies;
        let swing = span.swing(stage, pair, Side::Between);
        let (way, goal) = (swing.way(span.half), self.goal(open.pair));
        let balls = Apart::between(span.ball(stage, a), span.ball(stage, b));
        let apart = if balls.lower - way > goal { balls } else { self.boxed(span, open, (balls, goal + way)) };
        let bound = apart.lower - way;
        let axis = || apart.axis([span.middle.body(stage, a), span.middle.body(stage, b)]);
        if bound > goal && self.settle(span, open, axis, bound) {
            return None;
        }
        if let Some((side, axis)) = open.axis {
            let swing = along(span, (stage, pair), swing, (side, axis));
            let gap = span.middle.gap(stage, open.pair, (side, axis), &mut open.hints);
            let bound = gap - swing.way(span.half);
            if bound > self.goal(open.pair) {
                self.record(span, open, (side, axis), bound);
                return None;
            }
        }
        Some(Enclosed { apart, swing })
    }

    /// How far a pair is apart by boxes, or along the normal of a halfspace, if that is more than the balls show. If all that is required is a
    /// verdict, the first box that shows enough will do.
    fn boxed(&self, span: &Span, open: &mut Open, (balls, enough): (Apart, f64)) -> Apart {
        let enough = if matches!(self.keep, Keep::Verdict) { enough } else { f64::INFINITY };
        let (stage, [a, b]) = (self.stage, self.stage.pairs()[open.pair].bodies);
        match [a, b].map(|body| &stage.bodies()[body].enclosure) {
            [Some(first), Some(second)] => {
                let from_a = first.apart_from(span.middle.body(stage, a), span.ball(stage, b), 0);
                if from_a.lower > enough {
                    return from_a;
                }
                let from_b = second.apart_from(span.middle.body(stage, b), span.ball(stage, a), 1);
                balls.or(from_a).or(from_b)
            }
            _ => {
                let way = stage.halfspace_axis(b);
                let lower = span.middle.gap(stage, open.pair, (Side::Between, way), &mut open.hints);
                Apart { lower, way, frame: Frame::World }
            }
        }
    }

    /// Steps 3 and 4; the last time that an interval is checked, any bound above the margin will do.
    pub(super) fn ask(
        &mut self,
        span: &Span,
        interval: &mut Interval,
        open: &mut Open,
        (swing, last): (Swing, bool),
    ) -> Answer {
        let (stage, pair) = (self.stage, &self.stage.pairs()[open.pair]);
        let proximity = if matches!(self.keep, Keep::Verdict) {
            let enough = self.goal(open.pair) + swing.way(span.half);
            match span.middle.proximity_within(stage, open.pair, enough) {
                Within::Beyond { .. } => return Answer::Apart,
                Within::Near(found) => found,
            }
        } else {
            span.middle.proximity(stage, open.pair)
        };
        self.nearest = self.nearest.min(proximity.bounds.upper);
        if proximity.bounds.upper <= self.margin(open.pair) {
            return Answer::Contact(proximity, None);
        }
        let goal = if last { self.margin(open.pair) } else { self.goal(open.pair) };
        let bound = proximity.bounds.lower - swing.way(span.half);
        if bound > goal && self.settle(span, open, || proximity.normal, bound) {
            return Answer::Apart;
        }
        if swing.off > 0.0 && self.shown_along(span, open, proximity.normal, goal) {
            return Answer::Apart;
        }
        let mut best = f64::NEG_INFINITY;
        for side in [Side::Between, Side::B, Side::A] {
            let Some(fixed) = pair.fixed(side, stage.bodies()) else { continue };
            let axis = span.middle.pose_of(fixed).vector_back(proximity.normal);
            let swing = along(span, (stage, pair), swing, (side, axis));
            let ends = [0, 1].map(|end| {
                let snapshot = interval.snapshot(end, stage, (self.segment, &self.cells));
                snapshot.gap(stage, open.pair, (side, axis), &mut open.hints)
            });
            let bound = least_over(ends, swing, interval.length());
            if bound > goal {
                self.record(span, open, (side, axis), bound);
                return Answer::Apart;
            }
            if bound > best {
                (best, open.axis) = (bound, Some((side, axis)));
            }
        }
        Answer::Open
    }

    /// Records a pair that a bound of another kind proves apart. Certificates hold gaps only: then the gap along the axis (in the world) must show
    /// enough as well, which up to rounding it does.
    fn settle(&mut self, span: &Span, open: &mut Open, axis: impl FnOnce() -> Vec3<f64>, bound: f64) -> bool {
        if matches!(self.keep, Keep::Verdict | Keep::Nothing) {
            self.lower = self.lower.min(bound);
            return true;
        }
        self.shown_along(span, open, axis(), self.margin(open.pair))
    }

    /// Records a pair whose gap along an axis of the world, fixed in the frame between the bodies, shows enough.
    fn shown_along(&mut self, span: &Span, open: &mut Open, axis: Vec3<f64>, enough: f64) -> bool {
        let pair = &self.stage.pairs()[open.pair];
        let axis = span.middle.pose_of(pair.common).vector_back(axis).normalized();
        let way = span.swing_along(self.stage, pair, (Side::Between, axis)).way(span.half);
        let gap = span.middle.gap(self.stage, open.pair, (Side::Between, axis), &mut open.hints);
        let bound = gap - way;
        if bound > enough {
            self.record(span, open, (Side::Between, axis), bound);
        }
        bound > enough
    }

    fn record(&mut self, span: &Span, open: &Open, (side, axis): (Side, Vec3<f64>), bound: f64) {
        self.lower = self.lower.min(bound);
        if let Keep::Entries(entries) = &mut self.keep {
            entries.push(Entry { pair: open.pair, interval: span.ends, side, axis, bound, cell: open.cell });
        }
    }

    /// The errors of a cell that bring a pair nearest to first order, if they are more to blame than the length of the interval: a contact is seen there or not.
    pub(super) fn worst(&self, span: &Span, open: &Open, (cell, swing): (usize, Swing)) -> Option<Answer> {
        let cell = self.cells.get(cell).filter(|_| swing.off > swing.speed * span.half)?;
        if let Some((side, axis)) = open.axis {
            // Where no error closes the gap in the middle, there is no contact to be seen.
            let off = span.swing_along(self.stage, &self.stage.pairs()[open.pair], (side, axis)).off;
            let gap = span.middle.gap(self.stage, open.pair, (side, axis), &mut open.hints.clone());
            if gap - off > self.margin(open.pair) {
                return None;
            }
        }
        let x = 0.5 * (span.ends[0] + span.ends[1]);
        let mut errors = cell.middle();
        // The axis turns with the bodies, so the errors that are worst are looked for again.
        for _ in 0..worst::ROUNDS {
            let at = Snapshot::new(self.stage, self.segment, (x, Some(&errors)));
            let proximity = at.proximity(self.stage, open.pair);
            if proximity.bounds.upper <= self.margin(open.pair) {
                return Some(Answer::Contact(proximity, Some(errors)));
            }
            let next = worst::corner(self.stage, (&at, open.pair), &proximity, cell);
            if next == errors {
                return None;
            }
            errors = next;
        }
        None
    }
}

/// How a pair moves along an axis that is fixed in the frame of a side, if it moves like `between` in the frame between the bodies.
fn along(span: &Span, (stage, pair): (&Stage, &Pair), between: Swing, (side, axis): (Side, Vec3<f64>)) -> Swing {
    match side {
        Side::Between if between.off == 0.0 => between,
        _ => span.swing_along(stage, pair, (side, axis)),
    }
}
