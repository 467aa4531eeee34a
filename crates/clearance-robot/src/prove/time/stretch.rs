//! A stretch of a trajectory.
//!
//! Where joints or bodies have tolerances, the search is for any contact of the stretch first, wherever its errors are
//! worst. If the permitted work ends early, the search is for a contact of the stretch as it is written, which is a
//! contact for any tolerance. The time of the first contact comes last, since it is much more work: time is halved
//! together with the errors. Once a contact is known, only little more work is permitted, and what stays undecided then
//! makes the bracket of the contact wider. Likewise the least clearance of a free stretch: its tolerance is reduced as
//! far as little work permits.

use std::sync::Arc;
use std::time::Instant;

use clearance::Bounds;

use super::interval::Open;
use super::outcome::{EdgeOptions, Entry, Keep, Mode, Outcome, PairContact};
use super::search::Ended;
use super::{Checker, Search};
use crate::path::{Segment, Timed};
use crate::prove::best_first::in_seconds;

/// Intervals after which the search is for a contact of the stretch as it is written.
const SOON: u32 = 256;

/// Intervals to find the first contact with errors once a contact is known: some milliseconds.
const FIRST: u32 = 512;

/// Intervals for the least clearance with errors.
const LEAST: u32 = 256;

/// The first tolerance of the least clearance with errors, as a fraction of the distance found; and the factor of the
/// next one.
const FIRST_TOLERANCE: f64 = 0.5;
const NEXT_TOLERANCE: f64 = 0.25;

/// A stretch, and the options of its searches.
struct StretchSearches<'s, 'r> {
    checker: &'s Checker<'r>,
    segment: &'s Segment,
    options: EdgeOptions,
    /// The pairs that are open; all if none are given.
    open: Option<&'s [Open]>,
    /// The latest time for all searches together.
    latest: Option<Instant>,
}

/// The outcome for a stretch, of some pairs or of all, with a distance that was seen elsewhere; entries are kept on
/// request.
pub(super) fn known(
    checker: &Checker,
    segment: &Segment,
    open: Option<&[Open]>,
    options: &EdgeOptions,
    nearest: f64,
    mut entries: Option<&mut Vec<Entry>>,
) -> Ended {
    let stretch = StretchSearches { checker, segment, options: *options, open, latest: in_seconds(options.seconds) };
    let (keeps, mut is_shown) = (entries.is_some(), false);
    let mut all = |mode: Mode, most: u32| {
        let found = stretch.with_entries(mode, most, nearest, entries.as_deref_mut());
        is_shown = found.is_free();
        found
    };
    let found =
        if segment.loose().is_none() { stretch.as_it_is(&mut all) } else { stretch.with_errors(nearest, &mut all) };
    // A search that keeps nothing may have ended where that for the entries did not: these would not be a proof.
    let is_without_proof = keeps && !is_shown && found.is_free();
    if is_without_proof { stretch.with_entries(Mode::AnyHit, options.max_intervals, nearest, entries) } else { found }
}

/// The first contact of a stretch as it is written, without tolerances.
pub(super) fn hit_as_written(checker: &Checker, segment: &Segment, options: &EdgeOptions) -> Option<PairContact> {
    StretchSearches { checker, segment, options: *options, open: None, latest: in_seconds(options.seconds) }
        .as_written()
}

impl StretchSearches<'_, '_> {
    fn search<'k>(&'k self, segment: &'k Segment, mode: Mode, most: u32, keep: Keep<'k>) -> Search<'k> {
        let options = EdgeOptions { mode, max_intervals: most.min(self.options.max_intervals), ..self.options };
        let search = self.checker.search(segment, &options, keep).by(self.latest);
        match self.open {
            Some(open) => search.only(open.to_vec()),
            None => search,
        }
    }

    /// A search that keeps entries on request.
    fn with_entries(&self, mode: Mode, most: u32, nearest: f64, entries: Option<&mut Vec<Entry>>) -> Ended {
        let keep = match entries {
            Some(entries) => {
                entries.clear();
                Keep::Entries(entries)
            }
            None => Keep::Nothing,
        };
        self.search(self.segment, mode, most, keep).near_by(nearest).run_with_errors()
    }

    /// A stretch without tolerances. The first contact, not the one that was seen; or any, if that is not found.
    fn as_it_is(&self, mut all: impl FnMut(Mode, u32) -> Ended) -> Ended {
        let (mode, most) = (self.options.mode, self.options.max_intervals);
        let mut found = all(mode, most);
        if let (Mode::LeastClearance { .. }, Outcome::Hit(_) | Outcome::Undecided(_)) = (mode, &found.outcome) {
            found = self.search(self.segment, Mode::FirstHit, most, Keep::Nothing).run_with_errors();
        }
        let Outcome::Undecided(open) = found.outcome else { return found };
        match self.search(self.segment, Mode::AnyHit, most, Keep::Nothing).run() {
            Outcome::Hit(hit) if mode != Mode::AnyHit => {
                let lower = open.bracket.lower.min(hit.bracket.upper);
                let hit = PairContact { bracket: Bounds { lower, ..hit.bracket }, ..hit };
                Ended { outcome: Outcome::Hit(hit), errors: None, cells: Vec::new() }
            }
            _ => found,
        }
    }

    /// A stretch with tolerances of joints or bodies.
    fn with_errors(&self, nearest: f64, mut all: impl FnMut(Mode, u32) -> Ended) -> Ended {
        let most = self.options.max_intervals;
        let mut found = all(Mode::AnyHit, SOON);
        let mut written = None;
        if matches!(found.outcome, Outcome::Undecided(_)) {
            written = self.as_written();
            if written.is_none() && most > SOON {
                found = all(Mode::AnyHit, most);
            }
        }
        let contact = match (written, &found.outcome) {
            (_, Outcome::Free { .. }) => return self.least(found, nearest),
            (Some(hit), _) => Some((hit, None)),
            (None, Outcome::Hit(hit)) => Some((*hit, found.errors.clone())),
            (None, Outcome::Undecided(_)) => None,
        };
        let first = |most: u32| self.search(self.segment, Mode::FirstHit, most, Keep::Nothing);
        match contact {
            Some((hit, errors)) if self.options.mode == Mode::AnyHit => {
                Ended { outcome: Outcome::Hit(hit), errors, cells: Vec::new() }
            }
            Some((hit, errors)) => first(FIRST).until_contact(hit, errors).run_with_errors(),
            None if self.options.mode == Mode::AnyHit => found,
            None => first(most).run_with_errors(),
        }
    }

    /// The least clearance of a free stretch, on request, as far as little work permits. Entries stay those of the
    /// proof that it is free: another verifier, whose estimates are wider by up to a thousandth of a bound, cannot
    /// follow sharper ones.
    fn least(&self, mut free: Ended, nearest: f64) -> Ended {
        let mode = self.options.mode;
        if let (Mode::LeastClearance { tolerance: wanted }, Outcome::Free { upper, .. }) = (mode, free.outcome) {
            let mut tolerance = if upper < f64::INFINITY { FIRST_TOLERANCE * upper.max(0.0) } else { wanted };
            loop {
                let next = Mode::LeastClearance { tolerance: tolerance.max(wanted) };
                let search = self.search(self.segment, next, LEAST, Keep::Nothing).near_by(nearest);
                let found @ Outcome::Free { .. } = search.run() else { break };
                free.outcome = found;
                if tolerance <= wanted {
                    break;
                }
                tolerance *= NEXT_TOLERANCE;
            }
        }
        free
    }

    /// The first contact without tolerances.
    fn as_written(&self) -> Option<PairContact> {
        let written = match self.segment {
            Segment::Timed(stretch) => Segment::Timed(Arc::new(Timed { loose: None, ..Timed::clone(stretch) })),
            other => other.clone(),
        };
        match self.search(&written, Mode::FirstHit, u32::MAX, Keep::Nothing).run() {
            Outcome::Hit(seen) => Some(seen),
            Outcome::Free { .. } | Outcome::Undecided(_) => None,
        }
    }
}
