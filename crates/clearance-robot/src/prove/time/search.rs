//! The proof of an edge: intervals are halved until every pair is proven apart over each, or seen in contact.
//!
//! A pair is decided over an interval by the first of these that shows enough (`τ` its length, `s` and `κ` from
//! [`Span::swing`]):
//! 1. ball and box about the bodies in the middle, less `sτ/2`;
//! 2. the gap in the middle along the axis that was best on the interval before it was halved, less `sτ/2`; and
//!    along the same axis the gaps at both ends, as 4;
//! 3. the signed distance in the middle, less `sτ/2`: the first-order test (F. Schwarzer, M. Saha and J.-C. Latombe
//!    2005), which never misses a contact, with proven distances;
//! 4. the gaps at both ends along the normal of 3, held fixed in the frame between the bodies, or in that of either
//!    body: the parabola under both (`least_over`). A face keeps its normal in its own frame, so bodies that slide
//!    along one are proven in long intervals.
//!
//! Once the first contact is seen at the end of an interval, that is [cut](super::narrow) near the contact instead.
//!
//! While many pairs are left after 1 and 2 that half the time may decide, the interval is halved first: enclosures at a
//! quarter cost less than distances in the middle. What is left at intervals too short to be halved is undecided,
//! unless a contact is seen at one of their ends.
//!
//! Where joints and bodies may be [off](Cell), each interval has a cell of errors too. All bounds are taken with the
//! errors in the middle of the cell, and less what its other errors move. What closes the gap most is halved, the time
//! or one of the errors; before, the errors that close it to first order are tried: a contact there refutes all.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::interval::{Answer, Interval, Open, SHORTEST};
use super::outcome::{EdgeOptions, Keep, Mode, Outcome, PairContact};
use super::snapshot::Snapshot;
use super::span::Span;
use crate::cell::bodies::Stage;
use crate::cell::chain::Side;
use crate::cell::crowd::Crowd;
use crate::path::{Cell, Segment};
use crate::prove::best_first::{in_seconds, is_stopped};

/// The interval is halved before distances are computed while more pairs than this are left.
const MANY: usize = 12;

/// Among many bodies an interval is halved while more pairs than this are left.
const FEW: usize = 64;

/// Intervals of at most this length are never halved for the crowd alone.
const CROWDED: f64 = 1.0 / 64.0;

/// The order in which pairs are looked at.
fn nearer((a, first): &(f64, Open), (b, second): &(f64, Open)) -> std::cmp::Ordering {
    a.total_cmp(b).then(first.pair.cmp(&second.pair))
}

/// How a search of a stretch ends.
pub(crate) struct Ended {
    pub outcome: Outcome,
    /// The errors of what is in contact, where joints or bodies have tolerances.
    pub errors: Option<Vec<f64>>,
    /// The cells of the entries that were kept.
    pub cells: Vec<Cell>,
}

impl Ended {
    pub fn is_free(&self) -> bool {
        matches!(self.outcome, Outcome::Free { .. })
    }
}

/// A search over one segment.
pub(crate) struct Search<'s> {
    pub(super) stage: &'s Stage,
    pub(super) segment: &'s Segment,
    pub(super) options: EdgeOptions,
    pub(super) queue: VecDeque<Interval>,
    /// The least upper bound of a signed distance that was seen.
    pub(super) nearest: f64,
    /// The least bound proven.
    pub(super) lower: f64,
    pub(super) hit: Option<PairContact>,
    pub(super) keep: Keep<'s>,
    stop: Option<&'s AtomicBool>,
    /// The latest time.
    latest: Option<Instant>,
    /// Whether the first contact of a pair that can be looked at more closely ends it.
    pub(super) looks_closer: bool,
    /// The cells of errors; none if nothing is off.
    pub(super) cells: Vec<Cell>,
    /// Errors with which contacts were seen.
    pub(super) errors: Vec<Vec<f64>>,
    /// Whether entries claim less than is proven, for verifiers with wider estimates.
    pub(super) leaves_room: bool,
}

impl<'s> Search<'s> {
    pub fn new(stage: &'s Stage, segment: &'s Segment, options: EdgeOptions, keep: Keep<'s>) -> Self {
        // Certificates list every pair.
        let crowd = stage.crowd().filter(|_| !matches!(keep, Keep::Entries(_)));
        let listed = crowd.map_or(stage.pairs().len(), Crowd::own_pairs);
        let open = (0..listed).map(|pair| Open::fresh(pair, 0)).collect();
        let whole = Interval { ends: [0.0, 1.0], cell: 0, snapshots: [None, None], open, unseen: crowd.is_some() };
        let mut nearest = f64::INFINITY;
        if let (Some(_), Mode::LeastClearance { .. }) = (crowd, options.mode) {
            // Without a distance at hand, all pairs would matter.
            let middle = Snapshot::new(stage, segment, 0.5, None).nearest(stage);
            nearest = middle.map_or(nearest, |(found, _)| found.bounds.upper);
        }
        let (queue, lower) = (VecDeque::from([whole]), f64::INFINITY);
        let cells: Vec<Cell> = segment.loose().map(|cell| Cell::clone(cell)).into_iter().collect();
        let is_claimed = options.least > f64::NEG_INFINITY && matches!(keep, Keep::Entries(_));
        let leaves_room = is_claimed && !cells.is_empty();
        Search {
            stage,
            segment,
            options,
            queue,
            nearest,
            lower,
            hit: None,
            keep,
            stop: None,
            latest: in_seconds(options.seconds),
            looks_closer: false,
            cells,
            errors: Vec::new(),
            leaves_room,
        }
    }

    /// Gives up, as if no more intervals were allowed, once the flag is set.
    pub fn until(self, stop: Option<&'s AtomicBool>) -> Self {
        Search { stop, ..self }
    }

    /// Gives up at a time, whatever the options say.
    pub fn by(self, latest: Option<Instant>) -> Self {
        Search { latest, ..self }
    }

    /// A search from a place on. A first contact of a pair that can be looked at more closely ends it if
    /// `looks_closer`, wherever it is before that contact.
    pub fn after(mut self, begin: f64, looks_closer: bool) -> Self {
        self.queue.iter_mut().for_each(|whole| whole.ends[0] = begin);
        Search { looks_closer, ..self }
    }

    /// With some pairs only.
    pub(super) fn only(mut self, open: Vec<Open>) -> Self {
        self.queue.iter_mut().for_each(|whole| (whole.open, whole.unseen) = (open.clone(), false));
        self
    }

    /// With a signed distance that was seen elsewhere: least clearances above it are not wanted.
    pub fn near_by(self, upper: f64) -> Self {
        Search { nearest: self.nearest.min(upper), ..self }
    }

    /// With a contact that was seen elsewhere, and its errors: what comes after it is not wanted.
    pub fn until_contact(mut self, contact: PairContact, errors: Option<Vec<f64>>) -> Self {
        let upper = contact.bracket.upper;
        let off = errors.map(|errors| {
            self.errors.push(errors);
            self.errors.len() - 1
        });
        self.queue.retain(|whole| whole.ends[0] < upper);
        self.queue.iter_mut().for_each(|whole| whole.end_by(upper));
        Search { hit: Some(PairContact { off, ..contact }), ..self }
    }

    pub fn run(mut self) -> Outcome {
        self.outcome()
    }

    /// Tries the whole segment once, a chord: the pairs that are left, and the least bound of the others. No motion
    /// attains distances on a chord, and other verifiers need room between what is claimed and what is proven.
    pub(super) fn once(mut self) -> (Vec<Open>, f64) {
        self.leaves_room = true;
        let (Some(mut whole), nearest) = (self.queue.pop_front(), self.nearest) else { return Default::default() };
        let span = Span::new(self.stage, self.segment, whole.ends, self.cells.get(whole.cell));
        let mut left = Vec::new();
        for mut open in std::mem::take(&mut whole.open) {
            if self.enclosed(&span, &mut open).is_none() {
                continue;
            }
            let swing = span.swing(self.stage, &self.stage.pairs()[open.pair], Side::Between);
            if !matches!(self.ask(&span, &mut whole, &mut open, swing, false), Answer::Apart) {
                left.push(open);
            }
            self.nearest = nearest;
        }
        (left, self.lower)
    }

    /// How it ends, with errors.
    pub fn run_with_errors(mut self) -> Ended {
        let outcome = self.outcome();
        let errors = match outcome {
            Outcome::Hit(contact) | Outcome::Undecided(contact) => contact.off.map(|place| self.errors[place].clone()),
            Outcome::Free { .. } => None,
        };
        Ended { outcome, errors, cells: self.cells }
    }

    fn outcome(&mut self) -> Outcome {
        let mut count = 0;
        while let Some(interval) = self.next() {
            count += 1;
            let is_late = self.latest.is_some_and(|latest| Instant::now() >= latest);
            if (is_late || is_stopped(self.stop)) && !interval.open.is_empty() {
                return self.give_up(interval, true);
            }
            let exhausted = count >= self.options.max_intervals;
            if let (Some(hit), false) = (self.contact_after(&interval), exhausted) {
                self.narrow(interval, hit);
                continue;
            }
            if let Some(outcome) = self.treat(interval, exhausted) {
                return outcome;
            }
        }
        match self.hit {
            Some(contact) => Outcome::Hit(contact),
            None => Outcome::Free { lower: self.lower, upper: self.nearest },
        }
    }

    /// The first in time if the first contact is wanted, else the longest: contacts are then looked for all over the
    /// edge.
    fn next(&mut self) -> Option<Interval> {
        match self.options.mode {
            Mode::FirstHit => self.queue.pop_back(),
            Mode::AnyHit | Mode::LeastClearance { .. } => self.queue.pop_front(),
        }
    }

    /// What a bound must exceed to decide a pair.
    pub(super) fn goal(&self, pair: usize) -> f64 {
        self.margin(pair).max(self.least_wanted())
    }

    /// Whether distances are wanted that are above the margin.
    pub(super) fn wants_least(&self) -> bool {
        matches!(self.options.mode, Mode::LeastClearance { .. })
    }

    /// What a bound must exceed whatever the margin.
    pub(super) fn least_wanted(&self) -> f64 {
        match self.options.mode {
            Mode::LeastClearance { tolerance } => self.nearest - tolerance,
            Mode::AnyHit | Mode::FirstHit => f64::NEG_INFINITY,
        }
    }

    pub(super) fn margin(&self, pair: usize) -> f64 {
        (self.stage.pairs()[pair].margin + self.options.margin).max(self.options.least)
    }

    /// Decides what can be decided over an interval, and halves it for the rest; an outcome if that ends the search.
    fn treat(&mut self, mut interval: Interval, exhausted: bool) -> Option<Outcome> {
        // Where nothing moves a shorter interval shows no more.
        let shortest = if self.is_still() { CROWDED } else { SHORTEST };
        let last = exhausted || interval.length() <= shortest;
        let span = Span::new(self.stage, self.segment, interval.ends, self.cells.get(interval.cell));
        let open = std::mem::take(&mut interval.open);
        let mut near = Vec::with_capacity(open.len());
        for mut open in open {
            if let Some(lower) = self.enclosed(&span, &mut open) {
                near.push((lower, open));
            }
        }
        if interval.unseen {
            let patient = !last && interval.length() > CROWDED;
            interval.unseen =
                !self.look_around(&span, interval.cell, &mut near, if patient { Some(FEW) } else { None });
        }
        let many = if self.stage.crowd().is_some() { FEW } else { MANY };
        let crowd =
            interval.length() > CROWDED && near.iter().filter(|(_, open)| self.waits(&span, open)).count() > many;
        let is_asked = |(lower, open): &(f64, Open)| {
            !(crowd && *lower > 0.0 && self.goal(open.pair) < f64::INFINITY && self.waits(&span, open))
        };
        let (mut asked, mut waiting): (Vec<_>, Vec<_>) = near.into_iter().partition(is_asked);
        asked.sort_unstable_by(nearer);
        if !self.cells.is_empty() {
            // The first pair says which error is halved.
            waiting.sort_unstable_by(nearer);
        }
        let mut asked = asked.into_iter().map(|(_, open)| open);
        while let Some(mut open) = asked.next() {
            match self.answer(&span, &mut interval, &mut open, last) {
                Answer::Apart => {}
                Answer::Open => interval.open.push(open),
                Answer::Contact(proximity, off) => {
                    interval.open.push(open);
                    interval.open.extend(asked.chain(waiting.into_iter().map(|(_, open)| open)));
                    let off = off.or_else(|| self.cells.get(interval.cell).map(Cell::middle)).map(|errors| {
                        self.errors.push(errors);
                        self.errors.len() - 1
                    });
                    return self.contact(interval, &span, open.pair, proximity, off);
                }
            }
        }
        interval.open.extend(waiting.into_iter().map(|(_, open)| open));
        if interval.open.is_empty() && !interval.unseen {
            return None;
        }
        if last {
            return Some(self.give_up(interval, exhausted));
        }
        self.halve(interval, &span);
        None
    }

    /// Whether the segment is one configuration, without errors.
    fn is_still(&self) -> bool {
        matches!(self.segment, Segment::Straight { from, to } if from == to)
    }

    /// Steps 3 and 4, and the errors that are worst.
    fn answer(&mut self, span: &Span, interval: &mut Interval, open: &mut Open, last: bool) -> Answer {
        let swing = span.swing(self.stage, &self.stage.pairs()[open.pair], Side::Between);
        match self.ask(span, interval, open, swing, last) {
            Answer::Open => self.worst(span, open, interval.cell, swing).unwrap_or(Answer::Open),
            answer => answer,
        }
    }

    /// Whether half the time may decide a pair: what may be off is not less over half of the time.
    fn waits(&self, span: &Span, open: &Open) -> bool {
        if self.cells.is_empty() {
            return true;
        }
        let swing = span.swing(self.stage, &self.stage.pairs()[open.pair], Side::Between);
        swing.off <= swing.speed * span.half
    }

    fn halve(&mut self, interval: Interval, span: &Span) {
        if let Some(cells) = self.halved_cell(&interval, span) {
            let Interval { ends, open, unseen, .. } = interval;
            for cell in cells {
                self.cells.push(cell);
                let (cell, open) = (self.cells.len() - 1, open.clone());
                let open = open.into_iter().map(|open| Open { cell, ..open }).collect();
                self.queue.push_back(Interval { ends, cell, snapshots: [None, None], open, unseen });
            }
            return;
        }
        let middle = 0.5 * (interval.ends[0] + interval.ends[1]);
        let [left, right] = interval.parts(middle, span.middle.clone());
        let order = if self.options.mode == Mode::FirstHit { [right, left] } else { [left, right] };
        self.queue.extend(order);
    }

    /// The halves of an interval's cell, if its errors close more of the gap of the first pair that is left than the
    /// time does.
    fn halved_cell(&self, interval: &Interval, span: &Span) -> Option<[Cell; 2]> {
        let cell = self.cells.get(interval.cell)?;
        let (direction, [most, way]) = span.widest(self.stage, interval.open.first()?, cell);
        if most > way { cell.halves(direction) } else { None }
    }
}
