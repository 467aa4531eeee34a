//! The bracket of the first contact, made narrow.
//!
//! An interval at whose end a pair is in contact is not halved: cuts before and after the place where the secant of the
//! pair's signed distance meets its margin come nearer to the contact the narrower the bracket is already, so that its
//! length is about squared at each round where the distance is smooth. Cuts are guesses, and prove nothing: the pair is
//! seen in contact at the upper end, and what is before the lower end is proven as any other interval.

use std::rc::Rc;

use clearance::{Proximity, Vec3};

use super::interval::{Interval, SHORTEST};
use super::outcome::PairContact;
use super::search::Search;
use super::snapshot::Snapshot;
use crate::cell::chain::FixedAxis;

/// How far from the guess the cuts are, in squares of the bracket's length in parts of the edge. A guess that was wrong
/// makes it larger.
const WIDTH: f64 = 4.0;
const WIDER: f64 = 8.0;

/// The largest part of the bracket.
const WIDEST: f64 = 0.125;

/// How a bracket is cut.
struct Cuts {
    width: f64,
    /// Whether the last guess was wrong: then the bracket is halved.
    missed: bool,
}

impl Cuts {
    /// Where to cut a bracket, with what is left of the distance above the margin at its ends.
    fn of(&self, [start, end]: [f64; 2], [first, last]: [f64; 2]) -> [f64; 2] {
        let length = end - start;
        let guess = start + length * first / (first - last);
        let away = (length * (self.width * length).min(WIDEST)).max(0.25 * SHORTEST);
        let cuts = [guess - away, guess + away];
        // Within rounding of the margin the guess may be anywhere.
        let is_inside = |x: &f64| *x > start && *x < end;
        if self.missed || !cuts.iter().any(is_inside) { [0.5 * (start + end); 2] } else { cuts }
    }

    fn miss(&mut self) {
        *self = Cuts { width: self.width * WIDER, missed: true };
    }
}

/// A place of an edge, and how far apart a pair is there.
struct DistanceAt {
    x: f64,
    at: Rc<Snapshot>,
    found: Proximity<Vec3<f64>>,
}

impl Search<'_> {
    /// The first contact that is known, if it is at the end of an interval before which all is proven.
    pub(super) fn contact_after(&self, interval: &Interval) -> Option<PairContact> {
        self.hit.filter(|hit| self.cells.is_empty() && hit.bracket.upper == interval.ends[1])
    }

    /// Cuts an interval with a contact at its end in two, the second one short.
    pub(super) fn narrow(&mut self, mut interval: Interval, mut hit: PairContact) {
        let margin = self.margin(hit.pair);
        let [first, last] = [0, 1].map(|end| {
            let at = interval.snapshot(end, self.stage, self.segment, &self.cells);
            let found = if end == 0 { at.proximity(self.stage, hit.pair) } else { hit.proximity };
            DistanceAt { x: interval.ends[end], at, found }
        });
        let at_start = first.found.bounds.upper <= margin;
        if at_start || interval.length() <= SHORTEST {
            if at_start {
                (hit.bracket.upper, hit.proximity) = (first.x, first.found);
            }
            hit.bracket.lower = first.x;
            self.hit = Some(hit);
            return;
        }
        let [before, after] = self.bracket(hit.pair, [first, last]);
        (hit.bracket.upper, hit.proximity) = (after.x, after.found);
        self.hit = Some(hit);
        interval.ends[1] = after.x;
        interval.snapshots[1] = Some(after.at);
        if before.x == interval.ends[0] {
            self.queue.push_back(interval);
            return;
        }
        // Where the first part ends, no axis shows more of the gap.
        let axis = before.at.pose_of(self.stage.pairs()[hit.pair].frames.common).vector_back(before.found.normal);
        let [mut left, right] = interval.parts(before.x, before.at);
        let open = left.open.iter_mut().find(|open| open.pair == hit.pair);
        open.into_iter().for_each(|open| (open.axis, open.at_end) = (Some(FixedAxis::between(axis)), true));
        self.queue.extend([right, left]);
    }

    /// Two places that are nearer to one another, a pair apart at the first one and in contact at the second one, from
    /// two such places: after the first good guess, since what is before it is proven sooner where the pair is not yet
    /// next to its contact.
    fn bracket(&self, pair: usize, [mut first, mut last]: [DistanceAt; 2]) -> [DistanceAt; 2] {
        let margin = self.margin(pair);
        let (mut cuts, begin) = (Cuts { width: WIDTH, missed: false }, first.x);
        while last.x - first.x > SHORTEST && (cuts.missed || first.x == begin) {
            let ends = [first.x, last.x];
            let [before, after] = cuts.of(ends, [&first, &last].map(|seen| seen.found.signed_distance - margin));
            cuts.missed = false;
            for x in [after, before] {
                if !(x > first.x && x < last.x) {
                    continue;
                }
                let at = Rc::new(Snapshot::new(self.stage, self.segment, x, None));
                let found = at.proximity(self.stage, pair);
                let is_contact = found.bounds.upper <= margin;
                if before < after && is_contact != (x == after) {
                    cuts.miss();
                }
                *if is_contact { &mut last } else { &mut first } = DistanceAt { x, at, found };
            }
        }
        [first, last]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_are_inside_of_the_bracket_whatever_the_distances_are() {
        for above in [[1.0, -1.0], [1e-17, -1.0], [-1e-17, -2e-17], [-2e-17, -1e-17], [0.0, 0.0], [f64::NAN, -1.0]] {
            for length in [1.0, 1e-6, 2.0 * SHORTEST] {
                let ends = [0.25, 0.25 + length];
                let [before, after] = Cuts { width: WIDTH, missed: false }.of(ends, above);
                let is_inside = |x: f64| ends[0] < x && x < ends[1];
                assert!(
                    before <= after && (is_inside(before) || is_inside(after)),
                    "{above:?} {length}: {before} {after}"
                );
            }
        }
        // The guess is a quarter behind, the cuts an eighth before and after it.
        assert_eq!(Cuts { width: WIDTH, missed: false }.of([0.0, 1.0], [1.0, -3.0]), [0.125, 0.375]);
        let mut wrong = Cuts { width: WIDTH, missed: false };
        wrong.miss();
        assert_eq!(wrong.of([0.0, 1.0], [1.0, -3.0]), [0.5, 0.5]);
    }
}
