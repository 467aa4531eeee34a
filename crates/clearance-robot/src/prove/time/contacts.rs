//! What becomes of a search once a contact is seen, or once an interval cannot be halved any more.

use clearance::{Bounds, Proximity, Vec3};

use super::interval::{Interval, SHORTEST};
use super::outcome::{Mode, Outcome, PairContact};
use super::search::Search;
use super::snapshot::Snapshot;
use super::span::Span;
use crate::path::Cell;

/// How often the distance from an interval that cannot be halved is doubled to find a contact after it: up to 2⁻²⁴ of
/// the edge.
const SOON: u32 = 17;

impl Search<'_> {
    /// A contact is seen in the middle of an interval.
    pub(super) fn contact(
        &mut self,
        mut interval: Interval,
        span: &Span,
        pair: usize,
        proximity: Proximity<Vec3<f64>>,
        off: Option<usize>,
    ) -> Option<Outcome> {
        let [start, end] = interval.ends;
        let middle = 0.5 * (start + end);
        let contact =
            |lower: f64, upper: f64, proximity| PairContact { pair, bracket: Bounds { lower, upper }, proximity, off };
        if self.options.mode != Mode::FirstHit {
            return Some(Outcome::Hit(contact(0.0, middle, proximity)));
        }
        if self.looks_closer && self.stage.closer(pair).is_some() {
            return Some(Outcome::Hit(contact(self.earliest(start), middle, proximity)));
        }
        // Nothing after this matters any more.
        self.queue.retain(|other| other.ends[0] < middle);
        self.queue.iter_mut().for_each(|other| other.end_by(middle));
        self.hit = Some(contact(start, middle, proximity));
        interval.ends = [start, middle];
        interval.snapshots[1] = Some(span.middle.clone());
        if let Some(place) = off {
            let errors = self.errors[place].clone();
            let first = Snapshot::new(self.stage, self.segment, start, Some(&errors)).proximity(self.stage, pair);
            let at_start = first.bounds.upper <= self.margin(pair);
            if at_start || middle - start <= SHORTEST {
                let (upper, proximity) = if at_start { (start, first) } else { (middle, proximity) };
                // What is left of other cells before that may still be in contact.
                self.queue.retain(|other| other.ends[0] < start);
                self.queue.iter_mut().for_each(|other| other.end_by(start));
                self.hit = Some(contact(start, upper, proximity));
                return None;
            }
        }
        self.queue.push_back(interval);
        None
    }

    /// An interval that cannot be halved any more: a contact seen at one of its ends, or one after it, or neither.
    pub(super) fn give_up(&mut self, mut interval: Interval, exhausted: bool) -> Outcome {
        let [start, end] = interval.ends;
        let free_before = if self.options.mode == Mode::FirstHit { self.earliest(start) } else { 0.0 };
        let errors = self.cells.get(interval.cell).map(Cell::middle);
        let off = errors.map(|errors| {
            self.errors.push(errors);
            self.errors.len() - 1
        });
        for side in [0, 1] {
            let snapshot = interval.snapshot(side, self.stage, self.segment, &self.cells);
            for open in &interval.open {
                let proximity = snapshot.proximity(self.stage, open.pair);
                if proximity.bounds.upper <= self.margin(open.pair) {
                    let bracket = Bounds { lower: free_before, upper: interval.ends[side] };
                    return Outcome::Hit(PairContact { pair: open.pair, bracket, proximity, off });
                }
            }
        }
        if let Some(hit) = self.hit {
            return Outcome::Hit(self.narrowed(hit, [free_before, end]));
        }
        if let Some(contact) = (!exhausted).then(|| self.soon_after(&interval, off)).flatten() {
            return Outcome::Hit(PairContact { bracket: Bounds { lower: free_before, ..contact.bracket }, ..contact });
        }
        let pair = interval.open[0].pair;
        let proximity = interval.snapshot(1, self.stage, self.segment, &self.cells).proximity(self.stage, pair);
        let bracket = Bounds { lower: free_before, upper: if exhausted { 1.0 } else { end } };
        Outcome::Undecided(PairContact { pair, bracket, proximity, off })
    }

    /// A contact of a pair that is left open soon after an interval that cannot be halved: bodies that touch at its end
    /// without a proof overlap a little later, unless they only graze. Looked for at distances that double.
    fn soon_after(&self, interval: &Interval, off: Option<usize>) -> Option<PairContact> {
        let errors = off.map(|place| &self.errors[place][..]);
        let later = (0..SOON).map(|k| interval.ends[1] + SHORTEST * (1u64 << k) as f64).take_while(|x| *x <= 1.0);
        later.flat_map(|x| interval.open.iter().map(move |open| (x, open.pair))).find_map(|(upper, pair)| {
            let proximity = Snapshot::new(self.stage, self.segment, upper, errors).proximity(self.stage, pair);
            let bracket = Bounds { lower: interval.ends[0], upper };
            (proximity.bounds.upper <= self.margin(pair)).then_some(PairContact { pair, bracket, proximity, off })
        })
    }

    /// Before this nothing is left open: the least beginning of an interval.
    fn earliest(&self, start: f64) -> f64 {
        self.queue.iter().map(|other| other.ends[0]).fold(start, f64::min)
    }

    /// A contact after an interval that is left open, brought nearer to it by halving while the pair is seen in
    /// contact.
    fn narrowed(&self, mut hit: PairContact, [start, end]: [f64; 2]) -> PairContact {
        hit.bracket.lower = start;
        let errors = hit.off.map(|place| &self.errors[place][..]);
        while hit.bracket.upper - end > SHORTEST {
            let middle = 0.5 * (end + hit.bracket.upper);
            let proximity = Snapshot::new(self.stage, self.segment, middle, errors).proximity(self.stage, hit.pair);
            if proximity.bounds.upper > self.margin(hit.pair) {
                break;
            }
            (hit.bracket.upper, hit.proximity) = (middle, proximity);
        }
        hit
    }
}
