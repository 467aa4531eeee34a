//! The proof of an edge: intervals are halved until every pair is proven apart over each, or seen in contact.
//!
//! A pair is decided over an interval by the first of these that shows enough (`τ` its length, `s` and `κ` from [`Span::swing`]):
//! 1. ball and box about the bodies in the middle, less `sτ/2`;
//! 2. the gap in the middle along the axis that was best on the interval before it was halved, less `sτ/2`;
//! 3. the signed distance in the middle, less `sτ/2`: the first-order test (F. Schwarzer, M. Saha and J.-C. Latombe 2005), which never misses
//!    a contact, with proven distances;
//! 4. the gaps at both ends along the normal of 3, held fixed in the frame between the bodies, or in that of either body: the parabola
//!    under both (`least_over`). A face keeps its normal in its own frame, so bodies that slide along one are proven in long intervals.
//!
//! While many pairs are left after 1 and 2, the interval is halved first: enclosures at a quarter cost less than distances in the middle. What
//! is left at intervals too short to be halved is undecided, unless a contact is seen at one of their ends.
//!
//! Where joints and bodies may be [off](Cell), each interval has a cell of errors too. All bounds are taken with the errors in the middle of the cell, and less
//! what its other errors move. What closes the gap most is halved, the time or one of the errors; before, the errors that close it to first order are tried:
//! a contact there refutes all.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use clearance::query::Within;
use clearance::{Bounds, Hint, Proximity, Vec3, Vector};

use super::crowd::Crowd;
use super::enclosure::{Apart, Frame};
use super::snapshot::Snapshot;
use super::span::{Span, least_over};
use super::stage::{Pair, Side, Stage};
use super::worst;
use crate::motion::Swing;
use crate::path::{Cell, Segment};

/// The query of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// Whether it is free: contacts are looked for all over the edge, and any of them ends the search.
    AnyHit,
    /// When the first contact is.
    FirstHit,
    /// Also how much room there is: intervals are halved until the proven least distance is within this of the true one.
    LeastClearance {
        /// Not negative.
        tolerance: f64,
    },
}

/// Settings of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeOptions {
    /// The query.
    pub mode: Mode,
    /// Maximum number of intervals; then the rest is undecided. Default 20 000.
    pub max_intervals: u32,
    /// Added to the margin of every pair: the edge is free if all signed distances stay above. Default 0.
    pub margin: f64,
}

impl Default for EdgeOptions {
    fn default() -> Self {
        EdgeOptions { mode: Mode::AnyHit, max_intervals: 20_000, margin: 0.0 }
    }
}

/// Intervals as short as this part of the edge are not halved: a graze that is still open there is nearer than the rounding of the poses.
const SHORTEST: f64 = 1.0 / (1u64 << 40) as f64;

/// The interval is halved before distances are computed while more than one in this number of pairs is left.
const CROWD: usize = 5;

/// Among many bodies an interval is halved while more pairs than this are left.
const FEW: usize = 64;

/// Intervals of at most this length are never halved for the crowd alone.
const CROWDED: f64 = 1.0 / 64.0;

/// A pair that is proven apart over an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub pair: usize,
    pub interval: [f64; 2],
    pub side: Side,
    /// Fixed in the frame of that side, from the first body to the second.
    pub axis: Vec3<f64>,
    /// The signed distance is at least this.
    pub bound: f64,
    /// The cell of errors, by its place among those of the search.
    pub cell: usize,
}

/// A contact, or what cannot be distinguished from one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contact {
    pub pair: usize,
    /// Free before the lower end. Of a hit, in contact at the upper end.
    pub bracket: Bounds<f64>,
    /// Where the bodies are closest, in the world, at the upper end.
    pub proximity: Proximity<Vec3<f64>>,
    /// Where joints and bodies may be off: the errors there, by their place among those of the search.
    pub off: Option<usize>,
}

/// How a search ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outcome {
    /// With bounds of the least signed distance; the upper one is of what was asked.
    Free {
        lower: f64,
        upper: f64,
    },
    Hit(Contact),
    Undecided(Contact),
}

/// What is kept of the proofs of pairs.
pub(crate) enum Keep<'k> {
    /// Nothing, and of a contact only that there is one: distances are computed no farther than they decide.
    Verdict,
    /// Nothing: any bound will do.
    Nothing,
    /// Nothing, but all bounds are gaps along axes, as those of a certificate are.
    Gaps,
    /// An entry for each pair and interval.
    Entries(&'k mut Vec<Entry>),
}

/// A pair that is open over an interval, with what is known from the one before.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub pair: usize,
    axis: Option<(Side, Vec3<f64>)>,
    hints: [Hint; 2],
    /// The cell of errors of its interval.
    cell: usize,
}

impl Open {
    /// Nothing is known yet.
    pub fn fresh(pair: usize, cell: usize) -> Self {
        Open { pair, axis: None, hints: [Hint::NONE; 2], cell }
    }
}

struct Interval {
    ends: [f64; 2],
    /// The cell of errors, by its place.
    cell: usize,
    snapshots: [Option<Rc<Snapshot>>; 2],
    open: Vec<Open>,
    /// Whether the pairs with a crowded world are open as well, and not listed.
    unseen: bool,
}

/// A search over one segment.
pub(crate) struct Search<'s> {
    pub(super) stage: &'s Stage<'s>,
    segment: &'s Segment,
    pub(super) options: EdgeOptions,
    queue: VecDeque<Interval>,
    /// The least upper bound of a signed distance that was seen.
    nearest: f64,
    /// The least bound proven.
    pub(super) lower: f64,
    hit: Option<Contact>,
    keep: Keep<'s>,
    stop: Option<&'s AtomicBool>,
    /// The cells of errors; none if nothing is off.
    pub(super) cells: Vec<Cell>,
    /// Errors with which contacts were seen.
    pub(super) errors: Vec<Vec<f64>>,
}

impl<'s> Search<'s> {
    pub fn new(stage: &'s Stage<'s>, segment: &'s Segment, options: EdgeOptions, keep: Keep<'s>) -> Self {
        // Certificates list every pair.
        let crowd = stage.crowd().filter(|_| !matches!(keep, Keep::Entries(_)));
        let listed = crowd.map_or(stage.pairs().len(), Crowd::own_pairs);
        let open = (0..listed).map(|pair| Open::fresh(pair, 0)).collect();
        let whole = Interval { ends: [0.0, 1.0], cell: 0, snapshots: [None, None], open, unseen: crowd.is_some() };
        let mut nearest = f64::INFINITY;
        if let (Some(_), Mode::LeastClearance { .. }) = (crowd, options.mode) {
            // Without a distance at hand, all pairs would matter.
            let middle = Snapshot::new(stage, segment, (0.5, None)).nearest(stage);
            nearest = middle.map_or(nearest, |(found, _)| found.bounds.upper);
        }
        let (queue, lower) = (VecDeque::from([whole]), f64::INFINITY);
        let cells = segment.loose().map(|cell| Cell::clone(cell)).into_iter().collect();
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
            cells,
            errors: Vec::new(),
        }
    }

    /// Gives up, as if no more intervals were allowed, once the flag is set.
    pub fn until(self, stop: Option<&'s AtomicBool>) -> Self {
        Search { stop, ..self }
    }

    /// With a signed distance that was seen elsewhere: least clearances above it are not wanted.
    pub fn near_by(self, upper: f64) -> Self {
        Search { nearest: self.nearest.min(upper), ..self }
    }

    pub fn run(mut self) -> Outcome {
        self.outcome()
    }

    /// How it ends, with the errors of what is in contact, where joints and bodies may be off; and the cells of the entries that were kept.
    pub fn run_with_errors(mut self) -> (Outcome, Option<Vec<f64>>, Vec<Cell>) {
        let outcome = self.outcome();
        let off = match outcome {
            Outcome::Hit(contact) | Outcome::Undecided(contact) => contact.off.map(|place| self.errors[place].clone()),
            Outcome::Free { .. } => None,
        };
        (outcome, off, self.cells)
    }

    fn outcome(&mut self) -> Outcome {
        let mut count = 0;
        while let Some(interval) = self.next() {
            count += 1;
            let is_stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            if is_stopped && !interval.open.is_empty() {
                return self.give_up(interval, true);
            }
            if let Some(outcome) = self.treat(interval, count >= self.options.max_intervals) {
                return outcome;
            }
        }
        match self.hit {
            Some(contact) => Outcome::Hit(contact),
            None => Outcome::Free { lower: self.lower, upper: self.nearest },
        }
    }

    /// The first in time if the first contact is wanted, else the longest: contacts are then looked for all over the edge.
    fn next(&mut self) -> Option<Interval> {
        match self.options.mode {
            Mode::FirstHit => self.queue.pop_back(),
            Mode::AnyHit | Mode::LeastClearance { .. } => self.queue.pop_front(),
        }
    }

    /// What a bound must exceed to decide a pair.
    fn goal(&self, pair: usize) -> f64 {
        self.margin(pair).max(self.least_wanted())
    }

    /// What a bound must exceed whatever the margin.
    pub(super) fn least_wanted(&self) -> f64 {
        match self.options.mode {
            Mode::LeastClearance { tolerance } => self.nearest - tolerance,
            Mode::AnyHit | Mode::FirstHit => f64::NEG_INFINITY,
        }
    }

    fn margin(&self, pair: usize) -> f64 {
        self.stage.pairs()[pair].margin + self.options.margin
    }

    /// Decides what can be decided over an interval, and halves it for the rest; an outcome if that ends the search.
    fn treat(&mut self, mut interval: Interval, exhausted: bool) -> Option<Outcome> {
        let last = exhausted || interval.length() <= SHORTEST;
        let span = Span::new(self.stage, self.segment, (interval.ends, self.cells.get(interval.cell)));
        let mut near = Vec::new();
        for mut open in std::mem::take(&mut interval.open) {
            if let Some(found) = self.enclosed(&span, &mut open) {
                near.push((found, open));
            }
        }
        if interval.unseen {
            let patient = !last && interval.length() > CROWDED;
            interval.unseen =
                !self.look_around((&span, interval.cell), &mut near, if patient { Some(FEW) } else { None });
        }
        // Places are sorted, not the pairs, which are larger.
        let mut order: Vec<(f64, usize)> = near.iter().map(|(found, _)| found.apart.lower).zip(0..).collect();
        order.sort_unstable_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j)));
        let many = if self.stage.crowd().is_some() { FEW } else { self.stage.pairs().len() / CROWD };
        let crowd = near.len() > many && interval.length() > CROWDED;
        for (k, &(_, place)) in order.iter().enumerate() {
            let (found, mut open) = near[place];
            if crowd && found.apart.lower > 0.0 && self.goal(open.pair) < f64::INFINITY {
                interval.open.push(open);
                continue;
            }
            let mut answer = self.ask(&span, &mut interval, &mut open, (found.swing, last));
            if let (Answer::Open, Some(seen)) = (&answer, self.worst(&span, &open, (interval.cell, found.swing))) {
                answer = seen;
            }
            match answer {
                Answer::Apart => {}
                Answer::Open => interval.open.push(open),
                Answer::Contact(proximity, off) => {
                    interval.open.push(open);
                    interval.open.extend(order[k + 1..].iter().map(|&(_, place)| near[place].1));
                    let off = off.or_else(|| self.cells.get(interval.cell).map(Cell::middle)).map(|errors| {
                        self.errors.push(errors);
                        self.errors.len() - 1
                    });
                    return self.contact(interval, &span, (open.pair, proximity, off));
                }
            }
        }
        if interval.open.is_empty() && !interval.unseen {
            return None;
        }
        if last {
            return Some(self.give_up(interval, exhausted));
        }
        self.halve(interval, &span);
        None
    }

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
    fn ask(&mut self, span: &Span, interval: &mut Interval, open: &mut Open, (swing, last): (Swing, bool)) -> Answer {
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
    fn worst(&self, span: &Span, open: &Open, (cell, swing): (usize, Swing)) -> Option<Answer> {
        let cell = self.cells.get(cell).filter(|_| swing.off > swing.speed * span.half)?;
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

    /// A contact is seen in the middle of an interval.
    fn contact(
        &mut self,
        mut interval: Interval,
        span: &Span,
        (pair, proximity, off): (usize, Proximity<Vec3<f64>>, Option<usize>),
    ) -> Option<Outcome> {
        let [start, end] = interval.ends;
        let middle = 0.5 * (start + end);
        let contact =
            |lower: f64, upper: f64, proximity| Contact { pair, bracket: Bounds { lower, upper }, proximity, off };
        if self.options.mode != Mode::FirstHit {
            return Some(Outcome::Hit(contact(0.0, middle, proximity)));
        }
        let errors = off.map(|place| self.errors[place].clone());
        let first = Snapshot::new(self.stage, self.segment, (start, errors.as_deref())).proximity(self.stage, pair);
        let at_start = first.bounds.upper <= self.margin(pair);
        if at_start || middle - start <= SHORTEST {
            let (upper, proximity) = if at_start { (start, first) } else { (middle, proximity) };
            // What is left of other cells before that may still be in contact.
            self.queue.retain(|other| other.ends[0] < start);
            self.queue.iter_mut().for_each(|other| other.end_by(start));
            self.hit = Some(contact(start, upper, proximity));
            return None;
        }
        // Nothing after this matters any more.
        self.queue.retain(|other| other.ends[0] < middle);
        self.queue.iter_mut().for_each(|other| other.end_by(middle));
        self.hit = Some(contact(start, middle, proximity));
        interval.ends = [start, middle];
        interval.snapshots[1] = Some(span.middle.clone());
        self.queue.push_back(interval);
        None
    }

    /// An interval that cannot be halved any more: a contact seen at one of its ends, or one after it, or neither.
    fn give_up(&mut self, mut interval: Interval, exhausted: bool) -> Outcome {
        let [start, end] = interval.ends;
        let free_before = if self.options.mode == Mode::FirstHit { self.earliest(start) } else { 0.0 };
        let errors = self.cells.get(interval.cell).map(Cell::middle);
        let off = errors.map(|errors| {
            self.errors.push(errors);
            self.errors.len() - 1
        });
        for side in [0, 1] {
            let snapshot = interval.snapshot(side, self.stage, (self.segment, &self.cells));
            for open in &interval.open {
                let proximity = snapshot.proximity(self.stage, open.pair);
                if proximity.bounds.upper <= self.margin(open.pair) {
                    let bracket = Bounds { lower: free_before, upper: interval.ends[side] };
                    return Outcome::Hit(Contact { pair: open.pair, bracket, proximity, off });
                }
            }
        }
        if let Some(hit) = self.hit {
            return Outcome::Hit(self.narrowed(hit, [free_before, end]));
        }
        let pair = interval.open[0].pair;
        let proximity = interval.snapshot(1, self.stage, (self.segment, &self.cells)).proximity(self.stage, pair);
        let bracket = Bounds { lower: free_before, upper: if exhausted { 1.0 } else { end } };
        Outcome::Undecided(Contact { pair, bracket, proximity, off })
    }

    /// Before this nothing is left open: the least beginning of an interval.
    fn earliest(&self, start: f64) -> f64 {
        self.queue.iter().map(|other| other.ends[0]).fold(start, f64::min)
    }

    /// A contact after an interval that is left open, brought nearer to it by halving while the pair is seen in contact.
    fn narrowed(&self, mut hit: Contact, [start, end]: [f64; 2]) -> Contact {
        hit.bracket.lower = start;
        let errors = hit.off.map(|place| &self.errors[place][..]);
        while hit.bracket.upper - end > SHORTEST {
            let middle = 0.5 * (end + hit.bracket.upper);
            let proximity = Snapshot::new(self.stage, self.segment, (middle, errors)).proximity(self.stage, hit.pair);
            if proximity.bounds.upper > self.margin(hit.pair) {
                break;
            }
            (hit.bracket.upper, hit.proximity) = (middle, proximity);
        }
        hit
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
        let Interval { ends: [start, end], cell, snapshots: [first, last], open, unseen } = interval;
        let (middle, between) = (0.5 * (start + end), span.middle.clone());
        let part = |ends, snapshots, open| Interval { ends, cell, snapshots, open, unseen };
        let left = part([start, middle], [first, Some(between.clone())], open.clone());
        let right = part([middle, end], [Some(between), last], open);
        let order = if self.options.mode == Mode::FirstHit { [right, left] } else { [left, right] };
        self.queue.extend(order);
    }

    /// The halves of an interval's cell, if its errors close more of the gap of the first pair that is left than the time does.
    fn halved_cell(&self, interval: &Interval, span: &Span) -> Option<[Cell; 2]> {
        let cell = self.cells.get(interval.cell)?;
        let pair = &self.stage.pairs()[interval.open.first()?.pair];
        let way = span.swing(self.stage, pair, Side::Between).speed * span.half;
        let (direction, most) = span.widest(self.stage, pair, cell);
        if most > way { cell.halves(direction) } else { None }
    }
}

/// How a pair moves along an axis that is fixed in the frame of a side, if it moves like `between` in the frame between the bodies.
fn along(span: &Span, (stage, pair): (&Stage, &Pair), between: Swing, (side, axis): (Side, Vec3<f64>)) -> Swing {
    match side {
        Side::Between if between.off == 0.0 => between,
        _ => span.swing_along(stage, pair, (side, axis)),
    }
}

/// What the first two steps know of a pair.
#[derive(Clone, Copy)]
pub(super) struct Enclosed {
    apart: Apart,
    /// In the frame between the bodies.
    swing: Swing,
}

#[allow(clippy::large_enum_variant, reason = "one at a time, taken apart at once")]
enum Answer {
    Apart,
    Open,
    /// A contact in the middle, with other errors than those in the middle of the cell where they are given.
    Contact(Proximity<Vec3<f64>>, Option<Vec<f64>>),
}

impl Interval {
    fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }

    /// Where everything is at one of the ends.
    fn snapshot(&mut self, end: usize, stage: &Stage, (segment, cells): (&Segment, &[Cell])) -> Rc<Snapshot> {
        let x = self.ends[end];
        let make = || {
            let errors = cells.get(self.cell).map(Cell::middle);
            Rc::new(Snapshot::new(stage, segment, (x, errors.as_deref())))
        };
        self.snapshots[end].get_or_insert_with(make).clone()
    }

    /// Without what is after a time.
    fn end_by(&mut self, time: f64) {
        if self.ends[1] > time {
            self.ends[1] = time;
            self.snapshots[1] = None;
        }
    }
}
