//! Entries that hold over many stretches of a trajectory.
//!
//! Recordings have thousands of samples, and most pairs are far apart over many of them. The stretches are halved again
//! and again, in the order of time. A run of stretches is one [chord](crate::path::Chord) with a box of errors: pairs
//! that an axis proves apart over it have one entry there, and those that are left are tried over both halves. What is
//! left of single stretches is for their own searches.

use std::ops::Range;

use super::interval::Open;
use super::outcome::{EdgeOptions, Entry, Keep, Mode};
use super::snapshot::Snapshot;
use super::{Checker, Search};
use crate::path::Path;

/// Trajectories of fewer stretches have the entries of each: runs of them would save little.
pub(super) const LONG: usize = 32;

/// The number of stretches at which distances are sampled, for the tolerance of a least clearance.
const SAMPLES: usize = 64;

/// A search for entries over runs of stretches. It iterates over the pairs that are left of single stretches.
pub(super) struct Runs<'s, 'r> {
    checker: &'s Checker<'r>,
    path: &'s Path,
    options: EdgeOptions,
    /// Runs that are to be tried, the first one last, with the pairs that are open over them.
    queue: Vec<(Range<usize>, Vec<Open>)>,
    /// The least upper bound of a signed distance that was seen; infinite if none is wanted.
    pub nearest: f64,
    /// Each with the stretch in which it begins; their intervals count stretches from there on.
    pub entries: Vec<(usize, Entry)>,
    /// The least bound of all entries.
    pub lower: f64,
}

impl<'s, 'r> Runs<'s, 'r> {
    /// The runs of a trajectory, if it is long.
    pub fn of(checker: &'s Checker<'r>, path: &'s Path, options: &EdgeOptions) -> Option<Self> {
        if path.len() < LONG {
            return None;
        }
        let all = (0..checker.stage().pairs().len()).map(|pair| Open::fresh(pair, 0)).collect();
        let (queue, lower) = (vec![(0..path.len(), all)], f64::INFINITY);
        let nearest = match options.mode {
            Mode::LeastClearance { .. } => sampled(checker, path),
            Mode::AnyHit | Mode::FirstHit => f64::INFINITY,
        };
        Some(Runs { checker, path, options: *options, queue, nearest, entries: Vec::new(), lower })
    }

    /// Tries to prove pairs over a run, and returns those that are left.
    fn left_over(&mut self, run: &Range<usize>, open: Vec<Open>) -> Vec<Open> {
        let Some(chord) = self.path.chord(run.clone()) else { return open };
        let stage = self.checker.stage();
        let (known, mut left): (Vec<Open>, Vec<Open>) =
            open.into_iter().partition(|open| stage.stands_over(open.pair, &chord));
        let mut found = Vec::new();
        let search = Search::new(stage, &chord.segment, self.options, Keep::Entries(&mut found));
        let (more, lower) = search.near_by(self.nearest).only(known).once();
        left.extend(more);
        self.lower = self.lower.min(lower);
        let over_run = |entry: Entry| (run.start, Entry { interval: [0.0, run.len() as f64], ..entry });
        self.entries.extend(found.into_iter().map(over_run));
        left
    }
}

impl Iterator for Runs<'_, '_> {
    /// A stretch, and the pairs that are open over it.
    type Item = (usize, Vec<Open>);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some((run, mut open)) = self.queue.pop() {
            if run.len() == 1 {
                return Some((run.start, open));
            }
            if !self.checker.is_stopped() {
                open = self.left_over(&run, open);
            }
            if !open.is_empty() {
                let middle = run.start + run.len() / 2;
                self.queue.push((middle..run.end, open.clone()));
                self.queue.push((run.start..middle, open));
            }
        }
        None
    }
}

/// The least distance at some places of a path.
fn sampled(checker: &Checker, path: &Path) -> f64 {
    let at = |segment: &usize| {
        let there = Snapshot::new(checker.stage(), &path.segments()[*segment], 0.5, None);
        there.nearest(checker.stage()).map_or(f64::INFINITY, |(found, _)| found.bounds.upper)
    };
    (0..path.len()).step_by(path.len().div_ceil(SAMPLES)).map(|i| at(&i)).fold(f64::INFINITY, f64::min)
}
